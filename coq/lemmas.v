(** What proofs of steps use: powers, integrals from antiderivatives, telescoped sums, limits. *)
Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus.
Open Scope R_scope.

(** ** Integers *)

Lemma integer_IZR z : integer (IZR z).
Proof. now exists z. Qed.

Lemma integer_INR n : integer (INR n).
Proof. exists (Z.of_nat n). apply INR_IZR_INZ. Qed.

Lemma integer_plus x y : integer x -> integer y -> integer (x + y).
Proof. intros [p ->] [q ->]. exists (p + q)%Z. symmetry. apply plus_IZR. Qed.

Lemma integer_opp x : integer x -> integer (- x).
Proof. intros [p ->]. exists (- p)%Z. symmetry. apply opp_IZR. Qed.

Lemma integer_minus x y : integer x -> integer y -> integer (x - y).
Proof. intros X Y. apply integer_plus; [assumption|]. now apply integer_opp. Qed.

Lemma integer_mult x y : integer x -> integer y -> integer (x * y).
Proof. intros [p ->] [q ->]. exists (p * q)%Z. symmetry. apply mult_IZR. Qed.

(** Integers that are closer than 1 are equal. *)
Lemma integer_eq x y : integer x -> integer y -> x < y + 1 -> y < x + 1 -> x = y.
Proof.
  intros [p ->] [q ->] H K. f_equal.
  assert (IZR p < IZR (q + 1)) by (rewrite plus_IZR; lra).
  assert (IZR q < IZR (p + 1)) by (rewrite plus_IZR; lra).
  apply lt_IZR in H0, H1. lia.
Qed.

Lemma integer_le x y : integer x -> integer y -> x < y -> x + 1 <= y.
Proof.
  intros [p ->] [q ->] H. rewrite <- plus_IZR. apply IZR_le. apply lt_IZR in H. lia.
Qed.

Lemma integer_nat x : integer x -> 0 <= x -> exists n, x = INR n.
Proof.
  intros [z ->] H. exists (Z.to_nat z). rewrite INR_IZR_INZ, Z2Nat.id; [easy|]. now apply le_IZR.
Qed.

Lemma Int_part_IZR z : Int_part (IZR z) = z.
Proof.
  destruct (base_Int_part (IZR z)) as [H K].
  apply Z.le_antisymm.
  - now apply le_IZR.
  - assert (L : IZR z < IZR (Int_part (IZR z) + 1)) by (rewrite plus_IZR; lra).
    apply lt_IZR in L. lia.
Qed.

(** ** Powers *)

Lemma power_IZR x z : power x (IZR z) = powerRZ x z.
Proof. unfold power. rewrite Int_part_IZR. now destruct (Req_EM_T (IZR z) (IZR z)). Qed.

Lemma power_INR x n : power x (INR n) = x ^ n.
Proof. rewrite INR_IZR_INZ, power_IZR. symmetry. apply pow_powerRZ. Qed.

Lemma power_pos x y : 0 < x -> power x y = exp (y * ln x).
Proof.
  intros H. unfold power. destruct (Req_EM_T (IZR (Int_part y)) y) as [E|_].
  - rewrite <- E at 2. rewrite powerRZ_Rpower by assumption. reflexivity.
  - destruct (Req_EM_T x 0); [lra|reflexivity].
Qed.

Lemma power_gt_0 x y : 0 < x -> 0 < power x y.
Proof. intros H. rewrite power_pos by assumption. apply exp_pos. Qed.

Lemma power_plus x y z : 0 < x -> power x (y + z) = power x y * power x z.
Proof. intros H. rewrite !power_pos by assumption. rewrite <- exp_plus. f_equal. ring. Qed.

Lemma power_opp x y : 0 < x -> power x (- y) = / power x y.
Proof. intros H. rewrite !power_pos by assumption. rewrite <- exp_Ropp. f_equal. ring. Qed.

Lemma power_1 x : power x 1 = x.
Proof. rewrite (power_IZR x 1). simpl. ring. Qed.

Lemma power_zero y : 0 < y -> power 0 y = 0.
Proof.
  intros H. unfold power. destruct (Req_EM_T (IZR (Int_part y)) y) as [E|_].
  - rewrite <- E in H. apply lt_IZR in H. destruct (Int_part y); try lia. simpl.
    apply pow_i. lia.
  - now destruct (Req_EM_T 0 0).
Qed.

