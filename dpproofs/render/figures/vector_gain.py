"""The gain of the staircase for vectors over K-norm noise, over epsilon and the dimension."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms.vector import KNorm, VectorStaircase
from dpproofs.render.figures.figure import ACCENT, INK, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array

LEVELS = (1.001, 1.01, 1.1, 1.5, 2, 5, 10, 100, 1000)
LEAST, MOST, COLUMNS, ROWS = 0.1, 20.0, 21, 11  # of the grid, at least
BEYOND = 1.5  # how far it reaches beyond the point that is asked for


def gains(epsilons: Array, dimensions: Array, cost: float) -> Array:
    """E||X||^cost of K-norm noise over that of the best staircase, a row for each dimension."""
    return np.array(
        [
            [
                KNorm(epsilon, dimension=d).expected_cost(cost)
                / VectorStaircase(epsilon, dimension=d, cost=cost).expected_cost(cost)
                for epsilon in epsilons
            ]
            for d in dimensions
        ]
    )


def vector_gain(epsilon: float, dimension: int, cost: float) -> Figure:
    """Lines of equal gain, with a point at an epsilon and a dimension."""

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        ends = min(LEAST, epsilon / BEYOND), max(MOST, epsilon * BEYOND)
        epsilons = np.geomspace(*ends, COLUMNS)
        top = max(50, math.ceil(dimension * BEYOND))
        dimensions = np.unique(np.geomspace(1, top, ROWS).round().astype(int))
        found = gains(epsilons, dimensions, cost)
        lines = axes.contour(
            epsilons, dimensions, np.log(found), np.log(LEVELS), colors=INK, linewidths=1
        )
        axes.clabel(lines, fmt=dict(zip(lines.levels, map("{:g}".format, LEVELS), strict=True)))
        (own,) = gains(np.array([epsilon]), np.array([dimension]), cost)[0]
        axes.plot([epsilon], [dimension], "o", color=ACCENT, markersize=4, clip_on=False)
        axes.annotate(
            f"{own:.4g}", (epsilon, dimension), xytext=(5, 4), textcoords="offset points",
            color=ACCENT,
        )  # fmt: skip
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(r"$\epsilon$")
        axes.set_ylabel("coordinates")
        axes.set_title("cost of K-norm noise over that of the staircase")

    caption = (
        f"The cost E||X||^{cost:g} of K-norm noise over the least one, which is the staircase's."
    )
    return Figure("vector-gain", "", "", caption, draw, (5.6, 3.6))
