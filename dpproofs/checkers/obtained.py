"""What is known of a number that a rule found: one of the facts listed there."""

from __future__ import annotations

from dpproofs.kernel.assertions import Obtain
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "obtained"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the step is a fact of the one step that it uses."""
    if len(step.uses) != 1:
        return unknown("uses the one step that finds the number")
    found = derivation.step(step.uses[0]).goal.proposition
    place = step.hints["fact"]
    if not isinstance(found, Obtain) or not 0 <= place < len(found.facts):
        return unknown("the step used finds no number, or not with this property")
    fact = found.facts[place]
    if (step.goal.proposition, step.goal.domain) != (fact.claim, fact.domain):
        return unknown("not what is known of the number")
    message = "as the number was found"
    return established(Grade.proved, message, **{"from": step.uses[0], "fact": place})
