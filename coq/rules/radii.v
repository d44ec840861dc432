(** The exchange of radii, for numbers and for the areas below functions that fall. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
From Coquelicot Require Import Rbar Hierarchy Lim_seq Series.
From dpproofs Require Import calculus lemmas kinds masses sets densities expectations weighted vectors.
From dpproofs.rules Require Import statements volumes vectors.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** ** The exchange, for numbers *)

(** The least of what is not negative, from a place on. *)
Lemma least_from (S : R -> R) : (forall x, 0 <= x -> 0 <= S x) -> exists v : R -> R, forall x, 0 <= x ->
  [/\ 0 <= v x, forall y, x <= y -> v x <= S y & forall u, (forall y, x <= y -> u <= S y) -> u <= v x].
Proof.
move=> S0; suff F x : exists v, 0 <= x ->
    [/\ 0 <= v, forall y, x <= y -> v <= S y & forall u, (forall y, x <= y -> u <= S y) -> u <= v].
  by exists (fun x => sval (cid (F x))) => x; exact: (svalP (cid (F x))).
have [x0|x0] := Rle_lt_dec 0 x; last by exists 0; lra.
have [||v [ub lub]] := completeness (fun u => forall y, x <= y -> u <= S y).
- by exists (S x) => u; apply; lra.
- by exists 0 => y xy; apply: S0; lra.
exists v => _; split; first by apply: ub => y xy; apply: S0; lra.
  by move=> y xy; apply: lub => u; exact.
by move=> u H; exact: ub.
Qed.

Section Exchange.
Variables (b s turn : R) (G S v : R -> R).
Hypotheses (b0 : 0 < b) (s0 : 0 < s).
Hypothesis least : forall x, 0 <= x ->
  [/\ 0 <= v x, forall y, x <= y -> v x <= S y & forall u, (forall y, x <= y -> u <= S y) -> u <= v x].
Hypothesis sums : forall x, 0 < x -> is_lim_seq (sum_n (fun k => b ^ k * G (x + INR k * s))) (S x).
Hypothesis before : forall x, 0 < x -> x < turn -> forall h, 0 < h -> h <= turn - x ->
  S (x + h) <= G x + b * S (x + h + s).
Hypothesis after : forall x, turn <= x -> forall h, 0 < h -> S x <= S (x + h).

(** The first term of a sum. *)
Lemma first_term x : 0 < x -> S x = G x + b * S (x + s).
Proof.
move=> x0; pose t k := b ^ k * G (x + INR k * s).
have A : is_series t (S x) := sums x0.
have B : is_series (fun k => t k.+1) (b * S (x + s)).
  have xs : 0 < x + s by lra.
  have C : is_series (fun k => b * (b ^ k * G (x + s + INR k * s))) (b * S (x + s)).
    exact: (is_series_scal b _ _ (sums xs)).
  apply: is_series_ext C => k; rewrite /t S_INR /=.
  have -> : x + (INR k + 1) * s = x + s + INR k * s by ring.
  ring.
have E := is_series_unique _ _ A; rewrite -E Series_incr_1; last by exists (S x).
by rewrite (is_series_unique _ _ B) /t /= Rmult_0_l Rplus_0_r Rmult_1_l.
Qed.

(** A later start is no better than the first term and a later sum. *)
Lemma least_later x y : 0 < x -> x + s <= y -> v x <= G x + b * S y.
Proof.
move=> x0 xy; have [_ lo _] := least (Rlt_le _ _ x0).
have mono p q : turn <= p -> p <= q -> S p <= S q.
  move=> tp; case=> [pq|->]; last lra.
  have -> : q = p + (q - p) by ring.
  by apply: after; lra.
have bm p q : S p <= S q -> b * S p <= b * S q by apply: Rmult_le_compat_l; lra.
have same : v x <= G x + b * S (x + s) by rewrite -first_term//; apply: lo; lra.
have [turned|L] := Rle_lt_dec turn x.
  by have := bm _ _ (mono (x + s) y ltac:(lra) xy); lra.
