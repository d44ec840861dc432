(** The origin as the noise on the integers has it, where coq/normal.v has another tactic of that
    name. *)
From dpproofs Require Import stretches.

Ltac at_origin := stretches.at_origin.
