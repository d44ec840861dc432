"""Powers and their sums over all periods, for every real exponent, and what the staircase costs.

Of w(q, x) is assumed that it is x^q, and 0 at 0; of phi(q, b, u), that it is the sum over n >= 0 of
b^n w(q, n + u); and what a power has on the two pieces of a period.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.examples import Example
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.noise import Staircase
from dpproofs.theorems.staircase.series import TERM, Adding, Series, n
from dpproofs.theorems.staircase.setting import (FAMILY, RATIO, Delta, b, gamma, height, weight)

#: The exponent of the cost, any exponent, and places.
m, q = sp.symbols("m q", positive=True)
u, h = sp.Symbol("u", nonnegative=True), sp.Symbol("s", positive=True)
x = sp.Symbol("x", real=True)
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
EXPONENT, ORDER = positive(m), positive(q)
AHEAD, ORIGIN = Variable(u, zero, sp.oo, "[)"), Variable(x, zero, zero, "[]")
BEYOND = Variable(x, zero, sp.oo)

W, PHI = Given("w", "function", 2), Given("phi", "function", 3)
STAIRCASE = Staircase(FAMILY, (b, Delta, gamma), n)
ON = FAMILY & EXPONENT

POWERS = Goal(that(W(q, x)) == x**q, Domain((ORDER, BEYOND)))
ZEROS = Goal(that(W(q, x)) == 0, Domain((ORDER, ORIGIN)))
_TERM = b**n * W(q, n + u)
SUMS = Goal(Sum(_TERM, n, zero, sp.oo, PHI(q, b, u)), Domain((ORDER, RATIO, AHEAD)))

#: What a power has on either piece of a period, over its level there.
_here, _split, _next = (W(m + 1, place) for place in (n, n + gamma, n + 1))
_RISES, _SCALE = (_split - _here, _next - _split), Delta ** (m + 1) / (m + 1)


def _piece(place: int) -> Goal:
    level = STAIRCASE.density.pieces[place].value
    low, high = STAIRCASE.density.ends(place)
    claim = Integral(W(m, x) * level, x, low, high, level * _SCALE * _RISES[place])
    return Goal(claim, ON & TERM)


INTEGRALS = (_piece(0), _piece(1))
HYPOTHESES = (POWERS, ZEROS, SUMS, *INTEGRALS)


def model() -> Example:
    """The powers, and their sums by Lerch's transcendent."""
    place = sp.Symbol("u", nonnegative=True)
    total = place**q + b * sp.lerchphi(b, -q, place + 1)
    return {"w": sp.Lambda((q, place), place**q), "phi": sp.Lambda((q, b, place), total)}


def paid(split: sp.Expr, op: str, value: sp.Expr, ratio: sp.Expr = b) -> Expected:
    """What the staircase with some gamma costs, for the cost |x|^m."""
    return Expected(STAIRCASE.law(ratio, Delta, split), u, W(m, u), op, value)


def cost(split: sp.Expr) -> sp.Expr:
    """The value of that, at some gamma."""
    level = weight.xreplace({gamma: split})
    return Delta**m * (1 - b) ** 2 / ((m + 1) * level) * PHI(m + 1, b, split)


PAID = Goal(paid(gamma, "==", cost(gamma)), ON)


@dataclass(frozen=True)
class PeriodSteps:
    """The names of the steps that assume what is said of w and phi, and of the integrals."""

    powers: str
    zeros: str
    sums: str
    pieces: tuple[str, str]

    @classmethod
    def of(cls, proof: Proof) -> PeriodSteps:
        """Append these steps."""
        return cls(powers=proof.assumes(POWERS, because="the powers of x > 0"),
            zeros=proof.assumes(ZEROS, because="and of 0"),
            sums=proof.assumes(SUMS, because="their sums over all periods"),
            pieces=(proof.assumes(INTEGRALS[0], because="the integral over the first piece"),
                proof.assumes(INTEGRALS[1], because="and over the second")))


class Bent(powers.Convex):
    """Of what holds for exponents from 1 on, and of growth, what is needed."""

    def __init__(self, proof: Proof) -> None:
        powers.Inequalities.__init__(self, proof)
        self.grows = powers.Growth(proof).grows
        self.steepens = self._steepens()
        self.tangent_above = self._tangent_above()


