"""The mass of an interval from the density of defined noise."""

from __future__ import annotations

from typing import Any

from dpproofs.replaying.calculus import ONE, ZERO, minus, put
from dpproofs.replaying.methods.definition import piece
from dpproofs.replaying.methods.existence import existing, half, mass_of, proposition
from dpproofs.replaying.reader import Proposition, need, optional, text, tree
from dpproofs.replaying.task import Evidence, Task, method


def _number(value: Any, place: str) -> Any:
    need(type(value) is int and value >= 0, f"{place}: not the number of a piece")
    return value


@method(
    "density", "relation", existence=text, integral=text, piece=_number,
    period_index=optional(tree),
)  # fmt: skip
def density(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """An integral of the density within one piece, the atom outside: on the integers, a sum."""
    noise, over, i = mass_of(claim), task.domain, evidence["piece"]
    existing(task, noise, evidence["existence"])
    side, atom = half(task, noise)
    d, n = side.density, evidence["period_index"]
    need(i < len(d.pieces), "there is no such piece")
    need((n is None) == (d.period is None), "the number of a period is not given, or not wanted")
    at = dict(side.at)
    if n is not None:
        whole = task.is_integer(n, over) and task.known(n, over, strict=False)
        need(whole, "the number of the period is not shown to be an integer and not negative")
        at[str(d.index)] = n
    low, high = piece(d, i)
    fact = task.used(evidence["integral"], "sum" if side.integers else "integral")
    body, bound = ("term", "index") if side.integers else ("integrand", "variable")
    said = fact.goal.claim
    u, v, x = said["lower"], said["upper"], said[bound]
    _, ends, start, end = interval(claim)
    need(start is not None, "not a bounded interval")
    if side.integers and ends == "[)" and end is not None:  # integers below an integer
        need(task.is_integer(end, over), "a sum does not end below an integer")
        ends, end = "[]", minus(end, ONE)
    same = task.same_end(u, start, over) and task.same_end(v, end, over)
    need(same, "the integral is not over that interval")
    need(task.known(minus(u, put(low, at)), over, strict=False), "it begins outside of the piece")
    if high:
        last = ("add", v, ONE) if side.integers and v else v
        need(bool(last) and task.known(minus(put(high, at), last), over, strict=False),
             "it ends outside of the piece")  # fmt: skip
    closed = ends in ("[]", "[)")
    need(closed or not side.integers, "a sum is over a closed interval")
    outside = (
        side.integers
        or ends[0] == "("  # of what is not negative
        or task.known(u, over, strict=True)
        or task.shows(atom, "==", ZERO)
    )
    need(outside, "the atom is not shown to lie outside")
    integrand = put(d.pieces[i][0], {**at, d.variable: ("sym", x)})
    wanted = proposition(said.kind, **{body: integrand, bound: x}, lower=u, upper=v,
                         value=claim["rhs"])  # fmt: skip
    need(claim["op"] == "==" and task.says(fact, wanted, over), "not the integral of the density")


def interval(claim: Proposition) -> Any:
    """The set of the mass on the left."""
    found = claim["lhs"][2]
    need(len(found) == 4, "not the mass of an interval")
    return found
