(** Tactics for noise on the integers: each piece of the masses from its sum. Nothing here is trusted. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity kinds masses sets events.
From dpproofs Require Import pieces halves points.
Open Scope R_scope.

(** What a noise on the integers is defined as. *)
Ltac defined_masses := match goal with
  | H : context [with_masses] |- _ => rewrite H by condition
  end.

(** The value of the masses at an integer x >= 0, of which is known in which piece it lies. *)
Ltac in_stretch := intros ? ? ?; intros; cbv beta; defined_density; cbv zeta;
  rewrite ?Rabs_pos_eq by lra; which_piece; first [reflexivity | by_identity].

Ltac in_stretch_of k w := intros x_ ? ?; intros; cbv beta; defined_density; cbv zeta;
  rewrite ?(Rabs_pos_eq x_) by lra;
  rewrite ?(@period_is w k x_) by (first [assumption | lra | condition]);
  which_piece; first [reflexivity | by_identity].

(** A stretch from its sum I. *)
Tactic Notation "stretch" constr(I) tactic3(on) := match type of I with
  | finite_sum ?g ?a ?c ?v =>
    refine (run_same (run_piece (h := _) (g := g) (a := a) (c := c) (b := c + 1) (v := v) _ I eq_refl) _ _ _);
    [ on | same_ends | same_ends | by_identity ]
  | infinite_sum ?g ?a ?v =>
    refine (run_same (run_tail (h := _) (g := g) (a := a) (v := v) _ I) _ _ _);
    [ on | same_ends | same_ends | by_identity ]
  end.

(** Two stretches as one. *)
Ltac stretched P Q := refine (run_same (run_join P Q) _ _ _); [reflexivity | reflexivity | by_identity].

(** ** The origin, which is on no side *)

Lemma power_0 x : power x 0 = 1.
Proof. exact (power_IZR x 0). Qed.

Lemma power_whole_0 x k : k = 0 -> power x k = 1.
Proof. intros ->. apply power_0. Qed.

Ltac at_origin := cbv beta; try defined_density; cbv zeta; rewrite ?Rabs_R0;
  repeat match goal with |- context [period_of ?w 0] =>
    rewrite (@period_is w 0 0) by (first [exact (integer_IZR 0) | lra | condition])
  end;
  which_piece; rewrite ?power_0; first [reflexivity | by_identity].
