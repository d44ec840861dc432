"""Brackets that are kept on disk, as certificates that are checked when they are read."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpproofs.optimum.bracket import Bracket, bracket, sealed, stated
from dpproofs.optimum.bracket_ends import Exact, NotProved, shown_lower, shown_upper
from dpproofs.optimum.lattice_costs import Power

PLACE = "DPPROOFS_CACHE"  # a directory of one's own; nothing is kept on disk when it is empty
MOST_BYTES, MOST_CELLS = 8_000_000, 100_000


def kept_bracket(
    epsilon: Fraction, delta: Fraction, sensitivity: Fraction, cost: Fraction, gap: Fraction
) -> Bracket:
    """The bracket of these numbers, from disk when it was solved before.

    It is kept below the directory that the environment variable ``DPPROOFS_CACHE`` names, or else
    where the user's caches are. What is read there is believed no more than a solver: both ends are
    proved again, and what does not prove them is solved anew. When nothing can be written, nothing
    is kept.
    """
    asked = (epsilon, delta, sensitivity, cost)
    file = _file((*asked, gap))
    found = None if file is None else _read(file, asked)
    if found is None:
        found = bracket(*asked, gap=gap)
        if file is not None:
            with contextlib.suppress(OSError):
                _write(file, json.dumps(found.certificate()).encode("ascii"))
    return found


def _file(numbers: tuple[Fraction, ...]) -> Path | None:
    place = os.environ.get(PLACE)
    if place == "":
        return None
    if place is None:
        try:
            above = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
        except RuntimeError:  # nobody's home
            return None
    name = hashlib.sha256(" ".join(map(str, numbers)).encode("ascii")).hexdigest()
    directory = above / "dpproofs" if place is None else Path(place)
    return directory / "brackets" / f"{name}.json"


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing, also when two processes do it at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        part.write(content)
    Path(part.name).replace(file)


def _read(file: Path, asked: tuple[Fraction, Fraction, Fraction, Fraction]) -> Bracket | None:
    try:
        with file.open("rb") as opened:
            document = json.loads(opened.read(MOST_BYTES))
        return _proved(document, asked)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, NotProved):
        return None


def _proved(
    document: dict[str, Any], asked: tuple[Fraction, Fraction, Fraction, Fraction]
) -> Bracket | None:
    """The bracket that a certificate proves, if it is about these numbers."""
    body = {key: part for key, part in document.items() if key != "digest"}
    names = ("epsilon", "delta", "sensitivity", "cost")
    if sealed(body) != document or tuple(Fraction(body[name]) for name in names) != asked:
        return None
    epsilon, delta, sensitivity, cost = asked
    n, scale, costs = int(body["n"]), int(body["lower"]["scale"]), Power(cost)
    tests = [
        (int(test["shift"]), int(test["first"]), _integers(test["values"]))
        for test in body["lower"]["tests"]
    ]
    shifts = [k for k, _, _ in tests]
    far = max((abs(first) for _, first, _ in tests), default=0)
    atom, masses = _integers(body["upper"]["atom"]), _integers(body["upper"]["masses"])
    in_range = 0 < n <= MOST_CELLS and scale > 0 and far <= MOST_CELLS and any(masses)
    if not in_range or len(set(shifts)) < len(shifts) or any(not 0 < k <= n for k in shifts):
        return None
    exact = Exact(epsilon, delta, costs, n)
    proof, noise = shown_lower(scale, tests, exact), shown_upper(atom[0], masses, exact)
    return Bracket(*asked, *stated(costs.unit(sensitivity / n), proof, noise), n, proof, noise)


def _integers(text: str) -> list[int]:
    found = [int(part) for part in text.split(" ")]
    if min(found) < 0:
        raise ValueError("a number below 0")
    return found
