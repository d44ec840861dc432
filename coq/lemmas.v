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

Lemma integral_value f a b v w : integral f a b v -> v = w -> integral f a b w.
Proof. now intros H <-. Qed.

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

Lemma power_0 x : power x 0 = 1.
Proof. rewrite (power_IZR x 0). reflexivity. Qed.

Lemma one_minus_inverse d : 1 < d -> 0 < 1 - / d.
Proof. intros H. assert (/ d < / 1) by (apply Rinv_lt_contravar; lra). lra. Qed.

Lemma power_minus_1 x : power x (-1) = / x.
Proof. rewrite (power_IZR x (-1)). simpl. now rewrite Rmult_1_r. Qed.

Lemma power_1_l y : power 1 y = 1.
Proof. rewrite power_pos by lra. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

Lemma power_mult x y z : 0 < x -> 0 < y -> power (x * y) z = power x z * power y z.
Proof.
  intros X Y. rewrite !power_pos by auto using Rmult_lt_0_compat.
  rewrite ln_mult by assumption. rewrite <- exp_plus. f_equal. ring.
Qed.

Lemma power_square x y : 0 < x -> power (x ^ 2) y = power x y ^ 2.
Proof. intros X. simpl. rewrite !Rmult_1_r. now apply power_mult. Qed.

Lemma power_double x y : 0 < x -> power x (2 * y) = power x y ^ 2.
Proof.
  intros X. simpl. rewrite Rmult_1_r, <- power_plus by assumption. f_equal. ring.
Qed.

Lemma power_exp x y : power (exp x) y = exp (y * x).
Proof. rewrite power_pos by apply exp_pos. now rewrite ln_exp. Qed.

Lemma power_inv x y : 0 < x -> power (/ x) y = / power x y.
Proof.
  intros X. rewrite !power_pos by auto using Rinv_0_lt_compat.
  rewrite ln_Rinv by assumption. rewrite <- exp_Ropp. f_equal. ring.
Qed.

Lemma power_minus x y z : 0 < x -> power x (y - z) = power x y / power x z.
Proof. intros X. unfold Rminus, Rdiv. now rewrite power_plus, power_opp. Qed.

(** ** Derivatives, by the shape of a function *)

Lemma derive_as (f : R -> R) (x d v : R) : is_derive f x d -> d = v -> is_derive f x v.
Proof. now intros H <-. Qed.

Lemma derive_const (c x : R) : is_derive (fun _ : R => c) x 0.
Proof. auto_derive; easy. Qed.

Lemma derive_id (x : R) : is_derive (fun t : R => t) x 1.
Proof. auto_derive; easy. Qed.

Lemma derive_plus (f g : R -> R) (x df dg : R) : is_derive f x df -> is_derive g x dg ->
  is_derive (fun t => f t + g t) x (df + dg).
Proof. intros. now apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) f g). Qed.

Lemma derive_minus (f g : R -> R) (x df dg : R) : is_derive f x df -> is_derive g x dg ->
  is_derive (fun t => f t - g t) x (df - dg).
Proof. intros. now apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule) f g). Qed.

Lemma derive_opp (f : R -> R) (x df : R) : is_derive f x df -> is_derive (fun t => - f t) x (- df).
Proof. intros. now apply (is_derive_opp (K := R_AbsRing) (V := R_NormedModule) f). Qed.

Lemma derive_mult (f g : R -> R) (x df dg : R) : is_derive f x df -> is_derive g x dg ->
  is_derive (fun t => f t * g t) x (df * g x + f x * dg).
Proof. intros. apply (is_derive_mult (K := R_AbsRing) f g); auto. intros. apply Rmult_comm. Qed.

Lemma derive_inv (f : R -> R) (x df : R) : is_derive f x df -> f x <> 0 ->
  is_derive (fun t => / f t) x (- df / f x ^ 2).
Proof. intros. now apply is_derive_inv. Qed.

Lemma derive_div (f g : R -> R) (x df dg : R) : is_derive f x df -> is_derive g x dg -> g x <> 0 ->
  is_derive (fun t => f t / g t) x ((df * g x - f x * dg) / g x ^ 2).
Proof. intros. now apply is_derive_div. Qed.

Lemma derive_pow (f : R -> R) n (x df : R) : is_derive f x df ->
  is_derive (fun t => f t ^ n) x (INR n * df * f x ^ pred n).
Proof. intros. now apply is_derive_pow. Qed.

Lemma derive_comp (g f : R -> R) (x df dg : R) : is_derive f x df -> is_derive g (f x) dg ->
  is_derive (fun t => g (f t)) x (df * dg).
