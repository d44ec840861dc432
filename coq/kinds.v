(** Noise on the line and on the integers, privacy, costs and densities.

    Noise is a measure on the Borel sets of the line: atoms are allowed, and no density is assumed.
    The reals are those of Coq's standard library, with which the other sentences are stated. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals.
From dpproofs Require Import calculus.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Notation line := (Real.sort real_realType).

(** A measure on the Borel sets, and what makes it noise. *)
Definition law : Type := {measure set line -> \bar real_realType}.
Definition noise (P : law) : Prop := P setT = 1%:E.
Definition noise_on_integers (P : law) : Prop := noise P /\ P (integer : set line) = 1%:E.

Definition borel (S : R -> Prop) : Prop := measurable (S : set line).

(** The mass of a set, as a number. *)
Definition mass (P : law) (S : R -> Prop) : R := fine (P (S : set line)).

(** ** Privacy: all Borel sets, all shifts *)

Definition private (P : law) (epsilon delta sensitivity : R) : Prop :=
  forall S d, borel S -> Rabs d <= sensitivity ->
    mass P S <= exp epsilon * mass P (moved S d) + delta.

Definition private_on_integers (P : law) (epsilon delta sensitivity : R) : Prop :=
  forall S d, borel S -> integer d -> Rabs d <= sensitivity ->
    mass P S <= exp epsilon * mass P (moved S d) + delta.

Definition even (P : law) : Prop := forall S, borel S -> mass P (mirror S) = mass P S.

(** ** Costs and their expectations, both in [0, oo] *)

Definition extended : Type := \bar real_realType.

Definition cost (L : R -> extended) : Prop :=
  [/\ measurable_fun (setT : set line) L, (forall x, 0%:E <= L x)%E, (forall x, L (- x)%R = L x)
    & forall x y, 0 <= x -> x <= y -> (L x <= L y)%E].

Definition expected (P : law) (L : R -> extended) : extended := (\int[P]_x L x)%E.

(** E L(X) <= E L(Y). *)
Definition cheaper (X Y : law) (L : R -> extended) : Prop := (expected X L <= expected Y L)%E.

(** The expectation of c(|X|), for a cost that is a formula. *)
Definition expectation (P : law) (c : R -> R) : extended := expected P (fun x => (c (Rabs x))%:E).
Definition expectation_is (P : law) (c : R -> R) (v : R) : Prop := expectation P c = v%:E.
Definition expectation_at_least (P : law) (c : R -> R) (v : R) : Prop := (v%:E <= expectation P c)%E.
Definition expectation_above (P : law) (c : R -> R) (v : R) : Prop := (v%:E < expectation P c)%E.
Definition expectation_at_most (P : law) (c : R -> R) (v : R) : Prop := (expectation P c <= v%:E)%E.
Definition expectation_below (P : law) (c : R -> R) (v : R) : Prop := (expectation P c < v%:E)%E.

(** ** Noise that is defined by its density or its masses *)

Definition atom_at (a m : R) (S : R -> Prop) : extended := if pselect (S a) then m%:E else 0%:E.

(** Density f on the line, and an atom of mass m at the origin. *)
Definition has_density (P : law) (f : R -> R) (m : R) : Prop :=
  [/\ measurable_fun (setT : set line) (f : line -> line), forall x, 0 <= f x, 0 <= m &
    forall S, borel S ->
      P (S : set line) = (\int[@lebesgue_measure real_realType]_(x in S) (f x)%:E + atom_at 0 m S)%E].

(** Mass f(i) at each integer i. *)
Definition has_masses (P : law) (f : R -> R) : Prop :=
  (forall i, integer i -> 0 <= f i) /\
  forall S, borel S -> P (S : set line) = (\esum_(i in [set i : line | integer i /\ S i]) (f i)%:E)%E.

(** The measure with this density or these masses. Where there is none it is the measure 0, which
    is no noise: that it is noise has to be shown. *)
Definition nothing : law := [the {measure set line -> \bar real_realType} of mzero].
Definition the_law (A : law -> Prop) : law :=
  match pselect (exists P, A P) with left found => sval (cid found) | right _ => nothing end.
Definition with_density (f : R -> R) (m : R) : law := the_law (fun P => has_density P f m).
Definition with_masses (f : R -> R) : law := the_law (fun P => has_masses P f).
