"""Propositions about noise, privacy and cost, and those that introduce or promise objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.objects import Definition
from dpproofs.kernel.proposition import Proposition, domain_symbols
from dpproofs.kernel.terms import Use, uses_of


@dataclass(frozen=True)
class Private(Proposition):
    """``P(S) <= exp(epsilon) P(S + d) + delta`` for all Borel sets S and abs(d) <= sensitivity.

    For noise on the integers the shifts d are integers.
    """

    kind: ClassVar[str] = "private"
    noise: sp.Expr
    epsilon: sp.Expr
    delta: sp.Expr
    sensitivity: sp.Expr


@dataclass(frozen=True)
class Even(Proposition):
    """``P(-S) = P(S)`` for all Borel sets S."""

    kind: ClassVar[str] = "even"
    noise: sp.Expr


@dataclass(frozen=True)
class Proper(Proposition):
    """The noise that a definition speaks of exists: it is a probability."""

    kind: ClassVar[str] = "noise"
    noise: sp.Expr


@dataclass(frozen=True)
class Cheaper(Proposition):
    """``E L(noise) <= E L(than)`` in [0, oo], for the cost of that name."""

    kind: ClassVar[str] = "cheaper"
    noise: sp.Expr
    than: sp.Expr
    cost: str

    def uses(self) -> Iterator[Use]:
        """The cost is a name as well."""
        yield from super().uses()
        yield self.cost, "cost", 0


@dataclass(frozen=True)
class Expected(Proposition):
    """``E cost(abs(X)) op value`` in [0, oo]; the cost is an expression in a variable >= 0."""

    kind: ClassVar[str] = "expected"
    body: ClassVar[str] = "cost"
    noise: sp.Expr
    variable: sp.Symbol
    cost: sp.Expr
    op: str
    value: sp.Expr

    def __post_init__(self) -> None:
        if self.op not in ("==", "<", "<=", ">", ">="):
            raise BadInput("op", self.op, "one of ==, <, <=, >, >=")


@dataclass(frozen=True)
class Exists(Proposition):
    """There are values of the variables in their domain for which all the propositions hold."""

    kind: ClassVar[str] = "exists"
    variables: Domain
    all: tuple[Proposition, ...]

    def bound(self) -> set[sp.Symbol]:
        """The variables of which there are values."""
        return {variable.symbol for variable in self.variables}

    def free(self) -> set[sp.Symbol]:
        """What their domain and the propositions speak of beside them."""
        inside = set().union(*(claim.free() for claim in self.all))
        return (inside | domain_symbols(self.variables)) - self.bound()

    def uses(self) -> Iterator[Use]:
        """The names that the domain and the propositions apply."""
        for variable in self.variables:
            for end in (variable.lower, variable.upper):
                yield from uses_of(end)
        for claim in self.all:
            yield from claim.uses()

    def to_json(self) -> dict[str, Any]:
        """The promise as it stands in a certificate."""
        claims = [claim.to_json() for claim in self.all]
        return {"kind": self.kind, "variables": self.variables.to_json(), "all": claims}


@dataclass(frozen=True)
class Define(Proposition):
    """A definition that a derivation makes for itself."""

    kind: ClassVar[str] = "define"
    definition: Definition

    def free(self) -> set[sp.Symbol]:
        """Nothing: a definition has its own domain."""
        return set()

    def uses(self) -> Iterator[Use]:
        """The names that the definition applies; its own is new."""
        for expression in self.definition.expressions():
            yield from uses_of(expression)

    def to_json(self) -> dict[str, Any]:
        """The definition as it stands in a certificate."""
        return {"kind": self.kind, "definition": self.definition.to_json()}


@dataclass(frozen=True)
class Fact:
    """What is known of an object that a rule finds, over the variables that the rule adds."""

    claim: Proposition
    domain: Domain


@dataclass(frozen=True)
class Obtain(Proposition):
    """There is a number, a function of the variables of the domain, with some properties; it gets
    a name that is new.
    """

    kind: ClassVar[str] = "obtain"
    name: str
    arguments: tuple[sp.Symbol, ...]
    facts: tuple[Fact, ...]

    def free(self) -> set[sp.Symbol]:
        """The variables on which the number may depend."""
        return set(self.arguments)

    def uses(self) -> Iterator[Use]:
        """The names that the facts apply, the new one included."""
        for fact in self.facts:
            yield from fact.claim.uses()

    def to_json(self) -> dict[str, Any]:
        """The find as it stands in a certificate."""
        facts = [
            {"proposition": fact.claim.to_json(), "domain": fact.domain.to_json()}
            for fact in self.facts
        ]
        arguments = [symbol.name for symbol in self.arguments]
        return {"kind": self.kind, "name": self.name, "arguments": arguments, "facts": facts}
