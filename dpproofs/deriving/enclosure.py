"""Certified enclosures of expectations, from the definition of a family by ball arithmetic."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import sympy as sp
from flint import acb, arb, fmpz

from dpproofs.deriving.balls import NoEnclosure, along, ball, decided, exact, precision, rational
from dpproofs.deriving.strips import Strip, origin, thresholds
from dpproofs.deriving.tails import Beside, Majorant, integral_beyond, sum_beyond

if TYPE_CHECKING:
    from dpproofs.deriving.family import Family

PERIODS = 20_000  # that are added up at most
EVALUATIONS = 20_000  # of an integrand on one stretch


@dataclass(frozen=True)
class Definition:
    """The expectation of a weight, as the definition of a family says it."""

    family: Family
    weight: sp.Expr
    signed: bool = False

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains the expectation.

        Raises
        ------
        NoEnclosure
            When no bound is known of what lies far out, or time is over before there is one.
        """
        until = time.process_time() + seconds
        return narrowed(lambda: Sums(self, values, digits, until).whole(), digits, until)


def narrowed(found: Callable[[], arb], digits: int, until: float) -> tuple[Fraction, Fraction]:
    """A rational interval around what is found at one precision, and at a higher one if that is
    not narrow enough.

    Raises
    ------
    NoEnclosure
        When it is not finite.
    """
    best: arb | None = None
    for bits in (round(3.5 * digits) + 64, 7 * digits + 192):
        with precision(bits):
            here = found()
            if here.is_finite():
                best = here if best is None else best.intersection(here)
            if best is not None and _narrow(best, digits):
                break
            if time.process_time() > until:
                break
    if best is None:
        raise NoEnclosure("no finite enclosure was found in time")
    with precision(7 * digits + 400):
        return rational(best.lower()), rational(best.upper())


def _narrow(found: arb, digits: int) -> bool:
    return bool(found.rad() <= arb(10) ** -digits * found.abs_upper())


