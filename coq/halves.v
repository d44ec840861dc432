(** Tactics for noise that has a density: each piece of a half line from its integral. *)
Require Import Reals ZArith List Lra Psatz Classical.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis infinity kinds masses sets events pieces.
Open Scope R_scope.

(** What a noise and a density are defined as. *)
Ltac defined_noise := match goal with
  | H : context [with_density] |- _ => rewrite H by condition
  end.

Ltac defined_density := match goal with
  | H : context [Rabs] |- _ => rewrite !H by condition
  end.

Ltac even_density := intros; defined_density; cbv zeta; rewrite Rabs_Rabsolu; reflexivity.

(** The value of a density at a place x >= 0, of which is known in which piece it lies. *)
Ltac which_piece := repeat match goal with
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b); try (exfalso; lra)
  end.

Ltac on_piece := intros ? ? ?; ends_in_all; cbv beta; defined_density; cbv zeta;
  rewrite ?Rabs_pos_eq by lra; which_piece; first [reflexivity | by_identity].

Ltac on_period k w := intros x_ ? ?; ends_in_all; cbv beta; defined_density; cbv zeta;
  rewrite ?(Rabs_pos_eq x_) by lra;
  rewrite ?(@period_is w k x_) by (first [assumption | lra | condition]);
  which_piece; first [reflexivity | by_identity].

Ltac same_ends := match goal with
  | |- Finite _ = Finite _ => apply f_equal; by_identity
  | |- _ => reflexivity
  end.

(** A piece from its integral I, between ends a and b. *)
Tactic Notation "piece" constr(I) tactic3(on) := match type of I with
  | integral ?g ?a ?b ?v =>
    refine (part_same (a := a) (b := b) (v := v) (part_piece (g := g) _ _ I) _ _ _);
    [ on | intros; ends_in_all; smooth | same_ends | same_ends | by_identity ]
  end.

Ltac in_between := simpl; first [exact I | lra | condition].

(** Two pieces as one. *)
Ltac joined P Q := refine (part_same (part_join _ _ P Q) _ _ _);
  [in_between | in_between | reflexivity | reflexivity | by_identity].
