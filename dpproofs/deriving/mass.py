"""The total mass of a density that nobody normalised, where no formula of it is found."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Any

import flint
import sympy as sp
from flint import acb, arb, fmpq

from dpproofs.deriving.balls import NoEnclosure, Number, ball, precision, rational
from dpproofs.deriving.given import Given
from dpproofs.deriving.line import Quadrature
from dpproofs.kernel.clock import busy
from dpproofs.tactics.budget import SECONDS

SPARE = 8  # bits that may be lost in adding up


class Mass(Number):
    """A positive number that sums and integrals say, enclosed where a formula would be."""

    nargs = 1
    is_positive = True

    def doit(self, **_hints: Any) -> Mass:
        """Itself, for no formula is known.

        >>> import sympy as sp
        >>> n = sp.Symbol("n", integer=True)
        >>> Mass(sp.Sum(2**-n, (n, 0, sp.oo))).doit()
        (Sum(2**(-n), (n, 0, oo)))
        """
        return self

    def enclosed(self, point: Mapping[sp.Symbol, acb]) -> acb:
        """An enclosure at the working precision.

        >>> import sympy as sp
        >>> n = sp.Symbol("n", integer=True)
        >>> round(float(Mass(sp.Sum(2**-n, (n, 0, sp.oo))).enclosed({}).real), 9)
        2.0

        Raises
        ------
        NoEnclosure
            Where a parameter is no real number, or a sum is not shown to be finite.
        """
        ends: list[tuple[sp.Symbol, Fraction, Fraction]] = []
        for symbol in sorted(self.free_symbols, key=str):
            value = point.get(symbol)
            if value is None or not value.imag.is_zero():
                raise NoEnclosure(f"{symbol} has no real value")
            ends.append((symbol, rational(value.real.lower()), rational(value.real.upper())))
        return acb(_enclosed(self.args[0], tuple(ends), flint.ctx.prec))

    def _sympystr(self, printer: Any) -> str:
        return f"({printer.doprint(self.args[0])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        inside = rf"\left({printer.doprint(self.args[0])}\right)"
        return inside if exp is None else f"{inside}^{{{exp}}}"

    def _eval_evalf(self, prec: int) -> sp.Float | None:
        with precision(prec + SPARE):
            try:
                found = rational(self.enclosed({}).real.mid())
            except NoEnclosure:
                return None
        return sp.Float(sp.Rational(found.numerator, found.denominator), precision=prec)


@lru_cache(maxsize=1024)
def _enclosed(
    total: sp.Expr, ends: tuple[tuple[sp.Symbol, Fraction, Fraction], ...], bits: int
) -> arb:
    """The same at parameters between ends; it is asked for again and again."""
    at = {
        symbol: acb(arb(fmpq(*low.as_integer_ratio())).union(arb(fmpq(*high.as_integer_ratio()))))
        for symbol, low, high in ends
    }
    rows = dict[sp.Symbol, acb]()
    for part in total.atoms(sp.Sum, sp.Integral):
        ((x, lower, upper),) = part.limits
        line = Quadrature(x, arb(2) ** (SPARE - bits), busy() + SECONDS)
        discrete = isinstance(part, sp.Sum)
        added = line.sum if discrete else line.integral
        total = total.xreplace({part: (name := sp.Dummy())})
        rows[name] = acb(added(part.function, lower, upper + 1 if discrete else upper, at))
    return ball(total, {**at, **rows}).real


def mass_of(family: Given) -> Mass:
    """The total mass as sums or integrals over the pieces.

    >>> import sympy as sp
    >>> from dpproofs.deriving.examples import box
    >>> mass_of(box)
    (2*Integral(1/(2*s), (n, 0, s)))
    """
    taken = {family.x.name, *(variable.symbol.name for variable in family.domain)}
    name = next(each for n in count() for each in (c + "_" * n for c in "nky") if each not in taken)
    place = sp.Symbol(name, integer=True) if family.integers else sp.Symbol(name, real=True)
    whole = sp.Add(*(atom.whole for atom in family.points))
    for strip in family.strips:
        term, lower = strip.density.xreplace({family.place: place}), strip.lower
        if not family.integers:
            whole += strip.times * sp.Integral(term, (place, lower, strip.upper))
            continue
        if lower == 0 and not strip.side:  # which counts once
            whole, lower = whole + term.subs(place, 0), sp.Integer(1)
        last = strip.upper if strip.upper is sp.oo else strip.upper - 1
        whole += strip.times * sp.Sum(term, (place, lower, last))
    return Mass(whole)
