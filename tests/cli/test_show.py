import json

import pytest

from dpproofs.commands.show import GRADES, VERDICTS, WIDTH
from dpproofs.kernel.verdict import Decision, Grade
from dpproofs.render import sentence
from dpproofs.theorems.registry import find

CLAIM = "additive.sec5.gain"  # corrected
PLAIN = "additive.lem2"


def test_a_claim_is_shown_with_its_verdict_first_and_its_proof(run):
    result = run("show", CLAIM)
    assert result.exit_code == 0
    title, verdict, *rest = result.stdout.splitlines()
    assert title.startswith(f"{CLAIM}  section 5, abstract  ")
    assert "verdict         corrected: what the paper prints fails" in verdict
    text = " ".join(result.stdout.split())
    assert "enclosed: ball arithmetic" in text
    assert "counterexample s = 1/4: at δ = erf(1/4)" in text
    assert "Theorem. Let Δ > 0." in text
    assert "At the counterexample we have: 2 > 1.24720" in text
    assert "What is printed fails at Δ = 1 and δ = ½ (the gain" in text
    assert "where the following does not hold:" in text
    assert max(map(len, rest)) <= WIDTH
    assert not any("\\" in line or "\x1b" in line for line in rest)


def test_every_step_is_listed_on_demand(run):
    shown, listed = run("show", CLAIM).stdout, run("show", CLAIM, "--steps").stdout
    assert listed.startswith(shown.rstrip("\n"))
    rest = listed[len(shown) :].splitlines()
    for step in find(CLAIM).derive().steps:
        assert any(line.split()[:1] == [step.name] for line in rest)
    assert max(map(len, rest)) <= WIDTH


def test_json_has_the_claim_its_verdict_and_its_derivation(run):
    document = json.loads(run("show", PLAIN, "--json").stdout)
    assert set(document) == {"dpproofs", "claims"}
    (claim,) = document["claims"]
    assert (claim["id"], claim["verdict"], claim["erratum"]) == (PLAIN, "holds", None)
    assert claim["module"] == find(PLAIN).module
    assert claim["sentence"] == sentence.text(find(PLAIN).statement, find(PLAIN).derivation)
    assert [step["step"] for step in claim["derivation"]] == [
        step.name for step in find(PLAIN).derive().steps
    ]


def test_several_claims_are_shown_in_the_order_of_the_catalogue(run):
    document = json.loads(run("show", CLAIM, "additive.lem*", "--json").stdout)
    assert [claim["id"] for claim in document["claims"]] == ["additive.lem1", PLAIN, CLAIM]


def test_a_claim_that_has_changed_has_no_verdict(run, monkeypatch):
    monkeypatch.setattr("dpproofs.stored.stored", lambda names: ([], list(names)))
    result = run("show", PLAIN)
    assert result.exit_code == 3
    assert "not checked as it stands" in result.stdout
    assert "Open." in result.stdout
    assert "It is claimed, and not decided, that" in result.stdout
    assert result.stderr == f"not checked as it stands: see 'dpproofs verify {PLAIN}'\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Missing argument 'CLAIM...'"),
        (["additive.lem22"], "'additive.lem2'"),
    ],
)
def test_bad_input_is_one_line(run, is_one_error, arguments, expected):
    result = run("show", *arguments)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert expected in result.stderr


def test_a_claim_that_is_not_formalised_is_not_shown(run, is_one_error, unformalised):
    result = run("show", unformalised)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "this one not yet" in result.stderr


def test_every_verdict_and_grade_has_its_words():
    assert set(VERDICTS) == {decision.value for decision in Decision}
    assert set(GRADES) == {grade.name for grade in Grade}
