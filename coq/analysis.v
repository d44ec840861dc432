(** Limits, bounds on both sides, functions that move one way, ladders and minima: lemmas, and the
    tactics that apply them. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics.
Open Scope R_scope.

(** ** Limits *)

Section Limits.
Context {F : (R -> Prop) -> Prop} {FF : Filter F}.

Lemma limit_value (f : R -> R) (v w : R) :
  filterlim f F (locally v) -> v = w -> filterlim f F (locally w).
Proof. now intros H <-. Qed.

Lemma limit_const (c : R) : filterlim (fun _ : R => c) F (locally c).
Proof. apply filterlim_const. Qed.

Lemma limit_plus (f g : R -> R) (v w : R) :
  filterlim f F (locally v) -> filterlim g F (locally w) ->
  filterlim (fun t => f t + g t) F (locally (v + w)).
Proof. intros H K. eapply filterlim_comp_2; [exact H|exact K|]. apply (filterlim_plus v w). Qed.

Lemma limit_opp (f : R -> R) (v : R) :
  filterlim f F (locally v) -> filterlim (fun t => - f t) F (locally (- v)).
Proof. intros H. eapply filterlim_comp; [exact H|]. apply (filterlim_opp v). Qed.

Lemma limit_minus (f g : R -> R) (v w : R) :
  filterlim f F (locally v) -> filterlim g F (locally w) ->
  filterlim (fun t => f t - g t) F (locally (v - w)).
Proof. intros H K. apply (limit_plus f (fun t => - g t) v (- w)); [exact H|now apply limit_opp]. Qed.

Lemma limit_mult (f g : R -> R) (v w : R) :
  filterlim f F (locally v) -> filterlim g F (locally w) ->
  filterlim (fun t => f t * g t) F (locally (v * w)).
Proof. intros H K. eapply filterlim_comp_2; [exact H|exact K|]. apply (filterlim_mult v w). Qed.

Lemma limit_inv (f : R -> R) (v : R) :
  filterlim f F (locally v) -> v <> 0 -> filterlim (fun t => / f t) F (locally (/ v)).
Proof.
  intros H V. eapply filterlim_comp; [exact H|].
  apply (filterlim_Rbar_inv v). intros E. apply V. now injection E.
Qed.

Lemma limit_div (f g : R -> R) (v w : R) :
  filterlim f F (locally v) -> filterlim g F (locally w) -> w <> 0 ->
  filterlim (fun t => f t / g t) F (locally (v / w)).
Proof. intros H K W. apply limit_mult; [exact H|now apply limit_inv]. Qed.

Lemma limit_pow (f : R -> R) (v : R) n :
  filterlim f F (locally v) -> filterlim (fun t => f t ^ n) F (locally (v ^ n)).
Proof. intros H. induction n; [apply limit_const|]. now apply (limit_mult f (fun t => f t ^ n)). Qed.

Lemma limit_exp (f : R -> R) (v : R) :
  filterlim f F (locally v) -> filterlim (fun t => exp (f t)) F (locally (exp v)).
Proof.
  intros H. eapply filterlim_comp; [exact H|].
  apply (ex_derive_continuous (V := R_NormedModule) exp). auto_derive. easy.
Qed.

(** *** What grows beyond all bounds *)

Definition grows (f : R -> R) : Prop := filterlim f F (Rbar_locally p_infty).

Lemma grows_beyond (f : R -> R) (M : R) : grows f -> F (fun t => M < f t).
Proof. intros G. apply (G (fun y => M < y)). now exists M. Qed.

Lemma beyond_grows (f : R -> R) : (forall M, F (fun t => M < f t)) -> grows f.
Proof.
  intros H P [M Q]. unfold filtermap. apply (filter_imp (fun t => M < f t)); [|apply H].
  intros t A. now apply Q.
Qed.

Lemma grows_more (f g : R -> R) : grows f -> F (fun t => f t <= g t) -> grows g.
Proof.
  intros G H. apply beyond_grows. intros M.
  apply (filter_imp (fun t => f t <= g t /\ M < f t)); [intros t [A B]; lra|].
  apply filter_and; [exact H|now apply grows_beyond].
Qed.

Lemma grows_scaled (c : R) (f : R -> R) : 0 < c -> grows f -> grows (fun t => c * f t).
Proof.
  intros C G. apply beyond_grows. intros M.
  apply (filter_imp (fun t => M / c < f t)); [|now apply grows_beyond].
  intros t A. apply Rmult_lt_compat_l with (r := c) in A; [|assumption].
  replace (c * (M / c)) with M in A by (field; lra). assumption.
Qed.

Lemma grows_scaled_r (c : R) (f : R -> R) : 0 < c -> grows f -> grows (fun t => f t * c).
Proof.
  intros C G. apply (grows_more (fun t => c * f t)); [now apply grows_scaled|].
  apply filter_forall. intros t. lra.
Qed.

Lemma grows_divided (c : R) (f : R -> R) : 0 < c -> grows f -> grows (fun t => f t / c).
Proof. intros C. apply (grows_scaled_r (/ c) f). now apply Rinv_0_lt_compat. Qed.

Lemma grows_plus_const (c : R) (f : R -> R) : grows f -> grows (fun t => f t + c).
Proof.
  intros G. apply beyond_grows. intros M.
  apply (filter_imp (fun t => M - c < f t)); [intros t; lra|now apply grows_beyond].
Qed.

Lemma grows_const_plus (c : R) (f : R -> R) : grows f -> grows (fun t => c + f t).
Proof.
  intros G. apply (grows_more (fun t => f t + c)); [now apply grows_plus_const|].
  apply filter_forall. intros t. lra.
Qed.

Lemma grows_plus (f g : R -> R) : grows f -> grows g -> grows (fun t => f t + g t).
Proof.
  intros G K. apply (grows_more f); [exact G|].
  apply (filter_imp (fun t => 0 < g t)); [intros t; lra|now apply grows_beyond].
Qed.

Lemma grows_pow (f : R -> R) n : grows f -> grows (fun t => f t ^ S n).
Proof.
  intros G. apply (grows_more f); [exact G|].
  apply (filter_imp (fun t => 1 < f t)); [|now apply grows_beyond].
  intros t A. simpl. assert (1 <= f t ^ n) by (apply pow_R1_Rle; lra). nra.
Qed.

Lemma grows_exp (f : R -> R) : grows f -> grows (fun t => exp (f t)).
Proof.
  intros G. apply (grows_more f); [exact G|]. apply filter_forall. intros t.
  assert (H := exp_ineq1_le (f t)). lra.
Qed.

Lemma limit_over (f : R -> R) : grows f -> filterlim (fun t => / f t) F (locally 0).
Proof. intros G. eapply filterlim_comp; [exact G|]. now apply (filterlim_Rbar_inv p_infty). Qed.

Lemma limit_over_grows (f g : R -> R) (v : R) :
  filterlim f F (locally v) -> grows g -> filterlim (fun t => f t / g t) F (locally 0).
Proof.
  intros H G. apply (limit_value _ (v * 0)); [|ring].
  apply limit_mult; [exact H|now apply limit_over].
Qed.

Lemma limit_exp_falls (f : R -> R) : grows f -> filterlim (fun t => exp (- f t)) F (locally 0).
Proof.
  intros G. apply (filterlim_ext (fun t => / exp (f t))); [intros t; symmetry; apply exp_Ropp|].
  now apply limit_over, grows_exp.
Qed.

(** *** Between two bounds *)

Lemma squeezed (l f u : R -> R) (v : R) :
  F (fun t => l t <= f t) -> F (fun t => f t <= u t) ->
  filterlim l F (locally v) -> filterlim u F (locally v) -> filterlim f F (locally v).
Proof.
  intros A B L U. apply filterlim_locally. intros e.
  assert (L' := proj1 (filterlim_locally l v) L e). assert (U' := proj1 (filterlim_locally u v) U e).
  apply (filter_imp (fun t => (l t <= f t /\ f t <= u t) /\ (ball v e (l t) /\ ball v e (u t))));
    [|now repeat apply filter_and].
  intros t [[P Q] [X Y]].
  unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
  apply Rabs_def2 in X, Y. apply Rabs_def1; lra.
Qed.

End Limits.

Lemma near_above (P : R -> Prop) (a b : Rbar) : Rbar_lt a b ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> P t) -> after a P.
Proof. intros L H. generalize (after_inside a b L). apply filter_imp. intros t [A B]. now apply H. Qed.

