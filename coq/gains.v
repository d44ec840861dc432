(** Tactics for privacy of noise that is constant on cells. *)
Require Import Reals List Lra.
From dpproofs Require Import calculus lemmas tactics kinds events pieces halves cells.
Open Scope R_scope.

(** The value in each cell of the half line. *)
Ltac in_cells := cbn [cells]; repeat split; intros; defined_density; cbv zeta;
  match goal with |- context [Rabs ?x] => rewrite (Rabs_pos_eq x) by lra end;
  which_piece; first [reflexivity | by_identity].

(** What a cell gains: a difference, or nothing. *)
Ltac gain_sign := solve [lra | by_sign].

Ltac positive_parts := repeat match goal with
  | |- context [Rmax 0 ?t] => first
    [ rewrite (Rmax_left 0 t) by gain_sign | rewrite (Rmax_right 0 t) by gain_sign ]
  end.

(** At no shift by whole cells more is gained than delta; the values are not negative. *)
Ltac one_shift := positive_parts; first [lra | apply Req_le; by_identity | by_sign].

Ltac little_gains values :=
  let rec not_below l := match l with
    | ?c :: ?rest => try (assert (0 <= c) by condition); not_below rest
    | _ => idtac
    end in
  not_below values; cbn [gains_little gain skipn rev_append hd tl];
  rewrite ?exp_0, ?Rmult_1_l; repeat split; one_shift.
