From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia Classical.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses sets weighted densities.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.



Lemma open_rays (a b : Rbar) : topology.open (open_open a b : set line).
Proof.
have A : topology.open ((fun x => Rbar_lt a x) : set line).
  case: a => [r| |]; [|exact: topology.open0|exact: topology.openT].
  have G := @normedtype.open_gt real_realType r.
  by move: G; congr (topology.open _); apply/funext => x; apply/propext; split=> [/RltP|H]; last exact/RltP.
have B : topology.open ((fun x => Rbar_lt x b) : set line).
  case: b => [r| |]; [|exact: topology.openT|exact: topology.open0].
  have G := @normedtype.open_lt real_realType r.
  by move: G; congr (topology.open _); apply/funext => x; apply/propext; split=> [/RltP|H]; last exact/RltP.
exact: (openI A B).
Qed.

(** That h is measurable between a and b, and its area there. *)
Definition part (h : R -> R) (a b : Rbar) (v : R) : Prop :=
  measurable_on h (open_open a b) /\ (dense h -> area h (open_open a b) = v%:E).

Lemma part_value h a b v w : part h a b v -> v = w -> part h a b w.
Proof. by move=> P <-. Qed.

Lemma measurable_few h (S : R -> Prop) c : (forall x, S x -> x = c) -> measurable_on h S.
Proof.
move=> H mS Y mY; have [Yc|Yc] := pselect (Y (h c)).
  have -> : (S : set line) `&` (h : line -> line) @^-1` Y = (S : set line) => //.
  by apply/seteqP; split=> [x [] //|x Sx]; split=> //=; rewrite (H x Sx).
have -> : (S : set line) `&` (h : line -> line) @^-1` Y = set0; last exact: measurable0.
by apply/seteqP; split=> // x [Sx /=]; rewrite (H x Sx).
Qed.

Lemma area_few h (S : R -> Prop) c : dense h -> borel S -> (forall x, S x -> x = c) -> area h S = 0%E.
Proof.
move=> D bS H.
have bc : borel (fun x => x = c) by exact: measurable_set1.
have K : area h (fun x => x = c) = 0%E.
  have I := @integral_cst _ _ _ length [set c : line] (measurable_set1 _) (h c)%:E.
  have E := @lebesgue_measure_set1 real_realType c.
  rewrite /area; apply: etrans.
    by apply: (@eq_integral _ _ _ length _ (fun _ => (h c)%:E)) => x; rewrite inE => ->.
  apply: etrans; first exact I.
  by apply: etrans; [apply: (f_equal (fun t => (h c)%:E * t)%E); exact E|rewrite mule0].
apply/eqP; rewrite eq_le area_ge0// andbT -K.
exact: (area_monotone D bS bc H).
Qed.

Lemma part_piece (h g : R -> R) (a b : Rbar) (v : R) :
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> h x = g x) ->
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> continuous g x) ->
  integral g a b v -> part h a b v.
Proof.
move=> E Cg I.
have C (x : R) : Rbar_lt a x -> Rbar_lt x b -> continuous h x.
  move=> A B; apply: (continuous_ext_loc _ g); last exact: Cg.
  have N : locally x (fun t => Rbar_lt a t /\ Rbar_lt t b).
    by apply: filter_and; [exact: (open_Rbar_gt' x a A)|exact: (open_Rbar_lt' x b B)].
  by apply: filter_imp N => t [lo hi]; rewrite E.
split.
  apply: open_continuous_measurable_fun; first exact: (@open_rays a b).
  move=> x; rewrite inE => -[A B].
  by apply/continuity_pt_cvg/continuity_pt_filterlim; exact: C.
move=> D; case: I => [[ab ->]|[ab I]].
  have -> : open_open a b = set0; last exact: area_none.
  apply/seteqP; split=> // x [lo hi]; rewrite ab in lo.
  by apply: (Rbar_lt_not_le _ _ lo); exact: Rbar_lt_le.
have [p [Ap Bp]] : exists p : R, Rbar_lt a p /\ Rbar_lt p b.
  by have [p H] := filter_ex _ (after_inside a b ab); exists p.
apply: (area_open D C Ap Bp).
apply: (is_RInt_gen_ext g) I.
apply: (Filter_prod _ _ _ _ _ (after_inside a b ab) (before_inside a b ab)) => x y [A1 B1] [A2 B2] t /= T.
have [lo hi] : Rbar_lt a t /\ Rbar_lt t b by apply: (Rbar_between a b x y t) => //; lra.
by rewrite E.
Qed.