Lemma near_below (P : R -> Prop) (a b : Rbar) : Rbar_lt a b ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> P t) -> before b P.
Proof. intros L H. generalize (before_inside a b L). apply filter_imp. intros t [A B]. now apply H. Qed.

(** A function that is continuous at the point tends to its value. *)
Lemma above_continuous (f : R -> R) (p : R) : ex_derive f p -> filterlim f (after p) (locally (f p)).
Proof.
  intros D. simpl. eapply filterlim_filter_le_1; [apply filter_le_within|].
  now apply (ex_derive_continuous (V := R_NormedModule)).
Qed.

Lemma below_continuous (f : R -> R) (p : R) : ex_derive f p -> filterlim f (before p) (locally (f p)).
Proof.
  intros D. simpl. eapply filterlim_filter_le_1; [apply filter_le_within|].
  now apply (ex_derive_continuous (V := R_NormedModule)).
Qed.

Lemma grows_id : @grows (before p_infty) (fun t => t).
Proof. apply filterlim_id. Qed.

Ltac growing :=
  match goal with
  | |- grows (fun t => t) => apply grows_id
  | |- grows (fun t => ?c * @?f t) => apply (grows_scaled c f); [positive|growing]
  | |- grows (fun t => @?f t * ?c) => apply (grows_scaled_r c f); [positive|growing]
  | |- grows (fun t => @?f t / ?c) => apply (grows_divided c f); [positive|growing]
  | |- grows (fun t => ?c + @?f t) => apply (grows_const_plus c f); growing
  | |- grows (fun t => @?f t + ?c) => apply (grows_plus_const c f); growing
  | |- grows (fun t => @?f t - ?c) => apply (grows_plus_const (- c) f); growing
  | |- grows (fun t => @?f t + @?g t) => apply (grows_plus f g); growing
  | |- grows (fun t => @?f t ^ S ?n) => apply (grows_pow f n); growing
  | |- grows (fun t => exp (@?f t)) => apply (grows_exp f); growing
  end.

