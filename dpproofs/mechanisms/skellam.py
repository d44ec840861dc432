"""Skellam noise: the difference of two Poisson variables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.formulas import bessel
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.lattice import last_that
from dpproofs.mechanisms.formulas.skellam_loss import SkellamLoss
from dpproofs.mechanisms.formulas.tail_table import TailTable
from dpproofs.mechanisms.log_concave import BITS_FAR, LogConcave
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.stated import alone

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.coins import Coins
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

FAR = 10**7  # P(X > FAR) <= e^{-490_000}, by Chernoff's bound for the largest mu


@dataclass(frozen=True)
class Skellam(LogConcave):
    """Noise N - N' for independent Poisson variables N and N' of mean mu/2 each.

    P(X = k) = e^{-mu} I(|k|, mu) with the modified Bessel function I of order |k|, and the variance
    is mu. Sums of independent Skellam noise are Skellam noise, which is why it is added by many in
    part.

    Source: Agarwal, Kairouz & Liu, "The Skellam Mechanism for Differentially Private Federated
    Learning", 2021, Definition 3.1. A convolution of log-concave masses is log-concave, so that the
    worst shift is the whole sensitivity.

    Parameters
    ----------
    mu
        In [1e-12, 1e8], the variance.
    sensitivity
        In [1, 2^53], an integer; it is what the query counts in, so that there is no other unit.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.Skellam(mu=4)
    >>> round(float(noise.pmf(0)), 6), round(float(noise.privacy_profile(1)), 6)
    (0.207002, 0.003504)
    """

    mu: Annotated[float, Parameter(r"\mu", 0, math.inf)]
    sensitivity: Annotated[int, Parameter(r"\Delta", 1, math.inf, "[)", integer=True)] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1e-12 <= self.mu <= 1e8:
            raise BadInput("mu", self.mu, "a number in [1e-12, 1e+08]")

    @property
    def scale(self) -> float:
        """The standard deviation, and at least 1: further out the tail falls by e in less.

        >>> import dpproofs as dp
        >>> dp.Skellam(mu=9).scale
        3.0
        """
        return max(math.sqrt(self.mu), 1.0)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        mu, x = symbol("mu"), sp.Symbol("x", integer=True)
        return self._description(
            ("mu", "sensitivity"),
            pieces=[Piece(sp.exp(-mu) * sp.besseli(x, mu), sp.Integer(0), sp.oo)],
            integers=True,
        )

    # -- in doubles --------------------------------------------------------------------------------

    def _log_mass(self, m: Any) -> Array:
        return bessel.log_masses(np.asarray(m, dtype=float), self.mu)

    def _tail(self, m: Any) -> Array:
        return self._table.beyond(m)

    def _tail_quantile(self, q: Array) -> Array:
        return self._table.quantile(q)

    def _absolute_moment(self, p: float) -> float:
        return self.mu if p == 2 else self._table.moment(p)

    @cached_property
    def _table(self) -> TailTable:
        return TailTable.of(self._log_mass)

    def _fill(self, out: NDArray[Any], spare: Array, rng: np.random.Generator) -> None:  # noqa: ARG002  # needs no scratch
        out[:] = rng.poisson(self.mu / 2, out.size)
        out -= rng.poisson(self.mu / 2, out.size)

    def _fits_a_table(self, count: int) -> bool:  # noqa: ARG002  # there is no other way
        return True

    def _draw_exactly(self, coins: Coins) -> int:
        return int(self._inversion.signed(coins.words(1), coins)[0])

    def _loss(self) -> SkellamLoss:
        return SkellamLoss(self._mean, self.sensitivity)

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With the variance (sensitivity/epsilon)^2, to a double."""
        alone(others)
        return cls(mu=(sensitivity / epsilon) ** 2, sensitivity=sensitivity)  # type: ignore[arg-type]  # checked there

    # -- in balls ----------------------------------------------------------------------------------

    @property
    def _mean(self) -> Fraction:
        return Fraction(self.mu)

    @property
    def _far(self) -> float:
        return FAR

    def _first(self, epsilon: Fraction) -> int:
        """Looked for near mu sinh(epsilon/d) - d/2: log P falls by about asinh(k/mu) at k."""
        shift, growth = self.sensitivity, ball(epsilon).exp()
        if epsilon == 0:
            return -((shift - 1) // 2)  # if P(k) = P(k + d), no ball tells it
        near = round(self.mu * math.sinh(epsilon / shift) - shift / 2)
        return last_that(lambda k: not self._gain(k, growth) > 0, near) + 1

    def _gain(self, k: int, growth: Ball) -> Ball:
        """P(k) - growth P(k + d)."""
        return self._exact_mass(abs(k)) - growth * self._exact_mass(abs(k + self.sensitivity))

    def _exact_profile(self, epsilon: Fraction) -> Ball:
        """Of a half-line that begins beyond FAR only a bound is told.

        There I_{k+1}/I_k >= e^{-asinh((k + 1)/mu)}: Amos, "Computation of Modified Bessel Functions
        and Their Ratios", 1974.
        """
        from flint import arb

        if epsilon > self.sensitivity * math.asinh((2 * FAR + self.sensitivity) / self.mu):
            return arb(0, arb(2) ** -BITS_FAR)
        first = self._first(epsilon)
        if epsilon > 0 and not self._gain(first - 1, ball(epsilon).exp()) < 0:
            return arb(0, 1)  # the precision does not tell
        return super()._exact_profile(epsilon)

    def _exact_masses(self) -> Iterator[Ball]:
        return bessel.masses(self._mean)

    def _exact_mass(self, m: int) -> Ball:
        return bessel.mass(m, self._mean)

    def _exact_tail(self, m: int) -> Ball:
        return bessel.tail(m, self._mean)

    def _exact_moment(self, p: int) -> Ball:
        return bessel.absolute_moment(p, self._mean)
