"""Sequences of levels a_0, a_1, ... that are geometric from some place on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution

ZERO = Fraction(0)


@dataclass(frozen=True)
class Levels:
    """``values``, continued by a_{k + period} = ratio a_k.

    Raises
    ------
    BadInput
        When a value is not positive, ``period`` is not in 1..len(values) or ratio not in (0, 1).
    """

    values: tuple[Fraction, ...]
    period: int
    ratio: Fraction

    def __post_init__(self) -> None:
        if any(value <= 0 for value in self.values):
            raise BadInput("values", self.values, "positive, as those of private noise are")
        if not 1 <= self.period <= len(self.values):
            raise BadInput("period", self.period, f"an integer from 1 to {len(self.values)}")
        if not 0 < self.ratio < 1:
            raise BadInput("ratio", self.ratio, "a number in (0, 1)")

    def __getitem__(self, place: int) -> Fraction:
        """a_k for k >= 0."""
        beyond = max(0, place - len(self.values) + 1)
        periods = -(-beyond // self.period)
        return self.ratio**periods * self.values[place - periods * self.period]

    @property
    def total(self) -> Fraction:
        """The sum of all levels."""
        repeated = sum(self.values[-self.period :], ZERO)
        return sum(self.values, ZERO) + self.ratio / (1 - self.ratio) * repeated

    @property
    def decreasing(self) -> bool:
        """Whether no level is above the one before."""
        shown = (*self.values, *(self[len(self.values) + k] for k in range(self.period)))
        return all(near >= far for near, far in pairwise(shown))


def sorted_levels(*parts: Levels) -> Levels:
    """All levels of some sequences with one ratio in decreasing order.

    Among the levels at most v, v the least of the values, each geometric progression has exactly
    one in (ratio v, v]: so many levels are repeated, scaled, for ever.
    """
    (ratio,) = {part.ratio for part in parts}
    least = min(min(part.values) for part in parts)
    first = [value for part in parts for value in part.values[: -part.period]]
    last = []
    for start in (value for part in parts for value in part.values[-part.period :]):
        value = start
        while value > least:
            first.append(value)
            value *= ratio
        last.append(value)
    ordered = (*sorted(first, reverse=True), *sorted(last, reverse=True))
    return Levels(ordered, len(last), ratio)


def right_levels(noise: StepDistribution, width: Fraction, start: Fraction = ZERO) -> Levels:
    """The densities on [start + k width, start + (k + 1) width), k = 0, 1, ...

    Raises
    ------
    BadInput
        When the noise has atoms or no tail, or its edges or period do not fit into such bins.
    """
    if noise.atoms or not noise.ratio:
        raise BadInput("noise", noise, "without atoms, with a geometric tail, as private noise has")
    parts = [(edge - start) / width for edge in noise.edges]
    if any(part.denominator > 1 for part in (*parts, noise.period / width)):
        raise BadInput("width", width, "one that divides the edges and the period of the noise")
    count = int(max(noise.edges[-1] - start, noise.period) / width)
    values = tuple(noise.density(start + k * width) for k in range(count))
    return Levels(values, int(noise.period / width), noise.ratio)


def even_levels(noise: StepDistribution, width: Fraction) -> Levels:
    """The levels right of 0 of noise whose density is even.

    Raises
    ------
    BadInput
        As :func:`right_levels`, and when the density is not even.
    """
    right, left = (right_levels(side, width) for side in (noise, noise.reflected()))
    count = max(len(right.values), len(left.values))
    if any(right[k] != left[k] for k in range(count)):
        raise BadInput("noise", noise, "symmetric")
    return right


def even_noise(levels: Levels, width: Fraction) -> StepDistribution:
    """The even density that is proportional to the levels right of 0."""
    return joined(levels, levels, width)


def joined(
    right: Levels, left: Levels, width: Fraction, start: Fraction = ZERO
) -> StepDistribution:
    """The density proportional to ``right`` from start on, and to ``left`` before, outwards.

    Both have one period and one ratio.
    """
    total = (right.total + left.total) * width
    ends = range(-len(left.values), len(right.values) + 1)
    return StepDistribution(
        edges=tuple(start + k * width for k in ends),
        densities=tuple(value / total for value in (*reversed(left.values), *right.values)),
        period=right.period * width,
        ratio=right.ratio,
    )


def bins_per(size: Fraction, width: Fraction) -> int:
    """How many bins make up the sensitivity.

    Raises
    ------
    BadInput
        When they do not fit.
    """
    count = size / width
    if count.denominator > 1 or count < 1:
        raise BadInput("width", width, f"one that divides the sensitivity {size}")
    return int(count)


def require_decreasing(levels: Levels, name: str = "noise") -> None:
    """Check that no level is above the one before.

    Raises
    ------
    BadInput
        When one is.
    """
    if not levels.decreasing:
        raise BadInput(name, levels.values, "decreasing away from the origin")


def repeated(first: Sequence[Fraction], b: Fraction) -> Levels:
    """One period, repeated with the ratio b."""
    return Levels(tuple(first), len(first), b)
