"""Noise whose density is a sum of equal bells on either side of 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    import flint

    from dpproofs.mechanisms.base import Array

    Ball: TypeAlias = flint.arb

MARGIN = 2.0**-30  # of a density in doubles, far more than their rounding and that of exp
TINY = 1e-300  # above whatever underflows


@dataclass(frozen=True)
class Bells:
    """The density sum of c phi((|x| - m)/s)/s over the parts (c, m), over its integral.

    Lengths are in sensitivities. With parts that are symmetric about 0 it is a mixture of normal
    densities of one deviation s; otherwise it may have a kink at 0. Masses and moments are balls at
    the working precision; densities are doubles between which the density lies.

    Source: Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential
    Privacy", 2026 (arXiv 2605.28078).

    Attributes
    ----------
    parts
        The weight c > 0 of each bell, and the whole number m where it stands.
    deviation
        s > 0, a number that a double holds.
    """

    parts: tuple[tuple[Ball, int], ...]
    deviation: float

    def mass(self, lower: Ball, upper: Ball) -> Ball:
        """The mass from one place to another."""
        return (self._signed(upper) - self._signed(lower)) / self._integral

    def beyond(self, place: Ball) -> Ball:
        """P(X > place) for a place >= 0, with relative accuracy."""
        return sum((c * self._normal(m - place) for c, m in self.parts), 0 * place) / self._integral

    def moment(self, p: Fraction) -> Ball:
        """E|X|^p for p = 1 and p = 2."""
        from flint import arb

        s, found = ball(self.deviation), arb(0)
        for c, m in self.parts:
            inside = self._normal(arb(m))
            bell = (-((m / s) ** 2) / 2).exp() / (2 * arb.pi()).sqrt()
            if p == 1:
                found += c * (m * inside + s * bell)
            else:
                found += c * ((m * m + s * s) * inside + m * s * bell)
        return 2 * found / self._integral

    def end(self, spare: float) -> float:
        """A place beyond which, on either side, about as little as ``spare`` lies."""
        most = max(m for _, m in self.parts) + 12 * self.deviation + 1
        if self._outside(most) > spare:
            most += 40 * self.deviation
        least = 0.0
        while most - least > 2.0**-8 * most:
            middle = (most + least) / 2
            least, most = (middle, most) if self._outside(middle) > spare else (least, middle)
        return most

    def within(self, lower: Array, upper: Array) -> tuple[Array, Array]:
        """Below and above the density everywhere on intervals; arrays of the shape (n,)."""
        low, high = np.zeros(lower.size), np.zeros(lower.size)
        for height, near, far in self._distances(lower, upper):
            low += height * np.exp(-far * far / 2)
            high += height * np.exp(-near * near / 2)
        return low * (1 - MARGIN), high * (1 + MARGIN) + TINY

    def steepness(self, lower: Array, upper: Array) -> Array:
        """Above the slope of the density, up or down, everywhere on intervals; shape (n,)."""
        steep = np.zeros(lower.size)
        for height, near, far in self._distances(lower, upper):
            place = np.clip(1.0, near, far)  # t exp(-t^2/2) rises up to t = 1 and falls from there
            steep += height / self.deviation * place * np.exp(-place * place / 2)
        return steep * (1 + MARGIN) + TINY

    def variation(self, beyond: float) -> float:
        """Above the integral of the slope, up or down, over |x| > beyond."""
        total = 0.0
        for height, m in zip(self.heights, self.places, strict=True):
            distance = max(beyond - m, 0.0) / self.deviation
            total += (2 if m >= beyond else 1) * height * math.exp(-(distance**2) / 2)
        return 2 * total * (1 + MARGIN) + TINY

    def _distances(self, lower: Array, upper: Array) -> list[tuple[float, Array, Array]]:
        """The height of each bell, and the least and the greatest distance in deviations."""
        inner = np.where(lower > 0, lower, np.where(upper < 0, -upper, 0.0))
        outer = np.maximum(-lower, upper)
        found = []
        for height, m in zip(self.heights, self.places, strict=True):
            near = np.maximum(np.maximum(inner - m, m - outer), 0.0) / self.deviation
            far = np.maximum(np.abs(inner - m), np.abs(outer - m)) / self.deviation
            found.append((height, near, far))
        return found

    @cached_property
    def heights(self) -> list[float]:
        unit = self.deviation * math.sqrt(2 * math.pi) * float(self._integral)
        return [float(c) / unit for c, _ in self.parts]

    @cached_property
    def places(self) -> list[float]:
        return [float(m) for _, m in self.parts]

    @cached_property
    def _integral(self) -> Ball:
        """What the sum is divided by."""
        from flint import arb

        return 2 * sum((c * self._normal(arb(m)) for c, m in self.parts), arb(0))

    @cached_property
    def _before(self) -> Ball:
        """What the bells for x > 0 would have below 0."""
        from flint import arb

        return sum((c * self._normal(arb(-m)) for c, m in self.parts), arb(0))

    def _outside(self, place: float) -> float:
        from flint import arb

        return float(arb(0.5) - self.mass(arb(0), arb(place)))

    def _normal(self, x: Ball) -> Ball:
        from flint import arb

        return (-x / (self.deviation * arb(2).sqrt())).erfc() / 2

    def _signed(self, x: Ball) -> Ball:
        """The integral of the sum between 0 and x, negative for x < 0."""
        size, found = abs(x), -self._before
        for c, m in self.parts:
            found += c * self._normal(size - m)
        return found if x >= 0 else -found if x < 0 else (-found).union(found)
