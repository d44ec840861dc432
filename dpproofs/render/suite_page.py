"""The report of the field: audits of many mechanisms of many libraries as one HTML page.

The document is plain data. Keys marked ? may be missing or null; ``[]`` stands for none.

    {
      "dpproofs": version,
      "date": "2030-01-31",             when the audits were made
      "libraries": {name: version},
      "alpha": number ?,                of each audit that samples
      "entries": [Entry],               in the order in which they are shown
      "skipped": [Skipped] ?
    }

    Entry = {
      "library", "version", "mechanism": words,
      "claims": words,                  what its documentation claims, and at which parameters
      "source": Link ?,                 where the documentation says so
      "kind": words,                    a key of `KINDS`, or other words
      "verdict": words,                 over all audits, as in a report of one of them
      "audits": {
        "sampler": [JSON of an audit of the sampler, with or without "pictures"],
        "numbers": [JSON of an audit of the numbers],
        "parameters": [JSON of an audit of the parameters],
        "threshold": [{"claim", "verdict", "text"}]
      },                                one for each claim that was put to the test
      "worst": {"claim": {"epsilon", "delta", "sensitivity"}, "text": words} ?,
      "witness": words ?,               one sentence: the set, the inputs, what was counted
      "second_way": words ?,            how what was found was derived again, and what came out
      "upstream": [Link],               what its authors and users have written about it
      "reproduce": [command line],
      "note": words ?
    }
    Link = {"title": words, "url": words}
    Skipped = {"library": words, "mechanism": words, "reason": words}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dpproofs.render import audits
from dpproofs.render.audits.words import Data, badge, promise, together
from dpproofs.render.numerals import count, number, percent
from dpproofs.render.skeleton import command, facts, link, page, table, text

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


def suite_page(document: dict[str, Any]) -> str:
    """The page; the shape of the document is told at the top of this file."""
    entries: Sequence[Data] = document["entries"]
    places = anchors(entries)
    parts = ["<h1>Audits of privacy libraries</h1>", facts(made(document)), f"<p>{MEANING}</p>"]
    parts += [_kinds(entries), _summary(entries, places)]
    for entry, anchor in zip(entries, places, strict=True):
        parts += entry_page(entry, anchor)
    parts += _skipped(document.get("skipped") or ())
    body = "\n".join(['<body class="suite">', "<main>", *parts, "</main>", "</body>"])
    return page("Audits of privacy libraries", body, "claim", "page", "audit")


def made(document: Data) -> list[tuple[str, str]]:
    """What was audited, when, by what, and how often it cries wolf; in HTML."""
    versions = ", ".join(f"{name} {version}" for name, version in document["libraries"].items())
    rows = [("Libraries", text(versions)), ("Made", text(document["date"]))]
    rows.append(("Auditor", f"dpproofs {text(document['dpproofs'])}"))
    if document.get("alpha") is not None:
        rows.append(("False alarms", _false_alarms(document["entries"], document["alpha"])))
    return rows


def _false_alarms(entries: Sequence[Data], alpha: float) -> str:
    drawn = sum(len(_verdicts(entry, "sampler") + _verdicts(entry, "numbers")) for entry in entries)
    each = f"with probability {percent(alpha)} at most in each audit that draws"
    return f"{each}: {number(alpha * drawn, 3)} expected at most, among the {drawn:,} on this page"


def anchors(entries: Sequence[Data]) -> list[str]:
    """The place of each entry on the page, which stays when others come and go."""
    seen: Counter[str] = Counter()
    found = []
    for entry in entries:
        words = f"{entry['library']}-{entry['mechanism']}".lower()
        anchor = re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "entry"
        seen[anchor] += 1
        found.append(anchor if seen[anchor] == 1 else f"{anchor}.{seen[anchor]}")
    return found


def _kinds(entries: Sequence[Data]) -> str:
    found = Counter(entry["kind"] for entry in entries)
    order = [*KINDS, *(kind for kind in found if kind not in KINDS)]
    counts = {kind: count(found[kind], "mechanism") for kind in order if found[kind]}
    return facts((kind, f"<b>{n}</b>. {KINDS.get(kind, '')}") for kind, n in counts.items())


def _summary(entries: Sequence[Data], places: Sequence[str]) -> str:
    rows = []
    for entry, anchor in zip(entries, places, strict=True):
        worst = entry.get("worst")
        name = f'<a href="#{anchor}">{text(entry["mechanism"])}</a>'
        place = f"{text(promise(worst['claim']))}:<br/>{text(worst['text'])}" if worst else "—"
        cells = [badge(together(_verdicts(entry, subject)), short=True) for subject in SUBJECTS]
        library = text(f"{entry['library']} {entry['version']}")
        rows.append((name, library, text(entry["kind"]), *cells, place))
    head = ("Mechanism", "Library", "In a word", *SUBJECTS.values(), "Worst point")
    return table("", head, rows)


def _verdicts(entry: Data, subject: str) -> list[str]:
    return [report["verdict"] for report in entry["audits"].get(subject) or ()]


def entry_page(entry: Data, anchor: str, *, heading: str = "h2") -> Iterator[str]:
    """What is said about one mechanism, in HTML, below a heading."""
    title = f"{text(entry['mechanism'])} {badge(entry['verdict'])}"
    yield f'<section id="{anchor}"><{heading}>{title}</{heading}>'
    yield f'<p class="place">{text(entry["library"])} {text(entry["version"])}</p>'
    yield facts(_told(entry))
    for subject, name in SUBJECTS.items():
        for i, report in enumerate(entry["audits"].get(subject) or ()):
            at = promise(report["claim"]) if "claim" in report else report.get("target", "")
            summary = f"{name}, {text(at)}: {badge(report['verdict'])}"
            inside = _report(subject, report, f"{anchor}-{subject}-{i}")
            yield f"<details><summary>{summary}</summary>{inside}</details>"
    yield "</section>"


def _told(entry: Data) -> Iterator[tuple[str, str]]:
    """What is said about a mechanism, in words."""
    source = entry.get("source")
    yield "It claims", text(entry["claims"]) + (f" ({link(source)})" if source else "")
    yield "In a word", f"<b>{text(entry['kind'])}</b>"
    if worst := entry.get("worst"):
        yield "Worst point", f"{text(promise(worst['claim']))}: {text(worst['text'])}"
    for key, name in (("witness", "Witness"), ("second_way", "Derived again"), ("note", "Note")):
        if entry.get(key):
            yield name, text(entry[key])
    links = "; ".join(link(known) for known in entry["upstream"])
    yield "Known upstream", links or "not that we know"
    if entry["reproduce"]:
        yield "To reproduce", "".join(map(command, entry["reproduce"]))


def _report(subject: str, report: Data, name: str) -> str:
    match subject:
        case "sampler":
            error = f"<pre>{text(report['error'])}</pre>" if report.get("error") else ""
            return error + audits.sampler(report, name)
        case "numbers":
            return audits.numbers(report)
        case "threshold":
            return f"<p>{text(report['text'] or 'The tail of the noise is within delta.')}</p>"
        case _:
            return audits.parameters(report)


def _skipped(skipped: Sequence[Mapping[str, str]]) -> Iterator[str]:
    if skipped:
        yield "<h2>Not audited</h2>"
        rows = [(text(s["mechanism"]), text(s["library"]), text(s["reason"])) for s in skipped]
        yield table("", ("Mechanism", "Library", "Why"), rows)
