"""Bounds of what is left beyond a point: an expression below a sum of C x**n exp(-c x)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, ball
from dpproofs.tactics.terms import in_exponentials


@dataclass(frozen=True)
class Bound:
    """``factor * x**power * exp(-rate x)``, for all x from some place >= 1 on."""

    factor: arb
    power: arb
    rate: arb

    def __mul__(self, other: Bound) -> Bound:
        return Bound(self.factor * other.factor, self.power + other.power, self.rate + other.rate)


ONE = Bound(arb(1), arb(0), arb(0))


@dataclass(frozen=True)
class Beside:
    """A second variable >= 0, between two linear functions of the first."""

    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr


class Majorant:
    """Bounds of expressions in one variable from a place on, at given values of the others.

    Of a second variable it is known between what it lies. Bounds are put together term by term and
    absolutely, so that nothing cancels in them.
    """

    def __init__(
        self, variable: sp.Symbol, start: arb, at: Mapping[sp.Symbol, acb],
        beside: Beside | None = None,
    ) -> None:  # fmt: skip
        self.variable, self.start, self.at, self.beside = variable, start, at, beside

    def of(self, expression: sp.Expr) -> list[Bound]:
        """Bounds whose sum is above the absolute value of an expression.

        Raises
        ------
        NoEnclosure
            When none is known.
        """
        for symbol in self._moving:
            expression = in_exponentials(expression, symbol)
        if not expression.has(*self._moving):
            return [Bound(self._value(expression).abs_upper(), arb(0), arb(0))]
        if expression == self.variable:
            return [Bound(arb(1), arb(1), arb(0))]
        if self.beside is not None and expression == self.beside.variable:
            return self.of(self.beside.upper)
        if expression.is_Add:
            return [bound for part in expression.args for bound in self.of(part)]
        if expression.is_Mul:
            found = [ONE]
            for part in expression.args:
                row = self.of(part)
                found = [a * b for a in found for b in row]
            return found
        return self._function(expression)

    def _function(self, expression: sp.Expr) -> list[Bound]:
        """Bounds of what is neither a sum nor a product."""
        if isinstance(expression, sp.exp):
            return [self._exponential(expression.exp)]
        if expression.is_Pow:
            return [self._power(expression.base, expression.exp)]
        if isinstance(expression, sp.Piecewise):
            return [bound for value, _ in expression.args for bound in self.of(value)]
        if isinstance(expression, sp.log):
            return self._logarithm(expression.args[0])
        raise NoEnclosure(f"no bound of {expression} far out is known")

    @property
    def _moving(self) -> tuple[sp.Symbol, ...]:
        return (self.variable,) if self.beside is None else (self.variable, self.beside.variable)

    def _value(self, expression: sp.Expr) -> arb:
        return ball(expression, self.at).real

    def _at_worst(self, exponent: sp.Expr) -> sp.Expr:
        """An exponent with the second variable at the end where the exponential is larger."""
        if self.beside is None or not exponent.has(self.beside.variable):
            return exponent
        slope = sp.diff(exponent, self.beside.variable)
        if slope.has(*self._moving):
            raise NoEnclosure(f"no bound of exp({exponent}) far out is known")
        falls = bool(self._value(slope) <= 0)
        end = self.beside.lower if falls else self.beside.upper
        return sp.expand(exponent.xreplace({self.beside.variable: end}))

    def _exponential(self, exponent: sp.Expr) -> Bound:
        exponent = self._at_worst(exponent)
        if not exponent.is_polynomial(self.variable):
            raise NoEnclosure(f"no bound of exp({exponent}) far out is known")
        poly = sp.Poly(exponent, self.variable)
        if poly.degree() > 2:
            raise NoEnclosure(f"no bound of exp({exponent}) far out is known")
        square, slope, still = (
            self._value(poly.coeff_monomial(self.variable**n)) for n in (2, 1, 0)
        )
        if not (square <= 0):
            raise NoEnclosure(f"exp({exponent}) grows too fast")
        return Bound(still.exp().upper(), arb(0), -slope - square * self.start)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> Bound:
        if exponent.has(*self._moving):
            raise NoEnclosure(f"no bound of {base}**({exponent}) far out is known")
        power = self._value(exponent)
        if power >= 0:
            rows = self.of(base)
            factor, most, least = rows[0].factor, rows[0].power, rows[0].rate
            for row in rows[1:]:
                factor, most, least = factor + row.factor, most.max(row.power), least.min(row.rate)
            return Bound(factor**power, most * power, least * power)
        alone = base.is_polynomial(self.variable) and base.free_symbols & set(self._moving) == {
            self.variable
        }
        poly = sp.Poly(base, self.variable) if alone else None
        if poly is None or poly.degree() < 1:
            raise NoEnclosure(f"no bound of {base}**({exponent}) far out is known")
        values = [self._value(value) for value in poly.all_coeffs()]
        if not (values[0] > 0 and all(value >= 0 for value in values)):
            raise NoEnclosure(f"no lower bound of {base} far out is known")
        return Bound(values[0] ** power, poly.degree() * power, arb(0))

    def _logarithm(self, argument: sp.Expr) -> list[Bound]:
        moving = self._moving
        poly = sp.Poly(argument, *moving) if argument.is_polynomial(*moving) else None
        values = [] if poly is None else [self._value(value) for value in poly.coeffs()]
        if not values or not all(value >= 0 for value in values):
            raise NoEnclosure(f"no bound of log({argument}) far out is known")
        at = {**self.at, self.variable: acb(self.start)}
        if self.beside is not None:
            at[self.beside.variable] = ball(self.beside.lower, at)
        here = ball(argument, at).real
        if not here >= 1:
            raise NoEnclosure(f"log({argument}) is not shown to be positive far out")
        return self.of(argument)  # log y <= y, and the logarithm is not negative


def integral_beyond(bounds: list[Bound], start: arb) -> arb:
    """An upper bound of the integral of the bounds over [start, oo).

    Raises
    ------
    NoEnclosure
        When they are not shown to decay fast enough.
    """
    whole = arb(0)
    for bound in bounds:
        if bound.rate > 0:
            rest = (bound.rate * start).gamma_upper(bound.power + 1)
            whole += bound.factor * rest / bound.rate ** (bound.power + 1)
        elif bound.rate == 0 and bound.power < -1:
            whole += bound.factor * start ** (bound.power + 1) / (-bound.power - 1)
        else:
            raise NoEnclosure("what lies far out is not shown to be finite")
    return whole.upper()


def sum_beyond(bounds: list[Bound], first: int) -> arb:
    """An upper bound of the sum of the bounds over k = first, first + 1, ...

    Raises
    ------
    NoEnclosure
        When they are not shown to decay fast enough.
    """
    whole, start = arb(0), arb(first)
    for bound in bounds:
        growth = (1 + 1 / start) ** bound.power if bound.power > 0 else arb(1)
        ratio = growth * (-bound.rate).exp()
        if not ratio < 1:
            raise NoEnclosure("the sum over the periods is not shown to be finite from here on")
        term = bound.factor * start**bound.power * (-bound.rate * start).exp()
        whole += term / (1 - ratio)
    return whole.upper()
