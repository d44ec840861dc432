"""Sets of bins that past draws suggest to bet on, in several partitions at once.

Counts are arrays of shape (partitions, bins), sets of shape (2, partitions, bins): those for x, and
those for x'. Partitions have equally many bins on the line, the first ones, and beside it; where
one has fewer, empty ones are added, which no set is the better for.
"""

from __future__ import annotations

from functools import cache
from typing import Any

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
    ratio: Array,
    single: Mask | None = None,
    least: Counts | int = 1,
) -> Mask:
    """Sets that past draws suggest to have P(S) > ratio P'(S), and such with P'(S) > ratio P(S).

    Shape (2, rules, partitions, bins), for one ratio a partition. By the rules of LINE_RULES: the
    intervals that stand out, bins with a likelihood ratio clearly above the claim, the interval
    that stands out most, the half-line that does, the single bin, and what lies beyond all draws at
    the other input. Without a line there is no order: all bins with a likelihood ratio above the
    claim, and those that stand out, take the places of intervals and half-line, and the last rule
    asks for at least so many draws in a bin.
    """
    counts, ratio, least = np.array([here, there]), ratio[:, None], np.reshape(least, (-1, 1))
    sums = sums_before(counts)
    ends = aligned(groups(sums, line, single), line)
    gain, deviation = _gains(np.diff(taken(sums, ends)), ratio)
    score = gain / deviation
    sets = np.empty((2, 6, *here.shape), dtype=bool)
    rough = np.empty((2, 3, *score.shape[1:]), dtype=bool)
    rough[:, 0] = score > 1
    rough[:, 2] = np.arange(score.shape[-1]) == score.argmax(axis=-1)[..., None]
    if line:
        rough[:, 1] = _best_half_line(sums, ends, line, ratio)
        sets[:, 0], sets[:, 2] = _intervals(sums, line, single, ratio)
    else:
        rough[:, 1], sets[:, 0], sets[:, 2] = score > 0.5, gain > 0, score > CLEAR
    sets[:, [1, 3, 4]] = spread(rough, ends)
    sets[:, 5] = _beyond(counts, sums, line, least)
    return sets


def learned_of_line(
    here: Counts, there: Counts, ratio: float, single: Mask | None = None
) -> tuple[Mask, Mask]:
    """Of `learned`, where all bins of one partition are on the line: intervals, and half-line."""
    sums, line = sums_before(np.array([[here], [there]])), len(here)
    alone, ratios = None if single is None else single[None], np.array([[ratio]])
    ends = aligned(groups(sums, line, alone), line)
    several, _ = _intervals(sums, line, alone, ratios)
    return several[:, 0], spread(_best_half_line(sums, ends, line, ratios), ends)[:, 0]


def _gains(counts: NDArray[np.int64], ratio: Array) -> tuple[Array, Array]:
    """What draws won at stake 1 for x and for x', and the standard deviation of it."""
    other = counts[::-1]
    return counts - ratio * other, np.sqrt(counts + ratio**2 * other + 1)


def _intervals(sums: Counts, line: int, single: Mask | None, ratio: Array) -> tuple[Mask, Mask]:
    """The intervals that stand out, and the one that does so most.

    Both have the bins that are not on the line with them, as far as these stand out.
    """
    gain, deviation = _gains(np.diff(sums[..., line:]), ratio)
    several, first = np.zeros((2, *sums.shape[:-1], sums.shape[-1] - 1), dtype=bool)
    several[..., line:] = first[..., line:] = gain > CLEAR * deviation
    ends = aligned(groups(sums, line, single, finer=FINER)[:, :line], line)
    best_intervals(sums, ends, ratio, several, first)
    return several, first


def _beyond(counts: Counts, sums: Counts, line: int, least: Counts) -> Mask:
    """The bins of the line well beyond all draws there; other bins that only here has.

    One draw in so many falls beyond all draws so far, and costs much: NEAR draws here are left out
    next to those there.
    """
    chosen = np.asarray((counts[::-1] == 0) & (counts >= least))
    if line:
        reached, places = counts[::-1, :, :line] > 0, np.arange(line)
        first = reached.argmax(axis=-1)[..., None]
        last = line - reached[..., ::-1].argmax(axis=-1)[..., None]
        sides = np.arange(2)[:, None, None], np.arange(len(sums[0]))[:, None]
        below = (sums[*sides, first] - sums[..., :line] > NEAR) & (places < first)
        above = (sums[..., 1 : line + 1] - sums[*sides, last] > NEAR) & (places >= last)
        some = reached.any(axis=-1, keepdims=True)
        chosen[..., :line] = np.where(some, below | above, chosen[..., :line])
    return chosen


def sums_before(counts: Counts) -> Counts:
    """Draws before each bin, and all of them."""
    sums = np.zeros((*counts.shape[:-1], counts.shape[-1] + 1), dtype=np.int64)
    np.cumsum(counts, axis=-1, out=sums[..., 1:])
    return sums


