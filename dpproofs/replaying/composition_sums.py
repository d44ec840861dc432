"""Sums of independent losses in integers, every rounding of which errs to one side.

A distribution of losses is a polynomial, whose coefficients are the probabilities of the places of
a lattice, in units of 2^-bits. Only P is written down: a loss l of probability p has p e^-l under
Q. From above, a probability may become larger and a loss too; from below, a probability may become
smaller.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpproofs.replaying.balls import rational as ball


@dataclass(frozen=True)
class Sum:
    """Probabilities of losses from the first place on, and of an infinite loss."""

    first: int
    values: Sequence[int | fmpz]
    infinite: int = 0

    @property
    def total(self) -> int:
        return int(sum(self.values)) + self.infinite


@dataclass(frozen=True)
class Arithmetic:
    """In units of 2^-bits; tails of no more than ``cut`` units are cut off after every product."""

    bits: int
    cut: int
    upwards: bool

    def power(self, one: Sum, count: int) -> Sum:
        """The sum of so many independent losses, by squaring."""
        found = one = self.trimmed(one)
        for digit in f"{count:b}"[1:]:
            found = self.product(found, found)
            if digit == "1":
                found = self.product(found, one)
        return found

    def product(self, a: Sum, b: Sum) -> Sum:
        """The sum of two independent losses."""
        raw = (fmpz_poly(a.values) * fmpz_poly(b.values)).coeffs() or [fmpz(0)]
        infinite = a.infinite * b.total + b.infinite * a.total if self.upwards else 0
        *values, rest = self.rounded([*raw, fmpz(infinite)])
        return self.trimmed(Sum(a.first + b.first, values, int(rest)))

    def rounded(self, numbers: Sequence[fmpz]) -> list[fmpz]:
        """Products of two probabilities in whole units; a shift rounds downwards."""
        if self.upwards:
            return [-(-number >> self.bits) for number in numbers]
        return [number >> self.bits for number in numbers]

    def trimmed(self, found: Sum) -> Sum:
        """From above, the left tail becomes as large as what is kept, the right one infinite."""
        last = len(found.values) - 1
        low, left = tail(found.values, self.cut, last)
        right_places, right = tail(found.values[::-1], self.cut, last - low)
        kept = list(found.values[low : last - right_places + 1])
        if not self.upwards:
            return Sum(found.first + low, kept)
        kept[0] += left
        return Sum(found.first + low, kept, found.infinite + right)


def tail(values: Sequence[int | fmpz], cut: int, most: int) -> tuple[int, int]:
    """How many of the first values have a sum of at most ``cut``, and that sum."""
    sums = [0, *accumulate(values)]
    places = min(bisect_right(sums, cut) - 1, most)
    return places, int(sums[places])


def excess(found: Sum, bits: int, lattice: tuple[Fraction, Fraction], epsilon: Fraction) -> arb:
    """The delta of an epsilon: the sum of p (1 - e^(epsilon - l)) over the losses l above it."""
    offset, step = lattice
    place = max(found.first, math.floor((epsilon - offset) / step) + 1)
    kept = fmpz_poly(found.values[place - found.first :])
    lost: arb = ball(epsilon - offset - place * step).exp() * arb_poly(kept)(ball(-step).exp())
    gained: arb = ball(found.infinite + int(kept(1)))
    return (gained - lost) / (1 << bits)