class Sums:
    """One pass over the strips at one precision."""

    def __init__(
        self, of: Definition, values: Mapping[sp.Symbol, Fraction], digits: int, until: float
    ) -> None:
        self.of, self.family, self.until = of, of.family, until
        self.at = {symbol: exact(value) for symbol, value in values.items()}
        self.share = arb(10) ** -(digits + 6)

    def whole(self) -> arb:
        """The expectation."""
        found = arb(0)
        for atom in self.family.points:
            mass = atom.mass * atom.side if self.of.signed and atom.side else atom.whole
            found += ball(
                self.of.weight.xreplace({self.family.size: atom.place}) * mass, self.at
            ).real
        for strip in self.family.strips:
            side = strip.side if self.of.signed else abs(strip.side)
            if self.of.signed and not side:
                continue  # both sides cancel
            found += (side or 2) * self._strip(strip)
        if self.family.integers and self.family.even and not self.of.signed:
            found -= self._origin()
        return found

    def _origin(self) -> arb:
        here = self.of.weight.xreplace({self.family.size: sp.Integer(0)}) * origin(self.family)
        return ball(here, self.at).real

    def _strip(self, strip: Strip) -> arb:
        term = self.of.weight.xreplace({self.family.size: self.family.place}) * strip.density
        if term == 0:
            return arb(0)
        if strip.index is None:
            return self._piece(term, strip.lower, strip.upper, self.at)
        whole, k, rest = arb(0), 0, None
        for count in (64, 512, 4096, PERIODS):
            while k < count and not (rest is not None and self._late()):
                at = {**self.at, strip.index: acb(k)}
                whole += self._piece(term, strip.lower, strip.upper, at)
                k += 1
            rest = self.later(term, strip, k, last=count == PERIODS or self._late())
            if rest is not None and (
                rest <= self.share * whole.abs_upper() or self._late() or count == PERIODS
            ):
                return whole + within(rest)
        raise NoEnclosure("the sum over the periods is not shown to be finite")

    def _late(self) -> bool:
        return time.process_time() > self.until

    def later(self, term: sp.Expr, strip: Strip, first: int, *, last: bool) -> arb | None:
        """A bound of what the periods from some one on add; None when there is none yet."""
        if strip.upper is sp.oo:
            raise NoEnclosure("a piece without end in every period")
        many = strip.upper - strip.lower  # its length, or how many integers it has
        beside = Beside(self.family.place, strip.lower, strip.upper)
        try:
            bounds = Majorant(strip.index, arb(first), self.at, beside).of(term * many)
            return sum_beyond(bounds, first)
        except NoEnclosure:
            if last:
                raise
            return None

    def _piece(
        self, term: sp.Expr, lower: sp.Expr, upper: sp.Expr, at: Mapping[sp.Symbol, acb]
    ) -> arb:
        if self.family.integers:
            return self._summed(term, lower, upper, at)
        low = ball(lower, at)
        cuts = self._cuts(term, at)
        if upper is not sp.oo:
            high = ball(upper, at)
            inner = [cut for cut in cuts if low.real < cut.real and cut.real < high.real]
            return self._stretches(term, [low, *inner, high], at)
        start = max([low.real, arb(1), *(cut.real for cut in cuts)], key=float).upper()
        if low.real < start and cuts:
            inner = [cut for cut in cuts if low.real < cut.real]
            near = self._stretches(term, [low, *inner, acb(start)], at)
            beyond = self._formed(term, acb(2 * start), at)
            return near + self._far(beyond, acb(start), start, at)
        return self._far(self._formed(term, acb(2 * start), at), low, start, at)

    def _stretches(self, term: sp.Expr, ends: list[acb], at: Mapping[sp.Symbol, acb]) -> arb:
        """The integral over stretches between which the term may change its form."""
        whole = arb(0)
        for low, high in pairwise(ends):
            whole += self._integrated(self._formed(term, (low + high) / 2, at), low, high, at)
        return whole

    def _formed(self, term: sp.Expr, place: acb, at: Mapping[sp.Symbol, acb]) -> sp.Expr:
        """The form of a term in pieces around a place."""
        if not term.has(sp.Piecewise):
            return term
        here = {**at, self.family.place: place}

        def chosen(*branches: sp.Basic) -> sp.Expr:
            for value, condition in branches:
                holds = decided(condition, here)
                if holds is None:
                    raise NoEnclosure(f"the condition {condition} is not decided")
                if holds:
                    return value
            raise NoEnclosure("no branch applies")

        return term.replace(sp.Piecewise, chosen)

    def _cuts(self, term: sp.Expr, at: Mapping[sp.Symbol, acb]) -> list[acb]:
        """Where the forms of a term in pieces change, in order."""
        found = thresholds(term, self.family.place) if term.has(sp.Piecewise) else ()
        if None in found:
            raise NoEnclosure("a condition that is not linear in the place")
        balls = [ball(cut, at) for cut in found if cut is not None]
        return sorted((cut for cut in balls if cut.real > 0), key=lambda cut: float(cut.real))

    def _far(self, term: sp.Expr, low: acb, start: arb, at: Mapping[sp.Symbol, acb]) -> arb:
        """The integral over [low, oo), in stretches from ``start`` on."""
        x = self.family.place
        whole, left, rest = arb(0), low, None
        for _ in range(60):
            right = acb(start)
            whole += self._integrated(term, left, right, at)
            left = right
            try:
                rest = integral_beyond(Majorant(x, start, at).of(term), start)
                if rest <= self.share * whole.abs_upper() or time.process_time() > self.until:
                    return whole + within(rest)
            except NoEnclosure:
                if self._late():
                    raise
            start = 2 * start
        if rest is None:
            raise NoEnclosure("what lies far out is not shown to be finite")
        return whole + within(rest)

    def _integrated(self, term: sp.Expr, low: acb, high: acb, at: Mapping[sp.Symbol, acb]) -> arb:
        x = self.family.place
        if not term.has(x):
            return (ball(term, at) * (high - low)).real
        if low.real.contains(0) and not _smooth(term, x):
            return self._from_zero(term, high, at)
        return self.quadrature(along(term, x, at), low, high)

    def quadrature(self, integrand: Callable[[acb, bool], acb], low: acb, high: acb) -> arb:
        """The integral of an analytic function, as narrow as asked for."""
        found = acb.integral(
            integrand, low, high, rel_tol=self.share, abs_tol=self.share * self.share,
            eval_limit=EVALUATIONS,
        )  # fmt: skip
        return found.real

    def _from_zero(self, term: sp.Expr, high: acb, at: Mapping[sp.Symbol, acb]) -> arb:
        """The integral over (0, h] of what is not smooth at 0, in s with x = h exp(-s)."""
        x, inner = self.family.place, along(term, self.family.place, at)
        whole, left, step = arb(0), acb(0), 8

        def integrand(place: acb, analytic: bool) -> acb:
            scale = high * (-place).exp()
            return inner(scale, analytic) * scale

        for _ in range(40):
            right = left + step
            whole += self.quadrature(integrand, left, right)
            left = right
            end = high * (-left).exp()
            near = ball(term, {**at, x: acb(arb(0).union(end.real))}).real
            rest = (near.abs_upper() * end.real).upper()
            if rest.is_finite() and (
                rest <= self.share * whole.abs_upper() or time.process_time() > self.until
            ):
                return whole + within(rest)
        raise NoEnclosure("the integrand is not bounded near 0")

    def _summed(
        self, term: sp.Expr, lower: sp.Expr, upper: sp.Expr, at: Mapping[sp.Symbol, acb]
    ) -> arb:
        """The sum over the integers of a piece."""
        x, first = self.family.place, _integer(ball(lower, at).real)
        last = None if upper is sp.oo else _integer(ball(upper, at).real)
        whole, n, here = arb(0), first, along(term, x, at)
        for count in (256, 2048, PERIODS):
            stop = first + count if last is None else min(last, first + PERIODS)
            while n < stop:
                whole += here(acb(n), False).real
                n += 1
            if last is not None:
                if n < last:
                    raise NoEnclosure("a piece has too many integers to be added up")
                return whole
            try:
                rest = sum_beyond(Majorant(x, arb(n), at).of(term), n)
            except NoEnclosure:
                if count == PERIODS:
                    raise
                continue
            if rest <= self.share * whole.abs_upper():
                break
        return whole + within(rest)


def _integer(value: arb) -> int:
    """The only integer in a ball.

    Raises
    ------
    NoEnclosure
        When there is none, or more than one.
    """
    found = value.unique_fmpz()
    if found is None or not isinstance(found, fmpz):
        raise NoEnclosure("an end of a piece is not shown to be an integer")
    return int(found)


def _smooth(term: sp.Expr, x: sp.Symbol) -> bool:
    """Whether nothing in the term is singular at x = 0 as far as its form shows."""
    at = {x: sp.Integer(0)}
    roots = (power for power in term.atoms(sp.Pow) if power.has(x) and not power.exp.is_Integer)
    if any(power.base.has(x) and power.base.subs(at) == 0 for power in roots):
        return False
    return not any(part.args[0].subs(at) == 0 for part in term.atoms(sp.log) if part.has(x))


def within(bound: arb) -> arb:
    """[-bound, bound]."""
    return arb(0, bound.upper())
