(** Privacy from a density or from masses that fall slowly on both sides. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Densities that fall slowly *)

Lemma falls (f : R -> R) : (forall x, 0 <= x -> forall h, 0 < h -> f (x + h) <= f x) ->
  forall x y, 0 <= x -> x <= y -> f y <= f x.
Proof.
move=> H x y x0 [L|->]; last exact: Rle_refl.
have -> : y = x + (y - x) by lra.
by apply: H => //; lra.
Qed.

Lemma slow (f : R -> R) e s x d : (forall x, f (- x) = f x) ->
  (forall x, 0 <= x -> forall h, 0 < h -> f (x + h) <= f x) ->
  (forall x, 0 <= x -> f x <= exp e * f (x + s)) -> Rabs d <= s -> f x <= exp e * f (x + d).
Proof.
move=> ev /falls down H ds.
have size z : f (Rabs z) = f z.
  have [z0|z0] := Rle_lt_dec 0 z; first by rewrite Rabs_pos_eq.
  by rewrite Rabs_left// ev.
rewrite -(size x) -(size (x + d)); have x0 := Rabs_pos x.
apply: Rle_trans (H _ x0) _; apply: Rmult_le_compat_l; first by left; exact: exp_pos.
by apply: down; [exact: Rabs_pos|have := Rabs_triang x d; lra].
Qed.

Lemma the_law_is A : noise (the_law A) -> A (the_law A).
Proof.
rewrite /the_law; case: pselect => [found _|none]; first exact: (svalP (cid found)).
by rewrite /noise /nothing /= /mzero => -[] /esym /R1_neq_R0.
Qed.

Lemma density_measurable (f : R -> R) : measurable_fun (setT : set line) (f : line -> line) ->
  measurable_fun (setT : set line) (fun x => (f x)%:E : extended).
Proof. by move=> mf; apply/EFin_measurable_fun. Qed.

Lemma density_integral (P : law) f S : has_density P f 0 -> borel S ->
  P S = (\int[length]_(x in S) (f x)%:E)%E.
Proof.
move=> [/density_measurable mf f0 _ E] bS; rewrite E// /atom_at.
have -> : (if pselect (S 0) then 0%:E else 0%:E) = 0%:E :> extended by case: pselect.
rewrite adde0 length_integral//; last by move=> x _; rewrite lee_fin; apply/RleP.
by apply: (@measurable_funS _ _ _ _ setT).
Qed.

(** A density that is at most so many times itself, moved. *)
Lemma private_of_ratio (P : law) f e s : noise P -> P = with_density f 0 ->
  (forall x d, Rabs d <= s -> f x <= exp e * f (x + d)) -> private P e 0 s.
Proof.
move=> N E ratio S d bS ds.
have D : has_density P f 0 by move: N; rewrite E; exact: (@the_law_is (fun P => has_density P f 0)).
have [/density_measurable mf f0 _ _] := D.
have bM := borel_moved d bS.
have mT : measurable_fun (setT : set line) (fun x : line => x + d : line).
  by apply: measurable_funD; [exact: measurable_fun_id|exact: measurable_fun_cst].
have m0 : measurable_fun (S : set line) (fun x => (f (x + d)%R)%:E : extended).
  by apply: (@measurable_funS _ _ _ _ setT) => //; exact: measurable_fun_comp mf mT.
have e0 : (0%:E <= (exp e)%:E :> extended)%E by rewrite lee_fin; apply/RleP; left; exact: exp_pos.
have K : (P S <= (exp e)%:E * P (moved S d))%E.
  rewrite (density_integral D bS) (density_integral D bM) (integral_moved d bS mf); last first.
    by move=> x; rewrite lee_fin; apply/RleP.
  rewrite -ge0_integralM_EFin//; last by move=> x _; rewrite lee_fin; apply/RleP.
  apply: ge0_le_integral => //.
  - by move=> x _; rewrite lee_fin; apply/RleP.
  - by apply: (@measurable_funS _ _ _ _ setT).
  - by move=> x _; apply: mule_ge0 => //; rewrite lee_fin; apply/RleP.
  - by apply: emeasurable_funM => //; exact: measurable_fun_cst.
  - by move=> x _; rewrite -EFinM lee_fin; apply/RleP; exact: ratio.
move: K; rewrite !massE// -EFinM lee_fin => /RleP K.
by have L : mass P S <= exp e * mass P (moved S d) := K; lra.
Qed.

Theorem privacy_by_the_density : rule_privacy_by_the_density.
Proof.
move=> P N f ev E e s s0 down H; apply: (private_of_ratio N E) => x d ds.
exact: slow ev down H ds.
Qed.

(** The cell in which a place is. *)
Lemma in_cell x w : 0 <= x -> 0 < w ->
  exists n s, [/\ integer n, 0 <= n, 0 <= s, s < w & x = n * w + s].
