"""The Laplace mechanism: the baseline that the optimal mechanisms are compared with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import (
    Array,
    Symmetric,
    doubled_log,
    gamma_or_inf,
    only_when_alone,
    power_or_inf,
)
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import LaplaceLoss
from dpproofs.mechanisms.parameter import Parameter, as_float

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball


@dataclass(frozen=True, init=False)
class Laplace(Symmetric):
    """Noise of density e^{-|x|/lambda}/(2 lambda), lambda = sensitivity/epsilon.

    It is (epsilon, 0)-private: Dwork, McSherry, Nissim & Smith, "Calibrating Noise to Sensitivity
    in Private Data Analysis", 2006.

    Its privacy profile is 1 - e^{(e - epsilon)/2} at e up to its own epsilon, and 0 beyond: Balle,
    Barthe & Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 3.

    Parameters
    ----------
    epsilon
        In (0, oo).
    sensitivity
        In (0, oo), in the units of the query.
    scale
        In (0, oo), in the same units; instead of epsilon.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or not one of epsilon and scale is given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.Laplace(epsilon=0.5).expected_cost(1)
    2.0
    >>> dp.Laplace(scale=2.0, sensitivity=3).epsilon
    1.5
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)] = 1.0

    def __init__(
        self, epsilon: float | None = None, sensitivity: float = 1.0, *, scale: float | None = None
    ) -> None:
        if scale is not None:
            only_when_alone("scale", scale, epsilon=epsilon)
            width = as_float(scale)
            if width is None or not 0 < width < math.inf:
                raise BadInput("scale", scale, "a number in (0, inf)")
            self._set(sensitivity=sensitivity)
            epsilon = self.sensitivity / width
        elif epsilon is None:
            raise BadInput("epsilon", epsilon, "a number in (0, inf) unless scale is given")
        self._set(epsilon=epsilon, sensitivity=sensitivity)

    @property
    def scale(self) -> float:
        """lambda = sensitivity/epsilon, which is also E|X|.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=0.5, sensitivity=3).scale
        6.0
        """
        return self.sensitivity / self.epsilon

    def _logpdf(self, x: Array) -> Array:
        """-|x|/lambda - log(2 lambda), exact also where the density underflows."""
        return -np.abs(x) / self.scale - math.log(2 * self.scale)

    def entropy(self) -> float:
        """Differential entropy in nats: 1 + log(2 lambda).

        >>> import dpproofs as dp
        >>> round(dp.Laplace(epsilon=1).entropy(), 6)
        1.693147
        """
        return 1 + math.log(2 * self.scale)

    def _absolute_moment(self, p: float) -> float:
        """lambda^p Gamma(p + 1); its cases p = 1, 2 are the papers' comparison lines."""
        return power_or_inf(self.scale, p, gamma_or_inf(p + 1))

    def _profile(self, epsilon: Array) -> Array:
        """1 - e^{(epsilon - epsilon_0)/2} up to epsilon_0, the mechanism's own, and 0 beyond.

        Source: Balle, Barthe & Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 3.
        """
        return -np.expm1(np.minimum(epsilon - self.epsilon, 0) / 2) + 0.0

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, sensitivity = symbol("epsilon"), symbol("sensitivity")
        x = sp.Symbol("x", real=True)
        density = epsilon / (2 * sensitivity) * sp.exp(-epsilon * x / sensitivity)
        return self._description(
            ("epsilon", "sensitivity"), pieces=[Piece(density, sp.Integer(0), sp.oo)]
        )

    def _density(self, x: Array) -> Array:
        return np.exp(-x / self.scale) / (2 * self.scale)

    def _tail(self, x: Array) -> Array:
        return np.exp(-x / self.scale) / 2

    def _tail_quantile(self, q: Array) -> Array:
        return self.scale * doubled_log(q)

    def _loss(self) -> LaplaceLoss:
        return LaplaceLoss(Fraction(self.epsilon))

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        rate = Fraction(self.epsilon) / Fraction(self.sensitivity)
        return lambda x: (-ball(rate * x)).exp() / 2

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        # An exponential magnitude never meets log(0), unlike the inverse of a uniform cdf.
        rng.standard_exponential(out=out)
        out *= self.scale
        rng.random(out=spare)
        spare -= 0.5
        np.copysign(out, spare, out=out)
