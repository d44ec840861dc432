(** Tactics for steps about masses: Borel sets, linear relations between masses, privacy at a set. *)
Require Import Reals ZArith List Lra Psatz Classical.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From dpproofs Require Import calculus lemmas tactics analysis kinds masses sets.
Open Scope R_scope.

Ltac borels :=
  match goal with
  | |- borel _ => assumption
  | |- borel (meet _ _) => apply borel_meet; borels
  | |- borel (join _ _) => apply borel_join; borels
  | |- borel (outside _) => apply borel_outside; borels
  | |- borel (mirror _) => apply borel_mirror; borels
  | |- borel (moved _ _) => apply borel_moved; borels
  | |- borel (open_open _ _) => apply borel_open_open
  | |- borel (open_closed _ _) => apply borel_open_closed
  | |- borel (closed_open _ _) => apply borel_closed_open
  | |- borel (closed_closed _ _) => apply borel_closed_closed
  end.

Ltac all_borels := cbn [all_borel]; repeat split; borels.

Ltac is_noise := first
  [ assumption
  | match goal with
    | H : forall _, _ |- noise _ => apply H; condition
    | H : noise_on_integers ?X |- noise ?X => exact (noise_of_integers H)
    | H : forall _, _ |- noise _ => apply noise_of_integers, H; condition
    | H : forall _, _ |- noise_on_integers _ => apply H; condition
    end ].

Ltac condition_of_noise ::=
  match goal with
  | |- borel _ => borels
  | |- noise _ => is_noise
  | |- noise_on_integers _ => is_noise
  end.

Ltac noisy := intros; cbv beta; condition.

(** Masses of sets that are equal are one. *)
Ltac same_numbers := match goal with
  | |- Finite _ = Finite _ => apply f_equal; first [reflexivity | ring | field; other_than_zero]
  | |- @eq R _ _ => first [reflexivity | ring | field; other_than_zero]
  end.

Ltac same_sets := match goal with
  | |- ?S = ?S => reflexivity
  | |- open_open _ _ = open_open _ _ => apply f_equal2; same_sets
  | |- open_closed _ _ = open_closed _ _ => apply f_equal2; same_sets
  | |- closed_open _ _ = closed_open _ _ => apply f_equal2; same_sets
  | |- closed_closed _ _ = closed_closed _ _ => apply f_equal2; same_sets
  | |- meet _ _ = meet _ _ => apply f_equal2; same_sets
  | |- join _ _ = join _ _ => apply f_equal2; same_sets
  | |- moved _ _ = moved _ _ => apply f_equal2; same_sets
  | |- outside _ = outside _ => apply f_equal; same_sets
  | |- mirror _ = mirror _ => apply f_equal; same_sets
  | |- _ => same_numbers
  end.

Ltac same_laws := first [reflexivity | apply f_equal2; [same_laws | same_numbers] | apply f_equal; same_numbers].

Lemma same_mass X Y S T : X = Y -> S = T -> mass X S = mass Y T.
Proof. now intros -> ->. Qed.

Ltac one_mass X S Y T :=
  tryif (constr_eq X Y; constr_eq S T) then fail else
  let E := fresh in
  assert (E : mass X S = mass Y T) by (apply same_mass; [solve [same_laws] | solve [same_sets]]);
  rewrite E in *; clear E.

Ltac plain_goal := rewrite ?exp_0;
  repeat match goal with
  | |- context [exp (- ln ?b)] => rewrite (exp_Ropp (ln b)), (exp_ln b) by condition
  | |- context [exp (ln ?b)] => rewrite (exp_ln b) by condition
  end.

Ltac same_masses ::= plain_goal; repeat match goal with
  | |- context [mass ?X ?S] => match goal with
    | |- context [mass ?Y ?T] => one_mass X S Y T
    | _ : context [mass ?Y ?T] |- _ => one_mass X S Y T
    end
  | _ : context [mass ?X ?S] |- _ => match goal with
    | _ : context [mass ?Y ?T] |- _ => one_mass X S Y T
    end
  end.

(** Whether a point lies in a set, by the shape of the set. *)
Ltac member :=
  match goal with
  | |- meet _ _ _ => split; member
  | |- join _ _ _ => first [left; member | right; member]
  | |- outside ?S ?x => change (~ S x); not_member
  | |- moved ?S ?d ?x => change (S (x - d)); member
  | |- mirror ?S ?x => change (S (- x)); member
  | |- open_open _ _ _ => split; simpl; first [exact I | lra]
  | |- open_closed _ _ _ => split; simpl; first [exact I | lra]
  | |- closed_open _ _ _ => split; simpl; first [exact I | lra]
  | |- closed_closed _ _ _ => split; simpl; first [exact I | lra]
  | H : ?S ?y |- ?S ?x => replace x with y by (first [ring | field; other_than_zero]); exact H
  end
with not_member :=
  match goal with
  | |- ~ meet _ _ _ => intros [? ?]; first
    [ match goal with H : ?S ?x |- _ => absurd (S x); [not_member | exact H] end ]
  | |- ~ join _ _ _ => let H := fresh in intros [H|H]; revert H; not_member
  | |- ~ outside ?S ?x => let H := fresh in intros H; apply H; member
  | |- ~ moved ?S ?d ?x => change (~ S (x - d)); not_member
  | |- ~ mirror ?S ?x => change (~ S (- x)); not_member
  | |- ~ open_open _ _ _ => intros [? ?]; simpl in *; first [contradiction | lra]
  | |- ~ open_closed _ _ _ => intros [? ?]; simpl in *; first [contradiction | lra]
  | |- ~ closed_open _ _ _ => intros [? ?]; simpl in *; first [contradiction | lra]
  | |- ~ closed_closed _ _ _ => intros [? ?]; simpl in *; first [contradiction | lra]
  | |- ?S ?x -> False => change (~ S x); not_member
  | H : ~ ?S ?y |- ~ ?S ?x => replace x with y by (first [ring | field; other_than_zero]); exact H
  end.

Ltac in_order a b := first
  [ assert (a < b) by condition | assert (a <= b) by condition ].

Ltac apart x b := destruct (Rtotal_order x b) as [?|[?|?]]; try (exfalso; lra).

Ltac unknown S e := first
  [ match goal with
    | _ : S ?y |- _ => let E := fresh in assert (E : e = y) by (first [ring | field; other_than_zero]); clear E
    | _ : ~ S ?y |- _ => let E := fresh in assert (E : e = y) by (first [ring | field; other_than_zero]); clear E
    end
  | destruct (classic (S e)) ].

Ltac in_or_out := repeat match goal with
  | |- context [indicator ?S ?x] => first
    [ rewrite (@indicator_in S x) by (solve [member])
    | rewrite (@indicator_out S x) by (solve [not_member]) ]
  end; first [lra | by_sign | by_identity].

(** What is left of a relation between masses is a sum of them. *)
Ltac by_masses M := cbn [of_masses] in M; same_masses; first
  [ lra | multiplied 1 M; by_rest M ].

(** What privacy says, with what exponentials of numbers and logarithms are. *)
Ltac plain_exponentials H :=
  rewrite ?exp_0, ?Rmult_1_l, ?Rplus_0_r in H;
  repeat match type of H with
  | context [exp (- ln ?b)] => rewrite (exp_Ropp (ln b)), (exp_ln b) in H by condition
  | context [exp (ln ?b)] => rewrite (exp_ln b) in H by condition
  end.

Ltac by_privacy H := plain_exponentials H; same_masses; first [exact H | lra | by_instance H].
