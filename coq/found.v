(** Numbers that a rule finds, for all values of the variables on which they depend: there is a
    function that has them as its values. Beside a few proofs of steps, nothing rests on this file. *)
Require Import Reals.
From mathcomp.classical Require Import boolp.
From dpproofs Require Import calculus lemmas tactics.
Open Scope R_scope.

Lemma found_0 (C : Prop) (P : R -> Prop) : (C -> exists v, P v) -> exists v, C -> P v.
Proof.
  intros E. destruct (Classical_Prop.classic C) as [H|N].
  - destruct (E H) as [v V]. exists v. intros _. exact V.
  - exists 0. intros H. destruct (N H).
Qed.

Lemma found_1 (C : R -> Prop) (P : R -> R -> Prop) :
  (forall a, C a -> exists v, P a v) -> exists f : R -> R, forall a, C a -> P a (f a).
Proof.
  intros E. destruct (@choice R R (fun a v => C a -> P a v)) as [f F].
  - intros a. apply found_0. exact (E a).
  - exists f. exact F.
Qed.

Lemma found_2 (C : R -> R -> Prop) (P : R -> R -> R -> Prop) :
  (forall a b, C a b -> exists v, P a b v) ->
  exists f : R -> R -> R, forall a b, C a b -> P a b (f a b).
Proof.
  intros E. destruct (@choice R (R -> R) (fun a f => forall b, C a b -> P a b (f b))) as [f F].
  - intros a. apply found_1. exact (E a).
  - exists f. exact F.
Qed.
