(** The loss of two laws over one or many rounds: its mean, and what it leaks. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import signed reals ereal topology normedtype sequences
  esum measure lebesgue_measure lebesgue_integral numfun Rstruct.
Require Import Reals List.
From Coquelicot Require Rbar.
From dpproofs Require Import calculus kinds.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.
Local Open Scope R_scope.

(** The loss log dP/dQ at a place, where Q is the law of that name moved by d; it is oo where Q has
    no mass. Densities are with respect to any law that both have densities to. *)
Definition is_loss (P Q : law) (d : R) (l : R -> extended) : Prop :=
  exists (mu : law) (f g : R -> R),
    [/\ measurable_fun (setT : set line) (f : line -> line),
        measurable_fun (setT : set line) (g : line -> line),
        forall x, 0 <= f x /\ 0 <= g x,
        forall B, borel B ->
          P (B : set line) = (\int[mu]_(x in B) (f x)%:E)%E /\
          Q (moved B (- d) : set line) = (\int[mu]_(x in B) (g x)%:E)%E &
        forall x, l x = if pselect (g x = 0) then +oo%E
                        else if pselect (f x = 0) then -oo%E else (ln (f x / g x))%:E].

(** A function of reals at a real or at an infinity, where it is its limit. *)
Definition as_extended (v : Rbar.Rbar) : extended :=
  match v with Rbar.Finite x => x%:E | Rbar.p_infty => +oo%E | Rbar.m_infty => -oo%E end.
Definition limit_at (tends : (R -> R) -> Rbar.Rbar -> Prop) (g : R -> R) : extended :=
  match pselect (exists v, tends g v) with
  | left found => as_extended (sval (cid found)) | right _ => 0%:E end.
Definition continued (g : R -> R) (t : extended) : extended :=
  match t with x%:E => (g x)%:E | +oo%E => limit_at (limit_from_below ^~ Rbar.p_infty) g
  | -oo%E => limit_at (limit_from_above ^~ Rbar.m_infty) g end.

Definition rounds (m : R) : nat := Z.to_nat (Int_part m).

(** E G(t + L_1 + ... + L_m), the L_j independent. *)
Fixpoint mean_from (P : law) (l : R -> extended) (m : nat) (G : extended -> extended)
    (t : extended) : extended :=
  match m with O => G t | S k => (\int[P]_y mean_from P l k G (t + l y))%E end.
Definition mean_is (P Q : law) (d m : R) (g : R -> R) (v : extended) : Prop :=
  exists l, is_loss P Q d l /\ v = mean_from P l (rounds m) (continued g) 0%:E.

Definition loss_is P Q d m g (v : R) : Prop := mean_is P Q d m g v%:E.
Definition loss_at_least P Q d m g (v : R) : Prop := exists w, mean_is P Q d m g w /\ (v%:E <= w)%E.
Definition loss_above P Q d m g (v : R) : Prop := exists w, mean_is P Q d m g w /\ (v%:E < w)%E.
Definition loss_at_most P Q d m g (v : R) : Prop := exists w, mean_is P Q d m g w /\ (w <= v%:E)%E.
Definition loss_below P Q d m g (v : R) : Prop := exists w, mean_is P Q d m g w /\ (w < v%:E)%E.

(** ** Many rounds: the law of independent outputs, and the sets that it measures *)

Definition boxes : set (set (list R)) := fun B =>
  exists F : nat -> R -> Prop, (forall i, borel (F i)) /\
    B = (fun t => forall i : nat, (i < length t)%coq_nat -> F i (List.nth i t 0)).
Definition borel_lists (B : set (list R)) : Prop := (<<s boxes >>) B.

Fixpoint chance (P : law) (d : R) (m : nat) (B : list R -> Prop) : extended :=
  match m with
  | O => if pselect (B nil) then 1%:E else 0%:E
  | S k => (\int[P]_y chance P d k (fun t => B (cons (Rplus y d) t)))%E
  end.

(** The most that a set has of it. *)
Definition leak (P Q : law) (d m epsilon : R) : extended :=
  ereal_sup (fun w => exists B, borel_lists B /\
    w = (fine (chance P 0 (rounds m) B) - exp epsilon * fine (chance Q d (rounds m) B))%:E).

Definition leak_is P Q d m epsilon (v : R) : Prop := leak P Q d m epsilon = v%:E.
Definition leak_at_least P Q d m epsilon (v : R) : Prop := (v%:E <= leak P Q d m epsilon)%E.
Definition leak_above P Q d m epsilon (v : R) : Prop := (v%:E < leak P Q d m epsilon)%E.
Definition leak_at_most P Q d m epsilon (v : R) : Prop := (leak P Q d m epsilon <= v%:E)%E.
Definition leak_below P Q d m epsilon (v : R) : Prop := (leak P Q d m epsilon < v%:E)%E.
