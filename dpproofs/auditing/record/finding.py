"""A finding of the report of the field: what one audit found, and whether a second way agrees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.codec import WHERE_THERE
from dpproofs.auditing.record.numbers import NumbersWitnessRecord
from dpproofs.auditing.record.parameters import PointRecord
from dpproofs.auditing.record.sampler import WitnessRecord
from dpproofs.auditing.record.threshold import SecondWay, ThresholdWitnessRecord

Subject: TypeAlias = Literal["sampler", "numbers", "parameters", "threshold"]


Seen: TypeAlias = WitnessRecord | NumbersWitnessRecord | PointRecord | ThresholdWitnessRecord


@dataclass(frozen=True)
class UpstreamRecord:
    """What the library's issue tracker says, and when it was looked up."""

    known: bool | None
    what: str
    url: str | None
    state: str | None
    looked_up: str | None


@dataclass(frozen=True)
class FindingRecord:
    """A finding.

    Attributes
    ----------
    audit
        Which audit found it.
    status
        "confirmed" when the second way agrees, otherwise "unconfirmed".
    claim, text, witness
        What fails, in words, and where; None where no witness was kept.
    second_way
        How it was derived again.
    reproduce
        A command that does it again.
    upstream
        What is known of it upstream, once that was looked up.
    """

    audit: Subject
    status: Literal["confirmed", "unconfirmed"]
    claim: PrivacyClaim
    text: str
    witness: Seen | None
    second_way: SecondWay
    reproduce: str
    upstream: UpstreamRecord | None = field(default=None, metadata=WHERE_THERE)

    @property
    def agrees(self) -> bool:
        """Whether it is confirmed."""
        return self.status == "confirmed"


@dataclass(frozen=True)
class BreakdownRecord:
    """A crash or a hang of a library, in words, and a command that has it again."""

    text: str
    reproduce: str
