"""Noise for which the hypotheses hold and a goal does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dpproofs.replay.calculus import put
from dpproofs.replay.methods.counterexample import at_point, met
from dpproofs.replay.reader import Domain, Goal, Proposition, Tree, need, symbols
from dpproofs.replay.task import Evidence, Task, method

REVERSED = {
    "==": ("!=", "<", ">"), "!=": ("==",), "<": (">=",), "<=": (">",), ">": ("<=",), ">=": ("<",),
}  # fmt: skip


@method("refutation", "fails", steps=lambda value, _: value)
def refutation(task: Task, claim: Proposition, _: Evidence) -> None:
    """Steps that rest on no hypothesis say the hypotheses, and the negation of the goal."""
    statement, names = task.sentence.statement, task.names
    goal = Goal(claim["proposition"], task.domain)
    need(goal in statement.printed, "what is refuted is not printed")
    objects, point = dict(claim["objects"]), dict(claim["point"])
    noises = {given.name for given in statement.given if given.kind == "noise"}
    need(set(objects) == noises, "not noise for each noise that is given")
    for name, noise in objects.items():
        same = names.table[name].arity == 0 and names.on(noise) == names.table[name].on
        need(same and not symbols(noise), f"not noise that may stand for {name}")
        task.defining(noise)
        need(not names.rests(noise), f"the noise for {name} depends on what is given")
        task.exists(noise, ())
    need(set(names.parameters) <= set(point), "the point does not have all parameters")
    at_point(task, task.domain, point)
    for hypothesis in statement.hypotheses:
        _speaks_of_noise(task, hypothesis)
        at = {key: value for key, value in point.items() if key in names.parameters}
        own = tuple(_variable(v, at) for v in hypothesis.domain if v.name not in at)
        fits = met(task, hypothesis.claim, at) or _said(
            task, put_in(hypothesis.claim, objects, at), own
        )
        need(fits, "no step used says that a hypothesis holds of the noise")
    _speaks_of_noise(task, goal)
    need(goal.claim.kind in ("relation", "expected"), f"no negation of '{goal.claim.kind}'")
    wanted = put_in(goal.claim, objects, point)
    negations = [wanted.changed(op=op) for op in REVERSED[wanted["op"]]]
    fits = any(_said(task, negation, ()) for negation in negations)
    need(fits, "no step used says that the goal does not hold of the noise")


def _speaks_of_noise(task: Task, goal: Goal) -> None:
    kinds = {task.names.table[name].kind for name in task.names.spoken(goal)
             if task.names.table[name].definition is None}  # fmt: skip
    need("function" not in kinds, "it speaks of a given function, which nothing stands for")


def _variable(v: Any, at: Mapping[str, Tree]) -> Any:
    lower, upper = (end and put(end, at) for end in (v.lower, v.upper))
    return replace(v, lower=lower, upper=upper, root=v.root and (v.root[0], put(v.root[1], at)))


def put_in(claim: Proposition, objects: Mapping[str, Tree], at: Mapping[str, Tree]) -> Proposition:
    """A proposition about some noise in place of what is given, at a point."""

    def swapped(node: Any) -> Any:
        if type(node) is not tuple:
            return node
        if node[:1] == ("noise",) and node[1] in objects:
            return objects[node[1]]
        return tuple(map(swapped, node))

    parts = {key: put(swapped(part), at) if type(part) is tuple else part
             for key, part in claim.parts}  # fmt: skip
    return claim.changed(**parts)


def _said(task: Task, claim: Proposition, over: Domain) -> bool:
    """Whether a step used, which rests on no hypothesis, says a proposition."""
    for name in task.step.uses:
        fact = task.earlier[name]
        if fact.free and fact.goal.claim.kind == claim.kind:
            try:
                if task.says(fact, claim, over):
                    return True
            except ValueError:
                continue
    return False
