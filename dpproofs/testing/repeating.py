"""Draws that come again in the same order: a generator that was started anew, or copied."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.testing.outcomes import code
from dpproofs.testing.sampler import Sampler

LOOKED_AT = 1 << 14  # outcomes
CALLS = 8  # that they are made in
NEGLIGIBLE = 40.0  # bits beyond what the number of windows takes


@dataclass(frozen=True)
class Again:
    """A run of outcomes that came twice.

    Attributes
    ----------
    first, second
        Where the two runs start.
    length
        Of the runs that were compared.
    chance
        The probability, at most, that independent outcomes have such runs.
    """

    first: int
    second: int
    length: int
    chance: float

    def __str__(self) -> str:
        return (
            f"outcomes {self.second} to {self.second + self.length - 1} are outcomes {self.first}"
            f" to {self.first + self.length - 1} again"
        )


def again(sampler: Sampler, seconds: float, seed: int) -> Again | None:
    """Look for a run that comes twice, in calls that are all made at one input.

    Each call has a generator of its own. None when nothing comes again, or when outcomes are so
    few that every run would.
    """
    count = sampler.affordable(seconds, LOOKED_AT)
    sizes = [count // CALLS] * CALLS
    parts = [sampler.draw(sampler.origin, size, (seed, i)) for i, size in enumerate(sizes) if size]
    return run_twice(np.concatenate([_rows(sampler.layout(part)) for part in parts]))


def _rows(array: NDArray[Any]) -> NDArray[np.float64]:
    """One row of doubles for each outcome."""
    if array.dtype.kind == "U":
        array = np.array([code(text) for text in array.tolist()])
    return np.asarray(array, dtype=np.float64).reshape(len(array), -1)


def run_twice(rows: NDArray[Any]) -> Again | None:
    """The first run of rows that comes twice, beyond coincidence."""
    count = len(rows)
    keys = _numbered(rows)
    bits = _bits(np.bincount(keys))
    if bits <= 0:
        return None
    length = math.ceil((2 * math.log2(count) + NEGLIGIBLE) / bits)
    if 4 * length > count:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(keys.astype(np.int32), length)
    packed = np.ascontiguousarray(windows).view(np.dtype((np.void, 4 * length))).reshape(-1)
    order = np.argsort(packed, kind="stable")
    same = np.flatnonzero(packed[order[1:]] == packed[order[:-1]])
    for place in same:
        first, second = sorted((int(order[place]), int(order[place + 1])))
        if second - first >= length:  # runs that overlap say something else
            return Again(first, second, length, 2.0**-NEGLIGIBLE)
    return None


def _numbered(rows: NDArray[Any]) -> NDArray[np.intp]:
    """A number for each row, the same for equal ones; a NaN equals none."""
    if rows.ndim == 2 and rows.shape[1] == 1:
        return np.unique(rows[:, 0], return_inverse=True, equal_nan=False)[1].reshape(-1)
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)


def _bits(counts: Sequence[int] | NDArray[Any]) -> float:
    """Bits that an outcome has at least: from how often two of them agree, with room for chance."""
    numbers = np.asarray(counts, dtype=float)
    total = numbers.sum()
    pairs = (numbers * (numbers - 1)).sum() / 2
    most = 1.5 * pairs + 64  # the number of equal pairs that would still be no surprise
    return -math.log2(min(1.0, most / (total * (total - 1) / 2)))
