"""What an implementation claims: (epsilon, delta)-privacy for a sensitivity."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dpproofs.kernel.errors import BadInput


@dataclass(frozen=True)
class PrivacyClaim:
    """P(M(x) in S) <= e^epsilon P(M(x') in S) + delta for all sets S and |x - x'| <= sensitivity.

    Attributes
    ----------
    epsilon
        In [0, 700]: e^epsilon has to be a double.
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
        if not 0 <= self.epsilon <= 700:
            raise BadInput("epsilon", self.epsilon, "a number in [0, 700]")
        if not 0 <= self.delta < 1:
            raise BadInput("delta", self.delta, "a number in [0, 1)")
        if not 0 < self.sensitivity < math.inf:
            raise BadInput("sensitivity", self.sensitivity, "a number in (0, inf)")

    @property
    def ratio(self) -> float:
        """e^epsilon."""
        return math.exp(self.epsilon)
