"""Tails of integer noise as a table of doubles, where they have no formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LogMass = Callable[[Any], Array]

LEAST = -745.0  # the logarithm of a probability that a double can hold


@dataclass(frozen=True, eq=False)
class TailTable:
    """P(X = m) and P(X > m) of symmetric noise, for m from 0 to where doubles end.

    Attributes
    ----------
    mass, tail
        Arrays of the same length.
    """

    mass: Array
    tail: Array

    @classmethod
    def of(cls, log_mass: LogMass) -> TailTable:
        """From log P(X = m), which decreases with m."""
        mass = np.exp(log_mass(np.arange(_reach(log_mass) + 1)))
        # From the far end on: all terms are positive, and longer doubles keep every digit.
        beyond = np.cumsum(mass[:0:-1], dtype=np.longdouble)[::-1].astype(float)
        return cls(mass, np.append(beyond, 0.0))

    def beyond(self, m: Any) -> Array:
        """P(X > m) for whole m >= 0; NaN for NaN."""
        missing = np.isnan(m)
        place = np.where(missing, 0, np.minimum(m, self.tail.size - 1)).astype(np.int64)
        return np.where(missing, np.nan, self.tail[place])

    def quantile(self, q: Array) -> Array:
        """The least m with P(X > m) <= q; infinite where q is 0."""
        place = self.tail.size - np.searchsorted(self.tail[::-1], q, side="right")
        return np.where(q == 0, np.inf, place)

    def moment(self, p: float) -> float:
        """E|X|^p; infinite where a double overflows."""
        with np.errstate(over="ignore"):
            powers = np.arange(1, self.mass.size, dtype=float) ** p
        return float(2 * np.sum(powers * self.mass[1:], dtype=np.longdouble))


def _reach(log_mass: LogMass) -> int:
    """The largest m whose probability a double can hold."""
    low, high = 0, 1
    while log_mass(np.array([high]))[0] > LEAST:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if log_mass(np.array([middle]))[0] > LEAST else (low, middle)
    return low
