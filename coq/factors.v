(** Tactics for signs and identities in factors, where exponents may hold numbers. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics infinity intervals edges roots.
Open Scope R_scope.

(** A product of exponentials is one; a 1 in an exponent stays. *)
Ltac as_exponential ::= unfold Rdiv; rewrite ?Rmult_1_l;
  repeat first [rewrite <- exp_plus | rewrite <- exp_Ropp];
  match goal with
  | |- exp _ = exp _ => apply f_equal; first [reflexivity | ring | field; other_than_zero]
  | |- exp ?a = 1 => transitivity (exp 0); [apply f_equal; first [ring | field; other_than_zero] | apply exp_0]
  end.

(** A variable lies above its bound, which is positive. *)
Ltac at_bound := first [assumption | apply Rlt_le; assumption].

Lemma above_bound {l x : R} (H : l <= x) (v : R) : l = v -> 0 < v -> 0 < x.
Proof. lra. Qed.

(** ** What is no fraction, as variables *)

Ltac atom_as t A E := let H := fresh in
  assert (H : exists x, t = x) by (eexists; reflexivity); destruct H as [A E].

Ltac same_number := first [reflexivity | ring | field; other_than_zero].

Ltac same_ends := first [reflexivity | f_equal; apply f_equal; same_number].

Ltac to_atoms := repeat match goal with
  | E : ln ?b = ?A |- context [ln ?a] =>
    replace (ln a) with A by (rewrite <- E; apply f_equal; same_number)
  | E : erf ?b = ?A |- context [erf ?a] =>
    replace (erf a) with A by (rewrite <- E; apply f_equal; same_number)
  | E : ?L ?b = ?A |- context [?L ?a] => is_var L; is_var A;
    replace (L a) with A by (rewrite <- E; apply f_equal; same_number)
  | E : ?L ?b ?c = ?A |- context [?L ?a ?d] => is_var L; is_var A;
    replace (L a d) with A by (rewrite <- E; f_equal; same_number)
  | E : ?L ?b ?c ?e = ?A |- context [?L ?a ?d ?f] => is_var L; is_var A;
    replace (L a d f) with A by (rewrite <- E; f_equal; same_number)
  | E : mass ?X ?S = ?A |- context [mass ?X ?T] =>
    replace (mass X T) with A by (rewrite <- E; apply f_equal; same_ends)
  end.

(** The variable x that stands for the exponential of the logarithm of v is v. *)
Ltac exponential_of_logarithm x v Q :=
  let E := fresh in assert (E : x = v) by (rewrite <- Q; apply exp_ln; factor); clear Q; subst x.

(** The logarithm of a product v as a sum. *)
Ltac logarithm_of v :=
  match goal with |- ln ?a = _ => replace a with v by same_number end;
  unfold Rdiv; repeat first [rewrite ln_mult by factor | rewrite ln_Rinv by factor | rewrite ln_pow by factor];
  simpl INR; ring.

Ltac in_atoms F := revert F; to_atoms; intros F.

(** A fact times a factor, which other facts may show to have a sign. *)
Ltac factor_known := first
  [ assumption
  | apply Rlt_le; assumption
  | match goal with
    | G : 0 <= ?g |- 0 <= ?m => replace m with g by (modulo []); exact G
    | G : 0 < ?g |- 0 < ?m => replace m with g by (modulo []); exact G
    | G : 0 < ?g |- 0 <= ?m => replace m with g by (modulo []); apply Rlt_le; exact G
    end
  | solve [positive] | solve [not_negative] | solve [above_zero] ].

Ltac scaled m H := first
  [ apply (times_eq m) in H
  | apply (times_le m) in H; [|factor_known]
  | apply (times_lt m) in H; [|factor_known]
  | apply (times_lt_weak m) in H; [|factor_known]
  | apply (times_le m) in H; [|factor]
  | apply (times_lt m) in H; [|factor]
  | apply (times_lt_weak m) in H; [|factor] ].
