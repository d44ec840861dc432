(** Functions of many arguments: their values at equal places are one. *)
Require Import Reals Lra Psatz.
From dpproofs Require Import calculus lemmas tactics.
Open Scope R_scope.

(** What holds for all numbers has been used where it is needed. *)
Ltac without_rules := repeat match goal with
  | H : ?T |- _ => match type of T with Prop => match T with forall _ : R, _ => clear H end end
  end.

(** Products of powers of one base are a power of it. *)
Ltac by_opened_powers :=
  unfold Rdiv, Rminus;
  repeat first
  [ rewrite power_1 | rewrite power_0 | rewrite power_minus_1
  | rewrite power_plus by assumption | rewrite power_opp by assumption ];
  field; repeat split; apply Rgt_not_eq; try apply power_gt_0; assumption.

Ltac same_place L a b ::=
  tryif constr_eq a b then fail else
  let E := fresh in assert (E : a = b) by first
    [ ring | field; other_than_zero
    | match goal with |- context [power _ _] => by_opened_powers end ];
  replace (L a) with (L b) in * by (now rewrite E); clear E.

Ltac same_arguments ::= without_rules; repeat match goal with
  | L : R -> _ |- _ => match goal with
    | _ : context [L ?a] |- context [L ?b] => same_place L a b
    | _ : context [L ?a], _ : context [L ?b] |- _ => same_place L a b
    end
  | L : R -> R -> _ |- _ => match goal with
    | _ : context [L ?u ?a] |- context [L ?u ?b] => same_place (L u) a b
    | _ : context [L ?u ?a], _ : context [L ?u ?b] |- _ => same_place (L u) a b
    end
  | L : R -> R -> R -> _ |- _ => match goal with
    | _ : context [L ?u ?v ?a] |- context [L ?u ?v ?b] => same_place (L u v) a b
    | _ : context [L ?u ?v ?a], _ : context [L ?u ?v ?b] |- _ => same_place (L u v) a b
    end
  | L : R -> R -> R -> R -> _ |- _ => match goal with
    | _ : context [L ?u ?v ?w ?a] |- context [L ?u ?v ?w ?b] => same_place (L u v w) a b
    | _ : context [L ?u ?v ?w ?a], _ : context [L ?u ?v ?w ?b] |- _ => same_place (L u v w) a b
    end
  | L : R -> R -> R -> R -> R -> _ |- _ => match goal with
    | _ : context [L ?u ?v ?w ?y ?a] |- context [L ?u ?v ?w ?y ?b] => same_place (L u v w y) a b
    | _ : context [L ?u ?v ?w ?y ?a], _ : context [L ?u ?v ?w ?y ?b] |- _ =>
      same_place (L u v w y) a b
    end
  end.
