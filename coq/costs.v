(** What is expected, with other bounds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  measure lebesgue_measure lebesgue_integral Rstruct.
Require Import Reals Lra.
From dpproofs Require Import calculus lemmas tactics kinds sets events.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma is_at_least P c v w : expectation_is P c v -> w <= v -> expectation_at_least P c w.
Proof. by move=> E L; rewrite /expectation_at_least E lee_fin; apply/RleP. Qed.

Lemma is_at_most P c v w : expectation_is P c v -> v <= w -> expectation_at_most P c w.
Proof. by move=> E L; rewrite /expectation_at_most E lee_fin; apply/RleP. Qed.

Lemma is_above P c v w : expectation_is P c v -> w < v -> expectation_above P c w.
Proof. by move=> E L; rewrite /expectation_above E lte_fin; apply/RltP. Qed.

Lemma is_below P c v w : expectation_is P c v -> v < w -> expectation_below P c w.
Proof. by move=> E L; rewrite /expectation_below E lte_fin; apply/RltP. Qed.

Lemma at_least_less P c v w : expectation_at_least P c v -> w <= v -> expectation_at_least P c w.
Proof. by move=> E L; apply: le_trans E; rewrite lee_fin; apply/RleP. Qed.

Lemma at_most_more P c v w : expectation_at_most P c v -> v <= w -> expectation_at_most P c w.
Proof. by move=> E L; apply: (le_trans E); rewrite lee_fin; apply/RleP. Qed.

Lemma at_least_above P c v w : expectation_at_least P c v -> w < v -> expectation_above P c w.
Proof. by move=> E L; apply: lt_le_trans E; rewrite lte_fin; apply/RltP. Qed.

Lemma at_most_below P c v w : expectation_at_most P c v -> v < w -> expectation_below P c w.
Proof. by move=> E L; apply: (le_lt_trans E); rewrite lte_fin; apply/RltP. Qed.

Lemma above_at_least P c v w : expectation_above P c v -> w <= v -> expectation_at_least P c w.
Proof. by move=> /ltW E; exact: at_least_less. Qed.

Lemma above_less P c v w : expectation_above P c v -> w <= v -> expectation_above P c w.
Proof. by move=> E L; apply: le_lt_trans E; rewrite lee_fin; apply/RleP. Qed.

(** ** The same of equal noise, with equal numbers *)

Lemma expectation_as P Q c c' v w : expectation_is P c v -> P = Q -> c = c' -> v = w ->
  expectation_is Q c' w.
Proof. by move=> E <- <- <-. Qed.

Lemma cheaper_as P Q P' Q' L : cheaper P Q L -> P = P' -> Q = Q' -> cheaper P' Q' L.
Proof. by move=> E <- <-. Qed.

Lemma private_as P Q e d s e' d' s' : private P e d s -> P = Q -> e = e' -> d = d' -> s = s' ->
  private Q e' d' s'.
Proof. by move=> E <- <- <- <-. Qed.

Ltac instance_of_noise F ::= match goal with
  | |- expectation_is _ _ _ => refine (expectation_as F _ _ _); [same_laws | reflexivity | by_identity]
  | |- cheaper _ _ _ => refine (cheaper_as F _ _); same_laws
  | |- private _ _ _ _ => refine (private_as F _ _ _ _); [same_laws | by_identity ..]
  end.

(** The bound between the values, from the fact B. *)
Ltac between_values B := first [exact B | lra | by_instance B].

Ltac weakened E B :=
  match goal with
  | |- expectation_at_least _ _ _ => first
    [ exact E | apply (is_at_least E) | apply (at_least_less E) | apply (above_at_least E) ]
  | |- expectation_at_most _ _ _ => first [exact E | apply (is_at_most E) | apply (at_most_more E)]
  | |- expectation_above _ _ _ => first
    [ exact E | apply (is_above E) | apply (at_least_above E) | apply (above_less E) ]
  | |- expectation_below _ _ _ => first [exact E | apply (is_below E) | apply (at_most_below E)]
  | |- expectation_is _ _ ?w => match type of E with
    expectation_is _ _ ?v => replace w with v by by_identity; exact E end
  end; between_values B.
