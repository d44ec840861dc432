"""Whether draws of integers have their probabilities."""

import math

import numpy as np
from scipy.stats import chi2, poisson

ALPHA = 1e-6  # chance of a false alarm of each test, over all seeds; the seed is fixed


def cells(draws, noise):
    """Counts and expected counts of integers, rare ones together."""
    values, counts = np.unique(draws, return_counts=True)
    expected = draws.size * noise.pmf(values)
    common = expected >= 20
    rest = draws.size - expected[common].sum()
    counts = np.append(counts[common], draws.size - counts[common].sum())
    return counts, np.append(expected[common], rest)


def agrees(draws, noise):
    """Pearson's test at level ALPHA, with the chi-square tail; a cell that is empty has to be."""
    counts, expected = cells(draws, noise)
    if expected[-1] < 5:
        assert poisson.sf(counts[-1] - 1, max(expected[-1], 1e-12)) >= ALPHA
        counts, expected = counts[:-1], expected[:-1]
    if counts.size < 2:
        return True
    statistic = np.sum((counts - expected) ** 2 / expected)
    return bool(chi2.sf(statistic, counts.size - 1) >= ALPHA)


def follows(draws, noise):
    """Dvoretzky, Kiefer, Wolfowitz and Massart at level ALPHA: conservative for integers."""
    x, counts = np.unique(draws, return_counts=True)
    gap = np.max(np.abs(np.cumsum(counts) / draws.size - noise.cdf(x)))
    return gap <= math.sqrt(math.log(2 / ALPHA) / (2 * draws.size))
