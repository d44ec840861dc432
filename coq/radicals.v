(** Expansions with roots: a root of what is close to a polynomial is close to one itself. *)
Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal cancelling strong series.
From dpproofs Require Import intervals edges roots.
Open Scope R_scope.
Import ListNotations.

Lemma close_bounded m f c : close m f c ->
  exists B, 0 <= B /\ forall t, 0 < t < 1 -> Rabs (f t) <= B.
Proof.
  intros [K [K0 F]]. destruct (bounded c) as [M [M0 C]]. exists (K + M). split; [lra|].
  intros t T. specialize (F t T). specialize (C t T).
  assert (t ^ m <= 1) by (rewrite <- (pow1 m); apply pow_incr; lra).
  replace (f t) with ((f t - polynomial c t) + polynomial c t) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. nra.
Qed.

Lemma difference_of_powers n x y : 0 <= x -> 0 < y ->
  Rabs (x - y) * y ^ n <= Rabs (x ^ S n - y ^ S n).
Proof.
  intros X Y. assert (P : 0 <= y ^ n) by (apply pow_le; lra). simpl.
  destruct (Rle_lt_dec y x) as [L|L].
  - assert (y ^ n <= x ^ n) by (apply pow_incr; lra).
    rewrite (Rabs_right (x - y)) by lra. eapply Rle_trans; [|apply Rle_abs]. nra.
  - assert (x ^ n <= y ^ n) by (apply pow_incr; lra). rewrite (Rabs_left1 (x - y)) by lra.
    rewrite <- Rabs_Ropp. eapply Rle_trans; [|apply Rle_abs]. nra.
Qed.

Lemma root_bounded n x B : 0 <= x -> x ^ S n <= B -> x <= 1 + B.
Proof.
  intros X H. assert (0 <= x ^ S n) by now apply pow_le.
  destruct (Rle_lt_dec x 1) as [L|L]; [lra|].
  assert (1 <= x ^ n) by (rewrite <- (pow1 n); apply pow_incr; lra). simpl in H. nra.
Qed.

Lemma power_of_root x y (p n : nat) : 0 < x -> y * INR n = INR p -> power x y ^ n = x ^ p.
Proof.
  intros X Y. rewrite power_pos, <- exp_times by exact X.
  replace (INR n * (y * ln x)) with (INR p * ln x) by (rewrite <- Y; ring).
  now rewrite exp_times, exp_ln.
Qed.

Lemma away_from_0 (d : list R) : 0 < nth 0 d 0 ->
  exists e, 0 < e < 1 /\ forall t, 0 < t < e -> nth 0 d 0 / 2 <= polynomial d t.
Proof.
  destruct d as [|a d]; simpl; [lra|]. intros A. destruct (bounded d) as [S [S0 H]].
  exists (a / (2 * (S + a + 1))).
  assert (E : a / (2 * (S + a + 1)) * (2 * (S + a + 1)) = a) by (field; lra).
  assert (P : 0 < a / (2 * (S + a + 1))) by (apply Rdiv_lt_0_compat; lra).
  set (e := a / (2 * (S + a + 1))) in *. clearbody e. split; [split; nra|]. intros t T.
  assert (t < 1) by nra. specialize (H t ltac:(lra)). apply Rabs_le_between in H. nra.
Qed.

Lemma polynomial_raised n c t : polynomial (raised n c) t = polynomial c t ^ n.
Proof.
  induction n as [|n I]; simpl; [ring|]. now rewrite polynomial_product, I.
Qed.

Lemma close_root (m n p : nat) (y : R) (f : R -> R) (c d : list R) :
  y * INR (S n) = INR p -> (forall t, 0 < t < 1 -> 0 < f t) -> close m f c -> 0 < nth 0 d 0 ->
  List.Forall (Logic.eq 0) (firstn m (plus (raised (S n) d) (times (- 1) (raised p c)))) ->
  close m (fun t => power (f t) y) d.
