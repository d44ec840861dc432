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
  | |- 0 < 1 + (?a - 1) => replace (1 + (a - 1)) with a by ring; positive
  | |- 0 < 1 - / (1 + ?c) =>
    apply one_minus_inverse; let P := fresh in assert (P : 0 < c) by positive; lra
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
  | |- 0 < _ + _ => apply Rplus_lt_0_compat; positive
  | |- 0 < _ => nra
  end.

(** Not negative, by the shape of a term. *)
Ltac not_negative :=
  match goal with
  | |- 0 <= _ => assumption
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; not_negative
  | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; positive
  | |- 0 <= _ / _ => apply Rdiv_le_0_compat; [not_negative|positive]
  | |- 0 <= _ * _ => apply Rmult_le_pos; not_negative
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; not_negative
  | |- 0 <= _ => lra
  | |- 0 <= _ => apply Rlt_le; positive
  end.

(** Positive, when one part of a sum is and the others are not negative. *)
Ltac above_zero :=
  match goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; above_zero
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; [above_zero|not_negative]
                          | apply Rplus_le_lt_0_compat; [not_negative|above_zero]]
  | |- 0 < _ => positive
  end.

Ltac other_than_zero :=
  match goal with
  | |- _ /\ _ => split; other_than_zero
  | |- _ <> 0 => solve
    [ assumption | apply positive_not_0; positive | apply negative_not_0; positive
    | apply positive_not_0; above_zero ]
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
    [ fact (exp_above t ltac:(first [lra | positive | nra]));
      fact (exp_ineq1 t ltac:(first [lra | apply Rgt_not_eq; first [positive | nra]]))
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
  | rewrite power_square by positive | rewrite power_double by positive
  | rewrite power_mult by positive | rewrite power_inv by positive
  | rewrite power_plus by positive | rewrite power_opp by positive
  | rewrite power_minus by positive | rewrite power_zero by first [positive | lra] ].

(** Powers whose exponent is a numeral. *)
Ltac numerals := repeat match goal with
  | |- context [power ?x (IZR ?z)] => rewrite (power_IZR x z); cbn [powerRZ Pos.to_nat Pos.iter_op Nat.add]
  end.

(** A product of exponentials that is an exponential of the goal. *)
Ltac joined_exponentials := repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] =>
      tryif constr_eq a b then fail else
      match goal with |- context [exp ?c] =>
        tryif first [constr_eq a c | constr_eq b c] then fail else
        replace (exp a) with (exp b * exp c)
          by (rewrite <- exp_plus; f_equal; first [ring | field; other_than_zero])
      end
    end
  end.

(** exp (n x) as a power of exp x, for numerals n. *)
Lemma exp_double x : exp (2 * x) = exp x ^ 2.
Proof. simpl. rewrite Rmult_1_r, <- exp_plus. f_equal. ring. Qed.

Lemma exp_times (n : nat) x : exp (INR n * x) = exp x ^ n.
Proof.
  induction n; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IHn, Rmult_1_l. simpl. ring.
Qed.

Ltac powers_of_exponentials := repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] =>
      tryif constr_eq a b then fail else
      let as_power n := replace (exp a) with (exp b ^ n)
        by (rewrite <- exp_times; f_equal; simpl INR; first [ring | field; other_than_zero]) in
      first [as_power 2%nat | as_power 3%nat | as_power 4%nat | as_power 5%nat | as_power 6%nat]
    end
  end.

(** Bases and arguments without needless terms, and equal ones as one. *)
Ltac simple_bases := repeat match goal with
  | |- context [power (?a + ?b) _] => progress ring_simplify (a + b)
  end.

Ltac same_bases := repeat match goal with
  | |- context [power ?a ?p] => match goal with |- context [power ?b ?q] =>
      tryif constr_eq a b then fail else
      let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero]; rewrite E; clear E
    end
  | |- context [ln ?a] => match goal with |- context [ln ?b] =>
      tryif constr_eq a b then fail else
      let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero]; rewrite E; clear E
    end
  end.

(** Values of a function at equal places are one. *)
Ltac same_values := repeat match goal with
  | |- context [?L ?a] => first [is_var L | match L with ?M _ => is_var M end];
      match goal with |- context [L ?b] =>
      tryif constr_eq a b then fail else
      let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero];
      rewrite E; clear E
    end
  end.

