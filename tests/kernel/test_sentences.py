"""Closed sentences: what they may say, and what is refused when they are built."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.kernel import rules
from dpproofs.kernel.assertions import Cheaper, Define, Exists, Expected, Obtain, Private
from dpproofs.kernel.derivation import Statement, introduced
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import Larger, Smaller, Tails, in_example
from dpproofs.kernel.expression import noise_tree, set_tree, to_tree
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.mutation import twins
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Fails, Limit, Program, that
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
    uses_of,
)

a, c = sp.symbols("a c", positive=True)
x, y = sp.symbols("x y", real=True)
k = sp.Symbol("k", integer=True)
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
ON = Domain((positive(a),))
X, S = sp.Function("X")(), sp.Function("S")()


def sentence(**changes):
    parts = {
        "id": "a.b", "paper": "a", "item": "1", "title": "t", "printed_latex": "l",
        "printed": (Goal(that(0) < a, ON),), "parameters": ON,
    }  # fmt: skip
    return Statement(**{**parts, **changes})


# -- objects --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"name": "1x"}, "name"), ({"kind": "thing"}, "kind"), ({"on": "moon"}, "on")],
)
def test_a_given_object_is_of_a_kind(changes, word):
    with pytest.raises(BadInput, match=word):
        Given(**{"name": "X", "kind": "noise", **changes})


def test_an_object_is_applied_to_as_many_arguments_as_it_has():
    assert Given("F", "function", 2)(1, 2) == sp.Function("F")(1, 2)
    with pytest.raises(BadInput, match="arguments"):
        Given("F", "function", 2)(1)


def test_pieces_end_at_the_period_or_never():
    whole = (Piece(one, sp.oo),)
    with pytest.raises(BadInput, match="index"):
        Pieces("f", x, (), ON, whole, period=a)
    with pytest.raises(BadInput, match="ends at"):
        Pieces("f", x, (), ON, (Piece(one, a),))
    periodic = Pieces("f", x, (), ON, (Piece(one, a),), period=a, index=k)
    assert periodic.ends(0) == (k * a, k * a + a)
    assert (periodic.arity, Law("Q", (), ON, "f").arity) == (1, 0)


def test_definitions_and_objects_are_written_down():
    law = Law("Q", (c,), ON & positive(c), "f", half).to_json()
    assert (law["arguments"], law["density"], law["atom"]) == (["c"], "f", ["rat", "1", "2"])
    assert Given("S", "set").to_json() == {"name": "S", "kind": "set", "arity": 0}
    assert Value("v", (c,), ON & positive(c), c).to_json()["value"] == ["sym", "c"]


# -- sets -----------------------------------------------------------------------------------------


def test_intervals_are_open_at_infinity():
    with pytest.raises(BadInput, match="ends"):
        interval(0, 1, "<>")
    with pytest.raises(BadInput, match="open"):
        interval(-sp.oo, 0, "[)")
    with pytest.raises(BadInput, match="open"):
        interval(0, sp.oo, "(]")


def test_sets_and_noise_are_written_as_trees():
    where = Meet(Join(S, Mirror(interval(0, a))), Outside(Moved(S, a)))
    tree = set_tree(where)
    assert tree[0] == "meet"
    assert tree[1][0] == "join"
    assert tree[2] == ["not", ["moved", ["set", "S"], ["sym", "a"]]]
    assert to_tree(Mass(X, S)) == ["mass", ["noise", "X"], ["set", "S"]]
    with pytest.raises(BadInput, match="set"):
        set_tree(a)
    with pytest.raises(BadInput, match="noise"):
        noise_tree(a)


def test_a_mass_tells_what_it_applies():
    mass = Mass(
        sp.Function("Q")(sp.Function("G")(a)), Moved(Meet(S, at_least(sp.Function("H")())), a)
    )
    assert set(uses_of(mass)) == {
        ("Q", "noise", 1), ("G", "function", 1), ("S", "set", 0), ("H", "function", 0),
    }  # fmt: skip


# -- sentences ------------------------------------------------------------------------------------

PROMISED = Exists(Domain((positive(c),)), (Private(X, c, zero, one),))
TWICE = Value("twice", (c,), ON & positive(c), 2 * c)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"given": (Given("a", "noise"),)}, "all different"),
        ({"given": (Given("X", "noise"), Given("X", "set"))}, "all different"),
        ({"printed": (Goal(that(0) < sp.Function("F")(a), ON),)}, "F is not declared"),
        (
            {"given": (Given("F", "function", 2),),
             "printed": (Goal(that(0) < sp.Function("F")(a), ON),)},
            "F is a function of 2 arguments",
        ),
        (
            {"given": (Given("F", "function"),),
             "printed": (Goal(that(0) <= Mass(sp.Function("F")(), S), ON),)},
            "not a noise",
        ),
        (
            {"given": (Given("X", "noise"),), "printed": (Goal(Cheaper(X, X, "L"), ON),)},
            "L is not declared",
        ),
        ({"printed": (Goal(that(0) < a, Domain((between(a, 0, 1, hollow=True),))),)}, "empty"),
        ({"parameters": Domain((between(a, 0, 1, hollow=True),))}, "points"),
        ({"definitions": (replace(TWICE, domain=ON),)}, "its arguments"),
        ({"definitions": (Value("v", (a,), ON, a),)}, "name of a parameter"),
        ({"definitions": (replace(TWICE, value=c + y),)}, "speaks of"),
        ({"definitions": (replace(TWICE, value=sp.Function("twice")(c)),)}, "not declared"),
        ({"definitions": (replace(TWICE, value=Mass(X, S)),), "given": (Given("X", "noise"),)},
         "depend on the set S"),
        ({"definitions": (Pieces("f", a, (), ON, (Piece(one, sp.oo),)),)}, "taken"),
        ({"definitions": (Pieces("f", x, (), ON, (Piece(one, x), Piece(one, sp.oo))),)}, "moving"),
        ({"definitions": (Law("Q", (), ON, "f"),)}, "not a function"),
        (
            {"given": (Given("X", "noise"),), "examples": ({},),
             "hypotheses": (Goal(PROMISED, ON),)},
            "can be assumed",
        ),
        (
            {"given": (Given("X", "noise"),), "examples": ({},),
             "hypotheses": (Goal(Private(X, c, zero, one), Domain((positive(c),))),
                            Goal(that(0) <= Mass(X, S), Domain((between(a, 0, 1),))))},
            "quantifies over the parameter a",
        ),
    ],
)  # fmt: skip
def test_a_sentence_that_is_not_closed_is_refused(changes, word):
    with pytest.raises(BadInput, match=word):
        sentence(**changes)


def test_a_closed_sentence_is_written_down_whole():
    whole = sentence(
        given=(Given("X", "noise"),), definitions=(TWICE,), examples=({},),
        hypotheses=(Goal(Private(X, a, zero, one), ON),),
    ).to_json()  # fmt: skip
    assert [found["name"] for found in whole["given"] + whole["definitions"]] == ["X", "twice"]
    assert whole["hypotheses"][0]["proposition"]["kind"] == "private"
    assert whole["also"] == []


# -- propositions ---------------------------------------------------------------------------------


def test_a_promise_binds_its_variables():
    promise = Exists(Domain((between(c, 0, 1),)), (that(c) <= a, Private(X, c, zero, one)))
    assert (promise.bound(), promise.free()) == ({c}, {a})
    assert ("X", "noise", 0) in set(promise.uses())
    assert promise.to_json()["variables"][0]["name"] == "c"


def test_an_expected_cost_is_compared_by_an_order():
    cost = Expected(X, x, x**2, "<=", a)
    assert (cost.bound(), cost.free()) == ({x}, {a})
    with pytest.raises(BadInput, match="op"):
        replace(cost, op="!=")


def test_a_cost_goes_by_its_name():
    assert ("L", "cost", 0) in set(Cheaper(X, X, "L").uses())


def test_definitions_and_finds_introduce_names():
    proof = Proof(ON)
    defined = proof.defines(TWICE, because="")
    proof.unfolds(TWICE, because="")
    found = proof.obtains("reciprocal", "r", uses=(defined,), because="", value=a)
    proof.knows(found, 0, because="")
    names = [introduced(step) for step in proof.done().steps]
    assert names == ["twice", "", "r", ""]
    define, obtain = (proof.done().step(name).goal.proposition for name in ("1", "3"))
    assert isinstance(define, Define)
    assert define.free() == set()
    assert list(define.uses()) == []
    assert isinstance(obtain, Obtain)
    assert obtain.free() == {a}
    assert ("r", "function", 1) in set(obtain.uses())
    assert obtain.to_json()["arguments"] == ["a"]


def test_a_failure_may_name_the_noise_for_which_it_fails():
    failing = Fails(that(0) <= Mass(X, S), (), (("X", sp.Function("U")(one)),))
    assert failing.to_json()["objects"] == {"X": ["noise", "U", ["int", "1"]]}
    assert ("U", "noise", 1) in set(failing.uses())
    assert failing.bound() == set()


def test_privacy_has_stricter_twins():
    goal = Goal(Private(X, a, half, one), ON)
    changes = {twin.change for twin in twins(goal)}
    assert {"half of epsilon", "half of delta", "twice the sensitivity"} <= changes
    promise = Goal(Exists(Domain((positive(c),)), (goal.proposition,)), ON)
    assert "twice the sensitivity" in {twin.change for twin in twins(promise)}


def test_the_ends_of_an_interval_are_no_number_to_perturb():
    goal = Goal(that(0) <= Mass(X, interval(0, 1, "[)")), ON)
    kinds = {
        mass.args[1].args[0]
        for twin in twins(goal)
        if not isinstance(twin.goal.proposition, Limit)
        for side in (twin.goal.proposition.lhs, twin.goal.proposition.rhs)
        for mass in side.atoms(Mass)
    }
    assert kinds == {sp.Integer(2)}


# -- examples -------------------------------------------------------------------------------------

_LAPLACE = sp.Lambda(y, sp.Piecewise((sp.exp(-y) / 2, y >= 0), (1 - sp.exp(y) / 2, True)))
EXAMPLE = {
    "X": Tails(_LAPLACE, _LAPLACE), "G": sp.Lambda(y, y + 1), "S": interval(0, 1, "[)"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (interval(0, 1), (1 - sp.exp(-1)) / 2),
        (interval(-sp.oo, sp.oo), one),
        (at_least(0), half),
        (interval(0, sp.oo), half),
        (interval(0, 1, "(]"), (1 - sp.exp(-1)) / 2),
        (beyond(1), sp.exp(-1)),
        (S, (1 - sp.exp(-1)) / 2),
        (Moved(S, 1), (sp.exp(-1) - sp.exp(-2)) / 2),
        (Mirror(S), (1 - sp.exp(-1)) / 2),
        (Mirror(Moved(Outside(S), 0)), 1 - (1 - sp.exp(-1)) / 2),
        (Moved(Outside(S), 0), 1 - (1 - sp.exp(-1)) / 2),
        (Meet(S, interval(half, 2, "[)")), (sp.exp(-half) - sp.exp(-1)) / 2),
        (Join(S, interval(2, 3, "[)")), (1 - sp.exp(-1) + sp.exp(-2) - sp.exp(-3)) / 2),
        (Meet(Outside(S), S), zero),
        (Join(Outside(S), S), one),
        (Mirror(Moved(Meet(Outside(S), at_least(0)), 1)), sp.exp(-2) / 2),
        (sp.Function("T")(), None),
        (interval(1, 0), zero),
    ],
)
def test_an_example_of_noise_gives_masses(where, value):
    found = in_example(Mass(X, where), EXAMPLE)
    assert not found.has(Mass)
    if value is not None:
        found = found.replace(Larger, sp.Max).replace(Smaller, sp.Min)
        assert abs(sp.N(found - value, 30)) < 1e-25


def test_an_example_unfolds_definitions_and_keeps_what_it_lacks():
    expression = sp.Function("twice")(sp.Function("G")(a)) + sp.Function("H")()
    assert in_example(expression, EXAMPLE, (TWICE,)) == 2 * a + 2 + sp.Function("H")()


@pytest.mark.parametrize(
    ("expression", "example"),
    [
        (Mass(X, Meet(Join(S, Mirror(S)), S)), EXAMPLE),
        (Mass(X, Join(Join(S, Mirror(S)), S)), EXAMPLE),
    ],
)
def test_an_example_says_nothing_of_sets_that_it_cannot_measure(expression, example):
    with pytest.raises(BadInput, match="set"):
        in_example(expression, example)


def test_equal_numbers_need_no_example():
    assert in_example((that(a) == a).lhs, {}) == a


def test_a_set_in_an_example_is_made_of_intervals():
    with pytest.raises(BadInput, match="made of intervals"):
        in_example(Mass(X, x), EXAMPLE)


def test_what_is_defined_and_what_it_applies_is_written_down():
    made = Define(TWICE)
    assert made.to_json() == {"kind": "define", "definition": TWICE.to_json()}
    assert [name for name, *_ in made.uses()] == [name for name, *_ in uses_of(TWICE.value)]


def test_a_program_is_written_with_its_variables_by_name():
    best = Program(x, (x,), (x - a,), (), a)
    assert best.to_json()["variables"] == ["x"]
    assert best.free() == {a}
    assert list(best.uses()) == []


def test_what_a_counterexample_says_is_spoken_of():
    said = Fails(that(sp.Function("G")(a)) < 0, ((a, one),))
    assert [name for name, *_ in said.uses()] == ["G"]


def test_privacy_without_epsilon_has_no_half_of_it():
    changes = {twin.change for twin in twins(Goal(Private(X, zero, a, a), ON))}
    assert "half of delta" in changes
    assert "half of epsilon" not in changes


def test_a_derivation_cites_what_another_claim_establishes():
    other = sentence(id="a.c")
    proof = Proof(ON, sentence())
    proof.cites(other, other.printed[0], because="")
    [step] = proof.done().steps
    assert (step.method, step.hints["statement"]) == ("cite", other)


def test_a_rule_puts_in_densities_of_noise_that_has_one_and_open_ends_at_infinity():
    put = rules._Put(next(iter(rules.rules().values())), {"X": X}, {})
    with pytest.raises(BadInput, match="defined by its density"):
        put.number(["density", ["noise", "X"], ["int", "0"]])
    line = {"name": "x", "lower": ["mul", ["int", "-1"], ["oo"]], "upper": ["oo"], "ends": "[]"}
    assert put._variable({**line, "integer": False}).ends == "()"


def test_noise_on_the_integers_has_no_atom_beside_its_masses():
    with pytest.raises(BadInput, match="the masses are all that there is"):
        Law("Z", (), Domain(), "f", atom=sp.Rational(1, 3), on="integers")
