"""The objective of program (20) for every shift at once, with its derivatives.

Derivatives are with respect to log p. There the Hessian of a pair (x, y) is the Laplacian of one
edge, and that of a weighted sum of shifts the Laplacian of a graph in which no edge is longer than
n cells: a banded matrix.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.optima.cactus.divergence import Divergence
from dpproofs.optima.cactus.grid import Grid


@dataclass(frozen=True)
class DivergenceProgram:
    """max over shifts k = 1, ..., n of half the sum of h(p_i, p_{i+k}) over all integers i."""

    grid: Grid
    divergence: Divergence

    def objectives(self, p: Array) -> Array:
        """The divergence from each shift: shape (n,)."""
        line, h = self.grid.line(p), self.divergence.pairs
        body = line[: self.grid.N]
        values = np.empty(self.grid.n)
        for k in range(1, self.grid.n + 1):
            across = p[1:k]
            values[k - 1] = h(body, line[k : k + self.grid.N]).sum()
            values[k - 1] += h(across, across[::-1]).sum() / 2
        return np.asarray(values + p[-1] * self._tails())

    def slopes(self, p: Array) -> Array:
        """p_i dJ_k/dp_i: shape (n, N + 1)."""
        N, line, slopes = self.grid.N, self.grid.line(p), self.divergence.slopes
        body = line[:N]
        out = np.zeros((self.grid.n, N + 1))
        for k, row in enumerate(out, start=1):
            shifted, across = line[k : k + N], p[1:k]
            row[:N] = slopes(body, shifted)
            ahead = slopes(shifted, body)
            row[k:N] += ahead[: N - k]
            row[N] = ahead[N - k :].sum()
            row[1:k] += slopes(across, across[::-1])
        out[:, N] += p[-1] * self._tails()
        return out

    def bands(self, p: Array, weights: Array) -> Array:
        """The weighted sum's Hessian, shape (n + 1, N + 1): row d holds the entries (i + d, i)."""
        N, n, line = self.grid.N, self.grid.n, self.grid.line(p)
        couplings = self.divergence.couplings
        bands, body, last = np.zeros((n + 1, N + 1)), line[:N], np.zeros(n + 1)
        for k, weight in enumerate(weights, start=1):
            edges = weight * couplings(body, line[k : k + N])
            bands[k, : N - k] -= edges[: N - k]
            last[1 : k + 1] += edges[: N - k - 1 : -1]  # from cell N - d to the tail
            half = np.arange(1, (k + 1) // 2)  # across the origin: each pair twice, by half
            bands[k - 2 * half, half] -= weight * couplings(p[half], p[k - half])
        bands[np.arange(1, n + 1), N - np.arange(1, n + 1)] -= last[1:]
        for d in range(1, n + 1):
            bands[0, : N + 1 - d] -= bands[d, : N + 1 - d]
            bands[0, d:] -= bands[d, : N + 1 - d]
        return bands

    def _tails(self) -> Array:
        k = np.arange(1, self.grid.n + 1)
        ratios = np.asarray(self.grid.r**k, dtype=float)
        return self.divergence.pairs(np.ones_like(ratios), ratios) / (1 - self.grid.r)
