(** Tonelli: some shift of noise misses a set without length. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts additive bridge witnesses.
From dpproofs.rules Require Import statements domination.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Noise with the density e^(-|x|)/2 has mass wherever there is length *)

Lemma exp_gap r u v : - r <= u -> u <= v -> exp (- r) * (v - u) <= exp v - exp u.
Proof.
move=> ru uv; have E : exp v = exp u * exp (v - u) by rewrite -exp_plus; congr exp; lra.
have I := exp_ineq1_le (v - u); have p := exp_pos u.
have M : exp (- r) <= exp u.
  have [lt|->] := ru; last exact: Rle_refl.
  by left; exact: exp_increasing.
have A := Rmult_le_compat_l (exp u) _ _ (Rlt_le _ _ p) I.
have B := Rmult_le_compat_r (v - u) _ _ ltac:(lra) M.
by rewrite E; lra.
Qed.

Section Null.
Variables (gauge : law) (A : R -> Prop).
Hypotheses (NG : noise gauge) (bA : borel A).
Hypothesis right : forall h : R, 0 < h ->
  mass gauge (closed_open (Finite h) p_infty) = exp (- h) / 2.
Hypothesis left_ : forall h : R, 0 < h ->
  mass gauge (closed_open (Finite (- h)) p_infty) = 1 - exp (- h) / 2.
Hypothesis empty : mass gauge A = 0.

Let T (a : R) : R := if Rlt_dec 0 a then exp (- a) / 2 else 1 - exp a / 2.

Let tail a : a <> 0 -> mass gauge (closed_open (Finite a) p_infty) = T a.
Proof.
rewrite /T; case: Rlt_dec => [a0 _|a0 n]; first exact: right.
have an : a < 0 by case: (Rdichotomy _ _ n); lra.
have L : 0 < - a by lra.
by have := left_ L; rewrite Ropp_involutive.
Qed.

Let slope a b r : a < b -> - r <= a -> b <= r -> exp (- r) / 2 * (b - a) <= T a - T b.
Proof.
move=> ab ra br; rewrite /T; case: Rlt_dec => a0; case: Rlt_dec => b0 /=; try lra.
- have := @exp_gap r (- b) (- a) ltac:(lra) ltac:(lra); lra.
- have := @exp_gap r a 0 ltac:(lra) ltac:(lra); have := @exp_gap r (- b) 0 ltac:(lra) ltac:(lra).
  rewrite exp_0; lra.
- have := @exp_gap r a b ltac:(lra) ltac:(lra); lra.
Qed.

Let piece a b : a < b -> a <> 0 -> b <> 0 ->
  mass gauge (closed_open (Finite a) (Finite b)) = T a - T b.
Proof.
move=> ab a0 b0; rewrite -tail// -(tail b0).
have := @mass_join gauge (closed_open (Finite a) (Finite b)) (closed_open (Finite b) p_infty)
  (closed_open (Finite a) p_infty) NG (borel_period a b) (borel_from b).
move=> ->; first by lra.
  by move=> x [_ /= B] [/= C _]; lra.
by move=> x; rewrite /closed_open /=; split; lra.
Qed.

Lemma inside_block x y r : x < y -> - r <= x -> y <= r ->
  exp (- r) / 2 * (y - x) <= mass gauge (block x y).
Proof.
move=> xy rx yr; apply: le_epsilon => e e0.
pose d := Rmin e ((y - x) / 3).
have d0 : 0 < d by apply: Rmin_glb_lt; lra.
have de : d <= e by exact: Rmin_l.
have dxy : d <= (y - x) / 3 by exact: Rmin_r.
have [a [a0 [xa ad]]] : exists a, a <> 0 /\ x < a /\ a <= x + d.
  have [z|z] := Req_dec (x + d) 0; [exists (x + d / 2)|exists (x + d)]; lra.
have [b [b0 [by_ bd]]] : exists b, b <> 0 /\ b < y /\ y - d <= b.
  have [z|z] := Req_dec (y - d) 0; [exists (y - d / 2)|exists (y - d)]; lra.
