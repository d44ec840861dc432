(** Proportion by multiples, with monotony, is proportion: the rule of commensurable widths. *)
Require Import Reals ZArith Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics.
From dpproofs.rules Require Import statements numbers.
Open Scope R_scope.

Lemma floor r : 0 <= r -> exists k, INR k <= r < INR k + 1.
Proof.
  intros P. destruct (archimed r) as [U V]. exists (Z.to_nat (up r - 1)).
  assert (L : IZR 0 < IZR (up r)) by lra. apply lt_IZR in L.
  rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR by lia. lra.
Qed.

(** The proportion, but for what a multiple leaves over. *)
Lemma nearly_proportional (small great : R -> R) (w x h : R) (m : nat) : 0 < w ->
  (forall n : R, integer n -> 2 <= n -> forall n_1 : R, integer n_1 -> 1 <= n_1 -> n_1 <= n ->
    forall n_2 : R, integer n_2 -> 1 <= n_2 -> n_2 <= n -> forall h : R, 0 < h -> h <= w / n ->
    n_2 * small (n_1 * h) <= n_1 * great (n_2 * h)) ->
  (forall x : R, 0 < x -> x < w -> forall h : R, 0 < h -> h <= w - x -> great x <= great (x + h)) ->
  0 < x -> x <= w -> 0 < h -> h <= w -> 2 <= INR m -> x < INR m * h ->
  INR m * (h * small x - x * great h) <= x * Rabs (small x).
Proof.
  intros W H M X XW P HW M2 MH.
  assert (C : 0 < INR m * h / x) by (apply Rdiv_lt_0_compat; nra).
  assert (C' : 0 < INR m * w / x) by (apply Rdiv_lt_0_compat; nra).
  destruct (floor (INR m * w / x)) as [n [N1 N2]]; [lra|].
  destruct (floor (INR m * h / x)) as [q [Q1 Q2]]; [lra|].
  assert (E : INR m * h / x * x = INR m * h) by (field; lra).
  assert (E' : INR m * w / x * x = INR m * w) by (field; lra).
  apply (Rmult_le_compat_r x) in N1, Q1; try lra.
  apply (Rmult_lt_compat_r x) in N2, Q2; try lra.
  rewrite E in Q1, Q2. rewrite E' in N1, N2.
  assert (Q0 : (0 < q)%nat) by (apply INR_lt; simpl; nra).
  assert (MN : (m <= n)%nat) by (apply Nat.lt_succ_r, INR_lt; rewrite S_INR; nra).
  assert (QN : (q <= n)%nat) by (apply Nat.lt_succ_r, INR_lt; rewrite S_INR; nra).
  apply le_INR in MN, QN. assert (Q3 : 1 <= INR q) by (apply (le_INR 1); exact Q0).
  assert (T : 0 < x / INR m) by (apply Rdiv_lt_0_compat; lra).
  assert (K : INR q * small (INR m * (x / INR m)) <= INR m * great (INR q * (x / INR m))).
  { apply (H (INR n)); auto using integer_INR; try lra.
    apply div_le; [lra|]. replace (w / INR n * INR m) with (INR m * w / INR n) by (field; lra).
    apply le_div; lra. }
  replace (INR m * (x / INR m)) with x in K by (field; lra).
  assert (S : INR q * (x / INR m) <= h).
  { replace (INR q * (x / INR m)) with (INR q * x / INR m) by (field; lra). apply div_le; lra. }
  assert (G : great (INR q * (x / INR m)) <= great h).
  { destruct (Rle_lt_or_eq_dec _ _ S) as [L|L]; [|rewrite L; lra].
    replace h with (INR q * (x / INR m) + (h - INR q * (x / INR m))) by ring.
    apply M; try lra. apply Rmult_lt_0_compat; lra. }
  assert (J : INR q * small x <= INR m * great h).
  { apply Rle_trans with (1 := K). apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_r x) in J; [|lra].
  destruct (Rle_lt_dec 0 (small x)) as [Z|Z].
  - rewrite Rabs_pos_eq by assumption. assert (F : (INR m * h - x) * small x <= INR q * x * small x).
    { apply Rmult_le_compat_r; lra. }
    lra.
  - rewrite Rabs_left by assumption. assert (F : INR q * x * - small x <= INR m * h * - small x).
    { apply Rmult_le_compat_r; lra. }
    assert (0 < x * - small x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem commensurable : rule_commensurable.
Proof.
  intros small great w W H M x X XW h P HW.
  assert (D : h * small x - x * great h <= 0); [|lra].
  apply Rnot_lt_le. intros D.
  assert (R : 0 <= x / h) by (apply Rdiv_le_0_compat; lra).
  destruct (floor (x / h) R) as [k [_ K]].
  assert (B : h * small x - x * great h <= 0); [|lra].
  apply (archimedes _ (x * Rabs (small x))). intros n I N.
  destruct (integer_nat n I N) as [j ->].
  assert (A : INR (j + S (S k)) = INR j + INR k + 2) by (rewrite plus_INR, !S_INR; ring).
  assert (J := pos_INR j). assert (L := pos_INR k).
  apply Rle_trans with (INR (j + S (S k)) * (h * small x - x * great h)).
  - apply Rmult_le_compat_r; lra.
  - apply (nearly_proportional small great w x h (j + S (S k)) W H M X XW P HW); [lra|].
    rewrite A. assert (E : x / h * h = x) by (field; lra).
    apply (Rmult_lt_compat_r h) in K; [|lra]. rewrite E in K. nra.
Qed.
