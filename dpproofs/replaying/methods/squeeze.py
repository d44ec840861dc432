"""Limits between two bounds."""

from __future__ import annotations

from dpproofs.replaying.reader import Domain, Goal, Proposition, need
from dpproofs.replaying.task import Evidence, Task, method, relation


@method("squeeze", "limit")
def squeeze(task: Task, claim: Proposition, _: Evidence) -> None:
    """Two earlier steps bound the expression near the point; the bounds have the stated limit."""
    goals, bounds = [task.earlier[used].goal for used in task.step.uses], []
    for goal in goals:
        if goal.claim.kind == "relation" and near(goal.domain, task.domain, claim):
            low, _op, high = relation(goal.claim, "<", "<=")
            bounds += [(0, low)] * (high == claim["expression"])
            bounds += [(1, high)] * (low == claim["expression"])
    tend = {
        side
        for side, bound in bounds
        if bound == claim["value"] or Goal(claim.changed(expression=bound), task.domain) in goals
    }
    need(len(tend) == 2, "no bounds on both sides that have the stated limit")


def near(domain: Domain, parameters: Domain, claim: Proposition) -> bool:
    """Whether a domain is that of the parameters and of a variable that reaches the point."""
    more = [v for v in domain if v not in parameters]
    if len(more) != 1 or len(domain) != len(parameters) + 1:
        return False
    above, point = claim["side"] == "+", claim["point"]
    reaches = point == (more[0].lower if above else more[0].upper) and (bool(point) or not above)
    return (
        reaches
        and more[0].name == claim["variable"]
        and not (more[0].integer or more[0].root or more[0].hollow)
        and more[0].ends != "[]"  # which might be one point
    )
