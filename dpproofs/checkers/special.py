"""Functions that become generators of a normal form: where they are defined, and rules for them.

SymPy gives their values at plain arguments, such as ``asin(1)``, and takes the sign out of those
that are odd or even, before they come here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from dpproofs.checkers.positivity import Range, Sign, product
from dpproofs.kernel.expression import written

Signed = Callable[[sp.Expr], Sign | None]
UNIT = Range(("num", Fraction(-1)), ("num", Fraction(1)), "()")
RANGES: dict[type[sp.Expr], Range] = {
    sp.erf: UNIT,
    sp.sin: Range(UNIT.lower, UNIT.upper, "[]"),
    sp.cos: Range(UNIT.lower, UNIT.upper, "[]"),
    sp.atan: Range(("num", Fraction(-2)), ("num", Fraction(2)), "()"),
    sp.asin: Range(("num", Fraction(-2)), ("num", Fraction(2)), "()"),
    sp.gamma: Range(("num", Fraction(0)), None, "()"),
    sp.lowergamma: Range(("num", Fraction(0)), None, "()"),
    sp.betainc: Range(("num", Fraction(0)), None, "()"),
}
ODD = (sp.erf, sp.atan, sp.asin)  # with the sign of their argument
MOST = 60  # by which the argument of gamma is made smaller


def span(expression: sp.Expr, sign: Signed) -> Range:
    """The values of a function, on one side of 0 where its argument is shown to say so."""
    found, argument = RANGES[expression.func], expression.args[0]
    side = sign(argument) if isinstance(expression, ODD) else None
    if isinstance(expression, sp.sin | sp.cos):
        end = sp.pi if isinstance(expression, sp.sin) else sp.pi / 2
        side = _within(argument, end, sign)
        if isinstance(expression, sp.sin):
            side = side and product((side, sign(argument)))
        elif side is None and (beyond := _within(sp.pi - argument, end, sign)):
            side = product((beyond, Sign(-1, True)))
    if side is None or not side.value:
        return found
    marks, zero = "()" if side.strict else "[]", ("num", Fraction(0))
    if side.value > 0:
        return Range(zero, found.upper, marks[0] + found.ends[1])
    return Range(found.lower, zero, found.ends[0] + marks[1])


def _within(argument: sp.Expr, end: sp.Expr, sign: Signed) -> Sign | None:
    """The sign of ``end**2 - argument**2`` where an angle lies between -end and end."""
    above, below = sign(end - argument), sign(end + argument)
    return product((above, below)) if _at_least_zero(above) and _at_least_zero(below) else None


def _turned(expression: sp.Expr, sign: Signed) -> sp.Expr:
    """The angle between right angles of whose tangent, a quotient of sine and cosine, this is the
    arc tangent.
    """
    inside = expression.args[0].replace(lambda e: isinstance(e, sp.tan | sp.cot), written)
    above, below = inside.as_numer_denom()
    factor, above = above.as_coeff_Mul()
    kinds = (above.func, below.func)
    if abs(factor) != 1 or kinds not in ((sp.sin, sp.cos), (sp.cos, sp.sin)):
        return expression
    angle = above.args[0]
    if sp.expand(angle - below.args[0]) != 0:
        return expression
    if kinds == (sp.cos, sp.sin):
        angle = sp.pi / 2 - angle
    return expression if _within(angle, sp.pi / 2, sign) is None else factor * angle


def outside(expression: sp.Expr, sign: Signed) -> str:
    """Why an expression is not shown to have a value; empty when its function is defined there."""
    *_, last = expression.args
    if isinstance(expression, sp.asin) and not (
        _at_least_zero(sign(1 - last)) and _at_least_zero(sign(1 + last))
    ):
        return f"{last} is not shown to lie in [-1, 1]"
    if isinstance(expression, sp.gamma | sp.lowergamma):
        for argument in expression.args:
            if not positive(sign(argument)):
                return f"{argument} is not shown to be positive"
    if isinstance(expression, sp.betainc):
        return _outside_beta(expression, sign)
    return ""


def _outside_beta(expression: sp.Expr, sign: Signed) -> str:
    *orders, lower, upper = expression.args
    if lower != 0:
        return f"the Beta integral begins at {lower}"
    for order in orders:
        if not positive(sign(order)):
            return f"{order} is not shown to be positive"
    if not (upper == 0 or (positive(sign(upper)) and _at_least_zero(sign(1 - upper)))):
        return f"{upper} is not shown to be positive and at most 1"
    return ""


def _at_an_end(expression: sp.Expr) -> sp.Expr:
    """The value of an incomplete Beta function up to 0, or 1."""
    first, second, _, upper = expression.args
    if upper == 0:
        return upper
    if sp.cancel(upper - 1) != 0:
        return expression
    return sp.gamma(first) * sp.gamma(second) / sp.gamma(first + second)


def _at_least_zero(sign: Sign | None) -> bool:
    return sign is not None and sign.value >= 0


def positive(sign: Sign | None) -> bool:
    """Whether a sign says that 0 is not attained from above."""
    return sign is not None and sign.strict and sign.value > 0


def lowered(argument: sp.Expr, sign: Signed) -> tuple[sp.Expr, sp.Expr]:
    """A product and a smaller argument, so that gamma of the one given is the product times gamma
    of the smaller one, which is brought down by 1 while that is shown to leave it positive.
    """
    factor = sp.Integer(1)
    for _ in range(MOST):
        less = sp.expand(argument - 1)
        if not positive(sign(less)):
            return factor, argument
        argument, factor = less, factor * less
    return factor, argument


def plainer(expression: sp.Expr, sign: Signed) -> sp.Expr:
    """A value of a function in plainer ones, where a rule gives it; else the same."""
    if isinstance(expression, sp.atan):
        return _turned(expression, sign)
    if isinstance(expression, sp.betainc):
        return _at_an_end(expression)
    return _by_parts(expression, sign) if isinstance(expression, sp.lowergamma) else expression


def _by_parts(expression: sp.Expr, sign: Signed) -> sp.Expr:
    """An incomplete gamma function with its order smaller by 1, where that is shown to be positive,
    and what integration by parts leaves besides.
    """
    order, upper = expression.args
    less = sp.expand(order - 1)
    if not positive(sign(less)):
        return expression
    return less * sp.lowergamma(less, upper) - upper**less * sp.exp(-upper)
