"""Rounds of a composition: a mechanism, how often, and with what sampling."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.parameter import as_int
from dpproofs.privacy.composition.counts import Discrete
from dpproofs.privacy.composition.numbers import above, below, exact

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

MOST_ROUNDS = 10**6


@dataclass(frozen=True)
class Round:
    """A mechanism, how often it is applied, and with what probability a record takes part.

    Parameters
    ----------
    mechanism
        Noise for real or integer queries, or randomised response.
    count
        How often, from 1 to 10^6.
    sampling
        The probability, in (0, 1], as an exact number.

    Raises
    ------
    BadInput
        When the mechanism adds no noise to one number, count is not in 1, ..., 10^6, or sampling is
        not in (0, 1].

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.Round(dp.Laplace(epsilon=0.1), count=10).count
    10
    """

    mechanism: Mechanism | Discrete
    count: int = 1
    sampling: Exact = 1

    def __post_init__(self) -> None:
        if not isinstance(self.mechanism, Mechanism | Discrete):
            raise BadInput(
                "mechanism",
                self.mechanism,
                "a mechanism for real or integer queries, or randomised response",
            )
        if isinstance(self.mechanism, Mechanism) and self.mechanism.profile_is_searched:
            raise BadInput("mechanism", self.mechanism, "noise whose worst shift is known")
        count = as_int(self.count)
        if count is None or not 1 <= count <= MOST_ROUNDS:
            raise BadInput("count", self.count, f"an integer in [1, {MOST_ROUNDS}]")
        rate = exact("sampling", self.sampling, "a number in (0, 1]", lambda q: 0 < q <= 1)
        object.__setattr__(self, "count", count)
        object.__setattr__(self, "sampling", rate)

    @property
    def rates(self) -> tuple[float, float]:
        """The probability of taking part as doubles: not above it, and not below it.

        >>> import dpproofs as dp
        >>> low, high = dp.Round(dp.Laplace(1), sampling="0.1").rates
        >>> low <= high
        True
        """
        rate = Fraction(self.sampling)
        return below(rate), above(rate)
