"""Counterexamples: one exact point of the domain at which a proposition is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers import derivative, integral, limit
from dpproofs.checkers.numbers import rational_value
from dpproofs.checkers.points import inside, truth
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Proposition,
    Relation,
    that,
)
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "counterexample"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the point lies in the domain and the proposition is false there.

    A relation is evaluated. A minimum fails when the point includes a place in the interval
    where the function is smaller than (or, elsewhere, equal to) its value at the stated one. An
    integral, derivative or limit fails when the hint ``instead`` is its value, established by
    the method of its kind, and differs from the stated value at the point.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Fails):
        return unknown("needs a counterexample")
    point = dict(claim.point)
    inner = claim.proposition
    if isinstance(inner, Minimum):
        domain = domain & Variable(inner.variable, inner.lower, inner.upper, inner.ends)
    if point.keys() != {v.symbol for v in domain} or not inside(domain, point):
        return unknown("the point is not shown to lie in the domain")
    if not _parameters_exist(derivation, point):
        return unknown("the parameters are not shown to lie in their domain")
    if any(each.has(AppliedUndef) for each in _sides(inner)):
        return unknown("what nothing is known of has no value at the point")
    if isinstance(inner, Relation):
        found = truth(inner, point) is False
        grade = grade_at(inner, point)
        return _finding(found, grade, {})
    if isinstance(inner, Minimum):
        relation = better(inner)
        return _finding(truth(relation, point) is True, grade_at(relation, point), {})
    return _other_value(Goal(inner, domain), point, step)


def _sides(claim: Proposition) -> tuple[sp.Expr, ...]:
    """What is compared at a point, where a relation or a minimum is to fail."""
    if isinstance(claim, Relation):
        return claim.lhs, claim.rhs
    return (claim.function, claim.at) if isinstance(claim, Minimum) else ()


def _parameters_exist(derivation: Derivation, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether the coordinates that are parameters of the sentence lie in their domain."""
    parameters = derivation.statement.parameters if derivation.statement else Domain()
    named = {symbol.name: value for symbol, value in point.items()}
    spoken = tuple(v for v in parameters if v.symbol.name in named)
    at = {variable.symbol: named[variable.symbol.name] for variable in spoken}
    try:
        return inside(Domain(spoken), at)
    except BadInput:  # a bound speaks of a parameter that has no value
        return False


def better(minimum: Minimum) -> Relation:
    """The relation that contradicts a unique minimum at a place other than the stated one."""
    return Relation(minimum.function, "<", minimum.function.subs(minimum.variable, minimum.at))


def grade_at(relation: Relation, point: dict[sp.Symbol, sp.Expr]) -> Grade:
    """Proved when the difference is rational at the point, enclosed otherwise."""
    exact = rational_value(relation.lhs - relation.rhs, point)
    return Grade.enclosed if exact is None else Grade.proved


def _other_value(goal: Goal, point: dict[sp.Symbol, sp.Expr], step: Step) -> Finding:
    claim, instead = goal.proposition, step.hints.get("instead")
    if instead is None or not isinstance(claim, Integral | Derivative | Limit):
        return unknown("needs the hint 'instead': the value that is right")
    instead = sp.S(instead)
    right = by_kind(replace(claim, value=instead), goal.domain, step)
    if not right.established:
        return unknown(f"the value given instead is not established: {right.message}")
    relation = that(instead) == claim.value
    evidence = {"instead": to_tree(instead), "shown": right.evidence}
    return _finding(truth(relation, point) is False, grade_at(relation, point), evidence)


def by_kind(claim: Integral | Derivative | Limit, domain: Domain, step: Step) -> Finding:
    """The finding of the method that belongs to the kind of proposition."""
    if isinstance(claim, Integral):
        antiderivative = step.hints.get("antiderivative") or sp.integrate(
            claim.integrand, claim.variable
        )
        return integral.decide(claim, domain, antiderivative)
    if isinstance(claim, Derivative):
        return derivative.decide(claim, domain)
    rate = step.hints.get("rate")
    return limit.decide(claim, domain, None if rate is None else sp.S(rate))


def _finding(found: bool, grade: Grade, evidence: Mapping[str, object]) -> Finding:
    if not found:
        return unknown("the proposition is not shown to be false at the point")
    return established(grade, "evaluated at the point", **evidence)
