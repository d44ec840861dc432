"""Limits and expansions of formulas that were derived."""

import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    GAUSSIAN,
    GEOMETRIC,
    STAIRCASE,
    UNIFORM_ATOM,
    Delta,
    a,
    alpha,
    b,
    c,
    delta,
    gamma,
    over,
    s,
    sigma,
)  # fmt: skip

import dpproofs as dp
from dpproofs.deriving import Derived, far, remainder
from dpproofs.deriving.crossing import Formula
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay
from dpproofs.tactics.limits import limit

eps = sp.Symbol("epsilon", positive=True)
x, t = sp.symbols("x t", positive=True)
LEAST = Derived(
    "least", over(dp.positive(eps), dp.positive(Delta)),
    Delta * sp.exp(eps / 2) / (sp.exp(eps) - 1),
)  # fmt: skip


def holds(found):
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert replay(found.certificate, any_statement=True).accepted


def test_limits_are_found_and_decided():
    cost = STAIRCASE.cost(2)
    at_0 = cost.limit(gamma, 0)
    assert sp.factor(at_0.value - Delta**2 * (b**2 + 4 * b + 1) / (3 * (1 - b) ** 2)) == 0
    holds(at_0)
    grows = cost.limit(b, 1)
    assert grows.value is sp.oo
    holds(grows)


def test_a_limit_that_fails_at_a_closed_end_is_not_decided():
    # for gamma = 0 the cost tends to Delta**2/3 as b does to 0, and not to 0
    assert STAIRCASE.cost(2).limit(b, 0).verdict.decision is Decision.open


def test_the_limit_of_a_formula_in_cases_is_that_of_the_case_near_the_point():
    best = UNIFORM_ATOM.minimise(alpha, cost=2)
    for point, value in ((0, sp.oo), (1, 0)):
        found = best.limit(delta, point)
        assert found.value == value
        holds(found)


def test_a_form_that_other_parameters_choose_restricts_their_range():
    place = sp.Symbol("x", nonnegative=True)
    lomax = dp.Family(
        "lomax", x=place, domain=over(dp.positive(s), dp.positive(a)),
        pieces=[dp.Piece(a * s**a / (2 * (s + place) ** (a + 1)), 0, sp.oo)],
    )  # fmt: skip
    cost = lomax.cost(1)  # infinite for a <= 1
    for found in (cost.expansion(s), cost.limit(s, 0)):
        holds(found)
        assert str(found.domain[a]) == "a in (1, oo)"
    assert cost.expansion(s).value == s / (a - 1)
    assert cost.limit(a, 1, "+").value is sp.oo


def test_a_form_that_is_not_seen_to_hold_near_a_point_gives_no_limit():
    value = sp.Piecewise((s * a, a**2 > 2), (sp.oo, True))
    cases = Derived("cases", over(dp.positive(s), dp.positive(a)), value)
    rare = Derived("rare", cases.domain, value.subs(a**2 > 2, a**2 > 2 / sp.Integer(10) ** 12))
    for found in (cases.limit(s, 0), rare.limit(s, 0), cases.expansion(s)):
        assert found.value is None
        assert "depends on other parameters" in found.verdict.note
    always = Derived("always", cases.domain, sp.Piecewise((s, a + s**2 > s), (sp.oo, True)))
    assert always.limit(s, 0).value == 0


def test_what_is_found_of_a_formula_that_is_not_decided_is_not_decided_either():
    meant = Formula(s**2)
    square = Derived("square", over(dp.positive(s)), s**2, definition=meant, note="Not decided.")
    for found in (square.limit(s, 0), square.expansion(s), square.over(s).limit(s, 0)):
        assert found.value in (0, s**2)
        assert found.verdict.decision is Decision.open
        assert "do not decide the formula itself" in found.verdict.note


def test_the_ratio_of_corollary_5_tends_to_1():
    found = LEAST.over(Delta * sp.exp(-eps / 2)).limit(eps, sp.oo)
    assert found.value == 1
    holds(found)


@pytest.mark.no_cover
def test_the_expansion_of_corollary_5_and_its_remainder_are_found():
    gap = Derived("gap", LEAST.domain, Delta / eps - LEAST.value)
    found = gap.expansion(eps, 0, terms=2)
    assert sp.expand(found.value - Delta * (eps / 24 - 7 * eps**3 / 5760)) == 0
    assert found.remainder.lower == 0
    assert sp.expand(found.remainder.upper - Delta * 31 * eps**5 / 967680) == 0
    assert found.remainder.range.upper is sp.oo
    assert sp.expand(found.remainder.bound - found.remainder.upper) == 0
    holds(found)