Lemma measurable_join h S T U : borel S -> borel T -> (forall x, U x <-> S x \/ T x) ->
  measurable_on h S -> measurable_on h T -> measurable_on h U.
Proof.
move=> bS bT E mS mT; have -> : U = (S `|` T : set line) by apply/funext => x; apply/propext; exact: E.
by apply/(measurable_funU _ bS bT).
Qed.

Lemma part_join h (a b : Rbar) (c v w : R) : Rbar_le a c -> Rbar_le c b ->
  part h a c v -> part h c b w -> part h a b (v + w).
Proof.
move=> ac cb [m1 A1] [m2 A2].
pose P (x : R) : Prop := Rbar_lt a x /\ Rbar_lt x b /\ x = c.
have Pc x : P x -> x = c by move=> [_ []].
have bc : borel (fun x => x = c) by exact: measurable_set1.
have bP : borel P.
  apply: (borel_ext _ (borel_meet (borel_open_open a b) bc)) => x; rewrite /meet /open_open /P; tauto.
pose U := join (open_open a c) P.
have bU : borel U by exact: (borel_join (borel_open_open a c) bP).
have E x : open_open a b x <-> U x \/ open_open c b x.
  rewrite /U /join /open_open /P; split.
    move=> [lo hi]; have [L|[E|L]] := Rtotal_order x c; [by left; left| |by right].
    by left; right; split=> //; split.
  by move=> [[[lo hi]|[lo [hi _]]]|[lo hi]]; split=> //;
    [exact: (Rbar_lt_le_trans _ _ _ hi cb)|exact: (Rbar_le_lt_trans _ _ _ ac lo)].
have mU : measurable_on h U.
  have mP : measurable_on h P by exact: (@measurable_few h P c Pc).
  have EU x : U x <-> open_open a c x \/ P x by [].
  exact: (measurable_join (borel_open_open a c) bP EU m1 mP).
split; first exact: (measurable_join bU (borel_open_open c b) E mU m2).
move=> D; rewrite (@area_join h D U (open_open c b) _ bU (borel_open_open c b) _ E); last first.
  by move=> x [[_ hi]|[_ [_ ->]]] [lo _]; [move: hi lo => /= ; lra|move: lo => /=; lra].
