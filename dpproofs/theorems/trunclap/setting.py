"""Symbols, domains and the density that the theorems of this paper share.

Everything is a function of epsilon, delta and Delta through u = (exp(epsilon) - 1)/(2 delta). The
scale of the noise is Delta/epsilon, the end of its support A = (Delta/epsilon) log(1 + u).
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, positive

eps, delta, Delta, x, p = sp.symbols("epsilon delta Delta x p", positive=True)

PAPER = "trunclap"

EPSILON = positive(eps)
DELTA = between(delta, 0, sp.Rational(1, 2))
SENSITIVITY = positive(Delta)

#: epsilon > 0 and 0 < delta < 1/2.
PRIVACY = Domain((EPSILON, DELTA))
#: epsilon > 0, 0 < delta < 1/2 and Delta > 0: the parameters of Definition 3.
FAMILY = Domain((EPSILON, DELTA, SENSITIVITY))

#: (exp(epsilon) - 1)/(2 delta), the quantity in every formula of section 3.
u = (sp.exp(eps) - 1) / (2 * delta)

#: The scale, the end of the support and the height of Definition 3.
scale = Delta / eps
bound = Delta / eps * sp.log(1 + u)
height = eps / (2 * Delta * (1 - 1 / (1 + u)))

#: The upper bounds (5) and (7), as printed.
V1_UPPER = Delta / eps * (1 - sp.log(1 + u) / u)
V2_UPPER = 2 * Delta**2 / eps**2 * (1 - (sp.log(1 + u) ** 2 / 2 + sp.log(1 + u)) / u)


def density(at: sp.Expr) -> sp.Expr:
    """The density (4) at a place of [0, A]."""
    return height * sp.exp(-at * eps / Delta)


def only(*variables: Variable) -> Domain:
    """A domain of some variables."""
    return Domain(variables)
