"""What an audit of a sampler found, on record."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.record.codec import WHERE_THERE

End: TypeAlias = float | None  # of an interval; infinite ones are None


@dataclass(frozen=True)
class ViewRecord:
    """What of an output a set looks at, with the numbers that this view has."""

    name: str = "output"
    labels: tuple[str, ...] | None = field(default=None, metadata=WHERE_THERE)
    origin: float | None = field(default=None, metadata=WHERE_THERE)
    period: float | None = field(default=None, metadata=WHERE_THERE)
    modulus: int | None = field(default=None, metadata=WHERE_THERE)
    index: int | None = field(default=None, metadata=WHERE_THERE)
    column: str | None = field(default=None, metadata=WHERE_THERE)
    centre: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    scale: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    weights: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    width: int | None = field(default=None, metadata=WHERE_THERE)
    places: tuple[int, ...] | None = field(default=None, metadata=WHERE_THERE)
    codes: tuple[int, ...] | None = field(default=None, metadata=WHERE_THERE)
    here: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    there: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    norm: str | None = field(default=None, metadata=WHERE_THERE)
    lowest: int | None = field(default=None, metadata=WHERE_THERE)
    most: int | None = field(default=None, metadata=WHERE_THERE)
    place: tuple[float, ...] | float | None = field(default=None, metadata=WHERE_THERE)
    other: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    radii: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    direction: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    signs: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class SetRecord:
    """A set of outputs: intervals and points of a view, or listed outputs.

    Attributes
    ----------
    kind, text
        What it is, for short and in full.
    outputs
        Categories; there are no intervals or points then.
    view, intervals, without, points, failed
        As in `dpproofs.audit.sampler.witness.WitnessSet`.
    """

    kind: str
    text: str
    outputs: tuple[str, ...] | None = field(default=None, metadata=WHERE_THERE)
    view: ViewRecord | None = field(default=None, metadata=WHERE_THERE)
    intervals: tuple[tuple[End, End], ...] | None = field(default=None, metadata=WHERE_THERE)
    without: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    points: tuple[float, ...] | None = field(default=None, metadata=WHERE_THERE)
    failed: bool | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class WitnessRecord:
    """A set and two inputs, with counts of fresh draws and what they show."""

    input: Any
    neighbour: Any
    set: SetRecord
    draws: int
    inside: int
    neighbour_inside: int
    probability_low: float
    probability_neighbour_high: float
    delta_low: float
    confidence: float


@dataclass(frozen=True)
class EvidenceRecord:
    """The e-value against the claim, and what it took."""

    e_value: float
    samples: int
    seconds: float
    log_e_value: float | None = field(default=None, metadata=WHERE_THERE)

    @property
    def log(self) -> float:
        """The natural logarithm of the e-value, which may be too large for a float."""
        return math.log(self.e_value) if self.log_e_value is None else self.log_e_value


@dataclass(frozen=True)
class HistogramRecord:
    """Counts of draws between edges, at two inputs."""

    edges: tuple[float, ...]
    here: tuple[int, ...]
    there: tuple[int, ...]
    input: Any = field(default=None, metadata=WHERE_THERE)
    neighbour: Any = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class PicturesRecord:
    """What pictures are drawn from: pairs drawn with log e-values, and a histogram."""

    history: tuple[tuple[int, float], ...] = ()
    histogram: HistogramRecord | None = None


@dataclass(frozen=True, kw_only=True)
class SamplerRecord:
    """One audit of a sampler; see `dpproofs.audit.sampler.SamplerReport`.

    Attributes
    ----------
    evidence
        None where a sampler was not audited, and others are on record.
    """

    target: str
    library: str | None = None
    version: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    claim: PrivacyClaim
    verdict: str
    grade: str | None = None
    alpha: float
    evidence: EvidenceRecord | None = None
    witness: WitnessRecord | None = None
    epsilon_low: float | None = None
    delta_low: float | None = None
    smallest_fault: float | None = None
    refused: tuple[tuple[Any, Any], ...] = ()
    domain: tuple[float, float] | None = None
    special: bool = False
    error: str | None = None
    interrupted: bool = False
    seed: int
    seeded: bool | None = None
    reproduce: str = ""
    pictures: PicturesRecord | None = field(default=None, metadata=WHERE_THERE)
