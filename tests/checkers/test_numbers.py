"""Values at points: of relations that are close, and of functions of which nothing is known."""

import pytest
import sympy as sp

from dpproofs.checkers import numbers
from dpproofs.checkers.numbers import digits_along, mp_context, rational_value
from dpproofs.checkers.points import false_at, truth
from dpproofs.kernel.proposition import that

x, y = sp.symbols("x y")
F, G = sp.Function("F"), sp.Function("G")
AT = {x: sp.Integer(2), y: sp.Rational(1, 3)}
ROOT = {x: sp.sqrt(2), y: sp.Rational(1, 3)}


@pytest.mark.parametrize("bits", [8, 60, 70, 120, 250])
def test_numbers_that_are_close_are_told_apart(bits):
    near = sp.exp(x) + sp.Rational(1, 2**bits)
    assert false_at(that(near) <= sp.exp(x), AT)
    assert not false_at(that(sp.exp(x)) <= near, AT)
    assert truth(that(sp.exp(x)) < near, AT)


def test_what_no_ball_tells_apart_is_not_decided():
    assert truth(that(sp.log(3 * x)) == sp.log(x) + sp.log(3), AT) is None
    assert not false_at(that(sp.log(3 * x)) < sp.log(x) + sp.log(3), AT)


@pytest.mark.parametrize("at", [AT, ROOT], ids=["rational", "root"])
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (F(x * y) / F(y * x), 1),
        (F(x**2 - 1) - F(x + 1) + y, sp.Rational(1, 3)),  # of one argument, where x is 2
        (F(G(y)) * x - x * F(G(sp.Rational(1, 3))) - 4, -4),
        (F(x) - F(y), None),
        (F(x) - G(x), None),
        (F(x) * 0 + F(G(x)) - F(x), None),
        (F(x) ** F(x), None),
        (1 / (F(x) - F(y + sp.Rational(5, 3))), None),  # of nothing, where x is 2
    ],
)
def test_functions_of_which_nothing_is_known_may_cancel(expression, value, at):
    if at is ROOT and expression.has(x**2):
        value = None
    assert rational_value(expression, at) == value


def test_a_relation_of_unknown_functions_is_false_where_they_cancel():
    assert false_at(that(F(x) + y) <= F(x), AT)
    assert not false_at(that(F(x) + y) <= F(y), AT)
    assert false_at(that(F(x) + y) == F(x + y - sp.Rational(1, 3)), AT)


def test_the_largest_exponent_is_read_once_and_not_for_every_value(monkeypatch):
    k, context = sp.Symbol("k", positive=True), mp_context(30)
    along = digits_along(sp.exp(-k), k, {}, context)
    monkeypatch.setattr(numbers, "LARGEST", None)  # which is 10,001 digits long
    assert along(context.mpf(0)) == 1
    far = context.mpf(10) ** 20_000
    assert along(far) == 0
    assert along(-far) == context.inf
