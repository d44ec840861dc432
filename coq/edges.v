(** Tactics for the mass of an interval under noise with a density, and of the origin. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics kinds events pieces halves intervals.
Open Scope R_scope.

(** Without an atom, or with one outside of the interval. *)
Ltac off_the_atom := first
  [ left; reflexivity
  | right; let H := fresh in intros H; destruct H as [? ?]; simpl in *; lra ].

(** ** Exponentials as products of variables *)

Lemma power_exists m : exists x, exp m = x /\ 0 < x.
Proof. exists (exp m). split; [reflexivity | apply exp_pos]. Qed.

Lemma exp_from x : 0 <= x -> 1 <= exp x.
Proof. intros [H | <-]; [left; now apply exp_above | rewrite exp_0; apply Rle_refl]. Qed.

(** A variable for an exponential, and on which side of 1 it lies where that is seen. *)
Ltac side_of_one := condition.

Ltac power_as m x Q :=
  let P := fresh in
  destruct (power_exists m) as [x [Q P]];
  first
  [ assert (1 < x) by (rewrite <- Q; apply exp_above; side_of_one); clear P
  | assert (x < 1) by (rewrite <- Q; apply exp_below; side_of_one)
  | assert (1 <= x) by (rewrite <- Q; apply exp_from; side_of_one); clear P
  | idtac ].

(** A product of exponentials is one. *)
Ltac as_exponential := unfold Rdiv; rewrite ?Rmult_1_l;
  repeat first [rewrite <- exp_plus | rewrite <- exp_Ropp];
  rewrite <- ?exp_0; apply f_equal; first [reflexivity | ring | field; other_than_zero].

Ltac no_exponential r := lazymatch r with context [exp _] => fail | _ => idtac end.

Ltac to_powers := repeat match goal with
  | |- context [exp ?a] => match goal with
    | E : exp a = ?r |- _ => no_exponential r; rewrite E
    | E : exp ?e = ?r |- _ => no_exponential r;
      replace (exp a) with r
        by (rewrite <- E; apply f_equal; first [ring | field; other_than_zero])
    end
  end.

Ltac in_powers F := repeat match type of F with
  | context [exp ?a] => match goal with
    | E : exp a = ?r |- _ => no_exponential r; rewrite E in F
    | E : exp ?e = ?r |- _ => no_exponential r;
      replace (exp a) with r in F
        by (rewrite <- E; apply f_equal; first [ring | field; other_than_zero])
    end
  end.

(** What is known of numbers is all that counts for a sign. *)
Ltac only_numbers := repeat match goal with
  | H : context [mass _ _] |- _ => clear H
  | H : context [with_density _ _] |- _ => clear H
  | H : forall _ : R, _ |- _ => clear H
  end.

Ltac factor := first [assumption | solve [only_numbers; not_negative] | solve [only_numbers; by_shift]
  | condition | by_sign].

Ltac multiplied m H ::= first
  [ apply (times_eq m) in H
  | apply (times_le m) in H; [|factor]
  | apply (times_lt m) in H; [|factor]
  | apply (times_lt_weak m) in H; [|factor] ].

(** The integral of what is 0. *)
Lemma integral_nothing a b : Rbar_lt a b -> integral (fun _ => 0) a b 0.
Proof.
  intros H. right. split; [exact H|]. intros P HP.
  apply (Filter_prod _ _ _ (fun _ => True) (fun _ => True)).
  - destruct a; apply filter_true.
  - destruct b; apply filter_true.
  - intros x y _ _. exists 0. split; [|now apply locally_singleton].
    exact (eq_ind _ (is_RInt (fun _ => 0) x y) (is_RInt_const x y 0) _ (Rmult_0_r (y - x))).
Qed.
