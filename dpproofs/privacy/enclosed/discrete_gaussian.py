"""Discrete Gaussian noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require
from dpproofs.privacy.enclosed.gaussian_sums import full_sum, tail_sum

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

        Source: Canonne, Kamath & Steinke, "The Discrete Gaussian for Differential Privacy", 2020,
        Theorem 7. The likelihood ratio P(k)/P(k + d) increases with k, so that the best set is a
        half-line; a larger shift leaves less of the shifted noise on it, so that the whole
        sensitivity is the worst shift.
        """
        d = int(shift)
        first = math.floor(epsilon * self.sigma**2 / d - shift / 2) + 1
        lost = ball(epsilon).exp() * self._from(first + d)
        return (self._from(first) - lost) / full_sum(self.sigma**2)

    def moment(self, p: int) -> Ball:
        """With f(x) = e^{-x^2/(2 v)}: |x| f = -v f' for x > 0, and x^2 f = v^2 f'' + v f."""
        v = self.sigma**2
        if p == 1:
            return -2 * ball(v) * tail_sum(1, v, 1) / full_sum(v)
        return ball(v**2) * full_sum(v, 2) / full_sum(v) + ball(v)

    def _from(self, first: int) -> Ball:
        """The sum over k >= first."""
        v = self.sigma**2
        return tail_sum(first, v) if first > 0 else full_sum(v) - tail_sum(1 - first, v)
