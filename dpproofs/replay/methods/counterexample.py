"""Places at which a proposition is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dpproofs.replay import balls
from dpproofs.replay.calculus import minus, put
from dpproofs.replay.reader import (
    Domain,
    Proposition,
    Step,
    Tree,
    Variable,
    fields,
    need,
    symbols,
    tree,
)
from dpproofs.replay.task import METHODS, Evidence, Task, method

INSTEAD = ("derivative", "integral", "limit")  # another value of these refutes one


def _evidence(step: Step) -> Evidence:
    """Another value and how it is shown, where that refutes."""
    kind = step.goal.claim["proposition"].kind
    if kind not in INSTEAD:
        return fields(step.evidence, "evidence", {})
    found = fields(step.evidence, "evidence", {"instead": tree, "shown": lambda value, _: value})
    shown = replace(step, evidence=found["shown"])
    return {**found, "shown": METHODS[kind].read(shown)}


@method("counterexample", "fails", read=_evidence)
def counterexample(task: Task, claim: Proposition, evidence: Evidence) -> str:
    """At one exact point of the domain the proposition is false."""
    point, inner, domain, wanted = dict(claim["point"]), claim["proposition"], task.domain, False
    need(not claim["objects"], "objects are given to a refutation only")
    if inner.kind == "relation":
        left, op, right = inner["lhs"], inner["op"], inner["rhs"]
    elif inner.kind == "minimum":  # elsewhere in the interval the function is smaller
        left, op, wanted = inner["function"], "<", True
        right = put(left, {inner["variable"]: inner["at"]})
        own = Variable(inner["variable"], inner["lower"], inner["upper"], inner["ends"])
        domain = (*domain, own)
    else:  # another value is right
        need(inner.kind in INSTEAD, "no counterexample to a proposition of this kind")
        left, op, right = evidence["instead"], "==", inner["value"]
        METHODS[inner.kind].show(task, inner.changed(value=left), evidence["shown"])
    at_point(task, domain, point)
    at = {key: value for key, value in point.items() if key in task.names.parameters}
    for hypothesis in task.sentence.statement.hypotheses:
        need(met(task, hypothesis.claim, at), "a hypothesis is not seen to hold at the point")
    left, right = put(left, point), put(right, point)
    found = balls.truth(task.algebra, left, op, right)
    need(found is wanted, "not shown to be false at the point")
    return "enclosed" if balls.exact(task.algebra, minus(left, right)) is None else "proved"


def at_point(task: Task, domain: Domain, point: Mapping[str, Tree]) -> None:
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


def met(task: Task, hypothesis: Proposition, point: Mapping[str, Tree]) -> bool:
    """Whether a hypothesis about the parameters alone is seen to hold at some values of them."""
    plain = hypothesis.kind == "relation" and not task.names.spoken(hypothesis)
    if not (plain and symbols((hypothesis["lhs"], hypothesis["rhs"])) <= set(point)):
        return False
    left, right = put(hypothesis["lhs"], point), put(hypothesis["rhs"], point)
    return balls.truth(task.algebra, left, hypothesis["op"], right) is True
