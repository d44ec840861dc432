"""``dpproofs export``: claims in the language of another prover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import exits, options, output
from dpproofs.commands.checking import claims_of
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim


@click.command("export", short_help="State claims in the language of Coq.")
@options.some_claims
@click.option("--coq", "coq", is_flag=True, help="As definitions for Coq.")
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(path_type=Path),
    default=None,
    metavar="PATH",
    help="Write to this file rather than to standard output.",
)
def command(claims: tuple[str, ...], coq: bool, path: Path | None) -> int:
    """State claims as propositions of Coq.

    Every sentence is said in full: parameters, given objects, definitions, hypotheses and goals.
    What cannot be said is an error. The definitions of the kinds (noise, privacy, costs, integrals,
    ...) are in the folder coq of the sources. Coq is not needed to export. An argument with a slash
    in it is the folder of a paper of one's own, whose code is run.
    """
    from dpproofs.coq.document import document
    from dpproofs.coq.sentence import sentence
    from dpproofs.theorems.registry import find

    if not coq:
        raise click.UsageError("Name the language: --coq")
    if path is not None and path.suffix != ".v":
        raise BadInput("-o", str(path), "a file ending in .v")
    if path is not None:
        output.expect_file(path)
    if paths := options.folders(claims):
        asked = list(claims_of(paths).values())
    else:
        asked = [find(name) for name in options.chosen(claims)]
    text = document([sentence(decided(claim)) for claim in asked])
    output.write(output.STDOUT if path is None else path, text.encode())
    return exits.WELL


def decided(claim: Claim) -> dict[str, Any]:
    """The parts of a claim's certificate that say what it decides."""
    return {
        "statement": claim.statement.to_json(),
        "steps": [step.goal.to_json() for step in claim.derivation.steps],
    }