def test_an_expansion_with_a_pole_is_found():
    found = LEAST.expansion(eps, 0, terms=3)
    assert sp.expand(found.value - Delta * (1 / eps - eps / 24 + 7 * eps**3 / 5760)) == 0
    assert found.remainder is not None
    holds(found)


INSIDE = STAIRCASE.with_domain(
    over(dp.between(b, 0, 1), dp.positive(Delta), dp.between(gamma, 0, 1))
)
EXPANDED = [
    (ASYMMETRIC.cost(1), a, sp.oo), (ASYMMETRIC.cost(2), a, 0), (INSIDE.cost(1), b, 0),
    (INSIDE.cost(1), gamma, 1), (INSIDE.cost(1), gamma, sp.Rational(1, 2)),
    (GEOMETRIC.cost(1), b, 1), (GEOMETRIC.cost(1), b, sp.Rational(1, 2)), (LEAST, eps, 0),
]  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize(("of", "symbol", "point"), EXPANDED, ids=str)
def test_expansions_at_any_point_of_a_range_have_a_remainder_that_holds(of, symbol, point):
    found = of.expansion(symbol, point, terms=2)
    holds(found)
    rest, x = found.remainder, found.variable
    assert found.unbounded == ""
    others = {v.symbol: sp.Rational(2, 7) for v in of.domain if v.symbol != x}
    low = rest.range.lower
    high = rest.range.upper if rest.range.upper is not sp.oo else low + 40
    assert point in (rest.range.lower, rest.range.upper)
    for n in (1, 5, 9):
        at = {**others, x: low + (high - low) * sp.Rational(n, 10)}
        left = sp.N((of.value - found.value).subs(at), 40)
        slack = sp.Float("1e-30")
        assert (
            sp.N(rest.lower.subs(at), 40) - slack <= left <= sp.N(rest.upper.subs(at), 40) + slack
        )


def test_the_remainder_of_a_sum_of_two_sides_is_explicit():
    found = ASYMMETRIC.cost(1).expansion(a, sp.oo)
    assert sp.factor(found.remainder.lower + 2 * c**3 / a**2) == 0
    assert found.remainder.upper == 0
    assert found.remainder.range.upper is sp.oo


def test_where_there_is_no_remainder_it_is_said_why():
    # at gamma = 0 the coefficients have poles
    found = STAIRCASE.cost(1).expansion(b, 0)
    assert found.remainder is None
    assert "no value at ends of the ranges" in found.unbounded


def test_a_limit_that_sympy_gets_wrong_would_be_seen(monkeypatch):
    monkeypatch.setattr(sp, "limit", lambda *_: sp.Integer(2))
    assert limit(sp.sin(eps) / eps, eps, sp.Integer(0), "+", {}) is None


@pytest.mark.parametrize(
    ("wrong", "argument"),
    [
        (lambda: LEAST.limit(s, 0), "symbol"),
        (lambda: Derived("none", over(), None).limit(s, 0), "symbol"),
        (lambda: Derived("none", over(dp.positive(s)), None).limit(s, 0), "value"),
        (lambda: LEAST.expansion(eps, -1), "point"),
        (lambda: GEOMETRIC.cost(1).expansion(b, 2), "point"),
        (lambda: GEOMETRIC.cost(1).expansion(b, sp.oo), "point"),
        (lambda: LEAST.expansion(eps, 0, terms=0), "terms"),
        (lambda: LEAST.over(Derived("none", over(), None)), "other"),
    ],
)
def test_bad_input_is_told(wrong, argument):
    with pytest.raises(BadInput) as error:
        wrong()
    assert error.value.argument == argument


