"""The value that an expression tends to at an end of an interval, because it is continuous there.

Substitution alone is not enough: ``x**(1/log(x))`` at 0 would give 0**0 = 1, but tends to e.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.flatten import Undecided
from dpproofs.checkers.normal import field
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.expression import WRITTEN, written

CONTINUOUS = (
    sp.erf, sp.atan, sp.asin, sp.sin, sp.cos, sp.gamma, sp.lowergamma, sp.betainc, sp.Abs,
    sp.Max, sp.Min,
)  # fmt: skip


def value_at(expression: sp.Expr, variable: sp.Symbol, end: sp.Expr, domain: Domain) -> sp.Expr:
    """The limit of an expression as a variable, not in the domain, goes to a finite end.

    The expression must be defined inside the interval (which the caller shows).

    Raises
    ------
    Undecided
        When some operation is not continuous at the end.
    """
    if not expression.has(variable):
        return expression
    if expression == variable:
        return end
    if isinstance(expression, sp.exp):
        return sp.exp(value_at(expression.exp, variable, end, domain))
    if isinstance(expression, WRITTEN):
        return value_at(written(expression), variable, end, domain)
    values = [value_at(part, variable, end, domain) for part in expression.args]
    if expression.is_Pow:
        return _power(*values, moving=expression.exp.has(variable), domain=domain)
    if isinstance(expression, sp.log):
        _positive(values[0], domain)
    elif not (expression.is_Add or expression.is_Mul or isinstance(expression, CONTINUOUS)):
        raise Undecided(f"{expression} is not known to be continuous at {end}")
    return expression.func(*values)


def _power(base: sp.Expr, exponent: sp.Expr, *, moving: bool, domain: Domain) -> sp.Expr:
    if exponent.is_Integer and exponent > 0 and not moving:
        return base**exponent
    normal = field(domain)
    if not moving and normal.is_zero(base):
        _positive(exponent, domain)
        return sp.Integer(0)
    if not moving and not exponent.is_Integer and _may_vanish(base, domain):
        _positive(exponent, domain)
    else:
        _positive(base if moving or not exponent.is_Integer else base**2, domain)
    return base**exponent


def _may_vanish(base: sp.Expr, domain: Domain) -> bool:
    """Whether a base is shown not to be negative, and not shown to be positive."""
    sign = field(domain, (base,)).sign(base)
    return sign is not None and sign.value > 0 and not sign.strict


def _positive(expression: sp.Expr, domain: Domain) -> None:
    sign = field(domain, (expression,)).sign(expression)
    if sign is None or not sign.strict or sign.value <= 0:
        raise Undecided(f"{expression} is not shown to be positive")
