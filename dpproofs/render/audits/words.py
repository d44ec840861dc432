"""Words that the pages on audits share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import ViewRecord
from dpproofs.render.numerals import number

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


def promise(claim: PrivacyClaim) -> str:
    """A claim in one line."""
    if claim.stated is not None:
        return f"{claim.stated}, sensitivity {number(claim.sensitivity)}"
    parts = f"ε = {number(claim.epsilon)}, δ = {number(claim.delta)}"
    return f"{parts}, sensitivity {number(claim.sensitivity)}"


def arguments(given: Mapping[str, Any]) -> str:
    """Names with their values, as a call has them."""
    return ", ".join(f"{name} = {value!r}" for name, value in given.items())


def view(seen: ViewRecord | None) -> str:
    """What of an output y is looked at."""
    match seen or ViewRecord():
        case ViewRecord(name="fraction", origin=float() as origin, period=float() as period):
            return f"frac((y − {number(origin)})/{number(period)})"
        case ViewRecord(name="residue", modulus=int() as modulus):
            return f"y mod {modulus}"
        case ViewRecord(name="coordinate", index=int() as index, column=column):
            return column or f"y[{index}]"
        case ViewRecord(name="output"):
            return "y"
        case other:
            return f"{other.name}(y)"
