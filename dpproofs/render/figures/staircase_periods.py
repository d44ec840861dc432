"""Figure 3 of the staircase paper: the levels and the periods of its density."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpproofs.mechanisms import Staircase
from dpproofs.render.figures.figure import ACCENT, GREY, INK, Figure, line_of_x
from dpproofs.render.figures.staircase_density import steps

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

GAMMA, END = 0.4, 3.15


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    noise = Staircase(0.7, gamma=GAMMA)
    place, level = steps(noise, END)
    axes.plot(place, level, color=INK)
    axes.fill_between(place, level, color=INK, alpha=0.10, linewidth=0)
    top = float(noise.pdf(0.0))
    names = (r"$a(\gamma)$", r"$e^{-\epsilon}a(\gamma)$", r"$e^{-2\epsilon}a(\gamma)$")
    for k, name in enumerate(names):
        height = float(noise.pdf(k + GAMMA / 2))
        axes.annotate(
            name, (k + GAMMA, height), xytext=(5, -1), textcoords="offset points", color=ACCENT,
            va="center",
        )  # fmt: skip
    for k in range(-2, 4):
        if k:
            height = float(noise.pdf(k - 0.01 if k > 0 else k + 0.01))
            axes.plot([k, k], [0, height], color=GREY, linewidth=0.7, linestyle=(0, (2, 2)))
    line_of_x(
        axes,
        top=top,
        ticks={
            -1: r"$-\Delta$", -GAMMA: r"$-\gamma\Delta$", 0: "0", GAMMA: r"$\gamma\Delta$",
            1: r"$\Delta$", 1 + GAMMA: r"$(1{+}\gamma)\Delta$", 2: r"$2\Delta$",
            2 + GAMMA: r"$(2{+}\gamma)\Delta$", 3: r"$3\Delta$",
        },
    )  # fmt: skip
    axes.set_xlim(-1.6, END + 0.05)


FIGURE = Figure(
    name="staircase-figure3",
    paper="staircase",
    item="Figure 3",
    caption="The staircase density: within each period [k Delta, (k+1) Delta) it has one level "
    "before (k + gamma) Delta and exp(-epsilon) times that level after, and each period is "
    "exp(-epsilon) times the one before. Drawn for epsilon = 0.7 and gamma = 0.4.",
    draw=draw,
    size=(5.8, 2.7),
)
