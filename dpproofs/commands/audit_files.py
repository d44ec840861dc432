"""The files that ``dpproofs audit`` was asked for: SARIF, a badge, a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpproofs.audit.record import AuditRecord
    from dpproofs.commands.audit_request import Options

COLOURS = {"violation": "red", "no violation found": "green"}  # others say that nothing is known


def wanted(chosen: Options) -> list[Path]:
    """Return the names of the files, the state of the audit among them."""
    named = (chosen.save, chosen.page, chosen.sarif, chosen.badge)
    return [path for path in named if path is not None]


def written(chosen: Options, document: AuditRecord, code: int) -> Iterator[tuple[Path, str]]:
    """Yield each file that shows the result, with its text; ``code`` is that of the command."""
    if chosen.sarif is not None:
        from dpproofs.commands.audit_sarif import sarif

        yield chosen.sarif, _json(sarif(document, code))
    if chosen.badge is not None:
        yield chosen.badge, _json(badge(document))
    if chosen.page is not None:
        from dpproofs.render.audit_page import audit_page

        yield chosen.page, audit_page(document)


def badge(document: AuditRecord) -> dict[str, Any]:
    """Return the verdict and its claim as shields.io takes them (schema 1 of its endpoint)."""
    claim = document.claim
    said = f"{document.verdict} at {claim.stated or f'ε = {claim.epsilon:g}'}"
    if claim.delta and claim.stated is None:
        said += f", δ = {claim.delta:g}"
    colour = COLOURS.get(document.verdict, "lightgrey")
    return {"schemaVersion": 1, "label": "dpproofs audit", "message": said, "color": colour}


def _json(document: Any) -> str:
    return json.dumps(document, indent=1) + "\n"
