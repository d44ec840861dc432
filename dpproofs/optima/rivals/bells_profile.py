"""What the worst shift uncovers of noise made of bells, for any epsilon.

The set on which a shift gains is found in doubles, and its gain is added up in ball arithmetic: no
set gains more than the best one, so that what is found is never above the truth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.rivals.bells import Bells

if TYPE_CHECKING:
    import flint
    from numpy.typing import NDArray

    from dpproofs.mechanisms.base import Array

    Ball: TypeAlias = flint.arb
    Flags: TypeAlias = NDArray[np.bool_]

CELLS = 16  # in a deviation, in which a change of sign is looked for
SHIFTS, HILLS = 32, 3  # shifts that are tried first; about so many of the best it goes on
GOLDEN, STEPS = (math.sqrt(5) - 1) / 2, 16  # where their neighbourhoods are divided
HALVINGS = 60
BITS = 128


@dataclass(frozen=True)
class Leaked:
    """The most that a shift uncovers, and which, in sensitivities.

    Attributes
    ----------
    noise
        Bells, at the working precision BITS.
    epsilon
        >= 0.
    """

    noise: Bells
    epsilon: float

    def worst(self) -> tuple[float, float]:
        """What the worst shift uncovers, and the shift."""
        from flint import ctx

        shifts = np.arange(1, SHIFTS + 1) / SHIFTS
        found = [self._in_doubles(shift) for shift in shifts.tolist()]
        tried = {1.0} | {
            _highest(self._in_doubles, best / SHIFTS, min((best + 2) / SHIFTS, 1.0))
            for best in np.argsort(found)[-HILLS:].tolist()
        }
        with ctx.workprec(BITS):
            most, shift = max((float(self.of(each)), each) for each in tried)
        return max(most, 0.0), shift

    def of(self, shift: float) -> Ball:
        """What a shift uncovers, by the set that doubles find."""
        from flint import arb

        found = arb(0)
        for start, stop in self._gains(shift, HALVINGS):
            a, d = ball(start), ball(shift)
            here, there = (
                self._mass(a + moved, None if stop == math.inf else ball(stop) + moved)
                for moved in (arb(0), d)
            )
            found += here - self._growth * there
        return found

    def _in_doubles(self, shift: float) -> float:
        """What a shift uncovers, but for rounding."""
        ends = np.array(self._gains(shift, HALVINGS // 3)).reshape(-1, 2)
        here, there = (self.beyond(ends + moved) for moved in (0.0, shift))
        gained = here - math.exp(min(self.epsilon, 700)) * there
        return float((gained[:, 0] - gained[:, 1]).sum())

    def beyond(self, x: Array) -> Array:
        """P(X > x), with relative accuracy for x >= 0."""
        from scipy.special import erfc

        s = self.noise.deviation
        heights, places = np.array(self.noise.heights), np.array(self.noise.places)
        bells = erfc((np.abs(x)[..., None] - places) / (s * math.sqrt(2)))
        tail = (bells @ heights) * (s * math.sqrt(math.pi / 2))
        return np.asarray(np.where(x < 0, 1 - tail, tail))

    def _gains(self, shift: float, halvings: int) -> list[tuple[float, float]]:
        """The intervals on which the density is above e^epsilon times the one of the shifted."""
        x = self._places
        above = self._above(x, shift)
        change = np.flatnonzero(above[1:] != above[:-1])
        low, high = x[change], x[change + 1]
        first = above[change]
        for _ in range(halvings):
            middle = (low + high) / 2
            same = self._above(middle, shift) == first
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        ends = low.tolist()
        if above[0]:
            ends.insert(0, float(x[0]))
        if len(ends) % 2:
            ends.append(math.inf)
        return list(zip(ends[::2], ends[1::2], strict=True))

    def _above(self, x: Array, shift: float) -> Flags:
        return np.asarray(self._log(x) - self._log(x + shift) > self.epsilon)

    def _log(self, x: Array) -> Array:
        return log_density(self.noise, np.abs(x))

    def _mass(self, lower: Ball, upper: Ball | None) -> Ball:
        if not lower >= 0:
            whole = self.noise.mass(lower, ball(0) if upper is None else upper)
            return whole + self.noise.beyond(ball(0)) if upper is None else whole
        beyond = self.noise.beyond(lower)
        return beyond if upper is None else beyond - self.noise.beyond(upper)

    @cached_property
    def _places(self) -> Array:
        s = self.noise.deviation
        most = max(m for _, m in self.noise.parts) + 12 * s + s * s * (self.epsilon + 1) + 1
        count = math.ceil(2 * most / s * CELLS)
        return np.linspace(-most, most, count + 1)

    @cached_property
    def _growth(self) -> Ball:
        return ball(Fraction(self.epsilon)).exp()


def log_density(noise: Bells, x: Array) -> Array:
    """The logarithm of the density at x >= 0, also where the density underflows."""
    with np.errstate(divide="ignore", invalid="ignore"):  # no weight; oo - oo
        z = (x[..., None] - np.array(noise.places)) / noise.deviation
        each = np.log(noise.heights) - z * z / 2
        top = each.max(axis=-1)
        found = top + np.log(np.exp(each - top[..., None]).sum(axis=-1))
    return np.where(np.isneginf(top), -np.inf, found)


def _highest(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one hill between two places is about highest."""
    inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    values = [function(each) for each in inner]
    for _ in range(STEPS):
        if values[0] >= values[1]:
            high, inner[1], values[1] = inner[1], inner[0], values[0]
            inner[0] = high - GOLDEN * (high - low)
            values[0] = function(inner[0])
        else:
            low, inner[0], values[0] = inner[0], inner[1], values[1]
            inner[1] = low + GOLDEN * (high - low)
            values[1] = function(inner[1])
    return (low + high) / 2
