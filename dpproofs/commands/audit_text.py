"""What ``dpproofs audit`` shows to people: a line while it runs, a short report at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec

from dpproofs.auditing.record import FailureRecord
from dpproofs.commands.output import one_line
from dpproofs.kernel.errors import shortened
from dpproofs.render.numerals import at_least, at_most, exponential

if TYPE_CHECKING:
    from rich.text import Text

    from dpproofs.auditing.claim import PrivacyClaim
    from dpproofs.auditing.record import (
        AuditRecord,
        DivergenceRecord,
        EvidenceRecord,
        NumbersRecord,
        ParametersRecord,
        PointRecord,
        ThresholdRecord,
    )
    from dpproofs.auditing.sampler import Audit, Budget

P = ParamSpec("P")
Row = tuple[str, str]

TINY = 1e-4  # a probability of error that 1 - alpha in a few digits would hide
STYLES = {"violation": "bold red", "no violation found": "green", "error": "bold yellow"}
STYLES["undecided"] = STYLES["error"]


@contextmanager
def live(words: Callable[P, str]) -> Iterator[Callable[P, None]]:
    """A function that shows these words on a terminal while something runs; elsewhere silent."""
    if not sys.stderr.isatty():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with Live(Text(""), console=console, transient=True, auto_refresh=False) as display:
        yield lambda *known, **named: display.update(
            Text(words(*known, **named), no_wrap=True, overflow="ellipsis"), refresh=True
        )


def progress(audit: Audit, budget: Budget) -> str:
    """One line: the evidence, the draws, and the best witness so far."""
    from dpproofs.auditing.sampler.winner import winner

    process = audit.process
    parts = [
        f"e-value {exponential(process.log_e)} of {1 / budget.alpha:g}",
        f"{process.pairs:,} pairs",
        f"{budget.elapsed:.0f} s",
    ]
    best = winner(process)
    if best is not None:
        strand, chosen, swap = best
        ends = strand.pair.input, strand.pair.neighbour
        x, neighbour = reversed(ends) if swap else ends
        parts.append(shortened(f"{chosen} from {x!r} and {neighbour!r}"))
    return " · ".join(parts)


def progress_of_numbers(evidence: float, pairs: int, alpha: float) -> str:
    """One line: the evidence in the last bits, and the draws."""
    return f"numbers: e-value {evidence:.3g} of {1 / alpha:g} · {pairs:,} pairs"


def lines(document: AuditRecord) -> Iterator[Text]:
    """The report, a line at a time."""
    from rich.text import Text

    title = f"{document.target} at {promise(document.claim)}:"
    yield Text.assemble(one_line(title), " ", (document.verdict, STYLES.get(document.verdict, "")))
    for each in rows(document).values():
        yield from map(_row, each)


def rows(document: AuditRecord) -> dict[str, list[Row]]:
    """Titles and texts of the report by what was audited, in the order in which they are shown."""
    found: dict[str, list[Row]] = {}
    if document.evidence is not None:
        found["sampler"] = [*_of_sampler(document, document.evidence)]
    elif document.error is not None and document.numbers is None:
        found["sampler"] = [("error", document.error)]
    if document.numbers is not None:
        found["numbers"] = [*_of_numbers(document.numbers)]
    for title, report in document.ranges():
        found[title] = [*_of_parameters(report, title)]
    if document.threshold is not None:
        found["threshold"] = [*_of_threshold(document.threshold)]
    return found


def again(document: AuditRecord) -> str:
    """How to reproduce it: one line however narrow the terminal, so that it can be copied."""
    return f"  {'reproduce':<13} {one_line(document.reproduce)}"


def _short(number: float) -> str:
    """A number in few digits where these are all it has."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def promise(claim: PrivacyClaim) -> str:
    """A claim as it was stated, or its three numbers with their names."""
    if claim.stated is not None:
        return f"{claim.stated}, sensitivity {_short(claim.sensitivity)}"
    numbers = claim.epsilon, claim.delta, claim.sensitivity
    names = "epsilon", "delta", "sensitivity"
    return ", ".join(f"{name} {_short(value)}" for name, value in zip(names, numbers, strict=True))


def _confidence(alpha: float) -> str:
    """1 - alpha, however small alpha is."""
    return f"with confidence {1 - alpha:g}" if alpha >= TINY else f"with confidence 1 - {alpha:g}"


def _row(row: Row) -> Text:
    from rich.text import Text

    name, text = row
    return Text.assemble((f"  {name:<13} ", "dim"), one_line(text))