(** A limit at infinity, by the shape of the function. *)
Ltac far :=
  match goal with
  | |- filterlim (fun _ => ?c) _ _ => apply limit_const
  | |- filterlim (fun t => @?f t + @?g t) _ _ => apply (limit_plus f g); far
  | |- filterlim (fun t => @?f t - @?g t) _ _ => apply (limit_minus f g); far
  | |- filterlim (fun t => - @?f t) _ _ => apply (limit_opp f); far
  | |- filterlim (fun t => @?f t * @?g t) _ _ => apply (limit_mult f g); far
  | |- filterlim (fun t => / @?f t) _ _ => apply (limit_over f); growing
  | |- filterlim (fun t => / @?f t) _ _ => apply (limit_inv f); [far|other_than_zero]
  | |- filterlim (fun t => @?f t / @?g t) _ _ => eapply (limit_over_grows f g); [far|growing]
  | |- filterlim (fun t => @?f t / @?g t) _ _ => apply (limit_div f g); [far|far|other_than_zero]
  | |- filterlim (fun t => @?f t ^ ?n) _ _ => apply (limit_pow f _ n); far
  | |- filterlim (fun t => exp (- @?f t)) _ _ => apply (limit_exp_falls f); growing
  | |- filterlim (fun t => exp (@?f t)) _ _ => apply (limit_exp f); far
  end.

Ltac by_limit := intros; unfold limit_from_above, limit_from_below, Rbar_locally;
  match goal with
  | |- filterlim ?f (after (Finite ?p)) _ => eapply limit_value;
    [apply (above_continuous f p); exponentials; eexists; derive | cbv beta; tidy; by_identity]
  | |- filterlim ?f (before (Finite ?p)) _ => eapply limit_value;
    [apply (below_continuous f p); exponentials; eexists; derive | cbv beta; tidy; by_identity]
  | |- filterlim ?f (before p_infty) _ => eapply limit_value;
    [exponentials; far | cbv beta; tidy; by_identity]
  end.

