(** The rules of layer cakes: sums and integrals of tails below the expectation. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.


(** ** Sums of two tails over a period *)

Lemma le_measurable (u v : line * line -> line) : measurable_fun setT u -> measurable_fun setT v ->
  measurable (fun z => Rle (u z) (v z)).
Proof.
move=> mu mv; have m : measurable_fun setT (fun z => v z - u z : line) by exact: (measurable_funB mv mu).
have -> : (fun z => Rle (u z) (v z)) = setT `&` (fun z => v z - u z : line) @^-1` [set` Interval (BLeft 0) +oo%O].
  apply/funext => z; apply/propext; rewrite setTI /= in_itv /= andbT.
  split=> [H|/RleP H]; [apply/RleP|]; lra.
by apply: m => //; exact: measurable_itv.
Qed.

Lemma fst_measurable : measurable_fun setT (fun z : line * line => z.1).
Proof.
have : measurable_fun (setT : set (line * line)) (@id (line * line)) by exact: measurable_fun_id.
by move=> /prod_measurable_funP [].
Qed.

Lemma snd_measurable : measurable_fun setT (fun z : line * line => z.2).
Proof.
have : measurable_fun (setT : set (line * line)) (@id (line * line)) by exact: measurable_fun_id.
by move=> /prod_measurable_funP [].
Qed.

Definition period (w : R) : set line := open_open (Finite 0) (Finite w).

Lemma length_open (a b : R) : a <= b -> length (open_open (Finite a) (Finite b)) = (b - a)%:E.
Proof.
move=> ab; have -> : open_open (Finite a) (Finite b) = [set` Interval (BRight a) (BLeft b)].
  apply/funext => x; apply/propext; rewrite /open_open /= in_itv /=.
  by split => [[/RltP -> /RltP ->]|/andP[/RltP ? /RltP ?]].
rewrite length_itv hlength_itv /= lte_fin; case: RltP => [_|H].
  by rewrite -EFinB.
by have [//|->] := ab; rewrite subrr.
Qed.

Lemma expected_by_pairs (P : law) (A B : set (line * line)) (g : R -> R) c w :
  noise P -> 0 < w -> measurable A -> measurable B ->
  measurable_fun (setT : set line) (g : line -> line) -> (forall x, 0 <= g x) ->
  (forall t, 0 < t -> t < w -> c <= mass P (fun x => A (x, t)) + mass P (fun x => B (x, t))) ->
  (forall x, exists a b,
    [/\ a + b <= g x, (length (xsection A x) <= a%:E)%E & (length (xsection B x) <= b%:E)%E]) ->
  ((c * w)%:E <= \int[P]_x (g x)%:E)%E.
Proof.
move=> N w0 mA mB mg g0 H K.
have mG : measurable_fun (setT : set line) (fun x => (g x)%:E : extended) by apply/EFin_measurable_fun.
have [c0|c0] := Rlt_le_dec c 0.
  apply: (@le_trans _ _ 0%:E); first by rewrite lee_fin; apply/RleP; change (c * w <= 0); nra.
  by apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
have [mA1 mA2] := sections_measurable N mA; have [mB1 mB2] := sections_measurable N mB.
have mD : measurable (period w) by exact: borel_between.
pose h t := (P (ysection A t) + P (ysection B t))%E.
have mh : measurable_fun (setT : set line) h by exact: emeasurable_funD.
apply: (@le_trans _ _ (\int[length]_t h t)%E).
  apply: (@le_trans _ _ (\int[length]_(t in period w) h t)%E); last first.
    by apply: subset_integral => // t _; exact: adde_ge0.
  have -> : (c * w)%:E = (\int[length]_(t in period w) (cst c%:E) t)%E.
    rewrite integral_cst// length_open; last lra.
    by rewrite -EFinM subr0.
  apply: ge0_le_integral => //.
  - by move=> t _; rewrite lee_fin; apply/RleP.
  - by exact: measurable_fun_cst.
  - by move=> t _; exact: adde_ge0.
  - by apply: measurable_funS mh.
  - move=> t [/= t0 tw]; rewrite /h.
    have sA : ysection A t = (fun x => A (x, t)) by apply/seteqP; split=> x; rewrite /ysection /= inE.
    have sB : ysection B t = (fun x => B (x, t)) by apply/seteqP; split=> x; rewrite /ysection /= inE.
    rewrite (massE N (measurable_ysection real_realType t mA)) (massE N (measurable_ysection real_realType t mB)).
    by rewrite lee_fin; apply/RleP; rewrite sA sB; exact: H.
have -> : (\int[length]_t h t = \int[P]_x (length (xsection A x) + length (xsection B x)))%E.
  by rewrite /h ge0_integralD// -(tonelli N mA) -(tonelli N mB) ge0_integralD.
apply: ge0_le_integral => //.
- by exact: emeasurable_funD.
- by move=> x _; rewrite lee_fin; apply/RleP.
- move=> x _; have [a [b [ab lA lB]]] := K x.
  by apply: le_trans (lee_add lA lB) _; rewrite -EFinD lee_fin; apply/RleP.
Qed.

(** What is asked of t between 0 and w, as a measurable set. *)
Lemma strip_measurable (S : set (line * line)) w : measurable S ->
  measurable (fun z => period w z.2 /\ S z).
Proof.
move=> mS; have -> : (fun z : line * line => period w z.2 /\ S z) = (setT `*` period w) `&` S.
  by apply/seteqP; split=> z [H K]; split=> //; case: H.
by apply: measurableI => //; apply: measurableM => //; exact: borel_between.
Qed.

Lemma length_le (S : set line) a b v : measurable S -> a <= b -> b - a = v ->
  (forall t, S t -> a <= t <= b) -> (length S <= v%:E)%E.
Proof.
move=> mS ab <- H.
apply: (@le_trans _ _ (length [set` Interval (BLeft a) (BRight b)])).
  apply: le_measure; rewrite ?inE//; first exact: measurable_itv.
  by move=> t /H [/RleP at_ /RleP tb]; rewrite /= in_itv /=; apply/andP.
