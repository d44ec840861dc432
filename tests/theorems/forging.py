"""Certificates in which a sentence is changed, wherever it stands: replay has to reject them."""

from __future__ import annotations

from dpproofs.kernel.certificate import digest
from dpproofs.replaying import replay
from dpproofs.verifying import verify


def rejected(claim):
    """Whether a claim is open."""
    return verify(claim).decision.name == "open"


def replayed(changed):
    """Replay of a certificate that was changed, with the digest computed again."""
    body = {key: value for key, value in changed.items() if key != "digest"}
    return replay({**body, "digest": digest(body)}, any_statement=True)


def forged(certificate, old, new):
    """Replay of a certificate in which one goal or hypothesis is another, wherever it stands."""
    old, new = ({"proposition": g.proposition.to_json(), "domain": g.domain.to_json()}
                for g in (old, new))  # fmt: skip
    sentence, found = dict(certificate["statement"]), 0
    for part in ("hypotheses", "printed"):
        found += old in sentence[part]
        sentence[part] = [new if row == old else row for row in sentence[part]]
    steps = [
        {**step, **new} if {key: step[key] for key in old} == old else step
        for step in certificate["steps"]
    ]
    assert found == 1
    assert steps != certificate["steps"]
    return replayed({**certificate, "statement": sentence, "steps": steps})


def without(certificate, place):
    """Replay of a certificate whose sentence lacks one hypothesis."""
    sentence = certificate["statement"]
    kept = [row for at, row in enumerate(sentence["hypotheses"]) if at != place]
    return replayed({**certificate, "statement": {**sentence, "hypotheses": kept}})


def wants_every_hypothesis(certificate):
    """Whether replay refuses a certificate that lacks any of its hypotheses, for that reason."""
    hypotheses = certificate["statement"]["hypotheses"]
    assert hypotheses, "there is nothing to want"
    reports = (without(certificate, place) for place in range(len(hypotheses)))
    return all(not report.accepted and "not a hypothesis" in report.reason for report in reports)


def bounded(part, name, **ends):
    """A part of a certificate in which the variable of that name has other ends."""
    if isinstance(part, dict):
        found = {key: bounded(value, name, **ends) for key, value in part.items()}
        has_ends = found.get("name") == name and ends.keys() <= found.keys()
        return found | ends if has_ends else found
    return [bounded(each, name, **ends) for each in part] if isinstance(part, list) else part
