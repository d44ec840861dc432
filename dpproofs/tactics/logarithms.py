"""Expressions with log(x) as expressions in y, x = exp(y)."""

from __future__ import annotations

import sympy as sp


def in_logarithm(expression: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, sp.Symbol] | None:
    """The same expression of x > 0 with exp(y) for x, and the symbol y; None without a logarithm
    of a multiple of x.
    """
    if not any(part.has(x) for part in expression.atoms(sp.log)):
        return None
    ahead, y = sp.Dummy(positive=True), sp.Symbol(x.name, real=True)
    plain = sp.expand_log(expression.xreplace({x: ahead}))
    if not plain.has(sp.log(ahead)):
        return None
    moved = plain.xreplace({sp.log(ahead): y}).xreplace({ahead: sp.exp(y)})
    return sp.powdenest(moved), y


def unfolded(
    term: sp.Expr, x: sp.Symbol, lower: sp.Expr, upper: sp.Expr
) -> tuple[sp.Expr, sp.Symbol, sp.Expr, sp.Expr] | None:
    """An integral over x from ``lower`` >= 0 on in y = log(x), with its ends, where an exponential
    has a power of log(x) in its exponent, which powers of x do not bound; None elsewhere.
    """
    steep = any(
        inner.is_Pow and inner.base.has(sp.log)
        for part in term.atoms(sp.exp)
        for inner in sp.preorder_traversal(part.exp)
    )
    found = in_logarithm(term, x) if steep else None
    if found is None:
        return None
    moved, y = found
    ends = (-sp.oo if lower == 0 else sp.log(lower), sp.log(upper))
    return sp.powsimp(moved * sp.exp(y)), y, *ends
