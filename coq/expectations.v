(** Expectations as integrals of tails, by Tonelli's theorem. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia.
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

(** ** Length: Lebesgue's measure, on the Borel sets as laws have them *)

Notation intervals := [the measurableType _ of salgebraType (@measurable _ (ocitv_type real_realType))].

Lemma same_sets : measurable_fun setT (id : intervals -> line).
Proof. by move=> _ S mS; rewrite setTI. Qed.

Definition length : law := [the {measure set line -> \bar real_realType} of
  pushforward (@lebesgue_measure real_realType) same_sets].

Lemma length_integral (D : set line) (f : line -> extended) :
  measurable D -> measurable_fun D f -> (forall x, D x -> (0%:E <= f x)%E) ->
  (\int[@lebesgue_measure real_realType]_(x in D) f x = \int[length]_(x in D) f x)%E.
Proof.
move=> mD mf f0; symmetry; rewrite integral_mkcond integral_pushforward.
- by symmetry; exact: (@integral_mkcond _ intervals _ (@lebesgue_measure real_realType)).
- by apply/(measurable_restrict f mD).
- by move=> y; apply: erestrict_ge0.
Qed.

Lemma length_itv (i : interval line) : length [set` i] = hlength [set` i].
Proof. exact: lebesgue_measure_itv. Qed.

(** ** Tonelli *)

Lemma noise_sigma_finite (P : law) : noise P -> sigma_finite (setT : set line) P.
Proof.
move=> N; exists (fun _ => setT); first by rewrite bigcup_const//; exists 0%N.
by move=> _; split; [exact: measurableT|rewrite N; exact: ltry].
Qed.

Lemma length_sigma_finite : sigma_finite (setT : set line) length.
Proof.
exists (fun k : nat => [set` `] (- k%:R)%R, k%:R]%R]).
  apply/esym; rewrite -subTset => x _ /=; exists (Z.to_nat (up (Rabs x))) => //=.
  rewrite in_itv /= -INRE INR_IZR_INZ Z2Nat.id.
    have [U1 U2] := archimed (Rabs x); have := Rle_abs x; have := Rle_abs (- x).
    rewrite Rabs_Ropp => A B; apply/andP; split; [apply/RltP|apply/RleP].
      by change (- IZR (up (Rabs x)) < x); lra.
    by apply: Rle_trans B _; lra.
  by apply: le_IZR; have [U1 U2] := archimed (Rabs x); have := Rabs_pos x; lra.
move=> k; split; first exact: measurable_itv.
by rewrite length_itv hlength_itv/= -EFinB; case: ifP; rewrite ltry.
Qed.

Lemma tonelli (P : law) (A : set (line * line)) : noise P -> measurable A ->
  (\int[P]_x length (xsection A x) = \int[length]_t P (ysection A t))%E.
Proof.
move=> N mA.
have E := indic_fubini_tonelli (noise_sigma_finite N) length_sigma_finite mA.
by rewrite indic_fubini_tonelli_FE// indic_fubini_tonelli_GE// in E.
Qed.

Lemma sections_measurable (P : law) (A : set (line * line)) : noise P -> measurable A ->
  measurable_fun (setT : set line) (fun x => length (xsection A x)) /\
  measurable_fun (setT : set line) (fun t => P (ysection A t)).
Proof.
move=> N mA; split.
- by apply: (measurable_fun_xsection length_sigma_finite); rewrite inE.
- by apply: (measurable_fun_ysection (noise_sigma_finite N)); rewrite inE.
Qed.

(** ** The layer cake *)

Definition under (L : R -> extended) : set (line * line) :=
  [set z | 0 <= z.2 /\ (z.2%:E < L z.1)%E].

Lemma under_measurable (L : R -> extended) : measurable_fun (setT : set line) L ->
  measurable (under L).
Proof.
move=> mL; have : measurable_fun (setT : set (line * line)) (@id (line * line)).
  exact: measurable_fun_id.
move=> /prod_measurable_funP [m1 m2].
have mS : measurable_fun (setT : set (line * line)) (fun z => (z.2)%:E : extended).
  by apply/EFin_measurable_fun.
have mD : measurable_fun (setT : set (line * line)) (fun z => (L z.1 - (z.2)%:E)%E).
  by apply: emeasurable_funB => //; exact: measurable_fun_comp mL m1.
