"""The audit of a threshold: the probability of releasing what the neighbouring data do not have."""

from __future__ import annotations

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import ThresholdRecord
from dpproofs.auditing.target import Target


def audit_thresholds(target: Target, claim: PrivacyClaim) -> ThresholdRecord:
    """Compare the tail of the noise beyond the target's threshold with delta.

    Returns
    -------
    "violation" when the tail of the noise beyond the threshold is above delta, and a count of
    released keys bears it out; "undecided" when the count does not; "not applicable" for targets
    without a threshold, or without a name for their noise.
    """
    from dpproofs.auditing.suite.thresholds import audit_threshold, threshold_of

    if threshold_of(target) is None or target.computed() is None:
        return ThresholdRecord("not applicable", audit="threshold")
    return audit_threshold(target, claim) or ThresholdRecord(
        "no violation found", audit="threshold"
    )
