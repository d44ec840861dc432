"""What an audit of a sampler found, on record."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.codec import WHERE_THERE

NO_NUMBERS = "the outcomes are no numbers, and no noise could be smaller"
CHOICE = "the outcome is one of a few, and no noise could be smaller"

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
    other: tuple[float, ...] | float | None = field(default=None, metadata=WHERE_THERE)
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
        As in `dpproofs.auditing.sampler.witness.WitnessSet`.
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
class DivergenceRecord:
    """A Renyi divergence between the outcomes at two inputs; of order 1 it is Kullback's.

    Attributes
    ----------
    claimed, low
        What it is at most, by the claim; and at least, with the confidence, by fresh draws.
    """

    input: Any
    neighbour: Any
    order: float
    claimed: float
    low: float
    draws: int
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


@dataclass(frozen=True)
class PowerRecord:
    """What so many draws would have shown with probability .95.

    Attributes
    ----------
    scale
        Noise of this share of what is needed, or less; None where there is none to shrink, or so
        few draws would not show even its absence.
    leak
        An outcome that gives an input away, of this probability at one input, or more; None where
        not even one that always comes.
    noise
        The kind of noise that the share is of: "Laplace" or "normal".
    why
        Why there is no scale.
    wanted
        The scale that was demanded.
    """

    scale: float | None
    leak: float | None
    noise: str = ""
    why: str = ""
    wanted: float | None = field(default=None, metadata=WHERE_THERE)

    @property
    def lacking(self) -> str:
        """What was demanded and is not so; "" where all of it is."""
        if self.wanted is None or (self.scale is not None and self.scale >= self.wanted):
            return ""
        told = f"noise {_too_small(self.wanted)} was to be shown, but "
        if self.scale is None:
            return told + self.why
        return told + f"so few draws would have shown noise {_too_small(self.scale)} only"

    @property
    def without_noise(self) -> bool:
        """Whether there is no noise that could be smaller: then nobody can ask for its scale."""
        return self.why in {CHOICE, NO_NUMBERS}

    def __str__(self) -> str:
        parts = []
        if self.scale is not None:
            parts.append(f"{self.noise} noise {_too_small(self.scale)}")
        if self.leak is not None:
            parts.append(f"a leak of 1 in {max(1, math.floor(1 / self.leak)):,}")
        return ", or ".join(parts) or "nothing"


def _too_small(scale: float) -> str:
    return f"{100 * (1 - scale):.3g} % too small"


@dataclass(frozen=True, kw_only=True)
class SamplerRecord:
    """One audit of a sampler; see `dpproofs.auditing.sampler.SamplerReport`.

    Attributes
    ----------
    evidence
        None where a sampler was not audited, and others are on record.
    broken
        Of a claim of another kind than (epsilon, delta): the pair that follows from it and that the
        witness set breaks.
    divergence
        Of such a claim: a Renyi divergence that is larger than it lets it be.
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
    broken: PrivacyClaim | None = field(default=None, metadata=WHERE_THERE)
    divergence: DivergenceRecord | None = field(default=None, metadata=WHERE_THERE)
    epsilon_low: float | None = None
    delta_low: float | None = None
    power: PowerRecord | None = None
    refused: tuple[tuple[Any, Any], ...] = ()
    domain: tuple[float, float] | None = None
    special: bool = False
    error: str | None = None
    interrupted: bool = False
    seed: int
    seeded: bool | None = None
    reproduce: str = ""
    pictures: PicturesRecord | None = field(default=None, metadata=WHERE_THERE)
