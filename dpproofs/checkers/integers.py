"""Expressions that are integers by their form."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain


def integral(expression: sp.Expr, domain: Domain) -> bool:
    """Whether it is a polynomial with integer coefficients in integer variables of the domain."""
    whole = [variable.symbol for variable in domain if variable.integer]
    if not (expression.free_symbols <= set(whole) and expression.is_polynomial(*whole)):
        return False
    coefficients = sp.Poly(expression, *whole).coeffs() if whole else [expression]
    return all(coefficient.is_Integer for coefficient in coefficients)
