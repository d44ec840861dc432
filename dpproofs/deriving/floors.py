"""Lower bounds far out: a positive expression above C x**n exp(-c x), from some place on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import mul

import sympy as sp
from flint import arb

from dpproofs.deriving.balls import NoEnclosure


@dataclass(frozen=True)
class Floor:
    """``factor * x**power * exp(-rate x)`` with a positive factor, for all x from a place on."""

    factor: arb
    power: arb
    rate: arb

    def __mul__(self, other: Floor) -> Floor:
        rate = self.rate + other.rate
        return Floor(self.factor * other.factor, self.power + other.power, rate)

    def raised(self, to: arb) -> Floor:
        """The same to a positive power."""
        return Floor(self.factor**to, self.power * to, self.rate * to)

    @property
    def growth(self) -> tuple[float, float]:
        """By which floors are compared: the one that grows most is worth most."""
        return (-float(self.rate), float(self.power))


def floor_of(
    expression: sp.Expr, x: sp.Symbol, start: arb, value: Callable[[sp.Expr], arb]
) -> Floor:
    """A floor of an expression in x for x >= ``start``; ``value`` encloses what is free of x.

    Raises
    ------
    NoEnclosure
        When none is known, or it is not seen to be positive.
    """
    if isinstance(expression, sp.cosh | sp.sinh):
        expression = expression.rewrite(sp.exp)
    if not expression.has(x):
        return Floor(_positive(value(expression), expression), arb(0), arb(0))
    if isinstance(expression, sp.exp):
        return _exponential(expression, x, value)
    if expression == sp.factorial(x):
        return _factorial(start)
    if expression.is_Mul:
        rows = [floor_of(part, x, start, value) for part in expression.args]
        return reduce(mul, rows)
    if expression.is_Pow and not expression.exp.has(x):
        to = value(expression.exp)
        if to > 0:
            return floor_of(expression.base, x, start, value).raised(to)
    if expression.is_polynomial(x):
        return _polynomial(expression, x, start, value)
    if expression.is_Add:
        return _sum(expression, x, start, value)
    raise NoEnclosure(f"no lower bound of {expression} far out is known")


def _positive(found: arb, expression: sp.Expr) -> arb:
    if not found > 0:
        raise NoEnclosure(f"{expression} is not seen to be positive")
    return found


def _exponential(expression: sp.Expr, x: sp.Symbol, value: Callable[[sp.Expr], arb]) -> Floor:
    poly = sp.Poly(expression.exp, x) if expression.exp.is_polynomial(x) else None
    if poly is None or poly.degree() != 1:
        raise NoEnclosure(f"no lower bound of {expression} far out is known")
    slope, still = (value(c) for c in poly.all_coeffs())
    return Floor(still.exp(), arb(0), -slope)


def _factorial(start: arb) -> Floor:
    """x! >= n! n**(x - n) for x >= n, as the slope of log x! is more than log n there."""
    n = start.floor()
    return Floor((n + 1).gamma() / n**n, arb(0), -n.log())


def _polynomial(
    expression: sp.Expr, x: sp.Symbol, start: arb, value: Callable[[sp.Expr], arb]
) -> Floor:
    """x**n (c_n - what the negative coefficients take away at the start)."""
    poly = sp.Poly(expression, x)
    leading, *rest = (value(c) for c in poly.all_coeffs())
    for place, coefficient in enumerate(rest, 1):
        leading += coefficient.min(arb(0)) * start ** (-place)
    return Floor(_positive(leading, expression), arb(poly.degree()), arb(0))


def _sum(expression: sp.Expr, x: sp.Symbol, start: arb, value: Callable[[sp.Expr], arb]) -> Floor:
    """The best floor of a term, the others being positive; constants may take away from each
    other.
    """
    still, moving = expression.as_independent(x, as_Add=True)
    constant = value(still)
    floors = [floor for part in sp.Add.make_args(moving) for floor in _term(part, x, start, value)]
    if constant > 0:
        floors.append(Floor(constant, arb(0), arb(0)))
    if not floors:
        raise NoEnclosure(f"no lower bound of {expression} far out is known")
    best = max(floors, key=lambda floor: floor.growth)
    if constant >= 0:
        return best
    here = best.factor * start**best.power * (-best.rate * start).exp()
    if not (best.rate <= 0 and best.power >= 0 and here + constant > 0):
        raise NoEnclosure(f"{expression} is not seen to be positive far out")
    return Floor(best.factor * (1 + constant / here), best.power, best.rate)


def _term(part: sp.Expr, x: sp.Symbol, start: arb, value: Callable[[sp.Expr], arb]) -> list[Floor]:
    """The floor of a term; none for a positive multiple of an exponential that is not known."""
    try:
        return [floor_of(part, x, start, value)]
    except NoEnclosure:
        fixed, moving = part.as_independent(x, as_Add=False)
        if isinstance(moving, sp.exp) and value(fixed) > 0:
            return []
        raise
