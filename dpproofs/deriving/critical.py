"""The least value of a function at exact parameters, by certified roots of its slope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_poly

from dpproofs.deriving.balls import NoEnclosure, ball, exact, precision, rational
from dpproofs.kernel.domain import Variable


@dataclass(frozen=True)
class Critical:
    """The least value of a cost at exact parameters, by the roots of its slope."""

    function: sp.Expr
    variable: Variable
    moving: sp.Expr

    def enclose(
        self,
        values: Mapping[sp.Symbol, Fraction],
        digits: int,
        seconds: float,  # noqa: ARG002
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains the least value.

        Raises
        ------
        NoEnclosure
            When the slope is not a polynomial with rational coefficients there.
        """
        with precision(4 * digits + 128):
            found = self._best(values)[1]
            return rational(found.lower()), rational(found.upper())

    def place(self, values: Mapping[sp.Symbol, Fraction], digits: int) -> tuple[Fraction, Fraction]:
        """A rational interval that contains the place.

        Raises
        ------
        NoEnclosure
            As :meth:`enclose`, or when two places are not told apart.
        """
        with precision(4 * digits + 128):
            found = self._best(values)[0]
            return rational(found.lower()), rational(found.upper())

    def _best(self, values: Mapping[sp.Symbol, Fraction]) -> tuple[Any, Any]:
        at = {symbol: exact(value) for symbol, value in values.items()}
        rows = [
            (place.real, ball(self.function, {**at, self.variable.symbol: place}).real)
            for place in self._candidates(values)
        ]
        if not rows:
            raise NoEnclosure("no place of a least value was found")
        rows.sort(key=lambda row: float(row[1]))
        for _, other in rows[1:]:
            if not rows[0][1] < other:
                raise NoEnclosure("two places are not told apart")
        return rows[0]

    def _candidates(self, values: Mapping[sp.Symbol, Fraction]) -> list[Any]:
        put = {s: sp.Rational(v.numerator, v.denominator) for s, v in values.items()}
        variable = self.variable.symbol
        poly = sp.Poly(self.moving.subs(put), variable)
        if not all(value.is_Rational for value in poly.all_coeffs()):
            raise NoEnclosure("the slope has no rational coefficients")
        row = [fmpq(int(v.p), int(v.q)) for v in reversed(poly.all_coeffs())]
        low, high = (exact_end(end, put) for end in (self.variable.lower, self.variable.upper))
        found = [end for end, mark in ((low, "["), (high, "]"))
                 if end is not None and mark in self.variable.ends]  # fmt: skip
        roots: Any = fmpq_poly(row).numer().complex_roots()
        for place, _ in roots:
            if not place.imag.is_zero():
                continue
            after = low is None or place.real > low.real
            before = high is None or place.real < high.real
            if after and before:
                found.append(place)
        return found


def exact_end(end: sp.Expr, put: Mapping[sp.Symbol, sp.Expr]) -> Any:
    """The end of a range as a ball; None when it is infinite."""
    return None if end.is_infinite else ball(end.subs(put), {})
