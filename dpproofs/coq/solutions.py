"""Functions that solve the equations which a sentence assumes of its given functions.

Where a hypothesis says what a product is of which one factor is a given function at its variables,
the function is this over the other factors. Nothing here is trusted: that the equation holds is
shown in Coq.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpproofs.coq.names import local
from dpproofs.coq.propositions import Row
from dpproofs.coq.terms import Tree, number


def solutions(statement: Mapping[str, Any]) -> dict[str, str]:
    """The given functions that solve an equation, as terms of Coq, by their identifiers.

    A function that a later one rests on is put into it.
    """
    found: dict[str, str] = {}
    functions = [
        row["name"] for row in statement["given"] if row["kind"] == "function" and row["arity"]
    ]
    for hypothesis in statement.get("hypotheses", ()):
        for name in functions:
            solved = _solved(hypothesis, name)
            if name not in found and solved is not None:
                own, value = solved
                found[name] = f"(fun {' '.join(map(local, own))} => {_with(found, value)})"
    return {local(name): text for name, text in found.items()}


def _solved(hypothesis: Row, name: str) -> tuple[list[str], Tree] | None:
    """The variables of a function and its value, if the hypothesis is an equation for it."""
    said = hypothesis["proposition"]
    if said["kind"] != "relation" or said["op"] != "==":
        return None
    tag, *parts = said["lhs"]
    factors = parts if tag == "mul" else [said["lhs"]]
    heads = [part for part in factors if part[:2] == ["apply", name]]
    rest = [part for part in factors if part[:2] != ["apply", name]]
    if len(heads) != 1 or any(_speaks(part, name) for part in [*rest, said["rhs"]]):
        return None
    own = [part[1] for part in heads[0][2:] if part[0] == "sym"]
    bound = {row["name"] for row in hypothesis["domain"]}
    if len(own) < len(heads[0]) - 2 or len({*own} & bound) < len(own):
        return None
    return own, ["mul", said["rhs"], *(["pow", part, ["int", "-1"]] for part in rest)]


def _speaks(tree: Any, name: str) -> bool:
    """Whether a function occurs in a tree."""
    if not isinstance(tree, (list, tuple)):
        return False
    return list(tree[:2]) == ["apply", name] or any(_speaks(part, name) for part in tree)


def _with(found: Mapping[str, str], value: Tree) -> str:
    """A value with the functions that are known in it."""
    text = number(value)
    for name, known in found.items():
        if _speaks(value, name):
            text = f"(fun {local(name)} => {text}) {known}"
    return text
