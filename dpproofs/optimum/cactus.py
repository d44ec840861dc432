"""The cactus mechanism: step noise that leaks least after many compositions."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Array, Symmetric, checked_epsilon
from dpproofs.mechanisms.formulas.enclosure import ball, exactly
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.optimum.cactus_certificate_check import Rejected, check
from dpproofs.optimum.grid import Grid
from dpproofs.optimum.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball, Exact

STORED = ("0.05", "0.1", "0.25", "0.5", "1", "2")  # variances that are shipped
FEW = 64  # values of epsilon up to which each has a sum of its own


@dataclass(frozen=True, init=False, eq=False)
class Cactus(Symmetric):
    """Noise of a given cost whose worst divergence from its own shifts is least.

    The density is a step function with cells of width sensitivity/n and a geometric tail.
    Source: Alghamdi, Asoodeh, Calmon, Kosut, Sankar & Wei, "Cactus Mechanisms", program (20).

    Parameters
    ----------
    sensitivity
        In (0, oo), in the units of the query.
    variance
        The most that E X^2 may be, in (0, oo).
    budget
        The most that E|X|^cost may be, in (0, oo), in the place of ``variance``.
    cost
        In [1/8, 16].
    n, N, r
        Cells in a sensitivity, the cell where the tail begins, the ratio of the tail.
    order
        Of the divergence: 1 for Kullback's and Leibler's, above 1 for Renyi's.
    **grid
        Those of n, N and r that are not to be chosen for the budget.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or the budget is infeasible.
    NotConverged
        When the program was not solved.

    Notes
    -----
    ``to_json`` and ``from_json`` ship a solved mechanism together with what proves it optimal.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.Cactus(variance=1, n=20)
    >>> round(noise.var(), 6)
    1.0
    >>> bool(noise.divergences().max() < 0.5)  # what normal noise of this variance has
    True
    """

    sensitivity: Annotated[float, Parameter("s", 0, math.inf)]
    budget: Annotated[float, Parameter("C", 0, math.inf)]
    cost: Annotated[float, Parameter("p", 0, math.inf)]
    grid: Grid = field(repr=False)
    masses: Array = field(repr=False)
    order: float = 1.0

    def __init__(
        self,
        sensitivity: Exact = 1,
        variance: Exact | None = None,
        *,
        budget: Exact | None = None,
        cost: Exact = 2,
        order: Exact = 1,
        **grid: Any,
    ) -> None:
        if unknown := set(grid) - {"n", "N", "r"}:
            name = min(unknown)
            raise BadInput(name, grid[name], "left out: the grid has n, N and r")
        problem = Problem.of(
            sensitivity=sensitivity, variance=variance, budget=budget, cost=cost, order=order,
            **grid,
        )  # fmt: skip
        solution = problem.solution()
        self._assign(problem, solution.program.grid, solution.masses)

    @classmethod
    def from_masses(cls, problem: Problem, masses: ArrayLike) -> Self:
        """The mechanism of masses p_0, ..., p_N that were found for a ``problem``, up to a factor.

        Raises
        ------
        BadInput
            When they are not N + 1 positive numbers.

        Examples
        --------
        >>> import dpproofs as dp
        >>> from dpproofs.optimum.problem import Problem
        >>> problem = Problem.of(variance=1, n=20)
        >>> noise = dp.Cactus(variance=1, n=20)
        >>> again = dp.Cactus.from_masses(problem, noise.masses)
        >>> bool((again.masses == noise.masses).all())
        True
        """
        grid = Grid(problem.n, problem.N, float(problem.r), float(problem.cost))
        p = np.asarray(masses, dtype=float)
        if p.shape != (problem.N + 1,) or not np.all((p > 0) & (p < math.inf)):
            raise BadInput("masses", masses, f"N + 1 = {problem.N + 1} positive numbers")
        noise = cls.__new__(cls)
        noise._assign(problem, grid, p / (grid.masses @ p))  # noqa: SLF001  # of this very class
        return noise

    def _assign(self, problem: Problem, grid: Grid, masses: Array) -> None:
        masses = masses.copy()
        masses.flags.writeable = False
        values = {"grid": grid, "masses": masses, "order": float(problem.order)}
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._set(
            sensitivity=float(problem.sensitivity),
            budget=float(problem.budget),
            cost=float(problem.cost),
        )
        object.__setattr__(self, "_problem", problem)

    # -- the distribution --------------------------------------------------------------------------

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

    def divergences(self) -> Array:
        """The divergence from each shift k/n of the sensitivity, k = 1, ..., n: shape (n,).

        >>> import dpproofs as dp
        >>> noise = dp.Cactus(variance=1, n=20)
        >>> noise.divergences().shape
        (20,)
        """
        from dpproofs.optimum.divergence import Divergence
        from dpproofs.optimum.program import Program

        divergence = Divergence(self.order)
        objectives = Program(self.grid, divergence).objectives(self.masses)
        return np.array([divergence.value(each) for each in objectives])

    def privacy_profile(self, epsilon: ArrayLike) -> Array:
        """The worst shift's at each epsilon.

        For a shift between cells it is a mean of those of its neighbours.

        Raises
        ------
        BadInput
            When an epsilon is negative or NaN.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.Cactus(variance=1, n=20)
        >>> bool(noise.privacy_profile(2) < noise.privacy_profile(1) < 0.2)
        True
        """
        return self.worst_shift(epsilon)[0]

    def worst_shift(self, epsilon: ArrayLike) -> tuple[Array, Array]:
        """The privacy profile, and the multiple of sensitivity/n that attains it.

        Raises
        ------
        BadInput
            When an epsilon is negative or NaN.

        Examples
        --------
        >>> import dpproofs as dp
        >>> delta, shift = dp.Cactus(variance=1, n=20).worst_shift(1)
        >>> int(shift)  # cells: the whole sensitivity
        1
        """
        levels = checked_epsilon(epsilon)
        flat = levels.reshape(-1)
        best, where = np.zeros(flat.size), np.ones(flat.size)
        for k in range(1, self.grid.n + 1):
            delta = self._profile_of(k, flat)
            where = np.where(delta > best, k, where)
            best = np.maximum(best, delta)
        shape = levels.shape
        shifts = where.reshape(shape) * (self.sensitivity / self.grid.n)
        return best.reshape(shape)[()], shifts[()]

    def _profile_of(self, k: int, epsilon: Array) -> Array:
        """Sum of (p_i - e^epsilon p_{i+k})+ over all integers i."""
        N, n, r = self.grid.N, self.grid.n, self.grid.r
        line = self.grid.line(self.masses)
        both = np.concatenate([line[:0:-1], line])  # cells -(N + n - 1), ..., N + n - 1
        # Before the first of them both cells are of the left tail, and the loss is negative.
        count = 2 * N + n - 1
        mass, other = both[:count], both[k : k + count]
        loss = np.log(mass / other)
        order = np.argsort(-loss)
        mass, other, loss = mass[order], other[order], loss[order]
        above = np.searchsorted(-loss, -epsilon, side="left")
        if epsilon.size <= FEW:
            sums = [
                np.sum(mass[:last] * -np.expm1(level - loss[:last]))
                for last, level in zip(above, epsilon, strict=True)
            ]
            out = np.array(sums)
        else:  # from the largest losses on, so that a small profile is a difference of small sums
            upper, lower = (np.append(0.0, np.cumsum(each)) for each in (mass, other))
            known = np.where(above > 0, epsilon, 0.0)  # no infinite epsilon
            out = np.maximum(upper[above] - np.exp(known) * lower[above], 0)
        tail = self.masses[-1] / (1 - r) * -np.expm1(np.minimum(epsilon + k * math.log(r), 0))
        return np.asarray(out + tail)

    def symbolic(self) -> Description:
        """There is none.

        Raises
        ------
        DpproofsError
            Always: the masses solve a program and have no closed form.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Cactus(variance=1, n=20).symbolic()
        Traceback (most recent call last):
            ...
        dpproofs.kernel.errors.DpproofsError: a cactus distribution has no closed form: ...
        """
        raise DpproofsError("a cactus distribution has no closed form: its masses are numbers")

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
        return np.maximum(place, 0) * (self.sensitivity / self.grid.n)

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

    # -- draws -------------------------------------------------------------------------------------

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

    # -- shipping ----------------------------------------------------------------------------------

    def to_json(self, *, certificate: bool = True) -> str:
        """The mechanism as JSON; with a certificate, which takes a second, of its bounds.

        Raises
        ------
        NotConverged
            When a certificate is wanted and the program was not solved.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.Cactus(variance=1, n=20)
        >>> noise.to_json(certificate=False).startswith("{")
        True
        """
        problem: Problem = vars(self)["_problem"]
        document: dict[str, Any] = {
            "mechanism": "Cactus",
            "sensitivity": str(problem.sensitivity),
            "budget": str(problem.budget),
            "N": problem.N,
        }
        if certificate:
            proof = problem.certificate(problem.solution(), None)
        else:
            proof = {
                "cost": str(problem.cost),
                "order": str(problem.order),
                "n": problem.n,
                "r": str(problem.r),
                "masses": [float(mass).hex() for mass in self.masses],
            }
        return json.dumps({**document, "certificate": proof})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the ``text`` that ``to_json`` has written; a certificate in it is checked.

        Raises
        ------
        BadInput
            When it cannot be read, or its certificate proves less than it says.

        Examples
        --------
        >>> import dpproofs as dp
        >>> text = dp.Cactus.stored("1").to_json(certificate=False)
        >>> dp.Cactus.from_json(text).budget
        1.0
        """
        try:
            document = json.loads(text)
            proof = document["certificate"]
            if "upper" in proof:
                check(proof)
            problem = Problem.of(
                sensitivity=Fraction(document["sensitivity"]),
                budget=Fraction(document["budget"]),
                cost=Fraction(proof["cost"]),
                n=proof["n"],
                N=document["N"],
                r=Fraction(proof["r"]),
                order=Fraction(proof["order"]),
            )
            if "upper" in proof and Fraction(proof["budget"]) != problem.unit_budget:
                raise Rejected("its budget is not that of its certificate")
            return cls.from_masses(problem, [float.fromhex(mass) for mass in proof["masses"]])
        except (KeyError, TypeError, ValueError, ZeroDivisionError, Rejected) as error:
            raise BadInput("text", text, f"what to_json writes ({error})") from None

    @classmethod
    def stored(cls, variance: str, sensitivity: Exact = 1) -> Self:
        """One that was solved before (n = 50), with its certificate, which is checked.

        Parameters
        ----------
        variance
            One of `STORED`: in units of the squared sensitivity.
        sensitivity
            In [1e-100, 1e100].

        Raises
        ------
        BadInput
            When the variance is not among them.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.Cactus.stored("0.25").var(), 9)
        0.25
        """
        if variance not in STORED:
            raise BadInput("variance", variance, "one of " + ", ".join(STORED))
        folder = resources.files("dpproofs.optimum") / "library"
        unit = cls.from_json((folder / f"variance-{variance}.json").read_text("utf-8"))
        length = exactly("sensitivity", sensitivity, "1e-100", "1e100")
        problem = Problem.of(
            sensitivity=length, variance=Fraction(variance) * length**2,
            n=unit.grid.n, N=unit.grid.N, r=Fraction("0.9"),
        )  # fmt: skip
        return cls.from_masses(problem, unit.masses)


def alias_tables(weights: Array) -> tuple[Array, NDArray[np.intp]]:
    """Walker's method: column i keeps a share of its draws, and gives the others to one column.

    Returns
    -------
    tuple
        The shares and the columns that get the rest, both of the shape of the weights.
    """
    scaled = weights * (weights.size / weights.sum())
    other = np.arange(weights.size, dtype=np.intp)
    small = [int(i) for i in np.flatnonzero(scaled < 1)]
    large = [int(i) for i in np.flatnonzero(scaled >= 1)]
    while small and large:
        poor, rich = small.pop(), large[-1]
        other[poor] = rich
        scaled[rich] -= 1 - scaled[poor]
        if scaled[rich] < 1:
            small.append(large.pop())
    for i in (*small, *large):  # full but for rounding
        scaled[i] = 1.0
    return scaled, other
