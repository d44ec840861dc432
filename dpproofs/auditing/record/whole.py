"""All that the audits of one target found, on record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dpproofs.auditing.record.codec import WHERE_THERE
from dpproofs.auditing.record.numbers import FailureRecord, NumbersRecord
from dpproofs.auditing.record.parameters import ParametersRecord
from dpproofs.auditing.record.sampler import SamplerRecord
from dpproofs.auditing.record.threshold import ThresholdRecord


@dataclass(frozen=True)
class SourceRecord:
    """The file of the code that was audited, in full, and its first line, from 1."""

    file: str
    line: int


@dataclass(frozen=True, kw_only=True)
class AuditRecord(SamplerRecord):
    """What `dpproofs audit --json` prints: the audit of the sampler on top, the others below it.

    Attributes
    ----------
    verdict, verdicts
        The one that matters most; and that of each audit that was asked for.
    numbers, threshold
        None where they were not asked for.
    parameters
        The audit on the claim, and after it that over a range of other claims, where there are any.
    other_claims
        The verdict on these.
    source
        Where the code of the target is; None where no Python code of it is known.
    """

    verdicts: Mapping[str, str] = field(default_factory=dict)
    numbers: NumbersRecord | FailureRecord | None = None
    parameters: tuple[ParametersRecord, ...] | None = None
    other_claims: str | None = None
    threshold: ThresholdRecord | None = None
    source: SourceRecord | None = field(default=None, metadata=WHERE_THERE)

    @property
    def of_sampler(self) -> str:
        """The verdict on the sampler alone, where it was audited."""
        return self.verdicts.get("sampler", self.verdict)

    def ranges(self) -> Iterator[tuple[str, ParametersRecord]]:
        """The audits of the parameters, each with what to call it."""
        for place, report in enumerate(self.parameters or ()):
            yield "other claims" if place else "parameters", report
