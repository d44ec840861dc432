"""Places at which a proposition is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dpproofs.replaying import balls
from dpproofs.replaying.calculus import minus, put
from dpproofs.replaying.methods.instead import at_point, hypotheses_hold
from dpproofs.replaying.reader import Proposition, Step, Tree, Variable, fields, need, tree
from dpproofs.replaying.task import METHODS, Evidence, Task, method

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
    """At one exact point of the domain, where the hypotheses hold, the proposition is false."""
    point, inner, domain, wanted = dict(claim["point"]), claim["proposition"], task.domain, False
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
    parameters = {v.name for v in domain} & task.names.parameters.keys()
    if parameters or claim["objects"] or task.names.spoken(inner, domain):
        hypotheses_hold(task, dict(claim["objects"]), point)  # else it does not depend on them
    return _false(task, (left, op, right), point, wanted)


def _false(
    task: Task, said: tuple[Tree, str, Tree], point: Mapping[str, Tree], wanted: bool
) -> str:
    left, op, right = put(said[0], point), said[1], put(said[2], point)
    found = balls.truth(task.algebra, left, op, right)
    need(found is wanted, "not shown to be false at the point")
    return "enclosed" if balls.exact(task.algebra, minus(left, right)) is None else "proved"
