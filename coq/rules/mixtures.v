(** The expectation under a mixture, and the rule about mixtures. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Lemma expected_ge0 (P : law) L : cost L -> (0 <= expected P L)%E.
Proof. by move=> [_ L0 _ _]; apply: integral_ge0 => x _; exact: L0. Qed.

(** What is a combination of masses is one of integrals. *)
Lemma integral_mixture (M P Q : law) (c a b : R) (L : R -> extended) :
  noise M -> noise P -> noise Q -> 0 <= c -> 0 <= a -> 0 <= b ->
  measurable_fun (setT : set line) L -> (forall x, 0%:E <= L x)%E ->
  (forall S, borel S -> c * mass M S = a * mass P S + b * mass Q S) ->
  (c%:E * expected M L = a%:E * expected P L + b%:E * expected Q L)%E.
Proof.
move=> NM NP NQ /RleP c0 /RleP a0 /RleP b0 mL L0 H; rewrite /expected.
have C := @ge0_integral_mscale _ _ _ M setT measurableT (NngNum c0) L mL (fun x _ => L0 x).
have A := @ge0_integral_mscale _ _ _ P setT measurableT (NngNum a0) L mL (fun x _ => L0 x).
have B := @ge0_integral_mscale _ _ _ Q setT measurableT (NngNum b0) L mL (fun x _ => L0 x).
rewrite /= in A B C; rewrite -A -B -C.
rewrite -(@integral_measure_add _ _ _ [the measure _ _ of mscale (NngNum a0) P]
  [the measure _ _ of mscale (NngNum b0) Q] setT measurableT L (fun x _ => L0 x) mL).
apply: eq_measure_integral => S mS _.
apply: etrans; last by symmetry; exact: measure_addE.
rewrite /= /mscale /= !massE// -!EFinM -EFinD; congr (_%:E); exact: H.
Qed.

Lemma expected_mixture (M P Q : law) (c a b : R) (L : R -> extended) :
  noise M -> noise P -> noise Q -> 0 <= c -> 0 <= a -> 0 <= b -> cost L ->
  (forall S, borel S -> c * mass M S = a * mass P S + b * mass Q S) ->
  (c%:E * expected M L = a%:E * expected P L + b%:E * expected Q L)%E.
Proof. by move=> NM NP NQ c0 a0 b0 [mL L0 _ _]; exact: integral_mixture. Qed.

Theorem mixtures : rule_mixtures.
Proof.
move=> mixed NM part NP weight dear ND L cL last l0 il H w0 up wl D.
have pos n : 0 <= weight (INR n).
  elim: n => [|n IH]; first by rewrite /= w0; exact: Rle_refl.
  rewrite S_INR; apply: Rle_trans IH _; exact: up (integer_INR n) (pos_INR n).
have E n : ((weight (INR n))%:E * expected (mixed (INR n)) L
    <= (weight (INR n))%:E * expected dear L)%E.
  elim: n => [|n IH]; first by rewrite /= w0 !mul0e.
  have i := integer_INR n; have p := pos_INR n.
  have i1 : integer (INR n + 1) by rewrite -S_INR; exact: integer_INR.
  have p1 : 0 <= INR n + 1 by rewrite -S_INR; exact: pos_INR.
  have d0 : 0 <= weight (INR n + 1) - weight (INR n) by have := up _ i p; lra.
  have := pos n.+1; rewrite S_INR => q1.
  rewrite (expected_mixture (NM _ i1 p1) (NM _ i p) (NP _ i p) q1 (pos n) d0 cL (H _ i p)).
  set d := (weight (INR n + 1) - weight (INR n))%R in d0 *.
  have W : (weight (INR n + 1))%:E = ((weight (INR n))%:E + d%:E)%E.
    by rewrite -EFinD; congr (_%:E); rewrite /d; change (weight (INR n + 1) = weight (INR n) + (weight (INR n + 1) - weight (INR n))); lra.
  rewrite W.
  rewrite ge0_muleDl ?lee_fin; last 2 first.
  - by apply/RleP; exact: pos n.
  - by apply/RleP; exact: d0.
  apply: lee_add => //; apply: lee_wpmul2l; first by rewrite lee_fin; apply/RleP.
  exact: D.
have [n N] := @integer_nat last il l0; subst last.
have := E n; rewrite lee_pmul2l//; by rewrite lte_fin; apply/RltP.
Qed.
