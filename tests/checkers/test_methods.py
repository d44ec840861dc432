"""What the checkers can do: true propositions that they establish, and why they give up."""

from dataclasses import replace
from fractions import Fraction

import flint
import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.checkers import check, checkers, identity, region, sign
from dpproofs.checkers.ladder import climb, collect
from dpproofs.checkers.normal import Normal
from dpproofs.checkers.numbers import NoValue, ball, balls, digits, mp_context
from dpproofs.checkers.numeric import agreed_digits, exactly
from dpproofs.checkers.points import false_at, falsify, inside, truth
from dpproofs.checkers.rational import Ring, lowest
from dpproofs.checkers.smt import second_opinion
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import Larger, Smaller
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Relation,
    Series,
    Sum,
    that,
)
from dpproofs.kernel.verdict import Grade, Outcome

x, y, a, T = sp.symbols("x y a T")
k = sp.Symbol("k", integer=True)
p = sp.Symbol("p", positive=True)
G = sp.Function("G")
HALF, ZERO, ONE = sp.Rational(1, 2), sp.Integer(0), sp.Integer(1)
UNIT = Domain((between(x, 0, 1),))
BOX = Domain((between(x, 0, 1), between(y, 0, 1)))


def found(proposition, domain, method, **hints):
    step = Step("1", Goal(proposition, domain), method, "", hints=hints)
    return check(step, Derivation((step,)))


def test_there_is_a_checker_for_every_method():
    assert set(checkers()) == {
        "identity", "sign", "derivative", "integral", "sum", "limit", "series", "minimum",
        "ladder", "region", "increasing", "decreasing", "cases", "entailment", "rule", "squeeze",
        "duality", "assume", "counterexample", "define", "definition", "obtained", "measure",
        "privacy", "mirror", "evenness", "existence", "density", "atom", "expectation", "weaken",
        "witness", "instance", "cover", "falling", "refutation", "steps", "multiples",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("form", "at", "wanted"),
    [
        (sp.floor(x), sp.Rational(7, 2), True), (sp.ceiling(x), sp.Rational(7, 2), False),
        (sp.floor(x), sp.Integer(3), True), (sp.ceiling(x), sp.Integer(3), True),
        (sp.floor(sp.exp(x)) - 17, sp.Integer(3), True), (Larger(x, 4) - 1, sp.Integer(2), True),
        (Smaller(x, 4) + 1, sp.Integer(2), True), (sp.floor(2**x) - 5, sp.Rational(6, 2), True),
        (sp.floor(sp.sqrt(2) ** 2 * x), sp.Rational(3, 2), True),
    ],
)  # fmt: skip
def test_steps_have_values_at_their_jumps_and_between(form, at, wanted):
    assert truth(that(form) == 3, {x: at}) is wanted


def test_an_unknown_method_is_refused():
    with pytest.raises(BadInput, match="method"):
        found(that(0) < 1, Domain(), "magic")


@pytest.mark.parametrize("method", sorted(set(checkers()) - {"assume", "rule"}))
def test_a_method_does_not_decide_what_is_not_of_its_kind(method):
    odd = Limit(G(a), a, ZERO, "+", ZERO)
    other = Relation(x, "!=", x) if method in ("limit", "squeeze") else odd
    assert not found(other, UNIT, method).established


def test_nothing_is_assumed_without_a_statement():
    assert not found(that(G(x)) < 1, UNIT, "assume").established


def test_what_cannot_be_written_down_is_not_established():
    claim = Limit(sp.Integer(1) + y, y, ZERO, "+", ONE)
    assert not found(Fails(claim, ()), Domain(), "counterexample", instead=sp.sin(1)).established
    free = {"facts": [("1", {}, 0)]}
    first = Step("1", Goal(that(G(x)) == 0, UNIT), "assume", "")
    step = Step("2", Goal(that(0) == 0, UNIT), "entailment", "", free, ("1",))
    assert check(step, Derivation((first, step))).established


# -- identities -----------------------------------------------------------------------------------

