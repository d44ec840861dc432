"""What an expression tends to at infinity, where its form shows that it tends to a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from dpproofs.tactics.betas import up_to
from dpproofs.tactics.orders import HYPERBOLIC, Orders, Unknown

ZERO, ONE = sp.Integer(0), sp.Integer(1)
AT_INFINITY: dict[type, Callable[[sp.Expr], sp.Expr]] = {  # of the last argument
    sp.erf: lambda _: ONE,
    sp.erfc: lambda _: ZERO,
    sp.atan: lambda _: sp.pi / 2,
    sp.lowergamma: lambda e: sp.gamma(e.args[0]),
    sp.uppergamma: lambda _: ZERO,
    sp.expint: lambda _: ZERO,
}
BOUNDED = (*AT_INFINITY, sp.betainc)
AT_MINUS_INFINITY: dict[type, sp.Expr] = {
    sp.erf: -ONE, sp.erfc: sp.Integer(2), sp.atan: -sp.pi / 2,
}  # fmt: skip


@dataclass(frozen=True)
class Ends:
    """Limits at infinity of expressions in the variable of some ``orders``."""

    orders: Orders

    def tends(self, expression: sp.Expr) -> sp.Expr | None:
        """The limit, or None where none is seen."""
        x = self.orders.x
        if not expression.has(x):
            return expression
        found = self._by_parts(expression)
        if found is None and self._falls(expression):
            return ZERO
        if found is None and expression.is_rational_function(x):
            return self._fraction(expression)
        if found is None and (expression.is_Mul or expression.is_Pow):
            expanded = sp.expand(expression)
            if expanded.is_Add:
                return self._by_parts(expanded)
            lead = self._lead(expression)
            return lead[0] if lead is not None and self.orders.sign(lead[1]) == 0 else None
        return found

    def _lead(self, expression: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
        """The c and d for which powers of sums of powers are ``(c + o(1)) x**d``."""
        x = self.orders.x
        if not expression.has(x):
            return expression, ZERO
        if expression == x:
            return ONE, ONE
        if expression.is_Pow and not expression.exp.has(x):
            base, above = self._lead(expression.base), expression.exp
            if base is None or not (self.orders.sign(base[0]) == 1 or above.is_Integer):
                return None
            return base[0] ** above, sp.expand(base[1] * above)
        if not (expression.is_Mul or expression.is_Add):
            return None
        parts = [self._lead(part) for part in expression.args]
        leads = [part for part in parts if part is not None]
        if len(leads) < len(parts):
            return None
        if expression.is_Mul:
            return sp.Mul(*(c for c, _ in leads)), sp.expand(sp.Add(*(d for _, d in leads)))
        return self._greatest(leads)

    def _greatest(self, leads: list[tuple[sp.Expr, sp.Expr]]) -> tuple[sp.Expr, sp.Expr] | None:
        """The sum of those of the highest degree, where they do not cancel."""
        for _, degree in leads:
            signs = [self.orders.sign(sp.expand(other - degree)) for _, other in leads]
            if set(signs) <= {0, -1}:
                whole = sp.Add(*(c for (c, _), s in zip(leads, signs, strict=True) if s == 0))
                return (whole, degree) if self.orders.sign(whole) in (1, -1) else None
        return None

    def _fraction(self, expression: sp.Expr) -> sp.Expr | None:
        """The limit of a fraction of polynomials of one degree."""
        above, below = (
            sp.Poly(part, self.orders.x) for part in sp.fraction(sp.together(expression))
        )
        same = above.degree() == below.degree() and self.orders.sign(below.LC()) in (1, -1)
        return sp.cancel(above.LC() / below.LC()) if same else None

    def _by_parts(self, expression: sp.Expr) -> sp.Expr | None:
        if isinstance(expression, HYPERBOLIC):
            return self.tends(expression.rewrite(sp.exp))
        if expression.func in BOUNDED:
            return self._special(expression)
        if isinstance(expression, sp.exp):
            return ZERO if self._sign_far(expression.exp) == -1 else self._inner(expression)
        if expression.is_Pow:
            if expression.exp.has(self.orders.x):
                return None
            return self._power(expression)
        if expression.is_Add or expression.is_Mul:
            parts = [self.tends(part) for part in expression.args]
            return None if None in parts else expression.func(*parts)
        return self._inner(expression) if isinstance(expression, sp.log) else None

    def _inner(self, expression: sp.Expr) -> sp.Expr | None:
        """A continuous function of what tends to a number in its domain."""
        inner = self.tends(expression.args[0])
        if inner is None or (isinstance(expression, sp.log) and self.orders.sign(inner) != 1):
            return None
        return expression.func(inner)

    def _power(self, expression: sp.Expr) -> sp.Expr | None:
        base, exponent = expression.args
        inner = self.tends(base)
        if inner is None:
            return ZERO if self._falls(expression) else None
        sign = self.orders.sign(inner)
        if sign == 1 or (sign == -1 and exponent.is_Integer):
            return inner**exponent
        return ZERO if inner == 0 and self.orders.sign(exponent) == 1 else None

    def _special(self, expression: sp.Expr) -> sp.Expr | None:
        if any(part.has(self.orders.x) for part in expression.args[:-1]):
            return None
        far = self._sign_far(expression.args[-1])
        if far == 1:
            return AT_INFINITY[expression.func](expression)
        if far == -1:
            return AT_MINUS_INFINITY.get(expression.func)
        inner = self.tends(expression.args[-1])
        if isinstance(expression, sp.betainc) and inner is not None:
            first, second, *_ = expression.args
            return up_to(first, second, inner)
        return None if inner is None else expression.func(*expression.args[:-1], inner)

    def _sign_far(self, expression: sp.Expr) -> int | None:
        """1 for what tends to infinity, -1 for what tends to minus infinity."""
        try:
            order = self.orders.of(expression)
            if order.exponent != 0 and self.orders.leading(order.exponent)[1] == 1:
                return self.orders.sign(expression.subs(self.orders.x, sp.Dummy(positive=True)))
            if order.exponent == 0 and self.orders.sign(order.power) == 1:
                if expression.is_polynomial(self.orders.x):
                    return self.orders.sign(sp.LC(expression, self.orders.x))
                return self.orders.leading(expression)[1]
        except (Unknown, sp.PolynomialError):
            return None
        return None

    def _falls(self, expression: sp.Expr) -> bool:
        """Whether the order shows that it tends to 0."""
        try:
            order = self.orders.of(expression)
            if order.exponent != 0:
                return self.orders.leading(order.exponent)[1] == -1
            return self.orders.sign(order.power) == -1
        except Unknown:
            return False
