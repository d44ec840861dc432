"""Derivatives: SymPy differentiates, the normal form compares."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import identity
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Derivative, equal
from dpproofs.kernel.verdict import Finding, unknown

METHOD = "derivative"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the derivative and the stated value have the same normal form."""
    claim = step.goal.proposition
    if not isinstance(claim, Derivative):
        return unknown("needs a derivative")
    slope = sp.diff(claim.function, claim.variable)
    return identity.decide(equal(slope, claim.value), step.goal.domain)
