(** The rules of stochastic orders, from expectations as integrals of tails. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations.
From dpproofs.rules Require Import statements mixtures.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Theorem stochastic_order : rule_stochastic_order.
Proof. by move=> P NP Q NQ L cL; exact: cheaper_by_uppers. Qed.

(** The period before whose end, or at whose end, a point lies. *)
Lemma period_before r w : 0 < r -> 0 < w ->
  exists n, [/\ integer n, 0 <= n, n * w < r & r <= (n + 1) * w].
Proof.
move=> r0 w0; have q0 : 0 < r / w by exact: Rdiv_lt_0_compat.
have [U1 U2] := archimed (- (r / w)).
have E : r = r / w * w by field; lra.
exists (IZR (- up (- (r / w)))); rewrite opp_IZR; split.
- by exists (- up (- (r / w)))%Z; rewrite opp_IZR.
- suff : (up (- (r / w)) < 1)%Z by move=> K; rewrite -opp_IZR; apply: (IZR_le 0); lia.
  by apply: lt_IZR; lra.
- apply: (@Rlt_le_trans _ (r / w * w)); last by right.
  by apply: Rmult_lt_compat_r => //; lra.
- apply: (@Rle_trans _ (r / w * w)); first by right.
  by apply: Rmult_le_compat_r; lra.
Qed.

Lemma tails_by_periods (P Q : law) w : noise P -> noise Q -> 0 < w ->
  (forall n, integer n -> 0 <= n -> forall x, 0 < x -> x < w ->
    mass P (tail (x + n * w)) <= mass Q (tail (x + n * w))) ->
  forall r, 0 < r -> mass P (tail r) <= mass Q (tail r).
Proof.
move=> NP NQ w0 H r r0; apply: tails_from_left => // e e0.
have [n [ni n0 nr rn]] := period_before r0 w0.
have M1 := Rmax_l (r - e / 2) ((n * w + r) / 2).
have M2 := Rmax_r (r - e / 2) ((n * w + r) / 2).
have M3 : Rmax (r - e / 2) ((n * w + r) / 2) < r by apply: Rmax_lub_lt; lra.
exists (Rmax (r - e / 2) ((n * w + r) / 2)); split; [lra|lra|].
set s := Rmax _ _ in M1 M2 M3 *.
have -> : s = s - n * w + n * w by lra.
by apply: H => //; lra.
Qed.

Theorem stochastic_order_by_periods : rule_stochastic_order_by_periods.
Proof.
move=> P NP Q NQ L cL w w0 H; apply: cheaper_by_uppers => //.
exact: tails_by_periods H.
Qed.

Theorem larger_tails : rule_larger_tails.
Proof.
move=> P NP Q NQ c w w0 v H c0 up; rewrite /expectation_at_least => /le_trans; apply.
apply: cheaper_by_uppers => //; first exact: cost_formula.
exact: tails_by_periods H.
Qed.

(** Two integers that give n1 + n w = k, with n1 from 1 to w. *)
Lemma places_on_integers k w : integer k -> 0 < k -> integer w -> 0 < w ->
  exists n m, [/\ integer n, 0 <= n, integer m, 1 <= m & m <= w /\ k = m + n * w].
Proof.
move=> [z ->] k0 [u ->] w0.
have z0 : (0 < z)%Z by apply: lt_IZR.
have u0 : (0 < u)%Z by apply: lt_IZR.
have E := Z.div_mod (z - 1) u ltac:(lia).
have B := Z.mod_pos_bound (z - 1) u u0.
exists (IZR ((z - 1) / u)), (IZR ((z - 1) mod u + 1)); split.
- exact: integer_IZR.
- by apply: (IZR_le 0); apply: Z.div_pos; lia.
- exact: integer_IZR.
- by apply: (IZR_le 1); lia.
- split; first by apply: IZR_le; lia.
  by rewrite -mult_IZR -plus_IZR; congr IZR; lia.
Qed.

Lemma integer_above r : exists k, [/\ integer k, r <= k & k < r + 1].
Proof.
have [U1 U2] := archimed (- r); exists (1 - IZR (up (- r))); split; try lra.
by apply: integer_minus; exact: integer_IZR.
Qed.

(** On the integers, tails need to be compared at the integers only. *)
Lemma tails_on_integers (P Q : law) w : noise_on_integers P -> noise_on_integers Q ->
  0 < w -> integer w ->
  (forall n, integer n -> 0 <= n -> forall m, integer m -> 1 <= m -> m <= w ->
    mass P (tail (m + n * w)) <= mass Q (tail (m + n * w))) ->
  forall r, 0 < r -> mass P (tail r) <= mass Q (tail r).
Proof.
move=> NP NQ w0 wi H r r0.
have [k [ki rk kr]] := integer_above r.
rewrite (tail_on_integers NP ki rk kr) (tail_on_integers NQ ki rk kr).
have [n [m [ni n0 mi m1 [mw ->]]]] := places_on_integers ki ltac:(lra) wi w0.
exact: H.
Qed.

Theorem stochastic_order_by_periods_integers : rule_stochastic_order_by_periods_integers.
Proof.
move=> P NP Q NQ L cL w w0 wi H; apply: cheaper_by_uppers => //; [by case: NP|by case: NQ|].
exact: tails_on_integers H.
Qed.

(** The share p of P with the share q of Q. *)
Definition mixture (P Q : law) (p q : {nonneg line}) : law :=
  [the {measure set line -> \bar real_realType} of
    measure_add [the measure _ _ of mscale p P] [the measure _ _ of mscale q Q]].

Lemma mixtureE P Q p q S : mixture P Q p q S = ((p%:num)%:E * P S + (q%:num)%:E * Q S)%E.
Proof. exact: measure_addE. Qed.

Lemma share_ge0 a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. by move=> a0 b0; apply: Rmult_le_pos => //; left; exact: Rinv_0_lt_compat. Qed.

Theorem mixture_of_two_integers : rule_mixture_of_two_integers.
Proof.
move=> P [NP ZP] Q [NQ ZQ] D ND C NC L cL a a0 b b0 w w0 wi H ab CP CQ.
move/RleP: (share_ge0 a0 ab) => pa.
move/RleP: (share_ge0 b0 ab) => pb.
set p := a / (a + b) in pa *; set q := b / (a + b) in pb *.
have one : (p%:E + q%:E)%E = 1%:E :> extended.
  by rewrite -EFinD; congr EFin; change (p + q = 1); rewrite /p /q; field; lra.
pose M := mixture P Q (NngNum pa) (NngNum pb).
have NM : noise M by rewrite /noise mixtureE /= NP NQ !mule1.
have ZM : noise_on_integers M by split=> //; rewrite mixtureE /= ZP ZQ !mule1.
have E S : borel S -> (a + b) * mass M S = a * mass P S + b * mass Q S.
  move=> bS; rewrite {1}/mass mixtureE /= (massE NP bS) (massE NQ bS) /=.
  change ((a + b) * (p * mass P S + q * mass Q S) = a * mass P S + b * mass Q S).
  by rewrite /p /q; field; lra.
have MD : cheaper M D L.
  apply: cheaper_by_uppers => //; first by case: ND.
  apply: (tails_on_integers ZM ND w0 wi) => n ni n0 m mi m1 mw.
  have K := H n ni n0 m mi m1 mw; have T := E _ (borel_tail (m + n * w)).
  by apply: (Rmult_le_reg_l (a + b)) => //; rewrite T; exact: K.
apply: le_trans MD; rewrite /cheaper -(@lee_pmul2l _ (a + b)%:E)//; last by rewrite lte_fin; apply/RltP.
rewrite (expected_mixture NM NP NQ (Rlt_le _ _ ab) a0 b0 cL E).
have e0 := expected_ge0 C cL.
rewrite EFinD ge0_muleDl ?lee_fin; [|by apply/RleP|by apply/RleP].
by apply: lee_add; apply: lee_wpmul2l => //; rewrite lee_fin; apply/RleP.
Qed.
