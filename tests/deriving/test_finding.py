"""Formulas that are found again by pairing terms, completing squares, cancelling, and by bounds."""

import pytest
import sympy as sp

from dpproofs.catalogue import claim
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay
from dpproofs.tactics.antiderivatives import antiderivative, at_end
from dpproofs.tactics.telescopers import antidifference

k, m = sp.symbols("k m", integer=True)
x = sp.Symbol("x", real=True)
a, b, s, t = sp.symbols("a b s t", positive=True)
A, B = sp.Function("A"), sp.Function("B")

TERMS = [
    1 - b**k,
    (2 * k - 1) * (1 - a * b**k),
    A(k + 1) - A(k) + s * (B(k) - B(k + 1)),
    -A(k) + 3 * A(k + 1) - 3 * A(k + 2) + A(k + 3),
    b**k * (b * (k + 1) ** s - k**s),
    A(2 * k + 2) - A(2 * k),
]


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_differences_of_what_is_found_are_the_terms(term):
    inner = antidifference(term, k)
    assert sp.simplify(inner.subs(k, k + 1) - inner - term) == 0


@pytest.mark.parametrize("term", [A(k), A(k) - 2 * A(k + 1), k * (A(k + 1) - A(k)), 1 / k])
def test_what_does_not_telescope_is_left_alone(term):
    assert antidifference(term, k) is None


@pytest.mark.parametrize(
    "integrand",
    [
        sp.exp(-(x**2) / s**2 + a * x - b),
        (a**2 - 2 * a * x) * sp.exp(-((x - a) ** 2) / (2 * s**2)),
        x**3 * sp.exp(-(x**2) - x) + x * sp.exp(-(x**2) / 2),
        sp.exp(-s * (a - x) ** 2) + sp.exp(-s * (a + x) ** 2) * x**2,
    ],
    ids=str,
)
def test_completed_squares_are_the_integrals(integrand):
    found, how = antiderivative(integrand, x)
    assert how == "completing squares"
    at = {a: sp.Rational(3, 5), b: sp.Rational(1, 3), s: sp.Rational(7, 5)}
    for place in (-2, sp.Rational(1, 3), 5):
        gap = (sp.diff(found, x) - integrand).subs(at).subs(x, place)
        assert abs(sp.N(gap, 30)) < 1e-25
    whole = at_end(found, x, sp.oo) - at_end(found, x, -sp.oo)
    far = found.subs(at).subs(x, 60) - found.subs(at).subs(x, -60)
    assert abs(sp.N(whole.subs(at) - far, 30)) < 1e-25


def test_a_fraction_of_exponentials_that_cancels_is_integrated():
    integrand = (1 - sp.exp(-a - t * x)) * sp.exp(t * x - x) / (2 * sp.exp(a + t * x) - 2)
    found, how = antiderivative(integrand, x)
    assert "a shorter form" in how
    assert sp.simplify(sp.diff(found, x) - sp.exp(-a - x) / 2) == 0


#: Of numbers, and of functions that are given: with an example, between bounds, and of any.
FALSE = ("trunclap.thm6.1", "trunclap.exponent.laplace", "cactus.rem2", "cactus.eq1")


@pytest.mark.parametrize("name", FALSE)
def test_printed_formulas_are_found_and_false_ones_corrected(name):
    known = claim(name)
    right = known.with_printed(known.printed_formula).verify()
    assert right.decision is Decision.holds, right.note
    for formula in (known.printed_formula + sp.Rational(1, 10), known.printed_formula * 11 / 12):
        other = known.with_printed(formula)
        assert other.differs is not None
        wrong = other.verify()
        assert wrong.decision is Decision.corrected, wrong.note
        assert wrong.found == right.found
        assert replay(wrong.certificate, any_statement=True).accepted


def test_differences_with_polynomials_are_summed_by_parts():
    term = (k**2 + s) * (A(k + 3) - 3 * A(k + 2) + 3 * A(k + 1) - A(k))
    inner = antidifference(term, k)
    assert sp.expand(inner.subs(k, k + 1) - inner - term) == 0
    assert antidifference(k * A(k + 1) - A(k), k) is None


@pytest.mark.parametrize("name", ["trunclap.thm6.1", "trunclap.thm4", "staircase.appE.336.powers"])
def test_what_is_printed_is_found_without_looking_at_it(name):
    known = claim(name)
    number = {"staircase.appE.336.powers": 4}.get(name, 0)
    right = known.printed_formulas[number]
    for formula in (right, right + 1):
        again = known.with_printed(formula, number)
        assert (again.differs is None) == (formula == right)
