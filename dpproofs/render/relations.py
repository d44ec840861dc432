"""Which claims rest on which others.

A claim uses another when a step cites it, and goes through another when a step shows the very
formula that the other claims, about the same objects and without hypotheses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.scope import uses
from dpproofs.render.content import Result


@dataclass(frozen=True)
class Relation:
    """Claim ``by`` rests on claim ``on``, at a step."""

    by: str
    on: str
    step: str
    cites: bool


def relations(results: Sequence[Result]) -> list[Relation]:
    """Every relation between claims, one for each pair."""
    goals: dict[Goal, list[Statement]] = {}
    for result in results:
        statement = result.statement
        if not statement.hypotheses:
            for goal in statement.corrected or statement.printed:
                goals.setdefault(goal, []).append(statement)
    found: dict[tuple[str, str], Relation] = {}
    for result in results:
        here = result.statement
        for step in result.derivation.steps:
            if step.method == "cite":
                on = [step.hints["statement"].id]
            else:
                there = goals.get(step.goal, ())
                on = [s.id for s in there if s.id != here.id and same_objects(here, s, step.goal)]
            for name in on:
                relation = Relation(here.id, name, step.name, step.method == "cite")
                found.setdefault((here.id, name), relation)
    return list(found.values())


def same_objects(one: Statement, other: Statement, goal: Goal) -> bool:
    """Whether every name in a goal means the same in both statements."""
    return all(meaning(one, name) == meaning(other, name) for name, _, _ in uses(goal))


def meaning(statement: Statement, name: str) -> object:
    """What a name of a statement stands for, with all that it is made of."""
    known = {d.name: d for d in (*statement.given, *statement.definitions)}
    seen: dict[str, object] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in seen and one in known:
            seen[one] = known[one].to_json()
            waiting += [other for other in known if other != one and f"'{other}'" in str(seen[one])]
    return seen
