"""Signs of rational expressions on a domain, by coefficients after a positive substitution."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from dpproofs.checkers.normal import Undecided, field
from dpproofs.checkers.points import falsify
from dpproofs.checkers.positivity import Sign
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


def decide(relation: Relation, domain: Domain) -> Finding:
    """The same for a relation that is not a step of its own."""
    found = shown(relation, domain)
    point = None if found.established else falsify(relation, domain)
    return found if point is None else refuted(f"false at {point}")


def shown(relation: Relation, domain: Domain) -> Finding:
    """Established or unknown: no point is looked for, as few need one and many ask this again."""
    sign = _sign(relation.lhs, relation.rhs, domain)
    if isinstance(sign, str):
        return unknown(sign)
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
    if not holds:
        return unknown("the sign is not shown by coefficients")
    return established(
        Grade.proved,
        "each irreducible factor keeps one sign: after a positive substitution all its "
        "coefficients agree",
    )


@lru_cache(maxsize=4096)
def _sign(left: sp.Expr, right: sp.Expr, domain: Domain) -> Sign | str | None:
    """The sign of a difference, None when it is not shown, or why there is none."""
    try:
        return field(domain, (left, right)).sign(left, right)
    except (Undecided, ZeroDivisionError) as problem:
        return str(problem)
