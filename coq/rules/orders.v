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

(** Larger levels of two costs, larger expectation. *)
Lemma less_by_levels (P Q : law) L M : noise P -> noise Q -> cost L -> cost M ->
  (forall t, 0 <= t -> mass P (fun x => (t%:E < L x)%E) <= mass Q (fun x => (t%:E < M x)%E)) ->
  (expected P L <= expected Q M)%E.
Proof.
move=> NP NQ [mL L0 _ _] [mM M0 _ _] H; rewrite !layers//.
have bS N t : measurable_fun (setT : set line) (N : R -> extended) -> borel (fun x => (t%:E < N x)%E).
  by move=> mN; move: (emeasurable_fun_o_infty measurableT mN t%:E); rewrite setTI.
apply: ge0_le_integral => //; [exact: tails_measurable|exact: tails_measurable|].
move=> t _; rewrite /tails.
have [t0|t0] := Rle_dec 0 t; last first.
  have E N : (fun x => (0 <= t)%R /\ (t%:E < N x)%E) = (set0 : set line).
    by apply/seteqP; split=> x // [].
  by rewrite !E !measure0.
have E N : (fun x => (0 <= t)%R /\ (t%:E < N x)%E) = ((fun x => (t%:E < N x)%E) : set line).
  by apply/seteqP; split=> x [] //.
by rewrite !E !massE//; [rewrite lee_fin; apply/RleP; exact: H|exact: bS|exact: bS].
Qed.

Theorem larger_tails_at_places : rule_larger_tails_at_places.
Proof.
move=> P NP Q NQ p c v H p0 up c0 cup; rewrite /expectation_at_most; apply: le_trans.
have ZP : noise P by case: NP.
have pge x : 0 <= x -> 0 <= p x by move=> x0; rewrite -{1}p0; apply: (rises up) => //; exact: Rle_refl.
apply: less_by_levels => //; [apply: (@cost_formula (fun x => c (p x)))|exact: cost_formula|].
- by move=> x x0; apply: c0; exact: pge.
- by move=> x x0 h h0; apply: (rises cup); [exact: pge|exact: up].
move=> t t0.
pose U (x : R) : Prop := (t%:E < (c (p (Rabs x)))%:E)%E.
pose V (x : R) : Prop := (t%:E < (c (Rabs x))%:E)%E.
change (mass P U <= mass Q V).
have UE x : U x <-> t < c (p (Rabs x)) by rewrite /U lte_fin; split=> /RltP.
have VE x : V x <-> t < c (Rabs x) by rewrite /V lte_fin; split=> /RltP.
have bV : borel V.
  apply: borel_upper => x y /VE K xy; apply/VE; apply: Rlt_le_trans K _.
  by apply: (rises cup) => //; exact: Rabs_pos.
