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
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "expectation"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``E cost(abs(Q)) == value``: the first step used says that Q exists, the
    second that the cost is not negative (where Q has a density and no atom, on (0, oo); else on
    [0, oo)), the others show the integrals and their sum. With the hint ``apart`` these are told of
    the first period apart, as a power of 0 is no power of a positive number.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Expected) or claim.op != "==" or len(step.uses) < 2:
        return unknown("an expected cost with == is needed, and steps that show it")
    found = law(claim.noise, derivation)
    density = None if found is None else derivation.definition(found.density)
    if found is None or not isinstance(density, Pieces):
        return unknown("noise that is defined by its density is needed")
    first, second, *rest = (derivation.step(name) for name in step.uses)
    if not isinstance(first.goal.proposition, Proper) or not exists(claim.noise, step, derivation):
        return unknown("the first step used does not say that the noise exists")
    smooth = found.on == "line" and found.atom == 0
    if not _nonnegative(second, claim, step.goal.domain, origin=not smooth):
        return unknown("the second step used does not say that the cost is nonnegative")
    arguments = dict(zip(found.arguments, claim.noise.args, strict=True))
    apart = step.hints.get("apart", False)
    try:
        totals = Totals(found, density, step.goal.domain, iter(rest), arguments)
        weight = claim.cost.xreplace({claim.variable: density.variable})
        value = 2 * totals.total(weight, signs=False, apart=apart) + totals.at_origin(weight)
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    if not identity.shown(that(value) == claim.value, step.goal.domain).established:
        return unknown(f"the total {value} is not shown to be the stated one")
    told = {"apart": True} if apart else {}
    return established(
        Grade.proved, "the cost integrated over every piece", existence=first.name, **told
    )


def _nonnegative(step: Step, claim: Expected, domain: Domain, *, origin: bool) -> bool:
    """Whether a step says that the cost is not negative; without ``origin``, but for the cost of 0,
    which has no mass.
    """
    kinds = ("[)",) if origin else ("[)", "()")
    ahead = [[Variable(claim.variable, sp.Integer(0), sp.oo, ends)] for ends in kinds]
    said = Relation(sp.Integer(0), "<=", claim.cost)
    extra = [v for v in step.goal.domain if v not in domain.variables]
    return step.goal.proposition == said and extra in ahead
