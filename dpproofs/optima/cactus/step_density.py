"""The law of a density in steps with geometric tails: tails, exact and in doubles, and draws."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.alias import alias_tables
from dpproofs.optima.cactus.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.enclosure import Ball


class StepDensity:
    """What masses of cells of width sensitivity/n make of noise (Definition 1 of the cactus paper).

    Attributes
    ----------
    sensitivity
        In (0, oo), in the units of the query.
    grid
        Cells, the first of the tail, and its ratio.
    masses
        Those of the cells 0, ..., N, of shape (N + 1,): positive, of noise that adds up to 1.
    """

    sensitivity: float
    grid: Grid
    masses: Array

    def knots(self, limit: float) -> Array:
        """The ends of the cells within ``limit`` of 0, in units of the query; shape (n,).

        Raises
        ------
        BadInput
            When there are more than a million on each side.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Cactus(variance=1, n=20).knots(0.1).round(3).tolist()
        [-0.075, -0.025, 0.025, 0.075]
        """
        width = self.sensitivity / self.grid.n
        last = math.floor(max(limit, 0) / width + 0.5) + 1
        if last > 10**6:
            raise BadInput("limit", limit, "at most a million cells from 0")
        ends = (np.arange(last) + 0.5) * width
        ends = ends[ends <= limit]
        return np.concatenate([-ends[::-1], ends])

    def _absolute_moment(self, p: float) -> float:
        try:
            grid = Grid(self.grid.n, self.grid.N, self.grid.r, p)
        except BadInput:
            raise BadInput("p", p, "a number in (0, 16]") from None
        return float(grid.costs @ self.masses) * math.pow(self.sensitivity, p)

    @cached_property
    def _beyond(self) -> Array:
        """P(X > right end of cell i) for i = 0, ..., N; added up from the small ones."""
        tail = self.masses[-1] / (1 - self.grid.r)
        inner = np.cumsum(np.append(tail, self.masses[:0:-1][1:]))[::-1]
        return np.append(inner, tail * self.grid.r)

    def _density(self, x: Array) -> Array:
        cell, N = self._cells(x), self.grid.N
        with np.errstate(over="ignore", under="ignore"):
            fall = np.exp(np.maximum(cell - N, 0) * math.log(self.grid.r))
        inside = np.minimum(np.where(np.isnan(cell), 0, cell), N).astype(int)
        density = self.masses[inside] * fall * (self.grid.n / self.sensitivity)
        return np.where(np.isnan(x), np.nan, density)

    def _cells(self, x: Array) -> Array:
        """The cell of x >= 0, as a float."""
        return np.maximum(np.ceil(x * (self.grid.n / self.sensitivity) - 0.5), 0)

    def _tail(self, x: Array) -> Array:
        place = x * (self.grid.n / self.sensitivity)
        cell, N = self._cells(x), self.grid.N
        known = np.where(np.isfinite(cell), cell, 0)
        inside = np.minimum(known, N).astype(int)
        fall = np.exp(np.maximum(known - N, 0) * math.log(self.grid.r))
        with np.errstate(invalid="ignore"):  # oo - oo
            left = np.where(np.isfinite(cell), cell + 0.5 - place, 0.0)
        value = fall * (self._beyond[inside] + self.masses[inside] * left)
        return np.where(cell == math.inf, 0.0, np.where(np.isnan(x), np.nan, value))

    def _tail_quantile(self, q: Array) -> Array:
        N, r = self.grid.N, self.grid.r
        with np.errstate(divide="ignore"):
            depth = np.log(np.where(q > 0, q, 0.0) / self._beyond[-1]) / math.log(r)
        # Whole cells of the tail that lie between its beginning and the quantile.
        steps = np.where(depth > 0, np.ceil(depth), 0.0)
        inside = np.searchsorted(-self._beyond, -q, side="left")
        cell = np.where(inside > N, N + steps, inside)
        index = np.minimum(inside, N)
        fall = np.where(inside > N, np.exp(np.where(np.isfinite(steps), steps, 0) * math.log(r)), 1)
        left = (q / fall - self._beyond[index]) / self.masses[index]
        place = np.where(np.isfinite(cell), cell + 0.5 - left, math.inf)
        place = np.where(q < 0.5, np.maximum(place, 0), 0)  # masses are rounded, the median is not
        return place * (self.sensitivity / self.grid.n)

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        """Of the masses as rational numbers, divided by their sum."""
        cells, last = Fraction(self.grid.n) / Fraction(self.sensitivity), self.grid.N
        masses, r = [Fraction(mass) for mass in self.masses.tolist()], Fraction(self.grid.r)
        beyond = [masses[-1] * r / (1 - r)]  # beyond the cell N, N - 1, ...
        for mass in masses[:0:-1]:
            beyond.append(beyond[-1] + mass)
        beyond.reverse()
        total = 2 * beyond[0] + masses[0]

        def tail(x: Fraction) -> Ball:
            cell = max(math.ceil(x * cells - Fraction(1, 2)), 0)
            place = min(cell, last)
            inside = beyond[place] + masses[place] * (cell + Fraction(1, 2) - x * cells)
            return ball(inside / total) * ball(r) ** (cell - place)

        return tail

    @cached_property
    def _alias(self) -> tuple[Array, NDArray[np.intp]]:
        """Walker's tables of the cells -N, ..., N, the ends holding all of the tails."""
        sides = self.masses.copy()
        sides[-1] /= 1 - self.grid.r
        return alias_tables(np.concatenate([sides[:0:-1], sides]))

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        threshold, other = self._alias
        N, width = self.grid.N, self.sensitivity / self.grid.n
        rng.random(out=spare)
        spare *= threshold.size
        column = spare.astype(np.intp)
        spare -= column  # uniform in its column
        cell = np.where(spare < threshold[column], column, other[column]) - float(N)
        ends = np.flatnonzero(np.abs(cell) == N)
        if ends.size:
            cell[ends] += np.sign(cell[ends]) * (rng.geometric(1 - self.grid.r, ends.size) - 1)
        rng.random(out=out)  # the place in the cell needs bits of its own
        out += cell
        out -= 0.5
        out *= width
