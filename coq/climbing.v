(** Long ladders, climbed by computation: sums of c x^n e^(k u x) by their coefficients. *)
Require Import Reals QArith Qreals Qreduction List Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis.
Open Scope R_scope.
Import ListNotations.

Notation fraction := Qmake.

(** ** Polynomials in x, and sums of their products with powers of an exponential *)

Fixpoint at_place (p : list Q) (x : R) : R :=
  match p with [] => 0 | c :: p => Q2R c + x * at_place p x end.

Fixpoint with_powers (l : list (list Q)) (e x : R) : R :=
  match l with [] => 0 | p :: l => at_place p x + e * with_powers l e x end.

Definition sum_at (u : Q) (l : list (list Q)) (x : R) : R := with_powers l (exp (Q2R u * x)) x.

Fixpoint added_q (p r : list Q) : list Q :=
  match p, r with
  | [], _ => r
  | _, [] => p
  | c :: p, d :: r => Qred (c + d) :: added_q p r
  end.

Definition times_q (k : Q) (p : list Q) : list Q := map (fun c => Qred (k * c)) p.

(** n c x^(n - 1) for each c x^n, the first with n. *)
Fixpoint lowered_q (n : Q) (p : list Q) : list Q :=
  match p with [] => [] | c :: p => Qred (n * c) :: lowered_q (Qred (n + 1)) p end.

Definition slope_q (p : list Q) : list Q := match p with [] => [] | _ :: p => lowered_q 1 p end.

(** The slope of e^(k u x) times a sum, over e^(k u x). *)
Fixpoint slopes (u k : Q) (l : list (list Q)) : list (list Q) :=
  match l with
  | [] => []
  | p :: l => added_q (times_q (Qred (k * u)) p) (slope_q p) :: slopes u (Qred (k + 1)) l
  end.

Lemma Q2R_red c : Q2R (Qred c) = Q2R c. Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma at_added p r x : at_place (added_q p r) x = at_place p x + at_place r x.
Proof.
  revert r. induction p as [|c p I]; intros [|d r]; cbn [added_q at_place]; try lra.
  rewrite I, Q2R_red, Q2R_plus. lra.
Qed.

Lemma at_times k p x : at_place (times_q k p) x = Q2R k * at_place p x.
Proof.
  induction p as [|c p I]; cbn [times_q map at_place]; [lra|]. fold (times_q k p).
  rewrite I, Q2R_red, Q2R_mult. lra.
Qed.

Lemma at_lowered n p x :
  at_place (lowered_q (Qred (n + 1)) p) x = at_place (lowered_q n p) x + at_place p x.
Proof.
  revert n. induction p as [|c p I]; intros n; cbn [lowered_q at_place]; [lra|].
  rewrite !Q2R_red, !Q2R_mult, Q2R_red, Q2R_plus, I.
  replace (Q2R 1) with 1 by (unfold Q2R; simpl; lra). lra.
Qed.

Lemma slope_of_polynomial p x : is_derive (at_place p) x (at_place (slope_q p) x).
Proof.
  induction p as [|c p I]; [exact (derive_const 0 x)|].
  apply (derive_as _ _ (0 + (1 * at_place p x + x * at_place (slope_q p) x))).
  - apply (derive_plus (fun _ => Q2R c) (fun t => t * at_place p t)); [apply derive_const|].
    apply (derive_mult (fun t => t) (at_place p)); [apply derive_id | exact I].
  - cbn [slope_q]. destruct p as [|d p]; cbn [slope_q lowered_q at_place]; [lra|].
    rewrite at_lowered, Q2R_red, Q2R_mult.
    replace (Q2R 1) with 1 by (unfold Q2R; simpl; lra). lra.
Qed.

Lemma slope_of_sum u k l x :
  is_derive (fun t => exp (Q2R k * (Q2R u * t)) * sum_at u l t) x
    (exp (Q2R k * (Q2R u * x)) * sum_at u (slopes u k l) x).
Proof.
  revert k. induction l as [|p l I]; intros k; unfold sum_at; cbn [with_powers slopes].
  - apply (is_derive_ext (fun _ => 0)); [intros; simpl; lra|].
    eapply derive_as; [apply derive_const | simpl; lra].
  - set (g := fun t => exp (Q2R (Qred (k + 1)) * (Q2R u * t)) * sum_at u l t).
    set (h := fun t => exp (Q2R k * (Q2R u * t))).
    assert (N : forall t, exp (Q2R (Qred (k + 1)) * (Q2R u * t)) = h t * exp (Q2R u * t)).
    { intros t. unfold h. rewrite <- exp_plus, Q2R_red, Q2R_plus. f_equal.
      replace (Q2R 1) with 1 by (unfold Q2R; simpl; lra). ring. }
    apply (is_derive_ext (fun t => h t * at_place p t + g t)).
    { intros t. unfold g, sum_at. rewrite N. unfold h. simpl. ring. }
    eapply derive_as.
    + apply (derive_plus (fun t => h t * at_place p t) g).
      * apply (derive_mult h (at_place p)); [|apply slope_of_polynomial].
        unfold h. apply (derive_exp (fun t => Q2R k * (Q2R u * t))).
        apply (derive_mult (fun _ => Q2R k)); [apply derive_const|].
        apply (derive_mult (fun _ => Q2R u)); [apply derive_const | apply derive_id].
      * apply I.
    + rewrite N, at_added, at_times, Q2R_red, Q2R_mult. unfold h, sum_at. ring.
Qed.

(** ** Climbing *)

Definition is_0 (c : Q) : bool := Qeq_bool c 0.
Definition above_0 (c : Q) : bool := negb (Qle_bool c 0).

Definition all_above (l : list (list Q)) : bool :=
  forallb (forallb (Qle_bool 0)) l && existsb (existsb above_0) l.