(** Exponents without needless fractions. *)
Ltac simple_exponents := repeat match goal with
  | |- context [exp (?a)] => progress (field_simplify a; [|other_than_zero ..])
  end.

(** Arguments of exponentials as sums of products. *)
Ltac opened_exponents := repeat match goal with
  | |- context [exp ?a] => progress ring_simplify a
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

(** Sums with 0, products with 0 and 1, and values at 0 and 1. *)
Ltac tidy := repeat first
  [ rewrite Rplus_0_r | rewrite Rplus_0_l | rewrite Rmult_0_r | rewrite Rmult_0_l | rewrite Rminus_0_r
  | rewrite Ropp_0 | rewrite exp_0 | rewrite ln_1 | rewrite Rmult_1_l | rewrite Rmult_1_r
  | rewrite pow_i by (apply Nat.lt_0_succ) | rewrite pow1 | rewrite Rminus_eq_0 ].

(** What is known of the square roots that occur. *)
Ltac square_roots := repeat match goal with
  | |- context [sqrt ?a] => fact (sqrt_sqrt a ltac:(first [lra | positive]))
  end.

(** An equation of fractions. *)
Ltac by_identity := intros; cbv beta; simpl INR; simpl pred; exponentials;
  first
  [ reflexivity | ring | field; other_than_zero
  | open_powers; exponentials; first [ring | field; other_than_zero]
  | same_exponentials; exponentials; first [ring | field; other_than_zero]
  | progress tidy; first [ring | field; other_than_zero]
  | open_powers; powers_of_exponentials; exponentials; first [ring | field; other_than_zero]
  | open_powers; numerals; exponentials; first [ring | field; other_than_zero]
  | progress (rewrite ?power_exp); same_exponentials; open_powers; same_exponentials; exponentials;
    first [ring | field; other_than_zero]
  | progress same_bases; open_powers; exponentials; first [ring | field; other_than_zero]
  | progress simple_bases; open_powers; exponentials; first [ring | field; other_than_zero]
  | progress same_values; first [ring | field; other_than_zero]
  | powers_of_exponentials; exponentials; first [ring | field; other_than_zero]
  | joined_exponentials; exponentials; first [ring | field; other_than_zero]
  | rewrite <- ?exp_plus; apply f_equal; first [ring | field; other_than_zero]
  | simple_exponents; open_powers; exponentials; first [ring | field; other_than_zero]
  | progress (rewrite ?power_exp); opened_exponents; rewrite ?exp_plus; same_exponentials;
    open_powers; same_exponentials; tidy; exponentials; first [ring | field; other_than_zero]
  | progress square_roots; field_simplify_eq; [nra | other_than_zero ..]
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

(** ** Signs by a change of variables

    Each variable between bounds is written in one that is positive, or not negative. *)

Lemma shift_above x l : l < x -> exists t, 0 < t /\ x = l + t.
Proof. intros H. exists (x - l). lra. Qed.

Lemma shift_from x l : l <= x -> exists t, 0 <= t /\ x = l + t.
Proof. intros H. exists (x - l). lra. Qed.

Lemma shift_below x u : x < u -> exists t, 0 < t /\ x = u - t.
Proof. intros H. exists (u - x). lra. Qed.

Lemma shift_to x u : x <= u -> exists t, 0 <= t /\ x = u - t.
Proof. intros H. exists (u - x). lra. Qed.

Lemma shift_inside x l u : l < x -> x < u -> exists t, 0 < t /\ x = l + (u - l) * t / (1 + t).
Proof.
  intros H K. exists ((x - l) / (u - x)). split; [apply Rdiv_lt_0_compat; lra|]. field. lra.
Qed.

Lemma shift_from_inside x l u : l <= x -> x < u -> exists t, 0 <= t /\ x = l + (u - l) * t / (1 + t).
Proof.
  intros H K. exists ((x - l) / (u - x)). split; [apply Rdiv_le_0_compat; lra|]. field. lra.
Qed.

Lemma shift_inside_to x l u : l < x -> x <= u -> exists t, 0 <= t /\ x = l + (u - l) / (1 + t).
Proof.
  intros H K. exists ((u - x) / (x - l)). split; [apply Rdiv_le_0_compat; lra|]. field. lra.
Qed.

Lemma shift_across x l u : l <= x -> x <= u -> exists t s, 0 <= t /\ 0 <= s /\ t + s = 1 /\ x = l * s + u * t.
Proof.
  intros H K. destruct (Rle_lt_or_eq_dec l u) as [L|<-]; [lra| |].
  - exists ((x - l) / (u - l)), ((u - x) / (u - l)).
    repeat split; try (apply Rdiv_le_0_compat; lra); field; lra.
  - exists 1, 0. lra.
Qed.

Ltac put x E := first [subst x | rewrite E in *; clear E x].
Ltac shifted x T := let t := fresh "t" in let P := fresh in let E := fresh in
  destruct T as [t [P E]]; subst x.

Ltac shift_one := match goal with
  | H : ?l < ?x, K : ?x < ?u |- _ => is_var x; shifted x (shift_inside x l u H K)
  | H : ?l <= ?x, K : ?x < ?u |- _ => is_var x; shifted x (shift_from_inside x l u H K)
  | H : ?l < ?x, K : ?x <= ?u |- _ => is_var x; shifted x (shift_inside_to x l u H K)
  | K : ?x < ?u |- _ => is_var x; shifted x (shift_below x u K)
  | K : ?x <= ?u |- _ => is_var x; shifted x (shift_to x u K)
  | H : ?l < ?x |- _ => is_var x; tryif constr_eq l 0 then fail else shifted x (shift_above x l H)
  | H : ?l <= ?x |- _ => is_var x; tryif constr_eq l 0 then fail else shifted x (shift_from x l H)
  end.

Ltac nra_with P := let H := fresh in pose proof P as H; nra.

Ltac with_squares := match goal with
  | H : 0 < ?x |- _ => nra_with (Rmult_le_pos x ((x - 1) ^ 2) (Rlt_le 0 x H) (pow2_ge_0 (x - 1)))
  | H : 0 <= ?x |- _ => nra_with (Rmult_le_pos x ((x - 1) ^ 2) H (pow2_ge_0 (x - 1)))
  end.

Ltac fraction_signs := first
  [ apply Rdiv_lt_0_compat; above_zero | apply Rdiv_le_0_compat; [not_negative|above_zero]
  | above_zero | not_negative
  | first [apply Rdiv_lt_0_compat | apply Rdiv_le_0_compat | idtac]; first [positive | with_squares] ].

Ltac exponentials_as_variables := repeat match goal with
  | |- context [exp ?a] => let E := fresh "E" in set (E := exp a) in *; clearbody E
  end.

Ltac by_coefficients :=
  first [apply Rminus_lt_0 | apply Rminus_le_0];
  match goal with |- _ < ?d => field_simplify d | |- _ <= ?d => field_simplify d end;
  [fraction_signs | other_than_zero ..].

Ltac not_bounded x := match goal with
  | _ : 0 <= x |- _ => fail 1
  | _ : 0 < x |- _ => fail 1
  | |- _ => idtac
  end.

Ltac shift_free := match goal with
  | K : ?x < ?u |- _ => is_var x; not_bounded x; shifted x (shift_below x u K)
  | K : ?x <= ?u |- _ => is_var x; not_bounded x; shifted x (shift_to x u K)
  | H : ?l < ?x |- _ => is_var x; not_bounded x; shifted x (shift_above x l H)
  | H : ?l <= ?x |- _ => is_var x; not_bounded x; shifted x (shift_from x l H)
  end.

Ltac by_shift := intros; exponentials; open_powers; unfold Rdiv, Rminus in *;
  exponentials_as_variables; first [repeat shift_free; by_coefficients | repeat shift_one; by_coefficients].

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
  | open_powers; exponentials; first [lra | nra | denominators; nra]
  | by_shift ].

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

