"""Exact numbers among doubles: bounds are computed with the neighbour that keeps them bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import exactly

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

MOST = Fraction(2) ** 1000  # of a number that has doubles about it


def exact(name: str, value: Exact, accepted: str, inside: Callable[[Fraction], bool]) -> Fraction:
    """A number as exactly what it is: a double is a binary fraction, a text a decimal or p/q.

    Raises
    ------
    BadInput
        When it is no number, or not one that is accepted.
    """
    try:
        number = exactly(name, value, str(-MOST), str(MOST))
    except BadInput as error:
        raise BadInput(name, value, accepted) from error
    if not inside(number):
        raise BadInput(name, value if isinstance(value, int | float) else float(number), accepted)
    return number


def below(value: Fraction) -> float:
    """The largest double that is not above a number."""
    near = float(value)
    return near if near <= value else math.nextafter(near, -math.inf)


def above(value: Fraction) -> float:
    """The least double that is not below a number."""
    near = float(value)
    return near if near >= value else math.nextafter(near, math.inf)