case: xy => [xy|<-] //; pose h := y - s - x.
have [H|H] := Rle_lt_dec h (turn - x).
  have := before x0 L (h := h) ltac:(rewrite /h; lra) H.
  have -> : x + h + s = y by rewrite /h; ring.
  by have := lo (x + h) ltac:(rewrite /h; lra); lra.
have := before x0 L (h := turn - x) ltac:(lra) ltac:(lra).
have -> : x + (turn - x) = turn by ring.
have := bm _ _ (mono (turn + s) y ltac:(lra) ltac:(rewrite /h in H; lra)).
by have := lo turn ltac:(lra); lra.
Qed.

(** So with radii that grow, one level is no better than its share and the next. *)
Lemma least_step x y : 0 < x -> x + s <= y -> v x <= G x + b * v y.
Proof.
move=> x0 xy; have [_ _ least_y] := least (x := y) ltac:(lra).
suff : (v x - G x) / b <= v y.
  move=> H; have := Rmult_le_compat_l b _ _ (Rlt_le _ _ b0) H.
  have -> : b * ((v x - G x) / b) = v x - G x by field; lra.
  lra.
apply: least_y => z yz; have := least_later x0 (y := z) ltac:(lra) => H.
apply: (Rmult_le_reg_l b) => //.
have -> : b * ((v x - G x) / b) = v x - G x by field; lra.
lra.
Qed.

(** It is at most what bounds all sums of larger terms. *)
Lemma least_below x (a : nat -> R) u : 0 < x -> (forall k, G (x + INR k * s) <= a k) ->
  (forall k, total (fun j => b ^ j * a j) k <= u) -> v x <= u.
Proof.
move=> x0 Ga au; have [_ lo _] := least (Rlt_le _ _ x0).
apply: (Rle_trans _ (S x)); first by apply: lo; lra.
suff L k : sum_n (fun j => b ^ j * G (x + INR j * s)) k <= u.
  exact: (is_lim_seq_le _ (fun=> u) (S x) u L (sums x0) (is_lim_seq_const u)).
rewrite -total_sum_n; apply: Rle_trans (au k.+1).
elim: k.+1 => [|j IH] /=; first lra.
by apply: Rplus_le_compat => //; apply: Rmult_le_compat_l => //; apply: pow_le; lra.
Qed.

End Exchange.

(** ** What falls, on the positive numbers, and the areas below it *)

Definition falling (h : R -> R) : Prop :=
  [/\ forall t, 0 <= h t, forall t, t <= 0 -> h t = 0 & forall x y, 0 < x -> x <= y -> h y <= h x].

(** It is Borel. *)
Lemma falling_dense h : falling h -> dense h.
Proof.
move=> [h0 none down]; split=> //.
apply: (measurability (RGenCInfty.measurableE real_realType)) => _ [_ [y ->] <-].
have [y0|y0] := Rle_lt_dec y 0.
  have -> : ((fun=> True) `&` h @^-1` [set` Interval (BLeft y) +oo%O] : set line) = setT.
    by apply/seteqP; split=> t //= _; split=> //; rewrite in_itv /= andbT; apply/RleP; have := h0 t; lra.
  exact: measurableT.
apply: is_interval_measurable => p q [_ P] [_ Q] z /andP[/RleP pz /RleP zq]; split=> //.
move: P Q; rewrite /= !in_itv /= !andbT => /RleP P /RleP Q; apply/RleP.
have p0 : 0 < p by apply: Rnot_le_lt => L; move: P; rewrite none//; lra.
by have := down z q ltac:(lra) zq; lra.
Qed.

(** Its values are not negative. *)
Lemma falling_ge0 h t : falling h -> (0%:E <= (h t)%:E :> extended)%E.
Proof. by move=> [h0 _ _]; rewrite lee_fin; apply/RleP. Qed.

