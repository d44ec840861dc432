"""Step densities with geometric tails: Definition 1 of the cactus paper, and what they cost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.parameter import as_float, as_int

MOST_CELLS = 100_000  # a matrix of N by n numbers has to fit into memory
MOST_SHIFTS = 2_000
MOST_RATIO = 0.99999


@dataclass(frozen=True)
class Grid:
    """Cells of width 1/n about the integers over n; beyond cell N masses fall by r a cell.

    Everything is in units of the sensitivity.

    Parameters
    ----------
    n
        Cells a unit, from 1 to 2000: the shifts that count are 1/n, 2/n, ..., 1.
    N
        The cell at which the tail begins, from n + 1 to 100,000.
    r
        The ratio of neighbouring cells in the tail, in (0, 1).
    cost
        The p of the cost |x|^p, in (0, 16].

    Raises
    ------
    BadInput
        When a number lies outside its domain.
    """

    n: int
    N: int
    r: float
    cost: float = 2.0

    def __post_init__(self) -> None:
        n, last = as_int(self.n), as_int(self.N)
        if n is None or not 1 <= n <= MOST_SHIFTS:
            raise BadInput("n", self.n, f"an integer in [1, {MOST_SHIFTS}]")
        if last is None or not n < last <= MOST_CELLS:
            raise BadInput("N", self.N, f"an integer in (n = {n}, {MOST_CELLS}]")
        r, cost = as_float(self.r), as_float(self.cost)
        if r is None or not 0 < r < 1 or r**n < 1e-300 or r > MOST_RATIO:
            accepted = f"a number in (0, {MOST_RATIO}], whose n-th power is no less than 1e-300"
            raise BadInput("r", self.r, accepted)
        if cost is None or not 0 < cost <= 16:
            raise BadInput("cost", self.cost, "a number in (0, 16]")
        for name, value in (("n", n), ("N", last), ("r", r), ("cost", cost)):
            object.__setattr__(self, name, value)

    @cached_property
    def cell_costs(self) -> Array:
        """The mean of |x|^p over the cells 0, ..., N - 1; the paper's c_{n,i}."""
        return mean_costs(np.arange(self.N), self.n, self.cost)

    @cached_property
    def costs(self) -> Array:
        """What the noise costs by unit of p_0, ..., p_N: mirror images and the tail included."""
        folded = 2 * self.cell_costs
        folded[0] /= 2
        return np.append(folded, 2 * self._tail_cost)

    @cached_property
    def masses(self) -> Array:
        """The probability by unit of p_0, ..., p_N: 1, 2, ..., 2, 2/(1 - r)."""
        masses = np.full(self.N + 1, 2.0)
        masses[0], masses[-1] = 1.0, 2 / (1 - self.r)
        return masses

    @cached_property
    def fall(self) -> Array:
        """r^0, ..., r^(n-1)."""
        return np.asarray(self.r ** np.arange(self.n))

    def line(self, p: Array) -> Array:
        """The masses of the cells 0, ..., N + n - 1."""
        return np.concatenate([p[:-1], p[-1] * self.fall])

    @property
    def middle_cost(self) -> float:
        """The mean of |x|^p over the middle cell, whatever masses cost."""
        return float(mean_costs(np.zeros(1), self.n, self.cost)[0])

    @property
    def _tail_cost(self) -> float:
        total, start = 0.0, self.N
        while True:
            stop = start + max(256, math.ceil(1 / (1 - self.r)))
            cells = np.arange(start, stop)
            weights = np.exp((cells - self.N) * math.log(self.r))
            part = float(weights @ mean_costs(cells, self.n, self.cost))
            total += part
            if part <= 1e-18 * total:
                return total
            start = stop


@dataclass(frozen=True)
class Lattice(Grid):
    """Masses on the points i/n instead of cells, with a cost that stays level beyond some place.

    Parameters
    ----------
    reach
        Where the cost stops rising, in (0, N/n].

    Raises
    ------
    BadInput
        When a number lies outside its domain.
    """

    reach: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.reach <= self.N / self.n:
            raise BadInput("reach", self.reach, f"a number in (0, N/n = {self.N / self.n:g}]")

    @cached_property
    def cell_costs(self) -> Array:
        return np.asarray(np.minimum(np.arange(self.N) / self.n, self.reach) ** self.cost)

    @property
    def _tail_cost(self) -> float:
        return float(self.reach**self.cost / (1 - self.r))


def mean_costs(cells: NDArray[Any], n: int, p: float) -> Array:
    """The mean of |x|^p over cells [(i - 1/2)/n, (i + 1/2)/n] with i >= 0."""
    i = np.asarray(cells, dtype=float)
    if p == 2:
        return np.asarray((i * i + 1 / 12) / n**2)
    high = (i + 0.5) ** (p + 1)
    low = np.sign(i - 0.5) * np.abs(i - 0.5) ** (p + 1)
    return np.asarray((high - low) / ((p + 1) * float(n) ** p))
