"""The staircase mechanism over any range of outcomes, with any cost."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.selection import Array, SelectionMechanism


@dataclass(frozen=True)
class AbstractStaircase(SelectionMechanism):
    """Weights that drop by exp(-rate) at cost gamma, 1 + gamma, 2 + gamma, ... sensitivities.

    Source: Geng & Viswanath, "The Optimal Mechanism in Differential Privacy", Definition 4 and
    Theorem 13. The epsilon of Definition 4 is the ``rate`` here: by Theorem 13 that mechanism is
    2 rate-private, and no factor below 2 is right in general. ``epsilon`` is what is promised, so
    that the rate is epsilon/2 unless ``factor=1`` is given.

    On costs that are multiples of the sensitivity it is the exponential mechanism.

    Parameters
    ----------
    epsilon, sensitivity, factor
        As for `SelectionMechanism`; the sensitivity is in the units of the cost. For
        ``factor=1`` by order, costs have to be >= 0, as they are here.
    gamma
        In [0, 1], not chosen by looking at the data. When left out the gamma with the least
        expected amplitude on the real line, 1/(1 + exp(rate/2)) (Theorem 4). On other ranges no
        one gamma is best; when the least positive cost c that can occur is known, at most one
        sensitivity, then gamma = c/sensitivity sets the outcomes of cost 0 apart from all others.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> staircase = dp.AbstractStaircase(epsilon=1)
    >>> choice = staircase.over([2, 0, 1], outcomes=["a", "b", "c"])
    >>> choice.sample(rng=0) in ("a", "b", "c")
    True
    """

    gamma: Annotated[float | None, Parameter(r"\gamma", 0, 1, "[]")] = None

    def __post_init__(self) -> None:
        if self.gamma is None:
            # A valid stand-in until the other parameters have been checked.
            object.__setattr__(self, "gamma", 0.5)
            super().__post_init__()
            object.__setattr__(self, "gamma", _amplitude_gamma(self.rate))
        else:
            super().__post_init__()

    def levels(self, costs: ArrayLike) -> Array:
        """1 + floor(L/sensitivity - gamma) for each L of ``costs``, exactly: the drops up to it.

        The shape is that of the costs.

        >>> import dpproofs as dp
        >>> mechanism = dp.AbstractStaircase(epsilon=1, sensitivity=1, gamma=0.5)
        >>> mechanism.levels([0, 0.4, 0.5, 1.6]).tolist()
        [0.0, 0.0, 1.0, 2.0]
        """
        values = self._checked(costs)
        gamma = float(self.gamma or 0)
        place = values / self.sensitivity - gamma
        drops = np.floor(place)
        # Rounding may have moved a cost across a drop, and with it a neighbour two levels away.
        doubtful = np.abs(place - np.rint(place)) <= 2.0**-50 * (1 + values / self.sensitivity)
        if np.any(doubtful):
            width, shift = Fraction(self.sensitivity), Fraction(gamma)
            distinct, back = np.unique(values[doubtful], return_inverse=True)
            exact = [math.floor(Fraction(cost) / width - shift) for cost in distinct.tolist()]
            drops[doubtful] = np.array(exact, dtype=float)[back]
        return drops + 1


def _amplitude_gamma(rate: float) -> float:
    """1/(1 + exp(rate/2)), never 0 by underflow."""
    share = math.exp(-rate / 2)
    return max(share / (1 + share), sys.float_info.min)
