(** The textbook rules about real numbers and functions. *)
Require Import Reals ZArith Lra Lia Classical.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas.
From dpproofs.rules Require Import statements.
Open Scope R_scope.

Lemma integer_up x : integer (IZR (up x)).
Proof. apply integer_IZR. Qed.

(** An integer that is not negative is one of 0, 1, 2, ... *)
Ltac natural n k := destruct (integer_nat n) as [k ->]; [assumption|assumption|].

Lemma steps_add_up (terms : R -> R) step k :
  (forall i, (i < k)%nat -> step <= terms (INR i + 1) - terms (INR i)) ->
  terms 0 + INR k * step <= terms (INR k).
Proof.
  induction k; intros H; [simpl; lra|].
  assert (A := IHk (fun i L => H i (Nat.lt_lt_succ_r _ _ L))).
  assert (B := H k (Nat.lt_succ_diag_r k)). rewrite S_INR. lra.
Qed.

Theorem induction : rule_induction.
Proof.
  split.
  - intros terms step last H n I P L. natural n k. apply steps_add_up. intros i B.
    apply H; [apply integer_INR|apply pos_INR|].
    assert (INR i + 1 <= INR k); [|lra]. apply integer_le; auto using integer_INR, lt_INR.
  - intros terms step H n I P. natural n k. apply steps_add_up. intros i _.
    apply H; [apply integer_INR|apply pos_INR].
Qed.

Theorem induction_over_functions : rule_induction_over_functions.
Proof.
  intros gap weight place state total last L I start W P parts next n In Pn.
  assert (0 <= last) by lra. natural n k. natural last m. clear In Pn I.
  induction k; intros x X d; [apply start, X|].
  assert (sums : forall i, (i <= m)%nat -> total (INR k) x d (INR i) - total (INR k) x d 0 <= 0).
  { induction i; intros B; [simpl; lra|]. assert (A := IHi (Nat.lt_le_incl _ _ B)).
    assert (U : INR i <= INR m - 1).
    { assert (INR i + 1 <= INR m); [|lra]. apply integer_le; auto using integer_INR, lt_INR. }
    assert (K := integer_INR k). assert (J := integer_INR i).
    assert (Pk := pos_INR k). assert (Pi := pos_INR i).
    assert (D := parts _ K Pk x X d _ J Pi U).
    assert (V := W _ K Pk x X d _ J Pi U). assert (Y := P _ K Pk x X d _ J Pi U).
    assert (G := IHk _ Y (state (INR k) x d (INR i))). rewrite S_INR. nra. }
  assert (A := next _ (integer_INR k) (pos_INR k) x X d). assert (B := sums m (Nat.le_refl m)).
  rewrite S_INR. lra.
Qed.

Theorem archimedes : rule_archimedes.
Proof.
  intros value bound H. apply Rnot_lt_le. intros V.
  assert (B : 0 <= bound).
  { assert (K := H 0 (integer_IZR 0) (Rle_refl 0)). lra. }
  destruct (archimed (bound / value)) as [U _].
  assert (Q : 0 <= bound / value) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  assert (K := H (IZR (up (bound / value))) (integer_up _) ltac:(lra)).
  apply Rmult_gt_compat_r with (r := value) in U; [|assumption].
  unfold Rdiv in U. rewrite Rmult_assoc, Rinv_l in U; lra.
Qed.

Theorem antisymmetry : rule_antisymmetry.
Proof. intros left right. apply Rle_antisym. Qed.

Theorem order : rule_order.
Proof.
  intros curve before B after A H L. apply Rnot_le_lt. intros K.
  destruct (Rle_lt_or_eq_dec _ _ K) as [M|M]; [|subst; lra].
  assert (N := H after ltac:(lra) (before - after) ltac:(lra)).
  replace (after + (before - after)) with before in N by ring. lra.
Qed.

Theorem intermediate_value : rule_intermediate_value.
Proof.
  intros f K a b L H A B.
  assert (G : forall x y, a <= x -> x < y -> y <= b -> f y - f x <= K * (y - x)).
  { intros x y X XY Y. assert (D := H x X ltac:(lra) (y - x) ltac:(lra) ltac:(lra)).
    replace (x + (y - x)) with y in D by ring. exact D. }
  set (E := fun x => a <= x <= b /\ f x <= 0).
  destruct (completeness E) as [s [U M]].
  { exists b. intros x [X _]. lra. }
  { exists a. split; lra. }
  assert (Sa : a <= s) by (apply U; split; lra).
  assert (Sb : s <= b) by (apply M; intros x [X _]; lra).
  assert (P := Rabs_pos K). assert (Q := Rle_abs K).
  assert (LE : f s <= 0).
  { apply Rnot_lt_le. intros F.
    assert (N : exists y, E y /\ s - f s / (Rabs K + 1) < y).
    { apply NNPP. intros C. assert (s <= s - f s / (Rabs K + 1)).
      { apply M. intros y Y. apply Rnot_lt_le. intros Z. apply C. now exists y. }
      assert (0 < f s / (Rabs K + 1)) by (apply Rdiv_lt_0_compat; lra). lra. }
    destruct N as [y [[Y FY] Z]].
    assert (y <= s) by (apply U; split; lra).
    destruct (Req_dec y s) as [->|NE]; [lra|].
    assert (D := G y s ltac:(lra) ltac:(lra) ltac:(lra)).
    assert (W : (s - y) * (Rabs K + 1) < f s).
    { apply Rmult_lt_reg_r with (/ (Rabs K + 1)); [apply Rinv_0_lt_compat; lra|].
      rewrite Rmult_assoc, Rinv_r by lra. lra. }
    nra. }
  assert (SB : s < b). { destruct (Req_dec s b) as [->|]; lra. }
  assert (GE : 0 <= f s).
  { apply Rnot_lt_le. intros F.
    set (h := Rmin (b - s) (- f s / (Rabs K + 1))).
    assert (I : 0 < - f s / (Rabs K + 1)) by (apply Rdiv_lt_0_compat; lra).
    assert (h <= b - s) by apply Rmin_l.
    assert (h <= - f s / (Rabs K + 1)) by apply Rmin_r.
    assert (0 < h) by (unfold h; apply Rmin_glb_lt; lra).
    assert (D := G s (s + h) ltac:(lra) ltac:(lra) ltac:(lra)).
    assert (V : 0 < f (s + h)).
    { apply Rnot_le_lt. intros V. assert (s + h <= s); [|lra]. apply U. split; lra. }
    assert (W : h * (Rabs K + 1) <= - f s).
    { apply Rmult_le_reg_r with (/ (Rabs K + 1)); [apply Rinv_0_lt_compat; lra|].
      rewrite Rmult_assoc, Rinv_r by lra. lra. }
    nra. }
  exists s. split; [|split]; [|assumption|lra].
  destruct (Req_dec s a) as [->|]; lra.
