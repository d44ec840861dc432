"""Propositions: the fixed list of things a step can say. Each is about a domain given beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, NoReturn, Self

import sympy as sp

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput, shortened
from dpproofs.kernel.expression import noise_tree, to_tree
from dpproofs.kernel.terms import Use, uses_of, uses_of_noise

BOUND = ("variable", "index")  # fields that name a bound variable
NOISE = ("noise", "than", "vector")  # fields that hold a noise
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Proposition:
    """Base of all propositions: frozen data whose fields are expressions, symbols or names."""

    kind: ClassVar[str]
    body: ClassVar[str] = ""  # the field in which a bound variable may occur

    def bound(self) -> set[sp.Symbol]:
        """The bound variable, if the proposition has one."""
        if not self.body:
            return set()
        return {getattr(self, item.name) for item in fields(self) if item.name in BOUND}

    def free(self) -> set[sp.Symbol]:
        """The free symbols: what the domain must range over."""
        symbols: set[sp.Symbol] = set()
        for item in fields(self):
            spoken = _symbols(getattr(self, item.name))
            if item.name == self.body:
                spoken -= self.bound()
            if item.name not in BOUND:
                symbols |= spoken
        return symbols

    def uses(self) -> Iterator[Use]:
        """Every name that it applies: the name, as what, and with how many arguments."""
        for item in fields(self):
            yield from _uses(getattr(self, item.name), item.name)

    def to_json(self) -> dict[str, Any]:
        """The proposition as it stands in a certificate."""
        content = {
            item.name: _to_json(getattr(self, item.name), item.name) for item in fields(self)
        }
        return {"kind": self.kind, **content}

    def map(self, change: Callable[[sp.Expr], sp.Expr]) -> Self:
        """The same proposition with every expression changed (bound variables are kept)."""
        new = {
            item.name: change(value)
            for item in fields(self)
            if isinstance(value := getattr(self, item.name), sp.Expr) and item.name not in BOUND
        }
        return replace(self, **new)


def _symbols(value: Any) -> set[sp.Symbol]:
    if isinstance(value, sp.Basic):
        return set(value.free_symbols)
    if isinstance(value, tuple):
        return set().union(*map(_symbols, value))
    return set()


def _uses(value: Any, name: str) -> Iterator[Use]:
    if isinstance(value, tuple):
        for item in value:
            yield from _uses(item, name)
    elif isinstance(value, sp.Basic) and name in NOISE:
        yield from uses_of_noise(value, "vector" if name == "vector" else "noise")
    elif isinstance(value, sp.Basic):
        yield from uses_of(value)


def domain_symbols(domain: Domain) -> set[sp.Symbol]:
    """The symbols of which the ends of a domain speak."""
    return set().union(*(_symbols((v.lower, v.upper)) for v in domain))


def _to_json(value: Any, name: str) -> Any:
    if name in BOUND:
        return value.name
    if name in NOISE:
        return noise_tree(value, "vector" if name == "vector" else "noise")
    if isinstance(value, sp.Expr):
        return to_tree(value)
    if isinstance(value, tuple):
        return [_to_json(item, "") for item in value]
    return value


@dataclass(frozen=True)
class Relation(Proposition):
    """``lhs op rhs`` at every point of the domain."""

    kind: ClassVar[str] = "relation"
    lhs: sp.Expr
    op: str
    rhs: sp.Expr

    def __post_init__(self) -> None:
        if self.op not in OPERATORS:
            raise BadInput("op", self.op, "one of " + ", ".join(OPERATORS))

    def __bool__(self) -> NoReturn:
        """Refuse: Python asks for it where ``that(a) <= b <= c`` would lose one of its sides."""
        claim = shortened(f"{self.lhs} {self.op} {self.rhs}")
        raise TypeError(
            f"{claim} is a claim and has no truth value: a <= b <= c is written as two claims, "
            "that(a) <= b, that(b) <= c, and what is to be decided at once without that()"
        )


@dataclass(frozen=True)
class Derivative(Proposition):
    """The derivative of ``function`` in ``variable`` is ``value`` on the whole domain."""

    kind: ClassVar[str] = "derivative"
    function: sp.Expr
    variable: sp.Symbol
    value: sp.Expr


@dataclass(frozen=True)
class Integral(Proposition):
    """The integral of ``integrand`` over ``variable`` from ``lower`` to ``upper`` is ``value``."""

    kind: ClassVar[str] = "integral"
    body: ClassVar[str] = "integrand"
    integrand: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr


@dataclass(frozen=True)
class Sum(Proposition):
    """The sum of ``term`` over ``index`` = ``lower`` ... ``upper`` (or oo) is ``value``."""

    kind: ClassVar[str] = "sum"
    body: ClassVar[str] = "term"
    term: sp.Expr
    index: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr


@dataclass(frozen=True)
class Limit(Proposition):
    """``expression`` tends to ``value`` as ``variable`` tends to ``point`` from ``side``."""

    kind: ClassVar[str] = "limit"
    body: ClassVar[str] = "expression"
    expression: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    side: str
    value: sp.Expr

    def __post_init__(self) -> None:
        if self.side not in ("+", "-"):
            raise BadInput("side", self.side, "'+' (from above) or '-' (from below)")


@dataclass(frozen=True)
class Series(Proposition):
    """``expression`` = sum of coefficients[i] variable**i + O(variable**len), variable -> 0+."""

    kind: ClassVar[str] = "series"
    body: ClassVar[str] = "expression"
    expression: sp.Expr
    variable: sp.Symbol
    coefficients: tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Minimum(Proposition):
    """``function`` on the interval has its unique minimum at ``at``.

    The interval is ``ends[0] lower, upper ends[1]`` in ``variable``; ``at`` may be an end that
    belongs to it.
    """

    kind: ClassVar[str] = "minimum"
    body: ClassVar[str] = "function"
    function: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    ends: str
    at: sp.Expr


@dataclass(frozen=True)
class Program(Proposition):
    """The least ``objective`` over ``variables >= 0`` is ``value``, and it is attained.

    The variables are subject to ``constraints >= 0`` and ``equations == 0``; all of these and the
    objective are affine in them.
    """

    kind: ClassVar[str] = "program"
    objective: sp.Expr
    variables: tuple[sp.Symbol, ...]
    constraints: tuple[sp.Expr, ...]
    equations: tuple[sp.Expr, ...]
    value: sp.Expr

    def bound(self) -> set[sp.Symbol]:
        """The variables of the program."""
        return set(self.variables)

    def free(self) -> set[sp.Symbol]:
        """The parameters on which the program depends."""
        inside = _symbols((self.objective, self.constraints, self.equations))
        return (inside - self.bound()) | _symbols(self.value)

    def to_json(self) -> dict[str, Any]:
        """The program as it stands in a certificate; its variables go by name."""
        return {**super().to_json(), "variables": [symbol.name for symbol in self.variables]}


@dataclass(frozen=True)
class Fails(Proposition):
    """``proposition`` is false at one point, given exactly: a counterexample.

    Where the sentence has given noise, ``objects`` says for which noise it fails.
    """

    kind: ClassVar[str] = "fails"
    proposition: Proposition
    point: tuple[tuple[sp.Symbol, sp.Expr], ...]
    objects: tuple[tuple[str, sp.Expr], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The counterexample as it stands in a certificate; its coordinates go by name."""
        point = [[symbol.name, to_tree(value)] for symbol, value in self.point]
        objects = {name: noise_tree(noise) for name, noise in self.objects}
        inner = self.proposition.to_json()
        return {"kind": self.kind, "proposition": inner, "point": point, "objects": objects}

    def uses(self) -> Iterator[Use]:
        """The names that the proposition inside and the objects apply."""
        yield from self.proposition.uses()
        for _, noise in self.objects:
            yield from uses_of_noise(noise)

    def bound(self) -> set[sp.Symbol]:
        """What the proposition inside binds."""
        return self.proposition.bound()

    def free(self) -> set[sp.Symbol]:
        """The free symbols of the proposition inside."""
        return self.proposition.free()


