"""Bounds of expectations, one after the other."""

from __future__ import annotations

from dpproofs.replaying.calculus import put
from dpproofs.replaying.reader import Proposition, Tree, Variable, need, text
from dpproofs.replaying.task import Evidence, Shown, Task, method, put_all

WEAKENS = {
    "==": ("==",), ">=": ("==", ">=", ">"), "<=": ("==", "<=", "<"), ">": ("==", ">=", ">"),
    "<": ("==", "<=", "<"),
}  # what may be known where something weaker is claimed  # fmt: skip


@method("order", "expected", "cheaper", expected=text, bound=text)
def order(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """E c(|X|) >= v and v >= w: E c(|X|) >= w, and the like; or X is cheaper than Y, Y than Z."""
    first = task.used(evidence["expected"], claim.kind)
    if claim.kind == "expected":
        _weaker(task, claim, first, task.used(evidence["bound"], "relation"))
        return
    second, over = task.used(evidence["bound"], "cheaper"), task.domain
    middle = put_all(first.goal.claim, task.instance(first, {}, over))["than"]
    parts = (claim.changed(than=middle), claim.changed(noise=middle))
    fits = task.says(first, parts[0], over) and task.says(second, parts[1], over)
    need(fits, "not two comparisons, one after the other")


@method("weaken", "expected")
def weaken(task: Task, claim: Proposition, _: Evidence) -> None:
    """The same, from the steps used: an expectation and, unless its value stays, a bound, or where
    a function is least of which the expectation is a value.
    """
    uses = task.step.uses
    need(1 <= len(uses) <= 2, "one step or two are used")
    bound = task.used(uses[1], "relation", "minimum") if len(uses) > 1 else None
    _weaker(task, claim, task.used(uses[0], "expected"), bound)


def _weaker(task: Task, claim: Proposition, first: Shown, bound: Shown | None) -> None:
    said, over = first.goal.claim, task.domain
    value: Tree = put_all(said, task.instance(first, {}, over))["value"]
    same = claim.changed(op=said["op"], value=value)
    need(task.says(first, same, over), "a step used is about another expectation")
    low, op, high = value, "==", value
    if bound is not None:
        task.instance(bound, {}, over)
        low, op, high = _compared(task, bound.goal.claim)
    if op in (">", ">="):
        low, op, high = high, {">": "<", ">=": "<="}[op], low
    wanted = (value, claim["value"]) if claim["op"] in ("<", "<=") else (claim["value"], value)
    fits = _same(task, (low, high), wanted) or (op == "==" and _same(task, (high, low), wanted))
    need(fits and op != "!=", "the bound is not between the two values")
    same_way = said["op"] in WEAKENS[claim["op"]] and (op == "==" or claim["op"] != "==")
    strict = claim["op"] not in ("<", ">") or said["op"] in ("<", ">") or op == "<"
    need(same_way and strict, "the bound is of another direction, or not strict")


def _compared(task: Task, said: Proposition) -> tuple[Tree, str, Tree]:
    """The two sides of a relation; or the least value of a function and its value anywhere."""
    if said.kind == "relation":
        return said["lhs"], said["op"], said["rhs"]
    function, x, low, high, ends, at = (part for _, part in said.parts)
    task.inside((Variable(x, low, high, ends),), {}, task.domain)
    return put(function, {x: at}), "<=", function


def _same(task: Task, a: tuple[Tree, Tree], b: tuple[Tree, Tree]) -> bool:
    return all(task.shows(one, "==", other) for one, other in zip(a, b, strict=True))
