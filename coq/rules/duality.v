(** Privacy of bounded functions, and the bound on costs that follows from it. *)
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

(** ** What is linear between multiples of a width is Borel *)

Lemma linear_measurable (w : R) (g : R -> R) : 0 < w ->
  (forall i, integer i -> forall h, 0 < h -> h < 1 ->
    g ((i + h) * w) = (1 - h) * g (i * w) + h * g ((i + 1) * w)) ->
  measurable_fun (setT : set line) (g : line -> line).
Proof.
move=> w0 H _ B mB; rewrite setTI.
pose cell i : set line := closed_open (Finite (i * w)) (Finite ((i + 1) * w)).
pose q i : R := (g ((i + 1) * w) - g (i * w)) / w.
pose a i (x : line) : line := (g (i * w) - q i * (i * w) : line) + (q i : line) * x.
have ma i : measurable_fun (setT : set line) (a i).
  apply: measurable_funD; first exact: measurable_fun_cst.
  by apply: measurable_funM; [exact: measurable_fun_cst|exact: measurable_fun_id].
have E i x : integer i -> cell i x -> g x = a i x.
  move=> ii [/= lo hi].
  have -> : a i x = g (i * w) + (x - i * w) / w * (g ((i + 1) * w) - g (i * w)).
    by change (g (i * w) - q i * (i * w) + q i * x = g (i * w) + (x - i * w) / w * (g ((i + 1) * w) - g (i * w)));
      rewrite /q; field; lra.
  have [L|L] := Rle_lt_or_eq_dec _ _ lo; last by rewrite -L; field; lra.
  pose h := (x - i * w) / w; have hw : h * w = x - i * w by rewrite /h; field; lra.
  have -> : x = (i + h) * w by lra.
  rewrite H//; [|nra|nra].
  have -> : ((i + h) * w - i * w) / w = h by field; lra.
  by lra.
pose piece i : set line := cell i `&` a i @^-1` B.
have mp i : measurable (piece i).
  by apply: measurableI; [exact: borel_period|rewrite -(setTI (_ @^-1` _)); exact: ma].
