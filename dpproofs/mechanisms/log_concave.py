"""Log-concave noise on the integers: its worst set is a half-line, its worst shift the largest."""

from __future__ import annotations

import math
from abc import abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.formulas.enclosure import WANTED, at_rising_precision, ball
from dpproofs.mechanisms.integer import IntegerMechanism

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball
    from dpproofs.mechanisms.formulas.levels import Level

LARGEST_SENSITIVITY = 2**53  # integers are exact as doubles up to here
BITS_FAR = 1 << 18
VANISHING = 2.0**-1074  # a smaller number becomes it, or 0
LEAST = 2.0**-55  # uniform doubles are multiples of 4 of it


class LogConcave(IntegerMechanism):
    """Symmetric noise on the integers with P(k)^2 >= P(k - 1) P(k + 1).

    For a shift d > 0 the ratio P(k)/P(k + d) does not decrease with k. So the set on which it is
    above e^epsilon is a half-line k >= t, and what this set tells, P(X >= t) - e^epsilon
    P(X >= t + d), does not decrease with d: for smaller shifts, whose own worst sets are
    half-lines too, it is no more. So the whole sensitivity is the worst shift, at every epsilon.
    """

    @abstractmethod
    def _first(self, epsilon: Fraction) -> int:
        """The least k with P(k) > e^epsilon P(k + sensitivity)."""

    @property
    @abstractmethod
    def _far(self) -> float:
        """Some x with P(X > x) < 2^-BITS_FAR: of what is further out only that is told."""

    def _profile(self, epsilon: Array) -> Array:
        """P(X >= t) - e^epsilon P(X >= t + d) for the sensitivity d and the worst half-line.

        Evaluated in ball arithmetic: the nearest doubles, but for one unit in the last place.
        """
        found = [self._delta(each) for each in epsilon.ravel().tolist()]
        return np.array(found).reshape(epsilon.shape)

    def _delta(self, epsilon: float) -> float:
        if epsilon == math.inf:
            return self._alone
        return float(self._accurate_profile(Fraction(epsilon)))

    def _accurate_profile(self, epsilon: Fraction) -> Ball:
        def accurate(value: Ball) -> bool:
            known = value.is_exact() or value.rel_accuracy_bits() > WANTED
            return bool(known or abs(value) < VANISHING)

        return at_rising_precision(lambda: self._exact_profile(epsilon), accurate)

    def _exact_profile(self, epsilon: Fraction) -> Ball:
        from flint import arb

        first = self._first(epsilon)
        if first > self._far:
            return arb(0, arb(2) ** -BITS_FAR)
        lost = ball(epsilon).exp() * self._exact_from(first + self.sensitivity)
        return self._exact_from(first) - lost

    def _leaks(self, epsilon: Fraction) -> Level:
        return self._enclosed_level(lambda _: self._accurate_profile(epsilon))

    @property
    def _alone(self) -> float:
        """The probability of outcomes that a neighbour does not have."""
        return 0.0

    def _fill(self, out: NDArray[Any], spare: Array, rng: np.random.Generator) -> None:
        rng.random(out=spare)
        sizes = self._settled(spare / 2 + LEAST)
        out[:] = np.where(rng.random(out=spare) < 0.5, -sizes, sizes)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sensitivity > LARGEST_SENSITIVITY:
            raise BadInput("sensitivity", self.sensitivity, "an integer from 1 to 2^53")
