"""Noise of which only a distribution function is known: numbers from cells, nothing enclosed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball

Array = NDArray[np.float64]

CELLS = 1 << 16
SHIFTS = 8  # shifts of either sign that are tried
SHARE = 1e-6  # radius of a ball over its midpoint, at least: an estimate, not a bound


@dataclass(frozen=True)
class DistributionNoise(KnownNoise):
    """Noise with a distribution function; atoms count when they lie on ends of cells.

    Its grade is "computed". A divergence is that of the masses of fine cells, which is at most the
    true one and tends to it; the radius of a ball is its change when the cells are made twice as
    wide, an estimate. The largest one is taken over a grid of shifts.

    Parameters
    ----------
    cdf
        From an array of floats x to P(X <= x).
    reach
        In (0, oo); the noise outside [-reach, reach] counts as one cell on either side.
    """

    LENGTHS: ClassVar = ("unit",)
    GRADE: ClassVar = "computed"
    ACCURACY: ClassVar = 15
    cdf: Callable[[Array], Array]
    reach: float
    unit: Fraction = Fraction(1)

    @classmethod
    def of(cls, cdf: Callable[[Array], Array], reach: float) -> Self:
        require("reach", Fraction(reach), "a number in (0, inf)", when=reach > 0)
        return cls(cdf, reach)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """The largest of the divergences of a grid of shifts, with an estimated radius."""
        from flint import arb

        largest = float(shift / self.unit)
        grid = [sign * largest * k / SHIFTS for k in range(1, SHIFTS + 1) for sign in (1, -1)]
        fine, coarse = (
            max(self._divergence(float(epsilon), d, cells) for d in grid)
            for cells in (CELLS, CELLS // 2)
        )
        return arb(fine, max(fine - coarse, fine * SHARE))

    def moment(self, p: int) -> Ball:
        """The mean over cells, with an estimated radius."""
        from flint import arb

        fine, coarse = (self._moment(p, cells) for cells in (CELLS, CELLS // 2))
        return arb(fine, max(abs(fine - coarse), fine * SHARE))

    def _divergence(self, epsilon: float, shift: float, cells: int) -> float:
        """That of the masses of cells between even ends, at 0 and moved by a shift."""
        ends = np.linspace(-self.reach, self.reach, cells + 1)
        here, there = (_masses(self.cdf(x)) for x in (ends, ends + shift))
        return float(np.sum(np.maximum(here - np.exp(epsilon) * there, 0)))

    def _moment(self, p: int, cells: int) -> float:
        ends = np.linspace(-self.reach, self.reach, cells + 1)
        middles = np.concatenate([ends[:1], (ends[1:] + ends[:-1]) / 2, ends[-1:]])
        return float(np.sum(np.abs(middles) ** p * _masses(self.cdf(ends))) * float(self.unit) ** p)


def _masses(levels: Array) -> Array:
    """The masses of the cells between ends, and of the two beyond."""
    return np.diff(np.concatenate([[0.0], levels, [1.0]]))
