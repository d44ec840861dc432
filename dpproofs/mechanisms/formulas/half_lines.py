"""The privacy profile of log-concave noise whose tails are known: of half-lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import Loss

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

NEAR = Fraction(1, 1 << 44)  # of the sensitivity, about the place where the loss is epsilon
TRIES = 8  # each 16 times as wide
LEAST = 2.0**-20  # of an epsilon


@dataclass(frozen=True)
class HalfLineLoss(Loss):
    """Of noise with a log-concave density, at the whole sensitivity s, which is the worst shift.

    Attributes
    ----------
    sensitivity
        s, in (0, oo).
    tail
        P(X > x) for x >= 0.
    place
        About where the loss is an epsilon, in the units of the query.
    """

    sensitivity: Fraction
    tail: Callable[[Fraction], Ball]
    place: Callable[[float], float]

    def delta(self, epsilon: Ball) -> Ball:
        """D(t) = P(X < t) - e^epsilon P(X < t - s) where it is largest.

        Any t bounds it from below. From above D rises up to some t and falls from there on, as the
        loss falls: it is no higher before a step in which it rises or after one in which it falls.
        Where tails are too small to tell this, it is at most what it is at a smaller epsilon.
        """
        least = self._difference(epsilon, self._near(epsilon), self._near(epsilon))
        if (most := self._most(epsilon)) is None:
            epsilon = epsilon * (1 - 2.0**-40)  # where the loss is constant
        while most is None and (most := self._most(epsilon)) is None:
            if epsilon < LEAST:
                return least.union(0 * least + 1)
            epsilon = epsilon * 3 / 4
        return least.union(most).max(0 * least)

    def _near(self, epsilon: Ball) -> Fraction:
        return Fraction(self.place(float(epsilon.mid())))

    def _most(self, epsilon: Ball) -> Ball | None:
        near, step = self._near(epsilon), NEAR * self.sensitivity
        for _ in range(TRIES):
            low, high = near - step, near + step
            rise = self._difference(epsilon, near, near) - self._difference(epsilon, low, low)
            fall = self._difference(epsilon, near, near) - self._difference(epsilon, high, high)
            if rise > 0 and fall > 0:
                return self._difference(epsilon, low, high)
            step *= 16
        return None

    def _difference(self, epsilon: Ball, low: Fraction, high: Fraction) -> Ball:
        """P(X < high) - e^epsilon P(X < low - s)."""
        return self._below(high) - epsilon.exp() * self._below(low - self.sensitivity)

    def _below(self, x: Fraction) -> Ball:
        return self.tail(-x) if x < 0 else ball(Fraction(1)) - self.tail(x)
