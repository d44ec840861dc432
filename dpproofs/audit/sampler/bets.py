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

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]

LEVELS = 2.0 ** (-np.arange(3, 45) / 3)  # probabilities of half-lines: 1/2 down to 2^-14.7
STAKES = 0.9 * 2.0 ** -np.arange(10)  # as fractions of the largest stake that cannot lose all
STAKE_PRIORS = 1 / (np.arange(10) + 1.5)
STAKE_PRIORS /= STAKE_PRIORS.sum()
BOTH, FORWARD, BACKWARD = KINDS = range(3)  # bet on S and T, on S only, on T only
FEWEST = 8  # draws that neighbouring bins are pooled to before they are compared
GROUPS = 48
NEAR = 2  # draws next to those of the neighbour that "beyond them" leaves out
RULES = np.array([1.0, 1.0, 1.0, 2.0, 1.0, 2.0]) / 8  # shares of the rules of `learned`


@dataclass(frozen=True)
class Bet:
    """Sets of bins to bet on, one flag a bin.

    Attributes
    ----------
    first
        S, of which x is suspected to have too much.
    second
        T, of which x' is suspected to have too much.
    """

    first: Mask
    second: Mask


@cache
def priors(ordered: bool) -> Array:
    """The share of the capital by kind and by bet of `propose`; they sum to 1."""
    sets = np.outer([0.5, 0.25, 0.25], RULES)
    if not ordered:
        return sets
    levels = 1 / (np.arange(len(LEVELS)) + 4.5)
    half_lines = np.outer([0.4, 0.1, 0.1], levels / levels.sum())
    return np.hstack([half_lines, 0.4 * sets])


def propose(here: Counts, there: Counts, line: int, ordered: bool, ratio: float) -> list[Bet]:
    """The next bets, always the same number, from counts of past draws in bins.

    First half-lines with a fixed probability of the pooled draws, the lower ones for x and the
    upper ones for x', which are the sets on which a shift shows; then sets learned by each of the
    rules below. Where there is nothing to propose the set is empty, which costs next to nothing.
    """
    forward = learned(here, there, line, ordered, ratio)
    backward = learned(there, here, line, ordered, ratio)
    sets = [Bet(s, t) for s, t in zip(forward, backward, strict=True)]
    return [*_half_lines(here, there, line), *sets] if ordered else sets


def _half_lines(here: Counts, there: Counts, line: int) -> list[Bet]:
    pooled = here + there
    size, total = len(pooled), int(pooled.sum())
    from_below, from_above = np.cumsum(pooled[:line]), np.cumsum(pooled[:line][::-1])
    lower = [_first_bins(from_below, total * level, size) for level in LEVELS]
    upper = [_last_bins(from_above, total * level, size) for level in LEVELS]
    excess = here - there
    bets = []
    for below, above in zip(lower, upper, strict=True):
        # x leans to the side where it has more. Each level tells for itself: the other draws would
        # add more noise than they tell when the shift is small beside the noise.
        leans_up = excess[below].sum() < excess[above].sum()
        bets.append(Bet(above, below) if leans_up else Bet(below, above))
    return bets


def learned(here: Counts, there: Counts, line: int, ordered: bool, ratio: float) -> list[Mask]:
    """Sets that past draws suggest to have P(S) > ratio P'(S), one for each of RULES.

    Bins with a likelihood ratio above the claim, those clearly above it, the interval and the
    half-line that gained most, the single bin that stands out most, and what lies beyond all draws
    at the neighbour.
    """
    starts = _groups(here + there, line) if ordered else np.arange(len(here))
    a = np.add.reduceat(here, starts).astype(float)
    b = np.add.reduceat(there, starts).astype(float)
    gain = a - ratio * b
    noise = np.sqrt(a + ratio**2 * b + 1)
    best = np.zeros(len(gain), dtype=bool)
    best[np.argmax(gain / noise)] = True
    if ordered:
        on_line = int(np.searchsorted(starts, line))
        extent = best_interval(gain[:on_line], len(gain))
        half = _best_half_line(gain[:on_line], (a + ratio**2 * b)[:on_line], len(gain))
    else:
        extent, half = gain > 2 * noise, gain > 0.5 * noise
    lengths = np.diff(np.append(starts, len(here)))
    rules = [np.repeat(rule, lengths) for rule in (gain > 0, gain > noise, extent, half, best)]
    return [*rules, _beyond(here, there, line if ordered else 0)]


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
    """The interval of groups with the largest total gain (Kadane); empty if none gains."""
    sums = np.concatenate([[0.0], np.cumsum(gain)])
    low = np.minimum.accumulate(sums)
    end = int(np.argmax(sums - low))
    start = int(np.argmin(sums[: end + 1]))
    chosen = np.zeros(size, dtype=bool)
    chosen[start:end] = True
    return chosen


