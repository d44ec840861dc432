"""The law P(K = k) proportional to b^k (k + gamma)^d, k = 0, 1, ...: of the staircase's radii.

The generating function is a polynomial over (1 - b)^(d+1), with coefficients that are not negative:
K is a sum J + M of independent numbers, M negative binomial and J in 0, ..., d. So it is drawn
exactly whatever epsilon is, without a table that ends somewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.special import betainc, logsumexp

from dpproofs.mechanisms.base import Array

TABLE = 4096  # the largest table
ROUNDS = 1000  # draws beyond the table are so rare that this many never fail


@dataclass(frozen=True)
class Lattice:
    """The law for an epsilon > 0, a dimension d >= 1 and a gamma in (0, 1]."""

    epsilon: float
    dimension: int
    gamma: float

    @cached_property
    def shares(self) -> Array:
        """P(J = j), j = 0, ..., d."""
        weights = np.exp(self._logs - self._logs.max())
        return np.asarray(weights / weights.sum())

    @cached_property
    def _logs(self) -> Array:
        """Logarithms of the terms of P_d(b)/d!."""
        terms = _eulerian(self.dimension, self.gamma)
        return np.asarray(terms - self.epsilon * np.arange(self.dimension + 1))

    @cached_property
    def log_total(self) -> float:
        """log T_d, T_d = sum_k b^k (k + gamma)^d; the sum of the coefficients of P_d is d!."""
        within = float(logsumexp(self._logs))
        rest = math.log(-math.expm1(-self.epsilon))
        return math.lgamma(self.dimension + 1) + within - (self.dimension + 1) * rest

    @cached_property
    def _cumulative(self) -> Array | None:
        """P(K <= k) for the k of a table that nearly all draws fall into; None when it is long."""
        length = math.ceil((self.dimension + 60 + 8 * math.sqrt(self.dimension)) / self.epsilon) + 2
        if length > TABLE:
            return None
        k = np.arange(float(length))
        with np.errstate(divide="ignore"):
            log = self.dimension * np.log(k + self.gamma) - self.epsilon * k - self.log_total
        return np.cumsum(np.exp(log))

    def draw(self, out: Array, rng: np.random.Generator) -> None:
        """Overwrite ``out`` with independent values of K."""
        table = self._cumulative
        if table is None:
            self._sums(out, rng)
            return
        rng.random(out=out)
        out[:] = np.searchsorted(table, out, side="right")
        (beyond,) = np.nonzero(out >= len(table))
        for _ in range(ROUNDS):
            if not len(beyond):
                return
            again = np.empty(len(beyond))
            self._sums(again, rng)
            out[beyond] = again
            beyond = beyond[again < len(table)]

    def _sums(self, out: Array, rng: np.random.Generator) -> None:
        out[:] = rng.choice(self.dimension + 1, size=len(out), p=self.shares)
        out += rng.negative_binomial(self.dimension + 1, -math.expm1(-self.epsilon), size=len(out))

    def sf(self, k: Array) -> Array:
        """P(K >= k) for integers k, as floats."""
        shares = self.shares
        (used,) = np.nonzero(shares)
        rest = -math.expm1(-self.epsilon)
        left = k[..., None] - used  # M is at least this
        # P(M >= m) = I_b(m, d + 1) for m >= 1
        odds = betainc(np.maximum(left, 1), self.dimension + 1, 1 - rest)
        return np.asarray(np.where(left <= 0, 1.0, odds) @ shares[used])


@lru_cache(maxsize=16)
def _eulerian(dimension: int, gamma: float) -> Array:
    """Logarithms of the coefficients of P_d, divided by d!.

    With S_n = sum_k b^k (k + gamma)^n = P_n(b)/(1 - b)^(n+1), the equation
    b dS_n/db + gamma S_n = S_(n+1) makes those of P_(n+1) out of those of P_n by positive factors.
    """
    log = np.zeros(1)
    places = np.arange(dimension + 1)
    with np.errstate(divide="ignore"):  # a factor is 0 when gamma is 1
        up = np.log(places + gamma)
        down = np.log(np.maximum(places + 1 - gamma, 0))
    for n in range(dimension):
        larger = np.full(n + 2, -np.inf)
        larger[:-1] = up[: n + 1] + log
        larger[1:] = np.logaddexp(larger[1:], down[n::-1] + log)
        log = larger - math.log(n + 1)
    return log
