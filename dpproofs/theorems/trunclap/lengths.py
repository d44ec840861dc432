"""The truncated Laplacian without logarithms: in the length of its support, or by substitution.

With the scale Delta/epsilon as the unit the support is [-L, L] with L = epsilon + m, where m > 0
is A - Delta. By (4) exp(L) = 1 + u, so that delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)), which runs
through (0, 1/2) as m runs through (0, oo).

The substitution x = (Delta/epsilon) log(1 + v) takes [0, A] to [0, u] and the density to
``substituted``: so integrals can be stated in epsilon, delta and Delta themselves.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, positive
from dpproofs.theorems.trunclap.setting import EPSILON, SENSITIVITY, Delta, eps, height, scale

m, v = sp.symbols("m v", positive=True)
L = eps + m

LENGTHS = Domain((EPSILON, positive(m)))
NOISE = LENGTHS & SENSITIVITY

#: The height of the density in units of the scale, and the delta that goes with L.
unit_height = 1 / (2 * (1 - sp.exp(-L)))
delta_of_length = (sp.exp(eps) - 1) / (2 * (sp.exp(L) - 1))

#: A - Delta and A, in the units of the query.
inner_end, end = m * Delta / eps, L * Delta / eps

#: f(x) dx/dv at x = (Delta/epsilon) log(1 + v).
substituted = height * scale / (1 + v) ** 2


def density(at: sp.Expr) -> sp.Expr:
    """The density at a place of [0, A]."""
    return eps / Delta * unit_height * sp.exp(-at * eps / Delta)
