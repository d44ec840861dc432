"""How much the best of the known mechanisms wastes, over epsilon and delta: a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.render.figures.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

LEAST, MOST = 1e-4, 0.3  # of the colours
DARK = 0.02  # above it numbers are white


@dataclass(frozen=True)
class Cell:
    """One cell of a grid.

    Attributes
    ----------
    epsilon, delta, cost
        The privacy, and the p of the cost.
    waste
        By which share the cheapest known mechanism is above the least cost, at least.
    name
        What that mechanism is called.
    """

    epsilon: float
    delta: float
    cost: float
    waste: float
    name: str


def short(name: str) -> str:
    """The initials of a mechanism: "TL" for Truncated Laplace."""
    return "".join(word[0] for word in name.split() if word[0].isupper())


def per_cent(share: float) -> str:
    """Two digits, down to a hundredth of a per cent."""
    return f"{100 * share:.2g}" if share >= LEAST else "<.01"


def waste(cells: Sequence[Cell]) -> Figure:
    """A panel for each cost; each cell says how many per cent, and with which mechanism."""
    costs = sorted({cell.cost for cell in cells})
    rows = len({cell.epsilon for cell in cells})
    names = sorted({cell.name for cell in cells})

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, len(costs), squeeze=False)[0]
        for axes, cost in zip(panels, costs, strict=True):
            _panel(axes, [cell for cell in cells if cell.cost == cost])
            axes.set_title(rf"$\mathrm{{E}}|X|^{{{cost:g}}}$")

    letters = ", ".join(f"{short(name)} {name}" for name in names)
    caption = (
        "By how many per cent the cheapest of the known mechanisms, each at its least noise, costs "
        f"more than the least of any noise, at least. {letters}."
    )
    return Figure("waste", "", "", caption, draw, (4.4 * len(costs), 0.8 + 0.34 * rows))


def _panel(axes: Axes, cells: Sequence[Cell]) -> None:
    from matplotlib.colors import LogNorm

    epsilons, deltas = (
        sorted({getattr(cell, name) for cell in cells}) for name in ("epsilon", "delta")
    )
    shades = np.full((len(epsilons), len(deltas)), np.nan)
    for cell in cells:
        place = epsilons.index(cell.epsilon), deltas.index(cell.delta)
        shades[place] = min(max(cell.waste, LEAST), MOST)
        axes.text(
            place[1], place[0], f"{per_cent(cell.waste)} {short(cell.name)}", ha="center",
            va="center", fontsize=6, color="white" if cell.waste > DARK else "black",
        )  # fmt: skip
    axes.imshow(shades, cmap="Blues", norm=LogNorm(LEAST, MOST), aspect="auto", origin="lower")
    axes.set_xticks(range(len(deltas)), [f"{delta:g}" for delta in deltas])
    axes.set_yticks(range(len(epsilons)), [f"{epsilon:g}" for epsilon in epsilons])
    axes.set_xlabel(r"$\delta$")
    axes.set_ylabel(r"$\epsilon$")