(** It is Borel on any set. *)
Lemma falling_measurable h (S : set line) : falling h -> measurable_fun S (fun t => (h t)%:E : extended).
Proof.
move=> /falling_dense [m _]; apply/EFin_measurable_fun.
by apply: (measurable_funS measurableT) => //; exact: m.
Qed.

(** So are sums. *)
Lemma falling_sum_measurable h k (S : set line) : falling h -> falling k ->
  measurable_fun S (fun t => (h t + k t)%:E : extended).
Proof.
by move=> Fh Fk; apply: (@emeasurable_funD _ line _ _ (fun t => (h t)%:E) (fun t => (k t)%:E));
  exact: falling_measurable.
Qed.

(** Where it is 0 there is no area. *)
Lemma falling_nowhere h : falling h -> area h (fun t => t <= 0) = 0%E.
Proof.
move=> [_ none _].
rewrite /area -[RHS](@integral0 _ _ _ (@lebesgue_measure real_realType) (fun t => t <= 0 : Prop)).
by apply: eq_integral => t; rewrite inE => /none ->.
Qed.

Definition over (h : R -> R) (x y : R) : R := fine (area h (open_closed (Finite x) (Finite y))).

Section Over.
Variable h : R -> R.
Hypothesis F : falling h.

Let between x y : 0 < x -> x <= y ->
  ((h y * (y - x))%:E <= area h (open_closed (Finite x) (Finite y)))%E /\
  (area h (open_closed (Finite x) (Finite y)) <= (h x * (y - x))%:E)%E.
Proof.
have [h0 _ down] := F; move=> x0 xy; apply: area_between => //; first exact: falling_dense.
by move=> t xt ty; split; apply: down; lra.
Qed.

(** Areas are numbers. *)
Lemma overE x y : 0 < x -> x <= y ->
  area h (open_closed (Finite x) (Finite y)) = (over h x y)%:E.
Proof.
move=> x0 xy; have [_ hi] := between x0 xy; rewrite /over fineK// ge0_fin_numE.
  by apply: (le_lt_trans hi); exact: ltry.
exact: (area_ge0 (falling_dense F)).
Qed.

(** They are between those of two rectangles. *)
Lemma over_between x y : 0 < x -> x <= y -> h y * (y - x) <= over h x y <= h x * (y - x).
Proof.
move=> x0 xy; have [] := between x0 xy.
by rewrite overE// !lee_fin => /RleP lo /RleP hi.
Qed.

(** They are not negative. *)
Lemma over_ge0 x y : 0 <= over h x y.
Proof.
apply/RleP; apply: fine_ge0; exact: (area_ge0 (falling_dense F)).
Qed.

(** They add up. *)
Lemma over_add x y z : 0 < x -> x <= y -> y <= z -> over h x z = over h x y + over h y z.
Proof.
move=> x0 xy yz.
have E : area h (open_closed (Finite x) (Finite z)) =
    (area h (open_closed (Finite x) (Finite y)) + area h (open_closed (Finite y) (Finite z)))%E.
  apply: (area_join (falling_dense F)); try exact: borel_open_closed.
  - by move=> t [/= _ A] [/= B _]; lra.
  - move=> t; split; last by move=> [[/= A B]|[/= A B]]; split=> /=; lra.
    by move=> [/= A B]; have [?|?] := Rle_lt_dec t y; [left|right]; split=> /=; lra.
move: E; rewrite !overE//; try lra.
by rewrite -EFinD => -[].
Qed.

End Over.

(** With another unit of length. *)
Lemma falling_scaled h b : falling h -> 0 < b -> falling (fun t => b * h (b * t)).
Proof.
move=> [h0 none down] b0; split=> [t|t t0|x y x0 xy].
- by apply: Rmult_le_pos => //; lra.
- by rewrite none; [ring|nra].
- by apply: Rmult_le_compat_l; [lra|apply: down; nra].
Qed.

