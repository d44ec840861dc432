(** Where the tails of a family of noise differ by factors, so do the costs; and one of them is least. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations.
From dpproofs.rules Require Import statements mixtures orders.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** All mass at the origin. *)
Definition origin : law := [the {measure set line -> \bar real_realType} of dirac (0 : line)].

Lemma noise_origin : noise origin.
Proof. by rewrite /noise /= diracE in_setT. Qed.

Lemma origin_tail r : 0 < r -> mass origin (tail r) = 0.
Proof.
move=> r0; have out : ((0 : line) \in (tail r : set line)) = false.
  by apply/negbTE/negP; rewrite inE => /tailE; rewrite Rabs_R0; lra.
have E : origin (tail r) = 0%:E.
  by rewrite /origin /= /dirac indicE out.
by rewrite /mass E.
Qed.

(** A share 1/c of P, and the rest at the origin, has smaller tails than Q. *)
Lemma cost_by_factor (P Q : law) L c w : noise P -> noise Q -> cost L -> 1 <= c -> 0 < w ->
  (forall n, integer n -> 0 <= n -> forall x, 0 < x -> x < w ->
    mass P (tail (x + n * w)) <= c * mass Q (tail (x + n * w))) ->
  (expected P L <= c%:E * expected Q L)%E.
Proof.
move=> NP NQ cL c1 w0 H; have c0 : 0 < c by lra.
have p0 : 0 <= / c by left; exact: Rinv_0_lt_compat.
have p1 : / c <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have q0 : 0 <= 1 - / c by lra.
move/RleP: (p0) => pa; move/RleP: (q0) => qa.
pose M := mixture P origin (NngNum pa) (NngNum qa).
have one : ((/ c)%:E + (1 - / c)%:E)%E = 1%:E :> extended.
  by rewrite -EFinD; congr EFin; change (/ c + (1 - / c) = 1); lra.
have NM : noise M by rewrite /noise mixtureE /= NP [X in (_ + _ * X)%E]noise_origin !mule1.
have E S : borel S -> mass M S = / c * mass P S + (1 - / c) * mass origin S.
  by move=> bS; rewrite {1}/mass mixtureE /= (massE NP bS) (massE noise_origin bS).
have MQ : cheaper M Q L.
  apply: cheaper_by_uppers => //; apply: (tails_by_periods NM NQ w0) => n ni n0 x x0 xw.
  have r0 : 0 < x + n * w by have := Rmult_le_pos _ _ n0 (Rlt_le _ _ w0); lra.
  rewrite E ?origin_tail//; last exact: borel_tail.
  have K := H n ni n0 x x0 xw.
  apply: (Rmult_le_reg_l c) => //; rewrite Rmult_0_r Rplus_0_r -Rmult_assoc Rinv_r; lra.
have T := @expected_mixture M P origin 1 (/ c) (1 - / c) L NM NP noise_origin Rle_0_1 p0 q0 cL
  (fun S bS => etrans (Rmult_1_l _) (E S bS)).
rewrite mul1e in T.
have PM : ((/ c)%:E * expected P L <= expected M L)%E.
  rewrite T -[X in (X <= _)%E]adde0; apply: lee_add => //.
  by apply: mule_ge0; [rewrite lee_fin; apply/RleP|exact: expected_ge0].
have -> : expected P L = (c%:E * ((/ c)%:E * expected P L))%E.
  have cc : (c%:E * (/ c)%:E)%E = 1%:E :> extended.
    by rewrite -EFinM; congr EFin; apply: Rinv_r; lra.
  by rewrite muleA cc mul1e.
by apply: lee_wpmul2l; [rewrite lee_fin; apply/RleP; exact: Rlt_le|exact: le_trans PM MQ].
Qed.

(** A function of which any two values differ by factors near 1 has a least value. *)
Lemma least_value (f : R -> R) s r : 0 <= s -> 0 < r ->
  (forall x, 0 <= x -> x <= r -> 0 <= f x) ->
  (forall x d, 0 <= d -> d <= x -> x <= r -> f x <= (1 + s * (x - d)) * f d) ->
  (forall x d, 0 <= d -> d <= x -> x <= r -> f d <= (1 + s * (x - d)) * f x) ->
  exists m, [/\ 0 <= m, m <= r & forall x, 0 <= x -> x <= r -> f m <= f x].
Proof.
move=> s0 r0 pos up down.
pose g x := f (Rmax 0 (Rmin x r)).
have inside x : 0 <= Rmax 0 (Rmin x r) <= r.
  by split; [exact: Rmax_l|apply: Rmax_lub; [lra|exact: Rmin_r]].
have same x : 0 <= x <= r -> g x = f x.
  by move=> [x0 xr]; rewrite /g Rmin_left// Rmax_right.
have near x y : Rabs (Rmax 0 (Rmin x r) - Rmax 0 (Rmin y r)) <= Rabs (x - y).
  by rewrite /Rmax /Rmin; repeat destruct Rle_dec; rewrite /Rabs; repeat destruct Rcase_abs; lra.
have close x y : g x <= (1 + s * Rabs (x - y)) * g y.
  have [x0 xr] := inside x; have [y0 yr] := inside y; have N := near x y.
  have F : g x <= (1 + s * Rabs (Rmax 0 (Rmin x r) - Rmax 0 (Rmin y r))) * g y.
    rewrite /g; set a := Rmax 0 (Rmin x r) in x0 xr *; set b := Rmax 0 (Rmin y r) in y0 yr *.
    have [ab|ba] := Rle_dec b a.
      by rewrite Rabs_pos_eq; [exact: up|lra].
    rewrite Rabs_minus_sym Rabs_pos_eq; last lra.
    by apply: down => //; lra.
  apply: Rle_trans F _; apply: Rmult_le_compat_r; first exact: pos.
  by apply: Rplus_le_compat_l; apply: Rmult_le_compat_l.
