(** The error function: its slope, and its limit 1 at infinity, from the integral of the normal
    density. The square of the integral up to x and the integral of e^(-x^2 (1 + t^2)) / (1 + t^2)
    over 0 < t < 1 have a constant sum, pi / 4. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity.
Open Scope R_scope.

Ltac in_reals := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

Definition bell (t : R) : R := exp (- t ^ 2).
Definition under_bell (x : R) : R := RInt bell 0 x.
Definition fan (x t : R) : R := exp (- (x ^ 2 * (1 + t ^ 2))) / (1 + t ^ 2).
Definition fanned (x : R) : R := RInt (fan x) 0 1.

Lemma one_plus_square t : 0 < 1 + t ^ 2.
Proof. assert (H := pow2_ge_0 t). lra. Qed.

Lemma bell_continuous t : continuous bell t.
Proof. apply (ex_derive_continuous (V := R_NormedModule)). unfold bell. auto_derive. easy. Qed.

Lemma bell_integrable a b : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t _. apply bell_continuous. Qed.

Lemma derive_under_bell x : is_derive under_bell x (bell x).
Proof.
  apply (is_derive_RInt bell under_bell 0 x).
  - apply filter_forall. intros y. apply (RInt_correct (V := R_CompleteNormedModule)), bell_integrable.
  - apply bell_continuous.
Qed.

Lemma derive_fan x t : is_derive (fun u => fan u t) x (-2 * x * exp (- (x ^ 2 * (1 + t ^ 2)))).
Proof.
  assert (P := one_plus_square t). unfold fan. auto_derive; [lra|]. simpl. field. lra.
Qed.

Lemma fan_continuous x t : continuous (fan x) t.
Proof.
  assert (P := one_plus_square t). apply (ex_derive_continuous (V := R_NormedModule)).
  unfold fan. auto_derive. lra.
Qed.

Lemma fan_integrable x : ex_RInt (fan x) 0 1.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t _. apply fan_continuous. Qed.

Lemma slope_of_fan x : RInt (fun t => Derive (fun u => fan u t) x) 0 1 = -2 * bell x * under_bell x.
Proof.
  rewrite (RInt_ext _ (fun t => scal (-2 * bell x) (scal x (bell (x * t + 0))))).
  - assert (E := RInt_comp_lin (V := R_CompleteNormedModule) bell x 0 0 1 (bell_integrable _ _)).
    rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r in E.
    transitivity (-2 * bell x * RInt (fun t => scal x (bell (x * t + 0))) 0 1).
    + apply (RInt_scal (V := R_CompleteNormedModule)).
      apply (ex_RInt_comp_lin (V := R_CompleteNormedModule) bell), bell_integrable.
    + apply f_equal. exact E.
  - intros t _. etransitivity; [apply is_derive_unique, derive_fan|]. unfold bell, scal; simpl; unfold mult; simpl.
    replace (- (x * (x * 1) * (1 + t * (t * 1)))) with (- (x * (x * 1)) + - ((x * t + 0) * ((x * t + 0) * 1))) by ring.
    rewrite exp_plus. ring.
Qed.

Lemma slope_continuous x t : continuity_2d_pt (fun u v => Derive (fun z => fan z v) u) x t.
Proof.
  apply (continuity_2d_pt_ext (fun u v => -2 * u * exp (- (u ^ 2 * (1 + v ^ 2))))).
  { intros u v. symmetry. apply is_derive_unique, derive_fan. }
  apply continuity_2d_pt_mult.
  { apply continuity_2d_pt_mult; [apply continuity_2d_pt_const|apply continuity_2d_pt_id1]. }
  apply (continuity_1d_2d_pt_comp exp (fun u v => - (u ^ 2 * (1 + v ^ 2)))).
  { apply derivable_continuous_pt, derivable_pt_exp. }
  apply continuity_2d_pt_opp, continuity_2d_pt_mult.
  - apply (continuity_1d_2d_pt_comp (fun u => u ^ 2) (fun u _ => u)); [|apply continuity_2d_pt_id1].
    apply derivable_continuous_pt, derivable_pt_pow.
  - apply continuity_2d_pt_plus; [apply continuity_2d_pt_const|].
    apply (continuity_1d_2d_pt_comp (fun u => u ^ 2) (fun _ v => v)); [|apply continuity_2d_pt_id2].
    apply derivable_continuous_pt, derivable_pt_pow.
Qed.

Lemma derive_fanned x : is_derive fanned x (-2 * bell x * under_bell x).
Proof.
  rewrite <- slope_of_fan. apply (is_derive_RInt_param fan 0 1 x).
  - apply filter_forall. intros y t _. eexists. apply derive_fan.
  - intros t _. apply slope_continuous.
  - apply filter_forall. intros y. apply fan_integrable.
Qed.

Lemma fanned_0 : fanned 0 = PI / 4.
Proof.
  rewrite <- atan_1. unfold fanned.
  rewrite (RInt_ext _ (fun t => / (1 + t ^ 2))).
  - apply (is_RInt_unique (V := R_CompleteNormedModule)).
    replace (atan 1) with (minus (atan 1) (atan 0)) by (rewrite atan_0; unfold minus, plus, opp; simpl; ring).
    apply (is_RInt_derive atan).
    + intros t _. apply is_derive_Reals. apply derivable_pt_lim_atan.
    + intros t _. assert (P := one_plus_square t).
      apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. lra.
  - intros t _. unfold fan. replace (- (0 ^ 2 * (1 + t ^ 2))) with 0 by ring. rewrite exp_0.
    assert (P := one_plus_square t). in_reals. field. lra.
Qed.

Lemma constant_sum x : under_bell x ^ 2 + fanned x = PI / 4.
Proof.
  assert (D : forall y, is_derive (fun x => under_bell x ^ 2 + fanned x) y 0).
  { intros y. eapply derive_as.
    - apply (derive_plus (fun x => under_bell x ^ 2) fanned); [|apply derive_fanned].
      apply (derive_pow under_bell), derive_under_bell.
    - simpl. ring. }
  replace (PI / 4) with (under_bell 0 ^ 2 + fanned 0).
  2: { rewrite fanned_0. unfold under_bell. rewrite RInt_point. unfold zero; simpl. ring. }
  destruct (Rtotal_order x 0) as [L|[->|L]]; [|reflexivity|symmetry];
    apply (eq_is_derive (V := R_NormedModule) (fun x => under_bell x ^ 2 + fanned x));
    [intros t _; apply D|exact L|intros t _; apply D|exact L].
Qed.

Lemma under_bell_positive x : 0 <= x -> 0 <= under_bell x.
Proof.
  intros X. apply RInt_ge_0; [exact X|apply bell_integrable|]. intros t _. left. apply exp_pos.
Qed.

Lemma fanned_bounds x : 0 <= fanned x <= exp (- x ^ 2).
Proof.
  split.
  - apply RInt_ge_0; [lra|apply fan_integrable|]. intros t _. assert (P := one_plus_square t).
    apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos|exact P].
  - replace (exp (- x ^ 2)) with (RInt (fun _ => exp (- x ^ 2)) 0 1).
    2: { rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. ring. }
    apply RInt_le; [lra|apply fan_integrable|apply ex_RInt_const|].
    intros t _. assert (P := one_plus_square t). assert (Q := pow2_ge_0 t). assert (X := pow2_ge_0 x).
    apply div_le; [exact P|]. assert (E : exp (- (x ^ 2 * (1 + t ^ 2))) <= exp (- x ^ 2)).
    { destruct (Rle_lt_or_eq_dec (- (x ^ 2 * (1 + t ^ 2))) (- x ^ 2)) as [L|L]; [nra| |].
      - left. now apply exp_increasing.
      - right. now rewrite L. }
    assert (G := exp_pos (- x ^ 2)). nra.