TRUE = [
    (that(sp.exp(x + y)) == sp.exp(x) * sp.exp(y), BOX),
    (that(sp.exp(x / 2) ** 2) == sp.exp(x), BOX),
    (that(sp.exp(x * HALF) * sp.exp(x / 3)) == sp.exp(5 * x / 6), BOX),
    (that(sp.exp(2 * sp.log(x))) == x**2, UNIT),
    (that(sp.log(x * y**2)) == sp.log(x) + 2 * sp.log(y), BOX),
    (that(sp.log(6)) == sp.log(2) + sp.log(3), Domain()),
    (that(sp.sqrt(x**2 * y)) == x * sp.sqrt(y), BOX),
    (that(sp.sqrt(x**3)) == x * sp.sqrt(x), BOX),
    (that(x ** (p + 1)) == x * x**p, UNIT & positive(p)),
    (that(x ** (p - 1)) == x**p / x, UNIT & positive(p)),
    (that((1 - x) ** -HALF * sp.sqrt(1 - x)) == 1, UNIT),
    (that(sp.Abs(x - 1)) == 1 - x, UNIT),
    (that(sp.Max(x, 2)) == 2, UNIT),
    (that(sp.Min(x, 2)) == x, UNIT),
    (that(sp.Max(x, 2, sp.Rational(3, 2))) == 2, UNIT),
    (that(G(x + y) / 2) == G(y + x) - G(x + y) / 2, BOX),
    (that(sp.E * sp.exp(x)) == sp.exp(x + 1), UNIT),
    (that(sp.exp(x * sp.log(y) + sp.log(y) / 2)) == sp.exp(x * sp.log(y)) * sp.sqrt(y), BOX),
    (that(sp.exp(sp.exp(x / 3))) == sp.exp(sp.exp(x / 3) / 2) ** 2, UNIT),
    (that(sp.Max(x, y + 1, x - 1)) == y + 1, BOX),
    (that(T**4) == x * T, UNIT & nth_root(T, 3, x, x, ONE)),
    (that(sp.pi * x / sp.pi) == x, UNIT),
    (that(sp.sqrt(8)) == 2 * sp.sqrt(2), Domain()),
    (that(sp.sqrt(-x)) == sp.sqrt(-x), Domain((between(x, -1, 0),))),
    (that(sp.sqrt(x**2)) == -x, Domain((between(x, -1, 0),))),
    (that(sp.sqrt((1 - x) / (1 + x)) * sp.sqrt((1 + x) / (1 - x))) == 1, UNIT),
]


@pytest.mark.parametrize(("claim", "domain"), TRUE)
def test_a_true_identity_has_normal_form_zero(claim, domain):
    assert found(claim, domain, "identity").established


@pytest.mark.parametrize(("claim", "domain"), TRUE)
def test_the_same_identity_disturbed_has_not(claim, domain):
    for wrong in (
        that(claim.lhs) == claim.rhs + sp.Rational(1, 97),
        that(2 * claim.lhs) == claim.rhs,
    ):
        assert not found(wrong, domain, "identity").established


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (that(sp.sin(x)) == sp.sin(x) + 1, UNIT),
        (that(sp.Abs(x - HALF)) == x - HALF, UNIT),
        (that(sp.log(x - HALF)) == 1, UNIT),
        (that(1 / sp.Add(x, -x, evaluate=False)) == 1, UNIT),
        (that(x) == x + 1, Domain((between(x, 1, 0),))),
        (that(sp.Float(0.5) ** x) == 2, UNIT),
        (that(sp.exp(sp.Float(0.5) * x)) == 2, UNIT),
    ],
)
def test_what_has_no_normal_form_is_not_decided_by_it(claim, domain):
    assert not found(claim, domain, "identity").established


rationals = st.fractions(-3, 3, max_denominator=5).map(
    lambda f: sp.Rational(f.numerator, f.denominator)
)
polynomials = st.lists(st.tuples(rationals, st.integers(0, 2), st.integers(0, 2)), max_size=3).map(
    lambda terms: sum((c * x**i * y**j for c, i, j in terms), ZERO)
)


@settings(max_examples=40, deadline=None)
@given(polynomials, polynomials, rationals)
def test_random_identities_of_fractions_hold_and_disturbed_ones_do_not(f, g, change):
    bottom = 1 + x + y
    left, right = (f / bottom) * (g + bottom), f * g / bottom + f
    assert found(that(left) == right, BOX, "identity").established
    if change:
        assert not found(that(left) == right + change * x, BOX, "identity").established


