"""What proofs of steps have in common: names for all that stands before a goal, earlier steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from dpproofs.coq.context import standing
from dpproofs.coq.names import local
from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate, introduced, written
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
    statement, step = certificate["statement"], earlier(name, certificate)
    moved = {key: text for key, text in values.items() if key != text}
    others = {}
    for found in statement["definitions"]:
        new = {key: moved[key] for key in spoken_of(found, statement) if key in moved}
        if new:
            others[local(found["name"])] = written_at(found, new, statement)
    words = introduced(standing(step, certificate), step).split()
    shown = [
        "as_defined" if before in others else "condition" for before in ["", *words][: len(words)]
    ]
    values |= others
    filled = [
        f"ltac:({how})" if word == "?" else values.get(word, word)
        for word, how in zip(words, shown, strict=True)
    ]
    return " ".join([f"step_{name}", *filled])


def spoken_of(found: Row, statement: Mapping[str, Any]) -> list[str]:
    """The identifiers of the parameters of which a definition speaks, beside its arguments."""
    rows = {row["name"]: row for row in statement["definitions"]}
    own = {*found["arguments"], found.get("variable"), found.get("index")}
    said = set(_names([found, rows.get(found.get("density"))]))
    return [
        local(row["name"])
        for row in statement["parameters"]
        if row["name"] in said and row["name"] not in own
    ]


def written_at(found: Row, at: Mapping[str, str], statement: Mapping[str, Any]) -> str:
    """What is defined, written out with terms of Coq for parameters."""
    text = written(found, statement)
    if at:
        text = f"(fun {' '.join(at)} => {text}) {' '.join(at.values())}"
    return f"({text})"


def _names(node: Any) -> Iterator[str]:
    """The variables in what definitions say, beside their domains."""
    if isinstance(node, Mapping):
        node = [part for key, part in node.items() if key != "domain"]
    if isinstance(node, (list, tuple)):
        if len(node) == 2 and node[0] == "sym":
            yield node[1]
        for part in node:
            yield from _names(part)


def plain(tactic: str) -> Write:
    """Proofs by one tactic."""
    return lambda step, certificate: f"{intros(step, certificate)}{tactic}."


def minus(left: Tree, right: Tree) -> Tree:
    """The difference of two trees."""
    return ["add", left, ["mul", ["int", "-1"], right]]
