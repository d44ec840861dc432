"""Exact noise on a lattice: what was added in the reals, rounded to a multiple of a power of two.

For a value v and noise X, both real numbers, the nearest multiple of a step to v + X is a function
of v + X, and of nothing else that depends on the data. So it is exactly as private as v + X is:
nothing of epsilon or delta is lost. X need not be known for it. A fair bit says its sign, further
ones are the digits of a uniform Q in (0, 1/2), and X lies beyond x >= 0 when Q < P(X > x). As many
digits are drawn, and as many of P(X > x) computed in ball arithmetic, as it takes to decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.coins import Coins

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpproofs.mechanisms.formulas.enclosure import Ball

Tail: TypeAlias = "Callable[[Fraction], Ball]"

DIGITS = 96  # of Q at first, and ...
MORE = 64  # ... further ones at a time
SPARE = 32  # bits of working precision beyond those of Q
MOST = 1 << 14  # digits of Q, which a fair source needs once in 2^MOST draws
FINE = 24  # a step is 2^-FINE of what it is measured against


class Undecided(ArithmeticError):
    """A tail that cannot be told from a number at any precision."""


@dataclass
class Quantile:
    """A uniform number Q in (0, 1/2), as far as its digits were looked at.

    Attributes
    ----------
    coins
        Where further digits come from.
    digits, count
        2 Q lies in [digits, digits + 1] / 2^count; drawn unless some are known already.
    """

    coins: Coins
    digits: int = 0
    count: int = 0

    def __post_init__(self) -> None:
        if self.count == 0:
            self.digits, self.count = self.coins.bits(DIGITS), DIGITS

    @property
    def near(self) -> float:
        """About Q, never 0."""
        return math.ldexp(self.digits + 0.5, -self.count - 1)

    def below(self, tail: Tail, place: Fraction) -> bool:
        """Whether Q < P(X > place), where they are equal with probability 0."""
        from flint import ctx

        while self.count <= MOST:
            with ctx.workprec(self.count + SPARE):
                doubled = 2 * tail(place) * (1 << self.count)
                if doubled >= self.digits + 1:
                    return True
                if doubled <= self.digits:
                    return False
            self.digits = self.digits << MORE | self.coins.bits(MORE)
            self.count += MORE
        raise Undecided(f"P(X > {float(place)!r}) is not known well enough")


def rounded_sum(value: Fraction, step: Fraction, tail: Tail, q: Quantile, near: float) -> int:
    """The multiple of the step that is nearest to value + X, over the step.

    Parameters
    ----------
    tail
        From x >= 0 to P(X > x), a ball at the working precision; X is symmetric, and has no atoms
        but at 0.
    q
        Decides \\|X\\|.
    near
        About \\|X\\|: where to look first.
    """
    up = bool(q.coins.bits(1))
    if not q.below(tail, Fraction(0)):
        return math.floor(value / step + Fraction(1, 2))

    def reached(k: int) -> bool:
        """Whether value + X is at least the lower end of the cell around k steps."""
        place = (k - Fraction(1, 2)) * step - value
        if up:
            return place <= 0 or q.below(tail, place)
        return place < 0 and not q.below(tail, -place)

    guess = value + Fraction(near if up else -near)
    return last_that(reached, math.floor(guess / step + Fraction(1, 2)))


def last_that(holds: Callable[[int], bool], start: int) -> int:
    """The largest integer for which a condition holds that holds up to somewhere."""
    low, high, leap = start, start + 1, 1
    while not holds(low):
        low, high, leap = low - leap, low, 2 * leap
    if high == start + 1:
        leap = 1
        while holds(high):
            low, high, leap = high, high + leap, 2 * leap
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def checked_step(step: object, lengths: list[float]) -> Fraction:
    """The step as a power of two; by default so fine that it does not show beside the lengths.

    Raises
    ------
    BadInput
        When it is no power of two that is a normal double.
    """
    if step is None:
        exponent = math.frexp(min(length for length in lengths if length > 0))[1] - 1 - FINE
        return Fraction(math.ldexp(1.0, max(exponent, -1021)))
    number = float(step) if isinstance(step, int | float | Fraction) else math.nan
    if not 2.0**-1022 <= number < math.inf or math.frexp(number)[0] != 0.5 or number != step:
        raise BadInput("step", step, "a power of two, such as 2**-20")
    return Fraction(number)


def checked_values(value: object) -> NDArray[np.object_]:
    """The values as exactly what they are, in an array of their shape.

    Raises
    ------
    BadInput
        When they are not finite numbers.
    """
    values = np.array(value, dtype=object)
    exact = np.empty(values.shape, dtype=object)
    for place in np.ndindex(values.shape):
        try:
            exact[place] = Fraction(_number(values[place]))
        except (TypeError, ValueError, OverflowError) as error:
            raise BadInput("value", value, "finite numbers") from error
    return exact


def _number(value: object) -> int | float | Fraction:
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, int | float | Fraction):
        raise TypeError(f"{value!r} is no number")
    return value


def as_double(steps: int, step: Fraction) -> float:
    """So many steps as a double, the nearest one where there are more than 2^53 of them."""
    try:
        return float(steps * step)
    except OverflowError:
        return math.copysign(math.inf, steps)
