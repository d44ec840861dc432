"""``dpproofs errata``: where the papers are wrong, why, what holds instead, what it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.commands.checking import check_all
from dpproofs.commands.known import known
from dpproofs.kernel.erratum import Severity, by_severity

if TYPE_CHECKING:
    from dpproofs.kernel.verdict import Verdict
    from dpproofs.stored import Stored

PARTS = ("printed", "counterexample", "corrected")


@click.command("errata", short_help="Show what the papers print, why it fails, what holds instead.")
@options.claims
@options.papers
@click.option(
    "--anew", is_flag=True, help="Check the claims now, instead of reading what was stored."
)
@options.jobs
@options.as_json
def command(
    claims: tuple[str, ...], papers: tuple[str, ...], anew: bool, jobs: int, as_json: bool
) -> int:
    """Show claims that fail as printed: what is printed, a counterexample, what holds, what it
    changes for somebody who uses the result, and how the paper's lines are mended.

    False theorems and headlines come first, then proofs that fail, then misprints. All of them,
    those of a paper, or those named. They were checked when this release was made; a result is
    shown only for the very statement that was checked (its digest says so). With --anew they are
    checked again, so that nothing needs to be taken from storage. The claims of a paper of one's
    own, named by its folder, are always checked now.
    """
    if jobs > 1 and not anew:
        raise click.UsageError("--jobs needs --anew: what is stored is only read")
    own = options.folders(claims)
    checks = anew and not own
    wrong, undecided, left = (
        _checked(options.chosen(claims, papers), jobs) if checks else _read(claims, papers)
    )
    if as_json:
        interrupted = {"interrupted": True} if left else {}
        output.print_json({"dpproofs": __version__, "errata": by_severity(wrong), **interrupted})
    else:
        show(by_severity(wrong))
    if left:
        return exits.INTERRUPTED
    return exits.OPEN if undecided else exits.WELL


def _read(asked: Sequence[str], papers: Sequence[str]) -> tuple[list[dict[str, Any]], int, int]:
    """What is known among some claims: errata, how many cannot be told, and how many are left."""
    found = known(asked, papers)
    for name in found.without:
        click.echo(
            f"left out: what is stored is not about {name} as it stands; see "
            f"'dpproofs errata --anew {name}'",
            err=True,
        )
    named = [result for result in found.results if result.id in asked and not result.erratum]
    for result in named:
        click.echo(f"no erratum: the verdict on {result.id} is '{result.verdict}'", err=True)
    wrong = [entry(result) for result in found.results if result.erratum]
    asked_for = found.results if found.own else named
    undecided = [result for result in asked_for if result.verdict == "open"]
    return wrong, len(found.without) + len(undecided), found.left


def _checked(names: Sequence[str], jobs: int) -> tuple[list[dict[str, Any]], int, int]:
    """The errata found now, how many claims turned out otherwise, and how many are left."""
    outcome = check_all(suspects(names), jobs=jobs)
    wrong = [entry(verdict) for verdict in outcome.verdicts if verdict.erratum]
    for verdict in outcome.verdicts:
        if not verdict.erratum:
            click.echo(f"left out: {verdict.id} is {verdict.decision.value}", err=True)
    return wrong, len(outcome.verdicts) - len(wrong), outcome.left


def suspects(names: Sequence[str]) -> list[str]:
    """The claims whose derivation refutes something; no other can be corrected or refuted."""
    from dpproofs.kernel.proposition import Fails
    from dpproofs.theorems.registry import find

    return [
        name
        for name in names
        if any(isinstance(step.goal.proposition, Fails) for step in find(name).derive().steps)
    ]


def entry(result: Stored | Verdict) -> dict[str, Any]:
    """One erratum as ``--json`` prints it."""
    to_json = getattr(result, "to_json", None)
    found = vars(result) if to_json is None else to_json()
    kept = {key: found[key] for key in ("id", "paper", "item", "verdict", "grade")}
    return {**kept, **(result.erratum or {})}


def show(wrong: Sequence[Mapping[str, Any]]) -> None:
    """Print the errata one below the other, below a heading for each severity."""
    from rich.table import Table
    from rich.text import Text

    console = output.standard_output()
    before = None
    for found in wrong:
        severity = found.get("severity")
        if severity is not None and severity != before:
            output.show(console, Text(Severity(severity).told, style="bold underline"), "")
        before = severity
        title = Text.assemble((found["id"], "bold"), f"  {found['item']}  ", found["verdict"])
        parts = Table.grid(padding=(0, output.GAP))
        parts.add_column(no_wrap=True, min_width=max(map(len, PARTS)), style="dim")
        parts.add_column(overflow="fold")
        for part in PARTS:
            parts.add_row(f"  {part}", Text(found[part] or "-"))
        if changes := found.get("changes"):
            parts.add_row("  changes", Text(changes))
        for patch in found.get("patches", ()):
            parts.add_row("  patch", Text(f"- {patch['printed']}\n+ {patch['corrected']}"))
        output.show(console, title, parts, "")
    output.show(console, f"{len(wrong)} errata" if len(wrong) != 1 else "1 erratum")