have -> : under L = ([set: line * line] `&` [set z | (0%:E <= (z.2)%:E)%E]) `&`
    ([set: line * line] `&` [set z | (0%:E < L z.1 - (z.2)%:E)%E]).
  apply/seteqP; split=> [[x t] /= [t0 tL]|[x t] /= [[_ t0] [_ tL]]].
    by split; split => //=; [rewrite lee_fin; apply/RleP|exact: etrans (sube_gt0 _ _) tL].
  split; first by move: t0; rewrite lee_fin => /RleP.
  by rewrite -(sube_gt0 t%:E (L x)); exact: tL.
by apply: measurableI; [exact: emeasurable_fun_c_infty|exact: emeasurable_fun_o_infty].
Qed.

Lemma length_below (v : extended) : (0%:E <= v)%E ->
  length [set t | 0 <= t /\ (t%:E < v)%E] = v.
Proof.
case: v => [r|_|//].
- move=> r0; have -> : [set t | 0 <= t /\ (t%:E < r%:E)%E] = [set` Interval (BLeft 0) (BLeft r)].
    apply/seteqP; split=> [t [/RleP t0]|t]; rewrite /= in_itv /= lte_fin; first by move=> ->; rewrite t0.
    by move=> /andP[/RleP].
  rewrite length_itv hlength_itv /= lte_fin; case: ltP => [_|r1]; first by rewrite oppr0 adde0.
  by congr (_%:E); apply/eqP; rewrite eq_le r1 andbT -lee_fin.
- have -> : [set t | 0 <= t /\ (t%:E < +oo)%E] = [set` Interval (BLeft 0) +oo%O].
    apply/seteqP; split=> [t [/RleP t0 _]|t]; rewrite /= in_itv /= andbT// ltry.
    by move=> /RleP.
  by rewrite length_itv hlength_itv /= ltry.
Qed.

(** The tails of which a cost's expectation is the integral. *)
Definition tails (P : law) (L : R -> extended) (t : R) : extended :=
  P (fun x => (0 <= t)%R /\ (t%:E < L x)%E).

Lemma under_xsection L x : xsection (under L) x = [set t | 0 <= t /\ (t%:E < L x)%E].
Proof. by apply/seteqP; split=> t; rewrite /xsection /= inE. Qed.

Lemma under_ysection L t : ysection (under L) t = [set x | 0 <= t /\ (t%:E < L x)%E].
Proof. by apply/seteqP; split=> x; rewrite /ysection /= inE. Qed.

Lemma tails_measurable (P : law) L : noise P -> measurable_fun (setT : set line) L ->
  measurable_fun (setT : set line) (tails P L).
Proof.
move=> N mL; have [_ M] := sections_measurable N (under_measurable mL).
by apply: eq_measurable_fun M => t _; rewrite under_ysection.
Qed.

Theorem layers (P : law) L : noise P -> measurable_fun (setT : set line) L ->
  (forall x, (0%:E <= L x)%E) -> (expected P L = \int[length]_t tails P L t)%E.
Proof.
move=> N mL L0; rewrite /expected.
have := tonelli N (under_measurable mL).
under eq_integral do rewrite under_xsection length_below//.
by move=> ->; apply: eq_integral => t _; rewrite under_ysection.
Qed.

(** Larger tails, larger expectation. *)
Lemma cheaper_by_tails (P Q : law) L : noise P -> noise Q -> cost L ->
  (forall t, 0 <= t -> mass P (fun x => (t%:E < L x)%E) <= mass Q (fun x => (t%:E < L x)%E)) ->
  cheaper P Q L.
Proof.
move=> NP NQ [mL L0 _ _] H; rewrite /cheaper !layers//.
have bS t : borel (fun x => (t%:E < L x)%E).
  by move: (emeasurable_fun_o_infty measurableT mL t%:E); rewrite setTI.
apply: ge0_le_integral => //; [exact: tails_measurable|exact: tails_measurable|].
move=> t _; rewrite /tails.
have [t0|t0] := Rle_dec 0 t; last first.
  have -> : (fun x => (0 <= t)%R /\ (t%:E < L x)%E) = set0 by apply/seteqP; split=> x // [].
  by rewrite !measure0.
have -> : (fun x => (0 <= t)%R /\ (t%:E < L x)%E) = (fun x => (t%:E < L x)%E).
  by apply/seteqP; split=> x [] //.
by rewrite !massE// lee_fin; apply/RleP; exact: H.
Qed.

(** ** Sets that with a point contain all that are as far from the origin *)

Definition upper (U : R -> Prop) : Prop := forall x y, U x -> Rabs x <= Rabs y -> U y.

Definition tail (r : R) : R -> Prop := outside (open_open (Finite (- r)) (Finite r)).

Lemma tailE r x : tail r x <-> r <= Rabs x.
Proof.
rewrite /tail /outside /open_open /=; split => [H|H [lo hi]].
  by apply: Rnot_lt_le => L; apply: H; have [] := Rabs_def2 _ _ L.
by have := Rabs_def1 _ _ hi lo; lra.
Qed.

Lemma borel_tail r : borel (tail r).
Proof. exact: (measurableC (borel_between (- r) r)). Qed.

Lemma small_gt0 n : 0 < / INR n.+1.
Proof. by apply: Rinv_0_lt_compat; apply: lt_0_INR; lia. Qed.

Lemma small_falls n : / INR n.+2 <= / INR n.+1.
Proof. by apply: Rinv_le_contravar; [apply: lt_0_INR; lia|apply: le_INR; lia]. Qed.

Lemma small e : 0 < e -> exists n, / INR n.+1 < e.
Proof.
move=> /archimed_cor1 [n [L n0]]; exists n; apply: Rle_lt_trans L.
by apply: Rinv_le_contravar; [exact: lt_0_INR|apply: le_INR; lia].
Qed.

Lemma borel_farther r : borel (fun x => r < Rabs x).
Proof.
have -> : (fun x => r < Rabs x) = (\bigcup_n tail (r + / INR n.+1) : set line).
  apply/seteqP; split=> [x xr|x [n _] /tailE].
    have [n L] := @small (Rabs x - r) ltac:(lra).
    by exists n => //; apply/tailE; lra.
  by have := small_gt0 n; lra.
by apply: bigcupT_measurable => n; exact: borel_tail.
Qed.

Lemma upper_cases U : upper U ->
  [\/ forall x, U x, forall x, ~ U x,
      exists2 r, 0 < r & forall x, U x <-> r <= Rabs x |
      exists2 r, 0 <= r & forall x, U x <-> r < Rabs x].
Proof.
move=> up; have [/up all|n0] := pselect (U 0).
  by apply: Or41 => x; apply: all; rewrite Rabs_R0; exact: Rabs_pos.
have [[y Uy]|none] := pselect (exists y, U y); last first.
  by apply: Or42 => x Ux; apply: none; exists x.
pose out r := exists x, ~ U x /\ r = Rabs x.
have [||s [ub lub]] := completeness out.
- exists (Rabs y) => _ [x [nx ->]]; apply: Rnot_lt_le => L.
  by apply: nx; apply: up Uy _; lra.
- by exists (Rabs 0), 0.
have s0 : 0 <= s by apply: ub; exists 0; rewrite Rabs_R0.
have inside x : s < Rabs x -> U x.
  move=> L; apply: contrapT => nx; have := ub (Rabs x) _.
  by move=> /(_ (ex_intro _ x (conj nx erefl))); lra.
have below x : Rabs x < s -> ~ U x.
  move=> L Ux; suff : s <= Rabs x by lra.
  apply: lub => _ [z [nz ->]]; apply: Rnot_lt_le => K.
  by apply: nz; apply: up Ux _; lra.
have [Us|ns] := pselect (U s); last first.
  apply: Or44; exists s => // x; split => [Ux|]; last exact: inside.
  apply: Rnot_le_lt => L; apply: ns; apply: up Ux _.
  by rewrite (Rabs_pos_eq s).
have sp : 0 < s by have [//|E] := s0; case: n0; rewrite E.
apply: Or43; exists s => // x; split => [Ux|L].
  by apply: Rnot_lt_le => L; exact: below L Ux.
by apply: up Us _; rewrite (Rabs_pos_eq s).
Qed.

Lemma borel_upper U : upper U -> borel U.
Proof.
move=> /upper_cases [all|none|[r _ H]|[r _ H]].
- have -> : U = setT by apply/seteqP; split.
  exact: measurableT.
- have -> : U = set0 by apply/seteqP; split=> x // /none.
  exact: measurable0.
- have -> : U = tail r by apply/funext => x; apply/propext; rewrite H tailE.
  exact: borel_tail.
- have -> : U = (fun x => r < Rabs x) by apply/funext => x; apply/propext.
  exact: borel_farther.
Qed.

(** What larger tails say of all these sets. *)
Lemma upper_order (P Q : law) : noise P -> noise Q ->
  (forall r, 0 < r -> mass P (tail r) <= mass Q (tail r)) ->
  forall U, upper U -> mass P U <= mass Q U.
Proof.
move=> NP NQ H U upU; have [all|none|[r r0 E]|[r r0 E]] := upper_cases upU.
- have -> : U = fun=> True by apply/funext => x; apply/propext; split.
  by rewrite !mass_whole//; lra.
- have -> : U = set0 by apply/seteqP; split=> x // /none.
  by rewrite /mass !measure0; lra.
- have -> : U = tail r by apply/funext => x; apply/propext; rewrite E tailE.
  exact: H.
pose F n := tail (r + / INR n.+1).
have EU : U = fun x => exists n, F n x.
  apply/funext => x; apply/propext; rewrite E; split=> [L|[n /tailE L]]; last first.
    by have := small_gt0 n; lra.
  have [n L'] := @small (Rabs x - r) ltac:(lra).
  by exists n; apply/tailE; lra.
apply: Rnot_lt_le => L.
have bF n : borel (F n) by exact: borel_tail.
have up n x : F n x -> F n.+1 x.
  by move=> /tailE A; apply/tailE; have := small_falls n; lra.
have [n N] := mass_grows NP bF up (e := mass P U - mass Q U) ltac:(lra).
rewrite -EU in N.
have K : mass Q (F n) <= mass Q U.
  by apply: mass_monotone => //; [exact: borel_upper|move=> x Fx; rewrite EU; exists n].
have := H (r + / INR n.+1) ltac:(have := small_gt0 n; lra).
rewrite -/(F n); lra.
Qed.

Lemma upper_levels L t : cost L -> upper (fun x => (t%:E < L x)%E).
Proof.
move=> [_ _ ev mono] x y tx xy; apply: lt_le_trans tx _.
have size z : L (Rabs z) = L z.
  have [z0|z0] := Rle_lt_dec 0 z; first by rewrite Rabs_pos_eq.
  by rewrite Rabs_left// ev.
by rewrite -(size x) -(size y); apply: mono => //; exact: Rabs_pos.
Qed.

Theorem cheaper_by_uppers (P Q : law) L : noise P -> noise Q -> cost L ->
  (forall r, 0 < r -> mass P (tail r) <= mass Q (tail r)) -> cheaper P Q L.
Proof.
move=> NP NQ cL H; apply: cheaper_by_tails => // t _.
by apply: upper_order => //; exact: upper_levels.
Qed.

(** ** Costs that are formulas *)

Lemma rises (c : R -> R) : (forall x, 0 <= x -> forall h, 0 < h -> c x <= c (x + h)) ->
  forall x y, 0 <= x -> x <= y -> c x <= c y.
Proof.
move=> H x y x0 [L|->]; last exact: Rle_refl.
have -> : y = x + (y - x) by lra.
by apply: H => //; lra.
Qed.

Lemma cost_formula (c : R -> R) : (forall x, 0 <= x -> 0 <= c x) ->
  (forall x, 0 <= x -> forall h, 0 < h -> c x <= c (x + h)) ->
  cost (fun x => (c (Rabs x))%:E).
Proof.
move=> c0 /rises up; split.
- apply/EFin_measurable_fun; apply: (measurability (RGenCInfty.measurableE real_realType)).
  move=> _ [_ [y ->] <-]; rewrite setTI.
  apply: borel_upper => x z; rewrite /= !in_itv /= !andbT => /RleP yx xz; apply/RleP.
  by apply: Rle_trans yx _; apply: up => //; exact: Rabs_pos.
- by move=> x; rewrite lee_fin; apply/RleP; apply: c0; exact: Rabs_pos.
- by move=> x; rewrite Rabs_Ropp.
- by move=> x y x0 xy; rewrite lee_fin; apply/RleP; rewrite !Rabs_pos_eq//; [exact: up|lra].
Qed.

(** ** Where tails have to be compared *)

Lemma mass_tail (P : law) r : noise P ->
  mass P (open_open (Finite (- r)) (Finite r)) + mass P (tail r) = 1.
Proof.
move=> N; rewrite -(mass_whole N); symmetry; apply: mass_join => //.
- exact: borel_between.
- exact: borel_tail.
- by move=> x; split=> // _; exact: EM.
Qed.

(** Tails are continuous from the left. *)
Lemma tails_from_left (P Q : law) r : noise P -> noise Q -> 0 < r ->
  (forall e, 0 < e -> exists s, [/\ r - e < s, s <= r & mass P (tail s) <= mass Q (tail s)]) ->
  mass P (tail r) <= mass Q (tail r).
Proof.
move=> NP NQ r0 near; apply: Rnot_lt_le => L.
pose ball s := open_open (Finite (- s)) (Finite s).
pose F n := ball (r - / INR n.+1).
have bB s : borel (ball s) by exact: borel_between.
have sub s t : s <= t -> forall x, ball s x -> ball t x.
  by move=> st x; rewrite /ball /open_open /=; lra.
have U : (fun x => exists n, F n x) = ball r.
  apply/funext => x; apply/propext; split => [[n]|[/= lo hi]].
    by apply: sub; have := small_gt0 n; lra.
  have [|n N] := @small (r - Rabs x); first by have := Rabs_def1 x r hi lo; lra.
  have [] := Rabs_def2 x (r - / INR n.+1) ltac:(lra).
  by move=> X Y; exists n; rewrite /F /ball /open_open /Rbar_lt; lra.
have up n x : F n x -> F n.+1 x by apply: sub; have := small_falls n; lra.
have MP := mass_tail r NP; have MQ := mass_tail r NQ.
rewrite -/(ball r) in MP MQ.
have [n N] := mass_grows NQ (fun n => bB _) up (e := mass Q (ball r) - mass P (ball r)) ltac:(lra).
rewrite U in N.
have [s [rs sr H]] := near _ (small_gt0 n).
have SP := mass_tail s NP; have SQ := mass_tail s NQ.
rewrite -/(ball s) in SP SQ.
have A := mass_monotone NQ (bB _) (bB s) (sub (r - / INR n.+1) s ltac:(lra)).
have B := mass_monotone NP (bB _) (bB r) (sub s r sr).
by move: N; rewrite /F; lra.
Qed.

Lemma mass_on_integers (P : law) S : noise_on_integers P -> borel S ->
  mass P S = mass P (meet S integer).
Proof.
move=> [N Z] bS; have bI := borel_integer.
have bM : borel (meet S integer) by exact: measurableI.
have bO : borel (meet S (outside integer)).
  by apply: measurableI => //; exact: measurableC.
have E := @mass_join P _ _ S N bM bO.
have -> := E; first last.
- by move=> x; rewrite /meet /outside; have [] := pselect (integer x); tauto.
- by move=> x [_ ix] [_ /(_ ix)].
have O : mass P (meet S (outside integer)) <= mass P (outside integer).
  by apply: mass_monotone => // [|x []//]; exact: measurableC.
have W : mass P (fun=> True) = mass P integer + mass P (outside integer).
  apply: mass_join => //; first exact: measurableC.
  by move=> x; rewrite /outside; have [] := pselect (integer x); tauto.
have I1 : mass P integer = 1 by rewrite /mass Z.
rewrite mass_whole// in W.
by have := mass_ge0 P (meet S (outside integer)); lra.
Qed.

Lemma tail_on_integers (P : law) r k : noise_on_integers P -> integer k -> r <= k -> k < r + 1 ->
  mass P (tail r) = mass P (tail k).
Proof.
move=> NP ik rk kr; rewrite (mass_on_integers NP (borel_tail r)) (mass_on_integers NP (borel_tail k)).
congr (mass P _); apply/funext => x; apply/propext; rewrite /meet !tailE; split => -[L ix]; split=> //; last lra.
apply: Rnot_lt_le => K; have [z zE] := ix; have ia : integer (Rabs x).
  by exists (Z.abs z); rewrite zE abs_IZR.
by have := @integer_le (Rabs x) k ia ik K; lra.
Qed.
