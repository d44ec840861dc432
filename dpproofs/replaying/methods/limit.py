"""Limits, by a change of variable."""

from __future__ import annotations

from dpproofs.replaying.algebra import Field, Ratio
from dpproofs.replaying.calculus import ONE, ZERO, coefficients, number, put, times
from dpproofs.replaying.reader import Proposition, Variable, need, optional, tree
from dpproofs.replaying.task import Evidence, Task, method


@method("limit", "limit", rate=optional(tree))
def limit(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """y = exp(-rate x), 1/x, or the distance from the point: the fraction at y = 0 (or 1).

    There it is continuous: only y moves with y, and the denominator does not vanish.
    """
    point, above, rate = claim["point"], claim["side"] == "+", evidence["rate"]
    need(bool(point) or not above, "infinity is not approached from above")
    name_ = "y" * (1 + max((len(v.name) for v in task.domain), default=0))
    y, place = ("sym", name_), 0
    if rate:
        need(rate[0] == "num" and rate[1] > 0, "the rate is not a positive number")
        need(not point or (point == ZERO and above), "the change of variable does not fit")
        near, place = times(number(-1 / rate[1]), ("log", y)), int(bool(point))
    elif point:
        need(point[0] == "num", "the point is not a rational number")
        near = ("add", point, times(number(1 if above else -1), y))
    else:
        near = ("pow", y, number(-1))
    moved = put(claim["expression"], {claim["variable"]: near})

    def tends_to_value(field: Field) -> bool:
        value, stated = field.value(moved), field.value(claim["value"])
        num, den = (
            sum((c * place**n for n, c in coefficients(field, p, name_).items()), 0 * field.one)
            for p in (value.num, value.den)
        )
        need(field.poly_sign(den)[1], "the denominator may vanish at the point")
        return field.holds(Ratio(num * stated.den - den * stated.num, field.one), "==")

    over = (*task.domain, Variable(name_, ZERO, ONE))
    need(task.algebra.over(over, tends_to_value), "the limit is not the stated one")
