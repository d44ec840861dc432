(** What is expected of a cost of which no more is known than its integrals over cells: it lies
    between sums over steps, whether or not the cost is continuous, or measurable. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia Classical.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics kinds masses sets densities pieces halves atoms.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Steps *)

Unset SsrRewrite.

Lemma part_constant (f : R -> R) (a b c : R) : a <= b ->
  (forall x, a < x -> x < b -> f x = c) -> part f a b (c * (b - a)).
Proof.
intros L E. apply (part_piece (g := fun _ => c)).
- intros x A B. now apply E.
- intros x _ _. apply continuous_const.
- replace (c * (b - a)) with (c * b - c * a) by ring.
  apply (integral_of_continuous (fun x => c * x)); [exact L| | | |]; intros; try apply continuous_const.
  + auto_derive; [easy|ring].
  + apply (@continuous_scal_r R_UniformSpace R_AbsRing R_NormedModule c (fun x => x)), continuous_id.
  + apply (@continuous_scal_r R_UniformSpace R_AbsRing R_NormedModule c (fun x => x)), continuous_id.
Qed.

Lemma constant_RInt (f : R -> R) (a b c : R) : a <= b ->
  (forall x, a < x -> x < b -> f x = c) -> is_RInt f a b (c * (b - a)).
Proof.
intros L E. apply (is_RInt_ext (fun _ => c)).
- intros x. rewrite Rmin_left, Rmax_right by exact L. intros [A B]. symmetry. now apply E.
- rewrite Rmult_comm. exact (@is_RInt_const R_NormedModule a b c).
Qed.

(** Steps have the area that they should have, and their part above 0 has no less. *)
Definition stepped (f : R -> R) (a b v : R) : Prop :=
  (forall h : R -> R, (forall x, a < x < b -> h x = f x) -> part h a b v) /\
  is_RInt f a b v /\
  exists w, v <= w /\ forall h : R -> R, (forall x, a < x < b -> h x = Rmax 0 (f x)) -> part h a b w.

Lemma step_list (f : R -> R) l : forall (a b : R) lf,
  a <= b -> adapted_couple f a b l lf -> stepped f a b (Int_SF lf l).
Proof.
induction l as [|r1 [|r2 l] IH]; intros a b lf L H.
- now destruct H as [_ [_ [_ [N _]]]].
- destruct H as [_ [A [B [N _]]]]. destruct lf; [|easy]. simpl in A, B.
  rewrite Rmin_left in A by exact L. rewrite Rmax_right in B by exact L.
  rewrite A in B. rewrite <- B. simpl. split; [|split].
  + intros h _. apply part_none.
  + exact (@is_RInt_point R_NormedModule f a).
  + exists 0. split; [lra|intros h _; apply part_none].
- destruct lf as [|c lf]; [now destruct H as [_ [_ [_ [N _]]]]|].
  assert (T := StepFun_P7 L H). destruct H as [O [A [_ [_ C]]]]. simpl in A.
  rewrite Rmin_left in A by exact L. subst r1.
  assert (R2 : a <= r2) by exact (O 0%nat ltac:(simpl; lia)).
  assert (B2 : r2 <= b).
  { destruct T as [_ [M _]]. simpl in M. rewrite M. apply Rmin_r. }
  assert (K : forall x, a < x -> x < r2 -> f x = c).
  { intros x X Y. apply (C 0%nat); [simpl; lia|]. now split. }
  destruct (IH r2 b lf B2 T) as [I1 [I2 [w [I3 I4]]]].
  simpl. split; [|split].
  + intros h E. apply (part_join (c := r2)); [exact R2|exact B2| |].
    * apply part_constant; [exact R2|]. intros x X Y. rewrite E by lra. now apply K.
    * apply I1. intros x X. apply E. lra.
  + apply (is_RInt_Chasles f a r2 b (c * (r2 - a)) _); [now apply constant_RInt|exact I2].
  + exists (Rmax 0 c * (r2 - a) + w). split.
    * apply Rplus_le_compat; [|exact I3]. apply Rmult_le_compat_r; [lra|apply Rmax_r].
    * intros h E. apply (part_join (c := r2)); [exact R2|exact B2| |].
      -- apply part_constant; [exact R2|]. intros x X Y. rewrite E by lra. now rewrite K.
      -- apply I4. intros x X. apply E. lra.
Qed.

Lemma step_function (a b : R) (f : StepFun a b) : a <= b -> stepped f a b (RiemannInt_SF f).
Proof.
intros L. unfold RiemannInt_SF. destruct (Rle_dec a b) as [_|N]; [|lra].
apply step_list; [exact L|]. apply StepFun_P1.
Qed.

