(** The arc tangent, the arc sine, sine and cosine: slopes, limits, values at the ends, and signs.
    Nothing here is trusted. *)
Require Import Reals List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity.
Open Scope R_scope.

(** ** Slopes *)

Lemma derive_through (g f : R -> R) (t c d : R) :
  is_derive g (f t) c -> is_derive f t d -> is_derive (fun u => g (f u)) t (d * c).
Proof. intros G F. exact (is_derive_comp g f t c d G F). Qed.

Lemma derive_atan (f : R -> R) (t d : R) :
  is_derive f t d -> is_derive (fun u => atan (f u)) t (d * / (1 + (f t) ^ 2)).
Proof.
  intros F. apply derive_through; [apply is_derive_Reals, derivable_pt_lim_atan|exact F].
Qed.

Lemma derive_sin (f : R -> R) (t d : R) :
  is_derive f t d -> is_derive (fun u => sin (f u)) t (d * cos (f t)).
Proof. intros F. apply derive_through; [apply is_derive_Reals, derivable_pt_lim_sin|exact F]. Qed.

Lemma derive_cos (f : R -> R) (t d : R) :
  is_derive f t d -> is_derive (fun u => cos (f u)) t (d * - sin (f t)).
Proof. intros F. apply derive_through; [apply is_derive_Reals, derivable_pt_lim_cos|exact F]. Qed.

(** The slope of the arc sine of a quotient, without a quotient below the root. *)
Lemma derive_asin (f : R -> R) (c t d : R) : 0 < c -> - c < f t < c ->
  is_derive f t d -> is_derive (fun u => asin (f u / c)) t (d * / sqrt (c ^ 2 - f t ^ 2)).
Proof.
  intros C [A B] F. assert (P : 0 < c ^ 2 - f t ^ 2) by nra.
  assert (V : -1 < f t / c < 1) by (split; [apply Rlt_div_r|apply Rlt_div_l]; lra).
  assert (E : sqrt (1 - Rsqr (f t / c)) = sqrt (c ^ 2 - f t ^ 2) / c).
  { transitivity (sqrt (c ^ 2 - f t ^ 2) / sqrt (c ^ 2)); [|rewrite sqrt_pow2; lra].
    rewrite <- sqrt_div by nra. apply f_equal. unfold Rsqr. field. lra. }
  assert (S := sqrt_lt_R0 _ P).
  replace (d * / sqrt (c ^ 2 - f t ^ 2)) with (d / c * (1 / sqrt (1 - Rsqr (f t / c))))
    by (rewrite E; field; split; apply Rgt_not_eq; lra).
  apply (derive_through asin (fun u => f u / c)).
  - apply is_derive_Reals, (derive_pt_eq_1 _ _ _ (derivable_pt_asin _ V)), derive_pt_asin.
  - replace (d / c) with ((d * c - f t * 0) / c ^ 2) by (field; lra).
    apply (derive_div f (fun _ => c)); [exact F|apply derive_const|lra].
Qed.

Ltac derive ::=
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
  | |- is_derive (fun t => atan (@?f t)) _ _ => apply (derive_atan f); derive
  | |- is_derive (fun t => sin (@?f t)) _ _ => apply (derive_sin f); derive
  | |- is_derive (fun t => cos (@?f t)) _ _ => apply (derive_cos f); derive
  | |- is_derive (fun t => asin (@?f t / ?c)) _ _ =>
    apply (derive_asin f c); [positive|cbv beta; lra|derive]
  | |- is_derive (fun t => power (@?f t) ?y) _ _ =>
    apply (derive_power f y); [derive|cbv beta; positive]
  | |- is_derive (fun t => power ?b (@?f t)) _ _ =>
    apply (derive_power_exponent f b); [derive|positive]
  end.

(** ** Limits *)

Lemma limit_atan (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) :
  @grows F f -> filterlim (fun t => atan (f t)) F (locally (PI / 2)).
