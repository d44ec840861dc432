(** Mixtures: a cost is linear in the noise, and the divergence jointly convex. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts sets losses weighted
  nikodym.
From dpproofs.rules Require Import statements domination mixtures divergence.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Theorem cost_of_a_mixture : rule_cost_of_a_mixture.
Proof.
move=> M NM P NP Q NQ u u0 v v0 c p q H c0 up; rewrite /expectation_at_most => Pp Qq.
have C : cost (fun x => (c (Rabs x))%:E) by exact: cost_formula.
have := @expected_mixture M P Q 1 u v _ NM NP NQ Rle_0_1 u0 v0 C
  (fun S bS => etrans (Rmult_1_l _) (H S bS)).
rewrite mul1e /expectation => ->; rewrite [leRHS]EFinD !EFinM.
by apply: lee_add; apply: lee_wpmul2l => //; rewrite lee_fin; apply/RleP.
Qed.

(** ** Losses as functions that can be integrated *)

Lemma identity_continued t : continued (fun x => x) t = t.
Proof.
case: t => [x//||]; first exact: identity_at_infinity.
have L : is_lim (fun x : R => x) m_infty m_infty by exact: is_lim_id.
rewrite /= /limit_at; case: pselect => [found|none]; last by case: none; exists m_infty.
case: cid => v Lv /=; have K : is_lim (fun x : R => x) m_infty v := Lv.
by rewrite -(is_lim_unique _ _ _ K) (is_lim_unique _ _ _ L).
Qed.

Lemma extended_measurable (l : R -> extended) : (forall t : R, borel (fun x => (t%:E < l x)%E)) ->
  measurable_fun (setT : set line) l.
Proof.
move=> H; apply: (measurability (ErealGenOInfty.measurableE real_realType)) => //.
move=> _ [_ [t ->] <-]; rewrite setTI.
have -> : l @^-1` [set` `]t%:E, +oo[%R] = (fun x => (t%:E < l x)%E).
  by apply/funext => x; apply/propext; rewrite /preimage /= in_itv /= andbT.
exact: H.
Qed.

Lemma extended_above (l : R -> extended) (t : R) : measurable_fun (setT : set line) l ->
  borel (fun x => (t%:E < l x)%E).
Proof.
move=> ml; have := emeasurable_fun_o_infty (@measurableT _ line) ml t%:E.
by rewrite setTI.
Qed.

(** The loss from densities, as in its definition. *)
Definition loss_of (f g : R -> R) (x : R) : extended :=
  if pselect (g x = 0) then +oo%E else if pselect (f x = 0) then -oo%E else (ln (f x / g x))%:E.

Section Loss.
Variables (f g : R -> R).
Hypotheses (mf : measurable_fun (setT : set line) (f : line -> line))
  (mg : measurable_fun (setT : set line) (g : line -> line)).
Hypothesis fg0 : forall x, 0 <= f x /\ 0 <= g x.

Lemma loss_above t x : (t%:E < loss_of f g x)%E <-> g x = 0 \/ 0 < f x - exp t * g x.
Proof.
have [f0 g0] := fg0 x; have e0 := exp_pos t; rewrite /loss_of.
case: pselect => [z|z]; first by rewrite ltry; split=> //; left.
case: pselect => [y|y].
  rewrite ltNge leNye /=; split=> // -[//|]; rewrite y => L; exfalso.
  have : 0 < g x by lra.
  by nra.
have fp : 0 < f x by lra. have gp : 0 < g x by lra.
have q : 0 < f x / g x by exact: Rdiv_lt_0_compat.
rewrite lte_fin; split=> [/RltP L|[//|L]].
  right; have := exp_increasing _ _ L; rewrite exp_ln// => K.
  have := Rmult_lt_compat_r _ _ _ gp K; have -> : f x / g x * g x = f x by field; lra.
  lra.
apply/RltP; rewrite -(ln_exp t); apply: ln_increasing => //.
apply: (Rmult_lt_reg_r (g x)) => //; have -> : f x / g x * g x = f x by field; lra.
lra.
Qed.

Lemma loss_measurable : measurable_fun (setT : set line) (loss_of f g).
Proof.
apply: extended_measurable => t.
have -> : (fun x => is_true (t%:E < loss_of f g x)%E) = (fun x => g x = 0 \/ 0 < f x - exp t * g x).
  by apply/funext => x; apply/propext; exact: loss_above.
apply: borel_or.
  have -> : (fun x => g x = 0) = (fun x => ~ 0 < g x).
    by apply/funext => x; apply/propext; have [_ g0] := fg0 x; split=> [->|]; lra.
  by apply: borel_not; exact: above_measurable.
apply: above_measurable; apply: measurable_funB => //.
by apply: measurable_funrM.
Qed.
End Loss.

(** A loss cut off at -m and n. *)
Definition cut (m n : R) (t : extended) : R :=
  match t with x%:E => Rmax (- m) (Rmin n x) | +oo%E => n | -oo%E => - m end.

Lemma cut_bounds m n t : 0 <= m -> 0 <= n -> - m <= cut m n t <= n.
Proof.
move=> m0 n0; case: t => [x||] /=; [|lra|lra].
by rewrite /Rmax /Rmin; do 2! destruct Rle_dec; lra.
Qed.

Lemma cut_above m n t s : 0 <= m -> 0 <= n ->
  t < cut m n s <-> t < - m \/ (t < n /\ (t%:E < s)%E).
Proof.
move=> m0 n0; case: s => [x||] /=.
- have E : (t%:E < x%:E :> extended)%E <-> t < x.
    by rewrite lte_fin; split=> [L|L]; [apply/RltP; exact: L|apply/RltP; exact: L].
  have K : t < Rmax (- m) (Rmin n x) <-> t < - m \/ t < n /\ t < x.
    by rewrite /Rmax /Rmin; do 2! destruct Rle_dec; split; lra.
  by rewrite K; split=> [[|[tn /E]]|[|[tn /E]]]; [left|right|left|right].
- by rewrite ltry; split=> [L|[L|[L _]]]; [right; split|lra|].
- by rewrite ltNge leNye /=; split=> [L|[//|[_ //]]]; left.
Qed.

Lemma cut_measurable m n l : 0 <= m -> 0 <= n -> measurable_fun (setT : set line) l ->
  measurable_fun (setT : set line) ((fun x => cut m n (l x)) : line -> line).
Proof.
move=> m0 n0 ml; apply: levels_measurable => t.
have -> : (fun x => t < cut m n (l x)) = (fun x => t < - m \/ (t < n /\ (t%:E < l x)%E)).
  by apply/funext => x; apply/propext; exact: cut_above.
have always (b : Prop) : borel (fun _ => b).
  have [y|no] := pselect b.
    by have -> : (fun _ : R => b) = setT by [apply/seteqP; split]; exact: measurableT.
  by have -> : (fun _ : R => b) = set0 by [apply/seteqP; split]; exact: measurable0.
by apply: borel_or => //; apply: borel_and => //; exact: extended_above.
Qed.

Lemma exp_measurable (f : R -> R) : measurable_fun (setT : set line) (f : line -> line) ->
  measurable_fun (setT : set line) ((fun x => exp (f x)) : line -> line).
Proof.
move=> mf; apply: levels_measurable => t.
have [t0|t0] := Rlt_le_dec 0 t.
  have -> : (fun x => t < exp (f x)) = (fun x => ln t < f x).
    apply/funext => x; apply/propext; split=> L.
      by rewrite -(ln_exp (f x)); apply: ln_increasing.
    by rewrite -(exp_ln _ t0); apply: exp_increasing.
  exact: above_measurable.
have -> : (fun x => t < exp (f x)) = setT.
  by apply/seteqP; split=> // x _ /=; have := exp_pos (f x); lra.
exact: measurableT.
Qed.

Lemma parts_of_real (y : R) : exists p q : R, [/\ 0 <= p, 0 <= q, y = p - q,
  maxe (y%:E) 0%E = p%:E :> extended & maxe (- y%:E)%E 0%E = q%:E :> extended].
Proof.
have [y0|y0] := Rle_dec 0 y.
  exists y, 0; split; [by []|exact: Rle_refl|lra| |].
    by apply/max_idPl; rewrite lee_fin; apply/RleP.
  by apply/max_idPr; rewrite -EFinN lee_fin; apply/RleP; change (- y <= 0); lra.
exists 0, (- y); split; [exact: Rle_refl|lra|lra| |].
  by apply/max_idPr; rewrite lee_fin; apply/RleP; change (y <= 0); lra.
by apply/max_idPl; rewrite -EFinN lee_fin; apply/RleP; change (0 <= - y); lra.
Qed.

Section Gibbs.
Variables (P Q mu : law) (f g : R -> R).
Hypotheses (NP : noise P) (NQ : noise Q).
Hypotheses (mf : measurable_fun (setT : set line) (f : line -> line))
  (mg : measurable_fun (setT : set line) (g : line -> line)).
Hypothesis fg0 : forall x, 0 <= f x /\ 0 <= g x.
Hypothesis dense : forall S, borel S -> P (S : set line) = (\int[mu]_(x in S) (f x)%:E)%E /\
  Q (S : set line) = (\int[mu]_(x in S) (g x)%:E)%E.

Let l : line -> extended := loss_of f g.
Let ml : measurable_fun (setT : set line) l.
Proof. exact: loss_measurable. Qed.

Let from_P (u : line -> extended) : measurable_fun (setT : set line) u -> (forall x, (0 <= u x)%E) ->
  (\int[P]_x u x = \int[mu]_x (u x * (f x)%:E))%E.
Proof.
have f0 : forall x : line, is_true (Order.le (GRing.zero (GRing.Ring.zmodType real_realType)) (f x)).
  by move=> x; apply/RleP; case: (fg0 x).
by apply: (@weighted _ line real_realType P mu f mf f0) => S mS; case: (@dense S mS).
Qed.

Let from_Q (u : line -> extended) : measurable_fun (setT : set line) u -> (forall x, (0 <= u x)%E) ->
  (\int[Q]_x u x = \int[mu]_x (u x * (g x)%:E))%E.
Proof.
have g0 : forall x : line, is_true (Order.le (GRing.zero (GRing.Ring.zmodType real_realType)) (g x)).
  by move=> x; apply/RleP; case: (fg0 x).
by apply: (@weighted _ line real_realType Q mu g mg g0) => S mS; case: (@dense S mS).
Qed.

Let real_measurable (u : R -> R) : measurable_fun (setT : set line) (u : line -> line) ->
  measurable_fun (setT : set line) (fun x => (u x)%:E : extended).
Proof. by move=> mu'; apply/EFin_measurable_fun. Qed.

Let ge0 (y : R) : 0 <= y -> (0 <= y%:E :> extended)%E.
Proof. by move=> y0; rewrite lee_fin; apply/RleP. Qed.

Let pointwise (n phi : R) x : 0 <= n -> - n <= phi ->
  (((phi + n + 1)%:E + l^\- x) * (f x)%:E
    <= (l^\+ x + n%:E) * (f x)%:E + (exp phi)%:E * (g x)%:E)%E.
Proof.
move=> n0 bp; have [f0 g0] := fg0 x; have e0 := exp_pos phi.
have right0 : (0 <= (exp phi)%:E * (g x)%:E :> extended)%E.
  by rewrite -EFinM; apply: ge0; apply: Rmult_le_pos => //; lra.
have [fz|fz] := Req_dec (f x) 0.
  by rewrite fz !mule0 add0e.
have fp : 0 < f x by lra.
have [gz|gz] := Req_dec (g x) 0.
  have -> : l^\+ x = +oo%E by rewrite /funepos /l /loss_of; case: (pselect (g x = 0)) => [a|//] /=; rewrite maxye.
  have -> : (+oo + n%:E)%E = +oo%E by [].
  rewrite gt0_mulye ?lte_fin; last by apply/RltP.
  have -> : (+oo + (exp phi)%:E * (g x)%:E)%E = +oo%E :> extended by rewrite -EFinM.
  exact: leey.
have gp : 0 < g x by lra.
have lx : l x = (ln (f x / g x))%:E.
  by rewrite /l /loss_of; case: (pselect (g x = 0)) => [//|a] /=; case: (pselect (f x = 0)).
have [p [q [p0 q0 E Ep Eq]]] := parts_of_real (ln (f x / g x)).
have -> : l^\+ x = p%:E by rewrite /funepos lx.
have -> : l^\- x = q%:E by rewrite /funeneg lx.
suff : (phi + n + 1 + q) * f x <= (p + n) * f x + exp phi * g x.
  by move=> /RleP K; change (((((phi + n + 1) + q) * f x)%R%:E <= ((p + n) * f x + exp phi * g x)%R%:E)%E);
    rewrite lee_fin.
have K := exp_ineq1_le (phi - ln (f x / g x)).
have X : exp (phi - ln (f x / g x)) * f x = exp phi * g x.
  rewrite /Rminus exp_plus exp_Ropp exp_ln; last exact: Rdiv_lt_0_compat.
  by field; split; lra.
have := Rmult_le_compat_r (f x) _ _ (Rlt_le _ _ fp) K; rewrite X E; lra.
Qed.

Lemma gibbs (n : R) (phi : R -> R) : 0 <= n -> measurable_fun (setT : set line) (phi : line -> line) ->
  (forall x, - n <= phi x) ->
  (\int[P]_x (phi x + n + 1)%:E + \int[P]_x l^\- x
    <= \int[P]_x l^\+ x + n%:E + \int[Q]_x (exp (phi x))%:E)%E.
Proof.
move=> n0 mp bp.
have m1 : measurable_fun (setT : set line) (fun x => (phi x + n + 1)%:E : extended).
  apply: (@real_measurable (fun x => phi x + n + 1)); apply: measurable_funD; last exact: measurable_fun_cst.
  by apply: measurable_funD => //; exact: measurable_fun_cst.
have p1 x : (0 <= (phi x + n + 1)%:E :> extended)%E by apply: ge0; change (0 <= phi x + n + 1); have := bp x; lra.
have m2 : measurable_fun (setT : set line) (l^\-)%E by exact: emeasurable_fun_funeneg.
have m3 : measurable_fun (setT : set line) (l^\+)%E by exact: emeasurable_fun_funepos.
have m4 : measurable_fun (setT : set line) (fun=> n%:E : extended) by exact: measurable_fun_cst.
have p4 : (0 <= n%:E :> extended)%E by exact: ge0.
have m5 : measurable_fun (setT : set line) (fun x => (exp (phi x))%:E : extended).
  by apply: (@real_measurable (fun x => exp (phi x))); exact: exp_measurable.
have p5 x : (0 <= (exp (phi x))%:E :> extended)%E by apply: ge0; left; exact: exp_pos.
have N : (\int[P]_x (cst n%:E) x = n%:E)%E.
  by rewrite integral_cst//; rewrite [P _](NP : P setT = 1%:E) mule1.
have E1 : (\int[P]_x ((phi x + n + 1)%:E + l^\- x)
    = \int[P]_x (phi x + n + 1)%:E + \int[P]_x l^\- x)%E.
  by apply: ge0_integralD.
have E2 : (\int[P]_x (l^\+ x + n%:E) = \int[P]_x l^\+ x + n%:E)%E.
  rewrite -[in RHS]N; by apply: ge0_integralD.
rewrite -E1 -E2.
rewrite from_P; [|exact: emeasurable_funD|by move=> x; exact: adde_ge0].
rewrite from_P; [|exact: emeasurable_funD|by move=> x; exact: adde_ge0].
rewrite from_Q// -ge0_integralD//; last 4 first.
- by move=> x _; apply: mule_ge0; [exact: adde_ge0|apply: ge0; case: (fg0 x)].
- apply: emeasurable_funM; first exact: emeasurable_funD.
  exact: real_measurable.
- by move=> x _; apply: mule_ge0 => //; apply: ge0; case: (fg0 x).
- by apply: emeasurable_funM => //; exact: real_measurable.
apply: ge0_le_integral => //.
- by move=> x _; apply: mule_ge0; [exact: adde_ge0|apply: ge0; case: (fg0 x)].
- apply: emeasurable_funM; first exact: emeasurable_funD.
  exact: real_measurable.
- move=> x _; apply: adde_ge0; apply: mule_ge0 => //; [exact: adde_ge0|apply: ge0; case: (fg0 x)|apply: ge0; case: (fg0 x)] => //.
- apply: emeasurable_funD; apply: emeasurable_funM => //; [exact: emeasurable_funD|exact: real_measurable|exact: real_measurable].
by move=> x _; exact: pointwise.
Qed.
End Gibbs.

(** ** Convexity *)

Lemma mean_of_one (P : law) l : mean_from P l (rounds 1) (continued (fun x => x)) 0%:E = (\int[P]_x l x)%E.
Proof.
have -> : rounds 1 = 1%nat by rewrite /rounds (Int_part_IZR 1).
by rewrite /=; apply: eq_integral => x _; rewrite add0e identity_continued.
Qed.

Lemma bounded_integral (P : law) (u : R -> R) c : noise P ->
  measurable_fun (setT : set line) (u : line -> line) -> (forall x, 0 <= u x <= c) ->
  exists v, (\int[P]_x (u x)%:E)%E = v%:E.
Proof.
move=> NP mu' uc; have U : (\int[P]_x (u x)%:E <= c%:E)%E.
  have -> : c%:E = (\int[P]_x (cst c%:E) x)%E.
    by rewrite integral_cst//; rewrite [P _](NP : P setT = 1%:E) mule1.
  by apply: integral_le => x; rewrite lee_fin; apply/RleP; case: (uc x).
have L : (0 <= \int[P]_x (u x)%:E)%E.
  by apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP; case: (uc x).
exists (fine (\int[P]_x (u x)%:E)%E); rewrite fineK// ge0_fin_numE//.
by apply: le_lt_trans U _; exact: ltry.
Qed.

Lemma negative_mean (P Q mu : law) (f g : R -> R) d : noise Q ->
  measurable_fun (setT : set line) (f : line -> line) ->
  measurable_fun (setT : set line) (g : line -> line) -> (forall x, 0 <= f x /\ 0 <= g x) ->
  (forall B, borel B -> P (B : set line) = (\int[mu]_(x in B) (f x)%:E)%E /\
    Q (moved B (- d) : set line) = (\int[mu]_(x in B) (g x)%:E)%E) ->
  exists v, (\int[P]_x (loss_of f g)^\- x)%E = v%:E.
Proof.
move=> NQ mf mg fg0 dense.
have N := @negative_part P Q mu f g (loss_of f g) d NQ mf mg fg0 dense (fun x => erefl).
have E : (fun x => continued (fun x => x) (0%:E + loss_of f g x)%E) = loss_of f g.
  by apply/funext => x; rewrite add0e identity_continued.
rewrite E in N; exists (fine (\int[P]_x (loss_of f g)^\- x)%E); rewrite fineK// ge0_fin_numE.
  by apply: le_lt_trans N _; exact: ltry.
by apply: integral_ge0 => x _; exact: funeneg_ge0.
Qed.

(** What a bound of the divergence says of any function. *)
Lemma bound_of_means (P Q : law) d b m n (phi : R -> R) : noise P -> noise Q -> 0 <= m -> 0 <= n ->
  loss_at_most P Q d 1 (fun x => x) b ->
  measurable_fun (setT : set line) (phi : line -> line) -> (forall x, - m <= phi x <= n) ->
  exists x y, [/\ (\int[P]_x (phi x + m + 1)%R%:E)%E = x%:E,
    (\int[moved_law Q (- d)]_x (exp (phi x))%:E)%E = y%:E & x <= b + m + y].
Proof.
move=> NP NQ m0 n0 [w [[l [[mu [f [g [mf mg fg0 dense lE]]]] ->]] H]] mp bp.
have {lE}lE : l = loss_of f g by apply/funext => x; exact: lE.
rewrite mean_of_one {}lE in H.
have NM := noise_moved_law (- d) NQ.
have mx : measurable_fun (setT : set line) ((fun x => phi x + m + 1) : line -> line).
  apply: measurable_funD; last exact: measurable_fun_cst.
  by apply: measurable_funD => //; exact: measurable_fun_cst.
have bx x : 0 <= phi x + m + 1 <= n + m + 1 by have := bp x; lra.
have [x Ex] := bounded_integral NP mx bx.
have [|y Ey] := @bounded_integral (moved_law Q (- d)) (fun x => exp (phi x)) (exp n) NM (exp_measurable mp).
  move=> x'; split; first by left; exact: exp_pos.
  have [_ [L|->]] := bp x'; last exact: Rle_refl.
  by left; exact: exp_increasing.
have [N EN] := negative_mean NQ mf mg fg0 dense.
exists x, y; split=> //.
have := @gibbs P (moved_law Q (- d)) mu f g NP mf mg fg0 dense m phi m0 mp (fun x => proj1 (bp x)).
rewrite [X in (X + _ <= _)%E -> _](Ex : _ = x%:E) EN Ey.
move: H; rewrite integralE EN lee_subl_addr// => H G.
have {}G := le_trans G (lee_add2r _ (lee_add2r _ H)).
suff : x + N <= b + N + m + y by lra.
by apply/RleP; rewrite -lee_fin.
Qed.

Lemma small (a b : R) : (forall m : nat, a <= b + exp (- INR m)) -> a <= b.
Proof.
move=> H; apply: le_epsilon => e e0.
have [m Hm] := @reaches (/ e) 1 Rlt_0_1.
apply: Rle_trans (H m) _; apply: Rplus_le_compat_l; rewrite exp_Ropp.
have p : 0 < / e by exact: Rinv_0_lt_compat.
rewrite -(Rinv_inv e); apply: Rinv_le_contravar => //.
by have := exp_ineq1_le (INR m); lra.
Qed.

Lemma cut_negative m n t : 0 <= m -> 0 <= n ->
  0 <= cut 0 n t - cut m n t /\ ((cut 0 n t - cut m n t)%:E <= maxe (- t) 0%E :> extended)%E.
Proof.
move=> m0 n0; case: t => [x||] /=.
- have [p [q [p0 q0 E _ Eq]]] := parts_of_real x; rewrite Eq.
  have K : 0 <= Rmax (- 0) (Rmin n x) - Rmax (- m) (Rmin n x) <= Rmax 0 (- x).
    by rewrite /Rmax /Rmin; repeat destruct Rle_dec; lra.
  have L : Rmax 0 (- x) <= q by rewrite E /Rmax; destruct Rle_dec; lra.
  by split; [lra|rewrite lee_fin; apply/RleP; apply: Rle_trans (proj2 K) L].
- split; first by lra.
  by rewrite le_maxr; apply/orP; right; rewrite lee_fin; apply/RleP; change (n - n <= 0); lra.
- by split; [lra|rewrite maxye; exact: leey].
Qed.

Lemma cut_density (f g : R -> R) m n x : 0 <= f x -> 0 <= g x -> 0 <= m -> 0 <= n ->
  exp (cut m n (loss_of f g x)) * g x <= f x + exp (- m) * g x.
Proof.
move=> f0 g0 m0 n0; have em := exp_pos (- m); rewrite /loss_of.
case: (pselect (g x = 0)) => [z|z] /=; first by rewrite z !Rmult_0_r; lra.
have gp : 0 < g x by lra.
case: (pselect (f x = 0)) => [y|y] /=; first by rewrite y; lra.
have fp : 0 < f x by lra.
have E : exp (ln (f x / g x)) * g x = f x.
  by rewrite exp_ln; [field; lra|exact: Rdiv_lt_0_compat].
have K : exp (Rmax (- m) (Rmin n (ln (f x / g x)))) <= exp (ln (f x / g x)) + exp (- m).
  have e1 := exp_pos (ln (f x / g x)).
  have [L|L] : Rmax (- m) (Rmin n (ln (f x / g x))) = - m \/
      Rmax (- m) (Rmin n (ln (f x / g x))) <= ln (f x / g x).
    by rewrite /Rmax /Rmin; repeat destruct Rle_dec; lra.
    by rewrite L; lra.
  have [M|->] := L; last by lra.
  by have := exp_increasing _ _ M; lra.
by have := Rmult_le_compat_r (g x) _ _ g0 K; rewrite Rmult_plus_distr_r E; lra.
Qed.

Theorem divergence_of_a_mixture : rule_divergence_of_a_mixture.
Proof.
move=> A NA P NP Q NQ B NB P' NP' Q' NQ' d u u0 v v0 p q HA HB Hp Hq.
have one : u + v = 1.
  by have := HA _ (measurableT : borel setT); rewrite !mass_whole//; lra.
pose B' := moved_law B (- d); have NB' : noise B' := noise_moved_law (- d) NB.
have HB' S : borel S -> mass B' S = u * mass (moved_law P' (- d)) S + v * mass (moved_law Q' (- d)) S.
  by move=> bS; rewrite !mass_moved_law; apply: HB; exact: borel_moved.
have [f [f01 mf df dg]] := nikodym NA NB'; pose g x := 1 - f x; pose mu := both A B'.
have mg : measurable_fun (setT : set line) (g : line -> line).
  by apply: measurable_funB => //; exact: measurable_fun_cst.
have fg0 x : 0 <= f x /\ 0 <= g x by rewrite /g; have := f01 x; lra.
have dense S : borel S -> A (S : set line) = (\int[mu]_(x in S) (f x)%:E)%E /\
    B' (S : set line) = (\int[mu]_(x in S) (g x)%:E)%E.
  by move=> bS; split; [exact: df|exact: dg].
pose l : line -> extended := loss_of f g.
have ml : measurable_fun (setT : set line) l by exact: loss_measurable.
exists (\int[A]_x l x)%E; split.
  by exists l; split; [exists mu, f, g; split|rewrite mean_of_one].
have [N EN] := negative_mean NB mf mg fg0 dense.
rewrite integralE EN lee_subl_addr//.
pose w k (x : R) := cut 0 (INR k) (l x).
have k0 k : 0 <= INR k by exact: pos_INR.
have w0 k x : 0 <= w k x <= INR k by have := cut_bounds (l x) (Rle_refl 0) (k0 k); rewrite /w; lra.
have mw k : measurable_fun (setT : set line) (w k : line -> line).
  by apply: cut_measurable => //; exact: Rle_refl.
have below k : (\int[A]_x (w k x)%:E <= (u * p + v * q + N)%:E)%E.
  have [W EW] := bounded_integral NA (mw k) (w0 k).
  rewrite EW lee_fin; apply/RleP; apply: small => m.
  pose phi x := cut (INR m) (INR k) (l x).
  have mp : measurable_fun (setT : set line) (phi : line -> line) by exact: cut_measurable.
  have bp x : - INR m <= phi x <= INR k by exact: cut_bounds.
  have [x1 [y1 [X1 Y1 L1]]] := bound_of_means NP NP' (k0 m) (k0 k) Hp mp bp.
  have [x2 [y2 [X2 Y2 L2]]] := bound_of_means NQ NQ' (k0 m) (k0 k) Hq mp bp.
  have mx : measurable_fun (setT : set line) ((fun x => phi x + INR m + 1) : line -> line).
    apply: measurable_funD; last exact: measurable_fun_cst.
    by apply: measurable_funD => //; exact: measurable_fun_cst.
  have bx x : 0 <= phi x + INR m + 1 <= INR k + INR m + 1 by have := bp x; lra.
  have my := exp_measurable mp.
  have X : (\int[A]_x (phi x + INR m + 1)%R%:E)%E = (u * x1 + v * x2)%:E.
    have := @integral_mixture A P Q 1 u v (fun x => (phi x + INR m + 1)%R%:E) NA NP NQ Rle_0_1 u0 v0.
    rewrite /expected X1 X2 mul1e => ->//; first exact/EFin_measurable_fun.
      by move=> x; rewrite lee_fin; apply/RleP; case: (bx x).
    by move=> S bS; rewrite Rmult_1_l; exact: HA.
  have Y : (\int[B']_x (exp (phi x))%:E)%E = (u * y1 + v * y2)%:E.
    have := @integral_mixture B' (moved_law P' (- d)) (moved_law Q' (- d)) 1 u v
      (fun x => (exp (phi x))%:E) NB' (noise_moved_law _ NP') (noise_moved_law _ NQ') Rle_0_1 u0 v0.
    rewrite /expected Y1 Y2 mul1e => ->//; first exact/EFin_measurable_fun.
      by move=> x; rewrite lee_fin; apply/RleP; left; exact: exp_pos.
    by move=> S bS; rewrite Rmult_1_l; exact: HB'.
  have Yb : u * y1 + v * y2 <= 1 + exp (- INR m).
    apply/RleP; rewrite -lee_fin -Y.
    have ge0 (y : R) : 0 <= y -> (0 <= y%:E :> extended)%E by move=> y0; rewrite lee_fin; apply/RleP.
    have e0 := exp_pos (- INR m).
    have fB : forall x : line, is_true (Order.le (GRing.zero (GRing.Ring.zmodType real_realType)) (g x)).
      by move=> x; apply/RleP; case: (fg0 x).
    have weigh := @weighted _ line real_realType B' mu g mg fB (fun S mS => proj2 (dense S mS)).
    rewrite weigh; [|exact/EFin_measurable_fun|by move=> x; apply: ge0; left; exact: exp_pos].
    have F1 : (\int[mu]_x (f x)%:E = 1%:E)%E by rewrite -(proj1 (dense _ (measurableT : borel setT))).
    have G1 : (\int[mu]_x ((exp (- INR m))%:E * (g x)%:E) = (exp (- INR m))%:E)%E.
      rewrite -weigh; [|exact: measurable_fun_cst|by move=> x; apply: ge0; left].
      by rewrite integral_cst//; rewrite [B' _](NB' : B' setT = 1%:E) mule1.
    have mfE : measurable_fun (setT : set line) (fun x => (f x)%:E : extended) by exact/EFin_measurable_fun.
    have mgE : measurable_fun (setT : set line) (fun x => (g x)%:E : extended) by exact/EFin_measurable_fun.
    have mc : measurable_fun (setT : set line) (fun x => ((exp (- INR m))%:E * (g x)%:E)%E : extended).
      by apply: emeasurable_funM => //; exact: measurable_fun_cst.
    have pc x : (0 <= (exp (- INR m))%:E * (g x)%:E :> extended)%E.
      by apply: mule_ge0; apply: ge0; [left|case: (fg0 x)].
    rewrite [leRHS](_ : _ = (1%:E + (exp (- INR m))%:E)%E); last by [].
    rewrite -F1 -{1}G1 -ge0_integralD//; last by move=> x _; apply: ge0; case: (fg0 x).
    apply: integral_le => x.
      by apply: mule_ge0; apply: ge0; [left; exact: exp_pos|case: (fg0 x)].
    rewrite -!EFinM; suff : exp (phi x) * g x <= f x + exp (- INR m) * g x.
      by move=> /RleP K; change ((exp (phi x) * g x)%R%:E <= (f x + exp (- INR m) * g x)%R%:E)%E; rewrite lee_fin.
    by apply: cut_density; case: (fg0 x).
  pose r x := w k x - phi x.
  have r0 x : 0 <= r x /\ ((r x)%:E <= l^\- x :> extended)%E by exact: cut_negative.
  have mr : measurable_fun (setT : set line) (r : line -> line) by exact: measurable_funB.
  have br x : 0 <= r x <= INR k + INR m.
    by split; [exact: (proj1 (r0 x))|rewrite /r; have := bp x; have := w0 k x; lra].
  have [Z EZ] := bounded_integral NA mr br.
  have ZN : Z <= N.
    apply/RleP; rewrite -lee_fin -EZ -EN; apply: integral_le => x; last exact: (proj2 (r0 x)).
    by rewrite lee_fin; apply/RleP; case: (br x).
  have E : (u * x1 + v * x2) + Z = W + (INR m + 1).
    have pw x : (0 <= (w k x)%:E :> extended)%E by rewrite lee_fin; apply/RleP; case: (w0 k x).
    have px x : (0 <= (phi x + INR m + 1)%R%:E :> extended)%E by rewrite lee_fin; apply/RleP; case: (bx x).
    have pr x : (0 <= (r x)%:E :> extended)%E by rewrite lee_fin; apply/RleP; case: (br x).
    have m1 : 0 <= INR m + 1 by have := k0 m; lra.
    have C : (\int[A]_x (cst (INR m + 1)%R%:E) x = (INR m + 1)%R%:E)%E.
      by rewrite integral_cst//; rewrite [A _](NA : A setT = 1%:E) mule1.
    have E1 : (\int[A]_x ((phi x + INR m + 1)%R%:E + (r x)%:E) = (u * x1 + v * x2)%R%:E + Z%:E)%E.
      by rewrite -X -EZ; apply: ge0_integralD => //; exact/EFin_measurable_fun.
    have E2 : (\int[A]_x ((w k x)%:E + (INR m + 1)%R%:E) = W%:E + (INR m + 1)%R%:E)%E.
      rewrite -EW -[in RHS]C; apply: ge0_integralD => //; first exact/EFin_measurable_fun.
        by move=> x _; rewrite lee_fin; apply/RleP.
      exact: measurable_fun_cst.
    have : ((u * x1 + v * x2)%R%:E + Z%:E = W%:E + (INR m + 1)%R%:E :> extended)%E.
      rewrite -E1 -E2; apply: eq_integral => x _.
      rewrite -!EFinD; congr (_%:E); change (phi x + INR m + 1 + r x = w k x + (INR m + 1)).
      by rewrite /r; lra.
    by move=> [].
  have := Rmult_le_compat_l _ _ _ u0 L1; have := Rmult_le_compat_l _ _ _ v0 L2.
  have vE : v = 1 - u by lra.
  move=> V U; rewrite vE in Yb E U V *.
  change (W <= u * p + (1 - u) * q + N + exp (- INR m)); lra.
have up (x : line) : {homo (fun k => (w k x)%:E : extended) : a b / (a <= b)%nat >-> (a <= b)%E}.
  move=> a b ab; rewrite lee_fin; apply/RleP; rewrite /w.
  have ab' : INR a <= INR b by apply: le_INR; apply/ssrnat.leP.
  case: (l x) => [y||] /=; [|by []|exact: Rle_refl].
  by rewrite /Rmax /Rmin; repeat destruct Rle_dec; lra.
have lim_up (x : line) := @ereal_nondecreasing_cvg _ _ (up x).
pose top (x : line) : extended := topology.lim (fun k => (w k x)%:E : extended).
have reach k x : ((w k x)%:E <= top x)%E.
  by rewrite /top (cvg_lim _ (lim_up x))//; apply: ereal_sup_ub; exists k.
have L : (\int[A]_x l^\+ x <= \int[A]_x top x)%E.
  apply: integral_le => x; first exact: funepos_ge0.
  have := reach ^~ x; rewrite /w /funepos; case: (l x) => [y||] ub.
  - have [k Hk] := @reaches y 1 Rlt_0_1; apply: le_trans (ub k).
    rewrite le_maxl !lee_fin /=; apply/andP; split; apply/RleP.
      change (y <= Rmax (- 0) (Rmin (INR k) y)).
      by rewrite /Rmax /Rmin; repeat destruct Rle_dec; lra.
    change (0 <= Rmax (- 0) (Rmin (INR k) y)); have := Rmax_l (- 0) (Rmin (INR k) y); lra.
  - rewrite maxye; move: ub; case: (top x) => [y||] ub; [|by []|by have := ub 0%nat].
    have [k Hk] := @reaches y 1 Rlt_0_1; have := ub k; rewrite /= lee_fin => /RleP K.
    exfalso; apply: (Rlt_not_le (INR k * 1) y) => //; rewrite Rmult_1_r. exact: K.
  - rewrite maxNye; apply: le_trans (ub 0%nat); rewrite lee_fin; apply/RleP; change (0 <= - 0); lra.
apply: le_trans L _.
have -> : (\int[A]_x top x = topology.lim (fun k => \int[A]_x (w k x)%:E))%E.
  apply: monotone_convergence => //; first by move=> k; exact/EFin_measurable_fun.
  by move=> k x _; rewrite lee_fin; apply/RleP; case: (w0 k x).
rewrite (cvg_lim _ (ereal_nondecreasing_cvg _))//; last first.
  by move=> a b ab; apply: integral_le => x; [rewrite lee_fin; apply/RleP; case: (w0 a x)|exact: up].
by apply: ub_ereal_sup => _ [k _ <-]; exact: below.
Qed.
