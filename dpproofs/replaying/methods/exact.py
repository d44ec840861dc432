"""Relations that exact algebra shows: equal fractions, and signs."""

from __future__ import annotations

from dpproofs.replaying.reader import Proposition, need
from dpproofs.replaying.task import Evidence, Task, method, relation


@method("identity", "relation")
def identity(task: Task, claim: Proposition, _: Evidence) -> None:
    """Both sides are the same fraction."""
    need(task.shows(*relation(claim, "==")), "the sides are not shown to be equal")


@method("sign", "relation")
def sign(task: Task, claim: Proposition, _: Evidence) -> None:
    """The difference of the sides keeps its sign on the whole domain."""
    need(task.shows(claim["lhs"], claim["op"], claim["rhs"]), "the sign is not shown")