Qed.

Theorem supremum : rule_supremum.
Proof.
  intros set start above width W H S.
  destruct (completeness (fun y => y = start \/ exists x, 0 < x <= width /\ y = set x)) as [s [U M]].
  { exists (above width). intros y [->|[x [X ->]]]; [apply S|apply H]; lra. }
  { exists start. now left. }
  exists s. split; [apply U; now left|split].
  - intros x X Y. apply U. right. exists x. lra.
  - intros h X Y. apply M. intros y [->|[x [Z ->]]]; [now apply S|apply H; lra].
Qed.

Theorem maximum : rule_maximum.
Proof.
  intros set start above last I cap H S C SC.
  assert (M : exists m, start <= m /\ (forall n, integer n -> 0 <= n -> n <= last -> set n <= m) /\
    (m = start \/ exists n, integer n /\ 0 <= n /\ n <= last /\ m = set n)).
  { destruct (Rlt_le_dec last 0) as [N|P].
    { exists start. split; [lra|split; [|now left]]. intros n _ X Y. lra. }
    clear H S C. natural last k. induction k.
    - exists (Rmax start (set 0)). split; [apply Rmax_l|split].
      + intros n J X Y. replace n with 0 by (simpl in Y; lra). apply Rmax_r.
      + unfold Rmax. destruct (Rle_dec start (set 0)); [right|now left].
        exists 0. split; [apply (integer_IZR 0)|]. simpl. split; [lra|split; [lra|reflexivity]].
    - destruct IHk as [m [A [B D]]]; [apply integer_INR|apply pos_INR|].
      exists (Rmax m (set (INR (S k)))).
      assert (E := Rmax_l m (set (INR (S k)))). split; [lra|split].
      + intros n J X Y. destruct (Rle_lt_dec n (INR k)) as [Z|Z].
        * assert (F := B n J X Z). lra.
        * replace n with (INR (S k)); [apply Rmax_r|].
          apply integer_eq; auto using integer_INR; rewrite S_INR in *; lra.
      + unfold Rmax. destruct (Rle_dec m (set (INR (S k)))).
        * right. exists (INR (S k)). repeat split; auto using integer_INR, pos_INR. lra.
        * destruct D as [D|[i [J [X [Y Z]]]]]; [now left|right].
          exists i. repeat split; auto. rewrite S_INR. lra. }
  destruct M as [m [A [B D]]]. exists m. split; [assumption|split; [assumption|split]].
  - intros n J X Y. destruct D as [->|[i [E [F [G ->]]]]]; auto.
  - destruct D as [->|[i [E [F [G ->]]]]]; auto.
Qed.

Theorem reciprocal : rule_reciprocal.
Proof.
  intros v V. exists (/ v). split; [now apply Rinv_0_lt_compat|]. apply Rinv_l. lra.
Qed.

Theorem logarithm : rule_logarithm.
Proof. intros v V. exists (ln v). now apply exp_ln. Qed.

(** Where a sequence falls from above m to below, it does so at some step. *)
Lemma some_step (a : R -> R) m k : a (INR (S (S k))) <= m -> m <= a 1 ->
  exists n, integer n /\ 1 <= n /\ n <= INR (S (S k)) - 1 /\ a (n + 1) <= m /\ m <= a n.
Proof.
  induction k; intros H K.
  - exists 1. simpl in *. split; [apply (integer_IZR 1)|]. replace (1 + 1) with 2 in * by ring.
    lra.
  - destruct (Rle_lt_dec (a (INR (S (S k)))) m) as [L|L].
    + destruct (IHk L K) as [n [A [B [C D]]]]. exists n.
      repeat split; try tauto. rewrite S_INR. lra.
    + exists (INR (S (S k))). repeat split.
      * apply integer_INR.
      * rewrite S_INR. assert (P := pos_INR (S k)). lra.
      * rewrite (S_INR (S (S k))). lra.
      * rewrite <- S_INR. exact H.
      * lra.
Qed.

Theorem neighbours : rule_neighbours.
Proof.
  intros cheap dear NC ND L CL a m N I H Two Below Above.
  destruct (integer_nat N I ltac:(lra)) as [[|[|k]] E]; subst N.
  - simpl in Two. lra.
  - simpl in Two. lra.
  - destruct (some_step a m k Below Above) as [n [A [B [C [D F]]]]].
    exact (H n A B C (a (n + 1)) (Rle_refl _) D (a n) F (Rle_refl _)).
Qed.