(** ** Functions that move one way *)

Lemma Rbar_lt_between (a b : Rbar) (x y z : R) :
  Rbar_lt a x -> Rbar_lt y b -> x <= z <= y -> Rbar_lt a z /\ Rbar_lt z b.
Proof. destruct a, b; simpl; intros; split; auto; lra. Qed.

Lemma increases (g d : R -> R) (a b : Rbar) :
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> is_derive g t (d t)) ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> 0 < d t) ->
  forall s t : R, Rbar_lt a s -> s < t -> Rbar_lt t b -> g s < g t.
Proof.
  intros D P s t A L B. destruct (MVT_gen g s t d) as [c [C E]].
  - intros x. rewrite Rmin_left, Rmax_right by lra. intros [X Y].
    destruct (Rbar_lt_between a b s t x A B) as [U V]; [lra|]. now apply D.
  - intros x. rewrite Rmin_left, Rmax_right by lra. intros [X Y].
    destruct (Rbar_lt_between a b s t x A B) as [U V]; [lra|].
    apply continuity_pt_filterlim, (ex_derive_continuous (V := R_NormedModule)).
    exists (d x). now apply D.
  - rewrite Rmin_left, Rmax_right in C by lra.
    destruct (Rbar_lt_between a b s t c A B) as [U V]; [lra|].
    assert (0 < d c) by now apply P. nra.
Qed.

(** Right at the left end, and increasing from there. *)
Lemma rises (g d : R -> R) (a b : Rbar) (v : R) : Rbar_lt a b ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> is_derive g t (d t)) ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> 0 < d t) ->
  filterlim g (after a) (locally v) -> 0 <= v ->
  forall t : R, Rbar_lt a t -> Rbar_lt t b -> 0 < g t.
Proof.
  intros L D P G V t A B.
  assert (N : after a (fun s => Rbar_lt a s /\ Rbar_lt s t)) by now apply after_inside.
  assert (W : exists m : R, Rbar_lt a m /\ m < t) by exact (filter_ex _ N).
  destruct W as [m [M K]].
  assert (Q : Rbar_lt m b) by (destruct b; simpl in *; auto; lra).
  assert (I : v <= g m).
  { apply (filterlim_le (F := after a) g (fun _ => g m) v (g m)); [|exact G|apply filterlim_const].
    generalize (after_inside a m M). apply filter_imp. intros s [S T].
    left. now apply (increases g d a b D P). }
  assert (g m < g t) by now apply (increases g d a b D P). lra.
Qed.

(** Right at the right end, and decreasing to it. *)
Lemma falls (g d : R -> R) (a b : Rbar) (v : R) : Rbar_lt a b ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> is_derive g t (d t)) ->
  (forall t : R, Rbar_lt a t -> Rbar_lt t b -> d t < 0) ->
  filterlim g (before b) (locally v) -> 0 <= v ->
  forall t : R, Rbar_lt a t -> Rbar_lt t b -> 0 < g t.
Proof.
  intros L D P G V t A B.
  assert (I := increases (fun s => - g s) (fun s => - d s) a b
    (fun s H K => derive_opp g s (d s) (D s H K))
    (fun s H K => Ropp_0_gt_lt_contravar (d s) (P s H K))).
  assert (W : exists m : R, Rbar_lt t m /\ Rbar_lt m b) by exact (filter_ex _ (before_inside t b B)).
  destruct W as [m [M K]]. simpl in M.
  assert (Q : Rbar_lt a m) by (destruct a; simpl in *; auto; lra).
  assert (v <= g m).
  { apply (filterlim_le (F := before b) g (fun _ => g m) v (g m)); [|exact G|apply filterlim_const].
    generalize (before_inside m b K). apply filter_imp. intros s [S T]. simpl in S.
    assert (- g m < - g s) by now apply I. lra. }
  assert (- g t < - g m) by now apply I. lra.
Qed.

Lemma quotient_0 c : 0 / c = 0.
Proof. unfold Rdiv. ring. Qed.

(** One rung of a ladder. *)
Lemma climbs (g d : R -> R) : (forall t, is_derive g t (d t)) -> 0 <= g 0 ->
  (forall t, 0 < t -> 0 < d t) -> forall t, 0 < t -> 0 < g t.
