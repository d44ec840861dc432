"""Figure 3 of the (0, delta) paper: the tail becomes a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpproofs.render.figures.additive_rearrangement import (
    ATOM,
    CELL,
    HALF,
    draw_cells,
    levels,
    stepped_tail,
)  # fmt: skip
from dpproofs.render.figures.figure import GREY, Figure, atom, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def draw(canvas: Canvas) -> None:
    before, after = canvas.subplots(1, 2, sharey=True)
    draw_cells(before, levels())
    rearranged = stepped_tail()
    draw_cells(after, rearranged)
    end = CELL * int((rearranged > 0).sum())
    for axes, title, ticks in (
        (before, "before", HALF),
        (after, "after", HALF | {-end: "$-t^*$", end: "$t^*$"}),
    ):
        atom(axes, ATOM * 8, "")
        line_of_x(axes, ticks=ticks, top=ATOM * 8)
        axes.set_title(title)
        for place in (-1, 1):
            axes.axvline(place, color=GREY, linewidth=0.5)


FIGURE = Figure(
    name="additive-figure3",
    paper="additive",
    item="Figure 3",
    caption="The mass beyond Delta/2 moves inwards, at the density of the cell before Delta/2, "
    "until it is used up. The last cell takes what is left.",
    draw=draw,
)
