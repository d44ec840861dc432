(** Tactics for masses of intervals that are values of the error function. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal.
Open Scope R_scope.

(** Values of the error function at equal places are one, those at opposite places are opposite. *)
Ltac same_errors := repeat match goal with
  | |- context [erf ?a] => rewrite (erf_origin a) by (solve [ring | field; other_than_zero])
  | |- context [erf ?a] => match goal with |- context [erf ?b] =>
      tryif constr_eq a b then fail else first
      [ replace (erf a) with (erf b) by (apply f_equal; solve [ring | field; other_than_zero])
      | replace (erf a) with (- erf b)
          by (rewrite <- erf_opp; apply f_equal; solve [ring | field; other_than_zero]) ]
    end
  end.

Ltac by_errors := cbv beta; same_errors; solve [ring | field; other_than_zero].

Ltac by_integral F ::= exponentials;
  match goal with
  | |- integral ?f (Finite ?a) (Finite ?b) _ =>
    eapply integral_value;
    [ apply (integral_of_continuous F f a b);
      [by_sign | inside | intros ? [? ?]; smooth | smooth | smooth]
    | first [by_errors | by_identity] ]
  end.

Ltac by_entailment S ::= same_arguments;
  first
  [ assumption | lra
  | match type of S with 0 < ?g => match goal with |- ?a <= ?b =>
      apply Rminus_le_0; replace (b - a) with g by by_errors; apply Rlt_le; exact S end end
  | by_rest S | exponentials; first [lra | nra | by_rest S]
  | exponentials; field_simplify_eq; [nra | other_than_zero] ].

Ltac not_below ::= cbv beta; same_errors; tidy; lra.
