"""Pages about the audits of other people's libraries: the table, and one page a mechanism."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dpproofs.auditing.record import EntryRecord, FieldRecord, from_json
from dpproofs.render import suite_page
from website import sheets


def read(path: Path) -> FieldRecord:
    """The report of the field."""
    return from_json(FieldRecord, json.loads(path.read_text("utf-8")))


def table(document: FieldRecord) -> str:
    """The table of all mechanisms."""
    entries = document.entries
    found = Counter(entry.kind for entry in entries)
    return sheets.body(
        "field/index",
        "field.html",
        meaning=suite_page.MEANING,
        facts=suite_page.made(document),
        kinds=[(kind, suite_page.KINDS.get(kind, ""), n) for kind, n in found.most_common()],
        libraries=list(dict.fromkeys(entry.library for entry in entries)),
        entries=list(zip(entries, suite_page.anchors(entries), strict=True)),
    )


def field_pages(document: FieldRecord) -> Iterator[sheets.Sheet]:
    """A page for each mechanism."""
    entries = document.entries
    anchors = suite_page.anchors(entries)
    named = tuple(
        (f"field/{anchor}", _titled(entry)) for entry, anchor in zip(entries, anchors, strict=True)
    )
    row = sheets.Row("Audits", named)
    for entry, anchor, (name, title) in zip(entries, anchors, named, strict=True):
        section = suite_page.entry_page(entry, anchor, heading="h1")
        text = sheets.body(name, "mechanism.html", entry=entry, section=section)
        yield sheets.Sheet(name, title, text, row, f"audit {entry.kind}. {entry.claims}")


def _titled(entry: EntryRecord) -> str:
    return f"{entry.library} {entry.mechanism}"
