"""``dpproofs replay``: checks certificates again, without the code that wrote them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.kernel.errors import BadInput

STATEMENTS = "statements.json"

if TYPE_CHECKING:
    from rich.text import Text

    from dpproofs.replaying import Report


@click.command("replay", short_help="Check certificates again, independently.")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@click.option(
    "--any-statement",
    is_flag=True,
    help="Also accept certificates of statements that are not those of this release, or with "
    "another verdict or a stronger grade than it has.",
)
@options.as_json
def command(paths: tuple[Path, ...], any_statement: bool, as_json: bool) -> int:
    """Check certificates again: files, or every *.json below a directory.

    A directory's own statements.json, as 'dpproofs verify' writes it for a paper of one's own, says
    which sentences are meant, beside those of this release. Nothing is imported from there.

    A certificate of a released sentence has to have the verdict of the release, and no stronger
    grade: where two programs or versions disagree, one is wrong.

    Nothing that produced a certificate is used or trusted: neither SymPy nor the checkers. What
    has to be believed all the same is listed at the end.
    """
    from dpproofs.replaying.child import replay_files

    console = output.standard_output()
    files = certificates(paths)
    own = own_statements(paths)
    reports: dict[Path, Report] = {}
    unreadable: dict[Path, str] = {}
    left = 0
    try:
        for path, answer in replay_files(files, any_statement=any_statement, own=own):
            if isinstance(answer, str):
                unreadable[path] = answer
                click.echo(f"error: {output.one_line(f'{path}: {answer}')}", err=True)
                continue
            reports[path] = answer
            if not as_json:
                output.show(console, line(path, answer))
    except KeyboardInterrupt:
        left = len(files) - len(reports) - len(unreadable)
        click.echo(f"interrupted: {left} of {len(files)} left", err=True)
    if as_json:
        interrupted = {"interrupted": True} if left else {}
        output.print_json(document(reports, unreadable) | interrupted)
    elif reports:
        output.show(console, *summary(reports.values()))
    if left:
        return exits.INTERRUPTED
    if not all(report.accepted for report in reports.values()):
        return exits.REFUTED
    return exits.BAD_INPUT if unreadable else exits.WELL


def own_statements(paths: Sequence[Path]) -> dict[Path, dict[str, str]]:
    """The digests of sentences that directories have of their own, by directory.

    Raises
    ------
    BadInput
        For a statements.json that is no JSON object of texts.
    """
    found = {}
    for path in paths:
        for file in sorted(path.rglob(STATEMENTS)) if path.is_dir() else ():
            try:
                told = json.loads(file.read_text("utf-8"))
            except (ValueError, OSError):
                told = None
            if not isinstance(told, dict) or not all(isinstance(v, str) for v in told.values()):
                raise BadInput("path", str(file), "digests of sentences by the ids of claims")
            found[file.parent] = told
    return found


def certificates(paths: Sequence[Path]) -> list[Path]:
    """The files named and those below the directories named, each once.

    Raises
    ------
    BadInput
        For a path that does not exist or a directory without certificates.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise BadInput("path", str(path), "a file or a directory that exists")
        inside = [path]
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*.json") if file.name != STATEMENTS)
        if not inside:
            raise BadInput("path", str(path), "a directory with certificates (*.json) in it")
        found |= dict.fromkeys(inside)
    return list(found)


def document(reports: Mapping[Path, Report], unreadable: Mapping[Path, str]) -> dict[str, Any]:
    """What ``--json`` prints."""
    from dpproofs.replaying import UNCHECKED

    return {
        "dpproofs": __version__,
        "certificates": [{"path": str(path), **asdict(report)} for path, report in reports.items()],
        "unreadable": [
            {"path": str(path), "reason": reason} for path, reason in unreadable.items()
        ],
        "unchecked": list(UNCHECKED),
    }


# -- for people -----------------------------------------------------------------------------------


def line(path: Path, report: Report) -> Text:
    """What was found about one certificate. Its words are a stranger's and may hold anything."""
    from rich.text import Text

    if report.accepted:
        steps = f"{report.steps} step{'' if report.steps == 1 else 's'}"
        parts = [f"{report.verdict}, {report.grade or 'no grade'}, {steps}"]
        if not report.known:
            parts.append("a statement that is not of this release")
        elif report.differs:
            parts.append(report.differs)
        elif report.released:
            parts.append(f"the released certificate{', which Coq proved whole' * report.coq}")
        parts += [report.says] if report.says else []
        mark = ("accepted", "green")
    else:
        step = "" if report.failing is None else f"step {report.failing}: "
        parts = [f"{step}{report.reason}", str(path)]
        mark = ("rejected", "bold red")
    words = "  ".join(output.one_line(part) for part in [report.id[:80], *parts])
    return Text.assemble(mark, "  ", words, no_wrap=True, overflow="ignore")


def summary(reports: Iterable[Report]) -> list[str]:
    """How many were accepted, and what has to be believed if they are."""
    from dpproofs.replaying import UNCHECKED

    verdicts = [report.accepted for report in reports]
    rules = sorted({rule for report in reports for rule in report.trusts})
    return [
        "",
        f"{verdicts.count(True)} accepted, {verdicts.count(False)} rejected. Not checked:",
        *(f"- {sentence}" for sentence in UNCHECKED),
        *([f"Rules used: {output.one_line(', '.join(rules))}"] if rules else []),
    ]
