"""Bring the index of claims up to date with sources that changed without changing a statement.

Usage: python tools/refresh_index.py

A comment, or a module on which no statement depends, changes a source and no result. This
computes the digest of every statement; when they are those of the index it notes the sources as
they are. When a statement has changed, or one is new, its claim has to be checked again: run
`make derivations`. The table by which replay knows what is released is written from the index, and
from the record of what Coq has proved.
"""

import json
import sys
from pathlib import Path

from dpproofs.commands.output import json_bytes, write
from dpproofs.stored import digest_of, table_of
from dpproofs.theorems.registry import registry, source_digests

PACKAGE = Path(__file__).resolve().parent.parent / "dpproofs"
INDEX = PACKAGE / "theorems" / "index.json"
TABLE = PACKAGE / "replaying" / "statements.json"


def refreshed(index: dict) -> tuple[dict, list[str]]:
    """The index with the sources as they are, and the claims that it is not about."""
    digests = {name: digest_of(claim) for name, claim in registry().items()}
    known = {name: line["digest"] for name, line in index["claims"].items()}
    changed = sorted(name for name, _ in digests.items() ^ known.items())
    return {**index, "sources": source_digests()}, list(dict.fromkeys(changed))


def main() -> int:
    """Write the index, unless results are missing."""
    index, changed = refreshed(json.loads(INDEX.read_text("ascii")))
    if changed:
        print(f"run 'make derivations': changed are {', '.join(changed)}", file=sys.stderr)
        return 1
    write(INDEX, json_bytes(index))
    write(TABLE, json_bytes(table_of(index)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
