"""A picture of what rounds leak together: both bounds on delta, by epsilon."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELLS = 48
LOWEST = 1e-300


def draw_bounds(axes: Axes, bounds: Callable[[float], tuple[float, float]], last: float) -> None:
    """Add both bounds up to an epsilon, as steps with the least delta between them.

    As that falls with epsilon, it is within a cell at most what the upper bound is at its left end,
    and at least what the lower bound is at its right end: no line is drawn through what is not
    known.
    """
    epsilon = np.linspace(0, last, CELLS + 1)
    lower, upper = np.array([bounds(e) for e in epsilon.tolist()]).T
    low, high = (np.maximum(bound, LOWEST) for bound in (lower[1:], upper[:-1]))
    axes.stairs(high, epsilon, baseline=low, fill=True, alpha=0.4, label="the least delta is here")
    axes.set_xlabel("epsilon")
    axes.set_ylabel("least delta")
    axes.set_yscale("log")
    shown = low[low > LOWEST]
    if shown.size:
        axes.set_ylim(bottom=shown.min() / 2)
    axes.legend()