rewrite length_itv hlength_itv /= lte_fin; case: RltP => [_|_]; first by rewrite EFinB.
by rewrite lee_fin; apply/RleP; change (0 <= b - a); lra.
Qed.

Definition part (v : R) : R := Rmax 0 v.

Lemma part_cases v : 0 <= v /\ part v = v \/ v <= 0 /\ part v = 0.
Proof. by rewrite /part /Rmax; case: Rle_dec; lra. Qed.

Lemma measurable_abs : measurable_fun (setT : set line) (Rabs : line -> line).
Proof. exact: measurable_fun_normr. Qed.

Lemma xsection_measurable (A : set (line * line)) x : measurable A -> measurable (xsection A x).
Proof. exact: measurable_xsection real_realType _ _. Qed.

Theorem layer_cake : rule_layer_cake.
Proof.
move=> P N c w w0 H; rewrite /expectation_at_least /expectation /expected.
pose A : set (line * line) := fun z => period w z.2 /\ Rle z.2 z.1.
pose B : set (line * line) := fun z => period w z.2 /\ ~ Rle (z.2 - w) z.1.
have mA : measurable A.
  by apply: strip_measurable; apply: (le_measurable snd_measurable fst_measurable).
have mB : measurable B.
  apply: strip_measurable; apply: measurableC.
  have m : measurable_fun setT (fun z : line * line => z.2 - w : line).
    by apply: (measurable_funB snd_measurable); exact: measurable_fun_cst.
  exact: (le_measurable m fst_measurable).
