(** Lengths and integrals do not change when the line is moved. *)
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

(** ** Length *)

Definition move (d x : line) : line := x - d.

Lemma move_measurable d : measurable_fun (setT : set line) (move d).
Proof. by apply: measurable_funB; [exact: measurable_fun_id|exact: measurable_fun_cst]. Qed.

Lemma borel_moved S d : borel S -> borel (moved S d).
Proof. by move=> bS; rewrite /borel -(setTI (moved S d)); exact: (move_measurable d measurableT bS). Qed.

Lemma move_measurable_intervals d : measurable_fun (setT : set intervals) (move d : intervals -> intervals).
Proof. by move=> _ S mS; exact: (move_measurable d measurableT mS). Qed.

Lemma length_moved S d : borel S -> length (moved S d) = length S.
Proof.
move=> bS; symmetry.
pose mu := [the {measure set intervals -> \bar real_realType} of
  pushforward (@lebesgue_measure real_realType) (move_measurable_intervals d)].
apply: (@lebesgue_measure_unique real_realType mu) => //.
move=> X [[a b] _ <-] /=.
transitivity (length [set` Interval (BRight (a + d)) (BRight (b + d))]).
  rewrite length_itv !hlength_itv /= !lte_fin ltr_add2r.
  by case: ifP => // _; rewrite -!EFinB; congr EFin; change (b - a = b + d - (a + d)); lra.
rewrite /mu /= /pushforward /length /=; congr (lebesgue_measure _).
apply/seteqP; split=> x; rewrite /= !in_itv /= /move => /andP[/RltP A /RleP B]; apply/andP.
  have A' : a + d < x := A; have B' : x <= b + d := B.
  by split; [apply/RltP; change (a < x - d)|apply/RleP; change (x - d <= b)]; lra.
have A' : a < x - d := A; have B' : x - d <= b := B.
by split; [apply/RltP; change (a + d < x)|apply/RleP; change (x <= b + d)]; lra.
Qed.

(** ** Integrals *)

Lemma integral_moved (S : set line) (f : line -> extended) d : borel S ->
  measurable_fun (setT : set line) f -> (forall x, (0%:E <= f x)%E) ->
  (\int[length]_(x in moved S d) f x = \int[length]_(x in S) f (x + d)%R)%E.
Proof.
move=> bS mf f0.
have mS : measurable_fun (setT : set line) (fun x : line => x + d : line).
  by apply: measurable_funD; [exact: measurable_fun_id|exact: measurable_fun_cst].
have mg : measurable_fun (setT : set line) ((fun x => f (x + d)%R) \_ S).
  apply/(measurable_restrict _ bS) => //.
  by apply: (@measurable_funS _ _ _ _ setT) => //; exact: measurable_fun_comp mf mS.
have E := integral_pushforward (move_measurable d) length mg _.
rewrite [LHS]integral_mkcond [RHS]integral_mkcond.
transitivity (\int[length]_x (((fun x => f (x + d)%R) \_ S) \o move d) x)%E.
  apply: eq_integral => x _; rewrite /patch /= /move.
  have -> : (x - d \in S) = (x \in (moved S d : set line)) by [].
  by case: ifP => // _; congr f; change (x = x - d + d); lra.
rewrite -E; last by move=> y; apply: erestrict_ge0.
by apply: eq_measure_integral => A mA _; exact: length_moved.
Qed.