# -- signs ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(rationals, rationals), min_size=1, max_size=3), st.booleans())
def test_signs_that_are_established_are_true_and_squares_are_not_negative(rows, closed):
    domain = Domain(tuple(between(s, 0, 1, "[]" if closed else "()") for s in (x, y)))
    square = sp.Mul(*(c * x + d * y for c, d in rows)) ** 2
    assert found(that(0) <= square, domain, "sign").established
    form = sum((c * x - d * y for c, d in rows), ZERO) - HALF
    if found(that(form) < 0, domain, "sign").established:
        assert falsify(that(form) < 0, domain, seed=1, tries=20) is None


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (that(0) < x * (1 - x), UNIT),
        (that(x * y) < 1, BOX),
        (Relation(x + 1, "!=", ZERO), UNIT),
        (Relation(sp.exp(x), ">", ONE), UNIT),
        (that(sp.exp(-x)) < 1, UNIT),
        (Relation(x**2, ">=", ZERO), Domain((real(x),))),
        (that(x) == x, UNIT),
        (that(3) < sp.pi, Domain()),
        (that(x) < 0, Domain((Variable(x, -sp.oo, ZERO),))),
        (that(0) <= x - 1, Domain((index(x, 1),))),
        (that(x) <= 4, Domain((index(x, 1, 4),))),
        (that(x**2 - x * y + y**2) < 3, BOX),
        (that(0) < x**2 - x + 1, Domain((positive(x),))),
    ],
)
def test_a_true_sign_is_established(claim, domain):
    assert found(claim, domain, "sign").established


def test_bounds_may_be_powers_of_earlier_variables():
    domain = Domain((between(x, 0, 1), between(y, 0, sp.sqrt(x)), between(a, 0, y / (1 + x))))
    assert found(that(a) < sp.sqrt(x), domain, "sign").established
    assert not found(that(sp.sqrt(x)) < a, domain, "sign").established


def test_a_sign_that_changes_is_refuted_by_a_point():
    assert found(that(x) < HALF, UNIT, "sign").outcome == "refuted"


def test_too_many_terms_are_not_multiplied_out():
    wide = sp.expand((x + y + a) ** 30) - sp.Integer(3) ** 40 * x**11 * y**10 * a**9
    domain = Domain(tuple(positive(s) for s in (x, y, a)))
    assert not found(that(0) < wide, domain, "sign").established


def test_exponents_over_a_sum_are_written_in_one_way():
    quotient = Domain((positive(x), positive(y)))
    whole = sp.exp(x) * sp.exp(-x * y / (x + y))
    assert found(that(whole) == sp.exp(x**2 / (x + y)), quotient, "identity").established
    assert not found(that(whole) == sp.exp(x * y / (x + y)), quotient, "identity").established
    assert not found(that(whole) == sp.exp(x**2 / (x + 2 * y)), quotient, "identity").established


# -- second opinions ------------------------------------------------------------------------------


def test_the_solvers_agree_with_what_is_true_and_find_what_is_not():
    root = UNIT & nth_root(T, 2, x, x, ONE)
    assert second_opinion(that(x) < T, root) == "agrees"
    assert second_opinion(that(1 / (x + 1)) < 1, UNIT) == "agrees"
    for op in ("<", "<=", ">", ">=", "==", "!="):
        false = Relation(x**2, op, {"!=": x**2}.get(op, x * (x - 1) + HALF))
        assert second_opinion(false, UNIT) == "disagrees"


def test_the_solvers_are_not_asked_beyond_polynomials():
    assert second_opinion(that(0) < sp.exp(x), UNIT) == "unknown"
    assert second_opinion(that(0) < x + 1, Domain((index(x, 0),))) == "unknown"


# -- derivatives, integrals, sums -----------------------------------------------------------------


def test_a_derivative_is_compared():
    assert found(Derivative(x**2 * y, x, 2 * x * y), BOX, "derivative").established
    assert found(Derivative(x**2, x, x), UNIT, "derivative").outcome == "refuted"


@settings(max_examples=25, deadline=None)
@given(st.lists(rationals, min_size=1, max_size=4), st.integers(1, 3), rationals)
def test_integrals_of_polynomials_times_exponentials(coefficients, rate, change):
    f = sum((c * x**i for i, c in enumerate(coefficients)), ZERO) * sp.exp(-rate * x)
    value = sum(
        c * sp.factorial(i) / sp.Integer(rate) ** (i + 1) for i, c in enumerate(coefficients)
    )
    claim = Integral(f, x, ZERO, sp.oo, sp.S(value))
    primitive = sp.integrate(f, x)
    assert found(claim, Domain(), "integral", antiderivative=primitive).established
    if change:
        wrong = Integral(f, x, ZERO, sp.oo, sp.S(value) + change)
        assert not found(wrong, Domain(), "integral", antiderivative=primitive).established


@pytest.mark.parametrize(
    ("integrand", "lower", "upper", "value"),
    [
        (sp.exp(-(x**2)), -sp.oo, sp.oo, sp.sqrt(sp.pi)),
        (1 / x, 1, 2, sp.log(2)),
        (1 / sp.sqrt(x), 0, 1, 2),
        (x**a, 1, 2, (2 ** (a + 1) - 1) / (a + 1)),
        ((1 + x) ** -2, 0, 1, HALF),
        (sp.exp(sp.exp(x) + x), 0, 1, sp.exp(sp.E) - sp.E),
    ],
)
def test_an_integral_is_established(integrand, lower, upper, value):
    domain = Domain((positive(a),))
    claim = Integral(sp.S(integrand), x, sp.S(lower), sp.S(upper), sp.S(value))
    hint = {"antiderivative": x ** (a + 1) / (a + 1)} if integrand == x**a else {}
    assert found(claim, domain, "integral", **hint).established


