"""One dimension: how the sums of the staircase grow with the first radius."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.mean import Increments
from dpproofs.theorems.vector.ratios import n, zero
from dpproofs.theorems.vector.setting import RATIO, b

m, p, y, gap = sp.symbols("m p y z", positive=True)

ON = Domain((RATIO, positive(p)))
AT = Domain((RATIO, positive(m)))
PLACE, PAIR = between(y, 0, 1, "(]"), (between(y, 0, 1), between(gap, 0, 1 - y, "(]"))
UP = ON & PAIR[0] & PAIR[1]
LATER = AT & PAIR[0] & PAIR[1]
later = y + gap

T = Given("T", "function", 2)
SUMS = Goal(Sum(b**n * (n + y) ** m, n, zero, sp.oo, T(m, y)), AT & PLACE)


def slope(place: sp.Expr) -> sp.Expr:
    """W = D g - N with N = T_(1+p), D = (1 + p) T_1 and g = N'/D' = (1 - b) T_p."""
    return (1 + p) * (1 - b) * T(1, place) * T(p, place) - T(1 + p, place)


def cost(first: sp.Expr, last: sp.Expr) -> sp.Expr:
    """The difference of the costs at two places, times both D, over 1 + p."""
    return T(1 + p, last) * T(1, first) - T(1 + p, first) * T(1, last)


AFFINE = Goal(that((1 - b) * (T(1, later) - T(1, y))) == gap, Domain((RATIO, *PAIR)))
RISES = Goal(that(T(p, y)) < T(p, later), UP)
LOW = Goal(that((1 + p) * gap * T(p, y)) < T(1 + p, later) - T(1 + p, y), UP)
HIGH = Goal(that(T(1 + p, later) - T(1 + p, y)) < (1 + p) * gap * T(p, later), UP)
CLIMBS = Goal(that(slope(y)) < slope(later), UP)
COSTS = (Goal(that(slope(y) * gap) < (1 - b) * cost(y, later), UP),
    Goal(that((1 - b) * cost(y, later)) < slope(later) * gap, UP))


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent."""
    order, place = sp.symbols("m y", positive=True)
    return {"T": sp.Lambda((order, place), sp.lerchphi(b, -order, place))}


def _affine(proof: Proof, sums: str) -> str:
    """Append that T_1 grows by z/(1 - b)."""
    adding = Adding(proof, AFFINE.domain)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))
    far, near = (adding.at(every, {m: sp.Integer(1), y: place}) for place in (later, y))
    grown = adding.less(far, near, "this is how much the sum grows")
    known = Series(proof.shows(Sum(b**n * gap, n, zero, sp.oo, gap / (1 - b)), on=AFFINE.domain,
            by="sum", ratio=b, because="this is a geometric series"), b**n * gap, gap / (1 - b))
    both = [adding.compared(*pair, because="the terms are the same")
        for pair in ((grown, known), (known, grown))]
    same = proof.applies("antisymmetry", on=AFFINE.domain, uses=both, left=grown.value,
        right=known.value, because="so the sums are")
    return proof.follows(AFFINE, (same, 1 - b), because="T(1, y) rises along a line")


def _rises(proof: Proof, sums: str, grown: Increments) -> str:
    """Append that T_p increases: its first term does, and the others do not fall."""
    adding = Adding(proof, UP)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))
    far, near = (adding.at(every, {m: p, y: place}) for place in (later, y))
    more = adding.less(far, near, "this is how much a sum grows")
    first = later**p - y**p
    rest = proof.applies("without the first term", on=UP, uses=(more.step,), terms=more.term,
        value=more.value, because="but for the first term")
    tail = Series(rest, more.term.xreplace({n: n + 1}), more.value - first)
    nothing = adding.scaled(tail, zero, "zeros add up to 0")
    power = {powers.r: p, powers.s: gap}
    some = adding.compared(nothing, tail,
        (grown.powers.grows, {**power, powers.x: n + 1 + y}, b ** (n + 1)), because="powers grow")
    return proof.follows(RISES, some, (grown.powers.grows, {**power, powers.x: y}),
        because="the first term increases, and the others do not fall")


def _strict(proof: Proof, grown: Increments, rises: str) -> tuple[str, str]:
    """Append by how much T_(1+p) grows at least, and at most: the middle is used as well."""
    first: dict[sp.Symbol, sp.Expr] = {m: p, gap: gap / 2}
    second = {**first, y: y + gap / 2}
    share = (1 + p) * gap / 2
    return (proof.follows(LOW, (grown.low, first), (grown.low, second),
            (rises, {gap: gap / 2}, share),
            because="T grows by at least its first slope times the step: both halves of it do"),
        proof.follows(HIGH, (grown.high, first), (grown.high, second),
            (rises, {y: y + gap / 2, gap: gap / 2}, share),
            because="T grows by at most its last slope times the step"))


def is_positive(proof: Proof, sums: str, order: sp.Expr) -> str:
    """Append that a sum is positive."""
    adding = Adding(proof, ON & PLACE)
    whole = adding.at(Series(sums, b**n * (n + y) ** m, T(m, y)), {m: order})
    rest = proof.applies("without the first term", on=ON & PLACE, uses=(whole.step,),
        terms=whole.term, value=whole.value, because="but for the first term")
    tail = Series(rest, whole.term.xreplace({n: n + 1}), whole.value - y**order)
    nothing = adding.scaled(tail, zero, "zeros add up to 0")
    some = adding.compared(nothing, tail, because="the terms after the first are not negative")
    return proof.follows(that(0) < T(order, y), some, on=ON & PLACE,
        because="the first one is positive")


@dataclass(frozen=True)
class GrowthSteps:
    """Names of the steps that say how the sums grow."""

    affine: str
    rises: str
    low: str
    high: str
    above: str


def known_of(proof: Proof, sums: str, grown: Increments) -> GrowthSteps:
    """Append how T_1, T_p and T_(1+p) grow, and that T_1 is positive."""
    affine = _affine(proof, sums)
    rises = _rises(proof, sums, grown)
    low, high = _strict(proof, grown, rises)
    return GrowthSteps(affine, rises, low, high, is_positive(proof, sums, sp.Integer(1)))


def positive_at(proof: Proof, known: GrowthSteps, place: sp.Expr, times: sp.Expr,
        on: Domain) -> str:
    """Append that a multiple of T_1 is positive at a place."""
    return proof.follows(that(0) < times * T(1, place), (known.above, {y: place}, times), on=on,
        because="T_1 is positive")
