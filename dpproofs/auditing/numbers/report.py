"""The report of an audit of the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import (
    CountsRecord,
    EventRecord,
    EvidenceRecord,
    NumbersRecord,
    NumbersWitnessRecord,
    Recorded,
    TriedRecord,
)
from dpproofs.auditing.target import Pair


@dataclass(frozen=True)
class NumbersWitness(Recorded):
    """An event that one input hits more often than the claim allows.

    Attributes
    ----------
    pair
        The input at which the event is likely, and the neighbour at which it is not.
    column
        The coordinate of the output that is looked at; None when outputs are numbers.
    event
        As data, with its sentence.
    counts
        Of draws made after the event was chosen.
    probability_low, probability_neighbour_high
        Clopper-Pearson limits from these counts, wrong with probability alpha at most in all
        attempts together.
    delta_low
        ``probability_low - e^epsilon probability_neighbour_high``: what delta has to be at least,
        unless a limit is wrong. It is above the claim's.
    """

    pair: Pair
    column: int | None
    event: EventRecord
    counts: CountsRecord
    probability_low: float
    probability_neighbour_high: float
    delta_low: float

    def record(self) -> NumbersWitnessRecord:
        """The witness as data."""
        return NumbersWitnessRecord(
            input=_plain(self.pair.input),
            neighbour=_plain(self.pair.neighbour),
            column=self.column,
            event=self.event,
            counts=self.counts,
            probability_low=self.probability_low,
            probability_neighbour_high=self.probability_neighbour_high,
            delta_low=self.delta_low,
        )


@dataclass(frozen=True)
class NumbersReport(Recorded):
    """What an audit of the numbers found.

    Attributes
    ----------
    verdict
        "violation", "no violation found", "undecided" when there were too few draws to notice even
        values that one input alone has, or "not applicable" when outputs are no floats.
    e_value
        The evidence against the claim: under the claim, at least 1/alpha with probability <= alpha.
    pairs
        Pairs of draws used, with those that settle the witness's limits left out.
    witness
        Of a violation: an event that fresh draws show to break the claim by themselves; None where
        none does, or no draws are left.
    tried
        The pairs of inputs and how many pairs of draws each was given.
    granularity
        The largest k such that every draw, in the coordinates that are looked at, was a multiple of
        2^k; None when all were 0 or infinite.
    repeats
        Draws at the first input that equal an earlier one there, which doubles in all their bits
        would hardly ever do; None when nothing was drawn there. Counted among the values that are
        remembered, nearly all of the first ten thousand and at most 2^17.
    """

    verdict: str
    claim: PrivacyClaim
    alpha: float
    e_value: float
    pairs: int
    seconds: float
    seed: int
    tried: tuple[tuple[Pair, int], ...]
    witness: NumbersWitness | None
    granularity: int | None
    repeats: int | None

    def record(self) -> NumbersRecord:
        """The report as data."""
        return NumbersRecord(
            verdict=self.verdict,
            claim=self.claim,
            alpha=self.alpha,
            evidence=EvidenceRecord(self.e_value, self.pairs, self.seconds),
            witness=None if self.witness is None else self.witness.record(),
            tried=tuple(
                TriedRecord(_plain(pair.input), _plain(pair.neighbour), draws)
                for pair, draws in self.tried
            ),
            granularity=self.granularity,
            repeats=self.repeats,
            seed=self.seed,
        )


def _plain(value: Any) -> Any:
    """Arrays and their scalars as lists and numbers."""
    return value.tolist() if hasattr(value, "tolist") else value
