"""The privacy profile at given parameters, from the definition of a family by ball arithmetic.

The line is cut where the density, or the shifted one, changes its form. On each cell the positive
part of f(x) - e^epsilon f(x + d) is integrated: a stretch on which the sign is seen in ball
arithmetic at once, others after they are halved, until what they can add is negligible. What lies
far out adds at most the mass there.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, along, ball, quadrature
from dpproofs.deriving.enclosure import Definition, Sums, narrowed
from dpproofs.deriving.given import Given
from dpproofs.deriving.line import DOUBLED, EVALUATIONS, within
from dpproofs.deriving.strips import ONE, ZERO, Strip
from dpproofs.deriving.tails import Majorant, integral_beyond, sum_beyond
from dpproofs.kernel.clock import busy
from dpproofs.tactics.terms import is_zero

HALVED = 6000  # stretches of one cell that are looked at
PERIODS = (32, 128, 512, 2048)  # or integers, that are looked at one by one


@dataclass(frozen=True)
class Excess:
    """The delta at e^epsilon for one shift, the larger one of both directions."""

    family: Given
    epsilon: sp.Symbol
    shift: sp.Expr

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            When no bound is known of what lies far out, or time is over before there is one.
        """
        until = busy() + seconds
        sides = (1,) if self.family.even else (1, -1)

        def found() -> arb:
            whole = arb(0)
            for side in sides:
                whole = whole.max(Pass(self, values, digits, until, side).whole())
            return whole

        low, high = narrowed(found, digits, until)
        return max(low, Fraction(0)), high


@dataclass(frozen=True)
class _Stretch:
    """A density on a stretch of the line, between two numbers."""

    density: sp.Expr
    lower: sp.Expr
    upper: sp.Expr


