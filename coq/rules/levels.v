(** The rule of costs over levels: private noise for vectors costs no less than it should. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar Hierarchy Lim_seq Series.
From dpproofs Require Import calculus lemmas kinds masses sets densities expectations weighted vectors.
From dpproofs.rules Require Import statements volumes vectors radii.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Volumes, and layers of what has a density *)

Section Layers.
Variables (D : R) (N : vector_point D -> R) (V : vector_law D).
Hypotheses (norm : vector_norm N) (vol : vector_volume N V).
Notation n := (vector_size D).
Notation space := (vector_space D).

(** Balls of finite volume cover all points. *)
Lemma volume_sigma_finite : sigma_finite (setT : set space) V.
Proof.
exists (fun k => vector_ball N (INR k.+1) : set space).
  apply/esym; rewrite -subTset => x _; have [k K] := @reaches (N x) 1 ltac:(lra).
  by exists k => //; rewrite /vector_ball S_INR; lra.
move=> k; split; first exact: vector_borel_ball.
by rewrite (ball_volume norm vol); [exact: ltry|apply: lt_0_INR; lia].
Qed.

(** Coordinates are Borel. *)
Lemma coordinate_measurable i : measurable_fun (setT : set space) (fun x : space => coordinate x i : line).
Proof.
apply: (measurability (RGenInftyO.measurableE real_realType)) => _ [_ [y ->] <-]; rewrite setTI.
apply: sub_sigma_algebra; exists i, y.
by apply/seteqP; split=> x; rewrite /= in_itv /= => /RltP.
Qed.

(** So is addition. *)
Lemma sum_measurable : measurable_fun (setT : set (space * space)) (fun z => vector_sum z.1 z.2 : space).
Proof.
apply: (@measurability _ _ _ space setT _ (@vector_half_spaces D) erefl) => _ [_ [i [y ->]] <-].
rewrite setTI.
have : measurable_fun (setT : set (space * space)) (@id (space * space)) by exact: measurable_fun_id.
move=> /prod_measurable_funP [m1 m2].
pose at_ (z : space * space) : line := ((coordinate z.1 i : line) + coordinate z.2 i)%R.
have m : measurable_fun (setT : set (space * space)) at_.
  by apply: measurable_funD; [exact: (measurable_fun_comp (coordinate_measurable i) m1)|
    exact: (measurable_fun_comp (coordinate_measurable i) m2)].
