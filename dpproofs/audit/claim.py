"""What an implementation claims: (epsilon, delta)-privacy for a sensitivity."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from dpproofs.kernel.errors import BadInput

MOST = 700.0  # epsilon for which e^epsilon, and a thousand times that, is a double


@dataclass(frozen=True)
class PrivacyClaim:
    """P(M(x) in S) <= e^epsilon P(M(x') in S) + delta for all sets S and |x - x'| <= sensitivity.

    Attributes
    ----------
    epsilon
        In [0, oo).
    delta
        In [0, 1).
    sensitivity
        In (0, oo), in units of the input.

    Raises
    ------
    BadInput
        When a number is outside its range.
    """

    epsilon: float
    delta: float = 0.0
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        for name, (inside, accepted) in _RANGES.items():
            value = getattr(self, name)
            try:
                right = inside(value)
            except TypeError:  # it is no number
                right = False
            if not right:
                raise BadInput(name, value, accepted)

    @property
    def ratio(self) -> float:
        """e^epsilon; beyond epsilon = 700, which no draws tell apart, e^700.

        To bet with the smaller ratio multiplies the mean of each bet by 1 + e^-700 at most, under
        the claim, and so the probability of a false alarm by no more than rounding does.
        """
        return grown(self.epsilon)


_RANGES: dict[str, tuple[Callable[[float], bool], str]] = {
    "epsilon": (lambda value: 0 <= value < math.inf, "a number in [0, inf)"),
    "delta": (lambda value: 0 <= value < 1, "a number in [0, 1)"),
    "sensitivity": (lambda value: 0 < value < math.inf, "a number in (0, inf)"),
}


def grown(epsilon: float) -> float:
    """e^epsilon, or e^700 where doubles may not hold it."""
    return math.exp(min(epsilon, MOST))
