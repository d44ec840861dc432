"""``dpproofs list``: every claim of the papers, formalised or not."""

from __future__ import annotations

from typing import Any

import click

from dpproofs._version import __version__
from dpproofs.commands import options, output

STYLES = {"formalised": "green", "open": "magenta", "not yet": "dim"}


@click.command("list", short_help="List every claim of the papers.")
@options.papers
@options.as_json
def command(papers: tuple[str, ...], as_json: bool) -> None:
    """List every claim of the papers: its id, its place, what it says, and its state.

    A claim is "formalised" when the package states it and "dpproofs verify" decides it, "open" when
    it is stated and was not decided, and "checked by Coq" when Coq has accepted every step of the
    very certificate that was found.
    """
    options.known_papers(papers)
    lines = [line for line in catalogue_lines() if not papers or line["paper"] in papers]
    if as_json:
        output.print_json({"dpproofs": __version__, "claims": lines})
    else:
        show(lines)


def catalogue_lines() -> list[dict[str, Any]]:
    """Every claim of the catalogue, with its statement when it has been formalised."""
    from dpproofs.stored import stored
    from dpproofs.theorems.registry import catalogue

    said = _statements()
    results = stored(said)[0]
    undecided = {found.id for found in results if found.verdict == "open"}
    by_coq = {found.id for found in results if found.checked_by_coq}
    lines = []
    for entry in catalogue().values():
        title, statement = said.get(entry.id, (None, None))
        lines.append(
            {
                "id": entry.id,
                "paper": entry.paper,
                "item": entry.item,
                "title": title,
                "statement": statement,
                "state": _state(title, undecided=entry.id in undecided),
                "coq": entry.id in by_coq,
            }
        )
    return lines


def _state(title: str | None, *, undecided: bool) -> str:
    if title is None:
        return "not yet"
    return "open" if undecided else "formalised"


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

    columns = [
        output.Column("claim"),
        output.Column("state", rank=3),
        output.Column("where", rank=2),
        output.Column("title", rank=1, wraps=True),
    ]
    rows = [
        [
            Text(line["id"], style="" if line["title"] else "dim"),
            Text(_shown(line), style=STYLES[line["state"]]),
            Text(line["item"]),
            Text(line["title"] or ""),
        ]
        for line in lines
    ]
    console = output.standard_output()
    output.show(console, output.table(columns, rows, console.width))


def _shown(line: dict[str, Any]) -> str:
    return "checked by Coq" if line["coq"] else str(line["state"])
