"""Identities, by normal form in a rational function field or an algebraic tower over it."""

from __future__ import annotations

from functools import lru_cache

from dpproofs.checkers.normal import Undecided, field
from dpproofs.checkers.points import falsify
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, refuted, unknown

METHOD = "identity"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when lhs - rhs has the normal form 0; refuted by an enclosed point."""
    relation, domain = step.goal.proposition, step.goal.domain
    if not (isinstance(relation, Relation) and relation.op == "=="):
        return unknown("an identity is a relation with ==")
    return decide(relation, domain)


def decide(relation: Relation, domain: Domain) -> Finding:
    """The same for a relation that is not a step of its own."""
    found = shown(relation, domain)
    point = None if found.established else falsify(relation, domain)
    return found if point is None else refuted(f"false at {point}")


@lru_cache(maxsize=4096)
def shown(relation: Relation, domain: Domain) -> Finding:
    """Established or unknown: no point is looked for, as few need one and many ask this again."""
    try:
        if field(domain, (relation.lhs, relation.rhs)).is_zero(relation.lhs, relation.rhs):
            return established(Grade.proved, "the difference of the sides has normal form 0")
        return unknown("the normal form of the difference is not 0")
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
