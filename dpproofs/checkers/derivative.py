"""Derivatives: SymPy differentiates, the normal form compares."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from dpproofs.checkers import identity
from dpproofs.checkers.normal import Undecided, require_value
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.kernel.verdict import Finding, unknown

METHOD = "derivative"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the derivative and the stated value have the same normal form."""
    claim = step.goal.proposition
    if not isinstance(claim, Derivative):
        return unknown("needs a derivative")
    return decide(claim, step.goal.domain)


def decide(claim: Derivative, domain: Domain) -> Finding:
    """The same for a derivative that is not a step of its own."""
    if not varies_alone(claim.variable, domain):
        return unknown(f"{claim.variable} cannot vary while the other variables stay")
    try:
        require_value(claim.function, domain)
    except Undecided as problem:
        return unknown(f"the function is not shown to be defined: {problem}")
    return identity.decide(that(_slope(claim.function, claim.variable)) == claim.value, domain)


@lru_cache(maxsize=256)
def _slope(function: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The derivative, which a claim and its twins share."""
    return sp.diff(function, variable)


def varies_alone(variable: sp.Symbol, domain: Domain) -> bool:
    """False for an index, a root, and what a root is taken of."""
    moving = {variable}
    for other in domain:
        if other.symbol == variable and (other.integer or other.root is not None):
            return False
        if other.root is not None and other.root[1].free_symbols & moving:
            return False
    return True
