"""Textbook rules: premises and conclusion are compared with the rule's formal shape."""

from __future__ import annotations

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.rules import instance
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "rule"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the steps used are the premises, in order, and the step the conclusion."""
    name, bindings = step.hints["rule"], step.hints["bindings"]
    premises, conclusion = instance(name, bindings, step.goal.domain)
    given = [derivation.step(used).goal.to_json() for used in step.uses]
    if given != [premise.to_json() for premise in premises]:
        return unknown(f"the steps used are not the premises of the rule '{name}'")
    if step.goal.to_json() != conclusion.to_json():
        return unknown(f"the step is not the conclusion of the rule '{name}'")
    trees = {key: to_tree(value) for key, value in bindings.items()}
    return established(Grade.proved, f"by the rule '{name}'", rule=name, bindings=trees)
