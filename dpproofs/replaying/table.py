"""The textbook rules: one table, and what stands in it with bindings put in place of its letters.

The rules are trusted; ``rules.json`` is all that there is of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from dpproofs.replaying.calculus import number, put
from dpproofs.replaying.names import Names
from dpproofs.replaying.reader import (
    Domain,
    End,
    Goal,
    Proposition,
    Reader,
    Tree,
    Variable,
    event,
    name,
    noise,
    tree,
    upper_end,
    vector,
)

LOWEST = ["mul", ["int", "-1"], ["oo"]]


def either_end(value: Any, place: str) -> End:
    """A tree, or None for an infinite end; on which side it is, its place in the rule says."""
    return None if value == LOWEST else upper_end(value, place)


READERS: dict[str, Reader] = {
    "expression": tree, "end": either_end, "noise": noise, "cost": name, "vector": vector,
    "set": event,
}  # fmt: skip


@cache
def rules() -> Mapping[str, Mapping[str, Any]]:
    """The table of rules, by name."""
    text = resources.files("dpproofs.replaying").joinpath("rules.json").read_text("utf-8")
    return {rule["name"]: rule for rule in json.loads(text)["rules"]}


@dataclass(frozen=True)
class Filled:
    """Bindings for the letters of a rule; ``new`` is what stands for the letter that is new."""

    bindings: Mapping[str, Any]
    letters: Mapping[str, Mapping[str, Any]]
    names: Names
    new: tuple[str, Tree] | None

    def goal(self, row: Mapping[str, Any], around: Domain) -> Goal:
        """What a row of a rule says, on the domain around it and its own variables."""
        own = tuple(self._variable(v) for v in row["domain"])
        return Goal(self._claim(row["claim"]), (*around, *own))

    def _variable(self, v: Mapping[str, Any]) -> Variable:
        lower, upper, ends = self._interval(v["lower"], v["upper"], v["ends"])
        hollow = v.get("hollow", False)
        return Variable(v["name"], lower, upper, ends, v["integer"], hollow=hollow)

    def _claim(self, claim: Mapping[str, Any]) -> Proposition:
        parts: dict[str, Any] = {}
        for key, value in claim.items():
            if key in ("lower", "upper"):
                parts[key] = self._end(value)
            elif key != "kind":
                parts[key] = value if type(value) is str else self.tree(value)
        return Proposition(claim["kind"], tuple(parts.items()))

    def _end(self, value: Any) -> End:
        infinite = value in (["oo"], LOWEST) or any(
            self.letters[node[1]]["kind"] == "end" and self.bindings[node[1]] is None
            for node in tagged(value, "letter")
            if node[1] in self.letters
        )
        return None if infinite else self.tree(value)

    def _interval(self, lower: Any, upper: Any, ends: str) -> tuple[End, End, str]:
        low, high = self._end(lower), self._end(upper)
        return low, high, (ends[0] if low else "(") + (ends[1] if high else ")")

    def tree(self, node: Any) -> Any:
        """A tree of the table with its letters replaced; noise and costs too."""
        tag, *parts = node
        if tag == "letter":
            if self.new and parts[0] == self.new[0]:
                return self.new[1]
            value = self.bindings[parts[0]]
            local = {key: self.tree(part) for key, part in parts[1].items()} if parts[1:] else {}
            return put(value, local) if local else value
        if tag == "int":
            return number(int(parts[0]))
        if tag == "between":
            low, high, ends = self._interval(parts[1], parts[2], parts[0])
            return (tag, ends, low, high)
        if tag == "dimension":
            return self.names.dimension(self.tree(parts[0]))
        if tag == "density":
            of, x = self.tree(parts[0]), self.tree(parts[1])
            d = self.names.noise(of)
            return ("apply", d.density if d else "", *of[2:], x)
        return (tag, *(self.tree(part) if type(part) is list else part for part in parts))


def tagged(value: Any, tag: str) -> list[Any]:
    """The nodes with some tag in a part of the table."""
    parts = list(value.values()) if type(value) is dict else value
    if type(parts) is not list:
        return []
    own = [value] if type(value) is list and value[:1] == [tag] else []
    return own + [node for part in parts for node in tagged(part, tag)]