have bU : borel U.
  apply: borel_upper => x y /UE K xy; apply/UE; apply: Rlt_le_trans K _.
  by apply: (rises cup); [apply: pge|apply: (rises up) => //]; exact: Rabs_pos.
rewrite (mass_on_integers NP bU).
have bM : borel (meet U integer) by apply: measurableI => //; exact: borel_integer.
have whole x : integer x -> exists n, Rabs x = INR n.
  move=> [z E]; apply: integer_nat; last exact: Rabs_pos.
  by exists (Z.abs z); rewrite E abs_IZR.
have [[k K]|none] := pselect (exists k, t < c (p (INR k))); last first.
  have -> : meet U integer = (set0 : set line).
    apply/seteqP; split=> // x [/UE Ux /whole [n E]].
    by apply: none; exists n; rewrite -E.
  by rewrite {1}/mass measure0; exact: mass_ge0.
have ex : exists k, `[< t < c (p (INR k)) >] by exists k; apply/asboolP.
case: (ex_minnP ex) => n /asboolP nt least.
case: n nt least => [|n] nt least.
  have -> : V = (fun _ => True).
    apply/funext => x; apply/propext; split=> // _; apply/VE; apply: Rlt_le_trans nt _.
    by rewrite /= p0; apply: (rises cup); [exact: Rle_refl|exact: Rabs_pos].
  by rewrite (mass_whole NQ) -(mass_whole ZP); apply: mass_monotone => //; exact: measurableT.
apply: (@Rle_trans _ (mass P (tail (INR n.+1)))).
  apply: mass_monotone => //; first exact: borel_tail.
  move=> x [/UE Ux /whole [m E]]; apply/tailE; rewrite E in Ux *.
  by apply: le_INR; apply/ssrnat.leP; apply: least; apply/asboolP.
apply: (@Rle_trans _ (mass Q (tail (p (INR n.+1))))).
  apply: H; first exact: integer_INR.
  by rewrite S_INR; have := pos_INR n; lra.
apply: mass_monotone => //; first exact: borel_tail.
move=> x /tailE K'; apply/VE; apply: Rlt_le_trans nt _; apply: (rises cup) => //.
by apply: pge; exact: pos_INR.
Qed.

(** Tails up to a factor give the sets that hold all that is further out up to a factor. *)
Lemma upper_factor (P Q : law) k : noise P -> noise Q -> 0 <= k ->
  (forall r, 0 < r -> mass P (tail r) <= k * mass Q (tail r)) ->
  forall U, upper U -> ~ U 0 -> mass P U <= k * mass Q U.
Proof.
move=> NP NQ k0 H U upU no; have [all|none|[r r0 E]|[r r0 E]] := upper_cases upU.
- by case: no; exact: all.
- have -> : U = set0 by apply/seteqP; split=> x // /none.
  have Z (M : law) : mass M set0 = 0 by rewrite /mass measure0.
  by rewrite !Z; lra.
- have -> : U = tail r by apply/funext => x; apply/propext; rewrite E tailE.
  exact: H.
pose F n := tail (r + / INR n.+1).
have EU : U = fun x => exists n, F n x.
  apply/funext => x; apply/propext; rewrite E; split=> [L|[n /tailE L]]; last first.
    by have := small_gt0 n; lra.
  have [n L'] := @small (Rabs x - r) ltac:(lra).
  by exists n; apply/tailE; lra.
have bF n : borel (F n) by exact: borel_tail.
have up n x : F n x -> F n.+1 x.
  by move=> /tailE A; apply/tailE; have := small_falls n; lra.
apply: le_epsilon => e e0; have [n L] := mass_grows NP bF up e0; rewrite -EU in L.
have K : mass Q (F n) <= mass Q U.
  by apply: mass_monotone => //; [exact: borel_upper|move=> x Fx; rewrite EU; exists n].
have T := H (r + / INR n.+1) ltac:(have := small_gt0 n; lra).
rewrite -/(F n) in T; have := Rmult_le_compat_l k _ _ k0 K; lra.
Qed.

Theorem tails_up_to_a_factor : rule_tails_up_to_a_factor.
Proof.
move=> P NP Q NQ c k k0 v H c0 up; rewrite /expectation_at_most /expectation => V.
have from0 x : 0 <= x -> c 0 <= c x by move=> x0; apply: (rises up) => //; exact: Rle_refl.
pose M (x : R) : extended := (c (Rabs x) - c 0)%:E.
have cM : cost M.
  apply: (@cost_formula (fun x => c x - c 0)) => [x /from0 K|x x0 h h0].
    by change (0 <= c x - c 0); lra.
  by have K := up x x0 h h0; change (c x - c 0 <= c (x + h) - c 0); lra.
have [mM M0 _ _] := cM.
have split_ (A : law) : noise A ->
    (expected A (fun x => (c (Rabs x))%:E) = (c 0)%:E + expected A M)%E.
  move=> NA; rewrite /expected.
  have -> : (fun x => (c (Rabs x))%:E) = (fun x => (c 0)%:E + M x)%E :> (R -> extended).
    apply/funext => x; rewrite /M -EFinD; congr EFin.
    by change (c (Rabs x) = c 0 + (c (Rabs x) - c 0)); lra.
  rewrite ge0_integralD//; last 2 first.
  - by move=> x _; rewrite lee_fin; apply/RleP; apply: c0; exact: Rle_refl.
  - exact: measurable_fun_cst.
  by rewrite integral_cst// NA mule1.
rewrite (split_ P NP); rewrite (split_ Q NQ) in V.
have kE : (0%:E <= k%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have less : (expected P M <= k%:E * expected Q M)%E.
  rewrite !layers// -ge0_integralM_EFin//; last exact: tails_measurable.
  apply: ge0_le_integral => //; [exact: tails_measurable| | |].
  - by move=> t _; apply: mule_ge0 => //; exact: measure_ge0.
  - by apply: emeasurable_funM; [exact: measurable_fun_cst|exact: tails_measurable].
  move=> t _; rewrite /tails.
  have [t0|t0] := Rle_dec 0 t; last first.
    have -> : (fun x => (0 <= t)%R /\ (t%:E < M x)%E) = set0 by apply/seteqP; split=> x // [].
    by rewrite !measure0 mule0.
  have -> : (fun x => (0 <= t)%R /\ (t%:E < M x)%E) = (fun x => (t%:E < M x)%E).
    by apply/seteqP; split=> x [] //.
  have uM : upper (fun x => (t%:E < M x)%E) by exact: upper_levels.
  have bM := borel_upper uM.
  rewrite !massE// -EFinM lee_fin; apply/RleP; apply: upper_factor => //.
  rewrite /M Rabs_R0 lte_fin => /RltP K.
  by have L : t < c 0 - c 0 := K; lra.
have fin : expected Q M \is a fin_num.
  have : (0 <= expected Q M)%E by apply: integral_ge0.
  by move: V; case: (expected Q M) => [r|V _|//] //; rewrite /= leye_eq in V.
move: V less; rewrite -(fineK fin) -!EFinD -EFinM lee_fin => /RleP V /le_trans less.
set y := fine _ in V less.
have W : c 0 + y <= v := V.
apply: (@le_trans _ _ ((c 0)%:E + (k * y)%:E)%E).
  by apply: lee_add => //; apply: less.
rewrite -EFinD lee_fin; apply/RleP.
change (c 0 + k * y <= c 0 + k * (v - c 0)).
by have := Rmult_le_compat_l k y (v - c 0) k0 ltac:(lra); lra.
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