have -> : g @^-1` B = (\bigcup_n (piece (INR n) `|` piece (- INR n - 1)))%classic.
  apply/seteqP; split=> [x Bx|x [n _ [] [cx ax]]]; last 2 first.
  - by rewrite /preimage /= (E (INR n) x (integer_INR n) cx).
  - rewrite /preimage /= (E (- INR n - 1) x _ cx)//.
    by apply: integer_minus; [apply: integer_opp; exact: integer_INR|exact: (integer_IZR 1)].
  pose z := Int_part (x / w); have [z1 z2] := base_Int_part (x / w).
  have xw : x = x / w * w by field; lra.
  have cx : cell (IZR z) x by rewrite /cell /closed_open /= -/z in z1 z2 *; split; nra.
  have px : piece (IZR z) x by split=> //; rewrite /preimage /= -(E _ _ (integer_IZR z) cx).
  have [z0|z0] := Z_le_dec 0 z.
    exists (Z.to_nat z) => //; left.
    by have -> : INR (Z.to_nat z) = IZR z by rewrite INR_IZR_INZ Z2Nat.id.
  exists (Z.to_nat (- z - 1)) => //; right.
  have -> : - INR (Z.to_nat (- z - 1)) - 1 = IZR z; last by [].
  by rewrite INR_IZR_INZ Z2Nat.id; [rewrite minus_IZR opp_IZR; lra|lia].
by apply: bigcupT_measurable => n; exact: measurableU.
Qed.

(** ** Privacy of a function between 0 and W *)

Lemma delta_ge0 (P : law) e d s : private P e d s -> 0 <= s -> 0 <= d.
Proof.
move=> H s0; have := H (set0 : set line) 0 measurable0; rewrite Rabs_R0 => /(_ s0).
have -> : moved (set0 : set line) 0 = set0 by apply/seteqP; split=> x.
by rewrite /mass measure0 => K; have {}K : 0 <= exp e * 0 + d := K; lra.
Qed.

Lemma private_function (P : law) e d s (g : R -> R) W t : noise P -> private P e d s ->
  measurable_fun (setT : set line) (g : line -> line) -> (forall x, 0 <= g x) ->
  (forall x, g x <= W) -> Rabs t <= s ->
  (\int[P]_x (g x)%:E <= (exp e)%:E * \int[P]_x (g (x - t)%R)%:E + (d * W : R)%:E)%E.
Proof.
move=> N H mg g0 gW ts.
have d0 : 0 <= d by apply: (delta_ge0 H); have := Rabs_pos t; lra.
have W0 : 0 <= W by have := g0 0; have := gW 0; lra.
have e0 : 0 <= exp e by left; exact: exp_pos.
pose L x : extended := (g x)%:E; pose M x : extended := (g (x - t))%:E.
have mL : measurable_fun (setT : set line) L by apply/EFin_measurable_fun.
have mM : measurable_fun (setT : set line) M by exact: (measurable_fun_comp mL (move_measurable t)).
have L0 x : (0%:E <= L x)%E by rewrite lee_fin; apply/RleP.
have M0 x : (0%:E <= M x)%E by rewrite lee_fin; apply/RleP.
have e1 : (0%:E <= (exp e)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have d1 : (0%:E <= d%:E :> extended)%E by rewrite lee_fin; apply/RleP.
pose I : set line := closed_open (Finite 0) (Finite W).
have mI : measurable I by exact: borel_period.
have t0 (f : R -> extended) y : (0%:E <= tails P f y)%E by exact: measure_ge0.
have i0 y : (0%:E <= d%:E * (\1_I y)%:E :> extended)%E by apply: mule_ge0 => //; rewrite lee_fin.
have s0 y : (0%:E <= (exp e)%:E * tails P M y)%E by exact: mule_ge0.
have mI1 : measurable_fun (setT : set line) (fun y => d%:E * (\1_I y)%:E : extended)%E.
  apply: emeasurable_funM; first exact: measurable_fun_cst.
  by apply/EFin_measurable_fun; exact: measurable_fun_indic.
have mt : measurable_fun (setT : set line) (fun y => (exp e)%:E * tails P M y)%E.
  by apply: emeasurable_funM; [exact: measurable_fun_cst|exact: tails_measurable].
have K y : (tails P L y <= (exp e)%:E * tails P M y + d%:E * (\1_I y)%:E)%E.
  have [[y0 yW]|none] := pselect (0 <= y /\ y < W); last first.
    have -> : tails P L y = 0%:E; last exact: adde_ge0.
    rewrite /tails; have -> : (fun x => 0 <= y /\ (y%:E < L x)%E) = set0; last exact: measure0.
    apply/seteqP; split=> x // [y0]; rewrite lte_fin => /RltP yg; apply: none; split=> //.
    by have := gW x; have : y < g x := yg; lra.
  pose S : set line := fun x => 0 <= y /\ (y%:E < L x)%E.
  have bS : borel S.
    have -> : S = (fun x => (y%:E < L x)%E) by apply/seteqP; split=> x; [case|].
    by move: (emeasurable_fun_o_infty measurableT mL y%:E); rewrite setTI.
  have bM := borel_moved t bS.
  have -> : tails P L y = P S by [].
  have -> : tails P M y = P (moved S t) by [].
  have -> : \1_I y = 1 :> R by rewrite indicE mem_set.
  rewrite !massE// mule1 -EFinM -EFinD lee_fin; apply/RleP.
  exact: H bS ts.
have -> : (\int[P]_x (g x)%:E = \int[length]_y tails P L y)%E by exact: layers.
have -> : (\int[P]_x (g (x - t)%R)%:E = \int[length]_y tails P M y)%E by exact: layers.
have -> : (d * W : R)%:E = (\int[length]_y (d%:E * (\1_I y)%:E))%E.
  rewrite ge0_integralM_EFin//; last 2 first.
  - by move=> y _; rewrite lee_fin.
  - by apply/EFin_measurable_fun; exact: measurable_fun_indic.
  rewrite integral_indic// setIT.
  have -> : I = [set` Interval (BLeft 0) (BLeft W)].
    apply/seteqP; split=> x; rewrite /I /closed_open /= in_itv /=.
      by move=> [/RleP -> /RltP ->].
    by move=> /andP[/RleP A /RltP C].
  rewrite length_itv hlength_itv /= lte_fin; case: RltP => [_|C].
    by rewrite EFinM -EFinB subr0.
  by have -> : W = 0 by have := W0; lra; rewrite mule0 Rmult_0_r.
rewrite -ge0_integralM_EFin//; last exact: tails_measurable.
rewrite -ge0_integralD//.
apply: ge0_le_integral => //; first exact: tails_measurable.
- by move=> y _; exact: adde_ge0.
- exact: emeasurable_funD.
Qed.

