"""The numbers of a certificate of kind "cactus": read exactly, and enclosed by balls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb

from dpproofs.replaying.balls import end
from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.reader import Rejected, need

MOST = 400_000  # cells
MOST_SHIFTS = 20_000
LEAST_FALL = Fraction(1, 10**5)  # of the tail, per cell: with less its cost is too long a sum
RATIONAL = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,399})?")
HEXADECIMAL = re.compile(r"0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}")


def part_of(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = document.get(name)
    if not isinstance(part, Mapping):
        raise Rejected(f"{name} is not an object")
    return part


def integer(document: Mapping[str, Any], name: str, most: int) -> int:
    value = document.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Rejected(f"{name} is not an integer in [1, {most}]")
    return value


def rational(document: Mapping[str, Any], name: str) -> Fraction:
    value = document.get(name)
    if not isinstance(value, str) or not RATIONAL.fullmatch(value):
        raise Rejected(f"{name} is not a rational number p/q")
    return Fraction(value)


def ratio_of(document: Mapping[str, Any], name: str) -> Fraction:
    ratio = rational(document, name)
    need(0 < ratio <= 1 - LEAST_FALL, f"{name} is not in (0, 1 - {LEAST_FALL}]")
    return ratio


def header_of(document: Mapping[str, Any]) -> tuple[Fraction, Fraction, Fraction]:
    """The power that is the cost, the order of the divergence, and the budget."""
    cost, order, budget = (rational(document, name) for name in ("cost", "order", "budget"))
    need(0 < cost <= 64, "cost is not in (0, 64]")
    need(1 <= order <= 256, "order is not in [1, 256]")
    need(budget > 0, "budget is not positive")
    return cost, order, budget


def positive(value: object, name: str) -> Fraction:
    if not isinstance(value, str) or not HEXADECIMAL.fullmatch(value):
        raise Rejected(f"{name} has an entry that is no hexadecimal number")
    try:
        number = float.fromhex(value)
    except OverflowError:
        raise Rejected(f"{name} has an entry that is too large") from None
    need(number > 0, f"{name} has an entry that is not positive")
    return Fraction(number)


def masses_of(document: Mapping[str, Any], name: str, least: int) -> list[Fraction]:
    values = document.get(name)
    if not isinstance(values, list) or not least <= len(values) <= MOST:
        raise Rejected(f"{name} is not a list of {least} to {MOST} numbers")
    return [positive(value, name) for value in values]


def weights_of(part: Mapping[str, Any], most: int) -> dict[int, Fraction]:
    given = part.get("weights")
    if not isinstance(given, Mapping) or not given:
        raise Rejected("weights is not an object with entries")
    found = {}
    for key, value in given.items():
        if not (isinstance(key, str) and re.fullmatch("[1-9][0-9]{0,5}", key) and int(key) <= most):
            raise Rejected(f"weights has a shift that is not in [1, {most}]")
        found[int(key)] = positive(value, "weights")
    need(sum(found.values()) <= 1, "the weights have a sum above 1")
    return found


def price_of(part: Mapping[str, Any]) -> arb:
    return ball(positive(part.get("price"), "price"))


# -- balls -----------------------------------------------------------------------------------------


def least_of(values: Iterable[arb]) -> arb:
    """The least of some balls."""
    return reduce(arb.min, values)


def lower_end(value: arb) -> Fraction:
    """A rational number that is not above the ball."""
    return end(value.lower())


def upper_end(value: arb) -> Fraction:
    """A rational number that is not below the ball."""
    return end(value.upper())
