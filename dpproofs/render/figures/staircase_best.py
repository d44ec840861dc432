"""Figure 4 of the staircase paper: the best gamma as epsilon grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import Staircase
from dpproofs.render.figures.figure import ACCENT, GREY, INK, SECOND, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

EPSILONS = np.linspace(0.05, 10, 200)


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    axes.axhline(0.5, color=GREY, linewidth=0.5)
    for power, colour, style, label in (
        (2, INK, "-", "power, $L=x^2$"),
        (1, SECOND, (0, (5, 1.5)), "amplitude, $L=|x|$"),
    ):
        best = [Staircase(epsilon, cost=power).gamma for epsilon in EPSILONS]
        axes.plot(EPSILONS, best, color=colour, linestyle=style, label=label)
    axes.plot(
        EPSILONS, np.exp(-EPSILONS) / 2, color=ACCENT, linestyle=":", label=r"$e^{-\epsilon}/2$"
    )
    axes.set_xlim(0, 10)
    axes.set_ylim(0, 0.55)
    axes.set_yticks([0, 0.25, 0.5], ["0", r"$\frac{1}{4}$", r"$\frac{1}{2}$"])
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\gamma$", rotation=0, labelpad=8)
    axes.legend(loc="center right")


FIGURE = Figure(
    name="staircase-figure4",
    paper="staircase",
    item="Figure 4",
    caption="The best gamma for the power and for the amplitude: both fall from 1/2 to 0 as "
    "epsilon grows, and the one for the power is the larger. The paper's choice that depends on "
    "epsilon alone, exp(-epsilon)/2, falls faster (dotted; not in the paper's figure).",
    draw=draw,
)
