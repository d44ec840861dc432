(** Integrals with respect to a measure that has a density: the density is multiplied in. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Weighted.
Context d (T : measurableType d) (R : realType) (m n : {measure set T -> \bar R}).
Variable (f : T -> R).
Hypotheses (mf : measurable_fun setT f) (f0 : forall x, (0 <= f x)%R).
Hypothesis (H : forall S, measurable S -> m S = \int[n]_(x in S) (f x)%:E).

Let mfE : measurable_fun setT (fun x => (f x)%:E).
Proof. exact/EFin_measurable_fun. Qed.

Let fE0 x : 0 <= (f x)%:E.
Proof. by rewrite lee_fin. Qed.

Lemma weighted_simple (h : {nnsfun T >-> R}) :
  \int[m]_x (h x)%:E = \int[n]_x ((h x)%:E * (f x)%:E).
Proof.
under [LHS]eq_integral do rewrite fimfunE -fsumEFin//.
rewrite [LHS]ge0_integral_fsum//; last 2 first.
  - by move=> r; exact/EFin_measurable_fun/measurable_funrM/measurable_fun_indic.
  - by move=> r x _; rewrite EFinM nnfun_muleindic_ge0.
under [RHS]eq_integral.
  move=> x _; rewrite muleC fimfunE -fsumEFin// ge0_mule_fsumr; last first.
    by move=> r; rewrite EFinM nnfun_muleindic_ge0.
  over.
rewrite [RHS]ge0_integral_fsum//; last 2 first.
  - move=> r; apply: emeasurable_funM => //.
    exact/EFin_measurable_fun/measurable_funrM/measurable_fun_indic.
  - by move=> r x _; rewrite EFinM mule_ge0// nnfun_muleindic_ge0.
apply: eq_fsbigr => r _.
have mr : measurable (h @^-1` [set r]) by exact: measurable_sfunP.
rewrite integralM_indic_nnsfun// integral_indic// setIT H//.
rewrite -[h @^-1` [set r]]setTI integral_setI_indic// setTI.
have [r0|r0] := leP 0%R r.
  rewrite -ge0_integralM_EFin//; last 2 first.
  - by move=> x _; rewrite mule_ge0// lee_fin.
  - by apply: emeasurable_funM => //; exact/EFin_measurable_fun/measurable_fun_indic.
  by apply: eq_integral => x _; rewrite EFinM muleCA.
rewrite preimage_nnfun0// (eq_integral (cst 0)); last by move=> x _; rewrite indic0 mule0.
rewrite integral0 mule0; apply/esym.
rewrite (eq_integral (cst 0)) ?integral0// => x _.
by rewrite indic0 mulr0 mule0.
Qed.

Lemma weighted (g : T -> \bar R) : measurable_fun setT g -> (forall x, 0 <= g x) ->
  \int[m]_x g x = \int[n]_x (g x * (f x)%:E).
Proof.
move=> mg g0; have [h [nd hg]] := approximation measurableT mg (fun x _ => g0 x).
have up x : nondecreasing_seq (fun k => (h k x)%:E).
  by move=> a b /nd /lefP ab; rewrite lee_fin.
have mh k : measurable_fun setT (fun x => (h k x)%:E) by exact/EFin_measurable_fun.
have -> : \int[m]_x g x = lim (fun k => \int[m]_x (h k x)%:E).
  rewrite -monotone_convergence//=.
  - by apply: eq_integral => x _; apply/esym/cvg_lim => //; exact: hg.
  - by move=> k x _; rewrite lee_fin.
have -> : \int[n]_x (g x * (f x)%:E) = lim (fun k => \int[n]_x ((h k x)%:E * (f x)%:E)).
  rewrite -monotone_convergence//=.
  - apply: eq_integral => x _; apply/esym/cvg_lim => //.
    under eq_fun do rewrite muleC; rewrite muleC.
    by apply: cvgeMl => //; exact: hg.
  - by move=> k; apply: emeasurable_funM.
  - by move=> k x _; rewrite mule_ge0// lee_fin.
  - by move=> x _ a b ab; rewrite lee_wpmul2r//; exact: up.
by congr (lim _); apply/funext => k; rewrite weighted_simple.
Qed.

End Weighted.
