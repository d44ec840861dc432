"""Even noise gives a set and its reflection the same mass."""

from __future__ import annotations

from dpproofs.checkers.matching import fits, known, same_claim
from dpproofs.checkers.valued import set_without_value
from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import set_tree
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass, Mirror
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "mirror"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``P(-T) == P(T)``, T being the hint ``set``."""
    where = step.hints["set"]
    said = derivation.step(step.uses[0]).goal if step.uses else None
    if said is None or not isinstance(said.proposition, Even):
        return unknown("the first step used does not say that a noise is even")
    noise = said.proposition.noise
    wanted = Relation(Mass(noise, Mirror(where)), "==", Mass(noise, where))
    here = fits(noise, noise, said.domain, known(step, derivation))
    if not here or not same_claim(wanted, step.goal.proposition, step.goal.domain):
        return unknown("not what evenness says of this set")
    if problem := set_without_value(where, step.goal.domain):
        return unknown(problem)
    evidence = {"even": step.uses[0], "set": set_tree(where)}
    return established(Grade.proved, "the noise is even", **evidence)