Lemma sqrt_power x : 0 < x -> sqrt x = power x (1 / 2).
Proof.
  intros H. rewrite power_pos by assumption. replace (1 / 2) with (/ 2) by lra.
  symmetry. now apply Rpower_sqrt.
Qed.

(** ** Ends of intervals *)

Instance after_filter a : ProperFilter (after a).
Proof.
  destruct a as [r| |]; simpl; [apply at_right_proper_filter|apply Rbar_locally_filter|
    apply Rbar_locally_filter].
Qed.

Instance before_filter b : ProperFilter (before b).
Proof.
  destruct b as [r| |]; simpl; [apply at_left_proper_filter|apply Rbar_locally_filter|
    apply Rbar_locally_filter].
Qed.

Lemma after_inside a b : Rbar_lt a b -> after a (fun x => Rbar_lt a x /\ Rbar_lt x b).
Proof.
  destruct a as [a| |], b as [b| |]; simpl; intros H; try easy.
  - exists (mkposreal (b - a) (Rlt_Rminus _ _ H)). intros y B L. unfold ball in B; simpl in B.
    unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B. apply Rabs_def2 in B. lra.
  - exists (mkposreal 1 Rlt_0_1). intros y _ L. auto.
  - exists b. intros y L. auto.
  - exists 0. auto.
Qed.

Lemma before_inside a b : Rbar_lt a b -> before b (fun x => Rbar_lt a x /\ Rbar_lt x b).
Proof.
  destruct a as [a| |], b as [b| |]; simpl; intros H; try easy.
  - exists (mkposreal (b - a) (Rlt_Rminus _ _ H)). intros y B L. unfold ball in B; simpl in B.
    unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B. apply Rabs_def2 in B. lra.
  - exists a. intros y L. auto.
  - exists (mkposreal 1 Rlt_0_1). intros y _ L. auto.
  - exists 0. auto.
Qed.

(** ** Integrals *)

Lemma Rbar_between (a b : Rbar) (x y z : R) :
  Rbar_lt a x -> Rbar_lt x b -> Rbar_lt a y -> Rbar_lt y b -> Rmin x y <= z <= Rmax x y ->
  Rbar_lt a z /\ Rbar_lt z b.
Proof.
  unfold Rmin, Rmax. destruct (Rle_dec x y) as [E|E]; [|apply Rnot_le_lt in E];
    intros ? ? ? ? [? ?]; destruct a as [a| |], b as [b| |]; simpl in *; try easy; split; auto; lra.
Qed.

(** The integral from an antiderivative F: its slope is f inside, and it has limits at the ends. *)
Lemma integral_of (F f : R -> R) (a b : Rbar) (A B : R) : Rbar_lt a b ->
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> is_derive F x (f x)) ->
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> continuous f x) ->
  filterlim F (after a) (locally A) -> filterlim F (before b) (locally B) ->
  integral f a b (B - A).
Proof.
  intros H D C LA LB. right. split; [assumption|].
  intros P HP.
  assert (Q : filter_prod (after a) (before b) (fun xy => P (F (snd xy) - F (fst xy)))).
  { assert (T : filterlim (fun xy : R * R => plus (F (snd xy)) (opp (F (fst xy))))
      (filter_prod (after a) (before b)) (locally (plus B (opp A)))).
    { eapply filterlim_comp_2; [| |apply (filterlim_plus B (opp A))].
      - eapply filterlim_comp; [apply filterlim_snd|exact LB].
      - eapply filterlim_comp; [|apply (filterlim_opp A)].
        eapply filterlim_comp; [apply filterlim_fst|exact LA]. }
    apply T. exact HP. }
  assert (I : filter_prod (after a) (before b) (fun xy =>
    (Rbar_lt a (fst xy) /\ Rbar_lt (fst xy) b) /\ (Rbar_lt a (snd xy) /\ Rbar_lt (snd xy) b))).
  { apply (Filter_prod _ _ _ _ _ (after_inside a b H) (before_inside a b H)). simpl. tauto. }
  unfold filtermapi. generalize (filter_and _ _ Q I). apply filter_imp. intros [x y] [HQ [[X1 X2] [Y1 Y2]]]. simpl in *.
  exists (F y - F x). split; [|exact HQ].
  apply (is_RInt_derive F f).
  - intros z Hz. destruct (Rbar_between a b x y z X1 X2 Y1 Y2 Hz). now apply D.
  - intros z Hz. destruct (Rbar_between a b x y z X1 X2 Y1 Y2 Hz). now apply C.
