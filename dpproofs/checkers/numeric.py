"""The two sides of an equation to many digits by mpmath, beside an enclosure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
from mpmath.calculus.quadrature import GaussLegendre

from dpproofs.checkers.numbers import (
    NoValue,
    ball,
    balls,
    digits,
    digits_along,
    mp_context,
    working_precision,
)
from dpproofs.kernel.proposition import Derivative, Integral, Proposition, Relation, Sum

TERMS = 4000
SMOOTH = 4  # how often nodes are doubled for an integrand that may be smooth
FINER = (1, 4, 16)  # times as many digits, where they cancel
ALIKE = 2 / 3  # of the digits, in two sums: one with twice the nodes has all, if smooth


def exactly(
    claim: Proposition, point: Mapping[sp.Symbol, sp.Expr], wanted: int
) -> tuple[Any, Any, Any]:
    """The two sides of a proposition at a point, each from its definition, and about how far off
    the first is where it was integrated, 0 elsewhere.

    Raises
    ------
    NoValue
        When a side has no value here, or the proposition has no two sides.
    """
    context = mp_context(wanted + 25)
    values = {symbol: digits(value, {}, context) for symbol, value in point.items()}

    def at(expression: sp.Expr) -> Any:
        return digits(expression, values, context)

    if isinstance(claim, Relation) and claim.op == "==":
        _enclosed(claim, point)
        return at(claim.lhs), at(claim.rhs), 0
    if isinstance(claim, Derivative):

        def function(x: Any) -> Any:
            return digits(claim.function, {**values, claim.variable: x}, context)

        return context.diff(function, values[claim.variable]), at(claim.value), 0
    if isinstance(claim, Integral):
        integrand = digits_along(claim.integrand, claim.variable, values, context)
        low, high = (_end(end, at, context) for end in (claim.lower, claim.upper))
        found, error = quadrature(integrand, low, high, context)
        stated = at(claim.value)
        if agreed_digits(found, stated, wanted) < wanted:
            stated = uncancelled(claim.value, point, wanted)
        settled = error <= abs(found) * context.mpf(10) ** (-wanted // 2)
        if not settled and agreed_digits(found, stated, wanted) < wanted:
            raise NoValue("the quadrature is too coarse")
        return found, stated, error
    if isinstance(claim, Sum):
        first = int(claim.lower.subs(point))
        last = first + TERMS if claim.upper is sp.oo else int(claim.upper.subs(point))
        return _summed(claim, range(first, last + 1), values, context), at(claim.value), 0
    raise NoValue("there are no two sides")


def uncancelled(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr], wanted: int) -> Any:
    """A value of which as many digits as are wanted are left, however many cancel in it.

    Raises
    ------
    NoValue
        When more cancel than are tried.
    """
    before = None
    for times in FINER:
        context = mp_context(times * (wanted + 25))
        at = {symbol: digits(value, {}, context) for symbol, value in point.items()}
        value = digits(expression, at, context)
        if before is not None and agreed_digits(before, value, wanted) >= wanted:
            return value
        before = value
    raise NoValue("too many digits cancel in the stated value")


def quadrature(function: Callable[[Any], Any], low: Any, high: Any, context: Any) -> Any:
    """An integral, and about how far off it is: of few nodes where these are enough; to infinity
    from 0 on, so that the nodes that the context keeps serve all.
    """
    if context.isinf(low):
        return context.quad(function, [low, high], error=True)
    if context.isinf(high):
        return context.quad(lambda u: function(low + u), [0, high], error=True)
    rule, sums = _gauss_legendre(context), [context.inf]
    for degree in range(1, SMOOTH + 1):
        nodes = rule.get_nodes(low, high, degree, context.prec)
        sums.append(rule.sum_next(function, nodes, degree, context.prec, []))
        error = abs(sums[-1] - sums[-2])
        if error <= abs(sums[-1]) * context.eps**ALIKE:
            return sums[-1], max(error, context.eps)  # what it is compared with is no closer
    return context.quad(function, [low, high], error=True)


@lru_cache(maxsize=16)
def _gauss_legendre(context: Any) -> GaussLegendre:
    return GaussLegendre(context)


def _end(end: sp.Expr, at: Any, context: Any) -> Any:
    if end.is_infinite:
        return context.inf if end is sp.oo else -context.inf
    return at(end)


def _summed(claim: Sum, terms: range, values: Mapping[sp.Symbol, Any], context: Any) -> Any:
    """The sum term by term; an infinite one until its terms no longer count."""
    constant, moving = claim.term.as_independent(claim.index, as_Add=False)
    total, factor = context.mpf(0), digits(constant, values, context)
    at = digits_along(moving, claim.index, values, context)
    for k in terms:
        term = factor * at(context.mpf(k))
        total += term
        if claim.upper is sp.oo and k > terms.start + 20 and abs(term) <= context.eps * abs(total):
            return total
    if claim.upper is sp.oo:
        raise NoValue("the sum converges too slowly to be added up")
    return total


def _enclosed(claim: Relation, point: Mapping[sp.Symbol, sp.Expr]) -> None:
    """The enclosures of the two sides must meet and be narrow.

    Raises
    ------
    NoValue
        When an enclosure is too wide to say anything.
    """
    with working_precision(256):
        left, right = (ball(side, balls(point)) for side in (claim.lhs, claim.rhs))
        if not (left - right).rad() < 1e-30 * (1 + abs(left).upper()):
            raise NoValue("the enclosure is too wide")


def agreed_digits(left: Any, right: Any, most: int) -> int:
    """How many significant digits two mpmath numbers share, at most ``most``."""
    context = left.context if hasattr(left, "context") else right.context
    scale = max(abs(left), abs(right))
    if left == right or scale == 0:
        return most
    return max(0, min(most, int(context.floor(-context.log10(abs(left - right) / scale)))))
