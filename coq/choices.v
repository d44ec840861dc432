(** Numbers that a rule finds for all values of three or four variables, as coq/found.v has it for
    fewer. Beside a few proofs of steps, nothing rests on this file. *)
Require Import Reals.
From mathcomp.classical Require Import boolp.
From dpproofs Require Import calculus lemmas tactics found.
Open Scope R_scope.

Lemma found_3 (C : R -> R -> R -> Prop) (P : R -> R -> R -> R -> Prop) :
  (forall a b c, C a b c -> exists v, P a b c v) ->
  exists f : R -> R -> R -> R, forall a b c, C a b c -> P a b c (f a b c).
Proof.
  intros E.
  destruct (@choice R (R -> R -> R) (fun a f => forall b c, C a b c -> P a b c (f b c))) as [f F].
  - intros a. apply found_2. exact (E a).
  - exists f. exact F.
Qed.

Lemma found_4 (C : R -> R -> R -> R -> Prop) (P : R -> R -> R -> R -> R -> Prop) :
  (forall a b c d, C a b c d -> exists v, P a b c d v) ->
  exists f : R -> R -> R -> R -> R, forall a b c d, C a b c d -> P a b c d (f a b c d).
Proof.
  intros E.
  destruct (@choice R (R -> R -> R -> R)
    (fun a f => forall b c d, C a b c d -> P a b c d (f b c d))) as [f F].
  - intros a. apply found_3. exact (E a).
  - exists f. exact F.
Qed.
