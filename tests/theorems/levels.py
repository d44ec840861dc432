"""Levels of noise with a geometric tail, as the lemmas before the staircase speak of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Levels:
    """Values, continued by a_{k + period} = ratio a_k."""

    values: tuple[Fraction, ...]
    period: int
    ratio: Fraction

    def __getitem__(self, place: int) -> Fraction:
        beyond = max(0, place - len(self.values) + 1)
        periods = -(-beyond // self.period)
        return self.ratio**periods * self.values[place - periods * self.period]

    @property
    def total(self) -> Fraction:
        """The sum of all levels."""
        repeated = sum(self.values[-self.period :])
        return sum(self.values) + self.ratio / (1 - self.ratio) * repeated


def two_levels(high: int, count: int, ratio: Fraction) -> tuple[Fraction, ...]:
    """Return a period with the level 1 in the first ``high`` of ``count`` bins, then the ratio."""
    return (*[Fraction(1)] * high, *[ratio] * (count - high))


def expected_excess(first: Sequence[Fraction], excess: Sequence[Fraction]) -> Fraction:
    """Return the sum of a_k c_k: the cost of the unnormalised noise less v times its mass."""
    return sum((a * c for a, c in zip(first, excess, strict=True)), Fraction(0))
