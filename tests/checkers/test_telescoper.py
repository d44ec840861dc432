"""Telescopers: found for a ratio to the power k times a polynomial, given for finite sums."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.summation import telescoper_polynomial
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.proposition import Sum

k, n = sp.Symbol("k", integer=True), sp.Symbol("n", integer=True, positive=True)
r, p, a = sp.symbols("r p a", positive=True)
ON = Domain((between(r, 0, 1), positive(p), positive(a), index(n, 1)))
zero, one = sp.Integer(0), sp.Integer(1)
LAST = r ** (n + 1) * (n + 1) ** p - r
TERM = r**k * (r * (k + 1) ** p - k**p)


def found(term, lower, upper, value, **hints):
    goal = Goal(Sum(term, k, lower, upper, value), ON)
    step = Step("1", goal, "sum", "", hints)
    return check(step, Derivation((step,))).established


@pytest.mark.parametrize("ratio", [r, sp.Integer(1), sp.Integer(-2), sp.exp(-a), 1 / (1 + a)])
@pytest.mark.parametrize("power", [0, 1, 2, 5])
def test_the_differences_of_the_telescoper_are_the_terms(ratio, power):
    term = 3 * a * ratio**k * (k**power - a * k + 2)
    quotient = telescoper_polynomial(term, k, ratio)
    telescoper = (ratio**k * quotient).subs({r: sp.Rational(1, 3), a: sp.Rational(2, 7)})
    terms = term.subs({r: sp.Rational(1, 3), a: sp.Rational(2, 7)})
    for at in range(-2, 7):
        difference = telescoper.subs(k, at + 1) - telescoper.subs(k, at) - terms.subs(k, at)
        assert abs(sp.N(difference, 30)) < 1e-20


def test_a_term_of_another_kind_has_no_telescoper():
    assert telescoper_polynomial(r**k / (k + 1), k, r) is None
    assert telescoper_polynomial(sp.Integer(2) ** k, k, r) is None


def test_a_term_without_the_index_is_summed():
    assert found(a, one, n, a * n)
    assert found(r**k, zero, sp.oo, 1 / (1 - r), ratio=r)


def test_a_given_telescoper_serves_a_finite_sum():
    assert found(TERM, one, n, LAST, ratio=r, quotient=k**p)
    assert found(TERM, zero, n, LAST + r, ratio=r, quotient=k**p)  # 0^p is 0


@pytest.mark.parametrize(
    ("lower", "value", "quotient"),
    [
        (one, LAST + 1, k**p),
        (one, LAST, k**p + 1 / (k + 1)),
        (zero, LAST, k**p),
        (zero, LAST + r - 1, k**p),
        (one, LAST, k ** (p + 1)),
    ],
)
def test_a_wrong_telescoper_or_value_is_not_established(lower, value, quotient):
    assert not found(TERM, lower, n, value, ratio=r, quotient=quotient)


def test_no_telescoper_is_taken_for_an_infinite_sum():
    assert not found(TERM, one, sp.oo, -r, ratio=r, quotient=k**p)
    assert found(r**k * k, zero, sp.oo, r / (1 - r) ** 2, ratio=r, quotient=k**p), "not used"