have -> : (fun z : space * space => vector_sum z.1 z.2 : space) @^-1`
    (fun x : vector_point D => (x ord0 i : R) < y) = setT `&` at_ @^-1` [set` Interval -oo%O (BLeft y)].
  by apply/seteqP; split=> z; rewrite setTI /= in_itv /= /at_ /coordinate mxE => /RltP.
by apply: m => //; exact: measurable_itv.
Qed.

(** Sets without volume have no mass under private noise. *)
Lemma private_null (P : vectors N) epsilon s (Z : vector_point D -> Prop) : vector_noise P ->
  vector_private P epsilon 0 s -> 0 < s -> vector_borel Z -> V (Z : set space) = 0%:E ->
  (P : vector_law D) (Z : set space) = 0%:E.
Proof.
move=> NP priv s0 bZ VZ; rewrite vector_massE//; congr EFin.
have [_ _ hom _ _] := norm; have [shift _] := vol.
have e0 := exp_pos epsilon.
have m0 : 0 <= vector_mass P Z by apply/RleP; apply: fine_ge0; exact: measure_ge0.
pose A : set (space * space) := fun z => Z (vector_sum z.1 z.2).
have mA : measurable A by rewrite -[A]setTI; exact: sum_measurable.
have sP : sigma_finite (setT : set space) (P : vector_law D).
  exists (fun _ => setT); first by rewrite bigcup_const//; exists 0%N.
  by move=> _; split; [exact: measurableT|rewrite NP; exact: ltry].
have E := indic_fubini_tonelli sP volume_sigma_finite mA.
rewrite indic_fubini_tonelli_FE// indic_fubini_tonelli_GE// in E.
have minus x : vector_times (-1) (vector_times (-1) x) = x.
  by apply/rowP => i; rewrite !mxE mulrA mulN1r opprK mul1r.
have comm x y : vector_sum x y = vector_sum y x :> vector_point D by apply/rowP => i; rewrite !mxE addrC.
have xs x : xsection A x = vector_shifted Z (vector_times (-1) x).
  by apply/seteqP; split=> v; rewrite /xsection /= inE /A /vector_shifted /= minus comm.
have ys v : ysection A v = vector_shifted Z (vector_times (-1) v).
  by apply/seteqP; split=> x; rewrite /ysection /= inE /A /vector_shifted /= minus.
have Z0 : (\int[P : vector_law D]_x (V \o xsection A) x = 0)%E.
  rewrite -[RHS](@integral0 _ _ _ (P : vector_law D) setT); apply: eq_integral => x _ /=.
  by rewrite xs shift.
rewrite Z0 in E.
pose B : set space := vector_ball N s; have mB : measurable B by exact: vector_borel_ball.
pose k := vector_mass P Z / exp epsilon.
have k0 : 0 <= k by apply: Rmult_le_pos => //; left; exact: Rinv_0_lt_compat.
have L : ((Rmult k (pow s n))%:E <= \int[V]_v ((P : vector_law D) \o ysection A) v)%E.
  apply: (@le_trans _ _ (\int[V]_(v in B) ((P : vector_law D) \o ysection A) v)%E).
    have -> : (Rmult k (pow s n))%:E = (\int[V]_(v in B) (cst k%:E) v)%E.
      by rewrite integral_cst ?(ball_volume norm vol).
    apply: ge0_le_integral => //.
    - by move=> x _; rewrite lee_fin; apply/RleP.
    - exact: measurable_fun_cst.
    - by apply: measurable_funTS; apply: (measurable_fun_ysection sP); rewrite inE.
    move=> v vs; rewrite /= ys vector_massE//; last exact: vector_borel_shifted.
    rewrite lee_fin; apply/RleP; apply: (Rmult_le_reg_l (exp epsilon)) => //.
    have -> : exp epsilon * k = vector_mass P Z by rewrite /k; field; lra.
    have := priv Z (vector_times (-1) v) bZ; rewrite hom Rabs_Ropp Rabs_R1 Rmult_1_l => /(_ vs); lra.
  apply: subset_integral => //.
  by apply: (measurable_fun_ysection sP); rewrite inE.
rewrite -E lee_fin in L; move: L => /RleP L; have {}L : k * pow s n <= 0 := L.
have sn : 0 < pow s n by exact: pow_lt.
have k1 : k = 0 by nra.
have -> : vector_mass P Z = k * exp epsilon by rewrite /k; field; lra.
by rewrite k1 Rmult_0_l.
Qed.

(** ** Layers *)

Section Cake.
Variables (f g : vector_point D -> R).
Hypotheses (mf : measurable_fun (setT : set space) (f : space -> line))
  (mg : measurable_fun (setT : set space) (g : space -> line)).
Hypotheses (f0 : forall x, 0 <= f x) (g0 : forall x, 0 <= g x).

Definition level (t : R) : set space := fun x => 0 < t /\ t < f x.
Definition levels (t : R) : extended := (\int[V]_(x in level t) (g x)%:E)%E.

Let below : set (space * line) := fun z => 0 < z.2 /\ z.2 < f z.1.

Let below_measurable : measurable below.
Proof.
have : measurable_fun (setT : set (space * line)) (@id (space * line)) by exact: measurable_fun_id.
move=> /prod_measurable_funP [m1 m2].
have m : measurable_fun (setT : set (space * line)) (fun z => (f z.1 : line) - z.2 : line)%R.
  by apply: measurable_funB => //; exact: (measurable_fun_comp mf m1).
have -> : below = (setT `&` (fun z : space * line => z.2) @^-1` [set` Interval (BRight 0) +oo%O]) `&`
    (setT `&` (fun z => (f z.1 : line) - z.2 : line)%R @^-1` [set` Interval (BRight 0) +oo%O]).
  apply/seteqP; split=> [z [A B]|z]; rewrite /= !in_itv /= !andbT.
    by split; split=> //; apply/RltP => //; change (0 < f z.1 - z.2); lra.
  by move=> [[_ /RltP A] [_ /RltP B]]; split=> //; have {}B : 0 < f z.1 - z.2 := B; lra.
by apply: measurableI; [apply: m2|apply: m] => //; exact: measurable_itv.
Qed.

Let F (z : space * line) : extended := ((g z.1)%:E * (\1_below z)%:E)%E.

Let F_measurable : measurable_fun (setT : set (space * line)) F.
Proof.
have : measurable_fun (setT : set (space * line)) (@id (space * line)) by exact: measurable_fun_id.
move=> /prod_measurable_funP [m1 m2].
apply: emeasurable_funM; apply/EFin_measurable_fun; first exact: (measurable_fun_comp mg m1).
exact: measurable_fun_indic.
Qed.

Let F_ge0 z : (0%:E <= F z)%E.
Proof. by apply: mule_ge0; rewrite lee_fin//; apply/RleP. Qed.

Let F_level t : fubini_G V F t = levels t.
Proof.
rewrite /fubini_G /levels; have -> : level t = setT `&` level t by rewrite setTI.
have ml : measurable (level t).
  have -> : level t = ysection below t by apply/seteqP; split=> x; rewrite /ysection /= inE.
  exact: (measurable_ysection real_realType t below_measurable).
by rewrite integral_setI_indic.
Qed.

(** The height of what has a density is measured by its levels. *)
Lemma cake : (\int[V]_x ((g x)%:E * (f x)%:E) = \int[length]_t levels t)%E.
Proof.
have A := fubini_tonelli1 length_sigma_finite F F_measurable F_ge0.
have B := fubini_tonelli2 volume_sigma_finite length_sigma_finite F F_measurable F_ge0.
rewrite A in B; have -> : (\int[length]_t levels t = \int[length]_t fubini_G V F t)%E.
  by apply: eq_integral => t _; rewrite F_level.
rewrite -B; apply: eq_integral => x _; rewrite /fubini_F /F /=.
have mb : measurable (xsection below x) by exact: (measurable_xsection real_realType x below_measurable).
rewrite ge0_integralM_EFin//; last 3 first.
- by move=> t _; rewrite lee_fin indicE; exact: ler0n.
- apply/EFin_measurable_fun.
  have -> : (fun t => \1_below (x, t)) = \1_(xsection below x) :> (line -> line).
    by apply/funext => t; rewrite !indicE mem_xsection.
  have mi := @measurable_fun_indic _ line real_realType setT _ mb.
  exact: mi.
- by apply/RleP.
congr (_ * _)%E.
have -> : (\int[length]_t (\1_below (x, t))%:E = \int[length]_t (\1_(xsection below x) t)%:E)%E.
  by apply: eq_integral => t _; rewrite !indicE mem_xsection.
rewrite integral_indic// setIT.
have -> : xsection below x = [set` Interval (BRight 0) (BLeft (f x))].
  apply/seteqP; split=> t; rewrite /xsection /= inE /below /= in_itv /=.
    by move=> [/RltP -> /RltP ->].
  by move=> /andP[/RltP ? /RltP ?].
rewrite length_itv hlength_itv /= lte_fin; case: RltP => [_|H]; first by rewrite oppr0 adde0.
by congr (_%:E); have {}H : ~ 0 < f x := H; change (f x = 0); have := f0 x; lra.
Qed.

(** The levels are Borel. *)
Lemma level_measurable (t : line) : measurable (level t).
Proof.
have -> : level t = ysection below t by apply/seteqP; split=> x; rewrite /ysection /= inE.
exact: (measurable_ysection real_realType t below_measurable).
Qed.

(** Their costs are a Borel function. *)
Lemma levels_measurable : measurable_fun (setT : set line) levels.
Proof.
have -> : levels = fubini_G V F by apply/funext => t; rewrite F_level.
exact: (measurable_fun_fubini_tonelli_G volume_sigma_finite F F_measurable F_ge0).
Qed.

End Cake.
End Layers.

(** ** Among sets of one volume a ball costs least *)

Section Bathtub.
Variables (D : R) (N : vector_point D -> R) (V : vector_law D) (c : R -> R).
Hypotheses (norm : vector_norm N) (vol : vector_volume N V).
Hypotheses (c0 : forall x, 0 <= x -> 0 <= c x)
  (up : forall x, 0 <= x -> forall h, 0 < h -> c x <= c (x + h)).
Notation n := (vector_size D).
Notation space := (vector_space D).

(** For outside the ball costs are no less than inside. *)
Lemma bathtub (S : set space) r : measurable S -> 0 < r -> V S = (pow r n)%:E ->
  (inner N V c r <= \int[V]_(x in S) (c (N x))%:E)%E.
Proof.
move=> mS r0 VS; have [N0 _ _ _ _] := norm.
pose B : set space := vector_ball N r.
have mB : measurable B by exact: vector_borel_ball.
have VB : V B = (pow r n)%:E by exact: ball_volume.
have mI : measurable (S `&` B) by exact: measurableI.
have mI' : measurable (B `&` S) by exact: measurableI.
have mO : measurable (S `\` B) by exact: measurableD.
have mO' : measurable (B `\` S) by exact: measurableD.
have split_ (X Y : set space) : X = X `&` Y `|` X `\` Y.
  by apply/seteqP; split=> [x Xx|x [[]|[]]//]; have [?|?] := pselect (Y x); [left|right].
have dis (X Y : set space) : (X `&` Y) `&` (X `\` Y) = set0 by apply/seteqP; split=> x // [[? ?] []].
have W (X Y : set space) : measurable (X `&` Y) -> measurable (X `\` Y) ->
    V X = (V (X `&` Y) + V (X `\` Y))%E.
  by move=> m1 m2; rewrite {1}(split_ X Y) measureU.
have J (X Y : set space) : measurable (X `&` Y) -> measurable (X `\` Y) ->
    (\int[V]_(x in X) cost_at N c x =
      \int[V]_(x in X `&` Y) cost_at N c x + \int[V]_(x in X `\` Y) cost_at N c x)%E.
  move=> m1 m2; rewrite {1}(split_ X Y) integral_setU//.
  - by apply: measurable_funTS; exact: cost_at_measurable.
  - by move=> x _; exact: cost_at_ge0.
  - exact/disj_set2P.
have same : V (S `\` B) = V (B `\` S).
  have := W S B mI mO; have := W B S mI' mO'; rewrite VS VB (setIC B S).
  case: (V (S `&` B)) => [p| |] //; case: (V (S `\` B)) => [u| |] //; case: (V (B `\` S)) => [w| |] //.
  move=> [A1] [A2]; congr EFin; have {}A1 : pow r n = p + w := A1; have {}A2 : pow r n = p + u := A2.
  by change (u = w); lra.
have cr : 0 <= c r by apply: c0; lra.
have mc (X : set space) : measurable_fun X (cost_at N c).
  by apply: measurable_funTS; exact: cost_at_measurable.
have E (X : set space) : measurable X -> ((c r)%:E * V X = \int[V]_(x in X) (cst (c r)%:E) x)%E.
  by move=> mX; rewrite integral_cst.
rewrite /inner -/B (J B S)// (J S B)// (setIC B S); apply: lee_add => //.
apply: (@le_trans _ _ ((c r)%:E * V (B `\` S))%E).
  rewrite E//; apply: ge0_le_integral => //.
  - by move=> x _; exact: cost_at_ge0.
  - by move=> x _; rewrite lee_fin; apply/RleP.
  - exact: measurable_fun_cst.
  - move=> x [Bx _]; rewrite lee_fin; apply/RleP.
    by apply: (rises up) => //; exact: N0.
rewrite -same E//; apply: ge0_le_integral => //.
- by move=> x _; rewrite lee_fin; apply/RleP.
- exact: measurable_fun_cst.
- by move=> x _; exact: cost_at_ge0.
- move=> x [_ Bx]; rewrite lee_fin; apply/RleP.
  by apply: (rises up); [lra|apply: Rlt_le; apply: Rnot_le_lt].
Qed.

End Bathtub.

(** ** The rule *)

(** Powers of numbers that are not negative tell which is larger. *)
Lemma pow_order m x y : 0 <= x -> 0 <= y -> pow x m.+1 <= pow y m.+1 -> x <= y.
Proof.
move=> x0 y0 H; apply: Rnot_lt_le => L; suff : pow y m.+1 < pow x m.+1 by lra.
elim: m {H} => [|m IH]; first by rewrite /= !Rmult_1_r.
have := pow_le y m.+1 y0; move: IH; rewrite -![pow _ m.+2]/(_ * pow _ m.+1).
by move: (pow y _) (pow x _) => p q; nra.
Qed.

Section Radii.
Variables (rho k : R -> R).
Hypothesis down : forall x y, 0 < x -> x <= y -> rho y <= rho x.
Hypotheses (k0 : forall r, 0 < r -> 0 <= k r) (up : forall r s, 0 < r -> r <= s -> k r <= k s).

(** A level that is not empty. *)
Definition has_radius t : Prop := 0 < t /\ 0 < rho t.

(** A function of the radius, which is 0 where there is none. *)
Definition of_radius (t : R) : R := if pselect (has_radius t) is left _ then k (rho t) else 0.

(** Where there is a radius. *)
Lemma of_radius_in t : has_radius t -> of_radius t = k (rho t).
Proof. by rewrite /of_radius; case: pselect. Qed.

(** Where there is none. *)
Lemma of_radius_out t : ~ has_radius t -> of_radius t = 0.
Proof. by rewrite /of_radius; case: pselect. Qed.

(** Radii fall, and what rises with them. *)
Lemma of_radius_falling : falling of_radius.
Proof.
have ge t : 0 <= of_radius t.
  have [I|I] := pselect (has_radius t); last by rewrite of_radius_out//; lra.
  by rewrite of_radius_in//; apply: k0; case: I.
split=> // [t t0|x y x0 xy]; first by rewrite of_radius_out// => -[]; lra.
have [I|I] := pselect (has_radius y); last by rewrite of_radius_out.
have L := down x0 xy; have [_ y0] := I.
rewrite !of_radius_in//; first exact: up.
by split=> //; lra.
Qed.

End Radii.

(** Private noise has a density, whose levels cost no less than balls of their volumes; these balls
    cost no less than the exchange says. *)
Theorem costs_over_levels : rule_costs_over_levels.
Proof.
move=> D iD D1 N norm P NP s s0 b b0 rho c value G total_ turn turn0.
move=> priv [V [Q [f [Z [vol [mf [f0 [bZ [VZ [QZ [PE lev]]]]]]]]]]] grow c0 up.
move=> lo hi lo' hi' sum T0 before after.
rewrite /vector_cost_at_least.
have [N0 _ _ _ _] := norm.
have [value0|value0] := Rle_lt_dec value 0.
  apply: (@le_trans _ _ 0%:E); first by rewrite lee_fin; apply/RleP.
  by apply: integral_ge0 => x _; exact: (cost_at_ge0 norm c0).
have [m [mE DE]] := dimension iD D1.
have pE x : power x D = pow x m.+1 by rewrite DE power_INR.
(* Noise that is private has the density f. *)
have Q0 (S : set (vector_space D)) : measurable S -> Q S = 0%E.
  move=> mS; have PZ := private_null norm vol NP priv s0 bZ VZ.
  have QZ0 : Q (Z : set (vector_space D)) = 0%E.
    apply/eqP; rewrite eq_le measure_ge0 andbT -PZ PE//; apply: lee_addr.
    by apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
  have mnZ : measurable (~` (Z : set (vector_space D))) by exact: measurableC.
  apply/eqP; rewrite eq_le measure_ge0 andbT.
  apply: (@le_trans _ _ (Q ((Z : set (vector_space D)) `|` ~` (Z : set (vector_space D))))).
    apply: le_measure; rewrite ?inE//; first exact: measurableU.
    by move=> x _; have [?|?] := pselect (Z x); [left|right].
  rewrite measureU//; last by rewrite setICr.
  have none (x : extended) : x = 0%E -> (x <= 0)%E by move=> ->.
  rewrite -[X in (_ <= X)%E]adde0; apply: lee_add; apply: none; [exact: QZ0|exact: QZ].
have Pf S : measurable S -> (P : vector_law D) S = (\int[V]_(x in S) (f x)%:E)%E.
  by move=> mS; rewrite PE// Q0// adde0.
pose one (x : vector_point D) : R := 1.
have mone : measurable_fun (setT : set (vector_space D)) (one : vector_space D -> line).
  exact: measurable_fun_cst.
have mcost : measurable_fun (setT : set (vector_space D)) ((fun x => c (N x)) : vector_space D -> line).
  by apply/EFin_measurable_fun; exact: (cost_at_measurable norm c0 up).
have one0 x : 0 <= one x by rewrite /one; lra.
have cost0 x : 0 <= c (N x) by exact: c0.
have costE : vector_cost P c = (\int[length]_t levels V f (fun x => c (N x)) t)%E.
  rewrite /vector_cost (weighted mf _ Pf); last 3 first.
  - by move=> x; apply/RleP.
  - exact: (cost_at_measurable norm c0 up).
  - by move=> x; exact: (cost_at_ge0 norm c0).
  exact: (cake norm vol mf mcost f0 cost0).
have massE : (\int[length]_t levels V f one t = 1%:E)%E.
  rewrite -(cake norm vol mf mone f0 one0); apply: etrans NP; rewrite Pf; last exact: measurableT.
  by apply: eq_integral => x _; rewrite mul1e.
have levelE t : 0 < t -> level f t = (fun x => t < f x).
  by move=> t0; apply/seteqP; split=> x; [case|split].
have level_out t : ~ 0 < t -> level f t = set0 by move=> t0; apply/seteqP; split=> x // [].
have Vlev t : 0 < t -> V (level f t) = (pow (rho t) m.+1)%:E.
  by move=> t0; have [_ E] := lev t t0; rewrite levelE// E RpowE mE.
have mlev t : measurable (level f t : set (vector_space D)) by exact: level_measurable.
have rho0 t : 0 < t -> 0 <= rho t by move=> /lev [].
have down x y : 0 < x -> x <= y -> rho y <= rho x.
  move=> x0 xy; apply: (@pow_order m); [apply: rho0; lra|exact: rho0|].
  apply/RleP; rewrite -lee_fin -!Vlev//; last lra.
  by apply: le_measure; rewrite ?inE// => z []; split=> //; lra.
have levels1 t : 0 < t -> levels V f one t = (pow (rho t) m.+1)%:E.
  move=> t0; have -> : levels V f one t = (\int[V]_(x in level f t) (cst 1%:E) x)%E by [].
  by rewrite integral_cst// Vlev// mul1e.
have levels_none g t : ~ 0 < t -> levels V f g t = 0%E.
  by move=> t0; rewrite /levels level_out// integral_set0.
have next t : has_radius rho t -> rho t + s <= rho (b * t).
  by move=> [t0 r0]; have := grow t t0; nra.
have next_in t : has_radius rho t -> has_radius rho (b * t).
  by move=> I; have := next t I; have [t0 r0] := I; split; nra.
have b1 : b < 1.
  apply: Rnot_le_lt => b1; have none t : 0 < t -> rho t = 0.
    move=> t0; apply: Rle_antisym; last exact: rho0.
    apply: Rnot_lt_le => r0; have := next t (conj t0 r0).
    have := down t (b * t) t0 ltac:(nra); lra.
  move: massE; have -> : (\int[length]_t levels V f one t = 0)%E.
    rewrite -[RHS](@integral0 _ _ _ length setT); apply: eq_integral => t _.
    have [t0|t0] := pselect (0 < t); last by rewrite levels_none.
    by rewrite levels1// none// pow_ne_zero.
  by move=> [E]; have {}E : 0 = 1 := E; lra.
(* What balls of the radii cost, their masses, and the least that is still to come. *)
pose I x := G x + value * pow x m.+1.
have K : between_sums m.+1 c I.
  split=> [h h0|x h x0 h0]; rewrite /I.
    by have := lo h h0; have := hi h h0; rewrite !pE; lra.
  by have := lo' x x0 h h0; have := hi' x x0 h h0; rewrite !pE; lra.
have J := inner_between norm vol c0 up; rewrite mE in J.
have innerI r : 0 < r -> inner N V c r = (I r)%:E.
  by move=> r0; rewrite (innerE norm vol c0 up r0); congr EFin; exact: (between_sums_unique up J K r0).
have pow_up x y : 0 <= x -> x <= y -> pow x m.+1 <= pow y m.+1 by move=> x0 xy; apply: pow_incr.
have I0 r : 0 < r -> 0 <= I r.
  move=> r0; have [A _] := K; have [B _] := A r r0; apply: Rle_trans B.
  by apply: Rmult_le_pos; [apply: c0; lra|apply: pow_le; lra].
have I_up r q : 0 < r -> r <= q -> I r <= I q.
  move=> r0 [L|<-]; last lra.
  have [_ A] := K; have [B _] := A r (q - r) r0 ltac:(lra).
  have E : r + (q - r) = q by ring.
  rewrite E in B; have C := pow_up r q ltac:(lra) ltac:(lra).
  have : 0 <= c r * (pow q m.+1 - pow r m.+1) by apply: Rmult_le_pos; [apply: c0|]; lra.
  lra.
have [v least] := least_from T0.
have series x : 0 < x -> is_lim_seq (sum_n (fun k => b ^ k * G (x + INR k * s))) (total_ x).
  move=> x0; have [_ S] := sum x (Rlt_le _ _ x0).
  by apply: is_series_ext S => k; rewrite Rplus_0_l power_INR.
have v0 r : 0 < r -> 0 <= v r by move=> r0; have [] := least r ltac:(lra).
have v_up r q : 0 < r -> r <= q -> v r <= v q.
  move=> r0 rq; have [_ A _] := least r ltac:(lra); have [_ _ B] := least q ltac:(lra).
  by apply: B => y qy; apply: A; lra.
pose mass r := value * pow r m.+1.
have m0 r : 0 < r -> 0 <= mass r by move=> r0; apply: Rmult_le_pos; [lra|apply: pow_le; lra].
have m_up r q : 0 < r -> r <= q -> mass r <= mass q.
  by move=> r0 rq; apply: Rmult_le_compat_l; [lra|apply: pow_up; lra].
pose a := of_radius rho I; pose g := of_radius rho mass; pose w := of_radius rho v.
have Fa : falling a by apply: of_radius_falling.
have Fg : falling g by apply: of_radius_falling.
have Fw : falling w by apply: of_radius_falling.
have far k t : has_radius rho t -> has_radius rho (b ^ k * t) /\ rho t + INR k * s <= rho (b ^ k * t).
  move=> It; elim: k => [|k [IH1 IH2]]; first by rewrite /= Rmult_1_l Rmult_0_l; split=> //; lra.
  have -> : b ^ k.+1 * t = b * (b ^ k * t) by rewrite /=; ring.
  by split; [exact: next_in|have := next _ IH1; rewrite S_INR; lra].
have X : (area g setT <= area a setT)%E.
  apply: (exchange Fa Fg Fw b0 b1).
  - move=> t t0; have [It|It] := pselect (has_radius rho t); last first.
      rewrite /w /g /a !(of_radius_out _ It); have [A _ _] := Fw; have := A (b * t).
      by rewrite /w; nra.
    have It' := next_in t It; have [_ r0] := It.
    rewrite /w /g /a !(of_radius_in _ It) (of_radius_in _ It').
    have := least_step b0 s0 least series before after r0 (next t It).
    by rewrite /I /mass; lra.
  - move=> t u t0 bound; have [It|It] := pselect (has_radius rho t); last first.
      by rewrite /w (of_radius_out _ It); exact: (bound 0%nat).
    rewrite /w (of_radius_in _ It); have [_ r0] := It.
    apply: (least_below b0 least series r0 _ bound) => k.
    have [Ik Lk] := far k t It; rewrite /a (of_radius_in _ Ik).
    have p : 0 < rho t + INR k * s by have := pos_INR k; nra.
    have := I_up _ _ p Lk; have := m0 _ p; rewrite /mass {1}/I; lra.
have areaE h : falling h -> area h setT = (\int[length]_t (h t)%:E)%E.
  move=> Fh; rewrite /area length_integral//.
  - exact: falling_measurable.
  - by move=> x _; exact: falling_ge0.
rewrite costE; apply: le_trans (le_trans X _).
  rewrite areaE//; have -> : value%:E = (value%:E * \int[length]_t levels V f one t)%E by rewrite massE mule1.
  rewrite -ge0_integralM//; last 3 first.
  - exact: (levels_measurable norm vol mf mone one0).
  - by move=> t _; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
  - by rewrite lee_fin; apply/RleP; left.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_integral => t _.
  have [t0|t0] := pselect (0 < t); last first.
    by rewrite levels_none// mule0 /g of_radius_out// => -[].
  rewrite levels1// -EFinM; congr EFin; have [r0|r0] := rho0 t t0.
    by rewrite /g of_radius_in.
  rewrite /g of_radius_out; last by rewrite /has_radius; lra.
  by rewrite -r0 pow_ne_zero// mulr0.
rewrite areaE//; apply: ge0_le_integral => //.
- by move=> t _; exact: falling_ge0.
- exact: falling_measurable.
- by move=> t _; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
- exact: (levels_measurable norm vol mf mcost cost0).
move=> t _; have [It|It] := pselect (has_radius rho t); last first.
  by rewrite /a of_radius_out//; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
have [t0 r0] := It; rewrite /a of_radius_in// -innerI//; apply: bathtub => //.
by rewrite Vlev//; congr ((pow _ _)%:E); exact: esym.
Qed.
