"""Bounds of what is left beyond a point: an expression below a sum of C x**n exp(-c x**d)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, ball
from dpproofs.deriving.floors import floor_of
from dpproofs.tactics.terms import in_exponentials

ZERO, UNIT = arb(0), arb(1)
BELOW = {  # what some functions never exceed in absolute value
    sp.sin: arb(1), sp.cos: arb(1), sp.erf: arb(1), sp.tanh: arb(1), sp.sech: arb(1),
    sp.atan: arb(2),
}  # fmt: skip
HYPERBOLIC = (sp.cosh, sp.sinh, sp.csch, sp.coth)


def _one() -> arb:
    return UNIT


@dataclass(frozen=True)
class Bound:
    """``factor * x**power * exp(-rate x**degree)``, for all x from ``start`` >= 1 on."""

    factor: arb
    power: arb
    rate: arb
    degree: arb = field(default_factory=_one)
    start: arb = field(default_factory=_one)

    def __mul__(self, other: Bound) -> Bound:
        start = self.start.max(other.start)
        factor, power = self.factor * other.factor, self.power + other.power
        if self.rate.is_zero() or other.rate.is_zero():
            kept = other if self.rate.is_zero() else self
            return Bound(factor, power, kept.rate, kept.degree, start)
        low, high = (self, other) if self.degree < other.degree else (other, self)
        rate = high.rate
        if not (high.degree - low.degree).is_zero():  # x**d >= start**(d - e) x**e
            if not (high.rate > 0 and low.degree < high.degree):
                raise NoEnclosure("exponentials far out whose order is not seen")
            rate = high.rate * start ** (high.degree - low.degree)
        return Bound(factor, power, low.rate + rate, low.degree, start)

    @property
    def highest(self) -> arb:
        """Its value at the start, where that is the largest one.

        Raises
        ------
        NoEnclosure
            When it does not fall.
        """
        if not (self.power <= 0 and self.rate >= 0):
            raise NoEnclosure("a term far out that is not seen to stay bounded")
        x = self.start
        return (self.factor * x**self.power * (-self.rate * x**self.degree).exp()).upper()


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
            return [self._bound(self._value(expression).abs_upper())]
        if expression == self.variable:
            return [self._bound(arb(1), power=arb(1))]
        if self.beside is not None and expression == self.beside.variable:
            return self.of(self.beside.upper)
        if expression.is_Add:
            return [bound for part in expression.args for bound in self.of(part)]
        if expression.is_Mul:
            found = [self._bound(arb(1))]
            for part in expression.args:
                row = self.of(part)
                found = [a * b for a in found for b in row]
            return found
        return self._function(expression)

    def _bound(
        self, factor: arb, power: arb = ZERO, rate: arb = ZERO, degree: arb = UNIT
    ) -> Bound:  # fmt: skip
        return Bound(factor, power, rate, degree, self.start)

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
        if isinstance(expression, sp.erfc):
            return [self._error_function(expression.args[0])]
        if isinstance(expression, sp.besseli):
            return [self._bessel(*expression.args)]
        if type(expression) in BELOW:
            return [self._bound(BELOW[type(expression)])]
        if isinstance(expression, HYPERBOLIC):
            return self.of(expression.rewrite(sp.exp))
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
        """exp of a sum of powers, of what falls, and of exponentials that count negatively."""
        exponent = self._at_worst(exponent)
        x, whole, rows = self.variable, arb(0), dict[sp.Expr, arb]()
        for part in sp.Add.make_args(sp.expand(exponent)):
            fixed, moving = part.as_independent(x, as_Add=False)
            base, power = moving.as_base_exp()
            value = self._value(fixed)
            if moving == 1:
                whole += value
            elif base == x and not power.has(x):
                rows[power] = rows.get(power, arb(0)) + value
            elif isinstance(moving, sp.exp) and value < 0 and self._grows(moving.exp):
                slope = self._value(moving.exp / x)  # exp(y) >= y**2/2
                rows[sp.Integer(2)] = rows.get(sp.Integer(2), arb(0)) + value * slope**2 / 2
            else:
                whole += sum((bound.highest for bound in self.of(part)), arb(0)).upper()
        return self._decaying(whole, rows, exponent)

    def _grows(self, exponent: sp.Expr) -> bool:
        rate = exponent / self.variable
        return not rate.has(self.variable) and bool(self._value(rate) > 0)

    def _decaying(self, whole: arb, rows: dict[sp.Expr, arb], exponent: sp.Expr) -> Bound:
        """exp of a constant and powers, the highest of which lends the lower ones' sign to all."""
        powers = sorted(
            ((self._value(p), c) for p, c in rows.items()), key=lambda row: float(row[0])
        )
        degree, rate = arb(1), arb(0)
        for power, value in powers:
            if power <= 0:
                whole += (value * self.start**power).max(arb(0))
            elif rate.is_zero():
                degree, rate = power, -value
            elif value <= 0 and degree < power:
                rate -= value * self.start ** (power - degree)
            else:
                raise NoEnclosure(f"no bound of exp({exponent}) far out is known")
        return self._bound(whole.exp().upper(), rate=rate, degree=degree)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> Bound:
        if exponent.has(*self._moving):
            raise NoEnclosure(f"no bound of {base}**({exponent}) far out is known")
        power = self._value(exponent)
        if power >= 0:
            rows = self.of(base)
            factor, most, least = rows[0].factor, rows[0].power, rows[0].rate
            if any(row.degree != rows[0].degree for row in rows):
                raise NoEnclosure(f"no bound of {base}**({exponent}) far out is known")
            for row in rows[1:]:
                factor, most, least = factor + row.factor, most.max(row.power), least.min(row.rate)
            return self._bound(factor**power, most * power, least * power, rows[0].degree)
        if self.beside is not None and base.has(self.beside.variable):
            raise NoEnclosure(f"no bound of {base}**({exponent}) far out is known")
        below = floor_of(base, self.variable, self.start, self._value)
        return self._bound(below.factor**power, below.power * power, below.rate * power)

    def _error_function(self, argument: sp.Expr) -> Bound:
        """erfc(y) <= exp(-y**2) for y >= 0."""
        x = self.variable
        poly = sp.Poly(argument, x) if argument.is_polynomial(x) else None
        if poly is None or poly.degree() != 1:
            raise NoEnclosure(f"no bound of erfc({argument}) far out is known")
        slope, still = (self._value(c) for c in poly.all_coeffs())
        if not (slope > 0 and slope * self.start + still >= 0):
            return self._bound(arb(2))
        return self._exponential(-(argument**2))

    def _bessel(self, order: sp.Expr, argument: sp.Expr) -> Bound:
        """I_x(z) <= (z/2)**x exp(z**2/4)/Gamma(x + 1) for x >= 1, from its series, whose terms have
        k! Gamma(x + k + 1) >= k! Gamma(x + 1) below; and Gamma(x + 1) >= (x/e)**x.
        """
        if order != self.variable or argument.has(*self._moving) or not self.start >= 1:
            raise NoEnclosure(f"no bound of besseli({order}, {argument}) far out is known")
        z = self._value(argument)
        if not z > 0:
            raise NoEnclosure(f"{argument} is not seen to be positive")
        rate = (2 * self.start / (z * arb(1).exp())).log()  # of exp(x log(e z/(2 x))), at the start
        return self._bound((z**2 / 4).exp(), rate=rate)

    def _logarithm(self, argument: sp.Expr) -> list[Bound]:
        """With f x**n exp(-c x) <= y <= C x**N exp(R x**d), each logarithm term by term, and
        0 <= log(x) <= 4 x**(1/4).
        """
        if self.beside is not None:
            return self._logarithm_beside(argument, self.beside)
        below = floor_of(argument, self.variable, self.start, self._value)
        rows = self.of(argument)
        factor, power = arb(0), abs(below.power)
        for row in rows:
            factor, power = factor + row.factor, power.max(abs(row.power))
        found = [
            self._bound(abs(below.factor.log()) + abs(factor.log())),
            self._bound(4 * power, power=arb(1) / 4),
        ]
        rates = [(abs(below.rate), arb(1)), *((abs(row.rate), row.degree) for row in rows)]
        return [*found, *(self._bound(r, power=d) for r, d in rates if not r.is_zero())]

    def _logarithm_beside(self, argument: sp.Expr, beside: Beside) -> list[Bound]:
        moving = self._moving
        poly = sp.Poly(argument, *moving) if argument.is_polynomial(*moving) else None
        values = [] if poly is None else [self._value(value) for value in poly.coeffs()]
        if not values or not all(value >= 0 for value in values):
            raise NoEnclosure(f"no bound of log({argument}) far out is known")
        at = {**self.at, self.variable: acb(self.start)}
        at[beside.variable] = ball(beside.lower, at)
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
        if bound.rate > 0 and bound.degree > 0:
            order = (bound.power + 1) / bound.degree  # with u = x**degree
            rest = (bound.rate * start**bound.degree).gamma_upper(order)
            whole += bound.factor * rest / (bound.degree * bound.rate**order)
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
        if not (bound.degree >= 1 and bound.rate >= 0):
            raise NoEnclosure("the sum over the periods is not shown to be finite from here on")
        if bound.rate.is_zero() and bound.power < -1:  # a term, and the integral from it on
            rest = start**bound.power * (1 + start / (-bound.power - 1))
            whole += bound.factor * rest
            continue
        growth = (1 + 1 / start) ** bound.power if bound.power > 0 else arb(1)
        ratio = growth * (-bound.rate).exp()  # (n + 1)**d - n**d >= 1 for d >= 1
        if not ratio < 1:
            raise NoEnclosure("the sum over the periods is not shown to be finite from here on")
        term = bound.factor * start**bound.power * (-bound.rate * start**bound.degree).exp()
        whole += term / (1 - ratio)
    return whole.upper()
