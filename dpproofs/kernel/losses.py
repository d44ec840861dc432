"""Propositions about the loss of two noises over one or many rounds, and noise that is promised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from dpproofs.kernel.assertions import Define, Exists, Obtain
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Fails, Proposition
from dpproofs.kernel.terms import Use, uses_of

COMPARED = ("==", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Loss(Proposition):
    """``E g(L_1 + ... + L_count) op value`` in [-oo, oo].

    The L_j are independent and have the law of ``log dP/dQ (Y)``, where Y has the law P of
    ``noise`` and Q is the law of ``than`` plus ``shift``; the loss is oo where Q has no mass, and
    g(oo) the limit of g. With g(l) = l and one round this is the divergence D(P || Q).
    """

    kind: ClassVar[str] = "loss"
    body: ClassVar[str] = "loss"
    noise: sp.Expr
    than: sp.Expr
    shift: sp.Expr
    count: sp.Expr
    variable: sp.Symbol
    loss: sp.Expr
    op: str
    value: sp.Expr

    def __post_init__(self) -> None:
        _comparison(self.op)

    @property
    def is_divergence(self) -> bool:
        """Whether this is the mean of the loss of one round."""
        return bool(self.loss == self.variable and self.count == 1)


@dataclass(frozen=True)
class Leak(Proposition):
    """``P^count(S) - exp(epsilon) Q^count(S)``, for the Borel sets S of R^count with the most of
    it, ``op value``; P is the law of ``noise`` and Q that of ``than`` plus ``shift``.
    """

    kind: ClassVar[str] = "leak"
    noise: sp.Expr
    than: sp.Expr
    shift: sp.Expr
    count: sp.Expr
    epsilon: sp.Expr
    op: str
    value: sp.Expr

    def __post_init__(self) -> None:
        _comparison(self.op)


def _comparison(op: str) -> None:
    if op not in COMPARED:
        raise BadInput("op", op, "one of ==, <, <=, >, >=")


@dataclass(frozen=True)
class Promise(Proposition):
    """There are values of some variables, and noise (or a family), with all of some properties.

    Attributes
    ----------
    given
        The noise: its name, which is known inside only, and its arity.
    outer
        The domain of the goal.
    variables
        The numbers that are promised with it.
    all
        The properties; the domain of each begins with ``outer`` and ``variables``, and has the
        variables over which it speaks after these.

    Raises
    ------
    BadInput
        When what is promised is no noise or is applied as something else, or a property has
        another domain or is no plain one.
    """

    kind: ClassVar[str] = "promise"
    given: Given
    outer: Domain
    variables: Domain
    all: tuple[Goal, ...]

    def __post_init__(self) -> None:
        if self.given.kind != "noise":
            raise BadInput("given", self.given, "noise")
        first = (*self.outer, *self.variables)
        for goal in self.all:
            if goal.domain.variables[: len(first)] != first or goal.domain.hollow:
                raise BadInput("domain", goal.domain, f"a domain that begins with {first}")
            if isinstance(goal.proposition, (Promise, Exists, Fails, Define, Obtain)):
                raise BadInput("all", goal.proposition.kind, "a kind that promises nothing itself")
        for name, kind, arity in self._inner():
            if name == self.given.name and (kind, arity) != ("noise", self.given.arity):
                raise BadInput("all", name, f"{name} as noise of {self.given.arity} arguments")

    def own(self, goal: Goal) -> tuple[Variable, ...]:
        """The variables over which a property speaks."""
        return goal.domain.variables[len((*self.outer, *self.variables)) :]

    def bound(self) -> set[sp.Symbol]:
        """The variables of which there are values, and those of the properties."""
        outer = {variable.symbol for variable in self.outer}
        return {v.symbol for goal in self.all for v in goal.domain} - outer

    def free(self) -> set[sp.Symbol]:
        """What the properties may speak of."""
        return {variable.symbol for variable in self.outer}

    def _inner(self) -> Iterator[Use]:
        for goal in self.all:
            yield from goal.proposition.uses()
            for variable in goal.domain:
                for end in (variable.lower, variable.upper):
                    yield from uses_of(end)

    def uses(self) -> Iterator[Use]:
        """The names that the properties apply, of which sets have to be given; the noise's own
        is new.
        """
        yield self.given.name, "new", self.given.arity
        for name, kind, arity in self._inner():
            if name != self.given.name:
                yield name, "given set" if kind == "set" else kind, arity

    def to_json(self) -> dict[str, Any]:
        """The promise as it stands in a certificate."""
        return {
            "kind": self.kind,
            "given": self.given.to_json(),
            "variables": self.variables.to_json(),
            "all": [
                {
                    "proposition": goal.proposition.to_json(),
                    "domain": [variable.to_json() for variable in self.own(goal)],
                }
                for goal in self.all
            ],
        }