(** What holds of noise and sets, where coq/events.v says how. *)
Ltac condition_of_noise := fail.
Ltac same_masses := idtac.
Ltac instance_of_noise F := fail.

(** A condition under which an earlier step is used. *)
Ltac condition := first
  [ assumption | condition_of_noise | lra | exact I
  | match goal with |- integer _ => integers end
  | solve [positive] | solve [apply Rlt_le; positive] | solve [not_negative] | nra
  | solve [interval]
  | exponentials; first [lra | nra | denominators; first [lra | nra]]
  | solve [by_shift] ].

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
  | apply (times_lt_weak m) in H; [|first [condition | by_sign]] ].

Ltac added F S := first
  [ apply (sum_eq_eq _ _ S) in F | apply (sum_eq_le _ _ S) in F | apply (sum_eq_lt _ _ S) in F
  | apply (sum_le_eq _ _ S) in F | apply (sum_le_le _ _ S) in F | apply (sum_le_lt _ _ S) in F
  | apply (sum_lt_eq _ _ S) in F | apply (sum_lt_le _ _ S) in F | apply (sum_lt_lt _ _ S) in F ].

(** What is left of a goal after a sum of facts is 0, or has a sign. *)
Ltac by_rest S :=
  match type of S with
  | ?g = 0 => match goal with
    | |- ?a = ?b => apply Rminus_diag_uniq; replace (a - b) with g by by_identity; exact S
    | |- ?a < ?b => let K := fresh in assert (K : 0 < b - a - g) by by_sign; clear - S K; lra
    | |- ?a <= ?b => first
      [ apply Rminus_le_0; replace (b - a) with g by by_identity; clear - S; lra
      | let K := fresh in assert (K : 0 <= b - a - g) by by_sign; clear - S K; lra ]
    end
  | 0 < ?g => match goal with
    | |- ?a < ?b => first
      [ apply Rminus_lt_0; replace (b - a) with g by by_identity; exact S
      | let K := fresh in assert (K : 0 <= b - a - g) by by_sign; clear - S K; lra ]
    | |- ?a <= ?b => first
      [ apply Rminus_le_0; replace (b - a) with g by by_identity; apply Rlt_le; exact S
      | let K := fresh in assert (K : 0 <= b - a - g) by by_sign; clear - S K; lra ]
    end
  | 0 <= ?g => match goal with
    | |- ?a < ?b => let K := fresh in assert (K : 0 < b - a - g) by by_sign; clear - S K; lra
    | |- ?a <= ?b => first
      [ apply Rminus_le_0; replace (b - a) with g by by_identity; exact S
      | let K := fresh in assert (K : 0 <= b - a - g) by by_sign; clear - S K; lra ]
    end
  end.