Proof.
  intros G P [e H]. assert (A := PI_RGT_0). unfold filtermap.
  set (y := Rmax (- (PI / 4)) (PI / 2 - e / 2)).
  assert (E := cond_pos e).
  assert (Y : - (PI / 2) < y < PI / 2)
    by (unfold y, Rmax; destruct (Rle_dec _ _); split; lra).
  apply (filter_imp (fun t => tan y < f t)); [|now apply grows_beyond].
  intros t L. apply H. change (Rabs (atan (f t) - PI / 2) < e).
  apply atan_increasing in L. rewrite atan_tan in L by assumption.
  assert (B := atan_bound (f t)).
  assert (M : PI / 2 - e / 2 <= y) by apply Rmax_r. rewrite Rabs_left1; lra.
Qed.

Lemma limit_asin (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) :
  filterlim f F (locally 1) -> F (fun t => -1 <= f t <= 1) ->
  filterlim (fun t => asin (f t)) F (locally (PI / 2)).
Proof.
  intros L I P [e H]. assert (A := PI_RGT_0). assert (E := cond_pos e). unfold filtermap.
  set (y := Rmax 0 (PI / 2 - e / 2)).
  assert (Y : 0 <= y < PI / 2) by (unfold y, Rmax; destruct (Rle_dec _ _); split; lra).
  assert (S : sin y < 1) by (rewrite <- sin_PI2; apply sin_increasing_1; lra).
  assert (D : 0 < 1 - sin y) by lra.
  assert (N : F (fun t => sin y < f t)).
  { apply (L (fun v => sin y < v)). exists (mkposreal _ D). intros v V.
    change (Rabs (v - 1) < 1 - sin y) in V. apply Rabs_def2 in V. lra. }
  apply (filter_imp (fun t => sin y < f t /\ -1 <= f t <= 1)); [|now apply filter_and].
  intros t [T B]. apply H. change (Rabs (asin (f t) - PI / 2) < e).
  assert (K := asin_bound (f t)).
  assert (M : PI / 2 - e / 2 <= y) by apply Rmax_r.
  assert (G : y < asin (f t)).
  { apply Rnot_le_lt. intros G. rewrite <- (sin_asin (f t)) in T by exact B.
    assert (sin (asin (f t)) <= sin y) by (apply sin_incr_1; lra). lra. }
  rewrite Rabs_left1; lra.
Qed.

(** At the place c itself. *)
Lemma limit_asin_end (c : R) : 0 < c ->
  filterlim (fun t => asin (t / c)) (at_left c) (locally (PI / 2)).
Proof.
  intros C. apply (limit_asin (at_left c) (fun t => t / c)).
  - replace 1 with (c / c) by (field; lra).
    apply (below_continuous (fun t => t / c) c). eexists. derive.
  - exists (mkposreal c C). intros t T L. change (Rabs (t - c) < c) in T.
    apply Rabs_def2 in T. split; [apply Rle_div_r|apply Rle_div_l]; lra.
Qed.

Lemma limit_sqrt (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) (v : R) :
  filterlim f F (locally v) -> filterlim (fun t => sqrt (f t)) F (locally (sqrt v)).
Proof. intros H. eapply filterlim_comp; [exact H|]. apply continuous_sqrt. Qed.

Ltac settles ::=
  match goal with
  | |- filterlim (fun _ => ?c) _ _ => apply limit_const
  | |- filterlim ?f _ _ => apply (fades_limit f); solve [fading]
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (limit_plus f g); settles
  | |- filterlim (fun t => @?f t - @?g t) _ _ => apply (limit_minus f g); settles
  | |- filterlim (fun t => - @?f t) _ _ => apply (limit_opp f); settles
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (limit_mult f g); settles
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (limit_mult f (fun _ => / c)); settles
  | |- filterlim (fun t => atan (@?f t)) _ _ => apply (limit_atan _ f); growing
  | |- filterlim _ _ _ => far
  end.

Ltac left_end :=
  match goal with
  | |- filterlim (fun t => asin (t / ?c)) (at_left ?c) _ => apply (limit_asin_end c); positive
  | |- filterlim (fun _ => ?c) _ _ => apply limit_const
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (limit_plus f g); left_end
  | |- filterlim (fun t => @?f t - @?g t) _ _ => apply (limit_minus f g); left_end
  | |- filterlim (fun t => - @?f t) _ _ => apply (limit_opp f); left_end
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (limit_mult f g); left_end
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (limit_mult f (fun _ => / c)); left_end
  | |- filterlim (fun t => sqrt (@?f t)) _ _ => eapply (limit_sqrt _ f); left_end
  | |- filterlim ?f (at_left ?p) _ => apply (below_continuous f p); exponentials; eexists; derive
  end.

