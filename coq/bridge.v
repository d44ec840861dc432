(** The bridge: Riemann's integral of a continuous piece, improper where it has to be, is the integral
    with respect to length, and so the mass that a density gives to an interval. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar RInt RInt_gen.
From dpproofs Require Import calculus lemmas kinds masses expectations additive.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** Intervals *)

Definition lower_end (a : Rbar) : itv_bound line :=
  match a with Finite r => BRight r | p_infty => +oo%O | m_infty => -oo%O end.
Definition upper_end (b : Rbar) : itv_bound line :=
  match b with Finite r => BLeft r | p_infty => +oo%O | m_infty => -oo%O end.

Lemma open_itv a b : open_open a b = [set` Interval (lower_end a) (upper_end b)].
Proof.
apply/funext => x; apply/propext; rewrite /open_open /= in_itv.
by case: a b => [a||] [b||] /=; rewrite ?andbT ?andbF; split => //;
  try (by move=> [/RltP -> /RltP ->]); try (by case/andP => /RltP ? /RltP ?);
  try (by case=> [] // /RltP); try (by case=> // _ /RltP); try (by move=> /RltP).
Qed.

Lemma borel_open a b : borel (open_open a b).
Proof. by rewrite open_itv; exact: measurable_itv. Qed.

Lemma is_open a b : open (open_open a b : set line).
Proof. by rewrite open_itv; apply: interval_open; [case: a|case: b]. Qed.

Definition block (c d : R) : R -> Prop := open_closed (Finite c) (Finite d).

Lemma block_itv c d : block c d = [set` Interval (BRight c) (BRight d)].
Proof.
apply/funext => x; apply/propext; rewrite /block /open_closed /= in_itv /=.
by split => [[/RltP -> /RleP ->]|/andP[/RltP ? /RleP ?]].
Qed.

Lemma borel_block c d : borel (block c d).
Proof. by rewrite block_itv; exact: measurable_itv. Qed.

