"""Definitions that a derivation makes: what is defined is there."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.normal import Undecided, require_value
from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.objects import Definition, Law, Pieces, Value
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.scope import ill_defined, scope
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "define"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the definition is well formed and what it speaks of is defined."""
    claim = step.goal.proposition
    if not isinstance(claim, Define) or step.goal.domain != Domain():
        return unknown("a definition has no domain but its own")
    known = dict(scope(derivation.statement)) if derivation.statement else {}
    for earlier in derivation.steps[: int(step.name) - 1]:
        known |= introduced(earlier)
    parameters = derivation.statement.parameters if derivation.statement else Domain()
    problem = ill_defined(claim.definition, known, parameters) or undefined(claim.definition)
    return unknown(problem) if problem else established(Grade.proved, "the definition makes sense")


def introduced(step: Step) -> dict[str, tuple[str, int]]:
    """The name that a step introduces, with what it stands for."""
    claim = step.goal.proposition
    if isinstance(claim, Define):
        return {claim.definition.name: (claim.definition.role, claim.definition.arity)}
    if isinstance(claim, Obtain):
        return {claim.name: ("function", len(claim.arguments))}
    return {}


def undefined(definition: Definition) -> str:
    """Why what a definition speaks of is not shown to have a value; empty when it is."""
    try:
        if isinstance(definition, Value):
            require_value(definition.value, definition.domain)
        elif isinstance(definition, Law):
            require_value(definition.atom, definition.domain)
        else:
            return _disordered(definition)
    except (Undecided, ZeroDivisionError) as problem:
        return str(problem)
    return ""


def _disordered(found: Pieces) -> str:
    """Whether pieces are shown to follow one another. That values are defined is shown where
    they are used, on pieces that are not empty.
    """
    ends = [sp.Integer(0), *(piece.upper for piece in found.pieces)]
    if found.period is not None:
        positive = Relation(sp.Integer(0), "<", found.period)
        if not sign.shown(positive, found.domain).established:
            return f"the period {found.period} is not shown to be positive"
    for lower, upper in pairwise(ends):
        if upper is not sp.oo:
            ordered = Relation(lower, "<=", upper)
            if not sign.shown(ordered, found.domain).established:
                return f"{lower} <= {upper} is not shown"
    return ""
