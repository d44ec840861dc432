(** Expansions of quotients of which both sides are made of powers and exponentials. *)
Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal cancelling strong.
Open Scope R_scope.
Import ListNotations.

(** ** Polynomials by their coefficients *)

Fixpoint plus (c d : list R) : list R :=
  match c, d with
  | [], _ => d
  | _, [] => c
  | x :: c, y :: d => (x + y) :: plus c d
  end.

Definition times (k : R) (c : list R) : list R := map (Rmult k) c.

Fixpoint product (c d : list R) : list R :=
  match c with [] => [] | x :: c => plus (times x d) (0 :: product c d) end.

Lemma polynomial_plus c d t : polynomial (plus c d) t = polynomial c t + polynomial d t.
Proof.
  revert d. induction c as [|x c I]; intros [|y d]; simpl; try ring. rewrite I. ring.
Qed.

Lemma polynomial_times k c t : polynomial (times k c) t = k * polynomial c t.
Proof. induction c as [|x c I]; simpl; [ring|]. rewrite I. ring. Qed.

Lemma polynomial_product c d t : polynomial (product c d) t = polynomial c t * polynomial d t.
Proof.
  induction c as [|x c I]; simpl; [ring|].
  rewrite polynomial_plus, polynomial_times. simpl. rewrite I. ring.
Qed.

Lemma bounded c : exists B, 0 <= B /\ forall t, 0 < t < 1 -> Rabs (polynomial c t) <= B.
Proof.
  induction c as [|x c [B [P I]]]; simpl.
  - exists 0. split; [lra|]. intros. rewrite Rabs_R0. lra.
  - exists (Rabs x + B). split; [pose proof (Rabs_pos x); lra|]. intros t T.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_right t) by lra.
    specialize (I t T). pose proof (Rabs_pos (polynomial c t)). nra.
Qed.

Lemma lowered m c t : List.Forall (Logic.eq 0) (firstn m c) ->
  polynomial c t = t ^ m * polynomial (skipn m c) t.
Proof.
  revert c. induction m as [|m I]; intros [|x c] H; simpl in *; try ring.
  inversion H; subst. rewrite (I c) by assumption. ring.
Qed.

(** ** Functions that are close to polynomials *)

Definition close (m : nat) (f : R -> R) (c : list R) : Prop :=
  exists K, 0 <= K /\ forall t, 0 < t < 1 -> Rabs (f t - polynomial c t) <= K * t ^ m.

Lemma close_same m f c : (forall t, f t = polynomial c t) -> close m f c.
Proof.
  intros E. exists 0. split; [lra|]. intros t _. rewrite E, Rminus_eq_0, Rabs_R0. lra.
Qed.

Lemma close_number m v : close m (fun _ => v) [v].
Proof. apply close_same. intros. simpl. ring. Qed.

Lemma close_variable m : close m (fun t => t) [0; 1].
Proof. apply close_same. intros. simpl. ring. Qed.

