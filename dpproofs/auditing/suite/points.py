"""The points of an audit of the parameters that are worth a finding."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.auditing.record import ParametersRecord, PointRecord
from dpproofs.auditing.suite.conclusion import SLIGHT
from dpproofs.auditing.suite.summary import excess


def notable(found: ParametersRecord) -> Iterator[PointRecord]:
    """The violations that are not slight, each claim once, the one among common claims first."""
    seen = set()
    for point in (found.worst_usual, found.shortest, found.worst):
        if point is None or point.outcome != "violation" or point.times < SLIGHT:
            continue
        if point.claim not in seen:
            seen.add(point.claim)
            yield point


def said(point: PointRecord) -> str:
    """By how much a claim fails."""
    low, high = map(float, point.true(point.measure))
    verb = "is" if high <= low * (1 + 1e-6) else "is at least"
    return f"{point.measure} {verb} {low:.8g}, {excess(point.times)} what is claimed"
