"""What consequences leave out is found, and what is found is not believed."""

import gc
import time

import pytest
import sympy as sp

from dpproofs.checkers import entailment
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics import kept
from dpproofs.tactics.budget import within
from dpproofs.tactics.consequences import Fact, find
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.registry import registry

b, x, y, s = sp.symbols("b x y s", positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
f, g = sp.Function("f"), sp.Function("g")
RATIO = between(b, 0, 1)
PLACE, LATER = positive(x), index(n, 0)


@pytest.fixture(autouse=True)
def nothing_kept():
    with kept.instead({}) as store:
        yield store


def found(conclusion, *facts):
    used = find(conclusion, [Fact(fact) for fact in facts])
    return None if used is None else [(dict(fact.values), fact.times) for fact in used]


FALLS = Goal(that(f(x + s)) <= b * f(x), Domain((RATIO, PLACE, positive(s))))


@pytest.mark.parametrize(
    ("claim", "on", "facts", "wanted"),
    [
        (that(f(3)) <= b * f(1), (RATIO,), [FALLS], [({x: 1, s: 2}, 1)]),
        (that(g(x)) <= f(x), (PLACE,), [Goal(that(2 * g(x)) <= 2 * f(x), Domain((PLACE,)))],
         [({}, sp.Rational(1, 2))]),
        (that(g(x)) == 3 * f(x), (PLACE,), [Goal(that(f(y)) == g(y) / 3, Domain((positive(y),)))],
         [({y: x}, -3)]),
        (that(b ** (n + 1) * f(0)) <= f(n + 1), (RATIO, LATER),
         [Goal(that(b**n * f(0)) <= f(n), Domain((RATIO, LATER))),
          Goal(that(b * f(n)) <= f(n + 1), Domain((RATIO, LATER)))], [({}, b), ({}, 1)]),
    ],
    ids=["two variables", "a multiplier", "an equation backwards", "a chain"],
)  # fmt: skip
def test_what_is_forced_is_found(claim, on, facts, wanted):
    assert found(Goal(claim, Domain(on)), *facts) == wanted


@pytest.mark.parametrize(
    ("claim", "fact"),
    [
        (that(f(x)) <= 1, that(1) <= f(x)),  # a negative multiplier
        (that(f(x)) <= 1, that(g(x)) <= 1),  # of something else
        (that(f(x)) == 2, that(f(x)) <= 2),
    ],
)
def test_what_does_not_follow_is_not_found(claim, fact):
    on = Domain((PLACE,))
    used = find(Goal(claim, on), [Fact(Goal(fact, on))])
    if used is not None:  # what the checkers refuse is worth nothing
        proof = Proof(on)
        step = proof.shows(fact, by="sign", because="as assumed here")
        proof.follows(claim, step, because="it does not")
        assert not entailment.check(proof.done().steps[-1], proof.done()).established


def test_values_lie_where_the_fact_is_said():
    inside = Goal(that(f(y)) <= 1, Domain((Variable(y, sp.Integer(0), sp.Integer(1)),)))
    assert found(Goal(that(f(2)) <= 1, Domain(())), inside) is None


def test_what_the_author_says_is_kept():
    proof = Proof(Domain((RATIO, PLACE)))
    first = proof.shows(that(f(x)) <= 1, by="sign", because="as assumed here")
    second = proof.shows(that(0) < b, by="sign", because="and so is this")
    proof.follows(that(b * f(x)) <= b, (first, b), also=(second,), because="b times")
    step = proof.done().steps[-1]
    assert step.hints["facts"] == [(first, {}, b)]
    assert step.uses == (first, second)


def test_what_is_found_is_asked_for_once(nothing_kept, monkeypatch):
    def derive():
        proof = Proof(Domain((RATIO, PLACE, positive(s))))
        fall = proof.shows(FALLS.proposition, by="sign", because="as assumed here")
        proof.follows(that(f(2 * s)) <= b * f(s), fall, because="at x = s")
        return proof.done().steps[-1].hints["facts"]

    first = derive()
    assert first == [("1", {x: s}, 1)]
    monkeypatch.setattr(kept, "find", lambda *_: pytest.fail("it was found before"))
    assert derive() == first
    assert set(nothing_kept.answers) == nothing_kept.asked


def test_a_kept_answer_that_is_wrong_is_not_believed(nothing_kept):
    proof = Proof(Domain((RATIO, PLACE)))
    first = proof.shows(that(f(x)) <= 1, by="sign", because="as assumed here")
    goal = Goal(that(b * f(x)) <= b, proof.domain)
    nothing_kept.answers[kept.digest(goal, [Fact(proof.goal(first))])] = [[{}, ["int", "2"]]]
    proof.follows(goal, first, because="b times")
    made = proof.done()
    assert made.steps[-1].hints["facts"] == [(first, {}, 2)]
    assert not entailment.check(made.steps[-1], made).established


CLAIMS = ("additive.thm1", "staircase.prop1", "vector.exchange.start", "cactus.thm1.cyclic")


@pytest.mark.parametrize("name", CLAIMS)
def test_nothing_kept_is_needed(name, nothing_kept):
    """The derivation is the same when all of it is found anew."""
    claim = registry()[name]
    with kept.instead(kept._package().answers) as store:
        as_kept = claim.derive()
        assert store.asked <= store.answers.keys(), "run 'make found'"
    assert claim.derive() == as_kept
    assert nothing_kept.asked == store.asked


class InFinalizer:
    """Something that is collected while a search is interrupted."""

    def __init__(self):
        self.itself = self

    def __del__(self):
        until = time.process_time() + 0.4
        while time.process_time() < until:
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interruption_that_a_finalizer_swallows_comes_again():
    def search():
        InFinalizer()
        gc.collect()
        while True:
            pass

    assert within(0.1, search) is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_search_that_ends_after_a_swallowed_interruption_ends():
    def search():
        InFinalizer()
        gc.collect()
        return 1

    begun = time.monotonic()
    assert within(0.1, search) in (None, 1)
    assert time.monotonic() - begun < 60
