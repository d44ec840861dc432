"""False arguments: consequences, counterexamples, numbers and rules that prove nothing."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, between, index, nth_root, positive, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Relation,
    Sum,
    that,
)

x, y, a = sp.symbols("x y a")
T = sp.Symbol("T")
UNIT = Domain((between(x, 0, 1),))
LINE = Domain((real(x),))
HALF = sp.Rational(1, 2)
ROOT_OF_TWO = Domain((nth_root(T, 2, sp.Integer(2), sp.S(1), sp.S(2)),))
AROUND = Domain((between(x, -1, 1),))
k = sp.Symbol("k", integer=True)
F, G = sp.Function("F"), sp.Function("G")
N = sp.Symbol("n", integer=True)
AT = Domain((between(a, 1, sp.oo),))


def outcome(proposition, domain, method, facts=(), uses=None, **hints):
    """What the checker finds about a last step, after facts that are taken as given."""
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate(facts)]
    names = tuple(s.name for s in steps) if uses is None else uses
    goal = Goal(proposition, domain)
    step = Step(str(len(steps) + 1), goal, method, "", hints=hints, uses=names)
    return check(step, Derivation((*steps, step)))


def accepts(*args, **kwargs):
    return outcome(*args, **kwargs).established


# -- consequences ---------------------------------------------------------------------------------


def outcome_with(conclusion, domain, fact, on, values, times):
    first = Step("1", Goal(fact, on), "assume", "")
    step = Step(
        "2", Goal(conclusion, domain), "entailment", "",
        hints={"facts": [("1", values, times)]}, uses=("1",),
    )  # fmt: skip
    return check(step, Derivation((first, step))).established


@pytest.mark.parametrize("value", [sp.I, sp.oo, sp.nan, 1 / (a - HALF)])
def test_a_fact_is_used_at_real_values_only(value):
    square = that(0) <= x**2
    conclusion = that(0) <= value**2
    domain = Domain((between(a, 0, 1),))
    if conclusion.rhs is sp.nan:
        conclusion = that(0) <= -1
    assert not outcome_with(conclusion, domain, square, LINE, {x: value}, 1)


def test_zero_is_not_at_most_minus_one_because_i_has_a_square():
    assert not outcome_with(that(0) <= -1, Domain(), that(0) <= x**2, LINE, {x: sp.I}, 1)


def test_an_equality_may_not_be_divided_by_what_can_vanish():
    domain = Domain((between(a, 0, 1), real(x)))
    fact = that((a - HALF) * x) == 0
    assert not outcome_with(that(x) == 0, domain, fact, domain, {}, 1 / (a - HALF))


def test_a_root_is_not_moved_to_another_radicand():
    on = Domain((between(a, 0, 1), nth_root(T, 3, a, a, sp.Integer(1))))
    fact = that(T**3) == a
    assert not outcome_with(that(T**3) == HALF, on, fact, on, {a: HALF}, 1)
    assert outcome_with(that(2 * T**3) == 2 * a, on, fact, on, {}, 2)


def test_a_fact_is_not_used_outside_its_domain():
    fact = that(x) < 1
    assert not outcome_with(that(2) < 1, Domain(), fact, UNIT, {x: sp.Integer(2)}, 1)
    assert not outcome_with(that(1) < 1, Domain(), fact, UNIT, {x: sp.Integer(1)}, 1)
    assert not outcome_with(that(y) < 1, Domain((real(y),)), fact, UNIT, {x: y}, 1)


def test_only_variables_of_the_fact_are_given_values():
    fact = Goal(that(G(x)) < 1, UNIT)
    assert not outcome_with(that(G(x)) < 1, UNIT, fact.proposition, UNIT, {y: HALF}, 1)


def test_a_negative_multiplier_is_not_accepted():
    assert not outcome_with(that(-x) < -1, UNIT, that(x) < 1, UNIT, {}, -1)


def test_a_weak_fact_gives_no_strict_conclusion():
    assert not outcome_with(that(G(x)) < 1, UNIT, that(G(x)) <= 1, UNIT, {}, 1)
    assert not outcome_with(that(G(x)) < 1, UNIT, that(G(x)) < 1, UNIT, {}, 0)


def test_an_inequality_gives_no_equality():
    assert not outcome_with(that(G(x)) == 1, UNIT, that(G(x)) <= 1, UNIT, {}, 1)
    assert not outcome_with(that(G(x)) == 1, UNIT, that(G(x)) == 2, UNIT, {}, 1)


def test_a_fact_that_is_no_relation_or_says_unequal_is_not_combined():
    wrong = Relation(G(x), "!=", sp.Integer(0))
    assert not outcome_with(that(0) < G(x), UNIT, wrong, UNIT, {}, 1)
    assert not outcome_with(wrong, UNIT, wrong, UNIT, {}, 1)
    slope = Derivative(G(x), x, sp.Integer(1))
    assert not outcome_with(that(0) < G(x), UNIT, slope, UNIT, {}, 1)


def test_a_fact_must_be_listed_among_the_steps_used():
    hints = {"facts": [("1", {}, 1)]}
    first = Step("1", Goal(that(G(x)) < 1, UNIT), "assume", "")
    step = Step("2", Goal(that(G(x)) < 1, UNIT), "entailment", "", hints=hints)
    assert not check(step, Derivation((first, step))).established


def test_what_remains_must_be_nonnegative():
    assert not outcome_with(that(G(x)) < HALF, UNIT, that(G(x)) < 1, UNIT, {}, 1)
    assert outcome_with(that(G(x)) < 2, UNIT, that(G(x)) < 1, UNIT, {}, 1)


def test_a_step_may_not_rest_on_itself_or_a_later_one():
    goal = Goal(that(1) < 0, Domain())
    for name in ("0", "1", "-1", "2"):
        step = Step("1", goal, "entailment", "", {"facts": [(name, {}, 1)]}, (name,))
        with pytest.raises(BadInput, match="earlier"):
            Derivation((step,))


# -- counterexamples ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "domain", "point"),
    [
        (that(0) <= x**2, LINE, ((x, sp.I),)),
        (that(0) < 1 / x, Domain((positive(x),)), ((x, sp.oo),)),
        (that(x) < x + 1, LINE, ((x, sp.oo),)),
        (that(x) < 1, UNIT, ((x, sp.Integer(1)),)),
        (that(x) < 2, UNIT, ((x, sp.Integer(2)),)),
        (that(x) < 2, UNIT, ()),
        (that(x) < 1, UNIT, ((x, HALF), (y, sp.Integer(2)))),
        (that(x) < 1, UNIT, ((x, y), (y, sp.Integer(2)))),
        (that(sp.sqrt(2)) == sp.sqrt(8) / 2, Domain(), ()),
        (that(x) < 4, Domain((index(x, 0),)), ((x, sp.Rational(9, 2)),)),
        (that(0) < T, ROOT_OF_TWO, ((T, -sp.sqrt(2)),)),
        (that(T) < 1, ROOT_OF_TWO, ((T, sp.S(3) / 2),)),
        (Relation(1 / (x - HALF), "!=", 1 / (x - HALF)), UNIT, ((x, HALF),)),
        (that(0) <= sp.sqrt(x - 1) * sp.sqrt(x - 4), AROUND, ((x, sp.S(0)),)),
        (Minimum(x**2, x, sp.S(-1), sp.S(1), "[]", sp.S(0)), Domain(), ((x, HALF),)),
        (Minimum(x**2, x, sp.S(-1), sp.S(1), "[]", HALF), Domain(), ((x, sp.S(3)),)),
        (Sum(k, k, sp.S(0), sp.S(1), sp.S(7)), Domain(), ()),
        (Fails(that(1) < 2, ()), Domain(), ()),
    ],
)  # fmt: skip
def test_a_false_counterexample_is_not_accepted(claim, domain, point):
    assert not accepts(Fails(claim, point), domain, "counterexample")


def test_a_counterexample_with_another_value_needs_that_value_to_be_right():
    claim = Integral(x, x, sp.Integer(0), sp.Integer(1), HALF)
    failing = Fails(claim, ())
    assert not accepts(failing, Domain(), "counterexample", instead=1)
    assert not accepts(failing, Domain(), "counterexample", instead=HALF)
    assert not accepts(failing, Domain(), "counterexample")


@pytest.mark.parametrize(
    ("value", "right"), [(N, True), (N + 1, True), (2 * N, True), (N - 1, False), (N / 2, False)]
)
def test_a_fact_about_integers_is_used_at_integers_in_its_range(value, right):
    naturals = Domain((index(N, 0),))
    fact, wanted = that(0) <= F(N), that(0) <= F(value)
    assert outcome_with(wanted, naturals, fact, naturals, {N: value}, 1) is right


def test_a_fact_about_integers_is_not_used_at_reals():
    fact = that(0) <= F(N)
    assert not outcome_with(that(0) <= F(a), AT, fact, Domain((index(N, 0),)), {N: a}, 1)


# -- what another step says -----------------------------------------------------------------------

FA, FX = F(a), F(x)
RAYS = Domain((positive(x), positive(a)))


@pytest.mark.parametrize(
    ("first", "second", "wanted", "right"),
    [
        (that(0) <= FX, that(0) <= FA, that(0) <= FX * FA, True),
        (that(0) < FX, that(0) < FA, that(0) < FX * FA, True),
        (that(0) < FX, that(0) <= FA, that(0) < FX * FA, False),
        (that(0) <= FX, that(FA) <= 0, that(0) <= FX * FA, False),
        (that(0) <= FX, that(0) == FA, that(0) <= FX * FA, False),
        (that(0) <= FX, that(0) <= FA - 1, that(0) <= FX * FA, False),
    ],
)
def test_a_multiplier_may_be_what_another_step_says_is_not_negative(first, second, wanted, right):
    steps = (
        Step("1", Goal(first, RAYS), "assume", ""),
        Step("2", Goal(second, RAYS), "assume", ""),
        Step("3", Goal(wanted, RAYS), "entailment", "", {"facts": [("1", {}, FA)]}, ("1", "2")),
    )
    assert check(steps[-1], Derivation(steps)).established is right


@pytest.mark.parametrize(
    ("said", "on", "right"),
    [
        (that(a) < sp.exp(a), Domain((positive(a),)), True),
        (that(a) <= sp.exp(a), Domain((positive(a),)), False),
        (that(a) < sp.exp(a), AT, False),
        (that(sp.exp(a)) < a, Domain((positive(a),)), False),
    ],
)
def test_a_value_lies_where_another_step_says(said, on, right):
    fact = Goal(that(0) <= F(x), Domain((positive(x),)))
    hints = {"facts": [("1", {x: sp.exp(a) - a}, 1)]}
    wanted = Goal(that(0) <= F(sp.exp(a) - a), Domain((positive(a),)))
    steps = (
        Step("1", fact, "assume", ""),
        Step("2", Goal(said, on), "assume", ""),
        Step("3", wanted, "entailment", "", hints, ("1", "2")),
    )
    assert check(steps[-1], Derivation(steps)).established is right


# -- limits between bounds ------------------------------------------------------------------------

GONE = Limit(1 / x, x, sp.oo, "-", sp.Integer(0))
ABOVE_ONE = Domain((between(x, 1, sp.oo),))
BOUNDS = [
    Goal(that(0) <= F(x), ABOVE_ONE),
    Goal(that(F(x)) < 1 / x, ABOVE_ONE),
    Goal(GONE, Domain()),
]


def squeezed(claim, facts, domain=None):
    return accepts(claim, domain or Domain(), "squeeze", facts=facts)


def toward(point, side):
    return Limit(F(x), x, sp.S(point), side, sp.Integer(0))


def test_what_lies_between_two_bounds_has_their_limit():
    assert squeezed(toward(sp.oo, "-"), BOUNDS)


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_squeeze_needs_both_bounds_and_their_limits(missing):
    assert not squeezed(toward(sp.oo, "-"), BOUNDS[:missing] + BOUNDS[missing + 1 :])


@pytest.mark.parametrize(
    "facts",
    [
        [Goal(that(F(x)) <= 0, ABOVE_ONE), *BOUNDS[1:]],
        [BOUNDS[0], Goal(Relation(F(x), ">", 1 / x), ABOVE_ONE), BOUNDS[2]],
        [BOUNDS[0], Goal(that(F(2 * x)) < 1 / x, ABOVE_ONE), BOUNDS[2]],
        [*BOUNDS[:2], Goal(Limit(1 / x, x, sp.oo, "-", sp.Integer(1)), Domain())],
        [*BOUNDS[:2], Goal(Limit(1 / x, x, sp.Integer(0), "+", sp.Integer(0)), Domain())],
        [BOUNDS[0], Goal(that(F(x)) < 1 / x, Domain((between(x, 1, 9),))), BOUNDS[2]],
        [BOUNDS[0], Goal(that(F(x)) < 1 / x, Domain((index(x, 1),))), BOUNDS[2]],
        [BOUNDS[0], Goal(that(F(x)) < 1 / x, AT & between(x, 1, sp.oo)), BOUNDS[2]],
    ],
)
def test_bounds_elsewhere_or_the_other_way_squeeze_nothing(facts):
    assert not squeezed(toward(sp.oo, "-"), facts)


def test_bounds_on_the_other_side_of_the_point_squeeze_nothing():
    facts = [Goal(that(0) <= F(x), UNIT), Goal(that(F(x)) <= 0, UNIT)]
    assert squeezed(toward(0, "+"), facts)
    assert squeezed(toward(1, "-"), facts)
    assert not squeezed(toward(0, "-"), facts)
    assert not squeezed(toward(1, "+"), facts)


# -- textbook rules -------------------------------------------------------------------------------

X, H = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)


def by_rule(name, premises, conclusion, **bindings):
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate(premises)]
    hints = {"rule": name, "bindings": bindings}
    uses = tuple(s.name for s in steps)
    steps.append(Step(str(len(steps) + 1), conclusion, "rule", "", hints, uses))
    return check(steps[-1], Derivation(tuple(steps)))


def test_steps_that_do_not_fit_show_no_monotonicity():
    facts = [Goal(Derivative(x, x, sp.Integer(1)), UNIT), Goal(that(0) < 2, UNIT)]
    assert not accepts(that(0) < x, UNIT, "increasing", facts=facts)