(** The area is the same. *)
Lemma over_scaled h b x y : falling h -> 0 < b -> 0 < x -> x <= y ->
  over (fun t => b * h (b * t)) x y = over h (b * x) (b * y).
Proof.
move=> F b0 x0 [xy|<-]; last first.
  have Fb := falling_scaled F b0; have bx : 0 < b * x by nra.
  have := over_between F bx (Rle_refl _); have := over_between Fb x0 (Rle_refl x).
  by rewrite !Rminus_eq_0 !Rmult_0_r; lra.
have Fb := falling_scaled F b0; have [h0 _ down] := F.
pose c r := b * (h (b * x) - h (b * (x + r))).
pose I r := b * r * h (b * x) - over h (b * x) (b * (x + r)).
pose J r := b * r * h (b * x) - over (fun t => b * h (b * t)) x (x + r).
have z : over h (b * x) (b * (x + 0)) = 0.
  rewrite Rplus_0_r; have := over_between F (x := b * x) (y := b * x) ltac:(nra) ltac:(lra).
  by rewrite Rminus_eq_0 !Rmult_0_r; lra.
have z' : over (fun t => b * h (b * t)) x (x + 0) = 0.
  rewrite Rplus_0_r; have := over_between Fb x0 (Rle_refl x).
  by rewrite Rminus_eq_0 !Rmult_0_r; lra.
have up r : 0 <= r -> forall k, 0 < k -> c r <= c (r + k).
  move=> r0 k k0; apply: Rmult_le_compat_l; first lra.
  by have := down (b * (x + r)) (b * (x + (r + k))) ltac:(nra) ltac:(nra); lra.
have gI r k : 0 <= r -> 0 < k -> c r * k <= I (r + k) - I r <= c (r + k) * k.
  move=> r0 k0; have p0 : 0 < b * x by nra.
  have p1 : 0 < b * (x + r) by nra.
  have q1 : b * x <= b * (x + r) by nra.
  have q2 : b * (x + r) <= b * (x + (r + k)) by nra.
  have A := over_add F p0 q1 q2; have B := over_between F p1 q2.
  have E : b * (x + (r + k)) - b * (x + r) = b * k by ring.
  rewrite E in B; rewrite /I /c A; move: B.
  move: (over _ _ _) (over _ _ _) (h _) (h _) (h _) => o1 o2 h1 h2 h3; nra.
have gJ r k : 0 <= r -> 0 < k -> c r * k <= J (r + k) - J r <= c (r + k) * k.
  move=> r0 k0.
  have p1 : 0 < x + r by lra.
  have q1 : x <= x + r by lra.
  have q2 : x + r <= x + (r + k) by lra.
  have A := over_add Fb x0 q1 q2; have B := over_between Fb p1 q2.
  have E : x + (r + k) - (x + r) = k by ring.
  rewrite E in B; rewrite /J /c A; move: B.
  move: (over _ _ _) (over _ _ _) (h _) (h _) (h _) => o1 o2 h1 h2 h3; nra.
have sums (K : R -> R) : K 0 = 0 ->
    (forall r k, 0 <= r -> 0 < k -> c r * k <= K (r + k) - K r <= c (r + k) * k) -> between_sums 1 c K.
  move=> K0 g; split=> [k k0|r k r0 k0].
    by have := g 0 k (Rle_refl 0) k0; rewrite K0 Rplus_0_l Rminus_0_r /= Rmult_1_r.
  have -> : (r + k) ^ 1 - r ^ 1 = k by rewrite /=; ring.
  by apply: g => //; lra.
have I0 : I 0 = 0 by rewrite /I z; ring.
have J0 : J 0 = 0 by rewrite /J z'; ring.
have := between_sums_unique up (sums _ I0 gI) (sums _ J0 gJ) (r := y - x) ltac:(lra).
rewrite /I /J; have -> : x + (y - x) = y by ring.
lra.
Qed.

