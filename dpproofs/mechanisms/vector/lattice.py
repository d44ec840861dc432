"""The law P(K = k) proportional to b^k (k + gamma)^d, k = 0, 1, ...: of the staircase's radii.

Where few k matter it is a table, whose last entry stands for all that follow: less than 10^-20.
Elsewhere it is a sum J + M of independent numbers, for the generating function is a polynomial over
(1 - b)^(d+1) whose coefficients are not negative: M is negative binomial and J in 0, ..., d. Where
the law hardly changes from k to k + 1 it is drawn by rejection from a gamma variate; in more than
MOST dimensions tails are then integrals, with the first term of Euler and Maclaurin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, gammainc, gammaincc

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import BLOCK, Array

SHORT = 1 << 17  # a table that is as fast as anything
EVEN = 0.25  # at most, for a gamma variate to be rounded
CELLS = 8  # equal cells of [0, 1) for each value, at least: few have a step inside
LONG = 1 << 22  # the longest table
MOST = 20_000  # the most dimensions for which the law of J, of d^2 steps, is computed
MANY = 20  # dimensions from which T_d is d! e^(epsilon gamma)/epsilon^(d+1) where there is no table


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
        if self.dimension > MOST and self.unevenness > EVEN:
            least = self.length * self.epsilon / LONG
            accepted = f"at least {least:.2g}, or at most 0.13, in more than {MOST} dimensions"
            raise BadInput("epsilon", self.epsilon, accepted)
        return None

    @property
    def log_total(self) -> float:
        """log T_d, T_d = sum_k b^k (k + gamma)^d."""
        if self.table() is not None:
            return _masses(self)[1]
        if self.dimension > MOST:
            whole = math.lgamma(self.dimension + 1) + self.epsilon * self.gamma
            return whole - (self.dimension + 1) * math.log(self.epsilon)
        return _shares(self)[1] - (self.dimension + 1) * math.log(-math.expm1(-self.epsilon))

    def draw(self, out: Array, rng: np.random.Generator) -> None:
        """Overwrite ``out`` with independent values of K."""
        if self.table() is None:
            if self.unevenness <= EVEN:
                _rounded(self, out, rng)
                return
            odds = -math.expm1(-self.epsilon)
            _from_steps(*_steps_of_shares(self), out, rng)
            out += rng.negative_binomial(self.dimension + 1, odds, size=len(out))
            return
        _from_steps(*_steps_of_masses(self), out, rng)

    def log_share(self, r: Array, off: Array) -> Array:
        """log of c^d e^(-epsilon c) over r^d e^(-epsilon r) where c = r - off; -oo for c <= 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            powers = np.where(off < r, self.dimension * np.log1p(-off / r), -math.inf)
        return np.asarray(powers + self.epsilon * off)

    @property
    def unevenness(self) -> float:
        """How far (k + gamma)^d e^(-epsilon (k + gamma)) may be from r^d e^(-epsilon r) where
        |r - k - gamma| <= 1/2, as a logarithm; r may be all but the smallest 10^-20 of them.
        """
        d = self.dimension
        least = math.exp((math.lgamma(d + 2) - 20 * math.log(10)) / (d + 1)) / self.epsilon
        return math.inf if least <= 1 else d / (2 * least - 1) + self.epsilon / 2

    def sf(self, k: Array) -> Array:
        """P(K >= k) for integers k, as floats."""
        return self._tail(k, upper=True)

    def below(self, k: Array) -> Array:
        """P(K < k) for integers k, as floats, however small it is."""
        return self._tail(k, upper=False)

    def mass(self, k: Array) -> Array:
        """P(K = k) for integers k >= 0, as floats."""
        table, d = self.table(), self.dimension
        if table is not None:
            return np.asarray(np.append(table, 0)[np.minimum(k, len(table)).astype(int)])
        if d < MANY:
            log = d * np.log(k + self.gamma) - self.epsilon * k - self.log_total
            return np.asarray(np.exp(log))
        # x^d e^(-x)/d! by Stirling's series: what is large has cancelled before it is rounded.
        t = self.epsilon * (k + self.gamma) / d - 1
        stirling = (1 / 12 - (1 / 360 - 1 / (1260 * d * d)) / (d * d)) / d
        log = d * (np.log1p(t) - t) - stirling
        return np.asarray(self.epsilon / math.sqrt(math.tau * d) * np.exp(log))

    def _tail(self, k: Array, *, upper: bool) -> Array:
        table = self.table()
        if table is not None:
            return np.asarray(
                _tails(self)[int(upper)][np.minimum(k, len(table)).astype(int)], dtype=np.float64
            )
        if self.dimension > MOST:
            return self._integral(k, upper=upper)
        shares, _ = _shares(self)
        flat, steps = np.ravel(k), np.arange(len(shares))
        found, rows = np.empty(flat.size), max(BLOCK // len(shares), 1)
        for start in range(0, flat.size, rows):
            left = flat[start : start + rows, None] - steps  # M is at least this
            # P(M >= m) = I_b(m, d + 1) for m >= 1
            odds = _negative_binomial_tail(self, np.maximum(left, 1), upper=upper)
            found[start : start + rows] = np.where(left <= 0, float(upper), odds) @ shares
        return found.reshape(np.shape(k))

    def _integral(self, k: Array, *, upper: bool) -> Array:
        """A tail as the integral from half a step before k, and the first term of Euler and
        Maclaurin; the second is below 10^-13 of a tail in doubles where |slope| < 0.003.
        """
        start = np.maximum(k - 0.5, 0.0)
        place = start + self.gamma
        tail = (gammaincc if upper else gammainc)(self.dimension + 1, self.epsilon * place)
        slope = self.mass(start) * (self.dimension / place - self.epsilon)
        whole = tail + (slope if upper else -slope) / 24
        return np.asarray(np.where(k <= 0, float(upper), np.clip(whole, 0, 1)))


def _negative_binomial_tail(lattice: Lattice, m: Array, *, upper: bool) -> Array:
    """P(M >= m) or P(M < m), for m >= 1."""
    d, epsilon = lattice.dimension, lattice.epsilon
    if upper:
        return np.asarray(betainc(m, d + 1, math.exp(-epsilon)))
    return np.asarray(betainc(d + 1, m, -math.expm1(-epsilon)))


@lru_cache(maxsize=16)
def _masses(lattice: Lattice) -> tuple[Array, float]:
    """P(K = k) as far as they matter, and the logarithm of T_d."""
    k = np.arange(math.ceil(lattice.length), dtype=float)
    d, epsilon, gamma = lattice.dimension, lattice.epsilon, lattice.gamma
    # Powers of the quotient by a radius near the mode, for the powers themselves are too large.
    mode = max(float(round(d / epsilon)), 1.0)
    small = k + gamma < mode / 2
    quotient = np.where(small, 0.0, (k - mode + gamma) / mode)
    log = d * np.where(small, np.log((k + gamma) / mode), np.log1p(quotient)) - epsilon * (k - mode)
    top = float(log.max())
    weights = np.exp(log - top)
    total = math.fsum(weights)
    return weights / total, top + math.log(total) + d * math.log(mode) - epsilon * mode


@lru_cache(maxsize=16)
def _tails(lattice: Lattice) -> tuple[Array, Array]:
    """P(K < k) and P(K >= k) for every k of the table and the one after."""
    masses, _ = _masses(lattice)
    below, above = np.append(0, masses.cumsum()), np.append(masses[::-1].cumsum()[::-1], 0)
    below[-1] = above[0] = 1
    return below, above


def _steps(masses: Array) -> tuple[Array, NDArray[np.int32]]:
    """P(K <= k), and the k at which each of many equal cells of [0, 1) begins."""
    cumulative = np.cumsum(masses)
    cumulative[-1] = 1  # what lies beyond is less than a double tells from 0
    cells = 1 << (CELLS * len(masses) - 1).bit_length()
    begins = np.arange(cells) / cells
    return cumulative, np.searchsorted(cumulative, begins, side="right").astype(np.int32)


@lru_cache(maxsize=16)
def _steps_of_masses(lattice: Lattice) -> tuple[Array, NDArray[np.int32]]:
    return _steps(_masses(lattice)[0])


@lru_cache(maxsize=16)
def _steps_of_shares(lattice: Lattice) -> tuple[Array, NDArray[np.int32]]:
    return _steps(_shares(lattice)[0])


def _rounded(lattice: Lattice, out: Array, rng: np.random.Generator) -> None:
    """Overwrite ``out`` with K by rejection from a gamma variate r, of the density proportional to
    r^d e^(-epsilon r), rounded to the nearest k + gamma; nearly all are accepted unseen.
    """
    d, epsilon, gamma = lattice.dimension, lattice.epsilon, lattice.gamma
    bound = lattice.unevenness
    todo, radii = np.arange(len(out)), np.empty(len(out))
    while todo.size:
        rng.standard_gamma(d + 1, out=radii)
        radii *= 1 / epsilon
        k = radii + (0.5 - gamma)
        np.floor(k, out=k)
        chance = rng.random(len(radii))
        doubtful = np.flatnonzero(chance >= math.exp(-2 * bound))
        off = radii[doubtful] - k[doubtful] - gamma
        log = lattice.log_share(radii[doubtful], off) - bound
        refused = doubtful[np.log(chance[doubtful]) >= log]
        out[todo] = k
        todo = todo[refused]
        radii = radii[: len(todo)]


def _from_steps(
    cumulative: Array, first: NDArray[np.int32], out: Array, rng: np.random.Generator
) -> None:
    """Overwrite ``out`` with the first k whose P(K <= k) is above a uniform number each.

    Most cells have no step inside, so that the k of the cell is the one; the others are searched.
    """
    rng.random(out=out)
    found = first[(out * len(first)).astype(np.intp)]
    beyond = np.flatnonzero(cumulative[found] <= out)
    found[beyond] = np.searchsorted(cumulative, out[beyond], side="right")
    out[:] = found


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
