(** Staircases for vectors: their privacy, and what they cost. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar Hierarchy Lim_seq Series.
From dpproofs Require Import calculus lemmas kinds expectations weighted vectors.
From dpproofs.rules Require Import statements volumes.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Masses *)

Section Masses.
Variables (D : R) (N : vector_point D -> R).

Variable P : vectors N.
Hypothesis noise_P : vector_noise P.

(** Masses are numbers. *)
Lemma vector_massE S : vector_borel S -> (P : vector_law D) S = (vector_mass P S)%:E.
Proof.
move=> bS; rewrite /vector_mass fineK// ge0_fin_numE; last exact: measure_ge0.
apply: (@le_lt_trans _ _ ((P : vector_law D) setT)); last by rewrite noise_P; exact: ltry.
by apply: le_measure => //; rewrite inE//; exact: measurableT.
Qed.

(** ** A staircase as a series of balls with weights *)

Definition weight (top b : R) (k : nat) : R := top * pow b k.

(** Weights are positive. *)
Lemma weight_gt0 top b k : 0 < top -> 0 < b -> 0 < weight top b k.
Proof. by move=> t0 b0; apply: Rmult_lt_0_compat => //; exact: pow_lt. Qed.

(** Each weight is a multiple of that before. *)
Lemma weight_next top b k : weight top b k.+1 = b * weight top b k.
Proof. by rewrite /weight /=; ring. Qed.

Definition layers_of (V : vector_law D) (first step top b : R) (S : vector_point D -> Prop) : extended :=
  (\sum_(0 <= k <oo) ((weight top b k)%:E *
     V ((fun x => S x /\ vector_ball N (first + INR k * step) x) : set (vector_space D))))%E.

(** A staircase in terms of its weights. *)
Lemma staircase_layers b first step : vector_staircase P b first step ->
  exists V top, vector_volume N V /\ 0 < top /\ forall S, vector_borel S ->
    (P : vector_law D) S = layers_of V first step top b S.
Proof.
move=> [V [top [vol [top0 H]]]]; exists V, top; split=> //; split=> // S bS; rewrite H//.
by congr (topology.lim _); apply/funext => n; apply: eq_bigr => k _; rewrite /weight RpowE.
Qed.

End Masses.

(** ** Privacy *)

(** Without its first term a series of such terms is not larger. *)
Lemma later_terms (a t : nat -> extended) : (forall k, (0%:E <= t k)%E) ->
  (forall k, (0%:E <= a k)%E) -> (forall k, (a k <= t k.+1)%E) ->
  (\sum_(0 <= k <oo) a k <= \sum_(0 <= k <oo) t k)%E.
Proof.
move=> t0 a0 at_; apply: lime_le; first exact: is_cvg_nneseries.
apply: nearW => n; apply: le_trans (nneseries_lim_ge n.+1 (fun k _ => t0 k)).
rewrite big_nat_recl//; apply: (@le_trans _ _ (\sum_(0 <= k < n) t k.+1)%E).
  by apply: lee_sum => k _.
by apply: lee_addr.
Qed.

(** With its shift a set gets into the next larger ball, whose weight is less by the ratio. *)
Theorem privacy_of_a_staircase : rule_privacy_of_a_staircase.
Proof.
move=> D _ _ N norm P NP b b0 r _ s _ /staircase_layers [V [top [[shift _] [top0 H]]]] S v bS vs.
pose epsilon := - ln b; have eb : exp epsilon * b = 1.
  by rewrite exp_Ropp exp_ln//; field; lra.
have bT := vector_borel_shifted v bS.
have w0 k : (0%:E <= (weight top b k)%:E :> extended)%E.
  by rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: weight_gt0.
have e0 : (0%:E <= (exp epsilon)%:E :> extended)%E.
  by rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: exp_pos.
suff : ((P : vector_law D) S <= (exp epsilon)%:E * (P : vector_law D) (vector_shifted S v))%E.
  rewrite !(vector_massE NP)// -EFinM lee_fin Rplus_0_r => /RleP; exact.
