"""The methods about noise, sets and definitions: what they accept, and what they must not."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.cells import cells, holds
from dpproofs.checkers.scoping import Context
from dpproofs.kernel.assertions import Cheaper, Even, Exists, Expected, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proposition import Fails, Integral, Relation, Sum, that
from dpproofs.kernel.terms import (
    Join,
    Mass,
    Meet,
    Mirror,
    Moved,
    Outside,
    at_least,
    beyond,
    interval,
)

a, c = sp.symbols("a c", positive=True)
x, d, y = sp.symbols("x d y", real=True)
h = sp.Symbol("h", positive=True)
u = sp.Symbol("u", nonnegative=True)
n, k = sp.symbols("n k", integer=True)
ON = Domain((positive(a),))
X, Y, W, S, T = (sp.Function(name)() for name in "XYWST")
zero, one, two, half = sp.Integer(0), sp.Integer(1), sp.Integer(2), sp.Rational(1, 2)

GIVEN = (
    Given("X", "noise"), Given("Y", "noise"), Given("W", "noise", on="integers"),
    Given("S", "set"), Given("L", "cost"), Given("F", "function", 1),
)  # fmt: skip
#: Uniform on [-a, a] and an atom of half the mass; steps of length a; a law on the integers.
FLAT = Pieces("f", x, (), ON, (Piece(1 / (4 * a), a), Piece(zero, sp.oo)))
STEPS = Pieces("g", x, (), ON, (Piece(2 ** (-k - 2) / a, a),), period=a, index=k)
ODD = Pieces("m", x, (), Domain(), (Piece(2**-k / 3, one),), period=one, index=k)
DEFINITIONS = (
    FLAT, STEPS, ODD, Law("U", (), ON, "f", half), Law("G", (), ON, "g"),
    Law("Z", (), Domain(), "m", on="integers"), Value("double", (y,), Domain((real(y),)), 2 * y),
    Value("root", (c,), Domain((between(c, 1, 2),)), 1 / c),
)  # fmt: skip
U, G, Z = (sp.Function(name)() for name in "UGZ")
STATEMENT = Statement(
    id="a.b", paper="a", item="1", title="t", printed_latex="l",
    printed=(Goal(that(0) < a, ON),), parameters=ON, given=GIVEN, definitions=DEFINITIONS,
)  # fmt: skip


def found(claim, method, *believed, on=ON, statement=STATEMENT, used=None, **hints):
    """Why a step is refused, or nothing; the steps that it uses are believed."""
    given = [Step(str(i + 1), goal, "believed", "") for i, goal in enumerate(believed)]
    names = tuple(step.name for step in given) if used is None else used
    last = Step(str(len(given) + 1), Goal(claim, on), method, "", hints, names)
    derivation = Derivation((*given, last), statement)
    context = Context.of(statement)
    for step in given:
        assert context.admit(step, derivation) == ""
    problem = context.admit(last, derivation)
    if problem:
        return problem
    finding = check(last, derivation)
    return "" if finding.established else finding.message


def of(noise, *parts, **rest):
    return Mass(noise, interval(*parts, **rest))


# -- cells ----------------------------------------------------------------------------------------


def test_cells_between_strict_ends_are_points_and_gaps():
    assert list(cells([False])) == [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1)]
    assert (0, 0) in set(cells([True]))


def test_a_moved_or_mirrored_set_holds_the_moved_or_mirrored_points():
    where = Moved(Mirror(interval(0, 1, "[)")), 5)  # (4, 5]
    order = [sp.Integer(4), sp.Integer(5)]
    seen = [holds(where, cell, order, frozenset()) for cell in cells([False])]
    assert seen == [False, False, True, True, False]


# -- masses ---------------------------------------------------------------------------------------

TRUE = [
    that(Mass(X, interval(-sp.oo, sp.oo))) == 1,
    that(of(X, 0, a, "[)") + Mass(X, at_least(a))) == Mass(X, at_least(0)),
    that(of(X, 0, 1)) <= of(X, 0, 1, "[]"),
    that(0) <= Mass(X, S),
    that(Mass(X, S)) <= 1,
    that(Mass(X, S) + Mass(X, Outside(S))) == 1,
    that(Mass(X, Meet(S, at_least(0))) + Mass(X, Meet(S, interval(-sp.oo, 0)))) == Mass(X, S),
    that(Mass(X, Join(S, T))) <= Mass(X, S) + Mass(X, T),
    that(Mass(X, Moved(interval(0, 1), a))) == of(X, a, a + 1),
    that(Mass(X, Mirror(interval(0, 1, "[)")))) == of(X, -1, 0, "(]"),
    that(Mass(X, beyond(a))) == Mass(X, at_least(a)) + of(X, -sp.oo, -a, "(]"),
    that(a * of(X, 0, 1, "[]") - a * of(X, 0, 1, "[)")) == a * of(X, 1, 1, "[]"),
    Relation(2 * of(X, 0, 1), ">=", of(X, 0, 1)),
    that(of(X, 1, 0)) == 0,
]
FALSE = [
    that(Mass(X, interval(-sp.oo, sp.oo))) == 2,
    that(of(X, 0, a, "[)") + of(X, a, sp.oo)) == Mass(X, at_least(0)),
    that(of(X, 0, 1, "[]")) <= of(X, 0, 1),
    that(Mass(X, S)) <= Mass(X, T),
    that(Mass(X, S)) == Mass(X, Moved(S, a)),
    that(Mass(X, S)) == Mass(X, Mirror(S)),
    that(Mass(X, Moved(interval(0, 1), a))) == of(X, -a, 1 - a),
    that(Mass(X, Mirror(interval(0, 1, "[)")))) == of(X, -1, 0, "[)"),
    that(Mass(X, Join(S, T))) <= Mass(X, S),
    that(of(X, 0, 1)) <= half,
    that(0) < of(X, 0, 1),
    that(of(X, 0, a)) <= of(X, 0, 1),  # a may be larger than 1
    that(of(X, 0, 1)) == of(Y, 0, 1),
    that(of(X, 0, 1) ** 2) <= 1,
    that(Mass(X, beyond(a))) == 2 * Mass(X, at_least(a)),
]


@pytest.mark.parametrize("claim", TRUE)
def test_what_holds_for_indicators_holds_for_masses(claim):
    assert found(claim, "measure") == ""


@pytest.mark.parametrize("claim", FALSE)
def test_nothing_else_holds_for_masses(claim):
    assert found(claim, "measure")


def test_ends_that_may_meet_are_looked_at_where_they_do():
    on = ON & between(u, 0, a, "[]")
    split = that(of(X, 0, u, "[)") + of(X, u, a, "[]")) == of(X, 0, a, "[]")
    gap = that(of(X, 0, u, "[)") + of(X, u, a, "(]")) == of(X, 0, a, "[]")
    assert found(split, "measure", on=on) == ""
    assert found(gap, "measure", on=on)


def test_defined_noise_has_masses_only_where_it_exists():
    claim = that(of(U, 0, 1)) <= 1
    assert "exists" in found(claim, "measure")
    assert found(claim, "measure", Goal(Proper(U), ON)) == ""


# -- privacy and evenness -------------------------------------------------------------------------

PRIVATE = Goal(Private(X, a, sp.Rational(1, 9), two), ON)
SHIFTED = ON & between(d, -2, 2, "[]")


def at_shift(shift, factor=None, extra=None, where=S):
    right = sp.exp(a) if factor is None else factor
    return that(Mass(X, where)) <= right * Mass(X, Moved(where, shift)) + (
        extra or sp.Rational(1, 9)
    )


def test_privacy_is_used_at_a_set_and_a_shift():
    for shift in (d, -d, d / 2, two):
        hints = {"set": S, "shift": shift}
        assert found(at_shift(shift), "privacy", PRIVATE, on=SHIFTED, **hints) == ""


@pytest.mark.parametrize(
    ("claim", "hints"),
    [
        (at_shift(2 * d), {"set": S, "shift": 2 * d}),
        (at_shift(d, factor=1), {"set": S, "shift": d}),
        (at_shift(d, extra=sp.Rational(1, 10)), {"set": S, "shift": d}),
        (at_shift(d), {"set": S, "shift": -d}),
        (at_shift(d), {"set": T, "shift": d}),
        (at_shift(sp.Integer(3)), {"set": S, "shift": sp.Integer(3)}),
    ],
)
def test_privacy_says_nothing_else(claim, hints):
    assert found(claim, "privacy", PRIVATE, on=SHIFTED, **hints)


def test_integers_are_private_for_integer_shifts_only():
    private = Goal(Private(W, a, zero, two), ON)

    def claim(shift):
        return that(Mass(W, S)) <= sp.exp(a) * Mass(W, Moved(S, shift))

    assert found(claim(one), "privacy", private, set=S, shift=one) == ""
    assert "integer" in found(claim(half), "privacy", private, set=S, shift=half)


def test_even_noise_is_mirrored():
    even = Goal(Even(X), ON)
    claim = that(Mass(X, Mirror(S))) == Mass(X, S)
    assert found(claim, "mirror", even, set=S) == ""
    assert found(claim, "mirror", PRIVATE, set=S)
    assert found(that(Mass(Y, Mirror(S))) == Mass(Y, S), "mirror", even, set=S)
    assert found(that(Mass(X, Moved(S, 1))) == Mass(X, S), "mirror", even, set=S)


def test_defined_noise_is_even_where_it_exists():
    assert found(Even(U), "evenness", Goal(Proper(U), ON)) == ""
    assert found(Even(U), "evenness")
    assert found(Even(X), "evenness")


# -- definitions ----------------------------------------------------------------------------------


def test_a_definition_is_unfolded_where_it_is_made():
    double = DEFINITIONS[6]
    assert (
        found(that(double(y)) == 2 * y, "definition", on=double.domain, name="double", piece=None)
        == ""
    )
    assert found(
        that(double(y)) == 3 * y, "definition", on=double.domain, name="double", piece=None
    )
    root, inside = DEFINITIONS[7], Domain((between(c, 1, 2),))
    hints = {"name": "root", "piece": None}
    assert found(that(root(c)) == 1 / c, "definition", on=inside, **hints) == ""
    assert found(that(root(c)) == 1 / c, "definition", on=Domain((positive(c),)), **hints)
    narrower = Domain((between(c, 1, sp.Rational(3, 2)),))
    assert found(that(root(c)) == 1 / c, "definition", on=narrower, **hints) == ""


def on_piece(lower, upper, more=(), ends="[)"):
    return Domain((positive(a), *more, Variable(x, lower, upper, ends, hollow=True)))


def test_a_function_in_pieces_has_its_value_on_each():
    f, g = FLAT, STEPS
    hints = {"name": "f", "piece": 0}
    inside = on_piece(zero, a)
    assert found(that(f(x)) == 1 / (4 * a), "definition", on=inside, **hints) == ""
    assert found(that(f(x)) == 1 / (3 * a), "definition", on=inside, **hints)
    assert found(that(f(x)) == 1 / (4 * a), "definition", on=on_piece(zero, 2 * a), **hints)
    assert found(that(f(x)) == 1 / (4 * a), "definition", on=on_piece(zero, a, ends="[]"), **hints)
    period = on_piece(k * a, k * a + a, (index(k, 0),))
    assert found(that(g(x)) == 2 ** (-k - 2) / a, "definition", on=period, name="g", piece=0) == ""
    ahead = on_piece(k * a, k * a + a, (index(k, -1),))
    assert found(that(g(x)) == 2 ** (-k - 2) / a, "definition", on=ahead, name="g", piece=0)
    assert found(that(f(-x)) == f(x), "definition", on=ON & real(x), name="f", piece="even") == ""


def test_a_derivation_defines_new_names_only():
    from dpproofs.kernel.assertions import Define

    new = Value("v", (y,), Domain((real(y),)), sp.Function("F")(y) + 1)
    assert found(Define(new), "define", on=Domain()) == ""
    for name in ("a", "F", "X", "double", "f", "U"):
        assert "not new" in found(Define(replace(new, name=name)), "define", on=Domain())
    circular = replace(new, value=sp.Function("v")(y))
    assert "not declared" in found(Define(circular), "define", on=Domain())
    undefined = replace(new, value=1 / y)
    assert "vanish" in found(Define(undefined), "define", on=Domain())
    assert found(Define(replace(new, arguments=())), "define", on=Domain())
    backward = Pieces("w", x, (), ON, (Piece(one, a), Piece(one, a - 1), Piece(zero, sp.oo)))
    assert "not shown" in found(Define(backward), "define", on=Domain())


# -- defined noise --------------------------------------------------------------------------------

_FLAT = [
    Goal(that(0) <= 1 / (4 * a), on_piece(zero, a)),
    Goal(Integral(1 / (4 * a), x, zero, a, sp.Rational(1, 4)), ON),
    Goal(that(0) <= zero, on_piece(a, sp.oo)),
    Goal(Integral(zero, x, a, sp.oo, zero), ON),
]
_PERIOD = ON & index(k, 0)
_STEPS = [
    Goal(that(0) <= 2 ** (-k - 2) / a, on_piece(k * a, k * a + a, (index(k, 0),))),
    Goal(Integral(2 ** (-k - 2) / a, x, k * a, k * a + a, 2 ** (-k - 2)), _PERIOD),
    Goal(Sum(2 ** (-k - 2), k, zero, sp.oo, half), ON),
]
_ODD = [
    Goal(that(0) <= 2**-k / 3, Domain((index(k, 0), Variable(x, k, k + 1, "[)", hollow=True)))),
    Goal(Sum(2**-k / 3, n, k, k, 2**-k / 3), Domain((index(k, 0),))),
    Goal(Sum(2**-k / 3, k, zero, sp.oo, sp.Rational(2, 3)), Domain()),
]
LAWS = {"U": (U, _FLAT, ON), "G": (G, _STEPS, ON), "Z": (Z, _ODD, Domain())}


@pytest.mark.parametrize("name", LAWS)
def test_noise_exists_when_its_pieces_add_up_to_one(name):
    noise, steps, on = LAWS[name]
    assert found(Proper(noise), "existence", *steps, on=on) == ""
    for place in range(len(steps)):
        assert found(Proper(noise), "existence", *steps[:place], *steps[place + 1 :], on=on)


def test_noise_whose_mass_is_not_one_does_not_exist():
    heavy = replace(STATEMENT, definitions=(FLAT, Law("U", (), ON, "f", sp.Rational(2, 3))))
    assert "total mass" in found(Proper(U), "existence", *_FLAT, statement=heavy)
    negative = replace(STATEMENT, definitions=(FLAT, Law("U", (), ON, "f", -half)))
    assert "atom" in found(Proper(U), "existence", *_FLAT, statement=negative)
    assert found(Proper(X), "existence", *_FLAT)


def test_another_integral_does_not_show_the_mass_of_a_piece():
    wrong = [
        Integral(1 / (4 * a), x, zero, a / 2, sp.Rational(1, 8)),
        Integral(1 / (2 * a), x, zero, a, half),
    ]
    for claim in wrong:
        steps = [_FLAT[0], Goal(claim, ON), *_FLAT[2:]]
        assert found(Proper(U), "existence", *steps)
    late = [*_STEPS[:2], Goal(Sum(2 ** (-k - 2), k, one, sp.oo, sp.Rational(1, 4)), ON)]
    assert found(Proper(G), "existence", *late)


def test_the_mass_of_an_interval_is_the_integral_over_it():
    exists, value = Goal(Proper(U), ON), sp.Rational(1, 8)
    halfway = Goal(Integral(1 / (4 * a), x, a / 2, a, value), ON)
    claim = that(of(U, a / 2, a, "[)")) == value
    assert found(claim, "density", exists, halfway, piece=0) == ""
    assert found(claim, "density", halfway, exists, piece=0)
    assert found(claim, "density", exists, halfway, piece=1)
    assert found(that(of(U, a / 2, 2 * a, "[)")) == value, "density", exists, halfway, piece=0)
    whole = Goal(Integral(1 / (4 * a), x, zero, a, 2 * value), ON)
    assert found(that(of(U, 0, a, "(]")) == 2 * value, "density", exists, whole, piece=0) == ""
    assert "origin" in found(
        that(of(U, 0, a, "[]")) == 2 * value, "density", exists, whole, piece=0
    )


def test_an_interval_in_a_later_period_has_that_periods_density():
    exists = Goal(Proper(G), ON)
    second = Goal(Integral(sp.Rational(1, 8) / a, x, a, 2 * a, sp.Rational(1, 8)), ON)
    claim = that(of(G, a, 2 * a, "[)")) == sp.Rational(1, 8)
    assert found(claim, "density", exists, second, piece=0, period=1) == ""
    assert found(claim, "density", exists, second, piece=0, period=0)
    assert found(claim, "density", exists, second, piece=0, period=-1)


def test_a_point_of_noise_on_the_integers_has_its_mass():
    exists = Goal(Proper(Z), Domain())
    two_points = Goal(Sum(sp.Rational(1, 6), n, one, one, sp.Rational(1, 6)), Domain())
    claim = that(of(Z, 1, 1, "[]")) == sp.Rational(1, 6)
    assert found(claim, "density", exists, two_points, on=Domain(), piece=0, period=1) == ""
    assert found(claim, "density", exists, two_points, on=Domain(), piece=0, period=0)


def test_the_atom_is_the_mass_at_the_origin():
    exists = Goal(Proper(U), ON)
    assert found(that(of(U, 0, 0, "[]")) == half, "atom", exists) == ""
    assert found(that(of(U, 0, 0, "[]")) == zero, "atom", exists)
    assert found(that(of(U, 0, 1, "[]")) == half, "atom", exists)
    assert found(that(of(U, 0, 0, "[]")) == half, "atom")


def test_an_expected_cost_is_integrated_over_the_pieces():
    exists = Goal(Proper(U), ON)
    nonnegative = Goal(that(0) <= u, Domain((Variable(u, zero, sp.oo, "[)"),)))
    cost = Goal(Integral(x / (4 * a), x, zero, a, a / 8), ON)
    rest = Goal(Integral(zero, x, a, sp.oo, zero), ON)
    claim = Expected(U, u, u, "==", a / 4)
    steps = (exists, nonnegative, cost, rest)
    assert found(claim, "expectation", *steps) == ""
    assert found(replace(claim, value=a / 2), "expectation", *steps)
    assert found(replace(claim, op="<="), "expectation", *steps)
    assert found(replace(claim, cost=u**2), "expectation", *steps)
    for place in range(4):
        assert found(claim, "expectation", *steps[:place], *steps[place + 1 :])


def test_the_atom_costs_what_the_origin_costs():
    exists = Goal(Proper(U), ON)
    nonnegative = Goal(that(0) <= u + 1, Domain((Variable(u, zero, sp.oo, "[)"),)))
    cost = Goal(Integral((x + 1) / (4 * a), x, zero, a, a / 8 + sp.Rational(1, 4)), ON)
    rest = Goal(Integral(zero, x, a, sp.oo, zero), ON)
    claim = Expected(U, u, u + 1, "==", a / 4 + 1)
    assert found(claim, "expectation", exists, nonnegative, cost, rest) == ""


def test_a_bound_on_an_expected_cost_may_be_weakened():
    known = Goal(Expected(X, u, u, ">=", a), ON)
    smaller = Goal(that(1) < a, Domain((between(a, 2, 3),)))
    on = Domain((between(a, 2, 3),))
    near = Goal(Expected(X, u, u, ">=", a), on)
    assert found(Expected(X, u, u, ">", one), "weaken", near, smaller, on=on) == ""
    assert found(Expected(X, u, u, ">=", one), "weaken", near, smaller, on=on) == ""
    assert found(Expected(X, u, u, "==", one), "weaken", near, smaller, on=on)
    assert found(Expected(X, u, u, "<=", one), "weaken", near, smaller, on=on)
    assert found(Expected(Y, u, u, ">=", one), "weaken", near, smaller, on=on)
    assert found(Expected(X, u, u, ">", a), "weaken", known)
    exact = Goal(Expected(X, u, u, "==", a), ON)
    assert found(Expected(X, u, u, "<=", a), "weaken", exact) == ""
    assert found(Expected(X, u, u, "<", a), "weaken", exact)


# -- the half line --------------------------------------------------------------------------------


def test_what_holds_on_every_piece_holds_on_the_half_line():
    claim = that(FLAT(x)) <= sp.Function("F")(0)
    pieces = [Goal(claim, on_piece(zero, a)), Goal(claim, on_piece(a, sp.oo))]
    whole = ON & Variable(x, zero, sp.oo, "[)")
    assert found(claim, "cover", *pieces, on=whole, name="f") == ""
    assert found(claim, "cover", pieces[0], on=whole, name="f")
    assert found(claim, "cover", *pieces[::-1], on=whole, name="f")
    short = Goal(claim, on_piece(zero, a / 2))
    assert found(claim, "cover", short, pieces[1], on=whole, name="f")
    assert found(claim, "cover", *pieces, on=ON & real(x), name="f")


def test_steps_that_go_down_make_a_function_that_does_not_increase():
    whole = ON & Variable(x, zero, sp.oo, "[)") & positive(h)
    down = Goal(that(0) <= 1 / (4 * a), ON)
    assert found(that(FLAT(x + h)) <= FLAT(x), "falling", down, on=whole, name="f") == ""
    assert found(that(FLAT(x)) <= FLAT(x + h), "falling", down, on=whole, name="f")
    assert found(that(FLAT(x + h)) <= FLAT(x), "falling", on=whole, name="f")
    further = Goal(that(2 ** (-k - 3) / a) <= 2 ** (-k - 2) / a, _PERIOD)
    assert found(that(STEPS(x + h)) <= STEPS(x), "falling", further, on=whole, name="g") == ""


# -- promises, special cases, refutations ---------------------------------------------------------


def test_a_promise_is_kept_by_values_in_their_range():
    goal = Exists(Domain((between(c, 0, 1, "[]"),)), (that(c) <= sp.Function("F")(c),))
    kept = Goal(that(half) <= sp.Function("F")(half), ON)
    assert found(goal, "witness", kept, values={"c": half}) == ""
    assert found(goal, "witness", kept, values={"c": two})
    assert found(goal, "witness", kept, values={"c": sp.Rational(1, 3)})
    assert found(goal, "witness", values={"c": half})
    assert found(goal, "witness", kept, values={})


def test_a_special_case_lies_in_the_range_of_the_general_one():
    general = Goal(Private(X, c, zero, two), ON & positive(c))
    assert found(Private(X, one, zero, two), "instance", general, at={c: one}) == ""
    assert found(Private(X, -one, zero, two), "instance", general, at={c: -one})
    assert found(Private(X, two, zero, two), "instance", general, at={c: one})
    moved = Goal(Private(X, a, zero, two), ON)
    assert "parameter" in found(Private(X, one, zero, two), "instance", moved, at={a: one})


LEAST = Goal(Expected(X, u, u, ">=", a), ON)
OPTIMAL = replace(
    STATEMENT, given=(Given("X", "noise"),), printed=(LEAST,),
    hypotheses=(Goal(Private(X, zero, half, a), ON),), examples=({},),
)  # fmt: skip


def refuted(*believed, at=one, noise=U, goal=LEAST):
    claim = Fails(goal.proposition, ((a, at),), (("X", noise),))
    return found(claim, "refutation", *believed, on=goal.domain, statement=OPTIMAL)


def test_a_noise_refutes_what_is_said_of_all_private_noise():
    nowhere = Domain()
    private = Goal(Private(U, zero, half, one), nowhere)
    cheap = Goal(Expected(U, u, u, "<", one), nowhere)
    exists = Goal(Proper(U), ON)
    assert refuted(private, cheap, exists) == ""
    assert refuted(cheap, private, exists)
    assert refuted(private, exists)
    assert "exists" in refuted(private, cheap)
    dear = Goal(Expected(U, u, u, "<=", one), nowhere)
    assert refuted(private, dear, exists)
    loose = Goal(Private(U, zero, sp.Rational(2, 3), one), nowhere)
    assert refuted(loose, cheap, exists)
    assert refuted(private, cheap, exists, at=-one)
    assert refuted(private, cheap, exists, noise=Y)


@pytest.mark.parametrize("atom", [Mass(X, interval(0, 0, "[]")), sp.Function("share")()])
def test_what_refutes_does_not_depend_on_what_is_given(atom):
    """For each X another noise is no noise for which the sentence, about all X, is false."""
    origin = Value("share", (), ON, Mass(X, interval(0, 0, "[]")))
    depends = Law("V", (), ON, "f", atom)
    statement = replace(OPTIMAL, definitions=(*DEFINITIONS, origin, depends))
    noise, nowhere = sp.Function("V")(), Domain()
    believed = (
        Goal(Private(noise, zero, half, one), nowhere),
        Goal(Expected(noise, u, u, "<", one), nowhere), Goal(Proper(noise), ON),
    )  # fmt: skip
    claim = Fails(LEAST.proposition, ((a, one),), (("X", noise),))
    said = found(claim, "refutation", *believed, on=ON, statement=statement)
    assert "depends on X" in said


def test_a_cost_is_compared_by_its_name():
    believed = Goal(Cheaper(X, Y, "L"), ON)
    assert found(Cheaper(X, Y, "L"), "instance", believed, at={}) == ""
    assert found(Cheaper(Y, X, "L"), "instance", believed, at={})
    assert "not declared" in found(Cheaper(X, Y, "M"), "instance", believed, at={})
