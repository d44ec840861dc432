"""The cactus mechanism: step noise that leaks least after many compositions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Array, Symmetric
from dpproofs.mechanisms.elementwise import ShiftSearched
from dpproofs.mechanisms.formulas.enclosure import exactly
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.optima.cactus.grid import Grid
from dpproofs.optima.cactus.problem import Problem
from dpproofs.optima.cactus.shipped import UNREADABLE, library, read, written
from dpproofs.optima.cactus.step_density import StepDensity

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Exact
    from dpproofs.mechanisms.formulas.losses import Loss

FEW = 64  # values of epsilon up to which each has a sum of its own


@dataclass(frozen=True, init=False, eq=False)
class Cactus(StepDensity, ShiftSearched, Symmetric):
    """Noise of a given cost whose worst divergence from its own shifts is least.

    The density is a step function with cells of width sensitivity/n and a geometric tail.
    Source: Alghamdi, Asoodeh, Calmon, Kosut, Sankar & Wei, "Cactus Mechanisms", program (20).

    `worst_shift` looks at whole cells: for a shift between cells the profile is a mean of those of
    its neighbours.

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
        >>> from dpproofs.optima.cactus.problem import Problem
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

    # -- what it leaks -----------------------------------------------------------------------------

    def divergences(self) -> Array:
        """The divergence from each shift k/n of the sensitivity, k = 1, ..., n: shape (n,).

        >>> import dpproofs as dp
        >>> noise = dp.Cactus(variance=1, n=20)
        >>> noise.divergences().shape
        (20,)
        """
        from dpproofs.optima.cactus.divergence import Divergence
        from dpproofs.optima.cactus.program import DivergenceProgram

        divergence = Divergence(self.order)
        return divergence.values(DivergenceProgram(self.grid, divergence).objectives(self.masses))

    def _worst_shift(self, epsilon: Array) -> tuple[Array, Array]:
        flat = epsilon.reshape(-1)
        best, where = np.zeros(flat.size), np.ones(flat.size)
        for k in range(1, self.grid.n + 1):
            delta = self._profile_of(k, flat)
            where = np.where(delta > best, k, where)
            best = np.maximum(best, delta)
        shape = epsilon.shape
        shifts = where.reshape(shape) * (self.sensitivity / self.grid.n)
        return best.reshape(shape), shifts

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

    def _loss(self) -> Loss:
        from dpproofs.optima.cactus.loss import StepLoss

        masses = tuple(map(Fraction, self.masses.tolist()))
        return StepLoss(masses, Fraction(self.grid.r), self.grid.n)

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With a budget of (sensitivity/epsilon)^cost."""
        power = others.get("cost", 2)
        return cls(sensitivity, budget=math.pow(sensitivity / epsilon, power), **others)

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
        return written(problem, self.masses, certificate=certificate)

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
            return cls.from_masses(*read(text))
        except UNREADABLE as error:
            raise BadInput("text", text, f"what to_json writes ({error})") from None

    @classmethod
    def stored(cls, variance: str, sensitivity: Exact = 1) -> Self:
        """One that was solved before (n = 50), with its certificate, which is checked.

        Parameters
        ----------
        variance
            One of 0.05, 0.1, 0.25, 0.5, 1 and 2: in units of the squared sensitivity.
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
        unit = cls.from_json(library(variance))
        length = exactly("sensitivity", sensitivity, "1e-100", "1e100")
        problem = Problem.of(
            sensitivity=length, variance=Fraction(variance) * length**2,
            n=unit.grid.n, N=unit.grid.N, r=Fraction("0.9"),
        )  # fmt: skip
        return cls.from_masses(problem, unit.masses)
