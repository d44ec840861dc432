(** Noise that has a density: that it exists, and what is expected under it, from integrals of
    pieces. Coquelicot's integral of a continuous piece is Lebesgue's. *)
From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia Classical.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses sets.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Notation length := (@lebesgue_measure real_realType).

(** The area under f over a set. *)
Definition area (f : R -> R) (S : R -> Prop) : extended := (\int[length]_(x in (S : set line)) (f x)%:E)%E.

Definition measurable_on (f : R -> R) (S : R -> Prop) : Prop := measurable_fun (S : set line) (f : line -> line).

(** A function that is measurable and not negative. *)
Definition dense (f : R -> R) : Prop := measurable_on f (fun _ => True) /\ forall x, 0 <= f x.

Section Areas.
Variable (f : R -> R).
Hypothesis (D : dense f).

Let m_f (S : set line) : measurable_fun S (fun x => (f x)%:E).
Proof.
apply/EFin_measurable_fun; apply: (measurable_funS measurableT) => //; exact: (proj1 D).
Qed.

Let f_ge0 x : (0 <= (f x)%:E)%E.
Proof. by rewrite lee_fin; apply/RleP; exact: (proj2 D). Qed.

Lemma area_ge0 S : (0 <= area f S)%E.
Proof. by apply: integral_ge0 => x _; exact: f_ge0. Qed.

Lemma area_none : area f set0 = 0%E.
Proof. exact: integral_set0. Qed.

Lemma area_join S T U : borel S -> borel T -> (forall x, S x -> T x -> False) ->
  (forall x, U x <-> S x \/ T x) -> area f U = (area f S + area f T)%E.
Proof.
move=> bS bT dis E; have -> : U = (S `|` T : set line) by apply/funext => x; apply/propext; exact: E.
have dj : [disjoint (S : set line) & (T : set line)]%classic.
  by rewrite disj_set2E; apply/eqP/seteqP; split=> // x [a b]; exact: dis a b.
have H := @integral_setU _ _ _ length S T bS bT (fun x => (f x)%:E) (@m_f _) (fun x _ => f_ge0 x) dj.
exact H.
Qed.

Lemma area_monotone S T : borel S -> borel T -> (forall x, S x -> T x) -> (area f S <= area f T)%E.
Proof.
move=> bS bT ST.
have H := @subset_integral _ _ _ length S T bS bT (fun x => (f x)%:E) (@m_f _) (fun x _ => f_ge0 x) ST.
exact H.
Qed.

Lemma area_grows (F : nat -> R -> Prop) : (forall n, borel (F n)) ->
  (forall n x, F n x -> F n.+1 x) ->
  (fun n => area f (F n)) --> area f (fun x => exists n, F n x).
Proof.
move=> bF up.
have nd : nondecreasing_seq (F : nat -> set line).
  by apply/nondecreasing_seqP => n; apply/subsetPset => x; exact: up.
have U : (fun x => exists n, F n x) = (\bigcup_n F n : set line).
  by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
have bU : measurable (\bigcup_n F n : set line) by apply: bigcupT_measurable.
pose g n : line -> \bar real_realType := (fun x => (f x)%:E) \_ (F n : set line).
have L x : (fun n => g n x) --> (((fun x => (f x)%:E) \_ (\bigcup_n F n : set line)) x).
  have [[n _ Fnx]|N] := pselect ((\bigcup_n F n : set line) x); last first.
    rewrite [X in _ --> X](_ : _ = 0%E); last by rewrite /patch memNset.
    rewrite [X in X --> _](_ : _ = cst 0%E); first exact: cvg_cst.
    by apply/funext => n; rewrite /g /patch memNset// => Fnx; apply: N; exists n.
  rewrite [X in _ --> X](_ : _ = (f x)%:E); last by rewrite /patch mem_set//; exists n.
  rewrite -(cvg_shiftn n) /=.
  rewrite [X in X --> _](_ : _ = cst (f x)%:E); first exact: cvg_cst.
  apply/funext => k; rewrite /g /patch /= mem_set//.
  by have /subsetPset := nd n (addn k n) (leq_addl k n); exact.
