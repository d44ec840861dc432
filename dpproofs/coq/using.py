"""What proofs of steps have in common: names for all that stands before a goal, earlier steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dpproofs.coq.names import local
from dpproofs.coq.sentence import Certificate, introduced
from dpproofs.coq.standing import standing
from dpproofs.coq.terms import Tree, borel_set, number

Step: TypeAlias = Mapping[str, Any]
Write: TypeAlias = Callable[[Step, Certificate], str]

#: A name for a variable's value that no variable of a certificate has.
HERE = "here_"


def intros(step: Step, certificate: Certificate) -> str:
    """Introduce all that stands before what a step says."""
    names = introduced(standing(step, certificate), step)
    return f"intros {names}. " if names else ""


def earlier(name: str, certificate: Certificate) -> Step:
    """A step by its name."""
    return next(step for step in certificate["steps"] if step["name"] == name)


def used(
    name: str,
    at: Mapping[str, Any],
    certificate: Certificate,
    sets: Mapping[str, Any] | None = None,
) -> str:
    """An earlier step at some values and sets, under conditions that are shown."""
    texts = {key: number(tree, 0) for key, tree in at.items()}
    texts |= {key: borel_set(tree) for key, tree in (sets or {}).items()}
    return used_at(name, texts, certificate)


def used_at(name: str, at: Mapping[str, str], certificate: Certificate) -> str:
    """The same, with terms of Coq for values."""
    values = {local(key): text for key, text in at.items()}
    step = earlier(name, certificate)
    words = introduced(standing(step, certificate), step).split()
    filled = ["ltac:(condition)" if word == "?" else values.get(word, word) for word in words]
    return " ".join([f"step_{name}", *filled])


def plain(tactic: str) -> Write:
    """Proofs by one tactic."""
    return lambda step, certificate: f"{intros(step, certificate)}{tactic}."


def minus(left: Tree, right: Tree) -> Tree:
    """The difference of two trees."""
    return ["add", left, ["mul", ["int", "-1"], right]]
