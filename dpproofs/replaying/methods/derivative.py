"""Derivatives."""

from __future__ import annotations

from dpproofs.replaying.calculus import derivative
from dpproofs.replaying.reader import Proposition, need, symbols
from dpproofs.replaying.task import Evidence, Task, method


@method("derivative", "derivative")
def slope(task: Task, claim: Proposition, _: Evidence) -> None:
    """A derivative: rules of differentiation, then an identity."""
    x, moving = claim["variable"], {claim["variable"]}
    for v in task.domain:
        need(v.name != x or not (v.integer or v.root or v.hollow), f"{x} does not move freely")
        if v.root and symbols(v.root[1]) & moving:
            moving.add(v.name)
    need(not symbols(claim["function"]) & (moving - {x}), f"a root moves with {x}")
    task.defined(claim["function"])
    right = task.shows(derivative(claim["function"], x), "==", claim["value"])
    need(right, "not the derivative")
