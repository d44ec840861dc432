"""From an expected cost to a weaker bound on it."""

from __future__ import annotations

from dataclasses import replace

from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_goal
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Minimum, Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "weaken"
#: From ``E op v`` and ``v op' w`` to ``E op'' w``.
CHAIN = {
    ("==", "=="): "==", ("==", "<"): "<", ("==", "<="): "<=", ("==", ">"): ">", ("==", ">="): ">=",
    ("<", "<"): "<", ("<", "<="): "<", ("<=", "<"): "<", ("<=", "<="): "<=",
    ("<", "=="): "<", ("<=", "=="): "<=", (">", "=="): ">", (">=", "=="): ">=",
    (">", ">"): ">", (">", ">="): ">", (">=", ">"): ">", (">=", ">="): ">=",
}  # fmt: skip
WEAKER = {
    "==": ("==", "<=", ">="),
    "<": ("<", "<="),
    ">": (">", ">="),
    "<=": ("<=",),
    ">=": (">=",),
}
REVERSED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


def check(step: Step, derivation: Derivation) -> Finding:
    """Established from a step ``E cost op v`` and, unless v stays, a relation of v to the bound, or
    the minimum of a function of which v is a value.
    """
    claim = step.goal.proposition
    steps = [derivation.step(name) for name in step.uses]
    said = steps[0].goal.proposition if steps else None
    if not isinstance(claim, Expected) or not isinstance(said, Expected) or len(steps) > 2:
        return unknown("an expected cost, from a step that bounds it, is needed")
    op, value = said.op, said.value
    if len(steps) == 2:
        try:
            bound = _compared(steps[1].goal, step, derivation)
        except Undecided as problem:
            return unknown(str(problem))
        op, value = _chained(said, bound, claim, step), claim.value
    wanted = replace(said, op=claim.op, value=value)
    here = same_goal(Goal(wanted, steps[0].goal.domain), step.goal)
    if not here or claim.op not in WEAKER.get(op, ()):
        return unknown("does not follow from the bound")
    return established(Grade.proved, "a weaker bound")


def _compared(bound: Goal, step: Step, derivation: Derivation) -> Goal:
    """A bound; of a minimum, that the least value is no larger than one where the variable is."""
    said = bound.proposition
    if not isinstance(said, Minimum):
        return bound
    whole = Variable(said.variable, said.lower, said.upper, said.ends)
    for variable in bound.domain & whole:
        lies_in(variable, {}, known(step, derivation))
    least = said.function.xreplace({said.variable: said.at})
    return Goal(Relation(least, "<=", said.function), step.goal.domain)


def _chained(said: Expected, bound: Goal, claim: Expected, step: Step) -> str:
    """What follows for the stated value from a relation to the one that is known; or nothing."""
    relation = bound.proposition
    if not isinstance(relation, Relation) or relation.op not in REVERSED:
        return ""
    turned = Relation(relation.rhs, REVERSED[relation.op], relation.lhs)
    for way in (relation, turned):
        wanted = Goal(Relation(said.value, way.op, claim.value), step.goal.domain)
        if same_goal(Goal(way, bound.domain), wanted):
            return CHAIN.get((said.op, way.op), "")
    return ""
