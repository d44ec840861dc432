(** Midpoint convexity with monotony is convexity: the rule of the supporting line. *)
Require Import Reals ZArith Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics.
From dpproofs.rules Require Import statements numbers.
Open Scope R_scope.

(** ** Sequences whose differences fall *)

Definition convex (u : nat -> R) : Prop := forall k, 2 * u (S k) <= u k + u (S (S k)).

Lemma differences_fall u : convex u -> forall p q, u (p + q)%nat - u (S (p + q)) <= u p - u (S p).
Proof.
  intros C p q. induction q; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. assert (H := C (p + q)%nat). lra.
Qed.

Lemma chord_before u : convex u -> forall p, INR p * (u p - u (S p)) <= u 0%nat - u p.
Proof.
  intros C. induction p; [simpl; lra|].
  rewrite S_INR. assert (H := C p). assert (P := pos_INR p).
  assert (K : (INR p + 1) * (u (S p) - u (S (S p))) <= (INR p + 1) * (u p - u (S p)))
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma chord_after u : convex u -> forall p q, u p - u (p + q)%nat <= INR q * (u p - u (S p)).
Proof.
  intros C p. induction q; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r, S_INR. assert (H := differences_fall u C p q). lra.
Qed.

Lemma chords u : convex u -> forall p q,
  INR p * (u p - u (p + q)%nat) <= INR q * (u 0%nat - u p).
Proof.
  intros C p q. assert (A := chord_after u C p q). assert (B := chord_before u C p).
  assert (P := pos_INR p). assert (Q := pos_INR q).
  apply (Rmult_le_compat_l (INR p)) in A; [|assumption].
  apply (Rmult_le_compat_l (INR q)) in B; [|assumption]. lra.
Qed.

(** ** Three points of a curve *)

Section Curve.
Variable g : R -> R.
Variable convexity : forall x, 0 <= x -> forall h, 0 < h -> 2 * g (x + h) <= g x + g (x + 2 * h).
Variable monotony : forall x, 0 <= x -> forall h, 0 < h -> g (x + h) <= g x.

Lemma falls_between x y : 0 <= x -> x < y -> g y <= g x.
Proof.
  intros X L. replace y with (x + (y - x)) by ring. apply monotony; lra.
Qed.

Lemma sampled x h : 0 <= x -> 0 < h -> convex (fun k => g (x + INR k * h)).
Proof.
  intros X H k. assert (K := pos_INR k). cbv beta. rewrite !S_INR.
  replace (x + (INR k + 1) * h) with (x + INR k * h + h) by ring.
  replace (x + (INR k + 1 + 1) * h) with (x + INR k * h + 2 * h) by ring.
  apply convexity; [nra|assumption].
Qed.

Lemma three_points_nearly x a y n : 0 <= x -> x < a -> a < y -> (0 < n)%nat ->
  INR n * ((g a - g y) * (a - x) - (g x - g a) * (y - a)) <= (a - x) * (g x - g a).
