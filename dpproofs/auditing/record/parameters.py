"""What an audit of the parameters found, on record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.codec import WHERE_THERE


@dataclass(frozen=True)
class ComputedRecord:
    """The noise that is computed; ``before_processing`` where the output is not the sum."""

    family: str
    parameters: Mapping[str, float]
    before_processing: bool | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class PointRecord:
    """One claim beside what is true: decimal bounds below and above, the ratio or "inf"."""

    claim: PrivacyClaim
    computed: ComputedRecord | None
    outcome: str
    measure: str
    ratio: float | str
    true_delta: tuple[str, str]
    true_epsilon: tuple[str, str]

    @property
    def times(self) -> float:
        """The ratio as a number."""
        return float(self.ratio)

    def true(self, measure: str) -> tuple[str, str]:
        """The bounds on "delta" or "epsilon"."""
        return self.true_delta if measure == "delta" else self.true_epsilon


@dataclass(frozen=True)
class ClaimsRecord:
    """How many claims were tried, with which outcomes; refused, why; and not reached in time."""

    tried: int = 0
    outcomes: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    unreached: int = 0


@dataclass(frozen=True)
class CostRecord:
    """Where noise costs most against a reference: bounds on the ratio of E|X|^power."""

    claim: PrivacyClaim
    power: int
    reference: str
    ratio: tuple[str, str]


@dataclass(frozen=True)
class UsualRecord:
    """What counted as a claim that people make: numbers in these ranges, ends included, or 0."""

    epsilon: tuple[float, float]
    delta: tuple[float, float]


@dataclass(frozen=True)
class ParametersRecord:
    """One audit of the parameters; see `dpproofs.auditing.parameters.ParameterReport`.

    ``usual`` are the ranges in which ``worst_usual`` and ``costs`` were searched; None in records
    that do not say.
    """

    target: str
    audit: str
    verdict: str
    grade: str
    claims: ClaimsRecord
    worst: PointRecord | None
    worst_usual: PointRecord | None
    shortest: PointRecord | None
    rounding: float
    costs: tuple[CostRecord, ...]
    seconds: float
    usual: UsualRecord | None = field(default=None, metadata=WHERE_THERE)
