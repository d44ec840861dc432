"""Appendix E, (313)-(317): the derivative of the cost in gamma, and the equation for its zeros.

The derivative of a sum over k is taken from bounds: the sum for m + 1 rises from gamma to gamma + h
by at least (m+1) h times the sum for m at gamma, by at most that at gamma + h, and the latter sum
is convex, so that it tends to its value at gamma.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Limit, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.moment_cost import VALUE
from dpproofs.theorems.staircase.moment_sums import (HYPOTHESES, INSIDE, ON, READING, SLOPE, Bent,
    show_sums)
from dpproofs.theorems.staircase.power_moments import EXPONENT, GIVEN, S, m, model, one, zero
from dpproofs.theorems.staircase.power_sums import SUMS, TERM, i, k
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.staircase.setting import (PAPER, RATIO, SENSITIVITY, Delta, b, gamma, weight)

h = sp.Symbol("h", positive=True)
FAMILY = Domain((RATIO, SENSITIVITY, INSIDE, EXPONENT))
AFTER, BEFORE = Variable(h, zero, 1 - gamma), Variable(h, zero, gamma)

#: (316) without its positive factors, and what they are.
_this, _next = S(m, b, gamma), S(m + 1, b, gamma)
NUMERATOR = (m + 1) * weight * _this - (1 - b) * _next
_FACTOR = Delta**m * (1 - b) ** 2 / (m + 1)
DERIVATIVE = _FACTOR / weight**2 * NUMERATOR

_there, _back = VALUE.xreplace({gamma: gamma + h}), VALUE.xreplace({gamma: gamma - h})
_AHEAD, _BEHIND = (_there - VALUE) / h, (VALUE - _back) / h
LIMITS = tuple(Goal(Limit(quotient, h, zero, "+", DERIVATIVE), FAMILY)
    for quotient in (_AHEAD, _BEHIND))

POSITIVE = Goal(that(0) < _FACTOR / weight**2, FAMILY)

#: How the sum for m + 1 rises from gamma to gamma + h.
_further = S(m + 1, b, gamma + h) - _next
RISES = (Goal(that((m + 1) * h * _this) <= _further, FAMILY & AFTER),
    Goal(that(_further) <= (m + 1) * h * S(m, b, gamma + h), FAMILY & AFTER))

_each = b**k * (k + gamma) ** m * (m * gamma * (1 - b) + (m + 1) * b - (1 - b) * k)
EQUATION = Goal(Sum(_each, k, zero, sp.oo, NUMERATOR), ON)

STATIONARY = Statement(
    id="staircase.appE.316",
    paper=PAPER,
    item="Appendix E, (313)-(317)",
    title="the equation for the best gamma",
    printed_latex=r"\begin{gathered}V'(\gamma)=\frac{\Delta^m(1-b)^2}{(m+1)D^2}\Bigl(D\sum_{i=1}^{"
    r"m+1}i\binom{m+1}ic_{m+1-i}\gamma^{i-1}-(1-b)\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i"
    r"\Bigr),\quad D=b+(1-b)\gamma;\\V'(\gamma)=0\iff D\sum_{i=1}^{m+1}i"
    r"\binom{m+1}ic_{m+1-i}\gamma^{i-1}=(1-b)\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i\\"
    r"\iff\sum_{k\ge0}b^k(k+\gamma)^m\bigl[m\gamma(1-b)+(m+1)b-(1-b)k\bigr]=0\end{gathered}",
    given=GIVEN,
    printed=(SLOPE, *LIMITS, POSITIVE, EQUATION, *RISES),
    hypotheses=HYPOTHESES,
    examples=(model(),),
    note=READING + "V(gamma) is the value in (312), which staircase.appE.312 shows to be the cost. "
    "The next two goals are its derivative: the limits of both difference quotients. Their factor "
    "before the difference of the two sides of (317) is positive, so that one vanishes with the "
    "other, and the next goal is the same difference as a sum over k. The last goals bound how "
    "the sum in (312) rises, from which the derivative is taken.",
)


class Slope:
    """Appends the derivation of the limits."""

    def __init__(self, proof: Proof, moments: Series, bent: Bent) -> None:
        self._proof, self._moments, self._bent = proof, moments, bent
        self._some = [self._positive(order) for order in (m, m + 1)]
        self._room = self._grows()

    def _at(self, on: Domain, order: sp.Expr, place: sp.Expr) -> Series:
        at = {i: order, gamma: place}
        return Adding(self._proof, on).at(self._moments, at)

    def _positive(self, order: sp.Expr) -> str:
        adding, series = Adding(self._proof, ON), self._at(ON, order, gamma)
        return adding.compared(adding.scaled(series, zero), series,
            because="no term of the sum is negative")

    def _grows(self) -> str:
        """The sum for m is not larger at gamma than at 1."""
        at = {powers.p: m + 1, powers.x: k + gamma, powers.s: 1 - gamma}
        return Adding(self._proof, ON).compared(self._at(ON, m, gamma), self._at(ON, m, one),
            (self._bent.steepens, at, b**k), because="the terms of the sum for m grow with gamma")

    def _rises(self, on: Domain, low: sp.Expr, high: sp.Expr) -> tuple[str, str]:
        """How much the sum for m + 1 rises: at least, and at most."""
        adding, length = Adding(self._proof, on), high - low
        rise = adding.less(self._at(on, m + 1, high), self._at(on, m + 1, low),
            "how much the sum for m + 1 rises")
        at = {powers.p: m + 1, powers.x: k + low, powers.s: length}
        start, end = (adding.scaled(self._at(on, m, place), (m + 1) * length)
            for place in (low, high))
        return (adding.compared(start, rise, (self._bent.tangent, at, b**k),
                because="a power rises by at least h times its slope at the start"),
            adding.compared(rise, end, (self._bent.tangent_above, at, b**k),
                because="a power rises by at most h times its slope at the end"))

    def _chord(self, on: Domain, low: sp.Expr, middle: sp.Expr) -> str:
        """The sum for m is convex: between a place and 1 it is below its chord."""
        adding, s, t = Adding(self._proof, on), middle - low, 1 - middle
        ends = adding.combined(self._at(on, m, low), t, self._at(on, m, one), s,
            "the chord up to 1")
        at = {powers.p: m, powers.x: k + low, powers.s: s, powers.t: t}
        return adding.compared(adding.scaled(self._at(on, m, middle), s + t), ends,
            (self._bent.tangent_above, _without(at, powers.t), b**k * t),
            (self._bent.tangent, {powers.p: m, powers.x: k + middle, powers.s: t}, b**k * s),
            because="a power is convex, and lies below its chord up to gamma = 1")

    def _squeezed(self, goal: Goal, bounds: tuple[sp.Expr, sp.Expr], uses: list[str]) -> None:
        tends = [self._proof.shows(Limit(bound, h, zero, "+", DERIVATIVE), on=goal.domain,
                by="limit", because="this bound tends to the derivative") for bound in bounds]
        self._proof.concludes(goal, by="squeeze", uses=(*uses, *tends),
            because="so does the difference quotient")

    def show_ahead(self) -> None:
        """Append the limit from the right."""
        on, proof = FAMILY & AFTER, self._proof
        further = weight.xreplace({gamma: gamma + h})
        rise, most = self._rises(on, gamma, gamma + h)
        chord = self._chord(on, gamma, gamma + h)
        proof.key(chord)
        scale, room = _FACTOR / (weight * further), (S(m, b, 1) - _this) / (1 - gamma)
        low, high = (scale * ((m + 1) * weight * (_this + more) - (1 - b) * _next)
            for more in (zero, room * h))
        factor = _FACTOR / (h * further)
        bounds = [proof.follows(that(low) <= _AHEAD, (rise, factor), on=on,
                because="over a common denominator the quotient has b + (1-b) gamma times the rise "
                "of the sum for m + 1, less (1-b) h times that sum; the rise is at least (m + 1) h "
                "S(m, b, gamma)"),
            proof.follows(that(_AHEAD) <= high, (most, factor),
                (chord, factor * (m + 1) * h / (1 - gamma)), on=on,
                because="the rise is at most (m + 1) h S(m, b, gamma + h), and S(m, b, gamma + h) "
                "lies below the chord from gamma to 1")]
        self._squeezed(LIMITS[0], (low, high), bounds)

    def show_behind(self) -> None:
        """Append the limit from the left, with bounds without b + (1-b) (gamma - h)."""
        on, proof = FAMILY & BEFORE, self._proof
        before = weight.xreplace({gamma: gamma - h})
        least, rise = self._rises(on, gamma - h, gamma)
        chord = self._chord(on, gamma - h, gamma)
        room = (m + 1) * (S(m, b, 1) - _this) / (1 - gamma) * h / b
        off = (1 - b) * h / (b * weight**2) * ((m + 1) * weight * _this + (1 - b) * _next)
        low, high = DERIVATIVE - _FACTOR * (off + room), DERIVATIVE + _FACTOR * off
        factor, gap = _FACTOR / (h * before), (1 - b) * (gamma - h) / (b * before)
        both, part = (before + b) / (b * before), _FACTOR * (1 - b) * h / weight**2

        def some(first: sp.Expr, second: sp.Expr) -> list[Use]:
            return [(self._some[0], (m + 1) * weight * part * first),
                (self._some[1], (1 - b) * part * second)]

        bounds = [proof.follows(that(low) <= _BEHIND, (least, factor),
                (chord, factor * (m + 1) * h / (1 - gamma)), *some(both, gap),
                (self._room, _FACTOR * (m + 1) * h / (1 - gamma) * gap), on=on,
                because="before gamma the rise is at least (m + 1) h S(m, b, gamma - h), which the "
                "chord from gamma - h to 1 bounds from below, and b + (1-b) (gamma - h) is at "
                "least b"),
            proof.follows(that(_BEHIND) <= high, (rise, factor), *some(gap, both), on=on,
                because="the rise is at most (m + 1) h S(m, b, gamma), and b + (1-b) (gamma - h) "
                "is at least b")]
        self._squeezed(LIMITS[1], (low, high), bounds)


def _without(at: dict[sp.Symbol, sp.Expr], symbol: sp.Symbol) -> dict[sp.Symbol, sp.Expr]:
    return {key: value for key, value in at.items() if key != symbol}


def show_equation(proof: Proof, moments: Series) -> None:
    """Append the difference of the two sides of (317) as a sum over k."""
    adding = Adding(proof, ON)
    here, later = (adding.at(moments, {i: order}) for order in (m, m + 1))
    both = adding.combined(here, (m + 1) * weight, later, b - 1, "(317), summed")
    same = proof.shows(that(both.term) == _each, on=ON & TERM, by="identity",
        because="the higher power has the lower one as a factor")
    value = proof.shows(that(both.value) == NUMERATOR, on=ON, by="identity",
        because="b - 1 is the negative of 1 - b")
    proof.applies("multiple of a sum", on=ON, uses=(both.step, same, value), terms=both.term,
        others=_each, factor=one, value=both.value, other=NUMERATOR,
        because="(317): (m + 1) (b + (1-b) gamma) times the sum for m, less 1 - b times that for m "
        "+ 1, is added up term by term")


def derive() -> Derivation:
    proof = Proof(FAMILY, STATIONARY)
    proof.idea(__doc__)
    moments = show_sums(proof, proof.assumes(SUMS, because="the sums (306)"))
    proof.key(moments.step)
    slope = Slope(proof, moments, Bent(proof))
    slope.show_ahead()
    slope.show_behind()
    proof.concludes(POSITIVE, by="sign", because="the other factor of (316) is positive")
    show_equation(proof, moments)
    return proof.done()


CLAIMS = (Claim(STATIONARY, derive),)