apply: (expected_by_pairs N w0 mA mB measurable_abs).
- by move=> x; exact: Rabs_pos.
- move=> t t0 tw; have := H t t0 tw.
  have -> : closed_open (Finite t) p_infty = (fun x => A (x, t)).
    by apply/funext => x; apply/propext; rewrite /A /period /open_open /closed_open /=; tauto.
  have -> // : open_open m_infty (Finite (t - w)) = (fun x => B (x, t)).
  apply/funext => x; apply/propext; rewrite /B /period /open_open /=.
  by split => [[_ L]|[_ L]]; split=> //; lra.
- move=> x; exists (part x), (part (- x)).
  have C1 := part_cases x; have C2 := part_cases (- x).
  have A1 := Rle_abs x; have A2 := Rle_abs (- x); rewrite Rabs_Ropp in A2.
  split; first lra.
    apply: (@length_le _ 0 (part x)); [exact: xsection_measurable|lra|lra|].
    by move=> t; rewrite /xsection /= inE /A /period /open_open /=; lra.
  apply: (@length_le _ (w - part (- x)) w); [exact: xsection_measurable|lra|lra|].
  by move=> t; rewrite /xsection /= inE /B /period /open_open /=; lra.
Qed.

(** ** Layers by pairs of tails *)

(** How much of the period that starts at a lies below y. *)
Definition share (w a y : R) : R := Rmin w (part (y - a)).

Lemma share_cases w a y : 0 < w ->
  y <= a /\ share w a y = 0 \/ a <= y <= a + w /\ share w a y = y - a \/ a + w <= y /\ share w a y = w.
Proof.
by move=> w0; rewrite /share /Rmin; case: Rle_dec; have := part_cases (y - a); lra.
Qed.

Lemma share_cost w a : 0 < w -> cost (fun x => (share w a (Rabs x))%:E).
Proof.
move=> w0; apply: cost_formula => x x0; first by have := share_cases a x w0; lra.
by move=> h h0; have := share_cases a x w0; have := share_cases a (x + h) w0; lra.
Qed.

Lemma pair_of_tails (P : law) w a c : noise P -> 0 < w -> 0 <= a ->
  (forall x, 0 < x -> x < w -> 2 * c <= w * (mass P (tail (x + a)) + mass P (tail (a + w - x)))) ->
  (c%:E <= \int[P]_x (share w a (Rabs x))%:E)%E.
Proof.
move=> N w0 a0 H.
pose A : set (line * line) := fun z => period w z.2 /\ Rle (z.2 + a) (Rabs z.1).
pose B : set (line * line) := fun z => period w z.2 /\ Rle (a + w - z.2) (Rabs z.1).
have mS : measurable_fun setT (fun z : line * line => Rabs z.1 : line).
  exact: (measurable_fun_comp measurable_abs fst_measurable).
have mA : measurable A.
  apply: strip_measurable.
  have m : measurable_fun setT (fun z : line * line => z.2 + a : line).
    by apply: (measurable_funD snd_measurable); exact: measurable_fun_cst.
  exact: (le_measurable m mS).
have mB : measurable B.
  apply: strip_measurable.
  have m : measurable_fun setT (fun z : line * line => a + w - z.2 : line).
    by apply: measurable_funB snd_measurable; exact: measurable_fun_cst.
  exact: (le_measurable m mS).
have cS := share_cost a w0; have [mG G0 _ _] := cS.
have mg : measurable_fun (setT : set line) (fun x => 2 * share w a (Rabs x) : line).
  apply: measurable_funM; first exact: measurable_fun_cst.
  exact/EFin_measurable_fun.
