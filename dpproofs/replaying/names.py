"""The names that a sentence declares and a proof introduces: what each is, and whether it is new.

A name has one meaning, one kind and one arity. A set whose name is not declared is any Borel set,
like a variable that is universally quantified; its name is never that of anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpproofs.replaying.reader import (
    Definition,
    Given,
    Goal,
    Proposition,
    Rejected,
    Statement,
    Tree,
    bound_by,
    declared,
    need,
    nodes,
    symbols,
)

KINDS = {"apply": "function", "noise": "noise", "vector": "vector", "set": "set", "$cost": "cost"}
#: What a hypothesis may say.
ASSUMED = (
    "relation", "sum", "integral", "private", "even", "cheaper", "expected", "loss",
    "private_vector", "expected_norm", "staircase", "levels",
)  # fmt: skip


@dataclass(frozen=True)
class Meaning:
    """What a name stands for, and of which given objects it may depend."""

    kind: str
    arity: int
    on: str | None = None
    definition: Definition | None = None
    rests: frozenset[str] = frozenset()


class Names:
    """All names of one certificate that may be spoken of so far."""

    def __init__(self, statement: Statement, introduced: Iterable[str]) -> None:
        self.parameters = {v.name: v for v in statement.parameters}
        self.table: dict[str, Meaning] = {}
        self.definitions: dict[str, Definition] = {}
        self.dimensions: dict[str, str] = {}
        later = [d.name for d in statement.definitions] + list(introduced)
        self.reserved = {*self.parameters, *(g.name for g in statement.given), *later}
        for g in statement.given:
            self._space(g)
            self._new(g.name, Meaning(g.kind, g.arity, g.on, None, frozenset((g.name,))))

    def _space(self, g: Given) -> None:
        """A norm is on R^d with d = 1, 2, ..., and a vector's norm is given before it."""
        if g.kind == "norm":
            d = self.parameters.get(g.dimension)
            low = d.lower[1] if d and d.integer and d.lower and d.lower[0] == "num" else 0
            need(low >= 1, f"{g.name}: its dimension is no parameter 1, 2, ...")
            self.dimensions[g.name] = g.dimension
        if g.kind == "vector":
            need(g.on in self.dimensions, f"{g.name}: no norm {g.on} is given before")

    def dimension(self, vector: Tree) -> Tree:
        """The dimension of the space of noise for vectors."""
        return ("sym", self.dimensions[self.table[vector[1]].on or ""])

    def _new(self, name: str, meaning: Meaning) -> None:
        taken = name in self.table or name in self.parameters
        need(not taken, f"the name {name} stands for something else already")
        self.table[name] = meaning

    def check(self, *values: Any) -> None:
        """Reject names that are not declared, or applied as something else than they are."""
        for node in nodes(values):
            if node[0] == "$promise":
                self._promise(node[1])
            elif node[0] in KINDS:
                name, arity = node[1], len(node) - 2
                meaning = self.table.get(name)
                if node[0] == "set" and meaning is None:
                    need(name not in self.reserved, f"the set {name} has the name of another thing")
                    continue
                if meaning is None:
                    raise Rejected(f"speaks of {name}, which nothing declares")
                fits = (meaning.kind, meaning.arity) == (KINDS[node[0]], arity)
                need(fits, f"{name} is not a {KINDS[node[0]]} of {arity} arguments")

    def _promise(self, claim: Proposition) -> None:
        """What is promised has a name that is new, and known inside the promise only."""
        given, inside = claim["given"], (claim["variables"], *claim["all"])
        need(given.name not in self.reserved, f"{given.name} stands for something else already")
        need(not self.generic(inside), f"the promise of {given.name} speaks of any set")
        self._new(given.name, Meaning("noise", given.arity, given.on))
        self.check(inside)
        del self.table[given.name]

    def spoken(self, *values: Any) -> frozenset[str]:
        """The declared names that are spoken of."""
        found = {node[1] for node in nodes(values) if node[0] in KINDS}
        return frozenset(found & self.table.keys())

    def generic(self, *values: Any) -> frozenset[str]:
        """The sets that are spoken of and stand for any set."""
        sets = {node[1] for node in nodes(values) if node[0] == "set"}
        return frozenset(sets - self.table.keys())

    def rests(self, *values: Any) -> frozenset[str]:
        """The given objects on which what is spoken of may depend."""
        return frozenset[str]().union(*(self.table[n].rests for n in self.spoken(*values)))

    def goal(self, goal: Goal) -> None:
        """A goal speaks of declared names; where it holds depends on no set that is any set.

        Another set would take the place of such a set in what is said, and not where it is said.
        """
        self.check(goal)
        free = sorted(self.generic(goal.domain))
        need(not free, f"a range depends on the set {', '.join(free)}, which is any set")

    def hypothesis(self, goal: Goal) -> None:
        """A hypothesis speaks of the parameters as they are declared."""
        need(goal.claim.kind in ASSUMED, f"a hypothesis of kind {goal.claim.kind}")
        self.goal(goal)
        same = all(self.parameters.get(v.name, v) == v for v in goal.domain)
        need(same, "a hypothesis restricts a parameter")

    def define(self, d: Definition) -> None:
        """A definition speaks of earlier names, of its arguments and of parameters."""
        self.check(d)
        need(not self.generic(d), f"the definition of {d.name} speaks of any set")
        own, parameters = set(d.arguments), self.parameters.keys()
        fits = len(own) == len(d.arguments) and not own & parameters
        fits = fits and own <= {v.name for v in d.domain} <= own | parameters
        need(fits, f"{d.name}: its variables are not its arguments and parameters")
        scope = declared(d.domain, d.name)
        inner = {d.variable, d.index} - {None, ""}
        fits = not inner & (scope | set(parameters)) and d.variable != d.index
        need(fits, f"{d.name}: its variable or index has another meaning")
        need((d.period is None) == (d.index is None), f"{d.name}: a period without an index")
        said = (d.value, d.atom, d.period, *(upper for _, upper in d.pieces))
        fits = (
            symbols(said) <= scope
            and symbols(tuple(value for value, _ in d.pieces)) <= scope | inner
        )
        need(fits, f"{d.name}: speaks of a variable that is not in its domain")
        rests = self.rests(d)
        if d.kind == "noise":
            density = self.definitions.get(d.density)
            if density is None or density.kind != "pieces" or density.arguments != d.arguments:
                raise Rejected(
                    f"{d.name}: its density is not a definition in pieces with the same arguments"
                )
            rests |= self.rests(("apply", d.density))
        kind = "noise" if d.kind == "noise" else "function"
        arity = len(d.arguments) + (d.kind == "pieces")
        self._new(d.name, Meaning(kind, arity, d.on, d, rests))
        self.definitions[d.name] = d

    def obtain(self, claim: Proposition, rests: frozenset[str]) -> None:
        """A number that a rule finds, as a function of variables that are no parameters."""
        self._new(claim["name"], Meaning("function", len(claim["arguments"]), rests=rests))

    def noise(self, noise: Tree) -> Definition | None:
        """The definition of noise that is defined; None for noise that is given."""
        return self.table[noise[1]].definition

    def on(self, noise: Tree) -> str | None:
        """Whether noise lives on the line or on the integers."""
        return self.table[noise[1]].on


def moving(goal: Goal) -> frozenset[str]:
    """The variables that a goal binds, or along which it says something of a change."""
    claim = goal.claim
    if claim.kind == "derivative":
        return frozenset((claim["variable"],))
    if claim.kind == "exists":
        inner = (moving(Goal(each, goal.domain)) for each in claim["all"])
        return frozenset(v.name for v in claim["variables"]).union(*inner)
    if claim.kind == "fails":
        return moving(Goal(claim["proposition"], goal.domain))
    return frozenset(bound_by(claim))
