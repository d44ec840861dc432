"""Sections II and III: costs, and the scaling of the problem."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import (BETWEEN, COST, EXAMPLE_COST, FAR, alpha,
    assumption, beta, h, place)
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

x = OWN["x"]

# -- Assumption 1 ---------------------------------------------------------------------------------

_ON = Domain((positive(alpha), positive(beta)))
_EVEN = Goal(that(COST(-x)) == COST(x), _ON & real(x))
_far = sp.exp(FAR(half)) + h
_power, _BEYOND = beta * _far**alpha, _ON & positive(h)
_ANYWHERE = _ON & Variable(x, sp.Integer(0), sp.oo, "[)")
_middle = BETWEEN(x, half)
_NONNEGATIVE = tuple(Goal(that(0) <= COST(place), _ON & positive(h)) for place in (h, -h))
_HALVED = (Goal(that(0) <= _middle, _ANYWHERE), Goal(that(_middle) <= x, _ANYWHERE),
    Goal(that(COST(_middle)) == COST(x) / 2, _ANYWHERE))
_GROWTH = (Goal(that(_power / 2) <= COST(_far), _BEYOND),
    Goal(that(COST(_far)) <= 3 * _power / 2, _BEYOND))

ASSUMPTION = Statement(id="cactus.ass1", paper=PAPER, item="Assumption 1",
    title="what is assumed of a cost",
    printed_latex=r"c\ge0,\quad c(0)=0,\quad c(x)=c(-x),\quad c\text{ monotone in }|x|,\quad c"
    r"\text{ continuous},\quad c(x)\sim\beta x^\alpha", parameters=_ON, given=(COST, BETWEEN, FAR),
    hypotheses=(_EVEN, *assumption(_ON)), printed=(*_NONNEGATIVE, *_HALVED, *_GROWTH),
    note="The hypotheses are the assumption. A function that does not decrease on [0, oo) is "
    "continuous there just when it takes every value between two of its own: b(x, u) is a place "
    "where c has the share u of c(x). exp(f(e)) is a place from which on c is beta x^alpha up to "
    "the share e. The goals: that c is not negative follows from the rest; it has half of each of "
    "its values; and far out it is between beta x^alpha/2 and 3 beta x^alpha/2, so that a bound on "
    "the cost keeps all noise from escaping to infinity.",
    examples=({**EXAMPLE_COST, "c": sp.Lambda(x, beta * sp.Abs(x) ** alpha)},), definition=True)


def derive_assumption() -> Derivation:
    proof = Proof(_ON, ASSUMPTION)
    even, zero, grows, start, stop, taken, low, high = proof.supposes(
        (_EVEN, "the sign of the noise does not matter"), *assumption(_ON).items())
    origin = {place: sp.Integer(0)}
    right = proof.concludes(_NONNEGATIVE[0], because="it grows from 0, and so is not negative",
        by="entailment", uses=(zero, grows), facts=[(grows, origin, 1), (zero, {}, 1)])
    proof.follows(_NONNEGATIVE[1], right, even, because="on either side of the origin")
    for goal, fact, why in ((_HALVED[0], start, "the place of half the cost is not left of 0"),
            (_HALVED[1], stop, "the place of half the cost is not beyond x"),
            (_HALVED[2], taken, "there the cost is half of that at x")):
        proof.follows(goal, fact, because=why)
    for goal, fact in ((_GROWTH[0], low), (_GROWTH[1], high)):
        proof.follows(goal, fact, because="with a share of one half")
    return proof.done()


# -- scaling --------------------------------------------------------------------------------------

s, size = sp.symbols("s u", positive=True)
low, shift = sp.symbols("y a", real=True)
X, Y = Given("X", "noise"), Given("Y", "noise")
_SCALE = Domain((positive(s),))
_PLACED = _SCALE & real(low) & positive(size)
_SHIFTED = _PLACED & between(shift, -s, s, "[]")


def _open(start: sp.Expr, stop: sp.Expr) -> sp.Expr:
    return interval(start, stop)


_SCALED = Goal(that(Mass(Y(), _open(low, low + size))) ==
    Mass(X(), _open(s * low, s * (low + size))), _PLACED)
_SHIFTS = (Goal(that(Mass(Y(), Moved(_open(low, low + size), -shift / s))) ==
        Mass(X(), Moved(_open(s * low, s * (low + size)), -shift)), _SHIFTED),
    Goal(that(-1) <= shift / s, _SHIFTED), Goal(that(shift / s) <= 1, _SHIFTED))
_COSTS = Goal(that(Mass(Y(), beyond(size))) == Mass(X(), beyond(s * size)),
    _SCALE & positive(size))

SCALING = Statement(id="cactus.scale", paper=PAPER, item="Section III, scaling",
    title="sensitivity s and cost c(x) are sensitivity 1 and cost c(s x)",
    printed_latex=r"\text{sensitivity }s,\ \text{cost }c(x)\ \Longleftrightarrow\ "
    r"\text{sensitivity }1,\ \text{cost }c(sx)", parameters=_SCALE, given=(X, Y),
    hypotheses=(_SCALED,), printed=(*_SHIFTS, _COSTS),
    note="X is noise for the first problem, Y = X/s; every Y is of this form. Open intervals "
    "determine a distribution. What X gives an interval after a shift by a is what Y gives the "
    "scaled interval after a shift by a/s, which is at most 1 in size just when a is at most s: a "
    "divergence is a supremum over partitions into intervals and so the same. s |Y| has the tails "
    "of |X|, so that c(s Y) costs what c(X) does.",
    examples=({"X": laplace(half, s), "Y": laplace(half, sp.Integer(1))},))


def derive_scaling() -> Derivation:
    proof = Proof(_SHIFTED, SCALING)
    scaled = proof.assumes(_SCALED, because="Y is X over s")
    start = low - shift / s
    there = proof.at(scaled, {low: start}, because="at a shifted interval")
    moves = [proof.shows(that(Mass(noise, Moved(_open(*ends), by))) == Mass(noise, _open(*into)),
            by="measure", because="a shifted interval is an interval")
        for noise, ends, by, into in ((Y(), (low, low + size), -shift / s, (start, start + size)),
            (X(), (s * low, s * (low + size)), -shift, (s * start, s * (start + size))))]
    proof.follows(_SHIFTS[0], there, *moves, because="so shifts by $a$ and by $a/s$ correspond")
    for goal in _SHIFTS[1:]:
        proof.concludes(goal, by="sign", because="and a/s is a shift within the sensitivity 1")
    inside = proof.at(scaled, {low: -size, size: 2 * size}, on=_COSTS.domain,
        because="at an interval about the origin")
    outside = [proof.shows(that(Mass(noise, beyond(bound)) + Mass(noise, _open(-bound,
            bound))) == 1, on=_COSTS.domain, by="measure", because="noise lies inside or outside")
        for noise, bound in ((Y(), size), (X(), s * size))]
    proof.follows(_COSTS, inside, *outside,
        because="so the tails correspond, and with them the costs")
    return proof.done()


CLAIMS = (Claim(ASSUMPTION, derive_assumption), Claim(SCALING, derive_scaling))
