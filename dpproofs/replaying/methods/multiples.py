"""From each multiple of a width to the next, and so for all x >= 0."""

from __future__ import annotations

from dpproofs.replaying.calculus import ONE, ZERO, times
from dpproofs.replaying.reader import Proposition, Variable, name, need, symbols, tree
from dpproofs.replaying.task import Evidence, Task, method


@method("multiples", "relation", variable=name, width=tree, index=name)
def multiples(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """One step says the same for n w <= x < (n + 1) w and n = 0, 1, ..., whatever comes after x."""
    x, w, n = evidence["variable"], evidence["width"], evidence["index"]
    places = [i for i, v in enumerate(task.domain) if v == Variable(x, ZERO, None, "[)")]
    need(len(places) == 1 and len(task.step.uses) == 1, f"not for all {x} >= 0, or not one step")
    before, after = task.domain[: places[0]], task.domain[places[0] + 1 :]
    names = {v.name for v in task.domain}
    fits = n not in names and symbols(w) <= {v.name for v in before}
    need(fits, "the index is a variable of the step, or the width is not fixed before x")
    fixed = {x, n} & set(task.names.parameters)
    need(not fixed, f"{', '.join(sorted(fixed))} is a parameter, which does not move")
    positive = task.algebra.shows(ZERO, "<", w, before)
    need(positive, "the width is not shown to be positive")
    count = Variable(n, ZERO, None, "[)", integer=True)
    low, high = times(("sym", n), w), times(("add", ("sym", n), ONE), w)
    over = (*before, count, Variable(x, low, high, "[)"), *after)
    fact = task.earlier[task.step.uses[0]]
    same = fact.goal.claim == claim and task.same_domain(over, fact.goal.domain)
    need(same, "the step used says something else, or elsewhere")