have mg n : measurable_fun setT (g n).
  have K := (measurable_restrict (fun x : line => (f x)%:E) (bF n) measurableT (@subsetT _ _)).1 (@m_f _).
  exact K.
have g0 n x : setT x -> (0 <= g n x)%E.
  by move=> _; rewrite /g /patch; case: ifP => // _; exact: f_ge0.
have gn x : setT x -> nondecreasing_seq (fun n => g n x).
  move=> _ n m nm; rewrite /g; apply: restrict_lee => [y _|]; first exact: f_ge0.
  by have /subsetPset := nd n m nm.
have M := @cvg_monotone_convergence _ _ _ length setT measurableT g mg g0 gn.
have E1 : (\int[length]_(x in setT) topology.lim (fun n => g n x))%E = area f (fun x => exists n, F n x).
  rewrite U /area [RHS]integral_mkcond; apply: eq_integral => x _.
  by apply/cvg_lim => //; exact: L.
have E2 : (fun n => \int[length]_(x in setT) g n x)%E = (fun n => area f (F n)).
  by apply/funext => n; rewrite /area [RHS]integral_mkcond.
by rewrite -E1 -E2.
Qed.

Lemma area_additive : semi_sigma_additive (area f : set line -> extended).
Proof.
move=> F mF tF mU.
pose G (n : nat) (x : R) : Prop := exists i, Nat.lt i n /\ F i x.
have bG n : borel (G n).
  elim: n => [|n IH]; first by apply: (borel_ext _ borel_none) => x; split=> // -[i []]; lia.
  apply: (borel_ext _ (borel_join IH (mF n))) => x; rewrite /join /G; split.
    by move=> [[i [ni Fi]]|Fn]; [exists i; split=> //; lia|exists n; split=> //; lia].
  move=> [i [ni Fi]]; have [E|ne] := Nat.eq_dec i n; first by right; rewrite -E.
  by left; exists i; split=> //; lia.
have A n : area f (G n) = (\sum_(0 <= i < n) area f (F i))%E.
  elim: n => [|n IH].
    rewrite big_nil; have -> : G 0%nat = set0 by apply/seteqP; split=> // x [i []]; lia.
    exact: area_none.
  rewrite big_nat_recr//= -IH; apply: area_join => //; first exact: mF.
    move=> x [i [ni Fi]] Fn; have ne : ~ i = n by lia.
    by apply: ne; apply: (tF i n Logic.I Logic.I); exists x.
  move=> x; rewrite /G; split.
    move=> [i [ni Fi]]; have [E|ne] := Nat.eq_dec i n; first by right; rewrite -E.
    by left; exists i; split=> //; lia.
  by move=> [[i [ni Fi]]|Fn]; [exists i; split=> //; lia|exists n; split=> //; lia].
have K : (fun n => area f (G n)) --> area f (fun x => exists n, G n x).
  by apply: area_grows => // n x [i [ni Fi]]; exists i; split=> //; lia.
have E1 : (fun n => area f (G n)) = (fun n => \sum_(0 <= i < n) area f (F i))%E by apply/funext.
have E2 : (fun x => exists n, G n x) = (\bigcup_n F n : set line).
  apply/seteqP; split=> x; first by move=> [n [i [_ Fi]]]; exists i.
  by move=> [n _ Fn]; exists n.+1, n; split=> //; lia.
by rewrite -E1 -E2.
Qed.

End Areas.

Section Measure.
Variable (f : R -> R).
Hypothesis (D : dense f).

Definition area_measure (_ : dense f) : set line -> extended := area f.

HB.instance Definition _ := isMeasure.Build _ real_realType _ (area_measure D) (area_none f)
  (@area_ge0 f D) (@area_additive f D).

Definition area_law : law := [the {measure set line -> \bar real_realType} of area_measure D].

Lemma area_lawE S : area_law S = area f S.
Proof. by []. Qed.

End Measure.

(** ** Limits of areas *)

Lemma area_limit f (F : nat -> R -> Prop) (s : nat -> R) (v : R) : dense f ->
  (forall n, borel (F n)) -> (forall n x, F n x -> F n.+1 x) ->
  (forall n, area f (F n) = (s n)%:E) -> is_lim_seq s v ->
  area f (fun x => exists n, F n x) = v%:E.
Proof.
move=> D bF up A L.
have bU : borel (fun x => exists n, F n x).
  have -> : (fun x => exists n, F n x) = (\bigcup_n F n : set line).
    by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
  by apply: bigcupT_measurable.
have S n : s n <= s n.+1.
  by apply/RleP; rewrite -lee_fin -!A; apply: area_monotone => //; exact: up.
have V n : s n <= v.
  by have := is_lim_seq_incr_compare s v L S n.
have G := @area_grows f D F bF up.
have hi : (area f (fun x => exists n, F n x) <= v%:E)%E.
  have : (topology.lim (fun n => area f (F n)) <= v%:E)%E.
    apply: lime_le; first by apply/cvg_ex; eexists; exact: G.
    by apply: nearW => n; rewrite A lee_fin; apply/RleP; exact: V.
  by rewrite (cvg_lim _ G).
have lo n : ((s n)%:E <= area f (fun x => exists n, F n x))%E.
  by rewrite -A; apply: area_monotone => // x Fx; exists n.
move: hi lo; case E : (area f (fun x => exists n, F n x)) => [r| |] //.
  rewrite lee_fin => /RleP hi lo; congr (_%:E); apply: Rle_antisym => //.
  have lo' n : s n <= r by apply/RleP; rewrite -lee_fin; exact: lo.
  exact: (is_lim_seq_le s (fun _ => r) v r lo' L (is_lim_seq_const r)).
by move=> _ /(_ 0%nat).
Qed.

(** ** The area over an interval *)

Lemma open_closedE (x y : R) : open_closed (Finite x) (Finite y) = [set` `]x, y]%R].
Proof.
apply/funext => t; apply/propext; rewrite /open_closed /= in_itv /=.
by split => [[/RltP -> /RleP ->]|/andP[/RltP ? /RleP ?]].
Qed.

Lemma area_const (m x y : R) : x <= y -> area (fun _ => m) (open_closed (Finite x) (Finite y)) = (m * (y - x))%:E.
Proof.
move=> xy; rewrite open_closedE.
have I := @integral_cst _ _ _ length _ (measurable_itv `]x, y]%R) m%:E.
have E := @lebesgue_measure_itv real_realType `]x, y]%R.
rewrite /area; apply: etrans; first exact I.
apply: etrans; first by apply: (f_equal (fun t => m%:E * t)%E); exact E.
rewrite hlength_itv /= lte_fin; case: (Rlt_le_dec x y) => H.
  by have -> : (x < y)%O by exact/RltP.