def best_intervals(sums: Counts, ends: Places, ratio: Array, several: Mask, first: Mask) -> None:
    """Find intervals that do not meet, whose gain stands out most, one by one; and the first alone.

    They begin and end where groups of bins do. A gain is measured by its standard deviation. There
    is no interval where none gains.
    """
    known, (starts, stops) = taken(sums, ends).astype(float), _between(ends.shape[1])
    more = known.take(stops, axis=-1) - known.take(starts, axis=-1)
    less = more[::-1]
    spread = ratio**2 * less
    spread += more
    spread += 1
    score = ratio * less
    np.subtract(more, score, out=score)
    score /= np.sqrt(spread, out=spread)
    score = score.reshape(-1, len(starts))  # for x in all partitions, then for x' in these
    left, bins = np.arange(len(score)), np.arange(several.shape[-1])
    several, first = (sets.reshape(-1, len(bins)) for sets in (several, first))  # the same memory
    for turn in range(INTERVALS):
        best = (score[left] if turn else score).argmax(axis=1)
        stands_out = score[left, best] > (CLEAR if turn else 0)
        left, best = left[stands_out], best[stands_out]
        if not left.size:
            break
        start, stop = starts[best, None], stops[best, None]
        rows = ends[left % len(ends)]
        low, high = (np.take_along_axis(rows, place, axis=1) for place in (start, stop))
        inside = (bins >= low) & (bins < high)
        several[left] |= inside
        if not turn:
            first[left] |= inside
        score[left] = np.where((starts < stop) & (stops > start), -np.inf, score[left])


@cache
def _between(count: int) -> tuple[Places, Places]:
    """Where intervals between so many places start and stop."""
    return np.triu_indices(count, 1)


def _best_half_line(sums: Counts, ends: Places, line: int, ratio: Array) -> Mask:
    """By group, the half-line whose gain stands out most, on either side."""
    count = ends.shape[1] - 1 - (sums.shape[-1] - 1 - line)
    known, places = taken(sums, ends[:, : count + 1]), np.arange(ends.shape[1] - 1)
    up, down = (
        np.divide(*_gains(side, ratio))
        for side in (known[..., 1:], known[..., -1:] - known[..., -2::-1])
    )
    below = places <= up.argmax(axis=-1)[..., None]
    above = (places >= count - 1 - down.argmax(axis=-1)[..., None]) & (places < count)
    lower = up.max(axis=-1, keepdims=True) >= down.max(axis=-1, keepdims=True)
    return np.asarray(np.where(lower, below, above))


def groups(sums: Counts, line: int, single: Mask | None = None, finer: int = 1) -> Mask:
    """Where runs of neighbouring bins start: few draws in each at the ends, more in the middle.

    Single values are groups of their own, on the line and after it. ``sums`` are draws before bins
    at either input.
    """
    edge = np.zeros((sums.shape[1], sums.shape[2] - 1), dtype=bool)
    edge[:, 0] = edge[:, line:] = True
    if line:
        pooled, fewest = sums[0, :, : line + 1] + sums[1, :, : line + 1], FEWEST // finer
        total = pooled[:, -1:]
        largest = np.maximum(fewest, 2 * total // (finer * GROUPS))
        tail = np.minimum(np.minimum(fewest * GROWING, largest).cumsum(axis=1), total / 2)
        starts = reached(pooled, np.concatenate([tail, total - tail], axis=1))
        edge[np.arange(len(edge))[:, None], np.where(starts < line, starts, 0)] = True
    if single is not None:
        edge[:, :line] |= single
        edge[:, 1 : line + 1] |= single[:, : edge.shape[1] - 1]
    return edge


def reached(sums: Counts, marks: Array) -> Places:
    """By partition, how many bins it takes for draws, summed up, to be as many as each mark."""
    before = sums[:, -1:].cumsum(axis=0) - sums[:, -1:]
    found = (sums[:, 1:] + before).ravel().searchsorted(before + marks) + 1
    return np.asarray(np.maximum(found - (sums.shape[1] - 1) * np.arange(len(sums))[:, None], 0))


def aligned(edge: Mask, line: int) -> Places:
    """The ends of runs, equally many on the line of each partition; some may be empty, the last."""
    rows, places = np.divmod(edge[:, :line].ravel().nonzero()[0], max(line, 1))
    count = np.bincount(rows, minlength=len(edge))
    most = int(count.max())
    found = np.empty((len(edge), most + edge.shape[1] - line + 1), dtype=np.intp)
    found[:, :most], found[:, most:] = line, np.arange(line, edge.shape[1] + 1)
    found[rows, np.arange(len(rows)) - np.repeat(count.cumsum() - count, count)] = places
    return found


def spread(by_run: NDArray[Any], ends: Places) -> NDArray[Any]:
    """What belongs to each bin, from what belongs to runs: the last axis, after partitions."""
    lengths, outer = np.diff(ends), by_run.shape[:-2]
    flat = by_run.reshape(-1, lengths.size).repeat(lengths.ravel(), axis=1)
    return np.asarray(flat.reshape(*outer, len(ends), -1))


def taken(each: NDArray[Any], places: Places) -> NDArray[Any]:
    """What is at such places of each partition."""
    count, size = each.shape[-2:]
    flat = each.reshape(*each.shape[:-2], -1)
    return np.asarray(flat.take(places + np.arange(0, count * size, size)[:, None], axis=-1))