Qed.

Lemma derive_erf_id x : is_derive erf x (2 / sqrt PI * exp (- x ^ 2)).
Proof.
  eapply derive_as; [apply (derive_mult (fun _ => 2 / sqrt PI) under_bell)|].
  - apply derive_const.
  - apply derive_under_bell.
  - unfold bell. ring.
Qed.

Lemma derive_erf (f : R -> R) (x df : R) : is_derive f x df ->
  is_derive (fun t => erf (f t)) x (df * (2 / sqrt PI * exp (- f x ^ 2))).
Proof. intros D. apply (derive_comp erf f); [exact D|apply derive_erf_id]. Qed.

Lemma erf_0 : erf 0 = 0.
Proof. unfold erf. rewrite RInt_point. unfold zero; simpl. ring. Qed.

Lemma erf_origin x : x = 0 -> erf x = 0.
Proof. intros ->. exact erf_0. Qed.

Lemma erf_opp x : erf (- x) = - erf x.
Proof.
  assert (E : forall y, erf y + erf (- y) = erf 0 + erf (- 0)).
  { intros y.
    assert (D : forall z, is_derive (fun y => erf y + erf (- y)) z 0).
    { intros z. eapply derive_as.
      - apply (derive_plus erf (fun y => erf (- y))); [apply derive_erf_id|].
        apply (derive_erf (fun y => - y)), derive_opp, derive_id.
      - cbv beta. replace ((- z) ^ 2) with (z ^ 2) by ring. ring. }
    destruct (Rtotal_order y 0) as [L|[->|L]]; [|reflexivity|symmetry];
      apply (eq_is_derive (V := R_NormedModule) (fun y => erf y + erf (- y)));
      [intros t _; apply D|exact L|intros t _; apply D|exact L]. }
  assert (H := E x). rewrite Ropp_0, erf_0 in H. lra.
