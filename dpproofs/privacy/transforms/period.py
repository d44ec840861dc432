"""Lemmas 24 to 27 and 31: the best period has two levels.

A period is given by its levels a_0 >= a_1 >= ... >= a_{i-1} >= b a_0, up to a factor; the noise is
made of its copies scaled by 1, b, b^2, ... on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from dpproofs.kernel.errors import BadInput

Period: TypeAlias = tuple[Fraction, ...]


def steepened(first: Period, b: Fraction) -> Period:
    """a_0 raised and the others lowered in proportion, until a_0 = e^epsilon a_{i-1} (Lemma 24).

    The sum stays. For periods of at least two levels. Privacy: kept. Cost: not larger, as mass
    moves to the first bin of each period from later ones.
    """
    require_period(first, b)
    if len(first) < 2:
        raise BadInput("first", first, "a period of at least two levels")
    rest = sum(first[1:], Fraction(0))
    lowered = (first[-1] - b * first[0]) / (b * rest + first[-1])
    return (first[0] + lowered * rest, *((1 - lowered) * level for level in first[1:]))


def three_levels(first: Period) -> Period:
    """A period with a_0 near, a_{i-1} far, and at most one level in between (Lemma 26).

    The first level below a_0 is raised and the last one above a_{i-1} lowered by one amount, as
    long as the first comes before the last. Privacy: kept, as the levels stay in order and in
    their range. Cost: not larger, as mass moves towards the origin in each period.
    """
    levels = list(first)
    while True:
        below = next((k for k, level in enumerate(levels) if level < levels[0]), len(levels))
        above = max(k for k, level in enumerate(levels) if level > levels[-1] or k == 0)
        if below >= above:
            return tuple(levels)
        amount = min(levels[0] - levels[below], levels[above] - levels[-1])
        levels[below] += amount
        levels[above] -= amount


def layers(first: Period, b: Fraction) -> list[Fraction]:
    """Weights w_1, ..., w_i >= 0 with a = sum of w_r u_r, u_r the period of two levels 1 and b.

    Cost and mass are linear in the levels, so that among the noise made of u_1, ..., u_i there is
    one that costs no more than that made of a, for each cost: Lemmas 24 to 27 and 31 at once.
    """
    require_period(first, b)
    drops = [near - far for near, far in pairwise((*first, b * first[0]))]
    return [drop / (1 - b) for drop in drops]


def two_levels(high: int, count: int, b: Fraction) -> Period:
    """u_r: the level 1 in the first ``high`` of ``count`` bins, b in the others."""
    return (*[Fraction(1)] * high, *[b] * (count - high))


def expected_excess(first: Period, excess: Sequence[Fraction]) -> Fraction:
    """The sum of a_k c_k: the cost of the unnormalised noise less v times its mass."""
    return sum((a * c for a, c in zip(first, excess, strict=True)), Fraction(0))


def require_period(first: Period, b: Fraction) -> None:
    """Check that levels decrease and stay above b times the first.

    Raises
    ------
    BadInput
        When they do not.
    """
    if any(near < far for near, far in pairwise((*first, b * first[0]))) or first[0] <= 0:
        raise BadInput("first", first, f"decreasing levels, the last at least {b} times the first")
