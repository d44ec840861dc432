"""False (or meaningless) propositions that a checker once accepted, or might be talked into."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Relation,
    Series,
    Sum,
    that,
)

x, y, a = sp.symbols("x y a")
T = sp.Symbol("T")
UNIT = Domain((between(x, 0, 1),))
LINE = Domain((real(x),))
HALF = sp.Rational(1, 2)
G = sp.Function("G")


def outcome(proposition, domain, method, facts=(), uses=None, **hints):
    """What the checker finds about a last step, after facts that are taken as given."""
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate(facts)]
    names = tuple(s.name for s in steps) if uses is None else uses
    goal = Goal(proposition, domain)
    step = Step(str(len(steps) + 1), goal, method, "", hints=hints, uses=names)
    return check(step, Derivation((*steps, step)))


def accepts(*args, **kwargs):
    return outcome(*args, **kwargs).established


# -- names ----------------------------------------------------------------------------------------


def test_a_variable_called_like_a_generator_is_not_that_generator():
    g0 = sp.Symbol("g0")
    domain = Domain((between(g0, 0, 1), real(y)))
    assert not accepts(that(sp.exp(y)) == g0, domain, "identity")
    assert not accepts(that(0) < g0 - sp.exp(y) + 1, domain, "sign")


@pytest.mark.parametrize(("name", "function"), [("log", sp.log), ("erf", sp.erf)])
def test_an_unknown_function_called_like_a_known_one_is_not_that_function(name, function):
    domain = Domain((between(x, 1, 2),))
    assert not accepts(that(sp.Function(name)(x)) == function(x), domain, "identity")


def test_an_unknown_function_called_exp_is_not_known_to_be_positive():
    assert not accepts(that(0) < sp.Function("exp")(x), UNIT, "region")


def test_two_variables_of_one_name_are_refused():
    with pytest.raises(BadInput, match="distinct names"):
        Domain((positive(sp.Symbol("x", positive=True)), real(x)))


def test_a_name_that_could_be_read_as_an_expression_is_refused():
    with pytest.raises(BadInput, match="letters"):
        real(sp.Symbol("x*y"))


def test_the_derivative_in_a_second_symbol_of_the_same_name_is_refused():
    other = sp.Symbol("x", positive=True)
    with pytest.raises(BadInput):
        Goal(Derivative(x, other, sp.Integer(0)), Domain((positive(other),)))


@pytest.mark.parametrize(
    "claim",
    [
        Integral(x, x, sp.Integer(0), sp.Integer(1), HALF),
        Sum(x, x, sp.Integer(0), sp.Integer(1), sp.Integer(1)),
        Limit(x, x, sp.Integer(0), "+", sp.Integer(0)),
        Series(x, x, (sp.Integer(0),)),
        Minimum(x**2, x, sp.Integer(-1), sp.Integer(1), "[]", sp.Integer(0)),
    ],
)
def test_a_bound_variable_may_not_be_one_of_the_domain(claim):
    with pytest.raises(BadInput, match="lacks"):
        Goal(claim, UNIT)


def test_a_limit_does_not_take_a_variable_of_the_domain_for_its_own():
    near = sp.Symbol("x_near")
    domain = Domain((between(near, 2, 3),))
    claim = Limit(near + x, x, sp.Integer(0), "+", sp.Integer(0))
    assert not accepts(claim, domain, "limit")
    assert accepts(Limit(near + x, x, sp.Integer(0), "+", near), domain, "limit")


# -- assumptions of SymPy's that the domain does not imply --------------------------------------


def test_a_positive_symbol_needs_a_lower_bound_that_is_not_negative():
    s = sp.Symbol("s", positive=True)
    domain = Domain((between(a, 0, 1), Variable(s, a - 1, sp.oo)))
    assert not accepts(that(sp.sqrt(s**2)) == s, domain, "identity")


def test_a_positive_symbol_may_not_have_zero_in_its_domain():
    s = sp.Symbol("s", positive=True)
    assert not accepts(that(0) < s, Domain((between(s, 0, 1, "[)"),)), "sign")


def test_a_negative_symbol_needs_an_upper_bound_that_is_not_positive():
    s = sp.Symbol("s", negative=True)
    assert not accepts(that(s) < 1, Domain((Variable(s, -sp.oo, HALF),)), "sign")
    assert accepts(that(s) < 0, Domain((Variable(s, -sp.oo, sp.Integer(0)),)), "sign")


def test_a_nonzero_symbol_is_not_believed():
    s = sp.Symbol("s", real=True, nonzero=True)
    assert not accepts(that(0) < s + 2, Domain((between(s, -1, 1),)), "sign")


@pytest.mark.parametrize("fact", ["integer", "rational", "even", "prime", "imaginary", "infinite"])
def test_a_symbol_assumed_to_be_special_cannot_range_over_an_interval(fact):
    with pytest.raises(BadInput):
        between(sp.Symbol("s", **{fact: True}), 0, 1)


# -- domains --------------------------------------------------------------------------------------


@pytest.mark.parametrize("bounds", [(1, 0), (HALF, HALF), (sp.Integer(0), sp.Integer(0))])
@pytest.mark.parametrize("method", ["sign", "region"])
def test_nothing_is_established_over_an_empty_domain(bounds, method):
    assert not accepts(that(x) < x - 1, Domain((between(x, *bounds),)), method)
    assert not accepts(that(x**2) < 10, Domain((between(x, *bounds),)), method)


def test_the_ladder_is_not_climbed_over_an_empty_domain():
    assert not accepts(that(0) < x, Domain((between(x, 0, -1),)), "ladder")


def test_bounds_that_cross_for_some_parameters_are_not_a_domain():
    domain = Domain((between(a, 0, 2), between(x, a, 1)))
    assert not accepts(that(a) < 1, domain, "sign")


def test_a_domain_may_not_run_backwards_to_infinity():
    with pytest.raises(BadInput, match="upper"):
        Variable(x, sp.Integer(0), -sp.oo)
    with pytest.raises(BadInput, match="lower"):
        Variable(x, sp.oo, sp.oo)


def test_a_root_with_negative_lower_bound_is_not_taken_for_the_positive_root():
    domain = Domain((nth_root(T, 3, -HALF, sp.Integer(-1), sp.Integer(1)),))
    assert not accepts(that(T) < 1, domain, "sign")


def test_a_root_outside_its_bounds_is_not_admitted():
    domain = Domain((nth_root(T, 2, sp.Integer(2), sp.Integer(0), sp.Integer(1)),))
    assert not accepts(that(T) < 1, domain, "sign")


@pytest.mark.parametrize("order", [-2, 0, 1])
def test_a_root_needs_an_order_that_makes_sense(order):
    with pytest.raises(BadInput, match="order"):
        nth_root(T, order, sp.Integer(2), sp.Integer(0), sp.Integer(3))


# -- identities and signs -------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["identity", "sign"])
def test_sides_that_have_no_value_somewhere_are_not_equal_there(method):
    pole = 1 / (x - HALF)
    assert not accepts(that(pole) == pole, UNIT, method)
    assert accepts(that(pole) == pole, Domain((between(x, 0, HALF),)), method)


@pytest.mark.parametrize("method", ["sign", "region", "ladder"])
def test_a_pole_on_both_sides_does_not_cancel(method):
    pole = 1 / (x - HALF)
    assert not accepts(that(pole) < pole + 1, UNIT, method)


def test_unevaluated_powers_of_e_keep_their_exponents():
    left, right = (sp.Pow(sp.E, e, evaluate=False) for e in (x, 2 * x))
    assert not accepts(that(left) == right, UNIT, "identity")
    assert accepts(that(left) == sp.exp(x), UNIT, "identity")


def test_an_exponent_must_have_a_value():
    assert not accepts(that(0) < (1 + x) ** (1 / (x - HALF)), UNIT, "sign")
    assert not accepts(that(0) < (1 + x) ** sp.I, UNIT, "sign")
    assert not accepts(that(0) < (1 + x) ** sp.Float(0.5), UNIT, "sign")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.exp((x * y + x**2) / x), sp.exp(x + y)),
        (sp.exp(x * (1 / x + y)), sp.exp(1 + x * y)),
        (2 ** (x * (1 / x + y)), 2 ** (1 + x * y)),
        ((2 + x) ** (x * (1 / x + y)), (2 + x) ** (1 + x * y)),
    ],
)
def test_an_exponent_has_a_value_before_anything_in_it_cancels(left, right):
    away, through = (Domain((between(x, end, 1), positive(y))) for end in (0, -1))
    assert accepts(that(left) == right, away, "identity")
    assert not accepts(that(left) == right, through, "identity")


def test_a_fraction_in_an_exponent_is_not_divided_out_over_a_pole():
    left, right = sp.exp((x * y - y) / (x - 1)), sp.exp(y)
    assert accepts(that(left) == right, Domain((between(x, 0, 1), positive(y))), "identity")
    assert not accepts(that(left) == right, Domain((between(x, 0, 2), positive(y))), "identity")


@pytest.mark.parametrize("pole", [1 / (x - 1), sp.log(x - 1), sp.sqrt(x - 1)])
def test_a_side_has_a_value_before_anything_in_it_cancels(pole):
    hidden = x * (pole + 1) - x * pole
    for method in ("sign", "ladder"):
        assert accepts(that(0) < sp.expand(hidden), Domain((positive(x),)), method)
    for method in ("sign", "region", "ladder"):
        assert not accepts(that(0) < hidden, Domain((positive(x),)), method)


def test_the_argument_of_an_error_function_must_have_a_value():
    pole = sp.erf(1 / (x - HALF))
    assert not accepts(that(pole + 1) == 1 + pole, UNIT, "identity")


def test_an_error_function_is_odd_however_its_argument_is_written():
    left, right = sp.erf((2 * x - y) * (3 - sp.pi)), sp.erf((2 * x - y) * (sp.pi - 3))
    plane = Domain((real(x), real(y)))
    assert accepts(that(left) == -right, plane, "identity")
    assert not accepts(that(left) == right, plane, "identity")
    assert not accepts(that(sp.erf(x - y)) == -sp.erf(x + y), plane, "identity")


def test_the_smaller_candidate_of_a_maximum_must_have_a_value_too():
    assert not accepts(that(sp.Max(2, x / (x - HALF) ** 2, evaluate=False)) == 2, UNIT, "identity")


@pytest.mark.parametrize("base", [x - 1, x - HALF, sp.Integer(-1)])
def test_a_fractional_power_of_a_negative_base_has_no_normal_form(base):
    power = sp.Pow(base, sp.Rational(1, 3), evaluate=False)
    assert not accepts(that(power**3) == base, UNIT, "sign") or base == power**3


def test_closed_ends_count():
    closed = Domain((between(x, 0, 1, "[]"),))
    assert not accepts(that(0) < x, closed, "sign")
    assert not accepts(that(x) < 1, closed, "sign")
    assert accepts(that(0) <= x * (1 - x), closed, "sign")
    assert not accepts(Relation(x * (1 - x), "!=", sp.Integer(0)), closed, "sign")


# -- derivatives ----------------------------------------------------------------------------------


def test_a_root_moves_with_what_it_is_taken_of():
    domain = Domain((between(a, 0, 1), nth_root(T, 3, a, a, sp.Integer(1))))
    assert not accepts(Derivative(T, a, sp.Integer(0)), domain, "derivative")
    assert not accepts(Derivative(T, T, sp.Integer(1)), domain, "derivative")


def test_a_function_on_integers_has_no_derivative():
    domain = Domain((index(sp.Symbol("n"), 0),))
    assert not accepts(Derivative(sp.Symbol("n"), sp.Symbol("n"), sp.S(1)), domain, "derivative")


def test_a_function_that_is_not_defined_has_no_derivative():
    domain = Domain((between(a, 0, 1), real(x)))
    assert not accepts(Derivative(x + 1 / (a - HALF), x, sp.S(1)), domain, "derivative")


# -- integrals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("integrand", "lower", "upper", "value", "antiderivative"),
    [
        (x**-2, -1, 1, -2, -1 / x),
        (1 / x, -1, 1, 0, sp.log(x**2) / 2),
        (sp.Abs(x), -1, 1, 0, x * sp.Abs(x) / 2),
        ((2 * x - 1) * sp.exp(x**2 - x), 0, sp.oo, -1, sp.exp(x**2 - x)),
        (sp.exp(x), 0, sp.oo, -1, sp.exp(x)),
        (sp.Integer(1), 0, sp.oo, 0, x),
        (sp.Integer(1), 0, 2, 3, x + sp.floor(x)),
        (sp.Integer(1), 1, 0, -1, x),
        (x**-1, 0, 1, 0, sp.log(x)),
        (sp.Integer(1), 0, HALF, HALF - 1, x + x ** (1 / sp.log(x))),
        (-sp.exp(-1 / x) / x**2, 0, 1, sp.exp(-1), -sp.exp(-1 / x)),
    ],
)
def test_a_false_or_improper_integral_is_not_accepted(
    integrand, lower, upper, value, antiderivative
):
    claim = Integral(sp.S(integrand), x, sp.S(lower), sp.S(upper), sp.S(value))
    assert not accepts(claim, Domain(), "integral", antiderivative=antiderivative)


def test_an_end_value_is_a_limit_and_not_a_substitution():
    p = sp.Symbol("p")
    claim = Integral((p + 1) * x**p, x, sp.Integer(0), sp.Integer(1), sp.Integer(1))
    hint = {"antiderivative": x ** (p + 1)}
    assert accepts(claim, Domain((Variable(p, sp.Integer(-1), sp.oo),)), "integral", **hint)
    assert not accepts(claim, Domain((Variable(p, sp.Integer(-2), sp.oo),)), "integral", **hint)


# -- sums -----------------------------------------------------------------------------------------

k, n = sp.symbols("k n", integer=True)


def test_a_sum_that_ends_long_before_it_begins_is_not_accepted():
    claim = Sum(sp.Integer(1), k, sp.Integer(0), n, n + 1)
    assert not accepts(claim, Domain((index(n, -5),)), "sum")
    assert accepts(claim, Domain((index(n, -1),)), "sum")


@pytest.mark.parametrize("ratio", [sp.Integer(2), sp.Integer(1), -HALF, sp.Integer(0), x])
def test_an_infinite_sum_must_converge(ratio):
    claim = Sum(ratio**k, k, sp.Integer(0), sp.oo, 1 / (1 - ratio) if ratio != 1 else sp.S(0))
    assert not accepts(claim, Domain((between(x, 0, 2),)), "sum", ratio=ratio)


def test_the_ratio_of_a_sum_may_not_move_with_the_index():
    claim = Sum(sp.Integer(1), k, sp.Integer(1), sp.oo, sp.Integer(0))
    assert not accepts(claim, Domain(), "sum", ratio=1 / (k + 1))


# -- limits and series ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (sp.exp(1 / x) * 0 + sp.exp(-1 / x) + 1, 2),
        (sp.sqrt(x) + 1, 2),
        (sp.log(1 + x), 1),
        (x**a, 1),
        (sp.erf(x), 1),
        (G(x) - G(0), 0),
        (x / x**2, 0),
        (x * sp.log(x), 1),
        (sp.sqrt(1 + sp.exp(x)), 1),
    ],
)
def test_a_limit_in_which_more_than_the_variable_moves_is_not_accepted(expression, value):
    claim = Limit(sp.S(expression), x, sp.Integer(0), "+", sp.S(value))
    assert not accepts(claim, Domain((between(a, 0, 1),)), "limit")


def test_a_limit_may_not_depend_on_a_denominator_that_can_vanish():
    claim = Limit(x / (x + a), x, sp.Integer(0), "+", sp.Integer(0))
    assert accepts(claim, Domain((between(a, 0, 1),)), "limit")
    assert not accepts(claim, Domain((between(a, 0, 1, "[)"),)), "limit")


def test_the_exponential_of_what_cancelled_away_has_no_series():
    lost = sp.exp(x) - sum(x**i / sp.factorial(i) for i in range(9))
    hidden = sp.exp(sp.Mul(x**-12, lost, evaluate=False), evaluate=False)
    assert not accepts(Series(hidden, x, (sp.Integer(1),)), Domain(), "series")


@pytest.mark.parametrize(
    ("expression", "coefficients"),
    [
        (1 / x, (0, 0)),
        (sp.exp(x), (1, 1, 1)),
        (sp.sqrt(x), (0,)),
        (sp.exp(1 + x), (1,)),
        (sp.exp(1 / x), (0,)),
        (sp.log(x), (0,)),
        (sp.log(1 / x), (0,)),
        (sp.sqrt(2 + x), (1,)),
        (sp.sin(x), (0, 1)),
        (sp.Pow(sp.Add(x, -x, evaluate=False), -1, evaluate=False), (1,)),
        (sp.Pow(sp.E, x, evaluate=False), (1, 2)),
    ],
)
def test_a_false_series_is_not_accepted(expression, coefficients):
    claim = Series(sp.S(expression), x, tuple(map(sp.Integer, coefficients)))
    assert not accepts(claim, Domain(), "series")


# -- minima and monotonicity ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "lower", "upper", "ends", "at"),
    [
        ((x - HALF) ** 2, 0, 1, "[]", 0),
        ((x - HALF) ** 2, 0, 1, "[]", 2),
        ((x - HALF) ** 2, 0, 1, "[]", -1),
        (x, 0, 1, "(]", 0),
        (-x, 0, 1, "[)", 1),
        (1 / x, 0, sp.oo, "(]", sp.oo),
        (1 / (x - HALF) ** 2, 0, 1, "[]", 0),
        (-1 / x, -1, 1, "[]", 0),
        (-((x - HALF) ** 2), 0, 1, "[]", HALF),
        (x**3, -1, 1, "[]", 0),
        (G(x), 0, 1, "[]", 0),
        (x**2, 1, 0, "[]", HALF),
    ],
)
def test_a_false_minimum_is_not_accepted(function, lower, upper, ends, at):
    claim = Minimum(function, x, sp.S(lower), sp.S(upper), ends, sp.S(at))
    assert not accepts(claim, Domain(), "minimum")


def rising(difference, domain, slope=None):
    variable = domain.variables[-1].symbol
    slope = sp.diff(difference, variable) if slope is None else slope
    facts = [Goal(Derivative(difference, variable, slope), domain), Goal(that(0) < slope, domain)]
    return accepts(that(0) < difference, domain, "increasing", facts=facts)


def test_a_difference_that_jumps_at_the_left_end_is_not_shown_to_be_positive():
    assert not rising(G(x), UNIT, slope=sp.Integer(1))
    assert not rising(-1 / x, UNIT)
    assert not rising(x ** (1 / sp.log(x)) - 2 + x, UNIT, slope=sp.Integer(1))
    assert rising(sp.erf(x) + sp.exp(x) - 1, UNIT)


def test_a_difference_that_starts_below_zero_is_not_shown_to_be_positive():
    assert not rising(x - HALF, UNIT)


def test_monotonicity_over_integers_or_roots_says_nothing_in_between():
    m = sp.Symbol("m")
    whole = Domain((Variable(m, sp.Integer(0), sp.oo, "()", integer=True),))
    assert not rising(m, whole, slope=sp.Integer(1))
    root = Domain((between(a, 0, 1), nth_root(T, 3, a, a, sp.Integer(1))))
    assert not rising(T, root, slope=sp.Integer(1))


def falling(difference, domain, slope=None):
    variable = domain.variables[-1].symbol
    slope = sp.diff(difference, variable) if slope is None else slope
    facts = [Goal(Derivative(difference, variable, slope), domain), Goal(that(slope) < 0, domain)]
    return accepts(that(0) < difference, domain, "decreasing", facts=facts)


def test_a_difference_that_falls_to_something_positive_is_positive():
    ray = Domain((Variable(x, sp.Integer(0), sp.oo),))
    assert falling(sp.exp(-x), ray)
    assert falling(1 - sp.erf(x), ray)
    assert falling(1 - x, UNIT)


def test_a_difference_that_falls_below_zero_or_out_of_sight_is_not_shown_to_be_positive():
    ray = Domain((Variable(x, sp.Integer(0), sp.oo),))
    assert not falling(sp.exp(-x) - HALF, ray)
    assert not falling(HALF - x, UNIT)
    assert not falling(-sp.log(x), ray)
    assert not falling(G(x), ray, slope=sp.Integer(-1))
    closed = Domain((Variable(x, sp.Integer(0), sp.Integer(1), "(]"),))
    assert not falling(2 - x, closed)


# -- 0 to the power 0 -----------------------------------------------------------------------------


@pytest.mark.parametrize("more", [1, sp.pi, sp.sqrt(x + 2), sp.sqrt(x + 4)])
def test_zero_to_the_power_zero_is_no_counterexample(more):
    square = Domain((between(x, 0, 1, "[]"), between(y, 0, 1, "[]")))
    small = that(x**y) < sp.S(more) / 100
    point = ((x, sp.Integer(0)), (y, sp.Integer(0)))
    assert not accepts(Fails(small, point), square, "counterexample")
    elsewhere = ((x, HALF), (y, HALF))
    assert accepts(Fails(small, elsewhere), square, "counterexample")


# -- a counterexample in what has no value --------------------------------------------------------


def test_what_nothing_is_known_of_is_no_counterexample():
    closed, zero = Domain((between(x, 0, 1, "[]"),)), ((x, sp.Integer(0)),)
    for shown in (G(1 / x), 1 / G(x)):
        assert not accepts(Fails(that(shown + 1) < shown, zero), closed, "counterexample")
    assert accepts(Fails(that(x + 1) < x, zero), closed, "counterexample")


def test_infinity_is_not_approached_from_above():
    for side, right in (("-", True), ("+", False)):
        limit = Limit(1 / x, x, sp.oo, side, sp.Integer(0))
        assert accepts(limit, Domain(), "limit") is right
