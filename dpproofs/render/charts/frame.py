"""The frame of a picture: two scales, their ticks, and an SVG that says in words what it shows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dpproofs.render.skeleton import text

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 78, 604, 14, 252  # where the frame ends, in the picture's units
TICKS = 6


@dataclass(frozen=True)
class Scale:
    """From numbers in [low, high], low < high, to places in a picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a number; those outside have the nearest end's."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)


def across(low: float, high: float) -> Scale:
    """The scale from left to right."""
    return Scale(low, high, LEFT, RIGHT)


def upwards(low: float, high: float) -> Scale:
    """The scale from the bottom to the top."""
    return Scale(low, high, BOTTOM, TOP)


def even_ticks(low: float, high: float) -> list[float]:
    """Round numbers in [low, high], at most about `TICKS`."""
    raw = (high - low) / (TICKS - 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Decimal logarithms of round numbers, between two decimal logarithms."""
    if high - low >= TICKS / 2:
        stride = max(1, math.ceil((high - low) / TICKS))
        return [float(k) for k in range(math.ceil(low), math.floor(high) + 1) if k % stride == 0]
    powers = range(math.floor(low), math.ceil(high) + 1)
    logs = [power + math.log10(lead) for power in powers for lead in (1, 2, 5)]
    return [log for log in logs if low <= log <= high]


def axes(
    x: Scale,
    y: Scale,
    x_ticks: Iterable[tuple[float, str]],
    y_ticks: Iterable[tuple[float, str]],
    names: tuple[str, str],
) -> str:
    """Lines, ticks and names of both axes; a tick is a number and how it is written."""
    parts = [f'<path class="axis" d="M{LEFT},{TOP}V{BOTTOM}H{RIGHT}"/>']
    for value, label in x_ticks:
        at = f"{x(value):.1f}"
        parts.append(f'<path class="axis" d="M{at},{BOTTOM}v5"/>')
        parts.append(f'<text x="{at}" y="{BOTTOM + 24}" text-anchor="middle">{text(label)}</text>')
    for value, label in y_ticks:
        height = y(value)
        parts.append(f'<path class="grid" d="M{LEFT},{height:.1f}H{RIGHT}"/>')
        parts.append(
            f'<text x="{LEFT - 7}" y="{height + 5:.1f}" text-anchor="end">{text(label)}</text>'
        )
    middle = (TOP + BOTTOM) / 2
    parts.append(
        f'<text class="name" x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
        f'{text(names[0])}</text><text class="name side" x="0" y="0" text-anchor="middle" '
        f'transform="translate(18,{middle}) rotate(-90)">{text(names[1])}</text>'
    )
    return "".join(parts)


def picture(name: str, title: str, words: str, inside: str, height: float = HEIGHT) -> str:
    """The SVG; ``name`` is unique on its page, title and words are for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-labelledby="{name}-title {name}-words"><title id="{name}-title">{text(title)}'
        f'</title><desc id="{name}-words">{text(words)}</desc>{inside}</svg>'
    )


def figure(svg: str, caption: str) -> str:
    """A picture with its caption, which is HTML."""
    return f'<figure class="chart">{svg}<figcaption>{caption}</figcaption></figure>'


def key(kind: str, words: str) -> str:
    """An entry of a legend: how something looks, and what it is."""
    return f'<span class="key"><i class="swatch {kind}"></i>{text(words)}</span>'


def finite(value: object) -> bool:
    """Whether something is a number that can be drawn."""
    return isinstance(value, int | float) and math.isfinite(value)
