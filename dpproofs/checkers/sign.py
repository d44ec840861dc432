"""Signs of rational expressions on a domain, by coefficients after a positive substitution."""

from __future__ import annotations

from functools import lru_cache

from dpproofs.checkers.normal import Undecided, field
from dpproofs.checkers.numbers import falsify
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, refuted, unknown

METHOD = "sign"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when every irreducible factor of lhs - rhs is shown to have one sign."""
    relation = step.goal.proposition
    if not isinstance(relation, Relation):
        return unknown("a sign is a relation")
    return decide(relation, step.goal.domain)


@lru_cache(maxsize=4096)
def decide(relation: Relation, domain: Domain) -> Finding:
    """The same for a relation that is not a step of its own; many are asked for again and again."""
    try:
        sign = field(domain, (relation.lhs, relation.rhs)).sign(relation.lhs, relation.rhs)
        holds = (
            sign is not None
            and {
                "<": sign.value < 0 and sign.strict,
                ">": sign.value > 0 and sign.strict,
                "<=": sign.value <= 0,
                ">=": sign.value >= 0,
                "!=": sign.value != 0 and sign.strict,
                "==": sign.value == 0,
            }[relation.op]
        )
        if holds:
            return established(
                Grade.proved,
                "each irreducible factor keeps one sign: after a positive substitution all its "
                "coefficients agree",
            )
        reason = "the sign is not shown by coefficients"
    except (Undecided, ZeroDivisionError) as problem:
        reason = str(problem)
    point = falsify(relation, domain)
    return unknown(reason) if point is None else refuted(f"false at {point}")
