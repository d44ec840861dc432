"""Symbols and domains that the theorems of this paper share."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, positive

p, delta, Delta = sp.symbols("p delta Delta", positive=True)
alpha = sp.Symbol("alpha", nonnegative=True)
x = sp.Symbol("x", positive=True)

PAPER = "additive"

EXPONENT = positive(p)
DELTA = between(delta, 0, 1)
SENSITIVITY = positive(Delta)
ALPHA = Variable(alpha, sp.Integer(0), delta, "[)")

#: delta in (0, 1), Delta > 0 and alpha in [0, delta): the parameters of P_alpha.
FAMILY = Domain((DELTA, SENSITIVITY, ALPHA))

#: The half width of the support of P_alpha, and its density there.
half_width = (1 - alpha) / (delta - alpha) * Delta / 2
density = (delta - alpha) / Delta
