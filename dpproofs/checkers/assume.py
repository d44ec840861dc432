"""Hypotheses: a step may assume exactly what its statement lists as hypotheses."""

from __future__ import annotations

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "assume"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the statement lists the hypothesis."""
    statement = derivation.statement
    if statement is None or step.goal not in statement.hypotheses:
        return unknown("assumes something that the statement does not")
    return established(Grade.proved, "a hypothesis of the statement")
