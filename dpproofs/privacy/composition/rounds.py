"""Rounds of a composition: a mechanism, how often, and with what sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.gaussian import Gaussian
from dpproofs.mechanisms.geometric import Geometric
from dpproofs.mechanisms.laplace import Laplace
from dpproofs.mechanisms.log_concave import LogConcave
from dpproofs.mechanisms.parameter import as_int
from dpproofs.privacy.composition.counts import Discrete
from dpproofs.privacy.composition.numbers import exact
from dpproofs.privacy.composition.sampling import Sampling

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

MOST_ROUNDS = 10**6
LOG_CONCAVE = Gaussian, Laplace, Geometric, LogConcave


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
        The probability of Poisson sampling, in (0, 1], as an exact number, or a `Sampling`.

    Raises
    ------
    BadInput
        When the mechanism adds no noise to one number, or not noise for which there is a theorem
        of this sampling, count is not in 1, ..., 10^6, or sampling is not in (0, 1].

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.Round(dp.Laplace(epsilon=0.1), count=10).count
    10
    """

    mechanism: Mechanism | Discrete
    count: int = 1
    sampling: Exact | Sampling = 1

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
        object.__setattr__(self, "count", count)
        if not isinstance(self.sampling, Sampling):
            rate = exact("sampling", self.sampling, "a number in (0, 1]", lambda q: 0 < q <= 1)
            object.__setattr__(self, "sampling", rate)
        if self.way.needs_log_concave and not isinstance(self.mechanism, LOG_CONCAVE):
            known = "Gaussian, Laplace, Geometric, DiscreteGaussian, Skellam or TruncatedGeometric"
            raise BadInput("mechanism", self.mechanism, f"{known} noise with {self.way}")

    @property
    def way(self) -> Sampling:
        """The sampling, Poisson's where a number was given.

        >>> import dpproofs as dp
        >>> dp.Round(dp.Laplace(1), sampling="0.1").way
        Sampling.poisson('1/10', neighbours='add or remove')
        """
        if isinstance(self.sampling, Sampling):
            return self.sampling
        return Sampling.poisson(self.sampling)

    @property
    def rates(self) -> tuple[float, float]:
        """The probability of taking part as doubles: not above it, and not below it.

        >>> import dpproofs as dp
        >>> low, high = dp.Round(dp.Laplace(1), sampling="0.1").rates
        >>> low <= high
        True
        """
        return self.way.chances
