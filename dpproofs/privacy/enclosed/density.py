"""Noise of which only a density function is known: numbers by quadrature, nothing enclosed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms import Mechanism
from dpproofs.privacy.enclosed.base import KnownNoise, require
from dpproofs.privacy.hockey_stick import NODES, PANELS, WEIGHTS, hockey_stick

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball

Array = NDArray[np.float64]

SHIFTS = 8  # shifts of either sign that are tried
SHARE = 1e-6  # radius of a ball over its midpoint: an estimate, not a bound


@dataclass(frozen=True)
class DensityNoise(KnownNoise):
    """Noise with a density function, smooth between knots, and no atoms.

    Its grade is "computed": the radius of a ball is an estimate of the error of quadrature, and the
    largest divergence is taken over a grid of shifts, so that the profile may be larger.

    Parameters
    ----------
    pdf
        From an array of floats to the density there, per unit of x.
    reach
        In (0, oo); the noise outside [-reach, reach] is negligible.
    knots
        Where the density is not smooth.
    """

    LENGTHS: ClassVar = ("unit",)
    GRADE: ClassVar = "computed"
    ACCURACY: ClassVar = 15
    pdf: Callable[[Array], Array]
    reach: float
    knots: tuple[float, ...] = ()
    unit: Fraction = Fraction(1)

    @classmethod
    def of(cls, pdf: Callable[[Array], Array], reach: float, knots: tuple[float, ...] = ()) -> Self:
        require("reach", Fraction(reach), "a number in (0, inf)", when=reach > 0)
        return cls(pdf, reach, tuple(knots))

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """The largest of the divergences of a grid of shifts, with an estimated radius."""
        from flint import arb

        # Quadrature asks for a few of the functions of a mechanism only.
        view = cast(Mechanism, _View(self.pdf, self.reach, np.array(sorted(self.knots))))
        largest = float(shift / self.unit)
        grid = (sign * largest * k / SHIFTS for k in range(1, SHIFTS + 1) for sign in (1, -1))
        worst = max(hockey_stick(view, float(epsilon), d) for d in grid)
        return arb(worst, worst * SHARE)

    def moment(self, p: int) -> Ball:
        """Gauss's rule on panels between knots, with an estimated radius."""
        from flint import arb

        even = np.linspace(-self.reach, self.reach, 2 * PANELS + 1)
        ends = np.unique([*even, *self.knots])
        half = np.diff(ends)[:, None] / 2
        x = ends[:-1, None] + half * (NODES + 1)
        moment = float(np.sum(self.pdf(x) * np.abs(x) ** p * WEIGHTS * half) * self.unit**p)
        return arb(moment, moment * SHARE)


@dataclass(frozen=True)
class _View:
    """What quadrature asks of a mechanism."""

    pdf: Callable[[Array], Array]
    reach: float
    places: Array

    def logpdf(self, x: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.pdf(x)))

    def ppf(self, u: float) -> float:
        """The ends of the bulk."""
        return 0.0 if u == 0.5 else -self.reach

    def knots(self, limit: float) -> Array:
        return self.places[np.abs(self.places) <= limit]

    def atoms(self) -> tuple[Array, Array]:
        return np.empty(0), np.empty(0)
