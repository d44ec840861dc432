"""The run over the field: mechanism after mechanism, each audit in a process of its own."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from dpproofs._version import __version__
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import (
    AuditsRecord,
    BreakdownRecord,
    EntryRecord,
    FieldRecord,
    FindingRecord,
    MomentRecord,
    SamplerRecord,
    SkippedRecord,
    Subject,
)
from dpproofs.auditing.report import SUBJECTS
from dpproofs.auditing.suite import work
from dpproofs.auditing.suite.conclusion import UNCONFIRMED
from dpproofs.auditing.suite.grid import MOST, cases_of
from dpproofs.auditing.suite.isolation import Lost, apart
from dpproofs.auditing.suite.summary import told
from dpproofs.auditing.suite.thresholds import program
from dpproofs.auditing.target import About
from dpproofs.auditing.targets import Adapter, libraries
from dpproofs.kernel.errors import BadInput

FIELD = ("diffprivlib", "opendp", "python-dp")
WITHOUT_CLAIMS = ("numpy", "scipy")  # their noise promises nobody privacy
NO_CLAIM = "it makes no claim of privacy that could be broken"
STATISTICAL = 2  # audits of a mechanism and a claim that can be wrong by chance
RANGE = 4  # times as long for the audit of the parameters, which tries a whole range of claims
EXTRA = 90.0  # seconds beyond the budget after which a process hangs

Runner = Callable[..., Any]


@dataclass(frozen=True)
class Settings:
    """What a run is given.

    Attributes
    ----------
    seconds_each
        For each of the three audits of a mechanism, shared by its claims.
    seed, alpha
        The seed; and the probability of a false alarm in the whole report before the second ways.
    run
        `apart` or `here`.
    """

    seconds_each: float = 20.0
    seed: int = 0
    alpha: float = 0.05
    run: Runner = apart


@dataclass(frozen=True)
class Plan:
    """What is to be audited.

    Attributes
    ----------
    libraries
        Their versions, by name.
    mechanisms
        With the adapter of each.
    skipped
        Libraries that are not installed, with the command that installs them.
    """

    libraries: dict[str, str]
    mechanisms: list[tuple[Adapter, str]]
    skipped: list[SkippedRecord]

    @property
    def audits(self) -> int:
        """How many statistical audits there are at most."""
        return max(1, STATISTICAL * MOST * len(self.mechanisms))


def planned(adapters: Iterable[Adapter]) -> Plan:
    """Every mechanism of every library that is installed."""
    plan = Plan({}, [], [])
    for adapter in adapters:
        title = adapter.LIBRARY
        if title in WITHOUT_CLAIMS:
            plan.skipped.append(SkippedRecord(title, "all", NO_CLAIM))
            continue
        try:
            names = adapter.names()
        except BadInput as missing:
            reason = f"not installed: {missing.accepted}"
            plan.skipped.append(SkippedRecord(title, "all", reason))
            continue
        plan.libraries[title] = libraries.version(title)
        plan.mechanisms.extend((adapter, name) for name in names)
    return plan


def audited(
    adapter: Adapter,
    name: str,
    settings: Settings,
    alpha_each: float,
    say: Callable[[str], None] = lambda _: None,
) -> EntryRecord:
    """The entry of one mechanism."""
    start = time.monotonic()
    title = f"{adapter.LIBRARY}:{name}"
    found: list[FindingRecord] = []
    failures: list[BreakdownRecord] = []
    problems: list[str] = []
    reports: dict[str, list[Any]] = {subject: [] for subject in SUBJECTS}
    for job in _jobs(adapter, name, settings, alpha_each):
        label = job.label
        say(f"{title}: {label}")
        try:
            answer: work.Answer = settings.run(*job.work, seconds=3 * job.seconds + EXTRA)
        except Lost as loss:
            if loss.died:
                failures.append(BreakdownRecord(f"{label}: {loss}", job.again))
            else:
                problems.append(f"{label}: {loss}")
            continue
        report = answer.report
        found += answer.findings
        failures += [replace(lost, text=f"{label}: {lost.text}") for lost in answer.failures]
        if report is None:
            continue
        if answer.findings and not any(finding.agrees for finding in answer.findings):
            report = replace(report, verdict=UNCONFIRMED)
        reports[job.audit].append(report)
        if isinstance(report, SamplerRecord) and report.error:
            problems.append(f"{label}: {report.error}")
    moments: list[MomentRecord] = []
    try:
        moments = settings.run(work.of_the_moments, adapter, name, settings.seed, seconds=EXTRA)
    except Lost as loss:
        problems.append(f"documented moments: {loss}")
    audits = AuditsRecord(**{subject: tuple(each) for subject, each in reports.items()})
    return told(
        EntryRecord(
            target=title,
            library=adapter.LIBRARY,
            version=libraries.version(adapter.LIBRARY),
            mechanism=name,
            findings=tuple(found),
            costs=tuple(cost for report in audits.parameters for cost in report.costs),
            problems=tuple(problems),
            failures=tuple(failures),
            audits=audits,
            moments=tuple(moments),
            seconds=round(time.monotonic() - start, 1),
        )
    )


@dataclass(frozen=True)
class _Job:
    """One audit, what to call it, the work with its arguments, its budget, and a command for it."""

    audit: Subject
    label: str
    work: tuple[Any, ...]
    seconds: float
    again: str


def _jobs(adapter: Adapter, name: str, settings: Settings, alpha: float) -> Iterable[_Job]:
    title = f"{adapter.LIBRARY}:{name}"
    seconds = RANGE * settings.seconds_each
    job: tuple[Any, ...] = (work.of_the_parameters, adapter, name, seconds)
    again = f"dpproofs audit --suite --library {adapter.LIBRARY}"
    yield _Job("parameters", "the parameters", job, seconds, again)
    cases = list(cases_of(adapter, name))
    seconds = settings.seconds_each / max(1, len(cases))
    rest = alpha, seconds, settings.seed
    for claim, arguments in cases:
        at = f"at epsilon {claim.epsilon:g}, delta {claim.delta:g}, of {claim.sensitivity:g}"
        at += "".join(f", {name} {value}" for name, value in arguments.items())
        jobs: dict[Subject, tuple[Any, ...]] = {
            "sampler": (work.of_the_sampler, adapter, name, claim, arguments, *rest)
        }
        if not arguments:
            jobs["numbers"] = work.of_the_numbers, adapter, name, claim, *rest
        if claim.delta:
            jobs["threshold"] = work.of_the_threshold, adapter, name, claim
        about = About(title, arguments=arguments)
        for audit, job in jobs.items():
            label = f"{'a' if audit == 'threshold' else 'the'} {audit} {at}"
            of = "all" if audit == "threshold" else audit
            again = work.command(about, claim, of, seconds, settings.seed, alpha)
            if _is_deadly(adapter, name, claim):
                again = program(adapter.build(name, claim, arguments), claim)
            yield _Job(audit, label, job, seconds, again)


def _is_deadly(adapter: Adapter, name: str, claim: PrivacyClaim) -> bool:
    """Whether the command line refuses to draw there, for its own sake."""
    try:
        if hasattr(adapter, "refuse_deadly"):
            adapter.refuse_deadly(name, claim)
    except BadInput:
        return True
    return False


def document(plan: Plan, settings: Settings, entries: Sequence[EntryRecord]) -> FieldRecord:
    """The whole report."""
    return FieldRecord(
        dpproofs=__version__,
        python=platform.python_version(),
        date=datetime.now(tz=UTC).date().isoformat(),
        alpha=settings.alpha / plan.audits,
        seed=settings.seed,
        seconds_each=settings.seconds_each,
        libraries=plan.libraries,
        entries=tuple(entries),
        skipped=tuple(plan.skipped),
    )
