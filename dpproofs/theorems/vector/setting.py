"""Symbols, and the sums that the radius of the staircase in d dimensions leads to.

With the sensitivity as the unit the noise is (K + gamma) U, U uniform in the unit ball of the norm
and P(K = k) proportional to b^k (k + gamma)^d, so that its cost is d/(d + 1) T_(d+1)/T_d.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from dpproofs.kernel.domain import Domain, between
from dpproofs.tactics.proving import Proof

b = sp.Symbol("b", positive=True)
gamma = sp.Symbol("gamma", nonnegative=True)
k = sp.Symbol("k", integer=True, nonnegative=True)

PAPER = "vector"
DIMENSIONS = (1, 2, 3, 4)

RATIO = between(b, 0, 1)
CIRCLE = Domain((RATIO, between(gamma, 0, 1, "[]")))
INSIDE = Domain((RATIO, between(gamma, 0, 1)))


@cache
def numerator(m: int) -> sp.Expr:
    """P_m, the polynomial that T_m is over (1 - b)^(m + 1)."""
    found = sp.Integer(1)
    for n in range(m):
        inner = b * ((1 - b) * sp.diff(found, b) + (n + 1) * found)
        found = sp.expand(inner + gamma * (1 - b) * found)
    return found


def total(m: int) -> sp.Expr:
    """T_m, the sum of b^k (k + gamma)^m over k >= 0: b d/db + gamma, m times, of 1/(1 - b)."""
    return numerator(m) / (1 - b) ** (m + 1)


def name_numerators(proof: Proof, ratio: sp.Expr = b, called: str = "P") -> None:
    """Declare the letters P_1, P_2, ... for the numerators, at a ratio."""
    for m in range(1, DIMENSIONS[-1] + 2):
        meaning = numerator(m).subs(b, ratio)
        proof.letter(sp.Symbol(f"{called}_{m}", real=True), meaning)


def cost(d: int) -> sp.Expr:
    """E||X|| of the staircase in d dimensions at sensitivity 1."""
    return sp.Rational(d, d + 1) * total(d + 1) / total(d)