(** ** The exchange, for areas *)

Section Areas.
Variables (a g w : R -> R) (b : R).
Hypotheses (Fa : falling a) (Fg : falling g) (Fw : falling w) (b0 : 0 < b) (b1 : b < 1).
Hypothesis step : forall t, 0 < t -> w t + g t <= a t + b * w (b * t).
Hypothesis below : forall t u, 0 < t ->
  (forall k, total (fun j => b ^ j * a (b ^ j * t)) k <= u) -> w t <= u.

(** Steps that are rectangles lie below what falls. *)
Lemma rectangles t k : 0 < t ->
  (1 - b) * t * total (fun j => b ^ j * a (b ^ j * t)) k <= over a (b ^ k * t) t.
Proof.
move=> t0; elim: k => [|k IH]; first by rewrite /= Rmult_0_r; exact: over_ge0.
have p : 0 < b ^ k by exact: pow_lt.
have p1 : b ^ k <= 1 by rewrite -(pow1 k); apply: pow_incr; lra.
have c0 : 0 < b ^ k.+1 * t by apply: Rmult_lt_0_compat => //; exact: pow_lt.
have c1 : b ^ k.+1 * t <= b ^ k * t.
  by rewrite /=; apply: Rmult_le_compat_r; [lra|nra].
have c2 : b ^ k * t <= t by rewrite -{2}(Rmult_1_l t); apply: Rmult_le_compat_r; lra.
rewrite (over_add Fa c0 c1 c2); have [lo _] := over_between Fa c0 c1.
have E : b ^ k * t - b ^ k.+1 * t = (1 - b) * t * b ^ k by rewrite /=; ring.
rewrite E in lo; rewrite [total _ _]/=; nra.
Qed.

(** What lies over an interval costs no less than what comes later. *)
Lemma over_step x y : 0 < x -> x <= y ->
  over g x y <= over a x y + over w (b * x) x.
Proof.
move=> x0 xy; have Fb := falling_scaled Fw b0.
have L : over w x y + over g x y <= over a x y + over (fun t => b * w (b * t)) x y.
  have sum p q : falling p -> falling q -> area (fun t => p t + q t) (open_closed (Finite x) (Finite y)) =
      (over p x y + over q x y)%:E.
    move=> Fp Fq; rewrite EFinD -!overE// /area -ge0_integralD//.
    - exact: borel_open_closed.
    - by move=> t _; exact: falling_ge0.
    - exact: falling_measurable.
    - by move=> t _; exact: falling_ge0.
    - exact: falling_measurable.
  apply/RleP; rewrite -lee_fin -!sum//; apply: ge0_le_integral.
  - exact: borel_open_closed.
  - by move=> t _; exact: (adde_ge0 (falling_ge0 t Fw) (falling_ge0 t Fg)).
  - exact: falling_sum_measurable.
  - by move=> t _; exact: (adde_ge0 (falling_ge0 t Fa) (falling_ge0 t Fb)).
  - exact: falling_sum_measurable.
  - by move=> t [/= xt _]; rewrite lee_fin; apply/RleP; apply: step; lra.
rewrite (over_scaled Fw b0 x0 xy) in L.
have bx : 0 < b * x by nra.
have bxx : b * x <= x by nra.
have bxy : b * x <= b * y by nra.
have byy : b * y <= y by nra.
have := over_add Fw bx bxx xy; have := over_add Fw bx bxy byy.
have := over_ge0 Fw (b * y) y; lra.
Qed.

(** The exchange. *)
Lemma exchange : (area g setT <= area a setT)%E.
Proof.
have Da := falling_dense Fa; have Dg := falling_dense Fg.
have whole (h : R -> R) (D : dense h) S : borel S -> (area h S <= area h setT)%E.
  by move=> bS; apply: (area_monotone D) => //; exact: borel_whole.
