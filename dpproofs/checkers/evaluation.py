"""What numbers say of a goal beside its proof: each kind of it is evaluated from its definition.

A look shows nothing; it may speak against a goal. What an equation, a derivative, an integral or a
sum states is computed twice. A limit is extrapolated from values on the way to the point. At a
minimum the derivative has its root, and no neighbour is lower. Inequalities have a slack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import singledispatch
from typing import Any

import sympy as sp

from dpproofs.checkers.agreement import (
    Look,
    Place,
    gap,
    integrated,
    near,
    ordered,
    same,
    slack,
    together,
)
from dpproofs.checkers.extrapolation import extrapolated, halvings
from dpproofs.checkers.models import everywhere, in_model, tests
from dpproofs.checkers.numbers import NoValue, digits, digits_along
from dpproofs.checkers.numeric import agreed_digits, exactly, uncancelled
from dpproofs.checkers.points import seeded
from dpproofs.checkers.quadrature import law_of, tail, total
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import (
    Derivative,
    Integral,
    Limit,
    Minimum,
    Program,
    Proposition,
    Relation,
    Series,
    Sum,
)
from dpproofs.kernel.verdict import Compared

POINTS = 3  # at which a goal is looked at; one where a quadrature is needed
TRIES = 12  # points that are drawn, since not every one is of use
LOSS = 150  # digits that may cancel on the way to a point
NEAR = (10, 1000, 10**5)  # neighbours of a minimum lie at these fractions of its interval
FLOATS, SPARE, SETS = 15, 10, 6  # digits for privacy, and beyond these; sets that are tried
SOLVED = 8  # digits of a linear program


def compared(
    goals: tuple[Goal, ...], statement: Statement, wanted: int, *, seed: int = 1
) -> tuple[Compared, ...]:
    """What a few points say of each kind of goal; of goals without a value nothing is said."""
    found: dict[str, list[Look]] = {}
    for goal in goals:
        if (look := _worst(goal, statement, wanted, seed)) is not None:
            found.setdefault(goal.proposition.kind, []).append(look)
    return tuple(
        Compared(kind, len(looks), worst.fits, worst.digits, worst.slack)
        for kind, looks in found.items()
        for worst in (together(looks),)
    )


def _worst(goal: Goal, statement: Statement, wanted: int, seed: int) -> Look | None:
    rng, domain = seeded(seed), everywhere(goal.domain, statement)
    enough = 1 if isinstance(goal.proposition, Integral | Expected | Proper) else POINTS
    seen: list[list[Look]] = []
    for _ in range(TRIES):
        try:
            place = Place(statement, domain.sample(rng), wanted)
        except BadInput:  # the earlier coordinates leave nothing for a later one
            continue
        if looks := list(_valued(looks_at(goal.proposition, place))):
            seen.append(looks)
        if len(seen) == enough:
            break
    found = [look for looks in seen for look in looks]
    return together(found) if found else None


def _valued(looks: Iterator[Look]) -> Iterator[Look]:
    """The looks up to the first that has no value."""
    with suppress(NoValue, ZeroDivisionError, ValueError, OverflowError, TypeError, BadInput):
        yield from looks


@singledispatch
def looks_at(claim: Proposition, place: Place) -> Iterator[Look]:
    """What can be evaluated of a proposition at a place."""
    yield from ()


@looks_at.register(Relation)
def _relation(claim: Relation, place: Place) -> Iterator[Look]:
    for example in place.statement.examples or ({},):
        if (seen := in_model(claim, place.statement, example)) is not None:
            yield from _valued(_of_sides(seen, place))


def _of_sides(claim: Relation, place: Place) -> Iterator[Look]:
    if claim.op == "==":
        left, right, _ = exactly(claim, place.point, place.wanted)
        yield same(left, right, place.wanted)
    elif claim.op != "!=":
        sides = (claim.lhs, claim.rhs) if claim.op in ("<", "<=") else (claim.rhs, claim.lhs)
        yield slack(gap(*sides, place), claim.op in ("<", ">"), place.wanted)


@looks_at.register(Derivative)
@looks_at.register(Integral)
@looks_at.register(Sum)
def _exact(claim: Derivative | Integral | Sum, place: Place) -> Iterator[Look]:
    yield integrated(*exactly(claim, place.point, place.wanted), place.wanted)


@looks_at.register
def _limit(claim: Limit, place: Place) -> Iterator[Look]:
    context = place.context(LOSS)
    at = place.values(context)
    function = digits_along(claim.expression, claim.variable, at, context)
    ways = halvings(claim.point, claim.side, at, context)
    if claim.value.is_infinite:
        sign = 1 if claim.value is sp.oo else -1
        values = [sign / function(x) for x in ways]
        if values[-1] <= 0 or 2 * values[-1] < values[0]:
            yield Look(fits=bool(values[-1] > 0))
        else:
            yield _tending(values, context.mpf(0), place.wanted)
    else:
        values = [function(x) for x in ways]
        yield _tending(values, digits(claim.value, at, context), place.wanted)


def _tending(values: list[Any], stated: Any, wanted: int) -> Look:
    scale = max(abs(values[0]), abs(stated))
    estimate, known = extrapolated(values, scale, wanted)
    return near(estimate, stated, known, wanted, scale)


@looks_at.register
def _series(claim: Series, place: Place) -> Iterator[Look]:
    context = place.context(LOSS)
    at = place.values(context)
    function = digits_along(claim.expression, claim.variable, at, context)
    ways = list(halvings(sp.S.Zero, "+", at, context))
    rest = [function(x) for x in ways]
    for order, coefficient in enumerate(claim.coefficients):
        stated = digits(coefficient, at, context)
        values = [value / x**order for value, x in zip(rest, ways, strict=True)]
        yield _tending(values, stated, place.wanted)
        rest = [value - stated * x**order for value, x in zip(rest, ways, strict=True)]


@looks_at.register
def _minimum(claim: Minimum, place: Place) -> Iterator[Look]:
    context = place.context()
    at = place.values(context)
    function = digits_along(claim.function, claim.variable, at, context)
    lowest, low, high = (
        context.mpf("inf") if end is sp.oo else digits(end, at, context)
        for end in (claim.at, claim.lower, claim.upper)
    )
    least = function(lowest)
    reach = high - low if context.isfinite(high) else 1 + abs(lowest)
    for part in NEAR:
        for x in (lowest - reach / part, lowest + reach / part):
            if low < x < high:
                yield ordered(least, function(x), True, place.wanted)
    if low < lowest < high:
        slope: Callable[[Any], Any] = lambda x: context.diff(function, x)  # noqa: E731
        step = min(lowest - low, high - lowest) / 1000
        found = context.findroot(slope, (lowest - step, lowest + step), solver="secant")
        yield near(found, lowest, place.wanted // 2, place.wanted, reach)


@looks_at.register(Even)
@looks_at.register(Cheaper)
def _of_examples(claim: Proposition, place: Place) -> Iterator[Look]:
    """What the tails of the examples say: of noise that is given, at sets that are drawn."""
    rng = seeded(7)
    for relation, own in tests(claim, place.statement):
        for _ in range(SETS):
            point = {**place.point, **Domain(own).sample(rng)}
            yield from _relation(relation, replace(place, point=point))


@looks_at.register
def _private(claim: Private, place: Place) -> Iterator[Look]:
    """Of noise that is defined, the measures of half lines and of these moved."""
    if (found := law_of(claim.noise, place.statement)) is None:
        yield from _of_examples(claim, place)
        return
    place, rng = replace(place, wanted=min(place.wanted, FLOATS)), seeded(7)
    context = place.context(SPARE)
    at = place.values(context)
    epsilon, delta, reach = (
        digits(value, at, context) for value in (claim.epsilon, claim.delta, claim.sensitivity)
    )
    for _ in range(SETS):
        share, start = context.mpf(rng.randint(-4, 4)) / 4, context.mpf(rng.randint(-8, 8)) / 4
        if found[0].on == "integers":
            shift, start = context.nint(reach * share), context.nint(reach * start) + 0.5
        else:
            shift, start = reach * share, reach * (start + context.mpf(1) / 9)
        here, there = (tail(claim.noise, t, place, context) for t in (start, start + shift))
        yield ordered(here, context.exp(epsilon) * there + delta, False, FLOATS)


@looks_at.register
def _program(claim: Program, place: Place) -> Iterator[Look]:
    """The least value by a solver in floating point."""
    from scipy.optimize import linprog  # few claims need it, and it takes long to load

    none = dict.fromkeys(claim.variables, sp.S.Zero)
    context = place.context()

    def number(expression: sp.Expr) -> float:
        return float(digits(expression, place.values(context), context))

    def row(expression: sp.Expr) -> tuple[list[float], float]:
        slopes = [number(sp.diff(expression, symbol)) for symbol in claim.variables]
        return slopes, number(expression.xreplace(none))

    cost, constant = row(claim.objective)
    above, exact = ([row(part) for part in rows] for rows in (claim.constraints, claim.equations))
    found = linprog(
        cost,
        A_ub=[[-slope for slope in slopes] for slopes, _ in above] or None,
        b_ub=[rest for _, rest in above] or None,
        A_eq=[slopes for slopes, _ in exact] or None,
        b_eq=[-rest for _, rest in exact] or None,
    )
    if found.status != 0:
        raise NoValue("the solver found no least value")
    stated = digits(claim.value, place.values(context), context)
    yield near(context.mpf(found.fun + constant), stated, SOLVED, place.wanted, context.mpf(1))


@looks_at.register
def _proper(claim: Proper, place: Place) -> Iterator[Look]:
    context = place.context()
    whole, error = total(claim.noise, lambda _: 1, place, context)
    yield integrated(whole, context.mpf(1), error, place.wanted)


@looks_at.register
def _expected(claim: Expected, place: Place) -> Iterator[Look]:
    context = place.context()
    at = place.values(context)
    cost = digits_along(claim.cost, claim.variable, at, context)
    stated = digits(claim.value, at, context)  # first, as it may have no value
    whole, error = total(claim.noise, cost, place, context)
    if claim.op == "==":
        if agreed_digits(whole, stated, place.wanted) < place.wanted:
            stated = uncancelled(claim.value, place.point, place.wanted)
        yield integrated(whole, stated, error, place.wanted)
    else:
        low, high = (whole, stated) if claim.op in ("<", "<=") else (stated, whole)
        yield ordered(low, high, claim.op in ("<", ">"), place.wanted)
