"""A bettor on outcomes that are numbers, where inputs are none, so that no noise can be guessed.

It takes the ratio of the two densities for a smooth function of the rank of an outcome, a few waves
over the ranks of all outcomes so far, each as much as stands out from chance. It makes one bet a
round: on the outcomes at which the ratio is clearly more than claimed, either way.
"""

from __future__ import annotations

import math

import numpy as np

from dpproofs.auditing.sampler.added import Bettor, Plan
from dpproofs.auditing.sampler.strand import Track

WAVES = np.arange(1, 5)
CLEAR = 0.5  # standard errors of the sum of all waves by which a ratio is clearly more
MOST = 0.95  # that the two densities are taken to differ by, relative to their mean
CERTAIN = 1e6  # ratio from which on no difference is too large


class Direct(Bettor):
    """The bettor at one pair of inputs."""

    def plan(self, track: Track) -> Plan:
        """The next bet on the bins of a partition in which numbers are on a line."""
        along, size = track.grid.along, track.grid.size
        order = np.arange(track.grid.line) if along is None else along.order[: along.length]
        here, there = track.here[order], track.there[order]
        pairs = max(1, int(track.here.sum()))
        both = here + there
        ranks = (both.cumsum() - both / 2) / max(1, both.sum())
        waves = math.sqrt(2) * np.cos(math.pi * np.outer(ranks, WAVES))
        heights = (here - there) @ waves / (2 * pairs)
        error = 1 / (2 * pairs)  # of a height, squared
        heights *= np.clip(1 - error / np.maximum(heights**2, 1e-300), 0, 1)
        lean = np.clip(waves @ heights, -MOST, MOST)
        leading = self.ladder.leading(here, there)
        ratio = min(float(self.ratio[leading]), CERTAIN)
        clearly = (ratio - 1) / (ratio + 1) + CLEAR * math.sqrt(len(WAVES) * error / 2)
        chosen = np.stack([lean > clearly, lean < -clearly])
        share = both / (2 * pairs)
        more, less = (
            float((share * (1 + sign * lean))[chosen[0]].sum())
            + float((share * (1 - sign * lean))[chosen[1]].sum())
            for sign in (1, -1)
        )
        sets = np.zeros((2, size), dtype=np.bool_)
        sets[:, order] = chosen
        return Plan(track.grid, sets, self.stakes(more, less)[0])
