(** Counterexamples to sentences with given functions that solve an equation: what solves it is put in
    their place. *)
Require Import Reals ZArith List Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas kinds tactics analysis infinity witnesses refuted.
Open Scope R_scope.

(** What is divided by is not 0: a logarithm lies below its first terms. *)
Lemma ln_from_1 t : 0 < t -> 0 < ln (1 + t).
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma ln_with_square_below t : 0 < t -> ln (1 + t) + ln (1 + t) ^ 2 / 2 < t.
Proof.
  intros H. assert (U := ln_from_1 t H). set (u := ln (1 + t)) in *.
  assert (E : exp u = 1 + t) by (apply exp_ln; lra).
  assert (S : 0 < exp u - (1 + u + u ^ 2 / 2)).
  { apply (rises (fun u => exp u - (1 + u + u ^ 2 / 2)) (fun u => exp u - 1 - u) (Finite 0) p_infty
      (exp 0 - (1 + 0 + 0 ^ 2 / 2)));
      try exact I; try (simpl; lra).
    - intros x X _. simpl in X. auto_derive; [exact I | field].
    - intros x X _. simpl in X. assert (K := exp_ineq1 x). lra.
    - simpl. apply (above_continuous (fun u => exp u - (1 + u + u ^ 2 / 2)) 0). auto_derive. exact I.
    - rewrite exp_0. simpl. lra. }
  lra.
Qed.

Lemma ln_plain_below t : 0 < t -> ln (1 + t) < t.
Proof.
  intros H. assert (L := ln_with_square_below t H). assert (S := pow2_ge_0 (ln (1 + t))). lra.
Qed.

Lemma ratio_exists x y : 0 < x -> 0 < y -> exists t, 0 < t /\ x / y = t /\ x = t * y.
Proof.
  intros X Y. exists (x / y). split; [now apply Rdiv_lt_0_compat|]. split; [reflexivity|]. field. lra.
Qed.

Ltac above_1 := match goal with
  | |- context [exp ?e] => fact (exp_above e ltac:(assumption))
  end.

(** The equation at what solves it, in t where 1 + t has a logarithm. *)
Ltac by_solution := intros; cbv beta; try above_1;
  match goal with |- context [ln (1 + ?x / ?y)] =>
    let t := fresh "t" in let T := fresh in let E := fresh in let X := fresh in
    destruct (ratio_exists x y ltac:(lra) ltac:(lra)) as [t [T [E X]]];
    rewrite E; try rewrite X;
    pose proof (ln_from_1 t T); pose proof (ln_with_square_below t T); pose proof (ln_plain_below t T);
    let l := fresh "l" in set (l := ln (1 + t)) in *; clearbody l;
    field; solution_defined
  end
with solution_defined := repeat split; first
  [ lra | apply positive_not_0; nra | apply negative_not_0; nra ].

Ltac as_chosen ::= first
  [ exact uniform_is_noise | exact coin_is_noise
  | apply uniform_private; at_most
  | apply coin_private; at_most
  | intros; cbv beta; first [reflexivity | lra | unfold Rdiv; ring]
  | as_defined | by_solution ].
