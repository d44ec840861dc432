(** Tactics for what a definition says of its pieces. Nothing here is trusted. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity sets events costs.
From dpproofs Require Import pieces halves.
Open Scope R_scope.

Ltac in_range := first [assumption | lra | nra | condition].

(** The value at a place x >= 0 that lies in a piece. *)
Ltac in_piece x := defined_density; cbv zeta; rewrite ?(Rabs_pos_eq x) by in_range;
  which_piece; first [reflexivity | by_identity].

(** The same in the period k, of the width w. *)
Ltac in_period x k w := defined_density; cbv zeta; rewrite ?(Rabs_pos_eq x) by in_range;
  rewrite ?(@period_is w k x) by in_range; which_piece; first [reflexivity | by_identity].

Ltac at_the_mirror := defined_density; cbv zeta; rewrite ?Rabs_Ropp; reflexivity.

(** That noise is the noise with its density. *)
Ltac made_by_density := match goal with
  | H : context [with_density] |- _ => first [exact H | apply H; condition]
  end.

(** Exponentials are in the order of their exponents; with what two equations say, that may do. *)
Ltac ordered_exponents S := repeat match type of S with
  | context [exp ?a] => match type of S with context [exp ?b] =>
      tryif constr_eq a b then fail else fact (exp_increasing a b ltac:(solve [by_sign]))
    end
  end.

Ltac by_entailment S ::=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  same_arguments;
  first
  [ assumption | lra
  | match type of S with context [exp _] => idtac end;
    ordered_exponents S; exponentials_as_variables; by_rest S
  | match goal with E : ?g = 0 |- _ => match g with context [exp _] =>
      ordered_exponents E; exponentials_as_variables; by_rest E
    end end
  | by_rest S | exponentials; first [lra | nra | by_rest S]
  | exponentials; field_simplify_eq; [nra | other_than_zero]
  | open_powers; exponentials; first [lra | nra] ].

(** A density at its arguments is a function of the place only. *)
Ltac as_function f := tryif is_var f then idtac else
  let F := fresh "f" in set (F := f) in *; clearbody F.