have g0 x : 0 <= g x by have [x0 xr] := inside x; exact: pos.
have cont c : continuity_pt g c.
  move=> e e0; pose K := s * (1 + s) * g c + 1.
  have K0 : 0 < K by have := Rmult_le_pos _ _ (Rmult_le_pos s (1 + s) s0 ltac:(lra)) (g0 c); rewrite /K; lra.
  exists (Rmin 1 (e / K)); split.
    by apply: Rmin_pos; [lra|exact: Rdiv_lt_0_compat].
  move=> x [_]; rewrite /dist /= /R_dist => D.
  have D1 : Rabs (x - c) < 1 by apply: Rlt_le_trans D (Rmin_l _ _).
  have D2 : Rabs (x - c) * K < e.
    have := Rlt_le_trans _ _ _ D (Rmin_r _ _) => D3.
    have -> : e = e / K * K by field; lra.
    by apply: Rmult_lt_compat_r.
  have A := close x c; have B := close c x; rewrite (Rabs_minus_sym c x) in B.
  set t := Rabs (x - c) in D1 D2 A B *; have t0 : 0 <= t by exact: Rabs_pos.
  have g1 := g0 c.
  have st : 0 <= s * t by exact: Rmult_le_pos.
  have B2 : g c - g x <= t * (s * (1 + s) * g c).
    have C : s * t * g x <= s * t * ((1 + s * t) * g c) by exact: Rmult_le_compat_l.
    have C2 : s * t * ((1 + s * t) * g c) <= s * t * ((1 + s) * g c).
      apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_r => //.
      by have := Rmult_le_compat_l s t 1 s0 (Rlt_le _ _ D1); lra.
    by lra.
  have A2 : g x - g c <= t * (s * (1 + s) * g c).
    have C2 : s * t * (1 * g c) <= s * t * ((1 + s) * g c).
      by apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_r => //; lra.
    by lra.
  have T : t * (s * (1 + s) * g c) <= t * K by apply: Rmult_le_compat_l => //; rewrite /K; lra.
  by apply: Rabs_def1; lra.
have [m [M [m0 mr]]] := continuity_ab_min g 0 r (Rlt_le _ _ r0) (fun c _ => cont c).
exists m; split=> // x x0 xr; have := M x (conj x0 xr); rewrite !same//; lra.
Qed.

Theorem least_cost : rule_least_cost.
Proof.
move=> r r0 w w0 s s0 X NX L cL _ up down.
have near x d : 0 <= d -> d <= x -> x <= r ->
    (expected (X x) L <= (1 + s * (x - d))%:E * expected (X d) L)%E /\
    (expected (X d) L <= (1 + s * (x - d))%:E * expected (X x) L)%E.
  move=> d0 dx xr; have x0 : 0 <= x by lra.
  have dr : d <= r by lra.
  have c1 : 1 <= 1 + s * (x - d) by have := Rmult_le_pos s (x - d) s0 ltac:(lra); lra.
  split; apply: (cost_by_factor _ _ cL c1 w0); try exact: NX.
    by move=> n ni n0 h h0 hw; exact: up.
  by move=> n ni n0 h h0 hw; exact: down.
have E0 x : (0 <= expected (X x) L)%E by exact: expected_ge0.
have [[z [z0 zr] zi]|fin] := pselect (exists2 z, 0 <= z <= r & expected (X z) L = +oo%E).
  have inf x : 0 <= x -> x <= r -> expected (X x) L = +oo%E.
    move=> x0 xr; have finite c : (expected (X z) L <= c%:E * expected (X x) L)%E ->
        expected (X x) L = +oo%E.
      rewrite zi; have := E0 x; case: (expected (X x) L) => [v|//|//] _.
      by rewrite -EFinM leye_eq.
    have [xz|zx] := Rle_dec x z; first by apply: finite; exact: (proj1 (near z x x0 xz zr)).
    by apply: finite; apply: (proj2 (near x z z0 _ xr)); lra.
  exists 0; split; [lra|split; [lra|]] => x x0 xr.
  by rewrite /cheaper (inf x)// leey.
have E x : 0 <= x -> x <= r -> expected (X x) L = (fine (expected (X x) L))%:E.
  move=> x0 xr; rewrite fineK// ge0_fin_numE// ltey.
  by apply/eqP => e; apply: fin; exists x.
pose f x := fine (expected (X x) L).
have f0 x : 0 <= x -> x <= r -> 0 <= f x by move=> _ _; apply/RleP; exact: fine_ge0.
have fup x d : 0 <= d -> d <= x -> x <= r -> f x <= (1 + s * (x - d)) * f d.
  move=> d0 dx xr; have := proj1 (near x d d0 dx xr).
  rewrite (E x (Rle_trans _ _ _ d0 dx) xr) (E d d0 (Rle_trans _ _ _ dx xr)).
  by rewrite -EFinM lee_fin => /RleP.
have fdown x d : 0 <= d -> d <= x -> x <= r -> f d <= (1 + s * (x - d)) * f x.
  move=> d0 dx xr; have := proj2 (near x d d0 dx xr).
  rewrite (E x (Rle_trans _ _ _ d0 dx) xr) (E d d0 (Rle_trans _ _ _ dx xr)).
  by rewrite -EFinM lee_fin => /RleP.
have [m [m0 mr M]] := least_value s0 r0 f0 fup fdown.
exists m; split=> //; split=> // x x0 xr.
by rewrite /cheaper (E m m0 mr) (E x x0 xr) lee_fin; apply/RleP; exact: M.
Qed.