@pytest.mark.parametrize(
    ("integrand", "upper", "antiderivative"),
    [
        (sp.exp(sp.exp(-x)), sp.oo, None),
        (x**x, ONE, None),
        (-1 / (1 + x) ** 2, sp.oo, 1 / (1 + x)),
        (sp.exp(-a * x), sp.oo, -sp.exp(-a * x) / a),
        (-a * sp.exp(-a * x), sp.oo, sp.exp(-a * x)),
        (-sp.exp(x) * sp.exp(-sp.exp(x)), sp.oo, sp.exp(-sp.exp(x))),
        (ONE, ONE, x + 7 * G(x)),
    ],
)
def test_an_integral_whose_ends_are_not_seen_is_not_decided(integrand, upper, antiderivative):
    claim = Integral(integrand, x, ZERO, upper, ONE)
    hints = {} if antiderivative is None else {"antiderivative": antiderivative}
    assert not found(claim, Domain((real(a),)), "integral", **hints).established


@settings(max_examples=25, deadline=None)
@given(st.lists(rationals, min_size=1, max_size=3), rationals)
def test_geometric_sums_with_polynomials(coefficients, change):
    f = sum((c * k**i for i, c in enumerate(coefficients)), ZERO)
    r = x
    moments = [1 / (1 - r), r / (1 - r) ** 2, r * (1 + r) / (1 - r) ** 3]
    value = sum((c * m for c, m in zip(coefficients, moments, strict=False)), ZERO)
    assert found(Sum(f * r**k, k, ZERO, sp.oo, value), UNIT, "sum", ratio=r).established
    if change:
        wrong = Sum(f * r**k, k, ZERO, sp.oo, value + change * r)
        assert not found(wrong, UNIT, "sum", ratio=r).established


def test_finite_sums_and_sums_that_are_not_of_the_kind():
    n = sp.Symbol("n", integer=True)
    whole = Domain((index(n, 0),))
    assert found(Sum(k, k, ZERO, n, n * (n + 1) / 2), whole, "sum").established
    assert not found(Sum(k, k, ZERO, n / 2, n), whole, "sum").established
    assert not found(Sum(1 / (k + 1), k, ZERO, n, n), whole, "sum").established
    assert not found(Sum(k, k, -sp.oo, ZERO, ZERO), whole, "sum").established
    assert not found(Sum(ONE, k, ZERO, ZERO, sp.Integer(2)), whole, "sum").established
    assert found(Sum(ONE, k, ZERO, ZERO, ONE), Domain(), "sum").established
    assert not found(Sum(x**k, k, ZERO, ONE, ZERO), Domain((real(x),)), "sum", ratio=x).established
    assert not found(Sum(k, k, ZERO, ONE / 2, ZERO), Domain(), "sum").established
    assert found(Sum(ZERO, k, ZERO, ONE, ZERO), Domain(), "sum").established
    moving = Sum((1 / (k + 1)) ** k, k, ZERO, ONE, ZERO)
    assert not found(moving, Domain(), "sum", ratio=1 / (k + 1)).established


# -- limits and series ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "point", "side", "value", "rate"),
    [
        ((1 + x) / (2 + x), 0, "+", HALF, None),
        ((1 + x) / (2 + x), sp.oo, "-", 1, None),
        ((1 - x**2) / (1 - x), 1, "-", 2, None),
        (1 / (1 + sp.exp(-x)), sp.oo, "-", 1, 1),
        ((1 - sp.exp(-2 * x)) / (1 - sp.exp(-x)), 0, "+", 2, 1),
    ],
)
def test_a_limit_is_established_and_sympy_agrees(expression, point, side, value, rate):
    claim = Limit(expression, x, sp.S(point), side, sp.S(value))
    hints = {} if rate is None else {"rate": rate}
    assert found(claim, Domain(), "limit", **hints).established
    assert sp.limit(expression, x, point, side) == value
    wrong = Limit(expression, x, sp.S(point), side, sp.S(value) + 1)
    assert not found(wrong, Domain(), "limit", **hints).established


