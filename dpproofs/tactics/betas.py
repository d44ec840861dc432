"""Beta integrals, whole or up to a place: of powers of x times powers of a sum a + b x**m.

With v = b x**m/(a + b x**m) for b > 0, and v = -b x**m/a else, they are integrals over v of
v**(y - 1) (1 - v)**(z - 1). Logarithms of x and of the sum come from derivatives in the exponents,
and so do those of x beside an exponential of a power, whose integral is a value of Gamma.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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


def with_logarithms(term: sp.Expr, x: sp.Symbol, upper: sp.Expr) -> sp.Expr | None:
    """The integral from 0, to infinity or to where the sum is 0, of such products times powers of
    logarithms of x and the sum; or of powers of x, their exponentials, and logarithms of x.
    """
    term = term.replace(
        lambda e: isinstance(e, sp.Pow | sp.log) and e.args[0].is_Add and e.has(x),
        lambda e: _factored(e),  # noqa: PLW0108  (a function would get the arguments)
    )
    in_sum, in_x = sp.Dummy("log_of_sum"), sp.Dummy("log_of_x")
    read = _one_sum(term.xreplace({sp.log(x): in_x}), x, in_sum)
    if read is None or not read[0].is_polynomial(in_sum, in_x):
        return None
    plain, base = read
    total = ZERO
    for i, j, coefficient in coefficients(plain, in_sum, in_x):
        if coefficient == 0:
            continue
        for rows in _forms(coefficient):
            values = [_of_part(part, x, upper, base, (i, j)) for part in sp.Add.make_args(rows)]
            found = [value for value in values if value is not None]
            if len(found) == len(values):
                break
        else:
            return None
        total += sp.Add(*found)
    return sp.expand(sp.expand_log(sp.expand_func(total), factor=True))


def _forms(coefficient: sp.Expr) -> Iterator[sp.Expr]:
    """A coefficient as a sum of products, in several ways."""
    yield sp.expand_mul(coefficient)
    yield sp.expand(coefficient)
    above, below = sp.fraction(sp.together(coefficient))
    yield sp.Add(*(part / below for part in sp.Add.make_args(sp.expand(above))))


def _factored(e: sp.Expr) -> sp.Expr:
    """A power, or a logarithm, of a sum as one of what the sum is a multiple of."""
    parts = sp.expand_power_base(e.func(sp.factor(e.args[0]), *e.args[1:]), force=True)
    found = sp.expand_log(parts, force=True)
    return e if found.has(sp.I) else found


def _one_sum(
    term: sp.Expr, x: sp.Symbol, in_sum: sp.Symbol
) -> tuple[sp.Expr, sp.Expr | None] | None:
    """A term with a symbol for the logarithm of the one sum in it: of the product of two sums whose
    logarithms have one factor.
    """
    bases = sorted({log.args[0] for log in term.atoms(sp.log) if log.has(x)} - {x}, key=str)
    if len(bases) < 2:
        return term.xreplace({sp.log(base): in_sum for base in bases}), next(iter(bases), None)
    logs = {sp.log(base): sp.Dummy() for base in bases}
    plain = term.xreplace(logs)
    rows = [sp.diff(plain, symbol) for symbol in logs.values()]
    still = plain.xreplace(dict.fromkeys(logs.values(), ZERO))
    if any(row.has(*logs.values()) or sp.expand(row - rows[0]) != 0 for row in rows):
        return None
    return still + rows[0] * in_sum, sp.expand(sp.Mul(*bases))


def _of_part(
    part: sp.Expr, x: sp.Symbol, upper: sp.Expr, base: sp.Expr | None, logs: tuple[int, int]
) -> sp.Expr | None:
    """What a product adds, with so many logarithms of the sum and of x."""
    fixed, moving = part.as_independent(x, as_Add=False)
    bell = _exponential(moving, x) if upper is sp.oo and not logs[0] else None
    if bell is not None:
        degree, rate, m = bell
        place = sp.Dummy("degree")
        order = (place + 1) / m
        whole = sp.gamma(order) / (sp.Abs(m) * rate**order)
        return fixed * sp.diff(whole, place, logs[1]).xreplace({place: degree})
    found = product(moving, x)
    if found is None and base is not None:
        found = product(moving * base, x)
        found = None if found is None else replace(found, power=found.power - 1)
    if found is None or (logs[0] and found.inner != base):
        return None
    ends = found.rate.is_negative and upper.is_finite
    whole_range = sp.expand(found.inner.subs(x, upper)) == 0 if ends else upper is sp.oo
    if not whole_range or (found.rate.is_negative and not ends):
        return None
    return fixed * _differentiated(found, *logs)


def _exponential(moving: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """The d, c > 0 and m for which a term is ``x**d exp(-c x**m)``."""
    degree, bells = ZERO, list[sp.Expr]()
    for factor in sp.Mul.make_args(sp.powsimp(moving)):
        below, above = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            bells.append(factor)
        elif below == x and not above.has(x):
            degree += above
        else:
            return None
    if len(bells) != 1:
        return None
    rate, inside = (-bells[0].exp).as_independent(x, as_Add=False)
    below, m = inside.as_base_exp()
    known = below == x and not m.has(x) and rate.is_positive and (m.is_positive or m.is_negative)
    return (degree, rate, m) if known else None


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
    second = power + 1 if found.rate.is_negative else -power - first
    moved = Product(found.x, degree, found.still, found.rate, found.m, power)
    whole = moved.factor(first) * sp.gamma(first) * sp.gamma(second) / sp.gamma(first + second)
    return sp.diff(whole, power, i, degree, j).xreplace({power: found.power, degree: found.degree})
