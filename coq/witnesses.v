(** What a counterexample to a sentence with given objects puts in the place of the objects: uniform
    noise, and noise on two integers. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Uniform noise on [0, 1] *)

Definition unit : set line := `[0%R, 1%R]%classic.

Lemma unit_borel : borel unit.
Proof. exact: measurable_itv. Qed.

Lemma unitE x : unit x <-> 0 <= x <= 1.
Proof.
rewrite /unit /= in_itv /=; split => [/andP[/RleP A /RleP B] //|[A B]].
by apply/andP; split; apply/RleP.
Qed.

Definition share (S : set line) : extended := length (S `&` unit).

Let share0 : share set0 = 0%E.
Proof. by rewrite /share set0I measure0. Qed.

Let share_ge0 S : (0 <= share S)%E.
Proof. exact: measure_ge0. Qed.

Let share_additive : semi_sigma_additive share.
Proof.
move=> F mF tF mU; rewrite /share setI_bigcupl.
apply: (@measure_sigma_additive _ _ _ length).
  by move=> i; apply: measurableI; [exact: (mF i)|exact: unit_borel].
apply/trivIsetP => i j _ _ ij; move/trivIsetP : tF => /(_ i j Logic.I Logic.I ij).
by rewrite setIACA => ->; rewrite set0I.
Qed.

HB.instance Definition _ := isMeasure.Build _ _ _ share share0 share_ge0 share_additive.

Definition uniform_noise : law := [the {measure set line -> \bar real_realType} of share].

Lemma length_closed (a b : R) : a <= b -> length `[(a : line), (b : line)]%classic = (b - a)%:E.
Proof.
move=> ab; rewrite length_itv hlength_itv /= lte_fin; case: ifPn => [_|].
  by rewrite -EFinB.
rewrite -leNgt => /RleP ba; congr EFin; have K : b <= a := ba.
by change (0 = b - a); lra.
Qed.

Lemma uniform_is_noise : noise uniform_noise.
Proof.
rewrite /noise; change (share setT = 1%:E); rewrite /share setTI /unit length_closed; last lra.
by congr EFin; change (1 - 0 = 1); lra.
Qed.

Lemma shifted_share (S : set line) (d : R) : borel S ->
  (share S <= share (moved S d) + (Rabs d)%:E)%E.
Proof.
move=> bS; have bM := borel_moved d bS; have bU := unit_borel.
have bSU : borel (S `&` unit) by exact: measurableI.
pose J : set line := moved unit d; have bJ : borel J by exact: borel_moved.
pose K : set line := if Rle_dec 0 d then `[(1 : line), (1 + d : line)]%classic
  else `[(d : line), (0 : line)]%classic.
have bK : borel K by rewrite /K; destruct (Rle_dec 0 d); exact: measurable_itv.
have lK : length K = (Rabs d)%:E.
  rewrite /K; destruct (Rle_dec 0 d) as [D|D].
    have D1 : 1 <= 1 + d by lra.
    by rewrite (length_closed D1) Rabs_pos_eq//; congr EFin; change (1 + d - 1 = d); lra.
  have D1 : d <= 0 by lra.
  by rewrite (length_closed D1) Rabs_left; [congr EFin; change (0 - d = - d)|]; lra.
have moves : share S = length ((moved S d `&` J) : set line).
  by rewrite /share -(length_moved d bSU); congr (length _); apply/seteqP; split.
have cut : (moved S d `&` J : set line) = (moved S d `&` J `&` unit) `|` (moved S d `&` J `&` ~` unit).
  by rewrite -setIUr setUv setIT.
have b1 : borel (moved S d `&` J `&` unit) by apply: measurableI => //; exact: measurableI.
have b2 : borel (moved S d `&` J `&` ~` unit).
  by apply: measurableI; [exact: measurableI|exact: measurableC].
rewrite moves cut (measureU length b1 b2); last first.
  by apply/seteqP; split=> // x [[_ A] [_ B]].
apply: lee_add.
  apply: le_measure; rewrite ?inE//; first exact: measurableI.
  by move=> x [[A _] B].
rewrite -lK; apply: le_measure; rewrite ?inE// => x [[_ /unitE [A B]] C].
have C' : ~ (0 <= x <= 1) by move=> D; apply: C; apply/unitE.
rewrite /K; destruct (Rle_dec 0 d) as [D|D]; rewrite /= in_itv /=; apply/andP; split; apply/RleP.
- by change (1 <= x); lra.
- by change (x <= 1 + d); lra.
- by change (d <= x); lra.
- by change (x <= 0); lra.
Qed.