@pytest.mark.parametrize(("point", "rate"), [(sp.sqrt(2), None), (-sp.oo, None), (1, 1), (0, -1)])
def test_a_limit_elsewhere_is_not_decided(point, rate):
    claim = Limit(ONE + x, x, sp.S(point), "+", ONE)
    assert not found(claim, Domain(), "limit", rate=rate).established


@settings(max_examples=25, deadline=None)
@given(st.lists(rationals, min_size=2, max_size=3), st.integers(1, 3), st.integers(0, 3))
def test_series_have_the_coefficients_of_taylor(coefficients, rate, place):
    f = sum((c * x**i for i, c in enumerate(coefficients)), ZERO) * sp.exp(rate * x) / (1 + x)
    row = [sp.diff(f, x, i).subs(x, 0) / sp.factorial(i) for i in range(4)]
    assert found(Series(f, x, tuple(row)), Domain(), "series").established
    row[place] += 1
    assert not found(Series(f, x, tuple(row)), Domain(), "series").established


def test_series_of_logarithms_and_roots():
    f = sp.log(1 + x) / x + sp.sqrt(4 + x) - sp.sqrt(x**2) / x
    row = (ONE + 2 - 1, -HALF + sp.Rational(1, 4))
    assert found(Series(f.subs(x, p), p, row), Domain(), "series").established


@pytest.mark.parametrize("f", [sp.sqrt(x), 1 / (x * y), sp.Pow(x, -HALF)])
def test_a_series_with_other_powers_or_symbols_is_not_decided(f):
    assert not found(Series(f, x, (ONE,)), Domain((positive(y),)), "series").established


def test_a_series_of_which_too_little_is_left_is_not_decided():
    top = sp.exp(x) - sum(x**i / sp.factorial(i) for i in range(6))
    f = sp.Mul(top, x**-9, evaluate=False)
    assert not found(Series(f * x**9 * x**-1 / x**8, x, (ONE,)), Domain(), "series").established


# -- minima, monotonicity, ladders, regions -------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "lower", "upper", "ends", "at"),
    [
        ((x - a) ** 2, 0, 1, "[]", a),
        (x, 0, 1, "[)", 0),
        (-x, 0, 1, "(]", 1),
        (x**2 + a, -sp.oo, sp.oo, "()", 0),
    ],
)
def test_a_minimum_is_established_inside_and_at_an_end(function, lower, upper, ends, at):
    claim = Minimum(function, x, sp.S(lower), sp.S(upper), ends, sp.S(at))
    assert found(claim, Domain((between(a, 0, 1),)), "minimum").established


def test_a_minimum_is_not_at_a_pole():
    """-1/x^2 falls to the left of 0 and rises to the right, and is nowhere less than near 0."""
    claim = Minimum(-1 / x**2, x, sp.S(-1), sp.S(1), "[]", ZERO)
    assert not found(claim, Domain(), "minimum").established


def climbs(difference):
    return climb(collect(difference, x)) is not None


def test_the_ladder_shows_classical_inequalities():
    half_line = Domain((positive(x),))
    assert found(that(1 + x + x**2 / 2) < sp.exp(x), half_line, "ladder").established
    assert found(Relation(sp.exp(x), ">", 1 + x), half_line, "ladder").established
    assert not found(that(0) < x - x, half_line, "ladder").established
    assert found(that(sp.exp(x)) < 1 + x, half_line, "ladder").outcome == "refuted"
    assert not found(that(0) < sp.sqrt(x), half_line, "ladder").established
    assert not found(that(0) < sp.sqrt(2) * x, half_line, "ladder").established
    assert not found(that(0) < x, Domain((between(x, 1, 2),)), "ladder").established
    assert not found(that(-1) < x**70 - x, half_line, "ladder").established
    steep = sum((-1) ** i * x**i for i in range(70)) * sp.exp(x) + sp.exp(70 * x)
    assert not found(that(0) < x**65 - x**64 + x**62 + 1, half_line, "ladder").established
    assert found(that(0) < steep, half_line, "ladder").outcome != "refuted"


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.integers(-2, 2), st.lists(rationals, min_size=1, max_size=3), max_size=3))
def test_what_climbs_the_ladder_is_positive(rows):
    f = sum((c * x**i * sp.exp(r * x) for r, row in rows.items() for i, c in enumerate(row)), ZERO)
    if climbs(f):
        context = mp_context(40)
        for t in ("0.001", "0.1", "0.5", "1", "3", "10"):
            assert digits(f, {x: context.mpf(t)}, context) > 0


