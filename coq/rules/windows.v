(** Beside the multiples of a width there is little mass, when one does not look far. *)
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
Local Open Scope classical_set_scope.
Local Open Scope R_scope.

Section Windows.
Variable w : R.
Hypothesis w0 : 0 < w.

Definition left_of (r k : R) : R -> Prop := open_open (Finite (k * w - r)) (Finite (k * w)).
Definition right_of (r k : R) : R -> Prop := open_open (Finite (k * w)) (Finite (k * w + r)).
Definition beside (r k : R) : R -> Prop := join (left_of r k) (right_of r k).
Definition windows (r : R) : R -> Prop := fun x => exists k, integer k /\ beside r k x.

Lemma borel_beside r k : borel (beside r k).
Proof. by apply: borel_join; exact: borel_open_open. Qed.

Lemma borel_windows r : borel (windows r).
Proof.
have -> : windows r = (\bigcup_n (beside r (INR n) `|` beside r (- INR n)))%classic.
  apply/seteqP; split=> [x [k [[z ->] B]]|x [n _ [] B]]; last 2 first.
  - by exists (INR n); split=> //; exact: integer_INR.
  - exists (- INR n); split=> //.
    by exists (- Z.of_nat n)%Z; rewrite opp_IZR INR_IZR_INZ.
  exists (Z.to_nat (Z.abs z)) => //.
  have -> : INR (Z.to_nat (Z.abs z)) = IZR (Z.abs z) by rewrite INR_IZR_INZ Z2Nat.id//; lia.
  have [z0|z0] := Z_le_dec 0 z; [left|right].
    by rewrite Z.abs_eq.
  by rewrite Z.abs_neq ?opp_IZR ?Ropp_involutive//; lia.
by apply: bigcupT_measurable => n; apply: measurableU; exact: borel_beside.
Qed.

Definition reach (n : nat) : R := w / (INR n + 2).

Lemma reach_between n : 0 < reach n < w.
Proof.
have n0 := pos_INR n; split; first by apply: Rdiv_lt_0_compat; lra.
by apply: (Rmult_lt_reg_r (INR n + 2)); rewrite /reach /Rdiv ?Rmult_assoc ?Rinv_l; nra.
Qed.

Lemma reach_falls n : reach n.+1 <= reach n.
Proof.
have n0 := pos_INR n; rewrite /reach S_INR /Rdiv; apply: Rmult_le_compat_l; first lra.
by apply: Rinv_le_contravar; lra.
Qed.

(** Every place is in no window that is short enough. *)
Lemma no_window x : exists n, ~ windows (reach n) x.
Proof.
have [up_ dn] := archimed (x / w); set z := up (x / w) in up_ dn.
have xE : x = x / w * w by field; lra.
pose gap := Rmin (IZR z * w - x) (if Req_EM_T (x - (IZR z - 1) * w) 0 then w else x - (IZR z - 1) * w).
have hi : 0 < IZR z * w - x by have := Rmult_lt_compat_r w _ _ w0 up_; lra.
have lo : 0 <= x - (IZR z - 1) * w.
  by have := Rmult_le_compat_r w (IZR z - 1) (x / w) ltac:(lra) ltac:(lra); lra.
have gap0 : 0 < gap by rewrite /gap; case: Req_EM_T => E; apply: Rmin_glb_lt; lra.
have [n L] := reaches w gap0.
exists n => -[_ [[k ->]]].
have R : reach n < gap.
  have n0 := pos_INR n; apply: (Rmult_lt_reg_r (INR n + 2)); first lra.
  by rewrite /reach /Rdiv Rmult_assoc Rinv_l; nra.
have Rw := reach_between n.
have g1 : gap <= IZR z * w - x by exact: Rmin_l.
have g2 : x = (IZR z - 1) * w \/ gap <= x - (IZR z - 1) * w.
  have := Rmin_r (IZR z * w - x) (if Req_EM_T (x - (IZR z - 1) * w) 0 then w else x - (IZR z - 1) * w).
  by rewrite -/gap; case: Req_EM_T => E; [left; lra|right].
have kz : (k <= z - 1)%Z \/ (z <= k)%Z by lia.
have low : (k <= z - 1)%Z -> IZR k * w <= (IZR z - 1) * w.
  by move=> /IZR_le; rewrite minus_IZR; nra.
have high : (z <= k)%Z -> IZR z * w <= IZR k * w by move=> /IZR_le; nra.
have lower : (k <= z - 2)%Z -> IZR k * w + w <= (IZR z - 1) * w.
  by move=> /IZR_le; rewrite minus_IZR; nra.
rewrite /beside /join /left_of /right_of /open_open /=.
have [e|[e|e]] : (k <= z - 2)%Z \/ k = (z - 1)%Z \/ (z <= k)%Z by lia.
- by have := lower e; lra.
- have -> : IZR k = IZR z - 1 by rewrite e minus_IZR.
  by lra.
- by have := high e; lra.
Qed.
End Windows.

Theorem thin_windows : rule_thin_windows.
Proof.
move=> P N w w0 e e0.
pose F n := outside (windows w (reach w n)).
have bF n : borel (F n) by apply: borel_outside; exact: borel_windows.
have up n x : F n x -> F n.+1 x.
  move=> none [k [ik B]]; apply: none; exists k; split=> //.
  have := reach_falls w0 n; move: B; rewrite /beside /join /left_of /right_of /open_open /=; lra.
have [n L] := mass_grows N bF up e0.
have W : mass P (fun x => exists n, F n x) = 1.
  rewrite -(mass_whole N); congr (mass P _); apply/funext => x; apply/propext; split=> // _.
  exact: no_window.
rewrite W in L.
have bW := borel_windows w (reach w n).
have J : 1 = mass P (windows w (reach w n)) + mass P (F n).
  rewrite -(mass_whole N); apply: mass_join => // x; split=> // _.
  by have [?|?] := pselect (windows w (reach w n) x); [left|right].
have [r0 rw] := reach_between w0 n.
exists (reach w n); split=> //; split=> // k ik.
have M : mass P (beside w (reach w n) k) <= mass P (windows w (reach w n)).
  by apply: mass_monotone => // [|x B]; [exact: borel_beside|exists k].
have E : mass P (beside w (reach w n) k) =
    mass P (left_of w (reach w n) k) + mass P (right_of w (reach w n) k).
  apply: mass_join => //; try exact: borel_open_open.
  by move=> x; rewrite /left_of /right_of /open_open /=; lra.
by rewrite /left_of /right_of in E; lra.
Qed.
