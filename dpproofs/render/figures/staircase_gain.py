"""Figure 2 of the staircase paper: the gain over Laplace noise."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import Laplace, Staircase
from dpproofs.render.figures.figure import ACCENT, GREY, INK, SECOND, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array


EPSILONS = np.linspace(0.1, 10, 100)
STYLES = {
    r"best $\gamma$": (INK, "-"),
    r"$\gamma=e^{-\epsilon}/2$": (ACCENT, (0, (5, 1.5))),
    r"$\gamma=0$ or $1$": (SECOND, ":"),
}


@cache
def gains(power: int) -> dict[str, Array]:
    """The cost of Laplace noise over that of three staircases, at `EPSILONS`."""
    noises = [
        (
            Staircase(epsilon, cost=power),
            Staircase(epsilon, gamma=math.exp(-epsilon) / 2),
            Staircase(epsilon, gamma=1),
        )
        for epsilon in EPSILONS
    ]
    laplace = np.array([Laplace(epsilon).expected_cost(power) for epsilon in EPSILONS])
    costs = np.array([[noise.expected_cost(power) for noise in row] for row in noises])
    return {label: laplace / costs[:, place] for place, label in enumerate(STYLES)}


def draw(canvas: Canvas) -> None:
    panels = canvas.subplots(1, 2, sharey=True, gridspec_kw={"wspace": 0.08})
    for axes, power, title in zip(panels, (1, 2), ("amplitude", "power"), strict=True):
        found = gains(power)
        axes.axhline(1, color=GREY, linewidth=0.5)
        for label, (colour, style) in STYLES.items():
            axes.plot(EPSILONS, found[label], color=colour, linestyle=style, label=label)
        last = float(found[r"best $\gamma$"][-1])
        axes.annotate(
            f"{last:.1f}", (10, last), xytext=(-2, 5), textcoords="offset points", ha="right",
            color=INK,
        )  # fmt: skip
        axes.plot([10], [last], "o", color=INK, markersize=3.5, clip_on=False)
        axes.set_title(f"expected {title}")
        axes.set_xlabel(r"$\epsilon$")
        axes.set_xlim(0, 10)
        axes.set_yscale("log")
        axes.set_ylim(0.04, 50)
        axes.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
        axes.minorticks_off()
    panels[0].set_ylabel("Laplace cost over staircase cost")
    canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)


FIGURE = Figure(
    name="staircase-figure2",
    paper="staircase",
    item="Figure 2",
    caption="The gain: the cost of Laplace noise over that of the staircase, on a logarithmic "
    "scale. With the best gamma it is above 1 + epsilon^2/24 for every epsilon. The other two "
    "curves are not in the paper: its choice gamma = exp(-epsilon)/2 costs more than Laplace noise "
    "(below the line at 1) for epsilon above 1.61 and 1.22, and gamma = 0 or 1 always does.",
    draw=draw,
    size=(5.8, 3.0),
)
