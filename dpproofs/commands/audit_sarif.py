"""What an audit found as SARIF 2.1.0, the form in which forges take the results of analyses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from dpproofs._version import __version__
from dpproofs.commands import audit_text

if TYPE_CHECKING:
    from dpproofs.auditing.record import AuditRecord

HOME = "https://github.com/dpproofs/dpproofs"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = {
    "sampler": "Draws show that the sampler breaks its claim of differential privacy.",
    "numbers": "The last bits of the released doubles break the claim of differential privacy.",
    "parameters": "The noise that is computed is too small for the claim of differential privacy.",
    "threshold": "A key is released too often for the claim of differential privacy.",
}
OF_SAMPLER = ("evidence", "witness", "epsilon_low", "delta_low", "alpha", "seed")
NOTIFIED = {"error": "error", "undecided": "warning"}  # levels of what is no result


def sarif(document: AuditRecord, code: int) -> dict[str, Any]:
    """Return one run in the form of SARIF 2.1.0 (OASIS, 2020), with a result for each violation.

    Parameters
    ----------
    document
        What the audits found.
    code
        The exit code of the command.
    """
    broken = [name for name in RULES if document.verdicts.get(name) == "violation"]
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in RULES.items()]
    driver = {"name": "dpproofs", "version": __version__, "informationUri": HOME, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"dpproofs audit/{document.target}/"},
        "invocations": [_invocation(document, code)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(document, name) for name in broken],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _invocation(document: AuditRecord, code: int) -> dict[str, Any]:
    """How the run ended; what came to no verdict is told here, for it is no result."""
    unclear = {name: v for name, v in document.verdicts.items() if v in NOTIFIED}
    told = [
        {"level": NOTIFIED[verdict], "message": {"text": _told(document, name)}}
        for name, verdict in unclear.items()
    ]
    return {
        "commandLine": document.reproduce,
        "executionSuccessful": "error" not in unclear.values() and not document.interrupted,
        "exitCode": code,
        "toolExecutionNotifications": told,
    }


def _result(document: AuditRecord, name: str) -> dict[str, Any]:
    from dpproofs.auditing.record import to_json

    claim, again = to_json(document.claim), document.reproduce
    seen = getattr(document, name, None) or {part: getattr(document, part) for part in OF_SAMPLER}
    known = {"claim": claim, "reproduce": again, name: to_json(seen)}
    key = f"{document.target} {name} {sorted(claim.items())}"
    return {
        "ruleId": name,
        "ruleIndex": [*RULES].index(name),
        "level": "error",
        "message": {"text": f"{_told(document, name)}\nreproduce: {again}"},
        "locations": [_location(document)],
        "partialFingerprints": {"claim/v1": hashlib.sha256(key.encode()).hexdigest()},
        "properties": known,
    }


def _told(document: AuditRecord, name: str) -> str:
    """The lines of one audit in the report that people read."""
    first = f"{document.target} at {audit_text.promise(document.claim)}: "
    first += f"{document.verdicts[name]} ({name})"
    return "\n".join([first, *_rows(audit_text.rows(document).get(name, ()))])


def _rows(rows: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{title}: {text}" if title.strip() else text for title, text in rows]


def _location(document: AuditRecord) -> dict[str, Any]:
    """Where the audited function is: by name, and in its file where that is known."""
    logical = [{"fullyQualifiedName": document.target, "kind": "function"}]
    source = document.source
    if source is None:
        return {"logicalLocations": logical}
    place = {"artifactLocation": _artifact(Path(source.file)), "region": {"startLine": source.line}}
    return {"physicalLocation": place, "logicalLocations": logical}


def _artifact(path: Path) -> dict[str, str]:
    """A file under the directory of the command by its path from there; another one in full."""
    here = Path.cwd().resolve()
    if path.is_relative_to(here):
        relative = path.relative_to(here).as_posix()
        return {"uri": quote(relative), "uriBaseId": "%SRCROOT%"}
    return {"uri": path.as_uri()}
