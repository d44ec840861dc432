(** An expectation that is below a bound refutes that all noise is above it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  measure lebesgue_measure lebesgue_integral Rstruct.
Require Import Reals Lra.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics kinds sets events costs.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma below_not_at_least P c c' v w : expectation_below P c v -> expectation_at_least P c' w ->
  (forall x, 0 <= x -> c x = c' x) -> v <= w -> False.
Proof.
move=> B A E vw; have F : expectation P c = expectation P c'.
  by apply: eq_integral => x _; rewrite E//; exact: Rabs_pos.
have L : (expectation P c < expectation P c)%E.
  apply: (lt_le_trans B); rewrite F; apply: le_trans A.
  by rewrite lee_fin; apply/RleP.
by rewrite ltxx in L.
Qed.

Lemma ln_above x : 1 < x -> 0 < ln x.
Proof. by move=> H; rewrite -ln_1; apply: ln_increasing => //; lra. Qed.

Ltac logarithms := repeat match goal with
  | |- context [ln ?a] => fact (ln_above (x := a) ltac:(lra))
  end.

(** Noise at one point, where exponentials of logarithms are numbers. *)
Ltac same_number := first [by_identity | plain_goal; by_identity | plain_goal; logarithms; by_identity].

Ltac instance_of_noise F ::= match goal with
  | |- expectation_is _ _ _ => refine (expectation_as F _ _ _); [same_laws | reflexivity | same_number]
  | |- cheaper _ _ _ => refine (cheaper_as F _ _); same_laws
  | |- private _ _ _ _ => refine (private_as F _ _ _ _); [same_laws | same_number ..]
  end.

(** What a step says of noise is what the sentence asks of it. *)
Ltac as_shown F := first [exact F | instance_of_noise F].

(** What is expected, E, is less than all noise is said to have, K. *)
Ltac at_most_said := first
  [lra | apply Req_le; same_number | interval | open_powers; numerals; simpl; lra].

Ltac same_cost := intros; cbv beta; first [reflexivity | numerals; simpl; ring | same_number].

Ltac by_noise E K := cbv beta in E, K;
  refine (below_not_at_least E K _ _); [same_cost | at_most_said].
