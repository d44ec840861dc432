"""Pages about the audits of other people's libraries: the table, and one page a mechanism."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from dpproofs.audit.record import FieldRecord, from_json
from dpproofs.render import suite_page
from website import sheets


def field_pages(document: FieldRecord) -> Iterator[sheets.Sheet]:
    """The table of all mechanisms, and a page for each."""
    entries = document.entries
    anchors = suite_page.anchors(entries)
    found = Counter(entry.kind for entry in entries)
    yield sheets.sheet(
        "field/index",
        "The field",
        "field.html",
        meaning=suite_page.MEANING,
        facts=suite_page.made(document),
        kinds=[(kind, suite_page.KINDS.get(kind, ""), n) for kind, n in found.most_common()],
        libraries=list(dict.fromkeys(entry.library for entry in entries)),
        entries=list(zip(entries, anchors, strict=True)),
    )
    for entry, anchor in zip(entries, anchors, strict=True):
        yield sheets.sheet(
            f"field/{anchor}",
            f"{entry.library} {entry.mechanism}",
            "mechanism.html",
            entry=entry,
            section=suite_page.entry_page(entry, anchor, heading="h1"),
        )


def read(path: Path) -> FieldRecord:
    """The report of the field."""
    return from_json(FieldRecord, json.loads(path.read_text("utf-8")))


def entries(document: FieldRecord) -> Iterator[Sequence[str]]:
    """What a search finds of the mechanisms: title, place, kind, text."""
    found = document.entries
    for entry, anchor in zip(found, suite_page.anchors(found), strict=True):
        title = f"{entry.library} {entry.mechanism}"
        yield title, f"field/{anchor}.html", "audit", f"{entry.kind}. {entry.claims}"
