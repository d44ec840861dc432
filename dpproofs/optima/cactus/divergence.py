"""What the programs minimise: a divergence of a noise from its own shift, as a sum over pairs.

Kullback's and Leibler's divergence and Renyi's of order a > 1 come from one function of masses,

    h(x, y) = (x^a y^(1-a) + y^a x^(1-a) - x - y)/(a - 1),      (x - y) log(x/y) for a = 1,

which is symmetric, convex and homogeneous of degree 1, vanishes for x = y, and is summed over the
pairs of cells that a shift brings together. Half its sum is D(p | shifted p) for a = 1 and
(e^((a-1) R) - 1)/(a - 1) for the Renyi divergence R of order a.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.parameter import as_float

LEAST, MOST = 1.0, 256.0


@dataclass(frozen=True)
class Divergence:
    """The divergence of one order: 1 is Kullback's and Leibler's, a > 1 is Renyi's.

    Raises
    ------
    BadInput
        When the order is not in [1, 256].
    """

    order: float = 1.0

    def __post_init__(self) -> None:
        order = as_float(self.order)
        if order is None or not LEAST <= order <= MOST:
            raise BadInput("order", self.order, f"a number in [{LEAST:g}, {MOST:g}]")
        object.__setattr__(self, "order", order)

    def pairs(self, x: Array, y: Array) -> Array:
        """h(x, y), without cancellation where x and y are close."""
        log_ratio = np.log(x / y)
        if self.order == 1:
            return np.asarray((x - y) * log_ratio)
        power = (self.order - 1) * log_ratio
        # x (e^power - 1) + y (e^-power - 1), written so that both are small together.
        with np.errstate(over="ignore"):  # where a step was too long, which is then cut short
            return np.asarray((x * np.expm1(power) + y * np.expm1(-power)) / (self.order - 1))

    def slopes(self, x: Array, y: Array) -> Array:
        """x dh/dx: by homogeneity, x dh/dx + y dh/dy = h."""
        log_ratio = np.log(x / y)
        if self.order == 1:
            return np.asarray(x * log_ratio + x - y)
        a, power = self.order, (self.order - 1) * log_ratio
        with np.errstate(over="ignore"):
            return np.asarray((a * x * np.expm1(power)) / (a - 1) + x - y * np.exp(-power))

    def couplings(self, x: Array, y: Array) -> Array:
        """-x y d2h/dxdy, which is also x^2 d2h/dx2 and y^2 d2h/dy2: the weight of a pair."""
        if self.order == 1:
            return np.asarray(x + y)
        power = (self.order - 1) * np.log(x / y)
        with np.errstate(over="ignore"):
            return np.asarray(self.order * (x * np.exp(power) + y * np.exp(-power)))

    def values(self, objectives: Array) -> Array:
        """The divergences that halves of sums of h stand for; NaN where no masses have these."""
        if self.order == 1:
            return objectives
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.log1p((self.order - 1) * objectives) / (self.order - 1))

    def rates(self, objectives: Array) -> Array:
        """The derivatives of `values`; the second ones are -(order - 1) times their squares."""
        return np.asarray(1 / (1 + (self.order - 1) * objectives))
