"""Brackets that are kept on disk, as certificates that are checked when they are read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpproofs.kernel.cache import keep, kept_file
from dpproofs.optima.bracket.exact_ends import Exact, NotProved, shown_lower, shown_upper
from dpproofs.optima.bracket.search import Bracket, bracket, sealed, stated
from dpproofs.optima.bracket.threshold import threshold_bracket
from dpproofs.optima.lattice.costs import Power, Threshold

MOST_BYTES, MOST_CELLS = 8_000_000, 100_000


@dataclass(frozen=True)
class Asked:
    """What a bracket is about; its text is that of a certificate's numbers."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    threshold: Fraction | None

    def __str__(self) -> str:
        cost = self.cost if self.threshold is None else f"threshold {self.threshold}"
        return f"{self.epsilon} {self.delta} {self.sensitivity} {cost}"

    @property
    def costs(self) -> Power | Threshold:
        """What cells cost."""
        if self.threshold is None:
            return Power(self.cost)
        return Threshold(self.threshold / self.sensitivity)


def kept_bracket(
    epsilon: Fraction,
    delta: Fraction,
    sensitivity: Fraction,
    cost: Fraction,
    gap: Fraction,
    threshold: Fraction | None = None,
) -> Bracket:
    """The bracket of these numbers, from disk when it was solved before.

    With a threshold the ``cost`` does not matter.

    It is kept in a :func:`~dpproofs.kernel.cache.kept_file`. What is read there is believed no more
    than a solver: both ends are proved again, and what does not prove them is solved anew.
    """
    asked = Asked(epsilon, delta, sensitivity, cost, threshold)
    file = kept_file("brackets", f"{asked} {gap}")
    found = None if file is None else _read(file, asked)
    if found is None:
        if threshold is None:
            found = bracket(epsilon, delta, sensitivity, cost, gap=gap)
        else:
            found = threshold_bracket(epsilon, delta, threshold, sensitivity, gap=gap)
        if file is not None:
            keep(file, json.dumps(found.certificate()))
    return found


def _read(file: Path, asked: Asked) -> Bracket | None:
    try:
        with file.open("rb") as opened:
            document = json.loads(opened.read(MOST_BYTES))
        return _proved(document, asked)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, NotProved):
        return None


def _proved(document: dict[str, Any], asked: Asked) -> Bracket | None:
    """The bracket that a certificate proves, if it is about these numbers."""
    body = {key: part for key, part in document.items() if key != "digest"}
    said = " ".join(str(body[name]) for name in ("epsilon", "delta", "sensitivity", "cost"))
    if sealed(body) != document or said != str(asked):
        return None
    n, scale, costs = int(body["n"]), int(body["lower"]["scale"]), asked.costs
    tests = [
        (int(test["shift"]), int(test["first"]), _integers(test["values"]))
        for test in body["lower"]["tests"]
    ]
    shifts = [k for k, _, _ in tests]
    far = max((abs(first) for _, first, _ in tests), default=0)
    atom, masses = _integers(body["upper"]["atom"]), _integers(body["upper"]["masses"])
    cells = int(body["upper"].get("n", n))
    in_range = (
        0 < min(n, cells) <= max(n, cells) <= MOST_CELLS
        and scale > 0
        and far <= MOST_CELLS
        and any(masses)
    )
    if not in_range or len(set(shifts)) < len(shifts) or any(not 0 < k <= n for k in shifts):
        return None
    exact, own = (Exact(asked.epsilon, asked.delta, costs, each) for each in (n, cells))
    proof, noise = shown_lower(scale, tests, exact), shown_upper(atom[0], masses, own)
    ends = stated(costs, asked.sensitivity, proof, noise)
    cost = asked.cost if asked.threshold is None else Fraction(0)
    given = asked.epsilon, asked.delta, asked.sensitivity, cost
    return Bracket(*given, *ends, n, proof, noise, asked.threshold)


def _integers(text: str) -> list[int]:
    found = [int(part) for part in text.split(" ")]
    if min(found) < 0:
        raise ValueError("a number below 0")
    return found
