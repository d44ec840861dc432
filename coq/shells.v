(** Tactics for rules with many premises, of which some are sums, and some are seen without a step.
    Nothing here is trusted. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity sets events sums.
Open Scope R_scope.

(** Values of unknown functions at equal places are one, and so are powers of equal bases. *)
Ltac equal_bases := repeat match goal with
  | |- context [power ?a ?n] => match goal with
    | |- context [power ?b n] => tryif constr_eq a b then fail else
      let E := fresh in assert (E : a = b) by first [ring | field; other_than_zero]; rewrite E; clear E
    end
  end.

Ltac same_terms ::= cbv beta; same_values_inside; equal_bases; rewrite ?power_at_0;
  first [reflexivity | by_identity].

Ltac same_values ::= same_values_inside; open_powers.

Ltac by_instance F ::= first [exact F | instance_of_noise F | lra | idtac]; same_arguments;
  first [ exact F | lra
        | match goal with |- infinite_sum _ _ _ => by_sum F | |- finite_sum _ _ _ _ => by_sum F end
        | exponentials; first [lra | nra | open_powers; first [lra | nra]]
        | multiplied 1 F; by_rest F ].

(** Conditions in which equal numbers stand below the bar. *)
Ltac equal_quotients := unfold Rdiv in *; repeat match goal with
  | _ : context [/ ?a] |- context [/ ?b] => tryif constr_eq a b then fail else
      replace (/ b) with (/ a) by (apply f_equal; ring)
  end.

Ltac condition_of_noise ::=
  match goal with
  | |- borel _ => borels
  | |- noise _ => is_noise
  | |- noise_on_integers _ => is_noise
  | |- context [Rdiv] => solve [equal_quotients; lra]
  | |- context [Rinv] => solve [equal_quotients; lra]
  end.

(** A premise, before which others may be seen without a step. *)
Ltac premise_by R t := cbv beta in R; match type of R with ?P -> _ => first
  [ let H := fresh in assert (H : P) by t; specialize (R H); clear H
  | match P with _ < _ => idtac | _ <= _ => idtac end;
    specialize (R ltac:(condition)); premise_by R t ]
  end.

Tactic Notation "premise" hyp(R) "(" tactic3(t) ")" := premise_by R t.
