"""The staircase mechanism: the optimal epsilon-private noise."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import (
    Array,
    Symmetric,
    doubled_log,
    only_when_alone,
)
from dpproofs.mechanisms.described import checked_power
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import ThreeValuedLoss
from dpproofs.mechanisms.formulas.staircase_cost import staircase_cost, unit_cost
from dpproofs.mechanisms.formulas.staircase_gamma import excess, numeric_gamma
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

MOST_DROPS = 100_000  # that are listed one by one


HALF = 0.5  # gamma with which the loss is never 0


@dataclass(frozen=True, init=False)
class Staircase(Symmetric):
    """A step density that drops by e^{-epsilon} at (k + gamma) sensitivity, k = 0, 1, ...

    Source: Geng & Viswanath, "The Optimal Mechanism in Differential Privacy", equations (25), (26)
    for the density, Theorem 3 for its optimality, Theorems 4 and 6 for gamma.

    Its privacy profile is (1 - e^{e - epsilon}) M at e up to its own epsilon, and 0 beyond, with M
    the largest mass on which the density drops within one sensitivity.

    Parameters
    ----------
    epsilon
        In (0, oo).
    sensitivity
        In (0, oo), in the units of the query.
    cost
        The p of the cost |x|^p that gamma minimises, in (0, oo). 1 when gamma is not given.
    gamma
        In [0, 1]; chosen for ``cost`` when not given.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or both cost and gamma are given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.Staircase(epsilon=1, cost=1)
    >>> round(noise.gamma, 4), round(noise.expected_cost(1), 4)
    (0.3775, 0.9595)
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    gamma: Annotated[float, Parameter(r"\gamma", 0, 1, "[]")]
    cost: Annotated[float | None, Parameter("p", 0, math.inf)] = None

    def __init__(
        self,
        epsilon: float,
        sensitivity: float = 1,
        *,
        cost: float | None = None,
        gamma: float | None = None,
    ) -> None:
        if gamma is None:
            self._set(epsilon=epsilon, sensitivity=sensitivity, cost=1 if cost is None else cost)
            # Never 0 by underflow: that is another mechanism, of much higher cost.
            best = optimal_gamma(self.epsilon, self.cost or 1)
            self._set(gamma=max(best, sys.float_info.min))
        else:
            only_when_alone("gamma", gamma, cost=cost)
            self._set(epsilon=epsilon, sensitivity=sensitivity, gamma=gamma)

    # Below, lengths are in units of the sensitivity; b = e^{-epsilon}, D = gamma + b (1 - gamma).
    # A cell [k, k + 1) has the share gamma/D of its mass before k + gamma.

    @property
    def _b(self) -> float:
        return math.exp(-self.epsilon)

    @property
    def _inner(self) -> float:
        """1/D: the density within the first part of a cell of mass 1. Unused when gamma = 0."""
        return 1 / (self.gamma + self._b * (1 - self.gamma)) if self.gamma > 0 else 0.0

    @property
    def _outer(self) -> float:
        """b/D: the density within the second part, also where b underflows."""
        if self.gamma == 0:
            return 1.0
        exponent = self.epsilon + math.log(self.gamma)
        return 1 / (math.exp(exponent) + 1 - self.gamma) if exponent < 700 else 0.0

    def knots(self, limit: float) -> Array:
        """The drops at +-(k + gamma) sensitivity within ``limit`` of 0; shape (n,).

        Raises
        ------
        BadInput
            When there are more than a hundred thousand on each side.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Staircase(epsilon=1, gamma=0.5).knots(2).tolist()
        [-1.5, -0.5, 0.5, 1.5]
        """
        if limit / self.sensitivity > MOST_DROPS:
            raise BadInput("limit", limit, f"at most {MOST_DROPS} times the sensitivity")
        count = max(math.floor(limit / self.sensitivity - self.gamma) + 1, 0)
        drops = self.sensitivity * (np.arange(count) + self.gamma)
        return np.unique(np.concatenate([-drops, drops]))

    def entropy(self) -> float:
        """Differential entropy in nats: -E log f(X), by the levels of the density.

        Of the cells the k-th has mass (1 - b) b^k, and in it the share gamma/D lies on the level
        (1 - b) b^k/(2 D sensitivity), the rest on b times that.

        >>> import dpproofs as dp
        >>> round(dp.Staircase(epsilon=1, gamma=0.5).entropy(), 6)
        1.622855
        """
        b = self._b
        top = -math.log(-math.expm1(-self.epsilon)) + math.log(2 * self.sensitivity)
        inner, outer = self.gamma * self._inner, (1 - self.gamma) * self._outer
        level = math.log(self.gamma + b * (1 - self.gamma)) if self.gamma > 0 else -self.epsilon
        return (
            top + level + self.epsilon * (b / -math.expm1(-self.epsilon) + outer / (inner + outer))
        )

    def _absolute_moment(self, p: float) -> float:
        """sensitivity^p (1 - b)^2 / ((p + 1) D) sum_k b^k (k + gamma)^{p + 1}.

        Source: equation (312), which holds for real p > 0. The sum is evaluated in ball
        arithmetic, so the result is accurate for every epsilon.
        """
        return staircase_cost(self.epsilon, self.gamma, p, self.sensitivity)

    def excess(self, p: float) -> float:
        """E|X|^p over the least of any epsilon-private noise, minus 1.

        Source: Theorem 3. The least cost is enclosed in ball arithmetic, so the excess has relative
        accuracy also when it is tiny; it is 0 only below 10^-1000.

        Raises
        ------
        BadInput
            When p is not a number in (0, oo).

        Examples
        --------
        >>> import dpproofs as dp
        >>> best, other = dp.Staircase(epsilon=1, cost=1), dp.Staircase(epsilon=1, cost=2)
        >>> best.excess(1) < 1e-15 < other.excess(1)
        True
        """
        epsilon, exponent = Fraction(self.epsilon), Fraction(checked_power(p))
        cost = partial(unit_cost, epsilon, Fraction(self.gamma), exponent)
        return float(excess(cost, epsilon, exponent))

    def _profile(self, epsilon: Array) -> Array:
        """(1 - e^{epsilon - epsilon_0}) M up to epsilon_0, the mechanism's own, and 0 beyond.

        M is the largest mass on which the density drops within one sensitivity:
        (min(1, 2 gamma)(1 - b) + b)/(2D), for the shift by the whole sensitivity.
        """
        mass = 1 - self._outer / 2 if self.gamma <= 0.5 else self._inner / 2
        return -np.expm1(np.minimum(epsilon - self.epsilon, 0)) * mass + 0.0

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, sensitivity, gamma = map(symbol, ("epsilon", "sensitivity", "gamma"))
        b, a = sp.symbols("b a", positive=True)
        k = sp.Symbol("k", integer=True, nonnegative=True)
        start, drop, end = (sensitivity * (k + step) for step in (0, gamma, 1))
        return self._description(
            ("epsilon", "sensitivity", "gamma"),
            pieces=[Piece(a * b**k, start, drop, k), Piece(a * b ** (k + 1), drop, end, k)],
            definitions=[
                (b, sp.exp(-epsilon)),
                (a, (1 - b) / (2 * sensitivity * (gamma + b * (1 - gamma)))),
            ],
        )

    def _cell(self, x: Array) -> tuple[Array, Array]:
        y = x / self.sensitivity
        with np.errstate(invalid="ignore"):  # oo - oo
            return np.floor(y), np.where(np.isinf(y), 0.0, y - np.floor(y))

    def _density(self, x: Array) -> Array:
        k, within = self._cell(x)
        level = np.where(within < self.gamma, self._inner, self._outer)
        one_side = -math.expm1(-self.epsilon) / (2 * self.sensitivity)
        return one_side * np.exp(-self.epsilon * k) * level

    def _tail(self, x: Array) -> Array:
        k, within = self._cell(x)
        ahead = np.maximum(self.gamma - within, 0) * self._inner
        rest = ahead + np.minimum(1 - within, 1 - self.gamma) * self._outer
        return np.exp(-self.epsilon * k) * (self._b - math.expm1(-self.epsilon) * rest) / 2

    def _tail_quantile(self, q: Array) -> Array:
        log = doubled_log(q)
        with np.errstate(invalid="ignore"):  # oo - oo at q = 0
            k = np.floor(log / self.epsilon)
            excess = np.clip(log - k * self.epsilon, 0, self.epsilon)
        whole = math.expm1(-self.epsilon)
        before = np.expm1(-excess) / whole  # share of the cell's mass before the point
        rest = np.exp(-excess) * np.expm1(excess - self.epsilon) / whole
        with np.errstate(divide="ignore", invalid="ignore"):
            first = before / np.float64(self._inner)
            second = 1 - rest / np.float64(self._outer)
        within = np.where(rest > (1 - self.gamma) * self._outer, first, second)
        return self.sensitivity * np.where(np.isinf(log), np.inf, k + np.clip(within, 0, 1))

    def _loss(self) -> ThreeValuedLoss:
        """The total variation at the whole sensitivity is the mass within half of it."""
        epsilon, half = Fraction(self.epsilon), Fraction(self.sensitivity) / 2
        tail = self._exact_tail()

        def weight() -> Ball:
            return (1 - 2 * tail(half)) / (ball(epsilon) / 2).tanh()

        return ThreeValuedLoss(epsilon, None if self.gamma == HALF else weight)

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        epsilon, gamma = Fraction(self.epsilon), Fraction(self.gamma)
        sensitivity = Fraction(self.sensitivity)

        def tail(x: Fraction) -> Ball:
            k, within = divmod(x / sensitivity, 1)
            b = (-ball(epsilon)).exp()
            inside, outside = max(gamma - within, Fraction(0)), min(1 - within, 1 - gamma)
            share = (ball(inside) + b * ball(outside)) / (ball(gamma) + b * ball(1 - gamma))
            return (-ball(epsilon * k)).exp() * (b + (1 - b) * share) / 2

        return tail

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        # floor(Exp/epsilon) is geometric: it is at least k when Exp >= k epsilon.
        rng.standard_exponential(out=out)
        out /= self.epsilon
        np.floor(out, out=out)
        # v in (-1, 1) gives the sign and, as |v|, the share of the cell's mass before the point.
        # It is an odd multiple of 2^-53: |v| = 1 would be an atom at the end of the cell, far too
        # heavy where hardly any mass belongs.
        v = rng.random(out.size)
        v *= 2
        v -= 1 - 2.0**-53
        # The quantile within a cell is convex and has two linear parts: the larger of two lines.
        np.abs(v, out=spare)
        spare *= 1 / self._inner if self._inner else 0.0
        out += self._larger_line(v, spare)
        out *= self.sensitivity
        np.copysign(out, v, out=out)

    def _larger_line(self, v: Array, first: Array) -> Array:
        """max(first, 1 - (1 - |v|) D/b), written over ``first``."""
        second = np.abs(v)
        second -= 1
        second *= min(1 / self._outer, 1e300) if self._outer else 1e300
        second += 1
        return np.maximum(first, second, out=first)


def optimal_gamma(epsilon: float, p: float) -> float:
    """The gamma that minimises E|X|^p.

    Theorem 4 for p = 1; for p = 2 the root (T - b)/(1 - b), T^3 = b (1 + b)/2, of equation (302);
    for other p the root of the derivative of equation (312), isolated in ball arithmetic.
    """
    if p == 1:
        return math.exp(-epsilon / 2) / (1 + math.exp(-epsilon / 2))
    if p == 2:
        if epsilon < 30:
            # (T/b)^3 = e^epsilon (1 + e^epsilon)/2: T - b without cancellation.
            growth = math.expm1(epsilon)
            return math.expm1((epsilon + math.log1p(growth / 2)) / 3) / growth
        b = math.exp(-epsilon)
        log_cube = math.log1p(b) - math.log(2) - epsilon
        return (math.exp(log_cube / 3) - b) / -math.expm1(-epsilon)
    return numeric_gamma(epsilon, p)
