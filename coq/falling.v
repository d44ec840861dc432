(** Functions in pieces on the half line [0, oo): that one does not increase when no piece is higher
    than the one before, and that what holds on every piece holds everywhere. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity sets events costs.
From dpproofs Require Import pieces halves.
Open Scope R_scope.

(** ** Lemmas *)

Lemma period_grows w x y : 0 < w -> 0 <= x -> x <= y ->
  period_of w x = period_of w y \/ period_of w x + 1 <= period_of w y.
Proof.
  intros W X Y.
  destruct (@period_spec w x W X) as [I [_ [L _]]].
  destruct (@period_spec w y W (Rle_trans _ _ _ X Y)) as [J [_ [_ U]]].
  destruct (Rle_lt_dec (period_of w x + 1) (period_of w y)) as [E|E]; [now right|left].
  apply integer_eq; [assumption|assumption| |assumption].
  apply (Rmult_lt_reg_r w); [assumption|lra].
Qed.

(** The first pieces of later periods are not above the last one of a period. *)
Lemma later_periods (first last : R -> R) :
  (forall k, integer k -> 0 <= k -> last k <= first k) ->
  (forall k, integer k -> 0 <= k -> first (k + 1) <= last k) ->
  forall k l, integer k -> integer l -> 0 <= k -> k + 1 <= l -> first l <= last k.
Proof.
  intros F N k l I J K L.
  destruct (integer_nat (l - (k + 1))) as [n E].
  - apply integer_minus; [assumption|]. apply integer_plus; [assumption|apply integer_IZR].
  - lra.
  - replace l with (k + 1 + INR n) by lra. clear E J L. induction n as [|n IH].
    + simpl INR. rewrite Rplus_0_r. now apply N.
    + rewrite S_INR, <- Rplus_assoc. pose proof (pos_INR n).
      assert (integer (k + 1 + INR n)).
      { apply integer_plus; [|apply integer_INR]. apply integer_plus; [assumption|apply integer_IZR]. }
      assert (first (k + 1 + INR n + 1) <= last (k + 1 + INR n)) by (apply N; [assumption|lra]).
      assert (last (k + 1 + INR n) <= first (k + 1 + INR n)) by (apply F; [assumption|lra]).
      lra.
Qed.

(** ** Tactics. Nothing of what follows is trusted. *)

(** The period k in which a place x >= 0 lies. *)
Ltac in_a_period w x k :=
  let I := fresh in let K := fresh in let L := fresh in let U := fresh in
  destruct (@period_spec w x ltac:(condition) ltac:(condition)) as [I [K [L U]]];
  revert I K L U; generalize (period_of w x); intros k I K L U.

(** The values of a function in pieces at x >= 0 and at a place y beyond. *)
Ltac two_places x y :=
  let X := fresh "X_" in let Y := fresh "Y_" in
  assert (X : 0 <= x) by condition; assert (Y : x <= y) by condition;
  set (y_ := y) in *; clearbody y_;
  defined_density; cbv zeta; rewrite ?(Rabs_pos_eq x), ?(Rabs_pos_eq y_) by lra.

(** The periods k and l of these: they are one, or the second is later, as the fact C says. *)
Ltac two_periods w x k l W C := match goal with
  | X : 0 <= x, Y : x <= ?y |- _ =>
    let E := fresh "E_" in let I := fresh in let K := fresh in let L := fresh in let U := fresh in
    let J := fresh in let M := fresh in let N := fresh in let V := fresh in
    pose proof (period_grows w x y W X Y) as E;
    destruct (@period_spec w x W X) as [I [K [L U]]];
    destruct (@period_spec w y W (Rle_trans _ _ _ X Y)) as [J [M [N V]]];
    revert E I K L U J M N V; generalize (period_of w x) (period_of w y);
    intros k l [E|E] I K L U J M N V;
    [subst l | specialize (C k l I J K E)]
  end.

(** Each value of a piece, from the inequalities between neighbours. *)
Ltac in_each_piece := repeat match goal with
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  end; first [lra | exfalso; lra].

(** Values of a function of a parameter and a place, where the places are equal, are one. *)
Ltac same_arguments ::= repeat match goal with
  | L : R -> _ |- _ => match goal with
    | _ : context [L ?a] |- context [L ?b] => same_place L a b
    | _ : context [L ?a], _ : context [L ?b] |- _ => same_place L a b
    end
  | L : R -> R -> _ |- _ => match goal with
    | _ : context [L ?c ?a] |- context [L ?c ?b] => same_place (L c) a b
    | _ : context [L ?c ?a], _ : context [L ?c ?b] |- _ => same_place (L c) a b
    end
  end;
  same_masses.