def test_a_region_is_covered_by_boxes():
    assert found(that(x * y) < 2, BOX, "region").established
    assert found(Relation(sp.exp(x) + sp.Max(x, y, 1), ">", ONE), BOX, "region").established
    assert found(Relation(x + 1, "!=", ZERO), UNIT, "region").established
    assert found(that(3) < sp.pi, Domain(), "region").established
    assert found(that(sp.erf(x) - sp.erf(y)) < sp.Min(2, x + 2), BOX, "region").established
    assert found(that(sp.E ** sp.Abs(x) * sp.log(1 + x)) < 3, UNIT, "region").established


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (that(0) < x, UNIT),
        (that(4) < sp.pi, Domain()),
        (that(x) < HALF, UNIT),
        (that(0) < 1 / x, UNIT),
        (that(0) < x + 1, Domain((positive(x),))),
        (that(0) < sp.sinh(x) + 2, UNIT),
        (that(0) <= x, UNIT),
    ],
)
def test_a_region_with_an_undecided_box_is_not_covered(claim, domain):
    assert not found(claim, domain, "region").established


def test_a_region_is_given_up_at_the_first_false_point(monkeypatch):
    asked = []
    counting = region.ball
    monkeypatch.setattr(region, "ball", lambda *told: asked.append(told) or counting(*told))
    claim = that(x * y) < HALF + (x - y) ** 2  # false near (1, 1)
    assert not region.check(Step("1", Goal(claim, BOX), "region", ""), Derivation(())).established
    assert len(asked) < 50


@pytest.mark.parametrize("method", [identity, sign], ids=lambda method: method.METHOD)
def test_points_are_looked_for_where_that_is_told_and_nowhere_else(method, monkeypatch):
    false = that(x) == x + 1
    assert method.decide(false, UNIT).outcome is Outcome.refuted
    monkeypatch.setattr(method, "falsify", None)
    assert method.shown(false, UNIT).outcome is Outcome.unknown
    assert method.shown(that(x) == x, UNIT).established


def corner_proof(difference, sign, *, uses=("1", "2")):
    """A region for 0 < difference on (0, 1) that uses its derivative in x and a sign."""
    goals = (Derivative(difference, x, sp.diff(difference, x)), sign, that(0) < difference)
    methods, used = ("derivative", "sign", "region"), ((), (), uses)
    steps = tuple(
        Step(str(i + 1), Goal(goal, UNIT), method, "", {}, names)
        for i, (goal, method, names) in enumerate(zip(goals, methods, used, strict=True))
    )
    derivation = Derivation(steps)
    return [check(step, derivation) for step in steps]


def test_a_monotone_corner_stands_for_its_box():
    tight = x + sp.exp(-x) - sp.Rational(9999, 10000)
    plain = found(that(0) < tight, UNIT, "region")
    cornered = corner_proof(tight, that(0) < 1 - sp.exp(-x))
    assert all(finding.established for finding in cornered)
    assert cornered[-1].evidence["boxes"] == 1 < plain.evidence.get("boxes", 10**6)
    falling = corner_proof(2 - x**2, that(-2 * x) < 0)
    assert falling[-1].established


@pytest.mark.parametrize(
    ("difference", "sign", "uses"),
    [
        (1 - 2 * x + x**2, that(0) < 2 - 2 * x, ("1", "2")),
        (x, that(0) < 1, ("1", "2")),
        (x + 1, that(0) < 1, ("1",)),
        (x + 1, that(0) < 1, ("2", "1")),
        (sp.Rational(1, 2) - x, that(-1) < 0, ("1", "2")),
    ],
    ids=["another sign", "least value 0", "half a pair", "wrong order", "false at the corner"],
)
def test_a_corner_that_is_not_shown_to_be_least_does_not_help(difference, sign, uses):
    assert not corner_proof(difference, sign, uses=uses)[-1].established


# -- counterexamples ------------------------------------------------------------------------------


def test_counterexamples_are_evaluated_exactly_or_enclosed():
    half = ((x, HALF),)
    assert found(Fails(that(x) < HALF, half), UNIT, "counterexample").grade.name == "proved"
    claim = that(sp.exp(x)) < 1
    assert found(Fails(claim, half), UNIT, "counterexample").grade.name == "enclosed"
    root = nth_root(T, 2, sp.Integer(2), ONE, sp.Integer(2))
    point = ((T, sp.sqrt(2)),)
    assert found(Fails(that(T) < 1, point), Domain((root,)), "counterexample").established


def test_a_minimum_fails_where_the_function_is_smaller():
    domain = Domain((between(a, 0, 1),))
    claim = Minimum((x - a) ** 2, x, ZERO, a + 1, "[]", a / 2)
    point = ((a, HALF), (x, HALF))
    assert found(Fails(claim, point), domain, "counterexample").established