(** A function that has an integral lies between steps of nearly that area. *)
Lemma between_steps (g : R -> R) (a b z e : R) : a <= b -> is_RInt g a b z -> 0 < e ->
  exists lower upper u v, (forall x, a <= x <= b -> lower x <= g x <= upper x) /\
    stepped lower a b u /\ z - e <= u /\ stepped upper a b v /\ v <= z + e.
Proof.
intros L I E. assert (E2 : 0 < e / 2) by lra.
destruct (ex_RInt_Reals_0 g a b (ex_intro _ z I) (mkposreal _ E2)) as [phi [psi [N S]]]. simpl in S.
apply Rabs_def2 in S. rewrite Rmin_left, Rmax_right in N by exact L.
assert (P := step_function (mkStepFun (StepFun_P28 (-1) phi psi)) L).
assert (Q := step_function (mkStepFun (StepFun_P28 1 phi psi)) L).
rewrite StepFun_P30 in P, Q. simpl in P, Q.
assert (B : forall x, a <= x <= b -> phi x + -1 * psi x <= g x <= phi x + 1 * psi x).
{ intros x X. assert (M := N x X). apply Rabs_le_between in M. lra. }
assert (Lo : RiemannInt_SF phi + -1 * RiemannInt_SF psi <= z).
{ apply (is_RInt_le _ _ a b _ _ L (proj1 (proj2 P)) I). intros x X. apply B. lra. }
assert (Hi : z <= RiemannInt_SF phi + 1 * RiemannInt_SF psi).
{ apply (is_RInt_le _ _ a b _ _ L I (proj1 (proj2 Q))). intros x X. apply B. lra. }
exists (fun x => phi x + -1 * psi x), (fun x => phi x + 1 * psi x).
exists (RiemannInt_SF phi + -1 * RiemannInt_SF psi), (RiemannInt_SF phi + 1 * RiemannInt_SF psi).
split; [exact B|split; [exact P|split; [lra|split; [exact Q|lra]]]].
Qed.

(** Near the ends of an improper integral there are proper ones of nearly its value. *)
Lemma nearly (g : R -> R) (a b : Rbar) (v c d e : R) : is_RInt_gen g (after a) (before b) v ->
  Rbar_lt a c -> Rbar_lt d b -> 0 < e ->
  exists x y z : R, Rbar_lt a x /\ x <= c /\ d <= y /\ Rbar_lt y b /\ is_RInt g x y z /\ Rabs (z - v) < e.
Proof.
intros I C D E. destruct (I (ball v (mkposreal e E)) (locally_ball v (mkposreal e E))) as [P Q HP HQ H].
destruct (@filter_ex _ (after a) (after_filter a) _ (filter_and _ _ HP (after_inside a c C))) as [x [X1 [X2 X3]]].
destruct (@filter_ex _ (before b) (before_filter b) _ (filter_and _ _ HQ (before_inside d b D)))
  as [y [Y1 [Y2 Y3]]].
destruct (H x y X1 Y1) as [z [Z1 Z2]]. simpl in X3, Y2, Z1. exists x, y, z.
split; [exact X2|]. split; [lra|]. split; [lra|]. split; [exact Y3|]. split; [exact Z1|exact Z2].
Qed.

Set SsrRewrite.

(** ** Areas *)

Lemma area_le (m t : R -> R) S : dense m -> dense t -> borel S -> (forall x, S x -> m x <= t x) ->
  (area m S <= area t S)%E.
Proof.
move=> [mm m0] [mt t0] bS H; apply: ge0_le_integral => //.
- by move=> x _; rewrite lee_fin; apply/RleP; exact: m0.
- by apply/EFin_measurable_fun; apply: (measurable_funS measurableT).
- by move=> x _; rewrite lee_fin; apply/RleP; exact: t0.
- by apply/EFin_measurable_fun; apply: (measurable_funS measurableT).
- by move=> x Sx; rewrite lee_fin; apply/RleP; exact: H.
Qed.

Lemma nearly_below (A : extended) v : (forall e, 0 < e -> (A <= (v + e)%:E)%E) -> (A <= v%:E)%E.
Proof.
case: A => [r| |] H; [|by have := H 1 Rlt_0_1|exact: leNye].
rewrite lee_fin; apply/RleP; apply: le_epsilon => e e0.
by have := H e e0; rewrite lee_fin => /RleP.
Qed.

Lemma area_of_union m (F : nat -> R -> Prop) (v : extended) : dense m -> (forall n, borel (F n)) ->
  (forall n x, F n x -> F n.+1 x) -> (forall n, (area m (F n) <= v)%E) ->
  (area m (fun x => exists n, F n x) <= v)%E.
Proof.
move=> D bF up H; have G := @area_grows m D F bF up.
rewrite -(cvg_lim _ G)//; apply: lime_le; first by apply/cvg_ex; eexists; exact: G.
by apply: nearW.
Qed.

