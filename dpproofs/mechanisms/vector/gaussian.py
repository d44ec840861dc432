"""Normal noise for vectors, with the least standard deviation that privacy allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Self

import numpy as np
from scipy.special import gammainc, gammaincc

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array, Rng
from dpproofs.mechanisms.elementwise import Leaking
from dpproofs.mechanisms.formulas.losses import NormalLoss
from dpproofs.mechanisms.gaussian import Gaussian
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.vector.base import (
    Rows,
    VectorNoise,
    gamma_quantile,
    parameters,
    scaled_gamma_ratio,
)


@dataclass(frozen=True, init=False, repr=False)
class VectorGaussian(VectorNoise, Leaking):
    """Independent normal noise for every coordinate, for a sensitivity in the Euclidean norm.

    Along a shift it is normal noise in one dimension, so that its privacy is that of
    :class:`~dpproofs.mechanisms.gaussian.Gaussian`. Source: Balle & Wang, "Improving the Gaussian
    Mechanism for Differential Privacy", 2018, Theorem 8.

    Parameters
    ----------
    epsilon
        In [0, oo).
    delta
        In (0, 1).
    sensitivity
        In (0, oo), in the Euclidean norm and the units of the query.
    dimension
        The number d of coordinates, at least 1.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.VectorGaussian(epsilon=1, delta=1e-5, dimension=3)
    >>> noise.sample(5, rng=0).shape
    (5, 3)
    """

    epsilon: Annotated[float | None, Parameter(r"\varepsilon", 0, math.inf, "[)")]  # type: ignore[assignment]  # none where sigma is given
    delta: Annotated[float | None, Parameter(r"\delta", 0, 1)]
    sigma: Annotated[float, Parameter(r"\sigma", 0, math.inf)]

    def __init__(
        self, epsilon: float, delta: float, sensitivity: float = 1, *, dimension: int
    ) -> None:
        given = {"epsilon": epsilon, "sensitivity": sensitivity, "dimension": dimension}
        self._set("l2", **given, delta=delta)
        self._set("l2", sigma=Gaussian(epsilon, delta, sensitivity).sigma)

    @classmethod
    def of_sigma(cls, sigma: float, sensitivity: float = 1, *, dimension: int) -> Self:
        """Noise of a given standard deviation in every coordinate; its epsilon and delta are None.

        Raises
        ------
        BadInput
            When sigma, sensitivity or dimension lies outside its domain.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.VectorGaussian.of_sigma(2, dimension=3)
        >>> noise.expected_cost(2), noise.zcdp(), noise.gdp()
        (12.0, Level(0.125), Level(0.5))
        """
        noise = cls.__new__(cls)
        noise._set("l2", sensitivity=sensitivity, dimension=dimension, sigma=sigma)  # noqa: SLF001  # of this very class
        object.__setattr__(noise, "epsilon", None)
        object.__setattr__(noise, "delta", None)
        return noise

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        given = dict(others)
        if "dimension" not in given:
            raise BadInput("dimension", None, "given: VectorGaussian has no usual value for it")
        dimension = given.pop("dimension")
        sigma = Gaussian._with_epsilon(epsilon, sensitivity, given).sigma  # noqa: SLF001  # of our own
        return cls.of_sigma(sigma, sensitivity, dimension=dimension)

    def _loss(self) -> NormalLoss:
        """Along a shift the density is that of one dimension, and the same across it."""
        return NormalLoss(Fraction(self.sensitivity) / Fraction(self.sigma))

    def __repr__(self) -> str:
        shown = parameters(self, ("epsilon", "delta", "sensitivity", "dimension", "sigma"))
        return f"VectorGaussian({shown})"

    def _profile(self, epsilon: Array) -> Array:
        """As for one dimension: Balle & Wang, 2018, Theorem 8."""
        return Gaussian.of_sigma(self.sigma, self.sensitivity).privacy_profile(epsilon)

    @property
    def _scale(self) -> float:
        return self.sigma / self.sensitivity

    def _radii(self, out: Array, rng: np.random.Generator) -> None:
        # With U uniform in the ball, |R U| is chi with d degrees when R is chi with d + 2.
        rng.standard_gamma(self.dimension / 2 + 1, out=out)
        out *= 2
        np.sqrt(out, out=out)
        out *= self._scale

    def _exactly(self, rows: Rows, step: Fraction, rng: Rng) -> Array:
        # In every coordinate it is the noise of one dimension.
        one = Gaussian.of_sigma(self.sigma, self.sensitivity)
        if self.epsilon is not None and self.delta is not None:
            one = Gaussian(self.epsilon, self.delta, self.sensitivity)
        return one.sample_exact(value=rows, step=float(step), rng=rng)

    def _log_density(self, r: Array) -> Array:
        z = r / self._scale
        return np.asarray(-z * z / 2 - self.dimension * math.log(self._scale * math.sqrt(math.tau)))

    def _radial_sf(self, r: Array) -> Array:
        return np.asarray(gammaincc(self.dimension / 2, (r / self._scale) ** 2 / 2))

    def _radial_cdf(self, r: Array) -> Array:
        return np.asarray(gammainc(self.dimension / 2, (r / self._scale) ** 2 / 2))

    def _radial_ppf(self, u: Array) -> Array:
        return self._scale * np.sqrt(2 * gamma_quantile(self.dimension / 2, u))

    def _radius_moment(self, p: float) -> float:
        return scaled_gamma_ratio(self.dimension / 2 + 1, p / 2, 2 * self._scale**2)