pose d := 2 * c / w; have dw : d * w = 2 * c by rewrite /d; field; lra.
have K : ((d * w)%:E <= \int[P]_x (2 * share w a (Rabs x) : R)%:E)%E.
  apply: (expected_by_pairs N w0 mA mB mg).
  - by move=> x; have := share_cases a (Rabs x) w0; lra.
  - move=> t t0 tw; have B2 := H t t0 tw.
    have -> : (fun x => A (x, t)) = tail (t + a).
      by apply/funext => x; apply/propext; rewrite tailE /A /period /open_open /=; tauto.
    have -> : (fun x => B (x, t)) = tail (a + w - t).
      by apply/funext => x; apply/propext; rewrite tailE /B /period /open_open /=; tauto.
    by apply: (Rmult_le_reg_l w) => //; lra.
  - move=> x; exists (share w a (Rabs x)), (share w a (Rabs x)).
    have C := share_cases a (Rabs x) w0.
    split; first lra.
      apply: (@length_le _ 0 (share w a (Rabs x))); [exact: xsection_measurable|lra|lra|].
      by move=> t; rewrite /xsection /= inE /A /period /open_open /=; lra.
    apply: (@length_le _ (w - share w a (Rabs x)) w); [exact: xsection_measurable|lra|lra|].
    by move=> t; rewrite /xsection /= inE /B /period /open_open /=; lra.
have E2 : (\int[P]_x (2 * share w a (Rabs x) : R)%:E = 2%:E * \int[P]_x (share w a (Rabs x))%:E)%E.
  by rewrite -ge0_integralM_EFin.
have T : (d * w)%:E = (2%:E * c%:E)%E by rewrite -EFinM; congr EFin; exact: dw.
by rewrite T E2 lee_pmul2l in K.
Qed.

Theorem layer_cake_by_pairs : rule_layer_cake_by_pairs.
Proof.
move=> P N w w0 v v0 H n ni n0.
have [k kE] := @integer_nat n ni n0; subst n; clear ni n0.
have E0 (a : R) : (0 <= \int[P]_x (share w a (Rabs x))%:E)%E.
  by have [_ G0 _ _] := share_cost a w0; apply: integral_ge0 => x _; exact: G0.
pose low k x := Rmin (INR k * w) (Rabs x).
have cL j : cost (fun x => (low j x)%:E).
  apply: (@cost_formula (fun y => Rmin (INR j * w) y)) => x x0.
    by apply: Rmin_glb => //; apply: Rmult_le_pos; [exact: pos_INR|lra].
  by move=> h h0; apply: Rle_min_compat_l; lra.
have step j : ((v (INR j))%:E <= expected P (fun x => (low j x)%:E))%E.
  elim: j => [|j IH].
    apply: (@le_trans _ _ 0%:E); first by rewrite lee_fin; apply/RleP.
    by have [_ L0 _ _] := cL 0%N; apply: integral_ge0 => x _; exact: L0.
  have [mL L0 _ _] := cL j; have [mG G0 _ _] := share_cost (INR j * w) w0.
  have -> : expected P (fun x => (low j.+1 x)%:E) =
      (expected P (fun x => (low j x)%:E) + expected P (fun x => (share w (INR j * w) (Rabs x))%:E))%E.
    rewrite /expected -ge0_integralD//; apply: eq_integral => x _.
    rewrite -EFinD; congr EFin; change (low j.+1 x = low j x + share w (INR j * w) (Rabs x)).
    rewrite /low S_INR /Rmin; have := share_cases (INR j * w) (Rabs x) w0.
    by case: Rle_dec; case: Rle_dec; lra.
  have -> : (v (INR j.+1))%:E = ((v (INR j))%:E + (v (INR j.+1) - v (INR j) : R)%:E)%E.
    by rewrite -EFinD; congr EFin; change (v (INR j.+1) = v (INR j) + (v (INR j.+1) - v (INR j))); lra.
  apply: lee_add => //; apply: pair_of_tails => //.
    by apply: Rmult_le_pos; [exact: pos_INR|lra].
  move=> x x0 xw; have := H (INR j) (integer_INR j) (pos_INR j) x x0 xw.
  by rewrite -S_INR -!/(tail _) S_INR Rmult_plus_distr_r Rmult_1_l.