Proof. intros. now apply (is_derive_comp (K := R_AbsRing) (V := R_NormedModule) g f). Qed.

Lemma derive_exp (f : R -> R) (x df : R) : is_derive f x df ->
  is_derive (fun t => exp (f t)) x (df * exp (f x)).
Proof. intros. apply (derive_comp exp f); auto. apply is_derive_Reals, derivable_pt_lim_exp. Qed.

Lemma derive_ln (f : R -> R) (x df : R) : is_derive f x df -> 0 < f x ->
  is_derive (fun t => ln (f t)) x (df * / f x).
Proof. intros. apply (derive_comp ln f); auto. now apply is_derive_Reals, derivable_pt_lim_ln. Qed.

Lemma derive_sqrt (f : R -> R) (x df : R) : is_derive f x df -> 0 < f x ->
  is_derive (fun t => sqrt (f t)) x (df * / (2 * sqrt (f x))).
Proof. intros. apply (derive_comp sqrt f); auto. now apply is_derive_Reals, derivable_pt_lim_sqrt. Qed.

Lemma derive_power (f : R -> R) y (x df : R) : is_derive f x df -> 0 < f x ->
  is_derive (fun t => power (f t) y) x (df * (y * (power (f x) y / f x))).
Proof.
  intros H P. apply (derive_comp (fun t => power t y) f); [assumption|].
  apply (is_derive_ext_loc (fun t => exp (y * ln t))).
  - exists (mkposreal _ P). intros t T. rewrite power_pos; [reflexivity|].
    unfold ball in T; simpl in T; unfold AbsRing_ball, abs, minus, plus, opp in T; simpl in T.
    apply Rabs_def2 in T. lra.
  - rewrite power_pos by assumption. auto_derive; [assumption|]. field. lra.
Qed.

Lemma derive_power_exponent (f : R -> R) b (x df : R) : is_derive f x df -> 0 < b ->
  is_derive (fun t => power b (f t)) x (df * (ln b * power b (f x))).
Proof.
  intros H P. apply (is_derive_ext (fun t => exp (f t * ln b))).
  - intros t. now rewrite power_pos.
  - rewrite power_pos by assumption. eapply derive_as.
    + apply derive_exp, derive_mult; [exact H|apply derive_const].
    + simpl. ring.
Qed.


Lemma finite_sum_value t a b v w : finite_sum t a b v -> v = w -> finite_sum t a b w.
Proof. now intros H <-. Qed.

(** What a fact says is 0, not negative or positive, times a multiplier of the right sign. *)
Lemma times_eq m a b : a = b -> m * (a - b) = 0.
Proof. intros ->. ring. Qed.

Lemma times_le m a b : 0 <= m -> a <= b -> 0 <= m * (b - a).
Proof. intros. apply Rmult_le_pos; lra. Qed.

Lemma times_lt m a b : 0 < m -> a < b -> 0 < m * (b - a).
Proof. intros. apply Rmult_lt_0_compat; lra. Qed.

Lemma times_lt_weak m a b : 0 <= m -> a < b -> 0 <= m * (b - a).
Proof. intros. apply Rmult_le_pos; lra. Qed.

(** Such facts are added. *)
Lemma sum_eq_eq a b : a = 0 -> b = 0 -> a + b = 0. Proof. lra. Qed.
Lemma sum_eq_le a b : a = 0 -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma sum_le_eq a b : 0 <= a -> b = 0 -> 0 <= a + b. Proof. lra. Qed.
Lemma sum_eq_lt a b : a = 0 -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma sum_lt_eq a b : 0 < a -> b = 0 -> 0 < a + b. Proof. lra. Qed.
Lemma sum_le_le a b : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma sum_le_lt a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma sum_lt_le a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma sum_lt_lt a b : 0 < a -> 0 < b -> 0 < a + b. Proof. lra. Qed.

(** ** One end at which a power begins *)

Lemma right_power y : 0 < y -> filterlim (fun t => power t y) (at_right 0) (locally (power 0 y)).
Proof.
  intros Y. rewrite power_zero by assumption.
  apply (filterlim_ext_loc (fun t => exp (y * ln t))).
  { exists (mkposreal 1 Rlt_0_1). intros t _ T. now rewrite power_pos. }
  eapply filterlim_comp; [|exact is_lim_exp_m].
  intros P [M H]. destruct (is_lim_ln_0 (fun z => z < M / y)) as [d D].
  { exists (M / y). auto. }
  exists d. intros t B T. apply H. assert (K := D t B T).
  apply Rmult_lt_compat_l with (r := y) in K; [|assumption].
  replace (y * (M / y)) with M in K by (field; lra). exact K.
