"""What an audit of a sampler found out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import (
    EvidenceRecord,
    HistogramRecord,
    PicturesRecord,
    PowerRecord,
    Recorded,
    SamplerRecord,
)
from dpproofs.auditing.sampler.confirmation import Witness, plain
from dpproofs.auditing.sampler.curve import Divergence
from dpproofs.auditing.target import About, Pair
from dpproofs.kernel.errors import shortened

VIOLATION, NONE_FOUND, ERROR = "violation", "no violation found", "error"
UNDECIDED = "undecided"
UNKNOWN = PowerRecord(None, None)


BINS = 60
LONGEST, SHORT = 160, 40  # characters of what a report says of itself, and of an input there
EXACT = 2.0**52  # integers beyond it are too close to each other for edges between them


def histogram(
    here: NDArray[Any], there: NDArray[Any], pair: Pair, *, whole: bool
) -> HistogramRecord | None:
    """The middle 99 % of draws at two inputs; None when numbers are too large or small for it.

    Bins of integers hold equally many of them.
    """
    both = np.concatenate([here, there]).astype(float)
    both = both[np.isfinite(both)]
    if not both.size or (whole and np.abs(both).max() > EXACT):
        return None
    low, high = np.quantile(both, [0.005, 0.995])
    if whole:
        low, high = math.floor(low), math.ceil(high)
        width = math.ceil((high - low + 1) / BINS)
        edges = np.arange(low - 0.5, high + width, width)
    elif high > low:
        with np.errstate(over="ignore", invalid="ignore"):
            edges = np.linspace(low, high, BINS + 1)
    else:
        edges = np.array([low - 0.5, low + 0.5])
    if not np.all(edges[1:] > edges[:-1]):  # numbers near the ends of what doubles can hold
        return None
    counts = [np.histogram(side.astype(float), edges)[0].tolist() for side in (here, there)]
    ends = plain(pair.input), plain(pair.neighbour)
    return HistogramRecord((*edges.tolist(),), (*counts[0],), (*counts[1],), *ends)


@dataclass(frozen=True, repr=False)
class SamplerReport(Recorded):
    """The verdict on a sampler, and what it rests on.

    Attributes
    ----------
    about, claim, alpha, seed
        What was audited, and how.
    verdict
        "violation" when the evidence reached 1/alpha, which a sampler that keeps its claim achieves
        with probability alpha at most; "no violation found", which proves nothing; "undecided" when
        there were too few draws to surely notice outputs that give the input away; "error" when the
        target failed.
    log_e
        log of the e-value against the claim.
    pairs, seconds
        Pairs drawn while betting, and the time taken in all.
    epsilon_low, delta_low
        Lower confidence bounds, each at level alpha: on epsilon at the claimed delta, and on delta
        at the claimed epsilon.
    witness
        Of a violation: the set that won most, measured on fresh draws.
    broken
        The pair (epsilon, delta) that the witness breaks by itself: the claim, or one that follows
        from a claim of another kind. None where none is broken.
    divergence
        Of a violation of a claim of another kind, where no set shows it as well: a Renyi divergence
        that is larger than claimed, measured on fresh draws.
    history
        Pairs drawn and log of the e-value after each round.
    power
        What so many draws would have shown: how much too little noise, how rare a leak.
    refused
        Pairs of inputs that were left out, because the target failed there from the first.
    domain
        The numbers that the target was taken to be made for: those that somebody gave, or the span
        of those that it did not refuse; None where it refused none.
    special
        Whether NaN and infinite inputs were tried.
    histogram
        Of the first draws at the witness's inputs, where they are numbers.
    error
        What the target did wrong.
    interrupted
        Whether the audit was stopped from outside.
    reproduce
        A command that does the audit again.
    """

    about: About
    claim: PrivacyClaim
    alpha: float
    seed: int
    verdict: str
    log_e: float
    pairs: int
    seconds: float
    epsilon_low: float
    delta_low: float
    witness: Witness | None
    history: tuple[tuple[int, float], ...]
    broken: PrivacyClaim | None = None
    divergence: Divergence | None = None
    power: PowerRecord = UNKNOWN
    refused: tuple[Pair, ...] = ()
    domain: tuple[float, float] | None = None
    special: bool = False
    histogram: HistogramRecord | None = None
    error: str | None = None
    interrupted: bool = False
    seeded: bool = False
    reproduce: str = field(default="")

    @property
    def point(self) -> PrivacyClaim:
        """The pair (epsilon, delta) at which bounds are given: the broken one, or the claim's."""
        return self.broken or self.claim

    @property
    def e_value(self) -> float:
        """The evidence; the largest double when it is beyond that."""
        return math.exp(min(self.log_e, 709.0))

    def __repr__(self) -> str:
        """The verdict in a line; the fields are there to be asked for."""
        parts = [f"{self.about.name}: {self.verdict}", f"e-value {self.e_value:.3g}"]
        parts.append(f"{self.pairs:,} pairs")
        if self.witness is not None:
            start = shortened(" ".join(repr(self.witness.pair.input).split()), SHORT)
            parts.append(f"{self.witness.set} from {start}")
        if self.verdict == NONE_FOUND:
            parts.append(f"would have shown {self.power}")
        if self.error is not None:
            parts.append(self.error)
        return f"<{type(self).__name__} {shortened(', '.join(parts), LONGEST)}>"

    def record(self) -> SamplerRecord:
        """The report as data, without pictures."""
        about = self.about
        return SamplerRecord(
            target=about.name,
            library=about.library or None,
            version=about.version or None,
            arguments={name: plain(value) for name, value in about.arguments.items()},
            claim=self.claim,
            verdict=self.verdict,
            grade="statistical",
            alpha=self.alpha,
            evidence=EvidenceRecord(
                self.e_value, self.pairs, round(self.seconds, 3), log_e_value=self.log_e
            ),
            witness=None if self.witness is None else self.witness.record(self.point),
            broken=None if self.claim.stated is None else self.broken,
            divergence=None if self.divergence is None else self.divergence.record(),
            epsilon_low=self.epsilon_low,
            delta_low=self.delta_low,
            power=self.power,
            refused=tuple((plain(pair.input), plain(pair.neighbour)) for pair in self.refused),
            domain=self.domain,
            special=self.special,
            error=self.error,
            interrupted=self.interrupted,
            seed=self.seed,
            seeded=self.seeded,
            reproduce=self.reproduce,
        )

    def pictures(self) -> PicturesRecord:
        """What pictures of it are drawn from."""
        return PicturesRecord(self.history, self.histogram)
