"""The place at which a function that rises, or falls, takes a value, by certified signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import acb, arb, fmpq

from dpproofs.deriving.balls import NoEnclosure, ball, exact, precision, rational
from dpproofs.deriving.values import Measured, formula_enclosure
from dpproofs.kernel.clock import busy

DOUBLED = 200  # times that a bracket is widened at most
LOOKS = 400  # places that are looked at
MORE = 6  # digits by which values are narrower than the place

Interval = tuple[Fraction, Fraction]
Function = Callable[[Fraction], Interval]


def crossing(rising: Function, digits: int, until: float, *, positive: bool) -> Interval:
    """The place, between two at which the function is shown to be negative and positive.

    Parameters
    ----------
    rising
        A function of real numbers, or of ``positive`` ones, that does not fall: an enclosure of its
        value at each.
    digits
        The relative width that is aimed at.
    until
        The processor time from which on the interval is no longer narrowed.

    Raises
    ------
    NoEnclosure
        When no two such places are found.
    """
    low, high = _bracket(rising, positive=positive)
    left, right = low[0], high[0]
    weights = [_middle(low[1]), _middle(high[1])]
    for look in range(LOOKS):
        width = right - left
        near = width * 10**digits <= max(abs(left), abs(right))
        if near or busy() > until:
            break
        share = Fraction(1, 2)
        if look % 3 and weights[1] > weights[0]:  # by the secant, two times out of three
            share = -weights[0] / (weights[1] - weights[0])
            share = min(max(share, Fraction(1, 10**6)), 1 - Fraction(1, 10**6))
        place = _rounded(left + share * width, width)
        value = rising(place)
        if value[1] < 0:
            left, weights[0] = place, _middle(value)
        elif value[0] > 0:
            right, weights[1] = place, _middle(value)
        else:  # the place itself, as far as it is seen
            return _around(rising, place, (left, right), digits, until)
    return left, right


def _middle(value: Interval) -> Fraction:
    return (value[0] + value[1]) / 2


def _rounded(place: Fraction, width: Fraction) -> Fraction:
    """A place with a short denominator, nearby."""
    bits = max(0, 40 - (width.numerator.bit_length() - width.denominator.bit_length()))
    return Fraction(round(place * 2**bits), 2**bits)


def _bracket(
    rising: Function, *, positive: bool
) -> tuple[tuple[Fraction, Interval], tuple[Fraction, Interval]]:
    """Two places with their values, one negative, one positive."""
    found: dict[int, tuple[Fraction, Interval]] = {}
    for step in range(DOUBLED):
        size = Fraction(2) ** step
        for place in (size, 1 / size if positive else -size):
            value = rising(place)
            for sign, shown in ((-1, value[1] < 0), (1, value[0] > 0)):
                nearer = sign not in found or sign * place < sign * found[sign][0]
                if shown and nearer:
                    found[sign] = (place, value)
        if len(found) == 2:
            return found[-1], found[1]
    raise NoEnclosure("no two places were found between which the value is taken")


def _around(
    rising: Function, place: Fraction, ends: Interval, digits: int, until: float
) -> Interval:
    """Places beside one at which the sign is not seen, where it is."""
    step = abs(place) / 10**digits or Fraction(1, 10**digits)
    left, right = ends
    while (place - step > left or place + step < right) and busy() < until:
        if place - step > left and rising(place - step)[1] < 0:
            left = place - step
        if place + step < right and rising(place + step)[0] > 0:
            right = place + step
        step *= 10
    return left, right


@dataclass(frozen=True)
class Crossing:
    """The value of a ``symbol`` at which something that rises in it (or ``falls``) is a level.

    Attributes
    ----------
    of
        What rises or falls.
    level
        An expression in the parameters.
    positive
        Whether the symbol stands for positive numbers.
    moved
        Values of further symbols of ``of``, as expressions in the parameters.
    """

    of: Measured
    symbol: sp.Symbol
    level: sp.Expr
    falls: bool = False
    positive: bool = False
    moved: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            When it is not isolated.
        """
        fine, until = digits + MORE, busy() + seconds
        at = {symbol: sp.Rational(v.numerator, v.denominator) for symbol, v in values.items()}
        given = dict(values)
        for symbol, place in self.moved:
            here = place.subs(at)
            if not here.is_Rational:
                raise NoEnclosure(f"{place} is no rational number there")
            given[symbol] = Fraction(int(here.p), int(here.q))
        with precision(round(3.5 * fine) + 64):
            level = ball(self.level, {s: exact(v) for s, v in values.items()}).real
            ends = rational(level.lower()), rational(level.upper())

        def rising(place: Fraction) -> Interval:
            low, high = self.of.enclose({**given, self.symbol: place}, fine, seconds / 8)
            gap = (low - ends[1], high - ends[0])
            return (-gap[1], -gap[0]) if self.falls else gap

        return crossing(rising, digits, until, positive=self.positive)


@dataclass(frozen=True)
class Formula:
    """The value of a formula that is established."""

    value: sp.Expr

    def enclose(
        self,
        values: Mapping[sp.Symbol, Fraction],
        digits: int,
        seconds: float,  # noqa: ARG002  (a formula takes no time)
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            Where it has no value.
        """
        return formula_enclosure(self.value, values, digits)


@dataclass(frozen=True)
class Through:
    """A formula of the parameters and of one number that is enclosed, ``inner``."""

    of: Measured
    formula: sp.Expr
    inner: sp.Symbol

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            As what is enclosed, and where the formula has no value.
        """
        low, high = self.of.enclose(values, digits + MORE, seconds)
        with precision(round(3.5 * digits) + 96):
            ends = [arb(fmpq(end.numerator, end.denominator)) for end in (low, high)]
            at = {symbol: exact(value) for symbol, value in values.items()}
            found = ball(self.formula, {**at, self.inner: acb(ends[0].union(ends[1]))}).real
            if not found.is_finite():
                raise NoEnclosure("the formula has no value there")
            return rational(found.lower()), rational(found.upper())
