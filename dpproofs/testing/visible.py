"""What an audit that found nothing would have found: the smallest fault that shows."""

from __future__ import annotations

import math

from dpproofs.audit.claim import PrivacyClaim

TIMES = (1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # the noise is so many times too small
OVERHEAD = 3.0  # draws that our audits take at most, beside the need
LOOKED_AT = 20  # pairs that an audit looks at before it bets


def visible(claim: PrivacyClaim, level: float, pairs: int) -> float | None:
    """How many times too small Laplace noise has to be for ``pairs`` pairs of draws to show it.

    inf where only the absence of noise would show, None where not even that.
    """
    for times in TIMES:
        p, q = 0.5, 0.5 * math.exp(-max(claim.epsilon, claim.delta, 1e-12) * times)
        growth = divergence(p, q, claim)
        if growth > 0 and LOOKED_AT + OVERHEAD * math.log(1 / level) / growth <= pairs:
            return times
    growth = divergence(1.0, 0.0, claim)
    return math.inf if LOOKED_AT + OVERHEAD * math.log(1 / level) / growth <= pairs else None


def divergence(p: float, q: float, claim: PrivacyClaim) -> float:
    """min KL(p, p*) + KL(q, q*) over p* <= e^epsilon q* + delta, by golden section over q*."""
    ratio, delta = claim.ratio, claim.delta
    if p <= ratio * q + delta:
        return 0.0

    def cost(other: float) -> float:
        return _kl(p, min(1.0, ratio * other + delta)) + _kl(q, min(1.0, other))

    low, high = max(q, 0.0), (p - delta) / ratio
    for _ in range(200):
        left, right = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (low, right) if cost(left) < cost(right) else (left, high)
    return cost((low + high) / 2)


def _kl(p: float, other: float) -> float:
    total = 0.0
    for a, b in ((p, other), (1 - p, 1 - other)):
        if a > 0:
            total += a * math.log(a / b) if b > 0 else math.inf
    return total
