"""Values that come again: atoms of a distribution, learned from all draws in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

SLOTS_LOG2 = 15
SLOTS = 1 << SLOTS_LOG2  # values that are remembered until another one takes their place
KEPT = 4096  # values that came again and are counted from then on
FIBONACCI = np.uint64(0x9E3779B97F4A7C15)  # spreads bits over the slots
SEVERAL, FEW = 3, 8  # times a value has to come again, and one less where so few values do
CLEAR = 0.8  # standard deviations: the third draw of a value that the neighbour never has is enough


@dataclass
class Atoms:
    """What came again at the two inputs of a pair.

    Attributes
    ----------
    recent
        One of the last values, by slot; NaN for none.
    values, here, there
        Values that came again, and how often since they were noticed.
    """

    recent: Array = field(default_factory=lambda: np.full(SLOTS, np.nan))
    values: Array = field(default_factory=lambda: np.empty(0))
    here: Counts = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    there: Counts = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    def learn(self, here: Array, there: Array) -> None:
        """Look at draws at the input and at its neighbour."""
        sides = [draws.astype(np.float64) + 0.0 for draws in (here, there)]  # -0.0 is 0.0
        again = [self._again(draws) for draws in sides]
        if len(self.values) < KEPT:
            self._notice(np.concatenate(again))
        if len(self.values):
            self.here += self._counted(sides[0])
            self.there += self._counted(sides[1])

    def standing_out(self, ratio: float, delta: float, draws: int, most: int) -> Array:
        """Values that one input has more often than the claim allows, as far as it shows."""
        a, b = (counts.astype(float) for counts in (self.here, self.there))
        scores = [
            (more - ratio * less - delta * draws) / np.sqrt(more + ratio**2 * less + 1)
            for more, less in ((a, b), (b, a))
        ]
        several = SEVERAL - (len(self.values) <= FEW)
        score = np.where(np.maximum(a, b) >= several, np.maximum(*scores), -np.inf)
        best = np.argsort(-score, kind="stable")[:most]
        return self.values[best[score[best] > CLEAR]]

    def counts(self, value: float) -> tuple[int, int]:
        """How often a value was seen at the input and at its neighbour."""
        place = int(np.searchsorted(self.values, value))
        return int(self.here[place]), int(self.there[place])

    def _again(self, draws: Array) -> Array:
        """Those that are remembered, or come twice; remembers them all."""
        slots = (draws.view(np.uint64) * FIBONACCI) >> np.uint64(64 - SLOTS_LOG2)
        known = draws[self.recent[slots] == draws]
        self.recent[slots] = draws
        ordered = np.sort(draws)
        return np.concatenate([known, ordered[1:][ordered[1:] == ordered[:-1]]])

    def _notice(self, again: Array) -> None:
        fresh = np.setdiff1d(again[np.isfinite(again)], self.values)[: KEPT - len(self.values)]
        if not len(fresh):
            return
        places = np.searchsorted(self.values, fresh)
        self.values = np.insert(self.values, places, fresh)
        self.here, self.there = (np.insert(c, places, 0) for c in (self.here, self.there))

    def _counted(self, draws: Array) -> Counts:
        places = np.minimum(np.searchsorted(self.values, draws), len(self.values) - 1)
        hit = places[self.values[places] == draws]
        return np.bincount(hit, minlength=len(self.values))
