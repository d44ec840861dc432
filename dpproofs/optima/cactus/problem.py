"""A cactus program as a user states it, in exact numbers and in the units of the query."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import only_when_alone
from dpproofs.mechanisms.formulas.enclosure import exactly
from dpproofs.optima.cactus.divergence import LEAST, MOST
from dpproofs.optima.cactus.dual import Dual, dual
from dpproofs.optima.cactus.grid import MOST_CELLS, Grid
from dpproofs.optima.cactus.solver import Solution, solved, tail_fall

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

FINE = 100  # cells a sensitivity, unless asked otherwise
CELLS = 200  # in as much noise as the budget allows, where that is many sensitivities
REACH = 8  # sensitivities that the explicit masses reach at least
TWICE = 2, 240  # points a cell and a sensitivity at most, for the bound on everything
THRICE = 3, 400  # the same for noise so short that a point's cost is much of the budget
SHORT = 0.5  # sensitivities


@dataclass(frozen=True)
class Problem:
    """The step noise of least worst divergence from its shifts, for a budget on E|X|^cost.

    Attributes
    ----------
    sensitivity, budget, cost
        In the units of the query, of the query to the ``cost``, and a pure number.
    n, N, r
        Cells in a sensitivity, the cell at which the tail begins, and the ratio of the tail.
    order
        Of the divergence: 1 for Kullback's and Leibler's, above 1 for Renyi's.
    """

    sensitivity: Fraction
    budget: Fraction
    cost: Fraction
    n: int
    N: int
    r: Fraction
    order: Fraction

    @classmethod
    def of(
        cls,
        *,
        sensitivity: Exact = 1,
        variance: Exact | None = None,
        budget: Exact | None = None,
        cost: Exact = 2,
        n: int | None = None,
        N: int | None = None,
        r: Exact | None = None,
        order: Exact = 1,
    ) -> Problem:
        """Take numbers as exactly what they say, and choose a grid where none is asked for.

        Parameters
        ----------
        sensitivity
            In [1e-100, 1e100].
        variance
            The budget on E|X|^2.
        budget
            The budget on E|X|^cost, in the place of ``variance``. Above what noise in the middle
            cell costs.
        cost
            In [1/8, 16].
        n
            From 1 to 2000.
        N
            From n + 1 to 100,000; reaches eight sensitivities or eight deviations unless given.
        r
            In (0, 0.99999]. 0.9 unless given, as in the paper; less steep for a high order.
        order
            In [1, 256].

        Raises
        ------
        BadInput
            When a number is outside its domain, or the budget infeasible.
        """
        length = exactly("sensitivity", sensitivity, "1e-100", "1e100")
        power = exactly("cost", cost, "0.125", "16")
        name, given = _given(variance, budget, power)
        total = exactly(name, given, "1e-300", "1e300")
        unit = float(_in_sensitivities(total, length, power))
        spread = unit ** (1 / float(power))
        cells = _default_n(spread) if n is None else n
        if N is None and isinstance(cells, int):
            N = max(cells + 1, math.ceil(cells * max(REACH, 16 * spread / min(float(power), 2))))
            if N > MOST_CELLS:
                accepted = f"so small that {MOST_CELLS} cells suffice, or n smaller"
                raise BadInput(name, given, accepted)
        rank = exactly("order", order, f"{LEAST:g}", f"{MOST:g}")
        ratio = exactly(
            "r", _default_r(cells, rank, spread) if r is None else r, "1e-300", "0.99999"
        )
        grid = Grid(cells, N, float(ratio), float(power))
        least = float(grid.cell_costs[0])
        if not unit > least * (1 + 1e-6):
            accepted = (
                f"more than {least * float(length) ** float(power):.6g}, which noise within the "
                f"middle one of n = {grid.n} cells costs"
            )
            raise BadInput(name, given, accepted)
        return cls(length, total, power, grid.n, grid.N, ratio, rank)

    @property
    def unit_budget(self) -> Fraction:
        """The budget in units of the sensitivity; rounded only for a cost that is no integer."""
        return _in_sensitivities(self.budget, self.sensitivity, self.cost)

    def solution(self) -> Solution:
        """Solve the program.

        Raises
        ------
        NotConverged
            When the wanted accuracy was not reached.
        """
        grid = Grid(self.n, self.N, float(self.r), float(self.cost))
        return solved(grid, float(self.unit_budget), float(self.order))

    def dual(self) -> Dual:
        """Find what bounds every mechanism.

        Raises
        ------
        NotConverged
            When the program on the lattice was not solved.
        """
        budget, cost = float(self.unit_budget), float(self.cost)
        times, most = THRICE if budget ** (1 / cost) < SHORT else TWICE
        steps = max(self.n, min(times * self.n, most))
        return dual(budget, cost, steps, float(self.order))

    def certificate(self, solution: Solution, everything: Dual | None) -> dict[str, Any]:
        """What proves a solution, and with a dual how far every mechanism is from it at most."""
        from dpproofs.optima.cactus.certificate import certificate

        return certificate(solution, everything, r=self.r, budget=self.unit_budget)


def _given(variance: Exact | None, budget: Exact | None, cost: Fraction) -> tuple[str, Exact]:
    if variance is not None:
        only_when_alone("variance", variance, budget=budget)
        if cost != 2:
            raise BadInput("variance", variance, "left out, and budget given, for a cost beside 2")
        return "variance", variance
    if budget is None:
        raise BadInput("variance", None, "a number, unless budget is one")
    return "budget", budget


def _in_sensitivities(budget: Fraction, sensitivity: Fraction, cost: Fraction) -> Fraction:
    if cost.denominator == 1:
        return budget / sensitivity ** int(cost)
    if sensitivity == 1:
        return budget
    return Fraction(float(budget) / float(sensitivity) ** float(cost))


def _default_r(n: object, order: Fraction, spread: float) -> Exact:
    if order == 1 or not isinstance(n, int) or n < 1:
        return "0.9"
    ratio = max(0.9, math.exp(-tail_fall(float(order), spread) / n))
    return Fraction(ratio).limit_denominator(10**6)


def _default_n(spread: float) -> int:
    return FINE if spread <= CELLS / FINE else max(4, math.ceil(CELLS / spread))
