"""Inequalities from monotonicity: right at the left end, and the difference increases."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.continuity import value_at
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Derivative, Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "increasing"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``lhs < rhs`` from two earlier steps on the same domain.

    The first gives the derivative g of rhs - lhs in the domain's last variable, the second says
    ``0 < g``. At the left end of that variable rhs - lhs is shown to be defined and nonnegative.
    """
    relation, domain = step.goal.proposition, step.goal.domain
    if not (isinstance(relation, Relation) and relation.op == "<" and len(step.uses) == 2):
        return unknown("a relation lhs < rhs from a derivative and its sign")
    slope, positive = (derivation.step(name).goal for name in step.uses)
    variable = domain.variables[-1]
    difference = relation.rhs - relation.lhs
    claim, fact = slope.proposition, positive.proposition
    fits = (
        isinstance(claim, Derivative)
        and isinstance(fact, Relation)
        and slope.domain == positive.domain == domain
        and (claim.function, claim.variable) == (difference, variable.symbol)
        and (fact.lhs, fact.op, fact.rhs) == (sp.Integer(0), "<", claim.value)
    )
    if not fits or variable.ends[0] != "(" or variable.lower.is_infinite:
        return unknown("the steps used are not the derivative of rhs - lhs and its sign")
    if variable.integer or variable.root is not None:
        return unknown(f"{variable.symbol} does not range over an interval")
    others = domain.without(variable.symbol)
    try:
        start = value_at(difference, variable.symbol, variable.lower, others)
    except Undecided as problem:
        return unknown(f"at the left end: {problem}")
    found = sign.decide(Relation(start, ">=", sp.Integer(0)), others)
    if not found.established:
        return unknown(f"at the left end: {found.message}")
    return established(Grade.proved, "right at the left end, and the derivative is positive")
