"""Certified enclosures of expectations, from the definition of a family by ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, ball, exact, precision, rational
from dpproofs.deriving.given import Given
from dpproofs.deriving.line import PERIODS, Quadrature, within
from dpproofs.deriving.reasons import reason
from dpproofs.deriving.strips import Density, Strip, origin
from dpproofs.deriving.tails import Beside, Majorant, sum_beyond
from dpproofs.kernel.clock import busy


@dataclass(frozen=True)
class Definition:
    """The expectation of a weight, as the definition of a family says it."""

    family: Given | Density
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
        until = busy() + seconds
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
            try:
                here = found()
            except (ArithmeticError, SystemError, TypeError, ValueError) as problem:
                raise NoEnclosure(reason(problem)) from problem
            if here.is_finite():
                best = here if best is None else best.intersection(here)
            if best is not None and _narrow(best, digits):
                break
            if busy() > until:
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
        self.line = Quadrature(of.family.place, self.share, until)

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
            while k < count and not self._late():
                at = {**self.at, strip.index: acb(k)}
                whole += self._piece(term, strip.lower, strip.upper, at)
                k += 1
            late = self._late()
            rest = self.later(term, strip, k, last=count == PERIODS or late)
            if rest is not None and (
                rest <= self.share * whole.abs_upper() or late or count == PERIODS
            ):
                return whole + within(rest)
        raise NoEnclosure("the sum over the periods is not shown to be finite")

    def _late(self) -> bool:
        return busy() > self.until

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
        added = self.line.sum if self.family.integers else self.line.integral
        return added(term, lower, upper, at)


@dataclass(frozen=True)
class Over:
    """The integral of an expression in x, or its sum over the integers, between two ends."""

    term: sp.Expr
    x: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    integers: bool = False

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it; the last integer of a sum belongs to it.

        Raises
        ------
        NoEnclosure
            As for an expectation.
        """
        until = busy() + seconds
        at = {symbol: exact(value) for symbol, value in values.items()}
        upper = self.upper + 1 if self.integers else self.upper

        def found() -> arb:
            line = Quadrature(self.x, arb(10) ** -(digits + 6), until)
            added = line.sum if self.integers else line.integral
            return added(self.term, self.lower, upper, at)

        return narrowed(found, digits, until)
