"""What noise on cells costs at least and at most: exact numbers around |x|^p."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball, rational

Ends: TypeAlias = tuple[Fraction, Fraction]

HALF = Fraction(1, 2)
BITS = 128


def powers(base: Fraction, exponent: Fraction) -> Ends:
    """Below and above base^exponent, both >= 0; exact where the exponent is whole."""
    if exponent.denominator == 1 or base == 0:
        value = base ** int(exponent) if exponent.denominator == 1 else Fraction(0)
        return value, value
    from flint import ctx

    with ctx.workprec(BITS):
        enclosed = ball(base) ** ball(exponent)
        return rational(enclosed.lower()), rational(enclosed.upper())


def lowest(cost: Fraction, count: int) -> list[Fraction]:
    """l(0), ..., l(count - 1): lines that join them are nowhere above |x|^p; x counts cells.

    For p >= 1 both ends of each cell [j, j + 1] lie below the tangent at its middle; for p < 1 they
    lie on the curve, which is above its chords. Source: docs/optimum.md, equation (4).
    """
    if cost < 1:
        return [powers(Fraction(j), cost)[0] for j in range(count)]
    rises = [powers(j + HALF, cost - 1) for j in range(count)]
    found = [min(_products(HALF - cost / 2, rises[0]))]
    for j in range(1, count):
        left = _products(j - HALF + cost / 2, rises[j - 1])
        found.append(min(*left, *_products(j + HALF - cost / 2, rises[j])))
    return found


def highest(cost: Fraction, count: int) -> list[Fraction]:
    """No less than the mean of |x|^p over [j - 1/2, j + 1/2], for j = 0, ..., count - 1."""
    sides = [powers(j + HALF, cost + 1) for j in range(count)]
    middle = 2 * sides[0][1] / (cost + 1)
    return [middle, *((b[1] - a[0]) / (cost + 1) for a, b in pairwise(sides))]


def _products(factor: Fraction, ends: Ends) -> Iterator[Fraction]:
    return (factor * end for end in ends)
