"""The K-norm mechanism: a density that falls exponentially with a norm."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import gammainc, gammaincc

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.elementwise import Leaking, checked_epsilon
from dpproofs.mechanisms.formulas.enclosure import rational
from dpproofs.mechanisms.formulas.losses import LaplaceLoss, Loss, ThreeValuedLoss
from dpproofs.mechanisms.parameter import as_int
from dpproofs.mechanisms.vector.ball import BALLS, Ball
from dpproofs.mechanisms.vector.base import (
    VectorNoise,
    gamma_quantile,
    parameters,
    scaled_gamma_ratio,
)
from dpproofs.mechanisms.vector.exact import Law, gamma_radius

if TYPE_CHECKING:
    import flint

    from dpproofs.mechanisms.formulas.coins import Coins

SHARP = (BALLS["l1"], BALLS["linf"])  # of no norm is the profile larger
LARGEST_EPSILON, MOST_COORDINATES = 600, 10**7  # in Euclidean norm
DIGITS = 100
NEAR = 2.0**-16  # a share of an epsilon


@dataclass(frozen=True)
class EuclideanLoss(Loss):
    """Of K-norm noise in l2: between randomised response and Laplace noise; its profile is known.

    Whether the loss is above 0 is all that randomised response tells, with the probabilities (1 +-
    v)/2 for the total variation v, and processing raises no level. A profile that is nowhere larger
    is that of a pair into which the other can be processed (Blackwell).

    Attributes
    ----------
    noise, larger
        The noise, and the loss of Laplace noise of the same epsilon.
    """

    SOURCE: ClassVar = "between randomised response and Laplace noise, by Blackwell's theorem"
    noise: KNorm
    larger: LaplaceLoss

    @cached_property
    def _smaller(self) -> ThreeValuedLoss:
        v = self.noise.enclosed_profile(0.0, digits=DIGITS // 4)
        return ThreeValuedLoss(Fraction(rational(((1 + v) / (1 - v)).log().lower())))

    def log_moment(self, t: Any) -> Any:
        """For a ball t."""
        return self._smaller.log_moment(t).union(self.larger.log_moment(t))

    def kullback(self) -> Any:
        return self._smaller.kullback().union(self.larger.kullback())

    def zcdp(self) -> Any:
        least: Any = self._smaller.zcdp()
        return least.union(self.larger.zcdp())

    def gdp(self) -> Any:
        return self._smaller.gdp().union(self.larger.gdp())

    def most(self) -> Any:
        return self.larger.most()

    def delta(self, epsilon: Any) -> Any:
        """At the doubles on either side; where little is left, at most that of Laplace noise."""
        at = float(epsilon.mid())
        if at > self.noise.epsilon * (1 - NEAR):
            most = self.larger.delta(epsilon)
            return (0 * most).union(most)
        after, before = math.nextafter(at, math.inf), max(math.nextafter(at, -1), 0.0)
        least, most = (self.noise.enclosed_profile(e, digits=30) for e in (after, before))
        return least.union(most).max(0 * least)


@dataclass(frozen=True, init=False, repr=False)
class KNorm(VectorNoise, Leaking):
    """Noise on R^d with a density proportional to e^{-epsilon ||x||/sensitivity}.

    Source: Hardt and Talwar, "On the geometry of differential privacy" (2010). In one dimension it
    is Laplace noise.

    Of every norm the privacy profile is at most 1 - e^{(e - epsilon)/2} at e up to its own epsilon,
    and 0 beyond; in l1 and linf, and in one dimension, it is that. In l2 it is an integral, whose
    error is about 1e-14: for epsilon <= 600 and at most 10^7 dimensions. Of a ball of one's own it
    is not known.

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

    def _exact_radius(self, coins: Coins) -> Law:  # noqa: ARG002  # all of it is in the uniforms
        return gamma_radius(self.dimension + 1, Fraction(self.epsilon))

    def _log_density(self, r: Array) -> Array:
        d = self.dimension
        whole = math.lgamma(d + 1) + self.norm.log_volume(d) - d * math.log(self.epsilon)
        return -self.epsilon * r - whole

    def _radial_sf(self, r: Array) -> Array:
        return np.asarray(gammaincc(self.dimension, self.epsilon * r))

    def _radial_cdf(self, r: Array) -> Array:
        return np.asarray(gammainc(self.dimension, self.epsilon * r))

    def _radial_ppf(self, u: Array) -> Array:
        return gamma_quantile(self.dimension, u) / self.epsilon

    def _radius_moment(self, p: float) -> float:
        return scaled_gamma_ratio(self.dimension + 1, p, 1 / self.epsilon)

    def _profile(self, epsilon: Array) -> Array:
        """The least delta for each epsilon, the worst shift included.

        Of every norm it is at most 1 - e^{(epsilon - epsilon_0)/2} up to epsilon_0, the
        mechanism's own, and 0 beyond; in l1 and linf, and in one dimension, it is that. In l2 it
        is a one-dimensional integral, whose error is about 1e-14. A shift is worst when it is as
        long as it may be, by the Brunn-Minkowski inequality.
        """
        if self.dimension == 1 or self.norm in SHARP:
            return -np.expm1(np.minimum(epsilon - self.epsilon, 0) / 2) + 0.0
        from dpproofs.mechanisms.vector.k_norm_profile import euclidean_profile

        self._euclidean()
        found = [
            euclidean_profile(self.dimension, self.epsilon, float(share))
            for share in np.ravel(epsilon) / self.epsilon
        ]
        return np.reshape(found, epsilon.shape)

    def _loss(self) -> Loss:
        """That of Laplace noise in l1, linf and one dimension; in l2 less."""
        loss = LaplaceLoss(Fraction(self.epsilon))
        if self.dimension == 1 or self.norm in SHARP:
            return loss
        self._euclidean()
        return EuclideanLoss(self, loss)

    def enclosed_profile(self, epsilon: float, *, digits: int = 15) -> flint.arb:
        """The privacy profile at one epsilon as a ball, whose radius is below 10^-digits.

        Raises
        ------
        BadInput
            As there; when digits are not in 1, ..., 100.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.KNorm(1, dimension=2, norm="linf")
        >>> noise.enclosed_profile(0.5, digits=20).str(20)
        '[0.22119921692859513175 +/- 4.83e-21]'
        """
        from flint import arb, ctx

        (value,) = checked_epsilon([epsilon])
        if as_int(digits) is None or not 1 <= digits <= DIGITS:
            raise BadInput("digits", digits, f"an integer from 1 to {DIGITS}")
        bits = math.ceil(digits * math.log2(10)) + 16
        if value >= self.epsilon:
            return arb(0)
        with ctx.workprec(bits + 64):
            if self.dimension == 1 or self.norm in SHARP:
                return -((arb(value) - arb(self.epsilon)) / 2).expm1()
            from dpproofs.mechanisms.vector.k_norm_profile import enclosed_euclidean_profile

            self._euclidean()
            share = arb(value) / arb(self.epsilon)
            return enclosed_euclidean_profile(self.dimension, arb(self.epsilon), share, bits)

    def _euclidean(self) -> None:
        """Refuse what the integral is not for."""
        if self.norm != BALLS["l2"]:
            raise BadInput("norm", self.norm.name, "l1, l2 or linf, whose profiles are known")
        if self.epsilon > LARGEST_EPSILON:
            raise BadInput("epsilon", self.epsilon, f"at most {LARGEST_EPSILON} in l2")
        if self.dimension > MOST_COORDINATES:
            raise BadInput("dimension", self.dimension, f"at most {MOST_COORDINATES} in l2")