have S := @slope a b r ltac:(lra) ltac:(lra) ltac:(lra).
have M : mass gauge (closed_open (Finite a) (Finite b)) <= mass gauge (block x y).
  apply: mass_monotone => //; first exact: borel_period.
    exact: borel_block.
  by move=> z [/= za zb]; rewrite /block /open_closed /=; lra.
rewrite piece// in M; last by lra.
have k1 : exp (- r) <= 1 by rewrite -exp_0; left; apply: exp_increasing; lra.
have k0 := exp_pos (- r).
have K : exp (- r) / 2 * (y - x) <= exp (- r) / 2 * (b - a) + d by nra.
lra.
Qed.

(** The part of A in a unit interval has no length. *)
Lemma no_length c : length (moved A (- c) `&` open_open (Finite 0) (Finite 1)) = 0%E.
Proof.
pose r := Rabs c + 1.
have c1 := Rle_abs c; have c2 := Rle_abs (- c); rewrite Rabs_Ropp in c2.
have r0 := exp_pos (- r).
have bM : borel (moved A (- c)) by exact: borel_moved.
have bI : borel (open_open (Finite 0) (Finite 1)) by exact: borel_between.
have bU : borel (moved A (- c) `&` open_open (Finite 0) (Finite 1)) by exact: measurableI.
have D := @dominated uniform_noise (moved_law gauge c) (2 * / exp (- r)) (Finite 0) (Finite 1)
  uniform_is_noise (noise_moved_law c NG).
