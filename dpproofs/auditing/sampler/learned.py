"""Sets of bins that past draws suggest to bet on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]
Places = NDArray[np.intp]

FEWEST = 8  # draws that neighbouring bins are pooled to before they are compared
GROUPS = 48
FINER = 2  # as many groups, of half as many draws, for the ends of intervals
GROWING = 1.5 ** np.arange(GROUPS)  # draws in groups from the ends of the line inwards, relative
CLEAR = 2.0  # standard deviations, from which on an interval is one of several
INTERVALS = 5  # at most, in a set
NEAR = 1  # draws next to those of the neighbour that "beyond them" leaves out


def learned(
    here: Counts,
    there: Counts,
    line: int,
    ratio: float,
    single: Mask | None = None,
    least: int = 1,
) -> Mask:
    """Sets that past draws suggest to have P(S) > ratio P'(S), and such with P'(S) > ratio P(S).

    Shape (2, rules, bins). By the rules of LINE_RULES: the intervals that stand out, bins with a
    likelihood ratio clearly above the claim, the interval that stands out most, the half-line that
    does, the single bin, and what lies beyond all draws at the other input. Without a line there is
    no order: all bins with a likelihood ratio above the claim, and those that stand out, take the
    places of intervals and half-line, and the last rule asks for at least so many draws in a bin.
    """
    edges = groups(here + there, line, single) if line else np.arange(len(here) + 1)
    gain, variance = _gains(here, there, edges, ratio)
    noise = np.sqrt(variance + 1)
    best = (gain / noise).argmax(axis=1)[:, None] == np.arange(gain.shape[1])
    if line:
        half = _best_half_line(gain, variance, int(edges.searchsorted(line)))
        several, extent = _intervals(here, there, line, single, ratio)
    else:
        half, extent, several = gain > 0.5 * noise, gain > CLEAR * noise, gain > 0
    lengths = np.diff(edges)
    rough = np.repeat(np.stack([gain > noise, half, best], axis=1), lengths, axis=2)
    if not line:
        several, extent = (np.repeat(each, lengths, axis=1) for each in (several, extent))
    beyond = np.array([_beyond(here, there, line, least), _beyond(there, here, line, least)])
    clear, half, best = rough.transpose(1, 0, 2)
    return np.stack([several, clear, extent, half, best, beyond], axis=1)


def learned_of_line(
    here: Counts, there: Counts, ratio: float, single: Mask | None = None
) -> tuple[Mask, Mask]:
    """Of `learned`, where all bins are on the line: the intervals, and the half-line."""
    line = len(here)
    edges = groups(here + there, line, single)
    half = _best_half_line(*_gains(here, there, edges, ratio), len(edges) - 1)
    several, _ = _intervals(here, there, line, single, ratio)
    return several, np.repeat(half, np.diff(edges), axis=1)


def _gains(here: Counts, there: Counts, edges: Places, ratio: float) -> tuple[Array, Array]:
    """What each group won at stake 1 for x and for x', and the variance of it."""
    ours = np.add.reduceat([here, there], edges[:-1], axis=1).astype(float)
    return ours - ratio * ours[::-1], ours + ratio**2 * ours[::-1]


def _intervals(
    here: Counts, there: Counts, line: int, single: Mask | None, ratio: float
) -> tuple[Mask, Mask]:
    """By bin, for x and for x': the intervals that stand out, and the one that does so most.

    Both have the bins that are not on the line with them, as far as these stand out.
    """
    edges = groups(here + there, line, single, finer=FINER)
    on_line = int(edges.searchsorted(line))
    ours, theirs = np.add.reduceat([here, there], edges[:-1], axis=1)[:, :on_line]
    found = np.stack(best_intervals(ours, theirs, ratio), axis=1)
    gain, variance = _gains(here, there, edges, ratio)
    beside = gain > CLEAR * np.sqrt(variance + 1)
    beside = np.broadcast_to(beside[:, None, on_line:], (2, 2, len(edges) - 1 - on_line))
    sets = np.repeat(np.concatenate([found, beside], axis=2), np.diff(edges), axis=2)
    return sets[:, 0], sets[:, 1]


def _beyond(here: Counts, there: Counts, line: int, least: int) -> Mask:
    """The bins of the line well beyond all draws there; other bins that only here has.

    One draw in so many falls beyond all draws so far, and costs much: NEAR draws here are left out
    next to those there.
    """
    chosen = np.asarray((there == 0) & (here >= least))
    reached = np.flatnonzero(there[:line])
    if reached.size:
        first, last = reached[0], reached[-1] + 1
        chosen[:line] = False
        chosen[:first] = np.cumsum(here[:first][::-1])[::-1] > NEAR
        chosen[last:line] = np.cumsum(here[last:line]) > NEAR
    return chosen


def best_intervals(here: Counts, there: Counts, ratio: float) -> tuple[Mask, Mask]:
    """Intervals that do not meet, whose gain stands out most, one after the other; and the first.

    For x and for x'. A gain is measured by its standard deviation. There is no interval where none
    gains.
    """
    sums = np.zeros((2, len(here) + 1))
    np.cumsum([here, there], axis=1, out=sums[:, 1:])
    more = sums[:, None, :] - sums[:, :, None]
    less, ends = more[::-1], np.arange(sums.shape[1])
    with np.errstate(divide="ignore", invalid="ignore"):  # of intervals that end before they start
        score = (more - ratio * less) / np.sqrt(more + ratio**2 * less + 1)
    score[:, ends[:, None] >= ends] = -np.inf
    several, first = np.zeros((2, 2, len(here)), dtype=bool)
    for side in (0, 1):
        for turn in range(INTERVALS):
            start, end = divmod(int(score[side].argmax()), len(ends))
            if not score[side, start, end] > (CLEAR if turn else 0):
                break
            several[side, start:end] = True
            if not turn:
                first[side, start:end] = True
            score[side, :end, start + 1 :] = -np.inf  # all that meet it
    return several, first


def _best_half_line(gain: Array, variance: Array, count: int) -> Mask:
    """The half-line of the first groups whose gain stands out most, by row, on either side."""
    groups, gain, variance = np.arange(gain.shape[1]), gain[:, :count], variance[:, :count]
    up, down = (
        g.cumsum(axis=1) / np.sqrt(v.cumsum(axis=1) + 1)
        for g, v in ((gain, variance), (gain[:, ::-1], variance[:, ::-1]))
    )
    below = groups <= up.argmax(axis=1)[:, None]
    above = (groups >= count - 1 - down.argmax(axis=1)[:, None]) & (groups < count)
    lower = up.max(axis=1, keepdims=True) >= down.max(axis=1, keepdims=True)
    return np.asarray(np.where(lower, below, above))


def groups(pooled: Counts, line: int, single: Mask | None = None, finer: int = 1) -> Places:
    """Edges of runs of neighbouring bins: few draws in each at the ends, more in the middle.

    Single values are groups of their own, on the line and after it.
    """
    total, fewest = int(pooled[:line].sum()), FEWEST // finer
    largest = max(fewest, 2 * total // (finer * GROUPS))
    grown = np.cumsum(np.minimum(fewest * GROWING, largest))
    tail = grown[grown < total / 2]
    marks = np.concatenate([tail, [total / 2], total - tail])
    starts = pooled[:line].cumsum().searchsorted(marks) + 1
    edge = np.zeros(len(pooled) + 1, dtype=bool)
    edge[0] = edge[line:] = True
    edge[starts[starts < line]] = True
    if single is not None:
        alone = np.flatnonzero(single)
        edge[alone] = edge[alone + 1] = True
    return np.flatnonzero(edge)
