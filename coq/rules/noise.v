(** The textbook rules about noise that need no integral. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses.
From dpproofs.rules Require Import statements.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Rules *)

Theorem cheaper_by_way_of : rule_cheaper_by_way_of.
Proof. by move=> X _ Y _ Z _ L _; exact: le_trans. Qed.

Theorem bounds_of_a_cost : rule_bounds_of_a_cost.
Proof.
move=> P _ c u v low high; have := le_trans low high.
by rewrite lee_fin => /RleP.
Qed.

Theorem privacy_by_sets : rule_privacy_by_sets.
Proof.
move=> P _ epsilon delta sensitivity _ H S d bS dl.
have B : - sensitivity <= d <= sensitivity by exact: size_between.
by apply: (H d _ _ S bS); lra.
Qed.

Theorem privacy_by_sets_of_integers : rule_privacy_by_sets_of_integers.
Proof.
move=> P _ epsilon delta sensitivity _ H S d bS id dl.
have B : - sensitivity <= d <= sensitivity by exact: size_between.
by apply: (H d id _ _ S bS); lra.
Qed.

Theorem privacy_either_way : rule_privacy_either_way.
Proof.
move=> P N epsilon e0 delta sensitivity d0 _ H K S d bS dl.
have M := mass_ge0 P S.
have [->|[dn|dp]] : d = 0 \/ d < 0 \/ 0 < d by lra.
- have -> : moved S 0 = S by apply/funext => x; rewrite /moved Rminus_0_r.
  have E : 1 <= exp epsilon by rewrite -exp_0; have [/exp_increasing|->] := e0; lra.
  have : 1 * mass P S <= exp epsilon * mass P S by exact: Rmult_le_compat_r.
  lra.
- have -> : d = - - d by lra.
  by apply: K => //; first lra; rewrite Rabs_left in dl; lra.
- by apply: H => //; rewrite Rabs_pos_eq in dl; lra.
Qed.

Theorem nothing_between_integers : rule_nothing_between_integers.
Proof.
move=> P [N Z] k ik.
have bS := borel_between k (k + 1).
have H : (P (open_open (Finite k) (Finite (k + 1))) + P integer <= 1%:E)%E.
  rewrite -measureU//; first exact: (mass_le1 N (measurableU _ _ bS borel_integer)).
    exact: borel_integer.
  apply/seteqP; split=> // x [[/= lo hi] ix].
  by have := @integer_le k x ik ix lo; lra.
move: H; rewrite Z massE// -EFinD lee_fin => /RleP H.
have K : mass P (open_open (Finite k) (Finite (k + 1))) + 1 <= 1 := H.
have := mass_ge0 P (open_open (Finite k) (Finite (k + 1))); lra.
Qed.

Theorem exhaustion : rule_exhaustion.
Proof.
move=> P N a w w0 v t H t0.
have [n L] : exists n, mass P (fun x => exists n, closed_open (Finite (a - INR n * w)) (Finite (a + INR n * w)) x) - 1 / 2
    < mass P (closed_open (Finite (a - INR n * w)) (Finite (a + INR n * w))).
  apply: (@mass_grows P (fun n => closed_open (Finite (a - INR n * w)) (Finite (a + INR n * w)))) => //.
  - by move=> n; exact: borel_period.
  - by move=> n x; rewrite /closed_open S_INR /=; have := pos_INR n; nra.
  - by lra.
have K := H (INR n) (integer_INR n) (pos_INR n).
have T := t0 (INR n) (integer_INR n) (pos_INR n).
have W : mass P (fun x => exists n, closed_open (Finite (a - INR n * w)) (Finite (a + INR n * w)) x) = 1.
  rewrite -(mass_whole N); congr (mass P _); apply/funext => x; apply/propext; split=> // _.
  have [m M] := reaches (Rabs (x - a)) w0.
  exists m; rewrite /closed_open /=.
  by have := Rle_abs (x - a); have := Rle_abs (- (x - a)); rewrite Rabs_Ropp; lra.
rewrite W in L.
have V : 0 < v * t (INR n) by lra.
by nra.
Qed.

Definition below (n : nat) : R -> Prop := open_open m_infty (Finite (INR n)).

Theorem tails_vanish : rule_tails_vanish.
Proof.
move=> P N e e0.
have bF n : borel (below n).
  have -> : below n = [set` `]-oo, INR n[%R].
    by apply/funext => x; apply/propext; rewrite /below /open_open /= in_itv /=; split => [[_ /RltP]|/RltP].
  exact: measurable_itv.
have up n x : below n x -> below n.+1 x.
  by rewrite /below /open_open S_INR /=; move=> [_ L]; split => //; lra.
have [n L] := @mass_grows P below N bF up e e0.
have W : mass P (fun x => exists n, below n x) = 1.
  rewrite -(mass_whole N); congr (mass P _); apply/funext => x; apply/propext; split=> // _.
  by have [m M] := reaches x Rlt_0_1; exists m; rewrite Rmult_1_r in M.
have bT := borel_from (INR n).
have U : P (fun _ => True) = (P (below n) + P (closed_open (Finite (INR n)) p_infty))%E.
  have D : (below n : set line) `&` closed_open (Finite (INR n)) p_infty = set0.
    by apply/seteqP; split=> // x [[_ /= hi] [/= lo _]]; lra.
  rewrite -(measureU P (bF n) bT D); congr (P _); apply/funext => x; apply/propext; split=> // _.
  by have [?|?] := Rlt_le_dec x (INR n); [left|right].
move: U; rewrite !massE//; last exact: measurableT.
rewrite mass_whole// -EFinD => -[] U.
have V : 1 = mass P (below n) + mass P (closed_open (Finite (INR n)) p_infty) := U.
have T : mass P (closed_open (Finite (INR n)) p_infty) < e by rewrite W in L; lra.
have p := pos_INR n; exists (INR n + 1); split; first lra.
apply: Rle_lt_trans T; apply: (mass_monotone N (borel_from _) bT) => x [/= lo _].
by split => //=; lra.
Qed.
