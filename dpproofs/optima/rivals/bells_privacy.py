"""What shifts uncover of noise made of bells: for all shifts of an interval at once.

docs/optimum.md, "Mixtures of Gaussians", has the inequality that makes it enough to look at the
middle of an interval of shifts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.rivals.bells import MARGIN, Bells

if TYPE_CHECKING:
    import flint
    from numpy.typing import NDArray

    from dpproofs.mechanisms.base import Array

    Ball: TypeAlias = flint.arb
    Flags: TypeAlias = NDArray[np.bool_]

BEYOND = 2.0**-14  # of delta: what may lie outside of what is looked at
CELLS, PARTS = 16, 8  # in a deviation; in a cell on which the sign is open
OPEN, ROUNDS = 2.0**-13, 5  # of delta: what may be left to such cells; how often they are split
MOST_OPEN = 4_000  # that are split
NARROW = 2.0**-10  # of the sensitivity: intervals of shifts are not halved further


@dataclass(frozen=True)
class Uncovered:
    """H_d of noise: the integral of the positive part of f(x) - e^epsilon f(x + d)."""

    noise: Bells
    epsilon: Fraction
    delta: Fraction

    def at(self, shift: float) -> Ball:
        """H_d for a shift, enclosed."""
        from flint import arb

        found, a, b, more = self._decided(shift, shift)
        total = arb(0)
        for start, stop in found:
            total += self._gain(arb(start), arb(stop), arb(shift))
        rest = float((more * (b - a)).sum())
        return total + arb(0).union(arb(rest * (1 + MARGIN)) + 2 * self._beyond)

    def exceeds(self, shift: float) -> bool:
        """Whether a shift is shown to uncover more than delta."""
        return bool(self.at(shift) > ball(self.delta))

    def stays_below(self) -> bool:
        """Whether it is shown that no shift up to the sensitivity uncovers more than delta."""
        waiting = [(0.5, 1.0), (0.0, 0.5)]
        while waiting:
            lower, upper = waiting.pop()
            if self._below(lower, upper):
                continue
            if upper - lower < NARROW:
                return False
            middle = (lower + upper) / 2
            waiting += [(lower, middle), (middle, upper)]
        return True

    def _below(self, lower: float, upper: float) -> bool:
        """Whether all shifts between two stay below delta: the middle, and how fast it can rise."""
        from flint import arb

        rise = (upper - lower) / 2 * self._rise(lower, upper) * (1 + MARGIN)
        middle = (lower + upper) / 2
        most = float(self.delta) * (1 - MARGIN) - rise
        return self._at_most(middle) < most or (most > 0 and bool(self.at(middle) < arb(most)))

    def _at_most(self, shift: float) -> float:
        """A sum of rectangles above H_d for a shift."""
        a, b, more, _ = self._cells(shift, shift)
        rest = float((np.maximum(more, 0.0) * (b - a)).sum())
        return rest * (1 + MARGIN) + 2 * float(self._beyond.upper()) * (1 + MARGIN)

    def _rise(self, lower: float, upper: float) -> float:
        """Above e^epsilon |integral of f'(x + t) over S_d|, d and t between two shifts."""
        found, a, b, _ = self._decided(lower, upper)
        rest = float((self.noise.steepness(a + lower, b + upper) * (b - a)).sum())
        rest += self.noise.variation(self._end - 1)
        joined = np.array(found).reshape(-1, 2)
        ends = [self.noise.within(x + lower, x + upper) for x in joined.T]
        least, most = (ends[1][i] - ends[0][1 - i] for i in (0, 1))
        change = max(-float(least.sum()), float(most.sum()), 0.0)
        return float(self._growth.upper()) * (change + rest) * (1 + MARGIN)

    def _decided(
        self, lower: float, upper: float
    ) -> tuple[list[tuple[float, float]], Array, Array, Array]:
        """Where f(x) > e^epsilon f(x + d); cells on which that is open, and above the difference.

        Cells on which it is open are split until little is left, or they are narrower than the
        interval of shifts.
        """
        a, b, more, known = self._cells(lower, upper)
        starts, stops = [a[known]], [b[known]]
        rest = ~known & (more > 0)
        for _ in range(ROUNDS):
            a, b, more = a[rest], b[rest], more[rest]
            width = (b - a).max(initial=0.0)
            little = (more * (b - a)).sum() < OPEN * float(self.delta)
            if little or width < upper - lower or a.size > MOST_OPEN:
                break
            a, b = _split(a, b, PARTS)
            sure, more = self._looked(a, b, lower, upper)
            starts.append(a[sure])
            stops.append(b[sure])
            rest = ~sure & (more > 0)
        else:
            a, b, more = a[rest], b[rest], more[rest]
        return _joined(np.concatenate(starts), np.concatenate(stops)), a, b, more

    def _cells(self, lower: float, upper: float) -> tuple[Array, Array, Array, Flags]:
        """Ends of cells, above f(x) - e^epsilon f(x + d) there, and where it is positive."""
        width = max(self.noise.deviation / CELLS, (upper - lower) / 4)
        edges = np.linspace(-self._end, self._end, int(2 * self._end / width) + 2)
        a, b = edges[:-1], edges[1:]
        sure, more = self._looked(a, b, lower, upper)
        return a, b, more, sure

    def _looked(self, a: Array, b: Array, lower: float, upper: float) -> tuple[Flags, Array]:
        """Where f(x) > e^epsilon f(x + d) on all of a cell, and above the difference on it."""
        growth = float(self._growth.lower()), float(self._growth.upper())
        here = self.noise.within(a, b)
        there = self.noise.within(a + lower, b + upper)
        return here[0] > growth[1] * there[1] * (1 + MARGIN), (
            here[1] - growth[0] * there[0] * (1 - MARGIN)
        )

    def _gain(self, a: Ball, b: Ball, shift: Ball) -> Ball:
        return self.noise.mass(a, b) - self._growth * self.noise.mass(a + shift, b + shift)

    @cached_property
    def _growth(self) -> Ball:
        return ball(self.epsilon).exp()

    @cached_property
    def _end(self) -> float:
        return 1 + self.noise.end(float(self.delta) * BEYOND)

    @cached_property
    def _beyond(self) -> Ball:
        """The mass on either side outside of what is looked at."""
        from flint import arb

        return arb(0.5) - self.noise.mass(arb(0), arb(self._end))


def _split(a: Array, b: Array, parts: int) -> tuple[Array, Array]:
    """Cells, each in so many parts."""
    edges = a[:, None] + (b - a)[:, None] * (np.arange(parts + 1) / parts)
    edges[:, -1] = b
    return edges[:, :-1].reshape(-1), edges[:, 1:].reshape(-1)


def _joined(a: Array, b: Array) -> list[tuple[float, float]]:
    """Cells from left to right, those that meet as one."""
    if not a.size:
        return []
    order = np.argsort(a)
    a, b = a[order], b[order]
    gaps = np.flatnonzero(a[1:] != b[:-1])
    starts = a[np.concatenate([[0], gaps + 1])]
    stops = b[np.concatenate([gaps, [a.size - 1]])]
    return list(zip(starts.tolist(), stops.tolist(), strict=True))
