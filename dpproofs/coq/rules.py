"""The textbook rules as propositions of Coq, printed from the table that is applied.

A rule holds for all letters of their kinds: expressions are functions of those of the rule's own
variables in which they may move, ends are numbers or infinite, noise exists. A rule that finds a
number says that there is one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from dpproofs.coq.document import HEADER, LOSSES, OF_LOSSES, OF_VECTORS, VECTORS
from dpproofs.coq.names import local
from dpproofs.coq.propositions import Row, conditions, proposition
from dpproofs.coq.sentence import folded, sets_in
from dpproofs.coq.terms import is_infinite, number
from dpproofs.kernel.errors import UnsupportedExpression

LOWEST = ["mul", ["int", "-1"], ["oo"]]
NORM, DIMENSION = "N", "D"  # of the space of a letter for vectors
WORDS = {"positive": "0 < {}", "nonnegative": "0 <= {}", "integer": "integer {}"}


@dataclass(frozen=True)
class Lemma:
    """A rule in Coq: its name in the table, its identifier, and its definition."""

    rule: str
    name: str
    text: str


@cache
def table() -> tuple[Mapping[str, Any], ...]:
    """The rules as they stand in the file that is applied."""
    text = (resources.files("dpproofs") / "replaying" / "rules.json").read_text("utf-8")
    return tuple(json.loads(text)["rules"])


def lemma(rule: Mapping[str, Any]) -> Lemma:
    """A rule as the definition of a proposition.

    Raises
    ------
    UnsupportedExpression
        When something in it cannot be said, naming the rule.
    """
    name = "rule_" + re.sub(r"[^a-z]+", "_", rule["name"].lower())
    try:
        ends = [letter for letter, about in rule["letters"].items() if about["kind"] == "end"]
        cases = [
            "\n".join(_Said(rule, dict(zip(ends, infinite, strict=True))).lines())
            for infinite in product((False, True), repeat=len(ends))
        ]
    except (LookupError, TypeError, ValueError) as error:
        message = f"the rule {rule['name']!r} cannot be said in Coq: {error}"
        raise UnsupportedExpression(message) from error
    whole = " /\\\n".join(f"  ({case.strip()})" for case in cases) if ends else cases[0]
    return Lemma(rule["name"], name, f"Definition {name} : Prop :=\n{whole}.")


def statements() -> str:
    """The file of Coq that states every rule."""
    text = "\n\n".join(f"(* {found.rule} *)\n{found.text}" for found in map(lemma, table()))
    more = LOSSES if OF_LOSSES.search(text) else ""
    more += VECTORS if OF_VECTORS.search(text) else ""
    return f"{HEADER}{more}\n{text}\n"


@dataclass(frozen=True)
class _Said:
    """A rule with each of its ends finite or not."""

    rule: Mapping[str, Any]
    infinite: Mapping[str, bool]

    @property
    def integers(self) -> set[str]:
        letters = self.rule["letters"].items()
        return {name for name, about in letters if about.get("on") == "integers"}

    def lines(self) -> Iterator[str]:
        """The letters, the premises and what follows, a line each."""
        for letter, about in self.rule["letters"].items():
            if not self.infinite.get(letter):
                yield "  " + self._letter(letter, about)
        known = {
            one for letter, about in self.rule["letters"].items() for one in _known(letter, about)
        }
        for premise in self.rule["premises"]:
            if (room := self._room(premise)) and room not in known:
                known.add(room)
                yield f"  {room} ->"
            yield from self._folded(f"({self._row(premise)}) ->")
        if not self.rule.get("new"):
            yield from self._folded(self._row(self.rule["conclusion"]))
            return
        facts = " /\\ ".join(f"({self._row(fact)})" for fact in self.rule["facts"])
        yield from self._folded(f"exists {local(self.rule['new'])} : R, {facts}")

    @staticmethod
    def _folded(line: str) -> Iterator[str]:
        yield folded("  " + line)

    def _letter(self, letter: str, about: Mapping[str, Any]) -> str:
        name, arrows = local(letter), "R -> " * len(about.get("in", ()))
        if about["kind"] == "cost":
            return f"forall {name} : R -> extended, cost {name} ->"
        if about["kind"] == "set":
            return f"forall {name} : R -> Prop, borel {name} ->"
        if about["kind"] == "noise":
            return self._noise(letter, about, arrows)
        if about["kind"] == "vector":
            space = f"forall {DIMENSION} : R, integer {DIMENSION} -> 1 <= {DIMENSION} ->"
            norm = f"forall {NORM} : vector_point {DIMENSION} -> R, vector_norm {NORM} ->"
            return f"{space} {norm}\n  forall {name} : vectors {NORM}, vector_noise {name} ->"
        known = _known(letter, about)
        return f"forall {name} : {arrows}R, {''.join(f'{one} -> ' for one in known)}".rstrip()

    def _noise(self, letter: str, about: Mapping[str, Any], arrows: str) -> str:
        name = local(letter)
        is_noise = "noise_on_integers" if about.get("on") == "integers" else "noise"
        own = [local(variable) for variable in about.get("in", ())]
        applied = " ".join([name, *own])
        exists = (
            f"({self._over(about['in'])}{is_noise} ({applied}))" if own else f"{is_noise} {name}"
        )
        text = f"forall {name} : {arrows}law, {exists} ->"
        if letter in self._dense():
            made = "with_masses f" if is_noise.endswith("integers") else "with_density f 0"
            text += f"\n  forall f : R -> R, (forall x, f (- x) = f x) -> {name} = {made} ->"
        return text

    def _over(self, own: Sequence[str]) -> str:
        """For all values of some own variables of which a premise speaks."""
        rows = [row for premise in self.rule["premises"] for row in premise["domain"]]
        first = [next(row for row in rows if row["name"] == name) for name in own]
        return "".join(_for_all(self._filled(row)) for row in first)

    def _dense(self) -> set[str]:
        """The letters for noise that is defined by its density."""
        rows = (*self.rule["premises"], self.rule.get("conclusion") or {})
        return {node[1][1] for node in tagged(rows, "density")}

    def _row(self, row: Row) -> str:
        domain = [self._filled(variable) for variable in row["domain"]]
        claim = self._filled(row["claim"])
        lead = "".join(map(_for_all, domain))
        given = self.rule["letters"]
        sets = dict.fromkeys(name for name in sets_in(claim) if name not in given)
        lead += "".join(f"forall {local(name)}, borel {local(name)} -> " for name in sets)
        return lead + proposition(claim, self.integers)

    def _room(self, premise: Row) -> str:
        """That the range of a premise's first variable is not empty, as every step shows of it."""
        for row in map(self._filled, premise["domain"][:1]):
            ends = [row["lower"], row["upper"]]
            if not (row["integer"] or row.get("hollow") or any(map(is_infinite, ends))):
                sign = "<=" if row["ends"] == "[]" else "<"
                return f"{number(row['lower'], 50)} {sign} {number(row['upper'], 50)}"
        return ""

    def _filled(self, row: Row) -> dict[str, Any]:
        """A row of the table with trees of certificates in it."""
        new: dict[str, Any] = {"root": None}
        for key, value in row.items():
            if key == "cost" and isinstance(value, list) and row["kind"] == "cheaper":
                new[key] = value[1]
            else:
                place = key if key in ("lower", "upper") else ""
                new[key] = self._tree(value, place) if isinstance(value, list) else value
        return new

    def _tree(self, node: Sequence[Any], place: str = "") -> list[Any]:
        tag, *parts = node
        if tag == "letter":
            return self._put(parts[0], parts[1] if len(parts) > 1 else {}, place)
        if tag == "dimension":
            return ["sym", DIMENSION]
        if tag == "density":
            return ["apply", "f", self._tree(parts[1])]
        if tag == "between":
            return [tag, parts[0], self._tree(parts[1], "lower"), self._tree(parts[2], "upper")]
        inner = [self._tree(part, place) if isinstance(part, list) else part for part in parts]
        infinite = [part for part in inner if isinstance(part, list) and is_infinite(part)]
        return list(infinite[0]) if infinite and tag == "add" else [tag, *inner]

    def _put(self, letter: str, at: Mapping[str, Any], place: str) -> list[Any]:
        if letter == self.rule.get("new"):
            return ["sym", letter]
        about = self.rule["letters"][letter]
        if self.infinite.get(letter):
            return LOWEST if place == "lower" else ["oo"]
        if about["kind"] == "set":
            return ["set", letter]
        own = [self._tree(at.get(name, ["sym", name])) for name in about.get("in", ())]
        return [about["kind"] if about["kind"] in ("noise", "vector") else "apply", letter, *own]


def _known(letter: str, about: Mapping[str, Any]) -> list[str]:
    """What is shown of an expression that is put in for a letter."""
    return [words.format(local(letter)) for word, words in WORDS.items() if about.get(word)]


def _for_all(row: Row) -> str:
    conditional = "".join(f"{one} -> " for one in conditions(row))
    return f"forall {local(row['name'])} : R, {conditional}"


def tagged(node: Any, tag: str) -> Iterator[Any]:
    """The parts of a row of the table that have a tag."""
    if isinstance(node, Mapping):
        for part in node.values():
            yield from tagged(part, tag)
    elif isinstance(node, (list, tuple)):
        if len(node) and node[0] == tag:
            yield node
        for part in node:
            yield from tagged(part, tag)
