"""The evidence over time: the e-value against the pairs drawn, both on logarithmic scales."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from dpproofs.render.charts.frame import (
    LEFT,
    RIGHT,
    across,
    axes,
    figure,
    finite,
    key,
    log_ticks,
    picture,
    upwards,
)  # fmt: skip
from dpproofs.render.numerals import count, exponential, number

COLUMNS = 320  # points that are told apart from left to right
Point = tuple[float, float]


def evidence(name: str, history: Sequence[Sequence[float]], alpha: float) -> str:
    """The figure; in words when there is too little to draw.

    Parameters
    ----------
    name
        Unique on the page.
    history
        Pairs drawn, increasing, and the natural logarithm of the e-value.
    alpha
        In (0, 1).
    """
    points = [
        (math.log10(pairs), log / math.log(10))
        for pairs, log in history
        if finite(pairs) and finite(log) and pairs >= 1
    ]
    if len(points) < 2 or points[-1][0] <= points[0][0]:
        return "<p>There were too few rounds for a picture of the evidence.</p>"
    goal = -math.log10(alpha)
    best_pairs, best = max(points, key=lambda point: point[1])
    low, high = min(0.0, *(e for _, e in points)), max(goal, best)
    margin = 0.08 * (high - low)
    x, y = across(points[0][0], points[-1][0]), upwards(low - margin, high + margin)
    points = [*_thinned(points)]
    heights = accumulate((e for _, e in points), max)
    record = [(p, top) for (p, _), top in zip(points, heights, strict=True)]
    lines = [
        f'<path class="{kind}" d="{_line([(x(p), y(e)) for p, e in path])}"/>'
        for kind, path in (("record", [*_stairs(record)]), ("course", points))
    ]
    inside = (
        axes(
            x,
            y,
            [(t, number(10**t)) for t in log_ticks(x.low, x.high)],
            [(t, exponential(t * math.log(10))) for t in log_ticks(y.low, y.high)],
            ("pairs of draws", "e-value"),
        )
        + f'<path class="goal" d="M{LEFT},{y(goal):.1f}H{RIGHT}"/>'
        + "".join(lines)
        + f'<circle class="top" cx="{x(best_pairs):.1f}" cy="{y(best):.1f}" r="4.5"/>'
    )
    at = count(round(10**best_pairs), "pair")
    peak = f"highest: {exponential(best * math.log(10))} after {at}"
    level = f"1/α = {number(1 / alpha)}: a violation from here on"
    words = f"The e-value over {count(round(10 ** points[-1][0]), 'pair')} of draws; {peak}."
    svg = picture(name, "The evidence against the claim over time", words, inside)
    legend = key("course", "e-value") + key("record", "its running maximum") + key("goal", level)
    return figure(svg, f"{legend}{key('top', peak)}")


def _stairs(points: Sequence[Point]) -> Iterator[Point]:
    """A line that rises where a record is set, with nothing in between."""
    yield points[0]
    for (_, before), (p, after) in pairwise(points):
        if after > before:
            yield p, before
            yield p, after
    yield points[-1]


def _thinned(points: Sequence[Point]) -> Iterator[Point]:
    """The first, lowest, highest and last point of each column of the picture."""
    first, last = points[0][0], points[-1][0]
    columns: dict[int, list[Point]] = {}
    for point in points:
        columns.setdefault(int(COLUMNS * (point[0] - first) / (last - first)), []).append(point)
    for column in columns.values():
        low, high = (pick(column, key=lambda point: point[1]) for pick in (min, max))
        yield from sorted({column[0], low, high, column[-1]})


def _line(places: Sequence[Point]) -> str:
    return "M" + "L".join(f"{a:.1f},{b:.1f}" for a, b in places)
