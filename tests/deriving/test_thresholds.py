"""Thresholds as costs: on the integers, over periods, and formulas that miss their definition."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from noise_families import AT, GEOMETRIC, PARITY, TRIANGULAR, b, beta, c, gamma, k, n, over, x
from quadrature import expectation

import dpproofs as dp
from dpproofs.deriving import costs
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

SKEWED = dp.Family(
    "skewed", x=n, domain=over(dp.between(b, 0, 1), dp.between(c, 0, 1)), even=False, integers=True,
    pieces=[
        dp.Piece((1 - b) * (1 - c) / (1 - b * c) * b**n, 0, sp.oo),
        dp.Piece((1 - b) * (1 - c) / (1 - b * c) * c ** (-n), -sp.oo, 0),
    ],
)  # fmt: skip
APART = dp.Family(  # the masses of 1 and -1 only
    "apart", x=n, domain=over(), integers=True, pieces=[dp.Piece(sp.Rational(1, 2), 1, 2)]
)
FAMILIES = {"geometric": GEOMETRIC, "parity": PARITY, "skewed": SKEWED}
PLACES = {**AT, "skewed": {"b": "1/2", "c": "1/3"}}
half = sp.Rational(3, 2)
CONDITIONS = [
    sp.Abs(n) > half, sp.Abs(n) >= half, sp.Abs(n) > 1, sp.Abs(n) >= 1, sp.Abs(n) < 3,
    sp.Abs(n) <= 3, sp.Ne(sp.Abs(n), 2), sp.And(sp.Abs(n) >= 2, sp.Abs(n) < sp.Rational(9, 2)),
]  # fmt: skip


def at(derived, places):
    return {v.symbol: sp.Rational(places[v.symbol.name]) for v in derived.domain}


@pytest.mark.sweep
@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_threshold_on_the_integers_is_the_sum_of_what_lies_beyond(name, condition):
    family, places = FAMILIES[name], PLACES[name]
    cost = family.cost_of(sp.Piecewise((1, condition), (0, True)))
    holds = sp.lambdify(n, condition.replace(sp.Abs, lambda e: e))
    exact = expectation(family, lambda u: 1 if holds(int(u)) else 0, places)
    value = cost.value.subs(at(cost, places))
    assert float(value) == pytest.approx(float(exact), rel=1e-14)
    low, high = cost.definition.enclose(
        {s: Fraction(int(v.p), int(v.q)) for s, v in at(cost, places).items()}, 20, 5.0
    )
    assert sp.Rational(str(low)) - value < 1e-18
    assert value - sp.Rational(str(high)) < 1e-18


def test_thresholds_on_the_integers_are_decided():
    strict = GEOMETRIC.cost_of(sp.Piecewise((1, sp.Abs(n) > half), (0, True)))
    assert sp.simplify(strict.value - 2 * b**2 / (1 + b)) == 0
    for family in (GEOMETRIC, PARITY):
        cost = family.cost_of(sp.Piecewise((1, sp.Abs(n) > 1), (0, True)))
        assert cost.verdict.decision is Decision.holds, cost.verdict.note
        assert replay(cost.certificate, any_statement=True).accepted


def test_a_threshold_that_may_be_no_integer_has_no_formula_on_the_integers():
    t = sp.Symbol("t", positive=True)
    family = GEOMETRIC.with_domain(GEOMETRIC.domain & dp.positive(t))
    assert family.cost_of(sp.Piecewise((1, sp.Abs(n) > t), (0, True))).value is None


def test_a_mass_that_0_does_not_have_is_not_taken_away():
    assert APART.normalisation().value == 1
    assert APART.cost_of(1 + sp.Abs(n)).value == 2


def test_the_periods_before_a_threshold_are_taken_one_by_one():
    level = (1 - b) / (2 * (gamma + b * (1 - gamma)))
    stairs = dp.Family(
        "stairs_of_width_1", x=x, domain=over(dp.between(b, 0, 1), dp.between(gamma, 0, 1)),
        pieces=[
            dp.Piece(level * b**k, k, k + gamma, k),
            dp.Piece(level * b ** (k + 1), k + gamma, k + 1, k),
        ],
    )  # fmt: skip
    cost = stairs.cost_of(sp.Piecewise((1, x >= 2), (0, True)))
    assert sp.simplify(cost.value - b**2) == 0
    assert cost.verdict.decision is Decision.holds, cost.verdict.note


@pytest.mark.parametrize("family", [TRIANGULAR, GEOMETRIC], ids=lambda f: f.name)
@pytest.mark.parametrize("factor", [sp.Rational(11, 10), 1 + sp.Rational(1, 10**14)])
def test_a_formula_that_misses_its_definition_is_not_given(family, factor, monkeypatch):
    right = costs.total

    def wrong(*arguments, **options):
        found = right(*arguments, **options)
        return replace(found, value=found.value * factor)

    true = family.cost(4)
    weight = family.size**4
    assert family.whole.value == 1
    monkeypatch.setattr(costs, "total", wrong)
    cost = costs.expected(family, weight, dp.Domain(()), "planted")
    assert cost.value is None
    assert cost.verdict.decision is Decision.open
    assert "misses enclosures" in cost.verdict.note
    place = AT[family.name]
    low, high = cost.enclosure(**place)
    exact = true.value.subs(at(true, place))
    assert sp.Rational(str(low)) <= exact <= sp.Rational(str(high))
    assert beta not in exact.free_symbols
