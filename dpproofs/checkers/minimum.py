"""Minima: the derivative is negative on the left, positive on the right, and nowhere else zero."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.normal import Undecided, require_value
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.proposition import Minimum, Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "minimum"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the unique minimum is at the stated place, for every parameter."""
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Minimum):
        return unknown("needs a minimum")
    whole = Variable(claim.variable, claim.lower, claim.upper, claim.ends)
    try:  # the function is defined on the whole interval, hence continuous, and the place is real
        require_value(claim.function, domain & whole)
        require_value(claim.at, domain)
    except Undecided as problem:
        return unknown(str(problem))
    slope = sp.diff(claim.function, claim.variable)
    sides = []
    if not _same(claim.at, claim.lower, claim.ends[0] == "["):
        sides.append((that(claim.lower) < claim.at, claim.lower, claim.at, "<"))
    if not _same(claim.at, claim.upper, claim.ends[1] == "]"):
        sides.append((that(claim.at) < claim.upper, claim.at, claim.upper, ">"))
    for place, lower, upper, operator in sides:
        if not place.lhs.is_infinite and not place.rhs.is_infinite:
            found = sign.decide(place, domain)
            if not found.established:
                return found
        part = domain & Variable(claim.variable, lower, upper)
        found = sign.decide(Relation(slope, operator, sp.Integer(0)), part)
        if not found.established:
            return found
    return established(
        Grade.proved,
        "the derivative is negative before the stated point and positive after it",
    )


def _same(at: sp.Expr, end: sp.Expr, belongs: bool) -> bool:
    return belongs and at == end
