(** Every kind of proposition about numbers is true of something and false of something. *)
Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas.
Open Scope R_scope.

Example integer_yes : integer 3.
Proof. apply integer_IZR. Qed.

Example integer_no : ~ integer (1 / 2).
Proof.
  intros H. assert (E := integer_eq (1 / 2) 0 H (integer_IZR 0)).
  assert (1 / 2 + 1 <= 1 -> False) by lra.
  assert (L := integer_le 0 (1 / 2) (integer_IZR 0) H). lra.
Qed.

Example power_yes : power (-2) 3 = -8.
Proof. rewrite (power_IZR (-2) 3). simpl. ring. Qed.

Example power_half : power 4 (1 / 2) = 2.
Proof.
  rewrite <- sqrt_power by lra. replace 4 with (2 * 2) by ring. apply sqrt_square. lra.
Qed.

Example power_no : power 0 (1 / 2) <> 1.
Proof. rewrite power_zero; lra. Qed.

Example period_yes : period_of 2 5 = 2.
Proof.
  unfold period_of. replace (5 / 2) with (2 + 1 / 2) by lra.
  replace (Int_part (2 + 1 / 2)) with 2%Z; [reflexivity|].
  destruct (base_Int_part (2 + 1 / 2)) as [H K].
  assert (L : IZR (Int_part (2 + 1 / 2)) < 3) by lra. apply lt_IZR in L.
  assert (M : 1 < IZR (Int_part (2 + 1 / 2))) by lra. apply lt_IZR in M. lia.
Qed.

Example integral_yes : integral (fun x => x) 0 1 (1 / 2).
Proof.
  replace (1 / 2) with (1 ^ 2 / 2 - 0 ^ 2 / 2) by field.
  apply (integral_of_continuous (fun x => x ^ 2 / 2)).
  - lra.
  - intros x _. auto_derive; [easy|field].
  - intros x _. apply continuous_id.
  - apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. easy.
  - apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. easy.
Qed.

Example integral_no : ~ integral (fun x => x) 0 1 1.
Proof. intros H. assert (E := integral_unique _ _ _ _ _ H integral_yes). lra. Qed.

(** e^(-x) tends to 0 at infinity. *)
Lemma exp_falls : filterlim (fun x => exp (- x)) (Rbar_locally p_infty) (locally 0).
Proof.
  eapply filterlim_comp; [|exact is_lim_exp_m].
  apply (filterlim_Rbar_opp p_infty).
Qed.

Example integral_to_infinity : integral (fun x => exp (- x)) 0 p_infty 1.
Proof.
  replace 1 with (- 0 - - exp (- 0)) by (rewrite Ropp_0, exp_0; ring).
  apply (integral_of (fun x => - exp (- x))).
  - easy.
  - intros x _ _. auto_derive; [easy|ring].
  - intros x _ _. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. easy.
  - eapply filterlim_filter_le_1; [apply filter_le_within|].
    apply (ex_derive_continuous (V := R_NormedModule) (fun x => - exp (- x))). auto_derive. easy.
  - eapply filterlim_comp; [exact exp_falls|]. exact (filterlim_opp 0).
Qed.

Example finite_sum_yes : finite_sum (fun k => k) 1 3 6.
Proof.
  split; [apply integer_IZR|]. exists 3%nat. split; [simpl; lra|]. simpl. lra.
Qed.

Example finite_sum_no : ~ finite_sum (fun k => k) 1 3 7.
Proof.
  intros [_ [n [N T]]]. assert (n = 3%nat).
  { apply INR_eq. replace (INR 3) with 3 by (simpl; lra). lra. }
  subst n. simpl in T. lra.
Qed.

(** The sum of (1/2)^k over k >= 0 is 2. *)
Example infinite_sum_yes : infinite_sum (fun k => power (1 / 2) k) 0 2.
Proof.
  assert (E : 0 - - 2 * power (1 / 2) 0 = 2) by (rewrite (power_IZR (1 / 2) 0); simpl; ring).
  enough (H : infinite_sum (fun k => power (1 / 2) k) 0 (0 - - 2 * power (1 / 2) 0)).
  { rewrite E in H. exact H. }
  apply (infinite_sum_of _ (fun k => - 2 * power (1 / 2) k)).
  - apply (integer_IZR 0).
  - intros k _ _. cbv beta. rewrite power_plus, power_1 by lra. field.
  - apply (is_lim_seq_ext (fun n => - 2 * (1 / 2) ^ n)).
    + intros n. now rewrite Rplus_0_l, power_INR.
    + replace (Finite 0) with (Rbar_mult (- 2) 0) by (simpl; f_equal; ring).
      apply is_lim_seq_scal_l. apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.

