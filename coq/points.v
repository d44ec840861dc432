(** Noise on the integers by its masses: that it exists, that it is even, and what is expected under
    it, from sums over the pieces of the masses. Beside a few proofs of steps, nothing rests on this
    file. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses sets densities pieces.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Sums of numbers that are not negative *)

Lemma total_rises (s : nat -> R) : (forall n, 0 <= s n) -> forall n, total s n <= total s n.+1.
Proof. by move=> s0 n /=; have := s0 n; lra. Qed.

Lemma total_upto (s : nat -> R) (n m : nat) : (forall n, 0 <= s n) -> (n <= m)%coq_nat ->
  total s n <= total s m.
Proof.
move=> s0; elim=> [|k _ IH]; first exact: Rle_refl.
by apply: Rle_trans IH _; exact: total_rises.
Qed.

Lemma total_sumE (s : nat -> R) n : (\sum_(0 <= k < n) (s k)%:E)%E = (total s n)%:E.
Proof.
elim: n => [|n IH]; first by rewrite big_nil.
by rewrite big_nat_recr//= IH -EFinD.
Qed.

Lemma total_limit (s : nat -> R) v : is_series s v -> is_lim_seq (total s) v.
Proof.
move=> L; apply/is_lim_seq_incr_1; apply: (is_lim_seq_ext (sum_n s)); last exact: L.
by move=> n; rewrite total_sum_n.
Qed.

Lemma total_below (s : nat -> R) v n : (forall n, 0 <= s n) -> is_series s v -> total s n <= v.
Proof.
by move=> s0 /total_limit L; have := is_lim_seq_incr_compare _ v L (total_rises s0) n.
Qed.

(** A series is the sum in [0, oo]. *)
Lemma sum_of_series (s : nat -> R) v : (forall n, 0 <= s n) -> is_series s v ->
  (\sum_(0 <= k <oo) (s k)%:E)%E = v%:E.
Proof.
move=> s0 S; have S0 k : (0 <= (s k)%:E :> extended)%E by rewrite lee_fin; apply/RleP.
have hi : (\sum_(0 <= k <oo) (s k)%:E <= v%:E)%E.
  apply: lime_le; first by apply: is_cvg_nneseries => n _; exact: S0.
  apply: nearW => n; rewrite total_sumE lee_fin; apply/RleP; exact: total_below.
have lo n : ((total s n)%:E <= \sum_(0 <= k <oo) (s k)%:E)%E.
  by rewrite -total_sumE; apply: nneseries_lim_ge => k _; exact: S0.
