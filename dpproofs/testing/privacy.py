"""Privacy of a sampler: audits of its numbers, of their kinds, of values that come again, far off.

All evidence is the auditor's: a capital that bets on sets fixed before the draws. Each audit here
is of a function of the outcomes, at a part of the level; the parts sum to the level.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import PowerRecord, to_json
from dpproofs.auditing.sampler import VIOLATION, Audit, Budget, SamplerReport
from dpproofs.auditing.sampler.confirmation import plain
from dpproofs.auditing.sampler.power import power_of
from dpproofs.auditing.sampler.records import searched
from dpproofs.auditing.sampler.report import UNKNOWN
from dpproofs.auditing.sampler.sparing import at_once
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair, TargetError
from dpproofs.kernel.errors import BadInput
from dpproofs.testing.deadline import deadline
from dpproofs.testing.outcomes import kinds
from dpproofs.testing.repeating import again
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.views import (
    LEARNED,
    Kinds,
    Looked,
    Values,
    Whole,
    far_pairs,
    near_pairs,
    values_again,
)

DRAWS = 1_000_000  # pairs of draws of the first audit, at most
KINDS, NUMBERS = "the kind of outcome", "the outcomes"
ODD = 200  # outcomes that are looked at for what is no number
SIDE = 300_000  # of each of the others
FLOOR = 1 << 16  # pairs of draws of a sampler of many at a call, which are made in no time
SEARCH = 0.6  # of the time; a quarter of that is for a search of data sets
LONGEST = 5.0  # seconds that an audit may go on for, when it could not tell anything yet
HANG = 4.0  # times its seconds that a check may take before a call is given up, and
PATIENCE = 20.0  # seconds more: an audit looks at the time between rounds


@dataclass(frozen=True)
class PrivacyReport:
    """What was found out about the privacy of a sampler.

    Attributes
    ----------
    name
        Of the sampler.
    claim
        What it claims.
    verdict
        "violation", "no violation found", or "undecided" when the sampler failed, or too little
        was drawn for any fault to show.
    why
        Of an undecided one: what was in the way.
    level
        The probability, at most, of calling a sampler that keeps its claim a violation.
    seed
        What decides the inputs, and the draws of a sampler that takes a generator.
    looked_at
        What of the outcomes showed the violation.
    log_e
        The logarithm of the evidence there.
    pairs
        Pairs of draws in all audits.
    seconds
        The time they took.
    input
        Of the witness; None where none could be measured, and so for the two below.
    neighbour
        The other input of the witness.
    event
        Of the witness.
    counts
        Of fresh draws in the event: at the input, at the neighbour, and how many there were.
    limits
        The event's probability is at least the first at the input, and at most the second at the
        neighbour.
    epsilon_low
        A lower confidence bound on epsilon at the claimed delta.
    delta_low
        A lower confidence bound on delta at the claimed epsilon.
    power
        What so many draws would have shown.
    audit
        The auditor's own report on what showed the violation, or else on the numbers.
    """

    name: str
    claim: PrivacyClaim
    verdict: str
    level: float
    seed: int
    why: str = ""
    looked_at: str = ""
    log_e: float = 0.0
    pairs: int = 0
    seconds: float = 0.0
    input: Any = None
    neighbour: Any = None
    event: str | None = None
    counts: tuple[int, int, int] | None = None
    limits: tuple[float, float] | None = None
    epsilon_low: float = 0.0
    delta_low: float = 0.0
    power: PowerRecord = UNKNOWN
    audit: SamplerReport | None = None

    def lines(self) -> list[str]:
        """The report in at most five lines."""
        claim = self.claim
        said = claim.stated or f"epsilon {claim.epsilon:g}, delta {claim.delta:g}"
        head = f"{self.name} claims {said}"
        head += f" at sensitivity {claim.sensitivity:g}: {self.verdict}"
        if self.verdict != VIOLATION:
            return [head, self.why or self._power(), self._evidence()]
        lines = [head, self._evidence()]
        if self.event is not None and self.counts and self.limits:
            here, there, draws = self.counts
            low, high = self.limits
            ends = f"{_short(repr(self.input))} against {_short(repr(self.neighbour))}"
            limits = f"probability >= {low:.4g} against <= {high:.4g}"
            lines.append(f"event     {_short(self.event)}, at {ends}")
            lines.append(f"seen      {here:,} against {there:,} of {draws:,} fresh draws: {limits}")
        if self.audit is not None and (found := self.audit.divergence) is not None:
            bounds = f"Renyi divergence of order {found.order:g} >= {found.low:.4g}"
            ends = (
                f"at {_short(repr(found.pair.input))} against {_short(repr(found.pair.neighbour))}"
            )
            return [*lines, f"so        {bounds}, {found.claimed:g} is claimed, {ends}"]
        if self.event is None:
            lines.append("event     none that fresh draws show in the time that there was")
        point = claim if self.audit is None else self.audit.point
        bounds = f"epsilon >= {self.epsilon_low:.4g}, or delta >= {self.delta_low:.4g}"
        lines.append(f"so        {bounds} at epsilon {point.epsilon:g}")
        if claim.stated is not None and point is not claim:
            lines[-1] += f", where delta <= {point.delta:.4g} is claimed: {claim.stated.theorem}"
        return lines

    def _evidence(self) -> str:
        e_value = math.exp(min(self.log_e, 700.0))
        found = f", of {self.looked_at}" if self.looked_at else ""
        level = self.level if self.audit is None else self.audit.alpha
        return (
            f"evidence  e-value {e_value:,.4g}{found}, after {self.pairs:,} pairs of draws"
            f" (a violation from {1 / level:,.4g} on)"
        )

    def _power(self) -> str:
        return f"shows     {self.power} would have been found, with probability .95"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "target": self.name,
            "claim": to_json(self.claim),
            "verdict": self.verdict,
            "why": self.why or None,
            "grade": "statistical",
            "level": self.level,
            "looked_at": self.looked_at or None,
            "evidence": {
                "log_e_value": self.log_e,
                "samples": self.pairs,
                "seconds": round(self.seconds, 3),
            },
            "witness": self._witness(),
            "epsilon_low": self.epsilon_low,
            "delta_low": self.delta_low,
            "power": to_json(self.power),
            "seed": self.seed,
        }

    def _witness(self) -> dict[str, Any] | None:
        if self.event is None or self.counts is None or self.limits is None:
            return None
        return {
            "input": plain(self.input),
            "neighbour": plain(self.neighbour),
            "event": self.event,
            "inside": self.counts[0],
            "neighbour_inside": self.counts[1],
            "draws": self.counts[2],
            "probability_low": self.limits[0],
            "probability_neighbour_high": self.limits[1],
        }


@dataclass(frozen=True)
class Effort:
    """What an examination may spend.

    Attributes
    ----------
    level
        The probability, at most, of a false violation.
    seed
        Decides inputs and draws.
    seconds, draws
        The budget: time, about, and pairs of draws for the first audit, at most.
    power
        The share of the noise that is needed which has to show; None where that is not demanded.
    strict
        Whether the demand stands where there is no noise that could be smaller.
    """

    level: float
    seed: int
    seconds: float = 5.0
    draws: int = DRAWS
    power: float | None = None
    strict: bool = True


def examine(sampler: Sampler, effort: Effort) -> PrivacyReport:
    """Audit all that can be looked at, until something violates the claim or the budget ends."""
    watch = sampler.stopwatch()
    try:
        with deadline(HANG * effort.seconds + PATIENCE):
            report = _examined(sampler, effort)
    except (TargetError, TimeoutError) as error:
        report = _undecided(sampler, effort, str(error), 0, None)
    return _timed(report, watch.elapsed)


def _examined(sampler: Sampler, effort: Effort) -> PrivacyReport:
    twice = again(sampler, effort.seconds / 20, effort.seed)
    if twice is not None:
        text = f"its draws repeat, and are no evidence: {twice}"
        return _undecided(sampler, effort, text, 0, None)
    sampler, pairs = _at_data_sets(sampler, effort)
    first, failed = None, ""
    for looked_at, view, budget in _audits(sampler, effort):
        patient = looked_at in (KINDS, NUMBERS)
        report = _audited(view, sampler.claim, budget, effort.seed, patient=patient)
        pairs += report.pairs
        first = report if looked_at == NUMBERS else first
        if report.verdict == VIOLATION:
            return _violated(sampler, effort, looked_at, view, report, pairs)
        failed = failed or (report.error or "")
        if looked_at == KINDS and report.power.leak is None and report.pairs < budget.max_draws:
            failed = failed or (
                f"in the time for {KINDS} there were {report.pairs:,} pairs of draws, too few:"
                " not even a different kind at each input would show"
            )
    if first is None:
        raise BadInput("pairs", sampler.pairs, "inputs that can be audited")
    if failed:
        return _undecided(sampler, effort, failed, pairs, first)
    power = first.power
    if power.leak is None:
        text = f"{first.pairs:,} pairs of draws are too few: not even no noise at all would show"
        return _undecided(sampler, effort, text, pairs, first)
    if power.lacking and (effort.strict or not power.without_noise):
        return _undecided(sampler, effort, power.lacking, pairs, first)
    return PrivacyReport(
        sampler.name,
        sampler.claim,
        "no violation found",
        effort.level,
        effort.seed,
        log_e=first.log_e,
        pairs=pairs,
        epsilon_low=first.epsilon_low,
        delta_low=first.delta_low,
        power=power,
        audit=first,
    )


def _at_data_sets(sampler: Sampler, effort: Effort) -> tuple[Sampler, int]:
    """The sampler at data sets that a search finds as well, and the pairs of draws that it took."""
    if sampler.records is None:
        return sampler, 0
    seconds = SEARCH * effort.seconds
    budget = Budget(effort.level, effort.draws, seconds, waiting=sampler.waiting)
    pairs, drawn = searched(sampler.target, sampler.claim, sampler.records, effort.seed, budget)
    return replace(sampler, pairs=tuple(pairs)), drawn


def _audits(sampler: Sampler, effort: Effort) -> Iterator[tuple[str, Looked, Budget]]:
    """What is looked at, how, and with which part of the level, the draws and the time."""
    near, most = near_pairs(sampler, effort.seed), effort.draws
    side = min(most, SIDE)

    def budget(part: float, draws: int, seconds: float, power: float | None = None) -> Budget:
        own = effort.level * part, draws, effort.seconds * seconds
        return Budget(*own, waiting=sampler.waiting, power=power)

    yield KINDS, Kinds(sampler, near), budget(0.1, side, 0.1)
    yield NUMBERS, Whole(sampler, near), budget(0.6, most, 0.5, effort.power)
    first = Whole(sampler, near)
    pair = (near or _first(first, sampler, effort))[0]
    learned = min(sampler.affordable(effort.seconds * 0.1, LEARNED), most)
    known = values_again(sampler, pair, learned, effort.seed)
    if known is not None:
        yield "values that come again", Values(sampler, pair, known), budget(0.2, side, 0.15)
    far = far_pairs(sampler, effort.seed)
    if far:
        yield "inputs far away", Whole(sampler, far), budget(0.1, side, 0.15)


def _first(view: Looked, sampler: Sampler, effort: Effort) -> tuple[Any, ...]:
    """The pair that the auditor itself would start with."""
    return tuple(s.pair for s in Audit.of(view, sampler.claim, seed=effort.seed).process.strands)


def _audited(
    view: Looked, claim: PrivacyClaim, budget: Budget, seed: int, *, patient: bool
) -> SamplerReport:
    """One audit; a patient one goes on for a while when its time ends before a fault could show."""
    audit = Audit.of(view, claim, seed=seed)
    budget.start()
    audit.run(budget, Here(view))
    least = FLOOR if patient and at_once(view.sampler.target) else 0
    while patient and budget.seconds < LONGEST and _too_early(audit, budget, least):
        budget.seconds = min(LONGEST, 2 * budget.seconds)
        audit.run(budget, Here(view))
    if audit.interrupted:
        raise KeyboardInterrupt
    return audit.report(budget)


def _too_early(audit: Audit, budget: Budget, least: int) -> bool:
    """Whether an audit ended by its time alone, with too few draws to tell anything or much."""
    process, pairs = audit.process, audit.process.pairs
    if audit.interrupted or pairs >= budget.max_draws or (audit.error is not None and pairs > 0):
        return False
    if process.log_e >= -math.log(budget.alpha):
        return False
    audit.error = None  # that nothing was drawn before the time was over
    known = power_of(process, budget.alpha, budget.power)
    return known.leak is None or (pairs < least and (known.wanted is None or bool(known.lacking)))


def _violated(
    sampler: Sampler, effort: Effort, looked_at: str, view: Looked, found: SamplerReport, pairs: int
) -> PrivacyReport:
    witness = found.witness
    measured = witness is not None and witness.delta_low(found.point.epsilon) > 0
    known: dict[str, Any] = {}
    if witness is not None and measured:
        known = {
            "input": witness.pair.input,
            "neighbour": witness.pair.neighbour,
            "event": view.words(witness.set) + _odd(sampler, witness.pair, effort.seed),
            "counts": (witness.inside, witness.neighbour_inside, witness.draws),
            "limits": (witness.probability_low, witness.neighbour_high),
        }
    return PrivacyReport(
        sampler.name,
        sampler.claim,
        VIOLATION,
        effort.level,
        effort.seed,
        looked_at=looked_at,
        log_e=found.log_e,
        pairs=pairs,
        epsilon_low=found.epsilon_low,
        delta_low=found.delta_low,
        audit=found,
        **known,
    )


def _odd(sampler: Sampler, pair: Pair, seed: int) -> str:
    """What outcomes there are beside numbers at a witness's inputs, which stand for a number."""
    if sampler.layout.form not in ("numbers", "integers"):
        return ""
    told = []
    for side, value in enumerate((pair.input, pair.neighbour)):
        seen = Counter(kinds(sampler.draw(value, ODD, (seed, ODD, side))))
        told += [f"{text} {times} times in {ODD} at {value!r}" for text, times in seen.items()
                 if text != "a number"]  # fmt: skip
    return f" ({'; '.join(told)})" if told else ""


def _undecided(
    sampler: Sampler, effort: Effort, why: str, pairs: int, found: SamplerReport | None
) -> PrivacyReport:
    return PrivacyReport(
        sampler.name,
        sampler.claim,
        "undecided",
        effort.level,
        effort.seed,
        why=why,
        pairs=pairs,
        log_e=0.0 if found is None else found.log_e,
        power=UNKNOWN if found is None else found.power,
        audit=found,
    )


def _timed(report: PrivacyReport, seconds: float) -> PrivacyReport:
    return replace(report, seconds=seconds)


def _short(text: str, most: int = 90) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
