"""By how much two densities differ, relative to their mean, from draws in bins along a line.

The difference (p - q)/(p + q) is taken for a function of the rank of an outcome, and is the mean of
what some models say, each weighted by how likely it makes the draws. None of them says that there
is no difference: whoever bets wins only where there is one.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

CELLS = 128  # of ranks
MOST = 0.95  # that the two densities are taken to differ by, relative to their mean
CENTRES = 0.46, 0.5, 0.54  # ranks at which odd shapes turn: the median of few draws is off
WIDTHS = 1.0, 0.5  # of bands and tents, as shares of all outcomes
TURN = 0.1  # of the ranks, in which odd shapes turn
POWERS = 2, 6  # of the distance from the median, for even shapes whose tails tell most
HEIGHTS = np.geomspace(0.2, 0.9, 5)
WAVES = np.arange(1, 7)
USUAL = 0.2  # height of a wave, in the mean square
BEFORE = 3.0  # draws at either input that a step is thought to have, beside those that it has
ALIKE = math.log(0.5)  # log of the probability of no difference on a step, and of a step's end
SHAPED, WAVED, ODD, EVEN = 0.75, 0.1, 0.1, 0.05  # shares of shapes, waves and trees of steps


def lean(here: Counts, there: Counts) -> Array:
    """(p - q)/(p + q) in each bin, in (-1, 1)."""
    both = here + there
    ranks = (both.cumsum() - both / 2) / max(1, int(both.sum()))
    cell = np.minimum((ranks * CELLS).astype(int), CELLS - 1)
    first, second = np.bincount(cell, here, CELLS), np.bincount(cell, there, CELLS)
    shapes, more, less = _shapes()
    waved, odd, even = _waves(first, second), _odd(first, second), _even(first, second)
    likely = [first @ more + second @ less + math.log(SHAPED / len(shapes))]
    shares = zip((WAVED, ODD, EVEN), (waved, odd, even), strict=True)
    likely += [np.array([log + math.log(share)]) for share, (log, _) in shares]
    logs = np.concatenate(likely)
    weights = np.exp(logs - logs.max())
    found = weights @ np.concatenate([shapes, [waved[1], odd[1], even[1]]]) / weights.sum()
    return np.asarray(np.clip(found, -MOST, MOST)[cell])


@cache
def _shapes() -> tuple[Array, Array, Array]:
    """Differences by cell, and the logs of what they make draws at either input more likely.

    Bands and tents that are odd about a centre, such as those of noise that is moved, and even
    functions of the distance from the median, such as those of another scale.
    """
    ranks = (np.arange(CELLS) + 0.5) / CELLS
    kinds = []
    for centre in CENTRES:
        away = 2 * (ranks - centre)
        turned = -np.clip(away / TURN, -1, 1)
        for width in WIDTHS:
            kinds += [turned * each for each in _about(np.abs(away), width)]
    away = np.abs(2 * ranks - 1)
    evens = [each for width in WIDTHS for each in _about(away, width) if np.ptp(each)]
    evens += [away**power for power in POWERS]
    kinds += [each - each.mean() for each in evens]
    heights = np.concatenate([-HEIGHTS, HEIGHTS])
    shapes = np.clip(np.multiply.outer(kinds, heights), -MOST, MOST).swapaxes(1, 2)
    shapes = shapes.reshape(-1, CELLS)
    return shapes, np.log1p(shapes).T.copy(), np.log1p(-shapes).T.copy()


def _about(away: Array, width: float) -> tuple[Array, Array]:
    """A band and a tent about the place that outcomes are so far away from."""
    return (away < width).astype(float), np.maximum(1 - away / width, 0.0)


def _waves(here: NDArray[Any], there: NDArray[Any]) -> tuple[float, Array]:
    """Cosines of the ranks, each of which is there with the probability 1/2."""
    pairs = max(1.0, float(here.sum() + there.sum()) / 2)
    places = (np.arange(CELLS) + 0.5) / CELLS
    waves = math.sqrt(2) * np.cos(math.pi * np.outer(places, WAVES))
    error = 1 / (2 * pairs)  # of a height, squared
    heights, kept = (here - there) @ waves * error, USUAL**2 / (USUAL**2 + error)
    logs = (math.log(1 - kept) + kept * heights**2 / error) / 2
    total = float(np.sum(np.logaddexp(logs, 0.0) + math.log(0.5)))
    return total, np.asarray(waves @ (special.expit(logs) * kept * heights))


def _odd(here: NDArray[Any], there: NDArray[Any]) -> tuple[float, Array]:
    """An odd function of the distance from the median, by steps: that of a shift of even noise."""
    half = CELLS // 2
    ends = (here, there), (there, here)
    log, found = _of_tree(*(below[:half][::-1] + above[half:] for below, above in ends))
    return log, np.concatenate([found[::-1], -found])


def _even(here: NDArray[Any], there: NDArray[Any]) -> tuple[float, Array]:
    """An even function of it, by steps: that of another scale."""
    half = CELLS // 2
    log, found = _of_tree(*(c[:half][::-1] + c[half:] for c in (here, there)))
    return log, np.concatenate([found[::-1], found])


def _of_tree(here: NDArray[Any], there: NDArray[Any]) -> tuple[float, Array]:
    """Of all ways to end a tree of halves: how much likelier they make draws, and their mean.

    Each part of the line is divided no further with one half of the probability, and then has no
    difference with one half of it.
    """
    beta, log_trees = special.betaln(BEFORE, BEFORE), np.zeros(0)
    ends: list[Array] = []
    means: list[Array] = []
    while True:
        both = here + there
        differ = special.betaln(here + BEFORE, there + BEFORE) - beta + both * math.log(2)
        log_end = ALIKE + np.logaddexp(differ, 0.0)
        means.append(np.exp(ALIKE + differ - log_end) * (here - there) / (both + 2 * BEFORE))
        if ends:
            whole = ALIKE + log_end
            log_trees = np.logaddexp(whole, ALIKE + log_trees[0::2] + log_trees[1::2])
            ends.append(np.exp(whole - log_trees))
        else:
            log_trees = log_end
            ends.append(np.ones(len(here)))
        if len(here) == 1:
            break
        here, there = here[0::2] + here[1::2], there[0::2] + there[1::2]
    reached, found = np.ones(1), np.zeros(1)
    for end, mean in zip(reversed(ends), reversed(means), strict=True):
        if len(end) > 1:
            reached, found = np.repeat(reached, 2), np.repeat(found, 2)
        found = found + reached * end * mean
        reached = reached * (1 - end)
    return float(log_trees[0]), found
