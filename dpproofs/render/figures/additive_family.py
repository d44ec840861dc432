"""Figure 1 of the (0, delta) paper: the family P_alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import UniformWithAtom
from dpproofs.render.figures.figure import INK, Figure, atom, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def draw(canvas: Canvas) -> None:
    noise = UniformWithAtom(0.6, 1, alpha=0.2)
    axes = canvas.subplots()
    end, height = noise.half_width, float(noise.pdf(0.1))
    x = np.array([-1.35 * end, -end, -end, end, end, 1.35 * end])
    axes.plot(x, [0, 0, height, height, 0, 0], color=INK)
    axes.fill_between([-end, end], height, color=INK, alpha=0.10, linewidth=0)
    axes.fill_between([-0.5, 0.5], height, color=INK, alpha=0.14, linewidth=0)
    atom(axes, 1.7 * height, r"mass $\alpha$")
    axes.annotate(
        r"density $\frac{\delta-\alpha}{\Delta}$", (0.75 * end, height), xytext=(0, 6),
        textcoords="offset points", ha="center",
    )  # fmt: skip
    axes.annotate(r"together with the atom: mass $\delta$", (0, 0.32 * height), ha="center")
    line_of_x(
        axes,
        top=1.7 * height,
        ticks={
            -end: r"$-\frac{1-\alpha}{\delta-\alpha}\,\frac{\Delta}{2}$",
            -0.5: r"$-\frac{\Delta}{2}$",
            0: "0",
            0.5: r"$\frac{\Delta}{2}$",
            end: r"$\frac{1-\alpha}{\delta-\alpha}\,\frac{\Delta}{2}$",
        },
    )


FIGURE = Figure(
    name="additive-figure1",
    paper="additive",
    item="Figure 1",
    caption="The distribution P_alpha: an atom of mass alpha at the origin, and a uniform part. "
    "Drawn for delta = 3/5 and alpha = 1/5.",
    draw=draw,
)
