"""Fractions of sums of exponentials, each exponent written once."""

from __future__ import annotations

import sympy as sp

ZERO = sp.Integer(0)


def by_exponents(expression: sp.Expr) -> sp.Expr:
    """An equal quotient of sums of exponentials with distinct exponents, the denominator without
    one that all of its terms share.
    """
    if not expression.has(sp.exp):
        return sp.powsimp(sp.expand(expression))
    above, below = sp.fraction(sp.together(expression))
    up, down = _terms(above), _terms(below)
    if not down:
        return expression
    base = min(down, key=sp.count_ops)
    up, down = ({_plain(e - base): c for e, c in part.items()} for part in (up, down))
    if len(down) == 1:
        (whole,) = down.values()
        return _sum({e: sp.factor(sp.cancel(c / whole)) for e, c in up.items()})
    return _sum(up) / _sum(down)


def _plain(exponent: sp.Expr) -> sp.Expr:
    return sp.factor(sp.cancel(sp.together(exponent)))


def _terms(expression: sp.Expr) -> dict[sp.Expr, sp.Expr]:
    """The coefficients of exponentials by their exponents."""
    found: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(expression)):
        rest, exponent = sp.Integer(1), ZERO
        for factor in sp.Mul.make_args(term):
            base, power = factor.as_base_exp()
            if base is sp.E:
                exponent += power
            else:
                rest *= factor
        key = _plain(exponent)
        found[key] = found.get(key, ZERO) + rest
    return {e: sp.factor(c) for e, c in found.items() if sp.factor(c) != 0}


def _sum(terms: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    return sp.Add(*(c * sp.exp(e) for e, c in terms.items()))