@dataclass(frozen=True, eq=False)
class Side:
    """The left side of a relation; a comparison with the right one makes the relation."""

    value: sp.Expr

    __hash__ = None  # type: ignore[assignment]  # it is not kept: it becomes a relation

    def __lt__(self, other: Any) -> Relation:
        return Relation(self.value, "<", sp.S(other))

    def __le__(self, other: Any) -> Relation:
        return Relation(self.value, "<=", sp.S(other))

    def __gt__(self, other: Any) -> Relation:
        return Relation(self.value, ">", sp.S(other))

    def __ge__(self, other: Any) -> Relation:
        return Relation(self.value, ">=", sp.S(other))

    def __eq__(self, other: object) -> Relation:  # type: ignore[override]
        return Relation(self.value, "==", sp.S(other))

    def __ne__(self, other: object) -> Relation:  # type: ignore[override]
        return Relation(self.value, "!=", sp.S(other))


def that(expression: Any) -> Side:
    """The left side of a relation, as in ``that(x**2) <= y``.

    SymPy would decide a comparison of its own, or try to; here it is what is to be shown.

    Examples
    --------
    >>> import sympy as sp
    >>> x = sp.Symbol("x", positive=True)
    >>> that(0) <= x
    Relation(lhs=0, op='<=', rhs=x)
    """
    return Side(sp.S(expression))
