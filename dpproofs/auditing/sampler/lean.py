"""By how much two densities differ, relative to their mean, from draws in bins along a line."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

WAVES = np.arange(1, 7)
MOST = 0.95  # that the two densities are taken to differ by, relative to their mean
WIDTHS = 0.5 ** np.arange(4)  # of bands and tents, as shares of all outcomes
USUAL = 0.2  # height of one of these, in the mean square
HALVINGS = 4  # of the ranks on one side of the median
BEFORE = 3.0  # draws at either input that a step is thought to have, beside those that it has
ALIKE = math.log(0.5)  # log of the probability of no difference on a step, and of a step's end


def lean(here: Counts, there: Counts) -> Array:
    """(p - q)/(p + q) in each bin, in (-1, 1): the mean of what waves, shapes and steps say."""
    both = here + there
    ranks = (both.cumsum() - both / 2) / max(1, int(both.sum()))
    found = [guess(ranks, here, there) for guess in (_waves, _shapes, _steps)]
    return np.asarray(np.mean(np.clip(found, -MOST, MOST), axis=0))


def _waves(ranks: Array, here: Counts, there: Counts) -> Array:
    """Cosines of the ranks, each by how much it stands out from chance."""
    pairs = max(1, int(here.sum()))
    waves = math.sqrt(2) * np.cos(math.pi * np.outer(ranks, WAVES))
    heights = (here - there) @ waves / (2 * pairs)
    error = 1 / (2 * pairs)  # of a height, squared
    heights *= np.clip(1 - error / np.maximum(heights**2, 1e-300), 0, 1)
    return np.asarray(waves @ heights)


def _shapes(ranks: Array, here: Counts, there: Counts) -> Array:
    """One odd function and one even one, bands and tents about the median: the mean over all."""
    pairs = max(1, int(here.sum()))
    away, below = np.abs(2 * ranks - 1)[:, None], (ranks < 0.5)[:, None]
    share = ((here + there) / (2 * pairs))[:, None]
    known = np.hstack([away < WIDTHS, np.maximum(1 - away / WIDTHS, 0.0)])
    found = np.zeros(len(ranks))
    for kind in (np.where(below, known, -known), known - (known * share).sum(axis=0)):
        size = np.sqrt((kind**2 * share).sum(axis=0))
        shapes = kind[:, size > 0] / size[size > 0]
        heights, error = (here - there) @ shapes / (2 * pairs), 1 / (2 * pairs)
        kept = USUAL**2 / (USUAL**2 + error)  # of a height, where there is any
        logs = (math.log(1 - kept) + kept * heights**2 / error) / 2 - math.log(len(heights) or 1)
        odds = np.exp(logs - np.logaddexp.reduce([*logs, 0.0]))
        found += shapes @ (odds * kept * heights)
    return found


def _steps(ranks: Array, here: Counts, there: Counts) -> Array:
    """An odd function of the distance from the median and an even one, by steps.

    A shift of two even densities is odd, another scale is even.
    """
    count = 1 << HALVINGS
    place = np.minimum((np.abs(2 * ranks - 1) * count).astype(int), count - 1)
    below = ranks < 0.5
    inner, outer = np.where(below, here, there), np.where(below, there, here)
    odd, even = (
        _of_tree(np.bincount(place, first, count), np.bincount(place, second, count))
        for first, second in ((inner, outer), (here, there))
    )
    return np.asarray(np.where(below, odd[place], -odd[place]) + even[place])


def _of_tree(here: NDArray[Any], there: NDArray[Any]) -> Array:
    """The mean, by step, of (p - q)/(p + q) over all ways to end a tree of halves.

    Each part of the line is divided no further with one half of the probability, and then has no
    difference with one half of it.
    """
    beta = special.betaln(BEFORE, BEFORE)
    log_trees, ends, means = np.zeros(0), [], []
    for level in range(HALVINGS + 1):
        if level:
            here, there = here[0::2] + here[1::2], there[0::2] + there[1::2]
        differ = special.betaln(here + BEFORE, there + BEFORE) - beta
        log_end = ALIKE + np.logaddexp(differ, (here + there) * math.log(0.5))
        means.append(
            np.exp(ALIKE + differ - log_end) * (here - there) / (here + there + 2 * BEFORE)
        )
        if level:
            whole = ALIKE + log_end
            log_trees = np.logaddexp(whole, ALIKE + log_trees[0::2] + log_trees[1::2])
            ends.append(np.exp(whole - log_trees))
        else:
            log_trees = log_end
            ends.append(np.ones(len(here)))
    reached, found = np.ones(1), np.zeros(1)
    for end, mean in zip(reversed(ends), reversed(means), strict=True):
        if len(end) > 1:
            reached, found = np.repeat(reached, 2), np.repeat(found, 2)
        found = found + reached * end * mean
        reached = reached * (1 - end)
    return found
