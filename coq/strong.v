(** Stronger tactics: they put in the place of those of the other files, and take longer where they
    find nothing. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal.
Open Scope R_scope.

(** ** Exponentials *)

Lemma exp_reciprocal t : exp (- t) * exp t = 1.
Proof. rewrite exp_Ropp. field. apply Rgt_not_eq, exp_pos. Qed.

Lemma exp_falls t : 0 < t -> exp (- t) < 1.
Proof. intros H. apply exp_below. lra. Qed.

Lemma power_of_product a b c y : 0 < b -> 0 < c -> a = b * c ->
  power a y = power b y * power c y.
Proof. intros B C ->. now apply power_mult. Qed.

Ltac exponentials ::=
  repeat match goal with
  | |- context [exp ?t] => fact (exp_pos t)
  | H : context [exp ?t] |- _ => fact (exp_pos t)
  end;
  repeat match goal with |- context [exp (- ?t)] => fact (exp_reciprocal t) end;
  repeat match goal with
  | _ : exp (- ?t) * exp ?t = 1 |- _ => fact (exp_falls t ltac:(solve [positive]))
  | _ : 0 < exp ?t |- _ => fact (exp_above t ltac:(solve [positive]))
  | _ : 0 < exp ?t |- _ => fact (exp_below t ltac:(first [lra | nra]))
  end;
  repeat match goal with |- context [ln (/ ?x)] => rewrite (ln_Rinv x) by positive end;
  repeat match goal with
  | |- context [power ?x (IZR ?z)] => rewrite (power_IZR x z); cbn [powerRZ]
  | H : context [power ?x (IZR ?z)] |- _ => rewrite (power_IZR x z) in H; cbn [powerRZ] in H
  end;
  repeat match goal with
  | |- context [Pos.to_nat ?p] => let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n
  | H : context [Pos.to_nat ?p] |- _ =>
    let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n in H
  end;
  repeat match goal with
  | |- context [power ?x ?y] => fact (power_gt_0 x y ltac:(solve [positive]))
  | H : context [power ?x ?y] |- _ => fact (power_gt_0 x y ltac:(solve [positive]))
  end;
  products_of_bases
with products_of_bases := repeat match goal with
  | _ : 0 < power ?a ?y, _ : 0 < power ?b ?y, _ : 0 < power ?c ?y |- _ =>
    tryif constr_eq b c then fail else
    fact (power_of_product a b c y ltac:(lra) ltac:(lra) ltac:(lra))
  end.

Ltac powers_as_variables := repeat match goal with
  | |- context [power ?a ?y] => let P := fresh "P" in set (P := power a y) in *; clearbody P
  end.

(** All exponentials are powers of one of them, r, that is above 1. *)
Ltac as_one a b := first
  [ as_power (exp b) (exp a ^ 2) | as_power (exp b) (exp a ^ 3) | as_power (exp b) (exp a ^ 4)
  | as_power (exp b) (/ exp a ^ 1) | as_power (exp b) (/ exp a ^ 2) | as_power (exp b) (/ exp a ^ 3)
  | as_power (exp b) (/ exp a ^ 4) ].

Ltac one_exponential := match goal with
  | |- context [exp ?a] =>
    let P := fresh in assert (P : 1 < exp a) by (apply exp_above; positive);
    repeat match goal with
    | |- context [exp ?b] => tryif constr_eq a b then fail else as_one a b
    end;
    rewrite ?pow_1;
    let r := fresh "r" in set (r := exp a) in *; clearbody r;
    lazymatch goal with |- context [exp _] => fail | |- _ => idtac end
  end.

(** ** Denominators *)

Ltac other_than_zero ::=
  match goal with
  | |- _ /\ _ => split; other_than_zero
  | |- _ <> 0 => solve
    [ assumption | apply positive_not_0; positive | apply negative_not_0; positive
    | apply positive_not_0; above_zero
    | apply positive_not_0; by_shift | apply negative_not_0; by_shift ]
  | |- _ => solve [positive | lra | nra]
  end.

(** ** Signs *)

(** Which of two exponentials is the larger. *)
Ltac ordered_exponentials := repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] =>
      tryif constr_eq a b then fail else fact (exp_increasing a b ltac:(first [lra | nra]))
    end
  end.

(** Of a closed interval the end, and what is before it. *)
Ltac closed_ends := repeat match goal with
  | H : ?l <= ?x, K : ?x <= ?u |- _ => is_var x;
    destruct (Rle_lt_or_eq_dec _ _ K); clear K; [|subst x]
  end.

Ltac by_shift ::= intros; exponentials; open_powers; unfold Rdiv, Rminus in *;
  first
  [ exponentials_as_variables; first [repeat shift_free; by_coefficients | repeat shift_one; by_coefficients]
  | ordered_exponentials; exponentials_as_variables; powers_as_variables; closed_ends;
    repeat shift_one; by_coefficients ].

(** ** What is left of an inequality, where the fact is an equation of which one side has a sign *)

Ltac signed := exponentials; first [solve [not_negative] | solve [positive] | by_sign].

Ltac by_one_side S :=
  match type of S with
  | ?m * (?x - ?y) = 0 =>
    match goal with
    | |- ?a <= ?b => let K := fresh in
      assert (K : 0 <= m * y) by signed;
      apply Rminus_le_0; replace (b - a) with (m * (x - y) + m * y) by (first [ring | by_identity]);
      rewrite S; lra
    | |- ?a < ?b => let K := fresh in
      assert (K : 0 < m * y) by signed;
      apply Rminus_lt_0; replace (b - a) with (m * (x - y) + m * y) by (first [ring | by_identity]);
      rewrite S; lra
    end
  end.

(** Where bases of powers are not as they should be, coq/quick.v says how. *)
Ltac by_other_bases S := fail.

Ltac by_entailment S ::=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  same_arguments;
  first
  [ assumption | lra | by_one_side S | by_rest S | exponentials; first [lra | nra | by_rest S]
  | exponentials; field_simplify_eq; [nra | other_than_zero]
  | open_powers; exponentials; first [lra | nra | by_rest S]
  | revert S; simple_bases; open_powers; exponentials; let F := fresh in intros F; by_rest F
  | by_other_bases S ].

(** ** Minima *)

Ltac by_minimum ::= intros; try one_exponential; exponentials;
  apply minimum_of;
  [ cbv beta; repeat split; first [condition | by_sign]
  | intros; cbv beta in *; repeat split; lra
  | cbv beta; intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
    eexists; split;
    [ derive | split; intros; first [by_sign | open_powers; exponentials; powers_as_variables; by_shift] ] ].
