"""Symbols, and the sums that the radius of the staircase in d dimensions leads to.

With the sensitivity as the unit the noise is (K + gamma) U, U uniform in the unit ball of the norm
and P(K = k) proportional to b^k (k + gamma)^d, so that its cost is d/(d + 1) T_(d+1)/T_d.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from dpproofs.kernel.domain import Domain, between

b = sp.Symbol("b", positive=True)
gamma = sp.Symbol("gamma", nonnegative=True)
k = sp.Symbol("k", integer=True, nonnegative=True)

PAPER = "vector"
DIMENSIONS = (1, 2, 3, 4)

RATIO = between(b, 0, 1)
CIRCLE = Domain((RATIO, between(gamma, 0, 1, "[]")))
INSIDE = Domain((RATIO, between(gamma, 0, 1)))


@cache
def total(m: int) -> sp.Expr:
    """T_m, the sum of b^k (k + gamma)^m over k >= 0: b d/db + gamma, m times, of 1/(1 - b)."""
    numerator = sp.Integer(1)
    for n in range(m):
        inner = b * ((1 - b) * sp.diff(numerator, b) + (n + 1) * numerator)
        numerator = sp.expand(inner + gamma * (1 - b) * numerator)
    return numerator / (1 - b) ** (m + 1)


def cost(d: int) -> sp.Expr:
    """E||X|| of the staircase in d dimensions at sensitivity 1."""
    return sp.Rational(d, d + 1) * total(d + 1) / total(d)
