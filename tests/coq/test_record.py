"""What is said to be checked by Coq, and when it is said no more."""

import pytest

from dpproofs.coq import record
from dpproofs.kernel.certificate import digest
from dpproofs.theorems.registry import index
from tests.coq.conftest import CERTIFICATES, certificate

CLAIM = "staircase.heur.62"


def test_the_record_is_of_the_certificates_that_are_committed():
    lines = record.record()["claims"]
    stale = {
        name
        for name, line in lines.items()
        if not record.checked(name, digest(certificate(name)["statement"]), line["certificate"])
        or line["certificate"] != certificate(name)["digest"]
    }
    assert lines
    assert not stale, "run 'make coq COQ=--missing'"


def test_every_claim_has_a_proof_or_a_reason_why_not():
    for path in sorted(CERTIFICATES.glob("*.json")):
        found = certificate(path.stem)
        digests = (digest(found["statement"]), found["digest"])
        proved = record.checked(path.stem, *digests)
        reason = record.unproved(path.stem, *digests)
        assert bool(reason) != proved, f"{path.stem}: run 'make coq COQ=--missing'"
        assert reason in ("", record.record()["open"].get(path.stem, {}).get("reason"))


def test_a_reason_is_told_of_the_very_claim_only(monkeypatch):
    line = {"statement": "sha256:1", "certificate": "sha256:2", "reason": "refused at step 3"}
    known = {"claims": {}, "open": {CLAIM: line}}
    monkeypatch.setattr(record, "record", lambda: known)
    assert record.unproved(CLAIM, "sha256:1", "sha256:2") == "refused at step 3"
    changed = "not asked since the claim was changed"
    assert record.unproved(CLAIM, "sha256:1", "sha256:3") == changed
    assert record.unproved(CLAIM, None, "sha256:2") == changed
    assert record.unproved("mine.lemma", "sha256:1", "sha256:2") == ""
    known |= {"claims": {CLAIM: line}, "open": {}}
    assert record.unproved(CLAIM, "sha256:1", "sha256:2") == ""
    assert record.unproved(CLAIM, "sha256:1", "sha256:3") == changed


def test_the_index_has_the_digests_of_the_certificates():
    lines = index()["claims"]
    assert {path.stem for path in CERTIFICATES.glob("*.json")} == set(lines)
    for name, line in lines.items():
        assert line["certificate"] == certificate(name)["digest"]
        assert line["certificate"] == digest(certificate(name))


def test_the_book_says_it_of_what_the_record_holds_and_of_nothing_else():
    for page in CERTIFICATES.parent.glob("*/*.tex"):
        line = index()["claims"].get(page.stem)
        if line:
            said = "Every step is checked by Coq" in page.read_text("utf-8")
            known = record.checked(page.stem, line["digest"], line["certificate"])
            assert said == known, f"{page.stem}: run 'make derivations'"


@pytest.mark.parametrize("key", ["statement", "certificate"])
def test_nothing_is_said_of_a_digest_that_is_not_known(monkeypatch, key):
    digests = {"statement": "sha256:1", "certificate": "sha256:2"}
    known = dict(digests)
    monkeypatch.setattr(record, "record", lambda: {"claims": {CLAIM: known}})
    assert record.checked(CLAIM, **digests)
    assert not record.checked(CLAIM, **(digests | {key: None}))
    del known[key]
    assert not record.checked(CLAIM, **(digests | {key: None}))
