"""Sums of powers times a geometric factor: the polynomial, and the power sums that it needs."""

from __future__ import annotations

import sympy as sp
from sympy.polys.polyerrors import PolynomialError

from dpproofs.kernel.proposition import Sum
from dpproofs.render.proofs.factors import upright

MOST_DEGREE = 3
LARGEST = 150  # operations of a term that is expanded


def power_sum(degree: int, ratio: sp.Expr, *, first: int) -> sp.Expr:
    """The sum of ratio^k k^degree over k = first, first + 1, ..., where first is 0 or 1."""
    tops = (sp.S.One, ratio, ratio * (1 + ratio), ratio * (1 + 4 * ratio + ratio**2))
    top = ratio if degree == 0 and first else tops[degree]
    return top / (1 - ratio) ** (degree + 1)


def collected(claim: Sum, ratio: sp.Expr) -> tuple[sp.Expr, sp.Poly] | None:
    """The term of an infinite sum as factor * ratio^k * polynomial in k; None where it is none."""
    index = claim.index
    if not (claim.upper.is_infinite and claim.lower in (0, 1) and ratio.is_Symbol):
        return None
    if sp.count_ops(claim.term) > LARGEST or not claim.term.has(index):
        return None
    geometric = sp.Dummy(positive=True)
    term = sp.expand_power_exp(claim.term).subs(ratio**index, geometric)
    try:
        polynomial = sp.Poly(sp.expand(term / geometric), index)
    except PolynomialError:
        return None
    free = set().union(*(c.free_symbols for c in polynomial.coeffs()))
    if geometric in free or index in free or not 0 < polynomial.degree() <= MOST_DEGREE:
        return None
    whole = sp.factor(sp.together(polynomial.as_expr()))
    factor, inside = upright(whole).as_independent(index, as_Add=False)
    return factor, sp.Poly(inside, index)
