"""Certificates: what was found, as JSON that an independent program can check again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.verdict import Decision, Finding, Grade

FORMAT = "dpproofs-certificate"
VERSION = 2


def canonical(document: Any) -> str:
    """One text for one JSON value, whatever the order in which it was built."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of a document without its own ``digest`` entry."""
    body = {key: value for key, value in document.items() if key != "digest"}
    return "sha256:" + hashlib.sha256(canonical(body).encode("ascii")).hexdigest()


def certificate(
    statement: Statement,
    derivation: Derivation,
    findings: Sequence[Finding],
    decision: Decision,
    grade: Grade | None,
) -> dict[str, Any]:
    """The certificate of a claim: its formal statement, every established step, the verdict."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "statement": statement.to_json(),
        "verdict": decision.value,
        "grade": None if grade is None else grade.name,
        "trusts": sorted(
            {str(step.hints["rule"]) for step in derivation.steps if step.method == "rule"}
        ),
        "steps": [
            _step(step, finding)
            for step, finding in zip(derivation.steps, findings, strict=True)
            if finding.established
        ],
    }
    return {**document, "digest": digest(document)}


def _step(step: Step, finding: Finding) -> dict[str, Any]:
    return {
        "name": step.name,
        **step.goal.to_json(),
        "method": step.method,
        "grade": None if finding.grade is None else finding.grade.name,
        "uses": list(step.uses),
        "evidence": finding.evidence,
    }
