"""Tests that hold at every number of draws: p-values and e-values without approximations.

A p-value is at most t with probability at most t under the hypothesis; the reciprocal of an e-value
is one (Markov), and for an e-process so is that of the largest value it reached (Ville, 1939).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Array = NDArray[np.float64]

FAIREST = 458  # from so many draws on the two-sample bound below has the constant 2
STAKES = 2.0 ** -np.arange(1.0, 9.0)
ON_A_SET = 0.95 * 2.0 ** -np.arange(8.0)  # parts of the largest stake at which nothing is lost


def uniform_bound(u: Array) -> float:
    """A p-value for uniform numbers that is a proved bound: 2 exp(-2 n D^2) (Massart, 1990)."""
    ordered = np.sort(u)
    count = len(ordered)
    above = np.arange(1, count + 1) / count - ordered
    below = ordered - np.arange(count) / count
    return min(1.0, 2 * math.exp(-2 * count * float(max(above.max(), below.max(), 0.0)) ** 2))


def same_law(first: Array, second: Array) -> float:
    """A p-value that two samples of one size are of one distribution, atoms allowed.

    2 exp(-n D^2), for n >= 458 (Wei & Dudley, "Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities",
    2012, Theorem 1); 1 for fewer draws, where the constant is larger.
    """
    count = min(len(first), len(second))
    if count < FAIREST:
        return 1.0
    first, second = np.sort(first[:count]), np.sort(second[:count])
    both = np.concatenate([first, second])
    gaps = np.searchsorted(first, both, "right") - np.searchsorted(second, both, "right")
    return min(1.0, 2 * math.exp(-count * (float(np.abs(gaps).max()) / count) ** 2))


def share_p(successes: int, trials: int, probability: float) -> float:
    """A p-value that trials succeed with a probability, two-sided: twice the smaller exact tail."""
    below = float(stats.binom.cdf(successes, trials, probability))
    above = float(stats.binom.sf(successes - 1, trials, probability))
    return min(1.0, 2 * min(below, above))


def more_p(successes: int, trials: int, most: float) -> float:
    """A p-value that trials succeed with a probability of at most ``most``."""
    return float(stats.binom.sf(successes - 1, trials, min(1.0, most)))


def independent_p(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> float:
    """Fisher's exact p-value that two events are independent, from pairs of observations."""
    table = [[int((first & second).sum()), int((first & ~second).sum())]]
    table += [[int((~first & second).sum()), int((~first & ~second).sum())]]
    return float(stats.fisher_exact(table)[1])


def mean_log_e(numbers: Array, mean: float, least: float, most: float) -> float:
    """log of the largest e-value against a mean, of numbers that lie in [least, most].

    Capital that bets fixed stakes on either side of the mean, each a part of what can be lost
    (Waudby-Smith & Ramdas, "Estimating means of bounded random variables by betting", 2024). Its
    reciprocal is a p-value at any time one stops, so also at the best time.
    """
    if not least < mean < most:
        return math.inf if np.any(numbers != mean) else 0.0
    away = numbers - mean
    paths = [
        np.cumsum(np.log1p(side * stake / limit * away))
        for side, limit in ((1, mean - least), (-1, most - mean))
        for stake in STAKES
    ]
    logs = np.stack(paths)
    top = logs.max(axis=0)
    mixed = top + np.log(np.exp(logs - top).mean(axis=0))
    return float(mixed.max())


def set_log_e(
    here: NDArray[np.bool_], there: NDArray[np.bool_], ratio: float, delta: float
) -> float:
    """log of the e-value against P(S) <= ratio P'(S) + delta, from pairs of memberships in one set.

    A pair (a, b) is worth a - ratio b - delta, whose mean is at most 0 under the claim and whose
    least value is -(ratio + delta). The mean of the capitals of fixed stakes is a supermartingale,
    whatever the dependence inside a pair: its largest value so far is below 1/t with probability
    1 - t at least (Ville, 1939).
    """
    logs = np.zeros(len(ON_A_SET))
    for a in (0, 1):
        for b in (0, 1):
            times = int(((here == a) & (there == b)).sum())
            logs += times * np.log1p(ON_A_SET / (ratio + delta) * (a - ratio * b - delta))
    return mixed_log_e(logs)


def mixed_log_e(logs: Array) -> float:
    """log of the mean of e-values, from their logarithms."""
    top = float(np.max(logs))
    return top + math.log(float(np.exp(logs - top).mean()))