T = sp.Symbol("t", positive=True)


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_a_normal_tail_has_its_series_far_out(terms):
    tail = GAUSSIAN.tail(T)
    found = tail.expansion(T, sp.oo, terms=terms)
    series = [1, -(sigma**2) / T**2, 3 * sigma**4 / T**4, -15 * sigma**6 / T**6]
    outside = sp.sqrt(2 / sp.pi) * sigma / T * sp.exp(-(T**2) / (2 * sigma**2))
    assert sp.simplify(found.value - outside * sum(series[:terms])) == 0
    left = sp.simplify(found.remainder.bound - abs(outside * series[terms]))
    assert abs(sp.N(left.subs({T: 3, sigma: 1}))) < 1e-15
    rest = sp.N((tail.value - found.value).subs({T: 3, sigma: sp.Rational(4, 5)}), 30)
    low, high = (
        sp.N(end.subs({T: 3, sigma: sp.Rational(4, 5)}), 30)
        for end in (found.remainder.lower, found.remainder.upper)
    )
    assert low <= rest <= high
    holds(found)


def test_normal_tails_offset_by_a_length_have_a_series_far_out():
    bell = sp.exp(-((x + 1) ** 2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))
    offset = dp.Family(
        "offset", x=x, domain=over(dp.positive(s)),
        pieces=[dp.Piece(bell / sp.erfc(1 / (s * sp.sqrt(2))), 0, sp.oo)],
    )  # fmt: skip
    found = offset.tail(t).expansion(t, sp.oo, terms=1)
    holds(found)
    assert found.remainder.upper == 0


def test_a_series_whose_bounds_are_not_decided_is_open(monkeypatch):
    monkeypatch.setattr(far, "decided", lambda _rows: False)
    found = GAUSSIAN.tail(T).expansion(T, sp.oo, terms=1)
    assert found.verdict.decision is Decision.open
    assert "theorem of analysis" in found.verdict.note


HEAVY = {
    "logistic": sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2),
    "secant": 1 / (2 * s * sp.cosh(sp.pi * x / (2 * s))),
    "cauchy": s / (sp.pi * (s**2 + x**2)),
    "student": 6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2),
}


@pytest.mark.parametrize("terms", [1, 2])
@pytest.mark.parametrize("name", HEAVY)
def test_a_tail_has_an_expansion_far_out_with_a_remainder_that_is_decided(name, terms):
    noise = dp.Family(
        name, x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(HEAVY[name], 0, sp.oo)]
    )
    tail = noise.tail(t)
    found = tail.expansion(t, sp.oo, terms=terms)
    holds(found)
    lower, upper = found.remainder.lower, found.remainder.upper
    assert 0 in (lower, upper)
    time = found.domain[t].symbol
    for place in (sp.Rational(1, 2), 3, 20):
        at = {time: place, s: sp.Rational(4, 3)}
        left = sp.N((tail.value - found.value).subs(at), 30)
        assert sp.N(lower.subs(at), 30) <= left <= sp.N(upper.subs(at), 30)
    assert sp.limit((tail.value / found.value).subs(s, 1), time, sp.oo) == 1


def test_bounds_far_out_that_are_not_decided_are_not_given(monkeypatch):
    noise = dp.Family(
        "cauchy", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(HEAVY["cauchy"], 0, sp.oo)]
    )
    monkeypatch.setattr(remainder, "FACTORS", (sp.Rational(1, 2),))  # of the first term left out
    found = noise.tail(t).expansion(t, sp.oo, terms=1)
    assert found.remainder is None
    assert found.verdict.decision is Decision.open


def test_a_wrong_series_of_a_tail_is_not_given(monkeypatch):
    monkeypatch.setattr(sp, "factorial2", lambda n: sp.Integer(2 if n > 1 else 1))
    assert GAUSSIAN.tail(T).expansion(T, sp.oo, terms=3).value is None


def test_tails_of_symbolic_powers_and_bells_have_their_first_terms():
    t, shape = sp.symbols("t shape", positive=True)
    both = over(dp.positive(s), dp.positive(shape))
    density = shape * s**shape / (2 * (s + x) ** (shape + 1))
    lomax = dp.Family("lomax", x=x, domain=both, pieces=[dp.Piece(density, 0, sp.oo)])
    far = lomax.tail(t).expansion(t, sp.oo, terms=2)
    assert sp.simplify(far.value - (s / t) ** shape * (1 - shape * s / t)) == 0
    assert not far.holds
    assert "not bounded" in far.verdict.note
    bell = x * sp.exp(-(x**2) / (2 * s**2)) / (2 * s**2)
    rayleigh = dp.Family(
        "rayleigh", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(bell, 0, sp.oo)]
    )
    assert rayleigh.tail(t).expansion(t, sp.oo, terms=1).value == sp.exp(-(t**2) / (2 * s**2))
