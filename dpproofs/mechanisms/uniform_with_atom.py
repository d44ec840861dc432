"""The optimal (0, delta)-private noise: a uniform distribution with an atom at the origin."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dpproofs.mechanisms.base import (
    Array,
    Atoms,
    Symmetric,
    only_when_alone,
    power_or_inf,
)
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball


@dataclass(frozen=True, init=False)
class UniformWithAtom(Symmetric):
    """0 with probability alpha, else uniform on [-h, h], of density (delta - alpha)/sensitivity.

    Source: Geng, Ding, Guo & Kumar, "Optimal Noise-Adding Mechanism in Additive Differential
    Privacy", the family P_alpha of Section 3 and Theorem 3.

    Its privacy profile is delta everywhere.

    Parameters
    ----------
    delta
        In (0, 1).
    sensitivity
        In (0, oo), in the units of the query.
    cost
        The p of the cost |x|^p that alpha minimises, in (0, oo). 1 when alpha is not given.
    alpha
        In [0, delta); chosen for ``cost`` when not given.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or both cost and alpha are given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.UniformWithAtom(delta=0.1, cost=1).expected_cost(1)
    2.5
    >>> round(dp.UniformWithAtom(delta=0.8, cost=1).alpha, 6)  # the mass at 0
    0.6
    """

    delta: Annotated[float, Parameter(r"\delta", 0, 1)]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    alpha: Annotated[float, Parameter(r"\alpha", 0, "delta", "[)")]
    cost: Annotated[float | None, Parameter("p", 0, math.inf)] = None

    def __init__(
        self,
        delta: float,
        sensitivity: float = 1,
        *,
        cost: float | None = None,
        alpha: float | None = None,
    ) -> None:
        if alpha is None:
            self._set(delta=delta, sensitivity=sensitivity, cost=1 if cost is None else cost)
            self._set(alpha=optimal_alpha(self.delta, self.cost or 1))
        else:
            only_when_alone("alpha", alpha, cost=cost)
            self._set(delta=delta, sensitivity=sensitivity, alpha=alpha)

    @property
    def half_width(self) -> float:
        """h: the noise lies in [-h, h].

        >>> import dpproofs as dp
        >>> dp.UniformWithAtom(delta=0.1, cost=1).half_width
        5.0
        """
        return self.sensitivity * ((1 - self.alpha) / (2 * (self.delta - self.alpha)))

    def atoms(self) -> Atoms:
        """The atom at 0, when alpha > 0.

        >>> import dpproofs as dp
        >>> noise = dp.UniformWithAtom(delta=0.6, cost=1)
        >>> [array.round(6).tolist() for array in noise.atoms()]
        [[0.0], [0.2]]
        """
        mass = np.array([self.alpha] if self.alpha > 0 else [])
        return np.zeros(mass.size), mass

    def knots(self, limit: float) -> Array:
        """The ends of the support, in units of the query, if within ``limit`` of 0; shape (n,).

        >>> import dpproofs as dp
        >>> dp.UniformWithAtom(delta=0.1, cost=1).knots(10).tolist()
        [-5.0, 5.0]
        """
        h = self.half_width
        return np.array([-h, h]) if limit >= h else np.empty(0)

    def _absolute_moment(self, p: float) -> float:
        """Delta^p (1 - alpha)^{p+1} / ((p + 1) 2^p (delta - alpha)^p); Theorem 3's first line."""
        return power_or_inf(self.half_width, p, (1 - self.alpha) / (p + 1))

    def _profile(self, epsilon: Array) -> Array:
        """delta, whatever epsilon >= 0 is.

        A shift by d > 0 uncovers the atom and a strip of width min(d, 2h), where the shifted
        distribution has no mass at all; everywhere else it is as likely as the unshifted one.
        """
        return np.full_like(epsilon, self.delta)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        delta, alpha, sensitivity = symbol("delta"), symbol("alpha"), symbol("sensitivity")
        half_width = (1 - alpha) / (delta - alpha) * sensitivity / 2
        density = (delta - alpha) / sensitivity
        return self._description(
            ("delta", "sensitivity", "alpha"),
            pieces=[Piece(density, sp.Integer(0), half_width)],
            atoms=[(sp.Integer(0), alpha)],
        )

    @property
    def _height(self) -> float:
        return (self.delta - self.alpha) / self.sensitivity

    def _density(self, x: Array) -> Array:
        return np.where(x <= self.half_width, self._height, np.where(np.isnan(x), np.nan, 0.0))

    def _tail(self, x: Array) -> Array:
        return self._height * np.maximum(self.half_width - x, 0)

    def _tail_quantile(self, q: Array) -> Array:
        # The difference is exact near the centre, where it matters.
        return np.maximum((1 - self.alpha) / 2 - q, 0) / self._height

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        atom, delta = Fraction(self.alpha), Fraction(self.delta)
        height = (delta - atom) / Fraction(self.sensitivity)
        return lambda x: ball(max((1 - atom) / 2 - height * x, Fraction(0)))

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        rng.random(out=out)
        out -= 0.5
        out *= 2 * self.half_width
        if self.alpha > 0:
            # A second uniform: what is left of one above alpha is coarse when alpha is near 1.
            rng.random(out=spare)
            out *= spare >= self.alpha
            out += 0.0  # no negative zeros


def optimal_alpha(delta: float, p: float) -> float:
    """The atom that minimises E|X|^p: 0 for delta <= p/(p + 1), else (p + 1) delta - p.

    Source: Theorem 3. Written so that 1 - delta, which is exact near 1, is what is scaled; kept
    below delta, which rounding reaches for a tiny p.
    """
    return min(max(0.0, 1 - (p + 1) * (1 - delta)), math.nextafter(delta, 0))
