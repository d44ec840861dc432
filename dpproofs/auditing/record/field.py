"""The report of the field on record: what all audits found of the mechanisms of libraries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.finding import BreakdownRecord, FindingRecord
from dpproofs.auditing.record.moments import MomentRecord
from dpproofs.auditing.record.numbers import NumbersRecord
from dpproofs.auditing.record.parameters import CostRecord, ParametersRecord
from dpproofs.auditing.record.sampler import SamplerRecord
from dpproofs.auditing.record.threshold import ThresholdRecord


@dataclass(frozen=True)
class LinkRecord:
    """A page elsewhere."""

    title: str
    url: str


@dataclass(frozen=True)
class PlaceRecord:
    """A claim, and in words what is true there."""

    claim: PrivacyClaim
    text: str


@dataclass(frozen=True)
class AuditsRecord:
    """The audits of one mechanism, one for each claim that was put to the test."""

    sampler: tuple[SamplerRecord, ...] = ()
    numbers: tuple[NumbersRecord, ...] = ()
    parameters: tuple[ParametersRecord, ...] = ()
    threshold: tuple[ThresholdRecord, ...] = ()

    def verdicts(self, subject: str) -> list[str]:
        """The verdicts of one kind of audit."""
        return [report.verdict for report in getattr(self, subject)]


@dataclass(frozen=True, kw_only=True)
class EntryRecord:
    """One mechanism.

    Attributes
    ----------
    target, library, version, mechanism
        Which one; ``target`` as it is written on the command line.
    findings
        What the audits found. Only what a second way confirms counts as a violation, of the
        mechanism if people make such a claim: the verdict of other reports is "unconfirmed".
    costs
        Where the noise costs most against each reference, among common claims.
    problems, failures
        What the library did wrong, in words; crashes and hangs are ``failures``.
    audits, seconds
        The reports, and how long they took.
    broken_by
        The audits with a confirmed finding at a claim that people make.
    kind, verdict
        One of the conclusions of `dpproofs.auditing.suite`, and a verdict as in one report.
    claims, source
        What its documentation claims, at which parameters, and where it says so.
    worst, witness, second_way
        What is told first: the worst point; the set, the inputs and what was counted; how what was
        found was derived again.
    moments
        Where its documentation gives another bias or variance than its outputs have.
    upstream
        What its authors and users have written about it.
    reproduce
        Command lines.
    """

    target: str = ""
    library: str
    version: str
    mechanism: str
    findings: tuple[FindingRecord, ...] = ()
    costs: tuple[CostRecord, ...] = ()
    problems: tuple[str, ...] = ()
    failures: tuple[BreakdownRecord, ...] = ()
    audits: AuditsRecord = field(default_factory=AuditsRecord)
    seconds: float = 0.0
    broken_by: tuple[str, ...] = ()
    kind: str = "not decided"
    verdict: str = "unknown"
    claims: str = ""
    source: LinkRecord | None = None
    worst: PlaceRecord | None = None
    witness: str | None = None
    second_way: str | None = None
    upstream: tuple[LinkRecord, ...] = ()
    reproduce: tuple[str, ...] = ()
    moments: tuple[MomentRecord, ...] = ()
    note: str | None = None


@dataclass(frozen=True)
class SkippedRecord:
    """What was not audited, and why."""

    library: str
    mechanism: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class CalibrationRecord:
    """How much noise a library prescribes for (epsilon, delta), beside the least that is enough.

    Attributes
    ----------
    name, date
        Of the library, its version and the function; and when it was asked.
    claims, refused
        How many claims it answered, and refused.
    too_little, clearly
        At how many the noise is too little, and more so than rounding explains.
    worst, dearest
        Where it is worst, where it is too little at all; and where it is most above the least.
    """

    name: str
    date: str
    claims: int
    refused: int
    too_little: int
    clearly: int
    worst: PlaceRecord | None = None
    dearest: PlaceRecord | None = None


@dataclass(frozen=True, kw_only=True)
class FieldRecord:
    """The whole report.

    Attributes
    ----------
    dpproofs, python, date
        Who made it, with what, and when.
    alpha
        Of each audit that draws.
    seed, seconds_each
        As in `dpproofs.auditing.suite.Settings`.
    libraries
        Versions by name.
    entries, skipped
        In the order in which they are shown.
    calibrations
        Of libraries that prescribe noise, each asked in an environment of its own.
    """

    dpproofs: str
    python: str = ""
    date: str
    alpha: float | None = None
    seed: int = 0
    seconds_each: float = 0.0
    libraries: Mapping[str, str]
    entries: tuple[EntryRecord, ...] = ()
    skipped: tuple[SkippedRecord, ...] = ()
    calibrations: tuple[CalibrationRecord, ...] = ()
