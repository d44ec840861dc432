(** Limits of quotients in which terms cancel, from what is left. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity.
Open Scope R_scope.

Lemma above_same (f g : R -> R) (a b v : R) : a < b -> (forall t, a < t -> t < b -> g t = f t) ->
  ex_derive g a -> g a = v -> filterlim f (after a) (locally v).
Proof.
  intros L E D <-. apply (filterlim_ext_loc g); [|now apply above_continuous].
  apply (near_above _ a b); [exact L|]. simpl. intros t A B. now apply E.
Qed.

Lemma below_same (f g : R -> R) (a b v : R) : a < b -> (forall t, a < t -> t < b -> g t = f t) ->
  ex_derive g b -> g b = v -> filterlim f (before b) (locally v).
Proof.
  intros L E D <-. apply (filterlim_ext_loc g); [|now apply below_continuous].
  apply (near_below _ a b); [exact L|]. simpl. intros t A B. now apply E.
Qed.

(** At infinity g is a function of 1 / w, where w grows. *)
Lemma far_same (f g w : R -> R) (a v : R) : grows (F := before p_infty) w ->
  (forall t, a < t -> g (/ w t) = f t) -> ex_derive g 0 -> g 0 = v ->
  filterlim f (before p_infty) (locally v).
Proof.
  intros W E D <-. apply (filterlim_ext_loc (fun t => g (/ w t))); [exists a; exact E|].
  eapply filterlim_comp; [apply (limit_over w), W|].
  now apply (ex_derive_continuous (V := R_NormedModule)).
Qed.

Ltac in_line := unfold limit_from_above, limit_from_below, Rbar_locally.

Ltac cancelled := intros; cbv beta; first [field; other_than_zero | by_identity].
Ltac left_over := [> cbv beta; eexists; derive | cbv beta; by_identity].

(** The function is g, where it has a value; g has one at the point as well. *)
Ltac by_cancelling g := in_line;
  match goal with
  | |- filterlim ?f (after (Finite ?p)) _ =>
    apply (above_same f g p (p + / 2)); [lra | cancelled | exponentials .. ]; left_over
  | |- filterlim ?f (before (Finite ?p)) _ =>
    apply (below_same f g (p - / 2) p); [lra | cancelled | exponentials .. ]; left_over
  end.

Tactic Notation "by_far_cancelling" constr(g) constr(w) ident(x) "(" tactic3(t) ")" := in_line;
  match goal with |- filterlim ?f _ _ => apply (far_same f g w 1) end;
  [ growing
  | let A := fresh in intros x A; cbv beta; t;
    repeat match goal with |- context [exp ?a] =>
      let E := fresh "E" in let P := fresh in
      assert (P : 1 < exp a) by (apply exp_above; first [lra | positive | nra]);
      set (E := exp a) in *; clearbody E end;
    cancelled
  | exponentials .. ]; left_over.
