(** Noise with a density exists where the density integrates to 1, with the atom. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Existence *)

Section Existence.
Variables (f : R -> R) (m : R).
Variable mf : measurable_fun (setT : set line) (f : line -> line).
Variable f0 : forall x, 0 <= f x.
Variable m0 : 0 <= m.
Variable bounded : (\int[length]_x (f x)%:E < +oo)%E.

Let mF : measurable_fun (setT : set line) (fun x => (f x)%:E : extended).
Proof. exact/EFin_measurable_fun. Qed.

Let F0 x : (0%:E <= (f x)%:E :> extended)%E.
Proof. by rewrite lee_fin; apply/RleP. Qed.

(** The mass that the density gives to a set. *)
Definition spread (S : set line) : extended := (\int[length]_(x in S) (f x)%:E)%E.

Let spread0 : spread set0 = 0%E.
Proof. exact: integral_set0. Qed.

Let spread_ge0 S : (0 <= spread S)%E.
Proof. by apply: integral_ge0 => x _; exact: F0. Qed.

Let spread_additive : semi_sigma_additive spread.
Proof.
move=> F bF tF bU; have fin : integrable length (\bigcup_n F n) (fun x => (f x)%:E).
  split; first by apply: (@measurable_funS _ _ _ _ setT).
  apply: le_lt_trans bounded; under eq_integral do rewrite (gee0_abs (F0 _)).
  by apply: subset_integral.
rewrite /spread ge0_integral_bigcup//.
by apply: is_cvg_nneseries => n _; exact: spread_ge0.
Qed.

HB.instance Definition _ := isMeasure.Build _ _ line spread spread0 spread_ge0 spread_additive.

Let m_nonneg : is_true (Order.le (0 : line) (m : line)).
Proof. exact/RleP. Qed.

Definition density_law : law := [the {measure set line -> \bar real_realType} of
  measure_add [the measure _ _ of spread]
    [the measure _ _ of mscale (NngNum m_nonneg) [the measure _ _ of @dirac _ line 0 real_realType]]].

Lemma density_law_has : has_density density_law f m.
Proof.
split=> // S bS; rewrite /density_law.
apply: etrans; first exact: measure_addE.
congr (_ + _)%E.
  rewrite /= /spread length_integral//.
  by apply: (@measurable_funS _ _ _ _ setT).
rewrite /= /mscale /= /atom_at diracE; case: pselect => S0.
  by rewrite mem_set// mule1.
by rewrite memNset// mule0.
Qed.

Lemma with_density_has : has_density (with_density f m) f m.
Proof.
rewrite /with_density /the_law; case: pselect => [found|none]; first exact: (svalP (cid found)).
by case: none; exists density_law; exact: density_law_has.
Qed.

Theorem density_exists : (spread setT + m%:E = 1%:E)%E -> noise (with_density f m).
Proof.
move=> one; have [_ _ _ E] := with_density_has.
rewrite /noise E; last exact: measurableT.
rewrite -one; congr (_ + _)%E.
  by rewrite /spread length_integral.
by rewrite /atom_at; case: pselect => // -[].
Qed.
End Existence.

(** What falls on both sides of the origin is measurable. *)
Lemma falling_measurable (f : R -> R) :
  (forall x y, Rabs x <= Rabs y -> f y <= f x) -> measurable_fun (setT : set line) (f : line -> line).
Proof.
move=> down; apply: (measurability (RGenInftyO.measurableE real_realType)).
move=> _ [_ [y ->] <-]; rewrite setTI; apply: borel_upper => x z.
rewrite /= !in_itv /= => /RltP xy xz; apply/RltP.
by apply: Rle_lt_trans xy; exact: down.
Qed.
