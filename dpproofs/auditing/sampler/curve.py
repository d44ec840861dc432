"""A Renyi divergence that is larger than claimed, measured on fresh draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.record import DivergenceRecord
from dpproofs.auditing.sampler.confirmation import blocks, plain
from dpproofs.auditing.sampler.divergences import clipped, most_telling, tangents
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import Task
from dpproofs.auditing.target import Draws, Pair, Target

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Divergence:
    """A lower bound on the Renyi divergence between the outcomes at two inputs.

    Attributes
    ----------
    pair
        The input and its neighbour.
    order
        1 stands for Kullback's.
    claimed
        What it is at most, by the claim.
    low
        What it is at least, with the stated confidence.
    estimate
        What fresh draws say, without an allowance for chance.
    draws
        At each input.
    confidence
        Of ``low``.
    """

    pair: Pair
    order: float
    claimed: float
    low: float
    estimate: float
    draws: int
    confidence: float

    def shows(self) -> bool:
        """Whether it is larger than claimed, if maybe not clearly so."""
        return self.estimate > self.claimed

    def record(self) -> DivergenceRecord:
        """It as data."""
        ends = plain(self.pair.input), plain(self.pair.neighbour)
        return DivergenceRecord(
            *ends, self.order, self.claimed, self.low, self.draws, self.confidence
        )


def measured(
    target: Target,
    strand: Strand,
    tasks: Iterable[Task],
    alpha: float,
    look: Callable[[object, Draws], None],
) -> Divergence | None:
    """Draw afresh at two inputs, with a function of the outcomes that was chosen before.

    Each task is an attempt, as in `dpproofs.auditing.sampler.confirmation.confirm`; attempt k
    spends alpha/2^k, half of it on either direction. None where nothing was bet.
    """
    found, track, bettor = None, most_telling(strand.tracks), strand.divergences
    if bettor is None or not bettor.bounds:
        return None
    table, ratio = bettor.learned(track)
    bound = bettor.bounds[int(bettor.log_wealth.max(axis=(1, 2)).argmax())]
    for attempt, task in enumerate(tasks, 1):
        counts = np.zeros((2, len(ratio)))
        for side, value, draws in blocks(target, task):
            look(value, draws)
            counts[side] += np.bincount(table[track.grid.bins(draws)], minlength=len(ratio))
        there = Pair(task.pair.neighbour, task.pair.input)
        ways = (task.pair, counts, ratio), (there, counts[::-1], 1 / ratio)
        both = [_bounded(*way, bound, task.count, alpha / 2 ** (attempt + 1)) for way in ways]
        found = max(both, key=lambda each: each.estimate)
        if found.low > found.claimed:
            break
    return found


def _bounded(
    pair: Pair, counts: Array, ratio: Array, bound: tuple[float, float], draws: int, alpha: float
) -> Divergence:
    """The bound from counts by class.

    The limits of the two means are those of Maurer & Pontil, "Empirical Bernstein bounds and
    sample-variance penalization", 2009, Theorem 4, each at alpha/2.
    """
    order, claimed = bound
    pay = np.stack(tangents(clipped(ratio, order, claimed), order))
    share = counts / draws
    means = (share * pay).sum(axis=1)
    spread = (share * pay**2).sum(axis=1) - means**2
    log = math.log(4 / alpha)
    others = max(1, draws - 1)
    error = np.sqrt(2 * np.maximum(spread, 0) * log / others)
    error += 7 * np.ptp(pay, axis=1) * log / (3 * others)
    estimate = renyi(float(means[0] - means[1]), order)
    low = renyi(float(means[0] - error[0] - means[1] - error[1]), order)
    return Divergence(pair, order, claimed, low, estimate, draws, 1 - alpha)


def renyi(left: float, order: float) -> float:
    """The divergence from the mean of r^order, or for the order 1 of r log r."""
    if order == 1:
        return max(0.0, left)
    return math.log(left) / (order - 1) if left > 1 else 0.0
