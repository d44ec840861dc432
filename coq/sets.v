(** Borel sets by their shape, and linear relations between masses: what holds for the indicators
    of sets at every point holds for their masses. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia Classical.
From Coquelicot Require Import Rbar.
From dpproofs Require Import calculus lemmas kinds masses.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Borel sets *)

Lemma borel_whole : borel (fun _ => True).
Proof. exact: measurableT. Qed.

Lemma borel_none : borel (fun _ => False).
Proof. exact: measurable0. Qed.

Lemma borel_ext (S T : R -> Prop) : (forall x, S x <-> T x) -> borel S -> borel T.
Proof. by move=> E; have -> : S = T by apply/funext => x; apply/propext; exact: E. Qed.

Lemma borel_meet S T : borel S -> borel T -> borel (meet S T).
Proof. exact: measurableI. Qed.

Lemma borel_join S T : borel S -> borel T -> borel (join S T).
Proof. exact: measurableU. Qed.

Lemma borel_outside S : borel S -> borel (outside S).
Proof. exact: measurableC. Qed.

Lemma borel_mirror S : borel S -> borel (mirror S).
Proof.
move=> bS; have M : measurable_fun (setT : set line) (Ropp : line -> line).
  by apply: continuous_measurable_fun => x; apply/continuity_pt_cvg; reg.
by have := M measurableT _ bS; rewrite setTI.
Qed.

Lemma borel_moved S d : borel S -> borel (moved S d).
Proof.
move=> bS; pose f : R -> R := fun x => x - d.
have M : measurable_fun (setT : set line) (f : line -> line).
  by apply: continuous_measurable_fun => x; apply/continuity_pt_cvg; rewrite /f; reg.
by have := M measurableT _ bS; rewrite setTI.
Qed.

Lemma borel_above (a : Rbar) : borel (fun x => Rbar_lt a x).
Proof.
case: a => [r| |]; [|exact: borel_none|exact: borel_whole].
have -> : (fun x : R => Rbar_lt r x) = [set` `]r, +oo[%R].
  by apply/funext => x; apply/propext; rewrite /= in_itv /= andbT; split => /RltP.
exact: measurable_itv.
Qed.

Lemma borel_below (a : Rbar) : borel (fun x => Rbar_lt x a).
Proof.
case: a => [r| |]; [|exact: borel_whole|exact: borel_none].
have -> : (fun x : R => Rbar_lt x r) = [set` `]-oo, r[%R].
  by apply/funext => x; apply/propext; rewrite /= in_itv /=; split => /RltP.
exact: measurable_itv.
Qed.