(** A function on a set, and 0 elsewhere. *)
Definition only (f : R -> R) (S : R -> Prop) (x : R) : R := if pselect (S x) then f x else 0.

Lemma only_in f (S : R -> Prop) x : S x -> only f S x = f x.
Proof. by rewrite /only; case: pselect. Qed.

Lemma only_out f (S : R -> Prop) x : ~ S x -> only f S x = 0.
Proof. by rewrite /only; case: pselect. Qed.

Lemma only_dense f S : borel S -> measurable_on f S -> (forall x, S x -> 0 <= f x) -> dense (only f S).
Proof.
move=> bS mf f0; split; last first.
  move=> x; have [Sx|nS] := pselect (S x); first by rewrite only_in//; exact: f0.
  by rewrite only_out//; exact: Rle_refl.
apply: (measurable_join bS (borel_outside bS)).
- by move=> x; split=> // _; exact: EM.
- by apply: eq_measurable_fun mf => x; rewrite inE => Sx; rewrite only_in.
- have K : measurable_fun (outside S : set line) (fun _ => 0 : line) by exact: measurable_fun_cst.
  by apply: eq_measurable_fun K => x; rewrite inE => nS; rewrite only_out.
Qed.

Lemma part_stepped f (a b v : R) (S := open_open (Finite a) (Finite b)) : stepped f a b v ->
  (forall x, S x -> 0 <= f x) -> dense (only f S) /\ area (only f S) S = v%:E.
Proof.
move=> [H _] f0; have m : measurable_on f S by exact: (H f (fun _ _ => erefl)).1.
have D : dense (only f S) by apply: only_dense => //; exact: borel_open_open.
by split=> //; apply: (H _ _).2 => // x [lo hi]; rewrite only_in.
Qed.

(** What lies below a function has no more area than its integral. *)
Lemma area_below g (m : R -> R) (a b z : R) : a <= b -> is_RInt g a b z -> dense m ->
  (forall x, a < x -> x < b -> m x <= g x) -> (area m (open_open (Finite a) (Finite b)) <= z%:E)%E.
Proof.
move=> ab I D H; apply: nearly_below => e e0.
have [lo [t [w [v [B [_ [_ [S V]]]]]]]] := between_steps ab I e0.
have M x : open_open (Finite a) (Finite b) x -> m x <= t x.
  by move=> [/= ax xb]; apply: Rle_trans (H x ax xb) _; apply: (B x _).2; lra.
have [Dt At] := part_stepped S (fun x Sx => Rle_trans _ _ _ (D.2 x) (M x Sx)).
apply: (@le_trans _ _ (v%:E)); last by rewrite lee_fin; apply/RleP.
rewrite -At; apply: area_le => //; first exact: borel_open_open.
by move=> x Sx; rewrite only_in//; exact: M.
Qed.

(** Steps below a function that have nearly its integral. *)
Lemma steps_below g (a b z e : R) (S := open_open (Finite a) (Finite b)) :
  a <= b -> is_RInt g a b z -> 0 < e -> (forall x, 0 <= g x) ->
  exists l, [/\ dense l, forall x, l x <= g x, forall x, ~ S x -> l x = 0 & ((z - e)%:E <= area l S)%E].
