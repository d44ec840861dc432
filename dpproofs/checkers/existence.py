"""Defined noise exists where its density and atom are not negative and add up to 1."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.define import undefined
from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, law
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.totals import Totals
from dpproofs.kernel.assertions import Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.objects import Law, Pieces
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "existence"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the steps used give each piece's sign and integral, and the sum of all."""
    claim = step.goal.proposition
    found = law(claim.noise, derivation) if isinstance(claim, Proper) else None
    density = None if found is None else derivation.definition(found.density)
    if not isinstance(claim, Proper) or found is None or not isinstance(density, Pieces):
        return unknown("noise that is defined by its density is needed")
    if claim.noise.args != found.arguments or density.arguments != found.arguments:
        return unknown("the noise is to be taken at the arguments of its definition")
    try:
        problem = _probability(step, derivation, found, density)
    except (Undecided, ZeroDivisionError) as error:
        problem = str(error)
    if problem:
        return unknown(problem)
    return established(Grade.proved, "the density is not negative, and the total mass is 1")


def _probability(step: Step, derivation: Derivation, found: Law, density: Pieces) -> str:
    domain, at = step.goal.domain, known(step, derivation)
    for definition in (density, found):
        if problem := undefined(definition):
            return problem
        for variable in definition.domain:
            lies_in(variable, {}, at)
    if not sign.shown(Relation(sp.Integer(0), "<=", found.atom), domain).established:
        return f"the atom {found.atom} is not shown to be nonnegative"
    if found.on == "integers" and found.atom != 0:
        return "noise on the integers has its mass at 0 from the density"
    totals = Totals(found, density, domain, (derivation.step(name) for name in step.uses))
    one = sp.Integer(1)
    mass = 2 * totals.total(one, signs=True) + totals.at_origin(one)
    if not identity.shown(that(mass) == 1, domain).established:
        return f"the total mass {mass} is not shown to be 1"
    return ""
