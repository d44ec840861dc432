"""Factors of a difference, and substitutions after which all coefficients have one sign."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.polys.polyerrors import PolynomialError

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass

LARGEST = 60  # operations of what is factored
MOST_LETTERS = 4
MOST_TERMS = 12


def difference(claim: Relation) -> sp.Expr:
    """What is not negative, or positive, or 0, according to a relation."""
    less, more = (claim.lhs, claim.rhs) if claim.op in ("<", "<=") else (claim.rhs, claim.lhs)
    return more - less


def factored(value: sp.Expr) -> sp.Expr | None:
    """A rational expression in factors; None where it is none, or too long to be read."""
    if not _small(value):
        return None
    try:
        return upright(sp.factor(sp.together(value)))
    except PolynomialError:
        return None


def upright(value: sp.Expr) -> sp.Expr:
    """A product with 1 - b and not b - 1 in it, and b + c - b c and not b c - b - c; a sign that
    is left goes to a sum with as many terms of either sign.
    """
    sign = sp.S.One
    found = []
    for factor in sp.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer and _leans(base) < 0:
            base, sign = -base, sign * (-1) ** exponent
        found.append((base, exponent))
    if sign < 0:
        for place, (base, exponent) in enumerate(found):
            if base.is_Add and exponent == 1 and _leans(base) == 0:
                found[place] = (-base, exponent)
                sign = sp.S.One
                break
    return sp.Mul(sign, *(base**exponent for base, exponent in found))


def _leans(total: sp.Expr) -> int:
    """How many more terms of a sum are positive than negative; between two its number decides."""
    if len(total.args) == 2 and (number := total.as_coeff_Add()[0]) != 0:
        return int(sp.sign(number))
    return sum(-1 if term.could_extract_minus_sign() else 1 for term in total.args)


def _small(value: sp.Expr) -> bool:
    if value.has(Mass, sp.exp, sp.log) or value.atoms(AppliedUndef):
        return False
    if any(not power.exp.is_Integer for power in value.atoms(sp.Pow)):
        return False
    return len(value.free_symbols) <= MOST_LETTERS and sp.count_ops(value) <= LARGEST


def positive_after(
    value: sp.Expr, domain: Domain
) -> tuple[tuple[tuple[sp.Symbol, sp.Expr], ...], sp.Expr] | None:
    """Values for the letters that make the sign of a product plain: a new positive letter each.

    Returns
    -------
    The letters with their values, and the numerator, all of whose coefficients are positive; None
    when no factor needs it, or this shows nothing.
    """
    unclear = [
        base
        for base in (factor.as_base_exp()[0] for factor in sp.Mul.make_args(value))
        if base.is_Add and not _plain(base, domain)
    ]
    if len(unclear) != 1:
        return None
    (factor,) = unclear
    ranges = {v.symbol: v for v in domain if v.symbol in factor.free_symbols}
    if set(ranges) != factor.free_symbols or any(v.root for v in ranges.values()):
        return None
    taken = {s.name for v in domain for s in (v.symbol,)}
    letters = [sp.Symbol(n, positive=True) for n in ("r", "t", "y", "z") if n not in taken]
    places = []
    moved = factor
    for (symbol, variable), letter in zip(reversed(ranges.items()), letters, strict=False):
        if variable.upper is sp.oo:
            new = variable.lower + letter
        elif variable.lower.is_infinite:
            return None
        else:
            new = (variable.lower + variable.upper * letter) / (1 + letter)
        places.append((symbol, new))
        moved = moved.subs(symbol, new)
    numerator = sp.numer(sp.together(moved))
    if not numerator.free_symbols:
        return None
    top = sp.Poly(numerator)
    signs = {sp.sign(c) for c in top.coeffs()}
    if signs != {sp.S.One} or len(top.coeffs()) > MOST_TERMS:
        return None
    return tuple(places), top.as_expr()


def _plain(factor: sp.Expr, domain: Domain) -> bool:
    """Whether the sign of a sum is plain: terms of one sign, or a letter against its own bound."""
    if all(term.is_nonnegative for term in factor.args):
        return True
    for variable in domain:
        for end in (variable.lower, variable.upper):
            if not end.is_infinite and (
                (ratio := sp.expand(factor - (variable.symbol - end))) == 0
                or sp.expand(factor + (variable.symbol - end)) == 0
                or ratio == 0
            ):
                return True
    return False