def _best_half_line(gain: Array, variance: Array, size: int) -> Mask:
    """The half-line whose gain stands out most, on either side."""
    chosen = np.zeros(size, dtype=bool)
    scores = []
    for g, v in ((gain, variance), (gain[::-1], variance[::-1])):
        scores.append(np.cumsum(g) / np.sqrt(np.cumsum(v) + 1))
    below, above = (int(np.argmax(score)) for score in scores)
    if scores[0][below] >= scores[1][above]:
        chosen[: below + 1] = True
    else:
        chosen[len(gain) - 1 - above : len(gain)] = True
    return chosen


def _groups(pooled: Counts, line: int) -> NDArray[np.intp]:
    """Starts of runs of neighbouring bins: few draws in each at the ends, more in the middle.

    Single values, which come after the line, are groups of their own.
    """
    total = int(pooled[:line].sum())
    most = max(FEWEST, 2 * total // GROUPS)
    grown = np.cumsum(np.minimum(FEWEST * 1.5 ** np.arange(GROUPS), most))
    tail = grown[grown < total / 2]
    marks = np.unique(np.concatenate([tail, np.arange(total / 2, total / 2 + 1), total - tail]))
    cumulative = np.cumsum(pooled[:line])
    starts = np.searchsorted(cumulative, marks) + 1
    inside = starts[(starts > 0) & (starts < line)]
    return np.unique(np.concatenate([[0], inside, np.arange(line, len(pooled))])).astype(np.intp)


def _first_bins(cumulative: Counts, wanted: float, size: int) -> Mask:
    chosen = np.zeros(size, dtype=bool)
    if wanted >= 1:
        chosen[: int(np.searchsorted(cumulative, wanted)) + 1] = True
    chosen[len(cumulative) :] = False
    return chosen


def _last_bins(cumulative: Counts, wanted: float, size: int) -> Mask:
    line = len(cumulative)
    chosen = np.zeros(size, dtype=bool)
    if wanted >= 1:
        chosen[max(0, line - int(np.searchsorted(cumulative, wanted)) - 1) : line] = True
    return chosen


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
    def of(cls, bets: Sequence[Bet]) -> Classes:
        """The coarsest partition in which every bet can be settled."""
        rows = np.array([mask for bet in bets for mask in (bet.first, bet.second)])
        starts = np.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))
        runs = rows[:, starts]
        packed = np.ascontiguousarray(np.packbits(runs, axis=0).T)
        keys = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
        _, where, classes = np.unique(keys, return_index=True, return_inverse=True)
        table = classes[np.cumsum(starts) - 1].astype(np.uint16)
        picked = runs[:, where].astype(np.int8)
        return cls(table, len(where), picked[0::2] + 2 * picked[1::2])

    def patterns(self, joint: Counts) -> Array:
        """For each bet, how often each of its 16 outcomes occurred.

        ``joint[i, j]`` is the number of pairs with y in class i and y' in class j; outcome
        4 k + l has y of code k and y' of code l.
        """
        member = (self.codes[:, None, :] == np.arange(4)[:, None]).astype(float)
        outcomes = member @ joint.astype(float) @ member.transpose(0, 2, 1)
        return np.asarray(outcomes.reshape(len(self.codes), 16))


def log_factors(epsilon: Array, delta: Array) -> Array:
    """log(1 + stake payoff) for each claim, kind of bet, stake and outcome.

    Shape (claims, 3, stakes, 16). The largest stake is a little less than what the worst outcome
    could take: that y is outside S and in T while y' is in S and outside T.
    """
    ratio = np.exp(epsilon)[:, None]
    k, j = np.divmod(np.arange(16), 4)
    forward = (k & 1) - ratio * (j & 1) - delta[:, None]
    backward = (j >> 1) - ratio * (k >> 1) - delta[:, None]
    payoff = np.stack([forward + backward, forward, backward], axis=1)
    worst = (ratio + delta[:, None])[:, None] * np.array([2.0, 1.0, 1.0])[:, None]
    stakes = STAKES[None, None, :] / worst
    return np.asarray(np.log1p(stakes[..., None] * payoff[:, :, None, :]))


def log_mixture(logs: Array, weights: Array) -> Array:
    """log of the weighted sum of exponentials over the last axes, those of the weights."""
    axes = tuple(range(-weights.ndim, 0))
    top = np.max(logs, axis=axes, keepdims=True)
    total = np.sum(weights * np.exp(logs - top), axis=axes)
    return np.asarray(np.log(total) + np.squeeze(top, axes))
