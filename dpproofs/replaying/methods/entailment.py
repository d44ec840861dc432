"""Combinations of facts."""

from __future__ import annotations

from typing import Any

from dpproofs.replaying.calculus import ZERO, minus, put
from dpproofs.replaying.reader import Proposition, Tree, fields, many, need, text, tree, values
from dpproofs.replaying.task import Evidence, Task, method, relation, slack


def _fact(value: Any, place: str) -> Evidence:
    return fields(value, place, {"fact": text, "at": values, "times": tree})


@method("entailment", "relation", facts=many(_fact))
def entailment(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The conclusion is a combination of facts with multipliers of the right sign."""
    left, op, right = relation(claim, "==", "<", "<=", ">", ">=")
    rest, strict = slack(left, op, right), False
    for fact in evidence["facts"]:
        share, firm = use(task, op, **fact)
        rest, strict = minus(rest, share), strict or firm
    wanted = "==" if op == "==" else ">=" if strict or op in ("<=", ">=") else ">"
    need(task.shows(rest, wanted, ZERO), "what remains after the facts is not shown")


def use(task: Task, wanted: str, fact: str, at: dict[str, Tree], times: Tree) -> tuple[Tree, bool]:
    """The share of the slack that a fact gives, and whether it is strictly positive.

    The fact is used at values that are shown to lie in its domain.
    """
    found, domain = task.used(fact), task.domain
    left, op, right = relation(found.goal.claim, "==", "<", "<=", ">", ">=")
    gap = put(slack(left, op, right), task.instance(found, at, domain))
    right_sign = op == "==" or (wanted != "==" and task.known(times, domain, strict=False))
    need(right_sign, "a multiplier is not shown to be of the right sign")
    strict = op in ("<", ">") and task.known(times, domain, strict=True)
    return ("mul", times, gap), strict
