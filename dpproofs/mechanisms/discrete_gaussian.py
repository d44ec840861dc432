"""The discrete Gaussian: normal weights on the integers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array, gamma_or_inf, power_or_inf
from dpproofs.mechanisms.formulas import gaussian_sums
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import DiscreteNormalLoss
from dpproofs.mechanisms.formulas.tail_table import TailTable
from dpproofs.mechanisms.log_concave import LogConcave
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.stated import alone

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.coins import Coins
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

WIDE = 2.0**15  # from this sigma on sums are integrals, but for a correction


@dataclass(frozen=True)
class DiscreteGaussian(LogConcave):
    """Noise with P(X = k) proportional to e^{-k^2/(2 sigma^2)} for whole k.

    Source: Canonne, Kamath & Steinke, "The Discrete Gaussian for Differential Privacy", 2020.
    Its masses are log-concave, so that the worst shift is the whole sensitivity.

    Parameters
    ----------
    sigma
        In [1e-6, 1e9]; not the standard deviation, which is below it.
    sensitivity
        In [1, 2^53], an integer; it is what the query counts in, so that there is no other unit.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.DiscreteGaussian(sigma=2)
    >>> round(float(noise.pmf(0)), 6), round(float(noise.privacy_profile(1)), 6)
    (0.199471, 0.007249)
    """

    sigma: Annotated[float, Parameter(r"\sigma", 0, math.inf)]
    sensitivity: Annotated[int, Parameter(r"\Delta", 1, math.inf, "[)", integer=True)] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1e-6 <= self.sigma <= 1e9:
            raise BadInput("sigma", self.sigma, "a number in [1e-06, 1e+09]")

    @property
    def scale(self) -> float:
        """sigma, and at least 1: beyond a sigma the tail falls by more than e in this distance.

        >>> import dpproofs as dp
        >>> dp.DiscreteGaussian(sigma=3).scale
        3.0
        """
        return max(self.sigma, 1.0)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        sigma, total = symbol("sigma"), sp.Symbol("Z", positive=True)
        x, j = sp.symbols("x j", integer=True)
        weights = sp.Sum(sp.exp(-(j**2) / (2 * sigma**2)), (j, 1, sp.oo))
        return self._description(
            ("sigma", "sensitivity"),
            pieces=[Piece(sp.exp(-(x**2) / (2 * sigma**2)) / total, sp.Integer(0), sp.oo)],
            definitions=[(total, 1 + 2 * weights)],
            integers=True,
        )

    # -- in doubles --------------------------------------------------------------------------------

    def _log_mass(self, m: Any) -> Array:
        z = np.asarray(m, dtype=float) / self.sigma
        return np.asarray(-z * z / 2 - self._log_total)

    def _tail(self, m: Any) -> Array:
        """By the midpoint rule where the noise is wide: an integral and a 24th of the slope."""
        if self.sigma < WIDE:
            return self._table.beyond(m)
        from scipy.special import erfc

        z = (np.asarray(m, dtype=float) + 0.5) / self.sigma
        integral = self.sigma * math.sqrt(math.pi / 2) * erfc(z / math.sqrt(2))
        with np.errstate(invalid="ignore"):  # oo * 0
            slope = np.nan_to_num(z * np.exp(-z * z / 2)) / self.sigma
        return np.asarray((integral - slope / 24) * math.exp(-self._log_total))

    def _tail_quantile(self, q: Array) -> Array:
        if self.sigma < WIDE:
            return self._table.quantile(q)
        from scipy.special import ndtri

        return np.asarray(np.maximum(np.ceil(-self.sigma * ndtri(q) - 0.5), 0.0))

    def _absolute_moment(self, p: float) -> float:
        """By a sum; of wide noise by an integral, from which a sum over k >= 1 is zeta(-p) away."""
        if self.sigma < WIDE:
            return self._table.moment(p)
        from flint import arb

        standard = gamma_or_inf((p + 1) / 2) / math.sqrt(math.pi)
        integral = power_or_inf(self.sigma * math.sqrt(2), p, standard)
        if integral == math.inf:
            return integral
        return integral + 2 * float((-arb(p)).zeta()) * math.exp(-self._log_total)

    @cached_property
    def _log_total(self) -> float:
        from flint import ctx

        with ctx.workprec(128):
            return float(gaussian_sums.full_sum(self._variance).log())

    @cached_property
    def _table(self) -> TailTable:
        return TailTable.of(self._log_mass)

    def _loss(self) -> DiscreteNormalLoss:
        return DiscreteNormalLoss(self._variance, self.sensitivity)

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With sigma = sensitivity/epsilon, to a double."""
        alone(others)
        return cls(sigma=sensitivity / epsilon, sensitivity=sensitivity)  # type: ignore[arg-type]  # checked there

    def _draw_exactly(self, coins: Coins) -> int:
        """Geometric noise that is kept with probability e^{-(|y| - sigma^2/t)^2/(2 sigma^2)}.

        Source: Canonne, Kamath & Steinke, Algorithm 3.
        """
        length, variance = math.floor(self.sigma) + 1, self._variance
        while True:
            size, negative = coins.geometric(Fraction(1, length)), coins.bits(1)
            off = size - variance / length
            if (size > 0 or not negative) and coins.decays(off * off / (2 * variance)):
                return -size if negative else size

    # -- in balls ----------------------------------------------------------------------------------

    @property
    def _variance(self) -> Fraction:
        """sigma^2; the variance itself is a little less."""
        return Fraction(self.sigma) ** 2

    @property
    def _far(self) -> float:
        """Beyond 1000 sigma, P(X > x) <= e^{-500_000}/(1 - e^{-1000/sigma})."""
        return 1000 * self.sigma

    def _first(self, epsilon: Fraction) -> int:
        return gaussian_sums.first_above(epsilon, self.sensitivity, self._variance)

    def _exact_masses(self) -> Iterator[Ball]:
        step = ball(-1 / self._variance).exp()
        ratio = ball(-1 / (2 * self._variance)).exp()
        mass = 1 / gaussian_sums.full_sum(self._variance)
        while True:
            yield mass
            mass, ratio = mass * ratio, ratio * step

    def _exact_mass(self, m: int) -> Ball:
        weight = ball(-(m**2) / (2 * self._variance)).exp()
        return weight / gaussian_sums.full_sum(self._variance)

    def _exact_tail(self, m: int) -> Ball:
        return gaussian_sums.probability_from(m + 1, self._variance)

    def _exact_moment(self, p: int) -> Ball:
        return gaussian_sums.absolute_moment(p, self._variance)