rewrite !H// /layers_of -nneseriesrM; last by move=> k _; exact: mule_ge0.
apply: later_terms => k; [by apply: mule_ge0 => //; exact: mule_ge0|exact: mule_ge0|].
have E : (weight top b k)%:E = ((exp epsilon)%:E * (weight top b k.+1)%:E)%E.
  by rewrite -EFinM weight_next; congr EFin; rewrite -RmultE -Rmult_assoc eb Rmult_1_l.
rewrite E -muleA; do 2![apply: lee_wpmul2l => //].
rewrite -(shift _ v (vector_borel_in_ball norm (r + INR k * s) bS)).
apply: le_measure; rewrite ?inE.
- by apply: vector_borel_shifted; exact: vector_borel_in_ball.
- exact: vector_borel_in_ball.
move=> x [Sx Bx]; split=> //.
have -> : r + INR k.+1 * s = (r + INR k * s) + s by rewrite S_INR; ring.
exact: (shifted_ball norm vs Bx).
Qed.

(** ** Costs *)

(** A series of numbers that are not negative, in [0, oo]. *)
Lemma series_value (t : nat -> R) (v : R) : (forall k, 0 <= t k) -> is_lim_seq (sum_n t) v ->
  (\sum_(0 <= k <oo) (t k)%:E = v%:E)%E.
Proof.
move=> t0 L.
have S m : (\sum_(0 <= k < m) (t k)%:E = (total t m)%:E)%E.
  elim: m => [|m IH]; first by rewrite big_geq.
  by rewrite big_nat_recr//= IH -EFinD.
have up m : sum_n t m <= sum_n t m.+1.
  by rewrite -!total_sum_n; have := t0 m.+1; rewrite /=; lra.
have E0 k : (0%:E <= (t k)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have hi : (\sum_(0 <= k <oo) (t k)%:E <= v%:E)%E.
  apply: lime_le; first exact: is_cvg_nneseries.
  apply: nearW => m; rewrite S lee_fin; apply/RleP.
  have := is_lim_seq_incr_compare _ v L up m; rewrite -total_sum_n /=; have := t0 m; lra.
have lo m : ((sum_n t m)%:E <= \sum_(0 <= k <oo) (t k)%:E)%E.
  by rewrite -total_sum_n -S; apply: nneseries_lim_ge => k _.
move: hi lo; case E : (\sum_(0 <= k <oo) (t k)%:E)%E => [r| |] //.
  rewrite lee_fin => /RleP hi lo; congr (_%:E); apply: Rle_antisym => //.
  have lo' m : sum_n t m <= r by apply/RleP; rewrite -lee_fin; exact: lo.
  exact: (is_lim_seq_le _ (fun _ => r) v r lo' L (is_lim_seq_const r)).
by move=> _ /(_ 0%nat).
Qed.

Section Costs.
Variables (D : R) (N : vector_point D -> R) (V : vector_law D) (c : R -> R).
Hypotheses (norm : vector_norm N) (vol : vector_volume N V).
Hypotheses (c0 : forall x, 0 <= x -> 0 <= c x)
  (up : forall x, 0 <= x -> forall h, 0 < h -> c x <= c (x + h)).
Notation n := (vector_size D).

Definition cost_at (x : vector_space D) : extended := (c (N x))%:E.
Definition inner (r : R) : extended := (\int[V]_(x in (vector_ball N r : set (vector_space D))) cost_at x)%E.

(** Costs are not negative. *)
Lemma cost_at_ge0 x : (0%:E <= cost_at x)%E.
Proof. by have [N0 _ _ _ _] := norm; rewrite lee_fin; apply/RleP; exact: c0. Qed.

(** Costs are Borel, since they rise with the norm. *)
Lemma cost_at_measurable : measurable_fun (setT : set (vector_space D)) cost_at.
Proof.
have [N0 _ _ _ mN] := norm; have [mL _ _ _] := cost_formula c0 up.
have := measurable_fun_comp mL mN; apply: eq_measurable_fun => x _ /=.
by rewrite /cost_at Rabs_pos_eq.
Qed.

(** What costs between a and b over a set of volume v. *)
Lemma cost_over (S : set (vector_space D)) a b v : vector_borel S -> V S = v%:E -> 0 <= a ->
  (forall x, S x -> a <= c (N x) <= b) ->
  ((Rmult a v)%:E <= \int[V]_(x in S) cost_at x)%E /\ (\int[V]_(x in S) cost_at x <= (Rmult b v)%:E)%E.
Proof.
move=> bS Sv a0 H.
have E (u : R) : (Rmult u v)%:E = (\int[V]_(x in S) (cst u%:E) x)%E by rewrite integral_cst// Sv -EFinM.
have m : measurable_fun S cost_at by apply: measurable_funTS; exact: cost_at_measurable.
rewrite !E; split; apply: ge0_le_integral => //.
- by move=> x _; rewrite lee_fin; apply/RleP.
- exact: measurable_fun_cst.
- by move=> x _; exact: cost_at_ge0.
- by move=> x Sx; rewrite lee_fin; apply/RleP; case: (H x Sx).
- by move=> x _; exact: cost_at_ge0.
- by move=> x Sx; rewrite lee_fin; apply/RleP; have [A B] := H x Sx; change (0 <= b); lra.
- exact: measurable_fun_cst.
- by move=> x Sx; rewrite lee_fin; apply/RleP; case: (H x Sx).
Qed.

(** What costs inside a ball, by the ends. *)
Lemma inner_first h : 0 < h ->
  ((Rmult (c 0) (pow h n))%:E <= inner h)%E /\ (inner h <= (Rmult (c h) (pow h n))%:E)%E.
Proof.
move=> h0; have [N0 _ _ _ _] := norm; apply: cost_over.
- exact: vector_borel_ball.
- exact: ball_volume.
- by apply: c0; lra.
move=> x; rewrite /vector_ball => xh; have := N0 x => p.
by split; apply: (rises up) => //; lra.
Qed.

(** It is a number. *)
Lemma innerE r : 0 < r -> inner r = (fine (inner r))%:E.
Proof.
move=> r0; rewrite fineK// ge0_fin_numE; last first.
  by apply: integral_ge0 => x _; exact: cost_at_ge0.
by apply: le_lt_trans (proj2 (inner_first r0)) _; exact: ltry.
Qed.

(** It lies between upper and lower sums. *)
Lemma inner_between : between_sums n c (fun r => fine (inner r)).
Proof.
split=> [h h0|x h x0 h0].
  by have := inner_first h0; rewrite innerE// !lee_fin => -[/RleP A /RleP B].
have [N0 _ _ _ _] := norm; have y0 : 0 < x + h by lra.
pose B r : set (vector_space D) := vector_ball N r.
have bB r : measurable (B r) by exact: vector_borel_ball.
pose S := B (x + h) `\` B x; have bS : measurable S by exact: measurableD.
have U : B (x + h) = B x `|` S.
  apply/seteqP; split=> [z Bz|z [|[]//]]; first by have [?|?] := pselect (B x z); [left|right].
  by rewrite /B /vector_ball; lra.
have d : B x `&` S = set0 by apply/seteqP; split=> z // [? []].
have VS : V S = (Rminus (pow (x + h) n) (pow x n))%:E.
  have Vx : V (B x) = (pow x n)%:E by exact: ball_volume.
  have : V (B (x + h)) = (pow (x + h) n)%:E by exact: ball_volume.
  have -> : V (B (x + h)) = (V (B x) + V S)%E by rewrite U; exact: measureU.
  rewrite Vx.
  case: (V S) => [s [E]|//|//]; congr EFin; have {}E : pow x n + s = pow (x + h) n := E.
  by change (s = pow (x + h) n - pow x n); lra.
have IE : inner (x + h) = (inner x + \int[V]_(z in S) cost_at z)%E.
  have -> : inner (x + h) = (\int[V]_(z in B x `|` S) cost_at z)%E by rewrite -U.
  rewrite integral_setU//.
  - by apply: measurable_funTS; exact: cost_at_measurable.
  - by move=> z _; exact: cost_at_ge0.
  - by apply/disj_set2P.
have [||lo hi] := @cost_over S (c x) (c (x + h)) _ bS VS.
- by apply: c0; lra.
- move=> z [Bz nz]; rewrite /B /vector_ball /= in Bz nz.
  by split; apply: (rises up) => //; lra.
move: IE lo hi; rewrite (innerE y0) (innerE x0); case: (\int[V]_(z in S) _)%E => [s| |] //.
rewrite !lee_fin => -[E] /RleP lo /RleP hi; rewrite -(innerE y0) -(innerE x0).
have {}E : fine (inner (x + h)) = Rplus (fine (inner x)) s := E.
by move: E; move: (fine _) (fine _) => u t E; split; lra.
Qed.

(** ** The expectation as a series *)

Variable P : vectors N.
Variables (first step top b : R).
Hypotheses (first0 : 0 < first) (step0 : 0 < step) (top0 : 0 < top) (b0 : 0 < b).
Hypothesis layers : forall S, vector_borel S -> (P : vector_law D) S = layers_of N V first step top b S.

Let radius k : R := first + INR k * step.

(** Radii are positive. *)
Lemma radius_gt0 k : 0 < radius k.
Proof. by have := pos_INR k; rewrite /radius; nra. Qed.

(** The balls are Borel. *)
Lemma radius_measurable k : measurable (vector_ball N (radius k) : set (vector_space D)).
Proof. exact: vector_borel_ball. Qed.

(** Weights are not negative. *)
Lemma weight_ge0 k : Order.le (GRing.zero _) (weight top b k : real_realType).
Proof. by apply/RleP/Rlt_le; exact: weight_gt0. Qed.

(** The measure of one layer. *)
Definition inside k : vector_law D :=
  [the {measure set (vector_space D) -> \bar real_realType} of mrestr V (radius_measurable k)].
Definition layer k : vector_law D :=
  [the {measure set (vector_space D) -> \bar real_realType} of mscale (NngNum (weight_ge0 k)) (inside k)].

(** What one layer costs. *)
Lemma layer_cost k : (\int[layer k]_x cost_at x = (weight top b k * fine (inner (radius k)))%:E)%E.
Proof.
pose B : set (vector_space D) := vector_ball N (radius k).
have bB : measurable B by exact: radius_measurable.
rewrite ge0_integral_mscale//; last 2 first.
- exact: cost_at_measurable.
- by move=> x _; exact: cost_at_ge0.
rewrite (@weighted _ _ _ _ V (\1_B)) //; last 4 first.
- exact: measurable_fun_indic.
- by move=> S mS; rewrite integral_indic// setIC.
- exact: cost_at_measurable.
- exact: cost_at_ge0.
rewrite -integral_setI_indic// setTI -/(inner (radius k)) innerE//.
exact: radius_gt0.
Qed.

(** The expectation is what all layers cost. *)
Lemma expected_layers :
  vector_cost P c = (\sum_(0 <= k <oo) (weight top b k * fine (inner (radius k)))%:E)%E.
Proof.
have -> : vector_cost P c = (\int[mseries layer 0]_x cost_at x)%E.
  by apply: eq_measure_integral => S mS _; rewrite layers.
rewrite ge0_integral_measure_series//; last 2 first.
- by move=> x _; exact: cost_at_ge0.
- exact: cost_at_measurable.
by apply: eq_eseries => k _; exact: layer_cost.
Qed.

(** The layers have mass 1. *)
Lemma whole_layers : vector_noise P ->
  (\sum_(0 <= k <oo) (weight top b k * pow (radius k) n)%:E = 1%:E)%E.
Proof.
move=> <-; rewrite layers; last exact: measurableT.
apply: eq_eseries => k _; rewrite EFinM; congr (_ * _)%E.
rewrite -(ball_volume norm vol (radius_gt0 k)); congr (V _).
by apply/seteqP; split=> x // [].
Qed.

End Costs.

(** A dimension is a positive whole number. *)
Lemma dimension D : integer D -> 1 <= D -> exists m, vector_size D = m.+1 /\ D = INR m.+1.
Proof.
move=> iD D1; have [k kE] := @integer_nat D iD ltac:(lra).
have E : vector_size D = k.
  by rewrite /vector_size -/(Int_part D) kE INR_IZR_INZ Int_part_IZR Nat2Z.id.
case: k kE E => [|m] kE E; first by rewrite kE /= in D1; lra.
by exists m; split.
Qed.

(** Inside balls the integrals of the cost are those of the formula, and the masses add up to 1. *)
Theorem cost_of_a_staircase : rule_cost_of_a_staircase.
Proof.
move=> D iD D1 N norm P NP b b0 first first0 step step0 c I volume total_ value.
move=> /staircase_layers [V [top [vol [top0 H]]]] c0 up lo hi lo' hi' [_ Vs] [_ Ts] E.
have [m [mE DE]] := dimension iD D1.
have pE x : power x D = pow x m.+1 by rewrite DE power_INR.
have K : between_sums m.+1 c I.
  split=> [h h0|x h x0 h0]; first by have := lo h h0; have := hi h h0; rewrite pE.
  by have := lo' x x0 h h0; have := hi' x x0 h h0; rewrite !pE.
have J := inner_between norm vol c0 up; rewrite mE in J.
pose r k := first + INR k * step.
have r0 k : 0 < r k by exact: radius_gt0.
have w0 k : 0 <= weight top b k by apply: Rlt_le; exact: weight_gt0.
have scaled (g : nat -> R) (f : R -> R) (v : R) :
    is_series (fun k => power b (0 + INR k) * f (0 + INR k)) v ->
    (forall k, weight top b k * f (INR k) = g k) -> is_lim_seq (sum_n g) (top * v).
  move=> S gE; apply: (is_series_ext _ _ _ _ (is_series_scal top _ _ S)) => k.
  by rewrite -gE /weight /scal /= /mult /= Rplus_0_l power_INR; ring.
have one : top * volume = 1.
  have := whole_layers norm vol first0 step0 H NP; rewrite mE.
  rewrite (@series_value _ (top * volume)) => [[]//|k|].
    by apply: Rmult_le_pos => //; apply: pow_le; apply: Rlt_le; exact: r0.
  by apply: (scaled _ (fun y => power (first + y * step) D) _ Vs) => k; rewrite pE.
have -> : value = top * total_ by rewrite -E -[LHS]Rmult_1_r -one; ring.
rewrite /vector_cost_is (expected_layers norm vol c0 up first0 step0 top0 b0 H).
apply: series_value => [k|].
  apply: Rmult_le_pos => //; rewrite -(between_sums_unique up K J (r0 k)).
  have [I0 _] := K; have [A _] := I0 (r k) (r0 k); apply: Rle_trans A.
  by apply: Rmult_le_pos; [apply: c0; lra|apply: pow_le; apply: Rlt_le; exact: r0].
by apply: (scaled _ (fun y => I (first + y * step)) _ Ts) => k; rewrite (between_sums_unique up K J (r0 k)).
Qed.
