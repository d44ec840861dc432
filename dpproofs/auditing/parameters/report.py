"""What an audit of the parameters reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters.claims import USUAL_DELTA, USUAL_EPSILON
from dpproofs.auditing.parameters.point import Outcome, Point
from dpproofs.auditing.record import (
    ClaimsRecord,
    CostRecord,
    ParametersRecord,
    PointRecord,
    Recorded,
    UsualRecord,
)
from dpproofs.privacy.enclosed.base import decimals
from dpproofs.privacy.enclosed.references import Excess

Verdict: TypeAlias = Literal["violation", "no violation found", "unknown"]


@dataclass(frozen=True)
class CostPoint(Recorded):
    """Where the noise costs most against one reference."""

    claim: PrivacyClaim
    excess: Excess

    def record(self) -> CostRecord:
        excess = self.excess
        ratio = decimals(excess.ratio, 12)
        return CostRecord(self.claim, excess.power, excess.reference, ratio)


@dataclass(frozen=True)
class ParameterReport(Recorded):
    """What the audit of the parameters found.

    Attributes
    ----------
    verdict
        "unknown" when no claim could be decided: a vacuous audit is not a pass.
    grade
        "enclosed", or "computed" where some profile came from quadrature.
    outcomes
        How many claims had which outcome.
    refused
        How many claims were refused, by reason: by the implementation, or because the noise it
        computes for them is not known.
    unreached
        Claims of the range that the time did not suffice for.
    worst
        The violation with the largest ratio of true to claimed; without violations the claim that
        is closest to one.
    worst_usual
        The worst violation with epsilon 0 or in `USUAL_EPSILON` and delta 0 or in `USUAL_DELTA`.
    shortest
        The violation with the shortest numbers, of at least half the worst excess or a factor 2.
    rounding
        How much rounding there is: the power of ten by which epsilon, delta and the unit of the
        noise would have to grow, relatively, for every claim to hold whose outcome is "rounding".
    costs
        For each reference and power, where the noise costs most, among the claims that hold. None
        for noise that is processed further, or depends on the input.
    """

    name: str
    verdict: Verdict
    grade: str
    outcomes: Mapping[Outcome, int]
    refused: Mapping[str, int]
    unreached: int
    worst: Point | None
    worst_usual: Point | None
    shortest: Point | None
    rounding: float
    costs: tuple[CostPoint, ...]
    seconds: float

    def record(self) -> ParametersRecord:
        """The report as data."""
        return ParametersRecord(
            target=self.name,
            audit="parameters",
            verdict=self.verdict,
            grade=self.grade,
            claims=ClaimsRecord(
                tried=sum(self.outcomes.values()) + sum(self.refused.values()),
                outcomes={str(outcome): times for outcome, times in self.outcomes.items()},
                refused=dict(self.refused),
                unreached=self.unreached,
            ),
            worst=_record(self.worst),
            worst_usual=_record(self.worst_usual),
            shortest=_record(self.shortest),
            rounding=self.rounding,
            costs=tuple(cost.record() for cost in self.costs),
            seconds=round(self.seconds, 3),
            usual=UsualRecord(USUAL_EPSILON, USUAL_DELTA),
        )


def _record(point: Point | None) -> PointRecord | None:
    return None if point is None else point.record()
