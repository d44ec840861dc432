"""What was found before, kept so that proofs are made without searching again.

A result is kept under a digest of the question: of what is to follow, and from which facts. It is
never believed: it goes into the derivation, where the checkers and replay decide it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.goal import Goal
from dpproofs.tactics.budget import within
from dpproofs.tactics.consequences import Fact, find

#: For each fact its values, by the names of its variables, and its multiplier; None where it is
#: used as it stands, or once.
Answer: TypeAlias = list[list[Any] | None]

FILE = "found.json"
SECONDS = 3.0  # of the processor, for one search
_HEADS = {"add": sp.Add, "mul": sp.Mul, "pow": sp.Pow, "exp": sp.exp, "log": sp.log, "abs": sp.Abs,
          "erf": sp.erf, "max": sp.Max, "min": sp.Min}  # fmt: skip


class Store:
    """Answers by the digest of the question.

    Attributes
    ----------
    answers
        What is kept.
    asked
        The digests of all questions that were asked of it.
    """

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self.answers = dict(answers)
        self.asked: set[str] = set()


@cache
def _package() -> Store:
    place = resources.files("dpproofs.tactics").joinpath(FILE)
    return Store(json.loads(place.read_text("ascii")) if place.is_file() else {})


_in_use: list[Store] = []


def store() -> Store:
    """The answers that proofs are made from now."""
    return _in_use[-1] if _in_use else _package()


@contextmanager
def instead(answers: Mapping[str, Answer]) -> Iterator[Store]:
    """Use other answers, such as none, for what is done meanwhile."""
    _in_use.append(Store(answers))
    try:
        yield _in_use[-1]
    finally:
        _in_use.pop()


def completed(conclusion: Goal, facts: Sequence[Fact]) -> list[Fact]:
    """The facts with values and multipliers: as was said, as was found, or as they stand, once."""
    if all(fact.values is not None and fact.times is not None for fact in facts):
        return list(facts)
    question, known = digest(conclusion, facts), store()
    known.asked.add(question)
    kept = _read(known.answers[question], conclusion, facts) if question in known.answers else None
    if kept is not None:
        return kept
    found = within(SECONDS, lambda: find(conclusion, facts)) or facts
    full = [Fact(f.goal, f.values or {}, sp.S.One if f.times is None else f.times) for f in found]
    answer = [_written(fact) for fact in full]
    if _read(answer, conclusion, facts) == full:  # what is not read back is searched for again
        known.answers[question] = answer
    return full


def digest(conclusion: Goal, facts: Sequence[Fact]) -> str:
    """The digest of a question."""
    said = [
        [_digest(f.goal), None if f.values is None else _values(f.values),
         None if f.times is None else to_tree(f.times)]
        for f in facts
    ]  # fmt: skip
    return _hash([_digest(conclusion), said])


@cache
def _digest(goal: Goal) -> str:
    return _hash(goal.to_json())


def _hash(data: Any) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def _values(values: Mapping[sp.Symbol, sp.Expr]) -> dict[str, Any]:
    return {s.name: to_tree(sp.S(v)) for s, v in sorted(values.items(), key=lambda p: p[0].name)}


def _written(fact: Fact) -> list[Any] | None:
    if not fact.values and fact.times == 1:
        return None
    return [_values(fact.values or {}), to_tree(sp.S(fact.times))]


def _read(answer: Answer, conclusion: Goal, facts: Sequence[Fact]) -> list[Fact] | None:
    """What is kept, as facts; None when it speaks of what is not kept, such as masses."""
    names = {v.symbol.name: v.symbol for v in conclusion.domain}
    full = []
    for fact, kept in zip(facts, answer, strict=True):
        values, times = kept or [{}, ["int", "1"]]
        own = {v.symbol.name: v.symbol for v in fact.goal.domain}
        try:
            at = {own[name]: _expression(tree, names) for name, tree in values.items()}
            full.append(Fact(fact.goal, at, _expression(times, names)))
        except KeyError:
            return None
    return full


def _expression(tree: list[Any], names: Mapping[str, sp.Symbol]) -> sp.Expr:
    head, *parts = tree
    if head in ("int", "rat"):
        return sp.Rational(*map(int, parts))
    if head == "sym":
        return names[parts[0]]
    if head == "pi":
        return sp.pi
    if head == "apply":
        name, *arguments = parts
        return sp.Function(name)(*(_expression(part, names) for part in arguments))
    return _HEADS[head](*(_expression(part, names) for part in parts))
