"""The distribution that Figures 2, 3 and 4 of the (0, delta) paper discretise and rearrange.

A tail with an atom at the origin stands for any symmetric, monotonically decreasing noise. Cells
have width Delta/(2 i) for i = 4, and Delta = 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpproofs.render.figures.figure import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL, CENTRE, CELLS = 0.25, 4, 16  # width of a cell, cells up to Delta/2, cells drawn
END = CELL * CELLS
ATOM = 0.12


def density(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """A decreasing density for x > 0."""
    return np.asarray(0.7 * np.exp(-1.1 * x) + 0.06)


def levels() -> NDArray[np.float64]:
    """The density averaged over each cell, by the integral of `density`."""
    edges = CELL * np.arange(CELLS + 1)
    mass = -0.7 / 1.1 * np.exp(-1.1 * edges) + 0.06 * edges
    return np.asarray(np.diff(mass) / CELL)


def stepped_tail() -> NDArray[np.float64]:
    """The tail beyond Delta/2 moved inwards, at the level of the last central cell.

    The last cell that is filled takes the mass that is left, so that none is lost.
    """
    averaged = levels()
    level = averaged[CENTRE - 1]
    left = averaged[CENTRE:].sum()
    full = int(left // level)
    tail = np.zeros(CELLS - CENTRE)
    tail[:full] = level
    tail[full] = left - full * level
    return np.concatenate([averaged[:CENTRE], tail])


def draw_cells(axes: Axes, heights: NDArray[np.float64], *, colour: str = INK) -> None:
    """Both halves of a piecewise constant density."""
    edges = CELL * np.arange(len(heights) + 1)
    both = np.concatenate([-edges[::-1], edges[1:]])
    axes.stairs(np.concatenate([heights[::-1], heights]), both, color=colour, linewidth=1.4)
    axes.stairs(np.concatenate([heights[::-1], heights]), both, color=colour, fill=True, alpha=0.10)


HALF = {-1.0: r"$-\frac{\Delta}{2}$", 0.0: "0", 1.0: r"$\frac{\Delta}{2}$"}
