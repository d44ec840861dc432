"""Section I-D5: no staircase is the best one for the amplitude and for the power."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, nth_root
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_c import AMPLITUDE, amplitude
from dpproofs.theorems.staircase.appendix_d import POWER, power
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, SENSITIVITY, SPLIT, Delta, b,
    weight)
from dpproofs.theorems.staircase.theorem6 import T

#: The root of b, and T of Theorem 6: what b + (1 - b) gamma is at the best gamma for the amplitude,
#: and at that for the power.
t = sp.Symbol("t", positive=True)
_ROOTS = (between(t, 0, 1), nth_root(T, 3, t**2 * (1 + t**2) / 2, t, sp.Integer(1)))
_ON = Domain((*_ROOTS, SENSITIVITY, SPLIT))

_level, _amplitude, _power = (found.subs(b, t**2) for found in (weight, amplitude, power))
least_amplitude = Delta * t / (1 - t**2)
least_power = Delta**2 * (T**2 + t**2) / (1 - t**2) ** 2
_near = Delta / (2 * (1 - t**2) * _level)
_far = Delta * (_level + 2 * T) / (3 * (1 - t**2) ** 2 * _level)

_FIRST = Goal(that(least_amplitude) <= _amplitude, _ON)
_SECOND = Goal(that(least_power) <= _power, _ON)
_BOTH = Goal(that(least_amplitude + least_power / Delta) < _amplitude + _power / Delta, _ON)
_APART = Goal(that(t) < T, Domain(_ROOTS))

STATEMENT = Statement(id="staircase.I-D5", paper=PAPER, item="Section I-D5",
    title="no staircase is the best for the amplitude and for the power",
    printed_latex=r"\text{no universally optimal mechanism: }\gamma^*\text{ depends on the cost}",
    printed_text="no universally optimal mechanism exists, as the best gamma depends on the cost",
    definitions=AMPLITUDE.definitions,
    printed=(AMPLITUDE.goal, POWER.goal, _FIRST, _SECOND, _APART, _BOTH),
    note="For every epsilon, b = exp(-epsilon): the amplitude and the power of the staircase, the "
    "least of each, which are those of staircase.thm4.cost and staircase.thm6.cost, and that no "
    "gamma has both: the sum of the two costs, the power over Delta, is above the sum of the two "
    "least ones. b = t^2, and T is the root of T^3 = b(1+b)/2; b + (1-b) gamma is t at the best "
    "gamma for the amplitude, and T, which is larger, at that for the power. Said of staircases, "
    "as in the paper; that no other noise has both least costs is not shown here.")


def derive() -> Derivation:
    proof = Proof(FAMILY, STATEMENT)
    AMPLITUDE.derive(proof)
    POWER.derive(proof)
    second = proof.shows(that(_power - least_power) == Delta * _far * (_level - T) ** 2, on=_ON,
        by="identity",
        because="what a power is above the least one has the square of gamma (1 - t^2) + t^2 - T "
        "as a factor, since T^3 is t^2 (1 + t^2)/2")
    proof.concludes(_FIRST, by="sign",
        because="what an amplitude is above the least one has a square as a factor, which is 0 "
        "where gamma (1 - t^2) + t^2 is t")
    proof.follows(_SECOND, second, because="the right side of this equation is not negative")
    apart = proof.concludes(_APART, by="sign", because="t^3 is below T^3 = t^2 (1 + t^2)/2")
    proof.follows(_BOTH, (second, 1 / Delta),
        (apart, (T - t) * _near * _far / (_near + _far)),
        because="of the two squares above one is 0 only where gamma (1 - t^2) + t^2 is T, the "
        "other only where it is t; as t < T, their weighted sum is at least a positive multiple of "
        "(T - t)^2")
    return proof.done()


CLAIMS = (Claim(STATEMENT, derive),)