Example infinite_sum_no : ~ infinite_sum (fun k => power (1 / 2) k) 0 3.
Proof.
  intros [_ H]. destruct infinite_sum_yes as [_ K].
  assert (E := is_series_unique _ _ H). rewrite (is_series_unique _ _ K) in E. lra.
Qed.

Example limit_yes : limit_from_below (fun x => exp (- x)) p_infty 0.
Proof. exact exp_falls. Qed.

Example limit_no : ~ limit_from_below (fun x => exp (- x)) p_infty 1.
Proof.
  intros H. assert (E : is_lim (fun x => exp (- x)) p_infty 1) by exact H.
  assert (K : is_lim (fun x => exp (- x)) p_infty 0) by exact limit_yes.
  apply is_lim_unique in E, K. rewrite E in K. injection K. lra.
Qed.

Example limit_above_yes : limit_from_above (fun x => x) 0 0.
Proof. eapply filterlim_filter_le_1; [apply filter_le_within|]. apply filterlim_id. Qed.

Example limit_above_no : ~ limit_from_above (fun x => x) 0 1.
Proof.
  intros H. assert (E : (1 : R) = 0); [|lra].
  exact (filterlim_locally_unique (F := after 0) (fun x => x) 1 0 H limit_above_yes).
Qed.

Example expansion_yes : expansion (fun t => 1 + t + t ^ 2) (1 :: 1 :: nil).
Proof.
  exists 1, 1. split; [lra|]. intros t T. simpl.
  replace (_ - _) with (t * t) by ring. rewrite Rabs_pos_eq; nra.
Qed.

Example expansion_no : ~ expansion (fun t => t) (0 :: 0 :: nil).
Proof.
  intros [K [eta [E H]]].
  set (t := Rmin (eta / 2) (/ (2 * (Rabs K + 1)))).
  assert (P := Rabs_pos K). assert (Q := Rle_abs K).
  assert (I : 0 < / (2 * (Rabs K + 1))) by (apply Rinv_0_lt_compat; lra).
  assert (T : 0 < t) by (unfold t; apply Rmin_glb_lt; lra).
  assert (L : t <= eta / 2) by apply Rmin_l.
  assert (M : t <= / (2 * (Rabs K + 1))) by apply Rmin_r.
  assert (H0 := H t ltac:(lra)). simpl in H0.
  replace (t - (0 + t * (0 + t * 0))) with t in H0 by ring.
  rewrite Rabs_pos_eq in H0 by lra.
  assert (N : t * (2 * (Rabs K + 1)) <= 1).
  { apply Rmult_le_reg_r with (/ (2 * (Rabs K + 1))); [assumption|].
    rewrite Rmult_assoc, Rinv_r by lra. lra. }
  nra.
Qed.

Example minimum_yes : unique_minimum (fun t => t ^ 2) (fun t => -1 <= t /\ t <= 1) 0.
Proof. split; [lra|]. intros t _ H. nra. Qed.

Example minimum_no : ~ unique_minimum (fun t => t ^ 2) (fun t => -1 <= t /\ t <= 1) 1.
Proof. intros [_ H]. assert (K := H 0). lra. Qed.

Example derivative_yes : is_derive (fun x => x ^ 2) 3 6.
Proof. auto_derive; [easy|ring]. Qed.

Example derivative_no : ~ is_derive (fun x => x ^ 2) 3 5.
Proof.
  intros H. apply is_derive_unique in H. assert (K := derivative_yes).
  apply is_derive_unique in K. lra.
Qed.

Example erf_zero : erf 0 = 0.
Proof. unfold erf. rewrite RInt_point. apply Rmult_0_r. Qed.

Example sets_yes : meet (open_closed 0 1) (moved (mirror (closed_open (-2) 0)) (-1)) 1.
Proof. unfold meet, open_closed, moved, mirror, closed_open. simpl. lra. Qed.

Example sets_no : ~ join (outside (closed_closed 0 1)) (open_open 0 p_infty) 0.
Proof. unfold join, outside, closed_closed, open_open. simpl. lra. Qed.
