(** Masses of Borel sets, as numbers: what the rules, the examples and the steps use. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Masses *)

Lemma mass_le1 (P : law) S : noise P -> borel S -> (P S <= 1%:E)%E.
Proof. by move=> N bS; rewrite -N; apply: le_measure => //; rewrite inE//; exact: measurableT. Qed.

Lemma mass_fin (P : law) S : noise P -> borel S -> P S \is a fin_num.
Proof.
move=> N bS; rewrite ge0_fin_numE; last exact: measure_ge0.
by apply: (le_lt_trans (mass_le1 N bS)); exact: ltry.
Qed.

Lemma massE (P : law) S : noise P -> borel S -> P S = (mass P S)%:E.
Proof. by move=> N bS; rewrite /mass fineK//; exact: mass_fin. Qed.

Lemma mass_ge0 (P : law) S : 0 <= mass P S.
Proof. by apply/RleP; rewrite /mass fine_ge0//; exact: measure_ge0. Qed.

Lemma mass_monotone (P : law) S T : noise P -> borel S -> borel T -> (forall x, S x -> T x) ->
  mass P S <= mass P T.
Proof.
move=> N bS bT ST; apply/RleP; rewrite -lee_fin -!massE//.
by apply: le_measure => //; rewrite inE.
Qed.

Lemma mass_whole (P : law) : noise P -> mass P (fun _ => True) = 1.
Proof. by move=> N; rewrite /mass; have -> : P (fun _ => True) = 1%:E by exact: N. Qed.

Lemma size_between d s : Rabs d <= s -> - s <= d <= s.
Proof. by move: (Rle_abs d) (Rle_abs (- d)); rewrite Rabs_Ropp; lra. Qed.

Lemma mass_join (P : law) (A B C : R -> Prop) : noise P -> borel A -> borel B ->
  (forall x, A x -> B x -> False) -> (forall x, C x <-> A x \/ B x) ->
  mass P C = mass P A + mass P B.
Proof.
move=> N bA bB D U; have -> : C = (A `|` B : set line).
  by apply/funext => x; apply/propext; exact: U.
have E : (A : set line) `&` B = set0.
  by apply/seteqP; split=> // x [Ax Bx]; exact: D Ax Bx.
have K : P (A `|` B) = (P A + P B)%E by rewrite -(measureU P bA bB E).
move: K; rewrite !massE//; last exact: measurableU.
by rewrite -EFinD => -[].
Qed.

(** ** Borel sets *)

Lemma borel_between (l u : R) : borel (open_open (Finite l) (Finite u)).
Proof.
have -> : open_open (Finite l) (Finite u) = [set` `]l, u[%R].
  by apply/funext => x; apply/propext; rewrite /open_open /= in_itv /=; split => [[/RltP -> /RltP ->]|/andP[/RltP ? /RltP ?]].
exact: measurable_itv.
Qed.

Lemma borel_integer : borel integer.
Proof.
have -> : integer = (\bigcup_n ([set (INR n : line)] `|` [set (- INR n : line)]))%classic.
  apply/seteqP; split=> [x [z ->]|x [n _ [] ->]]; last 2 first.
  - by exists (Z.of_nat n); rewrite INR_IZR_INZ.
  - by exists (- Z.of_nat n)%Z; rewrite opp_IZR INR_IZR_INZ.
  exists (Z.to_nat (Z.abs z)) => //.
  have -> : INR (Z.to_nat (Z.abs z)) = IZR (Z.abs z) by rewrite INR_IZR_INZ Z2Nat.id//; lia.
  have [z0|z0] := Z_le_dec 0 z; [left|right].
    by rewrite Z.abs_eq.
  by rewrite Z.abs_neq ?opp_IZR ?Ropp_involutive//; lia.
by apply: bigcupT_measurable => n; apply: measurableU; exact: measurable_set1.
Qed.

Lemma borel_from (l : R) : borel (closed_open (Finite l) p_infty).
Proof.
have -> : closed_open (Finite l) p_infty = [set` `[l, +oo[%R].
  by apply/funext => x; apply/propext; rewrite /closed_open /= in_itv /= andbT; split => [[/RleP]|/RleP].
exact: measurable_itv.
Qed.

Lemma borel_period (l u : R) : borel (closed_open (Finite l) (Finite u)).
Proof.
have -> : closed_open (Finite l) (Finite u) = [set` `[l, u[%R].
  by apply/funext => x; apply/propext; rewrite /closed_open /= in_itv /=; split => [[/RleP -> /RltP ->]|/andP[/RleP ? /RltP ?]].
exact: measurable_itv.
Qed.

(** ** Sequences of intervals *)

(** The masses of sets that grow tend to the mass of their union, as real numbers. *)
Lemma mass_grows (P : law) (F : nat -> R -> Prop) : noise P -> (forall n, borel (F n)) ->
  (forall n x, F n x -> F (S n) x) ->
  forall e, 0 < e -> exists n, mass P (fun x => exists n, F n x) - e < mass P (F n).
Proof.
move=> N bF up e e0.
have bU : borel (fun x => exists n, F n x).
  have -> : (fun x => exists n, F n x) = (\bigcup_n F n : set line).
    by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
  by apply: bigcupT_measurable.
have H : (P \o F) --> P (fun x => exists n, F n x).
  have -> : (fun x => exists n, F n x) = (\bigcup_n F n : set line).
    by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
  apply: nondecreasing_cvg_mu => //; first exact: bigcupT_measurable.
  apply/nondecreasing_seqP => n; apply/subsetPset => x; exact: up.
apply: contrapT => none.
have : (lim (P \o F) <= (mass P (fun x => exists n, F n x) - e)%:E)%E.
  apply: lime_le; first by apply/cvg_ex; eexists; exact: H.
  apply: nearW => n /=; rewrite massE// lee_fin; apply/RleP.
  by apply: Rnot_lt_le => L; apply: none; exists n.
rewrite (cvg_lim _ H)// massE// lee_fin => /RleP K.
by have : mass P (fun x => exists n, F n x) <= mass P (fun x => exists n, F n x) - e := K; lra.
Qed.

Lemma reaches (x w : R) : 0 < w -> exists n, x < INR n * w.
Proof.
move=> w0; have [up_ _] := archimed (Rmax 0 (x / w)).
exists (Z.to_nat (up (Rmax 0 (x / w)))).
have M0 := Rmax_l 0 (x / w); have M1 := Rmax_r 0 (x / w).
rewrite INR_IZR_INZ Z2Nat.id; last by apply: le_IZR; lra.
have L : x / w < IZR (up (Rmax 0 (x / w))) by lra.
have := Rmult_lt_compat_r w _ _ w0 L.
by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
Qed.
