"""Sums, by a telescoper."""

from __future__ import annotations

from dpproofs.replaying.calculus import ONE, ZERO, coefficients, minus, put, times
from dpproofs.replaying.reader import Proposition, Variable, need, tree
from dpproofs.replaying.task import Evidence, Task, method


@method("sum", "sum", ratio=tree, quotient=tree)
def summation(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """A telescoper ``ratio**k Q(k)``: its differences are the terms, its ends give the sum."""
    ratio, quotient = evidence["ratio"], evidence["quotient"]
    k, low, high = claim["index"], claim["lower"], claim["upper"]
    index = Variable(k, low, None, "[)", integer=True)
    task.defined(ratio)
    telescoper = times(("pow", ratio, ("sym", k)), quotient)
    following = put(telescoper, {k: ("add", ("sym", k), ONE)})
    telescopes = task.shows(minus(following, telescoper), "==", claim["term"], index)
    need(telescopes, "the telescoper's differences are not the terms")
    if high:
        field = task.defined(high)
        need(field.is_integer(field.value(high)), "an end of the sum is not an integer")
        fits = task.shows(minus(low, ONE), "<=", high)
        need(fits, "the sum is not shown to end no more than one before it begins")
        last = put(following, {k: high})
    else:
        converges = task.shows(ZERO, "<", ratio) and task.shows(ratio, "<", ONE)
        need(converges, "the ratio is not shown to lie between 0 and 1")
        field = task.defined(quotient, index)
        value, last = field.value(quotient), ZERO
        coefficients(field, value.num, k)
        need(set(coefficients(field, value.den, k)) == {0}, "the quotient is not a polynomial")
    right = task.shows(minus(last, put(telescoper, {k: low})), "==", claim["value"])
    need(right, "the telescoper does not give the value")
