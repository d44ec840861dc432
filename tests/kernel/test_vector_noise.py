"""Noise for vectors: a kind of its own, on the space of a norm that comes first."""

from __future__ import annotations

import pytest
import sympy as sp

from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.mutation import twins
from dpproofs.kernel.objects import Given, dimensions
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN, instance
from dpproofs.kernel.scope import misused
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.render.formula import proposition as in_latex
from dpproofs.render.plain import proposition as in_text
from dpproofs.render.sentence import text

a = sp.Symbol("a", positive=True)
D, k = sp.Symbol("D", integer=True, positive=True), sp.Symbol("k", integer=True)
x = OWN["x"]
zero, one = sp.Integer(0), sp.Integer(1)
ON = Domain((positive(a), index(D, 1), index(k, 0)))
NORM = Given("N", "norm", dimension=D)
X, Q = Given("X", "vector", on="N"), Given("Q", "vector", 1, on="N")
PRIVATE = PrivateVector(X(), a, zero, one)


def sentence(*given, claim=PRIVATE, where=ON):
    return Statement(
        id="a.b", paper="a", item="1", title="t", printed_latex="l", printed=(Goal(claim, where),),
        parameters=where, given=given,
    )  # fmt: skip


def test_a_sentence_has_vectors_on_the_space_of_a_norm():
    found = sentence(NORM, X, Q)
    assert found.to_json()["given"] == [
        {"name": "N", "kind": "norm", "arity": 0, "dimension": "D"},
        {"name": "X", "kind": "vector", "arity": 0, "on": "N"},
        {"name": "Q", "kind": "vector", "arity": 1, "on": "N"},
    ]
    assert dimensions(found.given) == {"X": D, "Q": D}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"kind": "norm"}, "dimension"),
        ({"kind": "vector", "on": "N", "dimension": D}, "dimension"),
        ({"kind": "noise", "on": "N"}, "on"),
    ],
)
def test_a_norm_has_a_dimension_and_nothing_else_has(changes, word):
    with pytest.raises(BadInput, match=word):
        Given(**{"name": "X", **changes})


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ((X,), "a norm that is given before X"),
        ((X, NORM), "a norm that is given before X"),
        ((Given("N", "norm", dimension=k), X), "a parameter d = 1, 2, ..."),
        ((Given("N", "norm", dimension=a), X), "a parameter d = 1, 2, ..."),
        ((Given("N", "norm", 1, dimension=D), X), "a parameter d = 1, 2, ..."),
        ((NORM, Given("X", "noise")), "X is a noise of 0 arguments, not a vector"),
    ],
)
def test_what_is_on_no_space_is_refused(given, word):
    with pytest.raises(BadInput, match=word):
        sentence(*given)


def test_norms_of_two_dimensions_are_told_apart():
    other = sp.Symbol("E", integer=True, positive=True)
    where = Domain((*ON, index(other, 1)))
    norms = (NORM, Given("M", "norm", dimension=other))
    said = sentence(*norms, Given("X", "vector", on="N"), where=where)
    told = text(said)
    assert "every norm N on R^D" in told
    assert "every norm M on R^E" in told


def test_a_bound_that_is_not_known_is_no_bound():
    m, last = sp.Symbol("m", integer=True), sp.Symbol("J", integer=True)
    later = Domain((index(m, 0), index(last, m)))
    goal = Goal(that(0) < 1 + last - last, later)
    assert sentence(claim=goal.proposition, where=later).parameters == later
    with pytest.raises(BadInput, match=r"a parameter d = 1, 2, \.\.\."):
        sentence(Given("N", "norm", dimension=last), claim=goal.proposition, where=later)


def test_a_cost_is_compared_as_numbers_are():
    with pytest.raises(BadInput, match="op"):
        ExpectedNorm(X(), x, x, "!=", one)


def test_a_norm_is_no_function_and_a_vector_no_noise():
    known = {"N": ("norm", 0), "X": ("vector", 0)}
    with pytest.raises(BadInput, match="N is a norm"):
        sentence(NORM, X, claim=that(zero) < sp.Function("N")())
    assert misused(PRIVATE.uses(), known) == ""


@pytest.mark.parametrize(
    ("rule", "bindings"),
    [
        ("privacy of a staircase", {"ratio": a, "first": one, "sensitivity": one}),
        (
            "Brunn and Minkowski",
            {"ratio": a, "sensitivity": one, "radius": x},
        ),
    ],
)
def test_a_rule_for_vectors_is_filled_in(rule, bindings):
    found = instance(rule, {"noise": X(), **bindings}, ON, dimensions={"X": D})
    said = found.premises[0].proposition
    assert isinstance(said, Staircase | PrivateVector)


def test_a_rule_takes_the_dimension_of_the_space():
    bindings = {
        "noise": X(), "ratio": a, "first": one, "step": one, "cost": x, "integral": x,
        "volume": one, "total": one, "value": one,
    }  # fmt: skip
    found = instance("cost of a staircase", bindings, ON, dimensions={"X": D})
    assert any(D in goal.proposition.free() for goal in found.premises)
    with pytest.raises(BadInput, match="noise for vectors"):
        instance("cost of a staircase", bindings, ON)


def test_twins_are_more_private():
    changes = {twin.change for twin in twins(Goal(PRIVATE, ON))}
    assert {"half of epsilon", "twice the sensitivity"} <= changes


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        (PRIVATE, "X is (a, 0)-private for shifts of norm up to 1"),
        (ExpectedNorm(X(), x, 1 + x, ">=", a), "E (||X|| + 1) >= a"),
        (
            Staircase(Q(a), a, a, one),
            "the density of Q(a) falls by the factor a at the radius a and at each further 1",
        ),
        (
            Levels(X(), x, x**2),
            "a ball of radius x^2 has the volume of {f_X > x}, for x > 0",
        ),
    ],
)
def test_what_is_said_of_vectors_is_shown(claim, shown):
    assert in_text(claim) == shown
    assert "X" in in_latex(claim) or "Q" in in_latex(claim)
