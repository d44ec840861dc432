"""A printed goal about given noise fails for one noise, at exact parameters.

That the noise keeps every hypothesis of the sentence, and that the goal is false of it, are earlier
steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers.matching import all_exist, same_goal
from dpproofs.checkers.points import inside
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import noise_tree
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Fails, Proposition, Relation
from dpproofs.kernel.scope import applied
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "refutation"
OPPOSITE = {
    "==": ("<", ">", "!="), "!=": ("==",), "<": (">=", ">", "=="), "<=": (">",),
    ">": ("<=", "<", "=="), ">=": ("<",),
}  # fmt: skip


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the steps used say, in order, that the noise keeps each hypothesis and
    that the goal is false of it; further steps used say that the noise exists.
    """
    claim, statement = step.goal.proposition, derivation.statement
    if not isinstance(claim, Fails) or statement is None or not claim.objects:
        return unknown("a goal that fails for some noise is needed")
    point, objects = dict(claim.point), dict(claim.objects)
    if problem := _complete(statement, step, point, objects):
        return unknown(problem)
    for noise in objects.values():
        if name := _depends(str(noise.func), derivation):
            return unknown(f"the noise depends on {name}, which is not defined")
    if missing := all_exist(objects.values(), step, derivation):
        return unknown(f"no step used says that {missing} exists")
    put = _substitution(point, objects)
    wanted = [_at(goal, statement.parameters, point, put) for goal in statement.hypotheses]
    if len(step.uses) <= len(wanted):
        return unknown("a step for each hypothesis, and one against the goal, are needed")
    given = [derivation.step(name).goal for name in step.uses]
    for goal, hypothesis in zip(given, wanted, strict=False):
        if not same_goal(goal, hypothesis):
            return unknown("a hypothesis is not shown of this noise")
    if not _against(given[len(wanted)], claim.proposition.map(put)):
        return unknown("the goal is not shown to be false of this noise")
    trees = {name: noise_tree(noise) for name, noise in objects.items()}
    return established(Grade.proved, "a noise for which it is false", objects=trees)


def _complete(
    statement: Statement,
    step: Step,
    point: Mapping[sp.Symbol, sp.Expr],
    objects: Mapping[str, sp.Expr],
) -> str:
    """What is missing to put numbers for all variables and noise for all given objects."""
    names = {symbol.name for symbol in point}
    region = Domain(
        (*(v for v in statement.parameters if v.symbol not in {w.symbol for w in step.goal.domain}),
         *step.goal.domain)
    )  # fmt: skip
    if names != {v.symbol.name for v in region} or not inside(region, point):
        return "the point is not shown to lie in the domain"
    if not inside(statement.parameters, point):
        return "the parameters are not shown to lie in their domain"
    noises = {(given.name, given.arity) for given in statement.given if given.kind == "noise"}
    if {(name, 0) for name in objects} != noises or len(noises) < len(statement.given):
        return "a noise for each given object is needed"
    if any(argument.free_symbols for noise in objects.values() for argument in noise.args):
        return "the noise is not given at exact numbers"
    return ""


def _depends(name: str, derivation: Derivation) -> str:
    """What is given or found, and not defined, on which something defined depends; or nothing."""
    found = derivation.definition(name)
    if found is None:
        return name
    spoken = sorted({used for used, _, _ in applied(found)})
    return next(filter(None, (_depends(used, derivation) for used in spoken)), "")


def _substitution(
    point: Mapping[sp.Symbol, sp.Expr], objects: Mapping[str, sp.Expr]
) -> Callable[[sp.Expr], sp.Expr]:
    def named(part: sp.Basic) -> bool:
        return isinstance(part, AppliedUndef) and str(part.func) in objects and not part.args

    def put(expression: sp.Expr) -> sp.Expr:
        if named(expression):
            return objects[str(expression.func)]
        replaced = expression.xreplace(dict(point))
        noises = {part for part in replaced.atoms(AppliedUndef) if named(part)}
        return replaced.xreplace({part: objects[str(part.func)] for part in noises})

    return put


def _at(
    goal: Goal,
    parameters: Domain,
    point: Mapping[sp.Symbol, sp.Expr],
    put: Callable[[sp.Expr], sp.Expr],
) -> Goal:
    """A hypothesis at exact parameters, about the noise that was found."""
    fixed = {variable.symbol for variable in parameters}
    own = tuple(
        Variable(v.symbol, put(v.lower), put(v.upper), v.ends, v.integer)
        for v in goal.domain
        if v.symbol not in fixed
    )
    return Goal(goal.proposition.map(put), Domain(own))


def _against(given: Goal, claim: Proposition) -> bool:
    """Whether a step says the opposite of a claim."""
    said = given.proposition
    if not isinstance(claim, Relation | Expected) or not isinstance(said, type(claim)):
        return False
    if len(given.domain.variables) or said.op not in OPPOSITE[claim.op]:
        return False
    return same_goal(given, Goal(replace(claim, op=said.op), Domain()))