(** Where the integrand has no bound at the upper end. *)
Ltac by_integral F ::= exponentials;
  match goal with
  | |- integral ?f (Finite ?a) (Finite ?b) _ =>
    eapply integral_value;
    [ first
      [ apply (integral_of_continuous F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | smooth | smooth]
      | apply (integral_of_right F f a b);
        [by_sign | inside | intros ? [? ?]; smooth | right_end | smooth]
      | eapply (integral_of F f (Finite a) (Finite b));
        [ ends | intros; ends_in_all; cbv beta; by_derivative | intros; ends_in_all; smooth
        | at_end | unfold before; left_end ] ]
    | cbv beta; tidy; by_identity ]
  end.

(** ** Values at the ends *)

Ltac angle a b := tryif constr_eq a b then idtac else let E := fresh in
  assert (E : a = b) by (first [ring | field; other_than_zero]); rewrite E; clear E.

Ltac circular_values := repeat match goal with
  | |- context [atan ?a] => first [angle a 0; rewrite atan_0 | angle a 1; rewrite atan_1]
  | |- context [asin ?a] => first [angle a 0; rewrite asin_0 | angle a 1; rewrite asin_1]
  | |- context [sin ?a] => first
    [ angle a 0; rewrite sin_0 | angle a PI; rewrite sin_PI | angle a (PI / 2); rewrite sin_PI2 ]
  | |- context [cos ?a] => first
    [ angle a 0; rewrite cos_0 | angle a PI; rewrite cos_PI | angle a (PI / 2); rewrite cos_PI2 ]
  end.

Lemma ln_over a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros A B. unfold Rdiv. rewrite ln_mult, ln_Rinv by (auto using Rinv_0_lt_compat). ring. Qed.

Ltac tidy ::= circular_values; rewrite ?ln_over by positive; repeat first
  [ rewrite Rplus_0_r | rewrite Rplus_0_l | rewrite Rmult_0_r | rewrite Rmult_0_l | rewrite Rminus_0_r
  | rewrite Ropp_0 | rewrite exp_0 | rewrite ln_1 | rewrite Rmult_1_l | rewrite Rmult_1_r
  | rewrite pow_i by (apply Nat.lt_0_succ) | rewrite pow1 | rewrite Rminus_eq_0 ].

(** ** Signs *)

(** Where an angle between 0 and PI is one by its numerator. *)
Lemma angle_from_0 a b c : 0 <= a -> 0 < b -> 0 <= c -> 0 <= c * a / b.
Proof. intros A B C. apply Rdiv_le_0_compat; [now apply Rmult_le_pos|exact B]. Qed.

Lemma angle_up_to a b c : a <= b -> 0 < b -> 0 <= c -> c * a / b <= c.
Proof. intros A B C. apply div_le; [exact B|]. nra. Qed.

Ltac between_0_and_pi := first
  [ apply angle_from_0; first [lra | positive] | apply angle_up_to; first [lra | positive] | lra ].

Ltac exponentials ::=
  repeat match goal with |- context [PI] => fact PI_RGT_0 end;
  repeat match goal with
  | |- context [cos ?t] => fact (COS_bound t)
  | |- context [sin ?t] => fact (SIN_bound t)
  end;
  repeat match goal with
  | |- context [sin ?t] => fact (sin_ge_0 t ltac:(between_0_and_pi) ltac:(between_0_and_pi))
  end;
  repeat match goal with
  | |- context [exp ?t] => fact (exp_pos t)
  | H : context [exp ?t] |- _ => fact (exp_pos t)
  end;
  repeat match goal with
  | |- context [power ?x ?y] => fact (power_gt_0 x y ltac:(solve [positive]))
  end.

(** The number PI as any positive one. *)
Ltac by_shift ::= intros; exponentials;
  try match goal with |- context [PI] =>
    revert_pi; let p := fresh "p" in generalize PI; intros p; intros
  end;
  open_powers; unfold Rdiv, Rminus in *;
  first [repeat shift_free; by_coefficients | repeat shift_one; by_coefficients]
with revert_pi := repeat match goal with H : context [PI] |- _ => revert H end.
