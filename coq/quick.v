(** Derivatives by the shape of a function where there is one, which is quick where there are powers;
    and what the last way of all has beside this. Nothing here is trusted. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics infinity events sums normal strong premises shells squares.
From dpproofs Require Import kinds edges.
Open Scope R_scope.

Lemma derive_over (f : R -> R) (c x df : R) : is_derive f x df ->
  is_derive (fun t : R => f t / c) x (df / c).
Proof.
  intros F. apply (derive_as _ x (df * / c + f x * 0)).
  - exact (derive_mult f (fun _ => / c) x df 0 F (derive_const (/ c) x)).
  - unfold Rdiv. ring.
Qed.

Lemma derive_times (f : R -> R) (c x df : R) : is_derive f x df ->
  is_derive (fun t : R => c * f t) x (c * df).
Proof.
  intros F. apply (derive_as _ x (0 * f x + c * df)).
  - exact (derive_mult (fun _ => c) f x 0 df (derive_const c x) F).
  - ring.
Qed.

(** Also at a place that is 0. *)
Ltac apart_from_zero := cbv beta; first [other_than_zero | tidy; exponentials; other_than_zero].

Ltac derive_by_shape :=
  match goal with
  | |- is_derive (fun _ => ?c) _ _ => apply derive_const
  | |- is_derive (fun t => t) _ _ => apply derive_id
  | |- is_derive (fun t => @?f t + @?g t) _ _ => apply (derive_plus f g); derive_by_shape
  | |- is_derive (fun t => @?f t - @?g t) _ _ => apply (derive_minus f g); derive_by_shape
  | |- is_derive (fun t => ?c * @?f t) _ _ => apply (derive_times f c); derive_by_shape
  | |- is_derive (fun t => @?f t * @?g t) _ _ => apply (derive_mult f g); derive_by_shape
  | |- is_derive (fun t => @?f t / ?c) _ _ => apply (derive_over f c); derive_by_shape
  | |- is_derive (fun t => @?f t / @?g t) _ _ =>
    apply (derive_div f g); [derive_by_shape|derive_by_shape|apart_from_zero]
  | |- is_derive (fun t => - @?f t) _ _ => apply (derive_opp f); derive_by_shape
  | |- is_derive (fun t => / @?f t) _ _ => apply (derive_inv f); [derive_by_shape|apart_from_zero]
  | |- is_derive (fun t => @?f t ^ ?n) _ _ => apply (derive_pow f n); derive_by_shape
  | |- is_derive (fun t => exp (@?f t)) _ _ => apply (derive_exp f); derive_by_shape
  | |- is_derive (fun t => ln (@?f t)) _ _ => apply (derive_ln f); [derive_by_shape|cbv beta; positive]
  | |- is_derive (fun t => sqrt (@?f t)) _ _ =>
    apply (derive_sqrt f); [derive_by_shape|cbv beta; positive]
  | |- is_derive (fun t => power (@?f t) ?y) _ _ =>
    apply (derive_power f y); [derive_by_shape|cbv beta; positive]
  | |- is_derive (fun t => power ?b (@?f t)) _ _ =>
    apply (derive_power_exponent f b); [derive_by_shape|positive]
  end.

(** Only where the error function occurs is the derivative sought in another way. *)
Ltac derive ::= lazymatch goal with
  | |- context [erf] => eapply derive_as;
    [auto_derive; [slopes | reflexivity] | rewrite ?Derive_erf; squared_roots; reflexivity]
  | |- _ => derive_by_shape
  end.

(** Exponentials of sums as products, those of equal numbers as one. *)
Ltac split_exponentials := opened_exponents; unfold Rdiv, Rminus; rewrite ?exp_plus, ?exp_Ropp;
  same_exponentials; exponentials.

Ltac by_derivative ::= intros; exponentials; eapply derive_as;
  [derive | first [by_identity | same_exponentials; by_roots | split_exponentials; by_identity]].

Lemma right_opp (f : R -> R) (a : R) : filterlim f (at_right a) (locally (f a)) ->
  filterlim (fun t => - f t) (at_right a) (locally (- f a)).
Proof. intros F. exact (filterlim_comp _ _ _ f Ropp _ _ _ F (filterlim_opp (f a))). Qed.

Ltac right_end ::=
  match goal with
  | |- filterlim (fun t => power t ?y) (at_right 0) _ => apply (right_power y); positive
  | |- filterlim (fun t => - @?f t) _ _ => apply (right_opp f); right_end
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (right_mult f g); right_end
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (right_mult f (fun _ => / c)); right_end
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (right_plus f g); right_end
  | |- filterlim ?f (at_right ?a) _ => apply (right_continuous f a); smooth
  end.

(** The value of an antiderivative between the ends, where exponentials are written in another order. *)
Ltac by_ends := cbv beta; first
  [ rewrite ?power_zero by positive; same_exponentials; tidy; exponentials;
    first [ring | field; other_than_zero]
  | rewrite <- ?exp_plus; same_exponentials; tidy; exponentials; first [ring | field; other_than_zero]
  | by_identity ].

Ltac by_integral F ::= exponentials;
  match goal with
  | |- integral ?f (Finite ?a) (Finite ?b) _ =>
    eapply integral_value;
    [ first
      [ apply (integral_of_continuous F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | smooth | smooth]
      | apply (integral_of_right F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | right_end | smooth] ]
    | by_ends ]
  end.

(** What is known of values of given functions says nothing of a variable's sign. *)
Ltac only_numbers ::= repeat match goal with
  | H : context [?L _] |- _ => is_var L; clear H
  | H : context [mass _ _] |- _ => clear H
  | H : context [with_density _ _] |- _ => clear H
  | H : forall _ : R, _ |- _ => clear H
  end.

Ltac side_of_one ::= first [assumption | solve [only_numbers; condition]].

(** What follows from a sum S of facts where bases of powers are sums, products or exponentials. *)
Ltac by_other_bases S ::= revert S; rewrite ?Rplus_minus, ?power_exp; open_powers; intros S;
  same_exponentials; by_rest S.

(** What follows from one fact, first as the same difference of two sides. *)
Ltac by_instance F ::= first
  [ exact F | instance_of_noise F | solve [by_same F]
  | first [lra | idtac]; same_arguments;
    first [ exact F | lra
          | match goal with |- infinite_sum _ _ _ => by_sum F | |- finite_sum _ _ _ _ => by_sum F end
          | exponentials; first [lra | nra | open_powers; first [lra | nra]]
          | multiplied 1 F; by_rest F ] ].

(** ** Signs by coefficients *)

Lemma apart_above x r : x = r -> 0 < r -> x <> 0.
Proof. lra. Qed.

Lemma apart_below x r : x = - r -> 0 < r -> x <> 0.
Proof. lra. Qed.

Ltac coefficients_weak := match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; coefficients_weak
  | |- 0 <= _ * _ => apply Rmult_le_pos; coefficients_weak
  | |- 0 <= _ / _ => apply Rdiv_le_0_compat; [coefficients_weak | coefficients_strict]
  | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; coefficients_strict
  | |- 0 <= _ ^ _ => apply pow_le; coefficients_weak
  | |- _ => first [assumption | apply Rlt_le; assumption | lra]
  end
with coefficients_strict := match goal with
  | |- 0 < _ + _ => first
    [ apply Rplus_lt_le_0_compat; [coefficients_strict | coefficients_weak]
    | apply Rplus_le_lt_0_compat; [coefficients_weak | coefficients_strict] ]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; coefficients_strict
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; coefficients_strict
  | |- 0 < / _ => apply Rinv_0_lt_compat; coefficients_strict
  | |- 0 < _ ^ _ => apply pow_lt; coefficients_strict
  | |- _ => first [assumption | lra]
  end.

Ltac same_fraction := first [ring | field; repeat split; other_than_zero].

(** A number is the product r, or what is below 0 by it. *)
Tactic Notation "apart_by" "above" constr(r) :=
  apply (apart_above _ r); [same_fraction | coefficients_strict].
Tactic Notation "apart_by" "below" constr(r) :=
  apply (apart_below _ r); [same_fraction | coefficients_strict].

(** Two sides that differ by a multiple of an equation. *)
Lemma equal_by {p q : R} (E : p = q) (m a b : R) : a - b = m * (p - q) -> a = b.
Proof. intros D. apply Rminus_diag_uniq. rewrite D, E. ring. Qed.

(** The difference of an inequality is the product r, of factors without negative coefficients. *)
Ltac by_coefficients_of r :=
  try match goal with |- ?a > ?b => change (b < a) | |- ?a >= ?b => apply Rle_ge end;
  first
  [ apply (above_by _ _ r); [same_fraction | coefficients_strict]
  | apply (at_least_by _ _ r); [same_fraction | coefficients_weak] ].