Proof.
  intros Y F H A L. set (r := plus (raised (S n) d) (times (- 1) (raised p c))) in *.
  pose proof (close_power m p f c H) as G. destruct (close_bounded _ _ _ G) as [B [B0 HB]].
  destruct G as [K [K0 HK]]. destruct (bounded (skipn m r)) as [M [M0 HM]].
  destruct (bounded d) as [N [N0 HN]]. destruct (away_from_0 d A) as [e [E He]].
  set (a := nth 0 d 0 / 2) in *. assert (A0 : 0 < a) by (unfold a; lra).
  assert (P : 0 < a ^ n) by now apply pow_lt. assert (Q : 0 < e ^ m) by (apply pow_lt; lra).
  assert (U : 0 <= (K + M) / a ^ n) by (apply Rdiv_le_0_compat; lra).
  assert (V : 0 <= (1 + B + N) / e ^ m) by (apply Rdiv_le_0_compat; lra).
  exists ((K + M) / a ^ n + (1 + B + N) / e ^ m). split; [lra|]. intros t T.
  specialize (F t T). specialize (HB t T). specialize (HK t T). specialize (HM t T).
  specialize (HN t T). assert (W : 0 < t ^ m) by (apply pow_lt; lra).
  assert (X : 0 < power (f t) y) by now apply power_gt_0.
  pose proof (power_of_root (f t) y p (S n) F Y) as Z. set (x := power (f t) y) in *. clearbody x.
  rewrite Rmult_plus_distr_r. destruct (Rlt_le_dec t e) as [S|S].
  - specialize (He t ltac:(lra)).
    assert (D : Rabs (x ^ Datatypes.S n - polynomial d t ^ Datatypes.S n) <= (K + M) * t ^ m).
    { replace (x ^ Datatypes.S n - polynomial d t ^ Datatypes.S n)
        with ((f t ^ p - polynomial (raised p c) t) - polynomial r t)
        by (rewrite Z; unfold r; rewrite polynomial_plus, polynomial_times, (polynomial_raised (Datatypes.S n)); ring).
      rewrite (lowered m r t L). unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|].
      rewrite Rabs_Ropp, Rabs_mult, (Rabs_right (t ^ m)) by lra. nra. }
    assert (C : Rabs (x - polynomial d t) * a ^ n <= (K + M) * t ^ m).
    { eapply Rle_trans; [|exact D]. eapply Rle_trans; [|apply difference_of_powers; lra].
      apply Rmult_le_compat_l; [apply Rabs_pos|]. apply pow_incr. lra. }
    assert (Rabs (x - polynomial d t) <= (K + M) / a ^ n * t ^ m).
    { apply (Rmult_le_reg_r (a ^ n)); [exact P|].
      replace ((K + M) / a ^ n * t ^ m * a ^ n) with ((K + M) * t ^ m) by (field; lra). exact C. }
    nra.
  - assert (I : e ^ m <= t ^ m) by (apply pow_incr; lra).
    assert (O : x <= 1 + B)
      by (apply (root_bounded n); [lra|]; rewrite Z; eapply Rle_trans; [apply Rle_abs | exact HB]).
    assert (D : Rabs (x - polynomial d t) <= 1 + B + N).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang|].
      rewrite Rabs_Ropp, (Rabs_right x) by lra. lra. }
    assert (1 + B + N <= (1 + B + N) / e ^ m * t ^ m).
    { replace (1 + B + N) with ((1 + B + N) / e ^ m * e ^ m) at 1 by (field; lra).
      apply Rmult_le_compat_l; assumption. }
    assert (0 <= (K + M) / a ^ n * t ^ m) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma close_fraction m k l : 0 <= k / l -> close (S m) (fun t => exp (k * t / l)) (taylor (k / l) (S m)).
Proof.
  intros H. destruct (close_exponential m (k / l) H) as [K [P F]]. exists K. split; [exact P|].
  intros t T. specialize (F t T). now replace (k * t / l) with (k / l * t) by (unfold Rdiv; ring).
Qed.

Lemma close_cut m f c : close m f c -> close m f (firstn m c).
Proof.
  intros [K [P F]]. destruct (bounded (skipn m c)) as [B [B0 H]]. exists (K + B).
  split; [lra|]. intros t T. specialize (F t T). specialize (H t T).
  assert (0 < t ^ m) by (apply pow_lt; lra).
  assert (E : polynomial c t = polynomial (firstn m c) t + t ^ m * polynomial (skipn m c) t).
  { clear. revert c. induction m as [|m I]; intros [|x c]; simpl; try ring. rewrite (I c). ring. }
  replace (f t - polynomial (firstn m c) t)
    with ((f t - polynomial c t) + t ^ m * polynomial (skipn m c) t) by (rewrite E; ring).
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_right (t ^ m)) by lra. nra.
Qed.

(** ** The tactics *)

(** Of a root it is known what it is close to. *)
Ltac close_to ::= lazymatch goal with
  | |- close _ (fun t => power (@?f t) _) _ => eassumption
  | |- close _ (fun t => t) _ => apply close_variable
  | |- close _ (fun t => exp t) _ => apply close_exp
  | |- close _ (fun t => exp (t / ?k)) _ => apply (close_share _ k); lra
  | |- close _ (fun t => exp (?k * t / ?l)) _ => apply (close_fraction _ k l); lra
  | |- close _ (fun t => exp (?k * t)) _ => apply (close_exponential _ k); lra
  | |- close _ (fun t => @?f t + @?g t) _ => eapply (close_plus _ f g); close_to
  | |- close _ (fun t => @?f t - @?g t) _ => eapply (close_minus _ f g); close_to
  | |- close _ (fun t => - @?f t) _ => eapply (close_opposite _ f); close_to
  | |- close _ (fun t => @?f t * @?g t) _ => eapply close_cut, (close_product _ f g); close_to
  | |- close _ (fun t => @?f t / ?k) _ => eapply (close_product _ f (fun _ => / k)); close_to
  | |- close _ (fun t => @?f t ^ ?n) _ => eapply close_cut, (close_power _ n f); close_to
  | |- close _ (fun _ => ?v) _ => apply (close_number _ v)
  end.

Ltac root_close n p := eapply (close_root _ n p);
  [simpl; lra | intros; positive | close_to | simpl; lra | no_difference].

(** A quotient of N and D, as T says, which is 0 as t^q at 0. *)
Ltac by_root_expansion N D q T :=
  match goal with |- expansion ?f ?c => eapply (expansion_of_quotient f N D _ _ c q) end;
  [ cbv [length]; lia | cbv [length Nat.add]; close_to | cbv [length Nat.add]; close_to
  | exact T | no_difference | some_difference | no_difference ].