Proof.
  intros X XA AY N. apply lt_INR in N. simpl in N.
  set (h := (a - x) / INR n). assert (H : 0 < h) by (apply Rdiv_lt_0_compat; lra).
  assert (E : INR n * h = a - x) by (unfold h; field; lra).
  destruct (archimed ((y - a) / h)) as [U V].
  assert (W : 0 < (y - a) / h) by (apply Rdiv_lt_0_compat; lra).
  set (q := Z.to_nat (up ((y - a) / h))).
  assert (Q : INR q = IZR (up ((y - a) / h))).
  { unfold q. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|]. apply le_IZR. lra. }
  assert (C := chords _ (sampled x h X H) n q). cbv beta in C.
  rewrite plus_INR in C. simpl (INR 0) in C.
  replace (x + 0 * h) with x in C by ring. replace (x + INR n * h) with a in C by lra.
  replace (x + (INR n + INR q) * h) with (a + INR q * h) in C by lra.
  assert (T : y < a + INR q * h).
  { rewrite <- Q in U. apply (Rmult_lt_compat_r h) in U; [|assumption].
    replace ((y - a) / h * h) with (y - a) in U by (field; lra). lra. }
  assert (M := falls_between y (a + INR q * h) ltac:(lra) T).
  assert (D := falls_between x a X XA).
  assert (R1 : INR n * (g a - g y) <= INR q * (g x - g a)).
  { apply Rle_trans with (2 := C). apply Rmult_le_compat_l; lra. }
  assert (R2 : INR q * h <= (y - a) + h).
  { rewrite Q. replace ((y - a) + h) with (((y - a) / h + 1) * h) by (field; lra).
    apply Rmult_le_compat_r; lra. }
  apply (Rmult_le_compat_r h) in R1; [|lra].
  assert (R3 : INR q * h * (g x - g a) <= (y - a + h) * (g x - g a)).
  { apply Rmult_le_compat_r; lra. }
  assert (R4 : INR n * h * (g a - g y) <= (y - a + h) * (g x - g a)) by lra.
  rewrite E in R4. apply (Rmult_le_compat_l (INR n)) in R4; [|lra].
  replace (INR n * ((y - a + h) * (g x - g a)))
    with (INR n * ((g x - g a) * (y - a)) + (INR n * h) * (g x - g a)) in R4 by ring.
  rewrite E in R4. lra.
Qed.

Lemma three_points x a y : 0 <= x -> x < a -> a < y ->
  (g a - g y) * (a - x) <= (g x - g a) * (y - a).
Proof.
  intros X XA AY. assert (D := falls_between x a X XA).
  assert (H : (g a - g y) * (a - x) - (g x - g a) * (y - a) <= 0); [|lra].
  apply (archimedes _ ((a - x) * (g x - g a))). intros n I P.
  destruct (integer_nat n I P) as [k ->]. destruct k.
  - simpl. rewrite Rmult_0_l. apply Rmult_le_pos; lra.
  - apply three_points_nearly; auto with arith.
Qed.

End Curve.

Theorem supporting_line : rule_supporting_line.
Proof.
  intros g a A C M.
  set (slopes := fun s => exists y, a < y /\ s = (g a - g y) / (y - a)).
  assert (B : forall x, 0 <= x -> x < a -> is_upper_bound slopes ((g x - g a) / (a - x))).
  { intros x X L s [y [Y ->]]. assert (T := three_points g C M x a y X L Y).
    apply div_le; [lra|]. replace ((g x - g a) / (a - x) * (y - a))
      with ((g x - g a) * (y - a) / (a - x)) by (field; lra).
    apply le_div; lra. }
  destruct (completeness slopes) as [s [U L]].
  { exists ((g 0 - g a) / (a - 0)). apply B; lra. }
  { exists ((g a - g (a + 1)) / (a + 1 - a)), (a + 1). split; [lra|reflexivity]. }
  exists s. split.
  - apply Rle_trans with ((g a - g (a + 1)) / (a + 1 - a)).
    + apply Rdiv_le_0_compat; [|lra]. assert (K := M a ltac:(lra) 1 ltac:(lra)). lra.
    + apply U. exists (a + 1). split; [lra|reflexivity].
  - intros x X. destruct (Rtotal_order x a) as [H|[->|H]].
    + assert (K := L _ (B x X H)). apply (Rmult_le_compat_r (a - x)) in K; [|lra].
      replace ((g x - g a) / (a - x) * (a - x)) with (g x - g a) in K by (field; lra). lra.
    + lra.
    + assert (K : (g a - g x) / (x - a) <= s) by (apply U; exists x; auto).
      apply (Rmult_le_compat_r (x - a)) in K; [|lra].
      replace ((g a - g x) / (x - a) * (x - a)) with (g a - g x) in K by (field; lra). lra.
Qed.
