(** Privacy of noise whose density is constant on cells of one width, with an atom at the origin or
    without, at every real shift. A shift by j cells and a part s of one more compares the beginning of
    each cell with the j-th neighbour and its end with the next one: so what is gained lies between
    what j and j + 1 cells gain. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds masses expectations shifts sets densities pieces atoms.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** What is claimed of cells *)

(** From a on, f has these values in cells of width w, and then it is 0. Ends do not matter. *)
Fixpoint cells (f : R -> R) (w a : R) (values : list R) : Prop :=
  match values with
  | nil => forall x, a < x -> f x = 0
  | c :: others => (forall x, a < x -> x < a + w -> f x = c) /\ cells f w (a + w) others
  end.

(** What values gain against others, which they are to stay below times k. *)
Fixpoint gain (k : R) (values others : list R) : R :=
  match values with
  | nil => 0
  | c :: rest => Rmax 0 (c - k * hd 0 others) + gain k rest (tl others)
  end.

(** At shifts by 1, ..., n whole cells no more is gained than delta, the atom m included. *)
Fixpoint gains_little (k m w delta : R) (values : list R) (n : nat) : Prop :=
  match n with
  | O => True
  | S before =>
    m + w * gain k values (skipn n values) <= delta /\ gains_little k m w delta values before
  end.

Lemma gains_little_at k m w delta values n j : gains_little k m w delta values n ->
  (0 < j)%coq_nat -> (j <= n)%coq_nat -> m + w * gain k values (skipn j values) <= delta.
