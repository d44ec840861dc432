(** What is additive over intervals, and lies between the length times bounds of a continuous function,
    is its integral. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas.
Open Scope R_scope.

Section Additive.
Variables (f : R -> R) (c d : R).
Variable cd : c <= d.
Variable cont : forall x, c <= x <= d -> continuity_pt f x.

Definition additive (L : R -> R -> R) : Prop :=
  forall x y, c <= x -> x <= y -> y <= d -> L c y = L c x + L x y.

Definition between (L : R -> R -> R) : Prop :=
  forall x y m M, c <= x -> x <= y -> y <= d -> (forall t, x <= t <= y -> m <= f t <= M) ->
    m * (y - x) <= L x y <= M * (y - x).

Lemma agree_nearly (L K : R -> R -> R) e h n :
  additive L -> between L -> additive K -> between K -> 0 < h ->
  (forall x y, c <= x <= d -> c <= y <= d -> Rabs (x - y) <= h -> Rabs (f x - f y) <= e) ->
  c + INR n * h <= d ->
  Rabs (L c (c + INR n * h) - K c (c + INR n * h)) <= 2 * e * (INR n * h).
Proof.
  intros LA LB KA KB H0 U. induction n; intros N.
  - simpl INR. rewrite Rmult_0_l, Rplus_0_r, Rmult_0_r.
    assert (A := LB c c (f c) (f c) (Rle_refl c) (Rle_refl c) cd).
    assert (B := KB c c (f c) (f c) (Rle_refl c) (Rle_refl c) cd).
    assert (E : forall t, c <= t <= c -> f c <= f t <= f c).
    { intros t T. replace t with c by lra. lra. }
    specialize (A E). specialize (B E). rewrite Rminus_eq_0, Rmult_0_r in A, B.
    apply Rabs_le. lra.
  - rewrite S_INR in *. assert (P := pos_INR n).
    assert (Q : 0 <= INR n * h) by (apply Rmult_le_pos; lra).
    set (x := c + INR n * h) in *. replace (c + (INR n + 1) * h) with (x + h) in * by (unfold x; ring).
    specialize (IHn ltac:(lra)).
    rewrite (LA x (x + h)), (KA x (x + h)) by (unfold x in *; lra).
    assert (E : forall t, x <= t <= x + h -> f x - e <= f t <= f x + e).
    { intros t T. assert (V := U t x ltac:(unfold x in *; lra) ltac:(unfold x in *; lra)).
      specialize (V ltac:(apply Rabs_le; lra)). apply Rabs_le_between in V. lra. }
    assert (A := LB x (x + h) _ _ ltac:(unfold x; lra) ltac:(lra) N E).
    assert (B := KB x (x + h) _ _ ltac:(unfold x; lra) ltac:(lra) N E).
    replace (x + h - x) with h in A, B by ring.
    apply Rabs_le_between in IHn. apply Rabs_le.
    replace (2 * e * ((INR n + 1) * h)) with (2 * e * (INR n * h) + 2 * (e * h)) by ring. lra.
Qed.

Lemma agree (L K : R -> R -> R) : additive L -> between L -> additive K -> between K -> L c d = K c d.
Proof.
  intros LA LB KA KB. destruct (Rle_lt_or_eq_dec _ _ cd) as [D|D].
  2: { assert (E : forall t, c <= t <= d -> f c <= f t <= f c).
       { intros t T. replace t with c by lra. lra. }
       assert (A := LB c d _ _ (Rle_refl c) cd (Rle_refl d) E).
       assert (B := KB c d _ _ (Rle_refl c) cd (Rle_refl d) E).
       replace (d - c) with 0 in A, B by lra. lra. }
  assert (S : forall e, 0 < e -> Rabs (L c d - K c d) <= 2 * e * (d - c)).
  { intros e E. destruct (Heine f (fun x => c <= x <= d) (compact_P3 c d) cont (mkposreal e E)) as [h U].
    simpl in U. destruct (archimed_cor1 (h / (d - c))) as [n [N P]].
    { apply Rdiv_lt_0_compat; [apply cond_pos|lra]. }
    apply lt_INR in P. simpl in P.
    assert (F : c + INR n * ((d - c) / INR n) = d) by (field; lra).
    assert (W := agree_nearly L K e ((d - c) / INR n) n LA LB KA KB).
    rewrite F in W. replace (INR n * ((d - c) / INR n)) with (d - c) in W by (field; lra).
    apply W; [apply Rdiv_lt_0_compat; lra| |lra].
    intros x y X Y V. left. apply U; auto. apply Rle_lt_trans with (1 := V).
    apply (Rmult_lt_compat_r (d - c)) in N; [|lra]. unfold Rdiv in N.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r in N by lra.
    unfold Rdiv. rewrite Rmult_comm. exact N. }
  apply Rminus_diag_uniq. apply Rabs_eq_0. apply Rle_antisym; [|apply Rabs_pos].
  apply le_epsilon. intros e E. rewrite Rplus_0_l.
  assert (V := S (e / (2 * (d - c))) ltac:(apply Rdiv_lt_0_compat; lra)).
  replace (2 * (e / (2 * (d - c))) * (d - c)) with e in V by (field; lra). exact V.
Qed.

Lemma inside x y : c <= x -> x <= y -> y <= d -> ex_RInt f x y.
Proof.
  intros X XY Y. apply (@ex_RInt_continuous R_CompleteNormedModule). intros z.
  rewrite Rmin_left, Rmax_right by assumption. intros Z.
  apply continuity_pt_filterlim. apply cont. lra.
Qed.

Theorem additive_is_integral (L : R -> R -> R) : additive L -> between L -> is_RInt f c d (L c d).
Proof.
  intros A B. rewrite (agree L (RInt f) A B).
  - apply (@RInt_correct R_CompleteNormedModule). apply inside; lra.
  - intros x y X XY Y. symmetry. apply (RInt_Chasles f c x y); apply inside; lra.
  - intros x y m M X XY Y E. split.
    + rewrite <- (Rmult_comm (y - x)).
      assert (I := @is_RInt_const R_NormedModule x y m).
      apply (is_RInt_le (fun _ => m) f x y _ _ XY I).
      * apply (@RInt_correct R_CompleteNormedModule). apply inside; lra.
      * intros t T. apply E. lra.
    + rewrite <- (Rmult_comm (y - x)).
      assert (I := @is_RInt_const R_NormedModule x y M).
      apply (is_RInt_le f (fun _ => M) x y _ _ XY).
      * apply (@RInt_correct R_CompleteNormedModule). apply inside; lra.
      * exact I.
      * intros t T. apply E. lra.
Qed.

End Additive.

(** ** Improper integrals of functions that are not negative *)

Lemma reach_above (Q : R -> Prop) (a : Rbar) (c : R) : after a Q -> Rbar_lt a c ->
  exists x, Q x /\ Rbar_lt a x /\ x < c.
Proof.
  intros H L. apply (@filter_ex _ (after a) (after_filter a)). apply filter_and; [assumption|].
  exact (after_inside a c L).
Qed.

Lemma reach_below (Q : R -> Prop) (b : Rbar) (d : R) : before b Q -> Rbar_lt d b ->
  exists y, Q y /\ d < y /\ Rbar_lt y b.
Proof.
  intros H L. apply (@filter_ex _ (before b) (before_filter b)). apply filter_and; [assumption|].
  exact (before_inside d b L).
Qed.

Lemma some_inside (a b : Rbar) : Rbar_lt a b -> exists c : R, Rbar_lt a c /\ Rbar_lt c b.
Proof.
  destruct a as [a| |], b as [b| |]; simpl; intros H; try tauto.
  - exists ((a + b) / 2). lra.
  - exists (a + 1). split; [lra|auto].
  - exists (b - 1). split; [auto|lra].
  - exists 0. auto.
Qed.

Section Improper.
Variables (f : R -> R) (a b : Rbar) (v : R) (L : R -> R -> R).
Variable ab : Rbar_lt a b.
Variable is_integral : is_RInt_gen f (after a) (before b) v.
Variable proper : forall c d : R, Rbar_lt a c -> c <= d -> Rbar_lt d b -> is_RInt f c d (L c d).
Variable grows : forall c' c d d' : R, Rbar_lt a c' -> c' <= c -> c <= d -> d <= d' -> Rbar_lt d' b ->
  L c d <= L c' d'.

Lemma improper_near (c d : R) e : Rbar_lt a c -> c <= d -> Rbar_lt d b -> 0 < e ->
  exists c' d' : R, Rbar_lt a c' /\ c' <= c /\ d <= d' /\ Rbar_lt d' b /\ Rabs (L c' d' - v) < e.
Proof.
  intros C CD D E.
  destruct (is_integral (ball v (mkposreal e E)) (locally_ball v (mkposreal e E))) as [Q R QA RB H].
  destruct (reach_above Q a c QA C) as [x [X1 [X2 X3]]].
  destruct (reach_below R b d RB D) as [y [Y1 [Y2 Y3]]].
  exists x, y. repeat split; try lra; auto.
  destruct (H x y X1 Y1) as [z [Z1 Z2]]. simpl in Z1.
  rewrite <- (is_RInt_unique _ _ _ _ (proper x y X2 ltac:(lra) Y3)).
  rewrite (is_RInt_unique _ _ _ _ Z1). exact Z2.
Qed.

Lemma improper_above (c d : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b -> L c d <= v.
Proof.
  intros C CD D. apply le_epsilon. intros e E.
  destruct (improper_near c d e C CD D E) as [c' [d' [C' [CC [DD [D' H]]]]]].
  assert (G := grows c' c d d' C' CC CD DD D'). apply Rabs_def2 in H. lra.
Qed.

Lemma improper_reached e : 0 < e ->
  exists c d : R, Rbar_lt a c /\ c <= d /\ Rbar_lt d b /\ v - e < L c d.
Proof.
  intros E. destruct (some_inside a b ab) as [m [A B]].
  destruct (improper_near m m e A (Rle_refl m) B E) as [c [d [C [CC [DD [D H]]]]]].
  exists c, d. repeat split; auto; try lra. apply Rabs_def2 in H. lra.
Qed.

End Improper.
