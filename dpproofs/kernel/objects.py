"""What a sentence speaks of beside its parameters: given objects, and definitions.

Given objects are chosen after the parameters, so that they may depend on all of them. Definitions
are conservative: each introduces a name of its own for something that is there anyway.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import sympy as sp

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.expression import to_tree

KINDS = ("function", "noise", "set", "cost", "norm", "vector")
PLACES = ("line", "integers")


@dataclass(frozen=True)
class Given:
    """An object that a sentence is about, of which nothing is known but its kind.

    Attributes
    ----------
    name
        Its name, an identifier that nothing else in the sentence has.
    kind
        ``"function"`` (of ``arity`` reals, with real values; a number when the arity is 0),
        ``"noise"`` (a probability measure on the Borel sets of the line), ``"set"`` (a Borel
        set), ``"cost"`` (even, from the line to [0, oo], and nondecreasing on [0, oo)),
        ``"norm"`` (a norm on R^d) or ``"vector"`` (a probability measure on the Borel sets of
        R^d).
    arity
        Of how many reals it is a function, or a family.
    on
        For noise: ``"line"``, or ``"integers"`` when it has integer values. For a vector: the name
        of the norm on its space.
    dimension
        For a norm: the parameter d, an integer that is at least 1.
    """

    name: str
    kind: str
    arity: int = 0
    on: str = "line"
    dimension: sp.Symbol | None = None

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise BadInput("name", self.name, "a name made of letters, digits and _")
        if self.kind not in KINDS:
            raise BadInput("kind", self.kind, "one of " + ", ".join(KINDS))
        if self.kind != "vector" and self.on not in PLACES:
            raise BadInput("on", self.on, "one of " + ", ".join(PLACES))
        if (self.kind == "norm") != (self.dimension is not None):
            raise BadInput("dimension", self.dimension, "a parameter for a norm, and for it only")

    def __call__(self, *arguments: Any) -> sp.Expr:
        """The object, or its value, at some arguments."""
        if len(arguments) != self.arity:
            raise BadInput("arguments", len(arguments), f"{self.arity} for {self.name}")
        return sp.Function(self.name)(*map(sp.S, arguments))

    def to_json(self) -> dict[str, Any]:
        """The object as it stands in a certificate."""
        row: dict[str, Any] = {"name": self.name, "kind": self.kind, "arity": self.arity}
        if self.dimension is not None:
            row["dimension"] = self.dimension.name
        return {**row, "on": self.on} if self.kind in ("noise", "vector") else row


@dataclass(frozen=True)
class Value:
    """``name(arguments) := value`` at every point of a domain."""

    kind: ClassVar[str] = "value"
    role: ClassVar[str] = "function"
    name: str
    arguments: tuple[sp.Symbol, ...]
    domain: Domain
    value: sp.Expr

    @property
    def arity(self) -> int:
        """Of how many reals it is a function."""
        return len(self.arguments)

    def __call__(self, *arguments: Any) -> sp.Expr:
        """What is defined, at some arguments."""
        return sp.Function(self.name)(*map(sp.S, arguments))

    def expressions(self) -> tuple[sp.Expr, ...]:
        """What the definition speaks of."""
        return (self.value,)

    def to_json(self) -> dict[str, Any]:
        """The definition as it stands in a certificate."""
        return {
            "kind": self.kind,
            "name": self.name,
            "arguments": [symbol.name for symbol in self.arguments],
            "domain": self.domain.to_json(),
            "value": to_tree(self.value),
        }


@dataclass(frozen=True)
class Piece:
    """``value`` from where the piece before ends, or from 0, up to ``upper``."""

    value: sp.Expr
    upper: sp.Expr


@dataclass(frozen=True)
class Pieces:
    """An even function ``name(arguments, x)`` given in pieces of ``abs(x)``.

    With a ``period`` w and an ``index`` n, the pieces stand on n w + [c, c') for n = 0, 1, 2, ...
    and values may speak of n; the last piece ends at w. Without, it ends at infinity.
    """

    kind: ClassVar[str] = "pieces"
    role: ClassVar[str] = "function"
    name: str
    variable: sp.Symbol
    arguments: tuple[sp.Symbol, ...]
    domain: Domain
    pieces: tuple[Piece, ...]
    period: sp.Expr | None = None
    index: sp.Symbol | None = None

    def __post_init__(self) -> None:
        if (self.period is None) != (self.index is None):
            raise BadInput("index", self.index, "given with a period, and only with it")
        last = sp.oo if self.period is None else self.period
        if not self.pieces or self.pieces[-1].upper != last:
            raise BadInput("pieces", self.pieces, f"pieces of which the last ends at {last}")

    @property
    def arity(self) -> int:
        """Of how many reals it is a function."""
        return len(self.arguments) + 1

    def __call__(self, *arguments: Any) -> sp.Expr:
        """What is defined, at some arguments and a place."""
        return sp.Function(self.name)(*map(sp.S, arguments))

    def ends(self, place: int) -> tuple[sp.Expr, sp.Expr]:
        """Where a piece begins and ends; with a period, in period ``index``."""
        start = self.pieces[place - 1].upper if place else sp.Integer(0)
        shift = sp.Integer(0) if self.period is None else self.index * self.period
        return shift + start, shift + self.pieces[place].upper

    def expressions(self) -> tuple[sp.Expr, ...]:
        """What the definition speaks of."""
        ends = tuple(piece.upper for piece in self.pieces)
        return (*(piece.value for piece in self.pieces), *ends)

    def to_json(self) -> dict[str, Any]:
        """The definition as it stands in a certificate."""
        return {
            "kind": self.kind,
            "name": self.name,
            "variable": self.variable.name,
            "arguments": [symbol.name for symbol in self.arguments],
            "domain": self.domain.to_json(),
            "period": None if self.period is None else to_tree(self.period),
            "index": None if self.index is None else self.index.name,
            "pieces": [
                {"value": to_tree(piece.value), "upper": to_tree(piece.upper)}
                for piece in self.pieces
            ],
        }


@dataclass(frozen=True)
class Law:
    """The noise with a density given in pieces, and an atom at the origin.

    On the integers the "density" is the mass at each integer, 0 included, and there is no atom. It
    is a probability only where that is shown.

    Raises
    ------
    BadInput
        When noise on the integers has an atom.
    """

    kind: ClassVar[str] = "noise"
    role: ClassVar[str] = "noise"
    name: str
    arguments: tuple[sp.Symbol, ...]
    domain: Domain
    density: str
    atom: sp.Expr = sp.S.Zero
    on: str = "line"

    def __post_init__(self) -> None:
        if self.on == "integers" and self.atom != 0:
            raise BadInput("atom", self.atom, "0 on the integers: the masses are all that there is")

    @property
    def arity(self) -> int:
        """A family of how many reals."""
        return len(self.arguments)

    def __call__(self, *arguments: Any) -> sp.Expr:
        """The noise at some arguments."""
        return sp.Function(self.name)(*map(sp.S, arguments))

    def expressions(self) -> tuple[sp.Expr, ...]:
        """What the definition speaks of, beside the density."""
        return (self.atom, sp.Function(self.density)(*self.arguments, sp.Integer(0)))

    def to_json(self) -> dict[str, Any]:
        """The definition as it stands in a certificate."""
        return {
            "kind": self.kind,
            "name": self.name,
            "arguments": [symbol.name for symbol in self.arguments],
            "domain": self.domain.to_json(),
            "on": self.on,
            "density": self.density,
            "atom": to_tree(self.atom),
        }


def dimensions(given: Iterable[Given]) -> dict[str, sp.Symbol]:
    """The dimension of the space of each noise for vectors, by its name."""
    objects = tuple(given)
    norms = {one.name: one.dimension for one in objects if one.dimension is not None}
    return {one.name: norms[one.on] for one in objects if one.kind == "vector"}


Definition: TypeAlias = Value | Pieces | Law
Named: TypeAlias = Given | Definition
