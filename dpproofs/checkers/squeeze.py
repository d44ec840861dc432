"""Limits between two bounds: what lies between them has their common limit."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Limit, Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "squeeze"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for a limit from earlier steps that bound the expression on both sides.

    The steps used say ``lower <= expression`` and ``expression <= upper`` (or ``<``) over the
    step's domain and the variable, which comes as near to its point as one likes; and that each
    bound has the same limit. A bound that is the limit itself needs no such step.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Limit):
        return unknown("needs a limit")
    goals = [derivation.step(name).goal for name in step.uses]
    bounds = [bound for goal in goals if (bound := _bound(goal, claim, domain))]
    for side in ("lower", "upper"):
        if not any(end == side and _tends(value, claim, domain, goals) for end, value in bounds):
            return unknown(f"no step used gives a {side} bound with the limit {claim.value}")
    return established(Grade.proved, "between two bounds that have the same limit")


def _bound(goal: Goal, claim: Limit, domain: Domain) -> tuple[str, sp.Expr] | None:
    """The bound that a step gives on the expression near the point, and from which side."""
    relation = goal.proposition
    more = [variable for variable in goal.domain if variable not in domain.variables]
    near = len(more) == 1 and len(goal.domain.variables) == len(domain.variables) + 1
    if not (near and isinstance(relation, Relation) and _approaches(more[0], claim)):
        return None
    if relation.op in ("<", "<=") and relation.rhs == claim.expression:
        return "lower", relation.lhs
    if relation.op in ("<", "<=") and relation.lhs == claim.expression:
        return "upper", relation.rhs
    return None


def _approaches(variable: Variable, claim: Limit) -> bool:
    """Whether the variable ranges over an interval that ends at the point, on the right side."""
    free = variable.symbol == claim.variable and not variable.integer and variable.root is None
    return (
        free
        and not variable.hollow
        and variable.ends != "[]"  # which might be one point
        and claim.point == (variable.lower if claim.side == "+" else variable.upper)
    )


def _tends(bound: sp.Expr, claim: Limit, domain: Domain, goals: list[Goal]) -> bool:
    limit = Limit(bound, claim.variable, claim.point, claim.side, claim.value)
    return bound == claim.value or Goal(limit, domain) in goals