Proof.
move=> ab I e0 g0; have [l [hi [u [z' [B [[_ [_ [w [uw W]]]] [U _]]]]]]] := between_steps ab I e0.
pose k x := Rmax 0 (l x); have m : measurable_on k S by exact: (W k (fun _ _ => erefl)).1.
have D : dense (only k S).
  by apply: only_dense => //; [exact: borel_open_open|move=> x _; exact: Rmax_l].
exists (only k S); split=> //.
- move=> x; have [Sx|nS] := pselect (S x); last by rewrite only_out.
  rewrite only_in// /k; apply: Rmax_lub; first exact: g0.
  by case: Sx => /= ax xb; apply: (B x _).1; lra.
- by move=> x; exact: only_out.
have [_ A] := W (only k S) (fun x X => only_in k (S := S) X).
by rewrite A// lee_fin; apply/RleP; change (z - e <= w); lra.
Qed.

(** ** Cells *)

(** v is the area under h between a and b as far as it can be said of any h: nothing that is
    measurable and lies below h has more, and something has nearly as much. *)
Definition enclosed (h : R -> R) (a b : Rbar) (v : R) : Prop :=
  (forall m, dense m -> (forall x : R, Rbar_lt a x -> Rbar_lt x b -> m x <= h x) ->
    (area m (open_open a b) <= v%:E)%E) /\
  ((forall x, 0 <= h x) -> forall e, 0 < e -> exists l,
    [/\ dense l, forall x, l x <= h x, forall x, ~ open_open a b x -> l x = 0 &
      ((v - e)%:E <= area l (open_open a b))%E]).

Lemma enclosed_same h a b a' b' v w : enclosed h a b v -> a = a' -> b = b' -> v = w -> enclosed h a' b' w.
Proof. by move=> P <- <- <-. Qed.

Lemma zero_dense : dense (fun _ => 0).
Proof. by split=> [|x]; [exact: measurable_fun_cst|exact: Rle_refl]. Qed.

Lemma enclosed_none h (a : Rbar) : enclosed h a a 0.
Proof.
have E : open_open a a = set0.
  by apply/seteqP; split=> // x [lo hi]; exact: (Rbar_lt_not_le _ _ hi (Rbar_lt_le _ _ lo)).
split; first by move=> m D _; rewrite E area_none.
move=> h0 e e0; exists (fun _ => 0); split=> //; first exact: zero_dense.
by rewrite E area_none lee_fin; apply/RleP; change (0 - e <= 0); lra.
Qed.

Lemma enclosed_piece (h g : R -> R) (a b : Rbar) (v : R) :
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> h x = g x) -> integral g a b v -> enclosed h a b v.
Proof.
move=> E [[<- ->]|[ab I]]; first exact: enclosed_none.
have [p [Ap Bp]] : exists p : R, Rbar_lt a p /\ Rbar_lt p b.
  by have [p H] := filter_ex _ (after_inside a b ab); exists p.
have C (t : R) : Rbar_lt a t -> Rbar_lt t b -> continuous (fun _ => 0) t.
  by move=> _ _; exact: continuous_const.
have sub x y : Rbar_lt a (Finite x) -> Rbar_lt (Finite y) b ->
    forall t, open_open (Finite x) (Finite y) t -> open_open a b t.
  move=> ax yb t [lo hi]; split; first exact: (Rbar_lt_trans _ _ _ ax lo).
  exact: (Rbar_lt_trans _ _ _ hi yb).
split.
- move=> m D H; pose F n := open_open (Finite (lowest a p n)) (Finite (highest b p n)).
  have -> : open_open a b = (fun x => exists n, F n x).
    apply/funext => x; apply/propext; split; last first.
      by move=> [n]; apply: sub; [exact: (lowest_in C Ap n).1|exact: (highest_in C Bp n).1].
    move=> [lo hi].
    have [N1 H1] : exists N, forall n, (N <= n)%coq_nat -> lowest a p n < x.
      apply: (@lowest_tends (fun _ => 0) a b C p Ap (fun t => t < x)).
      by apply: filter_imp (after_inside a x lo) => t [].
    have [N2 H2] : exists N, forall n, (N <= n)%coq_nat -> x < highest b p n.
      apply: (@highest_tends (fun _ => 0) a b C p Bp (fun t => x < t)).
      by apply: filter_imp (before_inside x b hi) => t [].
    by exists (N1 + N2)%coq_nat; split=> /=; [apply: H1|apply: H2]; lia.
  apply: area_of_union => // [n|n x [/= lo hi]|n]; first exact: borel_open_open.
    by have := lowest_falls C Ap n; have := highest_rises C Bp n; split=> /=; lra.
  apply: nearly_below => e e0.
  have [x [y [z [ax [xl [hy [yb [J /Rabs_def2 [Z _]]]]]]]]] :=
    nearly I (lowest_in C Ap n).1 (highest_in C Bp n).1 e0.
  have lp := (lowest_in C Ap n).2; have ph := (highest_in C Bp n).2.
  apply: (@le_trans _ _ (area m (open_open (Finite x) (Finite y)))).
    apply: area_monotone => //; try exact: borel_open_open.
    by move=> t [/= lo hi]; split=> /=; lra.
  apply: (@le_trans _ _ z%:E); last by rewrite lee_fin; apply/RleP; change (z <= v + e); lra.
  apply: (area_below (a := x) (b := y) _ J D); first lra.
  move=> t lo hi; have [at_ tb] := sub x y ax yb t (conj lo hi).
  by rewrite -E//; exact: H.
- move=> h0 e e0; have e2 : 0 < e / 2 by lra.
  have [x [y [z [ax [xp [py [yb [J /Rabs_def2 [_ Z]]]]]]]]] := nearly I Ap Bp e2.
  pose S := open_open (Finite x) (Finite y).
  have J' : is_RInt h x y z.
    apply: (is_RInt_ext g) J => t; rewrite Rmin_left ?Rmax_right; try lra; move=> [lo hi].
    by have [at_ tb] := sub x y ax yb t (conj lo hi); rewrite E.
  have [l [Dl lh l0 Al]] := steps_below (a := x) (b := y) ltac:(lra) J' e2 h0.
  exists l; split=> //.
    by move=> t nt; apply: l0 => St; apply: nt; exact: (sub x y ax yb t St).
  apply: (@le_trans _ _ (area l S)).
    by apply: le_trans Al; rewrite lee_fin; apply/RleP; change (v - e <= z - e / 2); lra.
  by apply: area_monotone => //; try exact: borel_open_open; exact: sub.
Qed.

Lemma area_split m (a b : Rbar) (c : R) : dense m -> Rbar_le a c -> Rbar_le c b ->
  area m (open_open a b) = (area m (open_open a c) + area m (open_open c b))%E.
Proof.
move=> D ac cb; pose P (x : R) : Prop := open_open a b x /\ x = c.
have bc : borel (fun x => x = c) by exact: measurable_set1.
have bP : borel P by exact: (borel_meet (borel_open_open a b) bc).
pose U := join (open_open a c) P.
have bU : borel U by exact: (borel_join (borel_open_open a c) bP).
rewrite (@area_join m D U (open_open c b) _ bU (borel_open_open c b)); last 2 first.
- by move=> x [[_ hi]|[_ ->]] [lo _]; [move: hi lo => /=; lra|move: lo => /=; lra].
- move=> x; rewrite /U /join /P; split.
    move=> [lo hi]; have [L|[E|L]] := Rtotal_order x c; [by left; left| |by right].
    by left; right; split.
  by move=> [[[lo hi]|[]//]|[lo hi]]; split=> //;
    [exact: (Rbar_lt_le_trans _ _ _ hi cb)|exact: (Rbar_le_lt_trans _ _ _ ac lo)].
rewrite (@area_join m D (open_open a c) P U (borel_open_open a c) bP)//; last first.
  by move=> x [_ hi] [_ E]; move: hi; rewrite E /=; lra.
by rewrite (@area_few m P c D bP (fun x Px => Px.2)) adde0.
Qed.

Lemma enclosed_join h (a b : Rbar) (c v w : R) : Rbar_le a c -> Rbar_le c b ->
  enclosed h a c v -> enclosed h c b w -> enclosed h a b (v + w).
Proof.
move=> ac cb [up1 lo1] [up2 lo2]; split.
  move=> m D H; rewrite (area_split D ac cb) EFinD; apply: lee_add.
    by apply: up1 => // x lo hi; apply: H => //; exact: (Rbar_lt_le_trans _ _ _ hi cb).
  by apply: up2 => // x lo hi; apply: H => //; exact: (Rbar_le_lt_trans _ _ _ ac lo).
move=> h0 e e0; pose d := e / 2; have d0 : 0 < d by rewrite /d; lra.
have [l1 [D1 H1 Z1 A1]] := lo1 h0 d d0; have [l2 [D2 H2 Z2 A2]] := lo2 h0 d d0.
pose l x := l1 x + l2 x.
have D : dense l.
  split; first exact: (measurable_funD D1.1 D2.1).
  by move=> x; have := D1.2 x; have := D2.2 x; rewrite /l; lra.
exists l; split=> //.
- move=> x; have [[_ hi]|n1] := pselect (open_open a c x).
    rewrite /l Z2 ?Rplus_0_r; first exact: H1.
    by move=> [lo _]; move: lo hi => /=; lra.
  by rewrite /l Z1// Rplus_0_l; exact: H2.
- move=> x nx; rewrite /l Z1 ?Z2 ?Rplus_0_r// => -[lo hi]; apply: nx; split=> //.
    exact: (Rbar_le_lt_trans _ _ _ ac lo).
  exact: (Rbar_lt_le_trans _ _ _ hi cb).
apply: (@le_trans _ _ ((v - d)%:E + (w - d)%:E)%E).
  by rewrite -EFinD lee_fin; apply/RleP; change (v + w - e <= v - d + (w - d)); rewrite /d; lra.
rewrite (area_split D ac cb); apply: lee_add.
  apply: (le_trans A1); apply: area_le => //; first exact: borel_open_open.
  by move=> x _; have := D2.2 x; rewrite /l; lra.
apply: (le_trans A2); apply: area_le => //; first exact: borel_open_open.
by move=> x _; have := D1.2 x; rewrite /l; lra.
Qed.

Lemma enclosed_whole h (a : Rbar) (F : nat -> R) (s : nat -> R) (v : R) :
  (forall n, F n <= F (S n)) -> (forall x, exists n, x < F n) ->
  (forall n, enclosed h a (F n) (s n)) -> is_lim_seq s v -> enclosed h a p_infty v.
Proof.
move=> up all H L; pose G n := open_open a (Finite (F n)).
have E : open_open a p_infty = (fun x => exists n, G n x).
  apply/funext => x; apply/propext; split; last by move=> [n [lo _]].
  by move=> [lo _]; have [n hi] := all x; exists n.
have mono n x : G n x -> G n.+1 x.
  by move=> [lo /= hi]; split=> //=; have := up n; lra.
have later n k x : G n x -> G (k + n)%coq_nat x.
  by elim: k => //= k IH Gx; apply: mono; exact: IH.
have bG n : borel (G n) by exact: borel_open_open.
split.
  move=> m D Hm; rewrite E; apply: area_of_union => // n.
  have K k : (area m (G n) <= (s (k + n)%coq_nat)%:E)%E.
    apply: (@le_trans _ _ (area m (G (k + n)%coq_nat))).
      by apply: area_monotone => // x; exact: later.
    by apply: (H _).1 => // x lo _; exact: Hm.
  move: K; case: (area m (G n)) => [r| |] K; [|by have := K 0%nat|exact: leNye].
  rewrite lee_fin; apply/RleP.
  apply: (is_lim_seq_le (fun _ => r) (fun k => s (k + n)%coq_nat) r v) => //.
  - by move=> k; have := K k; rewrite lee_fin => /RleP.
  - exact: is_lim_seq_const.
  - exact: (is_lim_seq_incr_n s n v).1.
move=> h0 e e0; have e2 : 0 < e / 2 by lra.
have [N HN] := L _ (locally_ball v (mkposreal _ e2)).
have /Rabs_def2 [_ sN] : Rabs (s N - v) < e / 2 by exact: (HN N (le_n N)).
have [l [Dl lh Z A]] := (H N).2 h0 _ e2.
exists l; split=> //.
  by move=> x nx; apply: Z => -[lo _]; apply: nx; split.
apply: (@le_trans _ _ (area l (G N))).
  by apply: le_trans A; rewrite lee_fin; apply/RleP; change (v - e <= s N - e / 2); lra.
by apply: area_monotone => //; [exact: borel_open_open|move=> x [lo _]].
Qed.

Lemma enclosed_series h (w : R) (t : R -> R) (v : R) : 0 < w ->
  (forall k, integer k -> 0 <= k -> enclosed h (k * w) (k * w + w) (t k)) ->
  infinite_sum t 0 v -> enclosed h 0 p_infty v.
Proof.
move=> w0 H [_ L].
apply: (@enclosed_whole h 0 (fun n => INR n * w) (total (fun k => t (0 + INR k)))).
- by move=> n; rewrite S_INR; nra.
- by move=> x; exact: (reaches x w0).
- elim=> [|n IH].
    by rewrite /= Rmult_0_l; exact: enclosed_none.
  rewrite /= -/(INR n.+1) S_INR; apply: enclosed_join IH _ => /=.
  + by have := pos_INR n; nra.
  + by lra.
  rewrite Rplus_0_l; have -> : (INR n + 1) * w = INR n * w + w by lra.
  by apply: H; [exact: integer_INR|exact: pos_INR].
- apply/is_lim_seq_incr_1; apply: (is_lim_seq_ext (sum_n (fun k => t (0 + INR k)))).
    by move=> n; rewrite total_sum_n.
  exact: L.
Qed.

(** ** Expectations *)

(** The inverse of what is positive, and 0. *)
Definition inverse (t : R) : R := only Rinv (fun x => 0 < x) t.

Lemma inverse_measurable : measurable_on inverse (fun _ => True).
Proof.
have bS : borel (fun x => 0 < x) by exact: (borel_above (Finite 0)).
suff D : dense inverse by exact: D.1.
apply: only_dense => // [|x x0]; last exact/Rlt_le/Rinv_0_lt_compat.
apply: open_continuous_measurable_fun.
  by have -> : (fun x => 0 < x) = open_open (Finite 0) p_infty;
    [apply/funext => x; apply/propext; split=> [|[]//]|exact: open_rays].
by move=> x; rewrite inE => x0; apply/continuity_pt_cvg; reg; lra.
Qed.

Section Expected.
Variables (f : R -> R) (m : R) (c : R -> R) (v : R).
Hypothesis (N : noise (with_density f m)).
Hypothesis (ev : forall x, f x = f (Rabs x)).
Hypothesis (c0 : forall u, 0 <= u -> 0 <= c u).
Hypothesis (H : enclosed (fun x => c (Rabs x) * f x) 0 p_infty v).

Let P := with_density f m.
Let HP : has_density P f m := density_of_noise N.
Let D : dense f.
Proof. by case: HP. Qed.
Let m0 : 0 <= m.
Proof. by case: HP. Qed.
Let C x : 0 <= c (Rabs x).
Proof. by apply: c0; exact: Rabs_pos. Qed.
Let above := open_open (Finite 0) p_infty.

(** What is expected of a measurable cost of |x| below the other. *)
Lemma expected_below k : dense k -> (forall x, k x = k (Rabs x)) -> (forall x, k x <= c (Rabs x)) ->
  exists u, [/\ area (fun x => k x * f x) above = u%:E, u <= v &
    (\int[P]_x (k x)%:E = (u + u + m * k 0)%:E)%E].
Proof.
move=> Dk evk kc; pose h x := k x * f x.
have h0 x : 0 <= h x by apply: Rmult_le_pos; [exact: Dk.2|exact: D.2].
have Dh : dense h by split=> //; exact: (measurable_funM Dk.1 D.1).
have A : (area h above <= v%:E)%E.
  by apply: H.1 => // x _ _; apply: Rmult_le_compat_r; [exact: D.2|exact: kc].
have [u U] : exists u, area h above = u%:E.
  move: A (area_ge0 Dh above); case: (area h above) => [u| |] //; by exists u.
exists u; split=> //; first by move: A; rewrite U lee_fin => /RleP.
have evh x : h x = h (Rabs x) by rewrite /h -evk -ev.
have pu : part h 0 p_infty u.
  by split=> // mS Y mY; apply: measurableI => //; have := Dh.1 measurableT Y mY; rewrite setTI.
have [_ W] := whole_dense evh h0 pu.
have mk : measurable_fun (setT : set line) (fun x => (k x)%:E : extended).
  by apply/EFin_measurable_fun; exact: Dk.1.
have k0 x : (0 <= (k x)%:E :> extended)%E by rewrite lee_fin; apply/RleP; exact: Dk.2.
rewrite (integral_atom D m0 HP mk k0).
have K : has_density (area_law D) f 0.
  by split=> // [|||S bS]; [exact: D.1|exact: D.2|lra|rewrite area_lawE no_atom adde0].
by rewrite (weighed K mk k0) -EFinM EFinD; apply: (f_equal (fun t => t + _)%E); exact: W.
Qed.

Lemma expected_at_most : (expectation P c <= (v + v + m * c 0)%:E)%E.
Proof.
rewrite /expectation /expected ge0_integralE; last first.
  by move=> x _; rewrite lee_fin; apply/RleP; exact: C.
apply: ub_ereal_sup => _ [h /= hc <-]; have I := @integralT_nnsfun _ line real_realType P h.
rewrite -I {I}.
have h0 x : 0 <= h x by apply/RleP; exact: fun_ge0.
have hc' x : h x <= c (Rabs x).
  by have := hc x; rewrite patch_setT lee_fin => /RleP.
pose k x := Rmax (h x) (h (- x)).
have Dk : dense k.
  split; last by move=> x; apply: Rle_trans (Rmax_l _ _).
  have mh : measurable_fun (setT : set line) (h : line -> line) by [].
  have mh' : measurable_on (fun x => h (- x)) (fun _ => True).
    exact: (measurable_fun_comp mh measurable_opp).
  apply: eq_measurable_fun (measurable_fun_max mh mh') => x _ /=.
  by rewrite /k RmaxE.
have evk x : k x = k (Rabs x).
  by rewrite /k /Rabs; case: Rcase_abs => // _; rewrite Ropp_involutive Rmax_comm.
have kc x : k x <= c (Rabs x).
  by apply: Rmax_lub; rewrite // -(Rabs_Ropp x).
have [u [_ uv E]] := expected_below Dk evk kc.
apply: (@le_trans _ _ (\int[P]_x (k x)%:E)%E).
  apply: ge0_le_integral.
  - exact: measurableT.
  - by move=> x _; rewrite lee_fin; apply/RleP; exact: h0.
  - by apply/EFin_measurable_fun.
  - by move=> x _; rewrite lee_fin; apply/RleP; exact: Dk.2.
  - by apply/EFin_measurable_fun; exact: Dk.1.
  - by move=> x _; rewrite lee_fin; apply/RleP; exact: Rmax_l.
rewrite E lee_fin; apply/RleP; change (u + u + m * k 0 <= v + v + m * c 0).
have := kc 0; rewrite Rabs_R0 => K0; have := Rmult_le_compat_l m _ _ m0 K0; lra.
Qed.

Lemma expected_at_least e : 0 < e -> ((v + v + m * c 0 - e)%:E <= expectation P c)%E.
Proof.
move=> e0; have e2 : 0 < e / 2 by lra.
have p0 x : 0 <= c (Rabs x) * f x by apply: Rmult_le_pos; [exact: C|exact: D.2].
have [l [Dl lh _ A]] := H.2 p0 _ e2.
pose k x := if Req_EM_T x 0 then c 0 else l (Rabs x) * inverse (f x).
have inv0 t : 0 <= inverse t.
  have [t0|nt] := Rlt_dec 0 t; first by rewrite /inverse only_in//; exact/Rlt_le/Rinv_0_lt_compat.
  by rewrite /inverse only_out//; exact: Rle_refl.
have k0 : k 0 = c 0 by rewrite /k; case: Req_EM_T.
have kE x : x <> 0 -> k x = l (Rabs x) * inverse (f x) by rewrite /k; case: Req_EM_T.
have evk x : k x = k (Rabs x).
  have [->|n] := Req_dec x 0; first by rewrite Rabs_R0.
  by rewrite !kE ?Rabs_Rabsolu -?ev//; exact: Rabs_no_R0.
have Dk : dense k.
  split; last first.
    move=> x; have [->|n] := Req_dec x 0; first by rewrite k0; have := C 0; rewrite Rabs_R0.
    by rewrite kE//; apply: Rmult_le_pos; [exact: Dl.2|exact: inv0].
  apply: whole_measurable => //.
  have M : measurable_on (fun x => l x * inverse (f x)) (fun _ => True).
    exact: (measurable_funM Dl.1 (measurable_fun_comp inverse_measurable D.1)).
  have M' : measurable_on (fun x => l x * inverse (f x)) above.
    exact: (measurable_funS measurableT (fun _ _ => Logic.I) M).
  apply: eq_measurable_fun M' => x; rewrite inE => -[/= x0 _].
  by rewrite kE ?Rabs_pos_eq//; lra.
have kc x : k x <= c (Rabs x).
  have [->|n] := Req_dec x 0; first by rewrite k0 Rabs_R0; exact: Rle_refl.
  rewrite kE//; have [f0|nf] := Rlt_dec 0 (f x); last by rewrite /inverse only_out// Rmult_0_r.
  rewrite /inverse only_in//; apply: (Rmult_le_reg_r (f x)) => //.
  rewrite Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  by have := lh (Rabs x); rewrite Rabs_Rabsolu -ev.
have [u [U uv E]] := expected_below Dk evk kc.
have lu : v - e / 2 <= u.
  apply/RleP; rewrite -lee_fin -U; apply: (le_trans A); apply: area_le => //.
  - split; first exact: (measurable_funM Dk.1 D.1).
    by move=> x; apply: Rmult_le_pos; [exact: Dk.2|exact: D.2].
  - exact: borel_open_open.
  move=> x [/= x0 _]; rewrite kE ?Rabs_pos_eq; try lra; have [f0|nf] := Rlt_dec 0 (f x).
    by rewrite /inverse only_in// Rmult_assoc Rinv_l ?Rmult_1_r; lra.
  have f00 : f x = 0 by have := D.2 x; lra.
  by have := lh x; rewrite f00 !Rmult_0_r.
apply: (@le_trans _ _ (\int[P]_x (k x)%:E)%E).
  rewrite E k0 lee_fin; apply/RleP; change (v + v + m * c 0 - e <= u + u + m * c 0); lra.
rewrite /expectation /expected !ge0_integralE; last 2 first.
- by move=> x _; rewrite lee_fin; apply/RleP; exact: C.
- by move=> x _; rewrite lee_fin; apply/RleP; exact: Dk.2.
apply: ub_ereal_sup => _ [h /= hk <-]; apply: ereal_sup_ub; exists h => //= x.
by apply: le_trans (hk x) _; rewrite !patch_setT lee_fin; apply/RleP; exact: kc.
Qed.

End Expected.

(** What is expected of c(|X|), from what is enclosed on the half line. *)
Lemma expectation_enclosed f m (c : R -> R) v w : noise (with_density f m) ->
  (forall x, f x = f (Rabs x)) -> (forall u, 0 <= u -> 0 <= c u) ->
  enclosed (fun x => c (Rabs x) * f x) 0 p_infty v -> v + v + m * c 0 = w ->
  expectation_is (with_density f m) c w.
Proof.
move=> N ev c0 H <-; rewrite /expectation_is; apply/eqP; rewrite eq_le; apply/andP.
split; first exact: (expected_at_most N ev c0 H).
have := expected_at_most N ev c0 H; have := expected_at_least N ev c0 H.
case: (expectation _ c) => [r| |] B //; last by have := B 1 Rlt_0_1.
move=> _; rewrite lee_fin; apply/RleP; apply: le_epsilon => e e0.
by have := B e e0; rewrite lee_fin => /RleP K; have K' : v + v + m * c 0 - e <= r := K; lra.
Qed.

(** A piece from its integral I, between ends a and b, of any cost. *)
Tactic Notation "enclosed_in" constr(I) tactic3(on) := match type of I with
  | integral ?g ?a ?b ?v =>
    refine (enclosed_same (a := a) (b := b) (v := v) (enclosed_piece (g := g) _ I) _ _ _);
    [ on | same_ends | same_ends | by_identity ]
  end.

(** Two such pieces as one. *)
Ltac both_enclosed P Q := refine (enclosed_same (enclosed_join _ _ P Q) _ _ _);
  [in_between | in_between | reflexivity | reflexivity | by_identity].
