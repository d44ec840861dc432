"""Figure 4 of the (0, delta) paper: the centre becomes uniform."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.render.figures.additive_rearrangement import (
    ATOM,
    CELL,
    CENTRE,
    HALF,
    draw_cells,
    stepped_tail,
)  # fmt: skip
from dpproofs.render.figures.figure import ACCENT, Figure, atom, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def draw(canvas: Canvas) -> None:
    before, after = canvas.subplots(1, 2, sharey=True)
    start = stepped_tail()
    level = start[CENTRE - 1]
    uniform = np.minimum(start, level)
    moved = 2 * CELL * float((start - uniform).sum())
    draw_cells(before, start)
    draw_cells(after, uniform)
    edges = CELL * np.arange(CENTRE + 1)
    for side in (-1, 1):
        before.fill_between(
            side * np.repeat(edges, 2)[1:-1], level, np.repeat(start[:CENTRE], 2),
            color=ACCENT, alpha=0.35, linewidth=0,
        )  # fmt: skip
    end = CELL * int((start > 0).sum())
    tallest = max(8 / 3 * (ATOM + moved), float(start.max()))
    for axes, title, mass in ((before, "before", ATOM), (after, "after", ATOM + moved)):
        atom(axes, mass * 8 / 3, "")
        line_of_x(axes, ticks=HALF | {-end: "$-t^*$", end: "$t^*$"}, top=tallest)
        axes.set_title(title)


FIGURE = Figure(
    name="additive-figure4",
    paper="additive",
    item="Figure 4",
    caption="The density before Delta/2 is cut down to its value there, and the mass cut off (red) "
    "moves to the origin, where noise costs least. The mass of [-Delta/2, Delta/2] is the same. "
    "Arrows show the mass of the atom.",
    draw=draw,
)
