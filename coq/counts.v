(** The mass of an interval under noise on the integers, from the sum of the masses between its
    ends. Beside a few proofs of steps, nothing rests on this file. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics kinds masses sets densities pieces halves points.
From dpproofs Require Import stretches defined.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Section Masses.
Variable (f : R -> R).
Hypothesis (N : noise_on_integers (with_masses f)).

(** From an integer to before the next one. *)
Lemma mass_of_cell (c : R) : integer c ->
  mass (with_masses f) (closed_open (Finite c) (Finite (c + 1))) = f c.
Proof.
move=> ic; have [f0 H] := masses_of_noise (proj1 N).
rewrite /mass H; last exact: borel_closed_open.
have -> : [set i : line | integer i /\ closed_open (Finite c) (Finite (c + 1)) i] = [set (c : line)].
  apply/seteqP; split=> [x /= [ix [lo hi]]|x /= ->]; last by split=> //; split=> /=; lra.
  move: ix ic lo hi => [z ->] [w ->] /= /le_IZR lo; rewrite -(plus_IZR w 1) => /lt_IZR hi.
  by apply: f_equal; apply: Z.le_antisymm => //; exact: Zlt_succ_le.
by rewrite esum_set1// lee_fin; apply/RleP; exact: f0.
Qed.

Lemma mass_of_cells (c : R) n : integer c ->
  mass (with_masses f) (closed_open (Finite c) (Finite (c + INR n))) = total (fun k => f (c + INR k)) n.
Proof.
move=> ic; elim: n => [|n IH] /=; first by rewrite Rplus_0_r; apply: mass_none => x [/=]; lra.
have ie : integer (c + INR n) by apply: integer_plus => //; exact: integer_INR.
rewrite -IH -(mass_of_cell ie); apply: mass_join; first exact: (proj1 N).
- exact: borel_closed_open.
- exact: borel_closed_open.
- by move=> x [/= _ ?] [/= ? _]; lra.
move=> x; rewrite -/(INR n.+1) S_INR /closed_open /=; have := pos_INR n.
by split=> [[lo hi]|[[lo hi]|[lo hi]]]; lra.
Qed.

(** The sum of the masses between the ends; beside the integers the function may be another. *)
Lemma mass_of_run g (a c v l u w : R) :
  (forall x, integer x -> a <= x -> x < c + 1 -> f x = g x) -> finite_sum g a c v ->
  l = a -> u = c + 1 -> w = v -> mass (with_masses f) (closed_open (Finite l) (Finite u)) = w.
Proof.
move=> E [ia [n [L <-]]] -> -> ->; rewrite L mass_of_cells//; apply: total_same => k K; apply: E.
- by apply: integer_plus => //; exact: integer_INR.
- by have := pos_INR k; lra.
- by rewrite L; have := lt_INR _ _ K; lra.
Qed.

End Masses.

(** An interval from a sum. *)
Tactic Notation "counted" constr(N) constr(I) tactic3(on) :=
  match type of I with finite_sum ?g ?a ?c ?v =>
    refine (@mass_of_run _ N g a c v _ _ _ _ I _ _ _); [on | by_identity ..]
  end.

(** That noise is the noise with its density, or with its masses. *)
Ltac made_by_density ::= match goal with
  | H : context [with_density] |- _ => first [exact H | apply H; condition]
  | H : context [with_masses] |- _ => first [exact H | apply H; condition]
  end.
