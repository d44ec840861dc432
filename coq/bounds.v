(** A bound that holds exponentials: it is written in the variables that stand for them, and without
    its denominator, so that linear arithmetic knows what lies below it. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics edges roots.
Open Scope R_scope.

Lemma below_quotient {x u : R} (H : x < u) (a b : R) : u = a / b -> 0 < b -> x * b < a.
Proof. intros -> B. now apply Rlt_div_r. Qed.

Lemma at_most_quotient {x u : R} (H : x <= u) (a b : R) : u = a / b -> 0 < b -> x * b <= a.
Proof. intros -> B. now apply Rle_div_r. Qed.

(** The bound of x is the fraction of a and b, where b is positive. *)
Ltac below_its_bound x a b := match goal with
  | H : x < _ |- _ => in_powers H; pose proof (below_quotient H a b ltac:(modulo []) ltac:(factor))
  | H : x <= _ |- _ => in_powers H; pose proof (at_most_quotient H a b ltac:(modulo []) ltac:(factor))
  end.
