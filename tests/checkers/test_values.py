"""What is said has a value wherever it is said, before anything in it cancels: each of these has a
pole where p is 0, of which nothing is left in the difference of the sides.
"""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.valued import valueless
from dpproofs.kernel.assertions import Even, Expected, Private
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.proposition import Derivative, Program, that
from dpproofs.kernel.rules import instance
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, interval

p, x, z = sp.symbols("p x z")
n = sp.Symbol("n", integer=True)
X, S = sp.Function("X"), sp.Function("S")()
ONE, ZERO = sp.Integer(1), sp.Integer(0)
RAY, OF = at_least(1 / p), Mass(X(), S)
THROUGH, AWAY = -1, 0  # where p begins


def accepts(proposition, domain, method, facts=(), **hints):
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate(facts)]
    uses = tuple(step.name for step in steps)
    last = Step(str(len(steps) + 1), Goal(proposition, domain), method, "", hints=hints, uses=uses)
    return check(last, Derivation((*steps, last))).established


def moves(slope, method, on):
    """1/p + x from its derivative, on x in (0, 1)."""
    on &= between(x, 0, 1)
    claim = that(1 / p) < 1 / p + (x if slope == 1 else 1 - x)
    sign = that(0) < slope if slope > 0 else that(slope) < 0
    change = Derivative(claim.rhs - claim.lhs, x, slope)
    return claim, on, method, (Goal(change, on), Goal(sign, on)), {}


def induction(on):
    bindings = {"step": ONE, "terms": n + 1 / p, "last": sp.Integer(3)}
    made = instance("induction", bindings, on & index(n, 0, 3))
    said = made.conclusion
    hints = {"rule": "induction", "bindings": bindings}
    return said.proposition, said.domain, "rule", made.premises, hints


def program(objective, equations, value, point, multipliers):
    def made(on):
        claim = Program(objective, (z,), (), equations, value)
        return claim, on, "duality", (), {"point": {z: point}, "multipliers": multipliers}

    return made


POLES = {
    "a difference that grows": lambda on: moves(ONE, "increasing", on),
    "a difference that falls": lambda on: moves(-ONE, "decreasing", on),
    "a number beside a mass": lambda on: (that(OF + 1 / p) <= 1 + 1 / p, on, "measure", (), {}),
    "an end of a set": lambda on: (that(0) <= Mass(X(), RAY), on, "measure", (), {}),
    "a set that moves": lambda on: (that(0) <= Mass(X(), Moved(S, 1 / p)), on, "measure", (), {}),
    "one of many noises": lambda on: (that(0) <= Mass(X(1 / p), S), on, "measure", (), {}),
    "a set in a mirror": lambda on: (
        that(Mass(X(), Mirror(RAY))) == Mass(X(), RAY), on, "mirror", (Goal(Even(X()), on),),
        {"set": RAY},
    ),
    "a set of private noise": lambda on: (
        that(Mass(X(), RAY)) <= sp.E * Mass(X(), Moved(RAY, ONE)), on, "privacy",
        (Goal(Private(X(), ONE, ZERO, ONE), Domain()),), {"set": RAY, "shift": ONE},
    ),
    "a set put in for any": lambda on: (
        that(0) <= Mass(X(), RAY), on, "instance", (Goal(that(0) <= OF, Domain()),),
        {"at": {}, "sets": {"S": RAY}},
    ),
    "a term of an induction": induction,
    "an objective": program(z + 1 / p, (), 1 / p, ZERO, []),
    "a multiplier": program(z, (p * z - 2 * p,), sp.Integer(2), sp.Integer(2), [1 / p]),
    "a row": program(z, ((z + 1) / p - z / p - 1 / p,), ZERO, ZERO, [ZERO]),
}  # fmt: skip


@pytest.mark.parametrize("name", POLES)
def test_a_pole_that_cancels_is_a_pole(name):
    away, through = (Domain((between(p, start, 1),)) for start in (AWAY, THROUGH))
    claim, on, method, facts, hints = POLES[name](away)
    assert accepts(claim, on, method, facts, **hints)
    claim, on, method, facts, hints = POLES[name](through)
    assert not accepts(claim, on, method, facts, **hints)


def test_an_expected_cost_and_its_value_have_values():
    on = Domain((between(p, -1, 1),))
    u = sp.Symbol("u", nonnegative=True)
    for noise, cost, value in ((X(1 / p), u, ONE), (X(p), 1 / u, ONE), (X(p), u, 1 / p)):
        assert valueless(Expected(noise, u, cost, "<=", value), on)
    assert not valueless(Expected(X(p), u, 1 / (1 + u), "<=", p), on)


def test_a_loss_is_any_number_and_its_bound_has_a_value():
    on = Domain((between(p, -1, 1),))
    u = sp.Symbol("u", real=True)

    def less(loss, value, shift=p):
        return Loss(X(p), X(p), sp.S(shift), ONE, u, loss, "<=", sp.S(value))

    for claim in (less(u, 1 / p), less(u, p, 1 / p), less(1 / (1 + u), p), less(sp.log(u), p)):
        assert valueless(claim, on)
    assert not valueless(less(u, p), on)
    assert not valueless(less(sp.exp(-u), p), on)


# -- ranges of integers ---------------------------------------------------------------------------


def whole(low, high, ends="[]"):
    return Domain((Variable(n, sp.S(low), sp.S(high), ends, integer=True),))


def test_pieces_of_integers_leave_no_integer_out():
    claim, half = that(0) < (n - 1) ** 2, sp.Rational(1, 2)
    left, right = Goal(claim, whole(0, half)), Goal(claim, whole(half + 1, 5))
    assert not accepts(claim, whole(0, 5), "cases", (left, right))
    claim = that(0) < (2 * n - 3) ** 2
    left, right = Goal(claim, whole(0, 1)), Goal(claim, whole(2, 5))
    assert accepts(claim, whole(0, 5), "cases", (left, right))


@pytest.mark.parametrize("on", [whole("1/4", "3/4"), whole(0, 1, "()"), whole(0, "3/2")])
def test_a_range_of_integers_ends_at_integers(on):
    assert accepts(that(n) < n + 1, whole(0, 1), "sign")
    assert not accepts(that(n) < n + 1, on, "sign")


# -- sets in place of any set ---------------------------------------------------------------------


def test_a_set_is_put_in_for_another_wherever_that_is_spoken_of():
    """Where P(X(y) = 0) is y, P(X(P(Y in S)) = 0) is P(Y in S); not P(Y in T) for another T."""
    number, origin, ray = Mass(sp.Function("Y")(), S), interval(0, 0, "[]"), at_least(ONE)
    said = that(Mass(X(number), origin)) == number
    right = said.map(lambda e: e.xreplace({S: ray}))
    partly = that(said.lhs) == right.rhs
    for claim, follows in ((right, True), (partly, False)):
        found = accepts(
            claim, Domain(), "instance", (Goal(said, Domain()),), at={}, sets={"S": ray}
        )
        assert found is follows