Lemma close_plus m f g c d : close m f c -> close m g d -> close m (fun t => f t + g t) (plus c d).
Proof.
  intros [K [P F]] [L [Q G]]. exists (K + L). split; [lra|]. intros t T.
  rewrite polynomial_plus.
  replace (f t + g t - (polynomial c t + polynomial d t))
    with ((f t - polynomial c t) + (g t - polynomial d t)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. specialize (F t T). specialize (G t T). lra.
Qed.

Lemma close_times m k f c : close m f c -> close m (fun t => k * f t) (times k c).
Proof.
  intros [K [P F]]. exists (Rabs k * K). split; [pose proof (Rabs_pos k); nra|]. intros t T.
  rewrite polynomial_times, <- Rmult_minus_distr_l, Rabs_mult. specialize (F t T).
  pose proof (Rabs_pos k). nra.
Qed.

Lemma close_opposite m f c : close m f c -> close m (fun t => - f t) (times (- 1) c).
Proof.
  intros H. destruct (close_times m (- 1) f c H) as [K [P F]]. exists K. split; [exact P|].
  intros t T. specialize (F t T). now replace (- f t) with (- 1 * f t) by ring.
Qed.

Lemma close_minus m f g c d : close m f c -> close m g d ->
  close m (fun t => f t - g t) (plus c (times (- 1) d)).
Proof. intros F G. exact (close_plus m f _ c _ F (close_opposite m g d G)). Qed.

Lemma close_product m f g c d : close m f c -> close m g d ->
  close m (fun t => f t * g t) (product c d).
Proof.
  intros [K [P F]] [L [Q G]]. destruct (bounded c) as [B [B0 C]]. destruct (bounded d) as [M [M0 D]].
  exists (K * (M + L) + B * L). split; [nra|]. intros t T.
  specialize (F t T). specialize (G t T). specialize (C t T). specialize (D t T).
  rewrite polynomial_product.
  replace (f t * g t - polynomial c t * polynomial d t)
    with ((f t - polynomial c t) * g t + polynomial c t * (g t - polynomial d t)) by ring.
  assert (S : 0 < t ^ m) by (apply pow_lt; lra).
  assert (U : t ^ m <= 1) by (rewrite <- (pow1 m); apply pow_incr; lra).
  assert (V : Rabs (g t) <= M + L).
  { replace (g t) with (polynomial d t + (g t - polynomial d t)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. nra. }
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  pose proof (Rabs_pos (f t - polynomial c t)). pose proof (Rabs_pos (g t - polynomial d t)).
  pose proof (Rabs_pos (g t)). pose proof (Rabs_pos (polynomial c t)).
  assert (W : Rabs (f t - polynomial c t) * Rabs (g t) <= K * t ^ m * (M + L))
    by (apply Rmult_le_compat; assumption).
  assert (X : Rabs (polynomial c t) * Rabs (g t - polynomial d t) <= B * (L * t ^ m))
    by (apply Rmult_le_compat; assumption).
  lra.
Qed.

Fixpoint raised (n : nat) (c : list R) : list R :=
  match n with O => [1] | S n => product c (raised n c) end.

Lemma close_power m n f c : close m f c -> close m (fun t => f t ^ n) (raised n c).
Proof.
  intros F. induction n as [|n I]; simpl; [apply close_number|]. now apply close_product.
Qed.

(** ** The exponential *)

Definition taylor (k : R) (m : nat) : list R := map (fun i => k ^ i / INR (fact i)) (seq 0 m).

Lemma polynomial_map g a n t :
  polynomial (map g (seq a (S n))) t = sum_f_R0 (fun i => g (a + i)%nat * t ^ i) n.
Proof.
  revert a. induction n as [|n I]; intros a.
  - simpl. rewrite Nat.add_0_r. ring.
  - rewrite decomp_sum by lia. change (seq a (S (S n))) with (a :: seq (S a) (S n)).
    cbn [map polynomial]. rewrite I, Nat.add_0_r. cbn [pow pred]. rewrite scal_sum, Rmult_1_r.
    f_equal. apply sum_eq. intros i _. replace (S a + i)%nat with (a + S i)%nat by lia.
    cbn [pow]. ring.
Qed.

Lemma close_exponential m k : 0 <= k -> close (S m) (fun t => exp (k * t)) (taylor k (S m)).
Proof.
  intros [P | <-].
  - exists (k ^ S m / INR (fact (S m)) * exp k).
    assert (F : 0 < / INR (fact (S m))) by apply Rinv_0_lt_compat, INR_fact_lt_0.
    assert (Q : 0 < k ^ S m) by now apply pow_lt.
    split; [pose proof (exp_pos k); unfold Rdiv; apply Rmult_le_pos; [nra|lra]|]. intros t T.
    destruct (Taylor_Lagrange exp m 0 (k * t)) as [z [Z E]].
    { nra. }
    { intros s _ i _. destruct i as [|i]; [exact I|]. exists (exp s). exact (is_derive_n_exp (S i) s). }
    unfold taylor. rewrite E, polynomial_map.
    rewrite (is_derive_n_unique _ _ _ _ (is_derive_n_exp (S m) z)), Rminus_0_r.
    match goal with |- Rabs (?a + ?b - ?c) <= _ => replace a with c end.
    + match goal with |- Rabs (?a + ?b - ?a) <= _ => replace (a + b - a) with b by ring end.
      rewrite Rabs_right.
      * rewrite Rpow_mult_distr. assert (exp z <= exp k) by (apply Rlt_le, exp_increasing; nra).
        assert (0 < t ^ S m) by (apply pow_lt; lra). unfold Rdiv.
        replace (k ^ S m * / INR (fact (S m)) * exp k * t ^ S m)
          with (k ^ S m * t ^ S m * / INR (fact (S m)) * exp k) by ring.
        apply Rmult_le_compat_l; [|assumption]. apply Rlt_le.
        apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption.
      * apply Rle_ge, Rmult_le_pos; [|apply Rlt_le, exp_pos].
        apply Rmult_le_pos; [apply pow_le; nra | lra].
    + apply sum_eq. intros i _. rewrite (is_derive_n_unique _ _ _ _ (is_derive_n_exp i 0)), exp_0.
      rewrite Rpow_mult_distr. unfold Rdiv. simpl (0 + i)%nat. ring.
  - apply close_same. intros t. rewrite Rmult_0_l, exp_0. unfold taylor. rewrite polynomial_map.
    rewrite (sum_eq _ (fun i => if Nat.eqb i 0 then 1 else 0)).
    + clear. induction m as [|m I]; [reflexivity|]. simpl. rewrite <- I. ring.
    + intros [|i] _; simpl; [field | unfold Rdiv; ring].
Qed.

(** ** Quotients *)

Lemma expansion_of_quotient (f N D : R -> R) (a b c : list R) (q : nat) :
  (0 < length c)%nat ->
  close (length c + q) N a -> close (length c + q) D b ->
  (forall t, 0 < t < 1 -> D t <> 0 -> f t = N t / D t) ->
  List.Forall (Logic.eq 0) (firstn q b) -> nth q b 0 <> 0 ->
  List.Forall (Logic.eq 0) (firstn (length c + q) (plus a (times (- 1) (product b c)))) ->
  expansion f c.
Proof.
  set (n := length c). intros Pos [K [K0 HN]] [L [L0 HD]] Hf Hq Hd Hr.
  set (r := plus a (times (- 1) (product b c))) in *.
  destruct (bounded c) as [B [B0 HC]]. destruct (bounded (skipn (n + q) r)) as [M [M0 HM]].
  assert (exists rest, skipn q b = nth q b 0 :: rest) as [rest Hb].
  { clear - Hd. revert b Hd. induction q as [|q I]; intros [|x b] H; simpl in *; try easy.
    - now exists b.
    - now apply I. }
  set (d := nth q b 0) in *. destruct (bounded rest) as [S [S0 HS]].
  assert (P : 0 < Rabs d) by now apply Rabs_pos_lt.
  exists ((K + L * B + M) * (2 / Rabs d)), (Rmin 1 (Rabs d / (2 * (S + L + 1)))).
  split.
  { apply Rmin_glb_lt; [lra|]. apply Rdiv_lt_0_compat; lra. }
  intros t [T U]. assert (T1 : t < 1) by (eapply Rlt_le_trans; [exact U | apply Rmin_l]).
  assert (T2 : t * (2 * (S + L + 1)) < Rabs d).
  { apply (Rmult_lt_reg_r (/ (2 * (S + L + 1)))); [apply Rinv_0_lt_compat; lra|].
    replace (t * (2 * (S + L + 1)) * / (2 * (S + L + 1))) with t by (field; lra).
    eapply Rlt_le_trans; [exact U | apply Rmin_r]. }
  assert (I : 0 < t < 1) by lra.
  specialize (HN t I). specialize (HD t I). specialize (HC t I). specialize (HM t I).
  specialize (HS t I).
  assert (Tq : 0 < t ^ q) by (apply pow_lt; lra). assert (Tn : 0 < t ^ n) by (apply pow_lt; lra).
  assert (Tl : t ^ n <= t).
  { destruct n as [|n']; [lia|]. simpl.
    assert (t ^ n' <= 1) by (rewrite <- (pow1 n'); apply pow_incr; lra). nra. }
  rewrite pow_add in HN, HD.
  assert (Hb' : polynomial b t = t ^ q * (d + t * polynomial rest t))
    by (rewrite (lowered q b t Hq), Hb; reflexivity).
  assert (Low : t ^ q * (Rabs d / 2) <= Rabs (D t)).
  { replace (D t) with (t ^ q * d + (t ^ q * (t * polynomial rest t) + (D t - polynomial b t)))
      by (rewrite Hb'; ring).
    assert (X : Rabs (t ^ q * (t * polynomial rest t) + (D t - polynomial b t))
      <= t ^ q * (t * (S + L))).
    { eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_right t), (Rabs_right (t ^ q)) by lra.
      assert (t * Rabs (polynomial rest t) <= t * S) by (apply Rmult_le_compat_l; lra).
      assert (L * (t ^ n * t ^ q) <= t ^ q * (t * L)).
      { replace (L * (t ^ n * t ^ q)) with (t ^ q * (t ^ n * L)) by ring.
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra. }
      assert (t ^ q * (t * Rabs (polynomial rest t)) <= t ^ q * (t * S))
        by (apply Rmult_le_compat_l; lra). lra. }
    assert (Y := Rabs_triang_inv (t ^ q * d) (- (t ^ q * (t * polynomial rest t) + (D t - polynomial b t)))).
    rewrite Rabs_Ropp in Y.
    replace (t ^ q * d - - (t ^ q * (t * polynomial rest t) + (D t - polynomial b t)))
      with (t ^ q * d + (t ^ q * (t * polynomial rest t) + (D t - polynomial b t))) in Y by ring.
    rewrite (Rabs_mult (t ^ q) d), (Rabs_right (t ^ q)) in Y by lra.
    assert (t ^ q * (t * (S + L)) <= t ^ q * (Rabs d / 2)) by (apply Rmult_le_compat_l; nra). lra. }
  assert (LowP : 0 < t ^ q * (Rabs d / 2)) by (apply Rmult_lt_0_compat; lra).
  assert (Dn : D t <> 0) by (intros Z; rewrite Z, Rabs_R0 in Low; lra).
  assert (Up : Rabs (N t - D t * polynomial c t) <= (K + L * B + M) * (t ^ n * t ^ q)).
  { assert (R : polynomial a t - polynomial b t * polynomial c t
      = t ^ n * t ^ q * polynomial (skipn (n + q) r) t).
    { rewrite <- pow_add, <- (lowered (n + q) r t Hr). unfold r.
      rewrite polynomial_plus, polynomial_times, polynomial_product. ring. }
    replace (N t - D t * polynomial c t) with ((N t - polynomial a t)
      + (- ((D t - polynomial b t) * polynomial c t) + t ^ n * t ^ q * polynomial (skipn (n + q) r) t))
      by (rewrite <- R; ring).
    eapply Rle_trans; [apply Rabs_triang|].
    eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang|].
    rewrite Rabs_Ropp, !Rabs_mult, (Rabs_right (t ^ q)), (Rabs_right (t ^ n)) by lra.
    assert (0 < t ^ n * t ^ q) by (apply Rmult_lt_0_compat; lra).
    assert (t ^ n * t ^ q * Rabs (polynomial (skipn (n + q) r) t) <= t ^ n * t ^ q * M)
      by (apply Rmult_le_compat_l; lra).
    assert (Rabs (D t - polynomial b t) * Rabs (polynomial c t) <= L * (t ^ n * t ^ q) * B)
      by (apply Rmult_le_compat; try apply Rabs_pos; lra).
    lra. }
  rewrite (Hf t I Dn).
  replace (N t / D t - polynomial c t) with ((N t - D t * polynomial c t) * / D t) by (field; exact Dn).
  rewrite Rabs_mult, Rabs_Rinv by exact Dn. fold n.
  apply Rle_trans with ((K + L * B + M) * (t ^ n * t ^ q) * / (t ^ q * (Rabs d / 2))).
  - apply Rmult_le_compat; [apply Rabs_pos | apply Rlt_le, Rinv_0_lt_compat; lra | exact Up |].
    apply Rinv_le_contravar; assumption.
  - right. field. split; lra.
Qed.

Lemma close_exp m : close (S m) exp (taylor 1 (S m)).
Proof.
  destruct (close_exponential m 1 Rle_0_1) as [K [P F]]. exists K. split; [exact P|].
  intros t T. specialize (F t T). now rewrite Rmult_1_l in F.
Qed.

Lemma close_share m k : 0 <= / k -> close (S m) (fun t => exp (t / k)) (taylor (/ k) (S m)).
Proof.
  intros H. destruct (close_exponential m (/ k) H) as [K [P F]]. exists K. split; [exact P|].
  intros t T. specialize (F t T). now replace (t / k) with (/ k * t) by (unfold Rdiv; ring).
Qed.

(** ** The tactic *)

(** What a function is close to, by its shape. *)
Ltac close_to := lazymatch goal with
  | |- close _ (fun t => t) _ => apply close_variable
  | |- close _ (fun t => exp t) _ => apply close_exp
  | |- close _ (fun t => exp (t / ?k)) _ => apply (close_share _ k); lra
  | |- close _ (fun t => exp (?k * t)) _ => apply (close_exponential _ k); lra
  | |- close _ (fun t => @?f t + @?g t) _ => eapply (close_plus _ f g); close_to
  | |- close _ (fun t => @?f t - @?g t) _ => eapply (close_minus _ f g); close_to
  | |- close _ (fun t => - @?f t) _ => eapply (close_opposite _ f); close_to
  | |- close _ (fun t => @?f t * @?g t) _ => eapply (close_product _ f g); close_to
  | |- close _ (fun t => @?f t ^ ?n) _ => eapply (close_power _ n f); close_to
  | |- close _ (fun _ => ?v) _ => apply (close_number _ v)
  end.

Ltac coefficients := cbv [firstn nth plus times product raised taylor map seq length fact
  Nat.add Nat.mul INR pow].
Ltac no_difference := coefficients; repeat constructor; first [lra | field].
Ltac some_difference := coefficients;
  first [lra | apply Rgt_not_eq; interval | apply Rlt_not_eq; interval].
Ltac same_quotient := let t := fresh "t" in let I := fresh in let D := fresh in
  intros t I D; cbv beta in *; destruct I;
  first [field; first [assumption | split; [assumption | lra] | lra] | one_exponential; field; other_than_zero].

(** A quotient of N and D, which is 0 as t^q at 0. *)
Ltac by_expansion N D q := intros;
  match goal with |- expansion ?f ?c => eapply (expansion_of_quotient f N D _ _ c q) end;
  [ cbv [length]; lia | cbv [length Nat.add]; close_to | cbv [length Nat.add]; close_to
  | same_quotient | no_difference | some_difference | no_difference ].
