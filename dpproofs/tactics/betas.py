"""Beta integrals, whole or up to a place: of powers of x times powers of a sum a + b x**m.

With v = b x**m/(a + b x**m) for b > 0, and v = -b x**m/a else, they are integrals over v of
v**(y - 1) (1 - v)**(z - 1). Logarithms of x and of the sum come from derivatives in the exponents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

ZERO = sp.Integer(0)


@dataclass(frozen=True)
class Product:
    """``x**degree (still + rate x**m)**power``."""

    x: sp.Symbol
    degree: sp.Expr
    still: sp.Expr
    rate: sp.Expr
    m: sp.Expr
    power: sp.Expr

    @property
    def inner(self) -> sp.Expr:
        """The sum that is raised."""
        return self.still + self.rate * self.x**self.m

    @property
    def orders(self) -> tuple[sp.Expr, sp.Expr] | None:
        """The y and z of the Beta integral; None where one is seen not to be positive."""
        first = sp.together((self.degree + 1) / self.m)
        second = self.power + 1 if self.rate.is_negative else -self.power - first
        second = sp.expand(second)
        return None if first.is_nonpositive or second.is_nonpositive else (first, second)

    def factor(self, first: sp.Expr) -> sp.Expr:
        """By what the Beta integral is multiplied."""
        slope = -self.rate if self.rate.is_negative else self.rate
        return self.still ** (self.power + first) / (self.m * slope**first)


def product(moving: sp.Expr, x: sp.Symbol) -> Product | None:
    """An expression as such a product; None for another one."""
    degree, inner, power = ZERO, None, ZERO
    for factor in sp.Mul.make_args(moving):
        below, above = factor.as_base_exp()
        if above.has(x):
            return None
        if below == x:
            degree += above
        elif inner is None:
            inner, power = below, above
        else:
            return None
    if inner is None or not inner.is_Add:
        return None
    still, rest = inner.as_independent(x, as_Add=True)
    rate, moved = rest.as_independent(x, as_Add=False)
    base, m = moved.as_base_exp()
    known = m.is_positive and still.is_positive and (rate.is_positive or rate.is_negative)
    if base != x or m.has(x) or not known:
        return None
    return Product(x, degree, still, rate, m, power)


def by_beta(moving: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """An antiderivative, where SymPy's tables have none that is elementary."""
    found = product(moving, x)
    orders = None if found is None else found.orders
    if found is None or orders is None:
        return None
    if all(value.is_Integer for value in (found.power, found.degree, found.m)):
        return None  # a fraction
    finite = _finite(found, orders)
    if finite is not None:
        return finite
    if all(value.is_Integer for value in (2 * found.power, found.degree, found.m)):
        return None  # an elementary one
    raised = found.rate * x**found.m
    upper = -raised / found.still if found.rate.is_negative else raised / found.inner
    return found.factor(orders[0]) * sp.betainc(*orders, ZERO, sp.together(upper))


def _finite(found: Product, orders: tuple[sp.Expr, sp.Expr]) -> sp.Expr | None:
    """A finite sum of powers, where one order is a positive integer."""
    first, second = orders
    x, falls = found.x, found.rate.is_negative
    if first.is_Integer and not (found.power + 1).is_zero:  # in powers of the sum
        terms = [
            sp.binomial(first - 1, i) * (-found.still) ** (first - 1 - i)
            * found.inner ** (found.power + 1 + i) / (found.power + 1 + i)
            for i in range(first)
        ]  # fmt: skip
        return sp.Add(*terms) / (found.m * found.rate**first)
    if not second.is_Integer or falls:
        return None
    # x**m over the sum is what is raised, and its slope a multiple of a power of the sum
    terms = [
        sp.binomial(second - 1, i) * (-found.rate) ** i / (first + i)
        * x ** (found.m * (first + i)) * found.inner ** -(first + i)
        for i in range(second)
    ]  # fmt: skip
    return sp.Add(*terms) * found.still**-second / found.m


def up_to(first: sp.Expr, second: sp.Expr, end: sp.Expr) -> sp.Expr:
    """The integral of ``v**(first - 1) (1 - v)**(second - 1)`` over v from 0 to an end."""
    if sp.cancel(end - 1) == 0:
        return sp.gamma(first) * sp.gamma(second) / sp.gamma(first + second)
    return ZERO if end == 0 else sp.betainc(first, second, ZERO, end)


def with_logarithms(term: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """The integral over [0, oo) of such products times powers of logarithms of x and the sum."""
    term = term.replace(
        lambda e: isinstance(e, sp.Pow | sp.log) and e.args[0].is_Add and e.has(x),
        lambda e: sp.expand_log(
            sp.expand_power_base(e.func(sp.factor(e.args[0]), *e.args[1:]), force=True), force=True
        ),
    )
    bases = {log.args[0] for log in term.atoms(sp.log) if log.has(x)} - {x}
    if len(bases) > 1:
        return None
    in_sum, in_x = sp.Dummy("log_of_sum"), sp.Dummy("log_of_x")
    plain = term.xreplace({sp.log(base): in_sum for base in bases} | {sp.log(x): in_x})
    if not plain.is_polynomial(in_sum, in_x):
        return None
    total = ZERO
    for i, j, coefficient in coefficients(plain, in_sum, in_x):
        for part in sp.Add.make_args(coefficient):
            fixed, moving = part.as_independent(x, as_Add=False)
            found = product(moving, x)
            if found is None or found.rate.is_negative or (i and {found.inner} != bases):
                return None
            total += fixed * _differentiated(found, i, j)
    return sp.expand(sp.expand_log(sp.expand_func(total), factor=True))


def coefficients(
    plain: sp.Expr, first: sp.Symbol, second: sp.Symbol
) -> Iterator[tuple[int, int, sp.Expr]]:
    """The coefficients of a polynomial in two symbols as they stand, with both degrees."""
    rows = [plain]
    while rows[-1] != 0:
        rows.append(sp.diff(rows[-1], first))
    for i, later in enumerate(rows):
        row, j = later, 0
        while row != 0:
            here = row.xreplace({first: ZERO, second: ZERO})
            yield i, j, here / (sp.factorial(i) * sp.factorial(j))
            row, j = sp.diff(row, second), j + 1


def _differentiated(found: Product, i: int, j: int) -> sp.Expr:
    """The integral with i logarithms of the sum and j of x."""
    power, degree = sp.Dummy("power"), sp.Dummy("degree")
    first = (degree + 1) / found.m
    whole = Product(found.x, degree, found.still, found.rate, found.m, power).factor(first)
    whole *= sp.gamma(first) * sp.gamma(-power - first) / sp.gamma(-power)
    return sp.diff(whole, power, i, degree, j).xreplace({power: found.power, degree: found.degree})
