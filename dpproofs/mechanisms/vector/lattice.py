"""The law P(K = k) proportional to b^k (k + gamma)^d, k = 0, 1, ...: of the staircase's radii.

Where few k matter it is a table, whose last entry stands for all that follow: less than 10^-20.
Elsewhere it is a sum J + M of independent numbers, for the generating function is a polynomial over
(1 - b)^(d+1) whose coefficients are not negative: M is negative binomial and J in 0, ..., d.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import betainc

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array

SHORT = 4096  # a table that is as fast as anything
LONG = 1 << 22  # the longest table
MOST = 20_000  # the most dimensions for which the law of J, of d^2 steps, is computed


@dataclass(frozen=True)
class Lattice:
    """The law for an epsilon > 0, a dimension d >= 1 and a gamma in (0, 1]."""

    epsilon: float
    dimension: int
    gamma: float

    @property
    def length(self) -> float:
        """How many k leave out a share of less than 10^-20."""
        return (self.dimension + 60 + 12 * math.sqrt(self.dimension)) / self.epsilon + 2

    def table(self) -> Array | None:
        """P(K = k) for all k that matter; None when there are too many.

        Raises
        ------
        BadInput
            When there are too many dimensions besides.
        """
        if self.length <= (SHORT if self.dimension <= MOST else LONG):
            return _masses(self)[0]
        if self.dimension > MOST:
            least = self.length * self.epsilon / LONG
            accepted = f"at least {least:.2g} in more than {MOST} dimensions"
            raise BadInput("epsilon", self.epsilon, accepted)
        return None

    @property
    def log_total(self) -> float:
        """log T_d, T_d = sum_k b^k (k + gamma)^d."""
        if self.table() is not None:
            return _masses(self)[1]
        return _shares(self)[1] - (self.dimension + 1) * math.log(-math.expm1(-self.epsilon))

    def draw(self, out: Array, rng: np.random.Generator) -> None:
        """Overwrite ``out`` with independent values of K."""
        if self.table() is None:
            shares, _ = _shares(self)
            odds = -math.expm1(-self.epsilon)
            out[:] = rng.choice(len(shares), size=len(out), p=shares)
            out += rng.negative_binomial(self.dimension + 1, odds, size=len(out))
            return
        rng.random(out=out)
        out[:] = np.searchsorted(_cumulative(self), out, side="right")

    def sf(self, k: Array) -> Array:
        """P(K >= k) for integers k, as floats."""
        table = self.table()
        if table is not None:
            tails = np.append(table[::-1].cumsum()[::-1], 0)
            tails[0] = 1
            return np.asarray(tails[np.minimum(k, len(table)).astype(int)])
        shares, _ = _shares(self)
        left = k[..., None] - np.arange(len(shares))  # M is at least this
        # P(M >= m) = I_b(m, d + 1) for m >= 1
        odds = betainc(np.maximum(left, 1), self.dimension + 1, math.exp(-self.epsilon))
        return np.asarray(np.where(left <= 0, 1.0, odds) @ shares)


@lru_cache(maxsize=16)
def _masses(lattice: Lattice) -> tuple[Array, float]:
    """P(K = k) as far as they matter, and the logarithm of T_d."""
    k = np.arange(math.ceil(lattice.length), dtype=float)
    log = lattice.dimension * np.log(k + lattice.gamma) - lattice.epsilon * k
    top = float(log.max())
    weights = np.exp(log - top)
    total = math.fsum(weights)
    return weights / total, top + math.log(total)


@lru_cache(maxsize=16)
def _cumulative(lattice: Lattice) -> Array:
    found = np.cumsum(_masses(lattice)[0])
    found[-1] = 1  # what lies beyond is less than a double tells from 0
    return found


@lru_cache(maxsize=16)
def _shares(lattice: Lattice) -> tuple[Array, float]:
    """P(J = j), and the logarithm of P_d(b), where sum_k b^k (k + gamma)^n = P_n(b)/(1 - b)^(n+1).

    b d/db + gamma makes the sum for n + 1 of that for n, and so the terms of P_(n+1) out of those
    of P_n by positive factors: no digits are lost.
    """
    d, gamma, b = lattice.dimension, lattice.gamma, math.exp(-lattice.epsilon)
    stay = np.arange(d + 1) + gamma
    move = b * (np.arange(d + 1) + 1 - gamma)
    terms, log = np.ones(1), 0.0
    for n in range(d):
        larger = np.append(stay[: n + 1] * terms, 0.0)
        larger[1:] += move[n::-1] * terms
        total = float(larger.sum())
        terms, log = larger / total, log + math.log(total)
    return terms, log
