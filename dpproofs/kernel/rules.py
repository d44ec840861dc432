"""The textbook rules: a table of schemas, read from the file that replay reads as well.

A schema has letters, for which a derivation puts in expressions, ends of intervals, noise or costs;
premises and a conclusion over variables of its own (x, h, n, ...); or, in place of a conclusion,
facts about a number that it finds. It holds over whatever other variables there are. Each table
entry is a theorem of the given reference; matching is all that a checker does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Expected, Fact, Private
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.proposition import Proposition, Relation, Sum
from dpproofs.kernel.terms import (
    ENDS,
    Between,
    Join,
    Mass,
    Meet,
    Mirror,
    Moved,
    Outside,
)
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase

Bindings: TypeAlias = Mapping[str, Any]
Node: TypeAlias = Any

#: The rules' own letters, with what SymPy may assume of them.
OWN = {
    "x": sp.Symbol("x", real=True),
    "h": sp.Symbol("h", positive=True),
    "d": sp.Symbol("d", real=True),
    "n": sp.Symbol("n", integer=True),
    "n_1": sp.Symbol("n_1", integer=True),
    "n_2": sp.Symbol("n_2", integer=True),
}
_OF_VECTORS: dict[str, Callable[..., Proposition]] = {
    found.kind: found for found in (PrivateVector, ExpectedNorm, Staircase, Levels)
}
_OPERATIONS = {"add": sp.Add, "mul": sp.Mul, "pow": sp.Pow, "exp": sp.exp, "log": sp.log}
_SETS = {"mirror": Mirror, "meet": Meet, "join": Join, "not": Outside}


@dataclass(frozen=True)
class Rule:
    """One line of the table.

    Attributes
    ----------
    letters
        What each letter stands for: its ``kind`` ("expression", "end", "noise", "cost",
        "vector", "set"), the own variables ``in`` which an expression may move, and what has to be
        shown of it ("positive", "nonnegative", "integer", ``on`` "line" or "integers").
    own
        The names of the rule's own variables.
    new
        The letter for a number that the rule finds, or nothing.
    """

    name: str
    text: str
    reference: str
    letters: Mapping[str, Mapping[str, Any]]
    own: tuple[str, ...]
    premises: tuple[Node, ...]
    conclusion: Node = None
    new: str | None = None
    facts: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Instance:
    """A rule with everything put in: the premises, and the conclusion or the facts."""

    premises: tuple[Goal, ...]
    conclusion: Goal
    facts: tuple[Fact, ...] = ()


@cache
def rules() -> Mapping[str, Rule]:
    """The table, by name."""
    text = (resources.files("dpproofs") / "replaying" / "rules.json").read_text("utf-8")
    table = [Rule(**{**row, "own": tuple(row["own"])}) for row in json.loads(text)["rules"]]
    return {rule.name: rule for rule in table}


def instance(
    name: str,
    bindings: Bindings,
    on: Domain,
    *,
    called: str = "",
    densities: Mapping[str, str] | None = None,
    dimensions: Mapping[str, sp.Symbol] | None = None,
    parameters: Sequence[str] = (),
) -> Instance:
    """A rule with everything put in.

    Parameters
    ----------
    name
        One of :func:`rules`.
    bindings
        What the letters stand for.
    on
        Where the conclusion is claimed; what is not the rule's own in it is the ambient domain.
    called
        The name of the number that the rule finds, if it finds one.
    densities
        The name of the density of each noise that is defined.
    dimensions
        The dimension of the space of each noise for vectors.
    parameters
        The names of the sentence's parameters, which are no arguments of a number that is found.

    Raises
    ------
    BadInput
        When the rule is unknown, or the bindings are not what it needs.
    """
    table = rules()
    if name not in table:
        raise BadInput("rule", name, "one of " + ", ".join(table))
    rule = table[name]
    if set(bindings) != set(rule.letters):
        raise BadInput("bindings", sorted(bindings), f"the letters {sorted(rule.letters)}")
    ambient = on if rule.new else Domain(tuple(v for v in on if v.symbol.name not in rule.own))
    _admissible(rule, bindings, ambient)
    put = _Put(rule, dict(bindings), densities or {}, dimensions or {})
    if rule.new:
        free = tuple(v.symbol for v in ambient if v.symbol.name not in parameters)
        put.bindings[rule.new] = sp.Function(called)(*free)
    premises = tuple(put.goal(premise, ambient) for premise in rule.premises)
    if rule.new:
        facts = (put.goal(fact, ambient) for fact in rule.facts)
        obtained = tuple(Fact(fact.proposition, fact.domain) for fact in facts)
        return Instance(premises, Goal(obtained[0].claim, obtained[0].domain), obtained)
    return Instance(premises, put.goal(rule.conclusion, ambient))


def _admissible(rule: Rule, bindings: Bindings, ambient: Domain) -> None:
    """Refuse bindings that move with what they must not move with."""
    names = {variable.symbol.name for variable in ambient}
    if taken := names & set(rule.own):
        raise BadInput("domain", sorted(taken), f"names other than the rule's own {rule.own}")
    for letter, value in bindings.items():
        if isinstance(value, str):
            continue
        allowed = names | set(rule.letters[letter].get("in", ()))
        if extra := {s.name for s in sp.S(value).free_symbols} - allowed:
            raise BadInput(letter, value, f"an expression without {', '.join(sorted(extra))}")
        for symbol in sp.S(value).free_symbols:
            if symbol.name in rule.own and symbol != OWN[symbol.name]:
                raise BadInput(letter, value, f"the rule's own symbol for {symbol}")


@dataclass(frozen=True)
class _Put:
    """Puts bindings into the nodes of a rule."""

    rule: Rule
    bindings: dict[str, Any]
    densities: Mapping[str, str]
    dimensions: Mapping[str, sp.Symbol] = field(default_factory=dict)

    def goal(self, node: Node, ambient: Domain) -> Goal:
        """A premise, conclusion or fact."""
        domain = Domain((*ambient, *(self._variable(row) for row in node["domain"])))
        return Goal(self._claim(node["claim"]), domain)

    def _variable(self, row: Mapping[str, Any]) -> Variable:
        lower, upper = self.number(row["lower"]), self.number(row["upper"])
        ends = row["ends"]
        if upper is sp.oo and ends[1] == "]":
            ends = ends[0] + ")"
        if lower is -sp.oo and ends[0] == "[":
            ends = "(" + ends[1]
        return Variable(
            OWN[row["name"]], lower, upper, ends, row["integer"], hollow=row.get("hollow", False)
        )

    def _claim(self, node: Mapping[str, Any]) -> Proposition:
        kind = node["kind"]
        if kind == "relation":
            return Relation(self.number(node["lhs"]), node["op"], self.number(node["rhs"]))
        if kind == "sum":
            term, lower, upper, value = (
                self.number(node[key]) for key in ("term", "lower", "upper", "value")
            )
            return Sum(term, OWN[node["index"]], lower, upper, value)
        if kind == "cheaper":
            cost = self.bindings[node["cost"][1]]
            return Cheaper(self._noise(node["noise"]), self._noise(node["than"]), cost)
        if kind == "expected":
            cost, value = self.number(node["cost"]), self.number(node["value"])
            variable = OWN[node["variable"]]
            return Expected(self._noise(node["noise"]), variable, cost, node["op"], value)
        if kind == "loss":
            return self._loss(node)
        if kind in _OF_VECTORS:
            return self._of_vectors(node)
        epsilon, delta, sensitivity = (
            self.number(node[key]) for key in ("epsilon", "delta", "sensitivity")
        )
        return Private(self._noise(node["noise"]), epsilon, delta, sensitivity)

    def _loss(self, node: Mapping[str, Any]) -> Loss:
        noise, than = (self._noise(node[key]) for key in ("noise", "than"))
        shift, count, loss, value = (
            self.number(node[key]) for key in ("shift", "count", "loss", "value")
        )
        return Loss(noise, than, shift, count, OWN[node["variable"]], loss, node["op"], value)

    def _of_vectors(self, node: Mapping[str, Any]) -> Proposition:
        parts = {key: value for key, value in node.items() if key != "kind"}
        plain = {key: parts.pop(key) for key in ("op",) if key in parts}
        bound = {key: OWN[parts.pop(key)] for key in ("variable",) if key in parts}
        vector = self._noise(parts.pop("vector"))
        numbers = {key: self.number(value) for key, value in parts.items()}
        return _OF_VECTORS[node["kind"]](vector=vector, **bound, **numbers, **plain)

    def _noise(self, node: Node) -> sp.Expr:
        _, letter, *at = node
        values = {OWN[name]: self.number(number) for name, number in (at[0] if at else {}).items()}
        return self.bindings[letter].xreplace(values)

    def number(self, node: Node) -> sp.Expr:
        """A number."""
        tag, *rest = node
        if tag == "letter":
            return self._letter(*rest)
        if tag in ("int", "rat"):
            return sp.Rational(*map(int, rest))
        if tag == "sym":
            return OWN[rest[0]]
        if tag == "oo":
            return sp.oo
        if tag == "mass":
            return Mass(self._noise(rest[0]), self._set(rest[1]))
        if tag == "dimension":
            return self._dimension(self._noise(rest[0]))
        if tag == "density":
            return self._density(self._noise(rest[0]), self.number(rest[1]))
        parts = [self.number(part) for part in rest]
        return _OPERATIONS[tag](*parts)

    def _letter(self, letter: str, at: Mapping[str, Node] | None = None) -> sp.Expr:
        value = sp.S(self.bindings[letter])
        values = {OWN[name]: self.number(node) for name, node in (at or {}).items()}
        return value.xreplace(values)

    def _density(self, noise: sp.Expr, place: sp.Expr) -> sp.Expr:
        name = str(noise.func)
        if name not in self.densities:
            raise BadInput("noise", name, "a noise that is defined by its density")
        return sp.Function(self.densities[name])(*noise.args, place)

    def _dimension(self, vector: sp.Expr) -> sp.Expr:
        name = str(vector.func)
        if name not in self.dimensions:
            raise BadInput("vector", name, "noise for vectors")
        return self.dimensions[name]

    def _set(self, node: Node) -> sp.Expr:
        tag, *rest = node
        if tag == "letter":
            return self.bindings[rest[0]]
        if tag == "set":
            return sp.Function(rest[0])()
        if tag == "between":
            lower, upper = self.number(rest[1]), self.number(rest[2])
            ends = rest[0]
            ends = ("(" if lower.is_infinite else ends[0]) + (")" if upper.is_infinite else ends[1])
            return Between(sp.Integer(ENDS.index(ends)), lower, upper)
        if tag == "moved":
            return Moved(self._set(rest[0]), self.number(rest[1]))
        return _SETS[tag](*map(self._set, rest))