Proof.
move=> x0 w0; have [U D] := archimed (x / w); have xE : x = x / w * w by field; lra.
have q0 : 0 <= x / w by apply: Rmult_le_pos => //; left; exact: Rinv_0_lt_compat.
set z := up (x / w) in U D; have z0 : (0 < z)%Z by apply: lt_IZR; lra.
have z1 : (1 <= z)%Z by lia.
have A := Rmult_lt_compat_r w _ _ w0 U; have B := Rmult_le_compat_r w (IZR z - 1) (x / w) ltac:(lra) ltac:(lra).
exists (IZR z - 1), (x - (IZR z - 1) * w); split; try lra.
- by rewrite -minus_IZR; exact: integer_IZR.
- by have := IZR_le _ _ z1; lra.
Qed.

Theorem privacy_by_the_density_on_cells : rule_privacy_by_the_density_on_cells.
Proof.
move=> P N f ev E e w w0 m m0 mi ahead back; apply: (private_of_ratio N E) => x d ds.
have size z : f (Rabs z) = f z.
  have [z0|z0] := Rle_lt_dec 0 z; first by rewrite Rabs_pos_eq.
  by rewrite Rabs_left// ev.
rewrite -(size x) -(size (x + d)).
have near : Rabs (x + d) <= Rabs x + m * w by have := Rabs_triang x d; lra.
have far : Rabs x <= Rabs (x + d) + m * w.
  have := Rabs_triang (x + d) (- d); rewrite Rabs_Ropp.
  have -> : x + d + - d = x by lra.
  lra.
have [p [s [ip p0 s0 sw pE]]] := in_cell (Rabs_pos x) w0.
have [q [t [iq q0 t0 tw qE]]] := in_cell (Rabs_pos (x + d)) w0.
rewrite pE qE in near far *.
have below (k l : R) : integer k -> integer l -> k * w < (l + 1) * w -> k <= l.
  move=> ik il L; have := Rmult_lt_reg_r w _ _ w0 L => K.
  by apply: Rnot_lt_le => lk; have := @integer_le l k il ik lk; lra.
have [pq|qp] := Rle_lt_dec p q.
  have K : q <= p + m by apply: below => //; [exact: integer_plus|lra].
  have := ahead p ip p0 (q - p) (@integer_minus q p iq ip) ltac:(lra) ltac:(lra) s s0 sw t t0 tw.
  by have -> : p + (q - p) = q by lra.
have K : p <= q + m by apply: below => //; [exact: integer_plus|lra].
have := back q iq q0 (p - q) (@integer_minus p q ip iq) ltac:(lra) ltac:(lra) t t0 tw s s0 sw.
by have -> : q + (p - q) = p by lra.
Qed.

(** ** Masses that fall slowly *)

Lemma esum_scaled (S : set line) (f g : line -> extended) (c : R) : (0%:E <= c%:E :> extended)%E ->
  (forall i, S i -> (0%:E <= g i)%E) -> (forall i, S i -> (f i <= c%:E * g i)%E) ->
  (\esum_(i in S) f i <= c%:E * \esum_(i in S) g i)%E.
Proof.
move=> c0 g0 fg; apply: ub_ereal_sup => _ [A [finA AS] <-].
apply: (@le_trans _ _ (c%:E * \sum_(i \in A) g i)%E); last first.
  by apply: lee_wpmul2l => //; apply: ereal_sup_ub; exists A.
have -> : (\sum_(i \in A) g i = \sum_(i \in A) (g \_ S) i)%E.
  by apply: eq_fsbigr => i /set_mem Ai; rewrite /patch mem_set//; exact: AS.
rewrite ge0_mule_fsumr; last exact: erestrict_ge0.
apply: lee_fsum => // i Ai; rewrite /patch mem_set; last exact: AS.
by apply: fg; exact: AS.
Qed.

Theorem privacy_by_the_masses : rule_privacy_by_the_masses.
Proof.
move=> P [N _] f ev E e s s0 down H S d bS di ds.
have [f0 M] : has_masses P f by move: N; rewrite E; exact: (@the_law_is (fun P => has_masses P f)).
have bM := borel_moved d bS.
have e0 : (0%:E <= (exp e)%:E :> extended)%E by rewrite lee_fin; apply/RleP; left; exact: exp_pos.
have K : (P S <= (exp e)%:E * P (moved S d))%E.
  rewrite !M//.
  have -> : (\esum_(i in [set i : line | integer i /\ moved S d i]) (f i)%:E =
      \esum_(i in [set i : line | integer i /\ S i]) (f (i + d)%R)%:E)%E.
    apply: reindex_esum; split.
    - move=> i [ii Si]; split; first exact: integer_plus.
      by rewrite /moved; have -> : i + d - d = i by lra.
    - by move=> i j _ _ K; have L : i + d = j + d := K; lra.
    - move=> i [ii Si]; exists (i - d); last by change (i - d + d = i); lra.
      by split=> //; exact: integer_minus.
  apply: esum_scaled => // i [ii Si].
    by rewrite lee_fin; apply/RleP; apply: f0; exact: integer_plus.
  by rewrite -EFinM lee_fin; apply/RleP; exact: slow ev down H ds.
move: K; rewrite !massE// -EFinM lee_fin => /RleP K.
by have L : mass P S <= exp e * mass P (moved S d) := K; lra.
Qed.