have -> : (x < y)%O = false by apply/negP => /RltP; lra.
have -> : y = x by lra.
by rewrite mule0; congr (_%:E); change (0 = m * (x - x)); lra.
Qed.

Lemma area_between f (m M x y : R) : dense f -> x <= y -> 0 <= m ->
  (forall t, x < t -> t <= y -> m <= f t /\ f t <= M) ->
  ((m * (y - x))%:E <= area f (open_closed (Finite x) (Finite y)))%E /\
  (area f (open_closed (Finite x) (Finite y)) <= (M * (y - x))%:E)%E.
Proof.
move=> [mf f0] xy m0 B.
have mD : measurable (open_closed (Finite x) (Finite y) : set line) by exact: borel_open_closed.
have mfE : measurable_fun (open_closed (Finite x) (Finite y) : set line) (fun t : line => (f t)%:E).
  by apply/EFin_measurable_fun; apply: (measurable_funS measurableT).
rewrite -!area_const//; split; apply: ge0_le_integral => //.
- by move=> t _; rewrite lee_fin; apply/RleP.
- by apply/EFin_measurable_fun; exact: measurable_fun_cst.
- by move=> t _; rewrite lee_fin; apply/RleP.
- by move=> t [/= lo hi]; rewrite lee_fin; apply/RleP; case: (B t lo hi).
- by move=> t _; rewrite lee_fin; apply/RleP.
- by move=> t [/= lo hi]; rewrite lee_fin; apply/RleP; change (0 <= M); have := B t lo hi; lra.
- by apply/EFin_measurable_fun; exact: measurable_fun_cst.
- by move=> t [/= lo hi]; rewrite lee_fin; apply/RleP; case: (B t lo hi).
Qed.

