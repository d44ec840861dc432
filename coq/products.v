(** Minima of products of powers, by the logarithmic derivative: it has a sign that is plain, whatever
    the exponents are. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis.
Open Scope R_scope.

(** The derivative as a multiple of the value. *)
Definition relative (f : R -> R) (x d : R) : Prop := 0 < f x /\ is_derive f x (f x * d).

Lemma relative_const (c x : R) : 0 < c -> relative (fun _ => c) x 0.
Proof.
  intros H. split; [exact H|]. rewrite Rmult_0_r. exact (is_derive_const (V := R_NormedModule) c x).
Qed.

Lemma relative_plain (f : R -> R) (x d : R) : is_derive f x d -> 0 < f x -> relative f x (d / f x).
Proof.
  intros D H. split; [exact H|]. replace (f x * (d / f x)) with d by (field; lra). exact D.
Qed.

Lemma relative_mult (f g : R -> R) (x d e : R) : relative f x d -> relative g x e ->
  relative (fun t => f t * g t) x (d + e).
Proof.
  intros [F D] [G E]. split; [now apply Rmult_lt_0_compat|].
  eapply derive_as; [apply (derive_mult f g); eassumption | ring].
Qed.

Lemma relative_div (f g : R -> R) (x d e : R) : relative f x d -> relative g x e ->
  relative (fun t => f t / g t) x (d - e).
Proof.
  intros [F D] [G E]. split; [now apply Rdiv_lt_0_compat|].
  eapply derive_as; [apply (derive_div f g); [eassumption | eassumption | lra] | field; lra].
Qed.

Lemma relative_power (f : R -> R) (y x d : R) : relative f x d -> relative (fun t => power (f t) y) x (y * d).
Proof.
  intros [F D]. split; [now apply power_gt_0|].
  eapply derive_as; [apply (derive_power f y); eassumption | field; lra].
Qed.

Lemma relative_pow (f : R -> R) n (x d : R) : relative f x d -> relative (fun t => f t ^ n) x (INR n * d).
Proof.
  intros [F D]. split; [now apply pow_lt|].
  eapply derive_as; [apply (derive_pow f n); eassumption|].
  destruct n as [|n]; [simpl; ring|]. simpl pred. simpl pow. ring.
Qed.

Ltac relatively :=
  match goal with
  | |- relative (fun _ => ?c) _ _ => apply relative_const; positive
  | |- relative (fun t => @?f t * @?g t) _ _ => apply (relative_mult f g); relatively
  | |- relative (fun t => @?f t / @?g t) _ _ => apply (relative_div f g); relatively
  | |- relative (fun t => power (@?f t) ?y) _ _ => apply (relative_power f y); relatively
  | |- relative (fun t => @?f t ^ ?n) _ _ => apply (relative_pow f n); relatively
  | |- relative ?f _ _ => apply relative_plain; [derive | cbv beta; first [lra | nra]]
  end.

Lemma minimum_of_product (f : R -> R) (inside : R -> Prop) (place : R) : inside place ->
  (forall x y z, inside x -> inside y -> x <= z <= y -> inside z) ->
  (forall x, inside x -> exists d, relative f x d /\ (x < place -> d < 0) /\ (place < x -> 0 < d)) ->
  unique_minimum f inside place.
Proof.
  intros I C D. apply (minimum_of f inside place I C). intros x X.
  destruct (D x X) as [d [[F E] [L U]]]. exists (f x * d). split; [exact E|]. split; intros H.
  - apply Ropp_lt_cancel. rewrite Ropp_0, Ropp_mult_distr_r.
    apply Rmult_lt_0_compat; [exact F|]. specialize (L H). lra.
  - apply Rmult_lt_0_compat; [exact F | exact (U H)].
Qed.

(** Only what compares numbers, without a quotient, is needed for a sign. *)
Lemma bound_cleared a b c : 0 < c -> a <= b / c -> a * c <= b.
Proof.
  intros C H. replace b with (b / c * c) by (field; lra). apply Rmult_le_compat_r; lra.
Qed.

Lemma bound_cleared_below a b c : 0 < c -> b / c < a -> b < a * c.
Proof.
  intros C H. replace b with (b / c * c) at 1 by (field; lra). apply Rmult_lt_compat_r; lra.
Qed.

Ltac bounds_cleared := repeat match goal with
  | H : _ <= _ / ?c |- _ => apply (bound_cleared _ _ c) in H; [|positive]
  | H : _ / ?c < _ |- _ => apply (bound_cleared_below _ _ c) in H; [|positive]
  end.

Ltac factors_positive := repeat match goal with
  | |- context [_ / ?e] => match goal with
    | _ : 0 < e |- _ => fail 1
    | |- _ => assert (0 < e) by first [lra | nra]
    end
  end.

Ltac slope_sign := simpl INR; factors_positive;
  match goal with
  | |- ?d < 0 => apply Ropp_lt_cancel; rewrite Ropp_0; field_simplify (- d)
  | |- 0 < ?d => field_simplify d
  end; [apply Rdiv_lt_0_compat; nra | repeat split; apply Rgt_not_eq; first [lra | nra] ..].

Ltac by_minimum ::= intros; bounds_cleared; apply minimum_of_product;
  [ cbv beta; repeat split; first [lra | nra]
  | intros; cbv beta in *; repeat split; lra
  | cbv beta; intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
    eexists; split; [relatively | split; intros; cbv beta; first [exfalso; lra | slope_sign]] ].
