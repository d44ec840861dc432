"""Integrals of powers times fractions of an exponential, beside quadrature."""

import mpmath
import pytest
import sympy as sp

from dpproofs.tactics.series import by_series, dirichlet

x, s, p = sp.symbols("x s p", positive=True)
AT = {s: sp.Rational(7, 5), p: sp.Rational(3, 2)}


@pytest.mark.parametrize("power", [1, 2, 3, p])
@pytest.mark.parametrize(
    "fraction",
    [
        sp.exp(-x / s) / (1 + sp.exp(-x / s)) ** 2,
        1 / sp.cosh(sp.pi * x / (2 * s)),
        1 / sp.cosh(x / s) ** 2,
        1 / (sp.exp(x / s) - 1),
        sp.exp(-x / s) / (1 + sp.exp(-x / s) + sp.exp(-2 * x / s)),
    ],
)
def test_the_sum_is_the_integral(power, fraction):
    term = x**power * fraction
    found = by_series(term, x)
    inner = sp.lambdify(x, term.subs(AT), "mpmath")
    exact = mpmath.quad(inner, [0, 1, 10, 60])
    assert abs(sp.N(found.subs(AT)) - exact) < 1e-10


@pytest.mark.parametrize(
    "term",
    [x * sp.exp(-(x**2)), 1 / (1 + x), sp.exp(-x) / (2 + sp.exp(-x)), x / (1 + sp.exp(-x)), x],
)
def test_other_terms_are_left(term):
    assert by_series(term, x) is None


def test_values_that_have_names():
    assert dirichlet([sp.Integer(1), sp.Integer(-1)], sp.Integer(1)) == sp.log(2)
    assert dirichlet([sp.Integer(v) for v in (1, 0, -1, 0)], sp.Integer(2)) == sp.Catalan
    assert dirichlet([sp.Integer(v) for v in (1, 0, -1, 0)], sp.Integer(3)) == sp.pi**3 / 32
