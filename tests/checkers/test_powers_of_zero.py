"""Powers of what may be 0, as the checkers see them: defined where the exponent is positive."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Derivative, Minimum, that

x, y, p, q, a, u = sp.symbols("x y p q a u", real=True)
h = sp.Symbol("h", positive=True)
P, HALF_LINE = positive(p), Variable(x, sp.Integer(0), sp.oo, "[)")
ANY_EXPONENT = Variable(p, sp.Integer(0), sp.oo, "[)")
HALF = sp.Rational(1, 2)
Z = Given("Z", "noise")()


def outcome(claim, on, method="sign", facts=(), **hints):
    """The message of a checker where it does not accept, after facts that are taken as given."""
    steps = [Step(str(i), goal, "assume", "") for i, goal in enumerate(facts, 1)]
    names = tuple(step.name for step in steps)
    goal, name = Goal(claim, Domain(tuple(on))), str(len(steps) + 1)
    last = Step(name, goal, method, "", hints=hints, uses=names)
    found = check(last, Derivation((*steps, last)))
    return "" if found.established else found.message


@pytest.mark.parametrize(
    ("claim", "on"),
    [
        (that(0) <= x**p, [P, HALF_LINE]),
        (that(0) <= sp.sqrt(x), [HALF_LINE]),
        (that(x ** (p + 1)) == x * x**p, [P, HALF_LINE]),
        (that((x**p) ** HALF) == x ** (p / 2), [P, HALF_LINE]),
        (that(0) <= (x - y) ** p, [P, positive(y), Variable(x, y, sp.oo, "[)")]),
        (that(0) < x**p, [real(p), positive(x)]),
    ],
)
def test_a_power_with_a_positive_exponent_is_not_negative(claim, on):
    assert outcome(claim, on) == ""


@pytest.mark.parametrize(
    ("claim", "on", "words"),
    [
        (that(0) <= x**p, [P, Variable(x, sp.Integer(-1), sp.oo, "[)")], "one sign"),
        (that(0) <= x**p, [P, real(x)], "false at"),
        (that(0) <= (-x) ** p, [P, HALF_LINE], "false at"),
        (that(0) <= x**p, [ANY_EXPONENT, HALF_LINE], "p is not positive"),
        (that(0) <= x**-p, [P, HALF_LINE], "-p is not positive"),
        (that(0) <= x ** (p - 1), [Variable(p, sp.Integer(1), sp.oo), HALF_LINE], "vanish"),
        (that(0) <= 1 / sp.sqrt(x), [HALF_LINE], "vanish"),
        (that(sp.log(x**p)) == p * sp.log(x), [P, HALF_LINE], "may be 0"),
        (that(0) < x**p, [P, HALF_LINE], "not shown"),
        (that(0) < sp.sqrt(x), [HALF_LINE], "false at"),
    ],
)
def test_no_more_is_said_of_it(claim, on, words):
    assert words in outcome(claim, on)


@pytest.mark.parametrize(("exponent", "shown"), [(P, True), (ANY_EXPONENT, False)])
def test_a_power_grows_from_zero_on(exponent, shown):
    on = Domain((exponent, HALF_LINE, positive(h)))
    slope = sp.diff((x + h) ** p, h)
    facts = (
        Goal(Derivative((x + h) ** p - x**p, h, slope), on),
        Goal(that(0) < slope, on),
    )
    found = outcome(that(x**p) < (x + h) ** p, on.variables, "increasing", facts)
    assert (found == "") is shown


def test_where_the_base_may_vanish_the_exponent_is_positive_at_the_end_too():
    on = Domain((real(p), positive(x), positive(h)))
    slope = sp.diff((x + h) ** p + h, h)
    facts = (Goal(Derivative((x + h) ** p + h, h, slope), on), Goal(that(0) < slope, on))
    assert outcome(that(0) < (x + h) ** p + h, on.variables, "increasing", facts) == ""
    near = Domain((real(p), HALF_LINE, positive(h)))
    facts = tuple(Goal(fact.proposition, near) for fact in facts)
    words = outcome(that(0) < (x + h) ** p + h, near.variables, "increasing", facts)
    assert "p is not shown to be positive" in words


SQUARE = (a - 1) ** 2 + q
A = between(a, 0, 3, "[)")
Q = real(q)


def bounded(op=">=", value=q, where=A, least=Q):
    known = Goal(Expected(Z, u, u, "==", SQUARE), Domain((real(q), where)))
    lowest = Goal(
        Minimum(SQUARE, a, sp.Integer(0), sp.Integer(3), "[)", sp.Integer(1)), Domain((least,))
    )
    return outcome(Expected(Z, u, u, op, value), (real(q), where), "weaken", (known, lowest))


def test_an_expectation_is_no_less_than_the_least_value():
    assert bounded() == ""
    assert bounded(where=between(a, 1, 2)) == ""
    for found in (bounded(">"), bounded("=="), bounded("<="), bounded(value=q + HALF)):
        assert "does not follow" in found
    assert "a lies in the domain" in bounded(where=between(a, 0, 4))
    assert "q lies in the domain" in bounded(least=positive(q))
