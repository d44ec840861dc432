"""Exact numbers in, rational intervals out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.kernel.errors import BadInput, DpproofsError

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

START, MOST = 128, 1 << 14  # bits of working precision tried
WANTED = 64  # bits of what becomes a double
PLAIN = 16  # places before or after the point, zeros included, that are written out in any case

Exact: TypeAlias = int | float | Fraction | Decimal | str


@dataclass(frozen=True)
class Enclosure:
    """A closed interval [lower, upper] with rational ends that contains a real number.

    The ends are decimal fractions; ``str`` writes them out in full.
    """

    lower: Fraction
    upper: Fraction

    def __contains__(self, value: Fraction | float) -> bool:
        return self.lower <= value <= self.upper

    def __str__(self) -> str:
        return "[{}, {}]".format(*self.decimals)

    @property
    def decimals(self) -> tuple[str, str]:
        """Both ends as decimal numbers, nothing rounded; with a power of ten where zeros abound."""
        return _decimal(self.lower), _decimal(self.upper)

    @property
    def fractions(self) -> tuple[str, str]:
        """Both ends as ``p/q``."""
        # Through decimals: Python limits the digits of an integer that str writes.
        lower, upper = (
            f"{Decimal(end.numerator):f}/{Decimal(end.denominator):f}"
            for end in (self.lower, self.upper)
        )
        return lower, upper

    @property
    def middle(self) -> float:
        """The middle, rounded to a double; infinite when it overflows."""
        return _nearest((self.lower + self.upper) / 2)

    @property
    def floats(self) -> tuple[float, float]:
        """The closest doubles outside; the upper one is infinite when there is none."""
        lower, upper = (_nearest(end) for end in (self.lower, self.upper))
        if lower == math.inf or lower > self.lower:
            lower = math.nextafter(lower, -math.inf)
        if upper < self.upper:
            upper = math.nextafter(upper, math.inf)
        return lower, upper


def outward(lower: Ball, upper: Ball, digits: int) -> Enclosure:
    """From below a ball of positive numbers to above another, to a number of decimal digits."""
    return Enclosure(
        _rounded(rational(lower.lower()), digits, ROUND_FLOOR),
        _rounded(rational(upper.upper()), digits, ROUND_CEILING),
    )


def ball(value: Fraction | float) -> Ball:
    """The number itself at the working precision, without a decimal detour."""
    from flint import arb, fmpq

    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


def rational(point: Ball) -> Fraction:
    """The exact value of a ball without radius."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << max(exponent, 0), 1 << max(-exponent, 0))


def at_rising_precision(value: Callable[[], Ball], good: Callable[[Ball], bool]) -> Ball:
    """The value at the first precision at which it is good.

    Raises
    ------
    DpproofsError
        When it is good at none that is tried.
    """
    from flint import ctx

    bits = START
    while bits <= MOST:
        with ctx.workprec(bits):
            found = value()
            if good(found):
                return found
        bits *= 2
    raise DpproofsError(f"{MOST} bits of working precision do not tell the value")


def exactly(name: str, value: Exact, least: str, most: str) -> Fraction:
    """What a number says: of a float its binary value, of a text its decimal value or fraction.

    Raises
    ------
    BadInput
        When it is not a number of [least, most].
    """
    number = _fraction(value)
    if number is None or not Fraction(least) <= number <= Fraction(most):
        raise BadInput(name, value, f"a number in [{least}, {most}]")
    return number


def _fraction(value: object) -> Fraction | None:
    try:
        if isinstance(value, str) and "/" not in value:
            value = Decimal(value)
        if isinstance(value, Decimal):
            # An exponent of a million would become an integer of a million digits.
            return Fraction(value) if value.is_finite() and abs(value.adjusted()) < 5000 else None
        if isinstance(value, str):
            return Fraction(value)
        if isinstance(value, bool):
            return None
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        # NumPy's floats, whatever their width, have this method too.
        ratio = getattr(value, "as_integer_ratio", None)
        return Fraction(*ratio()) if ratio and isinstance(value, Real) else None
    except (ArithmeticError, ValueError):
        return None


def _rounded(value: Fraction, digits: int, rounding: str) -> Fraction:
    context = Context(digits, rounding, MIN_EMIN, MAX_EMAX)
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _decimal(value: Fraction) -> str:
    # The denominator divides a power of ten, so as many digits as it has bits are enough.
    digits = value.denominator.bit_length() + value.numerator.bit_length() + 2
    context = Context(digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    exact = quotient.normalize(context)
    most = max(PLAIN, len(exact.as_tuple().digits))
    return f"{exact:f}" if -PLAIN < exact.adjusted() < most else f"{exact:e}"


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