Proof.
  intros D G P t T. apply (rises g d (Finite 0) p_infty (g 0)); simpl; auto.
  apply above_continuous. exists (d 0). apply D.
Qed.

(** A minimum: the slope is negative before the place, and positive after it. *)
Lemma minimum_of (f : R -> R) (inside : R -> Prop) (place : R) : inside place ->
  (forall x y z, inside x -> inside y -> x <= z <= y -> inside z) ->
  (forall x, inside x -> exists d, is_derive f x d /\ (x < place -> d < 0) /\ (place < x -> 0 < d)) ->
  unique_minimum f inside place.
Proof.
  intros I C D. split; [assumption|]. intros t T N.
  assert (S : forall x, inside x -> derivable_pt_lim f x (Derive f x)).
  { intros x X. destruct (D x X) as [d [K _]]. apply is_derive_Reals, Derive_correct. now exists d. }
  assert (V : forall x d, is_derive f x d -> Derive f x = d) by (intros; now apply is_derive_unique).
  destruct (Rtotal_order t place) as [L|[E|L]]; [|contradiction|].
  - destruct (MVT_cor2 f (Derive f) t place L) as [c [E [A B]]].
    { intros x X. apply S. now apply (C t place). }
    destruct (D c) as [d [K [M _]]]; [apply (C t place); auto; lra|].
    rewrite (V c d K) in E. assert (d < 0) by now apply M. nra.
  - destruct (MVT_cor2 f (Derive f) place t L) as [c [E [A B]]].
    { intros x X. apply S. now apply (C place t). }
    destruct (D c) as [d [K [_ M]]]; [apply (C place t); auto; lra|].
    rewrite (V c d K) in E. assert (0 < d) by now apply M. nra.
Qed.

Ltac by_minimum := intros; exponentials;
  apply minimum_of;
  [ cbv beta; repeat split; first [condition | by_sign]
  | intros; cbv beta in *; repeat split; lra
  | cbv beta; intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
    eexists; split; [derive | split; intros; by_sign] ].

(** The value of a function at the end of an interval, where it is continuous. *)
Ltac at_end :=
  match goal with
  | |- filterlim ?f (after (Finite ?p)) _ => first
    [ apply (above_continuous f p); exponentials; eexists; derive | simpl; right_end ]
  | |- filterlim ?f (before (Finite ?p)) _ => apply (below_continuous f p); exponentials; eexists; derive
  | |- filterlim ?f (before p_infty) _ => exponentials; far
  end.

Ltac not_below := cbv beta; tidy; first
  [ lra | interval | by_sign
  | match goal with |- 0 <= ?e => replace e with 0 by by_identity; lra end ].

Ltac ends := simpl; first [exact I | assumption | condition].
Ltac ends_in A B := simpl in A, B.

(** A rung: the derivative of g is d, a positive factor times what was shown in L. *)
Ltac climb g d L :=
  apply (climbs g d);
  [ intros; cbv beta; eapply derive_as; [derive | cbv beta; simpl INR; simpl pred; first [ring | field]]
  | cbv beta; rewrite ?Rmult_0_r, ?quotient_0, ?exp_0, ?pow1; simpl; lra
  | let t := fresh in let T := fresh in intros t T; cbv beta; apply Rmult_lt_0_compat;
    [positive | exact (L t T)] ].

Ltac as_power a b := replace a with b
  by (rewrite <- exp_times, <- ?exp_Ropp; f_equal; simpl INR; field).

(** The inequality, from its difference over a positive factor. *)
Ltac at_last f K :=
  let P := fresh in pose proof K as P;
  match goal with
  | |- ?a < ?b => apply Rminus_lt_0
  | |- ?a > ?b => apply Rlt_gt, Rminus_lt_0
  end;
  match type of P with 0 < ?g => match goal with |- 0 < ?d =>
    replace d with (f * g) by (first [ring | field; repeat split; apply Rgt_not_eq, exp_pos]);
    apply Rmult_lt_0_compat; [positive | exact P]
  end end.

Ltac finish K := first
  [ exact K | lra | multiplied 1 K; by_rest K ].
