"""Special cases of what was shown."""

from __future__ import annotations

from typing import Any

from dpproofs.replaying.reader import (
    Proposition,
    Step,
    Tree,
    bound_by,
    by_name,
    event,
    fields,
    need,
    symbols,
    values,
)
from dpproofs.replaying.task import Evidence, Task, method, put_all

KINDS = ("relation", "integral", "sum", "private", "even", "noise", "cheaper", "expected", "loss")


def _evidence(step: Step) -> Evidence:
    shape = {"at": values, "sets": by_name(event)}
    raw = step.evidence if "sets" in step.evidence else {**step.evidence, "sets": {}}
    return fields(raw, "evidence", shape)


@method("instance", *KINDS, read=_evidence)
def instance(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """What the first step used says, at values in its domain, of other sets in place of any."""
    need(bool(task.step.uses), "no step is used")
    fact, over = task.earlier[task.step.uses[0]], task.domain
    at, sets = task.instance(fact, evidence["at"], over), evidence["sets"]
    need(not sets.keys() & task.names.table.keys(), "a set that is given is no other set")
    said = fact.goal.claim
    bound = symbols(tuple(sets.values())) & set(bound_by(said))
    need(not bound, "a set speaks of what is bound")
    put_in = put_all(said, at)
    parts = {key: swapped(part, sets) for key, part in put_in.parts}
    need(task.same(put_in.changed(**parts), claim, over), "not what the step used says there")


def swapped(node: Any, sets: dict[str, Tree]) -> Any:
    """Sets in place of names of sets, all at once."""
    if type(node) is not tuple:
        return node
    if node[:1] == ("set",) and len(node) == 2:
        return sets.get(node[1], node)
    return tuple(swapped(part, sets) for part in node)
