"""The discrete staircase: the optimal epsilon-private noise for integer queries."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array, only_when_alone
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.discrete_cost import best_r, discrete_cost
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import ThreeValuedLoss
from dpproofs.mechanisms.integer import IntegerMechanism
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

LARGEST_SENSITIVITY = 2**53  # integers are exact as doubles up to here
HALVINGS = 64


@dataclass(frozen=True, init=False)
class DiscreteStaircase(IntegerMechanism):
    """Probabilities that drop by e^{-epsilon} at r + k sensitivity, k = 0, 1, ...

    Source: Geng & Viswanath, "The Optimal Mechanism in Differential Privacy", equations (79), (80),
    and Theorem 12 for its optimality. It is the staircase density with
    gamma = (r - 1/2)/sensitivity, rounded to the nearest integer.

    Its privacy profile is (1 - e^{e - epsilon}) M at e up to its own epsilon, and 0 beyond, with M
    the largest probability of a set on which a shift costs the factor e^epsilon.

    Parameters
    ----------
    epsilon
        In (0, oo).
    sensitivity
        In [1, 2^53], an integer; it is what the query counts in, so that there is no other unit.
    cost
        The p of the cost |x|^p that r minimises, in (0, oo). 1 when r is not given.
    r
        In [1, sensitivity], an integer; chosen for ``cost`` when not given.

    Attributes
    ----------
    exact_epsilon
        The epsilon of `sample_exact`: what was given, before it became a double.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or both cost and r are given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.DiscreteStaircase(epsilon=1, sensitivity=2).r
    1
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    sensitivity: Annotated[int, Parameter(r"\Delta", 1, math.inf, "[)", integer=True)]
    r: Annotated[int, Parameter("r", 1, "sensitivity", "[]", integer=True)]
    cost: Annotated[float | None, Parameter("p", 0, math.inf)] = None
    exact_epsilon: Fraction = field(init=False, repr=False)

    def __init__(
        self,
        epsilon: float | Fraction,
        sensitivity: int = 1,
        *,
        cost: float | None = None,
        r: int | None = None,
    ) -> None:
        self._set(epsilon=float(epsilon) if isinstance(epsilon, Fraction) else epsilon)
        self._set(sensitivity=sensitivity)
        if self.sensitivity > LARGEST_SENSITIVITY:
            raise BadInput("sensitivity", sensitivity, "an integer from 1 to 2^53")
        exact = isinstance(epsilon, Fraction | int)
        object.__setattr__(self, "exact_epsilon", Fraction(epsilon if exact else self.epsilon))
        if r is None:
            self._set(cost=1 if cost is None else cost)
            self._set(r=best_r(self.epsilon, self.sensitivity, self.cost or 1))
        else:
            only_when_alone("r", r, cost=cost)
            self._set(r=r)

    # Below, b = e^{-epsilon}, D = (1 - b)(2 r - 1) + 2 b sensitivity, and P(X = 0) = (1 - b)/D.

    @property
    def _b(self) -> float:
        return math.exp(-self.epsilon)

    @property
    def _peak(self) -> float:
        """P(X = 0)."""
        rest = -math.expm1(-self.epsilon)
        return rest / (rest * (2 * self.r - 1) + 2 * self._b * self.sensitivity)

    @property
    def scale(self) -> float:
        """sensitivity * max(1, 1/epsilon): at least the distance in which the tail falls by e.

        >>> import dpproofs as dp
        >>> dp.DiscreteStaircase(epsilon=0.5, sensitivity=3).scale
        6.0
        """
        return self.sensitivity * max(1.0, 1 / self.epsilon)

    def _absolute_moment(self, p: float) -> float:
        """2 P(0) (zeta(-p) - (1 - b) sum_k b^k zeta(-p, k sensitivity + r)), zeta Hurwitz's.

        Evaluated in ball arithmetic, accurate for every epsilon.
        """
        return discrete_cost(self.epsilon, self.sensitivity, self.r, p)

    def _loss(self) -> ThreeValuedLoss:
        """The total variation at the whole sensitivity is the mass of so many integers about 0."""
        epsilon, size = self.exact_epsilon, self.sensitivity
        inside = min(size, 2 * self.r - 1)

        def weight() -> Ball:
            b = (-ball(epsilon)).exp()
            peak = (1 - b) / ((1 - b) * (2 * self.r - 1) + 2 * b * size)
            return peak * (inside + b * (size - inside)) / (ball(epsilon) / 2).tanh()

        return ThreeValuedLoss(epsilon, None if 2 * self.r - 1 == size else weight)

    def _profile(self, epsilon: Array) -> Array:
        """(1 - e^{epsilon - epsilon_0}) M up to epsilon_0, the mechanism's own, and 0 beyond.

        M is the largest probability of a set on which a shift costs the factor e^{epsilon_0}:
        P(X >= 0) + P(0) min(r - 1, sensitivity - r), for the shift by the whole sensitivity.
        """
        more = min(self.r - 1, self.sensitivity - self.r)
        mass = (1 + self._peak) / 2 + self._peak * more
        return -np.expm1(np.minimum(epsilon - self.epsilon, 0)) * mass + 0.0

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, sensitivity, r = map(symbol, ("epsilon", "sensitivity", "r"))
        b, a = sp.symbols("b a", positive=True)
        k = sp.Symbol("k", integer=True, nonnegative=True)
        start, drop, end = (sensitivity * k + step for step in (0, r, sensitivity))
        return self._description(
            ("epsilon", "sensitivity", "r"),
            pieces=[Piece(a * b**k, start, drop, k), Piece(a * b ** (k + 1), drop, end, k)],
            definitions=[
                (b, sp.exp(-epsilon)),
                (a, (1 - b) / (2 * r + 2 * b * (sensitivity - r) - (1 - b))),
            ],
            integers=True,
        )

    def _log_mass(self, m: Any) -> Array:
        drops = np.floor_divide(m - self.r, self.sensitivity) + 1
        return np.asarray(math.log(self._peak) - self.epsilon * drops)

    def _tail(self, m: Any) -> Array:
        with np.errstate(invalid="ignore"):  # oo - oo
            k = np.floor_divide(m, self.sensitivity)
            within = m - k * self.sensitivity
            high = np.maximum(self.r - 1 - within, 0)
            low = np.minimum(self.sensitivity - 1 - within, self.sensitivity - self.r)
        beyond = self._b * (1 + self._peak) / 2
        rest = self._peak * high + self._b * self._peak * low + beyond
        return np.asarray(np.exp(-self.epsilon * k) * rest)

    def _tail_quantile(self, q: Array) -> Array:
        half, size = (1 + self._peak) / 2, self.sensitivity
        with np.errstate(divide="ignore", invalid="ignore"):
            log = np.log(half / q)
            k = np.maximum(np.ceil(log / self.epsilon) - 1, 0)
            excess = np.clip(log - k * self.epsilon, 0, self.epsilon)
            # What may be left of the period's own mass, in units of b^k.
            rest = -half * np.exp(-excess) * np.expm1(excess - self.epsilon)
            lower = self._b * self._peak * (size - self.r)
            first = np.ceil(self.r - 1 - (rest - lower) / self._peak)
            second = np.ceil(size - 1 - rest / np.float64(self._b * self._peak))
            within = np.clip(np.where(rest >= lower, first, second), 0, size - 1)
            return np.where(q == 0, np.inf, k * size + within)

    def _fill(self, out: NDArray[Any], spare: Array, rng: np.random.Generator) -> None:
        # Off 0 the magnitude is 1 + j + k sensitivity: k is geometric, and each j below r - 1 is
        # 1/b times as likely as each from r - 1 up to sensitivity - 1.
        rng.standard_exponential(out=spare)
        spare /= self.epsilon
        out[:] = spare  # floor(Exp/epsilon) is geometric: it is at least k when Exp >= k epsilon
        if self.sensitivity > 1:
            out *= self.sensitivity
            out += self._within(rng.random(out=spare))
        out += 1
        moves = self._moves
        rng.random(out=spare)
        out *= (spare < moves).astype(np.int64) - 2 * (spare < moves / 2)

    @property
    def _moves(self) -> float:
        """P(X != 0), with relative accuracy."""
        rest = -math.expm1(-self.epsilon)
        b_part = 2 * self._b * (self.sensitivity - self.r + 1)
        ahead = 2 * (self.r - 1)
        return (ahead + b_part) / (ahead + b_part + rest)

    def _within(self, u: Array) -> NDArray[np.int64]:
        """j = 0, ..., sensitivity - 1 from uniforms on [0, 1), which are overwritten."""
        inner, outer = self.r - 1, self.sensitivity - self.r + 1
        # The quantile is convex and has two linear parts: the larger of two lines.
        first = u * (inner + self._b * outer)
        growth = inner * math.exp(self.epsilon) if self.epsilon < 600 else inner * 1e260
        u -= 1
        u *= growth + outer
        u += self.sensitivity
        np.maximum(u, first, out=u)
        # Rounding may reach the end.
        return np.minimum(u.astype(np.int64), self.sensitivity - 1)

    # -- in balls ----------------------------------------------------------------------------------

    def _exact_steps(self) -> tuple[Ball, Ball]:
        """b and P(X = 0)."""
        b = (-ball(self.exact_epsilon)).exp()
        rest = -(-ball(self.exact_epsilon)).expm1()
        return b, rest / (rest * (2 * self.r - 1) + 2 * b * self.sensitivity)

    def _exact_masses(self) -> Iterator[Ball]:
        b, level = self._exact_steps()
        yield from repeat(level, self.r)
        while True:
            level *= b
            yield from repeat(level, self.sensitivity)

    def _exact_mass(self, m: int) -> Ball:
        b, peak = self._exact_steps()
        return peak * b ** ((m - self.r) // self.sensitivity + 1)

    def _exact_tail(self, m: int) -> Ball:
        b, peak = self._exact_steps()
        k, within = divmod(m, self.sensitivity)
        high = max(self.r - 1 - within, 0)
        low = min(self.sensitivity - 1 - within, self.sensitivity - self.r)
        return b**k * (peak * high + b * peak * low + b * (1 + peak) / 2)

    def _exact_moment(self, p: int) -> Ball:
        """By sums of tails: E|X| = 2 sum_m P(X > m), E X^2 = 2 sum_m (2 m + 1) P(X > m).

        Each period of tails is b times the one before.
        """
        b, peak = self._exact_steps()
        high, low, size = self.r - 1, self.sensitivity - self.r, self.sensitivity
        # Sums of the three parts of a tail over the first period, and of m times them.
        sums = (math.comb(high + 1, 2), self.r * low + math.comb(low, 2), size)
        outer = (size - 1) * math.comb(low, 2) - (low - 1) * low * (2 * low - 1) // 6
        firsts = (math.comb(high + 1, 3), low * math.comb(self.r, 2) + outer, math.comb(size, 2))
        parts = (peak, b * peak, b * (1 + peak) / 2)
        total, first = (
            sum(part * n for part, n in zip(parts, numbers, strict=True))
            for numbers in (sums, firsts)
        )
        if p == 1:
            return 2 * total / (1 - b)
        return 2 * (2 * (size * total * b / (1 - b) + first) + total) / (1 - b)

    def _exact_profile(self, epsilon: Fraction) -> Ball:
        from flint import arb

        if epsilon >= self.exact_epsilon:
            return arb(0)
        _, peak = self._exact_steps()
        more = min(self.r - 1, self.sensitivity - self.r)
        return -ball(epsilon - self.exact_epsilon).expm1() * ((1 + peak) / 2 + peak * more)

    # -- one exact draw ----------------------------------------------------------------------------

    def _draw_exactly(self, coins: Coins) -> int:
        # The distribution is a mixture of uniform ones on |x| < r + k sensitivity, with weights
        # b^k (2 r - 1 + 2 k sensitivity): k is a geometric variable, or 1 plus two of them.
        k = coins.geometric(self.exact_epsilon)
        if self._steep(coins):
            k += 1 + coins.geometric(self.exact_epsilon)
        end = self.r + k * self.sensitivity
        return coins.below(2 * end - 1) - (end - 1)

    def _steep(self, coins: Coins) -> bool:
        """False or True with odds (2 r - 1)(1 - b) : 2 sensitivity b, by rejection."""
        # b = 2^-n (2/e)^n e^{n - epsilon}: the powers of 2 are part of the proposal, so that not
        # nearly all proposals are rejected when b is small.
        n = min(math.floor(self.exact_epsilon), HALVINGS)
        flat, steep = (2 * self.r - 1) << n, 2 * self.sensitivity
        while True:
            if coins.happens(flat, flat + steep):
                if not coins.decays(self.exact_epsilon):
                    return False
            elif all(coins.two_over_e() for _ in range(n)) and coins.decays(self.exact_epsilon - n):
                return True
