"""What was accepted once and is false, put back for a moment: no proof, or one that Coq refuses."""

from __future__ import annotations

import pytest
import sympy as sp

from dpproofs import checkers
from dpproofs.checkers import existence, measure, scoping
from dpproofs.checkers.scoping import Context
from dpproofs.coq.document import HEADER, LOSSES, VECTORS
from dpproofs.coq.rules import lemma as rule_in_coq
from dpproofs.coq.rules import table
from dpproofs.coq.sentence import sentence as said
from dpproofs.coq.steps import proof as written
from dpproofs.kernel import derivation as kernel
from dpproofs.kernel import scope
from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Derivative, Fails, that
from dpproofs.kernel.terms import Mass, interval
from dpproofs.kernel.verdict import Decision, Finding, Grade, Outcome
from dpproofs.theorems.registry import find
from dpproofs.verifying import check_steps
from tests.coq.conftest import attempts
from tests.coq.conftest import certificate as released
from tests.logic.test_findings import (
    FALSE,
    b,
    noise_of_mass_two,
    perfect_privacy,
    range_of_a_set,
    sentence,
    turned_around,
    two_meanings,
    x,
)

half, inside = sp.Rational(1, 2), Domain((between(b, 0, 1),))


def accepted(statement, proof, *evidence):
    """The certificate of steps that are taken for established, with this evidence."""
    derivation = proof.done()
    if evidence:
        findings = [Finding(Outcome.established, "", Grade.proved, found) for found in evidence]
    else:
        findings = check_steps(statement, derivation)
        assert all(finding.established for finding in findings)
    return certificate(statement, derivation, findings, Decision.holds, Grade.proved)


def a_parameter_that_moves(monkeypatch):
    monkeypatch.setattr(Context, "_moved", lambda *_: "")
    return accepted(*perfect_privacy())


def a_parameter_in_a_hypothesis(monkeypatch):
    number = Given("G", "function")
    every = Goal(that(number()) <= b, Domain((positive(b),)))
    wrong = Goal(that(number()) <= 0, inside)
    monkeypatch.setattr(scope, "_quantifies", lambda *_: "")
    statement = sentence(
        wrong, parameters=inside, given=(number,), hypotheses=(every,), examples=({},)
    )
    proof = Proof(inside, statement)
    first = proof.assumes(every, because="")
    facts = [{"fact": first, "at": {"b": ["int", "0"]}, "times": ["int", "1"]}]
    proof.concludes(wrong, by="entailment", because="", uses=(first,), facts=())
    return accepted(statement, proof, {}, {"facts": facts})


def a_counterexample_elsewhere(_):
    goal = Goal(that(b) < 1, Domain((between(b, 0, 3),)))
    statement = sentence(goal, parameters=inside)
    proof = Proof(goal.domain, statement)
    proof.fails(goal, {b: 2}, because="")
    return accepted(statement, proof, {})


def a_counterexample_that_is_carried(_):
    wide, low = (Domain((between(b, 0, end),)) for end in (3, 1))
    fails = Fails(that(b) < 1, ((b, sp.Integer(2)),))
    statement = sentence(Goal(that(b) < 1, low))
    proof = Proof(Domain(), statement)
    there = proof.shows(fails, on=wide, by="counterexample", because="")
    proof.concludes(Goal(fails, low), by="instance", because="", uses=(there,), at={b: half})
    return accepted(statement, proof, {}, {"at": {"b": to_tree(half)}})


def a_value_for_what_is_bound(_):
    stays = Goal(Derivative(sp.Integer(0), b, sp.Integer(1)), inside)
    statement = sentence(stays)
    proof = Proof(inside, statement)
    slope = proof.shows(
        Derivative(b - half, b, sp.Integer(1)), on=inside, by="derivative", because=""
    )
    proof.concludes(stays, by="instance", because="", uses=(slope,), at={b: half})
    return accepted(statement, proof, {}, {"at": {"b": to_tree(half)}})


def noise_that_does_not_exist(monkeypatch):
    monkeypatch.setattr(measure, "all_exist", lambda *_: "")
    flat = Pieces("f", x, (), Domain(), (Piece(sp.S.One, sp.S.One), Piece(sp.S.Zero, sp.oo)))
    law = Law("Q", (), Domain(), "f")
    whole = Goal(that(Mass(law(), interval(-sp.oo, sp.oo))) == 1, Domain())
    proof = Proof(Domain())
    proof.concludes(whole, by="measure", because="")
    return accepted(sentence(whole, definitions=(flat, law)), proof)


def a_range_that_is_empty(monkeypatch):
    monkeypatch.setattr(checkers, "_somewhere", lambda found, _: found)
    return accepted(*turned_around())


def one_is_not_above_zero(_):
    statement, proof = sentence(FALSE), Proof(Domain())
    proof.concludes(FALSE, by="sign", because="")
    return accepted(statement, proof, {})


