"""Whether successive draws at one input depend on each other, so that evidence means nothing.

Pairs of draws have to be independent of each other, or their payoffs do not multiply to an
e-process. Draws are put into two classes, in several ways; a table of two by two then says which
class comes with which, of pairs of draws that do not overlap: one after the other in a call, in the
two halves of a call, and, of whole halves and whole calls, which has more of a class. Independent
draws may be put into any other order, so that Fisher's test of each table is exact at any number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.target import Draws

Bits = NDArray[np.bool_]
Table = tuple[Bits, Bits]

LEVEL = 1e-6  # probability of calling independent draws dependent, in one look
LAGS = 1, 2, 3, 5, 8
MOST_COLUMNS = 8
CALLS = 256  # that are compared with each other
SHORTEST, LONGEST = 8, 1024  # draws in each


def dependent(calls: Sequence[Draws], chosen: WitnessSet | None = None) -> bool:
    """Whether draws at one input, call by call, depend on each other beyond chance.

    Parameters
    ----------
    calls
        What each call gave, as many draws each; one sequence where it is not known which.
    chosen
        A set that evidence rests on, which is looked at as well.
    """
    pooled = np.concatenate(calls)
    if len(pooled) // 2 <= -math.log2(LEVEL / 2):
        return False  # as below: not even a single table would tell
    tables = [
        table
        for bits in _classes(pooled, chosen)
        for table in _tables(bits.reshape(len(calls), -1))
    ]
    level = LEVEL / max(1, len(tables))
    # So few pairs have no table of a probability below 2^-n.
    telling = [table for table in tables if len(table[0]) > -math.log2(level / 2)]
    return any(_probability(*table) < level for table in telling)


def _classes(draws: Draws, chosen: WitnessSet | None) -> Iterator[Bits]:
    """Ways to put draws into two classes."""
    if chosen is not None:
        yield chosen.contains(draws)
    columns = draws.T[:MOST_COLUMNS] if draws.ndim > 1 else [draws]
    for column in columns:
        places = _places(column)
        middle = np.median(places)
        away = np.abs(places - middle)
        yield places > middle
        yield away > np.median(away)


def _places(column: NDArray[Any]) -> NDArray[np.intp]:
    """The place of each draw among all that occur."""
    return np.unique(column, return_inverse=True)[1].reshape(-1)


def _tables(calls: NDArray[np.bool_]) -> Iterator[Table]:
    """Pairs that are independent where all draws are: of draws, of halves of calls, of calls."""
    length = calls.shape[1]
    for lag in LAGS:
        for start in (0, lag):
            rows = calls[:, start : start + (length - start) // (2 * lag) * 2 * lag]
            if rows.size:
                pairs = rows.reshape(len(calls), -1, 2, lag)
                yield pairs[:, :, 0].ravel(), pairs[:, :, 1].ravel()
    half = length // 2
    first, second = calls[:, :half], calls[:, half : 2 * half]
    yield first.ravel(), second.ravel()
    yield first.ravel(), second[:, ::-1].ravel()
    if len(calls) > 1:
        sums = np.stack([first.sum(axis=1), second.sum(axis=1)])
        more = sums > np.median(sums)
        yield more[0], more[1]
        whole = sums.sum(axis=0)
        yield (whole > np.median(whole))[:-1:2], (whole > np.median(whole))[1::2]


def _probability(first: Bits, second: Bits) -> float:
    """By Fisher's exact test, that such a table or a less likely one comes about by chance."""
    both, count = int((first & second).sum()), len(first)
    ours, theirs = int(first.sum()), int(second.sum())
    at = np.arange(max(0, ours + theirs - count), min(ours, theirs) + 1)
    chances = np.exp(
        _log_choices(ours, at)
        + _log_choices(count - ours, theirs - at)
        - _log_choices(count, theirs)
    )
    place = both - int(at[0])
    return min(1.0, 2 * float(min(chances[: place + 1].sum(), chances[place:].sum())))


def _log_choices(many: int, few: int | NDArray[np.intp]) -> NDArray[np.float64]:
    """The log of how many ways there are to choose so few of so many."""
    logs = special.gammaln(many + 1) - special.gammaln(few + 1) - special.gammaln(many - few + 1)
    return np.asarray(logs)


def length_of_calls(pairs: int) -> int:
    """Draws in each call that is looked at, after so many pairs: of bets as long as these were."""
    return max(SHORTEST, min(math.ceil(pairs / CALLS), LONGEST))
