"""Lemmas 23 and 30: tails that fall by exactly e^{-epsilon} in every period."""

from __future__ import annotations

from fractions import Fraction

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution
from dpproofs.privacy.transforms.levels import (
    Levels,
    bins_per,
    even_levels,
    even_noise,
    joined,
    repeated,
    require_decreasing,
)
from dpproofs.privacy.transforms.sorting import HALF, UNIT, integer_levels


def decaying(
    noise: StepDistribution, width: Fraction, size: Fraction, b: Fraction
) -> StepDistribution:
    """The first period, scaled up and repeated with the ratio b (Lemma 23).

    For symmetric noise that decreases away from 0. Privacy: kept; beyond one period the new noise
    is private because it decreases and falls by b in every period. Cost: not larger. Privacy gives
    P(abs(X) >= x + Delta) >= b P(abs(X) >= x); so the first period holds at most 1 - b of the mass
    and is scaled by some c >= 1, which gives P(abs(X) < x) the factor c within the period, and
    beyond it the tail is the least that privacy allows.
    """
    levels = even_levels(noise, width)
    require_decreasing(levels)
    return even_noise(repeated([levels[k] for k in range(bins_per(size, width))], b), width)


def decaying_integers(noise: StepDistribution, size: int, b: Fraction) -> StepDistribution:
    """The same on the integers, where 0 is counted once (Lemma 30)."""
    right, left = integer_levels(noise)
    require_decreasing(right)
    if any(right[k + 1] != left[k] for k in range(max(len(right.values), len(left.values)))):
        raise BadInput("noise", noise, "symmetric")
    return even_integers([right[k] for k in range(size)], b)


def even_integers(first: list[Fraction], b: Fraction) -> StepDistribution:
    """Noise on the integers with masses proportional to ``first`` at 0, 1, ... in one period."""
    right = repeated(first, b)
    shifted = tuple(right[k + 1] for k in range(len(first)))
    return joined(right, Levels(shifted, len(first), b), UNIT, -HALF)


def exchanged(levels: Levels, count: int, place: int, b: Fraction) -> Levels:
    """The exchange of the paper's own proof: (190)-(192), with ``count`` bins in a period.

    It raises a_k and lowers a_{k + count} by one amount until their ratio is e^epsilon. Privacy is
    kept and the cost does not grow, but the levels may cease to decrease, and a ratio that was
    e^epsilon before need not stay so: the proof as printed is not complete.
    """
    needed = max(len(levels.values), place + count + 1) + levels.period
    values = [levels[k] for k in range(needed)]
    amount = (values[place + count] / b - values[place]) / (1 + 1 / b)
    values[place] += amount
    values[place + count] -= amount
    return Levels(tuple(values), levels.period, levels.ratio)
