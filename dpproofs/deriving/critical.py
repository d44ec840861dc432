"""The least value of a function at exact parameters, by certified roots of its slope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq, fmpq_poly

from dpproofs.deriving.balls import NoEnclosure, ball, precision, rational
from dpproofs.kernel.domain import Variable


@dataclass(frozen=True)
class Critical:
    """The least value of a function over an interval, at exact parameters.

    There the function has to be a fraction of polynomials with rational coefficients; its poles and
    the roots of its slope are enclosed, all of them.
    """

    function: sp.Expr
    variable: Variable

    def enclose(
        self,
        values: Mapping[sp.Symbol, Fraction],
        digits: int,
        seconds: float,  # noqa: ARG002  (roots take no time)
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains the least value.

        Raises
        ------
        NoEnclosure
            When it is no such fraction, has a pole inside, or its least value is not taken.
        """
        with precision(4 * digits + 128):
            found = self._best(values)[1]
            return rational(found.lower()), rational(found.upper())

    def place(self, values: Mapping[sp.Symbol, Fraction], digits: int) -> tuple[Fraction, Fraction]:
        """A rational interval that contains the place of the least value.

        Raises
        ------
        NoEnclosure
            As :meth:`enclose`, or when two places are not told apart.
        """
        with precision(4 * digits + 128):
            found = self._best(values)[0]
            return rational(found.lower()), rational(found.upper())

    def _best(self, values: Mapping[sp.Symbol, Fraction]) -> tuple[Any, Any]:
        """The place and the value."""
        put = {s: sp.Rational(v.numerator, v.denominator) for s, v in values.items()}
        x, over = self.variable.symbol, self.variable
        up, down = sp.fraction(sp.cancel(sp.together(self.function.subs(put))))
        if not (up.is_polynomial(x) and down.is_polynomial(x)):
            raise NoEnclosure("the function is no fraction of polynomials there")
        top, bottom = sp.Poly(up, x), sp.Poly(down, x)
        slope = (top.diff(x) * bottom - top * bottom.diff(x)).as_expr()
        low, high = (end_of(end, put) for end in (over.lower, over.upper))
        poles = real_roots(self._inner(down, put), x)
        if any(_inside(pole, low, high, closed=True) for pole in poles):
            raise NoEnclosure("the function has a pole in the range")
        roots = [r for r in real_roots(slope, x) if _inside(r, low, high, closed=False)]
        roots.sort(key=float)
        self._rises_to_open_ends(sp.cancel(slope / down**2), roots, low, high)
        places = list(roots)
        places += [low] if over.ends[0] == "[" and low is not None else []
        places += [high] if over.ends[1] == "]" and high is not None else []
        rows = [(place, ball(up / down, {x: acb(place)}).real) for place in places]
        if not rows:
            raise NoEnclosure("the least value is not taken")
        rows.sort(key=lambda row: float(row[1]))
        if any(not rows[0][1] < other for _, other in rows[1:]):
            raise NoEnclosure("two places are not told apart")
        return rows[0]

    def _inner(self, down: sp.Expr, put: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
        """A denominator without its roots at ends that do not belong to the interval."""
        x, over = self.variable.symbol, self.variable
        for mark, end in zip(over.ends, (over.lower, over.upper), strict=True):
            at = end.subs(put)
            while mark in "()" and at.is_Rational and down.has(x) and down.subs(x, at) == 0:
                down = sp.cancel(down / (x - at))
        return down

    def _rises_to_open_ends(self, slope: sp.Expr, roots: list[Any], low: Any, high: Any) -> None:
        """Refuse a function that falls towards an end that does not belong to the interval."""
        x, ends = self.variable.symbol, self.variable.ends
        for side, end, other in ((0, low, high), (1, high, low)):
            if end is not None and ends[side] in "[]":
                continue
            near = (roots[0] if side == 0 else roots[-1]) if roots else other
            if near is None:
                near = arb(0)
            beyond = near - 1 if side == 0 else near + 1
            place = beyond if end is None else (near + end) / 2
            here = ball(slope, {x: acb(place)}).real
            if not (here < 0 if side == 0 else here > 0):
                raise NoEnclosure("the least value is not taken at a place of the range")


def end_of(end: sp.Expr, put: Mapping[sp.Symbol, sp.Expr]) -> Any:
    """The end of a range as a ball; None when it is infinite."""
    return None if end.is_infinite else ball(end.subs(put), {}).real


def real_roots(expression: sp.Expr, variable: sp.Symbol) -> list[Any]:
    """Enclosures of all real roots of a polynomial with rational coefficients.

    Raises
    ------
    NoEnclosure
        When it is none.
    """
    expanded = sp.expand(expression)
    if not expanded.is_polynomial(variable) or not expanded.free_symbols <= {variable}:
        raise NoEnclosure("the slope is no fraction of polynomials there")
    row = sp.Poly(expanded, variable).all_coeffs()[::-1]
    if not all(value.is_Rational for value in row):
        raise NoEnclosure("the slope has coefficients that are not rational")
    poly = fmpq_poly([fmpq(int(value.p), int(value.q)) for value in row])
    found: Any = poly.numer().complex_roots() if poly.degree() > 0 else []
    return [place.real for place, _ in found if place.imag.is_zero()]


def _inside(place: Any, low: Any, high: Any, *, closed: bool) -> bool:
    """Whether a root may lie in the range (``closed``), or is shown to lie inside."""
    if closed:
        return not ((low is not None and place < low) or (high is not None and place > high))
    return (low is None or place > low) and (high is None or place < high)
