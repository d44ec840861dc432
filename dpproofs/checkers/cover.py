"""What holds on every piece of a function holds on the whole half line [0, oo)."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.define import undefined
from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Pieces
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "cover"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established from steps that say the same on each piece, in order; the hint ``name`` is that
    of the function, whose variable comes last in the domain.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    found = derivation.definition(step.hints["name"])
    if not isinstance(claim, Relation) or not isinstance(found, Pieces) or not domain.variables:
        return unknown("a relation, and a function that is defined in pieces, are needed")
    half_line = Variable(found.variable, sp.Integer(0), sp.oo, "[)")
    if domain.variables[-1] != half_line:
        return unknown(f"the last variable is not {found.variable} in [0, oo)")
    if problem := undefined(found):
        return unknown(problem)
    before = Domain(domain.variables[:-1])
    try:
        for variable in found.domain:
            lies_in(variable, {}, known(step, derivation))
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    counted = before if found.index is None else before & index(found.index, 0)
    pieces = [
        counted & Variable(found.variable, *found.ends(place), "[)", hollow=True)
        for place in range(len(found.pieces))
    ]
    given = [derivation.step(name).goal for name in step.uses]
    if [(goal.proposition, goal.domain) for goal in given] != [(claim, piece) for piece in pieces]:
        return unknown("the steps used do not say the same on every piece")
    return established(Grade.proved, "the pieces cover the half line", name=found.name)
