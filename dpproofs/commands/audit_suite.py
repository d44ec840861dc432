"""``dpproofs audit --suite``: the report of the field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpproofs.commands import output
from dpproofs.commands.exits import INTERRUPTED, OPEN, REFUTED, WELL
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.record import CalibrationRecord, EntryRecord, FieldRecord
    from dpproofs.auditing.suite.field import Plan
    from dpproofs.auditing.targets import Adapter

DATA, PAGE = "field.json", "field.html"


def run_suite(
    directory: Path,
    seconds_each: float,
    libraries: Sequence[str],
    seed: int,
    alpha: float,
    as_json: bool,
    fresh: bool = False,
    against: Path | None = None,
) -> int:
    """Audit every mechanism of the libraries, and write ``field.json`` and ``field.html``.

    What is finished is written at once. A rerun in the same directory leaves out what is there,
    unless ``fresh``; a mechanism of another version of its library is audited again.

    Returns
    -------
    The exit code: 1 when a violation is confirmed, 130 after Ctrl-C, 3 when nothing was audited.
    With an earlier report ``against`` which this one is held: 1 when a violation is new, 3 when
    something was decided there and is not now.

    Raises
    ------
    BadInput
        When a library has no adapter, the directory cannot be written to, or ``against`` is no
        report of the field.
    """
    from dpproofs.auditing.suite import Settings, audited, document, planned

    old = None if against is None else _earlier(against)  # now: it may be in the directory

    output.make_directory(directory)
    settings = Settings(seconds_each=seconds_each, seed=seed, alpha=alpha)
    plan = planned(_adapters(libraries))
    for library in plan.skipped:
        say(f"{library.library}: {library.reason}")
    entries = {} if fresh else _finished(directory / DATA, plan)
    alpha_each = alpha / plan.audits
    interrupted, calibrations = False, _calibrations(directory / DATA)

    def whole() -> FieldRecord:
        found = document(plan, settings, _ordered(plan, entries))
        return replace(found, calibrations=calibrations)

    try:
        for number, (adapter, name) in enumerate(plan.mechanisms, 1):
            title = f"{adapter.LIBRARY}:{name}"
            if title not in entries:
                say(f"[{number}/{len(plan.mechanisms)}] {title}")
                entries[title] = audited(adapter, name, settings, alpha_each)
                say(f"    {entries[title].kind} ({entries[title].seconds:.0f} s)")
                _write(directory, whole())
    except KeyboardInterrupt:
        interrupted = True
        say(f"interrupted: {len(entries)} mechanisms are in {directory / DATA}")
    found = whole()
    _write(directory, found)
    if old is not None:
        return _compared(old, found, as_json=as_json, interrupted=interrupted)
    _show(found, as_json=as_json)
    return _code(found, interrupted=interrupted)


def say(text: str) -> None:
    """Progress, on the standard error."""
    click.echo(text, err=True)


def _adapters(libraries: Sequence[str]) -> list[Adapter]:
    from dpproofs.auditing.suite.field import FIELD
    from dpproofs.auditing.targets import adapters

    known = adapters()
    for name in libraries:
        if name not in known:
            raise BadInput("--library", name, "one of " + ", ".join(known))
    return [known[name] for name in libraries or FIELD]


def _finished(path: Path, plan: Plan) -> dict[str, EntryRecord]:
    """The entries of an earlier run, of the versions that are installed now.

    Those of mechanisms that no adapter sets up were made elsewhere, and stay.
    """
    from dpproofs.auditing.record import EntryRecord, from_json
    from dpproofs.auditing.suite import told

    try:
        written = json.loads(path.read_text("utf-8"))["entries"]
        entries = [from_json(EntryRecord, entry) for entry in written]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {
        entry.target: told(entry)
        for entry in entries
        if plan.libraries.get(entry.library) == entry.version or _is_elsewhere(entry)
    }


def _is_elsewhere(entry: EntryRecord) -> bool:
    """Whether no adapter sets up the mechanism of an entry."""
    from dpproofs.auditing.targets import adapters

    adapter = adapters().get(entry.library)
    if adapter is None:
        return True
    try:
        return entry.mechanism not in adapter.names()
    except BadInput:  # what is not installed may be, another time
        return False


def _calibrations(path: Path) -> tuple[CalibrationRecord, ...]:
    """Those of an earlier report: what libraries elsewhere prescribe is not asked here."""
    from dpproofs.auditing.record import FieldRecord, from_json

    try:
        return from_json(FieldRecord, json.loads(path.read_text("utf-8"))).calibrations
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _earlier(path: Path) -> FieldRecord:
    """The report of an earlier run."""
    from dpproofs.auditing.record import FieldRecord, from_json

    accepted = "the field.json that another dpproofs audit --suite has written"
    try:
        return from_json(FieldRecord, json.loads(path.read_text("utf-8")))
    except (OSError, ValueError) as error:  # BadInput is one
        raise BadInput("--against", str(path), accepted) from error


def _compared(old: FieldRecord, new: FieldRecord, *, as_json: bool, interrupted: bool) -> int:
    """Show what is new between two reports; the exit code for it."""
    from dpproofs.auditing.record import to_json
    from dpproofs.auditing.suite.comparison import NEW, UNKNOWN, compared, unlike

    changes, runs = compared(old, new, finished=not interrupted), unlike(old, new)
    if as_json:
        output.print_json({"changes": to_json(changes), "runs": runs})
    else:
        for change in changes:
            audit = f" ({change.audit})" if change.audit else ""
            click.echo(f"{change.target:<34} {change.what}{audit}")
            click.echo(f"    then {change.before}\n    now  {change.after}")
            if change.reproduce:
                click.echo(f"    {output.one_line(change.reproduce)}")
        click.echo("" if changes else "nothing is new", nl=not changes)
        if runs:
            click.echo(f"the runs differ as well: {'; '.join(runs)}")
    what = {change.what for change in changes}
    if NEW in what:
        return REFUTED
    if interrupted:
        return INTERRUPTED
    return OPEN if UNKNOWN in what or not new.entries else WELL


def _ordered(plan: Plan, entries: dict[str, EntryRecord]) -> list[EntryRecord]:
    """The entries in the order of the plan, however they came about; then those of no adapter."""
    titles = [f"{adapter.LIBRARY}:{name}" for adapter, name in plan.mechanisms]
    rest = [title for title in entries if title not in titles]
    return [entries[title] for title in (*titles, *rest) if title in entries]


def _write(directory: Path, found: FieldRecord) -> None:
    from dpproofs.auditing.record import to_json
    from dpproofs.render.suite_page import suite_page

    output.write(directory / DATA, (json.dumps(to_json(found), indent=1) + "\n").encode())
    output.write(directory / PAGE, suite_page(found).encode())


def _show(found: FieldRecord, *, as_json: bool) -> None:
    if as_json:
        from dpproofs.auditing.record import to_json

        output.print_json(to_json(found))
        return
    for entry in found.entries:
        why = f" ({', '.join(entry.broken_by)})" if entry.broken_by else ""
        click.echo(f"{entry.target:<34} {entry.kind}{why}")


def _code(found: FieldRecord, *, interrupted: bool) -> int:
    if any(entry.verdict == "violation" for entry in found.entries):
        return REFUTED
    if interrupted:
        return INTERRUPTED
    undecided = all(entry.kind == "not decided" for entry in found.entries)
    return OPEN if undecided else WELL
