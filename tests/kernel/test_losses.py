"""Losses of two noises over many rounds, and noise that is promised."""

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.kernel.assertions import Even, Exists
from dpproofs.kernel.derivation import Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.losses import Leak, Loss, Promise
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass

s, v = sp.symbols("s v", positive=True)
a, l = sp.symbols("a l", real=True)  # noqa: E741  (a loss)
one, zero = sp.Integer(1), sp.Integer(0)
X, P, F = Given("X", "noise"), Given("P", "noise"), Given("F", "function", 1)
S = sp.Function("S")()
ON = Domain((positive(s),))
IN = ON & positive(v)
DIVERGENCE = Loss(X(), X(), a, one, l, l, "<=", s)
PROMISED = Promise(
    P, ON, Domain((positive(v),)),
    (
        Goal(Loss(P(), X(), a, one, l, l, "<=", v), IN & between(a, -s, s, "[]")),
        Goal(that(v) <= F(s), IN),
    ),
)  # fmt: skip


def sentence(claim, given=(X, F), **more):
    return Statement(
        id="cactus.test", paper="cactus", item="", title="", printed_latex="", parameters=ON,
        given=given, printed=(Goal(claim, ON),), **more,
    )  # fmt: skip


def test_a_loss_binds_its_variable_and_is_a_divergence_when_it_is_plain():
    assert (DIVERGENCE.bound(), DIVERGENCE.free()) == ({l}, {a, s})
    assert DIVERGENCE.is_divergence
    assert not replace(DIVERGENCE, count=sp.Integer(2)).is_divergence
    assert not replace(DIVERGENCE, loss=sp.exp(l)).is_divergence
    assert set(DIVERGENCE.uses()) == {("X", "noise", 0)}
    written = DIVERGENCE.to_json()
    assert (written["noise"], written["variable"], written["op"]) == (["noise", "X"], "l", "<=")


@pytest.mark.parametrize("claim", [DIVERGENCE, Leak(X(), X(), a, one, zero, "==", s)])
def test_losses_are_compared_by_an_order(claim):
    with pytest.raises(BadInput, match="op"):
        replace(claim, op="!=")


def test_a_promise_knows_what_it_binds_and_what_it_is_about():
    assert (PROMISED.free(), PROMISED.bound()) == ({s}, {v, a})
    assert set(PROMISED.uses()) == {("P", "new", 0), ("X", "noise", 0), ("F", "function", 1)}
    assert [variable.symbol for variable in PROMISED.own(PROMISED.all[0])] == [a]
    written = PROMISED.to_json()
    assert [row["name"] for row in written["variables"]] == ["v"]
    assert [[row["name"] for row in kept["domain"]] for kept in written["all"]] == [["a"], []]
    assert sentence(PROMISED).to_json()["printed"][0]["proposition"] == written


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"given": F}, "noise"),
        ({"all": (Goal(that(v) <= s, ON & positive(v)), Goal(Even(P()), ON))}, "begins"),
        ({"all": (Goal(Even(P()), IN & between(a, 0, s, hollow=True)),)}, "begins"),
        ({"all": (Goal(Exists(Domain((real(a),)), (Even(P()),)), IN),)}, "exists"),
        ({"all": (Goal(Even(sp.Function("P")(s)), IN),)}, "0 arguments"),
        ({"all": (Goal(that(v) <= sp.Function("P")(), IN),)}, "as noise"),
    ],
)
def test_a_promise_of_another_form_is_refused(changes, word):
    with pytest.raises(BadInput, match=word):
        replace(PROMISED, **changes)


@pytest.mark.parametrize(
    ("claim", "given", "word"),
    [
        (PROMISED, (X, F, P), "stands for something else"),
        (replace(PROMISED, given=Given("s", "noise"), all=()), (X, F), "something else"),
        (PROMISED, (F,), "X is not declared"),
        (
            replace(PROMISED, all=(Goal(that(Mass(P(), S)) == 0, IN),)), (X, F),
            "S is not declared",
        ),
        (replace(PROMISED, outer=Domain(), all=()), (X, F), "another domain"),
    ],
)  # fmt: skip
def test_a_sentence_with_a_promise_is_closed(claim, given, word):
    with pytest.raises(BadInput, match=word):
        sentence(claim, given)


def test_a_promise_may_speak_of_sets_that_are_given():
    kept = replace(PROMISED, all=(Goal(that(Mass(P(), S)) == 0, IN),))
    assert sentence(kept, (X, Given("S", "set"))).goals[0].proposition == kept


def test_a_family_is_promised_with_its_arguments():
    family = Given("P", "noise", 1)
    kept = replace(PROMISED, given=family, all=(Goal(Even(family(a)), IN & real(a)),))
    assert sentence(kept).to_json()["printed"][0]["proposition"]["given"]["arity"] == 1


def test_a_loss_may_be_assumed():
    within = Goal(DIVERGENCE, ON & between(a, -s, s, "[]"))
    assert sentence(that(0) <= s, hypotheses=(within,), examples=({},)).hypotheses == (within,)
