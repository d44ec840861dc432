"""Walker's tables, with which a cell is drawn in one step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.base import Array


def alias_tables(weights: Array) -> tuple[Array, NDArray[np.intp]]:
    """Walker's method: column i keeps a share of its draws, and gives the others to one column.

    Returns
    -------
    tuple
        The shares and the columns that get the rest, both of the shape of the weights.
    """
    scaled = weights * (weights.size / weights.sum())
    other = np.arange(weights.size, dtype=np.intp)
    small = [int(i) for i in np.flatnonzero(scaled < 1)]
    large = [int(i) for i in np.flatnonzero(scaled >= 1)]
    while small and large:
        poor, rich = small.pop(), large[-1]
        other[poor] = rich
        scaled[rich] -= 1 - scaled[poor]
        if scaled[rich] < 1:
            small.append(large.pop())
    for i in (*small, *large):  # full but for rounding
        scaled[i] = 1.0
    return scaled, other
