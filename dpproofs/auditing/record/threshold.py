"""What an audit of a threshold found, on record."""

from __future__ import annotations

from dataclasses import dataclass, field

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.codec import WHERE_THERE, Recorded
from dpproofs.auditing.record.parameters import ComputedRecord


@dataclass(frozen=True)
class SecondWay:
    """What a second way to a finding found.

    Attributes
    ----------
    agrees
        Whether it comes to a violation too.
    method, text
        How it was done, and what came out.
    """

    agrees: bool
    method: str
    text: str


@dataclass(frozen=True)
class ThresholdWitnessRecord:
    """A key that is released too often, and the tail of the noise that says so."""

    input: str
    neighbour: str
    set: str
    threshold: float
    computed: ComputedRecord
    true_delta: str
    ratio: float


@dataclass(frozen=True)
class ThresholdRecord(Recorded):
    """One audit of a threshold; see `dpproofs.auditing.thresholds.audit_thresholds`.

    Attributes
    ----------
    verdict
        On the claim.
    text
        What happens too often, with its probability; empty where nothing does.
    witness, second_way
        None where nothing was found.
    """

    verdict: str
    text: str = ""
    claim: PrivacyClaim | None = field(default=None, metadata=WHERE_THERE)
    audit: str | None = field(default=None, metadata=WHERE_THERE)
    witness: ThresholdWitnessRecord | None = None
    second_way: SecondWay | None = None

    def record(self) -> ThresholdRecord:
        """Itself."""
        return self
