"""A difference that moves one way is positive when it is not negative where it is least."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.integral import end_value
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.valued import valueless
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Derivative, Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown


def decide(step: Step, derivation: Derivation, *, grows: bool) -> Finding:
    """Show ``lhs < rhs``, where rhs - lhs grows (or falls) with the domain's last variable."""
    relation, domain = step.goal.proposition, step.goal.domain
    end = "left" if grows else "right"
    if not (isinstance(relation, Relation) and relation.op == "<" and len(step.uses) == 2):
        return unknown("a relation lhs < rhs from a derivative and its sign")
    slope, word = (derivation.step(name).goal for name in step.uses)
    difference = relation.rhs - relation.lhs
    if not (domain.variables and _moves(difference, domain, slope, word, grows=grows)):
        return unknown("the steps used are not the derivative of rhs - lhs and its sign")
    variable = domain.variables[-1]
    least, mark = (
        (variable.lower, variable.ends[0]) if grows else (variable.upper, variable.ends[1])
    )
    if mark not in "()" or variable.integer or variable.root is not None:
        return unknown(f"{variable.symbol} does not range over an open interval")
    if problem := valueless(relation, domain):
        return unknown(problem)
    others = domain.without(variable.symbol)
    try:
        value = end_value(difference, variable.symbol, least, others)
    except Undecided as problem:
        return unknown(f"at the {end} end: {problem}")
    found = sign.decide(Relation(value, ">=", sp.Integer(0)), others)
    if not found.established:
        return unknown(f"at the {end} end: {found.message}")
    how = "increases from there" if grows else "decreases to there"
    return established(Grade.proved, f"right at the {end} end, and the difference {how}")


def _moves(difference: sp.Expr, domain: Domain, slope: Goal, word: Goal, *, grows: bool) -> bool:
    """Whether two goals are the derivative of a difference and its sign, over the domain."""
    claim, fact, zero = slope.proposition, word.proposition, sp.Integer(0)
    return (
        isinstance(claim, Derivative)
        and isinstance(fact, Relation)
        and slope.domain == word.domain == domain
        and (claim.function, claim.variable) == (difference, domain.variables[-1].symbol)
        and (fact.lhs, fact.rhs) == ((zero, claim.value) if grows else (claim.value, zero))
        and fact.op == "<"
    )
