"""Sums of powers far out: products of powers of polynomials, added up by Hurwitz's zeta function.

With u = 1/k such a product is u**m h(u), where h is a power series with a radius of convergence;
the sum of k**-(m + j) over k >= n is zeta(m + j, n), and Cauchy's estimate bounds what the
coefficients of h that are left out add.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from flint import acb, acb_series, arb, ctx

from dpproofs.deriving.balls import NoEnclosure, ball

RATIO = 16  # by which each further coefficient adds less


def powers_beyond(
    term: sp.Expr, x: sp.Symbol, start: int, at: Mapping[sp.Symbol, acb], share: arb
) -> arb:
    """The sum of a term over the integers from ``start`` > 16 on; ``share`` says how exactly.

    Raises
    ------
    NoEnclosure
        For another term, and where it is not shown to be finite.
    """
    if start <= RATIO:
        raise NoEnclosure("the sum begins too early")
    count = max(8, round(-float(share.log()) / 2.77) + 8)
    parts, before = sp.Add.make_args(term), ctx.cap
    ctx.cap = count  # the coefficients that series keep
    try:
        return sum((_product(part, x, start, at, count) for part in parts), arb(0))
    finally:
        ctx.cap = before


def _product(
    term: sp.Expr, x: sp.Symbol, start: int, at: Mapping[sp.Symbol, acb], count: int
) -> arb:
    fixed, moving = term.as_independent(x, as_Add=False)
    whole, degree, most = acb_series([1], prec=count), arb(0), arb(1)
    reach = arb(RATIO) / start
    for factor in sp.Mul.make_args(moving):
        base, exponent = factor.as_base_exp()
        if exponent.has(x) or not base.is_polynomial(x):
            raise NoEnclosure(f"{factor} is no power of a polynomial")
        power = ball(exponent, at).real
        row = [ball(value, at).real for value in sp.Poly(base, x).all_coeffs()]
        leading = row[0]
        if not leading > 0:
            raise NoEnclosure(f"{base} is not seen to be positive far out")
        rest = sum((abs(value / leading) * reach**n for n, value in enumerate(row) if n), arb(0))
        if not rest < 1:
            raise NoEnclosure(f"{base} may vanish far out")
        degree -= power * (len(row) - 1)
        most *= leading**power * (1 + (rest if power >= 0 else -rest)) ** power
        whole *= acb_series(row, prec=count) ** acb_series([power], prec=count)
    if whole.prec < count:
        raise NoEnclosure("the series is too short")
    if not degree > 1:
        raise NoEnclosure("the sum is not shown to be finite")
    found = sum((whole[n] * acb(degree + n).zeta(acb(start)) for n in range(count)), acb(0)).real
    left = most * reach ** (-count) * acb(degree + count).zeta(acb(start)).real
    left /= 1 - 1 / (reach * start)
    return (ball(fixed, at) * acb(found + arb(0, left.abs_upper()))).real
