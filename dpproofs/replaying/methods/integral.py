"""Integrals, by an antiderivative."""

from __future__ import annotations

from dpproofs.replaying.algebra import Field
from dpproofs.replaying.calculus import ZERO, at_end, derivative, minus, number, put
from dpproofs.replaying.infinity import Far
from dpproofs.replaying.reader import Proposition, Variable, need, nodes, tree
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
    over, lower, start = (*task.domain, whole), ends[0], (x, -1, f)
    powers = [part[2] for part in nodes(f) if part[:2] == ("pow", ("sym", x))]
    falls = any(n < 0 for tag, *rest in nodes(powers) for n in rest if tag == "num")
    if lower == ZERO and (falls or ("log", ("sym", x)) in nodes(f)):  # 0 is where 1/y lies far out
        y = "y" * (1 + max(len(v.name) for v in (*task.domain, whole)))
        over = (*over, Variable(y, ZERO, None))
        lower, start = None, (y, 1, put(f, {x: ("pow", ("sym", y), number(-1))}))
    at = [end and at_end(task.algebra, f, x, end, task.domain) for end in (lower, ends[1])]

    def gives_value(field: Field) -> bool:
        low, high = (
            field.value(end) if end else Far(field, moving, direction).limit(field.value(g))
            for end, (moving, direction, g) in zip(at, (start, (x, 1, f)), strict=True)
        )
        return field.holds(high - low - field.value(claim["value"]), "==")

    need(task.algebra.over(over, gives_value), "the end values do not give the value")
