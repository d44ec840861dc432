"""The record of what Coq proved and refused, as ``tools/coq.py`` keeps it.

It is written after each claim, whole or not at all: whatever ends a run, the record holds what the
run has reached, and of the rest what it held before.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from dpproofs.kernel.certificate import digest

Row: TypeAlias = Mapping[str, Any]

#: Where Coq stopped, in its message, and what begins there.
STOPPED = re.compile(r", line (\d+), characters ")
LEMMA = re.compile(r"^Lemma step_(\S+) :$", re.MULTILINE)


def read(path: Path) -> dict[str, Any]:
    """The record as it stands; an empty one where there is none."""
    found: dict[str, Any] = {"axioms": [], "rules": [], "statements": "", "claims": {}, "open": {}}
    return found | (json.loads(path.read_text("ascii")) if path.exists() else {})


def keep(path: Path, record: Mapping[str, Any]) -> None:
    """Write the record beside its place, and put it there at once."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(json.dumps(record, indent=1) + "\n", "ascii")
    beside.replace(path)


def merged(
    known: Mapping[str, Any],
    claims: Mapping[str, Row],
    unproved: Mapping[str, Row],
    axioms: Iterable[str],
) -> dict[str, Any]:
    """The rows of claims that a run has reached, and of the others those that there were."""
    reached = {*claims, *unproved}
    rows = {
        key: {name: row for name, row in known[key].items() if name not in reached} | dict(new)
        for key, new in (("claims", claims), ("open", unproved))
    }
    found = {key: dict(sorted(new.items())) for key, new in rows.items()}
    return {**known, **found, "axioms": sorted({*known["axioms"], *axioms})}


def proved(certificate: Mapping[str, Any], trusts: Sequence[str], proof: str, way: int) -> Row:
    """The row of a claim that is proved: the digest of its proof, the way it is written, and the
    rules under whose hypothesis it is shown.
    """
    row = {**_about(certificate), "proof": proof, "way": str(way)}
    return row | ({"trusts": list(trusts)} if trusts else {})


def left(certificate: Mapping[str, Any], reason: str, proof: str = "") -> Row:
    """The row of a claim that is not proved, with the digest of the last proof that was tried."""
    return {**_about(certificate), **({"proof": proof} if proof else {}), "reason": reason}


def _about(certificate: Mapping[str, Any]) -> Row:
    return {
        "statement": digest(certificate["statement"]),
        "certificate": certificate["digest"],
    }


def refusal(text: str, message: str) -> str:
    """Where Coq refused the text of a proof, in words, from its message."""
    stopped = STOPPED.search(message)
    before = "".join(text.splitlines(keepends=True)[: int(stopped[1])]) if stopped else ""
    if "\nTheorem " in before:
        return "refused where the steps are put together"
    begun = LEMMA.findall(before)
    return f"refused at step {begun[-1]}" if begun else "refused before its first step"
