"""Claims that are shown under the hypothesis that a rule holds of which Coq has no proof."""

import json

import coq as run
from dpproofs.coq.document import PROVED_RULES
from dpproofs.coq.rules import lemma, table
from dpproofs.coq.steps import proof
from tests.coq.conftest import SOURCES, certificate

CLAIM, RULE = "vector.optimal", "Brunn and Minkowski"


def test_the_rule_is_a_hypothesis_and_the_theorem_says_so():
    text = proof(certificate(CLAIM), unproved={RULE})
    assert (
        "Hypothesis trusted_rule_brunn_and_minkowski : statements.rule_brunn_and_minkowski.\n"
        in text
    )
    assert "pose proof (trusted_rule_brunn_and_minkowski " in text
    assert "proved.rule_brunn_and_minkowski_" not in text
    assert "proved.rule_privacy_of_a_staircase_" in text
    said = "statements.rule_brunn_and_minkowski -> vector_optimal := vector_optimal_proved."
    assert text.rstrip().endswith(said)
    assert text.index("End Trusting.") < text.index(said)


def test_nothing_is_a_hypothesis_where_all_rules_are_proved():
    text = proof(certificate(CLAIM))
    assert "Hypothesis" not in text
    assert "proved.rule_brunn_and_minkowski_" in text
    assert "Hypothesis" not in proof(certificate("staircase.prop2"), unproved={RULE})


def test_the_proof_rests_on_the_statement_of_the_rule():
    base, text = run.written(certificate(CLAIM), stronger=False)
    assert PROVED_RULES in text
    (rule,) = (one for one in map(lemma, table()) if one.rule == RULE)
    assert rule.text in base


def test_the_record_names_the_rule(monkeypatch):
    monkeypatch.setattr(run, "compiled", lambda *_: "")
    paths = [run.CERTIFICATES / f"{name}.json" for name in (CLAIM, "staircase.prop2")]
    *_, (found, _, _) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert found[CLAIM]["trusts"] == [RULE]
    assert "trusts" not in found["staircase.prop2"]


def test_only_rules_that_are_listed_as_unproved_are_trusted():
    listed = set(json.loads((SOURCES / "unproved.json").read_text("ascii")))
    rows = run.read(run.RECORD)["claims"].values()
    assert {rule for row in rows for rule in row.get("trusts", ())} <= listed
