"""Which claims the commands say are checked by Coq: those of the record, as they are there."""

import json

import pytest

from dpproofs.coq import record
from dpproofs.stored import stored
from dpproofs.theorems.registry import index

CLAIM = "staircase.heur.62"
OTHER = "staircase.thm3"  # not in the record below


@pytest.fixture
def known(monkeypatch):
    """The line of a record of one claim, which a test may change."""
    found = index()["claims"][CLAIM]
    line = {"statement": found["digest"], "certificate": found["certificate"], "proof": ""}
    monkeypatch.setattr(record, "record", lambda: {"claims": {CLAIM: line}, "open": {}})
    return line


def said(run):
    """The claims that each command says are checked by Coq."""
    listed = json.loads(run("list", "--json").stdout)["claims"]
    table = run("list").stdout.splitlines()
    shown = json.loads(run("show", CLAIM, "--json").stdout)["claims"]
    return (
        {claim["id"] for claim in listed if claim["coq"]},
        {line.split()[0] for line in table if " Coq " in line},
        {claim["id"] for claim in shown if claim["coq"]},
        {CLAIM} if "checked by Coq" in run("show", CLAIM).stdout else set(),
    )


@pytest.mark.usefixtures("known")
def test_what_is_recorded_is_said(run):
    assert said(run) == ({CLAIM},) * 4
    assert [found.checked_by_coq for found in stored([CLAIM, OTHER])[0]] == [True, False]


@pytest.mark.parametrize("key", ["statement", "certificate"])
def test_another_digest_is_not_said(run, known, key):
    known[key] = known[key][:-1] + ("0" if known[key][-1] != "0" else "1")
    assert said(run) == (set(),) * 4


@pytest.mark.usefixtures("known")
def test_why_a_claim_is_not_proved_is_said(run, monkeypatch):
    found = index()["claims"][OTHER]
    line = {"statement": found["digest"], "certificate": found["certificate"]}
    rows = {OTHER: line | {"reason": "refused at step 12"}}
    claims = record.record()["claims"]
    monkeypatch.setattr(record, "record", lambda: {"claims": claims, "open": rows})
    proved, other = (
        json.loads(run("show", name, "--json").stdout)["claims"][0] for name in (CLAIM, OTHER)
    )
    assert (proved["coq_reason"], other["coq_reason"]) == (None, "refused at step 12")
    assert (proved["coq_trusts"], other["coq_trusts"]) == ([], [])
    assert "not proved by Coq: refused at step 12" in " ".join(run("show", OTHER).stdout.split())
    assert "not proved by Coq" not in " ".join(run("show", CLAIM).stdout.split())


def test_rules_that_coq_takes_as_hypotheses_are_said(run, known):
    known["trusts"] = ["Brunn and Minkowski"]
    assert (
        json.loads(run("show", CLAIM, "--json").stdout)["claims"][0]["coq_trusts"]
        == known["trusts"]
    )
    text = " ".join(run("show", CLAIM).stdout.split())
    assert "checked by Coq as well, given what it has not proved: Brunn and Minkowski" in text
