"""Figure 1 of the staircase paper: its density and that of Laplace noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import Laplace, Staircase
from dpproofs.render.figures.figure import GREY, INK, Figure, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array

EPSILON, END = 1.5, 3.2


def steps(noise: Staircase, end: float) -> tuple[Array, Array]:
    """The corners of the graph of a staircase density on [-end, end]."""
    drops = noise.knots(end)
    edges = np.concatenate([[-end], drops, [end]])
    levels = noise.pdf((edges[1:] + edges[:-1]) / 2)
    return np.repeat(edges, 2)[1:-1], np.repeat(levels, 2)


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    noise, laplace = Staircase(EPSILON), Laplace(EPSILON)
    x = np.linspace(0, END, 300)
    for side in (-1, 1):
        label = "Laplace" if side == 1 else None
        axes.plot(
            side * x, laplace.pdf(x), color=GREY, linestyle=(0, (4, 2)), linewidth=1.2, label=label
        )
    place, level = steps(noise, END)
    axes.plot(place, level, color=INK, label=r"staircase, $\gamma=\gamma^*$")
    axes.fill_between(place, level, color=INK, alpha=0.10, linewidth=0)
    axes.legend(loc="upper right")
    ticks = {-2.0: r"$-2\Delta$", -1.0: r"$-\Delta$", 0.0: "0", 1.0: r"$\Delta$", 2.0: r"$2\Delta$"}
    line_of_x(axes, ticks=ticks, top=float(noise.pdf(0.0)))


FIGURE = Figure(
    name="staircase-figure1",
    paper="staircase",
    item="Figure 1",
    caption="The staircase density with the gamma that minimises E|X|, and the Laplace density "
    "with the same epsilon = 3/2 and sensitivity.",
    draw=draw,
)
