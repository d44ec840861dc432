"""What stands in place of the parameters and of given noise, where a goal is to be false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dpproofs.replaying import balls
from dpproofs.replaying.calculus import put
from dpproofs.replaying.names import Meaning
from dpproofs.replaying.reader import Domain, Goal, Proposition, Tree, Variable, need, symbols
from dpproofs.replaying.task import Task, Values

Objects = Mapping[str, Tree]


def at_point(task: Task, domain: Domain, point: Values) -> None:
    """Reject unless a point lies in a domain and in that of the parameters.

    The parameters that the point leaves out are bounded by others that it may have, and their
    domain is not empty, so that they have values as well.
    """
    parameters, statement = task.names.parameters, task.sentence.statement
    own = {v.name for v in domain}
    fits = own <= set(point) <= own | parameters.keys()
    need(fits, "the point is not one of the domain")
    chosen = tuple(v for v in statement.parameters if v.name in point)
    spoken = symbols(tuple((v.lower, v.upper, v.root) for v in chosen))
    need(spoken <= set(point), "the point leaves a parameter out on which another depends")
    for part in (domain, chosen):
        inside = balls.inside(task.algebra, part, point)
        need(inside, "the point is not shown to lie in the domain")


def hypotheses_hold(task: Task, objects: Objects, point: Values) -> None:
    """Reject unless every hypothesis holds of some noise that exists, at a point.

    What is said of the noise, steps say that rest on no hypothesis, so that they hold whatever
    is given, and so of that noise as well, which does not depend on what is given.
    """
    statement, names = task.sentence.statement, task.names
    for name, noise in objects.items():
        given = Meaning("noise", 0, names.on(noise), rests=frozenset((name,)))
        need(names.table.get(name) == given, f"no noise that may stand for {name}")
        task.defining(noise)
        need(not names.rests(noise), f"the noise for {name} depends on what is given")
        said = [task.earlier[used] for used in task.step.uses]
        exists = any(fact.free and _about(task, fact, noise) for fact in said)
        need(exists, f"no step used shows that the noise for {name} exists")
    at = {key: value for key, value in point.items() if key in names.parameters}
    for hypothesis in statement.hypotheses:
        if not _met(task, hypothesis, at):
            speaks_of_noise(task, hypothesis, objects)
            own = tuple(_variable(v, at) for v in hypothesis.domain if v.name not in at)
            wanted = put_in(hypothesis.claim, objects, at)
            need(said_freely(task, wanted, own), "a hypothesis is not seen to hold")


def _about(task: Task, fact: Any, noise: Tree) -> bool:
    if fact.goal.claim.kind != "noise":
        return False
    try:
        task.about(fact, noise, ())
    except ValueError:
        return False
    return True


def _met(task: Task, hypothesis: Goal, at: Values) -> bool:
    """Whether a hypothesis about the parameters alone is seen to hold at some values of them."""
    claim = hypothesis.claim
    plain = claim.kind == "relation" and not task.names.spoken(claim)
    if not (plain and symbols((claim["lhs"], claim["rhs"])) <= set(at)):
        return False
    left, right = put(claim["lhs"], at), put(claim["rhs"], at)
    return balls.truth(task.algebra, left, claim["op"], right) is True


def speaks_of_noise(task: Task, goal: Goal, objects: Objects) -> None:
    """Reject a goal that speaks of given functions, or of noise for which nothing stands."""
    for name in task.names.spoken(goal):
        meaning = task.names.table[name]
        stands = meaning.definition is not None or meaning.kind in ("set", "cost")
        need(stands or name in objects, f"nothing stands for {name}, which is given")


def _variable(v: Variable, at: Values) -> Variable:
    lower, upper = (end and put(end, at) for end in (v.lower, v.upper))
    return replace(v, lower=lower, upper=upper, root=v.root and (v.root[0], put(v.root[1], at)))


def put_in(claim: Proposition, objects: Objects, at: Values) -> Proposition:
    """A proposition about some noise in place of what is given, at a point."""

    def swapped(node: Any) -> Any:
        if type(node) is not tuple:
            return node
        if node[:1] == ("noise",) and node[1] in objects:
            return objects[node[1]]
        return tuple(map(swapped, node))

    parts = {
        key: put(swapped(part), at) if type(part) is tuple else part for key, part in claim.parts
    }
    return claim.changed(**parts)


def said_freely(task: Task, claim: Proposition, over: Domain) -> bool:
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
