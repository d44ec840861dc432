"""Figures 2a to 2c of the cactus paper: what cactus and normal noise leak, once and many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dpproofs.render.figures.cactus_density import numbers
from dpproofs.render.figures.figure import ACCENT, INK, Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

STYLES = {"cactus": (INK, "-"), "Gaussian": (ACCENT, "--")}


def draw(canvas: Canvas) -> None:
    """Divergence by sigma; epsilon by compositions, without and with sampling."""
    found = numbers()
    left, middle, right = canvas.subplots(1, 3)
    rows = found["figure2a"]
    sigma = np.sqrt([row["variance"] for row in rows])
    smooth = np.linspace(sigma[0], sigma[-1], 200)
    left.semilogy(smooth, 1 / (2 * smooth**2), color=ACCENT, linestyle="--", label="Gaussian")
    left.semilogy(sigma, [row["upper"] for row in rows], "o-", color=INK, ms=3, label="cactus")
    left.set(xlabel=r"$\sigma$", ylabel="KL divergence", title="(a)")
    left.legend()
    _lines(middle, found["figure2b"], "rounds")
    middle.set(xlabel="compositions", ylabel=r"$\epsilon$", title=r"(b) $\delta=10^{-3}$")
    _lines(right, found["figure2c"], "epochs")
    right.set(
        xlabel="epochs of 240", ylabel=r"$\epsilon$", title=r"(c) $\delta=10^{-5}$, $q=1/240$"
    )


def _lines(axes: Axes, found: dict[str, Any], across: str) -> None:
    for name, (colour, style) in STYLES.items():
        axes.plot(found[across], found[name], color=colour, linestyle=style, label=name)


FIGURE = Figure(
    "cactus-losses",
    "cactus",
    "Figures 2a, 2b, 2c",
    "What cactus and normal noise leak: the divergence by the standard deviation, each point "
    "between certified bounds, and epsilon by the moments accountant for the variance 1/10, for a "
    "pair that dominates all shifts.",
    draw,
    (6.6, 2.4),
)
