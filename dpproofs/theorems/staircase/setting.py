"""Symbols, domains and the density that the theorems of this paper share.

``b`` stands for exp(-epsilon) throughout, as in the paper; ``in_epsilon`` goes back.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, index, positive

b, eps, Delta, x = sp.symbols("b epsilon Delta x", positive=True)
gamma = sp.Symbol("gamma", nonnegative=True)
k = sp.Symbol("k", integer=True, nonnegative=True)

PAPER = "staircase"

RATIO = between(b, 0, 1)
EPSILON = positive(eps)
SENSITIVITY = positive(Delta)
SPLIT = between(gamma, 0, 1, "[]")
PERIOD = index(k, 0)

#: b in (0, 1), Delta > 0 and gamma in [0, 1]: the parameters of the staircase density.
FAMILY = Domain((RATIO, SENSITIVITY, SPLIT))
#: The same with epsilon > 0 in place of b.
FAMILY_IN_EPSILON = Domain((EPSILON, SENSITIVITY, SPLIT))

#: gamma without the end at which the first, or the second, piece of every period is empty.
FIRST_PIECE = Domain((RATIO, SENSITIVITY, between(gamma, 0, 1, "(]"), PERIOD))
SECOND_PIECE = Domain((RATIO, SENSITIVITY, between(gamma, 0, 1, "[)"), PERIOD))

#: b + (1 - b) gamma, the mean level of a period in units of its upper level.
weight = b + (1 - b) * gamma

#: The height a(gamma) of the density at the origin, as printed in (26).
height = (1 - b) / (2 * Delta * (gamma + b * (1 - gamma)))


def in_epsilon(expression: sp.Expr) -> sp.Expr:
    """An expression in b, with exp(-epsilon) for b."""
    return expression.subs(b, sp.exp(-eps))


def only(*variables: Variable) -> Domain:
    """A domain of some variables."""
    return Domain(variables)
