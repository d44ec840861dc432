"""Program (20) solved from coarse grids to fine ones, and from low orders to high ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.parameter import as_float
from dpproofs.optima.cactus.divergence import Divergence
from dpproofs.optima.cactus.grid import Grid
from dpproofs.optima.cactus.interior_point import Point, restart, solve, start
from dpproofs.optima.cactus.program import DivergenceProgram

GAP = 1e-10  # of the bounds, relative to the objective
GAP_ABOVE = 5e-9  # for orders above 1, whose objective is exponential in the divergence
COARSE = 12  # cells a unit from which no coarser grid is solved first
STRIDE = 4  # ratio of neighbouring grids
STEEP = 4.6  # fall in a sensitivity that no order above 1 needs to go beyond, over the order
RAISE = 1.4  # ratio of neighbouring orders
LOW = 4.0  # orders up to which grids are refined: above, the logarithms of masses have steep steps
LARGEST = 650.0  # (order - 1) R, the logarithm of a sum over pairs
HALVINGS = 8  # to find masses from which to start at a higher order
ROUNDING = 1e-13  # of a budget
STEEPEST = 80.0  # natural logarithm of the least mass that a first guess has


@dataclass(frozen=True)
class Solution:
    """The best step density of a grid, and the dual variables that prove it.

    Attributes
    ----------
    program, budget
        What was solved; the budget is for E|X|^p in units of the sensitivity.
    masses
        p_0, ..., p_N, shape (N + 1,); they make a distribution within the budget.
    divergences
        D(P | P shifted by k/n) for k = 1, ..., n, shape (n,). For an order above 1, Renyi's.
    weights
        Dual variables of the shifts, shape (n,), >= 0, with sum 1.
    price
        Dual variable of the cost: how fast the objective falls with the budget.
    """

    program: DivergenceProgram
    budget: float
    masses: Array
    divergences: Array
    weights: Array
    price: float

    @property
    def divergence(self) -> float:
        """The largest divergence over all shifts."""
        return float(self.divergences.max())

    @property
    def dual_value(self) -> float:
        """The dual variable of the mass: what all cells' potential + price * cost come to."""
        objective = float(self.program.objectives(self.masses) @ self.weights)
        return objective + self.price * self.budget

    @property
    def active_shifts(self) -> list[int]:
        """The k whose shift k/n has a weight that is not rounding."""
        return [int(k) + 1 for k in np.flatnonzero(self.weights > 1e-6)]


def solved(grid: Grid, budget: float, order: float = 1.0, *, gap: float | None = None) -> Solution:
    """Solve the program of a grid.

    Parameters
    ----------
    grid
        Cells, tail and cost, in units of the sensitivity.
    budget
        The most that E|X|^p may be; above what the middle cell alone costs.
    order
        Of the divergence: 1 for Kullback's and Leibler's, up to 256 for Renyi's.
    gap
        The distance of the bounds to reach, relative to the objective; chosen for the order.

    Raises
    ------
    BadInput
        When the budget is infeasible, or an argument is outside its domain.
    NotConverged
        When the wanted accuracy was not reached.
    """
    least, number = float(grid.cell_costs[0]), as_float(budget)
    if number is None or not least < number < math.inf:
        accepted = f"a number above {least:.3g}, the cost of the middle cell for n = {grid.n}"
        raise BadInput("budget", budget, accepted)
    program = DivergenceProgram(grid, Divergence(order))
    wanted = gap if gap is not None else GAP if program.divergence.order == 1 else GAP_ABOVE
    point = _point(program, number, wanted)
    masses = _within(program, number, point.p)
    sums = program.objectives(masses)
    weights = point.weights * program.divergence.rates(sums)
    return Solution(
        program=program,
        budget=number,
        masses=masses,
        divergences=program.divergence.values(sums),
        weights=weights / weights.sum(),
        price=point.price / number / float(weights.sum()),
    )


def tail_fall(order: float, spread: float) -> float:
    """By how much the logarithm of masses may fall from unit to unit far out, for an order above 1.

    Optimal noise falls there by a power 1/order of what it does for low orders, and by as much as
    pure privacy allows, about what Laplace noise does.

    Parameters
    ----------
    order, spread
        Of the divergence; (E|X|^p)^(1/p), in units of the sensitivity.
    """
    return max(STEEP / order, 1 / spread)


