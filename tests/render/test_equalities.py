"""Equalities that are proved as two inequalities: when a proof on paper has them as one step."""

import pytest
import sympy as sp

from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, interval
from dpproofs.render.proofs.equalities import both, joined
from dpproofs.render.proofs.reading import Reading

x, a = sp.symbols("x a", positive=True)
ON = Domain((positive(x), positive(a)))
UP, DOWN, SAME = that(2 * x) <= x + x, that(x + x) <= 2 * x, that(2 * x) == x + x
f, X = Given("f", "function", 1), Given("X", "noise")
LESS, MORE, EQUAL = that(f(x)) <= a, that(a) <= f(x), that(f(x)) == a


def statement(*printed):
    return Statement(
        id="additive.example",
        paper="additive",
        item="0",
        title="an example",
        printed_latex="",
        given=(f, X),
        printed=tuple(Goal(claim, ON) for claim in printed),
    )


def steps(proof, *printed):
    """What is said in the steps of a proof, once pairs are joined."""
    _, derivation = joined(statement(*printed), proof.done())
    return [str(step.goal.proposition.op) for step in derivation.steps], derivation


def told(proof, *claims, because=("it is at least a", "it is at most a")):
    return [
        proof.shows(claim, by="sign", because=why)
        for claim, why in zip(claims, because, strict=False)
    ]


def test_two_opposite_inequalities_are_one_equality():
    proof = Proof(ON)
    told(proof, MORE, LESS)
    ops, derivation = steps(proof, that(x) <= a)
    first, second = derivation.steps
    assert ops == ["==", "=="]
    assert first.reason == "it is at least and at most a"
    assert second.goal.proposition.lhs == 0
    assert second.uses == (first.name,)


@pytest.mark.parametrize("other", [LESS, that(a) <= 2 * f(x), that(a) < f(x)])
def test_other_inequalities_stay(other):
    proof = Proof(ON)
    told(proof, LESS, other)
    assert "==" not in steps(proof, that(x) <= a)[0]


def test_inequalities_in_two_cases_stay():
    proof = Proof(ON)
    for claim, ends in ((LESS, (x, a)), (MORE, (a, x))):
        where = ON & between(sp.Symbol("t", positive=True), *ends, hollow=True)
        proof.shows(claim, on=where, by="sign", because="in a case")
    assert steps(proof, that(x) <= a)[0] == ["<=", "<="]


def test_a_claim_is_not_strengthened_and_a_pair_of_claims_is_one():
    proof = Proof(ON)
    told(proof, MORE, LESS)
    assert steps(proof, MORE)[0] == ["<=", "<="]
    claim, _ = joined(statement(MORE, LESS), proof.done())
    assert [goal.proposition for goal in claim.printed] == [that(a) == f(x)]


def test_the_equality_waits_for_what_the_second_inequality_needs():
    proof = Proof(ON)
    (more,) = told(proof, MORE)
    late = proof.shows(that(x) <= a, by="sign", because="a lemma")
    proof.follows(LESS, late, because="so it is at most a")
    ops, derivation = steps(proof, that(x) <= a)
    assert ops == ["<=", "<=", "=="]
    assert derivation.steps[2].uses == (late, more)


def test_two_claims_are_one_also_where_the_second_comes_late():
    proof = Proof(ON)
    told(proof, MORE)
    late = proof.shows(that(x) <= a, by="sign", because="a lemma")
    proof.follows(LESS, late, because="so it is at most a")
    claim, derivation = joined(statement(MORE, LESS), proof.done())
    assert len(claim.printed) == 1
    assert claim.printed[0] in {step.goal for step in derivation.steps}


def test_what_follows_from_equalities_alone_is_one():
    proof = Proof(ON)
    same = proof.shows(EQUAL, by="sign", because="it is a")
    proof.follows(that(2 * f(x)) <= 2 * a, (same, -2), because="twice")
    proof.follows(that(2 * f(x)) <= 2 * a + x, (same, -2), because="with a surplus")
    assert steps(proof, that(x) <= a)[0] == ["==", "==", "<="]


def test_a_mass_that_is_at_most_0_is_0_and_an_empty_interval_has_none():
    proof = Proof(ON)
    proof.shows(that(Mass(X(), interval(x, x, "[]"))) <= 0, by="sign", because="no atom")
    assert steps(proof, that(x) <= a)[0] == ["=="]
    read = Reading({"X": frozenset(), "f": frozenset()})
    assert read.expression(a + Mass(X(), interval(x, x, "(]"))) == a
    assert read.expression(a + Mass(X(), interval(x, x, "[]"))) != a


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ("it is at least a", "it is at most a", "it is at least and at most a"),
        ("it does not fall there", "it does not rise there", "it does not fall or rise there"),
        ("it is no more", "and no less", "it is no more, and no less"),
        ("they are alike", "they are alike", "they are alike"),
    ],
)
def test_two_reasons_are_one(first, second, one):
    assert both(first, second) == one
