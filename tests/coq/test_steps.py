import copy
import json
import re
from contextlib import suppress

import pytest

from dpproofs.coq.sentence import sentence
from dpproofs.coq.steps import proof
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import CERTIFICATES, ROOT, SOURCES, certificate

RECORD = json.loads((ROOT / "dpproofs" / "coq" / "record.json").read_text("ascii"))


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(RECORD["claims"]))
def test_the_last_theorem_has_the_sentence_as_its_type(name):
    found = certificate(name)
    text, said = proof(found), sentence(found)
    assert said.text in text
    assert f"Theorem {said.name}_proved : {said.name}." in text
    assert text.count("Lemma step_") == len(found["steps"])
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter)\b", text)


def test_the_record_is_of_claims_and_of_listed_axioms():
    lines = (SOURCES / "axioms.txt").read_text("ascii").splitlines()
    assert set(RECORD["axioms"]) <= {line for line in lines if not line.startswith("#")}
    assert set(RECORD["claims"]) <= {path.stem for path in CERTIFICATES.glob("*.json")}
    assert RECORD["claims"]


@pytest.mark.sweep
@pytest.mark.no_cover  # each method has tests of its own
def test_every_other_certificate_is_written_or_refused_in_one_line():
    others = {path.stem for path in CERTIFICATES.glob("*.json")} - RECORD["claims"].keys()
    assert others
    for name in sorted(others):
        with suppress(UnsupportedExpression):
            assert "_proved" in proof(certificate(name))


def test_facts_are_used_at_their_values_and_multiplied():
    text = proof(certificate("staircase.prop1"))
    assert "pose proof (step_2 L ltac:(condition) ltac:(condition) 0 ltac:(condition) z" in text


def test_a_method_without_proofs_is_named():
    found = copy.deepcopy(certificate("staircase.def4"))
    found["steps"][-1]["method"] = "hope"
    with pytest.raises(UnsupportedExpression, match="no proof in Coq for the method 'hope'"):
        proof(found)


def test_a_goal_without_a_step_is_refused():
    found = copy.deepcopy(certificate("staircase.heur.62"))
    found["steps"].pop()
    with pytest.raises(UnsupportedExpression, match="a goal that no step says"):
        proof(found)


def test_coq_accepts_a_proof_and_refuses_it_of_something_false(coq):
    found = certificate("staircase.heur.62")
    assert coq(proof(found)) == ""
    text = json.dumps(found).replace('["rat", "1", "2"]', '["rat", "-1", "2"]')
    assert "Error" in coq(proof(json.loads(text)))
