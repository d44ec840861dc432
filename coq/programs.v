(** Linear programs: the objective lies above its value by a sum of rows with weights. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics.
Open Scope R_scope.

Lemma weighed c x : 0 <= c -> 0 <= x -> 0 <= c * x.
Proof. apply Rmult_le_pos. Qed.

Lemma weighed_equation c x : x = 0 -> 0 <= c * x.
Proof. intros ->. rewrite Rmult_0_r. apply Rle_refl. Qed.

Ltac feasible_point := clear; repeat split; lra.

Ltac rows_signed := match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; rows_signed
  | H : ?x = 0 |- 0 <= ?c * ?x => exact (weighed_equation c x H)
  | H : 0 <= ?x |- 0 <= ?c * ?x => apply (weighed c x); [clear; lra | exact H]
  | H : 0 <= ?x |- 0 <= ?x => exact H
  | H : ?x = 0 |- 0 <= ?x => rewrite H; apply Rle_refl
  end.

Ltac by_rows s := match goal with |- ?v <= ?f =>
  apply Rminus_le_0; replace (f - v) with s by field; rows_signed end.
