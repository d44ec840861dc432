"""Proofs that something printed is false of all noise, by noise that earlier steps show to be such.

What a step says of that noise it says under the hypotheses on what is given. So it is used where
these hold: at what is chosen for the given objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpproofs.coq.context import standing
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, earlier, spoken_of, written_at
from dpproofs.coq.sentence import Certificate, fails_or_says, introduced
from dpproofs.coq.terms import Tree, number
from dpproofs.coq.witnesses import chosen
from dpproofs.kernel.errors import UnsupportedExpression


def is_contrary(certificate: Certificate) -> bool:
    """Whether a claim has such a step."""
    return any(step["method"] == "refutation" for step in certificate["steps"])


def _refutation(step: Step, certificate: Certificate) -> str:
    """What is printed, at the point and of the noise, for which it is not so."""
    said, statement = step["proposition"], certificate["statement"]
    goal = said["proposition"]
    if (goal["kind"], goal.get("op")) != ("expected", ">="):
        raise UnsupportedExpression("no proof in Coq for a refutation of this kind")
    values = chosen(statement) | {local(n): number(tree, 0) for n, tree in said["point"]}
    values |= _written(statement, values)
    values |= {local(n): _noise(tree, statement) for n, tree in said["objects"].items()}
    words = introduced(statement, fails_or_says(step)).split()
    facts = [f"F{name}_" for name in step["uses"]]
    how = " | ".join([*(f"as_shown {fact}" for fact in facts), "as_defined"])
    filled = [f"ltac:(first [{how}])" if word == "?" else values[word] for word in words]
    below = [
        f"by_noise F{name}_ K"
        for name in step["uses"]
        if earlier(name, certificate)["proposition"]["kind"] == "expected"
    ]
    lead = "".join(
        f"pose proof ({_shown(name, certificate)}) as {fact}. "
        for name, fact in zip(step["uses"], facts, strict=True)
    )
    at_point = f"pose proof ({' '.join(['H', *filled])}) as K"
    return f"intros H. {lead}{at_point}. first [{' | '.join(below)}]."


def _noise(tree: Tree, statement: Mapping[str, Any]) -> str:
    """Noise that is defined, written out at its arguments.

    Raises
    ------
    UnsupportedExpression
        When it is given, or depends on the parameters.
    """
    found = [row for row in statement["definitions"] if row["name"] == tree[1]]
    if not found or spoken_of(found[0], statement):
        raise UnsupportedExpression("no proof in Coq for a refutation by such noise")
    arguments = [number(part, 0) for part in tree[2:]]
    return f"({' '.join([written_at(found[0], {}, statement), *arguments])})"


def _shown(name: str, certificate: Certificate) -> str:
    """An earlier step at what is chosen."""
    statement, step = certificate["statement"], earlier(name, certificate)
    values = chosen(statement)
    values |= _written(statement, values)
    words = introduced(standing(step, certificate), step).split()
    if not set(words) <= {"?", *values}:
        raise UnsupportedExpression("no proof in Coq for a refutation by such a step")
    filled = ["ltac:(as_chosen)" if word == "?" else values[word] for word in words]
    return " ".join([f"step_{name}", *filled])


def _written(statement: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, str]:
    """What is defined, written out for these parameters."""
    return {
        local(row["name"]): written_at(
            row, {n: values[n] for n in spoken_of(row, statement)}, statement
        )
        for row in statement["definitions"]
    }


METHODS: dict[str, Write] = {"refutation": _refutation}
