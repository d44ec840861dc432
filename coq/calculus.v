(** What a sentence about numbers speaks of: integers, powers, the error function, integrals, sums,
    limits, expansions and minima. Infinite ends are those of Coquelicot's [Rbar]. *)
Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(** ** Numbers *)

Definition integer (x : R) : Prop := exists z : Z, x = IZR z.

(** x^y: by multiplication for an integer y, whatever x is; else 0^y = 0 and x^y = e^(y ln x). *)
Definition power (x y : R) : R :=
  if Req_EM_T (IZR (Int_part y)) y then powerRZ x (Int_part y)
  else if Req_EM_T x 0 then 0 else exp (y * ln x).

Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 x.

(** The period in which a point x >= 0 lies, when periods of length w start at 0. *)
Definition period_of (w x : R) : R := IZR (Int_part (x / w)).

(** ** Integrals and sums *)

Definition after (a : Rbar) : (R -> Prop) -> Prop :=
  match a with Finite r => at_right r | _ => Rbar_locally a end.
Definition before (b : Rbar) : (R -> Prop) -> Prop :=
  match b with Finite r => at_left r | _ => Rbar_locally b end.

(** The integral over (a, b), improper where it has to be. *)
Definition integral (f : R -> R) (a b : Rbar) (v : R) : Prop :=
  a = b /\ v = 0 \/ Rbar_lt a b /\ is_RInt_gen f (after a) (before b) v.

Fixpoint total (t : nat -> R) (n : nat) : R :=
  match n with O => 0 | S k => total t k + t k end.

(** The sum over the integers k with a <= k <= b; it is 0 when b = a - 1. *)
Definition finite_sum (t : R -> R) (a b v : R) : Prop :=
  integer a /\ exists n, b + 1 = a + INR n /\ total (fun k => t (a + INR k)) n = v.

Definition infinite_sum (t : R -> R) (a v : R) : Prop :=
  integer a /\ is_series (fun k => t (a + INR k)) v.

(** ** Limits, expansions, minima *)

Definition limit_from_above (f : R -> R) (p v : Rbar) : Prop := filterlim f (after p) (Rbar_locally v).
Definition limit_from_below (f : R -> R) (p v : Rbar) : Prop := filterlim f (before p) (Rbar_locally v).

Fixpoint polynomial (coefficients : list R) (t : R) : R :=
  match coefficients with nil => 0 | c :: rest => c + t * polynomial rest t end.

(** f(t) = c_0 + c_1 t + ... + O(t^n) as t tends to 0 from above, for n coefficients. *)
Definition expansion (f : R -> R) (c : list R) : Prop :=
  exists K eta, 0 < eta /\
    forall t, 0 < t < eta -> Rabs (f t - polynomial c t) <= K * t ^ length c.

Definition unique_minimum (f : R -> R) (interval : R -> Prop) (place : R) : Prop :=
  interval place /\ forall t, interval t -> t <> place -> f place < f t.

(** ** Sets *)

Definition meet (S T : R -> Prop) : R -> Prop := fun x => S x /\ T x.
Definition join (S T : R -> Prop) : R -> Prop := fun x => S x \/ T x.
Definition outside (S : R -> Prop) : R -> Prop := fun x => ~ S x.
Definition moved (S : R -> Prop) (d : R) : R -> Prop := fun x => S (x - d).
Definition mirror (S : R -> Prop) : R -> Prop := fun x => S (- x).

(** Intervals; an infinite end belongs to none. *)
Definition open_open (a b : Rbar) : R -> Prop := fun x => Rbar_lt a x /\ Rbar_lt x b.
Definition open_closed (a b : Rbar) : R -> Prop := fun x => Rbar_lt a x /\ Rbar_le x b.
Definition closed_open (a b : Rbar) : R -> Prop := fun x => Rbar_le a x /\ Rbar_lt x b.
Definition closed_closed (a b : Rbar) : R -> Prop := fun x => Rbar_le a x /\ Rbar_le x b.
