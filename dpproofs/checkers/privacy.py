"""Privacy at one set and one shift: ``P(T) <= exp(epsilon) P(T + d) + delta``."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.integers import integral
from dpproofs.checkers.matching import fits, known, law, same_claim
from dpproofs.checkers.valued import set_without_value
from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import set_tree, to_tree
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "privacy"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for a shift that is shown to be at most the sensitivity.

    The first step used says that the noise is private; the hints are ``set`` and ``shift``.
    """
    where, shift = step.hints["set"], sp.S(step.hints["shift"])
    said = derivation.step(step.uses[0]).goal if step.uses else None
    if said is None or not isinstance(said.proposition, Private):
        return unknown("the first step used does not say that a noise is private")
    claim, at = said.proposition, known(step, derivation)
    if not fits(claim.noise, claim.noise, said.domain, at):
        return unknown("the noise is not shown to be private here")
    wanted = Relation(
        Mass(claim.noise, where), "<=",
        sp.exp(claim.epsilon) * Mass(claim.noise, Moved(where, shift)) + claim.delta,
    )  # fmt: skip
    if not same_claim(wanted, step.goal.proposition, step.goal.domain):
        return unknown("not what privacy says of this set and shift")
    if problem := set_without_value(Moved(where, shift), step.goal.domain):
        return unknown(problem)
    for room in (claim.sensitivity - shift, claim.sensitivity + shift):
        if not at.positive(room, strictly=False):
            return unknown(f"the shift {shift} is not shown to be at most {claim.sensitivity}")
    if _on_integers(claim.noise, derivation) and not integral(shift, step.goal.domain):
        return unknown(f"the shift {shift} is not shown to be an integer")
    evidence = {"private": step.uses[0], "set": set_tree(where), "shift": to_tree(shift)}
    return established(Grade.proved, "privacy at one set and one shift", **evidence)


def _on_integers(noise: sp.Expr, derivation: Derivation) -> bool:
    found = law(noise, derivation)
    if found is not None:
        return found.on == "integers"
    given = derivation.statement.given if derivation.statement else ()
    return any(g.name == str(noise.func) and g.on == "integers" for g in given)
