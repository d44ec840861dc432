"""The points of an audit of the parameters that are worth a finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpproofs.audit.suite.conclusion import SLIGHT
from dpproofs.audit.suite.telling import excess

POINTS = ("worst_usual", "shortest", "worst")


def notable(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The violations that are not slight, each claim once, the one among common claims first."""
    seen = set()
    for name in POINTS:
        point = found[name]
        if point is None or point["outcome"] != "violation" or float(point["ratio"]) < SLIGHT:
            continue
        if repr(point["claim"]) not in seen:
            seen.add(repr(point["claim"]))
            yield point


def said(point: dict[str, Any]) -> str:
    """By how much a claim fails."""
    measure = point["measure"]
    low, high = map(float, point[f"true_{measure}"])
    verb = "is" if high <= low * (1 + 1e-6) else "is at least"
    return f"{measure} {verb} {low:.8g}, {excess(point['ratio'])} what is claimed"
