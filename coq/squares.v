(** Signs of products: a square has one whatever its base, and of two bounds of a variable the closer
    one counts. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics.
Open Scope R_scope.

Lemma above_by a b r : b - a = r -> 0 < r -> a < b.
Proof. lra. Qed.

Lemma at_least_by a b r : b - a = r -> 0 <= r -> a <= b.
Proof. lra. Qed.

Lemma even_power x n : 0 <= x ^ (2 * n).
Proof. rewrite pow_mult. apply pow_le, pow2_ge_0. Qed.

(** ** Bounds *)

Ltac is_below u v := let P := fresh in assert (P : u < v) by (clear; lra); clear P.
Ltac is_at_most u v := let P := fresh in assert (P : u <= v) by (clear; lra); clear P.

Ltac closer_bounds := repeat match goal with
  | H : ?x < ?u, K : ?x < ?v |- _ => is_var x; is_below u v; clear K
  | H : ?x <= ?u, K : ?x <= ?v |- _ => is_var x; is_below u v; clear K
  | H : ?x <= ?u, K : ?x < ?v |- _ => is_var x; first [is_below u v; clear K | is_at_most v u; clear H]
  | H : ?u < ?x, K : ?v < ?x |- _ => is_var x; is_below v u; clear K
  | H : ?u <= ?x, K : ?v <= ?x |- _ => is_var x; is_below v u; clear K
  | H : ?u <= ?x, K : ?v < ?x |- _ => is_var x; first [is_below v u; clear K | is_at_most u v; clear H]
  end.

(** ** Products *)

Ltac product_signed := match goal with
  | |- 0 <= _ * _ => apply Rmult_le_pos; product_signed
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; product_signed
  | |- 0 <= _ / _ => apply Rdiv_le_0_compat; product_signed
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; product_signed
  | |- 0 <= ?x ^ 2 => apply (even_power x 1)
  | |- 0 <= ?x ^ 4 => apply (even_power x 2)
  | |- 0 <= ?x ^ 6 => apply (even_power x 3)
  | |- 0 <= _ ^ _ => apply pow_le; product_signed
  | |- 0 < _ ^ _ => apply pow_lt; product_signed
  | |- _ => first [assumption | lra | solve [by_sign]]
  end.

(** The difference of an inequality is the product r. *)
Ltac by_product r := closer_bounds;
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  first [apply (above_by _ _ r) | apply (at_least_by _ _ r)];
  [first [ring | field; other_than_zero] | product_signed].
