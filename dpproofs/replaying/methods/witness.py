"""Something exists, since here it is."""

from __future__ import annotations

from dpproofs.replaying.methods.existence import facts, following
from dpproofs.replaying.reader import Proposition, need, symbols, values
from dpproofs.replaying.task import Evidence, Task, method, put_all


@method("witness", "exists", values=values)
def witness(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """Values of the variables, with which every proposition is what a step used says."""
    at, own = evidence["values"], {v.name for v in claim["variables"]}
    need(set(at) == own, "not a value for each of the variables")
    need(not symbols(tuple(at.values())) & own, "a value speaks of a variable that is to be found")
    task.inside(claim["variables"], at, task.domain)
    given = facts(task)
    for wanted in claim["all"]:
        said = task.says(following(given), put_all(wanted, at), task.domain)
        need(said, "a step used does not say what is to hold of the values")
