"""Zeros and the order of places, replayed: what the rules want, and nothing less."""

import copy
import json
from functools import cache

import pytest
import sympy as sp

from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.derivation import Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.proposition import at_most, equal
from dpproofs.kernel.rules import instance
from dpproofs.replay import replay
from dpproofs.replay.reader import digest
from dpproofs.verify import check_steps, decide

X, H = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
a = sp.Symbol("a", positive=True)
F = sp.Function("F")
T = sp.Function("t")
ON = Domain((positive(a),))
zero, one = sp.Integer(0), sp.Integer(1)
CURVE = F(X) + a * X - a / (1 + a)
FOUND = {
    "curve": CURVE, "slope": a + 1, "lower": zero, "upper": one, "place": sp.Symbol("t"),
}  # fmt: skip
ROOT = 1 / (1 + sp.exp(T(a)))
LATER = {"curve": CURVE, "before": ROOT, "after": one}
INSIDE = Domain((Variable(X, zero, one, "[)"), Variable(H, zero, 1 - X, "(]")))
HYPOTHESES = (
    Goal(at_most(F(X + H) - F(X), H), INSIDE),
    Goal(equal(F(0), 0), Domain()),
    Goal(at_most(0, F(1)), Domain()),
    Goal(at_most(F(X), F(X + H)), Domain((Variable(X, zero, sp.oo, "[)"), positive(H)))),
)  # fmt: skip


@cache
def _text():
    proof = Proof(ON)
    rises, start, end, grows = (proof.assumes(goal, because="") for goal in HYPOTHESES)
    premises, found = instance("intermediate value", FOUND, ON)
    facts = ([(rises, {}, one)], [(start, {}, -one)], [(end, {}, one)])
    uses = [
        proof.shows(goal.proposition, on=goal.domain, by="entailment", because="",
                    uses=(row[0][0],), facts=row)
        for goal, row in zip(premises, facts, strict=True)
    ]  # fmt: skip
    root = proof.concludes(
        found, by="rule", because="", uses=uses, rule="intermediate value", bindings=FOUND
    )
    (climbs, higher), order = instance("order", LATER, ON)
    first = proof.shows(
        climbs.proposition, on=climbs.domain, by="entailment", because="", uses=(grows,),
        facts=[(grows, {}, one)],
    )  # fmt: skip
    second = proof.shows(
        higher.proposition, on=higher.domain, by="entailment", because="", uses=(root, end),
        facts=[(root, {}, -one), (end, {}, one)],
    )  # fmt: skip
    proof.concludes(
        order, by="rule", because="", uses=(first, second), rule="order", bindings=LATER
    )
    derivation = proof.done()
    statement = Statement(
        id="test.zeros", paper="test", item="zeros", title="", printed_latex="",
        printed=(found, order), hypotheses=HYPOTHESES, models=({"F": sp.Lambda(X, zero)},),
    )  # fmt: skip
    findings = check_steps(statement, derivation)
    assert all(f.established for f in findings), [f.message for f in findings]
    decision, grade, _ = decide(statement, derivation, findings)
    return json.dumps(certificate(statement, derivation, findings, decision, grade))


def report(change):
    """What replay says after a change, with a digest computed again."""
    document = copy.deepcopy(json.loads(_text()))
    change(document)
    body = {key: value for key, value in document.items() if key != "digest"}
    return replay({**body, "digest": digest(body)}, any_statement=True)


def test_a_zero_and_its_place_are_replayed():
    found = report(lambda _: None)
    assert found.accepted, found.reason
    assert found.trusts == ("intermediate value", "order")


def _steps(document, rule):
    return [s for s in document["steps"] if s["evidence"].get("rule") == rule]


@pytest.mark.parametrize("key", ["slope", "lower", "upper", "curve"])
def test_another_binding_is_not_what_was_shown(key):
    def change(document):
        (step,) = _steps(document, "intermediate value")
        step["evidence"]["bindings"][key] = ["rat", "1", "2"]

    assert not report(change).accepted


@pytest.mark.parametrize("key", ["before", "after"])
def test_other_places_are_not_in_order(key):
    def change(document):
        (step,) = _steps(document, "order")
        step["evidence"]["bindings"][key] = ["int", "0"]

    assert not report(change).accepted


def test_a_place_has_a_name_of_its_own():
    def rename(node):
        if isinstance(node, list):
            return ["apply", "F", *map(rename, node[2:])] if node[:2] == ["apply", "t"] else [
                *map(rename, node)
            ]  # fmt: skip
        if isinstance(node, dict):
            return {key: rename(value) for key, value in node.items()}
        return node

    def change(document):
        document.update(rename(document))
        (step,) = _steps(document, "intermediate value")
        step["evidence"]["bindings"]["place"] = ["sym", "F"]

    found = report(change)
    assert not found.accepted
    assert "spoken of already" in found.reason


def test_a_place_is_a_name():
    def change(document):
        (step,) = _steps(document, "intermediate value")
        step["evidence"]["bindings"]["place"] = ["int", "1"]

    assert "not a name" in report(change).reason
