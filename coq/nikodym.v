(** The density of noise with respect to its sum with another: Hahn's sets, and Radon and Nikodym's
    theorem for it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals Lra Lia Cantor.
From dpproofs Require Import calculus lemmas kinds masses.
Import Order.TTheory GRing.Theory Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

Lemma borel_not S : borel S -> borel (fun x => ~ S x).
Proof. exact: measurableC. Qed.
Lemma borel_and S T : borel S -> borel T -> borel (fun x => S x /\ T x).
Proof. exact: measurableI. Qed.
Lemma borel_or S T : borel S -> borel T -> borel (fun x => S x \/ T x).
Proof. exact: measurableU. Qed.
Lemma borel_some (F : nat -> R -> Prop) : (forall n, borel (F n)) -> borel (fun x => exists n, F n x).
Proof.
move=> bF; have -> : (fun x => exists n, F n x) = (\bigcup_n F n : set line).
  by apply/seteqP; split=> x [n]; [exists n|move=> _; exists n].
exact: bigcupT_measurable.
Qed.
Lemma borel_each (F : nat -> R -> Prop) : (forall n, borel (F n)) -> borel (fun x => forall n, F n x).
Proof.
move=> bF; have -> : (fun x => forall n, F n x) = (\bigcap_n F n : set line).
  by apply/seteqP; split=> x H n; [move=> _; exact: H|exact: (H n I)].
exact: bigcapT_measurable.
Qed.
Lemma borel_if (b : Prop) S : borel S -> borel (fun x => b -> S x).
Proof.
have [t|n] := pselect b => bS.
  by have -> : (fun x => b -> S x) = S by apply/funext => x; apply/propext; split=> [|? _] //; exact.
have -> : (fun x => b -> S x) = setT by apply/seteqP; split.
exact: measurableT.
Qed.

Section Hahn.
Variables (P Q : law) (a b : R).
Hypotheses (NP : noise P) (NQ : noise Q) (a0 : 0 <= a) (b0 : 0 <= b).

Let gain (S : R -> Prop) : R := a * mass P S - b * mass Q S.

Let join A B C : borel A -> borel B -> (forall x, A x -> B x -> False) ->
  (forall x, C x <-> A x \/ B x) -> gain C = gain A + gain B.
Proof.
move=> bA bB D U; rewrite /gain (mass_join NP bA bB D U) (mass_join NQ bA bB D U); lra.
Qed.

Let modular A B : borel A -> borel B ->
  gain (fun x => A x /\ B x) + gain (fun x => A x \/ B x) = gain A + gain B.
Proof.
move=> bA bB.
have bI := borel_and bA bB; have bD := borel_and bA (borel_not bB).
have -> : gain A = gain (fun x => A x /\ B x) + gain (fun x => A x /\ ~ B x).
  by apply: join => // [x [_ ?] []//|x]; split=> [Ax|[[]|[]]//]; case: (pselect (B x)); [left|right].
have -> : gain (fun x => A x \/ B x) = gain B + gain (fun x => A x /\ ~ B x).
  apply: join => // [x ? []//|x]; split=> [[Ax|]|[|[]]]; [|by left|by right|by left].
  by case: (pselect (B x)); [left|right].
lra.
Qed.

Let grows (F : nat -> R -> Prop) e : (forall n, borel (F n)) -> (forall n x, F n x -> F (S n) x) ->
  0 < e -> forall k, exists n, (k <= n)%nat /\ gain (F n) - e < gain (fun x => exists n, F n x).
Proof.
move=> bF up e0 k.
have mono m j x : F m x -> F (j + m)%nat x by elim: j => // j IH Fx; exact: up (IH Fx).
have e1 : 0 < e / (b + 1) by apply: Rdiv_lt_0_compat; lra.
have [n Hn] := mass_grows NQ bF up e1.
exists (k + n)%nat; split; first by exact: leq_addr.
have bU := borel_some bF.
have le1 : mass P (F (k + n)%nat) <= mass P (fun x => exists n, F n x).
  by apply: mass_monotone => // x Fx; exists (k + n)%nat.
have le2 : mass Q (F n) <= mass Q (F (k + n)%nat) by apply: mass_monotone => // x; exact: mono.
have K : b * (mass Q (fun x => exists n, F n x) - mass Q (F (k + n)%nat)) <= b * (e / (b + 1)).
  by apply: Rmult_le_compat_l => //; lra.
have L : b * (e / (b + 1)) < e.
  have -> : b * (e / (b + 1)) = e - e / (b + 1) by field; lra.
  by lra.
rewrite /gain; have := Rmult_le_compat_l a _ _ a0 le1; lra.
Qed.

Let shrinks (F : nat -> R -> Prop) e : (forall n, borel (F n)) -> (forall n x, F (S n) x -> F n x) ->
  0 < e -> exists n, gain (F n) - e < gain (fun x => forall n, F n x).
Proof.
move=> bF down e0.
have e1 : 0 < e / (a + 1) by apply: Rdiv_lt_0_compat; lra.
have [n Hn] := @mass_grows P (fun n x => ~ F n x) NP (fun n => borel_not (bF n))
  (fun n x no yes => no (down n x yes)) _ e1.
exists n; have bA := borel_each bF.
have whole (L : law) S : noise L -> borel S -> mass L (fun x => ~ S x) = 1 - mass L S.
  move=> NL bS; have := @mass_join L S (fun x => ~ S x) (fun _ => True) NL bS (borel_not bS)
    (fun x y n => n y) (fun x => conj (fun _ => EM (S x)) (fun _ => I)).
  by rewrite mass_whole//; lra.
have E : (fun x => exists n, ~ F n x) = (fun x => ~ forall n, F n x).
  by apply/funext => x; apply/propext; split=> [[k no] all|/existsNP//]; exact: no (all k).
rewrite E !whole// in Hn.
have le2 : mass Q (fun x => forall n, F n x) <= mass Q (F n) by apply: mass_monotone => // x; exact.
have K : a * (mass P (F n) - mass P (fun x => forall n, F n x)) <= a * (e / (a + 1)).
  by apply: Rmult_le_compat_l => //; lra.
have L : a * (e / (a + 1)) < e.
  have -> : a * (e / (a + 1)) = e - e / (a + 1) by field; lra.
  by lra.
rewrite /gain; have := Rmult_le_compat_l b _ _ b0 le2; lra.
Qed.

(** Some set has the most. *)
Let most : exists E, borel E /\ forall S, borel S -> gain S <= gain E.
Proof.
have bounded S : borel S -> gain S <= a.
  move=> bS; have m1 : mass P S <= 1 by rewrite -(mass_whole NP); apply: mass_monotone => //; exact: measurableT.
  have := mass_ge0 Q S; rewrite /gain => q0; have := Rmult_le_compat_l a _ _ a0 m1.
  by have := Rmult_le_pos _ _ b0 q0; lra.
have [s [up least]] : {s | is_lub (fun v => exists S, borel S /\ v = gain S) s}.
  apply: completeness; first by exists a => _ [S [bS ->]]; exact: bounded.
  by exists (gain (fun _ => True)), (fun _ => True); split=> //; exact: measurableT.
have near n : exists S, borel S /\ s - (/ 2) ^ n <= gain S.
  apply: contrapT => none; have p : 0 < (/ 2) ^ n by apply: pow_lt; lra.
  have : s <= s - (/ 2) ^ n.
    apply: least => _ [S [bS ->]]; apply: Rnot_lt_le => L; apply: none; exists S; split=> //; lra.
  lra.
have [B HB] := choice near.
have bB n : borel (B n) by case: (HB n).
pose G m N (x : R) := forall i, (i <= N)%coq_nat -> B (m + i)%coq_nat x.
have bG m N : borel (G m N).
  by apply: borel_each => i; apply: borel_if; exact: bB.
have G0 m : G m 0%nat = B m.
  apply/funext => x; apply/propext; split=> [H|H i /Nat.le_0_r ->]; last by rewrite Nat.add_0_r.
  by have := H 0%nat (Nat.le_refl _); rewrite Nat.add_0_r.
have GS m N : G m (S N) = (fun x => G m N x /\ B (m + S N)%coq_nat x).
  apply/funext => x; apply/propext; split=> [H|[H L] i].
    by split=> [i iN|]; apply: H; lia.
  by move=> /Nat.le_succ_r [iN|->]; [exact: H|exact: L].
have low m N : s - 2 * (/ 2) ^ m + (/ 2) ^ (m + N)%coq_nat <= gain (G m N).
  elim: N => [|N IH]; first by rewrite Nat.add_0_r G0; have [_] := HB m; lra.
  rewrite GS; have K := modular (bG m N) (bB (m + S N)%coq_nat).
  have U : gain (fun x => G m N x \/ B (m + S N)%coq_nat x) <= s.
    by apply: up; eexists; split; last reflexivity; exact: borel_or.
  have [_ L] := HB (m + S N)%coq_nat.
  have P2 : (/ 2) ^ (m + S N)%coq_nat = / 2 * (/ 2) ^ (m + N)%coq_nat by rewrite Nat.add_succ_r.
  rewrite P2 in L *; lra.
pose D m (x : R) := forall N, G m N x.
have bD m : borel (D m) by apply: borel_each.
have lowD m : s - 2 * (/ 2) ^ m <= gain (D m).
  apply: le_epsilon => e e0.
  have [|n Hn] := shrinks (bG m) _ e0.
    by move=> n x H i iN; apply: H; lia.
  have {}Hn : gain (G m n) - e < gain (D m) := Hn.
  have := low m n; have := pow_lt (/ 2) (m + n)%coq_nat ltac:(lra); lra.
exists (fun x => exists m, D m x); split; first exact: borel_some.
suff T : s <= gain (fun x => exists m, D m x).
  by move=> S bS; apply: Rle_trans T; apply: up; exists S.
apply: le_epsilon => e e0.
have [|k Hk] := @pow_lt_1_zero (/ 2) _ (e / 4) ltac:(lra).
  by rewrite Rabs_pos_eq; lra.
have e2 : 0 < e / 2 by lra.
have [|n [kn Hn]] := grows bD _ e2 k.
  move=> n x H N i iN; have := H (S N) (S i) ltac:(lia).
  by rewrite -Nat.add_succ_comm.
have kn' : (n >= k)%coq_nat by apply/ssrnat.leP.
have := Hk n kn'; rewrite Rabs_pos_eq; last by left; apply: pow_lt; lra.
have := lowD n; lra.
Qed.

Lemma hahn : exists E, [/\ borel E,
  forall C, borel C -> (forall x, C x -> E x) -> b * mass Q C <= a * mass P C &
  forall C, borel C -> (forall x, C x -> ~ E x) -> a * mass P C <= b * mass Q C].
Proof.
have [E [bE H]] := most; exists E; split=> // C bC CE.
- have bR := borel_and bE (borel_not bC).
  have J : gain E = gain C + gain (fun x => E x /\ ~ C x).
    apply: join => // [x ? []//|x]; split=> [Ex|[/CE//|[]//]].
    by case: (pselect (C x)); [left|right].
  by have := H _ bR; rewrite J /gain; lra.
- have J : gain (fun x => E x \/ C x) = gain E + gain C.
    by apply: join => // x Ex /CE.
  by have := H _ (borel_or bE bC); rewrite J /gain; lra.
Qed.
End Hahn.

(** A function is measurable if its levels are. *)
Lemma levels_measurable (f : R -> R) : (forall t, borel (fun x => t < f x)) ->
  measurable_fun (setT : set line) (f : line -> line).
Proof.
move=> H; apply: (measurability (RGenOInfty.measurableE real_realType)) => //.
move=> _ [_ [t ->] <-]; rewrite setTI.
have -> : (f : line -> line) @^-1` [set` `]t, +oo[%R] = (fun x => t < f x).
  by apply/funext => x; apply/propext; rewrite /preimage /= in_itv /= andbT; split=> /RltP.
exact: H.
Qed.

Lemma above_measurable (f : R -> R) t : measurable_fun (setT : set line) (f : line -> line) ->
  borel (fun x => t < f x).
Proof.
move=> mf; have := @mf measurableT [set` `]t, +oo[%R] (measurable_itv _); rewrite setTI.
have -> // : (f : line -> line) @^-1` [set` `]t, +oo[%R] = (fun x => t < f x).
by apply/funext => x; apply/propext; rewrite /preimage /= in_itv /= andbT; split=> /RltP.
Qed.

Section Density.
Variables (P Q : law).
Hypotheses (NP : noise P) (NQ : noise Q).

Let m (S : R -> Prop) : R := mass P S + mass Q S.
Let m0 S : 0 <= m S.
Proof. by rewrite /m; have := mass_ge0 P S; have := mass_ge0 Q S; lra. Qed.
Let m_le S T : borel S -> borel T -> (forall x, S x -> T x) -> m S <= m T.
Proof.
by move=> bS bT ST; rewrite /m; have := mass_monotone NP bS bT ST; have := mass_monotone NQ bS bT ST; lra.
Qed.
Let m_join A B C : borel A -> borel B -> (forall x, A x -> B x -> False) ->
  (forall x, C x <-> A x \/ B x) -> m C = m A + m B.
Proof. by move=> bA bB D U; rewrite /m (mass_join NP bA bB D U) (mass_join NQ bA bB D U); lra. Qed.

(** The rational numbers from 0 on. *)
Let r (n : nat) : R := INR (Cantor.of_nat n).1 / INR (S (Cantor.of_nat n).2).
Let r_at k N : exists n, r n = INR k / INR (S N).
Proof. by exists (Cantor.to_nat (k, N)); rewrite /r Cantor.cancel_of_to. Qed.
Let r0 n : 0 <= r n.
Proof.
by apply: Rmult_le_pos; [exact: pos_INR|left; apply: Rinv_0_lt_compat; apply: lt_0_INR; lia].
Qed.

Let sets : exists E : R -> R -> Prop, forall c, 0 <= c -> c <= 1 -> [/\ borel (E c),
  forall C, borel C -> (forall x, C x -> E c x) -> c * m C <= mass P C &
  forall C, borel C -> (forall x, C x -> ~ E c x) -> mass P C <= c * m C].
Proof.
suff : forall c, exists E : R -> Prop, 0 <= c -> c <= 1 -> [/\ borel E,
  forall C, borel C -> (forall x, C x -> E x) -> c * m C <= mass P C &
  forall C, borel C -> (forall x, C x -> ~ E x) -> mass P C <= c * m C].
  by move=> /choice [E H]; exists E.
move=> c; have [c0|] := pselect (0 <= c /\ c <= 1); last first.
  by move=> no; exists (fun _ => True) => c0 c1; case: no.
have a0 : 0 <= 1 - c by lra.
have [E [bE up down]] := hahn NP NQ a0 (proj1 c0).
exists E => _ _; split=> // C bC CE; rewrite /m.
  by have := up C bC CE; lra.
by have := down C bC CE; lra.
Qed.

Lemma density_exists : exists F : R -> R, [/\ forall x, 0 <= F x <= 1,
  measurable_fun (setT : set line) (F : line -> line),
  forall k N C, (k <= S N)%coq_nat -> borel C -> (forall x, C x -> INR k / INR (S N) < F x) ->
    INR k / INR (S N) * m C <= mass P C &
  forall k N C, borel C -> (forall x, C x -> F x <= INR k / INR (S N)) ->
    mass P C <= INR (S k) / INR (S N) * m C].
Proof.
have [E HE] := sets.
have pos N : 0 < INR (S N) by apply: lt_0_INR; lia.
pose E' c (x : R) := forall n, r n <= c -> E (r n) x.
have bE' c : c <= 1 -> borel (E' c).
  move=> c1; apply: borel_each => n.
  have [rc|rc] := Rle_dec (r n) c; first by apply: borel_if; case: (HE (r n) (r0 n)) => //; lra.
  by have -> : (fun x => r n <= c -> E (r n) x) = setT by [apply/seteqP; split=> // x _ /rc]; exact: measurableT.
have le c d x : d <= c -> E' c x -> E' d x by move=> dc H n rd; apply: H; lra.
pose A x v := v = 0 \/ exists n, [/\ v = r n, r n <= 1 & E' (r n) x].
have bound x : bound (A x).
  by exists 1 => v [->|[n [-> r1 _]]] //; lra.
have some x : exists v, A x v by exists 0; left.
pose F x := sval (completeness (A x) (bound x) (some x)).
have HF x : is_lub (A x) (F x) by exact: (svalP (completeness (A x) (bound x) (some x))).
have above x t : 0 <= t -> t < F x <-> exists n, (r n <= 1 /\ t < r n) /\ E' (r n) x.
  move=> t0; split=> [tF|[n [[r1 tr] Ex]]].
    apply: contrapT => none; have : F x <= t.
      apply: (proj2 (HF x)) => v [->|[n [-> r1 Ex]]] //.
      by apply: Rnot_lt_le => L; apply: none; exists n.
    lra.
  have := proj1 (HF x) (r n); suff K : A x (r n) by move=> /(_ K); lra.
  by right; exists n.
have F0 x : 0 <= F x by apply: (proj1 (HF x)); left.
have F1 x : F x <= 1 by apply: (proj2 (HF x)) => v [->|[n [-> r1 _]]] //; lra.
exists F; split=> //.
- apply: levels_measurable => t.
  have [t0|t0] := Rle_dec 0 t; last first.
    have -> : (fun x => t < F x) = setT by apply/seteqP; split=> // x _ /=; have := F0 x; lra.
    exact: measurableT.
  have -> : (fun x => t < F x) = (fun x => exists n, (r n <= 1 /\ t < r n) /\ E' (r n) x).
    by apply/funext => x; apply/propext; exact: above.
  apply: borel_some => n; have [[r1 tr]|no] := pselect (r n <= 1 /\ t < r n).
    have -> : (fun x => (r n <= 1 /\ t < r n) /\ E' (r n) x) = E' (r n).
      by apply/funext => x; apply/propext; split=> [[]|].
    exact: bE'.
  have -> : (fun x => (r n <= 1 /\ t < r n) /\ E' (r n) x) = set0 by apply/seteqP; split=> // x [].
  exact: measurable0.
- move=> k N C kN bC CF; have [n rn] := r_at k N.
  have r1 : r n <= 1.
    by rewrite rn; apply: (Rmult_le_reg_r (INR (S N))) => //; rewrite /Rdiv Rmult_assoc Rinv_l; [have := le_INR _ _ kN; lra|have := pos N; lra].
  rewrite -rn in CF *; have [_ up _] := HE (r n) (r0 n) r1.
  apply: up => // x Cx; have [j [[j1 rj] Ex]] := (above x _ (r0 n)).1 (CF x Cx).
  by apply: Ex; lra.
- move=> k N C bC CF; have [n rn] := r_at (S k) N; rewrite -rn.
  have m_ge : mass P C <= m C by rewrite /m; have := mass_ge0 Q C; lra.
  have [r1|r1] := Rle_dec (r n) 1; last by have := m0 C; nra.
  have lt : INR k / INR (S N) < r n.
    rewrite rn; apply: Rmult_lt_compat_r; first exact: Rinv_0_lt_compat.
    by rewrite S_INR; lra.
  have none x : C x -> exists j, r j <= r n /\ ~ E (r j) x.
    move=> Cx; apply: contrapT => no.
    have p : 0 <= INR k / INR (S N) by apply: Rmult_le_pos; [exact: pos_INR|left; exact: Rinv_0_lt_compat].
    have : INR k / INR (S N) < F x.
      apply/(above x _ p); exists n; split=> // j rj; apply: contrapT => nE; apply: no; exists j; split=> //.
    by have := CF x Cx; lra.
  pose U i (x : R) := C x /\ exists j, (j < i)%coq_nat /\ (r j <= r n /\ ~ E (r j) x).
  have bN j : borel (fun x => r j <= r n /\ ~ E (r j) x).
    have [rj|rj] := Rle_dec (r j) (r n); last first.
      by have -> : (fun x => r j <= r n /\ ~ E (r j) x) = set0 by [apply/seteqP; split=> // x [/rj]]; exact: measurable0.
    have -> : (fun x => r j <= r n /\ ~ E (r j) x) = (fun x => ~ E (r j) x).
      by apply/funext => x; apply/propext; split=> [[]|].
    by apply: borel_not; case: (HE (r j) (r0 j)) => //; lra.
  have bU i : borel (U i).
    apply: borel_and => //; apply: borel_some => j.
    have [ji|ji] := pselect (j < i)%coq_nat.
      have -> : (fun x => (j < i)%coq_nat /\ (r j <= r n /\ ~ E (r j) x)) = (fun x => r j <= r n /\ ~ E (r j) x).
        by apply/funext => x; apply/propext; split=> [[]|].
      exact: bN.
    by have -> : (fun x => (j < i)%coq_nat /\ (r j <= r n /\ ~ E (r j) x)) = set0 by [apply/seteqP; split=> // x []]; exact: measurable0.
  have less i : mass P (U i) <= r n * m (U i).
    elim: i => [|i IH].
      have -> : U 0%nat = (set0 : set line) by apply/seteqP; split=> // x [_ [j [/Nat.nlt_0_r]]].
      rewrite /m /mass !measure0 /=; rewrite Rplus_0_r Rmult_0_r; exact: Rle_refl.
    pose V (x : R) := (C x /\ (r i <= r n /\ ~ E (r i) x)) /\ ~ U i x.
    have bV : borel V by apply: borel_and; [exact: borel_and|exact: borel_not].
    have D x : U i x -> V x -> False by move=> Ux [].
    have J x : U (S i) x <-> U i x \/ V x.
      split=> [[Cx [j [ji Hj]]]|[[Cx [j [ji Hj]]]|[[Cx H] _]]].
      - have [Ux|nU] := pselect (U i x); [by left|right; split=> //; split=> //].
        have [e|ne] := Nat.eq_dec j i; first by rewrite -e.
        by case: nU; split=> //; exists j; split=> //; lia.
      - by split=> //; exists j; split=> //; lia.
      - by split=> //; exists i; split=> //; lia.
    rewrite (mass_join NP (bU i) bV D J) (m_join (bU i) bV D J).
    suff : mass P V <= r n * m V by lra.
    have [rj|rj] := Rle_dec (r i) (r n); last first.
      have -> : V = (set0 : set line) by apply/seteqP; split=> // x [[_ [/rj]]].
      rewrite /m /mass !measure0 /=; rewrite Rplus_0_r Rmult_0_r; exact: Rle_refl.
    have [_ _ down] := HE (r i) (r0 i) (Rle_trans _ _ _ rj r1).
    have L : mass P V <= r i * m V by apply: down => // x [[_ []]].
    by have := m0 V; nra.
  apply: le_epsilon => e e0.
  have [|i Hi] := mass_grows NP bU _ e0.
    by move=> i x [Cx [j [ji Hj]]]; split=> //; exists j; split=> //; lia.
  have E1 : (fun x => exists i, U i x) = C.
    apply/funext => x; apply/propext; split=> [[i' []]//|Cx].
    by have [j Hj] := none x Cx; exists (S j); split=> //; exists j; split=> //; lia.
  rewrite E1 in Hi; have := less i.
  have L : m (U i) <= m C by apply: m_le => // x [].
  by have := r0 n; nra.
Qed.
End Density.

(** The sum of two laws. *)
Definition both (P Q : law) : law := [the {measure set line -> \bar real_realType} of measure_add P Q].

Section Nikodym.
Variables (P Q : law).
Hypotheses (NP : noise P) (NQ : noise Q).
Let m (S : R -> Prop) : R := mass P S + mass Q S.
Let M := both P Q.

Lemma bothE S : borel S -> M (S : set line) = (mass P S + mass Q S)%:E.
Proof.
by move=> bS; rewrite /M /both /= EFinD -!massE//; exact: measure_addE.
Qed.

Section Integral.
Variable F : R -> R.
Hypothesis F01 : forall x, 0 <= F x <= 1.
Hypothesis mF : measurable_fun (setT : set line) (F : line -> line).

Let mFE : measurable_fun (setT : set line) (fun x => (F x)%:E : extended).
Proof. exact/EFin_measurable_fun. Qed.
Let F0 x : (0%:E <= (F x)%:E :> extended)%E.
Proof. by rewrite lee_fin; apply/RleP; case: (F01 x). Qed.
Let nu (S : R -> Prop) : extended := (\int[M]_(x in (S : set line)) (F x)%:E)%E.

Lemma integral_between S a b : borel S -> 0 <= a -> 0 <= b -> (forall x, S x -> a <= F x <= b) ->
  ((a * m S)%:E <= nu S)%E /\ (nu S <= (b * m S)%:E)%E.
Proof.
move=> bS a0 b0 H; have mS : measurable (S : set line) := bS.
have C c : 0 <= c -> (\int[M]_(x in (S : set line)) c%:E = (c * m S)%:E)%E.
  by move=> c0; rewrite integral_cst// EFinM; congr (_ * _)%E; exact: bothE.
have mFS : measurable_fun (S : set line) (fun x => (F x)%:E : extended) by exact: measurable_funS mFE.
have mc c : measurable_fun (S : set line) (fun=> c%:E : extended) by exact: measurable_fun_cst.
have c0 c : 0 <= c -> forall x : line, (S : set line) x -> (0 <= c%:E :> extended)%E.
  by move=> p x _; rewrite lee_fin; apply/RleP.
split; rewrite -C//.
  apply: ge0_le_integral; [exact: mS|exact: c0|exact: mc|by move=> x _; exact: F0|exact: mFS|move=> x Sx].
  by rewrite lee_fin; apply/RleP; case: (H x Sx).
apply: ge0_le_integral; [exact: mS|by move=> x _; exact: F0|exact: mFS|exact: c0|exact: mc|move=> x Sx].
by rewrite lee_fin; apply/RleP; case: (H x Sx).
Qed.

Let nu_fin S : borel S -> nu S \is a fin_num.
Proof.
move=> bS; have [A B] := @integral_between S 0 1 bS (Rle_refl 0) Rle_0_1 (fun x _ => F01 x).
rewrite ge0_fin_numE; last by apply: le_trans A; rewrite lee_fin; apply/RleP; change (0 <= 0 * m S); lra.
by apply: le_lt_trans B _; exact: ltry.
Qed.

Lemma integral_join A B C : borel A -> borel B -> (forall x, A x -> B x -> False) ->
  (forall x, C x <-> A x \/ B x) -> fine (nu C) = fine (nu A) + fine (nu B).
Proof.
move=> bA bB D U; have -> : C = (A `|` B : set line).
  by apply/funext => x; apply/propext; exact: U.
have E : [disjoint (A : set line) & B].
  by apply/disj_set2P; apply/seteqP; split=> // x [Ax Bx]; exact: D Ax Bx.
have -> : nu (A `|` B : set line) = (nu A + nu B)%E.
  by rewrite /nu integral_setU//; exact: measurable_funS mFE.
by rewrite fineD//; exact: nu_fin.
Qed.

Hypothesis up : forall k N C, (k <= S N)%coq_nat -> borel C ->
  (forall x, C x -> INR k / INR (S N) < F x) -> INR k / INR (S N) * m C <= mass P C.
Hypothesis down : forall k N C, borel C -> (forall x, C x -> F x <= INR k / INR (S N)) ->
  mass P C <= INR (S k) / INR (S N) * m C.

Lemma integral_nikodym S : borel S -> P (S : set line) = nu S.
Proof.
move=> bS; rewrite (massE NP bS) -(fineK (nu_fin bS)); congr (_%:E).
have m0 T : 0 <= m T by rewrite /m; have := mass_ge0 P T; have := mass_ge0 Q T; lra.
have real T a b : borel T -> 0 <= a -> 0 <= b -> (forall x, T x -> a <= F x <= b) ->
    a * m T <= fine (nu T) <= b * m T.
  move=> bT a0 b0 H; have [] := integral_between bT a0 b0 H.
  by rewrite -(fineK (nu_fin bT)) !lee_fin => /RleP A /RleP B.
suff near N : Rabs (mass P S - fine (nu S)) <= 2 / INR (Datatypes.S N) * m S.
  apply: cond_eq => e e0; have p : 0 < 2 * m S + 1 by have := m0 S; lra.
  have [[|N] [N0 N1]] := archimed_cor1 (e / (2 * m S + 1)) ltac:(exact: Rdiv_lt_0_compat); first by lia.
  apply: Rle_lt_trans (near N) _; have q : 0 < / INR (Datatypes.S N) by apply: Rinv_0_lt_compat; apply: lt_0_INR; lia.
  have : / INR (Datatypes.S N) * (2 * m S + 1) < e / (2 * m S + 1) * (2 * m S + 1) by apply: Rmult_lt_compat_r.
  have -> : e / (2 * m S + 1) * (2 * m S + 1) = e by field; lra.
  by rewrite /Rdiv; nra.
have q : 0 < INR (Datatypes.S N) by apply: lt_0_INR; lia.
have q' := Rinv_0_lt_compat _ q.
pose T k (x : R) := S x /\ F x <= INR k / INR (Datatypes.S N).
have bL c : borel (fun x => F x <= c).
  have -> : (fun x => F x <= c) = (fun x => ~ c < F x).
    by apply/funext => x; apply/propext; split=> [H L|/Rnot_lt_le//]; lra.
  by apply: borel_not; exact: above_measurable.
have bT k : borel (T k) by apply: borel_and.
have close k : (k <= Datatypes.S N)%coq_nat ->
    Rabs (mass P (T k) - fine (nu (T k))) <= 2 / INR (Datatypes.S N) * m (T k).
  elim: k => [_|k IH kN].
    have A : mass P (T 0%nat) <= INR 1 / INR (Datatypes.S N) * m (T 0%nat) by apply: down => // x [].
    have B := @real (T 0%nat) 0 0 (bT 0%nat) (Rle_refl 0) (Rle_refl 0).
    have {}B : 0 * m (T 0%nat) <= fine (nu (T 0%nat)) <= 0 * m (T 0%nat).
      by apply: B => x [_]; rewrite /Rdiv Rmult_0_l => L; have := F01 x; lra.
    have M0 := mass_ge0 P (T 0%nat); have mm := m0 (T 0%nat).
    have := Rmult_le_pos _ _ (Rlt_le _ _ q') mm; move: A; rewrite /= /Rdiv => A pp.
    by apply: Rabs_le; nra.
  pose V (x : R) := S x /\ (INR k / INR (Datatypes.S N) < F x /\ F x <= INR (Datatypes.S k) / INR (Datatypes.S N)).
  have bV : borel V by apply: borel_and => //; apply: borel_and => //; exact: above_measurable.
  have lt : INR k / INR (Datatypes.S N) < INR (Datatypes.S k) / INR (Datatypes.S N).
    by apply: Rmult_lt_compat_r => //; rewrite S_INR; lra.
  have D x : T k x -> V x -> False by move=> [_ A] [_ []]; lra.
  have J x : T (Datatypes.S k) x <-> T k x \/ V x.
    split=> [[Sx L]|[[Sx L]|[Sx [_ L]]]]; [|by split=> //; lra|by split].
    by have [A|A] := Rle_dec (F x) (INR k / INR (Datatypes.S N)); [left|right; split=> //; split=> //; lra].
  rewrite (mass_join NP (bT k) bV D J) (integral_join (bT k) bV D J).
  have -> : m (T (Datatypes.S k)) = m (T k) + m V.
    by rewrite /m (mass_join NP (bT k) bV D J) (mass_join NQ (bT k) bV D J); lra.
  have I1 := IH ltac:(lia).
  have A : INR k / INR (Datatypes.S N) * m V <= mass P V by apply: up => //; [lia|move=> x [_ []]].
  have B : mass P V <= INR (Datatypes.S (Datatypes.S k)) / INR (Datatypes.S N) * m V by apply: down => // x [_ []].
  have kp : 0 <= INR k / INR (Datatypes.S N) by apply: Rmult_le_pos; [exact: pos_INR|lra].
  have C : INR k / INR (Datatypes.S N) * m V <= fine (nu V) <= INR (Datatypes.S k) / INR (Datatypes.S N) * m V.
    by apply: real => //; [lra|move=> x [_ []]; lra].
  have mV := Rmult_le_pos _ _ (Rlt_le _ _ q') (m0 V).
  move: A B C; rewrite !S_INR /Rdiv => A B C.
  have I2 : Rabs (mass P V - fine (nu V)) <= 2 * / INR (Datatypes.S N) * m V.
    by apply: Rabs_le; rewrite S_INR; nra.
  have := Rabs_triang (mass P (T k) - fine (nu (T k))) (mass P V - fine (nu V)).
  have -> : mass P (T k) - fine (nu (T k)) + (mass P V - fine (nu V)) = mass P (T k) + mass P V - (fine (nu (T k)) + fine (nu V)) by lra.
  by rewrite /Rdiv S_INR in I1 I2 *; lra.
have E : T (Datatypes.S N) = S.
  apply/funext => x; apply/propext; split=> [[]//|Sx]; split=> //.
  by rewrite /Rdiv Rinv_r; [have := F01 x; lra|lra].
by have := close _ (Nat.le_refl _); rewrite E.
Qed.
End Integral.

(** Both laws have densities with respect to their sum, and these sum to 1. *)
Theorem nikodym : exists F : R -> R, [/\ forall x, 0 <= F x <= 1,
  measurable_fun (setT : set line) (F : line -> line),
  forall S, borel S -> P (S : set line) = (\int[M]_(x in S) (F x)%:E)%E &
  forall S, borel S -> Q (S : set line) = (\int[M]_(x in S) (1 - F x)%:E)%E].
Proof.
have [F [F01 mF up down]] := density_exists NP NQ; exists F; split=> // S bS.
  exact: integral_nikodym.
have mS : measurable (S : set line) := bS.
have G01 x : 0 <= 1 - F x <= 1 by have := F01 x; lra.
have mG : measurable_fun (setT : set line) ((fun x => 1 - F x) : line -> line).
  by apply: measurable_funB => //; exact: measurable_fun_cst.
have mE (f : R -> R) : measurable_fun (setT : set line) (f : line -> line) ->
    measurable_fun (S : set line) (fun x => (f x)%:E : extended).
  by move=> mf; apply: measurable_funS; [exact: measurableT|by []|exact/EFin_measurable_fun].
have pos (f : R -> R) : (forall x, 0 <= f x <= 1) -> forall x : line, (S : set line) x -> (0 <= (f x)%:E :> extended)%E.
  by move=> H x _; rewrite lee_fin; apply/RleP; case: (H x).
have D := @ge0_integralD _ _ _ M (S : set line) mS _ _ (pos _ F01) (mE _ mF) (pos _ G01) (mE _ mG).
have E1 : (\int[M]_(x in (S : set line)) ((F x)%:E + (1 - F x)%:E) = (mass P S + mass Q S)%:E)%E.
  rewrite -bothE// -[RHS]mul1e -integral_cst//; apply: eq_integral => x _.
  by rewrite -EFinD; congr (_%:E); change (F x + (1 - F x) = 1); lra.
rewrite E1 -integral_nikodym// (massE NP bS) in D.
have [A B] := @integral_between (fun x => 1 - F x) G01 mG S 0 1 bS (Rle_refl 0) Rle_0_1 (fun x _ => G01 x).
have fin : (\int[M]_(x in (S : set line)) (1 - F x)%:E)%E \is a fin_num.
  rewrite ge0_fin_numE; last by apply: integral_ge0 => x Sx; exact: pos G01 x Sx.
  by apply: le_lt_trans B _; exact: ltry.
rewrite (massE NQ bS) -(fineK fin); congr (_%:E).
move: D; rewrite -(fineK fin) -EFinD => -[] D.
by apply: (Rplus_eq_reg_l (mass P S)); exact: D.
Qed.
End Nikodym.
