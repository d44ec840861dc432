"""What an audit that found nothing would have found: the smallest fault that shows."""

from __future__ import annotations

import math
from functools import lru_cache

from dpproofs.audit.claim import PrivacyClaim

TIMES = (1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # the noise is so many times too small
OVERHEAD = 3.0  # draws that our audits take at most, beside the need
SECTIONS = 90  # after which an interval is shorter than its rounding
LOOKED_AT = 20  # pairs that an audit looks at before it bets


def visible(claim: PrivacyClaim, level: float, pairs: int) -> float | None:
    """How many times too small Laplace noise has to be for ``pairs`` pairs of draws to show it.

    inf where only the absence of noise would show, None where not even that.
    """
    for times, growth in _growths(claim):
        if growth > 0 and LOOKED_AT + OVERHEAD * math.log(1 / level) / growth <= pairs:
            return times
    return None


@lru_cache(maxsize=256)
def _growths(claim: PrivacyClaim) -> tuple[tuple[float, float], ...]:
    """How many times too small the noise is, and how fast the evidence grows; inf for no noise."""
    loss = max(claim.epsilon, claim.delta, 1e-12)
    halves = [(times, divergence(0.5, 0.5 * math.exp(-loss * times), claim)) for times in TIMES]
    return (*halves, (math.inf, divergence(1.0, 0.0, claim)))


def divergence(p: float, q: float, claim: PrivacyClaim) -> float:
    """min KL(p, p*) + KL(q, q*) over p* <= e^epsilon q* + delta, by golden section over q*."""
    ratio, delta = claim.ratio, claim.delta
    if p <= ratio * q + delta:
        return 0.0

    def cost(other: float) -> float:
        return _kl(p, min(1.0, ratio * other + delta)) + _kl(q, min(1.0, other))

    low, high = max(q, 0.0), (p - delta) / ratio
    for _ in range(SECTIONS):
        left, right = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (low, right) if cost(left) < cost(right) else (left, high)
    return cost((low + high) / 2)


def _kl(p: float, other: float) -> float:
    total = 0.0
    for a, b in ((p, other), (1 - p, 1 - other)):
        if a > 0:
            total += a * math.log(a / b) if b > 0 else math.inf
    return total
