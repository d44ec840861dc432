"""Figure 5 of the (0, delta) paper: the optimal cost over that of Gaussian noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import Gaussian, UniformWithAtom
from dpproofs.render.figures.figure import ACCENT, GREY, INK, SECOND, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def draw(canvas: Canvas) -> None:
    deltas = np.linspace(0.01, 0.99, 99)
    improved = [Gaussian.of_sigma(1 / (2 * delta)) for delta in deltas]
    exact = [Gaussian(0, delta) for delta in deltas]
    panels = canvas.subplots(1, 2, sharey=True)
    for axes, power, title in zip(panels, (1, 2), ("amplitude", "power"), strict=True):
        best = np.array([UniformWithAtom(d, cost=power).expected_cost(power) for d in deltas])
        against = {
            "improved Gaussian": (improved, INK, "-"),
            "calibrated Gaussian": (exact, SECOND, (0, (5, 1.5))),
        }
        for label, (noises, colour, style) in against.items():
            cost = np.array([noise.expected_cost(power) for noise in noises])
            axes.plot(deltas, best / cost, color=colour, linestyle=style, label=label)
        if power == 1:
            printed = best / np.array([noise.sigma for noise in improved])
            axes.plot(deltas, printed, color=ACCENT, linestyle=":", label="as printed")
        axes.axvline(power / (power + 1), color=GREY, linewidth=0.5)
        axes.set_title(f"expected {title}")
        axes.set_xlabel(r"$\delta$")
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
    panels[0].set_ylabel("optimal cost over Gaussian cost")
    canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)


FIGURE = Figure(
    name="additive-figure5",
    paper="additive",
    item="Figure 5",
    caption="The optimal cost over that of Gaussian noise with sigma = Delta/(2 delta), and over "
    "that of the exactly calibrated one, sigma = Delta/(2 sqrt(2) erfinv(delta)). The printed "
    "curve for the amplitude takes sigma for E|X| = sigma sqrt(2/pi). The thin line is at "
    "delta = p/(p+1), where the atom appears.",
    draw=draw,
    size=(5.8, 3.0),
)
