"""The frame of a picture: axes by matplotlib in a page's colours, and what it shows in words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from dpproofs.render.drawing import FiguresUnavailable, drawn, element
from dpproofs.render.skeleton import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Canvas

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 78, 604, 14, 252  # where the frame ends, in the picture's units
TICKS = 6
LEGEND = 60  # the height below a picture in which its legend stands
UNIT = 72  # of the picture to an inch

#: Colours in which a picture is drawn, and the names that style sheets give to them.
COLOURS = {
    "here": "#1f5f8b",
    "there": "#b5541c",
    "set": "#7b5bb0",
    "soft": "#5c6672",
    "ink": "#1d232b",
    "line": "#dde1e6",
    "holds": "#1b6b3a",
    "refuted": "#a3201d",
    "paper": "#fdfdfb",
}
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # words stay words, in the letters of the page
    "text.parse_math": False,  # and those of strangers are no formulas
    "font.size": 14,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": COLOURS["soft"],
    "axes.labelcolor": COLOURS["ink"],
    "axes.axisbelow": True,
    "xtick.color": COLOURS["soft"],
    "ytick.color": COLOURS["soft"],
    "xtick.major.size": 5,
    "ytick.major.size": 0,
    "ytick.major.pad": 7,
    "grid.color": COLOURS["line"],
    "grid.linewidth": 0.7,
}


@dataclass(frozen=True)
class Picture:
    """A picture and its legend.

    Attributes
    ----------
    title, words
        What it is and what it shows, in plain words.
    draw
        Draws it on an empty canvas.
    caption
        In HTML.
    height
        In the picture's units; it is `WIDTH` wide.
    """

    title: str
    words: str
    draw: Callable[[Canvas], None]
    caption: str
    height: float = HEIGHT

    def element(self, name: str) -> str:
        """The element ``svg``, with ``name`` unique on its page.

        Raises
        ------
        FiguresUnavailable
            When matplotlib is missing.
        """
        svg = drawn(self.draw, (WIDTH / UNIT, self.height / UNIT), _STYLE).decode()
        return in_colours(element(svg, name, text(self.title), text(self.words)))

    def file(self, kind: Literal["pdf", "svg"]) -> bytes:
        """A file that stands alone: on paper, with a legend by matplotlib below, no caption.

        Raises
        ------
        FiguresUnavailable
            When matplotlib is missing.
        """

        def draw(canvas: Canvas) -> None:
            self.draw(canvas)
            canvas.legend(loc="lower center", ncols=2, frameon=False, fontsize=12)

        height = (self.height + LEGEND) / UNIT
        style = _STYLE | {"savefig.facecolor": "white", "svg.fonttype": "path"}
        return drawn(draw, (WIDTH / UNIT, height), style, kind)

    def figure(self, name: str) -> str:
        """The element ``figure``, with ``name`` unique on its page.

        Without matplotlib it has the words in the place of the drawing.
        """
        try:
            shown = self.element(name)
        except FiguresUnavailable as missing:
            words = map(text, (self.title, self.words, missing))
            shown = str(Markup("<p>{}: {}</p><p>{}</p>").format(*words))
        return f'<figure class="chart">{shown}<figcaption>{self.caption}</figcaption></figure>'


_LETTERS = re.compile(
    r"font-size: [^;]*; font-family: [^;\"]*(?:; )?"  # the page's own
    r'| transform="rotate\(-0 [^)]*\)"'  # which turns nothing
)


def in_colours(svg: str) -> str:
    """A drawing in whatever colours and letters the page has."""
    for name, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{name}, {colour})")
    return _LETTERS.sub("", svg)


def framed(canvas: Canvas) -> Axes:
    """The axes of a picture, with lines across at the ticks of the vertical one."""
    height = canvas.get_figheight() * UNIT
    axes = canvas.add_axes(
        (LEFT / WIDTH, 1 - BOTTOM / height, (RIGHT - LEFT) / WIDTH, (BOTTOM - TOP) / height)
    )
    axes.grid(visible=True, axis="y")
    axes.margins(0)
    return axes


def named(axes: Axes, across: str, upwards: str) -> None:
    """Name both axes; style sheets leave out the vertical name where there is no room."""
    axes.set_xlabel(across, labelpad=10)
    axes.set_ylabel(upwards, gid="side")
    axes.yaxis.set_label_coords(-60 / (RIGHT - LEFT), 0.5)


def ticked(axis: Axis, places: Sequence[float] | None, written: Callable[[float], str]) -> None:
    """Ticks at some places, or at round numbers, and how they are written."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

    rounds = MaxNLocator(TICKS, steps=[1, 2, 2.5, 5, 10])
    axis.set_major_locator(rounds if places is None else FixedLocator(places))
    axis.set_major_formatter(FuncFormatter(lambda value, _: written(value + 0.0)))


def clear(colour: str, share: float) -> tuple[str, float]:
    """A colour through which one sees."""
    return COLOURS[colour], share


def log_ticks(low: float, high: float) -> list[float]:
    """Decimal logarithms of round numbers, between two decimal logarithms.

    Matplotlib's own logarithmic scale ends where doubles do.
    """
    if high - low >= TICKS / 2:
        stride = max(1, math.ceil((high - low) / TICKS))
        return [float(k) for k in range(math.ceil(low), math.floor(high) + 1) if k % stride == 0]
    powers = range(math.floor(low), math.ceil(high) + 1)
    logs = [power + math.log10(lead) for power in powers for lead in (1, 2, 5)]
    return [log for log in logs if low <= log <= high]


def key(kind: str, words: str) -> str:
    """An entry of a legend: how something looks, and what it is."""
    return f'<span class="key"><i class="swatch {kind}"></i>{text(words)}</span>'


def finite(value: object) -> bool:
    """Whether something is a number that can be drawn."""
    return isinstance(value, int | float) and math.isfinite(value)
