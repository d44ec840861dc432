"""Consequences as chains: each link replaces what a fact is about by what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass
from dpproofs.render.notation import OPERATORS, expression
from dpproofs.render.proofs.form import Equation
from dpproofs.render.proofs.reading import Reading

MOST_LINKS = 5
MOST_SIZE = 60  # operations of a term in a link


def chain(
    step: Step, facts: Sequence[tuple[str, Any, Any]], derivation: Derivation, reading: Reading
) -> Equation | None:
    """The left side, link by link, up to the right side; None where no order of the facts works."""
    goal = step.goal.proposition
    if (
        not isinstance(goal, Relation)
        or goal.op not in ("<=", "<", "==")
        or not 2 <= len(facts) <= MOST_LINKS
    ):
        return None
    known = [_fact(name, values, times, derivation) for name, values, times in facts]
    if any(fact is None for fact in known):
        return None
    waiting = [fact for fact in known if fact is not None]
    current = goal.lhs
    links: list[tuple[str, sp.Expr]] = []
    while waiting:
        used = _next(current, waiting)
        if used is None:
            return None
        fact, flipped = used
        waiting.remove(fact)
        lhs, op, rhs = fact
        current = _tidy(current + lhs - rhs if flipped else current - lhs + rhs)
        links.append((op, current))
    if not links or sp.expand(links[-1][1] - goal.rhs) != 0:
        return None
    most = max(map(_terms, (goal.lhs, goal.rhs)))
    told = [(op, term) for op, term in links[:-1] if op != "==" or _terms(term) <= most]
    texts = [(OPERATORS[op], expression(reading.expression(term))) for op, term in told]
    if any(sp.count_ops(term) > MOST_SIZE for _, term in links):
        return None
    last = (OPERATORS[links[-1][0]], expression(reading.expression(goal.rhs)))
    return Equation(expression(reading.expression(goal.lhs)), (*texts, last))


def _terms(value: sp.Expr) -> int:
    return len(sp.Add.make_args(value))


Fact = tuple[sp.Expr, str, sp.Expr]


def _fact(name: str, values: Any, times: Any, derivation: Derivation) -> Fact | None:
    """A fact at its values, times its multiplier, so that the left side is not above the right."""
    claim = derivation.step(name).goal.proposition
    if not isinstance(claim, Relation) or claim.op not in ("<=", "<", "=="):
        return None
    at = {symbol: sp.S(value) for symbol, value in values.items()}
    lhs, rhs = (sp.S(times) * side.xreplace(at) for side in (claim.lhs, claim.rhs))
    return lhs, claim.op, rhs


def _next(current: sp.Expr, waiting: Sequence[Fact]) -> tuple[Fact, bool] | None:
    """A fact whose left side (or for an equation either side) stands in a term."""
    for fact in waiting:
        lhs, op, rhs = fact
        for side, flipped in ((lhs, False), *(((rhs, True),) if op == "==" else ())):
            atoms = _atoms(side)
            if atoms and all(_share(current, atom) == _share(side, atom) != 0 for atom in atoms):
                return fact, flipped
    return None


def _atoms(side: sp.Expr) -> set[sp.Expr]:
    masses: set[sp.Expr] = side.atoms(Mass)
    inside = {found for mass in masses for found in mass.atoms(AppliedUndef)}
    functions: set[sp.Expr] = side.atoms(AppliedUndef)
    return masses | (functions - inside)


def _share(value: sp.Expr, atom: sp.Expr) -> sp.Expr:
    """The coefficient of a term, in the sum that a value is."""
    return sp.expand(sp.expand(value).coeff(atom))


def _tidy(value: sp.Expr) -> sp.Expr:
    """The same, collected in its masses and values of functions."""
    expanded = sp.expand(value)
    atoms = _atoms(expanded)
    return (
        sp.collect(expanded, sorted(atoms, key=sp.default_sort_key))
        if atoms
        else sp.factor_terms(expanded)
    )
