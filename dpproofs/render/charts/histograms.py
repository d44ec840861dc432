"""Two histograms over each other, with the witness set shaded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from dpproofs.audit.record import HistogramRecord, SetRecord
from dpproofs.render.charts.frame import (
    BOTTOM,
    TOP,
    Scale,
    across,
    axes,
    even_ticks,
    figure,
    key,
    picture,
    upwards,
)  # fmt: skip
from dpproofs.render.numerals import exact, number
from dpproofs.render.skeleton import text

LEAST = 2.5  # width of a single value of the witness set in the picture
FAR = 1e-4  # a range this narrow beside its place is shown from its beginning


def histograms(
    name: str,
    data: HistogramRecord,
    seen: str,
    inputs: tuple[str, str],
    chosen: SetRecord | None,
) -> str:
    """The figure; in words where nothing can be drawn.

    Parameters
    ----------
    name
        Unique on the page.
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
        return "<p>The draws are too close to each other to be drawn.</p>"
    offset = edges[0] if abs(edges[0]) * FAR > edges[-1] - edges[0] else 0.0
    edges = [edge - offset for edge in edges]
    tops = [_densities(edges, counts) for counts in (here, there)]
    x = across(edges[0], edges[-1])
    y = upwards(0, 1.06 * max(*tops[0], *tops[1], 0) or 1.0)
    spans = [] if chosen is None else _spans(x, chosen, offset)
    ticks = [(t, number(t)) for t in even_ticks(x.low, x.high)]
    heights = [(t, number(t)) for t in even_ticks(y.low, y.high)]
    axis = f"{seen} − {exact(int(offset) if offset.is_integer() else offset)}" if offset else seen
    inside = (
        _bands(spans)
        + axes(x, y, ticks, heights, (axis, "density"))
        + "".join(
            f'<path class="{kind}" d="{_steps(x, y, edges, top)}"/>'
            for kind, top in zip(("here", "there"), tops, strict=True)
        )
    )
    shown = f"{sum(here):,} draws at {inputs[0]} and {sum(there):,} at {inputs[1]}"
    words = f"Densities of {axis} from {shown}, between {number(x.low)} and {number(x.high)}."
    legend = key("here", f"at {inputs[0]}") + key("there", f"at {inputs[1]}")
    outside = "" if spans or chosen is None else " The witness set lies outside the picture."
    if spans:
        legend += key("set", "the witness set")
    title = f"Histograms of {seen} at {inputs[0]} and {inputs[1]}"
    svg = picture(name, title, words + outside, inside)
    drawn = shown.replace("draws at", "at", 1)
    caption = f"{legend}<br/>The middle 99 % of the first draws; {text(drawn)}.{outside}"
    return figure(svg, caption)


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


def _steps(x: Scale, y: Scale, edges: Sequence[float], heights: Sequence[float]) -> str:
    parts = [f"M{x(edges[0]):.1f},{BOTTOM}"]
    for height, edge in zip(heights, edges[1:], strict=True):
        parts.append(f"V{y(height):.1f}H{x(edge):.1f}")
    return "".join([*parts, f"V{BOTTOM}Z"])


def _spans(x: Scale, chosen: SetRecord, offset: float) -> list[tuple[float, float]]:
    """Where the set is in the picture, from left to right, touching parts joined."""
    spans = []
    for interval in chosen.intervals or ():
        start, end = (
            end if side is None else side - offset
            for side, end in zip(interval, (x.low, x.high), strict=True)
        )
        if start < x.high and end > x.low:
            spans.append(_wide(x(start), x(end)))
    points = [point - offset for point in chosen.points or ()]
    spans += [_wide(x(p), x(p)) for p in points if x.low <= p <= x.high]
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + 0.3:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _wide(start: float, end: float) -> tuple[float, float]:
    missing = max(0.0, LEAST - (end - start)) / 2
    return start - missing, end + missing


def _bands(spans: Sequence[tuple[float, float]]) -> str:
    """Shades over the whole height, and a strip at the foot in which thin parts are seen."""
    return "".join(
        f'<rect class="{kind}" x="{a:.2f}" y="{top}" width="{b - a:.2f}" height="{high}"/>'
        for a, b in spans
        for kind, top, high in (("set", TOP, BOTTOM - TOP), ("strip", BOTTOM - 5, 5))
    )
