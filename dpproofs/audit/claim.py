"""What an implementation claims: (epsilon, delta)-privacy for a sensitivity."""

from __future__ import annotations

import math
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
        if not 0 <= self.epsilon < math.inf:
            raise BadInput("epsilon", self.epsilon, "a number in [0, inf)")
        if not 0 <= self.delta < 1:
            raise BadInput("delta", self.delta, "a number in [0, 1)")
        if not 0 < self.sensitivity < math.inf:
            raise BadInput("sensitivity", self.sensitivity, "a number in (0, inf)")

    @property
    def ratio(self) -> float:
        """e^epsilon; beyond epsilon = 700, which no draws tell apart, e^700.

        To bet with the smaller ratio multiplies the mean of each bet by 1 + e^-700 at most, under
        the claim, and so the probability of a false alarm by no more than rounding does.
        """
        return grown(self.epsilon)


def grown(epsilon: float) -> float:
    """e^epsilon, or e^700 where doubles may not hold it."""
    return math.exp(min(epsilon, MOST))