class Sums:
    """Appends facts about the sums to a proof."""

    def __init__(self, proof: Proof, known: PeriodSteps, grows: str) -> None:
        self.proof, self.known, self.grows = proof, known, grows
        self._general = Series(known.sums, _TERM, PHI(q, b, u))
        self.positive = self._positive()
        self.bounded = self._bounded()
        proof.key(self.bounded)

    def at(self, on: Domain, order: sp.Expr, place: sp.Expr, ratio: sp.Expr = b) -> Series:
        """The sum for an exponent, from a place on."""
        return Adding(self.proof, on).at(self._general, {q: order, u: place, b: ratio})

    def first(self, on: Domain, order: sp.Expr, place: sp.Expr) -> str:
        """Append that the sum from a place on is its first term and b times that from the next."""
        here, later = self.at(on, order, place), self.at(on, order, place + 1)
        same = self.proof.shows(that(here.term.xreplace({n: n + 1})) == b * later.term,
            on=on & TERM, by="identity",
            because="every later term is b times one of the sum from the next place on")
        return self.proof.applies("first term of a sum", on=on, uses=(here.step, later.step, same),
            terms=here.term, rest=later.term, factor=b, value=here.value, remains=later.value,
            because="the first term of the sum")

    def _positive(self) -> str:
        """The sums are not negative."""
        place = sp.Symbol("u", positive=True)
        on = Domain((ORDER, RATIO, positive(place)))
        here = self.at(on, q, place)
        nothing = self.proof.shows(Sum(zero, n, zero, sp.oo, zero), on=on, by="sum", ratio=b,
            because="nothing, summed")
        return Adding(self.proof, on).compared(Series(nothing, zero, zero), here,
            (self.known.powers, {x: n + place}, b**n), because="no term is negative")

    def _bounded(self) -> str:
        """The sum grows with b and with the place: for b < 1/2 it is at most that at 1/2."""
        place = sp.Symbol("u", positive=True)
        on = Domain((ORDER, between(b, 0, half), positive(place), positive(h)))
        proof, adding = self.proof, Adding(self.proof, on)
        rests: list[Series] = []
        firsts = []
        for ratio, where in ((b, place), (half, place + h)):
            whole = self.at(on, q, where, ratio)
            step = proof.applies("without the first term", on=on, uses=(whole.step,),
                terms=whole.term, value=whole.value, because="the sum without its first term")
            first = whole.term.xreplace({n: zero})
            rests.append(Series(step, whole.term.xreplace({n: n + 1}), whole.value - first))
            firsts.append((self.known.powers, {x: where}))
        base, far, s = n + 1 + place, n + 1 + place + h, powers.s
        later = adding.compared(rests[0], rests[1], (self.known.powers, {x: far}, half ** (n + 1)),
            (self.known.powers, {x: base}, -(b ** (n + 1))),
            (self.grows, {powers.r: q, powers.x: base, s: h}, half ** (n + 1)),
            (self.grows, {powers.r: n + 1, powers.x: b, s: half - b}, base**q),
            because="each of these terms grows with b and with the place")
        (one_first, low), (two_first, high) = firsts
        return proof.follows(that(PHI(q, b, place)) <= PHI(q, half, place + h), later,
            (one_first, low, -one), (two_first, high),
            (self.grows, {powers.r: q, powers.x: place, s: h}), on=on,
            because="every term grows with b and with the place")


def show_cost(sums: Sums, exists: str) -> str:
    """Append what the staircase costs."""
    proof, known = sums.proof, sums.known
    nothing = proof.follows(that(W(m + 1, 0)) == 0, (known.zeros, {q: m + 1, x: zero}), on=ON,
        because="0^(m+1) is 0")
    periods, value = _show_periods(sums)
    whole = proof.shows(paid(gamma, "==", 2 * value), on=ON, by="expectation",
        uses=(exists, _show_nonnegative(proof, known), *known.pieces, periods),
        because="the density is even and the cost not negative, so that its mean is twice the sum "
        "over the periods")
    factor = 2 * height * _SCALE
    same = proof.follows(that(2 * value) == cost(gamma), (nothing, -factor), on=ON,
        because="in other words")
    return proof.concludes(PAID, by="weaken", uses=(whole, same),
        because="the cost is twice the sum of the integrals over all periods; the terms at the "
            "ends of periods telescope to 0, and those at gamma between them add up to (1-b) "
            "phi(m+1, b, gamma)")


