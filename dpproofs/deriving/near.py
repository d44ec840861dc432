"""Integrands near an end at which they are singular: bounds by C d**p in the distance d from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, ball
from dpproofs.tactics.terms import is_zero

Bound = tuple[arb, arb]  # (C, p)
STEEP = 64  # the power of d by which an exponential is bounded


@dataclass(frozen=True)
class End:
    """An end of an interval, and the side on which the interval lies."""

    place: sp.Expr
    sign: int

    def term(self, term: sp.Expr, x: sp.Symbol, d: sp.Symbol) -> sp.Expr:
        """A term as one in the distance from the end, what is raised to a power expanded in it."""
        moved = term.subs(x, self.place + self.sign * d)
        return moved.replace(
            lambda e: isinstance(e, sp.Pow | sp.log) and e.args[0].is_polynomial(d),
            lambda e: e.func(sp.expand(e.args[0]), *e.args[1:]),
        )


@lru_cache(maxsize=1024)
def singular(term: sp.Expr, x: sp.Symbol, end: sp.Expr) -> bool:
    """Whether the form of a term lets it be singular at an end."""
    at = {x: end}
    for part in term.atoms(sp.Pow, sp.log):
        smooth = part.is_Pow and part.exp.is_Integer and part.exp > 0
        if part.args[0].has(x) and not smooth and is_zero(part.args[0].subs(at)):
            return True
    return False


def bounds(term: sp.Expr, d: sp.Symbol, reach: arb, at: Mapping[sp.Symbol, acb]) -> arb:
    """A bound of the integral of a term over d in (0, reach].

    Raises
    ------
    NoEnclosure
        When it is not shown to be finite.
    """
    whole = arb(0)
    for factor, power in Near(d, reach, at).of(term):
        if not power > -1:
            raise NoEnclosure("the integrand is not shown to be integrable at an end")
        whole += factor * reach ** (power + 1) / (power + 1)
    return whole.upper()


class Near:
    """Bounds of expressions in d on (0, ``reach``]."""

    def __init__(self, d: sp.Symbol, reach: arb, at: Mapping[sp.Symbol, acb]) -> None:
        self.d, self.reach, self.at = d, reach, at
        self.around = {**at, d: acb(arb(0).union(reach))}

    def of(self, expression: sp.Expr) -> list[Bound]:
        """Bounds whose sum is above the absolute value of an expression."""
        if expression.is_Add and (small := self._small(expression)) is not None:
            return [small]
        try:
            value = ball(expression, self.around).abs_upper()
        except (NoEnclosure, ZeroDivisionError):
            value = arb("inf")
        if value.is_finite():
            return [(value, arb(0))]
        if expression.is_Add:
            return [row for part in expression.args for row in self.of(part)]
        if expression.is_Mul:
            found: list[Bound] = [(arb(1), arb(0))]
            for part in expression.args:
                found = [(a * b, p + q) for a, p in found for b, q in self.of(part)]
            return found
        if expression.is_Pow and not expression.exp.has(self.d):
            return [self._power(expression.base, self._value(expression.exp))]
        if isinstance(expression, sp.log):
            return self._logarithm(expression.args[0])
        if isinstance(expression, sp.exp):
            return [self._exponential(expression.exp)]
        raise NoEnclosure(f"no bound of {expression} near an end is known")

    def _small(self, expression: sp.Expr) -> Bound | None:
        """A bound of c - c exp(y), where y is a polynomial that is 0 at the end:
        |1 - exp(y)| <= |y| exp(|y|).
        """
        still, moving = expression.as_independent(self.d, as_Add=True)
        exponential = -moving / still if still != 0 else still
        if not isinstance(exponential, sp.exp) or not exponential.exp.is_polynomial(self.d):
            return None
        _, most, order = self._lowest(exponential.exp)
        largest = (most * self.reach**order).exp()
        return abs(self._value(still)) * most * largest, arb(order)

    def _value(self, expression: sp.Expr) -> arb:
        return ball(expression, self.at).real

    def _lowest(self, base: sp.Expr) -> tuple[arb, arb, int]:
        """Bounds c, C and the order n with c d**n <= |base| <= C d**n."""
        poly = sp.Poly(base, self.d) if base.is_polynomial(self.d) else None
        if poly is None or poly.is_zero:
            raise NoEnclosure(f"no bound of {base} near an end is known")
        (order,), coefficient = min((m, c) for m, c in poly.terms())
        lowest = abs(self._value(coefficient))
        others = [(m - order, c) for (m,), c in poly.terms() if m != order]
        later = sum((abs(self._value(c)) * self.reach**m for m, c in others), arb(0))
        if not lowest - later > 0:
            raise NoEnclosure(f"{base} is not seen to stay away from 0 near an end")
        return lowest - later, lowest + later, order

    def _power(self, base: sp.Expr, to: arb) -> Bound:
        least, most, order = self._lowest(base)
        return ((most if to >= 0 else least) ** to, order * to)

    def _exponential(self, exponent: sp.Expr) -> Bound:
        """exp(-y) <= (n/(e y))**n, of an exponent with a power of d that tends to minus infinity,
        and others that do as well or stay bounded.
        """
        falls, whole = list[tuple[arb, arb]](), arb(0)
        for part in sp.Add.make_args(sp.expand(exponent)):
            fixed, moving = part.as_independent(self.d, as_Add=False)
            base, power = moving.as_base_exp()
            if moving != 1 and (base != self.d or power.has(self.d)):
                raise NoEnclosure(f"no bound of exp({exponent}) near an end is known")
            value, degree = self._value(fixed), self._value(power) if moving != 1 else arb(0)
            if degree >= 0:
                whole += (value * self.reach**degree).max(arb(0))
            elif value < 0:
                falls.append((-value, -degree))
            else:
                raise NoEnclosure(f"exp({exponent}) is not seen to vanish at an end")
        if not falls:
            raise NoEnclosure(f"exp({exponent}) is not seen to vanish at an end")
        rate, degree = falls[0]
        return (whole.exp() * (STEEP / (arb(1).exp() * rate)) ** STEEP, degree * STEEP)

    def _logarithm(self, argument: sp.Expr) -> list[Bound]:
        """|log(C d**n)| <= |log C| + n |log d|, and |log d| <= 3 d**(-1/8) + log+ of the reach."""
        above, below = sp.fraction(sp.together(argument))
        if below.has(self.d):
            return [*self._logarithm(above), *self._logarithm(below)]
        least, most, order = self._lowest(argument)
        whole = abs(least.log()).max(abs(most.log())) + order * abs(self.reach.log())
        return [(whole, arb(0)), (arb(3 * order), arb(-1) / 8)]
