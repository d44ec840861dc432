"""Why a limit is what it is: the variable in which the expression is a fraction, and the lowest
terms of its numerator and denominator.
"""

from __future__ import annotations

import sympy as sp
from sympy.polys.polyerrors import PolynomialError

from dpproofs.kernel.proposition import Limit
from dpproofs.render import layout
from dpproofs.render.notation import bracketed, expression
from dpproofs.render.proofs.factors import upright

LARGEST = 400  # operations of what is brought to one fraction
WIDEST = 20.0  # em of a term in a sentence


def of(claim: Limit, value: sp.Expr) -> str:
    """The limit of an expression where a limit is taken, as LaTeX."""
    point = expression(claim.point)
    if not claim.point.is_infinite:
        point = rf"{point}^{{{claim.side}}}"
    return rf"\lim_{{{expression(claim.variable)} \to {point}}} {bracketed(value)}"


def is_plain(claim: Limit) -> bool:
    """Whether a reader sees a limit at once: the value of a fraction at the point, or of one in 1
    over the variable at 0.
    """
    x, place = claim.variable, claim.point
    moved = claim.expression
    if place.is_infinite:
        moved, place = sp.together(moved.subs(x, 1 / x)), sp.S.Zero
    if sp.count_ops(moved) > LARGEST or not moved.is_rational_function(x):
        return False
    value = moved.subs(x, place)
    return bool(value.is_finite is not False and sp.cancel(value - claim.value) == 0)


def told(claim: Limit, rate: sp.Expr | None) -> str:
    """The sentence that says why a limit holds, with formulas between dollar signs; nothing for
    that of a polynomial at a number.

    Parameters
    ----------
    claim
        The limit.
    rate
        The number c of the change of variable y = exp(-c x), where that was made.
    """
    if not claim.point.is_infinite and claim.expression.is_polynomial(claim.variable):
        return ""
    y, place, new, old = _variable(claim, rate)
    terms = _lowest(claim, y, place, old)
    head = f"In ${expression(y)} = {expression(new)}$" if new != y else ""
    if terms is not None:
        top, bottom = map(expression, terms)
        if max(layout.width(top), layout.width(bottom)) <= WIDEST:
            if not (terms[0].has(y) or terms[1].has(y)):
                begin = head or f"For ${expression(y)} \\to {expression(place)}$"
                if head and terms[1] == 1 and claim.expression.is_Add:
                    return f"Here ${expression(new)}$ tends to ${expression(place)}$."
                return f"{begin} the numerator tends to ${top}$ and the denominator to ${bottom}$."
            begin = f"{head}, the" if head else "The"
            return f"{begin} lowest terms of numerator and denominator are ${top}$ and ${bottom}$."
    at = f"${expression(y)} = {expression(place)}$"
    if not head and claim.expression.subs(y, place) == claim.value:
        return f"This is continuous at {at}."
    return f"{head or 'After cancellation'} this is continuous at {at}, where it has this value."


def _variable(claim: Limit, rate: sp.Expr | None) -> tuple[sp.Symbol, sp.Expr, sp.Expr, sp.Expr]:
    """A variable, the number to which it tends, its value, and that of the limit's variable."""
    x, point = claim.variable, claim.point
    names = {symbol.name for symbol in claim.expression.free_symbols}
    y = next(sp.Symbol(n, positive=True) for n in ("y", "z", "u", "v", "q") if n not in names)
    if rate is not None:
        end = sp.S.Zero if point.is_infinite else sp.S.One
        return y, end, sp.exp(-sp.S(rate) * x), -sp.log(y) / rate
    if point.is_infinite:
        return y, sp.S.Zero, 1 / x, 1 / y
    return x, point, x, x


def _lowest(
    claim: Limit, y: sp.Symbol, place: sp.Expr, old: sp.Expr
) -> tuple[sp.Expr, sp.Expr] | None:
    """The lowest terms of numerator and denominator where y tends to 0, if they give the limit."""
    moved = claim.expression.subs(claim.variable, old)
    if place != 0 or sp.count_ops(moved) > LARGEST or not moved.is_rational_function(y):
        return None
    try:
        top, bottom = (sp.Poly(part, y) for part in sp.fraction(sp.together(moved)))
        first, second = map(_begin, (top, bottom))
        return (first, second) if _gives(first / second, claim.value, y) else None
    except PolynomialError:
        return None


def _begin(part: sp.Poly) -> sp.Expr:
    """The lowest term of a polynomial."""
    (power,), factor = part.terms()[-1]
    return upright(sp.factor(factor)) * part.gen**power


def _gives(ratio: sp.Expr, value: sp.Expr, y: sp.Symbol) -> bool:
    if ratio.has(y):
        return bool(value == 0 and sp.degree(sp.fraction(sp.cancel(ratio))[0], y) > 0)
    return bool(sp.cancel(ratio - value) == 0)
