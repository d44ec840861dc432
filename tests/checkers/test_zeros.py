"""The rules that find a zero and compare places: what they want, and that nothing less will do."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.proposition import Limit, Relation, at_most, equal, less
from dpproofs.kernel.rules import instance

X, H = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
a = sp.Symbol("a", positive=True)
F, T = sp.Function("F"), sp.Function("t")
ON = Domain((positive(a),))
zero, one = sp.Integer(0), sp.Integer(1)
CUBE = {
    "curve": F(X) + a * X**3 - 1, "slope": 1 + 3 * a, "lower": zero, "upper": one,
    "place": sp.Symbol("t"),
}  # fmt: skip
LINE = {"curve": F(X) + X, "before": a, "after": a + 1}


def applied(name, bindings, on=ON, change=None, more=()):
    """The finding for a rule whose premises are taken as given, after one was changed."""
    premises, conclusion = instance(name, bindings, on)
    given = [*more, *premises]
    if change is not None:
        place, goal = change
        given[place] = goal
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate(given)]
    uses = tuple(s.name for s in steps[len(more) :])
    hints = {"rule": name, "bindings": bindings}
    steps.append(Step(str(len(steps) + 1), conclusion, "rule", "", hints, uses))
    return check(steps[-1], Derivation(tuple(steps)))


def test_a_curve_that_changes_sign_is_zero_at_a_named_place():
    (gentle, below, above), found = instance("intermediate value", CUBE, ON)
    assert [v.symbol.name for v in gentle.domain] == ["a", "x", "h"]
    assert below.proposition == less(F(0) - 1, 0)
    assert above.proposition == less(0, F(1) + a - 1)
    root = 1 / (1 + sp.exp(T(a)))
    assert found == Goal(equal(F(root) + a * root**3 - 1, 0), ON)
    assert applied("intermediate value", CUBE).established


@pytest.mark.parametrize("place", range(3))
def test_no_premise_of_the_zero_can_be_weaker(place):
    premises, _ = instance("intermediate value", CUBE, ON)
    claim = premises[place].proposition
    weaker = Relation(claim.lhs - 1, claim.op, claim.rhs)
    change = (place, Goal(weaker, premises[place].domain))
    assert not applied("intermediate value", CUBE, change=change).established


def test_nothing_else_may_be_known_of_the_place():
    spoken = Goal(less(T(a), 0), ON)
    assert not applied("intermediate value", CUBE, more=(spoken,)).established
    elsewhere = Goal(less(F(a), 0), ON)
    assert applied("intermediate value", CUBE, more=(elsewhere,)).established
    bounded = Goal(less(F(X), 9), Domain((Variable(X, zero, sp.exp(T(0))),)))
    assert not applied("intermediate value", CUBE, more=(bounded,)).established
    other = Goal(Limit(T(a), a, zero, "+", zero), Domain())
    assert applied("intermediate value", CUBE, more=(other,)).established, "no hypothesis"


def test_a_curve_may_not_speak_of_its_own_zero():
    circular = {**CUBE, "curve": CUBE["curve"] + T(a)}
    assert not applied("intermediate value", circular).established


def test_a_place_is_the_zero_of_one_curve():
    first = instance("intermediate value", CUBE, ON)
    other = {**CUBE, "curve": CUBE["curve"] - X}
    second = instance("intermediate value", other, ON)
    steps = []
    for (premises, conclusion), bindings in ((first, CUBE), (second, other)):
        start = len(steps)
        steps += [Step(str(start + i + 1), g, "assume", "") for i, g in enumerate(premises)]
        uses = tuple(s.name for s in steps[start:])
        hints = {"rule": "intermediate value", "bindings": bindings}
        steps.append(Step(str(len(steps) + 1), conclusion, "rule", "", hints, uses))
    one_zero = Derivation(tuple(steps[:4]))
    assert check(one_zero.steps[3], one_zero).established
    both = Derivation(tuple(steps))
    assert not check(both.steps[3], both).established


def test_a_curve_that_does_not_decrease_tells_the_order():
    (grows, higher), found = instance("order", LINE, ON)
    assert grows.proposition == at_most(F(X) + X, F(X + H) + X + H)
    assert higher.proposition == less(F(a) + a, F(a + 1) + a + 1)
    assert found == Goal(less(a, a + 1), ON)
    assert applied("order", LINE).established


@pytest.mark.parametrize("key", ["before", "after"])
def test_places_in_order_are_positive(key):
    for place in (zero, -a, a - 1):
        assert not applied("order", {**LINE, key: place}).established


def test_equal_values_tell_no_order():
    (grows, higher), _ = instance("order", LINE, ON)
    weak = Goal(at_most(higher.proposition.lhs, higher.proposition.rhs), ON)
    assert not applied("order", LINE, change=(1, weak)).established
    falls = Goal(at_most(grows.proposition.rhs, grows.proposition.lhs), grows.domain)
    assert not applied("order", LINE, change=(0, falls)).established
