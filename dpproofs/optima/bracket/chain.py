"""Multipliers for a threshold of which only the shift by a whole sensitivity counts.

With one cell in a sensitivity, g(j) = e^epsilon g(j - 1) + 2 (nu - l(j)) from g(0) = 2 nu on, until
it is not positive, has l + v = nu on all cells before. Source: docs/optimum.md, Theorem 5.
"""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction

from dpproofs.optima.bracket.exact_ends import BITS, KEPT, Exact, Lower, NotProved, shown_lower

BEYOND = 40  # e^-BEYOND of the bound is lost where they end
MOST_TESTED, MOST_EXACT = 40_000, 1_000  # cells
MOST_FALL = 1_400  # e^-MOST_FALL is the smallest level that a certificate has room for
ROUNDS, MARGIN = 60, 1e-9


def chain_lower(asked: Exact) -> Lower:
    """The best bound of these multipliers.

    Raises
    ------
    NotProved
        When they are too many, or too small.
    """
    found, before = list[Lower](), asked.cost.settled(1)
    if before > MOST_TESTED or float(asked.epsilon) * before > MOST_FALL:
        raise NotProved("the multipliers have no room")
    for each in (_short, _searched):
        with contextlib.suppress(NotProved, OverflowError):
            found.append(each(asked, before))
    if not found:
        raise NotProved("the multipliers do not end")
    return max(found, key=lambda each: each.bound)


def _searched(asked: Exact, before: int) -> Lower:
    """Those of the level that is best beside delta, where doubles are fine enough."""
    growth, delta = math.exp(float(asked.epsilon)), float(asked.delta)
    total = sum(growth ** (i - before) for i in range(before + 1))
    low, high = -MARGIN - math.log(total) - before * math.log(growth), 0.0

    def bound(log: float) -> float:
        try:
            return math.exp(log) - delta * max(math.exp(log), *_values(log, growth, before))
        except NotProved:
            return -math.inf

    for _ in range(ROUNDS):
        third = (high - low) / 3
        if bound(low + third) < bound(high - third):
            low += third
        else:
            high -= third
    scale = 1 << max(KEPT + math.ceil(math.log2(1 + growth) - low / math.log(2)), 8)
    values = [round(Fraction(value) * scale) for value in _values(low, growth, before)]
    return shown_lower(scale, [(1, 0, values)], asked)


def _short(asked: Exact, before: int) -> Lower:
    """Those that end so many cells further on, in exact numbers: what is best beside no delta."""
    growth, steep = Fraction(asked.growth()[1], 1 << BITS), float(asked.epsilon)
    more = math.ceil(BEYOND / max(steep, 1e-9))
    if more > MOST_EXACT:
        raise NotProved("the multipliers are too many to be exact")
    rest = 1 - 1 / growth**more
    nu = rest / (growth**before - 1 + rest)
    scale = 1 << KEPT + math.ceil((steep * (before + 1) + 3 * BEYOND) / math.log(2))
    values, last = list[int](), 0
    for _ in range(before):
        last = math.floor(growth * last + 2 * nu * scale)
        values.append(last)
    while len(values) < before + more:
        last = math.ceil(growth * last - 2 * (1 - nu) * scale)
        if last <= 0:
            return shown_lower(scale, [(1, 0, values)], asked)
        values.append(last)
    raise NotProved("the multipliers do not end")


def _values(log: float, growth: float, before: int) -> list[float]:
    """g(0), g(1), ... until it is 0."""
    nu, found, last = math.exp(log), list[float](), 0.0
    for j in range(2 * MOST_TESTED):
        last = growth * last + 2 * (nu - (j >= before))
        if last <= 0:
            return found
        if last > 1 / MARGIN**2:
            break
        found.append(last)
    raise NotProved("the multipliers do not end")