Lemma borel_from_ (a : Rbar) : borel (fun x => Rbar_le a x).
Proof.
apply: (borel_ext _ (borel_outside (borel_below a))) => x; split=> [/Rbar_not_lt_le //|].
exact: Rbar_le_not_lt.
Qed.

Lemma borel_to_ (a : Rbar) : borel (fun x => Rbar_le x a).
Proof.
apply: (borel_ext _ (borel_outside (borel_above a))) => x; split=> [/Rbar_not_lt_le //|].
exact: Rbar_le_not_lt.
Qed.

Lemma borel_open_open a b : borel (open_open a b).
Proof. exact: (borel_meet (borel_above a) (borel_below b)). Qed.

Lemma borel_open_closed a b : borel (open_closed a b).
Proof. exact: (borel_meet (borel_above a) (borel_to_ b)). Qed.

Lemma borel_closed_open a b : borel (closed_open a b).
Proof. exact: (borel_meet (borel_from_ a) (borel_below b)). Qed.

Lemma borel_closed_closed a b : borel (closed_closed a b).
Proof. exact: (borel_meet (borel_from_ a) (borel_to_ b)). Qed.

(** ** Masses from indicators *)

Definition indicator (S : R -> Prop) (x : R) : R := if pselect (S x) then 1 else 0.

Lemma indicator_in (S : R -> Prop) x : S x -> indicator S x = 1.
Proof. by rewrite /indicator; case: pselect. Qed.

Lemma indicator_out (S : R -> Prop) x : ~ S x -> indicator S x = 0.
Proof. by rewrite /indicator; case: pselect. Qed.

(** A combination of sets: a constant, and coefficients with their sets. *)
Definition combination : Type := list (R * (R -> Prop)).

Fixpoint at_point (x : R) (l : combination) : R :=
  match l with nil => 0 | cons (c, T) rest => c * indicator T x + at_point x rest end.

Fixpoint measured (P : law) (A : R -> Prop) (l : combination) : R :=
  match l with nil => 0 | cons (c, T) rest => c * mass P (meet A T) + measured P A rest end.

Fixpoint all_borel (l : combination) : Prop :=
  match l with nil => True | cons (_, T) rest => borel T /\ all_borel rest end.

Lemma mass_split (P : law) A S : noise P -> borel A -> borel S ->
  mass P A = mass P (meet A S) + mass P (meet A (outside S)).
Proof.
move=> N bA bS; apply: (mass_join N) => [| |x [_ h] [_ k]|x].
- exact: borel_meet.
- by apply: borel_meet => //; exact: borel_outside.
- exact: k.
- rewrite /meet /outside; have := classic (S x); tauto.
Qed.

Lemma mass_ext (P : law) (S T : R -> Prop) : (forall x, S x <-> T x) -> mass P S = mass P T.
Proof. by move=> E; congr (mass P _); apply/funext => x; apply/propext; exact: E. Qed.

Lemma mass_none (P : law) (S : R -> Prop) : (forall x, ~ S x) -> mass P S = 0.
Proof.
move=> E; rewrite /mass; have -> : (S : set line) = set0 by apply/seteqP; split=> x //; exact: E.
by rewrite measure0.
Qed.

Lemma measured_split (P : law) A S l : noise P -> borel A -> borel S -> all_borel l ->
  measured P A l = measured P (meet A S) l + measured P (meet A (outside S)) l.
Proof.
move=> N bA bS; elim: l => [|[c T] l IH] /=; first by move=> _; lra.
move=> [bT bl]; rewrite (IH bl).
rewrite (mass_split N (borel_meet bA bT) bS).
rewrite (@mass_ext P (meet (meet A T) S) (meet (meet A S) T)); last by rewrite /meet; tauto.
rewrite (@mass_ext P (meet (meet A T) (outside S)) (meet (meet A (outside S)) T)); last by rewrite /meet; tauto.
lra.
Qed.

Lemma measured_ge0 (P : law) l c A : noise P -> borel A -> all_borel l ->
  (forall x, A x -> 0 <= c + at_point x l) -> 0 <= c * mass P A + measured P A l.
Proof.
move=> N; elim: l c A => [|[d S] l IH] c A bA /=.
  move=> _ H; have M := mass_ge0 P A; case: (classic (exists x, A x)) => [[x Ax]|E].
    by have := H x Ax; nra.
  by rewrite mass_none; [lra|move=> x Ax; apply: E; exists x].
move=> [bS bl] H; have bA1 := borel_meet bA bS; have bA2 := borel_meet bA (borel_outside bS).
have K1 : 0 <= (c + d) * mass P (meet A S) + measured P (meet A S) l.
  by apply: IH => // x [Ax Sx]; have := H x Ax; rewrite indicator_in//; lra.
have K2 : 0 <= c * mass P (meet A (outside S)) + measured P (meet A (outside S)) l.
  by apply: IH => // x [Ax Sx]; have := H x Ax; rewrite indicator_out//; lra.
by rewrite (measured_split N bA bS bl) (mass_split N bA bS); lra.
Qed.

Fixpoint of_masses (P : law) (l : combination) : R :=
  match l with nil => 0 | cons (c, T) rest => c * mass P T + of_masses P rest end.

Lemma measured_whole (P : law) l : measured P (fun _ => True) l = of_masses P l.
Proof.
elim: l => [//|[c S] l /= ->]; congr (_ * _ + _); apply: mass_ext => x; rewrite /meet; tauto.
Qed.

Lemma masses_ge0 (P : law) (c : R) (l : combination) : noise P -> all_borel l ->
  (forall x, 0 <= c + at_point x l) -> 0 <= c + of_masses P l.
Proof.
move=> N bl H; have := @measured_ge0 P l c _ N borel_whole bl (fun x _ => H x).
by rewrite mass_whole// measured_whole; lra.
Qed.

Lemma masses_0 (P : law) (c : R) (l : combination) : noise P -> all_borel l ->
  (forall x, c + at_point x l = 0) -> c + of_masses P l = 0.
Proof.
move=> N bl H; have A : 0 <= c + of_masses P l by apply: masses_ge0 => // x; have := H x; lra.
pose opp := List.map (fun t : R * (R -> Prop) => (- fst t, snd t)) l.
have E Q : of_masses Q opp = - of_masses Q l by rewrite /opp; elim: l {H bl A opp} => [|[d S] l /= ->]; rewrite /=; lra.
have F x : at_point x opp = - at_point x l by rewrite /opp; elim: l {H bl A opp E} => [|[d S] l /= ->]; rewrite /=; lra.
have bo : all_borel opp by rewrite /opp; elim: l bl {H A opp E F} => [//|[d S] l /= IH [? ?]]; split=> //; exact: IH.
have := @masses_ge0 P (- c) opp N bo; rewrite E => B.
have : 0 <= - c + - of_masses P l by apply: B => x; rewrite F; have := H x; lra.
lra.
Qed.

Lemma noise_of_integers (P : law) : noise_on_integers P -> noise P.
Proof. by case. Qed.

(** A private noise at one set and one shift. *)
Lemma private_at (P : law) e d s S h : private P e d s -> borel S -> - s <= h -> h <= s ->
  mass P S <= exp e * mass P (moved S h) + d.
Proof. by move=> H bS lo hi; apply: H => //; apply: Rabs_le; lra. Qed.

Lemma private_on_integers_at (P : law) e d s S h : private_on_integers P e d s -> borel S ->
  integer h -> - s <= h -> h <= s -> mass P S <= exp e * mass P (moved S h) + d.
Proof. by move=> H bS ih lo hi; apply: H => //; apply: Rabs_le; lra. Qed.

Lemma mirrored (P : law) S : even P -> borel S -> mass P (mirror S) = mass P S.
Proof. by move=> H bS; exact: H. Qed.
