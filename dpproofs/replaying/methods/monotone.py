"""Relations at the ends of intervals, and over boxes."""

from __future__ import annotations

from dpproofs.replaying import balls
from dpproofs.replaying.calculus import ZERO, at_end, minus
from dpproofs.replaying.infinity import Far
from dpproofs.replaying.reader import Proposition, Tree, need
from dpproofs.replaying.task import Evidence, Task, method, relation


@method("region", "relation", boxes=lambda value, _: value)
def region(task: Task, claim: Proposition, _: Evidence) -> str:
    """Branch and bound in ball arithmetic; the number of boxes in the evidence is not used."""
    least: dict[str, int] = {}
    if task.step.uses:
        left, _op, right = relation(claim, "<")
        least = slopes(task, minus(right, left))
    need(balls.covered(task.algebra, task.step.goal, least), "boxes remain that are not enclosed")
    return "enclosed"


def slopes(task: Task, gap: Tree) -> dict[str, int]:
    """For each variable in which a difference moves one way, 0 or 1: at which end it is least.

    Pairs of earlier steps show it: a derivative of the difference, and that derivative's sign.
    """
    uses, found = task.step.uses, {}
    need(len(uses) % 2 == 0, "the steps used do not come in pairs")
    for slope, sign in zip(uses[::2], uses[1::2], strict=True):
        change, word = task.earlier[slope].goal, task.earlier[sign].goal
        low, _op, high = relation(word.claim, "<")
        fits = change.domain == word.domain == task.domain and change.claim.kind == "derivative"
        need(fits, "the steps used are about something else")
        ends = [end for end, zero in enumerate((low, high)) if zero == ZERO]
        fits = len(ends) == 1 and task.shows(change.claim["function"], "==", gap)
        fits = fits and task.shows((high, low)[ends[0]], "==", change.claim["value"])
        need(fits, "the steps used are not the derivative of the difference and its sign")
        found[change.claim["variable"]] = ends[0]
    return found


@method("increasing", "relation")
def increasing(task: Task, claim: Proposition, _: Evidence) -> None:
    """Right at the left end, and the difference increases from there."""
    monotone(task, claim, least=0)


@method("decreasing", "relation")
def decreasing(task: Task, claim: Proposition, _: Evidence) -> None:
    """Right at the right end, and the difference decreases to it."""
    monotone(task, claim, least=1)


def monotone(task: Task, claim: Proposition, least: int) -> None:
    """The difference moves one way, and is not negative at the end where it is least."""
    left, _op, right = relation(claim, "<")
    need(bool(task.domain) and len(task.step.uses) == 2, "needs a variable and two earlier steps")
    *others, v = task.domain
    end, gap = (v.lower, v.upper)[least], minus(right, left)
    need(v.ends[least] in "()", f"{v.name} does not move freely")
    need(slopes(task, gap) == {v.name: least}, f"the difference does not move so with {v.name}")
    if end:
        at = at_end(task.algebra, gap, v.name, end, tuple(others))
        right_there = task.algebra.shows(at, ">=", ZERO, tuple(others))
    else:
        right_there = task.algebra.over(
            task.domain,
            lambda field: field.holds(
                Far(field, v.name, 2 * least - 1).limit(field.value(gap)), ">="
            ),
        )
    need(right_there, "not shown to be right at the end")