(** ** Lebesgue's integral of a continuous function is Coquelicot's *)

Section Continuous.
Variables (f : R -> R) (a b : Rbar).
Hypothesis (D : dense f).
Hypothesis (C : forall t : R, Rbar_lt a t -> Rbar_lt t b -> continuous f t).

Definition above (c t : R) : R := fine (area f (open_closed (Finite c) (Finite t))).

Lemma inside (c t x : R) : Rbar_lt a c -> Rbar_lt t b -> c <= x -> x <= t -> Rbar_lt a x /\ Rbar_lt x b.
Proof.
intros A B L K; split.
- destruct a; simpl in *; auto; lra.
- destruct b; simpl in *; auto; lra.
Qed.

Lemma aboveE (c t : R) : Rbar_lt a c -> c <= t -> Rbar_lt t b ->
  area f (open_closed (Finite c) (Finite t)) = (above c t)%:E.
Proof.
intros A L B.
assert (K : forall x, c <= x <= t -> continuity_pt f x).
{ intros x [X Y]; apply continuity_pt_filterlim.
  destruct (inside A B X Y) as [P Q]; exact (C P Q). }
destruct (continuity_ab_maj f c t L K) as [m [H _]].
have [_ hi] : ((0 * (t - c))%:E <= area f (open_closed (Finite c) (Finite t)))%E /\
  (area f (open_closed (Finite c) (Finite t)) <= (f m * (t - c))%:E)%E.
  apply: area_between => //; [exact: Rle_refl|]; move=> x lo hi; split; first exact: (proj2 D).
  by apply: H; lra.
rewrite /above fineK// ge0_fin_numE; last exact: area_ge0.
by apply: (le_lt_trans hi); exact: ltry.
Qed.

Lemma above_add (c x y : R) : Rbar_lt a c -> c <= x -> x <= y -> Rbar_lt y b ->
  above c y = above c x + above x y.
Proof.
move=> A cx xy B; have [Ax Bx] := inside A B cx xy.
have E : area f (open_closed (Finite c) (Finite y)) =
  (area f (open_closed (Finite c) (Finite x)) + area f (open_closed (Finite x) (Finite y)))%E.
  apply: area_join => //; try exact: borel_open_closed.
  - by move=> t [/= _ hi] [/= lo _]; lra.
  - move=> t; split; last by move=> [[/= lo hi]|[/= lo hi]]; split=> /=; lra.
    move=> [/= lo hi]; have [?|?] := Rle_lt_dec t x; [left|right]; split=> /=; lra.
move: E; rewrite aboveE//; last lra.
rewrite aboveE// aboveE// -EFinD => -[] E; exact E.
Qed.

Lemma above_between (x y m M : R) : Rbar_lt a x -> x <= y -> Rbar_lt y b -> 0 <= m ->
  (forall t, x < t -> t <= y -> m <= f t /\ f t <= M) ->
  m * (y - x) <= above x y <= M * (y - x).
Proof.
move=> A xy B m0 H; have [lo hi] := area_between D xy m0 H.
by move: lo hi; rewrite aboveE// !lee_fin => /RleP lo /RleP hi.
Qed.

Unset SsrRewrite.

