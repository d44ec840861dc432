(** A finite divergence: where the second law has no mass, the first has none. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses sets losses weighted.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** What is below simple functions is below, measurable or not. *)
Lemma integral_le (P : law) (f g : line -> extended) : (forall x, (0%:E <= f x)%E) ->
  (forall x, (f x <= g x)%E) -> (\int[P]_x f x <= \int[P]_x g x)%E.
Proof.
move=> f0 fg; have g0 x : (0%:E <= g x)%E by exact: le_trans (f0 x) (fg x).
rewrite !ge0_integralTE//; apply: ub_ereal_sup => _ [h hf <-].
by apply: ereal_sup_ub; exists h => // x; exact: le_trans (hf x) (fg x).
Qed.

Lemma identity_at_infinity : continued (fun x => x) +oo%E = +oo%E.
Proof.
have L : is_lim (fun x : R => x) p_infty p_infty by exact: is_lim_id.
rewrite /= /limit_at; case: pselect => [found|none]; last by case: none; exists p_infty.
case: cid => v Lv /=; have K : is_lim (fun x : R => x) p_infty v := Lv.
by rewrite -(is_lim_unique _ _ _ K) (is_lim_unique _ _ _ L).
Qed.

Lemma ln_below (a b : R) : 0 < a -> 0 < b -> - ln (a / b) * a <= b.
Proof.
move=> a0 b0; have q : 0 < b / a by exact: Rdiv_lt_0_compat.
have -> : - ln (a / b) = ln (b / a).
  rewrite -ln_Rinv; last by exact: Rdiv_lt_0_compat.
  by congr ln; field; lra.
have L : ln (b / a) <= b / a.
  by have := exp_ineq1_le (ln (b / a)); rewrite exp_ln//; lra.
have := Rmult_le_compat_r a _ _ (Rlt_le _ _ a0) L.
by have -> : b / a * a = b by field; lra.
Qed.

Section Finite.
Variables (P Q mu : law) (f g : R -> R) (l : R -> extended) (d : R) (B : R -> Prop).
Hypotheses (NQ : noise Q) (bB : borel B).
Hypotheses (mf : measurable_fun (setT : set line) (f : line -> line))
  (mg : measurable_fun (setT : set line) (g : line -> line)).
Hypothesis fg0 : forall x, 0 <= f x /\ 0 <= g x.
Hypothesis dense : forall S, borel S -> P (S : set line) = (\int[mu]_(x in S) (f x)%:E)%E /\
  Q (moved S (- d) : set line) = (\int[mu]_(x in S) (g x)%:E)%E.
Hypothesis lE : forall x, l x = if pselect (g x = 0) then +oo%E
  else if pselect (f x = 0) then -oo%E else (ln (f x / g x))%:E.
Hypothesis none : mass Q (moved B (- d)) = 0.

Let h (x : line) : extended := continued (fun x => x) (0%:E + l x)%E.

Let mgE : measurable_fun (setT : set line) (fun x => (g x)%:E : extended).
Proof. exact/EFin_measurable_fun. Qed.

Let mfE : measurable_fun (setT : set line) (fun x => (f x)%:E : extended).
Proof. exact/EFin_measurable_fun. Qed.

Let g0 x : (0%:E <= (g x)%:E :> extended)%E.
Proof. by rewrite lee_fin; apply/RleP; case: (fg0 x). Qed.

Let zero : set line := fun x => g x = 0.

Let mzero : measurable zero.
Proof.
have -> : zero = setT `&` (g : line -> line) @^-1` [set (0 : line)] by apply/seteqP; split=> x; rewrite setTI.
exact: mg.
Qed.

Let infinite x : zero x -> h x = +oo%E.
Proof.
move=> gx; rewrite /h lE; case: pselect => //= _; exact: identity_at_infinity.
Qed.

Let finite x : g x <> 0 -> f x <> 0 -> h x = (ln (f x / g x))%:E.
Proof.
move=> gx fx; rewrite /h lE; case: (pselect (g x = 0)) => [//|ng].
by case: (pselect (f x = 0)) => [//|nf]; rewrite add0e.
Qed.

(** All mass that X has in B lies where g is 0. *)
Lemma rest : P (B `&` ~` zero : set line) = 0%E.
Proof.
have bM : borel (moved B (- d)) by exact: borel_moved.
have [_ Z] := dense bB; rewrite massE// none in Z.
have mB : measurable (B : set line) by exact: bB.
have mgB : measurable_fun (B : set line) (fun x => (g x)%:E : extended) by exact: measurable_funS mgE.
have Z' : (\int[mu]_(x in (B : set line)) `|(g x)%:E| = 0)%E.
  by rewrite [RHS]Z; apply: eq_integral => x _; rewrite gee0_abs.
have [N [mN N0 BN]] := (ae_eq_integral_abs mu mB mgB).1 Z'.
have bR : borel (B `&` ~` zero) by apply: measurableI => //; exact: measurableC.
have sub : (B `&` ~` zero : set line) `<=` N.
  by move=> x [Bx gx]; apply: BN => /= K; apply: gx; case: (K Bx).