move: hi lo; case E : (\sum_(0 <= k <oo) (s k)%:E)%E => [r| |] //.
  rewrite lee_fin => /RleP hi lo; congr (_%:E); apply: Rle_antisym => //.
  have lo' n : total s n <= r by apply/RleP; rewrite -lee_fin; exact: lo.
  exact: (is_lim_seq_le _ (fun _ => r) v r lo' (total_limit S) (is_lim_seq_const r)).
by move=> _ /(_ 0%nat).
Qed.

(** ** The measure with these masses *)

Section Masses.
Variable (f : R -> R).
Hypothesis (f0 : forall x, 0 <= f x).

Definition there (n : nat) : R := INR n.
Definition before_origin (n : nat) : R := - INR n.+1.

Let nonnegative (x : R) : is_true (Order.le (0 : line) (f x : line)).
Proof. exact/RleP. Qed.

Definition at_place (e : nat -> R) (n : nat) : law := [the {measure set line -> \bar real_realType} of
  mscale (NngNum (nonnegative (e n))) [the measure _ _ of @dirac _ line (e n) real_realType]].

Definition at_places (e : nat -> R) : law := [the {measure set line -> \bar real_realType} of
  mseries (at_place e) 0].

Definition points_law : law := [the {measure set line -> \bar real_realType} of
  measure_add (at_places there) (at_places before_origin)].

Lemma at_placesE e S : at_places e S = (\sum_(0 <= n <oo) if e n \in S then (f (e n))%:E else 0%:E)%E.
Proof.
rewrite /at_places /= /mseries; apply: eq_eseries => n _.
by rewrite /at_place /= /mscale /= diracE; case: ifP => _; rewrite ?mule1 ?mule0.
Qed.

Lemma esum_places (e : nat -> R) (S : set line) : (forall n m, e n = e m -> n = m) ->
  (\esum_(i in e @` [set n | S (e n)]) (f i)%:E)%E =
  (\sum_(0 <= n <oo) if e n \in S then (f (e n))%:E else 0%:E)%E.
Proof.
move=> inj; rewrite (@esum_set_image _ _ (fun i : line => (f i)%:E) e); last 2 first.
- by move=> n _; rewrite lee_fin; apply/RleP.
- by move=> n m _ _; exact: inj.
rewrite eseries_mkcond; apply: eq_eseries => n _.
have -> : (n \in [set n | S (e n)]) = (e n \in S) by apply/idP/idP; rewrite !inE.
by case: ifP.
Qed.

Lemma there_inj n m : there n = there m -> n = m.
Proof. exact: INR_eq. Qed.

Lemma before_inj n m : before_origin n = before_origin m -> n = m.
Proof. by rewrite /before_origin => E; apply: eq_add_S; apply: INR_eq; lra. Qed.

Lemma integer_places x : integer x <-> (exists n, x = there n) \/ exists n, x = before_origin n.
Proof.
split; last by move=> [[n ->]|[n ->]]; [exact: integer_INR|exact/integer_opp/integer_INR].
move=> [z ->]; have [z0|z0] := Z_le_dec 0 z; [left|right].
  by exists (Z.to_nat z); rewrite /there INR_IZR_INZ Z2Nat.id.
exists (Z.to_nat (- z - 1)); rewrite /before_origin S_INR INR_IZR_INZ Z2Nat.id; last by lia.
by rewrite minus_IZR opp_IZR; lra.
Qed.

Lemma points_lawE S : points_law S = (\esum_(i in [set i : line | integer i /\ S i]) (f i)%:E)%E.
Proof.
have F0 (x : line) : (0 <= (f x)%:E)%E by rewrite lee_fin; apply/RleP.
pose A := [set i : line | integer i /\ S i]; pose B := [set x : line | 0 <= x].
have E1 : A `&` B = there @` [set n | S (there n)].
  apply/seteqP; split=> x /=.
    move=> [[/integer_places [[n E]|[n E]] Sx] x0]; first by exists n; rewrite /= -E.
    by exfalso; move: x0; rewrite /B /= E /before_origin S_INR; have := pos_INR n; lra.
  by move=> [n Sn <-]; split; [split=> //; exact: integer_INR|exact: pos_INR].
have E2 : A `&` ~` B = before_origin @` [set n | S (before_origin n)].
  apply/seteqP; split=> x /=.
    move=> [[/integer_places [[n E]|[n E]] Sx] x0]; last by exists n; rewrite /= -E.
    by exfalso; apply: x0; rewrite /B /= E; exact: pos_INR.
  move=> [n Sn <-]; split; first by split=> //; exact/integer_opp/integer_INR.
  by rewrite /B /= /before_origin S_INR; have := pos_INR n; lra.
have K := @esumID real_realType _ B A (fun i => (f i)%:E) (fun x _ => F0 x).
rewrite E1 E2 in K.
apply: etrans; first exact: measure_addE.
apply/esym; apply: (etrans K).
by apply: f_equal2; apply: etrans (esum_places S _) _; try exact/esym/at_placesE;
  [exact: there_inj|exact: before_inj].
Qed.

Lemma points_law_has : has_masses points_law f.
Proof. by split=> [i _|S _]; [exact: f0|exact: points_lawE]. Qed.

(** The integral over such noise is a sum. *)
Lemma integral_points (P : law) (g : line -> \bar real_realType) : has_masses P f ->
  measurable_fun setT g -> (forall x, (0 <= g x)%E) ->
  (\int[P]_x g x = \sum_(0 <= n <oo) ((f (there n))%:E * g (there n))
    + \sum_(0 <= n <oo) ((f (before_origin n))%:E * g (before_origin n)))%E.
Proof.
move=> [_ H] mg g0.
have E : (\int[P]_x g x = \int[points_law]_x g x)%E.
  apply: eq_measure_integral => S mS _; apply: etrans; first exact: (H S mS).
  by apply/esym; exact: points_lawE.
have I e : (\int[at_places e]_x g x = \sum_(0 <= n <oo) ((f (e n))%:E * g (e n)))%E.
  apply: etrans.
    exact: (@ge0_integral_measure_series _ line real_realType (at_place e) setT measurableT g
      (fun x _ => g0 x) mg).
  apply: eq_eseries => n _; apply: etrans.
    exact: (@ge0_integral_mscale _ line real_realType _ setT measurableT _ g mg (fun x _ => g0 x)).
  apply: (f_equal (fun t => (f (e n))%:E * t)%E); apply: etrans.
    exact: (@integral_dirac _ line _ real_realType setT measurableT g mg).
  by rewrite indicT mul1e.
rewrite E -!I.
exact: (@integral_measure_add _ line real_realType (at_places there) (at_places before_origin)
  setT measurableT g (fun x _ => g0 x) mg).
Qed.

End Masses.

(** ** Sums over the integers of an interval *)

(** What h adds up to over the integers from a to before b, where it is not negative. *)
Definition run (h : R -> R) (a b : Rbar) (v : R) : Prop :=
  (forall n, 0 <= h (INR n)) ->
  match a, b with
  | Finite a, Finite b => finite_sum h a (b - 1) v
  | Finite a, p_infty => infinite_sum h a v
  | _, _ => False
  end.

Lemma run_same h a b a' b' v w : run h a b v -> a = a' -> b = b' -> v = w -> run h a' b' w.
Proof. by move=> P <- <- <-. Qed.

Lemma total_same (s t : nat -> R) n : (forall k, (k < n)%coq_nat -> s k = t k) -> total s n = total t n.
Proof.
elim: n => [//|n IH] H /=; have E : total s n = total t n by apply: IH => k L; apply: H; lia.
by rewrite E (H n); [|lia].
Qed.

Lemma run_piece h g (a c b v : R) : (forall x, integer x -> a <= x -> x < c + 1 -> h x = g x) ->
  finite_sum g a c v -> c + 1 = b -> run h a b v.
Proof.
move=> E [ia [n [N <-]]] <- _; split=> //; exists n; split; first by lra.
apply: total_same => k L; apply: E.
- by apply: integer_plus => //; exact: integer_INR.
- by have := pos_INR k; lra.
- by have := lt_INR _ _ L; lra.
Qed.

Lemma run_tail h g (a v : R) : (forall x, integer x -> a <= x -> h x = g x) ->
  infinite_sum g a v -> run h a p_infty v.
Proof.
move=> E [ia S] _; split=> //; apply: is_series_ext S => n; apply/esym; apply: E.
  by apply: integer_plus => //; exact: integer_INR.
by have := pos_INR n; lra.
Qed.

Lemma total_add (s : nat -> R) n m : total s (n + m)%coq_nat = total s n + total (fun k => s (n + k)%coq_nat) m.
Proof.
elim: m => [|m IH] /=; first by rewrite Nat.add_0_r; lra.
by rewrite Nat.add_succ_r /= IH; lra.
Qed.

Lemma series_add (s : nat -> R) n w : is_series (fun k => s (n + k)%coq_nat) w -> is_series s (total s n + w).
Proof.
elim: n w => [|n IH] w S /=; first by rewrite Rplus_0_l.
rewrite Rplus_assoc; apply: IH; apply: is_series_decr_1.
have -> : plus (s n + w) (opp (s (n + 0)%coq_nat)) = w.
  by rewrite Nat.add_0_r /plus /opp /=; lra.
by apply: is_series_ext S => k; rewrite Nat.add_succ_r.
Qed.

Lemma run_join h (a c : R) (b : Rbar) (v w : R) : run h a c v -> run h c b w -> run h a b (v + w).
Proof.
move=> P Q h0; move: (P h0) (Q h0) => [ia [n [N <-]]].
have E k : h (c + INR k) = h (a + INR (n + k)%coq_nat) by rewrite plus_INR; apply: f_equal; lra.
case: b {Q} => [b| |] //.
  move=> [_ [m [M <-]]]; split=> //; exists (n + m)%coq_nat; rewrite plus_INR; split; first by lra.
  by rewrite total_add; apply: f_equal; apply: total_same => k _.
move=> [_ S]; split=> //; apply: series_add.
by apply: is_series_ext S => k; rewrite E.
Qed.

Lemma run_none h (a : R) : integer a -> run h a a 0.
Proof. by move=> ia _; split=> //; exists 0%nat; split=> //=; lra. Qed.

Lemma total_ge0 (s : nat -> R) n : (forall n, 0 <= s n) -> 0 <= total s n.
Proof. by move=> s0; elim: n => [|n IH] /=; [lra|have := s0 n; lra]. Qed.

Lemma series_of_totals (s : nat -> R) v :
  (forall e, 0 < e -> exists N, forall n, (N <= n)%coq_nat -> v - e < total s n <= v) -> is_series s v.
Proof.
move=> H; have : is_lim_seq (sum_n s) v; last by [].
apply: (is_lim_seq_ext (fun n => total s n.+1)); first by move=> n; rewrite total_sum_n.
apply/is_lim_seq_spec => e; have [N F] := H e (cond_pos e).
by exists N => n L; have [lo hi] := F n.+1 (Nat.le_le_succ_r _ _ L); apply: Rabs_def1; lra.
Qed.

Lemma run_series h (w : R) (t : R -> R) (v : R) : 0 < w ->
  (forall k, integer k -> 0 <= k -> run h (k * w) (k * w + w) (t k)) ->
  infinite_sum t 0 v -> run h 0 p_infty v.
Proof.
move=> w0 H [_ L] h0; pose s n := h (0 + INR n); pose r n := t (0 + INR n).
have s0 n : 0 <= s n by rewrite /s Rplus_0_l.
have [m M] : exists m, w = INR m.
  by have [_ [m [M _]]] := H 0 (integer_IZR 0) (Rle_refl 0) h0; exists m; lra.
have w1 : 1 <= w.
  have m0 : (0 < m)%coq_nat by apply: INR_lt; rewrite -M.
  by rewrite M; exact: (le_INR 1 m m0).
have K n : run h 0 (INR n * w) (total r n).
  elim: n => [|n IH]; first by rewrite /= Rmult_0_l; apply: run_none; exact: (integer_IZR 0).
  have G := H (INR n) (integer_INR n) (pos_INR n).
  apply: (run_same (run_join IH G)) => //; first by apply: f_equal; rewrite S_INR; lra.
  by rewrite /r /= Rplus_0_l.
have B n : exists N, total s N = total r n /\ (n <= N)%coq_nat.
  have [_ [N [E <-]]] := K n h0; exists N; split=> //; apply: INR_le.
  by have := pos_INR n; nra.
have r0 n : 0 <= r n.
  have [_ [N [E F]]] := H (INR n) (integer_INR n) (pos_INR n) h0.
  rewrite /r Rplus_0_l -F; apply: total_ge0 => k.
  by rewrite M -mult_INR -plus_INR.
have hi n : total s n <= v.
  have [N [E L']] := B n; apply: Rle_trans (total_upto s0 L') _; rewrite E.
  exact: total_below.
split; first exact: (integer_IZR 0).
apply: series_of_totals => e e0.
have [N0 F] : exists N, v - e < total r N.
  have := proj2 (is_lim_seq_spec _ _) (total_limit L) (mkposreal e e0).
  move=> [N F]; exists N; have := F N (Nat.le_refl N); rewrite /= -/r => /Rabs_def2 [up_ down_]; lra.
have [N [E _]] := B N0; exists N => n NL.
have A := total_upto s0 NL; rewrite E in A; have := hi n.
by change (total s n <= v -> v - e < total s n <= v); lra.
Qed.

(** ** Noise on the integers *)

Lemma masses_of_noise f : noise (with_masses f) -> has_masses (with_masses f) f.
Proof.
rewrite /with_masses /the_law; case: pselect => [found _|none]; first exact: (svalP (cid found)).
by rewrite /noise /nothing /= /mzero => -[] /esym /R1_neq_R0.
Qed.

Lemma at_integer f : (forall i, integer i -> 0 <= f i) -> exists g : R -> R,
  (forall x, 0 <= g x) /\ forall i, integer i -> g i = f i.
Proof.
move=> f0; exists (fun x => if pselect (integer x) then f x else 0); split=> [x|i ii].
  by case: pselect => // ix; [exact: f0|exact: Rle_refl].
by case: pselect.
Qed.

(** The two sides of an even function on the integers. *)
Lemma two_sides (h : R -> R) v : (forall x, h x = h (Rabs x)) -> (forall i, integer i -> 0 <= h i) ->
  run h 0 p_infty v ->
  (\sum_(0 <= n <oo) (h (there n))%:E + \sum_(0 <= n <oo) (h (before_origin n))%:E)%E =
  (v + v - h 0)%:E.
Proof.
move=> ev h0 P; have [_ S] := P (fun n => h0 _ (integer_INR n)).
have S1 : is_series (fun n => h (there n)) v.
  by apply: is_series_ext S => n; rewrite Rplus_0_l.
have S2 : is_series (fun n => h (before_origin n)) (v - h 0).
  apply: (is_series_ext (fun n => h (there n.+1))).
    by move=> n; rewrite [RHS]ev /before_origin Rabs_Ropp Rabs_pos_eq//; exact: pos_INR.
  apply: (is_series_incr_1 (fun n => h (there n))).
  by have -> : plus (v - h 0) (h (there 0)) = v by rewrite /plus /there /=; lra.
rewrite (sum_of_series _ S1); last by move=> n; apply: h0; exact: integer_INR.
rewrite (sum_of_series _ S2); last by move=> n; apply: h0; exact/integer_opp/integer_INR.
by rewrite -EFinD; apply: f_equal; change (v + (v - h 0) = v + v - h 0); lra.
Qed.

Lemma integral_masses (P : law) (f c : R -> R) v : has_masses P f ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  measurable_on (fun x => c (Rabs x)) (fun _ => True) ->
  run (fun x => c (Rabs x) * f x) 0 p_infty v -> expectation P c = (v + v - c 0 * f 0)%:E.
Proof.
move=> [f0 H] ev c0 mc K; have [g [g0 E]] := at_integer f0.
have G : has_masses P g.
  split=> [i _|S bS]; first exact: g0.
  rewrite (H S bS); apply: eq_esum => i -[ii _]; by rewrite E.
have mC : measurable_fun (setT : set line) (fun x => (c (Rabs x))%:E : extended).
  by apply/EFin_measurable_fun; exact: mc.
have C0 x : (0 <= (c (Rabs x))%:E :> extended)%E.
  by rewrite lee_fin; apply/RleP; apply: c0; exact: Rabs_pos.
have ev2 x : c (Rabs x) * f x = c (Rabs (Rabs x)) * f (Rabs x) by rewrite Rabs_Rabsolu -ev.
have p0 i : integer i -> 0 <= c (Rabs i) * f i.
  by move=> ii; apply: Rmult_le_pos; [apply: c0; exact: Rabs_pos|exact: f0].
have T := two_sides ev2 p0 K; rewrite Rabs_R0 in T.
rewrite /expectation /expected (integral_points g0 G mC C0) -T.
apply: (f_equal2 (fun a b => a + b)%E); apply: eq_eseries => n _; rewrite -EFinM; apply: f_equal.
  by rewrite E; [exact: Rmult_comm|exact: integer_INR].
by rewrite E; [exact: Rmult_comm|exact/integer_opp/integer_INR].
Qed.

Lemma even_measurable (c : R -> R) : (forall u, 0 < u -> continuous c u) ->
  measurable_on (fun x => c (Rabs x)) (fun _ => True).
Proof.
move=> C; apply: whole_measurable => [x|]; first by rewrite Rabs_Rabsolu.
apply: open_continuous_measurable_fun; first exact: (@open_rays 0 p_infty).
move=> x; rewrite inE => -[/= x0 _].
apply/continuity_pt_cvg/continuity_pt_filterlim.
apply: (continuous_ext_loc _ c); last exact: C.
have L : locally x (fun t => 0 < t) by exact: (open_gt 0 x x0).
by apply: filter_imp L => t t0; rewrite Rabs_pos_eq//; lra.
Qed.

(** Noise that has these masses, even ones, when they add up to 1. *)
Lemma noise_of_masses f v : (forall x, f x = f (Rabs x)) -> (forall x, 0 <= f x) ->
  run f 0 p_infty v -> v + v - f 0 = 1 -> noise_on_integers (with_masses f).
Proof.
move=> ev f0 P E.
have H : has_masses (with_masses f) f.
  exact: (the_law_is (A := fun Q => has_masses Q f) (P := points_law f0) (points_law_has f0)).
have K : run (fun x => 1 * f x) 0 p_infty v.
  have -> : (fun x => 1 * f x) = f by apply/funext => x; exact: Rmult_1_l.
  exact: P.
have m1 : measurable_on (fun x => 1) (fun _ => True).
  by apply: measurable_fun_cst.
have I := integral_masses (c := fun _ => 1) H ev (fun _ _ => Rle_0_1) m1 K.
have N : noise (with_masses f).
  rewrite /noise; move: I; rewrite /expectation /expected => I.
  have T : (\int[with_masses f]_x (1%:E : extended) = with_masses f setT)%E.
    by rewrite integral_cst// mul1e.
  rewrite -T; apply: (etrans I); apply: f_equal.
  by change (v + v - 1 * f 0 = 1); lra.
split=> //; have [_ M] := H; rewrite -N (M _ borel_integer) (M _ borel_whole).
by apply: (f_equal (fun A => esum A _)); apply/seteqP; split=> x [].
Qed.

Lemma expectation_of_masses f (c : R -> R) v w : noise_on_integers (with_masses f) ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  (forall u, 0 < u -> continuous c u) ->
  run (fun x => c (Rabs x) * f x) 0 p_infty v -> v + v - c 0 * f 0 = w ->
  expectation_is (with_masses f) c w.
Proof.
move=> [N _] ev c0 C K <-; rewrite /expectation_is.
exact: (integral_masses (masses_of_noise N) ev c0 (even_measurable C) K).
Qed.

Lemma even_of_masses f : noise_on_integers (with_masses f) -> (forall x, f x = f (Rabs x)) ->
  even (with_masses f).
Proof.
move=> [N _] ev S bS; have [_ H] := masses_of_noise N.
rewrite /mass !H//; last exact: borel_mirror.
apply: f_equal.
rewrite (@reindex_esum real_realType _ _ [set i : line | integer i /\ S i]
  [set i : line | integer i /\ mirror S i] Ropp (fun i => (f i)%:E)).
  by apply: eq_esum => i _; rewrite [in LHS]ev Rabs_Ropp -ev.
split.
- by move=> i /= [ii Si]; split; [exact: integer_opp|rewrite /mirror Ropp_involutive].
- by move=> i j _ _ E; lra.
- move=> i /= [ii Si]; exists (- i); last exact: Ropp_involutive.
  by split=> //; exact: integer_opp.
Qed.
