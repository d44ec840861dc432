(** Inequalities over a box of which both sides move: it is their difference that has a sign. *)
Require Import Reals Lra.
From Interval Require Import Tactic.
From dpproofs Require Import tactics infinity.
Open Scope R_scope.

Ltac by_region_1 x ::= first
  [ interval
  | apply Rminus_gt_0_lt; interval with (i_bisect x, i_depth 16)
  | apply Rminus_gt_0_lt; interval with (i_bisect x, i_taylor x, i_depth 20)
  | interval with (i_bisect x, i_depth 14) | interval with (i_bisect x, i_taylor x, i_depth 20)
  | interval with (i_bisect x, i_prec 90, i_depth 22) ].
