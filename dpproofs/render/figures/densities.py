"""Densities of several mechanisms over each other, atoms as arrows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Mechanism
from dpproofs.render.figures.figure import ACCENT, GREY, INK, SECOND, Figure, atom

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

COLOURS = (INK, ACCENT, SECOND, GREY, "#b8860b")
BEYOND = 1e-3  # of the mass of the first mechanism lies outside the picture
POINTS = 1601
LEAST_ATOM = 1e-6  # an arrow for less would look like one that matters


def densities(noises: Mapping[str, Mechanism], caption: str) -> Figure:
    """The densities of mechanisms by their names, the first one in front.

    Raises
    ------
    BadInput
        When it is drawn, for densities that are too high or too wide for doubles.
    """

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        first = next(iter(noises.values()))
        with np.errstate(over="ignore", invalid="ignore"):
            end = 1.25 * float(-first.ppf(BEYOND)) or first.sensitivity
            x = end * np.linspace(-1, 1, POINTS)
            curves = {name: noise.pdf(x) for name, noise in noises.items()}
        top = max(map(float, map(np.max, curves.values())))
        if not (0 < top < math.inf and end < math.inf):
            raise BadInput("density", top, "one that doubles hold, to be drawn")
        for place, (name, noise) in reversed(list(enumerate(noises.items()))):
            colour = COLOURS[place % len(COLOURS)]
            drawn, label = [], name
            for mass in map(float, noise.atoms()[1]):
                if mass >= LEAST_ATOM:
                    drawn.append(mass)
                else:
                    label += f" (atom of {mass:.1g} not drawn)"
            width = 1 if place else 1.8
            axes.plot(x, curves[name], color=colour, label=label, linewidth=width)
            for mass in drawn:
                atom(axes, 0.5 * top, f"{mass:.3g}", colour)
        handles, names = axes.get_legend_handles_labels()
        axes.legend(handles[::-1], names[::-1], loc="upper right")
        axes.set_xlabel("$x$", loc="right")
        axes.set_ylabel("density")
        axes.set_ylim(0, 1.08 * top)

    return Figure("densities", "", "", caption, draw, (6.4, 3.4))