have {D} := D _ _ _ _ bM.
have H : forall x y : R, Rbar_lt (Finite 0) x -> x < y -> Rbar_lt y (Finite 1) ->
    mass uniform_noise (block x y) <= 2 * / exp (- r) * mass (moved_law gauge c) (block x y).
  move=> x y /= x0 xy y1; rewrite mass_moved_law.
  have -> : moved (block x y) c = block (x + c) (y + c).
    by apply/funext => z; apply/propext; rewrite /moved /block /open_closed /=; split; lra.
  have -> : mass uniform_noise (block x y) = y - x.
    rewrite /mass; have -> : uniform_noise (block x y : set line) = share (block x y) by [].
    rewrite /share; have -> : (block x y : set line) `&` unit = block x y.
      by apply/seteqP; split=> z; [case|move=> B; split=> //; apply/unitE; move: B; rewrite /block /open_closed /=; lra].
    by rewrite length_block//; lra.
  have B := @inside_block (x + c) (y + c) r ltac:(lra) ltac:(rewrite /r; lra) ltac:(rewrite /r; lra).
  have i0 := Rinv_0_lt_compat _ r0.
  have := Rmult_le_compat_l (2 * / exp (- r)) _ _ ltac:(lra) B.
  by have -> : 2 * / exp (- r) * (exp (- r) / 2 * (y + c - (x + c))) = y - x by field; lra.
move=> /(_ ltac:(have := Rinv_0_lt_compat _ r0; lra) Rlt_0_1 H); rewrite mass_moved_law => D.
have Z : mass gauge (moved (meet (moved A (- c)) (open_open (Finite 0) (Finite 1))) c) = 0.
  apply: Rle_antisym; last exact: mass_ge0.
  apply: (Rle_trans _ (mass gauge A)); last by rewrite empty; exact: Rle_refl.
  apply: mass_monotone => //; first by apply: borel_moved; exact: bU.
  by move=> z [B _]; move: B; rewrite /moved; have -> : z - c - - c = z by lra.
rewrite Z Rmult_0_r in D.
have U : mass uniform_noise (meet (moved A (- c)) (open_open (Finite 0) (Finite 1))) = 0.
  by apply: Rle_antisym => //; exact: mass_ge0.
have E := massE uniform_is_noise bU.
have U' : mass uniform_noise (moved A (- c) `&` open_open (Finite 0) (Finite 1)) = 0 := U.
rewrite U' in E; move: E => /=; rewrite /share.
have -> : (moved A (- c) `&` open_open (Finite 0) (Finite 1) : set line) `&` unit =
    moved A (- c) `&` open_open (Finite 0) (Finite 1).
  apply/seteqP; split=> z; first by case.
  by move=> B; split=> //; apply/unitE; case: B => _ [/=]; lra.
by [].
Qed.

(** ** Tonelli *)

Lemma some_shift (P : law) (w : R) : noise P -> 0 < w ->
  exists t, [/\ - w <= t, t <= w & mass P (moved A (- t)) = 0].
Proof.
move=> N w0; pose v := Rmin w 1.
have v0 : 0 < v by apply: Rmin_glb_lt; lra.
have vw : v <= w by exact: Rmin_l.
have v1 : v <= 1 by exact: Rmin_r.
pose V : set line := open_open (Finite 0) (Finite v).
have mV : measurable V by exact: borel_between.
pose B : set (line * line) := fun z => V z.2 /\ A (z.1 + z.2).
have m1 : measurable_fun (setT : set (line * line)) (fun z => z.1 + z.2 : line).
  have : measurable_fun (setT : set (line * line)) (@id (line * line)) by exact: measurable_fun_id.
  by move=> /prod_measurable_funP [p q]; exact: measurable_funD.
have mB : measurable B.
  have -> : B = (setT `*` V) `&` (setT `&` (fun z : line * line => z.1 + z.2 : line) @^-1` A).
    by apply/seteqP; split=> z; rewrite /B /=; [case|move=> [[_ ?] [_ ?]]].
  by apply: measurableI; [apply: measurableM|apply: m1].
have F := tonelli N mB.
have xs x : length (xsection B x) = 0%E.
  apply/eqP; rewrite eq_le measure_ge0 andbT -(no_length x).
  have mX : measurable (xsection B x) by exact: (measurable_xsection real_realType x mB).
  have mI : borel (moved A (- x) `&` open_open (Finite 0) (Finite 1)).
    by apply: measurableI; [exact: borel_moved|exact: borel_between].
  apply: le_measure; rewrite ?inE// => t; rewrite /xsection /= inE => -[[/= t0 tv] At].
  by split; [rewrite /moved; have -> : t - - x = x + t by lra|split=> /=; lra].
have F0 : (\int[P]_x length (xsection B x) = 0)%E.
  by rewrite -[RHS](@integral0 _ _ _ P setT); apply: eq_integral => x _; exact: xs.
rewrite F0 in F.
apply: contrapT => none.
have pos t : V t -> (0%:E < P (ysection B t))%E.
  move=> Vt; have bM : borel (moved A (- t)) by exact: borel_moved.
  have -> : ysection B t = moved A (- t).
    apply/seteqP; split=> x; rewrite /ysection /= inE /B /moved /=; have -> : x - - t = x + t by lra.
      by case.
    by move=> At; split.
  rewrite lt_neqAle measure_ge0 andbT; apply/eqP => Z; apply: none.
  have [/= t0 tv] := Vt.
  by exists t; split; [lra|lra|rewrite /mass -Z].
have [_ mY] := sections_measurable N mB.
have mYV : measurable_fun V (fun t => P (ysection B t)) by exact: measurable_funS mY.
have Z : (\int[length]_(t in V) `|P (ysection B t)| = 0)%E.
  apply/eqP; rewrite eq_le; apply/andP; split; last by apply: integral_ge0 => t _; exact: abse_ge0.
  rewrite F; under eq_integral do rewrite gee0_abs//.
  by apply: subset_integral.
have [M [mM M0 VM]] := (ae_eq_integral_abs length mV mYV).1 Z.
have sub : block 0 (v / 2) `<=` M.
  move=> t [/= t0 tv]; apply: VM => /= K; have Vt : V t by split=> /=; lra.
  by have := pos t Vt; rewrite (K Vt) ltxx.
have : (length (block 0 (v / 2)) <= length M)%E.
  by apply: le_measure; rewrite ?inE//; exact: borel_block.
rewrite length_block; last lra.
by rewrite M0 lee_fin => /RleP K; have {}K : v / 2 - 0 <= 0 := K; lra.
Qed.
End Null.

Theorem shifts_of_a_null_set : rule_shifts_of_a_null_set.
Proof.
move=> P N gauge NG A bA w w0 right_ left_ empty.
by have [t [a b c]] := some_shift NG bA right_ left_ empty N w0; exists t.
Qed.