apply: le_trans (step k) _; have [mL L0 _ _] := cL k.
apply: ge0_le_integral => //.
- by move=> x _; rewrite lee_fin; apply/RleP; exact: Rabs_pos.
- by apply/EFin_measurable_fun; exact: measurable_abs.
- by move=> x _; rewrite lee_fin; apply/RleP; exact: Rmin_r.
Qed.

(** ** Sums of tails *)

(** One more step at r, of height a. *)
Lemma expected_step (P : law) (s : R -> R) a r v u : noise P ->
  measurable_fun (setT : set line) (fun x => (s x)%:E : extended) -> (forall x, 0 <= s x) -> 0 <= a ->
  (v%:E <= \int[P]_x (s x)%:E)%E -> u - v <= a * mass P (tail r) ->
  (u%:E <= \int[P]_x (s x + a * \1_(tail r : set line) x : R)%:E)%E.
Proof.
move=> N ms s0 a0 V U; have bT := borel_tail r.
have mI : measurable_fun (setT : set line) (fun x => (\1_(tail r : set line) x : line)%:E : extended).
  by apply/EFin_measurable_fun; exact: measurable_fun_indic.
have a1 : (0%:E <= a%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have E : (\int[P]_x (s x + a * \1_(tail r : set line) x : R)%:E
    = \int[P]_x (s x)%:E + a%:E * P (tail r))%E.
  have -> : (a%:E * P (tail r) = \int[P]_x (a%:E * (\1_(tail r : set line) x)%:E))%E.
    rewrite ge0_integralM_EFin ?integral_indic ?setIT//.
    by move=> x _; rewrite lee_fin.
  rewrite -ge0_integralD//.
  - by move=> x _; rewrite lee_fin; apply/RleP.
  - by move=> x _; apply: mule_ge0 => //; rewrite lee_fin.
  - by apply: emeasurable_funM => //; exact: measurable_fun_cst.
rewrite E (massE N bT) -EFinM.
have -> : u%:E = (v%:E + (u - v : R)%:E)%E.
  by rewrite -EFinD; congr EFin; change (u = v + (u - v)); lra.
by apply: lee_add => //; rewrite lee_fin; apply/RleP.
Qed.

(** The steps at the places and between them, up to the place with number n. *)
Fixpoint staircase (c p b : R -> R) (n : nat) (x : R) : R :=
  match n with
  | 0 => 0 + c (p 0) * \1_(tail (p 0) : set line) x
  | S k => staircase c p b k x
      + (c (b (INR k)) - c (p (INR k))) * \1_(tail (b (INR k)) : set line) x
      + (c (p (INR k + 1)) - c (b (INR k))) * \1_(tail (p (INR k + 1)) : set line) x
  end.

Theorem tail_sum : rule_tail_sum.
Proof.
move=> P N c p b v up c0 p0 pb bp V0 V n ni n0.
have mono := rises up.
have [k kE] := @integer_nat n ni n0; subst n; clear ni n0.
have pos j : 0 <= p (INR j).
  elim: j => [//|j IH]; rewrite S_INR.
  have := pb (INR j) (integer_INR j) (pos_INR j); have := bp (INR j) (integer_INR j) (pos_INR j); lra.
have pbj j := pb (INR j) (integer_INR j) (pos_INR j).
have bpj j := bp (INR j) (integer_INR j) (pos_INR j).
have h1 j : 0 <= c (b (INR j)) - c (p (INR j)) by have := mono (p (INR j)) (b (INR j)) (pos j) (pbj j); lra.
have h2 j : 0 <= c (p (INR j + 1)) - c (b (INR j)).
  by have := mono (b (INR j)) (p (INR j + 1)) ltac:(have := pos j; have := pbj j; lra) (bpj j); lra.
have ind r x : Rabs x < r /\ \1_(tail r : set line) x = 0 :> R \/ r <= Rabs x /\ \1_(tail r : set line) x = 1 :> R.
  have [H|H] := Rlt_le_dec (Rabs x) r; [left|right]; split=> //; rewrite indicE.
    by rewrite memNset// => /tailE; lra.
  by rewrite mem_set//; apply/tailE.
have st0 j x : 0 <= staircase c p b j x.
  elim: j => [|j IH] /=; first by have := c0 (p 0) p0; case: (ind (p 0) x) => -[_ ->]; lra.
  have := h1 j; have := h2 j.
  by case: (ind (b (INR j)) x) => -[_ ->]; case: (ind (p (INR j + 1)) x) => -[_ ->]; lra.
have stm j : measurable_fun (setT : set line) (staircase c p b j : line -> line).
  have term a r : measurable_fun (setT : set line) (fun x => a * \1_(tail r : set line) x : line).
    by apply: measurable_funM; [exact: measurable_fun_cst|apply: measurable_fun_indic; exact: borel_tail].
  elim: j => [|j IH] /=; first by apply: measurable_funD; [exact: measurable_fun_cst|exact: term].
  by apply: measurable_funD; [apply: measurable_funD|].
have below j x : staircase c p b j x <= c (Rabs x) /\ (p (INR j) <= Rabs x -> staircase c p b j x = c (p (INR j))).
  have ax := Rabs_pos x.
  elim: j => [|j [IH1 IH2]].
    rewrite /=; have := c0 _ ax; have := mono (p 0) (Rabs x) p0.
    by case: (ind (p 0) x) => -[L ->] M C; split=> [|K]; try lra; have := M L; lra.
  rewrite S_INR; cbn [staircase]; have B := ind (b (INR j)) x; have Q := ind (p (INR j + 1)) x.
  have M1 := mono (p (INR j + 1)) (Rabs x) ltac:(rewrite -S_INR; exact: pos).
  have M2 := mono (b (INR j)) (Rabs x) ltac:(have := pos j; have := pbj j; lra).
  have := pbj j; have := bpj j.
  by case: B => -[B1 ->]; case: Q => -[Q1 ->] L1 L2; (split; [|move=> L3]);
    first [lra | have := IH2 ltac:(lra); have := M2 B1; lra | have := IH2 ltac:(lra); have := M1 Q1; lra].
have step j : ((v (INR j))%:E <= \int[P]_x (staircase c p b j x)%:E)%E.
  elim: j => [|j IH].
    rewrite /=; apply: (@expected_step P (fun=> 0) (c (p 0)) (p 0) 0) => //.
    + exact: measurable_fun_cst.
    + by move=> _; lra.
    + exact: c0.
    + by apply: integral_ge0.
    + by change (v 0 - 0 <= c (p 0) * mass P (tail (p 0))); rewrite Rminus_0_r.
  have W := V (INR j) (integer_INR j) (pos_INR j); rewrite -!/(tail _) in W.
  rewrite S_INR; cbn [staircase].
  pose d := v (INR j) + (c (b (INR j)) - c (p (INR j))) * mass P (tail (b (INR j))).
  apply: (@expected_step P _ _ _ d) => //.
  - apply/EFin_measurable_fun; apply: measurable_funD => //.
    by apply: measurable_funM; [exact: measurable_fun_cst|apply: measurable_fun_indic; exact: borel_tail].
  - by move=> x; have := st0 j x; have := h1 j; case: (ind (b (INR j)) x) => -[_ ->]; lra.
  - apply: (@expected_step P _ _ _ (v (INR j))) => //; first exact/EFin_measurable_fun.
    by rewrite /d; lra.
  - by rewrite /d; lra.
apply: le_trans (step k) _.
have [mL L0 _ _] := cost_formula c0 up.
apply: ge0_le_integral => //.
- by move=> x _; rewrite lee_fin; apply/RleP.
- exact/EFin_measurable_fun.
- by move=> x _; rewrite lee_fin; apply/RleP; have [] := below k x.
Qed.
