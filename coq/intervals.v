(** The mass of an interval, a half line or a point under noise that has a density, with an atom at
    the origin or without, from the integral of the density between the ends. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra.
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

(** Whether a point is an end, finite or not, is nothing to areas. *)
Lemma borel_edge (a : Rbar) : borel (fun x => Finite x = a).
Proof.
case: a => [r| |]; [|by apply: (borel_ext _ borel_none)|by apply: (borel_ext _ borel_none)].
have K : borel (fun x => x = r) by exact: measurable_set1.
by apply: (borel_ext _ K) => x; split=> [->|[]].
Qed.

Lemma area_edge f S (a : Rbar) : dense f -> borel S -> (forall x, S x -> Finite x = a) ->
  area f S = 0%E.
Proof.
move=> D bS H; apply: (@area_few f S (real a) D bS) => x Sx.
by rewrite -(H x Sx).
Qed.

Lemma area_with_ends f (a b : Rbar) (v : R) S : dense f -> part f a b v -> borel S ->
  (forall x, open_open a b x -> S x) ->
  (forall x, S x -> open_open a b x \/ Finite x = a \/ Finite x = b) -> area f S = v%:E.
Proof.
move=> D [_ A] bS I O; pose T := open_open a b.
have bT : borel T := borel_open_open a b.
pose U := meet S (outside T).
have bU : borel U := borel_meet bS (borel_outside bT).
pose V := meet U (fun x => Finite x = a).
pose W := meet U (outside (fun x => Finite x = a)).
have bV : borel V := borel_meet bU (borel_edge a).
have bW : borel W := borel_meet bU (borel_outside (borel_edge a)).
have ST x : S x <-> T x \/ U x.
  rewrite /U /meet /outside; have [Tx|Tx] := pselect (T x); last by split=> [|[|[]]] //; right.
  by split=> _; [left|exact: I].
have UV x : U x <-> V x \/ W x.
  by rewrite /V /W /meet /outside; have := pselect (Finite x = a); tauto.
rewrite (@area_join f D T U S bT bU _ ST); last by move=> x Tx [_ /(_ Tx)].
rewrite (@area_join f D V W U bV bW _ UV); last by move=> x [_ E] [_ /(_ E)].
rewrite (@area_edge f V a D bV); last by move=> x [].
rewrite (@area_edge f W b D bW); last first.
  by move=> x [[Sx nT] na]; case: (O x Sx) => [/nT //|[/na //|]].
by rewrite !adde0; exact: A.
Qed.

Section Masses.
Variables (f : R -> R) (m : R) (a b : Rbar) (v : R).
Hypothesis (N : noise (with_density f m)).
Hypothesis (P : part f a b v).

Lemma mass_with_ends S : borel S -> m = 0 \/ ~ S 0 -> (forall x, open_open a b x -> S x) ->
  (forall x, S x -> open_open a b x \/ Finite x = a \/ Finite x = b) ->
  mass (with_density f m) S = v.
Proof.
move=> bS off I O; have [mf f0 _ H] := density_of_noise N.
have D : dense f by split.
have E : atom_at 0 m S = 0%E by rewrite /atom_at; case: pselect => // S0; case: off => [->|/(_ S0)].
by rewrite /mass H// E adde0; apply: (f_equal fine (area_with_ends D P bS I O)).
Qed.

Lemma mass_open_open : m = 0 \/ ~ open_open a b 0 -> mass (with_density f m) (open_open a b) = v.
Proof.
by move=> off; apply: mass_with_ends => // [|x]; [exact: borel_open_open|left].
Qed.

Lemma mass_open_closed : m = 0 \/ ~ open_closed a b 0 -> mass (with_density f m) (open_closed a b) = v.
Proof.
move=> off; apply: mass_with_ends => // [|x [lo hi]|x [lo hi]]; first exact: borel_open_closed.
  by split=> //; exact: Rbar_lt_le.
by case: (Rbar_le_lt_or_eq_dec _ _ hi) => [?|->]; [left|right; right].
Qed.

Lemma mass_closed_open : m = 0 \/ ~ closed_open a b 0 -> mass (with_density f m) (closed_open a b) = v.
Proof.
move=> off; apply: mass_with_ends => // [|x [lo hi]|x [lo hi]]; first exact: borel_closed_open.
  by split=> //; exact: Rbar_lt_le.
by case: (Rbar_le_lt_or_eq_dec _ _ lo) => [?|->]; [left|right; left].
Qed.

Lemma mass_closed_closed : m = 0 \/ ~ closed_closed a b 0 ->
  mass (with_density f m) (closed_closed a b) = v.
Proof.
move=> off; apply: mass_with_ends => // [|x [lo hi]|x [lo hi]]; first exact: borel_closed_closed.
  by split; exact: Rbar_lt_le.
case: (Rbar_le_lt_or_eq_dec _ _ lo) => [?|->]; last by right; left.
by case: (Rbar_le_lt_or_eq_dec _ _ hi) => [?|->]; [left|right; right].
Qed.

End Masses.

(** The mass of the origin is the atom. *)
Lemma mass_at_origin f m : noise (with_density f m) ->
  mass (with_density f m) (closed_closed (Finite 0) (Finite 0)) = m.
Proof.
move=> N; have [mf f0 _ H] := density_of_noise N; have D : dense f by split.
have bS : borel (closed_closed (Finite 0) (Finite 0)) := borel_closed_closed _ _.
have Z : area f (closed_closed (Finite 0) (Finite 0)) = 0%E.
  by apply: (@area_few f _ 0 D bS) => x [/= lo hi]; lra.
rewrite /mass H//; apply: etrans; first by apply: (f_equal (fun t => fine (t + _)%E)); exact Z.
by rewrite add0e /atom_at; case: pselect => // -[]; split=> /=; lra.
Qed.
