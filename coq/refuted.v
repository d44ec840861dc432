(** Counterexamples to sentences with given objects, and with the error function. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas kinds tactics analysis infinity witnesses.
Open Scope R_scope.

(** What is chosen for a given object satisfies the hypotheses. *)
Ltac at_most := first [lra | interval | apply Req_le; by_identity].

Ltac as_chosen := first
  [ exact uniform_is_noise | exact coin_is_noise
  | apply uniform_private; at_most
  | apply coin_private; at_most
  | intros; cbv beta; first [lra | unfold Rdiv; ring]
  | as_defined ].

(** What is said of the error function fails at one point, H. *)
Ltac by_enclosure H := revert H; unfold erf; enclosed;
  first [apply Rlt_not_le; interval | apply Rle_not_lt; interval].
