(** Tactics for sums that follow from a rule about sums. Nothing here is trusted. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity.
Open Scope R_scope.

Lemma infinite_sum_same t u a v w : infinite_sum t a v ->
  (forall k, integer k -> a <= k -> t k = u k) -> v = w -> infinite_sum u a w.
Proof.
  intros [I S] E <-. split; [exact I|]. revert S. apply is_series_ext. intros n. apply E.
  - apply integer_plus; [exact I|apply integer_INR].
  - pose proof (pos_INR n). lra.
Qed.

Lemma total_same (t u : nat -> R) n : (forall k, (k < n)%nat -> t k = u k) -> total t n = total u n.
Proof.
  induction n as [|n H]; intros E; [reflexivity|]. simpl. rewrite H, E; auto.
Qed.

Lemma finite_sum_same t u a b v w : finite_sum t a b v ->
  (forall k, integer k -> a <= k -> k <= b -> t k = u k) -> v = w -> finite_sum u a b w.
Proof.
  intros [I [n [N S]]] E <-. split; [exact I|]. exists n. split; [exact N|]. rewrite <- S.
  apply total_same. intros k K. symmetry. apply E.
  - apply integer_plus; [exact I|apply integer_INR].
  - pose proof (pos_INR k). lra.
  - apply le_INR in K. rewrite S_INR in K. lra.
Qed.

(** Values of a function at equal places in the goal are one. *)
Ltac same_values_inside := repeat match goal with
  | |- context [?L ?a] => match type of a with R => match goal with
    | |- context [L ?b] => same_place L a b
    end end
  end.

Lemma power_at_0 x : power x 0 = 1.
Proof. exact (power_IZR x 0). Qed.

Ltac same_terms := cbv beta; same_values_inside; rewrite ?power_at_0;
  first [reflexivity | by_identity].

Ltac by_sum F := first
  [ exact F
  | first [apply (infinite_sum_same _ _ _ _ _ F) | apply (finite_sum_same _ _ _ _ _ _ F)];
    [intros|]; same_terms ].