def _point(program: DivergenceProgram, budget: float, gap: float) -> Point:
    """Solve a chain of programs, each started from the one before."""
    chain = _chain(program, budget)
    at = solve(chain[0], budget, start(chain[0], budget, _guess(chain[0].grid, budget)), gap)
    for before, program_ in pairwise(chain):
        if (program_.divergence.order - 1) * at.level > LARGEST:  # and R rises with the order
            accepted = f"at most {math.floor(1 + LARGEST / at.level)} at this budget"
            raise BadInput("order", program.divergence.order, f"{accepted}, where doubles end")
        masses = _refined(before.grid, at.p, program_.grid)
        masses = _flatter(program_, masses, before.divergence.order, at.level)
        near = replace(at, weights=_spread(at.weights, program_.grid.n))
        at = solve(program_, budget, restart(program_, masses, near), gap)
    return at


def _chain(program: DivergenceProgram, budget: float) -> list[DivergenceProgram]:
    """Low to high orders: up to `LOW` on the coarsest grid, then finer grids, then the rest."""
    grids = [program.grid]
    while (coarse := _coarser(grids[-1])) and budget > 8 * coarse.middle_cost:
        grids.append(coarse)
    orders = [program.divergence.order]
    while orders[-1] > RAISE:
        orders.append(orders[-1] / RAISE)
    low = [order for order in reversed(orders) if order <= LOW]
    first = [DivergenceProgram(grids[-1], Divergence(order)) for order in low]
    finer = [DivergenceProgram(grid, Divergence(low[-1])) for grid in reversed(grids[:-1])]
    high = [
        DivergenceProgram(program.grid, Divergence(order))
        for order in reversed(orders)
        if order > LOW
    ]
    return first + finer + high


def _coarser(grid: Grid) -> Grid | None:
    if grid.n < 2 * COARSE:
        return None
    n = max(COARSE, grid.n // STRIDE)
    N = max(n + 1, math.ceil(grid.N * n / grid.n))
    return replace(grid, n=n, N=N, r=grid.r ** (grid.n / n))


def _guess(grid: Grid, budget: float) -> Array:
    """Laplace noise within the budget, with a tail that no double is too small for."""
    scale = (budget / math.gamma(grid.cost + 1)) ** (1 / grid.cost)
    depth = np.arange(grid.N + 1) / (grid.n * scale)
    return np.asarray(np.exp(-STEEPEST * np.tanh(depth / STEEPEST)))


def _refined(coarse: Grid, p: Array, fine: Grid) -> Array:
    """Masses whose logarithms are interpolated, up to a factor."""
    places = np.arange(fine.N + 1) / fine.n
    return np.asarray(np.exp(np.interp(places, np.arange(coarse.N + 1) / coarse.n, np.log(p))))


def _flatter(program: DivergenceProgram, p: Array, before: float, level: float) -> Array:
    """A power of masses for a lower order whose divergence of this order is what it was.

    Ratios of masses far out are the powers 1/order of a cost: high orders fall less steeply.
    """
    least, most = before / program.divergence.order, 1.0
    if least == most:
        return p
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        powers = p**middle
        sums = program.objectives(powers / (program.grid.masses @ powers))
        if float(program.divergence.values(sums).max()) > level:
            most = middle
        else:
            least = middle
    return np.asarray(p**least)


def _spread(weights: Array, n: int) -> Array:
    """Weights of the nearest of n shifts."""
    out = np.zeros(n)
    nearest = np.rint(np.arange(1, weights.size + 1) * n / weights.size).astype(int)
    np.add.at(out, np.maximum(nearest, 1) - 1, weights)
    return out


def _within(program: DivergenceProgram, budget: float, p: Array) -> Array:
    """The masses as a distribution within the budget: rounding is paid for by the middle cell."""
    p = p / (program.grid.masses @ p)
    excess = float(program.grid.costs @ p) / budget - 1
    spared = p.copy()
    # A middle cell costs nearly nothing; the margin is for the rounding of this very sum.
    share = 1 - program.grid.cell_costs[0] / budget
    spared[0] += max(0.0, excess + ROUNDING) / share
    return np.asarray(spared / (program.grid.masses @ spared))