(** ** Weak duality *)

Theorem weak_duality : rule_weak_duality.
Proof.
move=> P N e d s w w0 t g W v B c nu last last0 [z lastE] H up lo g0 gW lin v0 V B0 VB rise c0 left right.
have l1 : 1 <= last.
  by rewrite lastE in last0 *; apply: (IZR_le 1); have := lt_IZR 0 z last0; lia.
have il : integer last by exists z.
have e0 : 0 <= exp e by left; exact: exp_pos.
have i1 : integer 1 by exact: (integer_IZR 1).
have d0 : 0 <= d.
  by apply: (delta_ge0 H); have := up 1 i1 (Rle_refl 1) l1; have := lo 1 i1 (Rle_refl 1) l1; lra.
have sums j : INR j <= last -> exists f h : R -> R,
    [/\ measurable_fun (setT : set line) (f : line -> line) /\
        measurable_fun (setT : set line) (h : line -> line),
      (forall x, 0 <= f x) /\ (forall x, 0 <= h x), exists b, forall x, f x <= b,
      forall x, v x (INR j) <= f x - exp e * h x &
      (\int[P]_x (f x)%:E <= (exp e)%:E * \int[P]_x (h x)%:E + (d * B (INR j) : R)%:E)%E].
  elim: j => [|j IH] jl.
    exists (fun=> 0), (fun=> 0); split.
    - by split; exact: measurable_fun_cst.
    - by split=> x; lra.
    - by exists 0 => x; lra.
    - by move=> x; have := v0 x; rewrite /=; lra.
    - by rewrite !integral0 mule0 add0e lee_fin; apply/RleP; exact: Rmult_le_pos.
  have jn := pos_INR j; rewrite S_INR in jl.
  have [f [h [[mf mh] [f0 h0] [b fb] vf I]]] := IH ltac:(lra).
  have ij := integer_INR j; have ik : integer (INR j + 1) by exact: integer_plus.
  have k1 : 1 <= INR j + 1 by lra.
  pose k x := g x (INR j + 1); pose r := t (INR j + 1).
  have mk : measurable_fun (setT : set line) (k : line -> line).
    by apply: (linear_measurable w0) => i ii u u0 u1; exact: lin.
  have mr : measurable_fun (setT : set line) ((fun x => k (x - r)) : line -> line).
    exact: (measurable_fun_comp mk (move_measurable r)).
  have k0 x : 0 <= k x by exact: g0.
  have kW x : k x <= W (INR j + 1) by exact: gW.
  have rs : Rabs r <= s.
    by apply: Rabs_le; have := up _ ik k1 jl; have := lo _ ik k1 jl; rewrite -/r; lra.
  have F := private_function N H mk k0 kW rs.
  exists (fun x => f x + k x), (fun x => h x + k (x - r)); split.
  - by split; exact: measurable_funD.
  - by split=> x; [have := f0 x; have := k0 x|have := h0 x; have := k0 (x - r)]; lra.
  - by exists (b + W (INR j + 1)) => x; have := fb x; have := kW x; lra.
  - move=> x; rewrite S_INR; have := V (INR j) ij jn ltac:(lra) x; have := vf x.
    by rewrite -/r -/(k x) -/(k (x - r)); lra.
  have D (p q : R -> R) : measurable_fun (setT : set line) (p : line -> line) ->
      measurable_fun (setT : set line) (q : line -> line) -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
      (\int[P]_x (p x + q x : R)%:E = \int[P]_x (p x)%:E + \int[P]_x (q x)%:E)%E.
    move=> mp mq p0 q0; rewrite -ge0_integralD//.
    - by move=> x _; rewrite lee_fin; apply/RleP.
    - exact/EFin_measurable_fun.
    - by move=> x _; rewrite lee_fin; apply/RleP.
    - exact/EFin_measurable_fun.
  rewrite !D//.
  have h1 (p : R -> R) : (forall x, 0 <= p x) -> (0%:E <= \int[P]_x (p x)%:E)%E.
    by move=> p0; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
  rewrite ge0_muleDr; [|exact: h1|by apply: h1 => x; exact: k0].
  apply: le_trans (lee_add I F) _.
  rewrite addeACA; apply: lee_add => //.
  rewrite -EFinD lee_fin; apply/RleP.
  change (d * B (INR j) + d * W (INR j + 1) <= d * B (INR j.+1)); rewrite S_INR -Rmult_plus_distr_l.
  by apply: Rmult_le_compat_l => //; have := VB (INR j) ij jn ltac:(lra); lra.