@pytest.mark.parametrize(
    ("claim", "hints"),
    [
        (Integral(y, y, ZERO, ONE, ONE), {"instead": HALF}),
        (Integral(y, y, ZERO, ONE, ONE), {"instead": HALF, "antiderivative": y**2 / 2}),
        (Derivative(x**2, x, x), {"instead": 2 * x}),
        (Limit(1 + y, y, ZERO, "+", ZERO), {"instead": 1}),
        (Limit(sp.exp(-y), y, sp.oo, "-", ONE), {"instead": 0, "rate": 1}),
    ],
)
def test_a_wrong_value_is_shown_by_the_right_one(claim, hints):
    point = ((x, HALF),)
    assert found(Fails(claim, point), UNIT, "counterexample", **hints).established


# -- numbers --------------------------------------------------------------------------------------


def test_precisions_are_given_back():
    before = (flint.ctx.prec, mpmath.mp.dps)
    found(that(4) < sp.pi, Domain(), "region")
    found(that(sp.exp(x)) == 1 + x, UNIT, "identity")
    exactly(Integral(sp.exp(y), y, ZERO, ONE, sp.E - 1), {}, 60)
    with pytest.raises(NoValue):
        ball(sp.sinh(x), balls({x: ONE}))
    assert (flint.ctx.prec, mpmath.mp.dps) == before


def test_a_quadrature_that_is_too_coarse_speaks_against_nothing():
    tail = sp.sqrt(sp.pi) / 2 * (1 - sp.erf(40))  # some 1e-697, lost to the digits of the 1
    with pytest.raises(NoValue, match="coarse"):
        exactly(Integral(sp.exp(-((40 + y) ** 2)), y, ZERO, sp.oo, tail), {}, 50)
    found, stated, _ = exactly(Integral(sp.exp(y), y, ZERO, ONE, sp.E), {}, 50)
    assert abs(found - stated + 1) < 1e-40


@pytest.mark.parametrize("power", ["1247/3", "-1247/3", "1/3", "7", "0"])
def test_a_quadrature_has_its_digits_however_large_the_integral(power):
    """The nodes that are enough for something smooth are too few for a high power."""
    m, scale = sp.Rational(power), sp.Integer(343)
    scale = scale if m >= 0 else 1 / scale
    for a, b in ((3, 5), (0, 2)) if m > -1 else ((3, 5),):
        value = scale**m * (sp.Integer(b) ** (m + 1) - sp.Integer(a) ** (m + 1)) / (m + 1)
        claim = Integral((scale * y) ** m, y, sp.Integer(a), sp.Integer(b), value)
        assert agreed_digits(*exactly(claim, {}, 50)[:2], 50) == 50


def test_truth_is_none_where_it_is_not_decided():
    assert truth(that(sp.sqrt(2)) == sp.sqrt(8) / 2 + ZERO, {}) is not False
    assert truth(that(G(x)) < 1, {x: ONE}) is None
    assert truth(that(G(x)) < G(x) + 1, {x: ONE}) is True
    assert truth(that(0) < y, {x: ONE}) is None
    assert truth(that(sp.Integer(2) ** x) < 1, {x: sp.Integer(10**6)}) is False
    assert truth(that(sp.Integer(2) ** x) == sp.Integer(2) ** x + 0 * x, {x: 10**6 * ONE}) is True
    assert not inside(UNIT, {})
    assert truth(that(sp.pi ** sp.sqrt(2)) < sp.pi ** sp.sqrt(2) + 0, {}) is not None


@pytest.mark.parametrize("op", ["==", "<=", ">=", "<", ">", "!="])
def test_a_relation_with_pieces_is_found_false_where_it_is(op):
    """Balls have no value for a function in pieces; at a rational point it has one."""
    step = sp.Piecewise((ONE, x < ONE / 2), (2 * ONE, True))
    for right in (ZERO, ONE, 2 * ONE, 3 * ONE):
        for at in (ONE / 3, 2 * ONE / 3):
            value = 1 if at < ONE / 2 else 2
            true = Relation(sp.Integer(value), op, right)
            assert false_at(Relation(step, op, right), {x: at}) == (not truth(true, {}))
    pi = sp.Piecewise((sp.pi, x < ONE / 2), (ONE, True))
    assert not false_at(Relation(pi, op, ONE), {x: ONE / 3})  # not rational: not decided


def test_a_domain_without_points_falsifies_nothing():
    assert falsify(that(x) < 0, Domain((between(x, 1, 0),)), seed=0) is None


# -- fractions ------------------------------------------------------------------------------------


