"""Where the truncated Laplacian costs less than the optimal Gaussian: not in the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpproofs.render.figures.figure import ACCENT, GREY, INK, Figure
from dpproofs.render.figures.trunclap_amplitude import profile, same_amplitude, same_power

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array

ENDS = np.linspace(0.05, 8, 600)  # y = log(1 + x), x = (exp(epsilon) - 1)/(2 delta)
BOX = ((1.7, 1.9), (0.47, 0.5))
COSTS = {
    "amplitude": (same_amplitude, INK, "-", 0.39),
    "power": (same_power, ACCENT, (0, (5, 1.5)), 0.40),
}


def thresholds(ratio: Callable[[Array], Array]) -> tuple[Array, Array]:
    """For each x the epsilon and delta up to which Gaussian noise of the same cost is not private;
    delta is 1/2 where it never is.

    By bisection in w = 2 delta: the profile over exp(epsilon) - 1 = w x falls with w.
    """
    x, c = np.expm1(ENDS), ratio(ENDS)
    low, high = np.zeros_like(x), np.ones_like(x)
    for _ in range(60):
        w = (low + high) / 2
        epsilon = np.log1p(w * x)
        better = profile(epsilon, epsilon / c) > w / 2
        low, high = np.where(better, w, low), np.where(better, high, w)
    return np.log1p(high * x), high / 2


def draw(canvas: Canvas) -> None:
    axes = canvas.subplots()
    for name, (ratio, colour, style, safe) in COSTS.items():
        epsilon, delta = thresholds(ratio)
        inside = delta < 0.5 - 1e-9
        axes.plot(epsilon[inside], delta[inside], color=colour, linestyle=style, label=name)
        axes.fill_between(epsilon[inside], delta[inside], 0.5, color=colour, alpha=0.08, lw=0)
        axes.axhline(safe, color=colour, linewidth=0.5, linestyle=":")
    (left, right), (low, high) = BOX
    axes.plot([left, right, right, left, left], [low, low, high, high, low], color=GREY, lw=0.8)
    axes.annotate("optimal Gaussian\ncosts less", (1.8, 0.45), ha="center", va="center")
    axes.annotate("truncated Laplacian costs less", (2.5, 0.38), ha="center", va="center")
    axes.set_xlim(0, 5)
    axes.set_ylim(0.37, 0.5)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    axes.legend(loc="upper right")


FIGURE = Figure(
    name="trunclap-regions",
    paper="trunclap",
    item="Section 6, where the Gaussian is better",
    caption="Above the curves the exactly calibrated Gaussian mechanism has the smaller amplitude "
    "(solid) or power (dashed). The dotted lines, at delta = 39/100 and 2/5, are those below which "
    "the truncated Laplacian is shown to be better for every epsilon; in the box the Gaussian is "
    "shown to be better.",
    draw=draw,
    size=(5.2, 3.0),
)
