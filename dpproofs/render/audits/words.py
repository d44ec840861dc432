"""Words that the pages on audits share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpproofs.render.numerals import number
from dpproofs.render.skeleton import text

Data = Mapping[str, Any]

INPUTS = ("x", "x'")
KINDS = {
    "violation": "bad",
    "no violation found": "good",
    "not run": "none",
    "not applicable": "none",
}


def badge(verdict: str, *, short: bool = False) -> str:
    """A verdict in its colour; in two words where the place is narrow."""
    words = verdict.replace("no violation found", "none found") if short else verdict
    return f'<span class="verdict {KINDS.get(verdict, "other")}">{text(words)}</span>'


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
