(** The expectation under a density is an integral with it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations existence.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Expectations *)

Lemma point_length r : length [set r] = 0%E.
Proof. exact: lebesgue_measure_set1. Qed.

(** The expectation is the integral with the density, and the atom's share. *)
Theorem density_expectation (P : law) f m (h : R -> R) : noise P -> has_density P f m ->
  measurable_fun (setT : set line) (h : line -> line) -> (forall x, 0 <= h x) ->
  (\int[P]_x (h x)%:E = \int[length]_x (f x * h x)%R%:E + (m * h 0)%R%:E)%E.
Proof.
move=> N [mf f0 m0 E] mh h0.
have mH : measurable_fun (setT : set line) (fun x => (h x)%:E : extended) by apply/EFin_measurable_fun.
have mF : measurable_fun (setT : set line) (fun x => (f x)%:E : extended) by apply/EFin_measurable_fun.
have H0 x : (0%:E <= (h x)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have F0 x : (0%:E <= (f x)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
pose A := under (fun x => (h x)%:E).
have mA : measurable A by exact: under_measurable.
pose k (z : line * line) : extended := ((f z.1)%:E * (\1_A z)%:E)%E.
have I0 z : (0%:E <= (\1_A z : line)%:E :> extended)%E by rewrite lee_fin.
have mI : measurable_fun (setT : set (line * line)) (\1_A : line * line -> line).
  exact: measurable_fun_indic.
have mk : measurable_fun (setT : set (line * line)) k.
  apply: emeasurable_funM; last exact/EFin_measurable_fun.
  have : measurable_fun (setT : set (line * line)) (@id (line * line)) by exact: measurable_fun_id.
  by move=> /prod_measurable_funP [m1 _]; exact: (measurable_fun_comp mF m1).
have k0 z : (0%:E <= k z)%E by exact: mule_ge0.
have S := length_sigma_finite.
have L x : fubini_F length k x = (f x * h x)%R%:E.
  have mx : measurable_fun (setT : set line) (fun y => (\1_A (x, y) : line)%:E : extended).
    by apply/EFin_measurable_fun; exact: (measurable_fun_prod1 x mI).
  have fx : is_true (Order.le (0 : line) (f x : line)) by apply/RleP.
  transitivity ((f x)%:E * \int[length]_y (\1_A (x, y) : line)%:E)%E.
    exact: (@ge0_integralM_EFin _ line _ length setT measurableT _ (fun y _ => I0 (x, y)) mx (f x) fx).
  rewrite EFinM; congr (_ * _)%E.
  transitivity (\int[length]_y (\1_(xsection A x) y : line)%:E)%E.
    by apply: eq_integral => y _; rewrite !indicE mem_xsection.
  have mx2 : measurable (xsection A x) by exact: (measurable_xsection real_realType).
  rewrite (@integral_indic _ line _ length setT measurableT _ mx2) setIT.
  by rewrite under_xsection; exact: length_below.
have G t : fubini_G length k t = (\int[length]_(x in ysection A t) (f x)%:E)%E.
  rewrite /fubini_G /k /= [RHS]integral_mkcond; apply: eq_integral => x _.
  by rewrite /patch indicE mem_ysection; case: ifP => _; rewrite ?mule1 ?mule0.
rewrite -/(expected P (fun x => (h x)%:E)) (layers N mH H0).
pose at0 := [set t : line | 0 <= t /\ (t%:E < (h 0)%:E)%E].
have mB : measurable at0.
  by have := @measurable_xsection _ _ line line real_realType A (0 : line) mA; rewrite under_xsection.
have mJ : measurable_fun (setT : set line) (fun t => (\1_at0 t : line)%:E : extended).
  by apply/EFin_measurable_fun; exact: measurable_fun_indic.
have J0 t : (0%:E <= (\1_at0 t : line)%:E :> extended)%E by rewrite lee_fin.
have mE : (0%:E <= m%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have tailE t : (tails P (fun x => (h x)%:E) t = fubini_G length k t + m%:E * (\1_at0 t : line)%:E)%E.
  have bS : borel (ysection A t) by exact: (measurable_ysection real_realType).
  have SE : ysection A t = (fun x => 0 <= t /\ (t%:E < (h x)%:E)%E) by exact: under_ysection.
  have mFS : measurable_fun (ysection A t) (fun x => (f x)%:E : extended).
    exact: (measurable_funS measurableT (fun _ _ => Logic.I) mF).
  rewrite G; transitivity (P (ysection A t)); first by rewrite SE.
  rewrite (E _ bS) (length_integral bS mFS (fun x _ => F0 x)).
  congr (_ + _)%E; rewrite /atom_at indicE SE.
  by case: pselect => K; [rewrite (mem_set (A := at0))// mule1|rewrite (memNset (A := at0))// mule0].
transitivity (\int[length]_t (fubini_G length k t + m%:E * (\1_at0 t : line)%:E))%E.
  by apply: eq_integral => t _; exact: tailE.
have mG : measurable_fun (setT : set line) (fubini_G length k : line -> extended).
  exact: (@measurable_fun_fubini_tonelli_G _ _ line line _ length S k mk k0).
have G0 t : (0%:E <= fubini_G length k t)%E by apply: integral_ge0 => x _; exact: k0.
have mM : measurable_fun (setT : set line) (fun t => (m%:E * (\1_at0 t : line)%:E)%E).
  by apply: emeasurable_funM => //; exact: measurable_fun_cst.
rewrite (@ge0_integralD _ line _ length setT measurableT _ _ (fun t _ => G0 t) mG
  (fun t _ => mule_ge0 mE (J0 t)) mM).
congr (_ + _)%E.
  have T1 := @fubini_tonelli1 _ _ line line _ length length S k mk k0.
  have T2 := @fubini_tonelli2 _ _ line line _ length length S S k mk k0.
  by apply: etrans (etrans (esym T2) T1) _; apply: eq_integral => x _; exact: L.
have mr : is_true (Order.le (0 : line) (m : line)) by apply/RleP.
rewrite (@ge0_integralM_EFin _ line _ length setT measurableT _ (fun t _ => J0 t) mJ m mr).
rewrite (@integral_indic _ line _ length setT measurableT _ mB) setIT EFinM; congr (_ * _)%E.
exact: length_below.
Qed.
