"""Integrals, sums and limits of expressions: found, decided, infinite, or open with a reason."""

import pytest
import sympy as sp
from noise_families import b, over, s, x

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

k = sp.Symbol("k")
S, B = over(dp.positive(s)), over(dp.between(b, 0, 1))
HALF = sp.Rational(1, 2)


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda: dp.derive_integral(x * sp.exp(-x / s), x, 0, sp.oo, S), s**2),
        (lambda: dp.derive_integral(x**2, x, -s, s, S), 2 * s**3 / 3),
        (lambda: dp.derive_sum(k * b**k, k, 0, sp.oo, B), b / (1 - b) ** 2),
        (lambda: dp.derive_sum(k, k, 1, 10, over()), 55),
        (lambda: dp.derive_limit((x + s) / (2 * x + 1), x, sp.oo, S), HALF),
        (lambda: dp.derive_limit(1 / x, x, 0, S, "-"), -sp.oo),
        (lambda: dp.derive_limit(1 / (1 + sp.exp(-x)), x, -sp.oo, S), 0),
    ],
)
def test_what_is_decided_is_replayed(ask, value):
    found = ask()
    assert found.value == value or sp.cancel(found.value - value) == 0
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert replay(found.certificate, any_statement=True).accepted


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda: dp.derive_integral(1 / (s**2 + x**2), x, -sp.oo, sp.oo, S), sp.pi / s),
        (lambda: dp.derive_integral(1 / x, x, s, sp.oo, S), sp.oo),
        (lambda: dp.derive_sum(1 / (k + 1), k, 0, sp.oo, S), sp.oo),
        (lambda: dp.derive_limit(sp.sin(s * x) / x, x, 0, S), s),
    ],
)
def test_what_is_not_decided_is_open_and_right(ask, value):
    found = ask()
    assert found.value == value
    assert found.verdict.decision is Decision.open
    assert found.verdict.note


def test_a_condition_on_the_parameters_is_said():
    found = dp.derive_integral(sp.exp(x * (s - 1)), x, 0, sp.oo, S)
    (value, condition), rest = found.value.args
    assert sp.cancel(value - 1 / (1 - s)) == 0
    assert condition.subs(s, HALF) == sp.true
    assert condition.subs(s, 2) == sp.false
    assert rest == (sp.oo, True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: dp.derive_integral(1 / x**2, x, -1, 1, S),  # SymPy has said -2
        lambda: dp.derive_integral(1 / x, x, -1, 1, S),
        lambda: dp.derive_sum((-1) ** k, k, 0, sp.oo, S),
    ],
)
def test_what_has_no_value_gets_none(ask):
    found = ask()
    assert found.value is None
    assert found.verdict.note


@pytest.mark.parametrize(
    ("ask", "argument"),
    [
        (lambda: dp.derive_integral("x", x, 0, 1, S), "expr"),
        (lambda: dp.derive_integral(x * b, x, 0, 1, S), "expr"),
        (lambda: dp.derive_integral(x, s, 0, 1, S), "x"),
        (lambda: dp.derive_integral(x, x, 1, 0, S), "upper"),
        (lambda: dp.derive_integral(x, x, 0, b, S), "upper"),
        (lambda: dp.derive_integral(x, x, 0, 1, [s]), "domain"),
        (lambda: dp.derive_integral(sp.I * x, x, 0, 1, S), "expr"),
        (lambda: dp.derive_sum(k, k, 0, None, S), "upper"),
        (lambda: dp.derive_limit(x, x, 0, S, "0"), "direction"),
        (lambda: dp.derive_limit(x, x, b, S), "point"),
    ],
)
def test_bad_input_is_told_in_one_sentence(ask, argument):
    with pytest.raises(BadInput) as error:
        ask()
    assert error.value.argument == argument
    assert "\n" not in str(error.value)
