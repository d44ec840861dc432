(** Borel sets and volumes of vectors: the volume of a ball is a power of its radius. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From dpproofs Require Import calculus lemmas kinds masses vectors.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Functions of a number *)

(** What is so many times as small as this is nothing. *)
Lemma vanishing x c : (forall m, INR m.+1 * Rabs x <= c) -> x = 0.
Proof.
move=> H; have [//|nz] := Req_EM_T x 0; have := Rabs_pos_lt _ nz => p.
have [m L] := reaches c p; have := H m; rewrite S_INR Rmult_plus_distr_r; lra.
Qed.

(** What is additive and not negative is linear. *)
Lemma additive_linear (h : R -> R) : (forall t, 0 <= t -> 0 <= h t) ->
  (forall s t, 0 <= s -> 0 <= t -> h (s + t) = h s + h t) ->
  forall r t, 0 <= r -> 0 <= t -> h (r * t) = r * h t.
Proof.
move=> h0 add r t r0 t0.
have mono x y : 0 <= x -> x <= y -> h x <= h y.
  move=> x0 xy; have -> : y = x + (y - x) by ring.
  rewrite add//; last lra.
  by have := h0 (y - x) ltac:(lra); lra.
have hn m x : 0 <= x -> h (INR m * x) = INR m * h x.
  move=> x0; elim: m => [|m IH].
    by have := add 0 0 (Rle_refl 0) (Rle_refl 0); rewrite /= !Rmult_0_l Rplus_0_l; lra.
  by rewrite S_INR !Rmult_plus_distr_r add ?IH ?Rmult_1_l//; apply: Rmult_le_pos => //; exact: pos_INR.
apply: Rminus_diag_uniq; apply: (@vanishing _ (h t)) => m.
have M0 : 0 < INR m.+1 by apply: lt_0_INR; lia.
pose z := INR m.+1 * r; have z0 : 0 <= z by apply: Rmult_le_pos; lra.
have [k [k1 k2]] : exists k, INR k <= z /\ z <= INR k.+1.
  have [K1 K2] := base_Int_part z; exists (Z.to_nat (Int_part z)).
  rewrite S_INR INR_IZR_INZ Z2Nat.id; first by lra.
  suff : (-1 < Int_part z)%Z by lia.
  by apply: lt_IZR; lra.
have ht := h0 t t0.
have A : INR k * h t <= h (z * t).
  rewrite -hn//; apply: mono; last by apply: Rmult_le_compat_r.
  by apply: Rmult_le_pos => //; exact: pos_INR.
have B : h (z * t) <= INR k.+1 * h t.
  by rewrite -hn//; apply: mono; [exact: Rmult_le_pos|apply: Rmult_le_compat_r].
have C : INR k * h t <= z * h t by apply: Rmult_le_compat_r.
have E : z * h t <= INR k.+1 * h t by apply: Rmult_le_compat_r.
have F : h (z * t) = INR m.+1 * h (r * t).
  by rewrite -hn; [f_equal; rewrite /z; ring|exact: Rmult_le_pos].
rewrite -(Rabs_pos_eq (INR m.+1)); last lra.
rewrite -Rabs_mult; apply: Rabs_le.
rewrite S_INR in B E.
have -> : INR m.+1 * (h (r * t) - r * h t) = h (z * t) - z * h t by rewrite F /z; ring.
lra.
Qed.

(** Powers rise no faster than this. *)
Lemma power_slope n r x y : 0 <= x -> x <= y -> y <= r ->
  0 <= y ^ n - x ^ n <= INR n * (1 + r) ^ n * (y - x).
Proof.
move=> x0 xy yr; elim: n => [|n [IH1 IH2]]; first by rewrite /=; lra.
have X : x ^ n <= (1 + r) ^ n by apply: pow_incr; lra.
have X0 : 0 <= x ^ n by exact: pow_le.
have K0 : 0 <= INR n * (1 + r) ^ n * (y - x) by lra.
have E : y ^ n.+1 - x ^ n.+1 = y * (y ^ n - x ^ n) + x ^ n * (y - x) by rewrite /=; ring.
rewrite E S_INR; split; first by nra.
have -> : (INR n + 1) * (1 + r) ^ n.+1 * (y - x)
    = (1 + r) * (INR n * (1 + r) ^ n * (y - x)) + (1 + r) * ((1 + r) ^ n * (y - x)) by rewrite /=; ring.
apply: Rplus_le_compat; first by apply: Rmult_le_compat; lra.
have A : x ^ n * (y - x) <= (1 + r) ^ n * (y - x) by apply: Rmult_le_compat_r; lra.
have B : 0 <= (1 + r) ^ n * (y - x) by apply: Rmult_le_pos; lra.
by nra.
Qed.

(** What lies between the upper and the lower sums of c over x^n. *)
Definition between_sums (n : nat) (c I : R -> R) : Prop :=
  (forall h, 0 < h -> c 0 * h ^ n <= I h <= c h * h ^ n) /\
  forall x h, 0 < x -> 0 < h ->
    c x * ((x + h) ^ n - x ^ n) <= I (x + h) - I x <= c (x + h) * ((x + h) ^ n - x ^ n).

(** There is one such function. *)
Lemma between_sums_unique n c I J r : (forall x, 0 <= x -> forall h, 0 < h -> c x <= c (x + h)) ->
  between_sums n.+1 c I -> between_sums n.+1 c J -> 0 < r -> I r = J r.
Proof.
move=> up [I0 I1] [J0 J1] r0; apply: Rminus_diag_uniq.
pose K := INR n.+1 * (1 + r) ^ n.+1.
apply: (@vanishing _ ((c r - c 0) * (K * r))) => m.
have M0 : 0 < INR m.+1 by apply: lt_0_INR; lia.
pose d := r / INR m.+1; have d0 : 0 < d by exact: Rdiv_lt_0_compat.
have dm : INR m.+1 * d = r by rewrite /d; field; lra.
have step k : Peano.le k m ->
    Rabs (I (INR k.+1 * d) - J (INR k.+1 * d)) <= (c (INR k.+1 * d) - c 0) * (K * d).
  elim: k => [|k IH] km.
    rewrite /= Rmult_1_l.
    have := I0 d d0; have := J0 d d0.
    have d1 : d <= r by rewrite -dm S_INR; have := pos_INR m; nra.
    have [P1 P2] := @power_slope n.+1 r 0 d (Rle_refl 0) (Rlt_le _ _ d0) d1.
    rewrite pow_ne_zero// !Rminus_0_r -/K in P1 P2.
    have C : c 0 <= c d by have := up 0 (Rle_refl 0) d d0; rewrite Rplus_0_l.
    have L : (c d - c 0) * d ^ n.+1 <= (c d - c 0) * (K * d) by apply: Rmult_le_compat_l; lra.
    by move=> A B; apply: Rabs_le; lra.
  have {}IH := IH ltac:(lia).
  set x := INR k.+1 * d in IH *; have -> : INR k.+2 * d = x + d by rewrite /x !S_INR; ring.
  have x0 : 0 < x by apply: Rmult_lt_0_compat => //; apply: lt_0_INR; lia.
  have xr : x + d <= r.
    have -> : x + d = INR k.+2 * d by rewrite /x !S_INR; ring.
    by rewrite -dm; apply: Rmult_le_compat_r; [lra|apply: le_INR; lia].
  have := I1 x d x0 d0; have := J1 x d x0 d0.
  have [P1 P2] := @power_slope n.+1 r x (x + d) (Rlt_le _ _ x0) ltac:(lra) xr.
  have C := up x (Rlt_le _ _ x0) d d0.
  have Kd : INR n.+1 * (1 + r) ^ n.+1 * (x + d - x) = K * d by rewrite /K; ring.
  rewrite Kd in P2.
  have L : (c (x + d) - c x) * ((x + d) ^ n.+1 - x ^ n.+1) <= (c (x + d) - c x) * (K * d).
    by apply: Rmult_le_compat_l; lra.
  have [A B] : - ((c x - c 0) * (K * d)) <= I x - J x <= (c x - c 0) * (K * d).
    by move: IH; rewrite /Rabs; case: Rcase_abs; lra.
  by move=> A1 B1; apply: Rabs_le; lra.
have := step m (le_n m); rewrite dm => H.
have -> : (c r - c 0) * (K * r) = INR m.+1 * ((c r - c 0) * (K * d)) by rewrite -dm; ring.
by apply: Rmult_le_compat_l; lra.
Qed.

(** ** Borel sets that are shifted *)

Section Shifts.
Variable D : R.

(** What pulls half-spaces back to Borel sets pulls all Borel sets back to Borel sets. *)
Lemma vector_measurable (f : vector_point D -> vector_point D) :
  (forall S, vector_half_spaces S -> vector_borel (fun x => S (f x))) ->
  measurable_fun (setT : set (vector_space D)) (f : vector_space D -> vector_space D).
Proof.
move=> H; apply: (@measurability _ _ (vector_space D) (vector_space D) setT f (@vector_half_spaces D) erefl).
by move=> _ [S hS <-]; rewrite setTI; exact: H.
Qed.

Definition coordinate (x : vector_point D) (i : 'I_(vector_size D)) : R := x ord0 i.

(** Subtraction, coordinate by coordinate. *)
Lemma vector_minus (x v : vector_point D) i :
  coordinate (vector_sum x (vector_times (-1) v)) i = coordinate x i - coordinate v i.
Proof.
rewrite /coordinate !mxE; change (x ord0 i + (-1) * v ord0 i = x ord0 i - v ord0 i); lra.
Qed.

(** Shifts are Borel. *)
Lemma shift_measurable (v : vector_point D) : measurable_fun (setT : set (vector_space D))
  ((fun x => vector_sum x (vector_times (-1) v)) : vector_space D -> vector_space D).
Proof.
apply: vector_measurable => _ [i [a ->]]; apply: sub_sigma_algebra.
exists i, (a + coordinate v i); apply/funext => x; apply/propext.
by rewrite -!/(coordinate _ i) vector_minus; lra.
Qed.

(** Borel sets that are shifted are Borel. *)
Lemma vector_borel_shifted S (v : vector_point D) : vector_borel S ->
  vector_borel (vector_shifted S v).
Proof.
by move=> bS; rewrite /vector_borel -[X in measurable X]setTI; exact: (shift_measurable v).
Qed.

(** ** Balls *)

Variable N : vector_point D -> R.
Hypothesis norm : vector_norm N.

(** Balls are Borel. *)
Lemma vector_borel_ball r : vector_borel (vector_ball N r).
Proof.
have [_ _ _ _ m] := norm.
have -> : vector_ball N r = (setT `&` N @^-1` [set` Interval -oo%O (BRight r)] : set (vector_space D)).
  apply/seteqP; split=> x; rewrite /vector_ball /= in_itv /=; first by move=> /RleP.
  by move=> [_ /RleP].
by apply: m => //; exact: measurable_itv.
Qed.

(** What of a Borel set lies in a ball is Borel. *)
Lemma vector_borel_in_ball S r : vector_borel S ->
  vector_borel (fun x => S x /\ vector_ball N r x).
Proof. by move=> bS; apply: measurableI => //; exact: vector_borel_ball. Qed.

(** A point of a ball that is shifted lies in a ball that is as much larger. *)
Lemma shifted_ball r s v x : N v <= s ->
  vector_shifted (vector_ball N r) v x -> vector_ball N (r + s) x.
Proof.
move=> vs; rewrite /vector_shifted /vector_ball => H; have [_ _ _ tri _] := norm.
have E : x = vector_sum (vector_sum x (vector_times (-1) v)) v.
  by apply/rowP => i; rewrite !mxE mulN1r subrK.
by have := tri (vector_sum x (vector_times (-1) v)) v; rewrite -E; lra.
Qed.

End Shifts.

(** ** Volumes of boxes *)

Section Volumes.
Variables (D : R) (N : vector_point D -> R) (V : vector_law D).
Hypotheses (norm : vector_norm N) (vol : vector_volume N V).
Notation n := (vector_size D).

Definition box (l u : 'I_n -> R) : vector_point D -> Prop :=
  fun x => forall i, l i <= coordinate x i < u i.

(** Boxes are Borel. *)
Lemma borel_box l u : vector_borel (box l u).
Proof.
have half i a : vector_borel (fun x : vector_point D => coordinate x i < a).
  by apply: sub_sigma_algebra; exists i, a.
have -> : box l u = (\bigcap_(i in [set: 'I_n])
    ((~` (fun x : vector_space D => coordinate x i < l i)) `&` (fun x => coordinate x i < u i)))%classic.
  apply/seteqP; split=> [x bx i _|x bx i].
    by have [A B] := bx i; split=> //; exact: Rle_not_lt.
  by have [/= A B] := bx i Logic.I; split=> //; exact: Rnot_lt_le.
apply: fin_bigcap_measurable; first exact: finite_finset.
by move=> i _; apply: measurableI; [apply: measurableC|]; exact: half.
Qed.

(** The volume of a box with these sides. *)
Definition sides (w : 'I_n -> R) : extended := V (box (fun=> 0) w : set (vector_space D)).

(** Where a box lies does not matter to its volume. *)
Lemma box_sides l u : V (box l u : set (vector_space D)) = sides (fun i => u i - l i).
Proof.
have [shift _] := vol; pose v : vector_point D := (\row_i (l i : real_realType))%R.
rewrite /sides -(shift _ v (borel_box (fun=> 0) (fun i => u i - l i))); congr (V _).
have vi i : coordinate v i = l i by rewrite /coordinate mxE.
apply/seteqP; split=> x bx i; have := bx i; rewrite vector_minus vi; lra.
Qed.

(** One side is changed. *)
Definition side (w : 'I_n -> R) (i : 'I_n) (t : R) : 'I_n -> R :=
  fun j => if j == i then t else w j.

(** The side that is changed. *)
Lemma side_same w i t : side w i t i = t.
Proof. by rewrite /side eqxx. Qed.

(** A side that is changed to what it was. *)
Lemma side_id w i : side w i (w i) = w.
Proof. by apply/funext => j; rewrite /side; case: eqP => [->|]. Qed.

(** Two boxes side by side make up one. *)
Lemma sides_add w i s t : 0 <= s -> 0 <= t ->
  sides (side w i (s + t)) = (sides (side w i s) + sides (side w i t))%E.
Proof.
move=> s0 t0; pose l := side (fun=> 0) i s; pose u := side w i (s + t).
have -> : sides (side w i t) = V (box l u : set (vector_space D)).
  rewrite box_sides; congr sides; apply/funext => j; rewrite /l /u /side; case: eqP => _; lra.
rewrite /sides -measureU; [|exact: borel_box|exact: borel_box|]; last first.
  apply/seteqP; split=> x // [/(_ i) + /(_ i)]; rewrite /l /u !side_same; lra.
congr (V _); apply/seteqP; split=> [x bx|x [] bx j].
- have [L|L] := Rlt_le_dec (coordinate x i) s; [left|right] => j; have := bx j;
    rewrite /l /u /side; case: eqP => [->|]; lra.
- have := bx j; rewrite /side; case: eqP; lra.
- have := bx j; rewrite /l /u /side; case: eqP; lra.
Qed.

(** A box without a side has no volume. *)
Lemma sides_empty w i : w i <= 0 -> sides w = 0%E.
Proof.
move=> w0; rewrite /sides; have -> : (box (fun=> 0) w : set (vector_space D)) = set0.
  by apply/seteqP; split=> x // /(_ i); lra.
exact: measure0.
Qed.

(** Larger sides, larger volume. *)
Lemma sides_monotone v w : (forall i, v i <= w i) -> (sides v <= sides w)%E.
Proof.
move=> vw; apply: le_measure; rewrite ?inE; [exact: borel_box|exact: borel_box|].
by move=> x bx i; have := bx i; have := vw i; lra.
Qed.

(** What holds of one side holds of all. *)
Lemma all_sides r : 0 <= r ->
  (forall i w, (forall j, 0 <= w j) -> sides (side w i (r * w i)) = (r%:E * sides w)%E) ->
  forall w, (forall j, 0 <= w j) -> sides (fun j => r * w j) = ((pow r n)%:E * sides w)%E.
Proof.
move=> r0 H w w0; pose p k (j : 'I_n) := if leq j.+1 k then r * w j else w j.
have K k : leq k n -> sides (p k) = ((pow r k)%:E * sides w)%E.
  elim: k => [_|k IH kn]; first by rewrite mul1e.
  have p0 j : 0 <= p k j by rewrite /p; case: ifP => // _; exact: Rmult_le_pos.
  have -> : p k.+1 = side (p k) (Ordinal kn) (r * p k (Ordinal kn)).
    apply/funext => j; rewrite /side /p ltnS leq_eqVlt.
    have [->|E] := eqVneq j (Ordinal kn); first by rewrite /= eqxx ltnn.
    by have /negbTE -> : nat_of_ord j != k by apply: contra E => /eqP F; apply/eqP/val_inj.
  by rewrite H// IH ?(ltnW kn)// muleA.
have <- := K n (leqnn n); congr sides.
by apply/funext => j; rewrite /p ltn_ord.
Qed.

(** Numbers that are finitely many are bounded. *)
Lemma all_below (f : 'I_n -> R) : exists k, forall j, f j < INR k.
Proof.
have F j : exists k, f j < INR k.
  by have [k K] := @reaches (f j) 1 ltac:(lra); exists k; lra.
pose g j := sval (cid (F j)); exists (\big[maxn/O]_j g j) => j.
apply: Rlt_le_trans (svalP (cid (F j))) _; apply: le_INR; apply/ssrnat.leP.
exact: (leq_bigmax (F := g) j).
Qed.

(** A small box lies in the unit ball. *)
Lemma small_box : exists t, 0 < t /\ forall x, box (fun=> 0) (fun=> t) x -> N x <= 1.
Proof.
have [N0 _ hom tri _] := norm.
pose e j : vector_point D := delta_mx ord0 j.
have [k K] := all_below (fun j => N (e j)).
pose t := / (1 + INR n * INR k).
have p0 : 0 <= INR n * INR k by apply: Rmult_le_pos; exact: pos_INR.
have t0 : 0 < t by apply: Rinv_0_lt_compat; lra.
exists t; split=> // x bx.
have z : N (GRing.zero _) = 0.
  have := hom 0 (GRing.zero _); rewrite Rabs_R0 Rmult_0_l => <-; congr N.
  by apply/rowP => i; rewrite !mxE mulr0.
pose s (r : seq 'I_n) : vector_point D :=
  \big[@vector_sum D/GRing.zero _]_(j <- r) vector_times (coordinate x j) (e j).
have L r : N (s r) <= INR (seq.size r) * (t * INR k).
  elim: r => [|j r IH]; first by rewrite /s big_nil z /=; lra.
  have -> : s (j :: r) = vector_sum (vector_times (coordinate x j) (e j)) (s r) by rewrite /s big_cons.
  apply: Rle_trans (tri _ _) _; rewrite hom.
  rewrite [seq.size _]/= S_INR Rmult_plus_distr_r Rmult_1_l Rplus_comm.
  apply: Rplus_le_compat => //; apply: Rmult_le_compat => //; first exact: Rabs_pos.
    by have [A B] := bx j; rewrite Rabs_pos_eq; lra.
  by have := K j; lra.
have -> : x = s (enum 'I_n) by rewrite [LHS]row_sum_delta -big_enum.
apply: Rle_trans (L _) _.
rewrite size_enum_ord.
have E : t * (1 + INR n * INR k) = 1 by rewrite /t; apply: Rinv_l; lra.
have -> : INR n * (t * INR k) = 1 - t by lra.
lra.
Qed.

(** A side that is so many times as long makes the volume so many times as large. *)
Lemma sides_times m : forall i w, (forall j, 0 <= w j) ->
  sides (side w i (INR m * w i)) = ((INR m)%:E * sides w)%E.
Proof.
move=> i w w0; elim: m => [|m IH].
  by rewrite mul0e; apply: (@sides_empty _ i); rewrite side_same /=; lra.
rewrite S_INR Rmult_plus_distr_r Rmult_1_l sides_add//; last first.
  by apply: Rmult_le_pos => //; exact: pos_INR.
rewrite IH side_id; have -> : (INR m + 1)%:E = ((INR m)%:E + 1%:E)%E by [].
by rewrite ge0_muleDl ?mul1e// lee_fin; apply/RleP; exact: pos_INR.
Qed.

(** Volumes of boxes are finite. *)
Lemma sides_finite w : (sides w < +oo)%E.
Proof.
have [t [t0 H]] := small_box; have [_ one] := vol.
have [k K] := all_below (fun j => w j / t).
apply: (@le_lt_trans _ _ (sides (fun=> INR k * t))).
  apply: sides_monotone => j; have := K j => L.
  have -> : w j = w j / t * t by field; lra.
  by apply: Rmult_le_compat_r; lra.
rewrite (@all_sides (INR k) (pos_INR k) (sides_times k) (fun=> t)); last by move=> _; lra.
have F : (sides (fun=> t) <= 1%:E)%E.
  rewrite -one; apply: le_measure; rewrite ?inE; [exact: borel_box|exact: vector_borel_ball|].
  by move=> x /H.
apply: (@le_lt_trans _ _ ((pow (INR k) n)%:E * 1%:E)%E); last by rewrite mule1 ltry.
by apply: lee_wpmul2l => //; rewrite lee_fin; apply/RleP; apply: pow_le; exact: pos_INR.
Qed.

(** With all sides r times as long the volume is r^n times as large. *)
Lemma sides_scale r w : 0 <= r -> (forall j, 0 <= w j) ->
  sides (fun j => r * w j) = ((pow r n)%:E * sides w)%E.
Proof.
move=> r0; apply: all_sides => // i {}w w0.
pose h t := fine (sides (side w i t)).
have hE t : sides (side w i t) = (h t)%:E.
  by rewrite /h fineK// ge0_fin_numE; [exact: sides_finite|exact: measure_ge0].
have h0 t : 0 <= t -> 0 <= h t by move=> _; apply/RleP; rewrite -lee_fin -hE; exact: measure_ge0.
have add s t : 0 <= s -> 0 <= t -> h (s + t) = h s + h t.
  by move=> s0 t0; have := @sides_add w i s t s0 t0; rewrite !hE => -[].
by rewrite hE (additive_linear h0 add)// EFinM -hE side_id.
Qed.

(** ** Borel sets from boxes *)

Definition boxes : set (set (vector_space D)) := [set S | exists l u, S = box l u].

(** Boxes generate the Borel sets. *)
Lemma borel_from_boxes (S : vector_point D -> Prop) : vector_borel S -> smallest (sigma_algebra setT) boxes S.
Proof.
apply: smallest_sub => //.
move=> _ [i [a ->]].
have -> : (fun x : vector_point D => coordinate x i < a) =
    (\bigcup_k (box (fun=> - INR k) (side (fun=> INR k) i a) : set (vector_space D)))%classic.
  apply/seteqP; split=> [x xa|x [k _ /(_ i)]]; last by rewrite side_same; lra.
  have [k K] := all_below (fun j => Rabs (coordinate x j)); exists k => // j.
  by have := Rabs_def2 _ _ (K j); rewrite /side; case: eqP => [->|]; lra.
by apply: sigma_algebra_bigcup => k; apply: sub_sigma_algebra; eexists; eexists.
Qed.

(** Two boxes meet in a box. *)
Lemma box_and l u l' u' x :
  box (fun i => Rmax (l i) (l' i)) (fun i => Rmin (u i) (u' i)) x <-> box l u x /\ box l' u' x.
Proof.
split=> [bx|[bx bx'] i]; last first.
  by have := bx i; have := bx' i; split; [apply: Rmax_lub|apply: Rmin_glb_lt]; lra.
by split=> i; have := bx i; have := Rmax_l (l i) (l' i); have := Rmax_r (l i) (l' i);
  have := Rmin_l (u i) (u' i); have := Rmin_r (u i) (u' i); lra.
Qed.

(** Measures that agree on boxes agree on Borel sets. *)
Lemma vector_law_unique (m1 m2 : vector_law D) :
  (forall l u, m1 (box l u : set (vector_space D)) = m2 (box l u : set (vector_space D))) ->
  (forall l u, (m1 (box l u : set (vector_space D)) < +oo)%E) ->
  forall S, vector_borel S -> m1 (S : set (vector_space D)) = m2 (S : set (vector_space D)).
Proof.
move=> E F S /borel_from_boxes bS.
apply: (@g_salgebra_measure_unique _ _ _ boxes _ (fun k => box (fun=> - INR k) (fun=> INR k))) bS => //.
- by move=> _ [l [u ->]]; exact: borel_box.
- by move=> k; eexists; eexists.
- apply/seteqP; split=> x // _.
  have [k K] := all_below (fun j => Rabs (coordinate x j)); exists k => // j.
  by have := Rabs_def2 _ _ (K j); lra.
- move=> _ _ [l [u ->]] [l' [u' ->]]; eexists; eexists; apply/seteqP.
  by split=> x /box_and; exact.
- by move=> _ [l [u ->]]; exact: E.
Qed.

(** ** Volumes of balls *)

(** Multiplication, coordinate by coordinate. *)
Lemma times_at r (x : vector_point D) i : coordinate (vector_times r x) i = r * coordinate x i.
Proof. by rewrite /coordinate mxE. Qed.

(** Multiplication is Borel. *)
Lemma times_measurable r : 0 < r -> measurable_fun (setT : set (vector_space D))
  (vector_times (/ r) : vector_space D -> vector_space D).
Proof.
move=> r0; apply: vector_measurable => _ [i [a ->]]; apply: sub_sigma_algebra.
exists i, (r * a); apply/funext => x; apply/propext; rewrite -!/(coordinate _ i) times_at.
have E : coordinate x i = r * (/ r * coordinate x i) by rewrite -Rmult_assoc Rinv_r ?Rmult_1_l; lra.
split=> H; first by rewrite E; exact: Rmult_lt_compat_l.
by apply: (Rmult_lt_reg_l r) => //; rewrite -E.
Qed.

(** What is multiplied into a box. *)
Lemma box_times r l u x : 0 < r ->
  box l u (vector_times (/ r) x) <-> box (fun i => r * l i) (fun i => r * u i) x.
Proof.
move=> r0; have E i : coordinate x i = r * coordinate (vector_times (/ r) x) i.
  by rewrite times_at -Rmult_assoc Rinv_r ?Rmult_1_l; lra.
split=> bx i; have [A B] := bx i.
  by rewrite E; split; [apply: Rmult_le_compat_l => //; lra|exact: Rmult_lt_compat_l].
rewrite E in A B; split; [exact: (Rmult_le_reg_l r)|exact: (Rmult_lt_reg_l r)].
Qed.

(** The volume of a ball is a power of its radius. *)
Lemma ball_volume r : 0 < r -> V (vector_ball N r : set (vector_space D)) = (pow r n)%:E.
Proof.
move=> r0; have [_ one] := vol; have mr := times_measurable r0.
have c0 : Order.le (GRing.zero _) (pow r n : real_realType) by apply/RleP; apply: pow_le; lra.
pose m1 : vector_law D := [the {measure set (vector_space D) -> \bar real_realType} of pushforward V mr].
pose m2 : vector_law D := [the {measure set (vector_space D) -> \bar real_realType} of mscale (NngNum c0) V].
have m1E l u : m1 (box l u : set (vector_space D)) = sides (fun i => r * (u i - l i)).
  have -> : m1 (box l u : set (vector_space D)) =
      V (box (fun i => r * l i) (fun i => r * u i) : set (vector_space D)).
    by congr (V _); apply/seteqP; split=> x /(box_times l u x r0).
  by rewrite box_sides; congr sides; apply/funext => i; ring.
have E l u : m1 (box l u : set (vector_space D)) = m2 (box l u : set (vector_space D)).
  have -> : m2 (box l u : set (vector_space D)) = ((pow r n)%:E * V (box l u : set (vector_space D)))%E by [].
  rewrite m1E box_sides; have [[i I]|none] := pselect (exists i, u i <= l i).
    rewrite (@sides_empty _ i) ?(@sides_empty (fun i => u i - l i) i) ?mule0//; first lra.
    have : 0 <= r * (l i - u i) by apply: Rmult_le_pos; lra.
    lra.
  rewrite sides_scale//; first lra.
  by move=> j; apply: Rnot_lt_le => L; apply: none; exists j; lra.
have F l u : (m1 (box l u : set (vector_space D)) < +oo)%E by rewrite m1E; exact: sides_finite.
have U := vector_law_unique E F (vector_borel_ball norm 1).
have -> : V (vector_ball N r : set (vector_space D)) = m1 (vector_ball N 1 : set (vector_space D)).
  congr (V _); apply/seteqP; split=> x; have [_ _ hom _ _] := norm; rewrite /vector_ball /= hom.
    have i0 := Rinv_0_lt_compat _ r0; rewrite Rabs_pos_eq; last lra.
    move=> xr; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ i0) xr; rewrite Rinv_l; lra.
  have i0 := Rinv_0_lt_compat _ r0; rewrite Rabs_pos_eq; last lra.
  move=> xr; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ r0) xr.
  by rewrite -Rmult_assoc Rinv_r ?Rmult_1_l ?Rmult_1_r; lra.
rewrite U; have -> : m2 (vector_ball N 1 : set (vector_space D)) =
  ((pow r n)%:E * V (vector_ball N 1 : set (vector_space D)))%E by [].
by rewrite one mule1.
Qed.

End Volumes.
