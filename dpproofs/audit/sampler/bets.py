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
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dpproofs.audit.claim import MOST

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]
Places = NDArray[np.intp]

LEVELS = 2.0 ** (-np.arange(3, 45) / 3)  # probabilities of half-lines: 1/2 down to 2^-14.7
STAKES = 0.95 * 2.0 ** -np.arange(10)  # as fractions of the largest stake that cannot lose all
STAKE_PRIORS = 1 / (np.arange(10) + 2.5)
STAKE_PRIORS /= STAKE_PRIORS.sum()
BOTH, FORWARD, BACKWARD = KINDS = range(3)  # bet on S and T, on S only, on T only
FEWEST = 8  # draws that neighbouring bins are pooled to before they are compared
GROUPS = 48
GROWING = FEWEST * 1.5 ** np.arange(GROUPS)  # draws in groups from the ends of the line inwards
NEAR = 1  # draws next to those of the neighbour that "beyond them" leaves out
RULES = np.array([2.0, 1.0, 1.0, 2.0, 1.0, 3.0]) / 10  # shares of the rules of `learned`
RARE_RULES = np.array([1.0, 1.0, 1.0, 2.0, 1.0, 4.0]) / 10  # ... where events are rare


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
    """

    sets: Mask
    lengths: Places

    def pair(self, place: int) -> tuple[Mask, Mask]:
        """S and T of the bet at a place, one flag a bin."""
        first, second = np.repeat(self.sets[:, place], self.lengths, axis=1)
        return first, second


@cache
def priors(ordered: bool, rare: bool = False) -> Array:
    """The share of the capital by kind, stake and bet of `propose`; they sum to 1.

    Where events are rare, each shows at one input only, and the largest stake is the best.
    """
    if rare:
        stakes = STAKE_PRIORS**3 / np.sum(STAKE_PRIORS**3)
        return np.asarray(stakes[:, None] * np.outer([0.2, 0.4, 0.4], RARE_RULES)[:, None, :])
    sets = np.outer([0.5, 0.25, 0.25], RULES)
    if ordered:
        levels = 1 / (np.arange(len(LEVELS)) + 2.0)
        half_lines = np.outer([0.4, 0.1, 0.1], levels / levels.sum())
        sets = np.hstack([half_lines, 0.4 * sets])
    return np.asarray(STAKE_PRIORS[:, None] * sets[:, None, :])


@cache
def log_priors(ordered: bool, rare: bool = False) -> Array:
    """The logs of `priors`."""
    return np.asarray(np.log(priors(ordered, rare)))


def propose(here: Counts, there: Counts, line: int, ordered: bool, ratio: float) -> Bets:
    """The next bets, always the same even number, from counts of past draws in bins.

    First half-lines with a fixed probability of the pooled draws, the lower ones for x and the
    upper ones for x', which are the sets on which a shift shows; then sets learned by each of the
    rules below. Where there is nothing to propose the set is empty, which costs next to nothing.
    """
    sets = learned(here, there, line if ordered else 0, ratio)
    if not ordered:
        return Bets(sets, np.ones(len(here), dtype=np.intp))
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
    return Bets(np.concatenate([leaning, sets[..., runs]], axis=1), np.diff(edges))


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


def learned(here: Counts, there: Counts, line: int, ratio: float) -> Mask:
    """Sets that past draws suggest to have P(S) > ratio P'(S), and such with P'(S) > ratio P(S).

    Shape (2, rules, bins). By the rules of RULES: bins with a likelihood ratio above the claim,
    those clearly above it, the interval and the half-line that gained most, the single bin that
    stands out most, and what lies beyond all draws at the other input. Without a line there is no
    order: bins that stand out take the place of the interval and the half-line.
    """
    edges = _groups(here + there, line) if line else np.arange(len(here) + 1)
    ours = np.add.reduceat([here, there], edges[:-1], axis=1).astype(float)
    theirs = ours[::-1]
    gain, variance = ours - ratio * theirs, ours + ratio**2 * theirs
    noise = np.sqrt(variance + 1)
    groups = gain.shape[1]
    best = (gain / noise).argmax(axis=1)[:, None] == np.arange(groups)
    if line:
        on_line = int(edges.searchsorted(line))
        extent = best_interval(gain[:, :on_line], groups)
        half = _best_half_line(gain[:, :on_line], variance[:, :on_line], groups)
    else:
        extent, half = gain > 2 * noise, gain > 0.5 * noise
    rules = np.stack([gain > 0, gain > noise, extent, half, best], axis=1)
    beyond = np.array([[_beyond(here, there, line)], [_beyond(there, here, line)]])
    return np.concatenate([np.repeat(rules, np.diff(edges), axis=2), beyond], axis=1)


def _beyond(here: Counts, there: Counts, line: int) -> Mask:
    """The bins of the line well beyond all draws there; other bins that only here has.

    One draw in so many falls beyond all draws so far, and costs much: NEAR draws here are left out
    next to those there.
    """
    chosen = np.asarray((there == 0) & (here > 0))
    reached = np.flatnonzero(there[:line])
    if reached.size:
        first, last = reached[0], reached[-1] + 1
        chosen[:line] = False
        chosen[:first] = np.cumsum(here[:first][::-1])[::-1] > NEAR
        chosen[last:line] = np.cumsum(here[last:line]) > NEAR
    return chosen


def best_interval(gain: Array, size: int) -> Mask:
    """The interval of groups with the largest total gain (Kadane), by row; empty if none gains."""
    sums = np.zeros((len(gain), gain.shape[1] + 1))
    gain.cumsum(axis=1, out=sums[:, 1:])
    low = np.minimum.accumulate(sums, axis=1)
    end = (sums - low).argmax(axis=1)[:, None]
    start = (sums == np.take_along_axis(low, end, axis=1)).argmax(axis=1)[:, None]
    groups = np.arange(size)
    return np.asarray((groups >= start) & (groups < end))


def _best_half_line(gain: Array, variance: Array, size: int) -> Mask:
    """The half-line whose gain stands out most, by row, on either side."""
    up, down = (
        g.cumsum(axis=1) / np.sqrt(v.cumsum(axis=1) + 1)
        for g, v in ((gain, variance), (gain[:, ::-1], variance[:, ::-1]))
    )
    groups, count = np.arange(size), gain.shape[1]
    below = groups <= up.argmax(axis=1)[:, None]
    above = (groups >= count - 1 - down.argmax(axis=1)[:, None]) & (groups < count)
    lower = up.max(axis=1, keepdims=True) >= down.max(axis=1, keepdims=True)
    return np.asarray(np.where(lower, below, above))


def _groups(pooled: Counts, line: int) -> Places:
    """Edges of runs of neighbouring bins: few draws in each at the ends, more in the middle.

    Single values, which come after the line, are groups of their own.
    """
    total = int(pooled[:line].sum())
    grown = np.cumsum(np.minimum(GROWING, max(FEWEST, 2 * total // GROUPS)))
    tail = grown[grown < total / 2]
    marks = np.concatenate([tail, [total / 2], total - tail])
    starts = pooled[:line].cumsum().searchsorted(marks) + 1
    inside = starts[starts < line]
    return np.unique(np.concatenate([[0], inside, np.arange(line, len(pooled) + 1)]))


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
        table = np.repeat(classes.astype(np.uint16), bets.lengths)
        return cls(table, len(where), first + 2 * second)

    def patterns(self, joint: Counts) -> Array:
        """For each bet, how often each of its 16 outcomes occurred.

        ``joint[i, j]`` is the number of pairs with y in class i and y' in class j; outcome
        4 k + l has y of code k and y' of code l.
        """
        member = (self.codes[:, None, :] == np.arange(4)[:, None]).astype(float)
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
