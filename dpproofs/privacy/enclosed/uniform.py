"""Uniform noise, and uniform noise with an atom at 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class UniformNoise(KnownNoise):
    """Uniform on [low, high], low <= high."""

    FAMILY: ClassVar = "uniform"
    LENGTHS: ClassVar = ("low", "high")
    low: Fraction
    high: Fraction

    @classmethod
    def of(
        cls,
        half_width: Fraction | None = None,
        low: Fraction | None = None,
        high: Fraction | None = None,
    ) -> Self:
        if half_width is not None and low is None and high is None:
            require("half_width", half_width, "a number in [0, inf)", when=half_width >= 0)
            return cls(-half_width, half_width)
        if half_width is not None or low is None or high is None:
            raise BadInput("half_width", half_width, "given alone, or left out for low and high")
        require("high", high, f"a number >= low = {float(low)!r}", when=high >= low)
        return cls(low, high)

    @property
    def degenerate(self) -> bool:
        return self.low == self.high

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """min(1, shift/(high - low)) for every epsilon >= 0.

        A shift uncovers a strip of its own width; elsewhere both densities are equal or the
        unshifted one is 0.
        """
        del epsilon
        return ball(min(Fraction(1), shift / (self.high - self.low)))

    def moment(self, p: int) -> Ball:
        """The difference of x |x|^p/(p + 1) at both ends over the width."""
        ends = (end * abs(end) ** p for end in (self.high, self.low))
        above, below = ends
        return ball((above - below) / ((p + 1) * (self.high - self.low)))


@dataclass(frozen=True)
class UniformWithAtomNoise(KnownNoise):
    """0 with probability atom in [0, 1), else uniform on [-half_width, half_width]."""

    FAMILY: ClassVar = "uniform_with_atom"
    LENGTHS: ClassVar = ("half_width",)
    half_width: Fraction
    atom: Fraction

    @classmethod
    def of(cls, half_width: Fraction, atom: Fraction) -> Self:
        require("half_width", half_width, "a number in [0, inf)", when=half_width >= 0)
        require("atom", atom, "a number in [0, 1)", when=0 <= atom < 1)
        return cls(half_width, atom)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """atom + (1 - atom) min(1, shift/(2 half_width)) for every epsilon >= 0.

        A shift uncovers the atom and a strip of its own width; elsewhere both densities are equal
        or the unshifted one is 0.
        """
        del epsilon
        strip = min(Fraction(1), shift / (2 * self.half_width))
        return ball(self.atom + (1 - self.atom) * strip)

    def moment(self, p: int) -> Ball:
        """(1 - atom) half_width^p/(p + 1)."""
        return ball((1 - self.atom) * self.half_width**p / (p + 1))
