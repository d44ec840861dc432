(** What is known of all Borel sets holds of unions of cells, and so of the integer of a cell. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations sets.
From dpproofs.rules Require Import statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope R_scope.

Section Cells.
Variables (P Q : law) (a w : R).
Hypotheses (NP : noise P) (NQ : noise_on_integers Q) (w0 : 0 < w).

Definition cell (k : R) : R -> Prop := closed_open (Finite (a + k * w)) (Finite (a + (k + 1) * w)).
Definition point (k : R) : R -> Prop := closed_closed (Finite k) (Finite k).

(** The cells of the integers in a set. *)
Definition union (S : R -> Prop) : R -> Prop := fun x => exists k, integer k /\ S k /\ cell k x.

Hypothesis H : forall k, integer k -> mass Q (point k) = mass P (cell k).

Let NQ1 : noise Q.
Proof. by case: NQ. Qed.

Lemma pointE k x : point k x <-> x = k.
Proof. by rewrite /point /closed_closed /=; lra. Qed.

Lemma one_cell x k j : integer k -> integer j -> cell k x -> cell j x -> k = j.
Proof.
rewrite /cell /closed_open /= => ik ij A B; apply: integer_eq => //.
  by apply: (Rmult_lt_reg_r w) => //; lra.
by apply: (Rmult_lt_reg_r w) => //; lra.
Qed.

Definition alike (T : R -> Prop) : Prop := [/\ borel T, borel (union T) & mass Q T = mass P (union T)].

Lemma alike_none : alike (fun _ => False).
Proof.
have E : union (fun _ => False) = (fun _ => False).
  by apply/funext => x; apply/propext; split=> // -[k [_ []]].
have Z (M : law) : noise M -> mass M (fun _ => False) = 0.
  move=> NM; have := @mass_join M (fun _ => False) (fun _ => False) (fun _ => False) NM borel_none borel_none.
  by move=> /(_ (fun x A _ => A)) => /(_ ltac:(move=> x; tauto)); lra.
by split; rewrite ?E; [exact: borel_none|exact: borel_none|rewrite !Z].
Qed.

(** One more integer, if it is in a set. *)
Lemma alike_more (S T : R -> Prop) k : integer k -> alike T -> alike (fun x => T x \/ (x = k /\ S k)).
Proof.
move=> ik [bT bU E].
have [[Sk nT]|old] := pselect (S k /\ ~ T k); last first.
  have -> // : (fun x => T x \/ x = k /\ S k) = T.
  apply/funext => x; apply/propext; split=> [[//|[-> Sk]]|]; last by left.
  by apply: contrapT => nT; apply: old.
have -> : (fun x => T x \/ x = k /\ S k) = join T (point k).
  by apply/funext => x; apply/propext; rewrite /join pointE; tauto.
have U : union (join T (point k)) = join (union T) (cell k).
  apply/funext => x; apply/propext; split=> [[j [ij [[Tj|/pointE ->] C]]]|[[j [ij [Tj C]]]|C]].
  - by left; exists j.
  - by right.
  - by exists j; split=> //; split=> //; left.
  - by exists k; split=> //; split=> //; right; apply/pointE.
have bc : borel (cell k) by exact: borel_period.
have bp : borel (point k) by exact: borel_closed_closed.
split; rewrite ?U; try exact: borel_join.
rewrite (@mass_join Q T (point k) (join T (point k)) NQ1)//; last by move=> x Tx /pointE xk; rewrite xk in Tx.
rewrite (@mass_join P (union T) (cell k) (join (union T) (cell k)) NP)//; first by rewrite E H.
by move=> x [j [ij [Tj Cj]]] Ck; rewrite (one_cell ij ik Cj Ck) in Tj.
Qed.

(** The integers of a set that are smaller than n in size. *)
Fixpoint some (S : R -> Prop) (n : nat) : R -> Prop :=
  if n is m.+1 then
    fun x => (some S m x \/ (x = INR m /\ S (INR m))) \/ (x = - INR m /\ S (- INR m))
  else fun _ => False.

Lemma alike_some (S : R -> Prop) n : alike (some S n).
Proof.
elim: n => [|n IH]; first exact: alike_none.
apply: alike_more; first by apply: integer_opp; exact: integer_INR.
by apply: alike_more => //; exact: integer_INR.
Qed.

Lemma some_in (S : R -> Prop) n x : some S n x -> integer x /\ S x.
Proof.
elim: n => [|n IH] //= [[/IH //|[-> Sn]]|[-> Sn]]; split=> //; first exact: integer_INR.
by apply: integer_opp; exact: integer_INR.
Qed.

Lemma some_all (S : R -> Prop) x : integer x -> S x -> exists n, some S n x.
Proof.
move=> ix Sx; have [x0|x0] := Rle_lt_dec 0 x.
  have [n E] := @integer_nat x ix x0; exists n.+1; left; right.
  by split; [exact: E|rewrite -E].
have [n E] := @integer_nat (- x) (@integer_opp x ix) ltac:(lra); exists n.+1; right.
by rewrite -E Ropp_involutive.
Qed.

Lemma some_grows (S : R -> Prop) n x : some S n x -> some S n.+1 x.
Proof. by move=> K; left; left. Qed.

Lemma mass_union (S : R -> Prop) : borel S -> borel (union S) /\ mass Q S = mass P (union S).
Proof.
move=> bS; pose F := some S; pose G n := union (some S n).
have bF n : borel (F n) by have [] := alike_some S n.
have bG n : borel (G n) by have [] := alike_some S n.
have E n : mass Q (F n) = mass P (G n) by have [] := alike_some S n.
have uF n x : F n x -> F n.+1 x by exact: some_grows.
have uG n x : G n x -> G n.+1 x.
  by move=> [k [ik [Tk C]]]; exists k; split=> //; split=> //; exact: some_grows.
have UF : meet S integer = (fun x => exists n, F n x).
  apply/funext => x; apply/propext; split=> [[Sx ix]|[n /some_in[]]] //.
  exact: some_all.
have UG : union S = (fun x => exists n, G n x).
  apply/funext => x; apply/propext; split=> [[k [ik [Sk C]]]|[n [k [ik [/some_in[_ Sk] C]]]]]; last by exists k.
  by have [n K] := some_all ik Sk; exists n, k.
have bU : borel (union S).
  have -> : union S = (\bigcup_n G n : set line).
    by rewrite UG; apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
  by apply: bigcupT_measurable.
split=> //; rewrite (mass_on_integers NQ bS).
have bM : borel (meet S integer) by apply: measurableI => //; exact: borel_integer.
apply: Rle_antisym; apply: le_epsilon => e e0.
  have [n L] := mass_grows NQ1 bF uF e0; rewrite -UF E in L.
  have : mass P (G n) <= mass P (union S) by apply: mass_monotone => // x K; rewrite UG; exists n.
  lra.
have [n L] := mass_grows NP bG uG e0; rewrite -UG -E in L.
have : mass Q (F n) <= mass Q (meet S integer) by apply: mass_monotone => // x K; rewrite UF; exists n.
lra.
Qed.

Lemma union_moved (S : R -> Prop) m : integer m -> union (moved S m) = moved (union S) (m * w).
Proof.
move=> im; apply/funext => x; apply/propext; rewrite /moved; split=> -[k [ik [Sk C]]].
  exists (k - m); split; first exact: integer_minus.
  by split=> //; move: C; rewrite /cell /closed_open /=; lra.
exists (k + m); split; first exact: integer_plus.
split; first by have -> : k + m - m = k by lra.
by move: C; rewrite /cell /closed_open /=; lra.
Qed.
End Cells.

Theorem sets_of_cells : rule_sets_of_cells.
Proof.
move=> P NP Q NQ a w w0 m im c v H K S bS.
have [bU ->] := mass_union NP NQ w0 K bS.
have [_ ->] := mass_union NP NQ w0 K (borel_moved m bS).
by rewrite (union_moved a w S im); exact: H.
Qed.
