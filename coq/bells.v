(** Tactics for steps with values of the error function beside square roots, as of pi. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal cancelling strong errors.
Open Scope R_scope.

(** An equation of fractions in which the square of a square root is known. *)
Ltac with_roots := try fact PI_RGT_0; square_roots;
  first
  [ match goal with H : sqrt ?a * sqrt ?a = _ |- _ => field [H]; other_than_zero end
  | by_roots ].

(** What follows from a sum S of facts that is the difference. *)
Ltac by_difference S :=
  match type of S with
  | 0 < ?g => match goal with
    | |- ?a < ?b => apply Rminus_lt_0; replace (b - a) with g by with_roots; exact S
    | |- ?a <= ?b => apply Rminus_le_0; replace (b - a) with g by with_roots; apply Rlt_le; exact S
    end
  | 0 <= ?g => match goal with
    | |- ?a <= ?b => apply Rminus_le_0; replace (b - a) with g by with_roots; exact S
    end
  | ?g = 0 => match goal with
    | |- ?a = ?b => apply Rminus_diag_uniq; replace (a - b) with g by with_roots; exact S
    end
  end.

Ltac by_entailment S ::=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  same_arguments;
  first
  [ assumption | lra | by_difference S | by_one_side S | by_rest S
  | exponentials; first [lra | nra | by_rest S] ].

(** The value at the end of an interval, finite or not. *)
Ltac at_end ::=
  match goal with
  | |- filterlim ?f (after (Finite ?p)) _ => first
    [ apply (above_continuous f p); exponentials; eexists; derive | simpl; right_end ]
  | |- filterlim ?f (before (Finite ?p)) _ => apply (below_continuous f p); exponentials; eexists; derive
  | |- filterlim ?f (before p_infty) _ => first [solve [far_erf] | exponentials; far]
  end.

Ltac not_below ::= cbv beta; same_errors; tidy; first
  [ lra | match goal with |- 0 <= ?e => replace e with 0 by (field; other_than_zero); lra end ].
