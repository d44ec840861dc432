"""Integrals, by an antiderivative."""

from __future__ import annotations

from dpproofs.replaying.algebra import Field
from dpproofs.replaying.calculus import at_end, derivative, minus
from dpproofs.replaying.infinity import Far
from dpproofs.replaying.reader import Proposition, Variable, need, tree
from dpproofs.replaying.task import Evidence, Task, method


@method("integral", "integral", antiderivative=tree)
def integral(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The antiderivative's slope is the integrand, and its values at the ends give the value."""
    f, x, ends = evidence["antiderivative"], claim["variable"], (claim["lower"], claim["upper"])
    whole = Variable(x, *ends, hollow=None not in ends)
    in_order = None in ends or task.known(minus(ends[1], ends[0]), task.domain, strict=False)
    need(in_order, "the ends of the integral are not shown to be in order")
    task.defined(f, whole)  # so that it has no jump inside
    back = task.shows(derivative(f, x), "==", claim["integrand"], whole)
    need(back, "the antiderivative's slope is not the integrand")
    at = [end and at_end(task.algebra, f, x, end, task.domain) for end in ends]

    def gives_value(field: Field) -> bool:
        low, high = (
            field.value(end) if end else Far(field, x, direction).limit(field.value(f))
            for end, direction in zip(at, (-1, 1), strict=True)
        )
        return field.holds(high - low - field.value(claim["value"]), "==")

    over = (*task.domain, whole)
    need(task.algebra.over(over, gives_value), "the end values do not give the value")
