"""The staircase mechanism for vectors: the optimal epsilon-private noise in a norm."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import (
    Array,
    only_when_alone,
)
from dpproofs.mechanisms.described import checked_power
from dpproofs.mechanisms.elementwise import Leaking
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import ThreeValuedLoss
from dpproofs.mechanisms.formulas.staircase_cost import PRECISION, geometric, moments
from dpproofs.mechanisms.parameter import Parameter, as_int
from dpproofs.mechanisms.vector.ball import BALLS, Ball
from dpproofs.mechanisms.vector.base import VectorNoise, parameters
from dpproofs.mechanisms.vector.exact import Law, known_radius
from dpproofs.mechanisms.vector.exact_shell import exact_shell
from dpproofs.mechanisms.vector.gamma import best_first_radius
from dpproofs.mechanisms.vector.lattice import Lattice

if TYPE_CHECKING:
    import flint

    from dpproofs.mechanisms.formulas.coins import Coins

SHELLS = 2_000_000  # the most that a privacy profile adds up
SHELLS_EXACT = 4_000  # the same in ball arithmetic
DIGITS = 1000


@dataclass(frozen=True, init=False, repr=False)
class VectorStaircase(VectorNoise, Leaking):
    """Noise on R^d whose density drops by e^{-epsilon} where the norm is (k + gamma) sensitivities.

    It is (K + gamma) sensitivity U with U uniform in the unit ball and P(K = k) proportional to
    e^{-epsilon k} (k + gamma)^d. Source: Geng, Kairouz, Oh and Viswanath, "The staircase mechanism
    in differential privacy" (2015), who conjecture that it is optimal; Kulesza, Suresh and Wang,
    "General Staircase Mechanisms for Optimal Differential Privacy" (2025), who show it for
    sensitivity and cost in one norm.

    Its privacy profile is (1 - e^{e - epsilon}) M at e up to its own epsilon, and 0 beyond, with M
    the largest mass on which the density drops within one sensitivity; `BadInput` is raised where
    the ball does not say what it keeps, or there are too many shells to add up.

    Parameters
    ----------
    epsilon, sensitivity
        In (0, oo); the sensitivity in the norm, in the units of the query.
    dimension
        The number d of coordinates, at least 1.
    norm
        ``"l1"``, ``"l2"``, ``"linf"`` or a :class:`Ball`.
    cost
        The p of the cost ||x||^p that gamma minimises, in (0, oo). 1 when gamma is not given.
    gamma
        In (0, 1]; chosen for ``cost`` when not given, by signs of the slope in ball arithmetic.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or both cost and gamma are given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.VectorStaircase(epsilon=5, dimension=2, norm="l2")
    >>> noise.expected_cost(1) < dp.KNorm(epsilon=5, dimension=2, norm="l2").expected_cost(1)
    True
    """

    gamma: Annotated[float, Parameter(r"\gamma", 0, 1, "(]")]
    cost: Annotated[float | None, Parameter("p", 0, math.inf)] = None

    def __init__(
        self,
        epsilon: float,
        sensitivity: float = 1,
        *,
        dimension: int,
        norm: str | Ball = "l2",
        cost: float | None = None,
        gamma: float | None = None,
    ) -> None:
        given = {"epsilon": epsilon, "sensitivity": sensitivity, "dimension": dimension}
        if gamma is None:
            self._set(norm, **given, cost=1 if cost is None else cost)
            best = best_first_radius(self.epsilon, self.dimension, self.cost or 1)
            self._set(norm, gamma=best)
        else:
            only_when_alone("gamma", gamma, cost=cost)
            self._set(norm, **given, gamma=gamma)

    def __repr__(self) -> str:
        shown = parameters(self, ("epsilon", "sensitivity", "dimension", "gamma"))
        return f"VectorStaircase({shown}, norm={self.norm.name!r})"

    @cached_property
    def _lattice(self) -> Lattice:
        return Lattice(self.epsilon, self.dimension, self.gamma)

    def radii(self, count: int) -> Array:
        """The first norms at which the density drops, in units of the query; shape (count,).

        Raises
        ------
        BadInput
            When count is not a number of radii.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.VectorStaircase(1, dimension=2, gamma=0.5).radii(3).tolist()
        [0.5, 1.5, 2.5]
        """
        whole = as_int(count)
        if whole is None or whole < 0:
            raise BadInput("count", count, "a whole number from 0")
        return np.asarray(self.sensitivity * (np.arange(whole) + self.gamma), dtype=np.float64)

    @property
    def _log_level(self) -> float:
        """Logarithm of the density within the first radius, at sensitivity 1."""
        whole = self._lattice.log_total + self.norm.log_volume(self.dimension)
        return -whole - math.log(-math.expm1(-self.epsilon))

    def _shell(self, r: Array) -> Array:
        """How many drops are passed where the norm is r: the k with k - 1 + gamma <= r."""
        return np.asarray(np.maximum(np.floor(r - self.gamma) + 1, 0))

    @property
    def _jump(self) -> float:
        return self.gamma

    def _radii(self, out: Array, rng: np.random.Generator) -> None:
        self._lattice.draw(out, rng)
        out += self.gamma

    def _exact_radius(self, coins: Coins) -> Law:
        return known_radius(exact_shell(self._lattice, coins) + Fraction(self.gamma))

    def _log_density(self, r: Array) -> Array:
        return self._log_level - self.epsilon * self._shell(r)

    def _radial_sf(self, r: Array) -> Array:
        # P(K >= k) less what the balls of radii k + gamma and beyond have within r.
        k = self._shell(np.where(np.isinf(r), 0, r))
        found = np.clip(self._lattice.sf(k) - self._within(k, r), 0, 1)
        return np.where(np.isinf(r), 0.0, found)

    def _radial_cdf(self, r: Array) -> Array:
        k = self._shell(np.where(np.isinf(r), 0, r))
        found = np.clip(self._lattice.below(k) + self._within(k, r), 0, 1)
        return np.where(np.isinf(r), 1.0, found)

    def _within(self, k: Array, r: Array) -> Array:
        """What the balls of radii k + gamma, k + 1 + gamma, ... have within r <= k + gamma."""
        part = np.where(np.isinf(r), 0, r) / (k + self.gamma)
        return self._whole(k) * part**self.dimension

    def _whole(self, k: Array) -> Array:
        """The same at r = k + gamma: the sum of b^(j - k) P(K = k) over j >= k."""
        return self._lattice.mass(k) / -math.expm1(-self.epsilon)

    def _radial_ppf(self, u: Array) -> Array:
        # From above the median by the upper tail, where 1 - u is exact.
        low, rest, lattice = u <= 0.5, 1 - u, self._lattice
        least, most = np.zeros(u.shape), np.full(u.shape, float(math.ceil(lattice.length)))
        while np.any(least < most):  # the first k whose ball of radius k + gamma has u
            k = np.floor((least + most) / 2)
            whole = self._whole(k)
            enough = np.where(
                low, lattice.below(k) + whole >= u, lattice.sf(k) - whole <= rest
            )  # fmt: skip
            least, most = np.where(enough, least, k + 1), np.where(enough, k, most)
        share = np.where(low, u - lattice.below(least), lattice.sf(least) - rest)
        whole = self._whole(least)
        part = np.clip(np.where(whole > 0, share / np.where(whole > 0, whole, 1), 1), 0, 1)
        radius = (least + self.gamma) * part ** (1 / self.dimension)
        return np.maximum(radius, np.where(least > 0, least - 1 + self.gamma, 0))

    def _radius_moment(self, p: float) -> float:
        from flint import ctx

        with ctx.workprec(PRECISION + max(0, math.frexp(p)[1])):
            return float(self._moment(Fraction(p)))

    def _moment(self, p: Fraction) -> flint.arb:
        """T_(d+p)/T_d at the working precision."""
        d, epsilon, gamma = self.dimension, Fraction(self.epsilon), ball(self.gamma)
        (above,) = moments(epsilon, d + p, 1)(gamma)
        (below,) = moments(epsilon, Fraction(d), 1)(gamma)
        return above / below

    def enclosed_cost(self, p: float = 1, *, digits: int = 30) -> flint.arb:
        """E of the norm of X to the power p, as a ball with that many digits.

        Source: Delta^p d/(d + p) T_(d+p)/T_d with T_m = sum_k b^k (k + gamma)^m.

        Raises
        ------
        BadInput
            When p is not a number in (0, oo), or digits not in 1, ..., 1000.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.VectorStaircase(1, dimension=2)
        >>> noise.enclosed_cost(1, digits=20).contains(noise.enclosed_cost(1, digits=40))
        True
        """
        from flint import ctx

        power = Fraction(checked_power(p))
        if as_int(digits) is None or not 1 <= digits <= DIGITS:
            raise BadInput("digits", digits, f"an integer from 1 to {DIGITS}")
        bits = math.ceil(digits * math.log2(10)) + 16
        while True:
            with ctx.workprec(bits + 32):
                share = ball(self.dimension) / ball(self.dimension + power)
                found = ball(self.sensitivity) ** ball(power) * share * self._moment(power)
            if found.rel_accuracy_bits() >= digits * math.log2(10):
                return found
            bits *= 2

    def _profile(self, epsilon: Array) -> Array:
        """(1 - e^{epsilon - epsilon_0}) M up to epsilon_0, the mechanism's own, and 0 beyond.

        M is the largest mass on which the density drops within one sensitivity: a moved ball keeps
        least of itself when it is moved the whole way, by the Brunn-Minkowski inequality.
        """
        return -np.expm1(np.minimum(epsilon - self.epsilon, 0)) * self._dropping + 0.0

    def _loss(self) -> ThreeValuedLoss:
        """No shift crosses two drops, and the largest M is that of the whole sensitivity."""
        if self.dimension > 1 and self.norm not in BALLS.values():
            raise DpproofsError(f"of the ball of {self.norm.name} no formula is known to keep")
        epsilon = Fraction(self.epsilon)
        return ThreeValuedLoss(epsilon, lambda: self._exact_mass() * (1 + (-ball(epsilon)).exp()))

    def _exact_mass(self) -> flint.arb:
        """M at the working precision: what the balls of all radii lose, by their weights.

        In l1 and linf a ball of radius r keeps max(r - 1/2, 0)^d of r^d. In l2 the sum ends where
        what is left of all weights is small.
        """
        epsilon, d = Fraction(self.epsilon), self.dimension
        gamma, half = Fraction(self.gamma), Fraction(1, 2)
        b, rest = geometric(epsilon)
        total = moments(epsilon, Fraction(d), 1)
        (whole,) = total(ball(gamma))
        if d == 1 or self.norm != BALLS["l2"]:
            later = gamma <= half  # the first radius keeps nothing
            (kept,) = total(ball(gamma + half if later else gamma - half))
            return (1 - kept * (b if later else 1) / whole) / rest
        return self._caps(whole) / whole / rest

    def _caps(self, whole: flint.arb) -> flint.arb:
        """The sum of b^k r^d times what a ball of radius r = k + gamma loses in l2."""
        from flint import acb, arb, ctx

        d, b = self.dimension, geometric(Fraction(self.epsilon))[0]
        lost, seen, weight = arb(0), arb(0), arb(1)
        for k in range(SHELLS_EXACT):
            r = ball(k + Fraction(self.gamma))
            share = arb(1)
            if r > arb(0.5):
                inside = acb(1 - 1 / (4 * r * r))
                share -= inside.beta_lower((d + 1) / acb(2), acb(0.5), regularized=1).real
            seen += weight * r**d
            lost += weight * r**d * share
            weight *= b
            if k > d / self.epsilon and whole - seen < whole * arb(2) ** (16 - ctx.prec):
                break
        return lost.union(lost + (whole - seen).max(arb(0)))

    @cached_property
    def _dropping(self) -> float:
        d = self.dimension
        if self.norm.kept is None:
            raise BadInput("norm", self.norm.name, "a ball that says how much it keeps")
        count = (d + 60 + 8 * math.sqrt(d)) / self.epsilon + 2
        if count > SHELLS:
            least = (d + 60 + 8 * math.sqrt(d)) / SHELLS
            raise BadInput("epsilon", self.epsilon, f"at least {least:.2g} for a privacy profile")
        k = np.arange(math.ceil(count))
        radius = k + self.gamma
        log = d * np.log(radius) - self.epsilon * k - self._lattice.log_total
        left = 1 - self.norm.kept(d, np.minimum(1 / radius, 2))
        return float(np.exp(log) @ left) / -math.expm1(-self.epsilon)
