"""What a reader is told of one mechanism, made from its findings and reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dpproofs.auditing.record import (
    EntryRecord,
    FindingRecord,
    LinkRecord,
    MomentRecord,
    NumbersWitnessRecord,
    PlaceRecord,
    PointRecord,
    ThresholdWitnessRecord,
    UpstreamRecord,
    WitnessRecord,
)
from dpproofs.auditing.suite.conclusion import SLIGHT, common, concluded, promise, verdict, wasted
from dpproofs.auditing.suite.facts import documented, upstream

FIRST = ("parameters", "threshold", "sampler", "numbers")  # what is told of first
MOST = 6  # commands shown
LARGEST = 2**52  # inputs beyond this are not those that most people have


def told(entry: EntryRecord) -> EntryRecord:
    """The entry with what the page tells first, from what was found."""
    library, mechanism = entry.library, entry.mechanism
    findings = tuple(
        replace(found, upstream=upstream(library, mechanism, found.audit))
        for found in sorted(entry.findings, key=_rank)
    )
    fact = documented(library, mechanism)
    broken = dict.fromkeys(f.audit for f in findings if f.agrees and common(f))
    entry = replace(entry, findings=findings, broken_by=tuple(broken))
    entry = replace(entry, kind=concluded(entry))
    worst = next((found for found in findings if found.audit != "numbers"), None)
    drawn = [f for f in findings if f.audit in ("sampler", "numbers")] or findings
    again = [found.reproduce for found in findings]
    again += [failure.reproduce for failure in entry.failures]
    note = [
        *wasted(entry),
        *_parameters(entry),
        *_moments(entry.moments),
        *(failure.text for failure in entry.failures),
        *entry.problems,
        *_unknown(findings),
    ]
    return replace(
        entry,
        verdict=verdict(entry),
        claims=f"{fact['text']} ({fact['where']})" if fact else "not looked up",
        worst=None if worst is None else PlaceRecord(worst.claim, _short(worst) + _rare(findings)),
        witness=min((f.text for f in drawn), key=len, default=None),
        second_way="; ".join(_second(findings)) or None,
        upstream=tuple(_links(findings)),
        reproduce=tuple(dict.fromkeys(again))[:MOST],
        note="; ".join(note) or None,
    )


def excess(times: float) -> str:
    """A ratio of true to claimed."""
    if math.isinf(times):
        return "infinitely many times"
    return f"1 + {times - 1:.2g} times" if times < SLIGHT else f"{times:.4g} times"


def _rank(found: FindingRecord) -> tuple[bool, bool, int, float]:
    """Confirmed ones at common claims first; by audit; thresholds by ratio, others as found."""
    ratio = found.witness.ratio if isinstance(found.witness, ThresholdWitnessRecord) else 0.0
    return not common(found), not found.agrees, FIRST.index(found.audit), -ratio


def _short(found: FindingRecord) -> str:
    """A finding in a few words."""
    text = ""
    match found.witness:
        case PointRecord() as point:
            text = f"{point.measure} is {excess(point.times)} what is claimed"
        case ThresholdWitnessRecord() as witness:
            text = f"delta is {excess(witness.ratio)} what is claimed"
        case WitnessRecord() | NumbersWitnessRecord() as witness:
            text = f"delta >= {witness.delta_low:.3g} at epsilon {found.claim.epsilon:g}"
            start = witness.input
            if isinstance(start, int | float) and abs(start) > LARGEST:
                power = round(math.log2(abs(start)))
                text += f", at inputs near {'-' if start < 0 else ''}2^{power}"
        case None:
            text = found.text
    return text if found.agrees else f"unconfirmed: {text}"


def _rare(findings: Sequence[FindingRecord]) -> str:
    """What is worse than all that is common, at an uncommon claim."""
    points = [(f, f.witness) for f in findings if f.agrees and isinstance(f.witness, PointRecord)]
    usual = [point.times for found, point in points if common(found)]
    rest = [point for found, point in points if not common(found)]
    worst = max(rest, key=lambda point: point.times, default=None)
    if worst is None or not usual or worst.times <= max(usual):
        return ""
    return f"; at uncommon claims {excess(worst.times)}, such as {promise(worst.claim)}"


def _second(findings: Sequence[FindingRecord]) -> Iterator[str]:
    """The second way to the first finding of each audit."""
    for found in {found.audit: found for found in reversed(findings)}.values():
        way = found.second_way
        outcome = "agrees" if way.agrees else "does not agree"
        yield f"{found.audit}, by {way.method}: {outcome} ({way.text})"


def _parameters(entry: EntryRecord) -> Iterator[str]:
    """What is to be known of the audit of the parameters beyond its findings."""
    rare = [found for found in entry.findings if not common(found)]
    if rare and "parameters" not in entry.broken_by:
        text = f"{rare[0].text}, {rare[0].status}"
        claim = promise(rare[0].claim)
        yield f"the parameters fail only where they are uncommon, such as {claim}: {text}"
    for report in entry.audits.parameters:
        worst, unreached = report.worst, report.claims.unreached
        if worst and report.verdict.startswith("no violation beyond"):
            yield f"{worst.measure} is {excess(worst.times)} what is claimed, which is slight"
        if unreached:
            yield f"there was no time for {unreached:,} claims of the range of parameters"


def _moments(moments: Sequence[MomentRecord]) -> Iterator[str]:
    """The bias and the variance that are documented wrongly, the first of each."""
    for name in ("bias", "variance"):
        found = [moment for moment in moments if moment.name == name]
        if found:
            first, (low, high) = found[0], found[0].limits
            at = f"at input {first.input} and {promise(first.claim)}"
            said = f"is {first.documented:.4g}, but lies in [{low:.4g}, {high:.4g}]"
            more = f" (and at {len(found) - 1} more)" if found[1:] else ""
            yield f"the documented {name} {at} {said}{more}"


def _known(findings: Sequence[FindingRecord]) -> Iterator[tuple[FindingRecord, UpstreamRecord]]:
    for found in findings:
        if found.upstream is not None:
            yield found, found.upstream


def _links(findings: Sequence[FindingRecord]) -> Iterator[LinkRecord]:
    """What upstream knows, each once."""
    for url, known in {known.url: known for _, known in _known(findings)}.items():
        if url:
            title = f"{known.what} ({known.state}, looked up {known.looked_up})"
            yield LinkRecord(title, url)


def _unknown(findings: Sequence[FindingRecord]) -> Iterator[str]:
    """Findings that were looked for upstream without success."""
    said = (
        f"upstream, on the finding of the {found.audit}: {known.what}"
        for found, known in _known(findings)
        if not known.url
    )
    yield from dict.fromkeys(said)
