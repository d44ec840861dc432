(** Ladders where expansions are shown too: there a slope is found with quotients written as products. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis series.
Open Scope R_scope.

Ltac climb g d L ::=
  apply (climbs g d);
  [ intros; cbv beta; eapply derive_as; [derive | cbv beta; simpl INR; simpl pred; unfold Rdiv; first [ring | field]]
  | cbv beta; rewrite ?Rmult_0_r, ?quotient_0, ?exp_0, ?pow1; simpl; lra
  | let t := fresh in let T := fresh in intros t T; cbv beta; apply Rmult_lt_0_compat;
    [positive | exact (L t T)] ].
