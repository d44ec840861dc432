"""Sums up to infinity of fractions, of these times geometric factors, and of powers times such."""

from __future__ import annotations

import sympy as sp

from dpproofs.tactics.telescopers import with_powers

ZERO = sp.Integer(0)


def by_fractions(term: sp.Expr, k: sp.Symbol, lower: sp.Expr) -> sp.Expr | None:
    """The sum over k from ``lower``, in values of the zeta and digamma functions and of Lerch's
    transcendent; None for other terms.
    """
    outside, moved = term.subs(k, k + lower).as_independent(k, as_Add=False)
    plain = sp.powsimp(sp.expand(moved, power_base=False))
    inside, moving = plain.as_independent(k, as_Add=False)
    fixed, factors = outside * inside, sp.Mul.make_args(sp.factor(moving))
    powers = [f for f in factors if f.is_Pow and not f.base.has(k)]
    geometric, rest = sp.Mul(*powers), sp.Mul(*(f for f in factors if f not in powers))
    ratio = sp.powsimp(geometric.subs(k, k + 1) / geometric)
    if not rest.is_rational_function(k):
        found = with_powers(sp.expand(moved), k)
        return None if found is None else outside * found.value
    if ratio.has(k):
        return None
    start, whole, first = geometric.subs(k, 0), ZERO, ZERO
    for part in sp.Add.make_args(sp.apart(rest, k)):
        read = _power(part, k)
        if read is None:
            return None
        constant, place, n = read
        if ratio != 1:
            whole += constant * sp.expand_func(sp.lerchphi(ratio, n, place))
        elif n > 1:
            whole += constant * sp.zeta(n, place)
        elif n == 1:
            first += constant
            whole -= constant * sp.digamma(place)
        else:
            return None
    return fixed * start * whole if sp.cancel(first) == 0 else None


def _power(part: sp.Expr, k: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """The c, a and n for which a part is ``c (k + a)**-n``."""
    constant, moving = part.as_independent(k, as_Add=False)
    base, exponent = moving.as_base_exp()
    slope = sp.diff(base, k)
    if slope.has(k) or (slope == 0 and moving != 1):
        return None
    if moving == 1:
        return constant, sp.Integer(1), ZERO
    return constant * slope**exponent, sp.expand(base.subs(k, 0) / slope), -exponent
