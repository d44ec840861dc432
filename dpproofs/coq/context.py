"""What stands before a step: the statement, with the functions and numbers that earlier steps find.

A rule may find a number, and a derivation may define a function. To Coq each is one more given
object of which something is known, in every step that rests on it: the step that introduces it says
that there is one. A sentence never speaks of these, so that the last proof takes one of each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate, bound
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
    declared = _declared(certificate["statement"])
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


def _declared(statement: Mapping[str, Any]) -> set[str]:
    rows = (*statement["parameters"], *statement["given"], *statement["definitions"])
    return {row["name"] for row in rows}


def resting(certificate: Certificate) -> Certificate:
    """The certificate with what each step rests on beside it, so that it is found once."""
    return {**certificate, "rests": rests(certificate)}


def standing(step: Row, certificate: Certificate) -> Mapping[str, Any]:
    """The statement with all that a step rests on."""
    statement: Mapping[str, Any] = certificate["statement"]
    if not any(map(introduces, certificate.get("steps", ()))):
        return statement
    rest = certificate["rests"] if "rests" in certificate else rests(certificate)
    return with_found(statement, rest[step["name"]])


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


def apart(certificate: Certificate) -> Certificate:
    """The certificate with other names for what steps introduce and a variable is called too."""
    steps, statement = certificate["steps"], certificate["statement"]
    own = {made(step)["name"] for step in steps if introduces(step)} - _declared(statement)
    taken = sorted(own & set(bound(statement))) if own else []
    names = {name: _fresh(name, certificate) for name in taken}
    return {**certificate, "steps": _renamed(steps, names)} if names else certificate


def _fresh(name: str, certificate: Certificate) -> str:
    text = json.dumps([certificate["statement"], certificate["steps"]])
    tries: Iterable[str] = (f"{name}_{place}" for place in count())
    return next(one for one in tries if f'"{one}"' not in text)


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """A tree with other names for functions and numbers; variables keep theirs."""
    if isinstance(node, Mapping):
        text = {key: _renamed(part, names) for key, part in node.items()}
        return text if "lower" in node else _named(text, names)
    if not isinstance(node, list):
        return node
    parts = [_renamed(part, names) for part in node]
    if parts[:1] == ["apply"]:
        parts[1] = names.get(parts[1], parts[1])
    return parts


def _named(row: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A row with another name, should it have one of these."""
    return {**row, "name": names[row["name"]]} if row.get("name") in names else row
