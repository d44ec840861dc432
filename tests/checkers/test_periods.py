"""An expected cost from its integrals, the first period apart, and at other arguments."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.scoping import Context
from dpproofs.kernel.assertions import Expected, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Sum, that

a, c, p = sp.symbols("a c p", positive=True)
x = sp.Symbol("x", real=True)
u = sp.Symbol("u", nonnegative=True)
v = sp.Symbol("v", positive=True)
k = sp.Symbol("k", integer=True)
zero, one = sp.Integer(0), sp.Integer(1)
ON, PERIOD = Domain((positive(a),)), Domain((positive(a), index(k, 0)))

#: Steps of length a; the uniform law on [-c, c]; the same with an atom; steps on the integers.
STEPS = Pieces("g", x, (), ON, (Piece(2 ** (-k - 2) / a, a),), period=a, index=k)
FLAT = Pieces("f", x, (c,), Domain((positive(c),)), (Piece(1 / (2 * c), c), Piece(zero, sp.oo)))
ODD = Pieces("m", x, (), Domain(), (Piece(2**-k / 3, one),), period=one, index=k)
LAWS = (
    Law("G", (), ON, "g"), Law("B", (c,), Domain((positive(c),)), "f"),
    Law("A", (c,), Domain((positive(c),)), "f", c / 2), Law("Z", (), Domain(), "m", on="integers"),
)  # fmt: skip
STATEMENT = Statement(
    id="a.b", paper="a", item="1", title="t", printed_latex="l",
    printed=(Goal(that(0) < a, ON),), parameters=ON, given=(Given("F", "function", 1),),
    definitions=(STEPS, FLAT, ODD, *LAWS),
)  # fmt: skip
G, Z = sp.Function("G")(), sp.Function("Z")()
F, B, A = (sp.Function(name) for name in "FBA")


def found(claim, *believed, on=ON, **hints):
    """Why an expectation is refused, or nothing; the steps that it uses are believed."""
    given = [Step(str(i + 1), goal, "believed", "") for i, goal in enumerate(believed)]
    names = tuple(step.name for step in given)
    last = Step(str(len(given) + 1), Goal(claim, on), "expectation", "", hints, names)
    derivation = Derivation((*given, last), STATEMENT)
    context = Context.of(STATEMENT)
    for step in (*given, last):
        assert context.admit(step, derivation) == ""
    finding = check(last, derivation)
    return "" if finding.established else finding.message


def positive_cost(cost, ends="[)", size=u, on=ON):
    return Goal(that(0) <= cost, on & Variable(size, zero, sp.oo, ends))


def piece(n, low, high, on=ON):
    """The integral of x times the level of period n between multiples of a."""
    level = 2 ** (-n - 2) / a
    value = level * a**2 * (high**2 - low**2) / 2
    return Goal(Integral(x * level, x, low * a, high * a, value), on)


EXISTS, SIGN = Goal(Proper(G), ON), positive_cost(u)
FIRST, LATER = piece(zero, zero, one), piece(k + 1, k + 1, k + 2, PERIOD)
EVERY = piece(k, k, k + 1, PERIOD)


def added(goal, start, total):
    return Goal(Sum(goal.proposition.value, k, start, sp.oo, total), ON)


REST, ALL = added(LATER, zero, 5 * a / 8), added(EVERY, zero, 3 * a / 4)
COST = Expected(G, u, u, "==", 3 * a / 2)


def test_the_first_period_may_stand_apart():
    steps = EXISTS, SIGN, FIRST, LATER, REST
    assert found(COST, *steps, apart=True) == ""
    assert "total" in found(replace(COST, value=5 * a / 4), *steps, apart=True)
    assert found(COST, *steps)
    assert found(COST, EXISTS, SIGN, EVERY, ALL) == ""
    assert found(COST, EXISTS, SIGN, EVERY, ALL, apart=True)


WRONG = {
    "no first period": (5 * a / 4, LATER, REST),
    "half of the first period": (
        sp.Rational(21, 16) * a, piece(zero, zero, sp.Rational(1, 2)), LATER, REST,
    ),
    "the second period for the first": (13 * a / 8, piece(one, one, sp.Integer(2)), LATER, REST),
    "the first for every index": (3 * a / 2, EVERY, LATER, REST),
    "all periods after the first": (7 * a / 4, FIRST, EVERY, ALL),
    "later ones from the third on": (
        3 * a / 2, FIRST, piece(k + 2, k + 2, k + 3, PERIOD), REST,
    ),
    "later ones that overlap": (3 * a / 2, FIRST, piece(k + 1, k, k + 2, PERIOD), REST),
    "the sum of all periods": (7 * a / 4, FIRST, LATER, ALL),
    "a sum that leaves out a period": (9 * a / 8, FIRST, LATER, added(LATER, one, 7 * a / 16)),
    "no sum": (3 * a / 2, FIRST, LATER),
    "an integral for the sum": (3 * a / 2, FIRST, LATER, FIRST),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_nothing_else_stands_for_the_periods(name):
    value, *steps = WRONG[name]
    assert found(replace(COST, value=value), EXISTS, SIGN, *steps, apart=True)


def test_a_real_power_has_its_cost():
    on, q = ON & positive(p), p + 1
    periods = Domain((*on, index(k, 0)))

    def share(n, low, high, where):
        level = 2 ** (-n - 2) / a
        value = level * a**q * (high**q - low**q) / q
        return Goal(Integral(x**p * level, x, low * a, high * a, value), where)

    first, later = share(zero, zero, one, on), share(k + 1, k + 1, k + 2, periods)
    rest = Goal(Sum(later.proposition.value, k, zero, sp.oo, F(p)), on)
    sign = positive_cost(v**p, "()", v, on)
    claim = Expected(G, v, v**p, "==", a**p / (2 * q) + 2 * F(p))
    assert found(claim, EXISTS, sign, first, later, rest, on=on, apart=True) == ""
    wrong = replace(claim, value=2 * F(p))
    assert found(wrong, EXISTS, sign, first, later, rest, on=on, apart=True)


def uniform(end, cost):
    """Steps for the uniform law on [-end, end]: what the cost has on its two pieces."""
    return (
        Goal(Integral(cost / (2 * end), x, zero, end, sp.integrate(cost, (x, 0, end)) / (2 * end)),
             ON),
        Goal(Integral(zero, x, end, sp.oo, zero), ON),
    )  # fmt: skip


def test_noise_has_its_cost_at_other_arguments():
    exists = Goal(Proper(B(c)), Domain((positive(c),)))
    claim = Expected(B(2 * a), u, u, "==", a)
    assert found(claim, exists, SIGN, *uniform(2 * a, x)) == ""
    assert "total" in found(replace(claim, value=a / 2), exists, SIGN, *uniform(2 * a, x))
    assert found(replace(claim, noise=B(a)), exists, SIGN, *uniform(2 * a, x))
    assert found(replace(claim, noise=B(-a)), exists, SIGN, *uniform(2 * a, x))
    assert found(replace(claim, noise=B(zero)), exists, SIGN, *uniform(2 * a, x))


def test_the_atom_at_other_arguments():
    exists = Goal(Proper(A(c)), Domain((positive(c),)))
    sign, cost = positive_cost(u + 1), uniform(2 * a, x + 1)
    assert found(Expected(A(2 * a), u, u + 1, "==", 1 + 2 * a), exists, sign, *cost) == ""
    assert found(Expected(A(2 * a), u, u + 1, "==", 1 + a + c / 2), exists, sign, *cost,
                 on=ON & positive(c))  # fmt: skip


def test_a_cost_may_be_anything_at_a_point_without_mass():
    open_ = positive_cost(v, "()", v)
    claim = replace(COST, variable=v, cost=v)
    assert found(claim, EXISTS, open_, EVERY, ALL) == ""
    ahead = positive_cost(v, "()", v, ON & Variable(c, one, sp.oo))
    assert "nonnegative" in found(claim, EXISTS, ahead, EVERY, ALL)
    exists = Goal(Proper(A(c)), Domain((positive(c),)))
    said = Expected(A(2 * a), v, v, "==", a)
    assert "nonnegative" in found(said, exists, open_, *uniform(2 * a, x))
    on, whole = Domain(), Goal(Proper(Z), Domain())
    closed = Goal(that(0) <= u, Domain((Variable(u, zero, sp.oo, "[)"),)))
    opened = Goal(that(0) <= v, Domain((Variable(v, zero, sp.oo),)))
    masses = Goal(Sum(x * 2**-k / 3, x, k, k, k * 2**-k / 3), Domain((index(k, 0),)))
    periods = Goal(Sum(k * 2**-k / 3, k, zero, sp.oo, sp.Rational(2, 3)), on)
    total = sp.Rational(4, 3)
    assert found(Expected(Z, u, u, "==", total), whole, closed, masses, periods, on=on) == ""
    assert "nonnegative" in found(
        Expected(Z, v, v, "==", total), whole, opened, masses, periods, on=on
    )


def test_without_periods_none_is_the_first():
    exists = Goal(Proper(B(c)), Domain((positive(c),)))
    claim = Expected(B(2 * a), u, u, "==", a)
    assert "periods" in found(claim, exists, SIGN, *uniform(2 * a, x), apart=True)
    given = Expected(sp.Function("Y")(), u, u, "==", a)
    statement = replace(STATEMENT, given=(Given("Y", "noise"),))
    step = Step("2", Goal(given, ON), "expectation", "", {}, ("1", "1"))
    believed = Step("1", EXISTS, "believed", "")
    assert "defined" in check(step, Derivation((believed, step), statement)).message
