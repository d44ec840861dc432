"""The report of the field: audits of many mechanisms of many libraries as one HTML page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from dpproofs.audit.record import (
    EntryRecord,
    FieldRecord,
    NumbersRecord,
    ParametersRecord,
    SamplerRecord,
    SkippedRecord,
    ThresholdRecord,
)
from dpproofs.render import audits
from dpproofs.render.audits.words import badge, promise, together
from dpproofs.render.numerals import count, number, percent
from dpproofs.render.skeleton import command, facts, link, page, table, text

Report: TypeAlias = SamplerRecord | NumbersRecord | ParametersRecord | ThresholdRecord

SUBJECTS = {
    "sampler": "Sampler",
    "numbers": "Numbers",
    "parameters": "Parameters",
    "threshold": "Threshold",
}
KINDS = {
    "violates its documented claim": "At some parameters that its documentation allows, the "
    "mechanism is less private than its documentation says.",
    "violates its claim at uncommon parameters only": "The audit of the parameters found claims "
    "that it breaks, all with epsilon outside of [0.001, 20] or delta outside of [1e-12, 0.1]; the "
    "audit of the numbers may have found more.",
    "costs more than it needs": "No violation was found, and the noise is larger than that of a "
    "mechanism which keeps the same claim.",
    "keeps its claim but for the numbers": "Only the audit of the numbers found a violation: the "
    "doubles that come out tell more than the real numbers they stand for.",
    "crashes or hangs at a claim that it takes": "Asked for a claim that it accepts, it ended its "
    "process, or gave no answer in time. Elsewhere no violation was found but of the numbers.",
    "keeps its claim as far as tested": "No violation was found. This is no proof.",
    "not decided": "The audits came to no result.",
}
MEANING = (
    "An audit of the sampler draws, and looks for a set of outputs that is too likely. An audit "
    "of the numbers looks at the last bits of doubles only. An audit of the parameters computes "
    "the privacy of the noise that the library says it adds; it draws nothing. An audit of the "
    "threshold computes the probability of releasing a key that neighbouring data do not have."
)


def suite_page(document: FieldRecord) -> str:
    """The page."""
    entries = document.entries
    places = anchors(entries)
    parts = ["<h1>Audits of privacy libraries</h1>", facts(made(document)), f"<p>{MEANING}</p>"]
    parts += [_kinds(entries), _summary(entries, places)]
    for entry, anchor in zip(entries, places, strict=True):
        parts += entry_page(entry, anchor)
    parts += _skipped(document.skipped)
    body = "\n".join(['<body class="suite">', "<main>", *parts, "</main>", "</body>"])
    return page("Audits of privacy libraries", body, "claim", "page", "audit")


def made(document: FieldRecord) -> list[tuple[str, str]]:
    """What was audited, when, by what, and how often it cries wolf; in HTML."""
    versions = ", ".join(f"{name} {version}" for name, version in document.libraries.items())
    rows = [("Libraries", text(versions)), ("Made", text(document.date))]
    rows.append(("Auditor", f"dpproofs {text(document.dpproofs)}"))
    if document.alpha is not None:
        rows.append(("False alarms", _false_alarms(document.entries, document.alpha)))
    return rows


def _false_alarms(entries: Sequence[EntryRecord], alpha: float) -> str:
    drawn = sum(len(entry.audits.sampler) + len(entry.audits.numbers) for entry in entries)
    each = f"with probability {percent(alpha)} at most in each audit that draws"
    return f"{each}: {number(alpha * drawn, 3)} expected at most, among the {drawn:,} on this page"


def anchors(entries: Sequence[EntryRecord]) -> list[str]:
    """The place of each entry on the page, which stays when others come and go."""
    seen: Counter[str] = Counter()
    found = []
    for entry in entries:
        words = f"{entry.library}-{entry.mechanism}".lower()
        anchor = re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "entry"
        seen[anchor] += 1
        found.append(anchor if seen[anchor] == 1 else f"{anchor}.{seen[anchor]}")
    return found


def _kinds(entries: Sequence[EntryRecord]) -> str:
    found = Counter(entry.kind for entry in entries)
    order = [*KINDS, *(kind for kind in found if kind not in KINDS)]
    counts = {kind: count(found[kind], "mechanism") for kind in order if found[kind]}
    return facts((kind, f"<b>{n}</b>. {KINDS.get(kind, '')}") for kind, n in counts.items())


def _summary(entries: Sequence[EntryRecord], places: Sequence[str]) -> str:
    rows = []
    for entry, anchor in zip(entries, places, strict=True):
        worst = entry.worst
        name = f'<a href="#{anchor}">{text(entry.mechanism)}</a>'
        place = f"{text(promise(worst.claim))}:<br/>{text(worst.text)}" if worst else "—"
        cells = [
            badge(together(entry.audits.verdicts(subject)), short=True) for subject in SUBJECTS
        ]
        library = text(f"{entry.library} {entry.version}")
        rows.append((name, library, text(entry.kind), *cells, place))
    head = ("Mechanism", "Library", "In a word", *SUBJECTS.values(), "Worst point")
    return table("", head, rows)


def entry_page(entry: EntryRecord, anchor: str, *, heading: str = "h2") -> Iterator[str]:
    """What is said about one mechanism, in HTML, below a heading."""
    title = f"{text(entry.mechanism)} {badge(entry.verdict)}"
    yield f'<section id="{anchor}"><{heading}>{title}</{heading}>'
    yield f'<p class="place">{text(entry.library)} {text(entry.version)}</p>'
    yield facts(_told(entry))
    for subject, name in SUBJECTS.items():
        for i, report in enumerate(getattr(entry.audits, subject)):
            claim = getattr(report, "claim", None)
            at = report.target if claim is None else promise(claim)
            summary = f"{name}, {text(at)}: {badge(report.verdict)}"
            inside = _report(report, f"{anchor}-{subject}-{i}")
            yield f"<details><summary>{summary}</summary>{inside}</details>"
    yield "</section>"


def _told(entry: EntryRecord) -> Iterator[tuple[str, str]]:
    """What is said about a mechanism, in words."""
    source = entry.source
    yield (
        "It claims",
        text(entry.claims) + (f" ({link(source.title, source.url)})" if source else ""),
    )
    yield "In a word", f"<b>{text(entry.kind)}</b>"
    if worst := entry.worst:
        yield "Worst point", f"{text(promise(worst.claim))}: {text(worst.text)}"
    for key, name in (("witness", "Witness"), ("second_way", "Derived again"), ("note", "Note")):
        if said := getattr(entry, key):
            yield name, text(said)
    links = "; ".join(link(known.title, known.url) for known in entry.upstream)
    yield "Known upstream", links or "not that we know"
    if entry.reproduce:
        yield "To reproduce", "".join(map(command, entry.reproduce))


def _report(report: Report, name: str) -> str:
    match report:
        case SamplerRecord():
            error = f"<pre>{text(report.error)}</pre>" if report.error else ""
            return error + audits.sampler(report, name)
        case NumbersRecord():
            return audits.numbers(report)
        case ThresholdRecord():
            return f"<p>{text(report.text or 'The tail of the noise is within delta.')}</p>"
        case ParametersRecord():
            return audits.parameters(report)


def _skipped(skipped: Sequence[SkippedRecord]) -> Iterator[str]:
    if skipped:
        yield "<h2>Not audited</h2>"
        rows = [(text(s.mechanism), text(s.library), text(s.reason)) for s in skipped]
        yield table("", ("Mechanism", "Library", "Why"), rows)
