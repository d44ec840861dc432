"""The audit of the numbers: the event, its counts, the inputs that were tried."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.record import NumbersRecord, NumbersWitnessRecord
from dpproofs.render.audits.words import INPUTS
from dpproofs.render.numerals import at_least, at_most, count, exact, number, percent
from dpproofs.render.skeleton import code, facts, table


def numbers(report: NumbersRecord) -> str:
    """What one audit of the numbers found."""
    witness = report.witness
    parts = [facts(_of_draws(report))]
    if witness:
        parts += [facts(_of_witness(witness, report.claim)), _counts(witness, report.alpha)]
    tried = [
        (code(exact(t.input)), code(exact(t.neighbour)), f"{t.samples:,}") for t in report.tried
    ]
    if tried:
        inside = table("", ("Input", "Neighbour", "Pairs of draws"), tried)
        parts.append(f"<details><summary>inputs that were tried</summary>{inside}</details>")
    return "\n".join(parts)


def _of_draws(report: NumbersRecord) -> Iterator[tuple[str, str]]:
    found, grid, repeats = report.evidence, report.granularity, report.repeats
    if found.samples:
        drawn = count(found.samples, "pair of draws", "pairs of draws")
        goal = f"a violation from 1/α = {number(1 / report.alpha)} on"
        yield "Evidence", f"e-value <b>{number(found.e_value, 3)}</b> ({goal}), from {drawn}"
    if grid is not None:
        yield "Granularity", f"every draw is a multiple of 2^{grid} = {number(2.0**grid)}"
    if repeats is not None:
        yield "Repeats", f"{count(repeats, 'draw')} at the first input, equal to a remembered one"


def _of_witness(witness: NumbersWitnessRecord, claim: PrivacyClaim) -> Iterator[tuple[str, str]]:
    yield "Input x", code(exact(witness.input))
    yield "Neighbour x'", code(exact(witness.neighbour))
    if witness.column is not None:
        yield "Coordinate", f"y is coordinate {witness.column} of the output"
    yield "Event", code(witness.event.text)
    low = witness.delta_low
    if low > claim.delta:
        at = f"at ε = {number(claim.epsilon)}; claimed: {number(claim.delta)}"
        yield "True delta", f"δ <b>{at_least(low)}</b> {at}"


def _counts(witness: NumbersWitnessRecord, alpha: float) -> str:
    counts = witness.counts
    low, high = witness.probability_low, witness.probability_neighbour_high
    shown = at_least(low), at_most(high)
    rows = [
        (f"at {at}", f"{inside:,} of {counts.draws:,}", limit)
        for at, inside, limit in zip(INPUTS, (counts.input, counts.neighbour), shown, strict=True)
    ]
    caption = f"Fresh draws. Both limits hold together with confidence {percent(1 - alpha)}."
    return table(caption, ("Event", "Draws inside", "Probability"), rows)
