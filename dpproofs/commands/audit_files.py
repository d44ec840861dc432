"""The files that ``dpproofs audit`` was asked for: SARIF, a badge, a page, a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import options, output
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.record import AuditRecord
    from dpproofs.commands.audit_request import Options

COLOURS = {"violation": "red", "no violation found": "green"}  # others say that nothing is known


def expect(chosen: Options) -> None:
    """Check that each file can be written, the state of the audit among them.

    Raises
    ------
    BadInput
        When one cannot, or there will be nothing to draw a picture of.
    """
    for path in (chosen.save, chosen.page, chosen.sarif, chosen.badge):
        if path is not None:
            output.expect_file(path)
    if chosen.plot is not None:
        options.expect_picture(chosen.plot)
        if chosen.subjects and not {"sampler", "all"}.intersection(chosen.subjects):
            accepted = "left out where the sampler is not audited: it draws what comes out"
            raise BadInput("--plot", str(chosen.plot), accepted)


def written(chosen: Options, document: AuditRecord, code: int) -> Iterator[tuple[Path, bytes]]:
    """Yield each file that shows the result, with its content; ``code`` is that of the command."""
    if chosen.sarif is not None:
        from dpproofs.commands.audit_sarif import sarif

        yield chosen.sarif, _json(sarif(document, code))
    if chosen.badge is not None:
        yield chosen.badge, _json(badge(document))
    if chosen.page is not None:
        from dpproofs.render.audit_page import audit_page

        yield chosen.page, audit_page(document).encode()
    if chosen.plot is not None:
        from dpproofs.render.audit_page import audit_picture

        picture = audit_picture(document)
        if isinstance(picture, str):  # the exit code is the verdict's all the same
            click.echo(f"{chosen.plot} is not written: {picture}", err=True)
        else:
            yield chosen.plot, picture.file(options.kind_of_picture(chosen.plot))


def badge(document: AuditRecord) -> dict[str, Any]:
    """Return the verdict and its claim as shields.io takes them (schema 1 of its endpoint)."""
    claim = document.claim
    said = f"{document.verdict} at {claim.stated or f'ε = {claim.epsilon:g}'}"
    if claim.delta and claim.stated is None:
        said += f", δ = {claim.delta:g}"
    colour = COLOURS.get(document.verdict, "lightgrey")
    return {"schemaVersion": 1, "label": "dpproofs audit", "message": said, "color": colour}


def _json(document: Any) -> bytes:
    return (json.dumps(document, indent=1) + "\n").encode()
