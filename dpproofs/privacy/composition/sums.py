"""Sums of independent privacy losses, with integers for probabilities: rounding has a direction.

Probabilities are integers over 2^BITS. After each product they are rounded up for an upper bound
and down for a lower one, and so is what is cut off: on the side of large losses to an infinite loss
or to the last one kept, on the side of small ones to the first one kept or to nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.pairs import Pair

if TYPE_CHECKING:
    import flint

BITS = 160
ONE = 1 << BITS
PRUNED = 1 << (BITS - 90)  # mass that may be cut off at either end: 2^-90


@dataclass(frozen=True)
class Sum:
    """The distribution of a sum of losses on multiples of a step.

    Attributes
    ----------
    first
        The smallest loss, as a multiple of the step.
    weights
        2^BITS times the probabilities, as a polynomial.
    infinite
        Likewise, of an infinite loss.
    upwards
        Whether everything is rounded up.
    """

    step: float
    first: int
    weights: flint.fmpz_poly
    infinite: int
    upwards: bool

    @classmethod
    def of(cls, pair: Pair, step: float, *, upwards: bool) -> Sum:
        """One round, whose losses are multiples of the step."""
        from flint import fmpz_poly

        weights = fmpz_poly([_integer(mass, upwards=upwards) for mass in pair.mass.tolist()])
        first = round(float(pair.loss[0]) / step)
        infinite = _integer(pair.infinite, upwards=upwards)
        return cls(step, first, weights, infinite, upwards).pruned()

    def __add__(self, other: Sum) -> Sum:
        product = self.weights * other.weights
        infinite = self.infinite + other.infinite
        if self.upwards:
            product = _ceiling(product)
        else:
            product = product // ONE
            infinite -= -(-self.infinite * other.infinite // ONE)
        return Sum(self.step, self.first + other.first, product, infinite, self.upwards).pruned()

    def times(self, count: int) -> Sum:
        """The sum of so many independent copies, by repeated doubling; count >= 1."""
        result: Sum | None = None
        power = self
        while True:
            if count & 1:
                result = power if result is None else result + power
            count >>= 1
            if not count:
                return result if result is not None else power
            power += power

    def pruned(self) -> Sum:
        """Without the ends that hold next to nothing."""
        from flint import fmpz_poly

        values = [int(value) for value in self.weights.coeffs()]
        low, lost = _end(values)
        high, gone = _end(values[low:][::-1])
        kept = values[low : len(values) - high]
        infinite = self.infinite
        if not kept:
            return Sum(self.step, 0, fmpz_poly([]), infinite, self.upwards)
        if self.upwards:
            kept[0] += lost
            infinite += gone
        else:
            kept[-1] += gone
        return Sum(self.step, self.first + low, fmpz_poly(kept), infinite, self.upwards)

    def arrays(self) -> tuple[Array, Array, float]:
        """Losses and their probabilities as doubles, and that of an infinite loss."""
        weights = np.array([int(value) / ONE for value in self.weights.coeffs()], dtype=float)
        losses = np.asarray(self.step * (self.first + np.arange(weights.size)), dtype=float)
        return losses, weights, self.infinite / ONE


def _integer(value: float, *, upwards: bool) -> int:
    numerator, denominator = value.as_integer_ratio()
    return -(-numerator * ONE // denominator) if upwards else numerator * ONE // denominator


def _ceiling(product: flint.fmpz_poly) -> flint.fmpz_poly:
    from flint import fmpz_poly

    return (product + fmpz_poly([ONE - 1] * len(product))) // ONE


def _end(values: list[int]) -> tuple[int, int]:
    """How many of the first values have at most PRUNED together, and what they have."""
    total = 0
    for place, value in enumerate(values):
        if total + value > PRUNED:
            return place, total
        total += value
    return len(values), total


def delta_of(losses: Array, weights: Array, infinite: float, epsilon: float) -> float:
    """The sum of weights * (1 - e^(epsilon - loss))+, and what has an infinite loss."""
    above = losses > epsilon
    gains = weights[above] * -np.expm1(epsilon - losses[above])
    return min(1.0, math.fsum(gains.tolist()) + infinite)