Qed.

Lemma erf_square x : erf x ^ 2 = 1 - 4 / PI * fanned x.
Proof.
  assert (P := PI_RGT_0). assert (S := sqrt_lt_R0 _ P).
  assert (Q : sqrt PI ^ 2 = PI) by (simpl; rewrite Rmult_1_r; apply sqrt_sqrt; lra).
  replace (fanned x) with (PI / 4 - under_bell x ^ 2) by (rewrite <- (constant_sum x); ring).
  change (erf x) with (2 / sqrt PI * under_bell x).
  replace ((2 / sqrt PI * under_bell x) ^ 2) with (4 / sqrt PI ^ 2 * under_bell x ^ 2) by (field; lra).
  rewrite Q. field. lra.
Qed.

Lemma erf_bounds x : 0 <= x -> 0 <= 1 - erf x <= 4 / PI * exp (- x ^ 2).
Proof.
  intros X. assert (P := PI_RGT_0). assert (S := sqrt_lt_R0 _ P).
  assert (E := erf_square x). destruct (fanned_bounds x) as [L U].
  assert (Z : 0 <= erf x).
  { change (erf x) with (2 / sqrt PI * under_bell x).
    apply Rmult_le_pos; [apply Rlt_le, Rdiv_lt_0_compat; lra|now apply under_bell_positive]. }
  assert (K : 0 < 4 / PI) by (apply Rdiv_lt_0_compat; lra).
  assert (0 <= 4 / PI * fanned x) by nra. assert (4 / PI * fanned x <= 4 / PI * exp (- x ^ 2)) by nra.
  split; nra.
Qed.

(** What is left of 1 fades faster than an exponential. *)
Lemma fades_erf (g : R -> R) (a c : R) : (forall x, g x = a + c * x) -> 0 < c ->
  fades (fun x => 1 - erf (g x)).
Proof.
  intros G C.
  assert (F : fades (fun x => exp (- a ^ 2 + - (2 * a * c) * x - c ^ 2 * x ^ 2))).
  { apply (fades_exp_parabola _ (- a ^ 2) (- (2 * a * c)) (c ^ 2)); [intros; ring|nra]. }
  destruct F as [K [k [P H]]]. exists (4 / PI * K), k. split; [exact P|].
  assert (N : eventually (fun x => - a / c < x)) by (exists (- a / c); auto).
  generalize (eventually_and _ _ N H). apply eventually_imp. intros x [X B].
  assert (0 <= g x).
  { rewrite G. apply Rmult_lt_compat_r with (r := c) in X; [|exact C].
    replace (- a / c * c) with (- a) in X by (field; lra). lra. }
  destruct (erf_bounds (g x) ltac:(assumption)) as [L U]. rewrite Rabs_pos_eq by exact L.
  rewrite Rabs_pos_eq in B by (left; apply exp_pos).
  replace (- g x ^ 2) with (- a ^ 2 + - (2 * a * c) * x - c ^ 2 * x ^ 2) in U by (rewrite G; ring).
  assert (0 < 4 / PI) by (apply Rdiv_lt_0_compat; [lra|apply PI_RGT_0]). nra.
Qed.

Lemma tempers_erf (g : R -> R) (a c : R) : (forall x, g x = a + c * x) -> 0 < c ->
  tempers (fun x => erf (g x)).
