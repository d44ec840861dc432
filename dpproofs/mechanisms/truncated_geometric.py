"""Geometric noise that is cut off: bounded (epsilon, delta)-private noise for counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.formulas.discrete_cost import Sums, integer_above
from dpproofs.mechanisms.formulas.enclosure import WANTED, at_rising_precision, ball
from dpproofs.mechanisms.log_concave import LARGEST_SENSITIVITY, LogConcave
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.coins import Coins
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball


@dataclass(frozen=True)
class TruncatedGeometric(LogConcave):
    """Noise with P(X = k) proportional to q^|k| for |k| <= N, q = e^{-epsilon/sensitivity}.

    N is the least bound with which it is (epsilon, delta)-private: a shift costs at most the factor
    e^epsilon where both inputs reach, and P(X > N - sensitivity) <= delta is where only one does.
    Noise that never leaves known bounds can be moved to be positive: what is added to a count is
    then dummies, and nothing is lost.

    Source: the discrete form of the truncated Laplace mechanism of Geng, Ding, Guo & Kumar,
    "Privacy and Utility Tradeoff in Approximate Differential Privacy", Definition 3.

    Parameters
    ----------
    epsilon
        In (0, oo).
    delta
        In (0, 1/2).
    sensitivity
        In [1, 2^53], an integer; it is what the query counts in, so that there is no other unit.

    Attributes
    ----------
    bound
        N.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or N is beyond 2^53.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.TruncatedGeometric(epsilon=1, delta=1e-6)
    >>> noise.bound, noise.support()
    (14, (-14.0, 14.0))
    >>> bool(noise.privacy_profile(1) <= 1e-6)
    True
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    delta: Annotated[float, Parameter(r"\delta", 0, 0.5)]
    sensitivity: Annotated[int, Parameter(r"\Delta", 1, math.inf, "[)", integer=True)] = 1
    bound: Annotated[int, Parameter("N", 1, math.inf, "[)", integer=True)] = field(init=False)

    def __post_init__(self) -> None:
        for name in ("epsilon", "delta", "sensitivity"):
            self._set(**{name: getattr(self, name)})
        bound = integer_above(self._exact_length) - 1
        if max(bound, self.sensitivity) > LARGEST_SENSITIVITY:
            raise BadInput("epsilon", self.epsilon, f"such that the bound {bound:.3g} is < 2^53")
        self._set(bound=bound)

    @property
    def scale(self) -> float:
        """sensitivity/epsilon, where probabilities fall by e, but from 1 to the bound.

        >>> import dpproofs as dp
        >>> dp.TruncatedGeometric(epsilon=0.5, delta=1e-3, sensitivity=3).scale
        6.0
        """
        return max(min(self.sensitivity / self.epsilon, float(self.bound)), 1.0)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, sensitivity, bound = map(symbol, ("epsilon", "sensitivity", "bound"))
        q, x = sp.Symbol("q", positive=True), sp.Symbol("x", integer=True)
        mass = (1 - q) / (1 + q - 2 * q ** (bound + 1)) * q**x
        return self._description(
            ("epsilon", "sensitivity", "bound"),
            pieces=[Piece(mass, sp.Integer(0), bound + 1)],
            definitions=[(q, sp.exp(-epsilon / sensitivity))],
            integers=True,
        )

    # Below, D = 1 + q - 2 q^{N + 1}, so that P(X = 0) = (1 - q)/D.

    # -- in doubles --------------------------------------------------------------------------------

    @property
    def _rate(self) -> float:
        """-log q."""
        return self.epsilon / self.sensitivity

    @property
    def _denominator(self) -> float:
        """D, as a sum of positive terms."""
        q = math.exp(-self._rate)
        return -math.expm1(-self._rate) - 2 * q * math.expm1(-self._rate * self.bound)

    def _log_mass(self, m: Any) -> Array:
        peak = math.log(-math.expm1(-self._rate)) - math.log(self._denominator)
        return np.where(m > self.bound, -np.inf, peak - self._rate * np.asarray(m, dtype=float))

    def _tail(self, m: Any) -> Array:
        """(q^{m + 1} - q^{N + 1})/D up to N."""
        left = np.maximum(self.bound - np.asarray(m, dtype=float), 0.0)
        power = np.exp(-self._rate * (np.asarray(m, dtype=float) + 1))
        return np.asarray(-power * np.expm1(-self._rate * left) / self._denominator)

    def _tail_quantile(self, q: Array) -> Array:
        last = math.exp(-self._rate * (self.bound + 1))
        with np.errstate(divide="ignore"):
            reached = -np.log(q * self._denominator + last) / self._rate
        found = np.where(q == 0, self.bound, np.ceil(reached - 1))
        return np.clip(found, 0.0, float(self.bound))

    def _absolute_moment(self, p: float) -> float:
        """2 P(0) (q W(1) - q^{N + 1} W(N + 1)), W(j) = sum_k q^k (k + j)^p."""

        def accurate(value: Ball) -> bool:
            return value.rel_accuracy_bits() > WANTED

        return float(at_rising_precision(lambda: self._moment_of(p), accurate))

    def _moment_of(self, p: float) -> Ball:
        if p in (1, 2):
            return self._exact_moment(int(p))
        sums, end = Sums(self._exact_rate, 1, p), self.bound + 1
        return (
            2
            * self._exact_mass(0)
            * (self._power(1) * sums.powers(1) - self._power(end) * sums.powers(end))
        )

    @property
    def _alone(self) -> float:
        return float(self._tail(self.bound - self.sensitivity))

    # -- in balls ----------------------------------------------------------------------------------

    def _draw_exactly(self, coins: Coins) -> int:
        """By rejection: of uniform integers where the noise is nearly flat, else geometric ones."""
        rate, flat = self._exact_rate, self._exact_rate * self.bound < 1
        while True:
            if flat:
                place = coins.below(2 * self.bound + 1) - self.bound
                if coins.decays(rate * abs(place)):
                    return place
                continue
            size, negative = coins.geometric(rate), coins.bits(1)
            if size <= self.bound and (size > 0 or not negative):
                return -size if negative else size

    @property
    def _exact_rate(self) -> Fraction:
        return Fraction(self.epsilon) / self.sensitivity

    def _power(self, k: int) -> Ball:
        """q^k."""
        return ball(-k * self._exact_rate).exp()

    def _exact_length(self) -> Ball:
        """log((e^epsilon - 1 + 2 delta)/(delta (1 + q)))/-log q, of which N + 1 is the ceiling.

        From P(X > N - d) = (q^{N + 1 - d} - q^{N + 1})/D <= delta; as delta < 1/2, N >= d.
        """
        delta = ball(self.delta)
        odds = (ball(self.epsilon).expm1() + 2 * delta) / (delta * (1 + self._power(1)))
        return odds.log() / ball(self._exact_rate)

    @property
    def _far(self) -> float:
        return self.bound

    def _first(self, epsilon: Fraction) -> int:
        """|k + d| - |k| > epsilon/-log q on a half-line; and P(k + d) = 0 for k > N - d."""
        d, fall = self.sensitivity, epsilon / self._exact_rate
        beyond = self.bound - d + 1
        return beyond if fall >= d else min((fall - d) // 2 + 1, beyond)

    def _exact_masses(self) -> Iterator[Ball]:
        q, mass = self._power(1), self._exact_mass(0)
        for _ in range(self.bound + 1):
            yield mass
            mass *= q

    def _exact_mass(self, m: int) -> Ball:
        from flint import arb

        if m > self.bound:
            return arb(0)
        return self._power(m) * (1 - self._power(1)) / self._exact_denominator()

    def _exact_tail(self, m: int) -> Ball:
        from flint import arb

        if m >= self.bound:
            return arb(0)
        return (self._power(m + 1) - self._power(self.bound + 1)) / self._exact_denominator()

    def _exact_denominator(self) -> Ball:
        return 1 + self._power(1) - 2 * self._power(self.bound + 1)

    def _exact_moment(self, p: int) -> Ball:
        """2 P(0) times the sum of k^p q^k over k <= N, in closed form."""
        q, n, last = self._power(1), self.bound, self._power(self.bound)
        if p == 1:
            total = q * (1 - (n + 1) * last + n * last * q) / (1 - q) ** 2
        else:
            rest = (n + 1) ** 2 - (2 * n * n + 2 * n - 1) * q + n * n * q * q
            total = q * (1 + q - last * rest) / (1 - q) ** 3
        return 2 * self._exact_mass(0) * total
