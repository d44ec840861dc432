(** Masses that are dominated on all half-open intervals are dominated on all Borel sets. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts additive bridge.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Covers by blocks *)

Section Cover.
Variable Q : law.

Definition content (S : set (ocitv_type real_realType)) : extended := Q (S : set line).

Let content0 : content set0 = 0%E.
Proof. exact: measure0. Qed.

Let content_ge0 S : (0 <= content S)%E.
Proof. exact: measure_ge0. Qed.

Lemma ocitv_borel (S : set (ocitv_type real_realType)) : measurable S -> borel S.
Proof. exact: sub_sigma_algebra. Qed.

Let content_additive : semi_sigma_additive content.
Proof.
move=> F mF tF mU; apply: (@measure_semi_sigma_additive _ _ _ Q) => //.
- by move=> n; exact: ocitv_borel.
- exact: ocitv_borel.
Qed.

HB.instance Definition _ := isMeasure.Build _ _ _ content content0 content_ge0 content_additive.

Lemma same_sets_back : measurable_fun setT (id : line -> intervals).
Proof. by move=> _ S mS; rewrite setTI. Qed.

(** The mass of a Borel set is that of its best covers by countably many blocks. *)
Lemma covers (S : set line) : noise Q -> borel S -> Q S = mu_ext content S.
Proof.
move=> N bS.
pose Q' := [the {measure set intervals -> \bar real_realType} of pushforward Q same_sets_back].
have sf : sigma_finite (setT : set (ocitv_type real_realType)) content.
  have [F FT FF] := @hlength_sigma_finite real_realType; exists F => // k.
  have [mF _] := FF k; split=> //.
  by apply: le_lt_trans (mass_le1 N (ocitv_borel mF)) _; exact: ltry.
