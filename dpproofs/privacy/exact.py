"""Step distributions with rational data: masses, divergences and costs without rounding.

A step distribution has a piecewise constant density, finitely many atoms, and possibly a geometric
tail: beyond its edges the density repeats with a period, scaled by a ratio each time. The staircase
and the uniform distribution with an atom are of this kind, so statements about them can be decided
exactly, infinite support included.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from dpproofs.kernel.errors import BadInput

Rational: TypeAlias = Fraction | int
Interval: TypeAlias = tuple[Rational, Rational]


@dataclass(frozen=True)
class StepDistribution:
    """A distribution on the line with a piecewise constant density and atoms.

    Attributes
    ----------
    edges
        Increasing; ``densities[i]`` is the density on ``(edges[i], edges[i + 1])``.
    densities
        Nonnegative, one fewer than edges.
    atoms
        Masses by location.
    period, ratio
        Beyond the last edge f(x) = ratio f(x - period), before the first f(x) = ratio f(x + period)
        and 0 <= ratio < 1. The default ratio is 0: no tails.

    Raises
    ------
    BadInput
        When the lengths, signs or order are wrong, or the masses do not add up to exactly 1.
    """

    edges: tuple[Fraction, ...]
    densities: tuple[Fraction, ...]
    atoms: Mapping[Fraction, Fraction] = field(default_factory=dict)
    period: Fraction = Fraction(1)
    ratio: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if any(low >= high for low, high in pairwise(self.edges)):
            raise BadInput("edges", self.edges, "strictly increasing")
        if len(self.densities) != len(self.edges) - 1 or any(f < 0 for f in self.densities):
            raise BadInput("densities", self.densities, "nonnegative, one for each pair of edges")
        if any(mass < 0 for mass in self.atoms.values()):
            raise BadInput("atoms", dict(self.atoms), "nonnegative masses")
        if not 0 <= self.ratio < 1:
            raise BadInput("ratio", self.ratio, "a number in [0, 1)")
        if self.ratio and not self.edges[0] <= 0 <= self.edges[-1]:
            raise BadInput("edges", self.edges, "around 0 when there are tails")
        if not 0 < self.period <= self.edges[-1] - self.edges[0]:
            raise BadInput("period", self.period, "positive and at most the distance of the edges")
        if self.total != 1:
            raise BadInput("densities", self.densities, f"of mass 1 (it is {self.total})")

    @property
    def total(self) -> Fraction:
        """The mass of the whole line; 1 once constructed."""
        inside = self._inside(self.edges[0], self.edges[-1])
        return inside + sum(self._tails()) + sum(self.atoms.values())

    def density(self, x: Rational) -> Fraction:
        """The density at x, continuous from the right."""
        first, last, x = self.edges[0], self.edges[-1], Fraction(x)
        periods = 0
        if x >= last:
            periods = math.floor((x - last) / self.period) + 1
            x -= periods * self.period
        elif x < first:
            periods = math.ceil((first - x) / self.period)
            x += periods * self.period
        scale = self.ratio**periods
        return scale * self.densities[bisect_right(self.edges, x) - 1] if scale else Fraction(0)

    def pieces(self, low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, ...]]:
        """Density and ends of each piece between the edges, cut to [low, high]."""
        for f, (a, b) in zip(self.densities, pairwise(self.edges), strict=True):
            if max(a, low) < min(b, high):
                yield f, max(a, low), min(b, high)

    def mass(self, intervals: Iterable[Interval], points: Iterable[Rational] = ()) -> Fraction:
        """The probability of a union of open intervals and single points, overlaps counted once."""
        pieces = disjoint(intervals)
        inside = {x for x in self.atoms if any(low < x < high for low, high in pieces)}
        inside |= {Fraction(x) for x in points}
        continuous = sum((self._upto(high) - self._upto(low) for low, high in pieces), Fraction(0))
        return continuous + sum((self.atoms.get(x, Fraction(0)) for x in inside), Fraction(0))

    def divergence(self, shift: Rational, growth: Rational) -> Fraction:
        """sup P(S) - growth P(S + shift) over all S, for growth = e^epsilon >= 0."""
        shift = Fraction(shift)
        # Beyond low and high both f(x) and f(x + shift) are in the same tail: what is beyond
        # repeats one period geometrically.
        low, high = self.edges[0] - abs(shift), self.edges[-1] + abs(shift)
        ends = (low - self.period, low, high, high + self.period)
        breaks = self._breaks(ends[0] - abs(shift), ends[-1] + abs(shift))
        grid = sorted({*ends, *breaks, *(x - shift for x in breaks)})
        total = Fraction(0)
        for left, right in pairwise(x for x in grid if ends[0] <= x <= ends[-1]):
            gain = self.density(left) - growth * self.density(left + shift)
            repeated = right <= low or left >= high
            weight = 1 / (1 - self.ratio) if repeated else 1
            total += max(gain, Fraction(0)) * (right - left) * weight
        for x, mass in self.atoms.items():
            total += max(mass - growth * self.atoms.get(x + shift, Fraction(0)), Fraction(0))
        return total

    def reflected(self) -> StepDistribution:
        """The distribution of -X."""
        return StepDistribution(
            edges=tuple(-x for x in reversed(self.edges)),
            densities=self.densities[::-1],
            atoms={-x: mass for x, mass in self.atoms.items()},
            period=self.period,
            ratio=self.ratio,
        )

    def moment(self, p: int) -> Fraction:
        """E|X|^p for an integer p >= 0.

        Raises
        ------
        BadInput
            When p is not such an integer.
        """
        if p < 0:
            raise BadInput("p", p, "an integer >= 0")
        points = sum((mass * abs(x) ** p for x, mass in self.atoms.items()), Fraction(0))
        return points + sum(_right_moment(side, p) for side in (self, self.reflected()))

    def step_cost(self, jumps: Mapping[Fraction, Fraction]) -> Fraction:
        """The expected cost L(x) = sum of the jumps at t with t <= |x|, for thresholds t > 0."""
        total = Fraction(0)
        for t, height in jumps.items():
            if t <= 0:
                raise BadInput("jumps", dict(jumps), "a mapping from thresholds > 0")
            total += height * (1 - self.mass([(-t, t)]))
        return total

    def _inside(self, low: Fraction, high: Fraction) -> Fraction:
        """Mass of the density on [low, high], between the edges."""
        return sum((f * (b - a) for f, a, b in self.pieces(low, high)), Fraction(0))

    def _tails(self) -> tuple[Fraction, Fraction]:
        """Mass before the first and beyond the last edge."""
        first, last, repeats = self.edges[0], self.edges[-1], self.ratio / (1 - self.ratio)
        left = repeats * self._inside(first, first + self.period)
        return left, repeats * self._inside(last - self.period, last)

    def _upto(self, x: Fraction) -> Fraction:
        """Mass of the density below x."""
        first, last = self.edges[0], self.edges[-1]
        left, right = self._tails()
        if x < first:
            periods = math.ceil((first - x) / self.period)
            start = x + periods * self.period
            return self.ratio**periods * (left + self._inside(first, start))
        if x <= last:
            return left + self._inside(first, x)
        periods = math.ceil((x - last) / self.period)
        start = x - periods * self.period
        beyond = self.ratio**periods * (right + self._inside(start, last))
        return left + self._inside(first, last) + right - beyond

    def _breaks(self, low: Fraction, high: Fraction) -> set[Fraction]:
        """Where the density may jump, at least within [low, high]."""
        first, last = self.edges[0], self.edges[-1]
        if not self.ratio:
            return set(self.edges)
        before = range(1, math.ceil((first - low) / self.period) + 1)
        after = range(1, math.ceil((high - last) / self.period) + 1)
        return (
            set(self.edges)
            | {x - k * self.period for k in before for x in self.edges if x <= first + self.period}
            | {x + k * self.period for k in after for x in self.edges if x >= last - self.period}
        )


def _right_moment(of: StepDistribution, p: int) -> Fraction:
    """The part of E|X|^p that the density on x > 0 contributes."""
    first, last, zero = of.edges[0], of.edges[-1], Fraction(0)
    inside = sum((f * _power_integral(a, b, p) for f, a, b in of.pieces(zero, last)), zero)
    # sum over k >= 1 of ratio^k times the integral of (x + k period)^p over the last period.
    series = geometric_moments(of.ratio, p)
    series[0] -= 1
    tail = sum(
        (
            math.comb(p, j) * of.period**j * series[j] * f * _power_integral(a, b, p - j)
            for j in range(p + 1)
            for f, a, b in of.pieces(max(last - of.period, first), last)
        ),
        zero,
    )
    return inside + tail


def geometric_moments(ratio: Fraction, p: int) -> list[Fraction]:
    """c_j = sum over k >= 0 of ratio^k k^j, 0^0 = 1, for j = 0, ..., p.

    By c_{i+1} = ratio/(1 - ratio) sum_j C(i + 1, j) c_j: Geng & Viswanath, equation (335).
    """
    sums = [1 / (1 - ratio)]
    for i in range(p):
        terms = (math.comb(i + 1, j) * c for j, c in enumerate(sums))
        sums.append(ratio / (1 - ratio) * sum(terms, Fraction(0)))
    return sums


def _power_integral(low: Fraction, high: Fraction, p: int) -> Fraction:
    return (high ** (p + 1) - low ** (p + 1)) / (p + 1)


def disjoint(intervals: Iterable[Interval]) -> list[tuple[Fraction, Fraction]]:
    """Open intervals as disjoint ones with the same union, in order; empty ones are dropped."""
    merged: list[tuple[Fraction, Fraction]] = []
    for low, high in sorted(
        (Fraction(low), Fraction(high)) for low, high in intervals if low < high
    ):
        if merged and low < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


def exact_staircase(b: Rational, gamma: Rational, sensitivity: Rational = 1) -> StepDistribution:
    """The staircase with b = e^{-epsilon} in (0, 1) and gamma in [0, 1]: equations (25), (26)."""
    b, gamma, size = Fraction(b), Fraction(gamma), Fraction(sensitivity)
    if not 0 < b < 1:
        raise BadInput("b", b, "a number in (0, 1)")
    if not 0 <= gamma <= 1:
        raise BadInput("gamma", gamma, "a number in [0, 1]")
    a = (1 - b) / (2 * size * (gamma + b * (1 - gamma)))
    pairs = [(end, level) for end, level in ((gamma, a), (Fraction(1), a * b)) if end]
    ends, levels = zip(*(pairs[:1] if gamma == 1 else pairs), strict=True)
    right = [size * end for end in ends]
    return StepDistribution(
        edges=(*(-x for x in reversed(right)), Fraction(0), *right),
        densities=(*reversed(levels), *levels),
        period=size,
        ratio=b,
    )


def exact_uniform_with_atom(
    delta: Rational, alpha: Rational, sensitivity: Rational = 1
) -> StepDistribution:
    """P_alpha with 0 <= alpha < delta < 1: Geng, Ding, Guo & Kumar, Section 3."""
    delta, alpha, size = Fraction(delta), Fraction(alpha), Fraction(sensitivity)
    if not 0 <= alpha < delta < 1:
        raise BadInput("alpha", alpha, f"a number in [0, delta = {delta}), delta < 1")
    h = (1 - alpha) / (delta - alpha) * size / 2
    return StepDistribution(
        edges=(-h, h),
        densities=((delta - alpha) / size,),
        atoms={Fraction(0): alpha} if alpha else {},
        period=2 * h,
    )