rewrite (@area_join h D (open_open a c) P U (borel_open_open a c) bP); last 2 first.
- by move=> x [_ hi] [_ [_ E']]; move: hi; rewrite E' /=; lra.
- by [].
by rewrite A1// A2// (area_few D bP Pc) adde0 -EFinD.
Qed.

Lemma part_none h (a : R) : part h a a 0.
Proof.
have E : open_open a a = set0 by apply/seteqP; split=> // x [/= lo hi]; lra.
split; first by rewrite E; apply: (@measurable_few h set0 0).
by move=> D; rewrite E; exact: area_none.
Qed.

Lemma part_whole h (a : Rbar) (F : nat -> R) (s : nat -> R) (v : R) :
  (forall n, F n <= F (S n)) -> (forall x, exists n, x < F n) ->
  (forall n, part h a (F n) (s n)) -> is_lim_seq s v -> part h a p_infty v.
Proof.
move=> up all H L.
have E : open_open a p_infty = (fun x => exists n, open_open a (F n) x).
  apply/funext => x; apply/propext; split; last by move=> [n [lo _]].
  by move=> [lo _]; have [n hi] := all x; exists n.
have U : (fun x => exists n, open_open a (F n) x) = (\bigcup_n (open_open a (F n)) : set line).
  by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
split.
  rewrite E U => mU Y mY; rewrite setI_bigcupl; apply: bigcupT_measurable => n.
  exact: ((H n).1 (borel_open_open _ _) Y mY).
move=> D; rewrite E; apply: (@area_limit h _ s v D) => //.
- by move=> n; exact: borel_open_open.
- by move=> n x [lo /= hi]; split=> //=; have := up n; lra.
- by move=> n; exact: (H n).2 D.
Qed.

Lemma part_series h (w : R) (t : R -> R) (v : R) : 0 < w ->
  (forall k, integer k -> 0 <= k -> part h (k * w) (k * w + w) (t k)) ->
  infinite_sum t 0 v -> part h 0 p_infty v.
Proof.
move=> w0 H [_ L].
apply: (@part_whole h 0 (fun n => INR n * w) (total (fun k => t (0 + INR k)))).
- by move=> n; rewrite S_INR; nra.
- by move=> x; exact: (reaches x w0).
- elim=> [|n IH].
    by rewrite /= Rmult_0_l; exact: part_none.
  rewrite /= -/(INR n.+1) S_INR; apply: part_join IH _ => /=.
  + by have := pos_INR n; nra.
  + by lra.
  rewrite Rplus_0_l; have -> : (INR n + 1) * w = INR n * w + w by lra.
  by apply: H; [exact: integer_INR|exact: pos_INR].
- apply/is_lim_seq_incr_1; apply: (is_lim_seq_ext (sum_n (fun k => t (0 + INR k)))).
    by move=> n; rewrite total_sum_n.
  exact: L.
Qed.

(** ** The mirror image *)

Lemma measurable_opp : measurable_fun (setT : set line) (Ropp : line -> line).
Proof. by apply: continuous_measurable_fun => x; apply/continuity_pt_cvg; reg. Qed.

Notation gitvs := [the measurableType _ of salgebraType (@ocitv real_realType)].
Notation measure_of_length := (@lebesgue_measure real_realType : {measure set gitvs -> \bar real_realType}).

Lemma measurable_opp_ : measurable_fun (setT : set gitvs) (Ropp : gitvs -> gitvs).
Proof. exact: measurable_opp. Qed.

Lemma length_mirror S : borel S -> length (mirror S) = length S.
Proof.
move=> bS; apply/esym.
have U := @lebesgue_measure_unique real_realType
  [the {measure set gitvs -> \bar real_realType} of pushforward measure_of_length measurable_opp_].
apply: U bS => X [[x y] _ <-] /=.
rewrite /pushforward.
have -> : Ropp @^-1` [set` `]x, y]%R] = [set` `[(- y)%R, (- x)%R[%R] :> set line.
  apply/funext => t; apply/propext; rewrite /= !in_itv /=; split=> /andP[].
    move=> /RltP lo /RleP hi; have lo' : x < - t by exact: lo.
    have hi' : - t <= y by exact: hi.
    by apply/andP; split; [apply/RleP; change (- y <= t); lra|apply/RltP; change (t < - x); lra].
  move=> /RleP lo /RltP hi; have lo' : - y <= t by exact: lo.
  have hi' : t < - x by exact: hi.
  by apply/andP; split; [apply/RltP; change (x < - t); lra|apply/RleP; change (- t <= y); lra].
apply/esym; have E := @lebesgue_measure_itv real_realType `[(- y)%R, (- x)%R[%R.
apply: etrans; first exact E.
rewrite !hlength_itv /= !lte_fin ltr_opp2; case: ifP => // _.
by rewrite -!EFinB opprK addrC.
Qed.

Lemma area_mirror h S : dense h -> (forall x, h (- x) = h x) -> borel S -> area h (mirror S) = area h S.
Proof.
move=> D even bS.
pose g : line -> \bar real_realType := (fun x => (h x)%:E) \_ (S : set line).
have mh : measurable_fun (S : set line) (fun x : line => (h x)%:E).
  by apply/EFin_measurable_fun; apply: (measurable_funS measurableT) => //; exact: D.1.
have mg : measurable_fun setT g.
  have K := (measurable_restrict (fun x : line => (h x)%:E) bS measurableT (@subsetT _ _)).1 mh.
  exact K.
have g0 x : (0 <= g x)%E.
  by rewrite /g /patch; case: ifP => // _; rewrite lee_fin; apply/RleP; exact: D.2.
have P := @integral_pushforward _ _ gitvs gitvs Ropp measurable_opp_ real_realType
  measure_of_length (g : gitvs -> \bar real_realType) mg g0.
have E : (\int[pushforward measure_of_length measurable_opp_]_y g y = \int[measure_of_length]_y g y)%E.
  by apply: eq_measure_integral => A mA _; exact: length_mirror.
rewrite /area [RHS]integral_mkcond [LHS]integral_mkcond.
rewrite -/g; apply: etrans; last exact: E.
apply: etrans; last by apply/esym; exact P.
apply: eq_integral => x _; rewrite /g /comp /patch /= even.
by have -> : (x \in (mirror S : set line)) = ((Ropp x : line) \in (S : set line)) by [].
Qed.

(** A function of |x|, from its half line. *)
Section Even.
Variable (h : R -> R).
Hypothesis (ev : forall x, h x = h (Rabs x)).

Let even x : h (- x) = h x.
Proof. by rewrite ev Rabs_Ropp -ev. Qed.

Let pos := open_open 0 p_infty.
Let bp : borel pos := borel_open_open 0 p_infty.
Let bn : borel (mirror pos) := borel_mirror bp.
Let bz : borel (fun x => x = 0).
Proof. exact: measurable_set1. Qed.
Let U := join pos (fun x => x = 0).
Let bU : borel U := borel_join bp bz.

Let E x : True <-> U x \/ mirror pos x.
Proof.
split=> // _; rewrite /U /join /mirror /pos /open_open /=.
by have [?|[?|?]] := Rtotal_order x 0; [right|left; right|left; left] => //; split=> //; lra.
Qed.

Lemma whole_measurable : measurable_on h pos -> measurable_on h (fun _ => True).
Proof.
move=> m; have mn : measurable_on h (mirror pos).
  move=> _ Y mY.
  have -> : (mirror pos : set line) `&` (h : line -> line) @^-1` Y =
    mirror ((pos : set line) `&` (h : line -> line) @^-1` Y).
    by apply/funext => x; apply/propext; rewrite /mirror /= /setI /= even.
  by apply: borel_mirror; exact: (m bp Y mY).
have m0 : measurable_on h (fun x => x = 0) by exact: (@measurable_few h _ 0 (fun x e => e)).
have EU x : U x <-> pos x \/ x = 0 by [].
have mU : measurable_on h U := measurable_join bp bz EU m m0.
exact: (measurable_join bU bn E mU mn).
Qed.

Lemma whole_dense v : (forall x, 0 <= h x) -> part h 0 p_infty v ->
  dense h /\ area h (fun _ => True) = (v + v)%:E.
Proof.
move=> h0 [m A]; have D : dense h by split=> //; exact: whole_measurable.
split=> //; rewrite (@area_join h D U (mirror pos) _ bU bn _ E); last first.
  by move=> x [[/= lo _]|->] [/= lo' _]; lra.
rewrite (@area_join h D pos (fun x => x = 0) U bp bz) //; last by move=> x [/= lo _] E'; lra.
by rewrite (area_mirror D even bp) (@area_few h (fun x => x = 0) 0 D bz)// A// adde0 -EFinD.
Qed.

End Even.

(** ** Noise *)

Lemma the_law_is (A : law -> Prop) P : A P -> A (the_law A).
Proof.
move=> AP; rewrite /the_law; case: pselect => [found|none]; first exact: (svalP (cid found)).
by exfalso; apply: none; exists P.
Qed.

Lemma no_atom S : atom_at 0 0 S = 0%E.
Proof. by rewrite /atom_at; case: pselect. Qed.

(** Noise that has an even density, when half of the mass lies on each side. *)
Lemma noise_of_density f v : (forall x, f x = f (Rabs x)) -> (forall x, 0 <= f x) ->
  part f 0 p_infty v -> v = 1 / 2 ->
  noise (with_density f 0) /\ has_density (with_density f 0) f 0.
Proof.
move=> ev f0 P E; have [D A] := whole_dense ev f0 P.
have H : has_density (with_density f 0) f 0.
  apply: (the_law_is (A := fun Q => has_density Q f 0) (P := area_law D)); split.
  - exact: D.1.
  - exact: f0.
  - by lra.
  - by move=> S bS; rewrite area_lawE no_atom adde0.
split=> //; rewrite /noise; case: H => _ _ _ /(_ _ borel_whole) ->.
rewrite no_atom adde0; apply: etrans; first exact A.
by congr (_%:E); change (v + v = 1); lra.
Qed.

(** The integral over noise with a density, where the library states Lebesgue's measure. *)
Lemma measurable_same : measurable_fun (setT : set line) (fun x : line => x : gitvs).
Proof. by move=> _ Y mY; rewrite setTI. Qed.

Lemma weighed (P : law) f (g : line -> \bar real_realType) : has_density P f 0 ->
  measurable_fun setT g -> (forall x, (0 <= g x)%E) ->
  (\int[P]_x g x = \int[measure_of_length]_x (g x * (f x)%:E))%E.
Proof.
move=> [mf f0 _ H] mg g0.
have T := @integral_pushforward _ _ line gitvs (fun x => x) measurable_same real_realType P
  (g : gitvs -> \bar real_realType) mg g0.
apply: etrans; first by apply/esym; exact T.
apply: (@weighted _ gitvs real_realType
  [the {measure set gitvs -> \bar real_realType} of pushforward P measurable_same]
  measure_of_length f) => //.
- by move=> x; apply/RleP; exact: f0.
- by move=> S mS; rewrite /= /pushforward; apply: etrans; [exact: H|rewrite no_atom adde0].
Qed.

(** What is expected of c(|X|), from the integral of c f over the half line. *)
Lemma expected_of f (c : R -> R) v : has_density (with_density f 0) f 0 ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  (forall u, 0 < u -> continuous c u) ->
  part (fun x => c (Rabs x) * f x) 0 p_infty v ->
  expectation (with_density f 0) c = (v + v)%:E.
Proof.
move=> [mf f0 Z H] ev c0 C P.
have ev2 x : c (Rabs x) * f x = c (Rabs (Rabs x)) * f (Rabs x) by rewrite Rabs_Rabsolu -ev.
have p0 x : 0 <= c (Rabs x) * f x.
  by apply: Rmult_le_pos; [apply: c0; exact: Rabs_pos|exact: f0].
have [D A] := whole_dense ev2 p0 P.
have mc : measurable_on (fun x => c (Rabs x)) (fun _ => True).
  apply: whole_measurable => [x|]; first by rewrite Rabs_Rabsolu.
  apply: open_continuous_measurable_fun; first exact: (@open_rays 0 p_infty).
  move=> x; rewrite inE => -[/= x0 _].
  apply/continuity_pt_cvg/continuity_pt_filterlim.
  apply: (continuous_ext_loc _ c); last exact: C.
  have N : locally x (fun t => 0 < t) by exact: (open_gt 0 x x0).
  by apply: filter_imp N => t t0; rewrite Rabs_pos_eq//; lra.
rewrite /expectation /expected; apply: etrans.
  apply: (weighed (And4 mf f0 Z H)).
    by apply/EFin_measurable_fun; exact: mc.
  by move=> x; rewrite lee_fin; apply/RleP; apply: c0; exact: Rabs_pos.
by rewrite -A.
Qed.

(** ** Periods *)

Lemma period_spec w x : 0 < w -> 0 <= x ->
  integer (period_of w x) /\ 0 <= period_of w x /\
  period_of w x * w <= x /\ x < period_of w x * w + w.
Proof.
move=> w0 x0; rewrite /period_of; have [lo hi] := base_Int_part (x / w).
have E : x / w * w = x by field; lra.
have q0 : 0 <= x / w by apply: Rdiv_le_0_compat; lra.
split; first exact: integer_IZR.
split.
  apply: IZR_le; have L : IZR (-1) < IZR (Int_part (x / w)) by lra.
  by move: L => /lt_IZR; lia.
by split; nra.
Qed.

Lemma period_is w k x : 0 < w -> integer k -> k * w <= x -> x < k * w + w -> 0 <= x ->
  period_of w x = k.
Proof.
move=> w0 ik lo hi x0; have [i [_ [lo' hi']]] := period_spec w0 x0.
by apply: integer_eq => //; apply: (Rmult_lt_reg_r w) => //; lra.
Qed.

(** Noise that is defined by a density has it. *)
Lemma density_of_noise f m : noise (with_density f m) -> has_density (with_density f m) f m.
Proof.
rewrite /with_density /the_law; case: pselect => [found _|none]; first exact: (svalP (cid found)).
by rewrite /noise /nothing /= /mzero => -[] /esym /R1_neq_R0.
Qed.

Lemma expectation_of f (c : R -> R) v w : noise (with_density f 0) ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  (forall u, 0 < u -> continuous c u) ->
  part (fun x => c (Rabs x) * f x) 0 p_infty v -> v + v = w ->
  expectation_is (with_density f 0) c w.
Proof.
move=> N ev c0 C P <-; rewrite /expectation_is.
exact: (expected_of (density_of_noise N) ev c0 C P).
Qed.

Lemma part_same h a b a' b' v w : part h a b v -> a = a' -> b = b' -> v = w -> part h a' b' w.
Proof. by move=> P <- <- <-. Qed.

(** Noise that has an even density is even. *)
Lemma even_of_density f : noise (with_density f 0) -> (forall x, f x = f (Rabs x)) ->
  even (with_density f 0).
Proof.
move=> N ev S bS; have [mf f0 _ H] := density_of_noise N.
have D : dense f by split.
have E x : f (- x) = f x by rewrite ev Rabs_Ropp -ev.
rewrite /mass !H//; last exact: borel_mirror.
rewrite !no_atom !adde0; congr fine; exact: (area_mirror D E bS).
Qed.
