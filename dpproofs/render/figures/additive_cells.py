"""Figure 2 of the (0, delta) paper: a distribution averaged over cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.render.figures.additive_rearrangement import (
    ATOM,
    CELL,
    END,
    HALF,
    density,
    draw_cells,
    levels,
)  # fmt: skip
from dpproofs.render.figures.figure import GREY, Figure, atom, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    x = np.linspace(0, END, 400)
    for side in (-1, 1):
        axes.plot(side * x, density(x), color=GREY, linestyle=(0, (4, 2)), linewidth=1.2)
    draw_cells(axes, levels())
    atom(axes, ATOM * 8, r"$\mathcal{P}(\{0\})$")
    axes.annotate(
        r"$a_k$", (2.5 * CELL, levels()[2]), xytext=(8, 10), textcoords="offset points",
        arrowprops={"arrowstyle": "-", "linewidth": 0.6, "color": GREY},
    )  # fmt: skip
    line_of_x(axes, ticks=HALF, top=ATOM * 8)


FIGURE = Figure(
    name="additive-figure2",
    paper="additive",
    item="Figure 2",
    caption="The first step of the paper's proof of Theorem 2: the density (dashed) is replaced by "
    "its average over cells of width Delta/(2 i), and the atom is kept. The section on Theorem 2 "
    "shows why the cost need not converge, and does without this step.",
    draw=draw,
)
