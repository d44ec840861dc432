"""The audit of a threshold: the probability of releasing what the neighbouring data do not have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.target import Target


@dataclass(frozen=True)
class ThresholdReport:
    """What was found.

    Attributes
    ----------
    verdict
        "violation" when the tail of the noise beyond the threshold is above delta, and a count of
        released keys bears it out; "undecided" when the count does not; "not applicable" for
        targets without a threshold, or without a name for their noise.
    text
        What happens too often, with its probability; empty where nothing does.
    witness, second_way
        As data; None where nothing was found.
    """

    verdict: str
    text: str = ""
    witness: dict[str, Any] | None = None
    second_way: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        found = {"witness": self.witness, "second_way": self.second_way}
        return {"audit": "threshold", "verdict": self.verdict, "text": self.text, **found}


def audit_thresholds(target: Target, claim: PrivacyClaim) -> ThresholdReport:
    """Compare the tail of the noise beyond the target's threshold with delta."""
    from dpproofs.audit.suite.thresholds import audit_threshold, threshold_of

    if threshold_of(target) is None or target.computed() is None:
        return ThresholdReport("not applicable")
    found = audit_threshold(target, claim)
    if found is None:
        return ThresholdReport("no violation found")
    second = found["second_way"]
    verdict = "violation" if second["agrees"] else "undecided"
    return ThresholdReport(verdict, found["text"], found["witness"], second)
