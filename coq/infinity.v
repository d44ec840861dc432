(** Integrals with an infinite end: limits of antiderivatives that fade as fast as an exponential. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis.
Open Scope R_scope.

Definition eventually (P : R -> Prop) : Prop := exists M, forall x, M < x -> P x.

Lemma eventually_and P Q : eventually P -> eventually Q -> eventually (fun x => P x /\ Q x).
Proof.
  intros [M H] [N K]. exists (Rmax M N). intros x X.
  assert (A := Rmax_l M N). assert (B := Rmax_r M N). split; [apply H|apply K]; lra.
Qed.

Lemma eventually_imp (P Q : R -> Prop) : (forall x, P x -> Q x) -> eventually P -> eventually Q.
Proof. intros I [M H]. exists M. auto. Qed.

(** No larger than an exponential that falls; no larger than any exponential that grows. *)
Definition fades (f : R -> R) : Prop :=
  exists C k, 0 < k /\ eventually (fun x => Rabs (f x) <= C * exp (- (k * x))).
Definition tempers (f : R -> R) : Prop :=
  forall k, 0 < k -> exists C, eventually (fun x => Rabs (f x) <= C * exp (k * x)).

Lemma tempers_const (c : R) : tempers (fun _ => c).
Proof.
  intros k K. exists (Rabs c). exists 0. intros x X. assert (P := Rabs_pos c).
  assert (1 < exp (k * x)) by (apply exp_above; nra). nra.
Qed.

Lemma tempers_id : tempers (fun x => x).
Proof.
  intros k K. exists (/ k). exists 0. intros x X. rewrite Rabs_pos_eq by lra.
  assert (H := exp_ineq1_le (k * x)).
  apply Rmult_le_reg_l with k; [assumption|]. rewrite <- Rmult_assoc, Rinv_r; lra.
Qed.

Lemma tempers_plus f g : tempers f -> tempers g -> tempers (fun x => f x + g x).
Proof.
  intros F G k K. destruct (F k K) as [C H]. destruct (G k K) as [D L]. exists (C + D).
  generalize (eventually_and _ _ H L). apply eventually_imp. intros x [A B].
  assert (T := Rabs_triang (f x) (g x)). lra.
Qed.

Lemma tempers_opp f : tempers f -> tempers (fun x => - f x).
Proof.
  intros F k K. destruct (F k K) as [C H]. exists C. generalize H. apply eventually_imp.
  intros x. now rewrite Rabs_Ropp.
Qed.

Lemma tempers_minus f g : tempers f -> tempers g -> tempers (fun x => f x - g x).
Proof. intros F G. apply (tempers_plus f (fun x => - g x)); [exact F|now apply tempers_opp]. Qed.

Lemma tempers_mult f g : tempers f -> tempers g -> tempers (fun x => f x * g x).
Proof.
  intros F G k K. destruct (F (k / 2) ltac:(lra)) as [C H]. destruct (G (k / 2) ltac:(lra)) as [D L].
  exists (C * D). generalize (eventually_and _ _ H L). apply eventually_imp. intros x [A B].
  rewrite Rabs_mult. replace (k * x) with (k / 2 * x + k / 2 * x) by field. rewrite exp_plus.
  replace (C * D * _) with (C * exp (k / 2 * x) * (D * exp (k / 2 * x))) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma tempers_div f c : tempers f -> tempers (fun x => f x / c).
Proof. intros F. apply (tempers_mult f (fun _ => / c)); [exact F|apply tempers_const]. Qed.

Lemma tempers_pow f n : tempers f -> tempers (fun x => f x ^ n).
Proof.
  intros F. induction n; [apply (tempers_const 1)|]. now apply (tempers_mult f (fun x => f x ^ n)).
Qed.

Lemma fades_mult_l f g : fades f -> tempers g -> fades (fun x => f x * g x).
Proof.
  intros [C [k [K H]]] G. destruct (G (k / 2) ltac:(lra)) as [D L].
  exists (C * D), (k / 2). split; [lra|]. generalize (eventually_and _ _ H L). apply eventually_imp.
  intros x [A B]. rewrite Rabs_mult.
  replace (exp (- (k / 2 * x))) with (exp (- (k * x)) * exp (k / 2 * x))
    by (rewrite <- exp_plus; f_equal; field).
  replace (C * D * _) with (C * exp (- (k * x)) * (D * exp (k / 2 * x))) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma fades_mult_r f g : tempers f -> fades g -> fades (fun x => f x * g x).
Proof.
  intros F G. destruct (fades_mult_l g f G F) as [C [k [K H]]]. exists C, k. split; [exact K|].
  generalize H. apply eventually_imp. intros x. now rewrite Rmult_comm.
Qed.

Lemma fades_div f c : fades f -> fades (fun x => f x / c).
Proof. intros F. apply (fades_mult_l f (fun _ => / c)); [exact F|apply tempers_const]. Qed.

Lemma fades_opp f : fades f -> fades (fun x => - f x).
Proof.
  intros [C [k [K H]]]. exists C, k. split; [exact K|]. generalize H. apply eventually_imp.
  intros x. now rewrite Rabs_Ropp.
Qed.

Lemma fades_plus f g : fades f -> fades g -> fades (fun x => f x + g x).
Proof.
  intros [C [k [K H]]] [D [m [M L]]]. exists (Rabs C + Rabs D), (Rmin k m).
  assert (A := Rmin_l k m). assert (B := Rmin_r k m).
  split; [unfold Rmin; destruct (Rle_dec k m); lra|].
  generalize (eventually_and _ _ (eventually_and _ _ H L) (ex_intro _ 0 (fun x X => X) : eventually (fun x => 0 < x))).
  apply eventually_imp. intros x [[P Q] X].
  assert (E : forall j, Rmin k m <= j -> exp (- (j * x)) <= exp (- (Rmin k m * x))).
  { intros j J. destruct (Rle_lt_or_eq_dec _ _ J) as [Z| <-]; [left; apply exp_increasing; nra|lra]. }
  assert (E1 := E k A). assert (E2 := E m B). assert (P1 := exp_pos (- (k * x))).
  assert (P2 := exp_pos (- (m * x))).
  assert (T := Rabs_triang (f x) (g x)).
  assert (C1 := Rle_abs C). assert (D1 := Rle_abs D). assert (C0 := Rabs_pos C). assert (D0 := Rabs_pos D).
  assert (C * exp (- (k * x)) <= Rabs C * exp (- (Rmin k m * x))) by (apply Rle_trans with (Rabs C * exp (- (k * x))); nra).
  assert (D * exp (- (m * x)) <= Rabs D * exp (- (Rmin k m * x))) by (apply Rle_trans with (Rabs D * exp (- (m * x))); nra).
  lra.
Qed.

Lemma fades_minus f g : fades f -> fades g -> fades (fun x => f x - g x).
Proof. intros F G. apply (fades_plus f (fun x => - g x)); [exact F|now apply fades_opp]. Qed.

Lemma fades_0 : fades (fun _ => 0).
Proof.
  exists 0, 1. split; [lra|]. exists 0. intros x _. rewrite Rabs_R0. lra.
Qed.

(** An exponential of what falls along a line, or along a parabola. *)
Lemma fades_exp_line g a c : (forall x, g x = a - c * x) -> 0 < c -> fades (fun x => exp (g x)).
Proof.
  intros G C. exists (exp a), c. split; [exact C|]. exists 0. intros x _.
  rewrite Rabs_pos_eq by (left; apply exp_pos). rewrite G. unfold Rminus. rewrite exp_plus. lra.
Qed.

Lemma fades_exp_parabola g a b c : (forall x, g x = a + b * x - c * x ^ 2) -> 0 < c ->
  fades (fun x => exp (g x)).
Proof.
  intros G C. exists (exp a), 1. split; [lra|]. exists (Rmax 0 ((b + 1) / c)). intros x X.
  assert (M := Rmax_l 0 ((b + 1) / c)). assert (N := Rmax_r 0 ((b + 1) / c)).
  rewrite Rabs_pos_eq by (left; apply exp_pos). rewrite G, <- exp_plus.
  assert (b + 1 <= c * x).
  { assert (K : (b + 1) / c * c = b + 1) by (field; lra). nra. }
  destruct (Rle_lt_or_eq_dec (a + b * x - c * x ^ 2) (a + - (1 * x))) as [L|L]; [nra| |].
  - left. now apply exp_increasing.
  - right. now rewrite L.
Qed.

Lemma fades_limit f : fades f -> filterlim f (before p_infty) (locally 0).
Proof.
  intros [C [k [K [M H]]]].
  apply (squeezed (fun x => - (Rabs C * exp (- (k * x)))) f (fun x => Rabs C * exp (- (k * x)))).
  - exists M. intros x X. assert (A := H x X). assert (B := Rle_abs (- f x)). rewrite Rabs_Ropp in B.
    assert (D := Rle_abs C). assert (P := exp_pos (- (k * x))). nra.
  - exists M. intros x X. assert (A := H x X). assert (B := Rle_abs (f x)).
    assert (D := Rle_abs C). assert (P := exp_pos (- (k * x))). nra.
  - apply (limit_value _ (- (Rabs C * 0))); [|ring].
    apply limit_opp, limit_mult; [apply limit_const|]. apply (limit_exp_falls (fun x => k * x)).
    apply grows_scaled; [exact K|apply grows_id].
  - apply (limit_value _ (Rabs C * 0)); [|ring].
    apply limit_mult; [apply limit_const|]. apply (limit_exp_falls (fun x => k * x)).
    apply grows_scaled; [exact K|apply grows_id].
Qed.

(** What happens at the left is what happens at the right of the mirror image. *)
Lemma left_limit (F : R -> R) (v : R) :
  filterlim (fun x => F (- x)) (before p_infty) (locally v) -> filterlim F (after m_infty) (locally v).
Proof.
  intros H. apply (filterlim_ext (fun x => F (- - x))); [intros x; now rewrite Ropp_involutive|].
  apply (filterlim_comp _ _ _ Ropp (fun x => F (- x)) (after m_infty) (before p_infty)); [|exact H].
  intros P [M Q]. exists (- M). intros x X. apply Q. lra.
Qed.

Ltac tempering :=
  match goal with
  | |- tempers (fun _ => ?c) => apply (tempers_const c)
  | |- tempers (fun x => x) => apply tempers_id
  | |- tempers (fun x => @?f x + @?g x) => apply (tempers_plus f g); tempering
  | |- tempers (fun x => @?f x - @?g x) => apply (tempers_minus f g); tempering
  | |- tempers (fun x => @?f x * @?g x) => apply (tempers_mult f g); tempering
  | |- tempers (fun x => @?f x / ?c) => apply (tempers_div f c); tempering
  | |- tempers (fun x => - @?f x) => apply (tempers_opp f); tempering
  | |- tempers (fun x => @?f x ^ ?n) => apply (tempers_pow f n); tempering
  end.

Ltac fading :=
  match goal with
  | |- fades (fun _ => 0) => apply fades_0
  | |- fades (fun x => @?f x + @?g x) => apply (fades_plus f g); fading
  | |- fades (fun x => @?f x - @?g x) => apply (fades_minus f g); fading
  | |- fades (fun x => - @?f x) => apply (fades_opp f); fading
  | |- fades (fun x => @?f x / ?c) => apply (fades_div f c); fading
  | |- fades (fun x => exp (@?g x)) => first
    [ apply (fades_exp_line g (g 0) (g 0 - g 1));
      [ intros; cbv beta; first [ring | field; other_than_zero]
      | cbv beta; first [condition | apply Rminus_gt_0_lt; by_sign | by_sign] ]
    | apply (fades_exp_parabola g (g 0) ((g 1 - g (-1)) / 2) (g 0 - (g 1 + g (-1)) / 2));
      [ intros; cbv beta; first [ring | field; other_than_zero]
      | cbv beta; falling_parabola ] ]
  | |- fades (fun x => @?f x * @?g x) => first
    [ apply (fades_mult_l f g); [solve [fading] | solve [tempering]]
    | apply (fades_mult_r f g); [solve [tempering] | solve [fading]] ]
  end
with falling_parabola :=
  match goal with |- 0 < ?c =>
    first [ condition | field_simplify c; [condition | other_than_zero ..] | by_sign ] end.

Ltac settles :=
  match goal with
  | |- filterlim (fun _ => ?c) _ _ => apply limit_const
  | |- filterlim ?f _ _ => apply (fades_limit f); solve [fading]
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (limit_plus f g); settles
  | |- filterlim (fun t => @?f t - @?g t) _ _ => apply (limit_minus f g); settles
  | |- filterlim (fun t => - @?f t) _ _ => apply (limit_opp f); settles
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (limit_mult f g); settles
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (limit_mult f (fun _ => / c)); settles
  | |- filterlim _ _ _ => far
  end.

Ltac far_end :=
  match goal with
  | |- filterlim ?f (after m_infty) _ => apply (left_limit f); cbv beta; settles
  | |- filterlim ?f (before p_infty) _ => settles
  | |- _ => at_end
  end.

(** An integral with an infinite end, from the antiderivative F. *)
Ltac by_improper_integral F := exponentials;
  match goal with
  | |- integral ?f ?a ?b _ =>
    eapply integral_value;
    [ eapply (integral_of F f a b);
      [ ends | intros; ends_in_all; cbv beta; by_derivative | intros; ends_in_all; smooth
      | far_end | far_end ]
    | cbv beta; tidy; by_identity ]
  end
with ends_in_all := repeat match goal with
  | H : Rbar_lt _ _ |- _ => simpl in H
  end.

(** ** Another value *)

Lemma above_unique (f : R -> R) (p : Rbar) (v w : R) :
  limit_from_above f p v -> limit_from_above f p w -> v = w.
Proof. intros H K. exact (filterlim_locally_unique f v w H K). Qed.

Lemma below_unique (f : R -> R) (p : Rbar) (v w : R) :
  limit_from_below f p v -> limit_from_below f p w -> v = w.
Proof. intros H K. exact (filterlim_locally_unique f v w H K). Qed.

(** What has the value that K says has by t the value v: both are one number. *)
Tactic Notation "other_value" hyp(K) constr(v) "(" tactic3(t) ")" ident(E) :=
  match type of K with
  | integral ?f ?a ?b ?w =>
    let T := fresh in assert (T : integral f a b v) by t; pose proof (integral_unique _ _ _ _ _ K T) as E
  | limit_from_above ?f ?p (Finite ?w) =>
    let T := fresh in assert (T : limit_from_above f p (Finite v)) by t;
    pose proof (above_unique _ _ _ _ K T) as E
  | limit_from_below ?f ?p (Finite ?w) =>
    let T := fresh in assert (T : limit_from_below f p (Finite v)) by t;
    pose proof (below_unique _ _ _ _ K T) as E
  end.

(** A condition at a point, where what is defined is written out. *)
Ltac as_defined := first [condition | intros; reflexivity].

(** ** Regions

    An inequality in a box, by interval arithmetic on parts into which the box is cut. *)

(** The integrals of the error function. *)
Ltac enclosed := repeat match goal with
  | |- context [RInt ?f ?a ?b] =>
    let I := fresh "I" in let E := fresh in
    integral_intro (RInt f a b) with (i_relwidth 30) as E; set (I := RInt f a b) in *; clearbody I
  end.

(** Of numbers; also powers of which the exponent is a fraction, and values of the error function. *)
Ltac by_region_0 := intros;
  repeat match goal with |- context [power ?x ?y] => rewrite (power_pos x y) by interval end;
  unfold erf; enclosed; first [interval | interval with (i_prec 100) | interval with (i_prec 400)].

Ltac by_region_1 x := first
  [ interval | interval with (i_bisect x, i_depth 14) | interval with (i_bisect x, i_taylor x, i_depth 20)
  | interval with (i_bisect x, i_prec 90, i_depth 22) ].

Ltac by_region_2 x y := first
  [ interval | interval with (i_bisect x, i_bisect y, i_depth 16)
  | interval with (i_bisect x, i_taylor x, i_bisect y, i_depth 20) ].
