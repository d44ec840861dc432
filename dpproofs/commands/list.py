"""``dpproofs list``: every claim of the papers, with its verdict, formalised or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.commands.known import known

if TYPE_CHECKING:
    from dpproofs.stored import Stored

STYLES = {
    "holds": "green", "corrected": "yellow", "refuted": "red", "definition": "green",
    "open": "magenta",
}  # fmt: skip
IN_WORDS = "in words"
LEGEND = f"{IN_WORDS}: an unchecked note leads from what is proved to what the paper says"


@click.command("list", short_help="List every claim of the papers with its verdict.")
@options.claims
@options.papers
@options.as_json
def command(claims: tuple[str, ...], papers: tuple[str, ...], as_json: bool) -> int:
    """List the claims of the papers, or those named: id, verdict, place, and what it says.

    The verdict is the one that was found when this release was made. It is followed by "in words"
    where the step from the sentence that was decided to what the paper says is argued in a note,
    which nobody checks. "Coq" stands where Coq has accepted every step of the very certificate that
    was found. A claim that nobody has written down is "not yet" formalised. An argument with a
    slash in it is the folder of a paper of one's own, whose code is run.
    """
    options.known_papers(papers)
    lines, left = own_lines(claims) if options.folders(claims) else (catalogue_lines(), 0)
    if claims and not options.folders(claims):
        named = set(options.chosen(claims, papers))
        lines = [line for line in lines if line["id"] in named]
    lines = [line for line in lines if not papers or line["paper"] in papers]
    if as_json:
        output.print_json({"dpproofs": __version__, "claims": lines})
    else:
        show(lines)
    return exits.INTERRUPTED if left else exits.WELL


def own_lines(folders: Sequence[str]) -> tuple[list[dict[str, Any]], int]:
    """The claims of folders, which are checked now, and how many were left by an interruption."""
    found = known(folders)
    return [
        _line(result.id, result.paper, result.item, (result.title, result.statement), result)
        for result in found.results
    ], found.left


def catalogue_lines() -> list[dict[str, Any]]:
    """Every claim of the catalogue, with its statement when it has been formalised."""
    from dpproofs.stored import stored
    from dpproofs.theorems.registry import catalogue

    said = _statements()
    results = {result.id: result for result in stored(said)[0]}
    return [
        _line(entry.id, entry.paper, entry.item, said.get(entry.id), results.get(entry.id))
        for entry in catalogue().values()
    ]


def _line(
    name: str, paper: str, item: str, said: tuple[str, str] | None, result: Stored | None
) -> dict[str, Any]:
    """A claim as ``--json`` prints it."""
    title, statement = said or (None, None)
    verdict = result.verdict if result else None
    state = "not yet" if said is None else "open" if verdict == "open" else "formalised"
    return {
        "id": name,
        "paper": paper,
        "item": item,
        "title": title,
        "statement": statement,
        "state": state,
        "verdict": verdict,
        "in_words": result is not None and result.is_partly_in_words,
        "coq": result is not None and result.checked_by_coq,
    }


def _statements() -> dict[str, tuple[str, str]]:
    """Title and statement of each formalised claim; from the index, as long as it is current."""
    from dpproofs.theorems.registry import index, index_is_current, registry

    if index_is_current():
        lines = index()["claims"]
        return {name: (line["title"], line["statement"]) for name, line in lines.items()}
    statements = {name: claim.statement for name, claim in registry().items()}
    return {name: (said.title, said.printed_latex) for name, said in statements.items()}


def show(lines: list[dict[str, Any]]) -> None:
    """Print the claims as a table."""
    from rich.text import Text

    from dpproofs.render.filling import prose

    columns = [
        output.Column("claim"),
        output.Column("verdict"),
        output.Column("also by", rank=3),
        output.Column("where", rank=2),
        output.Column("title", rank=1, wraps=True),
    ]
    rows = [
        [
            Text(line["id"], style="" if line["title"] else "dim"),
            Text(_shown(line), style=STYLES.get(line["verdict"], "dim")),
            Text("Coq" if line["coq"] else ""),
            Text(line["item"]),
            Text(prose(line["title"] or "")),
        ]
        for line in lines
    ]
    console = output.standard_output()
    output.show(console, output.table(columns, rows, console))
    if any(line["in_words"] for line in lines):
        click.echo(LEGEND, err=True)


def _shown(line: dict[str, Any]) -> str:
    """The verdict, and what has to be known beside it."""
    if line["verdict"] is None:
        return "not yet" if line["state"] == "not yet" else "not checked"
    return ", ".join([line["verdict"], *[IN_WORDS] * line["in_words"]])
