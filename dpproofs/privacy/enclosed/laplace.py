"""Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class LaplaceNoise(KnownNoise):
    """Density e^{-|x|/scale}/(2 scale), scale >= 0."""

    FAMILY: ClassVar = "laplace"
    LENGTHS: ClassVar = ("scale",)
    scale: Fraction

    @classmethod
    def of(cls, scale: Fraction) -> Self:
        require("scale", scale, "a number in [0, inf)", when=scale >= 0)
        return cls(scale)

    def pure_loss(self, shift: Fraction) -> Ball:
        """shift/scale."""
        return ball(shift / self.scale)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """1 - e^{(epsilon - shift/scale)/2} where that is positive.

        Source: Balle, Barthe & Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 3.
        It increases with the shift.
        """
        from flint import arb

        loss = epsilon - shift / self.scale
        return -(ball(loss) / 2).expm1() if loss < 0 else arb(0)

    def moment(self, p: int) -> Ball:
        """p! scale^p."""
        return ball(p * self.scale**p)
