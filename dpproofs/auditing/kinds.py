"""What single entries of outcomes are: numbers of some type, and what they are as doubles."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from dpproofs.auditing.labels import Failure, coded

LARGEST = 2**63 - 1
EXACT = 2**53  # doubles hold all integers up to this

_NUMBERS = frozenset({float, int, bool, np.float64, np.int64})  # told at once, without asking


def is_number_like(outcome: Any) -> bool:
    return type(outcome) in _NUMBERS or isinstance(outcome, Real | Decimal | np.bool_)


def type_of(number: Any) -> str:
    """The type of a number as a text; of an array's and of Python's it is the same."""
    if type(number) is float and number != 0:
        return "float"
    if number is None:
        return "None"
    if isinstance(number, bool | np.bool_):
        return "bool"
    if isinstance(number, int | np.integer):
        return "int"
    if isinstance(number, float | np.floating):
        return "-0.0" if number == 0 and math.copysign(1, number) < 0 else "float"
    return type(number).__name__


def is_small(outcome: Any) -> bool:
    """Whether an outcome is an integer of 64 bits."""
    return isinstance(outcome, Integral | np.bool_) and -LARGEST - 1 <= int(outcome) <= LARGEST


def is_huge(outcome: Any) -> bool:
    """Whether an outcome is an integer that a double may not hold."""
    return isinstance(outcome, Integral) and abs(int(outcome)) > EXACT


def is_fraction(entry: Any) -> bool:
    """Whether an entry is a number that noise may have been added to, and no integer."""
    if not is_number_like(entry) or isinstance(entry, Integral | np.bool_):
        return False
    return math.isfinite(entry) and not float(entry).is_integer()


def is_nested(entry: Any) -> bool:
    return entry is not None and not is_number_like(entry) and not isinstance(entry, str)


def double(outcome: Any) -> float:
    if isinstance(outcome, Failure):
        return coded(outcome.label)
    if not is_number_like(outcome):
        return coded(f"returned {kind_of(outcome)}")
    try:
        return float(outcome)
    except OverflowError:
        return float("inf") if outcome > 0 else float("-inf")


def kind_of(outcome: Any) -> str:
    """What was returned, in words that do not tell an array from a list, or 1 from 1.0."""
    if outcome is None:
        return "None"
    if is_number_like(outcome):
        return "a number"
    listed = isinstance(outcome, list | tuple) or hasattr(outcome, "__array__")
    return "a list" if listed else type(outcome).__name__
