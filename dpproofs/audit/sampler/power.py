"""How small a fault a number of draws would have shown: what "nothing found" is worth."""

from __future__ import annotations

import math

import numpy as np

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.sampler.bets import STAKES
from dpproofs.audit.sampler.process import LOOK

GROSS, RARE = 3.0, 15.0  # log of what it costs to find the set and the stake, common or rare
CLOSE = 1e-3
LEAST = 1e-15


def smallest_fault(claim: PrivacyClaim, alpha: float, pairs: int) -> float | None:
    """The least probability of a set at one input, never hit at the other, that shows.

    Shows: that brings the evidence to 1/alpha after so many pairs of draws at the two inputs, more
    often than not. It is an estimate, from the growth of the best bet on that set.

    Returns
    -------
    A number in (delta, 1], within 0.1 %; None when not even outputs that give the input away would
    have been noticed: then so few draws decide nothing.
    """
    draws, needed = pairs - LOOK, -math.log(alpha)
    if draws <= 0 or draws * _growth(1.0, claim) < needed + GROSS:
        return None
    low, high = max(claim.delta, LEAST), 1.0
    while high > (1 + CLOSE) * low:
        middle = math.sqrt(low * high)
        seen = draws * _growth(middle, claim) >= needed + GROSS + (RARE - GROSS) * (1 - middle)
        low, high = (low, middle) if seen else (middle, high)
    return high


def _growth(probability: float, claim: PrivacyClaim) -> float:
    """The mean logarithm by which the best stake grows at each pair."""
    stakes = STAKES / (claim.ratio + claim.delta)
    won, lost = np.log1p(stakes * (1 - claim.delta)), np.log1p(-stakes * claim.delta)
    return float(np.max(probability * won + (1 - probability) * lost))
