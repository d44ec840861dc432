(** Noise that has a density and an atom at the origin: that it exists, that it is even, and what is
    expected under it. Beside a few proofs of steps, nothing rests on this file. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics kinds masses sets events weighted densities pieces.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Section Atom.
Variables (f : R -> R) (m : R).
Hypothesis (D : dense f).
Hypothesis (m0 : 0 <= m).

Let nonnegative : is_true (Order.le (0 : line) (m : line)).
Proof. exact/RleP. Qed.

Definition point_law : law := [the {measure set line -> \bar real_realType} of
  mscale (NngNum nonnegative) [the measure _ _ of @dirac _ line 0 real_realType]].

Lemma point_lawE S : point_law S = atom_at 0 m S.
Proof.
rewrite /point_law /= /mscale /= /atom_at diracE; case: pselect => S0.
  by rewrite mem_set// mule1.
by rewrite memNset// mule0.
Qed.

Definition atom_law : law := [the {measure set line -> \bar real_realType} of
  measure_add (area_law D) point_law].

Lemma atom_lawE S : atom_law S = (area f S + atom_at 0 m S)%E.
Proof.
apply: etrans; first exact: measure_addE.
by apply: (f_equal2 (fun a b => a + b)%E); [exact: area_lawE|exact: point_lawE].
Qed.

Lemma atom_law_has : has_density atom_law f m.
Proof.
split.
- exact: D.1.
- exact: D.2.
- exact: m0.
- by move=> S bS; exact: atom_lawE.
Qed.

(** The integral over such noise: over the density, and the value at the origin times the atom. *)
Lemma integral_atom (P : law) (g : line -> \bar real_realType) : has_density P f m ->
  measurable_fun setT g -> (forall x, (0 <= g x)%E) ->
  (\int[P]_x g x = \int[area_law D]_x g x + m%:E * g (0%R : R))%E.
Proof.
move=> [_ _ _ H] mg g0.
have E : (\int[P]_x g x = \int[atom_law]_x g x)%E.
  apply: eq_measure_integral => S mS _; apply: etrans; first exact: (H S mS).
  by apply/esym; exact: atom_lawE.
rewrite E; apply: etrans; first exact: (@integral_measure_add _ line real_realType (area_law D) point_law setT measurableT g
    (fun x _ => g0 x) mg).
apply: (f_equal (fun t => _ + t)%E).
apply: etrans; first exact: (@ge0_integral_mscale _ line real_realType _ setT measurableT _ g mg (fun x _ => g0 x)).
by apply: (f_equal (fun t => m%:E * t)%E); apply: etrans; [exact: (@integral_dirac _ line _ real_realType setT measurableT g mg)|rewrite indicT mul1e].
Qed.
End Atom.

(** Noise that has an even density, and in an atom what the two sides leave. *)
Lemma noise_of_atom f m v : (forall x, f x = f (Rabs x)) -> (forall x, 0 <= f x) -> 0 <= m ->
  part f 0 p_infty v -> v + v + m = 1 -> noise (with_density f m).
Proof.
move=> ev f0 m0 P E; have [D A] := whole_dense ev f0 P.
have [_ _ _ H] : has_density (with_density f m) f m.
  exact: (the_law_is (A := fun Q => has_density Q f m) (P := atom_law D m0) (atom_law_has D m0)).
rewrite /noise (H _ borel_whole); apply: etrans.
  by apply: (f_equal2 (fun a b => a + b)%E); [exact: A|rewrite /atom_at; case: pselect => // -[]].
by rewrite -EFinD; apply: f_equal.
Qed.

Lemma even_with_atom f m : noise (with_density f m) -> (forall x, f x = f (Rabs x)) ->
  even (with_density f m).
Proof.
move=> N ev S bS; have [mf f0 _ H] := density_of_noise N.
have D : dense f by split.
have E x : f (- x) = f x by rewrite ev Rabs_Ropp -ev.
rewrite /mass !H//; last exact: borel_mirror.
apply: f_equal; apply: (f_equal2 (fun a b => a + b)%E); first exact: (area_mirror D E bS).
by rewrite /atom_at /mirror Ropp_0.
Qed.

(** What is expected of c(|X|), from the integral of c f over the half line. *)
Lemma expectation_with_atom f m (c : R -> R) v w : noise (with_density f m) ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  (forall u, 0 < u -> continuous c u) ->
  part (fun x => c (Rabs x) * f x) 0 p_infty v -> v + v + m * c 0 = w ->
  expectation_is (with_density f m) c w.
Proof.
move=> N ev c0 C P <-; have HP := density_of_noise N; have [mf f0 m0 H] := HP.
have D : dense f by split.
have ev2 x : c (Rabs x) * f x = c (Rabs (Rabs x)) * f (Rabs x) by rewrite Rabs_Rabsolu -ev.
have p0 x : 0 <= c (Rabs x) * f x.
  by apply: Rmult_le_pos; [apply: c0; exact: Rabs_pos|exact: f0].
have [_ A] := whole_dense ev2 p0 P.
have mc : measurable_on (fun x => c (Rabs x)) (fun _ => True).
  apply: whole_measurable => [x|]; first by rewrite Rabs_Rabsolu.
  apply: open_continuous_measurable_fun; first exact: (@open_rays 0 p_infty).
  move=> x; rewrite inE => -[/= x0 _].
  apply/continuity_pt_cvg/continuity_pt_filterlim.
  apply: (continuous_ext_loc _ c); last exact: C.
  have L : locally x (fun t => 0 < t) by exact: (open_gt 0 x x0).
  by apply: filter_imp L => t t0; rewrite Rabs_pos_eq//; lra.
have mC : measurable_fun (setT : set line) (fun x => (c (Rabs x))%:E : extended).
  by apply/EFin_measurable_fun; exact: mc.
have C0 x : (0 <= (c (Rabs x))%:E :> extended)%E.
  by rewrite lee_fin; apply/RleP; apply: c0; exact: Rabs_pos.
rewrite /expectation_is /expectation /expected (integral_atom D m0 HP mC C0) Rabs_R0.
have K : has_density (area_law D) f 0.
  by split=> // [|S bS]; [lra|rewrite area_lawE no_atom adde0].
by rewrite (weighed K mC C0) -EFinM EFinD; apply: (f_equal (fun t => t + _)%E); exact: A.
Qed.

(** What is expected, with the atom's share: the cost at the origin is a number. *)
Ltac with_atom := cbv beta; by_identity.

(** A point by the names that it has as an end of a set. *)
Ltac as_end e := repeat match goal with
  | |- context [Finite ?t] => tryif constr_eq e t then fail else match goal with
    | _ : e = t |- _ => fail 1
    | |- _ => let E := fresh in assert (E : e = t) by (field; other_than_zero)
    end
  end.

(** Bounds by quotients, from those that are solved for another variable. *)
Lemma quotient_le a b c : 0 < c -> b / c <= a -> b <= a * c.
Proof.
move=> c0 H; have E : b = b / c * c by field; lra.
by rewrite E; apply: Rmult_le_compat_r => //; lra.
Qed.

Lemma le_quotient a b c : 0 < c -> a <= b / c -> a * c <= b.
Proof.
move=> c0 H; have E : b / c * c = b by field; lra.
by rewrite -E; apply: Rmult_le_compat_r => //; lra.
Qed.

Lemma quotient_lt a b c : 0 < c -> b / c < a -> b < a * c.
Proof.
move=> c0 H; have E : b = b / c * c by field; lra.
by rewrite E; exact: Rmult_lt_compat_r.
Qed.

Lemma lt_quotient a b c : 0 < c -> a < b / c -> a * c < b.
Proof.
move=> c0 H; have E : b / c * c = b by field; lra.
by rewrite -E; exact: Rmult_lt_compat_r.
Qed.

Ltac without_quotients := repeat match goal with
  | H : _ / ?c <= _ |- _ => apply (@quotient_le _ _ c) in H; [|solve [positive]]
  | H : _ <= _ / ?c |- _ => apply (@le_quotient _ _ c) in H; [|solve [positive]]
  | H : _ / ?c < _ |- _ => apply (@quotient_lt _ _ c) in H; [|solve [positive]]
  | H : _ < _ / ?c |- _ => apply (@lt_quotient _ _ c) in H; [|solve [positive]]
  end.

Ltac by_quotients := without_quotients; denominators; lra.

Ltac condition_of_noise ::=
  match goal with
  | |- borel _ => borels
  | |- noise _ => is_noise
  | |- noise_on_integers _ => is_noise
  | |- context [Rinv] => solve [by_quotients]
  | |- context [Rdiv] => solve [by_quotients]
  end.