Proof.
elim: n => [|n IH]; first by move=> _ p q; lia.
move=> [here before] p q; have [->//|ne] := PeanoNat.Nat.eq_dec j n.+1.
by apply: IH => //; lia.
Qed.

Lemma gain_ge0 k values others : 0 <= gain k values others.
Proof.
elim: values others => [|c values IH] others /=; first exact: Rle_refl.
by apply: Rplus_le_le_0_compat; [exact: Rmax_l|exact: IH].
Qed.

Lemma gain_self k values : 1 <= k -> (forall c, In c values -> 0 <= c) -> gain k values values = 0.
Proof.
move=> k1; elim: values => [//|c values IH] H /=.
rewrite IH => [|b B]; last by apply: H; right.
rewrite Rmax_left ?Rplus_0_r//; have : 0 <= c by apply: H; left.
by nra.
Qed.

(** ** Areas where a function has one value *)

Section Cells.
Variables (f : R -> R) (k w : R).
Hypothesis (D : dense f).
Hypothesis (k0 : 0 <= k).
Hypothesis (w0 : 0 < w).

Lemma area_on c (T : R -> Prop) : borel T -> (forall x, T x -> f x = c) ->
  area f T = (c%:E * expectations.length T)%E.
Proof.
move=> bT H; rewrite /area; apply: etrans.
  apply: (@eq_integral _ _ _ (@lebesgue_measure real_realType) _ (fun _ => c%:E)) => x.
  by rewrite inE => Tx; rewrite (H x Tx).
exact: (@integral_cst _ _ _ (@lebesgue_measure real_realType) (T : set line) bT c%:E).
Qed.

Lemma area_zero (T : R -> Prop) : borel T -> (forall x, T x -> f x = 0) -> area f T = 0%E.
Proof. by move=> bT H; rewrite (area_on bT H) mul0e. Qed.

Lemma length_within (T : R -> Prop) p q : borel T -> p <= q -> (forall x, T x -> p < x < q) ->
  exists l, expectations.length T = l%:E /\ 0 <= l <= q - p.
Proof.
move=> bT pq H.
have L : expectations.length (open_closed (Finite p) (Finite q)) = (q - p)%:E.
  rewrite open_closedE length_itv hlength_itv /= lte_fin; case: (Rlt_le_dec p q) => pq'.
    have -> : (p < q)%O by exact/RltP.
    by rewrite -EFinB.
  have -> : (p < q)%O = false by apply/negP => /RltP; lra.
  by congr (_%:E); change (0 = q - p); lra.
have U : (expectations.length T <= (q - p)%:E)%E.
  rewrite -L; apply: le_measure; rewrite ?inE//; first exact: (borel_open_closed p q).
  by move=> x /H [lo hi]; split=> /=; lra.
have F : expectations.length T \is a fin_num.
  rewrite ge0_fin_numE; last exact: measure_ge0.
  by apply: (le_lt_trans U); exact: ltry.
exists (fine (expectations.length T)); rewrite fineK//; split=> //; split.
  by apply/RleP; apply: fine_ge0; exact: measure_ge0.
by apply/RleP; rewrite -lee_fin fineK.
Qed.

(** A stretch on which f has one value, and another one at a distance d. *)
Lemma stretch_gain (T : R -> Prop) d p q c c' : borel T -> p <= q -> (forall x, T x -> p < x < q) ->
  (forall x, p < x < q -> f x = c) -> (forall x, p + d < x < q + d -> f x = c') ->
  (area f T <= k%:E * area f (moved T d) + ((q - p) * Rmax 0 (c - k * c'))%:E)%E.
Proof.
move=> bT pq H F G; have [l [E [l0 lq]]] := length_within bT pq H.
have bM : borel (moved T d) by exact: borel_moved.
rewrite (area_on (c := c) bT) ?(area_on (c := c') bM); last 2 first.
- by move=> x /H [lo hi]; apply: G; lra.
- by move=> x /H; exact: F.
rewrite length_moved// E -!EFinM -EFinD lee_fin; apply/RleP.
change (c * l <= k * (c' * l) + (q - p) * Rmax 0 (c - k * c')).
have M0 := Rmax_l 0 (c - k * c'); have M1 := Rmax_r 0 (c - k * c').
nra.
Qed.

(** ** From left to right *)

Definition left_of (S : R -> Prop) (a : R) : R -> Prop := fun x => S x /\ x < a.

Lemma borel_left_of S a : borel S -> borel (left_of S a).
Proof. by move=> bS; exact: (borel_meet bS (borel_below (Finite a))). Qed.

(** Left of a, S gains at most v. *)
Definition gained (S : R -> Prop) (d a v : R) : Prop :=
  (area f (left_of S a) <= k%:E * area f (moved (left_of S a) d) + v%:E)%E.

Lemma gained_more S d p q c c' v : borel S -> p <= q -> (forall x, p < x < q -> f x = c) ->
  (forall x, p + d < x < q + d -> f x = c') -> gained S d p v ->
  gained S d q (v + (q - p) * Rmax 0 (c - k * c')).
Proof.
move=> bS pq F G before; rewrite /gained.
pose A := left_of S p; have bA : borel A := borel_left_of p bS.
pose T := meet (left_of S q) (fun x => p < x).
have bT : borel T := borel_meet (borel_left_of q bS) (borel_above (Finite p)).
pose Q := meet (left_of S q) (fun x => x = p).
have bp : borel (fun x => x = p) by exact: measurable_set1.
have bQ : borel Q := borel_meet (borel_left_of q bS) bp.
pose U := join A T; have bU : borel U := borel_join bA bT.
have EU x : left_of S q x <-> U x \/ Q x.
  rewrite /U /join /A /T /Q /left_of /meet; split; last first.
    by move=> [[[Sx lo]|[[Sx hi] lo]]|[[Sx hi] _]]; split=> //; lra.
  by move=> [Sx hi]; have [L|[L|L]] := Rtotal_order x p; [left; left|right|left; right].
have dUQ x : U x -> Q x -> False by move=> [[_ a]|[_ a]] [_ b]; lra.
have dAT x : A x -> T x -> False by move=> [_ a] [_ b]; lra.
rewrite (area_join D bU bQ dUQ EU) (area_few (c := p) D bQ) => [|x []//]; rewrite adde0.
rewrite (area_join D bA bT dAT (fun x => iff_refl _)).
have bM (X : R -> Prop) : borel X -> borel (moved X d) by exact: borel_moved.
have low : (area f (moved A d) + area f (moved T d) <= area f (moved (left_of S q) d))%E.
  rewrite -(area_join (U := moved U d) D (bM _ bA) (bM _ bT)) => [|x|x]; last 2 first.
  - exact: dAT.
  - by [].
  apply: (area_monotone D (bM _ bU) (bM _ (borel_left_of q bS))) => x Ux.
  by apply/EU; left.
have inT x : T x -> p < x < q by move=> [[_ hi] lo].
have here := stretch_gain bT pq inT F G.
apply: (@le_trans _ _ (k%:E * (area f (moved A d) + area f (moved T d)) +
  (v + (q - p) * Rmax 0 (c - k * c'))%:E)%E); last first.
  apply: lee_add2r; apply: lee_wpmul2l => //.
  by rewrite lee_fin; apply/RleP.
rewrite ge0_muleDr; [|exact: area_ge0|exact: area_ge0].
by rewrite EFinD [X in (_ <= X)%E]addeACA; exact: (lee_add before here).
Qed.

Lemma cells_next a values : cells f w a values -> cells f w (a + w) (tl values).
Proof. by case: values => [|c values] /= => [H x L|[]//]; apply: H; lra. Qed.

Lemma cells_here a values : cells f w a values ->
  forall x, a < x -> x < a + w -> f x = hd 0 values.
Proof. by case: values => [|c values] /= => [H x L _|[]//]; exact: H. Qed.

Lemma cells_skip j a values : cells f w a values -> cells f w (a + INR j * w) (skipn j values).
Proof.
elim: j a values => [|j IH] a values H; first by rewrite /= Rmult_0_l Rplus_0_r.
have := IH _ _ (cells_next H); rewrite S_INR.
have -> : a + w + INR j * w = a + (INR j + 1) * w by lra.
by case: values H => [|c values] _ //; rewrite !skipn_nil.
Qed.

(** All cells from a on, each in two stretches. *)
Lemma all_gained S b s values others a v : borel S -> 0 <= s <= w ->
  cells f w a values -> cells f w (a + b) others -> gained S (b + s) a v ->
  exists e, (forall x, e < x -> f x = 0) /\
    gained S (b + s) e (v + (w - s) * gain k values others + s * gain k values (tl others)).
Proof.
move=> bS sw; elim: values others a v => [|c values IH] others a v.
  move=> /= H _ before; exists a; split=> //.
  by rewrite !Rmult_0_r !Rplus_0_r.
move=> [here next] there before.
have there' := cells_next there.
have first_ : gained S (b + s) (a + (w - s)) (v + (a + (w - s) - a) * Rmax 0 (c - k * hd 0 others)).
  apply: (gained_more bS _ _ _ before); first by lra.
    by move=> x ?; apply: here; lra.
  by move=> x ?; apply: (cells_here there); lra.
have second_ : gained S (b + s) (a + w) (v + (a + (w - s) - a) * Rmax 0 (c - k * hd 0 others) +
    (a + w - (a + (w - s))) * Rmax 0 (c - k * hd 0 (tl others))).
  apply: (gained_more bS _ _ _ first_); first by lra.
    by move=> x ?; apply: here; lra.
  by move=> x ?; apply: (cells_here there'); lra.
have E : a + b + w = a + w + b by lra.
rewrite E in there'; have [e [Z G]] := IH _ _ _ next there' second_.
exists e; split=> //=; move: G; congr (gained S (b + s) e _); lra.
Qed.

(** What a shift by j cells and a part of one more gains. *)
Lemma shift_gained S j s values a : borel S -> 0 <= s <= w -> (forall x, x < a -> f x = 0) ->
  cells f w a values ->
  (area f S <= k%:E * area f (moved S (INR j * w + s)) + ((w - s) * gain k values (skipn j values)
    + s * gain k values (skipn j.+1 values))%:E)%E.
Proof.
move=> bS sw Z H; have bL := borel_left_of a bS.
have start : gained S (INR j * w + s) a 0.
  rewrite /gained (area_zero bL) => [|x [_ L]]; last exact: Z.
  rewrite adde0; apply: mule_ge0; last exact: area_ge0.
  by rewrite lee_fin; apply/RleP.
have [e [Ze G]] := all_gained bS sw H (cells_skip j H) start.
have bA := borel_left_of e bS.
pose B := meet S (fun x => e < x); have bB : borel B := borel_meet bS (borel_above (Finite e)).
pose Q := meet S (fun x => x = e).
have be : borel (fun x => x = e) by exact: measurable_set1.
have bQ : borel Q := borel_meet bS be.
pose U := join (left_of S e) B; have bU : borel U := borel_join bA bB.
have EU x : S x <-> U x \/ Q x.
  rewrite /U /join /B /Q /left_of /meet; split; last by tauto.
  by move=> Sx; have [L|[L|L]] := Rtotal_order x e; [left; left|right|left; right].
have E : area f S = area f (left_of S e).
  rewrite (area_join D bU bQ _ EU) => [|x [[_ p]|[_ p]] [_ q]]; [|lra|lra].
  rewrite (area_few (c := e) D bQ) => [|x []//].
  rewrite adde0 (area_join (U := U) D bA bB _ (fun x => iff_refl _)) => [|x [_ p] [_ q]]; last lra.
  by rewrite (area_zero bB) ?adde0// => x [_ L]; exact: Ze.
rewrite E; apply: (le_trans G).
have -> : tl (skipn j values) = skipn j.+1 values.
  by elim: j values {H start G} => [|j IH] [|c values] //=; rewrite IH.
rewrite Rplus_0_l; apply: lee_add2r; apply: lee_wpmul2l; first by rewrite lee_fin; apply/RleP.
apply: (area_monotone D); [exact: borel_moved|exact: borel_moved|by move=> x []].
Qed.

(** ** Both sides of the origin *)

Lemma both_sides values more a : (forall x, f (- x) = f x) -> cells f w a values ->
  cells f w (- a) more ->
  exists b, cells f w b (rev_append values more) /\ forall x, x < b -> f x = 0.
Proof.
move=> ev; elim: values more a => [|c values IH] more a /=.
  by move=> Z H; exists (- a); split=> // x L; rewrite -ev; apply: Z; lra.
move=> [here next] H; apply: (IH _ _ next); split=> [x lo hi|].
  by rewrite -ev; apply: here; lra.
by have -> : - (a + w) + w = - a by lra.
Qed.

Lemma cells_ge0 values a : cells f w a values -> forall c, In c values -> 0 <= c.
Proof.
elim: values a => [//|b values IH] a [here next] c [<-|]; last exact: IH next c.
rewrite -(here (a + w / 2)); [exact: D.2|lra|lra].
Qed.

End Cells.

(** ** Privacy *)

Lemma which_cell w n d : 0 < w -> 0 <= d <= INR n.+1 * w ->
  exists j s, (j <= n)%coq_nat /\ 0 <= s <= w /\ d = INR j * w + s.
Proof.
move=> w0; elim: n => [|n IH] [d0 dn].
  exists 0%nat, d; split; first by lia.
  by move: dn; rewrite /=; split; lra.
have [L|L] := Rle_lt_dec d (INR n.+1 * w).
  have [j [s [jn P]]] := IH (conj d0 L); exists j, s; split=> //.
  lia.
exists n.+1, (d - INR n.+1 * w); split; first by lia.
by move: dn; rewrite S_INR; split; lra.
Qed.

Theorem cells_private f m w e delta s values n : noise (with_density f m) ->
  (forall x, f x = f (Rabs x)) -> 0 < w -> 0 <= e -> cells f w 0 values -> m <= delta ->
  s = INR n.+1 * w -> gains_little (exp e) m w delta (rev_append values values) n.+1 ->
  private (with_density f m) e delta s.
Proof.
move=> N ev w0 e0 H md -> G.
have [mf f0 m0 HP] := density_of_noise N; have D : dense f by split.
have evn x : f (- x) = f x by rewrite ev Rabs_Ropp -ev.
have k1 : 1 <= exp e by rewrite -exp_0; case: e0 => [/exp_increasing|<-]; lra.
have k0 : 0 <= exp e by lra.
have H0 : cells f w (- 0) values by rewrite Ropp_0.
have [a [C Z]] := both_sides evn H H0.
set all := rev_append values values in G C.
have small j : (j <= n.+1)%coq_nat -> m + w * gain (exp e) all (skipn j all) <= delta.
  move=> jn; have [->|L] : j = 0%nat \/ (0 < j)%coq_nat by lia.
    by rewrite /= (gain_self k1 (cells_ge0 D w0 C)); lra.
  exact: (gains_little_at G L jn).
have right_ S d : borel S -> 0 <= d <= INR n.+1 * w ->
    mass (with_density f m) S <= exp e * mass (with_density f m) (moved S d) + delta.
  move=> bS range; have [j [t [jn [tw ->]]]] := which_cell w0 range.
  have bM : borel (moved S (INR j * w + t)) by exact: borel_moved.
  set v := (w - t) * gain (exp e) all (skipn j all) + t * gain (exp e) all (skipn j.+1 all).
  have vd : m + v <= delta.
    have A := small j ltac:(lia).
    have B := small j.+1 ltac:(lia).
    apply: (Rmult_le_reg_l w) => //; rewrite /v.
    have A' := Rmult_le_compat_l (w - t) _ _ ltac:(lra) A.
    have B' := Rmult_le_compat_l t _ _ ltac:(lra) B.
    lra.
  have K : (with_density f m S <= (exp e)%:E * with_density f m (moved S (INR j * w + t))
      + (m + v)%:E)%E.
    rewrite (HP _ bS) (HP _ bM).
    have M : (atom_at 0 m S <= m%:E)%E.
      by rewrite /atom_at; case: (pselect _) => in_; rewrite lee_fin; apply/RleP; [exact: Rle_refl|exact: m0].
    have A0 : (0 <= atom_at 0 m (moved S (INR j * w + t)))%E.
      by rewrite /atom_at; case: (pselect _) => in_; rewrite lee_fin; apply/RleP; [exact: m0|exact: Rle_refl].
    have A := shift_gained D k0 w0 j bS tw Z C; rewrite -/v in A.
    apply: (le_trans (lee_add A M)).
    have -> : (m + v)%:E = (v%:E + m%:E)%E by rewrite addeC -EFinD.
    rewrite [X in (_ <= X)%E]addeA; apply: lee_add2r; apply: lee_add2r.
    apply: lee_wpmul2l; first by rewrite lee_fin; apply/RleP.
    by rewrite -[X in (X <= _)%E]adde0; apply: lee_add2l.
  move: K; rewrite !massE// -EFinM -EFinD lee_fin => /RleP K.
  by apply: Rle_trans K _; apply: Rplus_le_compat_l.
move=> S d bS dr; have [lo hi] := size_between dr; have [d0|d0] := Rle_lt_dec 0 d.
  by apply: right_.
have E := even_with_atom N ev.
rewrite -(E S bS) -(E (moved S d)); last exact: borel_moved.
have -> : mirror (moved S d) = moved (mirror S) (- d).
  by apply/funext => x; rewrite /mirror /moved; congr (S _); lra.
by apply: right_; [exact: borel_mirror|lra].
Qed.