Fixpoint start (l : list (list Q)) : Q :=
  match l with [] => 0 | [] :: l => start l | (c :: _) :: l => Qred (c + start l) end.

(** Without a factor that is a power of the exponential. *)
Fixpoint divided (l : list (list Q)) : list (list Q) :=
  match l with [] => [] | p :: rest => if forallb is_0 p then divided rest else l end.

Fixpoint climbed (n : nat) (u : Q) (l : list (list Q)) : bool :=
  all_above l || match n with
  | O => false
  | S n => Qle_bool 0 (start l) && climbed n u (divided (slopes u 0 l))
  end.

Lemma Qle_0 c : Qle_bool 0 c = true -> 0 <= Q2R c.
Proof.
  intros H. apply Qle_bool_iff, Qle_Rle in H. now replace (Q2R 0) with 0 in H by (unfold Q2R; simpl; lra).
Qed.

Lemma Qlt_0 c : above_0 c = true -> 0 < Q2R c.
Proof.
  unfold above_0. intros H. destruct (Qlt_le_dec 0 c) as [L|L].
  - apply Qlt_Rlt in L. now replace (Q2R 0) with 0 in L by (unfold Q2R; simpl; lra).
  - apply Qle_bool_iff in L. now rewrite L in H.
Qed.

Lemma at_least_0 p x : 0 < x -> forallb (Qle_bool 0) p = true ->
  0 <= at_place p x /\ (existsb above_0 p = true -> 0 < at_place p x).
Proof.
  intros X. induction p as [|c p I]; cbn [forallb existsb at_place]; intros H; [split; [lra|easy]|].
  apply andb_prop in H. destruct H as [C P]. destruct (I P) as [L S]. apply Qle_0 in C.
  split; [nra|]. intros E. apply Bool.orb_prop in E. destruct E as [E|E].
  - apply Qlt_0 in E. nra.
  - specialize (S E). nra.
Qed.

Lemma all_above_0 u l x : 0 < x -> all_above l = true -> 0 < sum_at u l x.
Proof.
  unfold all_above, sum_at. intros X H. apply andb_prop in H. destruct H as [P E].
  pose proof (exp_pos (Q2R u * x)) as Y. set (e := exp (Q2R u * x)) in *. clearbody e.
  enough (G : 0 <= with_powers l e x /\ (existsb (existsb above_0) l = true -> 0 < with_powers l e x))
    by now apply (proj2 G).
  clear E. induction l as [|p l I]; cbn [forallb existsb with_powers] in *; [split; [lra|easy]|].
  apply andb_prop in P. destruct P as [P L]. destruct (I L) as [A B].
  destruct (at_least_0 p x X P) as [C D]. split; [nra|]. intros E. apply Bool.orb_prop in E.
  destruct E as [E|E]; [specialize (D E) | specialize (B E)]; nra.
Qed.

Lemma start_of u l : sum_at u l 0 = Q2R (start l).
Proof.
  unfold sum_at. rewrite Rmult_0_r, exp_0. induction l as [|[|c p] l I]; cbn [with_powers at_place start].
  - unfold Q2R. simpl. lra.
  - rewrite <- I. lra.
  - rewrite Q2R_red, Q2R_plus, <- I. lra.
Qed.

Lemma divided_above u l x : 0 < sum_at u (divided l) x -> 0 < sum_at u l x.
Proof.
  unfold sum_at. pose proof (exp_pos (Q2R u * x)) as Y. set (e := exp (Q2R u * x)) in *. clearbody e.
  induction l as [|p l I]; cbn [divided]; [easy|].
  destruct (forallb is_0 p) eqn:Z; [|easy]. intros H. specialize (I H). cbn [with_powers].
  assert (E : at_place p x = 0).
  { clear - Z. induction p as [|c p I]; cbn [forallb at_place] in *; [easy|].
    apply andb_prop in Z. destruct Z as [C P]. rewrite (I P). apply Qeq_bool_iff, Qeq_eqR in C.
    rewrite C. unfold Q2R. simpl. lra. }
  rewrite E. nra.
Qed.

Theorem climbed_above n u l x : climbed n u l = true -> 0 < x -> 0 < sum_at u l x.
Proof.
  revert l x. induction n as [|n I]; intros l x H X; cbn [climbed] in H.
  - apply Bool.orb_prop in H. destruct H as [H|H]; [now apply all_above_0 | easy].
  - apply Bool.orb_prop in H. destruct H as [H|H]; [now apply all_above_0|].
    apply andb_prop in H. destruct H as [S D]. apply Qle_0 in S. rewrite <- (start_of u l) in S.
    revert x X. apply (climbs (sum_at u l) (sum_at u (slopes u 0 l))).
    + intros t. pose proof (slope_of_sum u 0 l t) as E.
      replace (Q2R 0) with 0 in E by (unfold Q2R; simpl; lra).
      apply (is_derive_ext (fun t => exp (0 * (Q2R u * t)) * sum_at u l t)).
      { intros s. rewrite Rmult_0_l, exp_0. simpl. lra. }
      eapply derive_as; [exact E|]. rewrite Rmult_0_l, exp_0. lra.
    + exact S.
    + intros t T. apply divided_above. now apply I.
Qed.

(** That the sum with the coefficients l is positive at x; s is the argument of the exponential. *)
Ltac by_climbing n u l x s K :=
  assert (K : 0 < with_powers l (exp s) x)
    by (pose proof (climbed_above n u l x ltac:(vm_compute; reflexivity) ltac:(condition)) as K;
        unfold sum_at in K;
        replace (Q2R u * x) with s in K by (unfold Q2R; simpl; field); exact K);
  cbv [with_powers at_place Q2R Qnum Qden] in K.
