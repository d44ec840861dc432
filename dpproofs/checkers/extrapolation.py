"""Where a function tends, from its values on the way to a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import sympy as sp

from dpproofs.checkers.numbers import digits

FIRST, LAST = 4, 44  # of the halvings of the distance to the point
MARGIN = 2  # digits that are not believed


def halvings(point: sp.Expr, side: str, at: Mapping[sp.Symbol, Any], context: Any) -> Iterator[Any]:
    """Places that tend to a point, each half as far from it as the one before."""
    for step in range(FIRST, LAST):
        near = context.mpf(2) ** -step
        if point.is_infinite:
            yield 1 / near if point is sp.oo else -1 / near
        else:
            yield digits(point, at, context) + (near if side == "+" else -near)


def extrapolated(values: list[Any], scale: Any, most: int) -> tuple[Any, int]:
    """Where values tend, by Wynn's epsilon algorithm, and to how many digits that seems known.

    It is the entry of the table whose neighbour in its column is nearest (P. Wynn, "On a device for
    computing the e_m(S_n) transformation", 1956). The digits are at most ``most``, and those of a
    number smaller than ``scale`` are counted below it.
    """
    before, column = [values[0].context.mpf(0)] * (len(values) + 1), list(values)
    best, error = column[-1], abs(column[-1] - column[-2])
    for order in range(1, len(values) - 1):
        gaps = [second - first for first, second in pairwise(column)]
        if any(gap == 0 for gap in gaps):
            break
        after = [old + 1 / gap for old, gap in zip(before[1:], gaps, strict=False)]
        before, column = column, after
        if order % 2 == 0 and abs(column[-1] - column[-2]) < error:
            best, error = column[-1], abs(column[-1] - column[-2])
    size = max(abs(best), scale)
    if size == 0:
        return best, most
    context = size.context
    return best, most if error == 0 else int(context.floor(-context.log10(error / size))) - MARGIN
