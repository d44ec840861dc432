"""Minima on intervals."""

from __future__ import annotations

from dpproofs.replaying.calculus import ZERO, derivative
from dpproofs.replaying.reader import Proposition, Variable, need
from dpproofs.replaying.task import Evidence, Task, method


@method("minimum", "minimum")
def minimum(task: Task, claim: Proposition, _: Evidence) -> None:
    """Decreasing before the stated point, increasing after it, defined throughout."""
    f, x, low, high, ends, at = (part for _, part in claim.parts)
    task.defined(f, Variable(x, low, high, ends))
    slope = derivative(f, x)
    if not (ends[0] == "[" and at == low):
        falls = task.shows(slope, "<", ZERO, Variable(x, low, at))
        need(falls, "the slope before the point is not negative")
    if not (ends[1] == "]" and at == high):
        rises = task.shows(slope, ">", ZERO, Variable(x, at, high))
        need(rises, "the slope after the point is not positive")
