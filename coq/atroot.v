(** Tactics for equations that hold at a root. Nothing here is trusted. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis.
Open Scope R_scope.

(** An equation of fractions, in which a power of the root is what it is equal to. *)
Ltac at_root := cbv beta; match goal with
  | E : ?x ^ ?n = ?a / ?c |- _ => let F := fresh in
    assert (F : c * x ^ n = a) by (rewrite E; field; other_than_zero);
    field [F]; other_than_zero
  | E : _ ^ _ = _ |- _ => field [E]; other_than_zero
  end.

(** An integral from the antiderivative F, of which the value is that at a root. *)
Ltac by_integral_at_root F := first
  [ by_integral F | eapply integral_value; [by_integral F | at_root] ].