HOLES = (
    a_parameter_that_moves, a_parameter_in_a_hypothesis, a_counterexample_elsewhere,
    a_counterexample_that_is_carried, a_value_for_what_is_bound, noise_that_does_not_exist,
    a_range_that_is_empty, one_is_not_above_zero,
)  # fmt: skip


def true_instance():
    """From G = b to G <= b, to see that what refuses does not refuse everything."""
    number = Given("G", "function")
    fact = Goal(that(number()) == b, inside)
    weaker = Goal(that(number()) <= b, inside)
    statement = sentence(
        weaker, parameters=inside, given=(number,), hypotheses=(fact,),
        examples=({"G": sp.Lambda((), b)},),
    )  # fmt: skip
    proof = Proof(inside, statement)
    first = proof.assumes(fact, because="")
    proof.concludes(weaker, by="entailment", because="", uses=(first,), facts=[(first, {b: b}, -1)])
    return accepted(statement, proof)


def test_coq_refuses_what_was_accepted(monkeypatch, coq):
    texts = [attempts(true_instance(), refused=())]
    for place, hole in enumerate(HOLES):
        with monkeypatch.context() as patch:
            found = hole(patch)
        last = found["steps"][-1]["name"]
        texts.append(attempts(found, refused=(last,), module=f"Hole_{place}"))
    assert coq("\n\n".join(texts)) == ""


def test_coq_knows_no_name_that_is_not_declared(monkeypatch, coq):
    u = sp.Symbol("u", nonnegative=True)
    domain = Domain((Variable(u, sp.Integer(0), sp.oo, "[)"),))
    floating = Goal(that(5) <= sp.Function("F")(u), domain)
    monkeypatch.setattr(kernel, "closed", lambda _: None)
    found = {"statement": sentence(floating).to_json(), "steps": []}
    assert "The reference F was not found" in coq(attempts(found, refused=()) + said(found).text)


def test_coq_knows_no_set_on_which_a_range_depends(monkeypatch, coq):
    monkeypatch.setattr(scoping, "floating", lambda *_: "")
    statement, proof, _ = range_of_a_set()
    assert "The reference S_ was not found" in coq(attempts(accepted(statement, proof), refused=()))


RULE = """Module {module}.
{text}
End {module}.
"""


def test_a_theorem_proves_no_rule_that_forgets_a_premise(coq):
    """Once nothing said that the tails of a layer cake are those of the noise."""
    texts, count = [HEADER + LOSSES + VECTORS], 0
    for row in table():
        name = rule_in_coq(row).name
        texts.append(RULE.format(module=f"Of_{name}", text=rule_in_coq(row).text))
        for place, _ in enumerate(row["premises"]):
            kept = [one for other, one in enumerate(row["premises"]) if other != place]
            module, count = f"Without_{place}_{name}", count + 1
            text = rule_in_coq({**row, "premises": kept}).text
            texts.append(RULE.format(module=module, text=text))
            texts.append(
                f"Goal Of_{name}.{name} -> {module}.{name}.\n"
                "Proof. intros shown. Fail exact shown. Abort.\n"
            )
        same = f"Of_{name}.{name} -> Of_{name}.{name}"
        texts.append(f"Goal {same}.\nProof. intros shown. exact shown. Qed.\n")
    assert count > len(table())
    assert coq("\n".join(texts), "dropped") == ""


def test_coq_refuses_noise_of_mass_two(monkeypatch, coq):
    monkeypatch.setattr(existence, "_probability", lambda *_: "")
    found = accepted(*noise_of_mass_two())
    exists = next(step["name"] for step in found["steps"] if step["method"] == "existence")
    assert coq(attempts(found, refused=(exists,), shown=())) == ""
    assert "Error" in coq(attempts(found, shown=(exists,)))


def test_nothing_is_written_for_a_name_with_two_meanings(monkeypatch):
    monkeypatch.setattr(Context, "_clash", lambda *_: "")
    with pytest.raises(UnsupportedExpression, match="no proof in Coq for two meanings of"):
        written(accepted(*two_meanings()))


@pytest.mark.parametrize("name", ["staircase.eq25", "staircase.thm3", "trunclap.def3"])
def test_no_proof_is_written_of_a_sentence_that_no_step_says(name):
    claim, proof = find(name), Proof(Domain())
    proof.shows(that(0) == 0, by="identity", because="")
    with pytest.raises(UnsupportedExpression, match="a goal that no step says"):
        written(accepted(claim.statement, proof, {}))


@pytest.mark.parametrize("name", ["additive.cor5", "additive.fn1"])
def test_an_erratum_is_not_shown_by_arithmetic_alone(name):
    """Once they were left when every step on privacy and cost was deleted."""
    found = released(name)
    kinds = ("relation", "fails")
    steps = [
        step for step in found["steps"] if not step["uses"] and step["proposition"]["kind"] in kinds
    ]
    assert steps
    written(found)
    with pytest.raises(UnsupportedExpression, match="a goal that no step says"):
        written({**found, "steps": steps})