class Pass:
    """One pass over the line at one precision; with ``side = -1`` that of -X."""

    def __init__(
        self, of: Excess, values: Mapping[sp.Symbol, Fraction], digits: int, until: float, side: int
    ) -> None:
        self.family, self.until, self.side = of.family, until, side
        self.put = {s: sp.Rational(v.numerator, v.denominator) for s, v in values.items()}
        self.sums = Sums(Definition(of.family, ONE), values, digits, until)
        self.at, self.tiny = self.sums.at, self.sums.share * self.sums.share
        self.shift = of.shift.subs(self.put)
        self.growth = sp.exp(of.epsilon)
        self.y = sp.Symbol("y_", real=True)

    def whole(self) -> arb:
        """The delta."""
        found = self._atoms()
        if self.family.integers:
            return found + self._integers()
        indexed = [strip for strip in self.family.strips if strip.index is not None]
        if not indexed:
            return found + self._line(list(self._stretches(0)), None)
        period = min(sp.diff(s.lower, s.index).subs(self.put) for s in indexed)
        more = int(sp.ceiling(self.shift / period)) + 1
        for count in PERIODS:
            rest = self._later(indexed, count)
            if rest <= self.sums.share or self._late() or count == PERIODS[-1]:
                break
        reach = min(s.lower.subs(self.put).subs(s.index, count) for s in indexed)
        for strip in self.family.strips:
            if strip.index is None and not strip.upper.subs(self.put) <= reach:
                raise NoEnclosure("a piece without an index that ends beyond many with one")
        return found + self._line(list(self._stretches(count + more)), reach) + within(rest)

    def _late(self) -> bool:
        return busy() > self.until

    def _later(self, strips: list[Strip], first: int) -> arb:
        """A bound of the mass of all periods from some one on."""
        whole = arb(0)
        for strip in strips:
            rest = self.sums.later(strip.density, strip, first, last=True)
            whole += strip.times * (arb(0) if rest is None else rest)
        return whole

    # -- the line ---------------------------------------------------------------------------------

    def _stretches(self, periods: int) -> Iterator[_Stretch]:
        """The density on the line, of the periods up to some one."""
        for strip in self.family.strips:
            for k in [None] if strip.index is None else range(periods):
                at = {} if k is None else {strip.index: sp.Integer(k)}
                low, high = (end.subs(at).subs(self.put) for end in (strip.lower, strip.upper))
                density = strip.density.subs(at)
                for sign in (1, -1):
                    if strip.side in (0, sign * self.side):
                        here = density.xreplace({self.family.place: sign * self.y})
                        ends = (low, high) if sign == 1 else (-high, -low)
                        yield _Stretch(here, *ends)

    def _line(self, line: list[_Stretch], reach: sp.Expr | None) -> arb:
        """The integral over the line, or from -reach to reach."""
        ends = [end for piece in line for end in (piece.lower, piece.upper) if end.is_finite]
        ends += [end - self.shift for end in ends]
        if reach is not None:
            ends = [end for end in (*ends, -reach, reach) if -reach <= end <= reach]
        cuts: list[sp.Expr] = []
        for end in sorted(set(ends), key=float):
            if not cuts or not _equal(end, cuts[-1]):
                cuts.append(end)
        if reach is None:
            cuts = [-sp.oo, *cuts, sp.oo]
        line.sort(key=lambda piece: float(piece.lower))
        starts = [float(piece.lower) for piece in line]

        def at(place: sp.Expr) -> sp.Expr:
            near = bisect(starts, float(place)) - 1
            for piece in line[max(near - 1, 0) : near + 2]:
                if bool(piece.lower < place) and bool(place < piece.upper):
                    return piece.density
            return ZERO

        whole = arb(0)
        for lower, upper in pairwise(cuts):
            middle = _between(lower, upper)
            here, there = at(middle), at(middle + self.shift)
            if here != 0:
                there = there.xreplace({self.y: self.y + self.shift})
                whole += self._cell(here, there, lower, upper)
        return whole

    def _cell(self, here: sp.Expr, there: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> arb:
        """What one cell adds."""
        if lower is -sp.oo:
            back = {self.y: -self.y}
            here, there, lower, upper = here.xreplace(back), there.xreplace(back), -upper, sp.oo
        gap = here - self.growth * there
        if not gap.has(self.y):
            width = ball(upper, self.at).real - ball(lower, self.at).real
            return ball(gap, self.at).real.max(arb(0)) * width
        if is_zero(gap.subs(self.put)):
            return arb(0)
        inner = along(gap, self.y, self.at)
        low = ball(lower, self.at).real
        if upper is not sp.oo:
            return self._positive(inner, low, ball(upper, self.at).real)
        start, whole = (low.max(arb(1)) + 1).upper(), arb(0)
        for _ in range(DOUBLED):
            whole += self._positive(inner, low, start)
            low = start
            try:
                rest = integral_beyond(Majorant(self.y, start, self.at).of(here), start)
            except NoEnclosure:
                if self._late():
                    raise
                rest = arb("inf")
            if rest <= self.sums.share * whole.abs_upper() or rest <= self.tiny or self._late():
                return whole + within(rest)
            start = 2 * start
        raise NoEnclosure("what lies far out is not shown to be finite")

    def _positive(self, inner: Callable[[acb, bool], acb], low: arb, high: arb) -> arb:
        """The integral of the positive part over a stretch."""
        whole, waiting, run, looked = arb(0), [(low, high)], list[arb](), 0

        def gathered() -> arb:
            found = (
                quadrature(inner, acb(run[0]), acb(run[-1]), self.sums.share, EVALUATIONS)
                if run
                else arb(0)
            )
            run.clear()
            return found

        while waiting:
            left, right = waiting.pop()
            looked += 1
            value = inner(acb(left.union(right)), False).real
            if value > 0:
                run += [right] if run else [left, right]
                continue
            if value <= 0:
                whole += gathered()
                continue
            most = (value.abs_upper() * (right - left)).abs_upper()
            if most <= self.tiny or looked > HALVED or self._late():
                whole += gathered()
                if not most.is_finite():
                    raise NoEnclosure("the density is not bounded near a place")
                whole += (most / 2).union(arb(0)).union(most)
                continue
            middle = ((left + right) / 2).mid()
            waiting += [(middle, right), (left, middle)]
        return whole + gathered()

    # -- points and integers ----------------------------------------------------------------------

    def _atoms(self) -> arb:
        """What atoms add; a shifted one meets another only where it is exactly there."""
        rows = [
            (sign * atom.place.subs(self.put), atom.mass)
            for atom in self.family.points
            for sign in ((1,) if is_zero(atom.place) else (1, -1))
            if atom.side in (0, sign * self.side)
        ]
        whole = arb(0)
        for place, mass in rows:
            met = sp.Add(*(other for z, other in rows if is_zero(z - place - self.shift)))
            whole += ball(mass - self.growth * met, self.at).real.max(arb(0))
        return whole

    def _integers(self) -> arb:
        """The sum over the integers."""
        step = int(self.shift)
        for count in PERIODS:
            masses = self._masses(count)

            def mass(n: int, known: Mapping[int, arb] = masses) -> arb:
                return known.get(n, arb(0))

            rest = self._beyond(count)
            for n in range(count - step + 1, count + 1):
                rest += mass(n) + mass(-n)
            whole, growth = arb(0), ball(self.growth, self.at).real
            for n in range(-count + step, count - step + 1):
                whole += (mass(n) - growth * mass(n + step)).max(arb(0))
            if rest <= self.sums.share * whole.abs_upper() or self._late():
                break
        return whole + within(rest)

    def _masses(self, last: int) -> dict[int, arb]:
        """The masses of integers up to some size."""
        found: dict[int, arb] = {}
        for strip in self.family.strips:
            for k in [None] if strip.index is None else range(last + 1):
                at = {} if k is None else {strip.index: sp.Integer(k)}
                low, high = (end.subs(at).subs(self.put) for end in (strip.lower, strip.upper))
                if low > last:
                    break
                known = self.at if k is None else {**self.at, strip.index: acb(k)}
                inner = along(strip.density, self.family.place, known)
                for n in range(int(low), int(min(high, last + 1))):
                    here = inner(acb(n), False).real
                    for sign in (1, -1) if n else (1,):
                        if strip.side in (0, sign * self.side) or not n:
                            found[sign * n] = here
        return found

    def _beyond(self, last: int) -> arb:
        """A bound of the masses of integers that are larger."""
        whole = arb(0)
        for strip in self.family.strips:
            if strip.index is not None:
                end = strip.upper.subs(self.put)
                step, start = sp.diff(end, strip.index), end.subs(strip.index, 0)
                first = max(int(sp.floor((last + 1 - start) / step)), 0)
                whole += self._later([strip], first)
            elif strip.upper is sp.oo:
                bounds = Majorant(self.family.place, arb(last + 1), self.at).of(strip.density)
                whole += strip.times * sum_beyond(bounds, last + 1)
            elif strip.upper.subs(self.put) > last + 1:
                raise NoEnclosure("a piece has too many integers to be added up")
        return whole


def _equal(one: sp.Expr, other: sp.Expr) -> bool:
    if one.is_Rational and other.is_Rational:
        return bool(one == other)
    return bool(is_zero(one - other))


def _between(lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    if lower is -sp.oo:
        return ZERO if upper is sp.oo else upper - 1
    return lower + 1 if upper is sp.oo else (lower + upper) / 2