Qed.

Lemma right_continuous (f : R -> R) (a : R) : continuous f a -> filterlim f (at_right a) (locally (f a)).
Proof. intros C. eapply filterlim_filter_le_1; [apply filter_le_within|exact C]. Qed.

Lemma right_mult (f g : R -> R) (a : R) : filterlim f (at_right a) (locally (f a)) ->
  filterlim g (at_right a) (locally (g a)) ->
  filterlim (fun t => f t * g t) (at_right a) (locally (f a * g a)).
Proof.
  intros F G. eapply filterlim_comp_2; [exact F|exact G|].
  apply (filterlim_mult (K := R_AbsRing)).
Qed.

Lemma right_plus (f g : R -> R) (a : R) : filterlim f (at_right a) (locally (f a)) ->
  filterlim g (at_right a) (locally (g a)) ->
  filterlim (fun t => f t + g t) (at_right a) (locally (f a + g a)).
Proof.
  intros F G. eapply filterlim_comp_2; [exact F|exact G|].
  apply (filterlim_plus (K := R_AbsRing) (V := R_NormedModule)).
Qed.

Lemma integral_of_right (F f : R -> R) (a b : R) : a <= b ->
  (forall x, a < x < b -> is_derive F x (f x)) -> (forall x, a < x < b -> continuous f x) ->
  filterlim F (at_right a) (locally (F a)) -> continuous F b -> integral f a b (F b - F a).
Proof.
  intros H D C CA CB. destruct (Rle_lt_or_eq_dec a b H) as [L|<-].
  - apply (integral_of F f a b); simpl; auto.
    eapply filterlim_filter_le_1; [apply filter_le_within|exact CB].
  - left. split; [reflexivity|ring].
Qed.

(** ** Sequences that grow no faster than a power, times a falling geometric one *)

Definition tempered (u : nat -> R) : Prop :=
  exists C m, 0 <= C /\ forall n, Rabs (u n) <= C * (INR n + 1) ^ m.

Lemma at_least_1 n m : 1 <= (INR n + 1) ^ m.
Proof. apply pow_R1_Rle. assert (H := pos_INR n). lra. Qed.

Lemma tempered_const c : tempered (fun _ => c).
Proof. exists (Rabs c), 0%nat. split; [apply Rabs_pos|]. intros n. simpl. lra. Qed.

Lemma tempered_INR : tempered INR.
Proof.
  exists 1, 1%nat. split; [lra|]. intros n. rewrite Rabs_pos_eq by apply pos_INR. simpl. lra.
Qed.

Lemma tempered_plus u v : tempered u -> tempered v -> tempered (fun n => u n + v n).
Proof.
  intros [C [m [P H]]] [D [k [Q K]]]. exists (C + D), (m + k)%nat. split; [lra|]. intros n.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite pow_add.
  assert (A := at_least_1 n m). assert (B := at_least_1 n k).
  assert (E := H n). assert (F := K n).
  set (x := (INR n + 1) ^ m) in *. set (y := (INR n + 1) ^ k) in *.
  assert (C * x <= C * (x * y)) by (apply Rmult_le_compat_l; nra).
  assert (D * y <= D * (x * y)) by (apply Rmult_le_compat_l; nra). lra.
Qed.

Lemma tempered_mult u v : tempered u -> tempered v -> tempered (fun n => u n * v n).
Proof.
  intros [C [m [P H]]] [D [k [Q K]]]. exists (C * D), (m + k)%nat.
  split; [now apply Rmult_le_pos|]. intros n. rewrite Rabs_mult, pow_add.
  replace (C * D * _) with (C * (INR n + 1) ^ m * (D * (INR n + 1) ^ k)) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma tempered_opp u : tempered u -> tempered (fun n => - u n).
Proof. intros [C [m [P H]]]. exists C, m. split; [easy|]. intros n. now rewrite Rabs_Ropp. Qed.

Lemma tempered_minus u v : tempered u -> tempered v -> tempered (fun n => u n - v n).
Proof. intros U V. apply (tempered_plus u (fun n => - v n)); [easy|now apply tempered_opp]. Qed.

Lemma tempered_div u c : tempered u -> tempered (fun n => u n / c).
Proof. intros U. apply (tempered_mult u (fun _ => / c)); [easy|apply tempered_const]. Qed.