def test_generators_may_be_finer_than_was_announced():
    normal = Normal(UNIT)
    assert normal.is_zero(sp.exp(x / 2) * sp.exp(-3 * x / 2), sp.exp(-x / 2) ** 2)
    assert normal.is_zero(sp.exp(2 * sp.log(x), evaluate=False), x**2)


def test_a_hint_may_not_speak_of_unknown_variables():
    claim = Integral(ONE, x, ZERO, ONE, ONE)
    assert not found(claim, Domain(), "integral", antiderivative=x + y).established


def test_fractions_of_polynomials_are_in_lowest_terms():
    ring = Ring(("x",))
    one, t = ring.number(1), ring.generator("x")
    assert (t * t - one) / (t - one) == t + one
    assert t**-1 * t == one
    assert (t + one / t) - one / t == t
    assert ring.number(Fraction(1, 2)) + ring.number(Fraction(1, 2)) == one
    with pytest.raises(ZeroDivisionError):
        lowest(ring.one, ring.one - ring.one)


@pytest.mark.parametrize(
    ("middle", "shown"), [(-1, True), (sp.Rational(-6, 5), True), (-2, False), (-3, False)]
)
def test_a_homogeneous_polynomial_has_the_sign_that_it_has_on_a_line(middle, shown):
    quadrant = Domain((positive(a), positive(y)))
    form = a**2 + middle * a * y + y**2
    assert found(that(0) < form, quadrant, "sign").established == shown


def test_a_constant_expression_needs_no_variables():
    normal = Normal(Domain())
    assert normal.sign(sp.Integer(-2)).value == -1
    assert normal.sign_of(normal.ring().number(0).num, normal.ring()).value == 0


# -- linear programs ------------------------------------------------------------------------------

# The least a x + y with x + y >= 1 and x - y == 0, for a > 0, is (a + 1)/2.
DIET = Program(a * x + y, (x, y), (x + y - 1,), (x - y,), (a + 1) / 2)
PRICES = {"point": {x: HALF, y: HALF}, "multipliers": [(a + 1) / 2, (a - 1) / 2]}
PRICE = Domain((positive(a),))


def test_a_feasible_point_and_a_dual_solution_give_the_least_value():
    finding = found(DIET, PRICE, "duality", **PRICES)
    assert finding.established
    assert finding.grade is Grade.certified


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"value": a}, "value"),
        ({"objective": a * x**2 + y}, "affine"),
        ({"objective": a * sp.exp(x) + y}, "affine"),
        ({"constraints": (x + y - 2,)}, "constraint"),
        ({"equations": (x - 2 * y,)}, "equation"),
        ({"variables": (x, y, T)}, "each variable"),
        ({"constraints": (x + y - 1, x)}, "each row"),
    ],
)
def test_another_program_is_not_shown(change, reason):
    finding = found(replace(DIET, **change), PRICE, "duality", **PRICES)
    assert not finding.established
    assert reason in finding.message


@pytest.mark.parametrize(
    "hints",
    [
        {},
        {**PRICES, "point": {x: -HALF, y: -HALF}},
        {**PRICES, "multipliers": [-1, 1]},
        {**PRICES, "multipliers": [ONE, ONE]},
        {**PRICES, "multipliers": [(a + 1) / 2, (a + 1) / 2]},
        {**PRICES, "multipliers": [(a + 1) / 2]},
    ],
)
def test_other_points_and_multipliers_show_nothing(hints):
    assert not found(DIET, PRICE, "duality", **hints).established


def test_a_program_speaks_of_its_parameters_and_binds_its_variables():
    assert DIET.free() == {a}
    with pytest.raises(BadInput, match="variable"):
        Goal(DIET, Domain((positive(a), positive(x))))


@pytest.mark.parametrize(
    ("claim", "on", "told"),
    [
        (
            that(sp.exp(-x)) < 2,
            Domain((between(x, 1, 2),)),
            "on one box, with the sides at least 1.6",
        ),
        (
            that(x * (1 - x)) < sp.Rational(26, 100),
            UNIT,
            "on 18 boxes, with the sides at least 0.00023",
        ),
        (that(sp.exp(1)) < 3, Domain(()), "at one point, with the sides at least 0.28 apart"),
        (that(0) < sp.Integer(10) ** 8 + 1, Domain(()), "at least 100000000 apart"),
        (that(0) < sp.Integer(10) ** -400, Domain(()), "at least 0 apart"),
    ],
)
def test_an_enclosure_tells_its_boxes_and_the_least_gap(claim, on, told):
    found = region.check(Step("1", Goal(claim, on), "region", ""), Derivation(()))
    assert found.established
    assert told in found.message, found.message
