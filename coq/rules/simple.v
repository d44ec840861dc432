(** What holds of the masses of every Borel set holds of the means of simple functions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses sets.
From dpproofs.rules Require Import statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Gains.
Variables (P : law) (c d : R).
Hypothesis N : noise P.

(** What a set has beyond c times what it has when it is moved. *)
Definition gain (S : R -> Prop) : R := mass P S - c * mass P (moved S d).

Lemma gain_join (A B C : R -> Prop) : borel A -> borel B -> (forall x, A x -> B x -> False) ->
  (forall x, C x <-> A x \/ B x) -> gain C = gain A + gain B.
Proof.
move=> bA bB D U; rewrite /gain (mass_join N bA bB D U).
rewrite (@mass_join P (moved A d) (moved B d) (moved C d) N); first by ring.
- exact: borel_moved.
- exact: borel_moved.
- by move=> x; exact: D.
- by move=> x; exact: U.
Qed.
End Gains.

Theorem simple_functions : rule_simple_functions.
Proof.
move=> P N c d v a b b' g W t last l0 il H ab bb ba g0 gW grows.
have [n nE] := @integer_nat last il ltac:(lra).
have W0 : 0 <= W.
  have i0 : integer 0 by exists 0%Z.
  have l1 : 1 <= last.
    by move: nE; case: n => [|m] E; [rewrite /= in E; lra|rewrite S_INR in E; have := pos_INR m; lra].
  by have := g0 0 i0 ltac:(lra) ltac:(lra); have := gW 0 i0 ltac:(lra) ltac:(lra); lra.
have bV (S : R -> Prop) : borel S -> gain P c d S <= v.
  by move=> bS; have := H S bS; rewrite /gain; lra.
suff K (j : nat) : INR j <= INR n -> forall S, borel S -> (forall x, S x -> a (INR j) <= x) ->
    t (INR j) - t 0 + W * gain P c d S <= W * v.
  have := K n ltac:(lra) (fun _ => False) borel_none ltac:(done).
  have -> : gain P c d (fun _ => False) = 0.
    have E : gain P c d (fun _ => False) = gain P c d (fun _ => False) + gain P c d (fun _ => False).
      by apply: (gain_join _ _ N borel_none borel_none) => // x; split=> // -[].
    by lra.
  by rewrite nE; lra.
elim: j => [|j IH] jn S bS above.
  by have := Rmult_le_compat_l W _ _ W0 (bV S bS); rewrite /=; lra.
rewrite S_INR in jn above *.
have ij : integer (INR j) by exact: integer_INR.
have j0 := pos_INR j; have jl : INR j <= last - 1 by lra.
have := ab _ ij j0 jl; have := bb _ ij j0 jl; have := ba _ ij j0 jl.
have := g0 _ ij j0 jl; have := gW _ ij j0 jl; have := grows _ ij j0 jl.
set p := closed_closed _ _; set i := open_open _ _; rewrite -/(gain P c d p) -/(gain P c d i) => G gw gn ba1 bb1 ab1.
have bp : borel p by exact: borel_closed_closed.
have bi : borel i by exact: borel_open_open.
have bpS : borel (join p S) by exact: borel_join.
have pE x : p x <-> x = a (INR j) by rewrite /p /closed_closed /=; lra.
have iE x : i x <-> b (INR j) < x < b' (INR j) by [].
have EpS : gain P c d (join p S) = gain P c d p + gain P c d S.
  by apply: gain_join => // x /pE -> /above; lra.
have EipS : gain P c d (join i (join p S)) = gain P c d i + gain P c d (join p S).
  by apply: gain_join => // x /iE xi [/pE|/above]; lra.
have K1 := IH ltac:(lra) (join p S) bpS ltac:(by move=> x [/pE ->|/above]; lra).
have K2 := IH ltac:(lra) (join i (join p S)) ltac:(by exact: borel_join)
  ltac:(by move=> x [/iE|[/pE ->|/above]]; lra).
rewrite EipS EpS in K2; rewrite EpS in K1.
have [q|q] := Rle_lt_dec 0 (gain P c d i).
  have := Rmult_le_compat_r _ _ _ q gw; lra.
have := Rmult_le_compat_neg_l (gain P c d i) 0 (g (INR j)) ltac:(lra) gn; lra.
Qed.