def _show_nonnegative(proof: Proof, known: PeriodSteps) -> str:
    claim = that(0) <= W(m, u)
    parts = (proof.follows(claim, (known.zeros, {q: m, x: u}),
            on=ON & Variable(u, zero, zero, "[]"), because="0 is not negative"),
        proof.follows(claim, (known.powers, {q: m, x: u}), on=ON & Variable(u, zero, sp.oo),
            because="nor is a power"))
    return proof.shows(claim, on=ON & AHEAD, by="cases", uses=parts,
        because="the cost is not negative")


def _show_periods(sums: Sums) -> tuple[str, sp.Expr]:
    """Append the sum of the integrals over all periods on one side of the origin."""
    proof, adding = sums.proof, Adding(sums.proof, ON)
    here, at_zero = sums.at(ON, m + 1, gamma), sums.at(ON, m + 1, zero)
    step = proof.applies("without the first term", on=ON, uses=(at_zero.step,), terms=at_zero.term,
        value=at_zero.value, because="the sum over the ends of all periods but the first")
    ends = Series(step, at_zero.term.xreplace({n: n + 1}),
        at_zero.value - at_zero.term.xreplace({n: zero}))
    telescopes = adding.less(ends, at_zero, "less the sum itself: b^n n^(m+1) telescopes")
    factor = height * _SCALE
    both = adding.combined(here, factor * (1 - b), telescopes, factor,
        "the pieces of all periods together")
    return both.step, both.value


def _more(sums: Sums, on: Domain) -> str:
    """Append that the sum at b/2, without its first term, is at least that of n b^n."""
    proof, later, place = sums.proof, n + 1, n + 1 + b / 2
    here, value = sums.at(on, m + 1, b / 2), b / (1 - b) ** 2
    step = proof.applies("without the first term", on=on, uses=(here.step,), terms=here.term,
        value=here.value, because="the sum at b/2 without its first term")
    rest = Series(step, here.term.xreplace({n: later}),
        here.value - here.term.xreplace({n: sp.Integer(0)}))
    known = proof.shows(Sum(later * b**later, n, zero, sp.oo, value), on=on, by="sum", ratio=b,
        because="the sum of n b^n")
    return Adding(proof, on).compared(Series(known, later * b**later, value), rest,
        (sums.known.powers, {q: m + 1, x: place}, b**later),
        (sums.grows, {powers.r: m, powers.x: one, powers.s: place - 1}, b**later * place),
        because="beyond 1 a power with an exponent above 1 is at least its base")


def show_above(sums: Sums, cost_step: str, on: Domain, least: sp.Expr) -> tuple[str, str]:
    """Append that the cost at gamma = b/2 is more than a value; also that its expression is at
    least what the first step says.
    """
    proof, choice, order = sums.proof, b / 2, m + 1
    more = _more(sums, on)
    factor = cost(choice) / PHI(order, b, choice)
    low = proof.follows(that(2 * Delta**m / ((m + 1) * (3 - b))) <= cost(choice), (more, factor),
        (sums.known.powers, {q: order, x: choice}, factor), on=on,
        because="the terms of phi(m+1, b, b/2) but the first are at least b, 2 b^2, 3 b^3 and so "
            "on, which add up to b/(1-b)^2, since beyond 1 a power with the exponent m+1 is at "
            "least its base; and the first is not negative")
    above = proof.follows(that(least) < cost(choice), (low, one), on=on,
        because="this bound is more than its limit, as 3 - b < 3")
    at_choice = proof.shows(paid(choice, "==", cost(choice)), on=on, by="instance",
        uses=(cost_step,), at={gamma: choice}, because="the cost at gamma = b/2", besides=True)
    return low, proof.concludes(Goal(paid(choice, ">", least), on), by="weaken",
        uses=(at_choice, above), because="the cost at gamma = b/2 is at least 2 Delta^m/((m+1) "
            "(3-b)), and 3 - b < 3")
