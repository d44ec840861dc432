"""What is said already: by a hypothesis, by a step that found a number, by another claim."""

from __future__ import annotations

from typing import Any

from dpproofs.replaying.names import ASSUMED
from dpproofs.replaying.reader import Proposition, Step, fields, need, one_of, text
from dpproofs.replaying.task import Evidence, Task, method

CITED = (
    "relation", "derivative", "integral", "sum", "limit", "series", "minimum", "program", "exists",
)  # what may be said without objects  # fmt: skip


@method("assume", *ASSUMED)
def assume(task: Task, _: Proposition, __: Evidence) -> None:
    """A hypothesis of the statement."""
    hypotheses = task.sentence.statement.hypotheses
    need(task.step.goal in hypotheses, "assumes what is not a hypothesis of the statement")


def _evidence(step: Step) -> Evidence:
    return fields(step.evidence, "evidence", {"from": text, "fact": lambda value, _: value})


@method("obtained", "relation", "cheaper", read=_evidence)
def obtained(task: Task, _: Proposition, evidence: Evidence) -> None:
    """One of the facts about a number that a rule found."""
    facts, index = task.used(evidence["from"], "obtain").goal.claim["facts"], evidence["fact"]
    need(type(index) is int and 0 <= index < len(facts), "there is no such fact")
    need(task.step.goal == facts[index], "not the fact that was obtained")


def _goal(value: Any, place: str) -> tuple[str, int]:
    need(type(value) is list and len(value) == 2, f"{place}: not a list and a place in it")
    need(type(value[1]) is int and value[1] >= 0, f"{place}: not a place in a list")
    return one_of("printed", "corrected")(value[0], place), value[1]


@method("cite", *CITED, claim=text, goal=_goal, digest=text)
def cite(task: Task, _: Proposition, evidence: Evidence) -> str:
    """A goal that another claim establishes, without parameters, objects or hypotheses."""
    need(not task.step.uses, "a citation uses no steps")
    name, (which, index) = evidence["claim"], evidence["goal"]
    found, grade = task.cite(name, evidence["digest"])
    other = found.statement
    plain = not (other.parameters or other.given or other.definitions or other.hypotheses)
    need(plain, f"{name} speaks of parameters, objects or hypotheses of its own")
    fits = {"printed": ("holds", "definition"), "corrected": ("corrected",)}
    need(found.verdict in fits[which], f"{name} does not establish its {which} goals")
    goals = other.printed if which == "printed" else other.corrected
    need(index < len(goals) and goals[index] == task.step.goal, f"not that goal of {name}")
    return grade