Theorem uniform_private (e d s : R) : 0 <= e -> s <= d -> private uniform_noise e d s.
Proof.
move=> e0 sd S h bS hs; have N := uniform_is_noise; have bM := borel_moved h bS.
have := shifted_share h bS; change share with (uniform_noise : set line -> extended).
rewrite !massE// -EFinD lee_fin => /RleP K.
have L : mass uniform_noise S <= mass uniform_noise (moved S h) + Rabs h := K.
have G := mass_ge0 uniform_noise (moved S h).
have E : 1 <= exp e by rewrite -exp_0; case: e0 => [/exp_increasing|<-]; lra.
nra.
Qed.

(** ** Noise that is 0 or 1, each with probability 1/2 *)

Let half_ge0 : is_true (Order.le (0 : line) (1 / 2 : line)).
Proof. by apply/RleP; change (0 <= 1 / 2); lra. Qed.

Definition half_at (a : line) : law := [the {measure set line -> \bar real_realType} of
  mscale (NngNum half_ge0) [the measure _ _ of @dirac _ line a real_realType]].

Definition coin_noise : law := [the {measure set line -> \bar real_realType} of
  measure_add (half_at 0) (half_at 1)].

Definition half_if (A : Prop) : R := if pselect A then 1 / 2 else 0.

Lemma half_atE (a : line) (S : set line) : half_at a S = (half_if (S a))%:E.
Proof.
rewrite /half_at /= /mscale /= diracE /half_if; destruct (pselect (S a)) as [Sa|Sa].
  by rewrite mem_set// mule1.
by rewrite memNset// mule0.
Qed.

Lemma coinE (S : set line) : coin_noise S = (half_if (S 0) + half_if (S 1))%:E.
Proof. by rewrite /coin_noise; apply: etrans; [exact: measure_addE|rewrite !half_atE -EFinD]. Qed.

Lemma half_in (A : Prop) : A -> half_if A = 1 / 2.
Proof. by rewrite /half_if; destruct (pselect A). Qed.

Lemma half_bounds (A : Prop) : 0 <= half_if A <= 1 / 2.
Proof. rewrite /half_if; destruct (pselect A); [change (0 <= 1 / 2 <= 1 / 2)|change (0 <= 0 <= 1 / 2)]; split; lra. Qed.

Lemma coin_is_noise : noise_on_integers coin_noise.
Proof.
have i0 : integer 0 by exists 0%Z.
have i1 : integer 1 by exists 1%Z.
by split; rewrite /noise coinE !half_in//; congr EFin; change (1 / 2 + 1 / 2 = 1); lra.
Qed.

Theorem coin_private (e d s : R) : 0 <= e -> 1 / 2 <= d -> s <= 1 ->
  private_on_integers coin_noise e d s.
Proof.
move=> e0 d2 s1 S h bS [z ->] hs.
have E : 1 <= exp e by rewrite -exp_0; case: e0 => [/exp_increasing|<-]; lra.
have G := mass_ge0 coin_noise (moved S (IZR z)).
suff L : mass coin_noise S <= mass coin_noise (moved S (IZR z)) + 1 / 2 by nra.
rewrite /mass !coinE.
change (half_if (S 0) + half_if (S 1) <=
  half_if (moved S (IZR z) 0) + half_if (moved S (IZR z) 1) + 1 / 2).
have [B0 B1] := (half_bounds (S 0), half_bounds (S 1)).
have [M0 M1] := (half_bounds (moved S (IZR z) 0), half_bounds (moved S (IZR z) 1)).
have [Z1|[Z1|Z1]] : (z = 1 \/ z = 0 \/ z = -1)%Z.
- have [A B] := size_between hs.
  have /le_IZR A' : IZR (-1) <= IZR z by lra.
  have /le_IZR B' : IZR z <= IZR 1 by lra.
  lia.
- subst z; have E1 : half_if (moved S 1 1) = half_if (S 0) by rewrite /moved Rminus_eq_0.
  move: E1 B0 B1 M0 M1; lra.
- subst z; have E0 : half_if (moved S 0 0) = half_if (S 0) by rewrite /moved Rminus_0_r.
  have E1 : half_if (moved S 0 1) = half_if (S 1) by rewrite /moved Rminus_0_r.
  move: E0 E1 B0 B1 M0 M1; lra.
- subst z; have E0 : half_if (moved S (-1) 0) = half_if (S 1) by rewrite /moved; congr half_if; congr S; lra.
  move: E0 B0 B1 M0 M1; lra.
Qed.
