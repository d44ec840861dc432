(** Every kind of proposition about noise, privacy and cost is true of something and false of
    something. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From dpproofs Require Import calculus kinds masses.

Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** All of the mass at a. *)
Definition point (a : R) : law :=
  [the {measure set line -> \bar real_realType} of @dirac _ line a real_realType].

Lemma point_in a (S : R -> Prop) : S a -> point a S = 1%:E.
Proof. by move=> Sa; rewrite /point /= diracE mem_set. Qed.

Lemma point_out a (S : R -> Prop) : ~ S a -> point a S = 0%:E.
Proof. by move=> Sa; rewrite /point /= diracE memNset. Qed.

Lemma mass_in a (S : R -> Prop) : S a -> mass (point a) S = 1.
Proof. by move=> Sa; rewrite /mass point_in. Qed.

Lemma mass_out a (S : R -> Prop) : ~ S a -> mass (point a) S = 0.
Proof. by move=> Sa; rewrite /mass point_out. Qed.

Lemma mass_bounds a (S : R -> Prop) : 0 <= mass (point a) S <= 1.
Proof. have [Sa|Sa] := pselect (S a); [rewrite mass_in|rewrite mass_out] => //; lra. Qed.

Lemma borel_point a : borel (fun x => x = a).
Proof. exact: measurable_set1. Qed.

(** ** Noise *)

Example noise_yes a : noise (point a).
Proof. exact: point_in. Qed.

Example noise_no : ~ noise nothing.
Proof. by rewrite /noise /nothing /= /mzero => -[] /esym /R1_neq_R0. Qed.

Example integers_yes : noise_on_integers (point 0).
Proof. split; [exact: noise_yes|apply: point_in; by exists 0%Z]. Qed.