case E : (area a setT) => [A| |]; [|exact: leey|by have := area_ge0 Da setT; rewrite E].
pose rest t := over a 0 t.
have restE t : area a (open_closed (Finite 0) (Finite t)) = (rest t)%:E.
  rewrite /rest /over fineK// ge0_fin_numE; last exact: (area_ge0 Da).
  by apply: (@le_lt_trans _ _ A%:E); [rewrite -E; apply: whole => //; exact: borel_open_closed|exact: ltry].
have over_rest x t : 0 < x -> x <= t -> over a x t <= rest t.
  move=> x0 xt; apply/RleP; rewrite -lee_fin -overE// -restE.
  apply: (area_monotone Da); try exact: borel_open_closed.
  by move=> z [/= A1 A2]; split=> /=; lra.
have w_rest t : 0 < t -> (1 - b) * t * w t <= rest t.
  move=> t0; have p : 0 < (1 - b) * t by nra.
  suff W : w t <= rest t / ((1 - b) * t).
    have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ p) W.
    by have -> : (1 - b) * t * (rest t / ((1 - b) * t)) = rest t; [field; lra|].
  apply: below => // k; apply: (Rmult_le_reg_l ((1 - b) * t)) => //.
  have -> : (1 - b) * t * (rest t / ((1 - b) * t)) = rest t by field; lra.
  apply: Rle_trans (rectangles k t0) _; apply: over_rest.
    by apply: Rmult_lt_0_compat => //; exact: pow_lt.
  have p1 : b ^ k <= 1 by rewrite -(pow1 k); apply: pow_incr; lra.
  by rewrite -{2}(Rmult_1_l t); apply: Rmult_le_compat_r; lra.
have bound x y : 0 < x -> x <= y -> over g x y <= A + rest (b * x) / b.
  move=> x0 xy; have bx : 0 < b * x by nra.
  have L1 := over_step x0 xy.
  have [_ L2] := over_between Fw bx (y := x) ltac:(nra).
  have L3 := w_rest _ bx.
  have L4 : over a x y <= A.
    by apply/RleP; rewrite -lee_fin -overE// -E; apply: whole => //; exact: borel_open_closed.
  have L5 : w (b * x) * (x - b * x) <= rest (b * x) / b.
    apply: (Rmult_le_reg_l b) => //.
    have -> : b * (rest (b * x) / b) = rest (b * x) by field; lra.
    have -> // : b * (w (b * x) * (x - b * x)) = (1 - b) * (b * x) * w (b * x) by ring.
  lra.
have rest_mono x y : x <= y -> rest x <= rest y.
  move=> xy; apply/RleP; rewrite -lee_fin -!restE.
  apply: (area_monotone Da); try exact: borel_open_closed.
  by move=> z [/= A1 A2]; split=> /=; lra.
have vanish e : 0 < e -> exists n, rest (/ INR n.+1) < e.
  move=> e0; apply: contrapT => none.
  pose G n := outside (open_closed (Finite 0) (Finite (/ INR n.+1))).
  have bG n : borel (G n) by apply: borel_outside; exact: borel_open_closed.
  have upG n x : G n x -> G n.+1 x.
    by move=> H [A1 A2]; apply: H; split=> //; exact: (Rle_trans _ _ _ A2 (small_falls n)).
  have := area_grows Da bG upG.
  have -> : (fun x => exists n, G n x) = setT.
    apply/seteqP; split=> // x _; have [x0|x0] := Rle_lt_dec x 0; first by exists 0%nat => -[/=]; lra.
    have [n L] := small x0; exists n => -[_ K]; have {}K : x <= / INR n.+1 := K; lra.
  rewrite E => /cvg_lim lim_; have : (topology.lim (fun n => area a (G n)) <= (A - e)%:E)%E.
    have J n : area a setT = (area a (G n) + area a (open_closed (Finite 0) (Finite (/ INR n.+1))))%E.
      apply: (area_join Da); [exact: bG|exact: borel_open_closed|by []|].
      move=> x; split=> // _.
      by have [?|?] := pselect (open_closed (Finite 0) (Finite (/ INR n.+1)) x); [right|left].
    apply: lime_le.
      apply: ereal_nondecreasing_is_cvg; apply/nondecreasing_seqP => n.
      by apply: (area_monotone Da) => //; exact: upG.
    apply: nearW => n; have := J n; rewrite E restE.
    have : e <= rest (/ INR n.+1) by apply: Rnot_lt_le => L; apply: none; exists n.
    case: (area a (G n)) => [r| |] // L [K].
    by rewrite lee_fin; apply/RleP; have {}K : A = r + rest (/ INR n.+1) := K; change (r <= A - e); lra.
  by rewrite lim_// lee_fin => /RleP H; have {}H : A <= A - e := H; lra.
