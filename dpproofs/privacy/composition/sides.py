"""One round from both sides: what is looked at once, and its losses at any resolution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition import counts
from dpproofs.privacy.composition.above import (
    Pair,
    Profiled,
    above,
    dominating,
    largest_loss,
)
from dpproofs.privacy.composition.amplified import LEAST_RATE, profiles, unsampled
from dpproofs.privacy.composition.below import merged, processed
from dpproofs.privacy.composition.lattice import Lattice, Losses, sampled, spread_up
from dpproofs.privacy.composition.rounds import Round
from dpproofs.privacy.composition.sampling import WITH, mixtures

SKETCH = 2000  # losses on each side of 0, for the choice of a resolution
RESOLVED = 8  # steps between two quantiles
NARROW = 1e-30
STEEP = 1e-12  # a profile that falls to its floor by more than this just before ends there


@dataclass(frozen=True)
class Side:
    """A round, up to outcomes of a probability that is negligible."""

    round: Round
    negligible: float

    @property
    def rate(self) -> float:
        """The sampling rate from above, of what is sampled after all; a larger one leaks more."""
        way = self.round.way
        if way.is_symmetric or way.scheme == WITH:
            return 1.0
        return max(way.chances[1], LEAST_RATE)

    @cached_property
    def noise(self) -> tuple[Profiled, Profiled] | None:
        """What have the profiles before sampling; None where all outcomes are looked at."""
        return profiles(self.round.mechanism, self.round.way, self.negligible)

    @cached_property
    def top(self) -> float:
        """The largest loss before sampling, or one beyond which nothing matters."""
        if self.noise is not None:
            return max(1e-9, *(largest_loss(each, self.negligible) for each in set(self.noise)))
        return max(float(np.abs(self.pair.loss).max(initial=0.0)), 1e-9)

    @cached_property
    def pair(self) -> Pair:
        """Outcomes that dominate: all of them on the integers, else a sketch."""
        if self.noise is not None:
            # Close together where sampling leaves small losses, when they are sampled already.
            chance = max(self.round.rates[1], LEAST_RATE) if self.rate == 1 else 1.0
            far = float(unsampled(np.asarray(self.top), chance))
            right = sampled(np.linspace(0, far, SKETCH + 1), chance)
            noise, mirror = self.noise
            return dominating(noise, np.concatenate([-right[:0:-1], right]), mirror)
        mechanism: Any = self.round.mechanism  # noise on the integers, or randomised response
        return counts.outcomes(mechanism, self.round.way, self.negligible)

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
        if self.noise is None:
            return counts.common_lattice(sampled(self.pair.loss, rate), self.pair.mass)
        noise = self.noise[0]
        before = float(noise.privacy_profile(self.top * (1 - 1e-3)))
        if before - float(noise.privacy_profile(self.top)) <= STEEP:
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
        if self.lattice is None or self.noise is not None or not self.round.way.is_tight:
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
        if self.noise is not None:
            return above(self.noise[0], lattice, rate, self.top, self.noise[1])
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
        lattice, way = Lattice(self.offset(step), step), self.round.way
        mechanism = self.round.mechanism
        if isinstance(mechanism, Mechanism):
            *inputs, rest = mixtures(way, self.negligible, 0)
            size = shift * mechanism.sensitivity
            here, there = (tuple((w, k * size) for w, k in each) for each in inputs)
            cells = processed(mechanism, (here, there, rest), lattice, self.negligible)
        else:
            cells = counts.cells(mechanism, way, self.negligible)
        removed, added = cells.both_ways()
        if way.scheme == WITH and self.noise is not None:
            # From below no more is said of large losses than matters from above.
            removed, added = removed.clipped(self.top), added.clipped(self.top)
        return merged(removed, lattice), merged(added, Lattice(-lattice.offset, step))
