"""The truncated geometric mechanism, sampled exactly: Balcer and Vadhan, ITCS 2018."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Count = NDArray[np.float64]


def cumulative(value: int, *, k: int, n: int) -> list[int]:
    """d P(output <= z) for z in 0, ..., n, and d, all whole: algorithm 4.8.

    The two-sided geometric distribution around the value with ratio a = 2^k / (2^k + 1), moved
    into [0, n] at its ends. a^-1 = e^epsilon with epsilon = log(1 + 2^-k).
    """
    scale = 2**k
    d = (2 * scale + 1) * (scale + 1) ** (n - 1)
    below = [scale ** (value - z) * (scale + 1) ** (n - value + z) for z in range(value)]
    above = [
        d - scale ** (z - value + 1) * (scale + 1) ** (n - 1 - z + value) for z in range(value, n)
    ]
    return [*below, *above, d]


def truncated_geometric(
    value: Count, count: int, rng: np.random.Generator, *, k: int, n: int
) -> NDArray[np.int64]:
    """A count in 0, ..., n: no floating point, so its probabilities are exactly these.

    d has to be below 2^63.
    """
    steps = np.array(cumulative(int(value), k=k, n=n))
    return np.searchsorted(steps, rng.integers(1, steps[-1], size=count, endpoint=True))