have [n nE] := @integer_nat last il ltac:(lra).
have [f [h [[mf mh] [f0 h0] [b fb] vf I]]] := sums n ltac:(lra).
rewrite -nE in vf I.
pose m := Rabs nu; have m0 : 0 <= m by exact: Rabs_pos.
have m1 : 0 <= nu + m by rewrite /m; have := Rle_abs (- nu); rewrite Rabs_Ropp; lra.
have [mc C0 _ _] := cost_formula c0 rise.
pose C := (\int[P]_x (c (Rabs x))%:E)%E.
have mfE : measurable_fun (setT : set line) (fun x => (f x)%:E : extended) by apply/EFin_measurable_fun.
have mhE : measurable_fun (setT : set line) (fun x => (h x)%:E : extended) by apply/EFin_measurable_fun.
have cst (u : R) : (\int[P]_x u%:E = u%:E)%E.
  by rewrite (integral_cst P measurableT u%:E) N mule1.
have fE x : (0%:E <= (f x)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have hE x : (0%:E <= (h x)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have e1 : (0%:E <= (exp e)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have mE : (0%:E <= m%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have nE1 : (0%:E <= (nu + m : R)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have A : ((exp e)%:E * \int[P]_x (h x)%:E + (nu + m : R)%:E <=
    C + \int[P]_x (f x)%:E + m%:E)%E.
  rewrite -{1}(cst (nu + m)) -(cst m) /C -ge0_integralM_EFin//.
  have mS : measurable_fun (setT : set line) (fun x => (c (Rabs x))%:E + (f x)%:E : extended)%E.
    exact: emeasurable_funD.
  have mH : measurable_fun (setT : set line) (fun x => (exp e)%:E * (h x)%:E : extended)%E.
    by apply: emeasurable_funM => //; exact: measurable_fun_cst.
  rewrite -!ge0_integralD//; try exact: measurable_fun_cst; last 2 first.
  - by move=> x _; exact: adde_ge0.
  - by move=> x _; exact: mule_ge0.
  apply: ge0_le_integral => //.
  - by move=> x _; apply: adde_ge0 => //; exact: mule_ge0.
  - by apply: emeasurable_funD => //; exact: measurable_fun_cst.
  - by move=> x _; apply: adde_ge0 => //; exact: adde_ge0.
  - by apply: emeasurable_funD => //; exact: measurable_fun_cst.
  - move=> x _; rewrite -EFinM -!EFinD lee_fin; apply/RleP.
    change (exp e * h x + (nu + m) <= c (Rabs x) + f x + m).
    have := vf x; have [x0|x0] := Rle_lt_dec 0 x.
      by rewrite Rabs_pos_eq//; have := left x x0; lra.
    by rewrite Rabs_left//; have := right (- x) ltac:(lra); rewrite Ropp_involutive; lra.
have [r rE] : exists r, (\int[P]_x (f x)%:E)%E = r%:E.
  have F0 : (0%:E <= \int[P]_x (f x)%:E)%E by exact: integral_ge0.
  have Fb : (\int[P]_x (f x)%:E <= b%:E)%E.
    rewrite -(cst b); apply: ge0_le_integral => //.
    - by move=> x _; rewrite lee_fin; apply/RleP; apply: Rle_trans (f0 x) (fb x).
    - exact: measurable_fun_cst.
    - by move=> x _; rewrite lee_fin; apply/RleP.
  by move: F0 Fb; case: (\int[P]_x (f x)%:E)%E => [r _ _|//|//]; exists r.
rewrite rE in A I.
have K : (r%:E + (nu + m : R)%:E <= C + r%:E + m%:E + (d * B last : R)%:E)%E.
  apply: (@le_trans _ _ ((exp e)%:E * \int[P]_x (h x)%:E + (d * B last : R)%:E + (nu + m : R)%:E)%E).
    exact: lee_add.
  by rewrite addeAC; apply: lee_add.
rewrite /expectation_at_least /expectation /expected -/C.
move: K; move: C {A} => [y||] K.
- move: K; rewrite -!EFinD !lee_fin => /RleP K; apply/RleP.
  have L : r + (nu + m) <= y + r + m + d * B last := K.
  by change (nu - d * B last <= y); lra.
- exact: leey.
- by [].
Qed.
