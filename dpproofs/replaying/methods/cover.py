"""From the pieces of a function to the half line."""

from __future__ import annotations

from dataclasses import replace

from dpproofs.replaying.calculus import ONE, ZERO, put
from dpproofs.replaying.methods.definition import of_piece, periods
from dpproofs.replaying.reader import (
    Definition,
    Domain,
    Proposition,
    Rejected,
    Variable,
    name,
    need,
    symbols,
)
from dpproofs.replaying.task import Evidence, Task, method, related


def pieces_of(task: Task, called: str, before: Domain) -> Definition:
    """The definition in pieces of that name, which holds on a domain."""
    meaning = task.names.table.get(called)
    d = meaning.definition if meaning else None
    if d is None or d.kind != "pieces":
        raise Rejected(f"{called} is not defined in pieces")
    task.inside(d.domain, {}, before)
    free = not {d.variable, d.index} & {v.name for v in before}
    need(free, f"a variable of {called} is one of the domain")
    return d


@method("cover", "relation", name=name)
def cover(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """What steps say on every piece, in order, holds for all x >= 0."""
    need(bool(task.domain), "a variable is needed")
    *before, x = task.domain
    d = pieces_of(task, evidence["name"], tuple(before))
    need(x == Variable(d.variable, ZERO, None, "[)"), f"not for all {d.variable} >= 0")
    need(len(task.step.uses) == len(d.pieces), "not a step for every piece")
    for i, used in enumerate(task.step.uses):
        *around, within = of_piece(d, i, tuple(before))
        over = (*around, replace(within, hollow=within.upper is not None))
        said = task.says(task.earlier[used], claim, over)
        need(said, "a step used says something else, or elsewhere")


@method("falling", "relation", name=name)
def falling(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """f(x + h) <= f(x) for x >= 0 and h > 0, from steps that no piece, of one value, is higher
    than the one before: nor the first of a period than the last of the one before.
    """
    need(len(task.domain) > 1, "two variables are needed")
    *before, x, h = task.domain
    d = pieces_of(task, evidence["name"], tuple(before))
    ranges = (Variable(d.variable, ZERO, None, "[)"), Variable(h.name, ZERO, None))
    need((x, h) == ranges, "not for all places and all distances")
    at = ("apply", d.name, *(("sym", argument) for argument in d.arguments))
    here, beyond = ("sym", x.name), ("add", ("sym", x.name), ("sym", h.name))
    wanted = related((*at, beyond), "<=", (*at, here))
    need(task.same(claim, wanted, task.domain), f"not that {d.name} does not increase")
    values, around = [value for value, _ in d.pieces], (*before, *periods(d))
    still = d.variable not in symbols(tuple(values))
    need(still, f"{d.name} has pieces of more than one value")
    following = values[1:]
    if d.index is not None:
        following.append(put(values[0], {d.index: ("add", ("sym", d.index), ONE)}))
    need(len(task.step.uses) == len(following), "not a step for every two neighbours")
    for used, low, high in zip(task.step.uses, following, values, strict=False):
        said = task.says(task.earlier[used], related(low, "<=", high), around)
        need(said, "a step used does not compare two neighbours")
