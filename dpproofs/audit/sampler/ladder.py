"""The claims that draws are bet against, for lower bounds on epsilon and delta."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.audit.claim import MOST, PrivacyClaim

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ladder:
    """The claims that draws are bet against; the first is the one under audit.

    Attributes
    ----------
    epsilon, delta
        By claim.
    epsilons, deltas
        Places of the claims that bound epsilon at the claimed delta and delta at the claimed
        epsilon, weakest first.
    """

    epsilon: Array
    delta: Array
    epsilons: tuple[int, ...]
    deltas: tuple[int, ...]

    @classmethod
    def of(cls, claim: PrivacyClaim) -> Ladder:
        """A ladder around a claim."""
        steps = [0.0, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 4, 8]
        epsilons = sorted({min(MOST, (claim.epsilon or 0.01) * step) for step in steps})
        parts = [0.0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9]
        near = [claim.delta * step for step in (0.1, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 4)]
        deltas = sorted({delta for delta in [*parts, *near] if delta < 1})
        epsilon = [claim.epsilon, *epsilons, *[claim.epsilon] * len(deltas)]
        delta = [claim.delta, *[claim.delta] * len(epsilons), *deltas]
        places = np.arange(1, len(epsilon)).tolist()
        cut = len(epsilons)
        return cls(np.array(epsilon), np.array(delta), (*places[:cut],), (*places[cut:],))

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
