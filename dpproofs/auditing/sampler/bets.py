"""Bets: sets proposed from past draws, and what stakes on them would have won.

For sets S and T fixed before a pair of draws y at x and y' at x' is seen, a private mechanism has

    E[ 1_S(y) - e^epsilon 1_S(y') - delta ] <= 0
    E[ 1_T(y') - e^epsilon 1_T(y) - delta ] <= 0,

whatever the joint distribution of y and y'. One plus a stake times such a payoff, or times the sum
of both, has mean at most 1 as long as it cannot become negative: it is an e-variable, and a product
of them over draws, with sets and stakes that depend on earlier draws only, is an e-process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import MOST
from dpproofs.auditing.sampler.learned import learned

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
RARE_STAKES = 1, 3, 5
RARE_RULES = np.array([1.0, 1.0, 1.0, 2.0, 1.0, 4.0]) / 10  # ... where events are rare


@dataclass(frozen=True)
class Line:
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
    def of(cls, intervals: int, within: NDArray[Any]) -> Line:
        """Intervals in their order, then single values and one bin more, as they are numbered.

        ``within`` are the intervals just before the single values, in increasing order.
        """
        places = np.concatenate([np.arange(intervals), within, [intervals]])
        order, length = np.argsort(places, kind="stable"), len(places) - 1
        return cls(order, length, order[:length] >= intervals)


@dataclass(frozen=True)
class Bets:
    """Pairs of sets of bins to bet on, by runs of neighbouring bins that no set divides.

    Attributes
    ----------
    sets
        Whether a run is in a set, of shape (2, bets, runs): the sets S, of which x is suspected to
        have too much, and the sets T, of which x' is.
    lengths
        Of the runs, in bins.
    order
        The bins in the order in which runs are counted; None for their own.
    """

    sets: Mask
    lengths: Places
    order: Places | None = None

    def pair(self, place: int) -> tuple[Mask, Mask]:
        """S and T of the bet at a place, one flag a bin."""
        first, second = self.by_bin(self.sets[:, place])
        return first, second

    def by_bin(self, by_run: NDArray[Any]) -> NDArray[Any]:
        """What belongs to the run of each bin, from what belongs to each run, the last axis."""
        repeated = np.repeat(by_run, self.lengths, axis=-1)
        if self.order is None:
            return repeated
        found = np.empty_like(repeated)
        found[..., self.order] = repeated
        return found


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


def propose_along(here: Counts, there: Counts, line: Line, ratio: float) -> Bets:
    """The next bets, with single values at their places on the line."""
    order = line.order
    found = propose(here[order], there[order], line.length, True, ratio, line.single)
    return replace(found, order=order)


def propose(
    here: Counts,
    there: Counts,
    line: int,
    ordered: bool,
    ratio: float,
    single: Mask | None = None,
    least: int = 1,
) -> Bets:
    """The next bets, always the same even number, from counts of past draws in bins.

    First half-lines with a fixed probability of the pooled draws, the lower ones for x and the
    upper ones for x', which are the sets on which a shift shows; then sets learned by each of the
    rules below, of which the last waits for so many draws, the ``least``, in bins without a line.
    Where there is nothing to propose both sets are empty, and nothing is bet.
    """
    if not ordered:
        sets = learned(here, there, 0, ratio, single, least)
        return Bets(sets, np.ones(len(here), dtype=np.intp))
    places = _used(here + there, line, single)
    columns, line = places[:-1], int(places.searchsorted(line))
    here, there = here[columns], there[columns]
    alone = None if single is None else single[columns[:line]]
    sets = learned(here, there, line, ratio, alone, least)
    ends, starts = _half_lines(here + there, line)
    edges = _edges(sets, [ends, starts, [line]])
    runs = edges[:-1]
    below = runs < ends[:, None]
    above = (runs >= starts[:, None]) & (runs < line)
    # x leans to the side where it has more. Each level tells for itself: the other draws would add
    # more noise than they tell when the shift is small beside the noise.
    excess = np.add.reduceat(here - there, runs)
    leans_up = (below @ excess < above @ excess)[:, None]
    leaning = np.where(leans_up, [above, below], [below, above])
    return Bets(np.concatenate([leaning, sets[..., runs]], axis=1), np.diff(places[edges]))


def _used(pooled: Counts, line: int, single: Mask | None) -> Places:
    """Edges of bins that have draws, or hold a single value, and of the runs between these.

    No set divides a run of empty bins, of which there are far more as long as draws are few.
    """
    kept = pooled > 0
    kept[line:] = True
    if single is not None:
        kept[:line] |= single
    edge = np.zeros(len(pooled) + 1, dtype=bool)
    edge[:-1], edge[0], edge[line] = kept, True, True
    edge[1:] |= kept
    return edge.nonzero()[0]


def _half_lines(pooled: Counts, line: int) -> tuple[Places, Places]:
    """Where lower half-lines end and where upper ones start, with the probabilities LEVELS."""
    wanted = LEVELS * pooled.sum()
    bins = []
    for counts in (pooled[:line], pooled[:line][::-1]):
        enough = counts.cumsum().searchsorted(wanted) + 1
        bins.append(np.where(wanted >= 1, np.minimum(enough, line), 0))
    return bins[0], line - bins[1]


def _edges(sets: Mask, places: Sequence[Sequence[int] | Places]) -> Places:
    """Edges of the runs that neither a set nor a place divides, the ends of all bins included."""
    divided = np.ones(sets.shape[-1] + 1, dtype=bool)
    divided[1:-1] = (sets[..., 1:] != sets[..., :-1]).any(axis=(0, 1))
    divided[np.concatenate(places)] = True
    return divided.nonzero()[0]


@dataclass(frozen=True)
class Classes:
    """Bins that belong to the same sets, taken together.

    Attributes
    ----------
    table
        The class of each bin.
    count
        The number of classes.
    codes
        For each bet and class: 1 if it is in S, plus 2 if it is in T.
    """

    table: NDArray[np.uint16]
    count: int
    codes: NDArray[np.int8]

    @classmethod
    def of(cls, bets: Bets) -> Classes:
        """The coarsest partition in which every bet can be settled."""
        packed = np.packbits(bets.sets.reshape(-1, len(bets.lengths)), axis=0)
        keys = np.ascontiguousarray(packed.T).view(np.dtype((np.void, len(packed)))).reshape(-1)
        _, where, classes = np.unique(keys, return_index=True, return_inverse=True)
        first, second = bets.sets[..., where].astype(np.int8)
        return cls(bets.by_bin(classes.astype(np.uint16)), len(where), first + 2 * second)

    def patterns(self, joint: Counts) -> Array:
        """For each bet, how often each of its 16 outcomes occurred; none where both sets are empty.

        ``joint[i, j]`` is the number of pairs with y in class i and y' in class j; outcome
        4 k + l has y of code k and y' of code l.
        """
        made = self.codes.max(axis=1, keepdims=True) > 0
        member = self.codes[:, None, :] == np.arange(4)[:, None]
        member = (member & made[:, None]).astype(float)
        # Two bets at a time: BLAS is slower with one, and loses time with threads for many.
        rows = member.reshape(-1, 8, self.count) @ joint.astype(float)
        outcomes = rows.reshape(member.shape) @ member.transpose(0, 2, 1)
        return np.asarray(outcomes.reshape(len(self.codes), 16))


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
