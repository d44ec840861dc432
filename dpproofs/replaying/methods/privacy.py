"""What privacy and evenness say of one set."""

from __future__ import annotations

from dpproofs.replaying.calculus import minus, put, times
from dpproofs.replaying.methods.existence import mass_of
from dpproofs.replaying.reader import Proposition, event, need, text, tree
from dpproofs.replaying.task import Evidence, Task, method, related


@method("privacy", "relation", private=text, set=event, shift=tree)
def privacy(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """P(T) <= e^epsilon P(T + d) + delta, for one set T and one shift d that is allowed."""
    fact, event_, d, over = (
        task.used(evidence["private"], "private"), evidence["set"], evidence["shift"], task.domain,
    )  # fmt: skip
    noise, said = mass_of(claim), fact.goal.claim
    at = task.about(fact, noise, over)
    epsilon, delta, most = (put(said[key], at) for key in ("epsilon", "delta", "sensitivity"))
    for gap in (minus(most, d), ("add", most, d)):
        need(task.known(gap, over, strict=False), "the shift is not shown to be allowed")
    if task.names.on(noise) == "integers":
        need(task.is_integer(d, over), "the shift is not shown to be an integer")
    moved = times(("exp", epsilon), ("mass", noise, ("moved", event_, d)))
    stated = related(("mass", noise, event_), "<=", ("add", moved, delta))
    need(task.same(claim, stated, over), "not what privacy says of that set and shift")


@method("mirror", "relation", even=text, set=event)
def mirror(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """P(-T) = P(T) for one set T."""
    fact, event_ = task.used(evidence["even"], "even"), evidence["set"]
    noise = mass_of(claim)
    task.about(fact, noise, task.domain)
    stated = related(("mass", noise, ("mirror", event_)), "==", ("mass", noise, event_))
    need(task.same(claim, stated, task.domain), "not what evenness says of that set")
