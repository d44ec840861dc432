"""The audit of a sampler: the evidence, the witness, the histograms."""

from __future__ import annotations

import math
from collections.abc import Iterator

from dpproofs.audit.record import (
    EvidenceRecord,
    PicturesRecord,
    SamplerRecord,
    SetRecord,
    ViewRecord,
    WitnessRecord,
)
from dpproofs.render.audits.words import INPUTS
from dpproofs.render.charts import evidence, histograms, limits
from dpproofs.render.numerals import at_least, at_most, count, exact, exponential, number, percent
from dpproofs.render.skeleton import code, facts, table, text


def sampler(document: SamplerRecord, name: str) -> str:
    """The evidence, the witness and the bounds of one audit of a sampler.

    Parameters
    ----------
    document
        With pictures or without.
    name
        Unique on the page.
    """
    pictures = document.pictures or PicturesRecord()
    parts = [] if document.evidence is None else [facts(_of_evidence(document, document.evidence))]
    if pictures.history:
        parts.append(evidence(f"{name}-evidence", pictures.history, document.alpha))
    witness = document.witness
    if witness:
        parts.append(_witness(document, witness, name))
    if histogram := pictures.histogram:
        chosen = witness.set if witness else None
        inputs = INPUTS if witness else ("the first input tried", "its neighbour")
        parts.append("<h3>Histograms</h3>")
        seen = view(chosen.view) if chosen else "y"
        parts.append(histograms(f"{name}-histogram", histogram, seen, inputs, chosen))
    return "\n".join(parts)


def _of_evidence(document: SamplerRecord, found: EvidenceRecord) -> Iterator[tuple[str, str]]:
    claim, alpha = document.claim, document.alpha
    drawn = count(found.samples, "pair of draws", "pairs of draws")
    log = math.log(found.e_value) if found.log_e_value is None else found.log_e_value
    goal = f"a violation from 1/α = {number(1 / alpha)} on"
    yield "Evidence", f"e-value <b>{exponential(log)}</b> ({goal}), from {drawn}"
    yield "Time", f"{number(found.seconds, 3)} seconds"
    confidence = f"with confidence {percent(1 - alpha)}"
    rows = (
        ("ε", "epsilon", document.epsilon_low, f"at δ = {number(claim.delta)}"),
        ("δ", "delta", document.delta_low, f"at ε = {number(claim.epsilon)}"),
    )
    for letter, key, low, where in rows:
        if low is not None:
            words = f"{letter} <b>{at_least(low)}</b> {where}, {confidence}"
            yield f"True {key}", f"{words}; claimed: {number(getattr(claim, key))}"
    seeded = document.seeded
    says = "decides the draws" if seeded else "the target does not take it: other draws come again"
    yield "Seed", f"{text(document.seed)}; {says}"


def _witness(document: SamplerRecord, witness: WitnessRecord, name: str) -> str:
    claim, chosen = document.claim, witness.set
    rows = [
        ("Input x", code(exact(witness.input))),
        ("Neighbour x'", code(exact(witness.neighbour))),
        ("Set S", f"<pre>{text(chosen.text)}</pre>{_about(chosen)}"),
    ]
    draws, sides = witness.draws, (witness.inside, witness.neighbour_inside)
    shown = [
        at_least(witness.probability_low),
        at_most(witness.probability_neighbour_high),
    ]
    counts = [
        (f"M({at}) in S", f"{inside:,} of {draws:,}", percent(inside / draws), limit)
        for at, inside, limit in zip(INPUTS, sides, shown, strict=True)
    ]
    confidence = f"Both limits hold together with confidence {percent(witness.confidence)}."
    caption = f"Fresh draws, made after the set was chosen. {confidence}"
    excess = witness.delta_low
    formula = f"P(M(x) in S) − e<sup>{number(claim.epsilon)}</sup> P(M(x') in S)"
    if excess > claim.delta:
        says = f"{formula} is {at_least(excess)}, and δ is claimed to be {number(claim.delta)}."
    else:
        says = (
            "These draws alone do not exclude the claim: their limits are too wide. The verdict "
            "rests on the e-value."
        )
    return "\n".join(
        [
            "<h3>Witness</h3>",
            "<p>M(x) is the output y at the input x.</p>",
            facts(rows),
            table(caption, ("Event", "Draws inside", "Share", "Probability"), counts),
            f"<p>{says}</p>",
            limits(f"{name}-limits", witness, claim.epsilon, claim.delta, INPUTS),
        ]
    )


def view(seen: ViewRecord | None) -> str:
    """What of an output y is looked at."""
    match seen or ViewRecord():
        case ViewRecord(name="fraction", origin=float() as origin, period=float() as period):
            return f"frac((y − {number(origin)})/{number(period)})"
        case ViewRecord(name="residue", modulus=int() as modulus):
            return f"y mod {modulus}"
        case ViewRecord(name="coordinate", index=int() as index):
            return f"y[{index}]"
        case ViewRecord(name="output"):
            return "y"
        case other:
            return f"{other.name}(y)"


def _about(chosen: SetRecord) -> str:
    """What a reader needs besides the text of the set to check it."""
    match chosen.view:
        case ViewRecord(name="fraction"):
            return "<p>frac is the fractional part: t − floor(t).</p>"
        case ViewRecord(name="score", centre=centre, scale=scale, weights=weights):
            words = (
                "score(y) is the sum of weights times (t, |t|), where t = clip((y − centre)/scale, "
                "−8, 8) by coordinate."
            )
            numbers = (("weights", weights), ("centre", centre), ("scale", scale))
            listed = facts((name, f"<pre>{text([*(each or ())])}</pre>") for name, each in numbers)
            return f"<p>{words}</p><details><summary>its numbers</summary>{listed}</details>"
        case _:
            return ""
