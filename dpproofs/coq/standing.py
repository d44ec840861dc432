"""What stands before a step: the statement, with the functions and numbers that earlier steps find.

A rule may find a number, and a derivation may define a function. To Coq each is one more given
object of which something is known, in every step that rests on it: the step that introduces it says
that there is one. A sentence never speaks of these, so that the last proof takes one of each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate
from dpproofs.kernel.errors import UnsupportedExpression

KINDS = ("obtain", "define")


def introduces(step: Row) -> bool:
    """Whether a step introduces a name."""
    return step["proposition"]["kind"] in KINDS


def made(step: Row) -> Row:
    """What a step introduces: its name, its arguments, and what is known of it."""
    said = step["proposition"]
    if said["kind"] == "obtain":
        found: Row = {key: said[key] for key in ("name", "arguments", "facts")}
        return found
    definition = said["definition"]
    if definition["kind"] != "value":
        return {**definition, "facts": None}
    head = ["apply", definition["name"], *(["sym", name] for name in definition["arguments"])]
    equation = {"kind": "relation", "lhs": head, "op": "==", "rhs": definition["value"]}
    return {**definition, "facts": [{"domain": definition["domain"], "proposition": equation}]}


def rests(certificate: Certificate) -> dict[str, list[Row]]:
    """The steps that introduce what each step rests on, in order.

    A step rests on what it speaks of, and on whatever the steps do that it uses or that introduce
    what it speaks of; not on what it introduces.

    Raises
    ------
    UnsupportedExpression
        When a name is introduced that has a meaning.
    """
    found: dict[str, dict[str, Row]] = {}
    before: dict[str, Row] = {}
    statement = certificate["statement"]
    rows = (*statement["parameters"], *statement["given"], *statement["definitions"])
    declared = {row["name"] for row in rows}
    for step in certificate["steps"]:
        text = json.dumps([step[key] for key in ("domain", "proposition", "evidence")])
        mentioned = [row for name, row in before.items() if f'["apply", "{name}"' in text]
        used = [row for name in step["uses"] for row in found.get(name, {}).values()]
        used += [row for row in before.values() if row["name"] in step["uses"]]
        own = {row["name"]: row for row in (*mentioned, *used)}
        for row in tuple(own.values()):
            own |= found[row["name"]]
        order = [row["name"] for row in before.values() if row["name"] in own]
        found[step["name"]] = {name: own[name] for name in order}
        if introduces(step):
            name = made(step)["name"]
            if name in before or name in declared:
                raise UnsupportedExpression(f"no proof in Coq for two meanings of {name!r}")
            before[name] = step
    return {name: list(rows.values()) for name, rows in found.items()}


def standing(step: Row, certificate: Certificate) -> Mapping[str, Any]:
    """The statement with all that a step rests on."""
    statement: Mapping[str, Any] = certificate["statement"]
    if not any(map(introduces, certificate.get("steps", ()))):
        return statement
    return with_found(statement, rests(certificate)[step["name"]])


def with_found(statement: Mapping[str, Any], steps: list[Row]) -> Mapping[str, Any]:
    """A statement with what some steps introduce."""
    rows = list(map(made, steps))
    given = [
        {"kind": "function", "name": row["name"], "arity": len(row["arguments"])} for row in rows
    ]
    return {
        **statement,
        "given": [*statement["given"], *given],
        "hypotheses": [*statement["hypotheses"], *(fact for row in rows for fact in row["facts"])],
    }
