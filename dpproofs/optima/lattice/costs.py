"""What noise on cells costs at least and at most: exact numbers around |x|^p, or beyond a place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball, rational

Ends: TypeAlias = tuple[Fraction, Fraction]

HALF = Fraction(1, 2)
BITS = 128


@dataclass(frozen=True)
class Power:
    """|x|^p on cells about the multiples of their width, in units of the width to the power of p.

    Source: docs/optimum.md, equations (4) and (6).
    """

    exponent: Fraction
    centred: ClassVar[bool] = True

    @property
    def order(self) -> float:
        """The power of the width with which a bracket narrows."""
        return 1 + min(float(self.exponent), 1)

    def lowest(self, _n: int, count: int) -> list[Fraction]:
        """l(0), ..., l(count - 1)."""
        return lowest(self.exponent, count)

    def highest(self, _n: int, count: int) -> list[Fraction]:
        """u(0), ..., u(count - 1)."""
        return highest(self.exponent, count)

    def settled(self, _n: int) -> int:
        """From this cell on l does not fall."""
        return math.ceil(self.exponent) + 2

    def unit(self, width: Fraction) -> Ends:
        """Below and above the unit of the costs."""
        return powers(width, self.exponent)


@dataclass(frozen=True)
class Threshold:
    """1 where |x| > t, else 0, on cells between the multiples of their width.

    Source: docs/optimum.md, Theorem 5. ``place`` is t in sensitivities.
    """

    place: Fraction
    centred: ClassVar[bool] = False

    def lowest(self, n: int, count: int) -> list[Fraction]:
        """1 for the cells beyond t."""
        return [Fraction(j >= self.place * n) for j in range(count)]

    def highest(self, n: int, count: int) -> list[Fraction]:
        """The share of each cell that lies beyond t."""
        return [min(max(j + 1 - self.place * n, Fraction(0)), Fraction(1)) for j in range(count)]

    def settled(self, n: int) -> int:
        """From this cell on all cost 1."""
        return math.ceil(self.place * n)

    def unit(self, _width: Fraction) -> Ends:
        """A probability has none."""
        return Fraction(1), Fraction(1)


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
