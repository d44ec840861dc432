(** Premises of rules about sums: what an earlier step says, with exponents and places written in
    another order, so that the difference of the two sides is the same. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics events costs.
Open Scope R_scope.

Lemma same_at_most {c d : R} (F : c <= d) (a b : R) : b - a = d - c -> a <= b. Proof. lra. Qed.
Lemma same_below {c d : R} (F : c < d) (a b : R) : b - a = d - c -> a < b. Proof. lra. Qed.
Lemma same_equal {c d : R} (F : c = d) (a b : R) : b - a = d - c -> a = b. Proof. lra. Qed.

(** Exponentials of the goal as those of the fact F, if they are equal; those of 0 are 1. *)
Ltac exponentials_of F := repeat match goal with
  | |- context [exp ?a] =>
    lazymatch type of F with context [exp a] => fail | _ => idtac end;
    match type of F with context [exp ?b] =>
      replace (exp a) with (exp b) by (apply f_equal; ring)
    end
  end;
  repeat match type of F with context [exp ?a] =>
    replace (exp a) with 1 in F by (rewrite <- exp_0; apply f_equal; ring)
  end;
  repeat match goal with |- context [exp ?a] =>
    replace (exp a) with 1 by (rewrite <- exp_0; apply f_equal; ring)
  end.

(** The fact F, or the same relation between what differs as much. *)
Ltac by_same F := same_arguments; exponentials_of F; first
  [ exact F
  | first [apply (same_at_most F) | apply (same_below F) | apply (same_equal F)];
    unfold Rdiv; ring ].

Ltac by_instance F ::= first
  [ exact F | instance_of_noise F | solve [by_same F]
  | first [lra | idtac]; same_arguments;
    first [ exact F | lra | exponentials; first [lra | nra | open_powers; first [lra | nra]]
          | multiplied 1 F; by_rest F ] ].
