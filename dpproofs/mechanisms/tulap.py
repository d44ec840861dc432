"""The canonical noise of (epsilon, delta): steps that fall by e^{-epsilon}, and an end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array, Symmetric, power_or_inf
from dpproofs.mechanisms.bent_laplace import lower_gamma
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import ThreeValuedLoss
from dpproofs.mechanisms.formulas.staircase_cost import staircase_cost
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

MOST_DROPS = 100_000  # that are listed one by one
MOST_TERMS = 1 << 20  # of a sum that is added up; more are integrated, and two terms make up for it
BITS = 128


@dataclass(frozen=True, init=False)
class Tulap(Symmetric):
    """A two-sided geometric variable and a uniform one, without the outermost tails.

    In units of the sensitivity the density is c b^k between k - 1/2 and k + 1/2, b = e^{-epsilon},
    up to an end beyond which nothing lies, and c = delta + (1 - delta) tanh(epsilon/2). With
    delta = 0 it has no end, and is the staircase with gamma = 1/2.

    Source: Awan & Slavkovic, "Differentially Private Uniformly Most Powerful Tests for Binomial
    Data", 2018; the canonical noise of (epsilon, delta) in Awan & Vadhan, "Canonical Noise
    Distributions and Private Hypothesis Tests", 2023.

    Its privacy profile is delta + (1 - delta)(1 - e^{e - epsilon})/(1 + e^{-epsilon}) at e up to
    its own epsilon, and delta beyond: no noise that is (epsilon, delta)-private leaks more at any
    e.

    Parameters
    ----------
    epsilon
        In (0, oo).
    delta
        In [0, 1).
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.Tulap(epsilon=1, delta=0.01)
    >>> round(noise.bound, 4), round(noise.expected_cost(1), 4)
    (4.4023, 0.9146)
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    delta: Annotated[float, Parameter(r"\delta", 0, 1, "[)")]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]

    def __init__(self, epsilon: float, delta: float, sensitivity: float = 1) -> None:
        self._set(epsilon=epsilon, delta=delta, sensitivity=sensitivity)

    # Below, lengths are in units of the sensitivity. Cell k >= 1 goes from k - 1/2 to k + 1/2; the
    # last one, K, ends at K - 1/2 + t. What lies beyond x, u = k + 1/2 - x before the end of cell
    # k, is (c b^k (u (1 - b) + b) - delta b)/(1 - b).

    @property
    def bound(self) -> float:
        """The noise lies in [-bound, bound], in units of the query; infinite when delta = 0.

        >>> import dpproofs as dp
        >>> dp.Tulap(epsilon=1, delta=0).bound
        inf
        """
        return self.sensitivity * self._end

    @property
    def _height(self) -> float:
        """c."""
        return self.delta + (1 - self.delta) * math.tanh(self.epsilon / 2)

    @property
    def _fall(self) -> float:
        """1 - b."""
        return -math.expm1(-self.epsilon)

    @property
    def _depth(self) -> float:
        """log(c/delta)."""
        if self.delta == 0:
            return math.inf
        odds = (1 - self.delta) * math.tanh(self.epsilon / 2) / self.delta
        return (
            math.log1p(odds) if odds < math.inf else math.log(self._height) - math.log(self.delta)
        )

    @property
    def _last(self) -> float:
        """K, at least 1: the first k with c b^k <= delta."""
        cells = self._depth / self.epsilon
        return max(math.ceil(cells), 1) if cells < math.inf else math.inf

    @property
    def _share(self) -> float:
        """T = (1 - delta b^{1 - K}/c)/(1 - b): how much of the last cell there is."""
        if self._last == math.inf:
            return 0.0
        left = -math.expm1((self._last - 1) * self.epsilon - self._depth) / self._fall
        return min(max(left, 0.0), 1.0)

    @property
    def _end(self) -> float:
        return self._last - 0.5 + self._share

    def knots(self, limit: float) -> Array:
        """The drops at +-(k + 1/2) sensitivity, and the ends, within ``limit`` of 0; shape (n,).

        Raises
        ------
        BadInput
            When there are more than a hundred thousand on each side.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Tulap(epsilon=1, delta=0.1).knots(3).round(4).tolist()
        [-2.2484, -1.5, -0.5, 0.5, 1.5, 2.2484]
        """
        reach = min(limit / self.sensitivity, self._end)
        if reach > MOST_DROPS:
            raise BadInput("limit", limit, f"at most {MOST_DROPS} times the sensitivity")
        drops = np.arange(math.floor(min(reach, self._last - 0.5) + 0.5)) + 0.5
        places = np.append(drops, [self._end] if reach == self._end else [])
        return np.unique(np.concatenate([-places, places])) * self.sensitivity

    def entropy(self) -> float:
        """Differential entropy in nats: -E log f(X), by the mean number of the cell.

        Of a whole cell the number is the mean of |x| in it; the first and the last make up for it.

        >>> import dpproofs as dp
        >>> round(dp.Tulap(epsilon=1, delta=0).entropy(), 6)
        1.622855
        """
        t = self._share
        cell = self._absolute_moment(1.0) / self.sensitivity - self._height / 4
        cell += self._height * math.exp(-self.epsilon * self._last) * t * (1 - t)
        return math.log(self.sensitivity / self._height) + self.epsilon * cell

    def _absolute_moment(self, p: float) -> float:
        """2 c/(p + 1) (sum_{k < K} (1 - b) b^k (k + 1/2)^{p + 1} + b^K T^{p + 1}), T the end.

        By parts from the integrals over cells.
        """
        if self._last == math.inf:
            return staircase_cost(self.epsilon, 0.5, p, self.sensitivity)
        spent = self._added(p) if self._last <= MOST_TERMS else self._integrated(p)
        spent += math.exp(-self.epsilon * self._last)
        return power_or_inf(self.bound, p, 2 * self._height * self._end / (p + 1) * spent)

    def _added(self, p: float) -> float:
        """The sum, with x/T in the place of x."""
        k = np.arange(self._last)
        terms = np.exp(-self.epsilon * k) * ((k + 0.5) / self._end) ** (p + 1)
        return self._fall * float(terms.sum())

    def _integrated(self, p: float) -> float:
        """The same by the midpoint rule and its first correction, -g'/24 at the far end.

        The relative error is about K^-4 + K^{-p - 2}, by Euler and Maclaurin.
        """
        from flint import ctx

        with ctx.workprec(BITS + max(0, math.frexp(p)[1])):
            e, far, power = ball(self.epsilon), ball(self._last), ball(p) + 1
            rise = 2 * (e / 2).sinh()  # (1 - b) b^{-1/2}
            area = lower_gamma(power + 1, e * far) / e ** (power + 1)
            slope = far ** (power - 1) * (power - e * far) * (-e * far).exp()
            return float(rise * (area - slope / 24) / ball(self._end) ** power)

    def _profile(self, epsilon: Array) -> Array:
        """delta + (1 - delta)(1 - e^{epsilon - epsilon_0})/(1 + e^{-epsilon_0}) up to epsilon_0.

        That is the mechanism's own, and from there on the profile is delta. No noise that is
        (epsilon_0, delta)-private leaks more at any epsilon: its errors are at least those of
        randomised response. Here the shift by the whole sensitivity has these errors.
        """
        less = -np.expm1(np.minimum(epsilon - self.epsilon, 0))
        return self.delta + (1 - self.delta) * less / (1 + math.exp(-self.epsilon)) + 0.0

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, delta, sensitivity = map(symbol, ("epsilon", "delta", "sensitivity"))
        b, c, end = sp.symbols("b c L", positive=True)
        last = sp.Symbol("K", integer=True, positive=True)
        k, half = sp.Symbol("k", integer=True, nonnegative=True), sp.Rational(1, 2)
        start, stop = (sp.Min(k + step, end) * sensitivity for step in (half, 3 * half))
        return self._description(
            ("epsilon", "delta", "sensitivity"),
            pieces=[
                Piece(c / sensitivity, sp.Integer(0), sensitivity / 2),
                Piece(c * b ** (k + 1) / sensitivity, start, stop, k),
            ],
            definitions=[
                (b, sp.exp(-epsilon)),
                (c, delta + (1 - delta) * (1 - b) / (1 + b)),
                (last, sp.ceiling(sp.log(c / delta) / epsilon)),
                (end, last - half + (1 - delta * b ** (1 - last) / c) / (1 - b)),
            ],
        )

    def _cell(self, y: Array) -> Array:
        return np.minimum(np.floor(y + 0.5), self._last)

    def _level(self, k: Array) -> Array:
        """c b^k."""
        return self._height * np.exp(-self.epsilon * k)

    def _beyond(self, k: Array) -> Array:
        """What lies beyond cell k, over c b^k; k <= K."""
        with np.errstate(invalid="ignore"):  # oo - oo
            ahead = np.where(k < self._last, self._last - k, 0.0)
            whole = np.expm1(-self.epsilon * np.maximum(ahead - 1, 0)) / -self._fall
        part = np.exp(-self.epsilon * ahead) * self._share
        return np.where(ahead > 0, math.exp(-self.epsilon) * whole + part, 0.0)

    def _density(self, x: Array) -> Array:
        y = x / self.sensitivity
        inside = (y <= self._end) & (y < math.inf)
        level = self._level(self._cell(y)) / self.sensitivity
        return np.where(inside, level, np.where(np.isnan(y), np.nan, 0.0))

    def _tail(self, x: Array) -> Array:
        y = x / self.sensitivity
        k = self._cell(y)
        with np.errstate(invalid="ignore"):  # oo - oo
            room = np.where(k < self._last, k + 0.5 - y, np.maximum(self._end - y, 0))
            tail = self._level(k) * (room + self._beyond(k))
        tail = np.where(y < 0.5, 0.5 - self._height * y, tail)  # the difference is exact near 0
        return np.where(y == math.inf, 0.0, tail)

    def _tail_quantile(self, q: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            inward = (q * self._fall + self.delta * math.exp(-self.epsilon)) / self._height
            k = np.clip(np.floor(-np.log(inward) / self.epsilon), 0, self._last)
            room = np.where(q > 0, q / self._level(k), 0.0) - self._beyond(k)
            width = np.where(k < self._last, 1.0, self._share)
            y = np.where(k < self._last, k + 0.5, self._end) - np.clip(room, 0, width)
        y = np.where(k == 0, np.minimum((0.5 - q) / self._height, 0.5), y)
        return self.sensitivity * np.where((q == 0) & (self.delta == 0), math.inf, y)

    def _loss(self) -> ThreeValuedLoss:
        """With delta = 0 the errors are those of randomised response: Awan & Slavkovic, 2018."""
        return ThreeValuedLoss(Fraction(self.epsilon))

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        epsilon, sensitivity = Fraction(self.epsilon), Fraction(self.sensitivity)

        def tail(x: Fraction) -> Ball:
            from flint import arb

            delta = ball(self.delta)
            k, passed = divmod(x / sensitivity + Fraction(1, 2), 1)
            b, fall = (-ball(epsilon)).exp(), -(-ball(epsilon)).expm1()
            level = (delta + (1 - delta) * fall / (1 + b)) * (-ball(epsilon * k)).exp()
            rest = (level * (ball(1 - passed) * fall + b) - delta * b) / fall
            if rest > 0 or rest <= 0:
                return rest if rest > 0 else arb(0)
            return arb(0).union(rest.upper())

        return tail

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        # By the quantile of e^-Exp/2, which is fine where little mass is left.
        rng.standard_exponential(out=out)
        np.negative(out, out=out)
        np.exp(out, out=out)
        out *= 0.5
        out[:] = self._tail_quantile(out)
        rng.random(out=spare)
        spare -= 0.5
        np.copysign(out, spare, out=out)
