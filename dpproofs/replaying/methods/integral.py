"""Integrals, by an antiderivative."""

from __future__ import annotations

from dpproofs.replaying.algebra import Field
from dpproofs.replaying.calculus import ZERO, at_end, derivative, minus, number, put
from dpproofs.replaying.infinity import Far
from dpproofs.replaying.reader import (
    Proposition,
    Variable,
    need,
    nodes,
    symbols,
    tree,
)
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
    (lower, upper), over, started, ended = ends, (*task.domain, whole), (x, -1, f), (x, 1, f)
    y, z = (letter * (1 + max(len(v.name) for v in over)) for letter in "yz")
    powers = [part[2] for part in nodes(f) if part[:2] == ("pow", ("sym", x))]
    falls = any(n < 0 for tag, *rest in nodes(powers) for n in rest if tag == "num")
    if lower == ZERO and (falls or ("log", ("sym", x)) in nodes(f)):  # 0 is where 1/y lies far out
        over = (*over, Variable(y, ZERO, None))
        lower, started = None, (y, 1, put(f, {x: ("pow", ("sym", y), number(-1))}))
    inside = [part[1] for part in nodes(f) if part[0] == "log" and x in symbols(part)]
    if upper and any(task.shows(put(part, {x: upper}), "==", ZERO) for part in inside):
        # the upper end is where upper - 1/z lies far out
        least = ZERO if ends[0] is None else ("pow", minus(upper, ends[0]), number(-1))
        over, moved = (*over, Variable(z, least, None)), ("pow", ("sym", z), number(-1))
        ended = (z, 1, put(f, {x: minus(upper, moved)}))
        upper = None
    at = [end and at_end(task.algebra, f, x, end, task.domain) for end in (lower, upper)]

    def gives_value(field: Field) -> bool:
        low, high = (
            field.value(end) if end else Far(field, moving, direction).limit(field.value(g))
            for end, (moving, direction, g) in zip(at, (started, ended), strict=True)
        )
        return field.holds(high - low - field.value(claim["value"]), "==")

    need(task.algebra.over(over, gives_value), "the end values do not give the value")
