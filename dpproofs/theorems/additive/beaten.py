"""Noise that is not monotone and costs less than what is printed as the least cost of all noise.

The printed bounds are on any private noise X: three of them are false.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import ripples
from dpproofs.theorems.additive import unrestricted as ripple
from dpproofs.theorems.additive.setting import Delta, X, delta, x
from dpproofs.theorems.samples import uniform

EXAMPLE = {"X": uniform(delta / Delta)}


def least(power: sp.Expr, value: sp.Expr, on: Domain) -> Goal:
    """No private noise costs less than a value."""
    return Goal(Expected(X(), x, x**power, ">=", value), on)


def _less(noise: ripples.Steps, value: sp.Expr) -> Goal:
    """The noise costs less than what is printed as the least."""
    return Goal(that(noise.value) < value, noise.domain)


_s = ripples.s
POWER = (_less(ripples.POWER, _s**2 / 3), *ripple.POWER_PRIVATE, ripple.POWER_BEATEN)
AMPLITUDE = (_less(ripples.AMPLITUDE, sp.Rational(3, 4) * _s), *ripple.AMPLITUDE_PRIVATE,
    ripple.AMPLITUDE_BEATEN)
MIXED = (_less(ripples.MIXED, sp.Rational(9, 16) * ripples.w / 3 * _s**2),)



def show_power(proof: Proof, goal: Goal, more: dict[sp.Symbol, sp.Expr]) -> None:
    """Append that a bound on the power is beaten at delta = 1/k; ``more`` has other parameters."""
    at = {delta: sp.Rational(1, 2), Delta: sp.Integer(1), **more}
    ripples.POWER.refutes(proof, goal, at, ripples.POWER.show(proof), sp.Rational(1, 3),
        "delta = 1/2: cells of width 1/4 with masses (1, 2, 2, 1, 1, 2, 2, 1)/12 have power 5/16, "
        "below the 1/3 of the uniform noise")
    proof.concludes(POWER[0], by="sign", because="for every sensitivity")
    ripple.show_power(proof)
    proof.concludes(ripple.POWER_BEATEN, by="sign",
        because="the ripple saves Delta^2/(16 (2k - 1)) for every k")


def show_amplitude(proof: Proof, goal: Goal) -> None:
    """Append that a bound on the amplitude is beaten at delta = 1/k for odd k."""
    at = {delta: sp.Rational(1, 3), Delta: sp.Integer(1)}
    ripples.AMPLITUDE.refutes(proof, goal, at, ripples.AMPLITUDE.show(proof), sp.Rational(3, 4),
        "delta = 1/3: cells of width 1/3 with masses (2, 3, 2, 2, 3, 2, 2, 3, 2)/21 have amplitude "
        "187/252, below the 3/4 of the uniform noise")
    proof.concludes(AMPLITUDE[0], by="sign", because="for every sensitivity")
    ripple.show_amplitude(proof)
    proof.concludes(ripple.AMPLITUDE_BEATEN, by="sign",
        because="the ripple saves Delta/(6 (2m+1) (6m+1)) for every m")


def show_mixed(proof: Proof, goal: Goal | None = None,
        more: dict[sp.Symbol, sp.Expr] | None = None) -> None:
    """Append that the power of P_alpha with an atom is beaten for all delta >= 2/3, and so is a
    goal that says otherwise.
    """
    steps = ripples.MIXED.show(proof)
    if goal is not None:
        at = {delta: sp.Rational(5, 6), Delta: sp.Integer(1), **(more or {})}
        ripples.MIXED.refutes(proof, goal, at, steps, sp.Rational(3, 32),
            "delta = 5/6: an atom of 7/12 and cells of width 1/2 with masses (2, 1, 2)/12 have "
            "power 53/576, below the 54/576 of P_alpha", share=sp.Rational(1, 2))
    proof.concludes(MIXED[0], by="sign",
        because="for delta = 1 - w/3 its power 53/96 (1 - delta) s^2 is below 54/96 (1 - delta) "
        "s^2")
