"""Figure 5 of the staircase paper: the staircase on the integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import DiscreteStaircase
from dpproofs.render.figures.figure import ACCENT, INK, Figure, line_of_x

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

SENSITIVITY, STEP, END = 5, 2, 13


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    noise = DiscreteStaircase(0.7, SENSITIVITY, r=STEP)
    places = np.arange(-END, END + 1)
    mass = noise.pmf(places)
    axes.vlines(places, 0, mass, color=INK, linewidth=1.2)
    axes.plot(places, mass, "o", color=INK, markersize=4, clip_on=False)
    names = (r"$a(r)$", r"$e^{-\epsilon}a(r)$", r"$e^{-2\epsilon}a(r)$")
    for k, name in enumerate(names):
        last = k * SENSITIVITY + STEP - 1
        axes.annotate(
            name, (last, float(noise.pmf(last))), xytext=(6, 3), textcoords="offset points",
            color=ACCENT,
        )  # fmt: skip
    line_of_x(
        axes,
        top=float(mass.max()),
        ticks={
            -10: r"$-2\Delta$", -5: r"$-\Delta$", 0: "0", STEP: "$r$", 5: r"$\Delta$",
            5 + STEP: r"$\Delta+r$", 10: r"$2\Delta$", 10 + STEP: r"$2\Delta+r$",
        },
    )  # fmt: skip
    axes.set_xlabel("$i$", loc="right")


FIGURE = Figure(
    name="staircase-figure5",
    paper="staircase",
    item="Figure 5",
    caption="The probabilities of the staircase on the integers: r values of one level in each "
    "period of length Delta, the other Delta - r of exp(-epsilon) times that level. Drawn for "
    "epsilon = 0.7, Delta = 5 and r = 2.",
    draw=draw,
    size=(5.8, 2.7),
)
