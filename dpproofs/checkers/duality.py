"""Linear programs: a feasible point and a solution of the dual that give the same value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.valued import without_value
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Program, Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "duality"
ZERO = sp.Integer(0)


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the hints give a feasible point and multipliers with the stated value.

    The hint ``point`` maps every variable to its value; ``multipliers`` has a number for each
    constraint, then one for each equation. With the value and the multiples of constraints and
    equations taken from the objective, what remains must have no negative coefficient.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Program):
        return unknown("needs a linear program")
    point: Mapping[sp.Symbol, sp.Expr] = step.hints.get("point", {})
    multipliers = [sp.S(number) for number in step.hints.get("multipliers", ())]
    rows = (*claim.constraints, *claim.equations)
    given = bool(point) and set(point) == set(claim.variables) and len(multipliers) == len(rows)
    if not given:
        return unknown("needs a value for each variable, and a multiplier for each row")
    if not all(_affine(row, claim.variables) for row in (claim.objective, *rows)):
        return unknown("the program is not affine in its variables")
    orthant = domain & Domain(tuple(Variable(z, ZERO, sp.oo, "[)") for z in claim.variables))
    problem = (
        without_value((claim.objective, *rows), orthant)
        or without_value(multipliers, domain)
        or _primal(claim, point, domain)
        or _all(multipliers[: len(claim.constraints)], ">=", domain, "a multiplier")
        or _dual(claim, multipliers, domain)
    )
    if problem:
        return unknown(problem)
    return established(
        Grade.certified,
        "a feasible point and a solution of the dual program have the same value",
        point={symbol.name: to_tree(sp.S(value)) for symbol, value in point.items()},
        multipliers=[to_tree(number) for number in multipliers],
    )


def _affine(row: sp.Expr, variables: tuple[sp.Symbol, ...]) -> bool:
    row = sp.S(row)
    return bool(row.is_polynomial(*variables)) and sp.Poly(row, *variables).total_degree() <= 1


def _primal(claim: Program, point: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> str:
    """What is wrong with the point, or nothing."""
    here = {symbol: sp.S(value) for symbol, value in point.items()}
    at = [row.xreplace(here) for row in claim.constraints]
    exact = [row.xreplace(here) for row in (*claim.equations, claim.objective - claim.value)]
    return (
        _all(here.values(), ">=", domain, "a variable")
        or _all(at, ">=", domain, "a constraint")
        or _all(exact, "==", domain, "an equation, or the value,")
    )


def _dual(claim: Program, multipliers: list[sp.Expr], domain: Domain) -> str:
    """What is wrong with the multipliers, or nothing."""
    rows = zip(multipliers, (*claim.constraints, *claim.equations), strict=True)
    rest = claim.objective - claim.value - sum((y * row for y, row in rows), ZERO)
    coefficients = sp.Poly(rest, *claim.variables).coeffs()
    return _all(coefficients, ">=", domain, "a coefficient of what the multipliers leave")


def _all(values: Iterable[sp.Expr], op: str, domain: Domain, what: str) -> str:
    for value in values:
        found = sign.decide(Relation(value, op, ZERO), domain)
        if not found.established:
            return f"{what} is not shown to be {op} 0: {found.message}"
    return ""
