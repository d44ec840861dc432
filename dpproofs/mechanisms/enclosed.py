"""Guaranteed intervals around what discrete mechanisms are and leak."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import (
    Enclosure,
    Exact,
    at_rising_precision,
    ball,
    exactly,
    outward,
)
from dpproofs.mechanisms.parameter import as_int

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

MOST_DIGITS = 1000
TINY = Fraction(1, 10**19728)
BITS_A_DIGIT, SPARE = math.log2(10), 16


class ExactNoise(ABC):
    """Integer noise of which balls contain what it is and leaks."""

    @abstractmethod
    def _exact_mass(self, m: int) -> Ball:
        """P(X = m) for m >= 0, a ball at the working precision."""

    @abstractmethod
    def _exact_tail(self, m: int) -> Ball:
        """P(X > m) for m >= 0, a ball at the working precision."""

    @abstractmethod
    def _exact_moment(self, p: int) -> Ball:
        """E|X|^p for p = 1 or 2, a ball at the working precision."""

    @abstractmethod
    def _exact_profile(self, epsilon: Fraction) -> Ball:
        """The least delta at an epsilon >= 0, a ball at the working precision."""

    def _exact_from(self, n: int) -> Ball:
        """P(X >= n)."""
        return self._exact_tail(n - 1) if n > 0 else 1 - self._exact_tail(-n)


class ExactAnswers(Protocol):
    """Answers of which balls contain what they are and leak."""

    def _category(self, value: object) -> int:
        """Return the category that a value is."""
        ...

    def _exact_mass(self, *, truth: bool) -> Ball:
        """Return the probability of the truth, or of one other answer."""
        ...

    def _exact_lie(self) -> Ball:
        """Return the probability of all answers but the truth."""
        ...

    def _exact_profile(self, epsilon: Fraction) -> Ball:
        """Return the least delta at an epsilon >= 0."""
        ...


class Enclosed:
    """Intervals with decimal ends that contain values, by ball arithmetic.

    For the noise whose parameters are exactly the numbers that it holds. An interval is at most
    about two units of its last digit wide; of what is below 10^-19728 only that is told.
    """

    digits: int

    def __post_init__(self) -> None:
        digits = as_int(self.digits)
        if digits is None or not 1 <= digits <= MOST_DIGITS:
            raise BadInput("digits", self.digits, f"an integer from 1 to {MOST_DIGITS}")
        object.__setattr__(self, "digits", digits)

    def _told(self, value: Callable[[], Ball]) -> Enclosure:
        from flint import ctx

        bits = math.ceil(self.digits * BITS_A_DIGIT) + 4

        def known(found: Ball) -> bool:
            accurate = found.is_exact() or found.rel_accuracy_bits() >= bits
            return bool(accurate or abs(found) < ball(TINY))

        found = at_rising_precision(value, known)
        if abs(found) < ball(TINY) and not found.is_exact():
            return Enclosure(Fraction(0), TINY)
        with ctx.workprec(bits + SPARE):
            return outward(found, found, self.digits)


@dataclass(frozen=True)
class EnclosedNoise(Enclosed):
    """What integer noise is and leaks, in intervals; `IntegerMechanism.enclosed` makes one.

    Attributes
    ----------
    noise
        The noise.
    digits
        How many digits of a value are told, from 1 to 1000.
    """

    noise: ExactNoise
    digits: int = 30

    def pmf(self, n: int) -> Enclosure:
        """P(X = n).

        Raises
        ------
        BadInput
            When n is no integer.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.DiscreteGaussian(sigma=1).enclosed(digits=10).pmf(2))
        [0.05399096622, 0.05399096623]
        """
        m = abs(_integer(n))
        return self._told(lambda: self.noise._exact_mass(m))  # noqa: SLF001  # of our own

    def cdf(self, n: int) -> Enclosure:
        """P(X <= n).

        Raises
        ------
        BadInput
            When n is no integer.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.Geometric(epsilon=1).enclosed(digits=10).cdf(-1))
        [0.2689414213, 0.2689414214]
        """
        place = _integer(n)
        return self._told(lambda: self.noise._exact_from(-place))  # noqa: SLF001  # of our own

    def sf(self, n: int) -> Enclosure:
        """P(X > n).

        Raises
        ------
        BadInput
            When n is no integer.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.Skellam(mu=2).enclosed(digits=10).sf(3))
        [0.00844629353, 0.008446293531]
        """
        place = _integer(n)
        return self._told(lambda: self.noise._exact_from(place + 1))  # noqa: SLF001  # of our own

    def expected_cost(self, p: int) -> Enclosure:
        """E|X|^p for p = 1 or 2.

        Raises
        ------
        BadInput
            When p is neither.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.Skellam(mu=2).enclosed(digits=10).expected_cost(2))
        [2, 2]
        """
        if as_int(p) not in (1, 2):
            raise BadInput("p", p, "1 or 2")
        return self._told(lambda: self.noise._exact_moment(int(p)))  # noqa: SLF001  # of our own

    def privacy_profile(self, epsilon: Exact) -> Enclosure:
        """The least delta at an epsilon, taken exactly, worst set and worst shift included.

        Raises
        ------
        BadInput
            When epsilon is no number in [0, 1e6].

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.DiscreteGaussian(sigma=2).enclosed(digits=10).privacy_profile("0.5"))
        [0.05400722369, 0.0540072237]
        """
        e = exactly("epsilon", epsilon, "0", "1e6")
        return self._told(lambda: self.noise._exact_profile(e))  # noqa: SLF001  # of our own


@dataclass(frozen=True)
class EnclosedAnswers(Enclosed):
    """What randomised response is and leaks; `RandomizedResponse.enclosed` makes one.

    Attributes
    ----------
    response
        The mechanism.
    digits
        How many digits of a value are told, from 1 to 1000.
    """

    response: ExactAnswers
    digits: int = 30

    def pmf(self, answer: int, value: int = 0) -> Enclosure:
        """P(answer) when the truth is the value.

        Raises
        ------
        BadInput
            When one of them is no category.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.RandomizedResponse(epsilon=1).enclosed(digits=10).pmf(0))
        [0.7310585786, 0.7310585787]
        """
        given, truth = (self.response._category(each) for each in (answer, value))  # noqa: SLF001  # of our own
        return self._told(lambda: self.response._exact_mass(truth=given == truth))  # noqa: SLF001  # of our own

    def expected_cost(self) -> Enclosure:
        """P(answer != truth).

        >>> import dpproofs as dp
        >>> print(dp.RandomizedResponse(epsilon=1).enclosed(digits=10).expected_cost())
        [0.2689414213, 0.2689414214]
        """
        return self._told(self.response._exact_lie)  # noqa: SLF001  # of our own

    def privacy_profile(self, epsilon: Exact) -> Enclosure:
        """The least delta at an epsilon, taken exactly.

        Raises
        ------
        BadInput
            When epsilon is no number in [0, 1e6].

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.RandomizedResponse(epsilon=1).enclosed(digits=10).privacy_profile(0))
        [0.4621171572, 0.4621171573]
        """
        e = exactly("epsilon", epsilon, "0", "1e6")
        return self._told(lambda: self.response._exact_profile(e))  # noqa: SLF001  # of our own


def _integer(n: object) -> int:
    place = as_int(n)
    if place is None:
        raise BadInput("n", n, "an integer")
    return place
