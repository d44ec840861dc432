"""The mass that defined noise has at the origin."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.matching import exists, law, same_claim
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass, interval
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "atom"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``P(Q = 0) == atom``; the step used says that Q exists."""
    claim = step.goal.proposition
    masses = claim.lhs.atoms(Mass) if isinstance(claim, Relation) else set()
    if len(masses) != 1:
        return unknown("the mass of one set is needed")
    noise = next(iter(masses)).args[0]
    found = law(noise, derivation)
    if found is None or found.on != "line" or not exists(noise, step, derivation):
        return unknown("noise on the line that is defined here and shown to exist is needed")
    atom = found.atom.xreplace(dict(zip(found.arguments, noise.args, strict=True)))
    origin = interval(sp.Integer(0), sp.Integer(0), "[]")
    if not same_claim(Relation(Mass(noise, origin), "==", atom), claim, step.goal.domain):
        return unknown("not the mass at the origin")
    return established(Grade.proved, "the atom at the origin", existence=step.uses[0])
