"""A figure of a paper, drawn as vector graphics with the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from dpproofs.render.drawing import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

INK, ACCENT, SECOND, GREY = "#1f3a5f", "#a3201d", "#1b6b3a", "#8a929b"

_STYLE: dict[str, Any] = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "axes.titlesize": 10,
    "lines.linewidth": 1.6,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "figure.constrained_layout.use": True,
    "pdf.fonttype": 42,
    "pdf.compression": 9,
}


@dataclass(frozen=True)
class Figure:
    """A figure.

    Attributes
    ----------
    name
        Name of its files, ``<paper>-<figure>``.
    paper, item
        Where the paper shows it.
    caption
        What it shows, in plain text.
    draw
        Draws it on an empty canvas.
    size
        Width and height in inches.
    """

    name: str
    paper: str
    item: str
    caption: str
    draw: Callable[[Canvas], None]
    size: tuple[float, float] = (5.6, 2.6)

    def render(self, kind: Literal["pdf", "svg"]) -> bytes:
        """The bytes of the figure's file.

        Raises
        ------
        FiguresUnavailable
            When matplotlib is missing.
        """
        return drawn(self.draw, self.size, _STYLE, kind)


# -- what several figures draw ---------------------------------------------------------------------


def line_of_x(axes: Axes, *, ticks: dict[float, str], top: float) -> None:
    """Dress axes as the line of the noise: no scale upwards, named places along it."""
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xticks(list(ticks), list(ticks.values()))
    axes.set_xlabel("$x$", loc="right")
    axes.set_ylim(0, 1.12 * top)


def atom(axes: Axes, height: float, label: str, colour: str = ACCENT) -> None:
    """An arrow at the origin: a point that has mass."""
    axes.annotate(
        "", xy=(0, height), xytext=(0, 0), annotation_clip=False,
        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.8, "shrinkA": 0,
                    "shrinkB": 0},
    )  # fmt: skip
    axes.annotate(
        label, xy=(0, height), xytext=(5, -2), textcoords="offset points", color=colour, va="top"
    )
