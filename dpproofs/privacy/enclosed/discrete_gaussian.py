"""Discrete Gaussian noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.gaussian_sums import (
    absolute_moment,
    first_above,
    probability_from,
)
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class DiscreteGaussianNoise(KnownNoise):
    """P(k) proportional to e^{-k^2/(2 sigma^2)} for whole k, sigma >= 0."""

    FAMILY: ClassVar = "discrete_gaussian"
    LENGTHS: ClassVar = ("sigma",)
    INTEGERS: ClassVar = True
    sigma: Fraction

    @classmethod
    def of(cls, sigma: Fraction) -> Self:
        require("sigma", sigma, "a number in [0, inf)", when=sigma >= 0)
        return cls(sigma)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """P(X > t) - e^epsilon P(X > t + d), t = epsilon sigma^2/d - d/2.

        Source: Canonne, Kamath & Steinke, "The Discrete Gaussian for Differential Privacy", 2020.
        The likelihood ratio P(k)/P(k + d) increases with k, so that the best set is a half-line;
        a larger shift leaves less of the shifted noise on it, so that the whole sensitivity is the
        worst shift.
        """
        d, v = int(shift), self.sigma**2
        first = first_above(epsilon, d, v)
        return probability_from(first, v) - ball(epsilon).exp() * probability_from(first + d, v)

    def moment(self, p: int) -> Ball:
        return absolute_moment(p, self.sigma**2)
