"""Numbers as people write them."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float | str, digits: int = 6, rounding: str = ROUND_HALF_EVEN) -> str:
    """A number to a few significant digits, such as 1.04075, 12,500 or 6.3 × 10⁻¹⁰.

    ``value`` may also be a decimal number in a string, of any size.
    """
    given = Decimal(str(value))
    if given.is_nan():
        return "not a number"
    if given.is_infinite():
        return "−∞" if given < 0 else "∞"
    short = Context(prec=digits, rounding=rounding).create_decimal(given).normalize()
    power = short.adjusted()
    if short and not -4 <= power < 6:
        return _scientific(short, power)
    return f"{short:,f}".replace("-", "−")


def at_least(value: float | str) -> str:
    """A lower limit, rounded down."""
    return f"≥ {number(value, rounding=ROUND_FLOOR)}"


def at_most(value: float | str) -> str:
    """An upper limit, rounded up."""
    return f"≤ {number(value, rounding=ROUND_CEILING)}"


def _scientific(value: Decimal, power: int) -> str:
    lead = f"{value.scaleb(-power):f}".replace("-", "−")
    return _with_power(lead, power)


def _with_power(lead: str, power: int) -> str:
    raised = "10" + str(power).translate(RAISED)
    return raised if lead == "1" else f"{lead} × {raised}"


def exponential(log: float) -> str:
    """exp(log), however large or small, to three digits."""
    if math.isinf(log):
        return "∞" if log > 0 else "0"
    power = math.floor(log / math.log(10))
    if abs(power) < 6:
        return number(math.exp(log), 3)
    lead = f"{math.exp(log - power * math.log(10)):.1f}".removesuffix(".0")
    return _with_power(*(("1", power + 1) if lead == "10" else (lead, power)))


def count(value: int, one: str, many: str = "") -> str:
    """A number of things, such as "1 draw" or "12,500 draws"."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def percent(value: float) -> str:
    """A share; shares near 0 and near 1 keep their digits."""
    digits = 3 if value < 0.9 else max(3, math.ceil(-math.log10(max(1 - value, 1e-12))) + 2)
    return f"{number(100 * value, digits)} %"


def between(low: float | str, high: float | str) -> str:
    """A number that is known to lie between two."""
    low_text, high_text = number(low), number(high)
    return low_text if low_text == high_text else f"{low_text} to {high_text}"


def exact(value: object) -> str:
    """An input as a program takes it: all digits, lists in brackets; long ones shortened."""
    written = repr(value) if not isinstance(value, str) else value
    return written if len(written) <= 240 else f"{written[:200]} … {written[-30:]}"
