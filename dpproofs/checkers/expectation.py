"""The expected cost of defined noise, from the integrals over the pieces of its density."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import identity
from dpproofs.checkers.matching import exists, law
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.totals import Totals
from dpproofs.kernel.assertions import Expected, Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.objects import Pieces
from dpproofs.kernel.proposition import Relation, equal
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "expectation"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``E cost(abs(Q)) == value``: the first step used says that Q exists, the
    second that the cost is not negative on [0, oo), the others show the integrals and their sum.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Expected) or claim.op != "==" or len(step.uses) < 2:
        return unknown("an expected cost with == is needed, and steps that show it")
    found = law(claim.noise, derivation)
    density = None if found is None else derivation.definition(found.density)
    if found is None or not isinstance(density, Pieces) or claim.noise.args != found.arguments:
        return unknown("defined noise at the arguments of its definition is needed")
    first, second, *rest = (derivation.step(name) for name in step.uses)
    if not isinstance(first.goal.proposition, Proper) or not exists(claim.noise, step, derivation):
        return unknown("the first step used does not say that the noise exists")
    if not _nonnegative(second, claim, step.goal.domain):
        return unknown("the second step used does not say that the cost is nonnegative")
    try:
        totals = Totals(found, density, step.goal.domain, iter(rest))
        weight = claim.cost.xreplace({claim.variable: density.variable})
        value = 2 * totals.total(weight, signs=False) + totals.at_origin(weight)
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    if not identity.shown(equal(value, claim.value), step.goal.domain).established:
        return unknown(f"the total {value} is not shown to be the stated one")
    return established(Grade.proved, "the cost integrated over every piece", existence=first.name)


def _nonnegative(step: Step, claim: Expected, domain: Domain) -> bool:
    half_line = Variable(claim.variable, sp.Integer(0), sp.oo, "[)")
    said = Relation(sp.Integer(0), "<=", claim.cost)
    extra = [v for v in step.goal.domain if v not in domain.variables]
    return step.goal.proposition == said and extra == [half_line]
