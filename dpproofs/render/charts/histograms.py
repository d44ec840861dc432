"""Two histograms over each other, with the witness set shaded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dpproofs.auditing.record import HistogramRecord, SetRecord
from dpproofs.render.charts.frame import (
    BOTTOM,
    COLOURS,
    LEFT,
    RIGHT,
    TOP,
    Picture,
    clear,
    framed,
    key,
    named,
    ticked,
)  # fmt: skip
from dpproofs.render.numerals import exact, number
from dpproofs.render.skeleton import legible, text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

KINDS = ("here", "there")
SHADES = (0.22, 0.18)
LINES = ("solid", (0, (3.3, 1.4)))
TOUCHING = 0.3
LEAST = 2.5  # width of a single value of the witness set in the picture
STRIP = 5 / (BOTTOM - TOP)  # the share of the height in which thin parts are seen
EXTREME = 1e280  # numbers beyond it, and below its inverse, are not drawn
FAR = 1e-4  # a range this narrow beside its place is shown from its beginning


def histograms(name: str, *counted: Any) -> str:
    """The figure, with a name that is unique on its page; in words where nothing can be drawn."""
    picture = histogram(*counted)
    return f"<p>{picture}</p>" if isinstance(picture, str) else picture.figure(name)


def histogram(
    data: HistogramRecord, seen: str, inputs: tuple[str, str], chosen: SetRecord | None
) -> Picture | str:
    """The picture, or why nothing can be drawn.

    Parameters
    ----------
    data
        ``edges``, increasing, and counts ``here`` and ``there`` between them.
    seen
        What is counted, such as "y" or "y mod 60".
    inputs
        How the two inputs are called.
    chosen
        The witness set, if there is one.
    """
    edges, (here, there) = _with_width(data.edges, data.here, data.there)
    if not here:
        return "The draws are too close to each other to be drawn."
    offset = edges[0] if abs(edges[0]) * FAR > edges[-1] - edges[0] else 0.0
    edges = [edge - offset for edge in edges]
    tops = [_densities(edges, counts) for counts in (here, there)]
    low, high = edges[0], edges[-1]
    most = max(*tops[0], *tops[1], 0) or 1.0
    if not (1 / EXTREME < high - low < EXTREME and most < EXTREME):
        return "The draws are too close to each other, or too far apart, to be drawn."
    spans = [] if chosen is None else _spans((low, high), chosen, offset)
    axis = f"{seen} − {exact(int(offset) if offset.is_integer() else offset)}" if offset else seen

    def draw(canvas: Canvas) -> None:
        axes = framed(canvas)
        _bands(axes, spans)
        for kind, top, shade, line, at in zip(KINDS, tops, SHADES, LINES, inputs, strict=True):
            axes.stairs(
                top, edges, fill=True, gid=kind, facecolor=clear(kind, shade), linestyle=line,
                edgecolor=COLOURS[kind], linewidth=1.8, label=f"at {at}",
            )  # fmt: skip
        axes.set_xlim(low, high)
        axes.set_ylim(0, 1.06 * most)
        for each in (axes.xaxis, axes.yaxis):
            ticked(each, None, number)
        named(axes, legible(axis), "density")

    shown = f"{sum(here):,} draws at {inputs[0]} and {sum(there):,} at {inputs[1]}"
    words = f"Densities of {axis} from {shown}, between {number(low)} and {number(high)}."
    legend = key("here", f"at {inputs[0]}") + key("there", f"at {inputs[1]}")
    outside = "" if spans or chosen is None else " The witness set lies outside the picture."
    if spans:
        legend += key("set", "the witness set")
    title = f"Histograms of {seen} at {inputs[0]} and {inputs[1]}"
    drawn = shown.replace("draws at", "at", 1)
    caption = f"{legend}<br/>The middle 99 % of the first draws; {text(drawn)}.{outside}"
    return Picture(title, words + outside, draw, caption)


def _with_width(
    edges: Sequence[float], *counts: Sequence[int]
) -> tuple[list[float], list[list[int]]]:
    """Bins that doubles leave no width joined to the one before, and the first to the next."""
    bins = [i for i, (low, high) in enumerate(pairwise(edges)) if high > low]
    joined = [[0] * len(bins) for _ in counts]
    if bins:
        for totals, side in zip(joined, counts, strict=True):
            for i, count in enumerate(side):
                totals[max(0, bisect_right(bins, i) - 1)] += count
    return [float(edges[i]) for i in [0, *(i + 1 for i in bins)]], joined


def _densities(edges: Sequence[float], counts: Sequence[int]) -> list[float]:
    total = sum(counts) or 1
    return [
        c / (total * (high - low))
        for c, low, high in zip(counts, edges[:-1], edges[1:], strict=True)
    ]


def _spans(
    ends: tuple[float, float], chosen: SetRecord, offset: float
) -> list[tuple[float, float]]:
    """Where the set is in the picture, from left to right, touching parts joined."""
    low, high = ends
    unit = (high - low) / (RIGHT - LEFT)
    spans = []
    for interval in chosen.intervals or ():
        start, end = (
            end if side is None else side - offset for side, end in zip(interval, ends, strict=True)
        )
        if start < high and end > low:
            spans.append(_wide(max(start, low), min(end, high), unit))
    points = [point - offset for point in chosen.points or ()]
    spans += [_wide(p, p, unit) for p in points if low <= p <= high]
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + TOUCHING * unit:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _wide(start: float, end: float, unit: float) -> tuple[float, float]:
    missing = max(0.0, LEAST * unit - (end - start)) / 2
    return start - missing, end + missing


def _bands(axes: Axes, spans: Sequence[tuple[float, float]]) -> None:
    """Shades over the whole height, and a strip at the foot in which thin parts are seen."""
    for i, (start, end) in enumerate(spans):
        for kind, top, share in (("set", 1.0, 0.22), ("strip", STRIP, 1.0)):
            axes.axvspan(
                start, end, 0, top, gid=f"{kind}-{i}", facecolor=clear("set", share), linewidth=0,
                clip_on=False, label="_" if i or kind == "strip" else "the witness set",
            )  # fmt: skip
