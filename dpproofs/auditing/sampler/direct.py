"""A bettor on outcomes that are numbers, where inputs are none, so that no noise can be guessed.

It takes by how much two densities differ, relative to their mean, for a function of the rank of an
outcome, and makes one bet a round. The outcomes at which they differ by more than is claimed,
either way, have weights f+ and f- in [0, 1], by how much it is more; and

    E[ f+(y) - e^epsilon f+(y') + f-(y') - e^epsilon f-(y) ] <= 2 delta

under the claim, as for the sets {f+ > t} and {f- > t} at any t.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import MOST
from dpproofs.auditing.sampler.grids import Grid
from dpproofs.auditing.sampler.ladder import STEEPEST, Ladder
from dpproofs.auditing.sampler.lean import lean
from dpproofs.auditing.sampler.tally import Partition
from dpproofs.auditing.sampler.track import Track

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

LEVELS = 8  # of a weight, on either side
CERTAIN = 1e6  # ratio from which on no difference is too large
LARGEST = 0.95  # of the stake that cannot lose everything


@dataclass(frozen=True)
class Weights:
    """A bet on the draws of a round.

    Attributes
    ----------
    grid
        Sorts the outputs.
    table
        The class of each bin.
    levels
        f+ - f- by class.
    stakes
        By claim.
    """

    grid: Grid
    table: NDArray[np.uint16]
    levels: Array
    stakes: Array

    @property
    def partition(self) -> Partition:
        """The bins in classes of one weight."""
        return Partition(self.grid, self.table, len(self.levels))


class Direct:
    """The bettor at one pair of inputs.

    Parameters
    ----------
    ladder
        The claims that are bet against.

    Attributes
    ----------
    log_wealth
        By claim.
    """

    def __init__(self, ladder: Ladder) -> None:
        self.ladder, self.lost = ladder, 2 * ladder.delta[:, None]
        self.ratio = np.exp(np.minimum(ladder.epsilon, MOST))[:, None]
        self.log_wealth = np.zeros(len(ladder.epsilon))

    def plan(self, track: Track) -> Weights:
        """The next bet on the bins of a partition in which numbers are on a line."""
        along, size = track.grid.along, track.grid.size
        order = np.arange(track.grid.line) if along is None else along.order[: along.length]
        here, there = track.here[order], track.there[order]
        more = lean(here, there)
        ratio = min(float(self.ratio[self.ladder.leading(here, there), 0]), CERTAIN)
        beyond = np.sign(more) * np.maximum(np.abs(more) - (ratio - 1) / (ratio + 1), 0.0)
        steps = np.rint(beyond / max(float(np.abs(beyond).max()), 1e-300) * LEVELS).astype(int)
        table = np.full(size, LEVELS, dtype=np.uint16)
        table[order] = steps + LEVELS
        levels = np.arange(-LEVELS, LEVELS + 1) / LEVELS
        share = (here + there) / max(1, int((here + there).sum()))
        p, q = (
            np.bincount(steps + LEVELS, share * (1 + sign * more), len(levels)) for sign in (1, -1)
        )
        return Weights(track.grid, table, levels, self._stakes(levels, p, q))

    def settle(self, plan: Weights, joint: Counts) -> None:
        """Pay out, where pairs of draws fell into the classes of the plan so often."""
        first, second = joint.nonzero()
        own, other = self._paid(plan.levels, self.ratio)
        with np.errstate(invalid="ignore"):
            factors = np.log1p(
                plan.stakes[:, None] * (own[:, first] + other[:, second] - self.lost)
            )
        self.log_wealth += factors @ joint[first, second].astype(float)

    def _stakes(self, levels: Array, p: NDArray[Any], q: NDArray[Any]) -> Array:
        """By claim what promises most, where classes have these probabilities at the two inputs."""
        own, other = self._paid(levels, np.minimum(self.ratio, STEEPEST))
        means = own @ p, other @ q
        gain = sum(means) - self.lost[:, 0]
        square = own**2 @ p - means[0] ** 2 + other**2 @ q - means[1] ** 2 + gain**2
        with np.errstate(divide="ignore", invalid="ignore"):
            kelly = np.where((gain > 0) & (square > 0), gain / square, 0.0)
        return np.minimum(kelly, LARGEST / (2 * self.ratio + self.lost)[:, 0])

    @staticmethod
    def _paid(levels: Array, ratio: Array) -> tuple[Array, Array]:
        """What an outcome of each class at the input pays by claim, and one at the neighbour."""
        up, down = np.maximum(levels, 0.0), np.maximum(-levels, 0.0)
        return up - ratio * down, down - ratio * up