pose I n := open_closed (Finite (/ INR n.+1)) (Finite (INR n.+1)).
have bI n : borel (I n) by exact: borel_open_closed.
have upI n x : I n x -> I n.+1 x.
  move=> [A1 A2]; have {}A1 : / INR n.+1 < x := A1; have {}A2 : x <= INR n.+1 := A2.
  have B1 := small_falls n; have B2 := S_INR n.+1.
  by split; [change (/ INR n.+2 < x)|change (x <= INR n.+2)]; lra.
have UI : (fun x => exists n, I n x) = (fun x => 0 < x).
  apply/seteqP; split=> x; [move=> [n [A1 _]]|move=> x0].
    by have {}A1 : / INR n.+1 < x := A1; have := small_gt0 n; lra.
  have [n L] := small x0; have [k K] := @reaches x 1 ltac:(lra).
  pose j := Nat.add n k; exists j; split.
    apply: (Rle_lt_trans _ _ _ _ L); apply: Rinv_le_contravar; first by apply: lt_0_INR; lia.
    by apply: le_INR; rewrite /j; lia.
  have B := le_INR k j.+1 ltac:(rewrite /j; lia); change (x <= INR j.+1); lra.
have -> : area g setT = area g (fun x => 0 < x).
  rewrite -[RHS]add0e -(falling_nowhere Fg); apply: (area_join Dg).
  - exact: (borel_to_ (Finite 0)).
  - exact: (borel_above (Finite 0)).
  - by move=> x; lra.
  - by move=> x; split=> // _; have [?|?] := Rle_lt_dec x 0; [left|right].
rewrite -UI; have /cvg_lim <- // := area_grows Dg bI upI.
apply: lime_le.
  apply: ereal_nondecreasing_is_cvg; apply/nondecreasing_seqP => n.
  by apply: (area_monotone Dg) => //; exact: upI.
apply: nearW => n.
have n1 : 1 <= INR n.+1 by rewrite S_INR; have := pos_INR n; lra.
have ni : / INR n.+1 <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have n0 := small_gt0 n.
rewrite overE//; last lra.
rewrite lee_fin; apply/RleP; apply: le_epsilon => e e0.
have [m M] := vanish (b * e) ltac:(nra).
pose x := Rmin (/ INR n.+1) (/ INR m.+1); have m0 := small_gt0 m.
have x0 : 0 < x by apply: Rmin_glb_lt.
have xn : x <= / INR n.+1 by exact: Rmin_l.
have xm : x <= / INR m.+1 by exact: Rmin_r.
have := over_add Fg x0 xn (z := INR n.+1) ltac:(lra).
have := over_ge0 Fg x (/ INR n.+1).
have := bound x (INR n.+1) x0 ltac:(lra).
have := rest_mono (b * x) (/ INR m.+1) ltac:(nra) => L1 L2 L3 L4.
suff : rest (b * x) / b <= e by lra.
apply: (Rmult_le_reg_l b) => //.
have -> : b * (rest (b * x) / b) = rest (b * x) by field; lra.
lra.
Qed.

End Areas.
