"""The report of the field: audits of many mechanisms of many libraries as one HTML page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from dpproofs.auditing.record import EntryRecord, FieldRecord
from dpproofs.auditing.report import together
from dpproofs.render import audits
from dpproofs.render.numerals import number, percent
from dpproofs.render.skeleton import page

KINDS = {
    "violates its documented claim": "At some parameters that its documentation allows, the "
    "mechanism is less private than its documentation says.",
    "violates its claim at uncommon parameters only": "The audit of the parameters found claims "
    "that it breaks, all with epsilon outside of [0.001, 25] or delta outside of [1e-12, 0.1]; the "
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
    body = audits.render(
        "suite.html.jinja",
        MEANING=MEANING,
        made=made(document),
        kinds=_kinds(entries),
        entries=[
            (
                entry,
                anchor,
                [together(entry.audits.verdicts(subject)) for subject in audits.SUBJECTS],
            )
            for entry, anchor in zip(entries, anchors(entries), strict=True)
        ],
        skipped=document.skipped,
        calibrations=document.calibrations,
    )
    return page("Audits of privacy libraries", body, "claim", "page", "audit")


def made(document: FieldRecord) -> list[tuple[str, str]]:
    """What was audited, when, by what, and how often it cries wolf."""
    versions = ", ".join(f"{name} {version}" for name, version in document.libraries.items())
    rows = [("Libraries", versions), ("Made", document.date)]
    rows.append(("Auditor", f"dpproofs {document.dpproofs}"))
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


def _kinds(entries: Sequence[EntryRecord]) -> list[tuple[str, str, int]]:
    """The kinds of findings that there are: what each means, and how many mechanisms have it."""
    found = Counter(entry.kind for entry in entries)
    order = [*KINDS, *(kind for kind in found if kind not in KINDS)]
    return [(kind, KINDS.get(kind, ""), found[kind]) for kind in order if found[kind]]


def entry_page(entry: EntryRecord, anchor: str, *, heading: str = "h2") -> Markup:
    """What is said about one mechanism, in HTML, below a heading."""
    module = audits.environment().get_template("entry.html.jinja").module
    said: Markup = module.entry(entry, anchor, heading)  # type: ignore[attr-defined]
    return said
