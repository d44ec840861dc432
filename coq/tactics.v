(** Tactics for the steps of certificates, one a method. None is trusted: Coq checks what they
    find. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas.
Open Scope R_scope.

Lemma exp_above x : 0 < x -> 1 < exp x.
Proof. intros H. rewrite <- exp_0. now apply exp_increasing. Qed.

Lemma exp_below x : x < 0 -> exp x < 1.
Proof. intros H. rewrite <- exp_0. now apply exp_increasing. Qed.

Lemma positive_not_0 x : 0 < x -> x <> 0.
Proof. lra. Qed.

Lemma negative_not_0 x : 0 < - x -> x <> 0.
Proof. lra. Qed.

Ltac fact P := let T := type of P in
  match goal with H : T |- _ => fail 1 | _ => pose proof P end.

(** Positive, by the shape of a term. *)
Ltac positive :=
  match goal with
  | |- 0 < _ => assumption
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < PI => apply PI_RGT_0
  | |- 0 < sqrt _ => apply sqrt_lt_R0; positive
  | |- 0 < power _ _ => apply power_gt_0; positive
  | |- 0 < _ ^ _ => apply pow_lt; positive
  | |- 0 < / _ => apply Rinv_0_lt_compat; positive
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive
  | |- 0 < _ => lra
  | |- 0 < 1 - / _ => apply one_minus_inverse; apply Rminus_lt_0; ring_simplify; positive
  | |- 0 < 1 - / (1 + ?c) =>
    apply one_minus_inverse; let P := fresh in assert (P : 0 < c) by positive; lra
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
  | |- 0 < _ + _ => apply Rplus_lt_0_compat; positive
  | |- 0 < _ => nra
  end.

Ltac other_than_zero :=
  match goal with
  | |- _ /\ _ => split; other_than_zero
  | |- _ <> 0 => solve
    [ assumption | apply positive_not_0; positive | apply negative_not_0; positive ]
  | |- _ => solve [positive | lra | nra]
  end.

(** What is known of the exponentials and powers that occur. *)
Ltac exponentials :=
  repeat match goal with
  | |- context [exp ?t] => fact (exp_pos t)
  | H : context [exp ?t] |- _ => fact (exp_pos t)
  end;
  repeat match goal with
  | _ : 0 < exp ?t |- _ => first
    [ fact (exp_above t ltac:(first [lra | positive | nra]))
    | fact (exp_below t ltac:(first [lra | nra])) ]
  end;
  repeat match goal with
  | |- context [exp (- ?t)] =>
    match goal with
    | _ : exp (- t) * exp t = 1 |- _ => fail 1
    | _ => assert (exp (- t) * exp t = 1)
        by (rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos)
    end
  end;
  repeat match goal with
  | |- context [power ?x ?y] => fact (power_gt_0 x y ltac:(solve [positive]))
  end.

(** Exponentials and powers of sums as products, those of negatives as reciprocals. *)
Ltac open_powers :=
  unfold Rdiv, Rminus in *;
  repeat first
  [ rewrite exp_plus | rewrite exp_Ropp | rewrite power_1_l | rewrite power_1 | rewrite power_minus_1
  | rewrite power_0
  | rewrite power_mult by positive | rewrite power_inv by positive
  | rewrite power_plus by positive | rewrite power_opp by positive
  | rewrite power_minus by positive | rewrite power_zero by first [positive | lra] ].

(** Exponents without needless fractions. *)
Ltac simple_exponents := repeat match goal with
  | |- context [exp (?a)] => progress (field_simplify a; [|other_than_zero ..])
  end.

(** Exponentials that are equal, or reciprocals of each other, are written as one. *)
Ltac same_exponentials := repeat match goal with
  | |- context [exp ?a] =>
    replace (exp a) with 1 by (rewrite <- exp_0; f_equal; first [ring | field; other_than_zero])
  | |- context [exp ?a] => match goal with |- context [exp ?b] =>
      tryif constr_eq a b then fail else
      first
      [ replace (exp a) with (exp b) by (f_equal; first [ring | field; other_than_zero])
      | replace (exp a) with (/ exp b)
          by (rewrite <- exp_Ropp; f_equal; first [ring | field; other_than_zero]) ]
    end
  end.

(** An equation of fractions. *)
Ltac by_identity := intros; cbv beta; simpl INR; simpl pred; exponentials;
  first
  [ reflexivity | ring | field; other_than_zero
  | open_powers; exponentials; first [ring | field; other_than_zero]
  | same_exponentials; exponentials; first [ring | field; other_than_zero]
  | rewrite <- ?exp_plus; apply f_equal; first [ring | field; other_than_zero]
  | simple_exponents; open_powers; exponentials; first [ring | field; other_than_zero]
  | field_simplify_eq; [nra | other_than_zero] ].

Lemma div_le a b c : 0 < c -> a <= b * c -> a / c <= b.
Proof.
  intros C H. apply Rmult_le_reg_r with c; [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma div_lt a b c : 0 < c -> a < b * c -> a / c < b.
Proof.
  intros C H. apply Rmult_lt_reg_r with c; [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma le_div a b c : 0 < c -> b * c <= a -> b <= a / c.
Proof.
  intros C H. apply Rmult_le_reg_r with c; [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma lt_div a b c : 0 < c -> b * c < a -> b < a / c.
Proof.
  intros C H. apply Rmult_lt_reg_r with c; [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Ltac denominators := repeat first
  [ apply div_le; [solve [positive]|] | apply div_lt; [solve [positive]|]
  | apply le_div; [solve [positive]|] | apply lt_div; [solve [positive]|] ].

(** A sign, or an inequality from signs of factors. *)
Ltac by_sign := intros; exponentials;
  first
  [ lra | positive | nra
  | apply Rlt_le; positive
  | denominators; first [lra | nra]
  | apply Rminus_lt_0; match goal with |- 0 < ?d => field_simplify d end;
      [apply Rdiv_lt_0_compat; first [positive | nra]|other_than_zero ..]
  | apply Rminus_le_0; match goal with |- 0 <= ?d => field_simplify d end;
      [apply Rdiv_le_0_compat; [nra|first [positive | nra]]|other_than_zero ..]
  | open_powers; exponentials; first [lra | nra | denominators; nra] ].

(** A derivative, by the shape of the function. *)
Ltac derive :=
  match goal with
  | |- is_derive (fun _ => ?c) _ _ => apply derive_const
  | |- is_derive (fun t => t) _ _ => apply derive_id
  | |- is_derive (fun t => @?f t + @?g t) _ _ => apply (derive_plus f g); derive
  | |- is_derive (fun t => @?f t - @?g t) _ _ => apply (derive_minus f g); derive
  | |- is_derive (fun t => @?f t * @?g t) _ _ => apply (derive_mult f g); derive
  | |- is_derive (fun t => @?f t / @?g t) _ _ =>
    apply (derive_div f g); [derive|derive|cbv beta; other_than_zero]
  | |- is_derive (fun t => - @?f t) _ _ => apply (derive_opp f); derive
  | |- is_derive (fun t => / @?f t) _ _ => apply (derive_inv f); [derive|cbv beta; other_than_zero]
  | |- is_derive (fun t => @?f t ^ ?n) _ _ => apply (derive_pow f n); derive
  | |- is_derive (fun t => exp (@?f t)) _ _ => apply (derive_exp f); derive
  | |- is_derive (fun t => ln (@?f t)) _ _ => apply (derive_ln f); [derive|cbv beta; positive]
  | |- is_derive (fun t => sqrt (@?f t)) _ _ => apply (derive_sqrt f); [derive|cbv beta; positive]
  | |- is_derive (fun t => power (@?f t) ?y) _ _ =>
    apply (derive_power f y); [derive|cbv beta; positive]
  | |- is_derive (fun t => power ?b (@?f t)) _ _ =>
    apply (derive_power_exponent f b); [derive|positive]
  end.

Ltac by_derivative := intros; exponentials; eapply derive_as; [derive | by_identity].

Ltac smooth := intros; exponentials;
  apply (ex_derive_continuous (V := R_NormedModule)); eexists; derive.

(** A limit from the right, which is the value. *)
Ltac right_end :=
  match goal with
  | |- filterlim (fun t => power t ?y) (at_right 0) _ => apply (right_power y); positive
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (right_mult f g); right_end
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (right_mult f (fun _ => / c)); right_end
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (right_plus f g); right_end
  | |- filterlim ?f (at_right ?a) _ => apply (right_continuous f a); smooth
  end.

Ltac inside := intros ? [? ?]; cbv beta; by_derivative.

(** An integral between finite ends, from the antiderivative F. *)
Ltac by_integral F := exponentials;
  match goal with
  | |- integral ?f (Finite ?a) (Finite ?b) _ =>
    eapply integral_value;
    [ first
      [ apply (integral_of_continuous F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | smooth | smooth]
      | apply (integral_of_right F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | right_end | smooth] ]
    | by_identity ]
  end.

Ltac integers := first
  [ assumption | apply integer_IZR | apply integer_INR
  | apply integer_plus; integers | apply integer_minus; integers
  | apply integer_mult; integers | apply integer_opp; integers ].

(** A condition under which an earlier step is used. *)
Ltac condition := first
  [ assumption | lra | exact I
  | match goal with |- integer _ => integers end
  | solve [positive] | solve [apply Rlt_le; positive] | nra | solve [interval]
  | exponentials; first [lra | nra | denominators; first [lra | nra]] ].

(** A finite sum, from T with T(k + 1) - T(k) as its terms. *)
Ltac by_finite_sum T :=
  match goal with
  | |- finite_sum ?t ?a ?b _ =>
    eapply finite_sum_value;
    [ apply (finite_sum_of t T a b);
      [ integers | integers | condition | intros; cbv beta; by_identity ]
    | by_identity ]
  end.

Ltac moderate :=
  match goal with
  | |- tempered (fun _ => ?c) => apply tempered_const
  | |- tempered (fun n => INR n) => apply tempered_INR
  | |- tempered (fun n => @?u n + @?v n) => apply (tempered_plus u v); moderate
  | |- tempered (fun n => @?u n - @?v n) => apply (tempered_minus u v); moderate
  | |- tempered (fun n => @?u n * @?v n) => apply (tempered_mult u v); moderate
  | |- tempered (fun n => @?u n / ?c) => apply (tempered_div u c); moderate
  | |- tempered (fun n => - @?u n) => apply (tempered_opp u); moderate
  | |- tempered (fun n => @?u n ^ ?m) => apply (tempered_pow u m); moderate
  end.

(** An infinite sum, from T(k) = q(k) r^k with T(k + 1) - T(k) as its terms. *)
Ltac by_infinite_sum q r :=
  match goal with
  | |- infinite_sum ?t ?a _ =>
    eapply infinite_sum_value;
    [ apply (infinite_sum_tempered t q r a);
      [ integers | split; condition | cbv beta; moderate | intros; cbv beta; by_identity ]
    | cbv beta; by_identity ]
  end.

(** An earlier fact times a multiplier. *)
Ltac multiplied m H := first
  [ apply (times_eq m) in H
  | apply (times_le m) in H; [|first [condition | by_sign]]
  | apply (times_lt m) in H; [|first [condition | by_sign]]
  | idtac ].

(** Values of an unknown function at equal places are one. *)
Ltac same_place L a b :=
  tryif constr_eq a b then fail else
  let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero];
  replace (L a) with (L b) in * by (now rewrite E); clear E.

Ltac same_arguments := repeat match goal with
  | L : R -> R |- _ => match goal with
    | _ : context [L ?a] |- context [L ?b] => same_place L a b
    | _ : context [L ?a], _ : context [L ?b] |- _ => same_place L a b
    end
  end.

(** What follows from facts that are multiplied out. *)
Ltac by_entailment := first [assumption | lra | idtac]; same_arguments; exponentials;
  first [ lra | nra | field_simplify_eq; [nra | other_than_zero] | open_powers; first [lra | nra] ].

(** What is said to hold for all values fails at one point, H. *)
Ltac by_contradiction H := exponentials;
  first
  [ lra | nra
  | revert H; first
    [ apply Rlt_not_eq; interval | apply Rgt_not_eq; interval | apply Rlt_not_le; interval
    | apply Rle_not_lt; interval | apply Rlt_not_le; nra | apply Rgt_not_eq; nra ]
  | field_simplify in H; first [lra | nra] ].