Lemma above_derive (c x : R) : Rbar_lt a c -> c < x -> Rbar_lt x b -> is_derive (above c) x (f x).
Proof.
intros A L B.
assert (A' : Rbar_lt a x) by (destruct a; simpl in *; auto; lra).
apply is_derive_Reals; intros e E.
assert (E2 : 0 < e / 2) by lra.
assert (N := proj1 (filterlim_locally f (f x)) (C A' B) (mkposreal _ E2)).
destruct N as [d1 N].
assert (W : exists w, x < w /\ Rbar_lt w b).
{ exact (filter_ex _ (before_inside x b B)). }
destruct W as [w [W1 W2]].
assert (P : 0 < Rmin d1 (Rmin (x - c) (w - x))).
{ apply Rmin_pos; [apply cond_pos|apply Rmin_pos; lra]. }
exists (mkposreal _ P); intros h H0 H; simpl in H.
assert (H1 := Rlt_le_trans _ _ _ H (Rmin_l _ _)).
assert (H2 := Rlt_le_trans _ _ _ (Rlt_le_trans _ _ _ H (Rmin_r _ _)) (Rmin_l _ _)).
assert (H3 := Rlt_le_trans _ _ _ (Rlt_le_trans _ _ _ H (Rmin_r _ _)) (Rmin_r _ _)).
assert (near : forall t, Rabs (t - x) <= Rabs h -> f x - e / 2 <= f t /\ f t <= f x + e / 2).
{ intros t T. assert (Q : ball (f x) (e / 2) (f t)).
  { apply N. unfold ball; simpl; unfold AbsRing_ball, abs, Hierarchy.minus, plus, opp; simpl.
    apply Rle_lt_trans with (Rabs h); [exact T|exact H1]. }
  unfold ball in Q; simpl in Q; unfold AbsRing_ball, abs, Hierarchy.minus, plus, opp in Q; simpl in Q.
  apply Rabs_def2 in Q; lra. }
assert (pos : 0 <= Rmax 0 (f x - e / 2)) by apply Rmax_l.
assert (big : f x - e / 2 <= Rmax 0 (f x - e / 2)) by apply Rmax_r.
assert (low : forall t, Rabs (t - x) <= Rabs h -> Rmax 0 (f x - e / 2) <= f t /\ f t <= f x + e / 2).
{ intros t T. destruct (near t T) as [U V]. split; [|exact V]. apply Rmax_lub; [apply (proj2 D)|exact U]. }
apply Rabs_def2 in H2, H3.
destruct (Rtotal_order h 0) as [hn|[h0|hp]]; [|contradiction|].
- assert (B1 : above c x = above c (x + h) + above (x + h) x).
  { apply above_add; auto; lra. }
  assert (A1 : Rbar_lt a (x + h)) by (destruct a; simpl in *; auto; lra).
  destruct (@above_between (x + h) x _ (f x + e / 2) A1 ltac:(lra) B pos) as [I J].
  { intros t T U. apply low. rewrite (Rabs_left h) by assumption. rewrite Rabs_left1; lra. }
  assert (I' : (f x - e / 2) * (x - (x + h)) <= above (x + h) x).
  { apply Rle_trans with (2 := I). apply Rmult_le_compat_r; lra. }
  replace ((above c (x + h) - above c x) / h - f x) with ((above (x + h) x + h * f x) / (- h))
    by (rewrite B1; field; lra).
  apply Rabs_def1.
  + apply Rle_lt_trans with (e / 2); [|lra].
    apply Rmult_le_reg_r with (- h); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
  + apply Rlt_le_trans with (- (e / 2)); [lra|].
    apply Rmult_le_reg_r with (- h); [lra|]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. lra.
- assert (B2 : Rbar_lt (x + h) b) by (destruct b; simpl in *; auto; lra).
  assert (B1 : above c (x + h) = above c x + above x (x + h)).
  { apply above_add; auto; lra. }
  destruct (@above_between x (x + h) _ (f x + e / 2) A' ltac:(lra) B2 pos) as [I J].
  { intros t T U. apply low. rewrite (Rabs_pos_eq h) by lra. rewrite Rabs_pos_eq; lra. }
  assert (I' : (f x - e / 2) * (x + h - x) <= above x (x + h)).
  { apply Rle_trans with (2 := I). apply Rmult_le_compat_r; lra. }
  replace ((above c (x + h) - above c x) / h - f x) with ((above x (x + h) - h * f x) / h)
    by (rewrite B1; field; lra).
  apply Rabs_def1.
  + apply Rle_lt_trans with (e / 2); [|lra].
    apply Rmult_le_reg_r with h; [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
  + apply Rlt_le_trans with (- (e / 2)); [lra|].
    apply Rmult_le_reg_r with h; [lra|]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma above_RInt (x y : R) : Rbar_lt a x -> x <= y -> Rbar_lt y b -> is_RInt f x y (above x y).
Proof.
intros A L B.
assert (W : exists c : R, Rbar_lt a c /\ c < x) by exact (filter_ex _ (after_inside a x A)).
destruct W as [c [A1 A2]].
assert (E : above x y = Hierarchy.minus (above c y) (above c x)).
{ unfold Hierarchy.minus, plus, opp; simpl. rewrite (@above_add c x y); auto; lra. }
rewrite E. apply (is_RInt_derive (above c) f).
- intros t. rewrite Rmin_left, Rmax_right by assumption. intros [X Y].
  destruct (inside A B X Y). apply above_derive; auto; lra.
- intros t. rewrite Rmin_left, Rmax_right by assumption. intros [X Y].
  destruct (inside A B X Y). now apply C.
Qed.

Variable (p : R).
Hypothesis (Ap : Rbar_lt a p).
Hypothesis (Bp : Rbar_lt p b).

Definition lowest (n : nat) : R :=
  match a with Finite r => r + (p - r) / (INR n + 1) | _ => p - INR n end.
Definition highest (n : nat) : R :=
  match b with Finite r => r - (r - p) / (INR n + 1) | _ => p + INR n end.

Lemma part_of (d : R) n : 0 < d -> 0 < d / (INR n + 1) <= d.
Proof.
intros P. assert (Q := pos_INR n). split; [apply Rdiv_lt_0_compat; lra|].
apply Rmult_le_reg_r with (INR n + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma part_falls (d : R) n : 0 < d -> d / (INR (S n) + 1) <= d / (INR n + 1).
Proof.
intros P. assert (Q := pos_INR n). rewrite S_INR. unfold Rdiv. apply Rmult_le_compat_l; [lra|].
apply Rinv_le_contravar; lra.
Qed.

Lemma part_small (d e : R) : 0 < d -> 0 < e -> exists N, forall n, (N <= n)%coq_nat -> d / (INR n + 1) < e.
Proof.
intros P E. destruct (@reaches d e E) as [N H]. exists N. intros n L. apply le_INR in L.
assert (Q := pos_INR n). apply Rmult_lt_reg_r with (INR n + 1); [lra|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma lowest_in n : Rbar_lt a (lowest n) /\ lowest n <= p.
Proof.
unfold lowest. destruct a as [r| |]; simpl in Ap |- *; try easy.
- destruct (@part_of (p - r) n ltac:(lra)). lra.
- assert (Q := pos_INR n). split; [exact Logic.I|lra].
Qed.

Lemma highest_in n : Rbar_lt (highest n) b /\ p <= highest n.
Proof.
unfold highest. destruct b as [r| |]; simpl in Bp |- *; try easy.
- destruct (@part_of (r - p) n ltac:(lra)). lra.
- assert (Q := pos_INR n). split; [exact Logic.I|lra].
Qed.

Lemma lowest_falls n : lowest (S n) <= lowest n.
Proof.
unfold lowest. destruct a as [r| |]; simpl in Ap; try easy; [|rewrite S_INR; lra].
assert (H := @part_falls (p - r) n ltac:(lra)). lra.
Qed.

Lemma highest_rises n : highest n <= highest (S n).
Proof.
unfold highest. destruct b as [r| |]; simpl in Bp; try easy; [|rewrite S_INR; lra].
assert (H := @part_falls (r - p) n ltac:(lra)). lra.
Qed.

Lemma lowest_tends (Q : R -> Prop) : after a Q -> exists N, forall n, (N <= n)%coq_nat -> Q (lowest n).
Proof.
unfold lowest. destruct a as [r| |]; simpl in Ap |- *; try easy.
- intros [d H]. destruct (@part_small (p - r) d ltac:(lra) (cond_pos d)) as [N K]. exists N. intros n L.
  assert (K' := K n L). destruct (@part_of (p - r) n ltac:(lra)). apply H; [|lra].
  unfold ball; simpl; unfold AbsRing_ball, abs, Hierarchy.minus, plus, opp; simpl.
  rewrite Rabs_pos_eq; lra.
- intros [M H]. destruct (@reaches (p - M) 1 Rlt_0_1) as [N K]. exists N. intros n L. apply le_INR in L.
  apply H. lra.
Qed.

Lemma highest_tends (Q : R -> Prop) : before b Q -> exists N, forall n, (N <= n)%coq_nat -> Q (highest n).
Proof.
unfold highest. destruct b as [r| |]; simpl in Bp |- *; try easy.
- intros [d H]. destruct (@part_small (r - p) d ltac:(lra) (cond_pos d)) as [N K]. exists N. intros n L.
  assert (K' := K n L). destruct (@part_of (r - p) n ltac:(lra)). apply H; [|lra].
  unfold ball; simpl; unfold AbsRing_ball, abs, Hierarchy.minus, plus, opp; simpl.
  rewrite Rabs_left; lra.
- intros [M H]. destruct (@reaches (M - p) 1 Rlt_0_1) as [N K]. exists N. intros n L. apply le_INR in L.
  apply H. lra.
Qed.

Set SsrRewrite.

Lemma area_open v : is_RInt_gen f (after a) (before b) v -> area f (open_open a b) = v%:E.
Proof.
move=> I.
pose F n := open_closed (Finite (lowest n)) (Finite (highest n)).
have -> : open_open a b = (fun x => exists n, F n x).
  apply/funext => x; apply/propext; split.
    move=> [lo hi].
    have [N1 H1] : exists N, forall n, (N <= n)%coq_nat -> lowest n < x.
      apply: (lowest_tends (Q := fun t => t < x)).
      by apply: filter_imp (after_inside a x lo) => t [].
    have [N2 H2] : exists N, forall n, (N <= n)%coq_nat -> x <= highest n.
      apply: (highest_tends (Q := fun t => x <= t)).
      by apply: filter_imp (before_inside x b hi) => t [/= /Rlt_le].
    by exists (N1 + N2)%coq_nat; split=> /=; [apply: H1|apply: H2]; lia.
  move=> [n [/= lo hi]]; have [Al _] := lowest_in n; have [Bh _] := highest_in n.
  split.
    by destruct a; simpl in *; auto; lra.
  by destruct b; simpl in *; auto; lra.
apply: (@area_limit f F (fun n => above (lowest n) (highest n)) v D).
- by move=> n; exact: borel_open_closed.
- move=> n x [/= lo hi]; have := lowest_falls n; have := highest_rises n.
  by split=> /=; lra.
- move=> n; have [? ?] := lowest_in n; have [? ?] := highest_in n.
  by apply: aboveE => //; lra.
- intros P HP.
  destruct (I P HP) as [Q1 Q2 HQ1 HQ2 H].
  destruct (lowest_tends HQ1) as [N1 H1]. destruct (highest_tends HQ2) as [N2 H2].
  exists (N1 + N2)%coq_nat. intros n L.
  destruct (H (lowest n) (highest n)) as [y [Y PY]]; [apply H1; lia|apply H2; lia|]. simpl in Y.
  destruct (lowest_in n). destruct (highest_in n).
  assert (E : y = above (lowest n) (highest n)).
  { rewrite <- (is_RInt_unique _ _ _ _ Y). apply is_RInt_unique. apply above_RInt; auto; lra. }
  rewrite <- E. exact PY.
Qed.

End Continuous.
