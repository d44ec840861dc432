"""What an audit of the numbers found, on record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record.codec import WHERE_THERE
from dpproofs.auditing.record.sampler import EvidenceRecord


@dataclass(frozen=True)
class BinadeRecord:
    """Numbers of trailing zeros of significands with one exponent."""

    exponent: int
    zeros: tuple[int, ...]


@dataclass(frozen=True)
class EventRecord:
    """A set of doubles: its kind, its sentence, and the numbers that this kind has."""

    kind: str
    text: str = ""
    centre: float | None = field(default=None, metadata=WHERE_THERE)
    exponent: int | None = field(default=None, metadata=WHERE_THERE)
    complement: bool | None = field(default=None, metadata=WHERE_THERE)
    binades: tuple[BinadeRecord, ...] | None = field(default=None, metadata=WHERE_THERE)
    modulus: int | None = field(default=None, metadata=WHERE_THERE)
    residues: tuple[int, ...] | None = field(default=None, metadata=WHERE_THERE)
    scale: float | None = field(default=None, metadata=WHERE_THERE)
    uniform_exponent: int | None = field(default=None, metadata=WHERE_THERE)
    count: int | None = field(default=None, metadata=WHERE_THERE)
    first: tuple[str, ...] | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class CountsRecord:
    """Fresh draws in an event, at the input and at its neighbour, out of as many at each."""

    input: int
    neighbour: int
    draws: int


@dataclass(frozen=True)
class NumbersWitnessRecord:
    """An event that one input hits more often than the claim allows."""

    input: Any
    neighbour: Any
    column: int | None
    event: EventRecord
    counts: CountsRecord
    probability_low: float
    probability_neighbour_high: float
    delta_low: float


@dataclass(frozen=True)
class TriedRecord:
    """Two inputs, and how many pairs of draws they were given."""

    input: Any
    neighbour: Any
    samples: int


@dataclass(frozen=True, kw_only=True)
class NumbersRecord:
    """One audit of the numbers; see `dpproofs.auditing.numbers.NumbersReport`."""

    verdict: str
    claim: PrivacyClaim
    alpha: float
    evidence: EvidenceRecord
    witness: NumbersWitnessRecord | None = None
    tried: tuple[TriedRecord, ...] = ()
    granularity: int | None = None
    repeats: int | None = None
    seed: int
    reproduce: str | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class FailureRecord:
    """An audit in which the target did wrong: the verdict "error", and what it did."""

    verdict: str
    error: str
