"""The claims that draws are bet against, for lower bounds on epsilon and delta."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import MOST, PrivacyClaim
from dpproofs.auditing.sampler.bets import log_mixture

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

STEEPEST = 1e100  # ratio for which sets are looked for: its square is a double


@dataclass(frozen=True)
class Ladder:
    """The claims that draws are bet against; the first is the one under audit, or its points.

    Attributes
    ----------
    epsilon, delta
        By claim.
    count
        Of the points of the claim under audit: each follows from it, and has an equal share of the
        capital, so that the mean of the e-values against them is an e-value against the claim.
    epsilons, deltas
        Places of the claims that bound epsilon at the claimed delta and delta at the claimed
        epsilon, weakest first.
    """

    epsilon: Array
    delta: Array
    epsilons: tuple[int, ...]
    deltas: tuple[int, ...]
    count: int = 1

    @classmethod
    def of(cls, claim: PrivacyClaim) -> Ladder:
        """A ladder around a claim."""
        steps = [0.0, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 4, 8]
        epsilons = sorted({min(MOST, (claim.epsilon or 0.01) * step) for step in steps})
        parts = [0.0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9]
        near = [claim.delta * step for step in (0.1, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 4)]
        deltas = sorted({delta for delta in [*parts, *near] if delta < 1})
        points, cut = claim.points, len(epsilons)
        epsilon = [*(p.epsilon for p in points), *epsilons, *[claim.epsilon] * len(deltas)]
        delta = [*(p.delta for p in points), *[claim.delta] * len(epsilons), *deltas]
        places = np.arange(len(points), len(epsilon)).tolist()
        ladders = (*places[:cut],), (*places[cut:],)
        return cls(np.array(epsilon), np.array(delta), *ladders, len(points))

    @property
    def ratios(self) -> Array:
        """e^epsilon by point of the claim under audit, as far as sets are looked for."""
        return np.minimum(np.exp(np.minimum(self.epsilon[: self.count], MOST)), STEEPEST)

    def against(self, logs: Array) -> Array:
        """log of the e-value against the claim under audit, from those against each claim."""
        return log_mixture(logs[..., : self.count], np.full(self.count, 1 / self.count))

    def leading(self, here: Counts, there: Counts) -> int:
        """The point that draws in bins on a line break most, by their half-lines."""
        if self.count == 1:
            return 0
        below = np.stack([here, there]).cumsum(axis=1)
        above = below[:, -1:] - below
        p, q = np.concatenate([below, above, below[::-1], above[::-1]], axis=1).astype(float)
        ratio, delta = self.ratios[:, None], self.delta[: self.count, None]
        score = (p - ratio * q - delta * below[0, -1]) / np.sqrt(p + ratio**2 * q + 1)
        return int(score.max(axis=1).argmax())

    def bound(self, places: Sequence[int], values: Array, logs: Array, alpha: float) -> float:
        """The largest value that is refuted at level alpha together with all weaker ones.

        The first true claim of a ladder is refuted with probability alpha at most, and nothing
        beyond it without it. 0 when not even the weakest is refuted.
        """
        best = 0.0
        for place in places:
            if logs[place] < -math.log(alpha):
                break
            best = float(values[place])
        return best
