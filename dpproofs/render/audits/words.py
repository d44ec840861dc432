"""Words that the pages on audits share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpproofs.render.numerals import number

Data = Mapping[str, Any]

INPUTS = ("x", "x'")
KINDS = {
    "violation": "bad",
    "no violation found": "good",
    "not run": "none",
    "not applicable": "none",
}


def kind_of(verdict: str) -> str:
    """The class of a verdict, which gives it its colour."""
    return KINDS.get(verdict, "other")


def together(verdicts: Sequence[str]) -> str:
    """One verdict for several audits: the one that matters most."""
    for verdict in ("violation", "error", "undecided", "no violation found"):
        if verdict in verdicts:
            return verdict
    return verdicts[0] if verdicts else "not run"


def promise(claim: Data) -> str:
    """A claim in one line."""
    parts = f"ε = {number(claim['epsilon'])}, δ = {number(claim['delta'])}"
    return f"{parts}, sensitivity {number(claim['sensitivity'])}"


def arguments(given: Data) -> str:
    """Names with their values, as a call has them."""
    return ", ".join(f"{name} = {value!r}" for name, value in given.items())


def view(data: Data | None) -> str:
    """What of an output y is looked at."""
    match data or {"name": "output"}:
        case {"name": "fraction", "origin": origin, "period": period}:
            return f"frac((y − {number(origin)})/{number(period)})"
        case {"name": "residue", "modulus": modulus}:
            return f"y mod {modulus}"
        case {"name": "coordinate", "index": index}:
            return f"y[{index}]"
        case {"name": "output"}:
            return "y"
        case other:
            return f"{other.get('name', 'view')}(y)"
