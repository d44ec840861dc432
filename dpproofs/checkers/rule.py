"""Textbook rules: premises and conclusion are compared with the rule's formal shape."""

from __future__ import annotations

from sympy.core.function import AppliedUndef

from dpproofs.checkers import sign
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Relation, less
from dpproofs.kernel.rules import FOUND, OWN, RULES, instance
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "rule"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the steps used are the premises, in order, and the step the conclusion."""
    name, bindings = step.hints["rule"], step.hints["bindings"]
    premises, conclusion = instance(name, bindings, step.goal.domain)
    parameters = Domain(tuple(v for v in step.goal.domain if v.symbol.name not in OWN))
    for key in RULES[name].positive:
        if not sign.decide(less(0, bindings[key]), parameters).established:
            return unknown(f"{key} = {bindings[key]} is not shown to be positive")
    if not _one_meaning(derivation):
        return unknown("a name stands for two different things in the rules applied")
    if not _new(derivation):
        return unknown("the name of a number that the rule finds is spoken of already")
    given = [derivation.step(used).goal.to_json() for used in step.uses]
    if given != [premise.to_json() for premise in premises]:
        return unknown(f"the steps used are not the premises of the rule '{name}'")
    if step.goal.to_json() != conclusion.to_json():
        return unknown(f"the step is not the conclusion of the rule '{name}'")
    trees = {key: to_tree(value) for key, value in bindings.items()}
    return established(Grade.proved, f"by the rule '{name}'", rule=name, bindings=trees)


#: For each name that a rule introduces, the bindings that say what it stands for.
MEANING = {
    "smaller": ("line",),
    "larger": ("function",),
    "set_smaller": ("smaller", "lower", "upper"),
    "set_larger": ("larger", "lower", "upper"),
    "cost": ("right", "left"),
    "place": ("curve", "lower", "upper"),
    "supremum": ("set", "start", "width"),
    "maximum": ("set", "start", "last"),
    "cheaper": ("near", "far", "width"),
    "dearer": ("function",),
}


def _one_meaning(derivation: Derivation) -> bool:
    """A name that rules introduce (a cost, the mass of a set) stands for one thing throughout."""
    meanings: dict[str, set[tuple[str, ...]]] = {}
    for step in derivation.steps:
        bindings = step.hints.get("bindings", {})
        for key, defining in MEANING.items():
            if key in bindings and all(other in bindings for other in defining):
                names = [str(v.symbol) for v in step.goal.domain] if key == "place" else []
                meaning = (key, *(str(bindings[other]) for other in defining), *names)
                meanings.setdefault(str(bindings[key]), set()).add(meaning)
    return all(len(found) == 1 for found in meanings.values())


def _new(derivation: Derivation) -> bool:
    """Whether nothing is known of the numbers that rules find but what the rules say: neither
    hypotheses nor that by which they are found speak of them.
    """
    spoken, places = [], set()
    for step in derivation.steps:
        bindings = step.hints.get("bindings", {})
        for found in FOUND & bindings.keys():
            places.add(str(bindings[found]))
            spoken += [value for key, value in bindings.items() if key != found]
        if step.method == "assume" and isinstance(claim := step.goal.proposition, Relation):
            ends = (
                end for variable in step.goal.domain for end in (variable.lower, variable.upper)
            )
            spoken += [claim.lhs, claim.rhs, *ends]
    return places.isdisjoint(str(part.func) for e in spoken for part in e.atoms(AppliedUndef))
