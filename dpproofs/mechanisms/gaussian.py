"""The Gaussian mechanism with the least standard deviation that privacy allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np

from dpproofs.mechanisms.base import (
    Array,
    Symmetric,
    gamma_or_inf,
    power_or_inf,
)
from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import NormalLoss
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.stated import alone

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball


@dataclass(frozen=True, init=False)
class Gaussian(Symmetric):
    """Normal noise, calibrated analytically: Balle & Wang, 2018, Theorem 8.

    Its privacy profile is Phi(r/2 - e/r) - exp(e) Phi(-r/2 - e/r) at e, r = sensitivity/sigma.

    Parameters
    ----------
    epsilon
        In [0, oo).
    delta
        In (0, 1).
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Notes
    -----
    `calibration.calibrated_sigma` gives the standard deviation to any number of digits.

    Examples
    --------
    >>> import dpproofs as dp
    >>> round(dp.Gaussian(epsilon=1, delta=1e-5).sigma, 4)
    3.7306
    >>> float(dp.Gaussian.of_sigma(2.0).privacy_profile(1).round(6))
    0.00683
    """

    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    sigma: Annotated[float, Parameter(r"\sigma", 0, math.inf)]
    epsilon: Annotated[float | None, Parameter(r"\varepsilon", 0, math.inf, "[)")] = None
    delta: Annotated[float | None, Parameter(r"\delta", 0, 1)] = None

    def __init__(self, epsilon: float, delta: float, sensitivity: float = 1) -> None:
        self._set(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
        sigma = float(calibrated_sigma(epsilon, delta, sensitivity, digits=20))
        self._set(sigma=sigma)

    @classmethod
    def of_sigma(cls, sigma: float, sensitivity: float = 1) -> Self:
        """Noise of a given standard deviation; its epsilon and delta are None.

        Raises
        ------
        BadInput
            When sigma or sensitivity is not a number in (0, oo).

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.Gaussian.of_sigma(2).std(), 9)
        2.0
        """
        noise = cls.__new__(cls)
        noise._set(sensitivity=sensitivity, sigma=sigma)  # noqa: SLF001  # of this very class
        return noise

    def _logpdf(self, x: Array) -> Array:
        """-x^2/(2 sigma^2) and a constant, exact also where the density underflows."""
        z = x / self.sigma
        return -z * z / 2 - math.log(self.sigma) - math.log(2 * math.pi) / 2

    def entropy(self) -> float:
        """Differential entropy in nats: log(2 pi e sigma^2)/2.

        >>> import dpproofs as dp
        >>> round(dp.Gaussian.of_sigma(1).entropy(), 6)
        1.418939
        """
        return math.log(self.sigma) + (1 + math.log(2 * math.pi)) / 2

    def _absolute_moment(self, p: float) -> float:
        """sigma^p 2^{p/2} Gamma((p + 1)/2)/sqrt(pi)."""
        standard = gamma_or_inf((p + 1) / 2) / math.sqrt(math.pi)
        return power_or_inf(self.sigma * math.sqrt(2), p, standard)

    def _profile(self, epsilon: Array) -> Array:
        """Phi(r/2 - epsilon/r) - e^epsilon Phi(-r/2 - epsilon/r), r = sensitivity/sigma.

        Source: Balle & Wang, Theorem 8. Written as phi(s) (R(s) - R(s + r)), s = epsilon/r - r/2,
        with Mills' ratio R, so that no two nearly equal numbers are subtracted.
        """
        from dpproofs.mechanisms.formulas.mills import gaussian_profile

        return gaussian_profile(epsilon, self.sensitivity / self.sigma)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        sigma, x = symbol("sigma"), sp.Symbol("x", real=True)
        density = sp.exp(-(x**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi))
        return self._description(
            ("sigma", "sensitivity"), pieces=[Piece(density, sp.Integer(0), sp.oo)]
        )

    def _density(self, x: Array) -> Array:
        z = x / self.sigma
        return np.exp(-z * z / 2) / (self.sigma * math.sqrt(2 * math.pi))

    def _tail(self, x: Array) -> Array:
        from scipy.special import erfc

        tail: Array = erfc(x / (self.sigma * math.sqrt(2))) / 2
        return tail

    def _tail_quantile(self, q: Array) -> Array:
        from scipy.special import ndtri

        return np.asarray(-self.sigma * ndtri(q))

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With sigma = sensitivity/epsilon, rounded up."""
        alone(others)
        sigma = sensitivity / epsilon
        if Fraction(sigma) * Fraction(epsilon) < Fraction(sensitivity):
            sigma = math.nextafter(sigma, math.inf)
        return cls.of_sigma(sigma, sensitivity)

    def _loss(self) -> NormalLoss:
        return NormalLoss(Fraction(self.sensitivity) / Fraction(self.sigma))

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        """With a sigma that is certainly not below the least one, where that was rounded."""
        sigma = Fraction(self.sigma)
        if self.epsilon is not None:
            sigma *= 1 + Fraction(1, 1 << 50)
        doubled = 2 * sigma**2
        return lambda x: ball(x * x / doubled).sqrt().erfc() / 2

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:  # noqa: ARG002  # needs no scratch
        rng.standard_normal(out=out)
        out *= self.sigma
