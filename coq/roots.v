(** Tactics for steps with roots: a power with a fractional exponent is a product of powers of a few
    roots, of which it is known that they are positive and what their powers are. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics intervals edges.
Open Scope R_scope.

Lemma root_exists (a : R) (n : nat) : (0 < n)%nat -> 0 < a -> exists s, s ^ n = a /\ 0 < s.
Proof.
  intros N A. exists (exp (ln a / INR n)). split; [|apply exp_pos].
  assert (INR n <> 0) by (apply not_0_INR; lia).
  rewrite <- exp_times. replace (INR n * (ln a / INR n)) with (ln a) by (field; assumption).
  now apply exp_ln.
Qed.

(** What a power is: v is its base, written as a product, and w is what it is said to be. *)
Lemma root_is (a v w y : R) (p n : nat) : (0 < n)%nat -> y * INR n = INR p ->
  a = v -> 0 < v -> 0 < w -> w ^ n = v ^ p -> power a y = w.
Proof.
  intros N Y -> V W E. assert (INR n <> 0) by (apply not_0_INR; lia).
  assert (L : INR n * ln w = INR p * ln v) by (rewrite <- !ln_pow by assumption; now rewrite E).
  rewrite power_pos by assumption. replace (y * ln v) with (ln w); [now apply exp_ln|].
  apply (Rmult_eq_reg_l (INR n)); [|assumption]. rewrite L, <- Y. ring.
Qed.

Ltac signed_factor := first [assumption | solve [positive] | factor].

Ltac root_of f n s E := let P := fresh in
  destruct (root_exists f n ltac:(lia) ltac:(factor)) as [s [E P]].

(** Each power and exponential as what it is known to be. *)
Ltac to_roots := repeat match goal with
  | |- context [power ?a ?y] => match goal with
    | E : power a y = _ |- _ => rewrite E
    | E : power ?b ?z = ?r |- _ =>
      replace (power a y) with r
        by (rewrite <- E; f_equal; first [reflexivity | lra | field; other_than_zero])
    end
  end; to_powers.

Ltac in_roots F := revert F; to_roots; intros F.

(** Equality of fractions, where roots have the powers in a list. *)
Tactic Notation "modulo" "[" constr_list(l) "]" := first
  [ reflexivity | ring | field [l]; other_than_zero | field; other_than_zero ].

Tactic Notation "root_as" constr(v) constr(p) constr(n) "[" constr_list(l) "]" :=
  apply (root_is _ v _ _ p n);
  [ lia | simpl; lra | to_powers; modulo [l] | positive | positive | modulo [l] ].

(** ** What a fact F leaves of a goal *)

Lemma rest_strict a b g r : b - a = g + r -> 0 < g -> 0 <= r -> a < b. Proof. lra. Qed.
Lemma rest_weak a b g r : b - a = g + r -> 0 <= g -> 0 < r -> a < b. Proof. lra. Qed.
Lemma rest_equal a b g r : b - a = g + r -> g = 0 -> 0 < r -> a < b. Proof. lra. Qed.
Lemma rest_at_most a b g r : b - a = g + r -> 0 <= g -> 0 <= r -> a <= b. Proof. lra. Qed.
Lemma rest_at_most_equal a b g r : b - a = g + r -> g = 0 -> 0 <= r -> a <= b. Proof. lra. Qed.
Lemma rest_nothing a b g r : b - a = g + r -> g = 0 -> r = 0 -> a = b. Proof. lra. Qed.

Ltac sign_of_rest := first
  [ reflexivity | apply Rle_refl | solve [positive] | solve [not_negative] | solve [above_zero] | factor ].

Ltac gap F := match type of F with 0 < ?g => g | 0 <= ?g => g | ?g = 0 => g end.
Ltac sides k := match goal with |- ?a < ?b => k a b | |- ?a <= ?b => k a b | |- ?a = ?b => k a b end.

Tactic Notation "by_rest_of" hyp(F) constr(r) "[" constr_list(l) "]" :=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  let g := gap F in let E := fresh in
  sides ltac:(fun a b => assert (E : b - a = g + r) by (modulo [l]));
  first
  [ apply (rest_strict _ _ _ _ E F) | apply (rest_weak _ _ _ _ E F)
  | apply (rest_equal _ _ _ _ E F) | apply (rest_at_most _ _ _ _ E F)
  | apply (rest_at_most _ _ _ _ E (Rlt_le _ _ F))
  | apply (rest_at_most_equal _ _ _ _ E F) | apply (rest_nothing _ _ _ _ E F) ];
  clear E F; sign_of_rest.
