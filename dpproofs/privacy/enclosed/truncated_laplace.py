"""Laplace noise cut off at a bound."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class TruncatedLaplaceNoise(KnownNoise):
    """Density proportional to e^{-|x|/scale} on [-bound, bound]; both >= 0."""

    FAMILY: ClassVar = "truncated_laplace"
    LENGTHS: ClassVar = ("scale", "bound")
    scale: Fraction
    bound: Fraction

    @classmethod
    def of(cls, scale: Fraction, bound: Fraction) -> Self:
        require("scale", scale, "a number in [0, inf)", when=scale >= 0)
        require("bound", bound, "a number in [0, inf)", when=bound >= 0)
        return cls(scale, bound)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """P(X > t) - e^epsilon P(X > t + shift), t where the likelihood ratio exceeds e^epsilon.

        The density is log-concave, so that f(x)/f(x + d) increases with x and the best set is a
        half-line {x > t}: it starts at bound - d, where the shifted density ends, or before, at
        (epsilon scale - d)/2, when d > epsilon scale. A larger shift leaves less of the shifted
        noise on that half-line, so that the whole sensitivity is the worst shift.
        """
        from flint import arb

        if shift >= 2 * self.bound:
            return arb(1)
        start = self.bound - shift
        if shift > epsilon * self.scale:
            start = min(start, (epsilon * self.scale - shift) / 2)
        return self._tail(start) - ball(epsilon).exp() * self._tail(start + shift)

    def moment(self, p: int) -> Ball:
        """scale (1 - u/(e^u - 1)), scale^2 (2 - (u^2 + 2 u)/(e^u - 1)), u = bound/scale."""
        u = ball(self.bound / self.scale)
        lost = u / u.expm1() if p == 1 else (u * u + 2 * u) / u.expm1()
        return ball(self.scale**p) * (p - lost)

    def _tail(self, x: Fraction) -> Ball:
        """P(X > x) for |x| <= bound, and 0 beyond."""
        from flint import arb

        if x >= self.bound:
            return arb(0)
        if x < 0:
            return 1 - self._tail(-x)
        end = ball(-self.bound / self.scale)
        return end.exp() * (ball((self.bound - x) / self.scale)).expm1() / (-2 * end.expm1())