(** Values of an unknown function at equal places are one. *)
Ltac same_place L a b :=
  tryif constr_eq a b then fail else
  let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero];
  replace (L a) with (L b) in * by (now rewrite E); clear E.

Ltac same_arguments := repeat match goal with
  | L : R -> _ |- _ => match goal with
    | _ : context [L ?a] |- context [L ?b] => same_place L a b
    | _ : context [L ?a], _ : context [L ?b] |- _ => same_place L a b
    end
  end;
  same_masses.

(** What follows from a sum S of facts. *)
Ltac by_entailment S :=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  same_arguments;
  first
  [ assumption | lra | by_rest S | exponentials; first [lra | nra | by_rest S]
  | exponentials; field_simplify_eq; [nra | other_than_zero]
  | open_powers; exponentials; first [lra | nra] ].

(** What follows from one fact at other values. *)
Ltac by_instance F := first [exact F | instance_of_noise F | lra | idtac]; same_arguments;
  first [ exact F | lra | exponentials; first [lra | nra | open_powers; first [lra | nra]]
        | multiplied 1 F; by_rest F ].

(** A premise of a rule, and what follows from it. *)
Ltac conditions := repeat match goal with |- ?A -> ?B => intro end.

Tactic Notation "premise" hyp(R) "(" tactic3(t) ")" :=
  cbv beta in R;
  repeat match type of R with
  | (_ < _) -> _ => specialize (R ltac:(condition))
  | (_ <= _) -> _ => specialize (R ltac:(condition))
  end;
  match type of R with
  | ?P -> _ => let H := fresh in assert (H : P) by t; specialize (R H); clear H
  end.

Ltac at_variable R x := specialize (R x); cbv beta in R;
  repeat match type of R with
  | integer _ -> _ => specialize (R ltac:(condition))
  | (_ < _) -> _ => specialize (R ltac:(condition))
  | (_ <= _) -> _ => specialize (R ltac:(condition))
  end.

(** Linear programs: a point is feasible, and no other is better. *)
Ltac feasible := repeat split; first [lra | by_identity | by_sign].
Ltac no_better := intros; repeat match goal with H : _ /\ _ |- _ => destruct H end; first [lra | nra].

(** What is said to hold for all values fails at one point, H. *)
Ltac by_contradiction H := exponentials;
  first
  [ lra | nra
  | revert H; first
    [ apply Rlt_not_eq; interval | apply Rgt_not_eq; interval | apply Rlt_not_le; interval
    | apply Rle_not_lt; interval | apply Rlt_not_le; nra | apply Rgt_not_eq; nra ]
  | field_simplify in H; first [lra | nra] ].
