"""The cheapest (epsilon, delta)-private noise there is, but for a gap that is proved."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.base import (
    Array,
    Atoms,
    Symmetric,
    only_when_alone,
    power_or_inf,
)
from dpproofs.mechanisms.elementwise import ShiftSearched
from dpproofs.mechanisms.formulas.enclosure import ball, exactly
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.optima.alias import alias_tables
from dpproofs.optima.bracket.kept import kept_bracket
from dpproofs.optima.bracket.search import Bracket
from dpproofs.optima.cactus.grid import mean_costs

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball, Exact
    from dpproofs.privacy.exact import StepDistribution


@dataclass(frozen=True, init=False, eq=False)
class OptimalNoise(ShiftSearched, Symmetric):
    """A step density with an atom at 0 whose E|X|^cost is least for its privacy, but for a gap.

    With a threshold t its P(|X| > t) is least instead, but for a gap.

    Source: docs/optimum.md, Theorems 3 and 5; ``bracket`` holds what it costs, exactly, and a bound
    that no private noise is below. Solving takes seconds; a solution is kept for the next call,
    also on disk: see `dpproofs.optima.bracket.kept`.

    `worst_shift` looks at whole cells: for a shift between cells the profile is a mean of those of
    its neighbours. A worst shift of 0 is as small as one likes: it uncovers the atom.

    Parameters
    ----------
    epsilon
        In [0, 16].
    delta
        In [1e-12, 1).
    sensitivity
        In [1e-100, 1e100], in the units of the query.
    cost
        The p of the cost |x|^p, in [1/16, 16]; 1 unless given. 0 as an attribute of noise for a
        threshold.
    threshold
        In place of ``cost``, in the units of the query: at least 1/128 of the sensitivity, and less
        than where truncated Laplace noise ends.
    gap
        How far above the least cost it may be, relative to its own; when no lattice of a
        reasonable size does it, the best that was found. ``bracket.gap`` says what it is.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
    >>> 0.78 < noise.expected_cost(1) < dp.TruncatedLaplace(1, 0.05).expected_cost(1)
    True
    >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", threshold=1)
    >>> round(2 * float(noise.sf(1)), 4)
    0.3311
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, 16, "[]")]
    delta: Annotated[float, Parameter(r"\delta", 0, 1)]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    cost: Annotated[float, Parameter("p", 0, math.inf, "[)")]
    bracket: Bracket = field(repr=False)

    def __init__(
        self,
        epsilon: Exact,
        delta: Exact,
        sensitivity: Exact = 1,
        cost: Exact | None = None,
        *,
        threshold: Exact | None = None,
        gap: Exact = "1e-3",
    ) -> None:
        if threshold is not None:
            only_when_alone("threshold", threshold, cost=cost)
            threshold = exactly("threshold", threshold, "1e-103", "1e103")
            cost = 1
        asked = (
            exactly("epsilon", epsilon, "0", "16"),
            exactly("delta", delta, "1e-12", "1"),
            exactly("sensitivity", sensitivity, "1e-100", "1e100"),
            exactly("cost", 1 if cost is None else cost, "1/16", "16"),
        )
        self._assign(_kept(*asked, exactly("gap", gap, "1e-7", "1"), threshold))

    @classmethod
    def from_bracket(cls, found: Bracket) -> OptimalNoise:
        """The noise of the upper end of a bracket that was ``found``.

        Raises
        ------
        DpproofsError
            When a certificate does not list all its cells: they are too many, or without an end.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> dp.OptimalNoise.from_bracket(noise.bracket).expected_cost(1) == noise.expected_cost(1)
        True
        """
        if not found.noise.is_listed:
            raise DpproofsError("the noise of this bracket is not a list of cells")
        noise = cls.__new__(cls)
        noise._assign(found)  # noqa: SLF001  # of this very class
        return noise

    def _assign(self, found: Bracket) -> None:
        object.__setattr__(self, "bracket", found)
        self._set(
            epsilon=float(found.epsilon),
            delta=float(found.delta),
            sensitivity=float(found.sensitivity),
            cost=float(found.cost),
        )

    def __repr__(self) -> str:
        least = f"cost={self.cost!r}"
        if self.bracket.threshold is not None:
            least = f"threshold={float(self.bracket.threshold)!r}"
        asked = f"epsilon={self.epsilon!r}, delta={self.delta!r}, sensitivity={self.sensitivity!r}"
        return f"OptimalNoise({asked}, {least})"

    # -- the distribution --------------------------------------------------------------------------

    @property
    def cells(self) -> int:
        """Cells in a sensitivity: the density changes at odd multiples of half of one.

        For a threshold it changes at multiples of one.

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> noise.cells
        12
        """
        return self.bracket.noise.n

    @cached_property
    def masses(self) -> Array:
        """The masses of the cells 0, 1, ..., shape (n,); those on the left are the same.

        The middle of cell j is j sensitivity/cells, or (j + 1/2) sensitivity/cells for a threshold,
        where no cell lies about 0.

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> bool((noise.masses >= 0).all())
        True
        """
        return np.array([float(Fraction(m, self._total)) for m in self.bracket.noise.masses])

    def atoms(self) -> Atoms:
        """The atom at 0, if there is one.

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=0, delta="0.6", gap="1e-4")
        >>> [array.round(2).tolist() for array in noise.atoms()]
        [[0.0], [0.2]]
        """
        mass = np.array([self._atom] if self._atom else [])
        return np.zeros(mass.size), mass

    def knots(self, limit: float) -> Array:
        """The ends of the cells within ``limit`` of 0, in units of the query; shape (n,).

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> bool((noise.knots(3) <= 3).all())
        True
        """
        width = self.sensitivity / self.cells
        last = math.floor(max(limit, 0) / width - self._end) + 1
        ends = (np.arange(min(last, self.masses.size)) + self._end) * width
        return np.concatenate([-ends[::-1], ends])

    def _absolute_moment(self, p: float) -> float:
        costs = mean_costs(np.arange(self.masses.size) + (self._end - 0.5), self.cells, p)
        spent = 2 * float(costs @ self.masses)
        if self._centred:
            spent -= costs[0] * self.masses[0]
        return power_or_inf(self.sensitivity, p, float(spent))

    def _worst_shift(self, epsilon: Array) -> tuple[Array, Array]:
        flat = epsilon.reshape(-1)
        line = np.concatenate([self._line, np.zeros(self.cells)])
        best, where = np.zeros(flat.size), np.zeros(flat.size)
        with np.errstate(over="ignore"):
            growth = np.exp(flat)
        for k in range(1, self.cells + 1):
            mass, other = line[:-k], line[k:]
            covered = other > 0
            bare = mass[~covered].sum()
            for place, times in enumerate(growth):
                left = mass[covered] - times * other[covered]
                found = bare + left[left > 0].sum()
                if found > best[place]:
                    best[place], where[place] = found, k
        shifts = where.reshape(epsilon.shape) * (self.sensitivity / self.cells)
        return (best + self._atom).reshape(epsilon.shape), shifts

    def exact(self) -> StepDistribution:
        """The same noise in rational numbers.

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> exact = noise.exact()
        >>> len(exact.edges) == len(exact.densities) + 1
        True
        """
        from dpproofs.privacy.exact import StepDistribution

        width = self.bracket.sensitivity / self.cells
        right = [Fraction(m, self._total) / width for m in self.bracket.noise.masses]
        ends = [(j + Fraction(self._end)) * width for j in range(len(right))]
        middle = () if self._centred else (Fraction(0),)
        atom = Fraction(self.bracket.noise.atom, self._total)
        return StepDistribution(
            edges=(*(-x for x in reversed(ends)), *middle, *ends),
            densities=(*reversed(right[self._centred :]), *right),
            atoms={Fraction(0): atom} if atom else {},
            period=2 * ends[-1],
        )

    def certificate(self) -> Mapping[str, Any]:
        """What proves its privacy, its cost, and how good it is, for ``dpproofs replay``.

        >>> import dpproofs as dp
        >>> noise = dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2")
        >>> dp.replay(noise.certificate()).accepted
        True
        """
        return self.bracket.certificate()

    def symbolic(self) -> Description:
        """There is none.

        Raises
        ------
        DpproofsError
            Always: the masses solve a program and have no closed form.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.OptimalNoise(epsilon=1, delta="0.05", gap="1e-2").symbolic()
        Traceback (most recent call last):
            ...
        dpproofs.kernel.errors.DpproofsError: optimal noise has no closed form: ...
        """
        raise DpproofsError("optimal noise has no closed form: its masses are numbers")

    @property
    def _centred(self) -> bool:
        """Whether cell 0 lies about 0; otherwise it begins there."""
        return self.bracket.threshold is None

    @property
    def _end(self) -> float:
        """Where cell 0 ends, in cells."""
        return 0.5 if self._centred else 1.0

    @property
    def _line(self) -> Array:
        """The masses of all cells from the left."""
        return np.concatenate([self.masses[::-1][: self.masses.size - self._centred], self.masses])

    @property
    def _total(self) -> int:
        return self.bracket.noise.total

    @property
    def _atom(self) -> float:
        return float(Fraction(self.bracket.noise.atom, self._total))

    @cached_property
    def _beyond(self) -> Array:
        """P(X > right end of cell i); added up from the small ones."""
        return np.append(np.cumsum(self.masses[:0:-1])[::-1], 0.0)

    def _density(self, x: Array) -> Array:
        cell, inside = self._cells(x)
        density = self.masses[inside] * (self.cells / self.sensitivity)
        return np.where(np.isnan(x), np.nan, np.where(cell < self.masses.size, density, 0.0))

    def _cells(self, x: Array) -> tuple[Array, Any]:
        """The cell of x >= 0 as a float, and as an index at which there is one."""
        cell = np.maximum(np.ceil(x * (self.cells / self.sensitivity) - self._end), 0)
        known = np.where(np.isnan(cell), 0, cell)
        return cell, np.minimum(known, self.masses.size - 1).astype(int)

    def _tail(self, x: Array) -> Array:
        cell, inside = self._cells(x)
        left = np.where(
            np.isfinite(x), inside + self._end - x * (self.cells / self.sensitivity), 0.0
        )
        value = self._beyond[inside] + self.masses[inside] * left
        return np.where(np.isnan(x), np.nan, np.where(cell < self.masses.size, value, 0.0))

    def _tail_quantile(self, q: Array) -> Array:
        inside = np.searchsorted(-self._beyond, -q, side="left")
        inside = np.minimum(inside, self.masses.size - 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            left = (q - self._beyond[inside]) / self.masses[inside]
        place = inside + self._end - np.where(self.masses[inside] > 0, left, 0.0)
        return np.asarray(np.maximum(place, 0) * (self.sensitivity / self.cells))

    # -- draws -------------------------------------------------------------------------------------

    @cached_property
    def _alias(self) -> tuple[Array, Any]:
        """Walker's tables of the cells from left to right; the last column is the atom."""
        return alias_tables(np.append(self._line, self._atom))

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        threshold, other = self._alias
        rng.random(out=spare)
        spare *= threshold.size
        column = spare.astype(np.intp)
        spare -= column  # uniform in its column
        cell = np.where(spare < threshold[column], column, other[column])
        rng.random(out=out)  # the place in the cell needs bits of its own
        out += cell
        out -= self.masses.size - 1 + self._end
        out *= self.sensitivity / self.cells
        out[cell == threshold.size - 1] = 0.0

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        right, cells = self.bracket.noise.masses, self.cells / self.bracket.sensitivity
        beyond, end = [*accumulate(reversed(right), initial=0)][::-1], Fraction(self._end)

        def tail(x: Fraction) -> Ball:
            cell = max(math.ceil(x * cells - end), 0)
            if cell >= len(right):
                return ball(0)
            left = cell + end - x * cells
            return ball((beyond[cell + 1] + right[cell] * left) / self._total)

        return tail


_kept = lru_cache(maxsize=64)(kept_bracket)