Qed.

(** The same between finite ends where F is continuous there as well. *)
Lemma integral_of_continuous (F f : R -> R) (a b : R) : a <= b ->
  (forall x, a < x < b -> is_derive F x (f x)) -> (forall x, a < x < b -> continuous f x) ->
  continuous F a -> continuous F b -> integral f a b (F b - F a).
Proof.
  intros H D C CA CB. destruct (Rle_lt_or_eq_dec a b H) as [L|<-].
  - apply (integral_of F f a b); simpl; auto.
    + eapply filterlim_filter_le_1; [apply filter_le_within|exact CA].
    + eapply filterlim_filter_le_1; [apply filter_le_within|exact CB].
  - left. split; [reflexivity|ring].
Qed.

(** An integral has one value. *)
Lemma integral_unique f a b v w : integral f a b v -> integral f a b w -> v = w.
Proof.
  intros [[E ->]|[L I]] [[E' ->]|[L' J]]; auto.
  - subst. now destruct b as [b| |]; simpl in L'; try lra.
  - subst. now destruct b as [b| |]; simpl in L; try lra.
  - rewrite <- (is_RInt_gen_unique f v I). now apply is_RInt_gen_unique.
Qed.

(** ** Sums *)

Lemma total_ext s t n : (forall k, (k < n)%nat -> s k = t k) -> total s n = total t n.
Proof. induction n; intros H; simpl; [reflexivity|]. rewrite IHn, H; auto. Qed.

Lemma total_telescope (t T : nat -> R) n :
  (forall k, (k < n)%nat -> t k = T (S k) - T k) -> total t n = T n - T 0%nat.
Proof. induction n; intros H; simpl; [ring|]. rewrite IHn, H; auto. ring. Qed.

Lemma total_sum_n t n : total t (S n) = sum_n t n.
Proof.
  induction n; [rewrite sum_O; simpl; ring|].
  rewrite sum_Sn, <- IHn. reflexivity.
Qed.

(** A sum from differences: T(k + 1) - T(k) = t(k) for a <= k <= b gives T(b + 1) - T(a). *)
Lemma finite_sum_of (t T : R -> R) (a b : R) : integer a -> integer b -> a <= b + 1 ->
  (forall k, integer k -> a <= k <= b -> T (k + 1) - T k = t k) ->
  finite_sum t a b (T (b + 1) - T a).
Proof.
  intros A B L D. split; [assumption|].
  destruct (integer_nat (b + 1 - a)) as [n N]; [|lra|].
  { apply integer_minus; [apply integer_plus; [assumption|apply (integer_IZR 1)]|assumption]. }
  exists n. split; [lra|].
  rewrite (total_telescope _ (fun k => T (a + INR k))).
  - simpl. f_equal; f_equal; lra.
  - intros k K. rewrite <- D.
    + rewrite S_INR. f_equal. f_equal. ring.
    + apply integer_plus; [assumption|apply integer_INR].
    + apply lt_INR in K. assert (K' := pos_INR k).
      assert (INR k + 1 <= INR n).
      { apply integer_le; auto using integer_INR. }
      lra.
Qed.

Lemma infinite_sum_of (t T : R -> R) (a v : R) : integer a ->
  (forall k, integer k -> a <= k -> T (k + 1) - T k = t k) ->
  is_lim_seq (fun n => T (a + INR n)) v ->
  infinite_sum t a (v - T a).
Proof.
  intros A D L. split; [assumption|]. unfold is_series.
  assert (M : is_lim_seq (sum_n (fun k => t (a + INR k))) (v - T a)).
  { apply (is_lim_seq_ext (fun n => T (a + INR (S n)) - T a)).
    - intros n. rewrite <- total_sum_n.
      rewrite (total_telescope _ (fun k => T (a + INR k))).
      + simpl INR at 3. now rewrite Rplus_0_r.
      + intros k _. rewrite <- D.
        * rewrite S_INR. f_equal. f_equal. ring.
        * apply integer_plus; [assumption|apply integer_INR].
        * assert (K' := pos_INR k). lra.
    - apply is_lim_seq_minus'; [|apply is_lim_seq_const].
      now apply (is_lim_seq_incr_1 (fun n => T (a + INR n))). }
  exact M.
Qed.