def _of_sampler(document: AuditRecord, evidence: EvidenceRecord) -> Iterator[Row]:
    claim = document.broken or document.claim
    if document.error and document.error != getattr(document.numbers, "error", None):
        yield "error", document.error
    level = 1 / document.alpha
    pairs = "pair" if evidence.samples == 1 else "pairs"
    took = f"{evidence.samples:,} {pairs} of draws in {evidence.seconds:.1f} s"
    value = exponential(evidence.log_e_value or 0.0)
    yield "evidence", f"e-value {value} after {took} (a violation from {level:g} on)"
    if document.refused:
        some = " and ".join(map(str, document.refused[0]))
        yield "left out", f"{len(document.refused)} pairs of inputs refused, such as {some}"
    if document.domain is not None:
        low, high = document.domain
        yield "domain", f"taken for the numbers from {_short(low)} to {_short(high)}"
    if not document.special and document.verdicts.get("sampler") == "no violation found":
        yield "not tried", "NaN and infinite inputs (--special, or --input nan)"
    yield from _worth(document)
    witness = document.witness
    if witness is not None and document.verdict == "violation":
        yield "witness", shortened(witness.set.text, 300)
        yield "inputs", f"{witness.input} against {witness.neighbour}"
        draws = f"of {witness.draws:,} fresh draws each"
        low, high = witness.probability_low, witness.probability_neighbour_high
        yield "there", f"{witness.inside:,} against {witness.neighbour_inside:,} {draws}"
        confidence = _confidence(float(f"{1 - witness.confidence:.3g}"))
        yield "limits", f"probability {at_least(low)} against {at_most(high)}, {confidence}"
    elif document.divergence is not None and document.verdict == "violation":
        yield from _of_divergence(document.divergence)
    elif document.verdicts.get("sampler") == "violation":
        yield "witness", "none was confirmed on fresh draws: the evidence is all there is"
    if document.broken is not None and document.claim.stated is not None:
        at = f"epsilon {_short(claim.epsilon)}, delta {at_most(claim.delta)}"
        yield "broken", f"{at}, which follow by {document.claim.stated.theorem}"
    sure = _confidence(document.alpha)
    least = at_least(document.epsilon_low or 0.0)
    yield "so", f"epsilon {least} at delta {_short(claim.delta)}, {sure}"
    least = at_least(document.delta_low or 0.0)
    yield "", f"delta {least} at epsilon {_short(claim.epsilon)}, {sure}"


def _of_divergence(found: DivergenceRecord) -> Iterator[Row]:
    name = (
        "Kullback's divergence"
        if found.order == 1
        else f"Renyi divergence of order {found.order:g}"
    )
    yield "divergence", f"{name} {at_least(found.low)}, claimed {at_most(found.claimed)}"
    sure = _confidence(float(f"{1 - found.confidence:.3g}"))
    yield "inputs", f"{found.input} against {found.neighbour}"
    yield "there", f"{found.draws:,} fresh draws each, {sure}"


def _worth(document: AuditRecord) -> Iterator[Row]:
    """What finding nothing is worth: how small a fault so many draws would have shown."""
    sampler = document.verdicts.get("sampler")
    if sampler == "undecided" and document.power is not None and document.power.lacking:
        yield "too little", document.power.lacking
    elif sampler == "undecided":
        few = "so few draws would not surely show outputs that give the input away"
        yield "too little", few
    elif sampler == "no violation found" and document.power is not None:
        yield "would show", f"{document.power}, with probability .95"
        if document.power.scale is None:
            yield "", document.power.why


def _of_numbers(report: NumbersRecord | FailureRecord) -> Iterator[Row]:
    yield "numbers", report.verdict
    if isinstance(report, FailureRecord):
        yield "", report.error
        return
    witness = report.witness
    if witness:
        yield "", f"{witness.event.text}"
        counts = witness.counts
        seen = f"{counts.input:,} against {counts.neighbour:,} of {counts.draws:,} draws"
        yield "", f"from {witness.input} against {witness.neighbour}: {seen}"
    elif report.verdict == "violation":
        yield "", "no event was confirmed on fresh draws: the evidence is all there is"


def _of_threshold(report: ThresholdRecord) -> Iterator[Row]:
    yield "threshold", report.verdict
    if report.text:
        yield "", report.text
    if report.second_way is not None:
        yield "", f"{report.second_way.method}: {report.second_way.text}"


def _of_parameters(report: ParametersRecord, title: str) -> Iterator[Row]:
    tried = report.claims.tried
    many = "1 claim" if tried == 1 else f"{tried:,} claims"
    grade = f" ({report.grade})" if report.worst else ""
    yield title, f"{report.verdict}{grade}, {report.target}: {many}"
    if not report.worst:
        refused = report.claims.refused
        yield "", max(refused, key=refused.__getitem__, default="none was reached in time")
    worst, shortest = report.worst, report.shortest
    if worst is not None:
        yield "  worst", _point(worst)
    if shortest is not None and (worst is None or shortest.claim != worst.claim):
        yield "  shortest", _point(shortest)


def _point(point: PointRecord) -> str:
    measure, times = point.measure, point.times
    low, high = point.true(measure)
    value, least = (low, "") if _close(low, high) else (f"between {low} and {high}", "at least ")
    processed = point.computed is not None and point.computed.before_processing
    whose = " of the noise before processing" if processed else ""
    said = f"{measure}{whose} is {value}, {least}{times:.6g} times what is claimed"
    return f"at {promise(point.claim)}: {said}"


def _close(low: str, high: str) -> bool:
    """Whether bounds are those of a value that is known."""
    return float(high) <= float(low) * (1 + 1e-6)
