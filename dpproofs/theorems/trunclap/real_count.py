"""The lower bounds (11) and (12) with a real n: below those that are shown, for all parameters.

epsilon = s + t and log(1 + u) = n epsilon + s with an integer n, the number of k >= 1 for which
g_k > 0.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.logarithms import rises
from dpproofs.theorems.trunclap.moments import count, first_moment, in_epsilon, second_moment
from dpproofs.theorems.trunclap.setting import delta, eps

s, t = sp.symbols("s t", positive=True)
_SINGLE, _PAIR = Domain((positive(s),)), Domain((positive(s), positive(t)))
_EVERY = Domain((positive(s), positive(t), index(count, 1)))

_whole = s + t  # epsilon
_part, _power = sp.exp(s), sp.exp(s + t)
_end = count * (s + t) + s
_u, _reach = sp.exp(_end) - 1, _end / (s + t)
_any = {eps: s + t, delta: (_power - 1) / (2 * _u)}

#: (11) and (12) with n = log(1 + u)/epsilon, in units of Delta and its square.
low1 = 1 / (_power - 1) - _end / ((s + t) * _u)
low2 = (_power + 1) / (_power - 1) ** 2 - (_reach**2 + 2 * _reach / (_power - 1)) / _u
EVERY1 = Goal(that(low1) <= in_epsilon(first_moment).xreplace(_any), _EVERY)
EVERY2 = Goal(that(low2) <= in_epsilon(second_moment).xreplace(_any), _EVERY)


def _show_chord(proof: Proof) -> str:
    """Append that (exp(s) - 1)/(exp(s + t) - 1) is below s/(s + t)."""
    steep = proof.shows(that(_part - 1) < s * _part, on=_SINGLE, by="ladder",
        because="an exponential polynomial")
    return rises(proof, _whole * (_part - 1), s * (_power - 1),
        "an exponential is convex: up to epsilon = s + t it lies below its chord",
        slope=s * _power - _part + 1, on=_PAIR, facts=[(steep, {}, sp.Integer(1))])


def show_real1(proof: Proof) -> None:
    """Append that the bound on the amplitude is not below (11)."""
    chord = _show_chord(proof)
    proof.follows(EVERY1, (chord, 1 / (_whole * (_power - 1) * _u)),
        because="the difference of the two sides is a positive multiple of that of the chord",
        latex=r"\frac1{e^{s+t}-1}-\frac{n(s+t)+s}{(s+t)\,(e^{n(s+t)+s}-1)}\le\sum_{k=1}^ng_k")


#: (exp(s) - 1)/(exp(s + t) - 1) is below this times (3 exp(s + t) - 1)/(exp(s + t) - 1)^2: a
#: parabola in s/(s + t), equal at both ends.
_parabola = (_power - 1) * (
    2 * s * _whole * _power + s**2 * (_power - 1)) / (_whole**2 * (3 * _power - 1))
_linear = s * (3 * _part**2 - 2 * _part + 1) - 3 * _part**2 + 4 * _part - 1
_all = s * (3 * _part**2 - _part) - 4 * _part**2 + 6 * _part - 2
_TERMS = (
    (_linear, 2 * s * t * _power / (_whole**3 * (3 * _power - 1) ** 2),
        "this is the slope of a term of the parabola, but for a positive factor"),
    (_all, s**2 / (_whole**3 * (3 * _power - 1)), ("this is the slope of both terms at t = 0, but "
        "for a positive factor")))


def _show_parabola(proof: Proof) -> str:
    """Append that exp(s) - 1 is below a parabola in s/(s + t), equal at t = 0."""
    facts = [(proof.shows(that(0) < found, on=_SINGLE, by="ladder", because=why), {s: _whole}, w)
        for found, w, why in _TERMS]
    slope = sum((w * found.xreplace({s: _whole}) for found, w, _ in _TERMS), sp.Integer(0))
    return rises(proof, _part - 1, _parabola, "an exponential lies below this parabola as well",
        slope=slope, on=_PAIR, facts=facts)


def show_real2(proof: Proof) -> None:
    """Append that the bound on the power is not below (12)."""
    chord, parabola = _show_chord(proof), _show_parabola(proof)
    proof.follows(EVERY2, (chord, 2 * (count - 1) / (_whole * (_power - 1) * _u)),
        (parabola, (3 * _power - 1) / ((_power - 1) ** 2 * _u)),
        because="the difference of the two sides is n - 1 times that of the chord and once that of "
            "the parabola, but for positive factors")