Example integers_no : ~ noise_on_integers (point (1 / 2)).
Proof.
move=> [_]; rewrite point_out => [[] /esym /R1_neq_R0 //|[z zE]].
have lo : (IZR 0 < IZR z) by lra.
have hi : (IZR z < IZR 1) by lra.
move: lo hi => /lt_IZR lo /lt_IZR hi; lia.
Qed.

(** ** Privacy *)

Example private_yes a : private (point a) 0 1 1.
Proof.
move=> S d _ _; rewrite exp_0.
have := mass_bounds a S; have := mass_bounds a (moved S d); lra.
Qed.

(** The set {0} and the shift 1 show it. *)
Example private_no : ~ private (point 0) 5 (1 / 2) 1.
Proof.
move=> /(_ (fun x => x = 0) 1 (borel_point 0)).
rewrite Rabs_R1 => /(_ (Rle_refl 1)); rewrite mass_in// mass_out; first lra.
by rewrite /moved; lra.
Qed.

Example private_on_integers_yes a : private_on_integers (point a) 0 1 1.
Proof. by move=> S d bS _ dl; apply: private_yes. Qed.

Example private_on_integers_no : ~ private_on_integers (point 0) 5 (1 / 2) 1.
Proof.
move=> /(_ (fun x => x = 0) 1 (borel_point 0)).
have i1 : integer 1 by exists 1%Z.
rewrite Rabs_R1 => /(_ i1 (Rle_refl 1)); rewrite mass_in// mass_out; first lra.
by rewrite /moved; lra.
Qed.

(** Half an integer is no shift of noise on the integers. *)
Example shifts_are_integers : private_on_integers (point 0) 0 0 (1 / 2).
Proof.
move=> S d _ [z ->] dl.
have -> : z = 0%Z.
  move: dl; rewrite -abs_IZR => dl.
  have /lt_IZR : (IZR (Z.abs z) < IZR 1) by lra.
  by lia.
rewrite exp_0; have -> : moved S 0 = S by apply/funext => x; rewrite /moved Rminus_0_r.
lra.
Qed.

Example even_yes : even (point 0).
Proof.
move=> S _; have [Sa|Sa] := pselect (S 0).
  by rewrite !mass_in// /mirror Ropp_0.
by rewrite !mass_out// /mirror Ropp_0.
Qed.

Example even_no : ~ even (point 1).
Proof.
move=> /(_ (fun x => x = 1) (borel_point 1)).
rewrite mass_out => [|]; last by rewrite /mirror; lra.
by rewrite mass_in//; lra.
Qed.

(** ** Costs *)

Definition size : R -> extended := fun x => (Rabs x)%:E.

Lemma continuous_abs : continuous (Rabs : line -> line).
Proof.
by move=> x; apply/continuity_pt_cvg; apply: Rcontinuity_abs.
Qed.

Example cost_yes : cost size.
Proof.
split.
- apply/EFin_measurable_fun; apply: continuous_measurable_fun; exact: continuous_abs.
- by move=> x; rewrite lee_fin; apply/RleP; apply: Rabs_pos.
- by move=> x; rewrite /size Rabs_Ropp.
- move=> x y x0 xy; rewrite lee_fin; apply/RleP; rewrite !Rabs_pos_eq; lra.
Qed.

Example cost_no : ~ cost (fun x => x%:E).
Proof.
move=> [_ L0 _ _]; have := L0 (-1); rewrite lee_fin => /RleP H.
have K : Rle 0 (-1) := H; lra.
Qed.

Lemma expected_point a L : cost L -> expected (point a) L = L a.
Proof.
move=> [mL L0 _ _]; rewrite /expected /point /=.
rewrite integral_dirac//=; first by rewrite indicE mem_setT mul1e.
Qed.

Example cheaper_yes : cheaper (point 1) (point 2) size.
Proof.
rewrite /cheaper !expected_point; try exact: cost_yes.
rewrite lee_fin; apply/RleP; rewrite !Rabs_pos_eq; lra.
Qed.

Example cheaper_no : ~ cheaper (point 2) (point 1) size.
Proof.
rewrite /cheaper !expected_point; try exact: cost_yes.
rewrite lee_fin => /RleP; rewrite !Rabs_pos_eq; lra.
Qed.

Lemma expectation_point a : expectation (point a) (fun x => x) = (Rabs a)%:E.
Proof. exact: expected_point cost_yes. Qed.

Example expectation_yes : expectation_is (point 2) (fun x => x) 2.
Proof. by rewrite /expectation_is expectation_point Rabs_pos_eq//; lra. Qed.

Example expectation_no : ~ expectation_is (point 2) (fun x => x) 3.
Proof. rewrite /expectation_is expectation_point Rabs_pos_eq; last lra; by move=> [] /eq_IZR. Qed.

(** ** Noise with a density or with masses *)

Lemma no_atom a S : atom_at a 0 S = 0%E.
Proof. by rewrite /atom_at; case: (pselect (S a)). Qed.

Lemma whole_atom a m : atom_at a m setT = m%:E.
Proof. by rewrite /atom_at; destruct (pselect _) as [|none]; last by case: none. Qed.

(** The uniform density on [0, 1]. *)
Definition uniform : R -> R := \1_(`[0%R, 1%R]%classic : set line).

Definition length (S : set line) : \bar real_realType := lebesgue_measure (S `&` `[0%R, 1%R]%classic).

Let unit_borel : measurable (`[0%R, 1%R]%classic : set line).
Proof. exact: measurable_itv. Qed.

Let length0 : length set0 = 0%E.
Proof. by rewrite /length set0I measure0. Qed.

Let length_ge0 S : (0 <= length S)%E.
Proof. exact: measure_ge0. Qed.

Let length_additive : semi_sigma_additive length.
Proof.
move=> F mF tF mU; rewrite /length setI_bigcupl.
apply: (@measure_sigma_additive _ _ _ (@lebesgue_measure real_realType)).
  by move=> i; apply: measurableI; [exact: (mF i)|exact: unit_borel].
apply/trivIsetP => i j _ _ ij; move/trivIsetP : tF => /(_ i j Logic.I Logic.I ij).
by rewrite setIACA => ->; rewrite set0I.
Qed.

HB.instance Definition _ := isMeasure.Build _ _ _ length length0 length_ge0 length_additive.

Definition uniform_law : law := [the {measure set line -> \bar real_realType} of length].

Lemma uniform_density : has_density uniform_law uniform 0.
Proof.
split.
- by rewrite /uniform; exact: (@measurable_fun_indic _ line real_realType setT _ unit_borel).
- by move=> x; rewrite /uniform indicE; apply/RleP; exact: ler0n.
- exact: Rle_refl.
- move=> S bS; rewrite /uniform no_atom adde0 integral_indic; last exact: unit_borel.
    by rewrite setIC.
  exact: bS.
Qed.

Lemma the_law_is (A : law -> Prop) P : A P -> A (the_law A).
Proof.
move=> AP; rewrite /the_law; case: (pselect (exists Q, A Q)) => [found|none].
  by case: (cid found).
by case: none; exists P.
Qed.

Lemma density_total f m P : has_density P f m ->
  with_density f m setT = P setT.
Proof.
move=> D; have [_ _ _ E] := @the_law_is (fun P => has_density P f m) P D.
by have [_ _ _ F] := D; rewrite /with_density E ?F//; exact: measurableT.
Qed.

Example density_yes : noise (with_density uniform 0).
Proof.
rewrite /noise (density_total uniform_density) /uniform_law /= /length setTI.
by rewrite lebesgue_measure_itv hlength_itv /= lte_fin ltr01 sube0.
Qed.

(** A density that adds up to 0, and one that is negative. *)
Example density_no : ~ noise (with_density (fun _ => 0) 0).
Proof.
rewrite /noise /with_density /the_law; case: (pselect (exists P, _)) => [found|_]; last exact: noise_no.
have [_ _ _ E] := svalP (cid found).
rewrite E; last exact: measurableT.
rewrite integral0 add0e no_atom => -[] /esym; exact: R1_neq_R0.
Qed.

Example negative_density_no : ~ noise (with_density (fun _ => -1) 0).
Proof.
rewrite /noise /with_density /the_law; case: (pselect (exists P, _)) => [found|_]; last exact: noise_no.
by have [_ /(_ 0)] := svalP (cid found); lra.
Qed.

(** All of the mass at 0. *)
Definition origin (i : R) : R := if Req_EM_T i 0 then 1 else 0.

Lemma origin_0 : origin 0 = 1.
Proof. by rewrite /origin; destruct (Req_EM_T 0 0). Qed.

Lemma origin_other i : i <> 0 -> origin i = 0.
Proof. by rewrite /origin; destruct (Req_EM_T i 0). Qed.

Lemma origin_ge0 i : 0 <= origin i.
Proof. by rewrite /origin; destruct (Req_EM_T i 0); [exact: Rle_0_1|exact: Rle_refl]. Qed.

Lemma point_masses : has_masses (point 0) origin.
Proof.
split => [i _|S bS]; first exact: origin_ge0.
have [S0|S0] := pselect (S 0); last first.
  rewrite point_out// esum1// => i [_ Si].
  by rewrite origin_other// => i0; apply: S0; rewrite -i0.
rewrite point_in// (esumID [set (0 : line)]); last first.
  by move=> i _; rewrite lee_fin; apply/RleP; exact: origin_ge0.
rewrite (_ : [set _ | _] `&` [set _] = [set (0 : line)]); last first.
  by apply/seteqP; split=> [i [_ ->] //|i ->]; split=> //; split=> //; exists 0%Z.
rewrite esum_set1; last by rewrite lee_fin; apply/RleP; exact: origin_ge0.
rewrite [X in (_ + X)%E]esum1 ?adde0; first by rewrite origin_0.
by move=> i [_ /= i0]; rewrite origin_other.
Qed.

Example masses_yes : noise_on_integers (with_masses origin).
Proof.
have [_ E] := @the_law_is (fun P => has_masses P origin) _ point_masses.
have K S : borel S -> with_masses origin S = point 0 S.
  by move=> bS; rewrite /with_masses E//; have [_ ->] := point_masses.
split; first by rewrite /noise K; [exact: point_in|exact: measurableT].
rewrite K; first by apply: point_in; exists 0%Z.
exact: borel_integer.
Qed.

Example masses_no : ~ noise_on_integers (with_masses (fun _ => 0)).
Proof.
rewrite /noise_on_integers /noise /with_masses /the_law.
case: (pselect (exists P, _)) => [found|_]; last by case=> /noise_no.
have [_ E] := svalP (cid found); case=> N _; move: N.
rewrite E; last exact: measurableT.
rewrite esum1// => -[] /esym; exact: R1_neq_R0.
Qed.
