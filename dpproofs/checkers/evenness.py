"""Noise that is defined by an even density and an atom at the origin is even."""

from __future__ import annotations

from dpproofs.checkers.matching import exists, law
from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "evenness"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for defined noise of which a step used says that it exists."""
    claim = step.goal.proposition
    if not isinstance(claim, Even) or law(claim.noise, derivation) is None:
        return unknown("defined noise is needed")
    if not exists(claim.noise, step, derivation):
        return unknown(f"no step used says that {claim.noise} exists")
    return established(Grade.proved, "its density is even")
