"""The rules of the table."""

from __future__ import annotations

from typing import Any

from dpproofs.replaying.calculus import ZERO, put
from dpproofs.replaying.reader import (
    Domain,
    Goal,
    Proposition,
    Step,
    Tree,
    fields,
    need,
    nodes,
    symbols,
)
from dpproofs.replaying.table import READERS, Filled, rules, tagged
from dpproofs.replaying.task import Evidence, Task, method


def _rule(value: Any, place: str) -> str:
    need(type(value) is str and value in rules(), f"{place}: not the name of a rule")
    return str(value)


def _evidence(step: Step) -> Evidence:
    """The name of a rule, and the bindings of its letters, each read as what it is."""
    raw = {"rule": _rule, "bindings": lambda value, _: value}
    found = fields(step.evidence, "evidence", raw)
    row = rules()[found["rule"]]
    readers = {letter: READERS[about["kind"]] for letter, about in row["letters"].items()}
    return {**found, "bindings": fields(found["bindings"], "evidence.bindings", readers)}


@method(
    "rule", "relation", "sum", "private", "even", "cheaper", "expected", "obtain",
    "loss", "private_vector", "expected_norm", read=_evidence,
)  # fmt: skip
def rule(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The steps used are the premises of a rule, and the step its conclusion."""
    row, found = rules()[evidence["rule"]], evidence["bindings"]
    own, new = set(row["own"]), row.get("new")
    need((new is None) == (claim.kind != "obtain"), "only a rule with a new letter obtains")
    around = tuple(v for v in task.domain if v.name not in own)
    if new is not None:
        need(around == task.domain, "a variable of the rule is in the domain of what is obtained")
    _admit(task, row, around, found)
    filled = Filled(found, row["letters"], task.names, _new(task, new))
    premises = [filled.goal(premise, around) for premise in row["premises"]]
    results = row["facts"] if new is not None else [row["conclusion"]]
    said = [filled.goal(each, around) for each in results]
    _exist(task, [*premises, *(said if new is None else ())], found)
    uses = [task.earlier[used] for used in task.step.uses]
    need(len(uses) >= len(premises), f"too few steps for the premises of '{row['name']}'")
    for used, premise in zip(uses, premises, strict=False):
        need(task.says(used, premise.claim, premise.domain), f"no premise of '{row['name']}'")
    for used in uses[len(premises) :]:
        beside = used.goal.claim.kind in ("noise", "relation")  # where values lie
        need(beside, "more steps than premises and existence are used")
    if new is None:
        need(same_goal(task, task.step.goal, said[0]), f"not what '{row['name']}' concludes")
        return
    generic = task.names.generic(task.step.goal, found, [u.goal for u in uses])
    need(not generic, "a number that is found speaks of any set")
    same = len(said) == len(claim["facts"]) and all(
        same_goal(task, *pair) for pair in zip(claim["facts"], said, strict=True)
    )
    need(same, f"not what '{row['name']}' finds")


def _new(task: Task, new: str | None) -> Any:
    """What stands for the new letter: a function of the variables that are no parameters."""
    if new is None:
        return None
    names = tuple(v.name for v in task.domain if v.name not in task.names.parameters)
    need(task.step.goal.claim["arguments"] == names, "its arguments are not those variables")
    return new, ("apply", task.step.goal.claim["name"], *(("sym", name_) for name_ in names))


def _admit(task: Task, row: Any, around: Domain, found: dict[str, Any]) -> None:
    """Every binding is of its kind, and speaks of what it may."""
    here = {v.name for v in around}
    sets = {node[1] for node in tagged(row, "set")}
    need(not sets & task.names.reserved, "a set of the rule has the name of another thing")
    for letter, about in row["letters"].items():
        value, where = found[letter], f"the binding {letter}"
        fits = symbols(value) <= here | set(about.get("in", ()))
        need(fits, f"{where} speaks of what is no variable around")
        need(not task.names.generic(value) & sets, f"{where} speaks of the set of the rule")
        if about["kind"] == "noise":
            wanted = about.get("on") in (None, task.names.on(value))
            need(wanted, f"{where} is not noise on the {about.get('on')}")
            if not about.get("in"):
                task.exists(value, around)
        if about["kind"] in ("cost", "vector"):
            called = value if about["kind"] == "cost" else value[1]
            meaning = task.names.table.get(called)
            need(meaning is not None and meaning.kind == about["kind"], f"{where} is another thing")
        if about.get("positive") or about.get("nonnegative"):
            positive = task.known(value, around, strict=bool(about.get("positive")))
            need(positive, f"{where} is not shown to be positive")
        if about.get("integer"):
            need(task.is_integer(value, around), f"{where} is not shown to be an integer")
    for letter in {node[1][1] for node in tagged(row, "density")}:
        _no_atom(task, found[letter], around)


def _no_atom(task: Task, noise: Tree, around: Domain) -> None:
    """The density says all of the noise: it has no atom."""
    d, _ = task.defining(noise)
    at = dict(zip(d.arguments, noise[2:], strict=True))
    none = task.algebra.shows(put(d.atom, at), "==", ZERO, around)
    need(none, f"the noise {noise[1]} is not shown to have no atom")


def _exist(task: Task, rows: list[Goal], found: dict[str, Any]) -> None:
    """The noise of a rule exists wherever the rule speaks of it; at a number that the rule finds it
    does because the rule says where that number lies.
    """
    bound = {value[1] for value in found.values() if type(value) is tuple and value[0] == "noise"}
    spoken = {
        (node, row.domain)
        for row in rows
        for node in nodes(row.claim)
        if node[0] == "noise" and node[1] in bound
    }
    for noise, domain in sorted(spoken, key=str):
        task.exists(noise, domain)


def same_goal(task: Task, a: Goal, b: Goal) -> bool:
    """Whether two goals say the same on the same domain, however they are written."""
    return task.same_domain(a.domain, b.domain) and task.same(a.claim, b.claim, a.domain)