symmetry; apply: (@Hahn_ext_unique _ _ _ [the additive_measure _ _ of content] _ sf Q') => //.
exact: measure_sigma_sub_additive.
Qed.
End Cover.

(** ** From intervals to Borel sets *)

Section Dominated.
Variables (P Q : law) (c : R) (a b : Rbar).
Variables (NP : noise P) (NQ : noise Q) (c0 : 0 < c) (ab : Rbar_lt a b).
Variable H : forall x y : R, Rbar_lt a x -> x < y -> Rbar_lt y b ->
  mass P (block x y) <= c * mass Q (block x y).

Lemma empty_block x y : y <= x -> block x y = set0.
Proof.
by move=> yx; apply/seteqP; split=> z //; rewrite /block /open_closed /Rbar_lt /Rbar_le; lra.
Qed.

Lemma block_and (x y c' d t : R) :
  block (Rmax x c') (Rmin y d) t <-> block x y t /\ block c' d t.
Proof.
have := Rmax_l x c'; have := Rmax_r x c'; have := Rmin_l y d; have := Rmin_r y d.
rewrite /block /open_closed /Rbar_lt /Rbar_le => A B C D; split=> [|[[E F] [G I]]]; first by lra.
by split; [apply: Rmax_lub_lt|apply: Rmin_glb].
Qed.

Lemma block_meets (x y : R) :
  mass P (meet (block x y) (open_open a b)) <= c * mass Q (meet (block x y) (open_open a b)).
Proof.
pose F n := block (Rmax x (low a n)) (Rmin y (high b n)).
have bF n : borel (F n) by exact: borel_block.
have up n t : F n t -> F n.+1 t.
  have L := low_falls a (leqnSn n); have K := high_rises b (leqnSn n).
  move=> /block_and [A [B C]]; apply/block_and; split=> //; split.
    by apply: Rle_lt_trans L _; exact: B.
  by apply: Rle_trans K; exact: C.
have U : (fun t => exists n, F n t) = meet (block x y) (open_open a b).
  apply/funext => t; apply/propext; split=> [[n /block_and [A B]]|[A /(blocks_fill ab) [n B]]].
    by split=> //; apply: (block_inside (low_inside n ab) (high_inside n ab)).
  by exists n; apply/block_and; split=> //; exact: B.
apply: le_epsilon => e e0; have [n L] := mass_grows NP bF up e0; rewrite U in L.
have bM : borel (meet (block x y) (open_open a b)) by apply: measurableI; [exact: borel_block|exact: borel_open].
have sub : mass Q (F n) <= mass Q (meet (block x y) (open_open a b)).
  by apply: mass_monotone => // t Ft; rewrite -U; exists n.
have K : mass P (F n) <= c * mass Q (F n).
  have [le|lt] := Rle_lt_dec (Rmin y (high b n)) (Rmax x (low a n)).
    have Z (M : law) : mass M set0 = 0 by rewrite /mass measure0.
    by rewrite /F empty_block// !Z Rmult_0_r; exact: Rle_refl.
  apply: H => //.
    by apply: Rbar_lt_le_trans (low_inside n ab) _; exact: Rmax_r.
  by apply: Rbar_le_lt_trans (high_inside n ab); exact: Rmin_r.
have := Rmult_le_compat_l c _ _ (Rlt_le _ _ c0) sub; lra.
Qed.

Lemma dominated S : borel S ->
  mass P (meet S (open_open a b)) <= c * mass Q (meet S (open_open a b)).
Proof.
move=> bS; have bI := borel_open a b.
have bM : borel (meet S (open_open a b)) by exact: measurableI.
have i0 : 0 < / c by exact: Rinv_0_lt_compat.
have ci : c * / c = 1 by apply: Rinv_r; lra.
have cE : (0%:E <= c%:E :> extended)%E by rewrite lee_fin; apply/RleP; exact: Rlt_le.
pose m := / c * mass P (meet S (open_open a b)).
have cm : c * m = mass P (meet S (open_open a b)) by rewrite /m -Rmult_assoc ci Rmult_1_l.
suff : (m%:E <= Q (meet S (open_open a b)))%E.
  rewrite massE// lee_fin => /RleP K.
  by rewrite -cm; apply: Rmult_le_compat_l => //; lra.
rewrite (covers NQ bM); apply: lb_ereal_inf => _ [A [mA cA] <-].
have bA k : borel (A k) by exact: ocitv_borel.
have bAI k : borel (meet (A k) (open_open a b)) by exact: (measurableI _ _ (bA k) bI).
have step k : (P (meet (A k) (open_open a b)) <= c%:E * Q (A k))%E.
  have [[x y] _ E] := mA k.
  have -> : A k = block x y by rewrite -E block_itv.
  apply: (@le_trans _ _ (c%:E * Q (meet (block x y) (open_open a b)))%E); last first.
    apply: lee_wpmul2l => //; apply: le_measure; rewrite ?inE//; last by move=> t [].
      by apply: measurableI => //; exact: borel_block.
    exact: borel_block.
  have bB : borel (meet (block x y) (open_open a b)) by apply: measurableI => //; exact: borel_block.
  by rewrite !massE// -EFinM lee_fin; apply/RleP; exact: block_meets.
have : (P (meet S (open_open a b)) <= c%:E * \sum_(k <oo) Q (A k))%E.
  rewrite -nneseriesrM//.
  apply: (@le_trans _ _ (\sum_(k <oo) P (meet (A k) (open_open a b)))%E).
    apply: (@measure_sigma_sub_additive _ _ _ P) => // t [St It].
    by have [k _ Ak] := cA t (conj St It); exists k.
  by apply: lee_nneseries => // k _.
rewrite massE// -cm => K.
by rewrite -(@lee_pmul2l _ c%:E)// -?EFinM//; rewrite lte_fin; apply/RltP.
Qed.
End Dominated.

(** The law moved by a shift. *)
Definition moved_law (P : law) (s : R) : law :=
  [the {measure set line -> \bar real_realType} of pushforward P (move_measurable s)].

Lemma mass_moved_law (P : law) s S : mass (moved_law P s) S = mass P (moved S s).
Proof. by []. Qed.

Lemma noise_moved_law (P : law) s : noise P -> noise (moved_law P s).
Proof. by []. Qed.

Lemma domination_between (P : law) (c s : R) (a b : Rbar) : noise P -> 0 <= c -> Rbar_lt a b ->
  (forall x y : R, Rbar_lt a x -> x < y -> Rbar_lt y b ->
    mass P (block x y) <= c * mass P (moved (block x y) s)) ->
  forall S, borel S ->
    mass P (meet S (open_open a b)) <= c * mass P (moved (meet S (open_open a b)) s).
Proof.
move=> N c0 ab H S bS; have NQ := noise_moved_law s N.
have [cp|c00] := c0; first exact: (dominated N NQ cp ab H bS).
apply: le_epsilon => e e0.
have bM : borel (meet S (open_open a b)) by exact: (measurableI _ _ bS (borel_open a b)).
have K := @dominated P (moved_law P s) e a b N NQ e0 ab.
have : mass P (meet S (open_open a b)) <= e * mass P (moved (meet S (open_open a b)) s).
  apply: K bS => x y ax xy yb; have := H x y ax xy yb; rewrite -c00 mass_moved_law => L.
  have := mass_ge0 P (moved (block x y) s); have := Rmult_le_pos e (mass P (moved (block x y) s)).
  by lra.
have M : mass P (moved (meet S (open_open a b)) s) <= 1.
  rewrite -(mass_whole N); apply: mass_monotone => //; first exact: borel_moved.
  exact: measurableT.
have := Rmult_le_compat_l e _ _ (Rlt_le _ _ e0) M.
by rewrite -c00; lra.
Qed.

Theorem domination : rule_domination.
Proof.
split; last split; last split.
- move=> P N c c0 s lower upper lu H S bS.
  apply: (@domination_between P c s (Finite lower) (Finite upper)) => // x y /= ax xy yb.
  have -> : y = x + (y - x) by lra.
  by apply: H; lra.
- move=> P N c c0 s lower H S bS.
  apply: (@domination_between P c s (Finite lower) p_infty) => // x y /= ax xy yb.
  have -> : y = x + (y - x) by lra.
  by apply: H; lra.
- move=> P N c c0 s upper H S bS.
  apply: (@domination_between P c s m_infty (Finite upper)) => // x y /= ax xy yb.
  have -> : y = x + (y - x) by lra.
  by apply: H; lra.
- move=> P N c c0 s H S bS.
  apply: (@domination_between P c s m_infty p_infty) => // x y /= ax xy yb.
  have -> : y = x + (y - x) by lra.
  by apply: H; lra.
Qed.
