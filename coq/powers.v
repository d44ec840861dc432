(** Powers of which the exponent is no number, as products of a few variables. Nothing here is
    trusted. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics intervals edges roots factors.
Open Scope R_scope.

Lemma power_named b m : 0 < b -> exists x, power b m = x /\ 0 < x /\ ln x = m * ln b.
Proof.
  intros B. exists (power b m). split; [reflexivity|]. split; [now apply power_gt_0|].
  rewrite power_pos by assumption. apply ln_exp.
Qed.

Lemma power_by_logarithm a v y w : a = v -> 0 < v -> 0 < w -> y * ln v = ln w -> power a y = w.
Proof. intros -> V W E. rewrite power_pos, E by assumption. now apply exp_ln. Qed.

(** A variable x for a power of b, which is positive, and its logarithm. *)
Ltac power_named_as b m x L := let P := fresh in
  destruct (power_named b m ltac:(factor)) as [x [_ [P L]]].

Ltac of_products := repeat match goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat
  | |- 0 < / _ => apply Rinv_0_lt_compat
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat
  | |- 0 < _ ^ _ => apply pow_lt
  | |- 0 < 1 => exact Rlt_0_1
  | |- 0 < _ => assumption
  end.

Ltac known_logarithms := repeat match goal with
  | L : ln ?x = _ |- context [ln ?x] => rewrite L
  end.

(** A power is what it is said to be, where v is its base in factors. *)
Ltac power_in_factors v :=
  apply (power_by_logarithm _ v);
  [ same_number | of_products | of_products
  | unfold Rdiv; repeat first
    [ rewrite ln_mult by of_products | rewrite ln_Rinv by of_products
    | rewrite ln_pow by of_products | rewrite ln_1 ];
    known_logarithms; simpl INR; first [ring | field; other_than_zero] ].

(** Each such power as what it is known to be, and each exponential. *)
Ltac to_variables := repeat match goal with
  | |- context [power ?a ?y] => match goal with
    | E : power a y = _ |- _ => rewrite E
    | E : power ?b ?z = ?r |- _ =>
      replace (power a y) with r by (rewrite <- E; f_equal; same_number)
    end
  end; to_powers.

Ltac powers_in F := revert F; to_variables; intros F.

(** So is the bound of a variable. *)
Ltac bound_in_variables x := match goal with
  | H : x < _ |- _ => powers_in H
  | H : x <= _ |- _ => powers_in H
  end.

(** An exponential in whose exponent a logarithm is all that is left. *)
Ltac of_logarithms := repeat match goal with
  | |- context [exp ?a] => match a with context [ln ?b] =>
      replace (exp a) with b
        by (transitivity (exp (ln b)); [symmetry; apply exp_ln; positive | apply f_equal; same_number])
    end
  end.

(** What follows from a sum S of facts where bases are simplified first. *)
Ltac by_bases S := revert S; simple_bases; rewrite ?power_exp; open_powers; of_logarithms; intros S; lra.
