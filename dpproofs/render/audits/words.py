"""Words that the pages on audits share."""

from __future__ import annotations

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.report import together
from dpproofs.render.numerals import number
from dpproofs.render.skeleton import text

__all__ = ["INPUTS", "KINDS", "badge", "promise", "together"]

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


def promise(claim: PrivacyClaim) -> str:
    """A claim in one line."""
    parts = f"ε = {number(claim.epsilon)}, δ = {number(claim.delta)}"
    return f"{parts}, sensitivity {number(claim.sensitivity)}"
