"""Bounds of expectations, one after the other."""

from __future__ import annotations

from dpproofs.replay.reader import Proposition, Tree, need, text
from dpproofs.replay.task import Evidence, Task, method, put_all

WEAKENS = {
    "==": ("==",), ">=": ("==", ">=", ">"), "<=": ("==", "<=", "<"), ">": ("==", ">=", ">"),
    "<": ("==", "<=", "<"),
}  # what may be known where something weaker is claimed  # fmt: skip


@method("order", "expected", "cheaper", expected=text, bound=text)
def order(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """E c(|X|) >= v and v >= w: E c(|X|) >= w, and the like; or X is cheaper than Y, Y than Z."""
    over = task.domain
    first = task.used(evidence["expected"], claim.kind)
    if claim.kind == "cheaper":
        second = task.used(evidence["bound"], "cheaper")
        middle = put_all(first.goal.claim, task.instance(first, {}, over))["than"]
        parts = (claim.changed(than=middle), claim.changed(noise=middle))
        fits = task.says(first, parts[0], over) and task.says(second, parts[1], over)
        need(fits, "not two comparisons, one after the other")
        return
    second = task.used(evidence["bound"], "relation")
    said = first.goal.claim
    value: Tree = put_all(said, task.instance(first, {}, over))["value"]
    same = claim.changed(op=said["op"], value=value)
    need(task.says(first, same, over), "a step used is about another expectation")
    task.instance(second, {}, over)
    low, op, high = (second.goal.claim[key] for key in ("lhs", "op", "rhs"))
    if op in (">", ">="):
        low, op, high = high, {">": "<", ">=": "<="}[op], low
    wanted = (value, claim["value"]) if claim["op"] in ("<", "<=") else (claim["value"], value)
    fits = _same(task, (low, high), wanted) or (op == "==" and _same(task, (high, low), wanted))
    need(fits and op != "!=", "the bound is not between the two values")
    same_way = said["op"] in WEAKENS[claim["op"]] and (op == "==" or claim["op"] != "==")
    strict = claim["op"] not in ("<", ">") or said["op"] in ("<", ">") or op == "<"
    need(same_way and strict, "the bound is of another direction, or not strict")


def _same(task: Task, a: tuple[Tree, Tree], b: tuple[Tree, Tree]) -> bool:
    return all(task.shows(one, "==", other) for one, other in zip(a, b, strict=True))
