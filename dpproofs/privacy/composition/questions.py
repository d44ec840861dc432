"""What a composition is asked: the delta of an epsilon, or the epsilon of a delta."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dpproofs.privacy.composition import tilts
from dpproofs.privacy.composition.numbers import above, below
from dpproofs.privacy.composition.sums import TiltedSum
from dpproofs.privacy.composition.tilts import Saddle, Sketch

SMALL = 0.01  # an epsilon below it is wanted to the same absolute width
SHARE = 0.01  # of the width wanted, that anything but the resolution may take
LOGS = 1e-12  # rounding of a logarithm
NEAR, FACTOR = 0.05, 3.0  # how wrong an epsilon is expected to be, and the logarithm of a delta
LEAST = 1e-306  # probabilities below it do not fit doubles

Excess = Callable[[float], float]


class Question(Protocol):
    """A question, with what has to be known to answer it."""

    def saddle(self, sketches: Sequence[Sketch]) -> Saddle:
        """Where the answer is to be looked for."""

    def size(self, saddle: Saddle) -> float:
        """What is the larger, the larger the answer is."""

    def log_delta(self, saddle: Saddle) -> float:
        """The logarithm of the delta that the answer is about."""

    def share(self, saddle: Saddle, gap: float) -> float:
        """How much the logarithm of delta may change with the resolution."""

    def width(self, answer: float, gap: float) -> float:
        """How wide a bracket may be."""

    def is_near(self, answer: float, saddle: Saddle) -> bool:
        """Whether a bound is about where it was expected."""

    def answer(self, total: TiltedSum, near: Saddle, gap: float, *, upwards: bool) -> float:
        """A bound on the answer."""


@dataclass(frozen=True)
class DeltaAt:
    """What is the delta of this epsilon?"""

    level: Fraction

    def saddle(self, sketches: Sequence[Sketch]) -> Saddle:
        return tilts.at_epsilon(sketches, float(self.level))

    def size(self, saddle: Saddle) -> float:
        return saddle.log_delta

    def log_delta(self, saddle: Saddle) -> float:
        return saddle.log_delta

    def share(self, saddle: Saddle, gap: float) -> float:  # noqa: ARG002  # as others need it
        return gap

    def width(self, answer: float, gap: float) -> float:
        return gap * answer

    def is_near(self, answer: float, saddle: Saddle) -> bool:
        return answer > 0 and abs(math.log(answer) - saddle.log_delta) < FACTOR

    def answer(self, total: TiltedSum, near: Saddle, gap: float, *, upwards: bool) -> float:  # noqa: ARG002  # as others need them
        level = below(self.level) if upwards else above(self.level)
        log = total.log_delta(level, upwards=upwards)
        bound = math.exp(log) * (1 + LOGS if upwards else 1 - LOGS)
        if upwards and log > -math.inf:
            return min(1.0, max(bound, math.ulp(0.0)))
        return bound


@dataclass(frozen=True)
class EpsilonAt:
    """What is the epsilon of this delta?"""

    delta: Fraction

    def saddle(self, sketches: Sequence[Sketch]) -> Saddle:
        return tilts.at_delta(sketches, self._log)

    def size(self, saddle: Saddle) -> float:
        return saddle.epsilon

    def log_delta(self, saddle: Saddle) -> float:  # noqa: ARG002  # as others need it
        return self._log

    def share(self, saddle: Saddle, gap: float) -> float:
        return saddle.tilt * self.width(saddle.epsilon, gap)

    def width(self, answer: float, gap: float) -> float:
        return gap * max(answer, SMALL)

    def is_near(self, answer: float, saddle: Saddle) -> bool:
        return abs(answer - saddle.epsilon) < NEAR * max(saddle.epsilon, SMALL)

    def answer(self, total: TiltedSum, near: Saddle, gap: float, *, upwards: bool) -> float:
        """Where the bound on delta comes down to the one that is given."""
        wanted = self._log - LOGS if upwards else self._log + LOGS

        def excess(level: float) -> float:
            return max(total.log_delta(level, upwards=upwards) - wanted, -1e6)

        if total.infinite > 0 and math.log(total.infinite) > wanted:
            return math.inf
        most = max(float(total.sums[-1]), 0.0)
        tolerance = SHARE * self.width(near.epsilon, gap)
        low, high = _around(excess, min(max(near.epsilon, 0.0), most), 16 * tolerance, most)
        if low is None:
            return 0.0
        if high is None:
            return math.inf if upwards else most
        return _crossing(excess, low, high, tolerance)[1 if upwards else 0]

    @property
    def _log(self) -> float:
        return math.log(self.delta.numerator) - math.log(self.delta.denominator)


def _around(
    excess: Excess, start: float, width: float, most: float
) -> tuple[float | None, float | None]:
    """Near a start, an end at which a decreasing function is positive, and one at which it is not.

    None for an end that is not between 0 and the most.
    """
    low = high = at = start
    if excess(start) > 0:
        while excess(at) > 0:
            if at >= most:
                return at, None
            low, at, width = at, min(at + width, most), 4 * width
        return low, at
    while excess(at) <= 0:
        if at <= 0:
            return None, at
        high, at, width = at, max(at - width, 0.0), 4 * width
    return at, high


def _crossing(excess: Excess, low: float, high: float, tolerance: float) -> tuple[float, float]:
    """A short interval at whose ends a decreasing function is positive, and is not."""
    from scipy.optimize import brentq

    root = brentq(excess, low, high, xtol=tolerance / 4)
    left, right, width = root, root, tolerance / 4
    while left > low and excess(left) <= 0:
        left, width = max(low, left - width), 2 * width
    width = tolerance / 4
    while right < high and excess(right) > 0:
        right, width = min(high, right + width), 2 * width
    return left, right
