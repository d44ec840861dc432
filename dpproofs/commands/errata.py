"""``dpproofs errata``: where the papers are wrong, why, and what holds instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.commands.checking import check_all

if TYPE_CHECKING:
    from dpproofs.kernel.verdict import Verdict

PARTS = ("printed", "counterexample", "corrected")


@click.command("errata", short_help="Show what the papers print, why it fails, what holds instead.")
@options.jobs
@options.as_json
def command(jobs: int, as_json: bool) -> int:
    """Show every claim that fails as printed: what is printed, a counterexample, what holds.

    The claims are checked anew, so that nothing is listed that is not established.
    """
    outcome = check_all(suspects(), jobs=jobs)
    wrong = [verdict for verdict in outcome.verdicts if verdict.erratum]
    for verdict in outcome.verdicts:
        if not verdict.erratum:
            click.echo(f"left out: {verdict.id} is {verdict.decision.value}", err=True)
    if as_json:
        errata = [entry(verdict) for verdict in wrong]
        interrupted = {"interrupted": True} if outcome.left else {}
        output.print_json({"dpproofs": __version__, "errata": errata, **interrupted})
    else:
        show(wrong)
    if outcome.left:
        return exits.INTERRUPTED
    return exits.WELL if len(wrong) == len(outcome.verdicts) else exits.OPEN


def suspects() -> list[str]:
    """The claims whose derivation refutes something; no other can be corrected or refuted."""
    from dpproofs.kernel.proposition import Fails
    from dpproofs.theorems.registry import registry

    return [
        name
        for name, claim in registry().items()
        if any(isinstance(step.goal.proposition, Fails) for step in claim.derive().steps)
    ]


def entry(verdict: Verdict) -> dict[str, Any]:
    """One erratum as ``--json`` prints it."""
    found = verdict.to_json()
    kept = {key: found[key] for key in ("id", "paper", "item", "verdict", "grade")}
    return {**kept, **(verdict.erratum or {})}


def show(wrong: list[Verdict]) -> None:
    """Print the errata one below the other."""
    from rich.table import Table
    from rich.text import Text

    console = output.standard_output()
    for verdict in wrong:
        found = entry(verdict)
        title = Text.assemble((found["id"], "bold"), f"  {found['item']}  ", found["verdict"])
        parts = Table.grid(padding=(0, output.GAP))
        parts.add_column(no_wrap=True, min_width=max(map(len, PARTS)), style="dim")
        parts.add_column(overflow="fold")
        for part in PARTS:
            parts.add_row(f"  {part}", Text(found[part] or "-"))
        output.show(console, title, parts, "")
    output.show(console, f"{len(wrong)} errata" if len(wrong) != 1 else "1 erratum")
