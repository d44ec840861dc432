"""Hypotheses: a step may assume exactly what its statement lists as hypotheses."""

from __future__ import annotations

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding, Grade, established

METHOD = "assume"


def check(step: Step, derivation: Derivation) -> Finding:
    """Always established; that the statement lists the hypothesis is checked with the verdict."""
    return established(Grade.proved, "a hypothesis of the statement")
