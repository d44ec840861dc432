"""The K-norm mechanism: a density that falls exponentially with a norm."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaincc

from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.vector.ball import Ball
from dpproofs.mechanisms.vector.base import VectorNoise, parameters, scaled_gamma_ratio


@dataclass(frozen=True, init=False, repr=False)
class KNorm(VectorNoise):
    """Noise on R^d with a density proportional to e^{-epsilon ||x||/sensitivity}.

    Source: Hardt and Talwar, "On the geometry of differential privacy" (2010). In one dimension it
    is Laplace noise.

    Parameters
    ----------
    epsilon, sensitivity
        In (0, oo); the sensitivity in the norm, in the units of the query.
    dimension
        The number d of coordinates, at least 1.
    norm
        ``"l1"``, ``"l2"``, ``"linf"`` or a :class:`Ball`.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.KNorm(epsilon=1, dimension=3, norm="l1")
    >>> round(noise.expected_cost(1), 9)  # E of the norm
    3.0
    """

    def __init__(
        self, epsilon: float, sensitivity: float = 1, *, dimension: int, norm: str | Ball = "l2"
    ) -> None:
        self._set(norm, epsilon=epsilon, sensitivity=sensitivity, dimension=dimension)

    def __repr__(self) -> str:
        shown = parameters(self, ("epsilon", "sensitivity", "dimension"))
        return f"KNorm({shown}, norm={self.norm.name!r})"

    def _radii(self, out: Array, rng: np.random.Generator) -> None:
        # A density e^{-epsilon r} is a mixture of uniform ones on balls of gamma(d + 1) radii.
        rng.standard_gamma(self.dimension + 1, out=out)
        out /= self.epsilon

    def _log_density(self, r: Array) -> Array:
        d = self.dimension
        whole = math.lgamma(d + 1) + self.norm.log_volume(d) - d * math.log(self.epsilon)
        return -self.epsilon * r - whole

    def _radial_sf(self, r: Array) -> Array:
        return np.asarray(gammaincc(self.dimension, self.epsilon * r))

    def _radius_moment(self, p: float) -> float:
        return scaled_gamma_ratio(self.dimension + 1, p, 1 / self.epsilon)
