"""Section VII: verdicts, planted errors, and the bounds tried on ranges with exact masses."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Derivative, Limit, Relation
from dpproofs.replaying.program import replay, statement_digest
from dpproofs.theorems.staircase import abstract
from dpproofs.verifying import verify

CLAIMS = {claim.id.split(".")[1]: claim for claim in abstract.CLAIMS}
VERDICTS = {"eq82": "definition", "def4": "definition", "thm13": "holds"}


@pytest.mark.parametrize("name", VERDICTS)
def test_claim_is_proved_every_twin_dies_and_the_certificate_replays(name):
    verdict = verify(CLAIMS[name])
    assert verdict.decision.value == VERDICTS[name], verdict.note
    assert verdict.grade is not None
    assert verdict.grade.name == "proved"
    assert verdict.mutation.tried >= 20
    assert verdict.mutation.survivors == ()
    document = json.loads(json.dumps(verdict.certificate))
    known = {verdict.id: statement_digest(document["statement"])}
    assert replay(document, statements=known).accepted


# -- planted errors --------------------------------------------------------------------------------

b, kappa, w, Delta = sp.symbols("b kappa w Delta", positive=True)
n = sp.Symbol("n", integer=True)


def _steps(name, kind, part):
    """Steps of a claim whose proposition is of one kind and mentions a part."""
    derivation = CLAIMS[name].derive()
    found = [
        step
        for step in derivation.steps
        if isinstance(step.goal.proposition, kind)
        and step.method != "assume"
        and part in str(step.goal.proposition)
    ]
    return derivation, found


def _established(name, goal, **changes):
    """Whether the step that shows a goal would show the changed one instead."""
    derivation = CLAIMS[name].derive()
    (step,) = [step for step in derivation.steps if step.goal == goal]
    changed = Goal(replace(goal.proposition, **changes), goal.domain)
    assert check(step, derivation).established
    return check(replace(step, goal=changed), derivation).established


def _scaled(goal, factor):
    return {"rhs": goal.proposition.rhs * factor}


WRONG = {
    "epsilon instead of 2 epsilon": (abstract._BOUND, _scaled(abstract._BOUND, b)),
    "slightly less than 2 epsilon": (
        abstract._BOUND,
        _scaled(abstract._BOUND, b ** sp.Rational(1, 100)),
    ),
    "99/100 of exp(2 epsilon)": (abstract._BOUND, _scaled(abstract._BOUND, sp.Rational(99, 100))),
    "odds with a smaller factor": (
        abstract._SHARP,
        {"rhs": abstract._SHARP.proposition.rhs.xreplace({b**2: b})},
    ),
    "strict odds": (abstract._SHARP, {"op": "<"}),
    "no factor at all for one normaliser": (abstract._SHARED, _scaled(abstract._SHARED, b)),
    "no factor at all for ordered costs": (
        abstract._UP,
        _scaled(abstract._UP, b),
    ),
    "the same the other way": (abstract._DOWN, _scaled(abstract._DOWN, b)),
    "a pointwise gain of less than exp(epsilon)": (
        abstract._POINTWISE,
        _scaled(abstract._POINTWISE, b),
    ),
    "limit exp(epsilon)": (abstract._LIMIT, {"value": 1 / b}),
    "limit exp(3 epsilon)": (abstract._LIMIT, {"value": b**-3}),
    "the gain without w": (abstract._RATIO, {"rhs": b**-2}),
    "twice as large a factor": (abstract._NO_LESS, {"lhs": 2 * kappa}),
}


@pytest.mark.parametrize("name", WRONG)
def test_planted_error_is_not_established(name):
    goal, changes = WRONG[name]
    assert not _established("thm13", goal, **changes)


def test_without_its_domain_the_bound_is_not_established():
    derivation = CLAIMS["thm13"].derive()
    (step,) = [step for step in derivation.steps if step.goal == abstract._BOUND]
    wide = tuple(replace(v, upper=2 * v.upper) for v in step.goal.domain)
    for place in (2, 4):  # S_1 and R_1 may exceed S_2/b and R_2/b
        variables = list(step.goal.domain)
        variables[place] = wide[place]
        domain = replace(step.goal.domain, variables=tuple(variables))
        found = check(replace(step, goal=Goal(step.goal.proposition, domain)), derivation)
        # What is not on S may only help, so that a larger R_1 does no harm.
        assert found.established == (place == 4)


@pytest.mark.parametrize(
    ("claim", "part", "changes"),
    [
        ("eq82", "-Delta*n", {"lhs": sp.Function("L")(0)}),
        ("eq82", "-Delta*n", {"lhs": -Delta * n / 2 + sp.Function("L")(0)}),
        ("eq82", "c*(d + l)", {"rhs": Delta}),
        ("def4", "C(0)", {"rhs": sp.Function("C")(0)}),
        ("def4", "C(0)", {"rhs": sp.Function("C")(0) * b ** (1 - n)}),
        ("def4", "f(gamma, Delta*k)", {"rhs": b**abstract.k}),
        ("def4", "f(gamma, Delta*k)", {"rhs": b ** (abstract.k + 1) * abstract.f(sp.Integer(0))}),
    ],
)
def test_a_wrong_consequence_of_a_definition_is_not_established(claim, part, changes):
    derivation, found = _steps(claim, Relation, part)
    assert found
    for step in found:
        assert check(step, derivation).established
        goal = Goal(replace(step.goal.proposition, **changes), step.goal.domain)
        assert not check(replace(step, goal=goal), derivation).established


def test_kinds_of_the_formal_statement():
    kinds = [type(goal.proposition) for goal in CLAIMS["thm13"].statement.printed]
    assert Limit in kinds
    assert Derivative not in kinds


# -- oracles: finite ranges, written once more -----------------------------------------------------


def _f(x, ratio, gamma):
    """(25) for Delta = 1, up to its height, in rationals."""
    periods = abs(x) // 1
    return ratio**periods * (1 if abs(x) - periods < gamma else ratio)


def _twelfths(low, high):
    return st.integers(12 * low, 12 * high).map(lambda i: Fraction(i, 12))


ranges = st.lists(
    st.tuples(_twelfths(-4, 4), _twelfths(-1, 1), st.integers(1, 20), st.booleans()),
    min_size=2,
    max_size=6,
).filter(lambda rows: len({chosen for *_, chosen in rows}) == 2)
shapes = st.tuples(st.integers(1, 49).map(lambda i: Fraction(i, 50)), _twelfths(0, 1))


def _probabilities(rows, shape):
    """P_D1(S) and P_D2(S) for the outcomes marked."""
    ratio, gamma = shape
    found = []
    for moved in (0, 1):
        masses = [(w * _f(c + moved * d, ratio, gamma), chosen) for c, d, w, chosen in rows]
        found.append(sum(m for m, chosen in masses if chosen) / sum(m for m, _ in masses))
    return found


@settings(max_examples=60, deadline=None)
@given(ranges, shapes)
def test_theorem_13_on_finite_ranges_of_exact_masses(rows, shape):
    p, q = _probabilities(rows, shape)
    square = shape[0] ** 2
    assert p * square < q
    assert q * square < p
    assert p <= q / (square + (1 - square) * q)


@settings(max_examples=60, deadline=None)
@given(ranges, shapes)
def test_ordered_costs_change_by_one_factor_only(rows, shape):
    ordered = [(abs(c), abs(d), w, chosen) for c, d, w, chosen in rows]
    p, q = _probabilities(ordered, shape)
    assert p * shape[0] <= q
    assert q * shape[0] <= p


def test_signed_costs_in_order_can_need_more_than_one_factor():
    """Costs (-1, 0) and (0, 1) are in order, but not their absolute values."""
    rows = [(Fraction(-1), 1, 1, True), (Fraction(0), 1, 100, False)]
    p, q = _probabilities(rows, (Fraction(1, 2), Fraction(1, 2)))
    assert p / q < Fraction(1, 2)


@pytest.mark.parametrize("gamma", [0, Fraction(1, 3), 1])
@pytest.mark.parametrize("ratio", [Fraction(1, 10), Fraction(9, 10)])
def test_the_tight_example(ratio, gamma):
    for small in (1, Fraction(1, 10), Fraction(1, 10**9)):
        rows = [(0, 1, small, True), (1, -1, 1, False)]
        p, q = _probabilities(rows, (ratio, gamma))
        assert p / q == (1 + ratio * small) / (ratio * (ratio + small))
        # Equality in the bound on the odds.
        assert p / (1 - p) == q / (1 - q) / ratio**2
    assert ratio**-2 > p / q > ratio**-2 * (1 - Fraction(1, 10**7))


def test_gain_and_its_limit_numerically():
    gain = sp.lambdify([b, w], abstract._gain, "mpmath")
    with mpmath.workdps(50):
        for epsilon in (mpmath.mpf(1) / 100, mpmath.mpf(1), mpmath.mpf(20)):
            ratio = mpmath.exp(-epsilon)
            near = gain(ratio, mpmath.mpf(10) ** -40)
            assert mpmath.almosteq(mpmath.log(near), 2 * epsilon, mpmath.mpf(10) ** -20)
            enough = sp.lambdify([b, kappa], abstract._enough, "mpmath")
            for share in (mpmath.mpf("0.1"), mpmath.mpf("0.999")):
                factor = 1 + share * (ratio**-2 - 1)
                small = enough(ratio, factor)
                assert small > 0
                assert gain(ratio, small) > factor


def test_a_constant_added_to_the_cost_changes_the_mechanism():
    shape = (Fraction(1, 2), Fraction(1, 2))
    rows = [(Fraction(0), 0, 1, True), (Fraction(1, 2), 0, 1, False)]
    moved = [(c + Fraction(1, 2), d, w, chosen) for c, d, w, chosen in rows]
    assert _probabilities(rows, shape)[0] == Fraction(2, 3)
    assert _probabilities(moved, shape)[0] == Fraction(1, 2)


def test_normalisers_n_changes_apart():
    ratio, gamma = Fraction(1, 3), Fraction(1, 4)
    costs = [Fraction(0), Fraction(5, 2), Fraction(7)]
    for changes in range(5):
        near, far = (sum(_f(c + moved, ratio, gamma) for c in costs) for moved in (0, changes))
        assert ratio**changes * far <= near
        assert ratio**changes * near <= far
