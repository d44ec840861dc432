(** The textbook rules about infinite sums, and about where a sequence passes a number. *)
Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas.
From dpproofs.rules Require Import statements numbers.
Open Scope R_scope.

Theorem either_order : rule_either_order.
Proof.
  intros p q u v F G. destruct (Rle_dec p q) as [L|L].
  - apply (F p); lra.
  - apply (G p); lra.
Qed.

(** Where a sequence gets from below m to above, it does so at some step. *)
Lemma some_rise (a : R -> R) m k : a 0 <= m -> m < a (INR k) ->
  exists j, a (INR j) <= m /\ m <= a (INR j + 1).
Proof.
  induction k; intros B E.
  - simpl in E. lra.
  - destruct (Rlt_le_dec m (a (INR k))) as [L|L]; [now apply IHk|].
    exists k. rewrite S_INR in E. lra.
Qed.

Theorem crossing : rule_crossing.
Proof.
  intros a c C m u v B H K.
  destruct (archimed ((m - a 0) / c)) as [U _].
  destruct (integer_nat (IZR (up ((m - a 0) / c)))) as [k E]; [apply integer_up| |].
  { assert (0 <= (m - a 0) / c); [|lra].
    apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]. }
  rewrite E in U.
  assert (G := steps_add_up a c k (fun i _ => H (INR i) (integer_INR i) (pos_INR i))).
  assert (P : m - a 0 < INR k * c).
  { apply Rmult_gt_compat_r with (r := c) in U; [|assumption].
    unfold Rdiv in U. rewrite Rmult_assoc, Rinv_l in U; lra. }
  destruct (some_rise a m k B ltac:(lra)) as [j [L R]].
  apply (K (INR j) (integer_INR j) (pos_INR j) (a (INR j)) (Rle_refl _) L (a (INR j + 1)) R
    (Rle_refl _)).
Qed.

Theorem comparison_of_sums : rule_comparison_of_sums.
Proof.
  intros a b s t [_ A] [_ B] H.
  assert (L : Rbar_le (Finite s) (Finite t)); [|exact L].
  apply (is_lim_seq_le (sum_n (fun k => a (0 + INR k))) (sum_n (fun k => b (0 + INR k))));
    [|exact A|exact B].
  intros n. apply sum_n_m_le. intros k. apply H; rewrite Rplus_0_l.
  - apply integer_INR.
  - apply pos_INR.
Qed.

Theorem first_term_of_a_sum : rule_first_term_of_a_sum.
Proof.
  intros a b c s t [_ A] [_ B] H.
  assert (C : is_series (fun k => a (0 + INR k)) (a 0 + c * t)).
  { apply is_series_decr_1.
    apply is_series_ext with (fun k => scal c (b (0 + INR k))).
    - intros k. rewrite !Rplus_0_l, S_INR. symmetry. apply H; [apply integer_INR|apply pos_INR].
    - assert (D := is_series_scal c _ _ B).
      change (is_series (fun k => scal c (b (0 + INR k))) (a 0 + c * t + - a (0 + INR 0))).
      replace (a 0 + c * t + - a (0 + INR 0)) with (c * t); [exact D|].
      simpl. rewrite Rplus_0_r. ring. }
  apply is_series_unique in A, C. now rewrite <- A, C.
Qed.

Theorem without_the_first_term : rule_without_the_first_term.
Proof.
  intros a s [I A]. split; [exact I|].
  apply is_series_ext with (fun k => a (0 + INR (S k))).
  - intros k. now rewrite !Rplus_0_l, S_INR.
  - apply (is_series_incr_1 (fun k => a (0 + INR k))).
    change (is_series (fun k => a (0 + INR k)) (s - a 0 + a (0 + INR 0))).
    replace (s - a 0 + a (0 + INR 0)) with s; [exact A|].
    simpl. rewrite Rplus_0_r. ring.
Qed.

Theorem combination_of_sums : rule_combination_of_sums.
Proof.
  intros a b s t u v [I A] [_ B]. split; [exact I|].
  exact (is_series_plus _ _ _ _ (is_series_scal u _ _ A) (is_series_scal v _ _ B)).
Qed.

Lemma total_times w f m : total (fun j => w * f j) m = w * total f m.
Proof. induction m; simpl; [|rewrite IHm]; ring. Qed.

Theorem multiple_of_a_sum : rule_multiple_of_a_sum.
Proof.
  intros a b c s t [I A] H <-. split; [exact I|].
  apply is_series_ext with (fun k => scal c (a (0 + INR k))); [|exact (is_series_scal c _ _ A)].
  intros k. apply H; rewrite Rplus_0_l; [apply integer_INR|apply pos_INR].
Qed.

Theorem multiple_of_a_finite_sum : rule_multiple_of_a_finite_sum.
Proof.
  intros a b c s N _ _ [I [m [M <-]]] H. split; [exact I|]. exists m. split; [exact M|].
  rewrite <- total_times. apply total_ext. intros k L. symmetry.
  apply H; rewrite Rplus_0_l; [apply integer_INR|apply pos_INR|].
  apply Nat.le_succ_l, le_INR in L. rewrite S_INR in L. lra.
Qed.

(** Finitely many series with factors add up to the series of the totals. *)
Lemma series_of_totals (a : nat -> nat -> R) (v c : nat -> R) m :
  (forall j, (j < m)%nat -> is_series (a j) (c j)) ->
  is_series (fun k => total (fun j => v j * a j k) m) (total (fun j => v j * c j) m).
Proof.
  induction m; intros H; simpl.
  - apply filterlim_ext with (fun _ : nat => 0); [|apply filterlim_const].
    intros n. induction n; [now rewrite sum_O|].
    rewrite sum_Sn, <- IHn. symmetry. apply Rplus_0_r.
  - exact (is_series_plus _ _ _ _ (IHm (fun j L => H j (Nat.lt_lt_succ_r _ _ L)))
      (is_series_scal (v m) _ _ (H m (Nat.lt_succ_diag_r m)))).
Qed.

Theorem exchange_of_sums : rule_exchange_of_sums.
Proof.
  intros t w v c r s N _ _ H [I [m [M T]]] R'. split; [exact I|].
  apply is_series_ext with
    (fun k => total (fun j => v (0 + INR j) * (w (0 + INR k) * t (0 + INR k) (0 + INR j))) m).
  - intros k. destruct (R' (0 + INR k)) as [_ [n [M' T']]].
    + rewrite Rplus_0_l. apply integer_INR.
    + rewrite Rplus_0_l. apply pos_INR.
    + replace n with m in T' by (apply INR_eq; lra).
      rewrite <- T', <- total_times. clear. induction m; simpl; [easy|]. rewrite IHm. ring.
  - rewrite <- T.
    apply (series_of_totals (fun j k => w (0 + INR k) * t (0 + INR k) (0 + INR j))
      (fun j => v (0 + INR j)) (fun j => c (0 + INR j))).
    intros j L. destruct (H (0 + INR j)) as [_ A].
    + rewrite Rplus_0_l. apply integer_INR.
    + rewrite Rplus_0_l. apply pos_INR.
    + apply Nat.le_succ_l, le_INR in L. rewrite S_INR in L. lra.
    + exact A.
Qed.
