"""Symbols, domains and hypotheses that the theorems of this paper share."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, positive

PAPER = "additive"

p, delta, Delta = sp.symbols("p delta Delta", positive=True)
alpha = sp.Symbol("alpha", nonnegative=True)
x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
shift = sp.Symbol("a", nonnegative=True)

EXPONENT = positive(p)
DELTA = between(delta, 0, 1)
SENSITIVITY = positive(Delta)
ALPHA = Variable(alpha, sp.Integer(0), delta, "[)")

#: delta in (0, 1), Delta > 0 and alpha in [0, delta): the parameters of P_alpha.
FAMILY = Domain((DELTA, SENSITIVITY, ALPHA))

#: The half width of the support of P_alpha, and its density there.
half_width = (1 - alpha) / (delta - alpha) * Delta / 2
density = (delta - alpha) / Delta

#: G(x) = P((x, oo)) of a symmetric, monotonically decreasing P, for x >= 0.
G = sp.Function("G")

HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")
PAIR = Domain((HALF_LINE, positive(h)))
TRIPLE = PAIR & Variable(shift, sp.Integer(0), sp.oo, "[)")

#: Property 2 for the interval (x, x+h] moved outwards by a.
MONOTONE: Goal = relation_goal(G(x + shift) - G(x + h + shift), "<=", G(x) - G(x + h), TRIPLE)
#: A tail function does not increase, and is a probability.
TAIL: Goal = relation_goal(G(x + h), "<=", G(x), PAIR)
NONNEGATIVE: Goal = relation_goal(0, "<=", G(x), Domain((HALF_LINE,)))


def mass(name: str) -> sp.Expr:
    """The probability of an event of which only its name is known."""
    return sp.Function(name)()