Proof.
  intros G C k K. destruct (fades_erf g a c G C) as [D [l [L H]]]. exists (1 + Rabs D).
  generalize (eventually_and _ _ H (ex_intro _ 0 (fun x X => X) : eventually (fun x => 0 < x))).
  apply eventually_imp. intros x [B X].
  assert (T := Rabs_triang 1 (erf (g x) - 1)). replace (1 + (erf (g x) - 1)) with (erf (g x)) in T by ring.
  rewrite Rabs_R1, Rabs_minus_sym in T. assert (E : exp (- (l * x)) < 1) by (apply exp_below; nra).
  assert (P := exp_pos (- (l * x))). assert (Q : 1 < exp (k * x)) by (apply exp_above; nra).
  assert (A := Rle_abs D). assert (A' := Rabs_pos D).
  assert (D * exp (- (l * x)) <= Rabs D * exp (- (l * x))) by nra.
  assert (Rabs D * exp (- (l * x)) <= Rabs D) by nra.
  assert (Rabs D <= Rabs D * exp (k * x)) by nra. lra.
Qed.

Lemma limit_erf (g : R -> R) (a c : R) : (forall x, g x = a + c * x) -> 0 < c ->
  filterlim (fun x => erf (g x)) (before p_infty) (locally 1).
Proof.
  intros G C. apply (filterlim_ext (fun x => 1 - (1 - erf (g x)))); [intros x; ring|].
  apply (limit_value _ (1 - 0)); [|ring].
  apply (limit_minus (fun _ => 1) (fun x => 1 - erf (g x))); [apply limit_const|].
  now apply fades_limit, (fades_erf g a c).
Qed.

(** ** Tactics that know the error function *)

Lemma Derive_erf x : Derive (fun t => erf t) x = 2 / sqrt PI * exp (- x ^ 2).
Proof. apply is_derive_unique, derive_erf_id. Qed.

(** A slope by the shape of the function, where the error function may occur. *)
Ltac slopes := repeat match goal with
  | |- _ /\ _ => split
  | |- True => exact I
  | |- ex_derive _ _ => eexists; apply derive_erf_id
  | |- 0 < _ => positive
  | |- _ <> 0 => other_than_zero
  end.

(** Squares of products with square roots. *)
Ltac squared_roots := rewrite ?Rpow_mult_distr;
  repeat match goal with
  | |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by (first [lra | apply Rlt_le; positive])
  end.

Ltac derive ::= eapply derive_as;
  [auto_derive; [slopes | reflexivity] | rewrite ?Derive_erf; squared_roots; reflexivity].

(** An equation of fractions with square roots. *)
Ltac by_roots := square_roots;
  match goal with
  | H : sqrt ?a * sqrt ?a = _, K : sqrt ?b * sqrt ?b = _ |- _ =>
    tryif constr_eq a b then fail else (field [H K]; other_than_zero)
  | H : sqrt ?a * sqrt ?a = _ |- _ => field [H]; other_than_zero
  end.

Ltac by_derivative ::= intros; exponentials; eapply derive_as;
  [derive | first [by_identity | same_exponentials; by_roots]].

(** Limits at infinity. *)
Ltac far_erf :=
  match goal with
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (limit_plus f g); far_erf
  | |- filterlim (fun t => @?f t - @?g t) _ _ => apply (limit_minus f g); far_erf
  | |- filterlim (fun t => - @?f t) _ _ => apply (limit_opp f); far_erf
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (limit_mult f g); far_erf
  | |- filterlim (fun t => @?f t / ?c) _ _ => apply (limit_mult f (fun _ => / c)); far_erf
  | |- filterlim (fun t => erf (@?g t)) _ _ => first
    [ apply (limit_erf g (g 0) (g 1 - g 0));
      [ intros; cbv beta; field; other_than_zero | cbv beta; rising_line ]
    | apply (filterlim_ext (fun t => - erf (- g t)));
      [ intros; rewrite erf_opp; ring
      | apply (limit_opp (fun t => erf (- g t))), (limit_erf (fun t => - g t) (- g 0) (g 0 - g 1));
        [ intros; cbv beta; field; other_than_zero | cbv beta; rising_line ] ] ]
  | |- _ => settles
  end
with rising_line :=
  match goal with |- 0 < ?c => first
    [ positive | field_simplify c; [positive | other_than_zero ..] | by_sign ] end.

Ltac far_end ::=
  match goal with
  | |- filterlim ?f (after m_infty) _ => apply (left_limit f); cbv beta; far_erf
  | |- filterlim ?f (before p_infty) _ => far_erf
  | |- _ => eapply limit_value; [at_end | cbv beta; at_origin; reflexivity]
  end
with at_origin := repeat match goal with
  | |- context [erf ?a] => rewrite (erf_origin a) by (first [ring | field; other_than_zero])
  end.