have muR : mu (B `&` ~` zero : set line) = 0%E.
  by apply/eqP; rewrite eq_le measure_ge0 andbT -N0; apply: le_measure => //; rewrite inE.
have [-> _] := dense bR.
rewrite -[RHS](@integral_abs_eq0 _ _ _ mu setT (B `&` ~` zero) (fun x => (f x)%:E))//.
by apply: eq_integral => x _; rewrite gee0_abs// lee_fin; apply/RleP; case: (fg0 x).
Qed.

Lemma negative_part : (\int[P]_x (h^\- x) <= 1%:E)%E.
Proof.
rewrite ge0_integralTE; last by move=> x; exact: funeneg_ge0.
apply: ub_ereal_sup => _ [s sh <-]; rewrite -integralT_nnsfun.
have f0 : forall x : line, is_true (Order.le (GRing.zero (GRing.Ring.zmodType real_realType)) (f x)) by move=> x; apply/RleP; case: (fg0 x).
rewrite (@weighted_simple _ line real_realType P mu f mf f0); last by move=> S mS; case: (@dense S mS).
have -> : 1%:E = (\int[mu]_x (g x)%:E)%E.
  have [_ <-] := dense (measurableT : borel setT); rewrite -NQ; congr (Q _).
apply: ge0_le_integral => //.
- by move=> x _; rewrite mule_ge0// lee_fin.
- by apply: emeasurable_funM => //; exact/EFin_measurable_fun.
move=> x _; have [fx gx] := fg0 x; have s0 : 0 <= s x.
  by apply/RleP; exact: (@fun_ge0 _ _ s).
rewrite /= -EFinM lee_fin; apply/RleP; change (s x * f x <= g x).
have [fz|fz] := Req_dec (f x) 0; first by rewrite fz Rmult_0_r.
have := sh x; rewrite /funeneg; have [gz|gz] := Req_dec (g x) 0.
  rewrite infinite//= maxNye lee_fin => /RleP K; have {}K : s x <= 0 := K.
  have -> : s x = 0 by lra.
  by rewrite Rmult_0_l.
rewrite finite// => K.
have fp : 0 < f x by lra.
have gp : 0 < g x by lra.
have L := ln_below fp gp.
have [n|n] := Rle_dec (- ln (f x / g x)) 0.
  have {}K : s x <= 0.
    by apply/RleP; rewrite -lee_fin; apply: le_trans K _; rewrite le_maxl lexx andbT lee_fin; apply/RleP.
  have -> : s x = 0 by lra.
  by rewrite Rmult_0_l.
have {}K : s x <= - ln (f x / g x).
  apply/RleP; rewrite -lee_fin; apply: le_trans K _; rewrite le_maxl lexx/= lee_fin; apply/RleP.
  by change (0 <= - ln (f x / g x)); lra.
have := Rmult_le_compat_r (f x) _ _ (Rlt_le _ _ fp) K; lra.
Qed.

Lemma positive_part : P (B : set line) <> 0%E -> (\int[P]_x (h^\+ x) = +oo)%E.
Proof.
move=> PB; have mB : measurable (B : set line) by exact: bB.
have mC : measurable ((B : set line) `&` zero) by exact: (@measurableI _ line _ _ mB mzero).
have PC : P (B `&` zero : set line) != 0%E.
  apply/eqP => Z; apply: PB.
  have -> : (B : set line) = (B `&` zero) `|` (B `&` ~` zero) by rewrite -setIUr setUv setIT.
  have mR : measurable ((B : set line) `&` ~` zero).
    by apply: (@measurableI _ line _ _ mB); exact: measurableC.
  have apart : ((B : set line) `&` zero) `&` ((B : set line) `&` ~` zero) = set0.
    by rewrite setIACA setICr setI0.
  have Rest := rest; rewrite (measureU P mC mR apart); move: Z Rest => /= -> ->.
  by rewrite adde0.
apply/eqP; rewrite eq_le leey /=.
have <- : (\int[P]_(x in (B : set line) `&` zero) (cst +oo%E) x = +oo)%E.
  by rewrite integral_cst// gt0_mulye// lt0e PC measure_ge0.
rewrite integral_mkcond.
apply: integral_le => x; rewrite /patch; case: ifP => // xC.
- exact: leey.
- by move: xC; rewrite inE => -[_ gx]; rewrite /funepos infinite//= maxye.
- exact: funepos_ge0.
Qed.

Lemma no_mass v : (\int[P]_x h x <= v%:E)%E -> mass P B = 0.
Proof.
move=> H; apply: contrapT => m0.
have PB : P (B : set line) <> 0%E by move=> Z; apply: m0; rewrite /mass Z.
move: H; rewrite integralE positive_part//.
have := negative_part; case: (\int[P]_x _)%E => //.
Qed.
End Finite.

Theorem finite_divergence : rule_finite_divergence.
Proof.
move=> P NP Q NQ d v B bB [w [[l [[mu [f [g [mf mg fg0 dense lE]]]] ->]] H]] none.
have r1 : rounds 1 = 1%nat by rewrite /rounds (Int_part_IZR 1).
rewrite r1 /= in H.
exact: (@no_mass P Q mu f g l d B NQ bB mf mg fg0 dense lE none v H).
Qed.
