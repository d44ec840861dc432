"""How narrow an enclosure of the least cost is to be: a relative width, or a number of digits."""

from __future__ import annotations

from fractions import Fraction

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Exact, exactly
from dpproofs.mechanisms.staircase_optimum import MOST_DIGITS

GAP, DIGITS = "1e-4", 15  # unless something is asked for, for delta > 0 and for delta = 0
MOST_BRACKET_DIGITS = 7


def gap_wanted(gap: Exact | None, digits: int | None) -> Exact:
    """The gap of a bracket, for delta > 0: N digits are a gap of 10^-N.

    Raises
    ------
    BadInput
        When both are given, or more digits than a bracket can have.
    """
    _expect_one(gap, digits)
    if digits is None:
        return GAP if gap is None else gap
    if digits not in range(1, MOST_BRACKET_DIGITS + 1):
        accepted = f"an integer from 1 to {MOST_BRACKET_DIGITS} for delta > 0"
        raise BadInput("digits", digits, accepted)
    return f"1e-{digits}"


def digits_wanted(gap: Exact | None, digits: int | None) -> int:
    """The digits of a formula, for delta = 0: at least 15 for a gap, and no wider than it.

    Raises
    ------
    BadInput
        When both are given, or the gap is outside its domain.
    """
    _expect_one(gap, digits)
    if digits is not None:
        return digits
    wanted = exactly("gap", GAP if gap is None else gap, f"1e-{MOST_DIGITS}", "1")
    exponent = 0
    while Fraction(10) ** -exponent > wanted:
        exponent += 1
    return max(DIGITS, exponent)


def _expect_one(gap: Exact | None, digits: int | None) -> None:
    if gap is not None and digits is not None:
        raise BadInput("gap", gap, "left out beside digits")
