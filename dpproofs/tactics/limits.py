"""Limits and series: SymPy finds, numbers near the point contradict what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

import sympy as sp

from dpproofs.tactics.budget import SECONDS, within

Point = Mapping[sp.Symbol, sp.Expr]


def rate(expression: sp.Expr, variable: sp.Symbol) -> sp.Rational | None:
    """The c for which all exponentials in a variable are powers of exp(-c x); None without any."""
    slopes = [
        slope
        for power in expression.atoms(sp.exp)
        for term in sp.Add.make_args(sp.expand(power.exp))
        if (slope := sp.diff(term, variable)).is_Rational and slope != 0
    ]
    if not slopes:
        return None
    bottom = int(sp.ilcm(1, *(slope.q for slope in slopes)))
    top = gcd(*(abs(int(slope * bottom)) for slope in slopes))
    return sp.Rational(top, bottom)


def limit(
    expression: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: str, at: Point,
    *, seconds: float = SECONDS,
) -> tuple[sp.Expr, str] | None:  # fmt: skip
    """The limit and how it was found; None when it is not found, or numbers speak against it."""
    for how, search in (
        ("the fraction in lowest terms at the point", lambda: _plain(expression, variable, point)),
        ("SymPy's limit", lambda: sp.limit(expression, variable, point, side)),
    ):
        found = within(seconds, search)
        if found is None or found.has(sp.nan, sp.zoo, sp.Limit, sp.AccumBounds):
            continue
        found = sp.factor(found) if not found.is_infinite else found
        if plausible(expression, found, variable, point, side, at):
            return found, how
    return None


def _plain(expression: sp.Expr, variable: sp.Symbol, point: sp.Expr) -> sp.Expr | None:
    if not expression.is_rational_function(variable):
        return None
    inner = expression.subs(variable, 1 / variable) if point.is_infinite else expression
    at = sp.Integer(0) if point.is_infinite else point
    up, down = (part.subs(variable, at) for part in sp.fraction(sp.cancel(sp.together(inner))))
    return None if down == 0 else up / down


def plausible(
    expression: sp.Expr, value: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: str, at: Point
) -> bool:
    """Whether values come nearer to a limit on the way to the point."""
    gaps = []
    for power in (2, 4, 8):
        step = sp.Integer(10) ** power
        if point.is_infinite:
            place = step if point > 0 else -step
        else:
            place = point + 1 / step if side == "+" else point - 1 / step
        here = sp.N(expression.subs(variable, place).subs(at), 60)
        if not (here.is_number and here.is_real):
            return False
        if value.is_infinite:
            gaps.append(1 / here if value > 0 else -1 / here)
            continue
        gaps.append(abs(here - sp.N(value.subs(at), 60)))
    tiny = sp.Float("1e-40")
    return bool(gaps[-1] <= tiny or (gaps[0] > gaps[-1] and gaps[-1] < sp.Rational(1, 20)
                                     * (gaps[0] + 1)))  # fmt: skip


def _divided(expression: sp.Expr, variable: sp.Symbol, count: int) -> list[sp.Expr] | None:
    """The coefficients of a fraction, by long division; None for one with a pole at 0."""
    up, down = (
        sp.Poly(part, variable).all_coeffs()[::-1]
        for part in sp.fraction(sp.cancel(sp.together(expression)))
    )
    if down[0] == 0:
        return None
    found: list[sp.Expr] = []
    for n in range(count):
        known = sp.Add(*(down[k] * found[n - k] for k in range(1, min(n, len(down) - 1) + 1)))
        found.append(sp.factor(((up[n] if n < len(up) else 0) - known) / down[0]))
    return found


def coefficients(
    expression: sp.Expr, variable: sp.Symbol, count: int, *, seconds: float = SECONDS
) -> list[sp.Expr] | None:
    """The coefficients of 1, x, ..., x**(count - 1) at 0+, or None."""
    if expression.is_rational_function(variable):
        return within(seconds, lambda: _divided(expression, variable, count))

    def search() -> list[sp.Expr] | None:
        series = sp.series(expression, variable, 0, count).removeO()
        expanded = sp.expand(series)
        row = [sp.factor(expanded.coeff(variable, n)) for n in range(count)]
        whole = sp.Add(*(value * variable**n for n, value in enumerate(row)))
        return row if sp.expand(whole - expanded) == 0 else None

    return within(seconds, search)
