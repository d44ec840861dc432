"""One round from both sides: what is looked at once, and its losses at any resolution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition import counts
from dpproofs.privacy.composition.above import Pair, above, dominating, largest_loss
from dpproofs.privacy.composition.below import merged, processed
from dpproofs.privacy.composition.lattice import Lattice, Losses, sampled, spread_up
from dpproofs.privacy.composition.rounds import Round

SKETCH = 2000  # losses on each side of 0, for the choice of a resolution
RESOLVED = 8  # steps between two quantiles
LEAST_RATE, NARROW = 1e-100, 1e-30
STEEP = 1e-12  # a profile that falls to its floor by more than this just before ends there


@dataclass(frozen=True)
class Side:
    """A round, up to outcomes of a probability that is negligible."""

    round: Round
    negligible: float

    @property
    def rate(self) -> float:
        """The sampling rate from above; a larger one leaks more."""
        return max(self.round.rates[1], LEAST_RATE)

    @cached_property
    def top(self) -> float:
        """The largest loss before sampling, or one beyond which nothing matters."""
        mechanism = self.round.mechanism
        if isinstance(mechanism, Mechanism):
            return max(largest_loss(mechanism, self.negligible), 1e-9)
        return max(float(np.abs(self.pair.loss).max(initial=0.0)), 1e-9)

    @cached_property
    def pair(self) -> Pair:
        """Outcomes that dominate: all of them on the integers, else a sketch."""
        mechanism = self.round.mechanism
        if isinstance(mechanism, counts.Discrete):
            return counts.outcomes(mechanism, self.negligible)
        right = np.linspace(0, self.top, SKETCH + 1)
        return dominating(mechanism, np.concatenate([-right[:0:-1], right]))

    def sketch(self, direction: int) -> tuple[Array, Array]:
        """Losses and their probabilities, with a record removed or added."""
        rate = self.rate
        loss, mass = self.pair.sampled(rate)
        if direction == 0:
            return loss, mass
        kept = loss[loss.size - self.pair.other.size :]
        return -kept, self.pair.other

    @cached_property
    def infinite(self) -> float:
        """The probability of an infinite loss."""
        return self.rate * self.pair.infinite

    @cached_property
    def lattice(self) -> Lattice | None:
        """One on which the losses lie that have much probability, if that is known."""
        rate = self.rate
        mechanism = self.round.mechanism
        if isinstance(mechanism, counts.Discrete):
            return counts.common_lattice(sampled(self.pair.loss, rate), self.pair.mass)
        before = float(mechanism.privacy_profile(self.top * (1 - 1e-3)))
        if before - float(mechanism.privacy_profile(self.top)) <= STEEP:
            return None
        if rate == 1:
            return Lattice(0.0, self.top)
        bottom, top = sampled(np.array([-self.top, self.top]), rate).tolist()
        if top - bottom < NARROW:
            return None
        return Lattice(bottom, top - bottom)

    @cached_property
    def narrow(self) -> float:
        """A step that tells apart what there is between the smallest losses and the middle ones."""
        if self.lattice is not None:
            return math.inf
        loss, mass = self.sketch(0)
        below = np.cumsum(mass)
        low, high = (loss[np.searchsorted(below, share * below[-1])] for share in (0.01, 0.25))
        return float(high - low) / RESOLVED

    @property
    def exact(self) -> bool:
        """Whether all losses lie on the lattice, also that of outcomes of one input alone."""
        if self.lattice is None or not isinstance(self.round.mechanism, counts.Discrete):
            return False
        return self.rate == 1 or self.pair.alone <= 2 * self.negligible

    @property
    def span(self) -> float:
        """The distance of the largest and the smallest loss."""
        loss, _ = self.sketch(0)
        return float(loss[-1] - loss[0]) if loss.size else 0.0

    def offset(self, step: float) -> float:
        """Where a lattice of a step has to begin, so that losses of much probability are on it."""
        return 0.0 if self.lattice is None else math.fmod(self.lattice.offset, step)

    def above(self, step: float) -> tuple[Losses, Losses]:
        """Losses from above: a record removed, and one added."""
        lattice, rate = Lattice(self.offset(step), step), self.rate
        mechanism = self.round.mechanism
        if isinstance(mechanism, Mechanism):
            return above(mechanism, lattice, rate, self.top)
        pair, mirror = self.pair, Lattice(-lattice.offset, step)
        loss, mass = pair.sampled(rate)
        removed = spread_up(lattice, loss, mass, rate * pair.infinite)
        kept, other = -sampled(pair.loss, rate), pair.other
        if rate < 1:
            kept, other = np.append(-math.log1p(-rate), kept), np.append(pair.alone, other)
        infinite = pair.alone if rate == 1 else 0.0
        return removed, spread_up(mirror, kept, other, infinite)

    def below(self, step: float, shift: float) -> tuple[Losses, Losses]:
        """Losses from below, at a shift in sensitivities: a record removed, and one added."""
        lattice, rate = Lattice(self.offset(step), step), self.round.rates[0]
        mechanism = self.round.mechanism
        if isinstance(mechanism, Mechanism):
            size = shift * mechanism.sensitivity
            cells = processed(mechanism, size, rate, lattice, self.negligible)
        else:
            cells = counts.cells(mechanism, self.negligible)
        removed, added = cells.both_ways(rate)
        return merged(removed, lattice), merged(added, Lattice(-lattice.offset, step))
