"""Inequalities over a box, by branch and bound in ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import sympy as sp
from flint import arb, fmpq

from dpproofs.checkers.numbers import NoValue, ball, working_precision
from dpproofs.checkers.points import falsify
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, refuted, unknown

METHOD = "region"
BOXES = 4096
BITS = 128

Box = tuple[tuple[Fraction, Fraction], ...]


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when every box of a subdivision encloses only values of the right sign.

    The domain's bounds must be rational; ends are included whether they belong to it or not. A
    domain without variables is a single point. For ``lhs < rhs`` pairs of earlier steps on the
    same domain may show that rhs - lhs moves one way in a variable: the first gives its
    derivative g, the second says ``0 < g`` or ``g < 0``. Then the side of a box where the
    difference is least stands for the box.
    """
    relation, domain = step.goal.proposition, step.goal.domain
    if not (isinstance(relation, Relation) and relation.op in ("<", ">", "!=")):
        return unknown("a strict inequality over a box")
    try:
        box = rational_box(domain)
        least = corners(step, derivation) if step.uses else {}
        found = covered(relation, [v.symbol for v in domain], box, least)
    except (NoValue, ValueError) as problem:
        return unknown(str(problem))
    if found is not None:
        boxes, apart = found
        where = f"on {boxes} boxes" if boxes > 1 else "on one box" if box else "at one point"
        told = f"enclosed {where}, with the sides at least {apart} apart"
        return established(Grade.enclosed, told, boxes=boxes)
    point = falsify(relation, domain) if box else None
    return unknown("boxes remain undecided") if point is None else refuted(f"false at {point}")


def rational_box(domain: Domain) -> Box:
    """The closed box of a domain.

    Raises
    ------
    ValueError
        When a bound is not a rational number, or there is nothing between two bounds.
    """
    sides = []
    for variable in domain:
        if not (variable.lower.is_Rational and variable.upper.is_Rational) or variable.root:
            raise ValueError(f"the bounds of {variable.symbol} are not rational numbers")
        if not (variable.lower < variable.upper):
            raise ValueError(f"{variable.symbol} has no values")
        sides.append(
            tuple(Fraction(int(end.p), int(end.q)) for end in (variable.lower, variable.upper))
        )
    return tuple((low, high) for low, high in sides)


def corners(step: Step, derivation: Derivation) -> dict[sp.Symbol, int]:
    """For each variable in which rhs - lhs moves one way, 0 or 1: at which end it is least.

    Raises
    ------
    ValueError
        When the steps used are not pairs of a derivative of rhs - lhs and its sign.
    """
    relation, domain = step.goal.proposition, step.goal.domain
    pairs = list(zip(step.uses[::2], step.uses[1::2], strict=False))
    if len(step.uses) % 2 or not (isinstance(relation, Relation) and relation.op == "<"):
        raise ValueError("corners serve lhs < rhs, with pairs of earlier steps")
    ends: dict[sp.Symbol, int] = {}
    for slope, sign in pairs:
        claim, fact = derivation.step(slope).goal, derivation.step(sign).goal
        change = claim.proposition
        if not isinstance(change, Derivative):
            raise ValueError(f"step {slope} is not a derivative")
        rising, falling = that(0) < change.value, that(change.value) < 0
        fits = claim.domain == fact.domain == domain and fact.proposition in (rising, falling)
        if not (fits and change.function == relation.rhs - relation.lhs):
            raise ValueError("the steps used are not derivatives of rhs - lhs and their signs")
        ends[change.variable] = 0 if fact.proposition == rising else 1
    return ends


def covered(
    relation: Relation, symbols: list[sp.Symbol], box: Box, least: Mapping[sp.Symbol, int]
) -> tuple[int, str] | None:
    """The number of boxes on which the relation was enclosed, and how far apart its sides are at
    least, or None when some boxes are undecided.
    """
    difference = relation.lhs - relation.rhs
    done, todo, apart = 0, [box], arb("inf")
    with working_precision(BITS):
        while todo:
            current = todo.pop()
            at = {s: _hull(*side) for s, side in zip(symbols, current, strict=True)}
            worst = {
                s: _hull(*_edge(*side, least.get(s)))
                for s, side in zip(symbols, current, strict=True)
            }
            value = ball(difference, worst)
            if _right(value, relation.op) and _defined(relation, at):
                done += 1
                apart = min(apart, value.abs_lower())
                continue
            if not current or done + len(todo) >= BOXES or _wrong(value, relation.op):
                return None
            if _wrong(ball(difference, _middle(symbols, current)), relation.op):
                return None
            todo.extend(_halves(current))
    return done, _rounded_down(apart)


def _rounded_down(value: arb) -> str:
    """A positive number to two digits, and no more than it is."""
    near = float(value)
    if not 0 < near < float("inf"):
        return "0"
    places = math.floor(math.log10(near)) - 1
    digits = math.floor(near / 10.0**places * (1 - 1e-9))
    return f"{digits * 10.0**places:.{max(0, -places)}f}"


def _right(value: arb, operator: str) -> bool:
    below, above = bool(value < 0), bool(value > 0)
    if not value.is_finite():
        return False
    return {"<": below, ">": above, "!=": below or above}[operator]


def _wrong(value: arb, operator: str) -> bool:
    """No smaller box helps where the difference has the other sign throughout, or at a point."""
    return {"<": bool(value > 0), ">": bool(value < 0)}.get(operator, False)


def _defined(relation: Relation, at: dict[sp.Symbol, arb]) -> bool:
    """Both sides have values on the box: what cancels in their difference may have none."""
    return all(bool(ball(side, at).is_finite()) for side in (relation.lhs, relation.rhs))


def _middle(symbols: list[sp.Symbol], box: Box) -> dict[sp.Symbol, arb]:
    """The middle of a box, at which what is false is soon seen to be."""
    sums = (low + high for low, high in box)
    return {
        symbol: arb(fmpq(total.numerator, 2 * total.denominator))
        for symbol, total in zip(symbols, sums, strict=True)
    }


def _edge(low: Fraction, high: Fraction, end: int | None) -> tuple[Fraction, Fraction]:
    """A thin strip at one end of a side, which needs no continuity at the end itself."""
    width = (high - low) / 2**30
    return {None: (low, high), 0: (low, low + width), 1: (high - width, high)}[end]


def _hull(low: Fraction, high: Fraction) -> arb:
    return arb(fmpq(low.numerator, low.denominator)).union(
        arb(fmpq(high.numerator, high.denominator))
    )


def _halves(box: Box) -> list[Box]:
    """The box cut across its longest side."""
    longest = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    low, high = box[longest]
    middle = (low + high) / 2
    return [(*box[:longest], side, *box[longest + 1 :]) for side in ((low, middle), (middle, high))]
