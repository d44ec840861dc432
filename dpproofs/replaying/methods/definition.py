"""Definitions: that they define something, and the equations that they give."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dpproofs.replaying.algebra import Fields
from dpproofs.replaying.calculus import ZERO, number, times
from dpproofs.replaying.reader import (
    Definition,
    Domain,
    End,
    Proposition,
    Rejected,
    Tree,
    Variable,
    name,
    need,
)
from dpproofs.replaying.task import Evidence, Task, method, related


def sound(d: Definition, algebra: Fields) -> None:
    """Reject a definition whose values or pieces are not shown to be in order on its domain."""
    if d.kind in ("value", "noise"):
        value = d.value if d.kind == "value" else d.atom
        algebra.over(d.domain, lambda field: field.value(value))
        return
    need(bool(d.pieces), f"{d.name}: no pieces")
    last, where = d.pieces[-1][1], f"{d.name}: its pieces"
    if d.period is None:
        need(last is None, f"{where} do not reach infinity")
    else:
        whole = last is not None and algebra.shows(last, "==", d.period, d.domain)
        need(whole, f"{where} do not fill the period")
        need(algebra.shows(ZERO, "<", d.period, d.domain), f"{d.name}: its period is not positive")
    ends = [ZERO, *(upper for _, upper in d.pieces)]
    need(None not in ends[:-1], f"{where} go on after infinity")
    for i, (low, high) in enumerate(pairwise(ends)):
        if high is not None:
            need(algebra.shows(low, "<=", high, d.domain), f"{where} are not shown to be in order")  # type: ignore[arg-type]
        if high is None or algebra.shows(low, "<", high, d.domain):  # type: ignore[arg-type]
            algebra.over(of_piece(d, i), lambda field, i=i: field.value(d.pieces[i][0]))  # type: ignore[misc]


def piece(d: Definition, i: int, n: Tree | None = None) -> tuple[Tree, End]:
    """The two ends of a piece, in the period n (its index unless given)."""
    low: Tree = d.pieces[i - 1][1] or ZERO if i else ZERO
    high = d.pieces[i][1]
    if d.period is None:
        return low, high
    start = times(n or ("sym", d.index), d.period)
    return ("add", start, low), high and ("add", start, high)


def periods(d: Definition) -> Domain:
    """The index of the periods, if there is one."""
    return (Variable(d.index, ZERO, None, "[)", integer=True),) if d.index else ()


def of_piece(d: Definition, i: int, over: Domain | None = None) -> Domain:
    """The domain on which a function in pieces has the value of one piece."""
    around = d.domain if over is None else over
    return (*around, *periods(d), Variable(d.variable, *piece(d, i), "[)"))


@method("define", "define")
def define(task: Task, claim: Proposition, _: Evidence) -> None:
    """A new name for what is shown to be defined; that it is new is seen to before."""
    need(not task.step.uses, "a definition uses no steps")
    sound(claim["definition"], task.algebra)


def _piece(value: Any, place: str) -> Any:
    fits = value is None or value == "even" or (type(value) is int and value >= 0)
    need(fits, f"{place}: not a piece")
    return value


@method("definition", "relation", name=name, piece=_piece)
def definition(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The equation that defines a name, where its definition holds."""
    meaning, i = task.names.table.get(evidence["name"]), evidence["piece"]
    d = meaning.definition if meaning else None
    if d is None or d.kind != ("value" if i is None else "pieces"):
        raise Rejected(f"{evidence['name']} is not defined in that way")
    at = ("apply", d.name, *(("sym", argument) for argument in d.arguments))
    x = ("sym", d.variable)
    if i is None:
        target, equation = d.domain, related(at, "==", d.value)
    elif i == "even":
        target = (*d.domain, Variable(d.variable, None, None))
        equation = related((*at, times(number(-1), x)), "==", (*at, x))
    else:
        need(i < len(d.pieces), f"{d.name} has no such piece")
        target, equation = of_piece(d, i), related((*at, x), "==", d.pieces[i][0])
    names = [v.name for v in task.domain]
    need(names == [v.name for v in target], f"the variables are not those of {d.name}")
    task.inside(target, {}, task.domain)
    need(task.same(claim, equation, task.domain), f"not the definition of {d.name}")
