"""Lemma 19: noise averaged over bins."""

from __future__ import annotations

import math
from fractions import Fraction

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution
from dpproofs.privacy.transforms.levels import Levels, even_noise


def discretised(noise: StepDistribution, size: Fraction, count: int) -> StepDistribution:
    """Symmetric noise with its density averaged over bins of width size / count: (127).

    Privacy: kept, since two bins at most Delta apart are shifts of each other by at most Delta.
    Cost: the mass of each bin is kept, so that the cost changes by at most the rise of the cost
    inside the bins, and not at all for one that is constant inside each. It may grow; the lemma
    speaks of the limit.

    Raises
    ------
    BadInput
        When the noise is not symmetric, or the bins do not divide its period.
    """
    width = size / count
    period = noise.period / width
    if period.denominator > 1 or not noise.ratio:
        raise BadInput("count", count, f"one whose bins divide the period {noise.period}")
    edge = max(noise.edges[-1], -noise.edges[0])
    bins = [(k * width, (k + 1) * width) for k in range(math.ceil(edge / width) + int(period))]
    values = [noise.mass([pair]) / width for pair in bins]
    if any(
        noise.mass([(-high, -low)]) != a * width
        for a, (low, high) in zip(values, bins, strict=True)
    ):
        raise BadInput("noise", noise, "symmetric")
    return even_noise(Levels(tuple(values), int(period), noise.ratio), width)
