"""Linear programs, by multipliers."""

from __future__ import annotations

from dpproofs.replaying.calculus import ONE, ZERO, minus, number, put, times
from dpproofs.replaying.reader import Proposition, Tree, many, need, symbols, tree, values
from dpproofs.replaying.task import Evidence, Task, method


@method("duality", "program", point=values, multipliers=many(tree))
def duality(task: Task, claim: Proposition, evidence: Evidence) -> str:
    """A feasible point and multipliers of the rows, both of the stated value.

    What is left of the objective less the value when the multiples of the rows are taken away
    has no negative coefficient.
    """
    names, rows = claim["variables"], (*claim["constraints"], *claim["equations"])
    point, many_ = evidence["point"], evidence["multipliers"]
    need(set(point) == set(names) and len(many_) == len(rows), "not a value for each name and row")
    need(not symbols((*point.values(), *many_)) & set(names), "the variables occur in their values")
    gap = minus(claim["objective"], claim["value"])
    need(all(affine(row, set(names)) for row in (gap, *rows)), "the program is not affine")
    at = [put(row, point) for row in rows]
    count = len(claim["constraints"])
    rest = (
        "add",
        gap,
        ZERO,
        *(times(number(-1), y, row) for y, row in zip(many_, rows, strict=True)),
    )
    origin = dict.fromkeys(names, ZERO)
    constant = put(rest, origin)
    slopes_ = [minus(put(rest, {**origin, name_: ONE}), constant) for name_ in names]
    for node in (*point.values(), *at[:count], *many_[:count], constant, *slopes_):
        need(task.shows(node, ">=", ZERO), "something is not shown to be nonnegative")
    for node in (*at[count:], put(gap, point)):
        need(task.shows(node, "==", ZERO), "an equation, or the value, is not met")
    return "certified"


def affine(node: Tree, names: set[str]) -> bool:
    """Whether a tree is a sum of multiples of some variables, by its form."""
    if not symbols(node) & names or node[0] == "sym":
        return True
    parts = [part for part in node[1:] if symbols(part) & names]
    single = node[0] == "mul" and len(parts) == 1
    return (node[0] == "add" or single) and all(affine(part, names) for part in parts)