Lemma length_block (c d : R) : c <= d -> length (block c d) = (d - c)%:E.
Proof.
move=> cd; rewrite block_itv length_itv hlength_itv /= lte_fin.
case: RltP => [_|H]; first by rewrite EFinB.
by have [//|->] := cd; rewrite subrr.
Qed.

(** Blocks that fill an interval. *)
Definition low (a : Rbar) (n : nat) : R :=
  match a with Finite r => r + / INR n.+1 | _ => - INR n end.
Definition high (b : Rbar) (n : nat) : R :=
  match b with Finite r => r - / INR n.+1 | _ => INR n end.

Lemma small_falls_to m n : leq m n -> / INR n.+1 <= / INR m.+1.
Proof.
move=> /ssrnat.leP mn; apply: Rinv_le_contravar; first by apply: lt_0_INR; lia.
by apply: le_INR; lia.
Qed.

Lemma low_falls a m n : leq m n -> low a n <= low a m.
Proof.
move=> mn; rewrite /low; have := small_falls_to mn; have := le_INR m n (elimT ssrnat.leP mn).
by case: a => [r||]; lra.
Qed.

Lemma high_rises b m n : leq m n -> high b m <= high b n.
Proof.
move=> mn; rewrite /high; have := small_falls_to mn; have := le_INR m n (elimT ssrnat.leP mn).
by case: b => [r||]; lra.
Qed.

Lemma low_inside a b n : Rbar_lt a b -> Rbar_lt a (low a n).
Proof.
case: a => [r||]; [|by case: b|by []].
by move=> _; have := small_gt0 n; rewrite /low /Rbar_lt; lra.
Qed.

Lemma high_inside a b n : Rbar_lt a b -> Rbar_lt (high b n) b.
Proof.
case: b => [r||]; [|by []|by case: a].
by move=> _; have := small_gt0 n; rewrite /high /Rbar_lt; lra.
Qed.

Lemma blocks_fill a b (x : R) : Rbar_lt a b -> open_open a b x ->
  exists N, forall n, leq N n -> block (low a n) (high b n) x.
Proof.
move=> ab [ax xb].
have [A HA] : exists A, low a A < x.
  case: a ab ax => [r||]; [|by case: (b)|] => _ ax.
    have [n H] : exists n, / INR n.+1 < x - r by apply: small; rewrite /Rbar_lt in ax; lra.
    by exists n; rewrite /low; lra.
  by have [n H] := @reaches (- x) 1 Rlt_0_1; exists n; rewrite /low; lra.
have [B HB] : exists B, x < high b B.
  case: b ab xb => [r||]; [| |by case: (a)] => _ xb.
    have [n H] : exists n, / INR n.+1 < r - x by apply: small; rewrite /Rbar_lt in xb; lra.
    by exists n; rewrite /high; lra.
  by have [n H] := @reaches x 1 Rlt_0_1; exists n; rewrite /high; lra.
exists (maxn A B) => n; rewrite geq_max => /andP[An Bn].
by have := low_falls a An; have := high_rises b Bn; rewrite /block /open_closed /Rbar_lt /Rbar_le; lra.
Qed.

(** ** A continuous piece *)

Section Piece.
Variables (f : R -> R) (a b : Rbar).
Variable cont : forall x : R, Rbar_lt a x -> Rbar_lt x b -> continuity_pt f x.
Variable pos : forall x : R, Rbar_lt a x -> Rbar_lt x b -> 0 <= f x.

Local Notation U := (open_open a b : set line).
Local Notation g := (fun x => (f x)%:E : extended).

Lemma piece_measurable : measurable_fun U (g : line -> extended).
Proof.
apply/EFin_measurable_fun; apply: open_continuous_measurable_fun; first exact: is_open.
by move=> x /set_mem [ax xb]; apply/continuity_pt_cvg; exact: cont.
Qed.

Lemma block_inside (c d : R) : Rbar_lt a c -> Rbar_lt d b -> block c d `<=` U.
Proof.
move=> ac db x [/= cx xd]; split.
  by apply: Rbar_lt_trans ac _; exact: cx.
by apply: Rbar_le_lt_trans db; exact: xd.
Qed.

Lemma block_measurable (c d : R) : Rbar_lt a c -> Rbar_lt d b ->
  measurable_fun (block c d : set line) (g : line -> extended).
Proof.
move=> ac db; apply: (measurable_funS (borel_open a b) (block_inside ac db)).
exact: piece_measurable.
Qed.

Lemma block_ge0 (c d x : R) : Rbar_lt a c -> Rbar_lt d b -> block c d x -> (0%:E <= g x)%E.
Proof.
by move=> ac db /(block_inside ac db) [ax xb]; rewrite lee_fin; apply/RleP; exact: pos.
Qed.

Definition whole (c d : R) : extended := (\int[length]_(x in block c d) g x)%E.
Definition area (c d : R) : R := fine (whole c d).

Lemma whole_ge0 c d : Rbar_lt a (Finite c) -> Rbar_lt (Finite d) b -> (0%:E <= whole c d)%E.
Proof. by move=> ac db; apply: integral_ge0 => x; exact: block_ge0. Qed.

Lemma whole_cst (c d m : R) : c <= d ->
  (\int[length]_(x in block c d) (cst m%:E) x = (m * (d - c))%:E)%E.
Proof. by move=> cd; rewrite integral_cst ?length_block//; exact: borel_block. Qed.

Lemma whole_below (c d M : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b ->
  (forall t, c <= t <= d -> f t <= M) -> (whole c d <= (M * (d - c))%:E)%E.
Proof.
move=> ac cd db H; rewrite -whole_cst//; apply: ge0_le_integral.
- exact: borel_block.
- by move=> x; exact: block_ge0.
- exact: block_measurable.
- move=> x bx; apply: le_trans (block_ge0 ac db bx) _; rewrite lee_fin; apply/RleP.
  by apply: H; case: bx => /= cx xd; lra.
- exact: measurable_fun_cst.
- by move=> x [/= cx xd]; rewrite lee_fin; apply/RleP; apply: H; lra.
Qed.

Lemma whole_above (c d m : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b ->
  (forall t, c <= t <= d -> m <= f t) -> ((m * (d - c))%:E <= whole c d)%E.
Proof.
move=> ac cd db H; have [m0|m0] := Rlt_le_dec m 0.
  apply: le_trans (whole_ge0 ac db); rewrite lee_fin; apply/RleP.
  by change (m * (d - c) <= 0); nra.
rewrite -whole_cst//; apply: ge0_le_integral.
- exact: borel_block.
- by move=> x _; rewrite lee_fin; apply/RleP.
- exact: measurable_fun_cst.
- by move=> x; exact: block_ge0.
- exact: block_measurable.
- by move=> x [/= cx xd]; rewrite lee_fin; apply/RleP; apply: H; lra.
Qed.

Lemma whole_fin (c d : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b -> whole c d \is a fin_num.
Proof.
move=> ac cd db.
have [|M [HM _]] := continuity_ab_maj f c d cd.
  move=> x [cx xd]; apply: cont; first by apply: Rbar_lt_le_trans ac _; exact: cx.
  by apply: Rbar_le_lt_trans db; exact: xd.
rewrite ge0_fin_numE; last exact: whole_ge0.
by apply: le_lt_trans (whole_below (M := f M) ac cd db HM) _; exact: ltry.
Qed.

Lemma wholeE (c d : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b -> whole c d = (area c d)%:E.
Proof. by move=> ac cd db; rewrite /area fineK//; exact: whole_fin. Qed.

Lemma whole_join (c d e : R) : Rbar_lt a c -> c <= d -> d <= e -> Rbar_lt e b ->
  whole c e = (whole c d + whole d e)%E.
Proof.
move=> ac cd de eb; rewrite /whole.
have -> : (block c e : set line) = block c d `|` block d e.
  apply/seteqP; split=> x; rewrite /block /open_closed /=; last by lra.
  by have [A|A] := Rle_lt_dec x d; lra.
have inU : (block c d `|` block d e : set line) `<=` U.
  move=> x [[/= A B]|[/= A B]]; apply: (block_inside ac eb); split => /=; lra.
apply: integral_setU; [exact: borel_block|exact: borel_block|..].
- by apply: (measurable_funS (borel_open a b) inU); exact: piece_measurable.
- by move=> x /inU [ax xb]; rewrite lee_fin; apply/RleP; exact: pos.
- by apply/disj_setPS => x [[/= _ A] [/= B _]]; lra.
Qed.

Lemma area_is_integral (c d : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b ->
  @is_RInt Hierarchy.R_NormedModule f c d (area c d).
Proof.
move=> ac cd db.
have inn x : c <= x -> x <= d -> Rbar_lt a x /\ Rbar_lt x b.
  move=> cx xd; split; first by apply: Rbar_lt_le_trans ac _; exact: cx.
  by apply: Rbar_le_lt_trans db; exact: xd.
apply: (@additive_is_integral f c d cd _ area).
- by move=> x [cx xd]; apply: cont; have [] := inn x cx xd.
- move=> x y cx xy yd; have [ax _] := inn x cx ltac:(lra); have [_ yb] := inn y ltac:(lra) yd.
  have [_ xb] := inn x cx ltac:(lra).
  have := whole_join ac cx xy yb; rewrite !wholeE// ?EFinD; last by lra.
  by rewrite -EFinD => -[].
- move=> x y m M cx xy yd H; have [ax _] := inn x cx ltac:(lra); have [_ yb] := inn y ltac:(lra) yd.
  have A := whole_above ax xy yb (fun t T => proj1 (H t T)).
  have B := whole_below ax xy yb (fun t T => proj2 (H t T)).
  by rewrite wholeE// !lee_fin in A B; split; [move/RleP: A|move/RleP: B].
Qed.

Lemma area_grows (c' c d d' : R) : Rbar_lt a c' -> c' <= c -> c <= d -> d <= d' -> Rbar_lt d' b ->
  area c d <= area c' d'.
Proof.
move=> ac cc cd dd db; have cd' : c' <= d' by lra.
have ac' : Rbar_lt a c by apply: Rbar_lt_le_trans ac _; exact: cc.
have db' : Rbar_lt d b by apply: Rbar_le_lt_trans db; exact: dd.
apply/RleP; rewrite -lee_fin -!wholeE//.
apply: subset_integral; [exact: borel_block|exact: borel_block|exact: block_measurable|..].
- by move=> x; exact: block_ge0.
- by move=> x [/= A B]; split => /=; lra.
Qed.

Variables (v : R) (ab : Rbar_lt a b).
Variable riemann : @is_RInt_gen Hierarchy.R_NormedModule f (after a) (before b) v.

Lemma area_below (c d : R) : Rbar_lt a c -> c <= d -> Rbar_lt d b -> area c d <= v.
Proof. exact: (@improper_above f a b v area riemann area_is_integral area_grows). Qed.

Lemma blocks_below n : (whole (low a n) (high b n) <= v%:E)%E.
Proof.
have la := low_inside n ab; have hb := high_inside n ab.
have [L|L] := Rle_lt_dec (low a n) (high b n).
  by rewrite wholeE// lee_fin; apply/RleP; exact: area_below.
have -> : whole (low a n) (high b n) = 0%:E.
  rewrite /whole; have -> : (block (low a n) (high b n) : set line) = set0.
    by apply/seteqP; split=> x //; rewrite /block /open_closed /Rbar_lt /Rbar_le; lra.
  exact: integral_set0.
have [c [ac cb]] := @some_inside a b ab.
rewrite lee_fin; apply/RleP; apply: Rle_trans (area_below ac (Rle_refl c) cb).
by apply/RleP; rewrite -lee_fin -wholeE//; [exact: whole_ge0|exact: Rle_refl].
Qed.

Theorem piece_is_integral : (\int[length]_(x in U) g x = v%:E)%E.
Proof.
have mU : measurable U by exact: borel_open.
pose h n : line -> extended := (g : line -> extended) \_ (block (low a n) (high b n)).
have sub n : block (low a n) (high b n) `<=` U.
  by apply: block_inside; [exact: low_inside ab|exact: high_inside ab].
have g0 x : U x -> (0%:E <= g x)%E by move=> [ax xb]; rewrite lee_fin; apply/RleP; exact: pos.
have mh n : measurable_fun U (h n).
  apply/(measurable_restrict _ (borel_block _ _) mU (sub n)).
  by apply: block_measurable; [exact: low_inside ab|exact: high_inside ab].
have h0 n x : U x -> (0%:E <= h n x)%E.
  by move=> Ux; rewrite /h /patch; case: ifP => // _; exact: g0.
have nd x : U x -> nondecreasing_seq (h^~ x).
  move=> Ux m n mn; rewrite /h /patch; case: ifP => [/set_mem B|_]; last exact: h0.
  rewrite mem_set//; move: B; rewrite /block /open_closed /Rbar_lt /Rbar_le.
  by have := low_falls a mn; have := high_rises b mn; lra.
have M := @cvg_monotone_convergence _ line _ length U mU h mh h0 nd.
have E : (\int[length]_(x in U) lim (h^~ x) = \int[length]_(x in U) g x)%E.
  apply: eq_integral => x /set_mem Ux; apply: lim_near_cst => //.
  have [N H] := blocks_fill ab Ux; exists N => // n /= Nn.
  by rewrite /h /patch mem_set//; exact: H.
rewrite E in M.
have up : (\int[length]_(x in U) g x <= v%:E)%E.
  rewrite -(cvg_lim _ M)//; apply: lime_le; first by apply/cvg_ex; eexists; exact: M.
  apply: nearW => n; rewrite /h -integral_mkcondr.
  by have -> : U `&` block (low a n) (high b n) = block (low a n) (high b n); [exact/setIidr|exact: blocks_below].
have lo : (0%:E <= \int[length]_(x in U) g x)%E by exact: integral_ge0.
have [w W] : exists w : R, (\int[length]_(x in U) g x = w%:E)%E.
  exists (fine (\int[length]_(x in U) g x)%E); rewrite fineK//.
  by rewrite ge0_fin_numE//; apply: le_lt_trans up _; exact: ltry.
rewrite W lee_fin in up; rewrite W; congr EFin.
apply: Rle_antisym; first exact/RleP.
apply: le_epsilon => e e0.
have [c [d [ac [cd [db L]]]]] := @improper_reached f a b v area ab riemann area_is_integral e e0.
have : ((area c d)%:E <= \int[length]_(x in U) g x)%E.
  rewrite -wholeE//; apply: subset_integral; [exact: borel_block|exact: mU|exact: piece_measurable|exact: g0|].
  exact: block_inside.
by rewrite W lee_fin => /RleP H; lra.
Qed.
End Piece.

(** What [calculus] calls the integral of a continuous function that is not negative. *)
Theorem bridge f a b v : (forall x : R, Rbar_lt a x -> Rbar_lt x b -> continuity_pt f x) ->
  (forall x : R, Rbar_lt a x -> Rbar_lt x b -> 0 <= f x) -> integral f a b v ->
  (\int[length]_(x in open_open a b) (f x)%:E = v%:E)%E.
Proof.
move=> cont pos [[-> ->]|[ab r]]; last exact: piece_is_integral.
have -> : (open_open b b : set line) = set0.
  apply/seteqP; split=> x //; rewrite /open_open => -[A B].
  by have := Rbar_lt_trans _ _ _ A B; case: (b) => [r /=|//|//]; lra.
exact: integral_set0.
Qed.
