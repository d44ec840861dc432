"""One relation on pieces of an interval."""

from __future__ import annotations

from dpproofs.replaying.calculus import ONE
from dpproofs.replaying.reader import Domain, End, Proposition, Variable, need
from dpproofs.replaying.task import Evidence, Task, method


@method("cases", "relation")
def cases(task: Task, claim: Proposition, _: Evidence) -> None:
    """Earlier steps say the same on pieces of the last variable's interval that cover it."""
    goals = [task.earlier[used].goal for used in task.step.uses]
    need(bool(task.domain and goals), "needs a variable, and earlier steps")
    *others, whole = task.domain
    need(not whole.root, "the last variable is not an interval's")
    for goal in goals:
        fits = goal.claim == claim and goal.domain[:-1] == tuple(others) and len(goal.domain) > 0
        need(fits, "a step used says something else, or elsewhere")
    pieces = [goal.domain[-1] for goal in goals]
    kind = (whole.name, whole.integer, None)
    same = all((v.name, v.integer, v.root) == kind for v in pieces)
    need(same, "a piece is not one of the last variable's interval")
    reached, beyond = whole.lower, whole.ends[0] == "("  # and whether that point is covered
    for v in pieces:
        joins = v.lower == reached and (beyond or v.ends[0] == "[")
        joins = joins or (beyond and _next(task, reached, v, tuple(others)))
        need(joins, "the pieces leave a gap")
        reached, beyond = v.upper, v.ends[1] == "]"
    need(reached == whole.upper and (beyond or whole.ends[1] == ")"), "the pieces leave a gap")


def _next(task: Task, reached: End, v: Variable, around: Domain) -> bool:
    """Whether a piece of integers begins with the one after the integer that was reached."""
    if not (v.integer and reached and v.lower):
        return False
    return task.algebra.shows(v.lower, "==", ("add", reached, ONE), around)