Lemma tempered_pow u m : tempered u -> tempered (fun n => u n ^ m).
Proof.
  intros U. induction m; [apply (tempered_const 1)|]. now apply (tempered_mult u (fun n => u n ^ m)).
Qed.

Lemma ratio_to_1 m : is_lim_seq (fun n => ((INR (S n) + 1) / (INR n + 1)) ^ m) 1.
Proof.
  induction m; [apply is_lim_seq_const|].
  replace (Finite 1) with (Rbar_mult 1 1) by (simpl; f_equal; ring).
  apply (is_lim_seq_mult' (fun n => (INR (S n) + 1) / (INR n + 1))); [|exact IHm].
  apply (is_lim_seq_ext (fun n => 1 + / (INR n + 1))).
  { intros n. rewrite S_INR. field. assert (H := pos_INR n). lra. }
  replace (Finite 1) with (Rbar_plus 1 0) by (simpl; f_equal; ring).
  apply is_lim_seq_plus'; [apply is_lim_seq_const|].
  apply (is_lim_seq_ext (fun n => / INR (S n))); [intros n; now rewrite S_INR|].
  apply (is_lim_seq_incr_1 (fun n => / INR n)).
  replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
  apply is_lim_seq_inv; [apply is_lim_seq_INR|easy].
Qed.

Lemma geometric_wins r m : 0 < r < 1 -> is_lim_seq (fun n => (INR n + 1) ^ m * r ^ n) 0.
Proof.
  intros H. apply ex_series_lim_0.
  assert (P : forall n, 0 < (INR n + 1) ^ m * r ^ n).
  { intros n. assert (A := at_least_1 n m). apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]. }
  apply ex_series_Rabs. apply ex_series_DAlembert with r; [lra|intros n; assert (K := P n); lra|].
  apply (is_lim_seq_ext (fun n => ((INR (S n) + 1) / (INR n + 1)) ^ m * r)).
  - intros n. rewrite Rabs_pos_eq.
    2:{ left. apply Rdiv_lt_0_compat; apply P. }
    unfold Rdiv at 1. rewrite Rpow_mult_distr, pow_inv. simpl (r ^ S n). field.
    assert (A := at_least_1 n m). assert (B : 0 < r ^ n) by (apply pow_lt; lra). split; lra.
  - replace (Finite r) with (Rbar_mult 1 r) by (simpl; f_equal; ring).
    apply is_lim_seq_mult'; [apply ratio_to_1|apply is_lim_seq_const].
Qed.

Lemma tempered_vanishes u r a : tempered u -> 0 < r < 1 ->
  is_lim_seq (fun n => u n * power r (a + INR n)) 0.
Proof.
  intros [C [m [P H]]] R1.
  apply is_lim_seq_abs_0.
  apply (is_lim_seq_le_le (fun _ => 0) _ (fun n => C * power r a * ((INR n + 1) ^ m * r ^ n))).
  - intros n. split; [apply Rabs_pos|].
    rewrite power_plus, power_INR by lra. rewrite Rabs_mult.
    assert (A : 0 < power r a) by (apply power_gt_0; lra).
    assert (B : 0 < r ^ n) by (apply pow_lt; lra).
    rewrite (Rabs_pos_eq (power r a * r ^ n)) by (left; now apply Rmult_lt_0_compat).
    replace (C * power r a * _) with (C * (INR n + 1) ^ m * (power r a * r ^ n)) by ring.
    apply Rmult_le_compat_r; [left; now apply Rmult_lt_0_compat|apply H].
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Rbar_mult (C * power r a) 0) by (simpl; f_equal; ring).
    apply is_lim_seq_scal_l. now apply geometric_wins.
Qed.

Lemma infinite_sum_value t a v w : infinite_sum t a v -> v = w -> infinite_sum t a w.
Proof. now intros H <-. Qed.

(** An infinite sum, from T(k) = q(k) r^k with T(k + 1) - T(k) as its terms. *)
Lemma infinite_sum_tempered (t q : R -> R) (r a : R) : integer a -> 0 < r < 1 ->
  tempered (fun n => q (a + INR n)) ->
  (forall k, integer k -> a <= k -> q (k + 1) * power r (k + 1) - q k * power r k = t k) ->
  infinite_sum t a (- (q a * power r a)).
Proof.
  intros A H Q D. replace (- (q a * power r a)) with (0 - q a * power r a) by ring.
  apply (infinite_sum_of t (fun k => q k * power r k) a 0 A D).
  now apply (tempered_vanishes (fun n => q (a + INR n))).
Qed.
