"""Normal noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class GaussianNoise(KnownNoise):
    """Mean 0 and standard deviation sigma >= 0."""

    FAMILY: ClassVar = "gaussian"
    LENGTHS: ClassVar = ("sigma",)
    sigma: Fraction

    @classmethod
    def of(cls, sigma: Fraction) -> Self:
        require("sigma", sigma, "a number in [0, inf)", when=sigma >= 0)
        return cls(sigma)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """Q(epsilon/r - r/2) - e^epsilon Q(epsilon/r + r/2), r = shift/sigma, Q(z) = P(Z > z).

        Source: Balle & Wang, "Improving the Gaussian Mechanism for Differential Privacy", 2018,
        Theorem 8. It increases with r (there, Lemma 7).
        """
        r = shift / self.sigma
        near, far = ball(epsilon / r - r / 2), ball(epsilon / r + r / 2)
        return _upper_tail(near) - ball(epsilon).exp() * _upper_tail(far)

    def moment(self, p: int) -> Ball:
        """sigma sqrt(2/pi) for p = 1, sigma^2 for p = 2."""
        from flint import arb

        return ball(self.sigma) * (2 / arb.pi()).sqrt() if p == 1 else ball(self.sigma**2)


def _upper_tail(z: Ball) -> Ball:
    from flint import arb

    return (z / arb(2).sqrt()).erfc() / 2
