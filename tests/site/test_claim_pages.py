"""What a claim's page shows of altered steps, and hands out for Coq."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from kept_results import results
from website import refusals as module
from website.proofs import accepted, stated
from website.refusals import refusals

from dpproofs.kernel.certificate import digest

CERTIFICATES = Path(__file__).resolve().parent.parent.parent / "derivations" / "certificates"


@pytest.fixture(scope="module")
def result():
    """A claim with what was found about it."""
    (found,) = results(["staircase.appD.302"], CERTIFICATES, print)
    return found


def test_what_is_kept_tells_how_a_step_was_enclosed():
    (found,) = results(["additive.classic"], CERTIFICATES, print)
    pairs = zip(found.derivation.steps, found.verdict.findings, strict=True)
    enclosed = [finding.message for step, finding in pairs if step.method == "region"]
    assert enclosed
    assert all("with the sides at least" in message for message in enclosed)


def told(found):
    return [(each.step, each.change, each.reason) for each in refusals(found)]


def test_an_altered_step_is_refused_with_a_reason(result):
    assert ("2", "1 → 2", "not the derivative") in told(result)
    assert len(told(result)) == module.MOST
    shown = {step.name: module.shown(step.goal, ()).latex for step in result.derivation.steps}
    assert all(each.shown.latex != shown[each.step] for each in refusals(result))


def test_what_replay_does_not_accept_unaltered_shows_nothing(result):
    document = result.verdict.certificate
    spoilt = [{**line, "method": "no such method"} for line in document["steps"]]
    verdict = replace(result.verdict, certificate={**document, "steps": spoilt})
    assert told(replace(result, verdict=verdict)) == []


def test_what_is_accepted_though_altered_is_not_shown_as_refused(result, monkeypatch):
    same = module.Twin(result.derivation.steps[1].goal, "value: 0 -> 1")
    monkeypatch.setattr(module, "twins", lambda _: [same])
    monkeypatch.setattr(module, "is_false", lambda *_: True)
    assert "2" not in {each.step for each in refusals(result)}


def test_what_is_not_seen_to_be_false_is_not_shown(result, monkeypatch):
    monkeypatch.setattr(module, "is_false", lambda *_: False)
    assert told(result) == []


def test_the_proof_that_coq_accepted_is_told_from_another():
    document = json.loads((CERTIFICATES / "additive.lem2.json").read_text("utf-8"))
    assert "Theorem additive_lem2_proved : additive_lem2." in accepted(document)
    assert "Definition additive_lem2 : Prop" in stated(document)
    assert "proved" not in stated(document)
    changed = {**document, "steps": document["steps"][:-1]}
    assert accepted({**changed, "digest": digest(changed)}) == ""
