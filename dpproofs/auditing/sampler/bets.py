"""Bets: sets proposed from past draws, and what stakes on them would have won.

For sets S and T fixed before a pair of draws y at x and y' at x' is seen, a private mechanism has

    E[ 1_S(y) - e^epsilon 1_S(y') - delta ] <= 0
    E[ 1_T(y') - e^epsilon 1_T(y) - delta ] <= 0,

whatever the joint distribution of y and y'. One plus a stake times such a payoff, or times the sum
of both, has mean at most 1 as long as it cannot become negative: it is an e-variable, and a product
of them over draws, with sets and stakes that depend on earlier draws only, is an e-process.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import MOST
from dpproofs.auditing.sampler.learned import aligned, learned, reached, sums_before, taken

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]
Places = NDArray[np.intp]

LEVELS = 2.0 ** (-np.arange(3, 45) / 3)  # probabilities of half-lines: 1/2 down to 2^-14.7
STAKES = 0.95 * 2.0 ** -np.arange(10)  # as fractions of the largest stake that cannot lose all
STAKE_PRIORS = 1 / (np.arange(10) + 2.5)
STAKE_PRIORS /= STAKE_PRIORS.sum()
BOTH, FORWARD, BACKWARD = KINDS = range(3)  # bet on S and T, on S only, on T only
LINE_RULES = np.array([1.5, 1.0, 2.0, 1.0, 0.5, 3.0]) / 9  # shares of the rules of `learned`
RULES = np.array([2.0, 1.0, 1.0, 2.0, 1.0, 3.0]) / 10  # ... without a line
# By how rare events are, as grids say it: kinds, and how much larger stakes are preferred.
RARE_KINDS = (), (0.2, 0.4, 0.4), (0.8, 0.1, 0.1)
FEW = 256  # cells of counts that are looked at one by one
RARE_STAKES = 1, 3, 5
RARE_RULES = np.array([1.0, 1.0, 1.0, 2.0, 1.0, 4.0]) / 10  # ... where events are rare


@dataclass(frozen=True)
class OrderedBins:
    """Bins in the order of the outputs that they hold.

    Attributes
    ----------
    order
        All bins; what has no place on the line comes last.
    length
        How many bins are on the line.
    single
        Of these, which hold a single value.
    """

    order: Places
    length: int
    single: Mask

    @classmethod
    def of(cls, intervals: int, within: NDArray[Any]) -> OrderedBins:
        """Intervals in their order, then single values and one bin more, as they are numbered.

        ``within`` are the intervals just before the single values, in increasing order.
        """
        places = np.concatenate([np.arange(intervals), within, [intervals]])
        order, length = np.argsort(places, kind="stable"), len(places) - 1
        return cls(order, length, order[:length] >= intervals)


@dataclass(frozen=True)
class Bets:
    """Pairs of sets of bins to bet on in some partitions, by runs of bins that no set divides.

    Attributes
    ----------
    sets
        Whether a run is in a set, of shape (2, bets, partitions, runs): the sets S, of which x is
        suspected to have too much, and the sets T, of which x' is.
    lengths
        Of the runs of each partition, in bins; some may be empty.
    """

    sets: Mask
    lengths: Places

    def pair(self, place: int) -> tuple[Mask, Mask]:
        """S and T of the bet at a place, one flag a bin, of each partition."""
        first, second = (
            np.repeat(side.ravel(), self.lengths.ravel()).reshape(len(self.lengths), -1)
            for side in self.sets[:, place]
        )
        return first, second

    @property
    def runs(self) -> int:
        """How many there are of each partition."""
        return int(self.lengths.shape[1])

    @property
    def table(self) -> NDArray[np.uint16]:
        """The run of each bin."""
        partitions = len(self.lengths)
        numbers = np.tile(np.arange(self.runs, dtype=np.uint16), partitions)
        return np.repeat(numbers, self.lengths.ravel()).reshape(partitions, -1)

    def patterns(self, joint: Counts) -> Array:
        """By partition and bet, how often each of its 16 outcomes occurred.

        None where both sets are empty. ``joint[p, i, j]`` is the number of pairs with y in run i
        and y' in run j of partition p; outcome 4 k + l has y of code k and y' of code l, where a
        code is 1 in S, plus 2 in T.
        """
        made = np.flatnonzero(self.sets.any(axis=(0, 2, 3)))
        found = np.zeros((len(joint), self.sets.shape[1], 16))
        cells = joint.nonzero()
        if len(cells[0]) <= FEW:
            found[:, made] = self._of_cells(made, joint, cells)
            return found
        first, second = self.sets[:, made].swapaxes(1, 2)
        some = (first | second).any(axis=-1, keepdims=True)
        codes = [some & ~(first | second), first & ~second, second & ~first, first & second]
        member = np.stack(codes, axis=2).astype(float)
        flat = member.reshape(len(member), -1, member.shape[-1])
        rows = (flat @ joint.astype(float)).reshape(member.shape)
        found[:, made] = (rows @ member.swapaxes(-1, -2)).reshape(*member.shape[:2], 16)
        return found

    def _of_cells(self, made: Places, joint: Counts, cells: Sequence[Places]) -> Array:
        """The same of the bets made, by the cells that are not empty."""
        partition, y, z = cells
        codes = self.sets[0, made] + 2 * self.sets[1, made]
        some = codes.any(axis=-1)[:, partition]
        shape = len(joint), len(made), 16
        places = 16 * (partition * len(made) + np.arange(len(made))[:, None])
        places += 4 * codes[:, partition, y] + codes[:, partition, z]
        counts = np.bincount(places.ravel(), (some * joint[cells]).ravel(), math.prod(shape))
        return np.asarray(counts.reshape(shape))


@cache
def priors(ordered: bool, rare: int = 0) -> Array:
    """The share of the capital by kind, stake and bet of `propose`; they sum to 1.

    Where events are rare, each shows at one input only, and the largest stake is the best. Where
    they are twofold, those of the two inputs are bet on together.
    """
    if rare:
        stakes = STAKE_PRIORS ** RARE_STAKES[rare] / np.sum(STAKE_PRIORS ** RARE_STAKES[rare])
        kinds = np.outer(RARE_KINDS[rare], RARE_RULES)
        return np.asarray(stakes[:, None] * kinds[:, None, :])
    sets = np.outer([0.5, 0.25, 0.25], RULES)
    if ordered:
        levels = 1 / (np.arange(len(LEVELS)) + 2.0)
        half_lines = np.outer([0.45, 0.03, 0.03], levels / levels.sum())
        sets = np.hstack([half_lines, np.outer([0.35, 0.07, 0.07], LINE_RULES)])
    return np.asarray(STAKE_PRIORS[:, None] * sets[:, None, :])


@cache
def log_priors(ordered: bool, rare: int = 0) -> Array:
    """The logs of `priors`."""
    return np.asarray(np.log(priors(ordered, rare)))


def propose(
    here: Counts,
    there: Counts,
    line: int,
    ratio: Array,
    single: Mask | None = None,
    least: Counts | int = 1,
) -> Bets:
    """The next bets, always the same even number, from counts of past draws by partition and bin.

    First half-lines with a fixed probability of the pooled draws, the lower ones for x and the
    upper ones for x', which are the sets on which a shift shows; then sets learned by each of the
    rules below, of which the last waits for so many draws, the ``least``, in bins without a line.
    Where there is nothing to propose both sets are empty, and nothing is bet.
    """
    columns = aligned(_used(here + there, line, single), line)
    lengths, line = np.diff(columns), columns.shape[1] - 1 - (here.shape[1] - line)
    here, there = (np.where(lengths, taken(c, columns[:, :-1]), 0) for c in (here, there))
    if single is not None:
        inner = np.minimum(columns[:, :line], single.shape[1] - 1)
        single = taken(single, inner) & (lengths[:, :line] > 0)
    sets = learned(here, there, line, ratio, single, least)
    places = _half_lines(sums_before(here + there), line) if line else ()
    edges = aligned(_edges(sets, places), line or here.shape[1])
    runs = edges[:, :-1]
    sets = taken(sets, np.minimum(runs, here.shape[1] - 1))
    if places:
        ends, starts = places
        below = runs[:, None] < ends[..., None]
        above = (runs[:, None] >= starts[..., None]) & (runs[:, None] < line)
        # x leans to the side where it has more. Each level tells for itself: the other draws would
        # add more noise than they tell when the shift is small beside the noise.
        excess = sums_before(here - there)
        leans_up = taken(excess, ends) < excess[:, line, None] - taken(excess, starts)
        upper, lower = leans_up[..., None] & above, ~leans_up[..., None] & below
        first, second = upper | lower, (above ^ upper) | (below ^ lower)
        sets = np.concatenate([np.stack([first, second]).swapaxes(1, 2), sets], axis=1)
    return Bets(sets, np.diff(taken(columns, edges)))


def _used(pooled: Counts, line: int, single: Mask | None) -> Mask:
    """Where bins start that have draws, or hold a single value, and the runs between these.

    No set divides a run of empty bins, of which there are far more as long as draws are few.
    """
    kept = pooled > 0
    kept[:, line:] = True
    if single is not None:
        kept[:, :line] |= single
    edge = kept.copy()
    edge[:, 1:] |= kept[:, :-1]
    edge[:, 0] = True
    return edge


def _half_lines(sums: Counts, line: int) -> tuple[Places, Places]:
    """Where lower half-lines end and where upper ones start, with the probabilities LEVELS."""
    wanted = LEVELS * sums[:, -1:]
    on_line = sums[:, : line + 1]
    below, above = (
        np.where(wanted >= 1, np.minimum(reached(side, wanted), line), 0)
        for side in (on_line, on_line[:, -1:] - on_line[:, ::-1])
    )
    return below, line - above


def _edges(sets: Mask, places: Sequence[Places]) -> Mask:
    """Where runs start that neither a set nor a place divides."""
    divided = np.ones((sets.shape[2], sets.shape[3] + 1), dtype=bool)
    divided[:, 1:-1] = (sets[..., 1:] != sets[..., :-1]).any(axis=(0, 1))
    for each in places:
        divided[np.arange(len(divided))[:, None], each] = True
    return divided[:, :-1]


def log_factors(epsilon: Array, delta: Array) -> Array:
    """log(1 + stake payoff) for each claim, kind of bet, stake and outcome.

    Shape (claims, 3, stakes, 16). The largest stake is a little less than what the worst outcome
    could take: that y is outside S and in T while y' is in S and outside T.
    """
    ratio = np.exp(np.minimum(epsilon, MOST))[:, None]
    k, j = np.divmod(np.arange(16), 4)
    forward = (k & 1) - ratio * (j & 1) - delta[:, None]
    backward = (j >> 1) - ratio * (k >> 1) - delta[:, None]
    payoff = np.stack([forward + backward, forward, backward], axis=1)
    worst = (ratio + delta[:, None])[:, None] * np.array([2.0, 1.0, 1.0])[:, None]
    stakes = STAKES[None, None, :] / worst
    return np.asarray(np.log1p(stakes[..., None] * payoff[:, :, None, :]))


def log_mixture(logs: Array, weights: Array) -> Array:
    """log of the weighted sum of exponentials over the last axes, those of the weights."""
    flat = logs.reshape(*logs.shape[: -weights.ndim], -1)
    top = flat.max(axis=-1, keepdims=True)
    return np.asarray(np.log(np.exp(flat - top) @ weights.ravel()) + top[..., 0])
