"""Every claim with what was found about it, from the certificates that are kept.

A certificate is believed only if it is, letter for letter, the one that the claim as it stands and
the findings in it would give. A claim whose certificate says anything else is checked anew.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.verdict import (
    Decision,
    Finding,
    Grade,
    Mutation,
    Numbers,
    Outcome,
    Verdict,
)
from dpproofs.render.content import Result
from dpproofs.render.methods import explained
from dpproofs.stored import Stored, stored
from dpproofs.theorems.registry import find
from dpproofs.verifying import enclosures, verify


def results(
    names: Sequence[str], certificates: Path, say: Callable[[str], object]
) -> Iterator[Result]:
    """Claims with what was found about them; ``say`` is told which are checked anew."""
    known = {found.id: found for found in stored(names)[0]}
    for name in names:
        claim = find(name)
        verdict = kept(claim, known.get(name), certificates / f"{name}.json")
        if verdict is None:
            say(f"{name} has no certificate of a verdict on what it says now: checking it")
            verdict = verify(claim)
        yield Result(claim.statement, claim.derivation, verdict)


def kept(claim: Claim, found: Stored | None, path: Path) -> Verdict | None:
    """The verdict that a certificate keeps; None when it is not about this very claim."""
    if found is None or not path.is_file():
        return None
    document = json.loads(path.read_text("utf-8"))
    derivation = claim.derivation
    lines = {step["name"]: step for step in document["steps"]}
    whole = set(lines) == {step.name for step in derivation.steps}
    if not whole or document["grade"] is None:  # an open claim is checked as quickly
        return None
    told = enclosures(derivation)
    findings = tuple(
        Finding(
            Outcome.established,
            told.get(step.name) or explained(step.method).rstrip("."),
            Grade[lines[step.name]["grade"]],
            lines[step.name]["evidence"],
        )
        for step in derivation.steps
    )
    decision, grade = Decision(document["verdict"]), Grade[document["grade"]]
    if (found.verdict, found.grade) != (decision.value, grade.name):
        return None
    if certificate(claim.statement, derivation, findings, decision, grade) != document:
        return None
    return Verdict(
        id=claim.id,
        paper=found.paper,
        item=found.item,
        decision=decision,
        grade=grade,
        findings=findings,
        mutation=Mutation(**found.mutants),
        digits=found.digits,
        seconds=0.0,
        erratum=found.erratum,
        note=found.note,
        certificate=document,
        numbers=Numbers.from_json(found.numbers),
    )
