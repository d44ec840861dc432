"""Symmetric noise on a lattice: masses of cells beside an atom at 0, and what shifts uncover."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.base import Array


@dataclass(frozen=True)
class Lattice:
    """Cells of width 1/n: about the multiples of 1/n, from -last to last, or between them.

    Everything is in units of the sensitivity.

    Attributes
    ----------
    epsilon, delta
        The privacy that is asked for.
    n
        Cells in a sensitivity: the shifts that count are 1/n, 2/n, ..., 1.
    last
        The last cell that may have a mass.
    open_end
        Whether privacy is left out of account among the last n cells. Noise that ends where
        delta is used up needs no such thing; noise with a long thin tail does.
    centred
        Whether cell j lies about j/n; else it goes from j/n to (j + 1)/n, and its mirror image is
        cell -1 - j.
    """

    epsilon: float
    delta: float
    n: int
    last: int
    open_end: bool = False
    centred: bool = True

    @property
    def growth(self) -> float:
        """e^epsilon."""
        return math.exp(self.epsilon)

    @cached_property
    def cells(self) -> NDArray[Any]:
        """All of them, from the left."""
        return np.arange(-self.last - (not self.centred), self.last + 1)

    @cached_property
    def times(self) -> Array:
        """How many cells have the mass p_j: j and its mirror image."""
        found = np.full(self.last + 1, 2.0)
        found[0] -= self.centred
        return found

    def folded(self, cells: NDArray[Any]) -> NDArray[Any]:
        """The cells on the right with the same masses."""
        return np.where(cells < 0, -cells - (not self.centred), cells)

    @cached_property
    def ignored(self) -> NDArray[np.bool_]:
        """The cells whose terms count as 0, so that multipliers end before the cells do."""
        return np.asarray(self.open_end & (self.cells > self.last - self.n))

    @cached_property
    def shifts(self) -> NDArray[Any]:
        """1, ..., n."""
        return np.arange(1, self.n + 1)

    def uncovered(self, masses: Array, shift: int) -> Array:
        """p_j - e^epsilon p_{j+shift} for all cells j, of the masses p_0, ..., p_last."""
        line = np.append(masses[self.folded(self.cells)], np.zeros(shift))
        return np.asarray(line[: self.cells.size] - self.growth * line[shift:])

    def losses(self, atom: float, masses: Array) -> Array:
        """What each shift 1, ..., n uncovers: the least delta for that shift and all just below."""
        found = [np.maximum(self.uncovered(masses, int(k)), 0).sum() for k in self.shifts]
        return np.array(found) + atom

    def refined(self, n: int, last: int, masses: Array) -> Array:
        """The masses that the density of these would have on cells of width 1/n."""
        return np.interp(
            np.arange(last + 1) / n, np.arange(masses.size) / self.n, masses * (self.n / n), right=0
        )


def truncated_laplace(lattice: Lattice) -> Array:
    """Masses that fall by e^-epsilon a unit and stop where delta is kept: private, and not bad.

    They may need more cells than the lattice has.
    """
    rate = lattice.epsilon / lattice.n
    count = lattice.last
    while True:
        masses = np.exp(-rate * np.arange(count + 1))
        wide = replace(lattice, last=count)
        masses = np.asarray(masses / (wide.times @ masses))
        if wide.losses(0, masses).max() <= lattice.delta * (1 - 1e-9):
            return masses
        count += max(1, count // 16)


def support(epsilon: float, delta: float) -> float:
    """Where truncated Laplace noise ends; the best noise reaches about as far.

    Source: Geng, Ding, Guo & Kumar, "Privacy and Utility Tradeoff in Approximate Differential
    Privacy", Theorem 1; 1/(2 delta) for epsilon = 0.
    """
    if epsilon < 1e-12:
        return 1 / (2 * delta)
    return math.log1p(math.expm1(epsilon) / (2 * delta)) / epsilon
