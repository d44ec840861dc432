"""Expectations by mpmath, from the pieces as they were written: quadrature and plain sums."""

from fractions import Fraction

import mpmath
import sympy as sp

PERIODS = 76  # the ratios at which families are looked at are 1/2 and less


def expectation(family, weight, at, digits=32):
    """E weight(abs(X)), the weight a function of mpmath numbers."""
    context = mpmath.MPContext()
    context.dps = digits + 10
    values = {v.symbol: sp.Rational(str(Fraction(at[v.symbol.name]))) for v in family.domain}

    def number(expression):
        return context.mpf(str(sp.N(expression.subs(values), digits + 10)))

    total = context.mpf(0)
    for piece in family.pieces:
        counts = range(PERIODS) if piece.index is not None else [None]
        for count in counts:
            put = {} if count is None else {piece.index: sp.Integer(count)}
            low, high = (
                e if e.is_infinite else number(e.subs(put)) for e in (piece.lower, piece.upper)
            )
            density = sp.lambdify(
                family.x, piece.density.subs(put).subs(values), modules=[vars_of(context), "mpmath"]
            )
            total += _piece(context, family, density, weight, low, high)
    for place, mass in family.atoms:
        times = 2 if family.even and place != 0 else 1
        total += times * number(mass) * weight(abs(number(place)))
    if family.even:
        atoms = sum((number(m) * weight(number(z)) for z, m in family.atoms if z == 0), start=0)
        double = sum(
            (2 * number(m) * weight(number(z)) for z, m in family.atoms if z != 0), start=0
        )
        total = 2 * (total - atoms - double) + atoms + double
        if family.integers:
            first = family.pieces[0]
            origin = first.density.subs(values)
            origin = origin.subs({family.x: 0} | ({first.index: 0} if first.index else {}))
            total -= number(origin) * weight(context.mpf(0))
    return total


def vars_of(context):
    """The functions of one context, so that numbers keep its precision."""
    return {name: getattr(context, name) for name in ("exp", "sqrt", "log", "pi", "mpf")}


def _piece(context, family, density, weight, low, high):
    if family.integers:
        end = 400 if getattr(high, "is_infinite", False) else int(context.nint(high))
        start = -400 if getattr(low, "is_infinite", False) else int(context.nint(low))
        numbers = map(context.mpf, range(start, end))
        return sum((density(i) * weight(abs(i)) for i in numbers), start=context.mpf(0))
    if getattr(high, "is_infinite", False):
        ends = [low, low + 1, low + 10, low + 100, context.inf]
    elif getattr(low, "is_infinite", False):
        ends = [-context.inf, high - 100, high - 10, high - 1, high]
    else:
        ends = [low, high]
    return context.quad(lambda x: density(x) * weight(abs(x)), ends)
