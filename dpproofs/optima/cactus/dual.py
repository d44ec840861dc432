"""A positive function, weights and a price that bound every mechanism from below.

They come from the program on a lattice: docs/cactus.md says why a potential V of a lattice bounds
all mechanisms on the line. Far out the program's cost is held level, so that the geometric tail of
its solution can be exact there; the bound, which uses the true cost, has all the more to spare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.optima.cactus.divergence import Divergence
from dpproofs.optima.cactus.grid import MOST_CELLS, MOST_RATIO, Grid, Lattice
from dpproofs.optima.cactus.solver import COARSE, solved, tail_fall

ROUGH_FALL = 0.1  # by a unit, of the tail of the coarse program, which hardly matters


@dataclass(frozen=True)
class Dual:
    """Numbers q_0, ..., q_N on the lattice of the points i/steps; the last unit comes again.

    Attributes
    ----------
    masses
        q, shape (N + 1,), positive.
    ratio
        By which q falls from unit to unit in the tail.
    weights
        Of the shifts 1/steps, 2/steps, ..., 1: shape (steps,), >= 0, of sum 1.
    price
        Of the cost, per unit of the budget.
    """

    masses: Array
    ratio: float
    weights: Array
    price: float

    @property
    def steps(self) -> int:
        """Points of the lattice in a unit."""
        return self.weights.size


def dual(budget: float, cost: float, steps: int, order: float = 1.0) -> Dual:
    """Find the dual numbers for a budget on E|X|^cost, in units of the sensitivity.

    Raises
    ------
    BadInput
        When the lattice would need too many points.
    NotConverged
        When the program on the lattice was not solved.
    """
    spread = budget ** (1 / cost)
    reach = max(6.0, (5 + 4 / min(cost, 2.0)) * spread)
    coarse_steps = min(steps, max(2 * COARSE, math.ceil(6 / spread)))
    unit = ROUGH_FALL if order == 1 else math.exp(-tail_fall(order, spread))
    coarse = Grid(coarse_steps, _points(reach + 1, coarse_steps), unit ** (1 / coarse_steps), cost)
    rough = solved(coarse, budget, order)
    fall = _fall(Divergence(order), rough.weights, rough.price, reach, cost, rough.dual_value)
    # Beyond the place where the cost is held level, masses approach the geometric fall as its
    # square does 0. The bound keeps five times that length and a unit, the lattice has more.
    length = 1 / -math.log(fall)
    ratio = min(fall ** (1 / steps), MOST_RATIO)
    lattice = Lattice(steps, _points(reach + 2.5 + 8 * length, steps), ratio, cost, reach=reach)
    found = solved(lattice, budget, order)
    # Without short shifts that count, the classes of places a unit apart fall side by side, each
    # from a height of its own: what is geometric is the unit.
    kept = math.ceil((reach + 1.5 + 5 * length) * steps)
    return Dual(found.masses[:kept], fall, found.weights, found.price)


def _points(reach: float, steps: int) -> int:
    return min(math.ceil(reach * steps), MOST_CELLS)


def _fall(
    divergence: Divergence, weights: Array, price: float, reach: float, cost: float, value: float
) -> float:
    """The ratio of masses a unit apart with which potential + price * cost is level far out."""
    from scipy.optimize import brentq

    shifts = np.arange(1, weights.size + 1) / weights.size

    def excess(depth: float) -> float:
        there, one = np.exp(-depth * shifts), np.ones_like(shifts)
        slopes = divergence.slopes(one, there) + divergence.slopes(one, 1 / there)
        return float(weights @ slopes) / 2 + price * math.pow(reach, cost) - value

    deepest = 600.0 / divergence.order
    if excess(1e-9) <= 0:
        return ROUGH_FALL
    if excess(deepest) >= 0:
        return math.exp(-deepest)
    return math.exp(-float(brentq(excess, 1e-9, deepest)))
