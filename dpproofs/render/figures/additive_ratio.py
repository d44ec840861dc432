"""Figure 5 of the (0, delta) paper: the optimal cost over that of Gaussian noise."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms import Gaussian, UniformWithAtom
from dpproofs.render.figures.figure import ACCENT, GREY, INK, SECOND, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array


DELTAS = np.linspace(0.01, 0.99, 99)


@cache
def costs(power: int) -> dict[str, Array]:
    """Expected cost of each noise over `DELTAS`."""
    improved = [Gaussian.of_sigma(1 / (2 * delta)) for delta in DELTAS]
    noises = {
        "optimal": [UniformWithAtom(delta, cost=power) for delta in DELTAS],
        "improved Gaussian": improved,
        "calibrated Gaussian": [Gaussian(0, delta) for delta in DELTAS],
    }
    found = {
        name: np.array([noise.expected_cost(power) for noise in members])
        for name, members in noises.items()
    }
    printed = {"as printed": np.array([noise.sigma for noise in improved])} if power == 1 else {}
    return found | printed


STYLES = {
    "improved Gaussian": (INK, "-"),
    "calibrated Gaussian": (SECOND, (0, (5, 1.5))),
    "as printed": (ACCENT, ":"),
}


def draw(canvas: Canvas) -> None:
    panels = canvas.subplots(1, 2, sharey=True)
    for axes, power, title in zip(panels, (1, 2), ("amplitude", "power"), strict=True):
        found = costs(power)
        for label, (colour, style) in STYLES.items():
            if label in found:
                ratio = found["optimal"] / found[label]
                axes.plot(DELTAS, ratio, color=colour, linestyle=style, label=label)
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
