"""Noise for which the hypotheses hold and a goal does not."""

from __future__ import annotations

from dpproofs.replaying.methods.instead import (
    at_point,
    hypotheses_hold,
    put_in,
    said_freely,
    speaks_of_noise,
)
from dpproofs.replaying.reader import Goal, Proposition, Step, need
from dpproofs.replaying.task import Evidence, Task, method

REVERSED = {
    "==": ("!=", "<", ">"), "!=": ("==",), "<": (">=",), "<=": (">",), ">": ("<=",), ">=": ("<",),
}  # fmt: skip


def _evidence(step: Step) -> Evidence:
    """Notes on which step says what; every step used is looked through all the same."""
    need(set(step.evidence) <= {"steps", "objects"}, "evidence: something else than notes")
    return {}


@method("refutation", "fails", read=_evidence)
def refutation(task: Task, claim: Proposition, _: Evidence) -> None:
    """Steps that rest on no hypothesis say the hypotheses, and the negation of the goal."""
    goal, objects = Goal(claim["proposition"], task.domain), dict(claim["objects"])
    point, given = dict(claim["point"]), task.sentence.statement.given
    need(goal in task.sentence.statement.printed, "what is refuted is not printed")
    noises = {each.name for each in given if each.kind == "noise"}
    need(set(objects) == noises, "not noise for each noise that is given")
    need(set(task.names.parameters) <= set(point), "the point does not have all parameters")
    at_point(task, task.domain, point)
    hypotheses_hold(task, objects, point)
    speaks_of_noise(task, goal, objects)
    need(goal.claim.kind in ("relation", "expected"), f"no negation of '{goal.claim.kind}'")
    wanted = put_in(goal.claim, objects, point)
    negations = [wanted.changed(op=op) for op in REVERSED[wanted["op"]]]
    fits = any(said_freely(task, negation, ()) for negation in negations)
    need(fits, "no step used says that the goal does not hold of the noise")
