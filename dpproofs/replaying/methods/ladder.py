"""Exponential polynomials: differentiate and strip."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from dpproofs.replaying.algebra import Field, Ratio, rational
from dpproofs.replaying.calculus import ZERO
from dpproofs.replaying.reader import Proposition, Rejected, need
from dpproofs.replaying.task import Evidence, Task, method, relation, slack

RUNGS = 60

Terms: TypeAlias = dict[tuple[Fraction, int], Fraction]


@method("ladder", "relation")
def ladder(task: Task, claim: Proposition, _: Evidence) -> None:
    """Differentiate and strip: a sum of c exp(k x) x**n, with c and k rational, is positive for
    x > 0 when all c are, or when it is at least 0 at 0 and, a positive factor exp(k x) taken
    out, has a positive derivative.
    """
    left, op, right = relation(claim, "<", ">")
    need(len(task.domain) == 1, "a ladder has one variable")
    (v,) = task.domain
    fits = v.lower == ZERO and v.ends[0] == "(" and not (v.root or v.hollow)
    need(fits, "a ladder starts at 0")
    gap = slack(left, op, right)
    rows = task.algebra.over(
        task.domain, lambda field: exponentials(field, field.value(gap), v.name)
    )
    for _rung in range(RUNGS):
        rows = {key: c for key, c in rows.items() if c}
        if rows and all(c > 0 for c in rows.values()):
            return
        need(sum(c for (_, n), c in rows.items() if n == 0) >= 0, "the ladder starts below 0")
        lowest = min((k for k, _ in rows), default=Fraction(0))
        derived: Terms = {}
        for (rate, n), c in rows.items():
            k = rate - lowest
            for key, part in (((k, n), k * c), ((k, n - 1), n * c)):
                derived[key] = derived.get(key, Fraction(0)) + part
        rows = derived
    raise Rejected("the ladder does not end")


def exponentials(field: Field, value: Ratio, variable: str) -> Terms:
    """The coefficients of exp(k x) x**n by (k, n), x being the variable of that name; a positive
    denominator is left out.
    """
    fits = len(value.den) == 1 and all(field.made[i].kind == "exp" for i in field.used(value.den))
    need(fits, "not a sum of exponentials over one")
    rows: Terms = {}
    place = field.place[variable]
    inverse = field.power(Ratio(field.gens[place], field.one), -1)
    for powers, c in value.num.to_dict().items():
        rate = Fraction(0)
        for i, n in enumerate(powers):
            if n and i != place:
                need(field.made[i].kind == "exp", "not a sum of polynomials times exponentials")
                k = field.constant(field.made[i].argument * inverse)
                need(k is not None, "an exponential that is not exp(k x)")
                rate += int(n) * (k or 0)
        key = (rate, int(powers[place]))
        rows[key] = rows.get(key, Fraction(0)) + rational(c)
    return rows
