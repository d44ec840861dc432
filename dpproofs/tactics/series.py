"""Integrals of powers times fractions of an exponential, term by term.

With q = exp(-c x) and a fraction R(q) = sum of a_k q**k, the integral of x**m R(q) over [0, oo) is
Gamma(m + 1)/c**(m + 1) times the sum of a_k/k**(m + 1). Where the poles of R are roots of unity,
a_k is a polynomial in k on each residue class, and the sum is one of zeta functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.tactics.orders import HYPERBOLIC

ROOTS = (1, 2, 4, 3, 6)  # n for which poles among the n-th roots of unity are looked for
ORDERS = (1, 2, 3, 4)  # of the poles


def by_series(term: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """The integral of a term over [0, oo); None where it is no such product."""
    plain = without_hyperbolics(term, x)
    fixed, moving = plain.as_independent(x, as_Add=False)
    power = sp.Integer(0)
    for factor in sp.Mul.make_args(moving):
        base, exponent = factor.as_base_exp()
        if base == x and not exponent.has(x):
            power, moving = power + exponent, moving / factor
    q = sp.Dummy("q", positive=True)
    read = in_exponential(moving, x, q)
    if read is None:
        return None
    rate, fraction = read
    rows = _coefficients(fraction, q)
    if rows is None:
        return None
    degrees = range(max(row.degree() for row in rows) + 1)
    total = sp.Add(*(dirichlet([row.nth(e) for row in rows], power + 1 - e) for e in degrees))
    return fixed * sp.gamma(power + 1) / rate ** (power + 1) * total


def without_hyperbolics(expression: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """An expression with exponentials for hyperbolic functions; where it is a fraction in one of
    them, in that one alone.
    """
    if not any(part.has(x) for part in expression.atoms(*HYPERBOLIC)):
        return expression
    plain = expression.replace(lambda e: isinstance(e, HYPERBOLIC), lambda e: e.rewrite(sp.exp))
    fixed, moving = plain.as_independent(x, as_Add=False)
    q = sp.Dummy("q", positive=True)
    read = in_exponential(moving, x, q)
    if read is None:
        return plain
    rate, fraction = read
    return fixed * sp.factor(fraction).xreplace({q: sp.exp(-rate * x)})


def in_exponential(moving: sp.Expr, x: sp.Symbol, q: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """The c, and the fraction in q = exp(-c x) that an expression is."""
    read = with_exponential(moving, x, q)
    return None if read is None or read[1].has(x) else read


def with_exponential(
    moving: sp.Expr, x: sp.Symbol, q: sp.Symbol
) -> tuple[sp.Expr, sp.Expr] | None:  # fmt: skip
    """The same where x may be left besides."""
    slopes = [sp.diff(e.args[0], x) for e in moving.atoms(sp.exp) if e.has(x)]
    if not slopes or any(slope.has(x) for slope in slopes):
        return None
    ratios = [sp.cancel(slope / slopes[0]) for slope in slopes]
    if not all(ratio.is_Rational for ratio in ratios):
        return None
    step = sp.gcd(ratios) * slopes[0]
    rate = step if step.is_positive else -step

    def power(exponential: sp.Expr) -> sp.Expr:
        steps = sp.cancel(-sp.diff(exponential.args[0], x) / rate)
        return q**steps * sp.exp(exponential.args[0].subs(x, 0))

    found = sp.cancel(moving.replace(lambda e: isinstance(e, sp.exp) and e.has(x), power))
    return rate, found


def _coefficients(fraction: sp.Expr, q: sp.Symbol) -> list[sp.Poly] | None:
    """The coefficient of q**k as a polynomial in k, for k = 1, 2, ..., n modulo n."""
    above, below = (sp.Poly(part, q) for part in sp.fraction(fraction))
    if above.degree() > below.degree() or above.eval(0) != 0 or below.eval(0) == 0:
        return None
    for n in ROOTS:
        for order in ORDERS:
            if sp.rem((1 - q**n) ** order, below.as_expr(), q) == 0:
                many = n * order
                series = sp.Poly(fraction.series(q, 0, many + 1).removeO(), q)
                return [_through(series, range(j, many + 1, n)) for j in range(1, n + 1)]
    return None


def _through(series: sp.Poly, places: range) -> sp.Poly:
    """The polynomial whose values are coefficients of a series."""
    k = sp.Dummy("k")
    return sp.Poly(sp.interpolate([(m, series.nth(m)) for m in places], k), k)


def dirichlet(row: Sequence[sp.Expr], z: sp.Expr) -> sp.Expr:
    """The sum of a_k/k**z over k = 1, 2, ..., where a_k repeats a row."""
    n = len(row)
    if n % 2 == 0 and not any(row[::2]):
        return dirichlet(row[1::2], z) / 2**z
    if n == 2 and row[0] + row[1] == 0:
        return row[0] * sp.dirichlet_eta(z)
    if n == 4 and row[1] == row[3] == 0 and row[0] + row[2] == 0:
        return row[0] * _beta(z)
    parts = (a * sp.zeta(z, sp.Rational(j, n)) for j, a in enumerate(row, 1) if a != 0)
    return sp.Integer(n) ** -z * sp.Add(*parts)


def _beta(z: sp.Expr) -> sp.Expr:
    """1 - 1/3**z + 1/5**z - ..."""
    if z == 2:
        return sp.Catalan
    if z.is_Integer and z > 0 and z % 2:
        return abs(sp.euler(z - 1)) / sp.factorial(z - 1) * (sp.pi / 2) ** z / 2
    gap = sp.zeta(z, sp.Rational(1, 4)) - sp.zeta(z, sp.Rational(3, 4))
    return gap / sp.Integer(4) ** z
