"""Lemmas 21, 22 and 28: levels in decreasing order.

The proofs of the paper search for a place with an algorithm (Algorithms 2 and 3). Counting is
enough: let v be the k-th largest level and p the last place whose level is at least v. The levels
of the i places after p are at least b v, and none of them is among the k largest; so at least k + i
levels are at least b v. On the integers there are Delta such places on either side.
"""

from __future__ import annotations

from fractions import Fraction

from dpproofs.privacy.exact import StepDistribution
from dpproofs.privacy.transforms.levels import (
    Levels,
    even_levels,
    even_noise,
    joined,
    right_levels,
    sorted_levels,
)

UNIT, HALF = Fraction(1), Fraction(1, 2)


def rearranged(noise: StepDistribution, width: Fraction) -> StepDistribution:
    """Symmetric noise with its levels right of 0 in decreasing order (Lemma 21).

    The density is constant on bins of the given width, which divides Delta. Privacy: kept, as
    counting shows. Cost: not larger, as the k bins nearest to 0 now hold the k largest levels.
    """
    return even_noise(sorted_levels(even_levels(noise, width)), width)


def rearranged_integers(noise: StepDistribution) -> StepDistribution:
    """Noise on the integers with masses in decreasing order at 0, 1, -1, 2, -2, ... (Lemma 28).

    Privacy and cost as in :func:`rearranged`, for an integer sensitivity.
    """
    right, left = integer_levels(noise)
    ordered = sorted_levels(right, left)
    count = -(-len(ordered.values) // 2)
    # One step to the right passes two masses, so that the period of each side is that of both.
    period = ordered.period // 2
    places = range(count + period)
    upper = Levels((ordered[0], *(ordered[2 * k + 1] for k in places)), period, ordered.ratio)
    lower = Levels(tuple(ordered[2 * k + 2] for k in places), period, ordered.ratio)
    return joined(upper, lower, UNIT, -HALF)


def integer_levels(noise: StepDistribution) -> tuple[Levels, Levels]:
    """The masses at 0, 1, 2, ... and at -1, -2, ..."""
    return right_levels(noise, UNIT, -HALF), right_levels(noise.reflected(), UNIT, HALF)
