"""Expressions as sums of terms of one kind: coefficient, powers and exponentials of a variable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

ZERO, ONE = sp.Integer(0), sp.Integer(1)


@dataclass(frozen=True)
class Term:
    """``coefficient * other * exp(exponent)``, the exponent a polynomial in the variable, and
    ``other`` what else moves with it.
    """

    coefficient: sp.Expr
    other: sp.Expr
    exponent: sp.Expr


def terms(expression: sp.Expr, variable: sp.Symbol) -> Iterator[Term]:
    """The terms of an expression; what does not move with the variable is not expanded."""
    constant, moving = expression.as_independent(variable, as_Add=False)
    moving = in_exponentials(moving, variable)
    for part in sp.Add.make_args(sp.expand(moving, power_exp=False, power_base=False)):
        fixed, rest = part.as_independent(variable, as_Add=False)
        other, exponent = ONE, ZERO
        for factor in sp.Mul.make_args(rest):
            if isinstance(factor, sp.exp):
                exponent += sp.expand_power_base(factor.exp)
            else:
                other *= factor
        exponent = sp.expand(exponent)
        still, exponent = exponent.as_independent(variable, as_Add=True)
        yield Term(constant * fixed * sp.exp(still), other, exponent)


def in_exponentials(expression: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """An expression with ``base**e`` as ``exp(e log(base))`` where only e moves."""
    moved = {
        power: sp.exp(sp.expand(power.exp * sp.log(power.base)))
        for power in expression.atoms(sp.Pow)
        if power.exp.has(variable) and not power.base.has(variable)
    }
    return expression.xreplace(moved)


def by_exponent(expression: sp.Expr, variable: sp.Symbol) -> dict[sp.Expr, sp.Expr] | None:
    """What stands before each exponential, when that is a polynomial in the variable."""
    found: dict[sp.Expr, sp.Expr] = defaultdict(lambda: ZERO)
    for term in terms(expression, variable):
        if not (term.other.is_polynomial(variable) and term.exponent.is_polynomial(variable)):
            return None
        found[term.exponent] += term.coefficient * term.other
    return dict(found)


def is_zero(expression: sp.Expr) -> bool:
    """Whether an expression is seen to vanish, by one fraction of polynomials in its parts."""
    return bool(expression == 0 or sp.expand(expression) == 0 or sp.cancel(expression) == 0)
