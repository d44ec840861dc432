"""A function that is constant on its pieces does not increase on [0, oo) when no piece is higher
than the one before.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.define import undefined
from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_goal
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Pieces
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "falling"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``f(x + h) <= f(x)``, x >= 0 and h > 0, from steps that compare each piece
    with the next, the last of a period with the first of the following one.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    found = derivation.definition(step.hints["name"])
    if not isinstance(found, Pieces) or len(domain.variables) < 2:
        return unknown("a function that is defined in pieces is needed")
    *before, first, second = domain.variables
    x, h = found.variable, second.symbol
    ranges = (Variable(x, sp.Integer(0), sp.oo, "[)"), Variable(h, sp.Integer(0), sp.oo))
    here, beyond = found(*found.arguments, x), found(*found.arguments, x + h)
    if (first, second) != ranges or claim != Relation(beyond, "<=", here):
        return unknown("not that the function does not increase on [0, oo)")
    if problem := undefined(found):
        return unknown(problem)
    if any(piece.value.has(x) for piece in found.pieces):
        return unknown("the function is not constant on its pieces")
    try:
        for variable in found.domain:
            lies_in(variable, {}, known(step, derivation))
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    given = [derivation.step(name).goal for name in step.uses]
    wanted = _comparisons(found, Domain(tuple(before)))
    if len(given) != len(wanted) or not all(map(same_goal, given, wanted)):
        return unknown("the steps used do not compare each piece with the next")
    return established(Grade.proved, "no piece is higher than the one before", name=found.name)


def _comparisons(found: Pieces, domain: Domain) -> list[Goal]:
    """What is to be shown: each value is at most the one before."""
    values = [piece.value for piece in found.pieces]
    following = list(values[1:])
    if found.index is not None:
        domain = domain & index(found.index, 0)
        following.append(values[0].xreplace({found.index: found.index + 1}))
    return [Goal(Relation(b, "<=", a), domain) for a, b in zip(values, following, strict=False)]
