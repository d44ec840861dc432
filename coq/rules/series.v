(** Countable additivity, as a series of real numbers. *)
Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas masses.
From dpproofs.rules Require Import statements noise.
Open Scope R_scope.

(** The masses of periods add up to that of the half line. *)
Lemma periods_add_up P a w (t : R -> R) : noise P -> 0 < w ->
  (forall n, integer n -> 0 <= n ->
    mass P (closed_open (Finite (a + n * w)) (Finite (a + (n + 1) * w))) = t n) ->
  is_lim_seq (sum_n (fun k => t (0 + INR k))) (mass P (closed_open (Finite a) p_infty)).
Proof.
  intros N W H.
  set (F := fun n => closed_open (Finite a) (Finite (a + INR n * w))).
  assert (B : forall n, borel (F n)) by (intros n; apply borel_period).
  assert (E : forall n, mass P (F n) = total (fun k => t (0 + INR k)) n).
  { induction n; simpl total.
    - apply Rle_antisym; [|apply mass_ge0].
      assert (K := @mass_join P (F 0%nat) (F 0%nat) (F 0%nat) N (B _) (B _)).
      enough (mass P (F 0%nat) = mass P (F 0%nat) + mass P (F 0%nat)) by lra. apply K.
      + intros x [X Y] _. simpl in X, Y. lra.
      + intros x. tauto.
    - rewrite <- IHn, Rplus_0_l, <- (H (INR n)) by (apply integer_INR || apply pos_INR).
      apply mass_join; auto.
      + apply borel_period.
      + unfold F, closed_open. simpl. intros x. lra.
      + unfold F, closed_open. intros x. rewrite S_INR. simpl. assert (Q := pos_INR n).
        assert (0 <= INR n * w) by (apply Rmult_le_pos; lra). lra. }
  assert (U : mass P (fun x => exists n, F n x) = mass P (closed_open (Finite a) p_infty)).
  { f_equal. apply boolp.funext. intros x. apply boolp.propext. unfold F, closed_open. simpl.
    split; [intros [n L]; lra|]. intros [L _]. destruct (@reaches (x - a) w W) as [n K].
    exists n. lra. }
  apply is_lim_seq_spec. intros e.
  assert (G : forall n x, F n x -> F (S n) x).
  { unfold F, closed_open. intros n x. rewrite S_INR. simpl. lra. }
  destruct (@mass_grows P F N B G (pos e) (cond_pos e)) as [n K].
  exists n. intros m M. rewrite <- total_sum_n, <- E. rewrite U in K.
  assert (mass P (F n) <= mass P (F (S m))).
  { apply mass_monotone; auto. unfold F, closed_open. intros x. simpl.
    assert (INR n * w <= INR (S m) * w).
    { apply Rmult_le_compat_r; [lra|]. apply le_INR. lia. }
    simpl in H0. lra. }
  assert (mass P (F (S m)) <= mass P (closed_open (Finite a) p_infty)).
  { apply mass_monotone; auto; [apply borel_from|]. unfold F, closed_open. intros x. simpl. lra. }
  rewrite Rabs_left1; lra.
Qed.

Theorem countable_additivity : rule_countable_additivity.
Proof.
  intros P N a w W t v H [_ V].
  assert (L := periods_add_up P a w t N W H).
  assert (M : is_lim_seq (sum_n (fun k => t (0 + INR k))) v) by exact V.
  apply is_lim_seq_unique in L, M. rewrite L in M. injection M. auto.
Qed.

Theorem masses_of_cells : rule_masses_of_cells.
Proof.
  intros P N a w W t v H K. split; [exists 0%Z; reflexivity|]. rewrite <- K.
  exact (periods_add_up P a w t N W H).
Qed.
