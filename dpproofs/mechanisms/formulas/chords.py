"""rho where only values of psi are known: between orders psi, which is convex, is below chords."""

from __future__ import annotations

import heapq
import math
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from typing import TypeAlias

    from dpproofs.mechanisms.formulas.enclosure import Ball
    from dpproofs.mechanisms.formulas.losses import Loss

    Point: TypeAlias = tuple[Ball, Ball]  # t and psi(t)

WIDTH = 2.0**-14  # of the enclosure of rho, relative
FIRST = Fraction(1, 1 << 20)  # an order so little above 1 that Kullback's divergence tells it


def zcdp(loss: Loss) -> Ball:
    """The supremum of F(t) = psi(t)/(t (t + 1)) over t > 0, between values and what chords show.

    Up to FIRST, psi(t)/t is at most at its end; on [s, t] psi is at most the chord A + B x, A <= 0;
    and beyond the last order psi(t) is at most t times the largest loss.
    """
    from flint import arb

    first = ball(FIRST)
    start = (first, loss.log_moment(first))
    best = loss.kullback().max(start[1] / first / (1 + first))
    cells: list[tuple[float, Point, Point]] = []
    bound, most = start[1] / first, loss.most()
    while not most / (start[0] + 1) < best:
        end = (2 * start[0], loss.log_moment(2 * start[0]))
        best = best.max(end[1] / end[0] / (1 + end[0]))
        heapq.heappush(cells, cell(start, end))
        start = end
    while cells and -cells[0][0] > float(best.lower()) * (1 + WIDTH):
        _, low, high = heapq.heappop(cells)
        middle = (low[0] + high[0]) / 2
        found = (middle, loss.log_moment(middle))
        best = best.max(found[1] / middle / (1 + middle))
        for ends in ((low, found), (found, high)):
            heapq.heappush(cells, cell(*ends))
    bounds = (arb(-each[0]) for each in cells)
    enclosed: Ball = best.union(reduce(lambda a, b: a.max(b), bounds, bound.max(best)))
    return enclosed


def cell(low: Point, high: Point) -> tuple[float, Point, Point]:
    """Ends of a chord, after minus what F is at most between them.

    The quotient (A + B x)/(x (x + 1)) is largest where B x^2 + 2 A x + A = 0, and before it rises.
    """
    (s, below), (t, above) = low, high
    slope = (above - below) / (t - s)
    start = (below - slope * s).min(0 * s)
    place = (-start + (start * (start - slope)).sqrt()) / slope
    at = (start / place + slope) / (place + 1)
    ends = (below / s / (s + 1)).max(above / t / (t + 1))
    inside = ends if place < s or place > t else ends.max(at)
    return -math.nextafter(float(inside.upper()), math.inf), low, high
