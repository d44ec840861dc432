"""Both ends of a bracket without a program, where noise reaches over hundreds of sensitivities.

Cells as long as the sensitivity are fine enough there, and the shift by one cell is the only one.
Noise that falls by e^epsilon from cell to cell, as steeply as it may, is then as good as any, and
the multipliers g(j) that prove it obey l(j) + (g(j) - e^epsilon g(j - 1))/2 = nu from g(0) = nu -
l(0) on, until they are back at 0. Source: docs/optimum.md, Theorems 2 and 3 with n = 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.optima.bracket.exact_ends import (
    BITS,
    KEPT,
    Exact,
    Lower,
    NotProved,
    Upper,
    shown_lower,
    shown_upper,
)
from dpproofs.optima.lattice.noise import support

WIDE = 150  # sensitivities from which on a bracket begins like this
MOST_TESTED = 99_000  # cells, as replay looks at 100,000
MASS_BITS = 80  # of the middle cell
ROUNDS = 70  # of the search for nu


def widest(cost: Fraction) -> int:
    """How many sensitivities noise may reach over: g is back at 0 that much further out."""
    return int(MOST_TESTED / _further(cost))


def _further(cost: Fraction) -> float:
    """Where g ends in parts of where noise does, for epsilon = 0; it is less otherwise."""
    return math.exp(math.log1p(float(cost)) / float(cost))


# -- from below -----------------------------------------------------------------------------------


def wide_lower(asked: Exact, cost: Fraction) -> Lower:
    """The best bound of these multipliers, for the cost |x|^cost."""
    program = _Multipliers.of(asked, cost)
    nu = program.best()
    values = program.values(nu)
    scale = 1 << max(KEPT + math.ceil(math.log2((1 + program.growth) / nu)), 8)
    tests = [(1, 0, [round(Fraction(value) * scale) for value in values])]
    return shown_lower(scale, tests, asked)


@dataclass(frozen=True)
class _Multipliers:
    """One choice for each level nu, in floating point.

    Attributes
    ----------
    growth
        e^epsilon.
    delta
        What W is charged with.
    costs
        l(0), l(1), ...
    """

    growth: float
    delta: float
    costs: Array

    @classmethod
    def of(cls, asked: Exact, cost: Fraction) -> _Multipliers:
        reach = support(float(asked.epsilon), float(asked.delta))
        count = min(math.ceil(1.01 * _further(cost) * reach) + 10, MOST_TESTED)
        costs = [float(low) for low in asked.cost.lowest(1, count)]
        return cls(math.exp(asked.epsilon), float(asked.delta), np.array(costs))

    def values(self, nu: float) -> list[float]:
        """g(0), g(1), ... until it is 0.

        Raises
        ------
        NotProved
            When it does not become 0 among the costs that are known.
        """
        found: list[float] = []
        last = 0.0
        for cost in self.costs:
            last = self.growth * last + (2 if found else 1) * (nu - float(cost))
            if last <= 0:
                return found
            found.append(last)
        raise NotProved("the multipliers do not end")

    def bound(self, nu: float) -> float:
        """What they prove for nu; it is concave."""
        try:
            return nu - self.delta * max(nu, *self.values(nu))
        except NotProved:
            return -math.inf

    def best(self) -> float:
        """The nu of the greatest bound, by trisection; too large a one ends nowhere."""
        low, high = 0.0, float(self.costs[-1])
        for _ in range(ROUNDS):
            third = (high - low) / 3
            if self.bound(low + third) < self.bound(high - third):
                low += third
            else:
                high -= third
        return low


# -- from above -----------------------------------------------------------------------------------


def wide_upper(asked: Exact) -> Upper:
    """Noise that falls as steeply as privacy allows, and ends where delta is used up.

    Its last cell holds just as much as makes up for what the one before it uncovers.
    """
    below, delta = asked.growth()[0], asked.delta
    masses = [1 << MASS_BITS]
    total = masses[0]
    spare = Fraction(below, 1 << BITS) - 1 + 2 * delta
    while True:
        following = -(-(masses[-1] << BITS) // below)
        last = math.ceil((masses[-1] - delta * total) / spare)
        if last <= following:
            return shown_upper(0, [*masses, max(last, 0)], asked)
        masses.append(following)
        total += 2 * following
