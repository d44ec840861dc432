"""The evidence over time: the e-value against the pairs drawn, both on logarithmic scales."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from dpproofs.render.charts.frame import (
    COLOURS,
    Picture,
    finite,
    framed,
    key,
    log_ticks,
    named,
    ticked,
)  # fmt: skip
from dpproofs.render.numerals import count, exponential, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

COLUMNS = 320  # points that are told apart from left to right
Point = tuple[float, float]


def evidence(name: str, history: Sequence[Sequence[float]], alpha: float) -> str:
    """The figure, with a name that is unique on its page; in words where nothing can be drawn."""
    picture = course(history, alpha)
    return f"<p>{picture}</p>" if isinstance(picture, str) else picture.figure(name)


def course(history: Sequence[Sequence[float]], alpha: float) -> Picture | str:
    """The picture, or why nothing can be drawn.

    Parameters
    ----------
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
        return "There were too few rounds for a picture of the evidence."
    goal = -math.log10(alpha)
    best_pairs, best = max(points, key=lambda point: point[1])
    low, high = min(0.0, *(e for _, e in points)), max(goal, best)
    margin = 0.08 * (high - low)
    line = [*zip(*_thinned(points), strict=True)]
    record = [*accumulate(line[1], max)]
    level = f"1/α = {number(1 / alpha)}: a violation from here on"

    def draw(canvas: Canvas) -> None:
        axes = framed(canvas)
        axes.set_xlim(points[0][0], points[-1][0])
        axes.set_ylim(low - margin, high + margin)
        ticked(axes.xaxis, log_ticks(*axes.get_xlim()), lambda t: number(10**t))
        ticked(axes.yaxis, log_ticks(*axes.get_ylim()), lambda t: exponential(t * math.log(10)))
        named(axes, "pairs of draws", "e-value")
        axes.axhline(
            goal, gid="goal", color=COLOURS["refuted"], linewidth=1.8, dashes=(5, 2.2), label=level
        )
        axes.step(
            line[0], record, where="post", gid="record", color=COLOURS["soft"], linewidth=1.6,
            dashes=(1.25, 1.9), label="its running maximum",
        )  # fmt: skip
        axes.plot(*line, gid="course", color=COLOURS["here"], linewidth=2, label="e-value")
        axes.plot(
            best_pairs, best, "o", gid="top", color=COLOURS["here"], markersize=9, clip_on=False,
            markerfacecolor=COLOURS["paper"], markeredgewidth=2.2,
        )  # fmt: skip

    at = count(round(10**best_pairs), "pair")
    peak = f"highest: {exponential(best * math.log(10))} after {at}"
    words = f"The e-value over {count(round(10 ** points[-1][0]), 'pair')} of draws; {peak}."
    legend = key("course", "e-value") + key("record", "its running maximum") + key("goal", level)
    title = "The evidence against the claim over time"
    return Picture(title, words, draw, f"{legend}{key('top', peak)}")


def _thinned(points: Sequence[Point]) -> Iterator[Point]:
    """The first, lowest, highest and last point of each column of the picture."""
    first, last = points[0][0], points[-1][0]
    columns: dict[int, list[Point]] = {}
    for point in points:
        columns.setdefault(int(COLUMNS * (point[0] - first) / (last - first)), []).append(point)
    for column in columns.values():
        low, high = (pick(column, key=lambda point: point[1]) for pick in (min, max))
        yield from sorted({column[0], low, high, column[-1]})
