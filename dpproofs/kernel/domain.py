"""Domains: the region over which a statement is claimed, stated explicitly and in order.

A domain lists its variables in an order such that the bounds of each speak only of earlier ones.
That makes every domain the image of a positive orthant, which is what the sign checkers need, and
makes it possible to draw points from it exactly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.expression import to_tree

ORDERS = range(2, 65)  # of roots
ENDS = ("()", "(]", "[)", "[]")
INTEGRAL = {"integer", "noninteger", "rational", "irrational", "algebraic", "transcendental"}
ARITHMETIC = INTEGRAL | {"even", "odd", "prime", "composite"}


@dataclass(frozen=True)
class Variable:
    """One variable with its bounds.

    Attributes
    ----------
    symbol
        The SymPy symbol. Its assumptions must be implied by the bounds.
    lower, upper
        Expressions in earlier variables, or infinite.
    ends
        ``"()"``, ``"(]"``, ``"[)"`` or ``"[]"``: which ends belong to the domain.
    integer
        True for an index that takes integer values only.
    root
        ``(n, e)`` when the variable *is* the positive n-th root of e, e in earlier variables.
    hollow
        True when the bounds may meet, so that for some values of earlier variables there is no
        value of this one. Only a step of a derivation can say something of a hollow range; a
        goal, which would say nothing there, cannot.
    """

    symbol: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    ends: str = "()"
    integer: bool = False
    root: tuple[int, sp.Expr] | None = None
    hollow: bool = False

    def __post_init__(self) -> None:
        if not self.symbol.name.isidentifier():
            raise BadInput("symbol", self.symbol.name, "a name made of letters, digits and _")
        if self.ends not in ENDS:
            raise BadInput("ends", self.ends, "one of " + ", ".join(ENDS))
        if self.lower in (sp.oo, sp.zoo, sp.nan):
            raise BadInput("lower", self.lower, "a real number or -oo")
        if self.upper in (-sp.oo, sp.zoo, sp.nan):
            raise BadInput("upper", self.upper, "a real number or oo")
        if self.root is not None and self.root[0] not in ORDERS:
            raise BadInput("root", self.root[0], "an order from 2 to 64")
        self._assumptions()

    def __repr__(self) -> str:
        kind = " integers" if self.integer else ""
        if self.root is not None:
            order, radicand = self.root
            return f"{self.symbol} = ({radicand})^(1/{order})"
        return f"{self.symbol} in{kind} {self.ends[0]}{self.lower}, {self.upper}{self.ends[1]}"

    def _assumptions(self) -> None:
        """What SymPy assumes of the symbol must not say more than the bounds can."""
        if self.symbol.is_nonnegative and self.lower.is_extended_negative:
            raise BadInput(
                "lower", self.lower, f"nonnegative, since {self.symbol} is assumed nonnegative"
            )
        implied = INTEGRAL if self.integer else set()
        assumed = {name for name in ARITHMETIC if self.symbol.assumptions0.get(name)}
        if not assumed <= implied:
            raise BadInput("symbol", self.symbol, f"free of the assumptions {sorted(assumed)}")
        if self.symbol.is_extended_real is False or self.symbol.is_finite is False:
            raise BadInput("symbol", self.symbol, "a symbol that may be real and finite")

    def to_json(self) -> dict[str, Any]:
        """The variable as it stands in a certificate."""
        return {
            "name": self.symbol.name,
            "lower": to_tree(self.lower),
            "upper": to_tree(self.upper),
            "ends": self.ends,
            "integer": self.integer,
            "root": None if self.root is None else [self.root[0], to_tree(self.root[1])],
            "hollow": self.hollow,
        }


@dataclass(frozen=True)
class Domain:
    """An ordered list of variables, each bounded by expressions in the earlier ones.

    Parameters
    ----------
    variables
        Those that `positive`, `real` and `between` make.

    Raises
    ------
    BadInput
        When a variable occurs twice or a bound speaks of a variable that is not yet there.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> a, b = sp.symbols("a b", positive=True)
    >>> [str(each.symbol) for each in dp.Domain((dp.positive(a), dp.between(b, 0, a))).variables]
    ['a', 'b']
    """

    variables: tuple[Variable, ...] = ()

    def __post_init__(self) -> None:
        seen: set[sp.Symbol] = set()
        for variable in self.variables:
            if variable.symbol.name in {symbol.name for symbol in seen}:
                raise BadInput("variables", variable.symbol, "variables with distinct names")
            spoken = variable.lower.free_symbols | variable.upper.free_symbols
            if variable.root is not None:
                spoken |= variable.root[1].free_symbols
            if not spoken <= seen:
                raise BadInput(
                    "bound", f"{variable.symbol} in {variable.lower}, {variable.upper}",
                    "an expression in earlier variables only",
                )  # fmt: skip
            seen.add(variable.symbol)

    def __repr__(self) -> str:
        return f"Domain({', '.join(map(repr, self.variables))})"

    def __and__(self, other: Domain | Variable) -> Domain:
        """This domain with further variables after its own."""
        more = other.variables if isinstance(other, Domain) else (other,)
        return Domain(self.variables + more)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self.variables)

    def __getitem__(self, symbol: sp.Symbol) -> Variable:
        for variable in self.variables:
            if variable.symbol == symbol:
                return variable
        raise BadInput("symbol", symbol, f"one of {[v.symbol.name for v in self.variables]}")

    def restrict(
        self, symbol: sp.Symbol, lower: sp.Expr, upper: sp.Expr, ends: str = "()"
    ) -> Domain:
        """The same domain with other bounds for one variable, which moves to the end.

        It moves so that its new bounds may speak of every other variable.

        Parameters
        ----------
        symbol
            That of the variable.
        lower, upper, ends
            The bounds, and which of them belong to the domain, as in `between`.

        Raises
        ------
        BadInput
            When there is no such variable.

        Examples
        --------
        >>> import dpproofs as dp, sympy as sp
        >>> a, b = sp.symbols("a b")
        >>> domain = dp.Domain((dp.positive(a), dp.positive(b)))
        >>> domain.restrict(a, sp.Integer(0), b)[a].upper
        b
        """
        kept = tuple(v for v in self.variables if v.symbol != symbol)
        old = self[symbol]
        return Domain((*kept, Variable(symbol, lower, upper, ends, old.integer)))

    @property
    def hollow(self) -> bool:
        """Whether some range in it may be empty.

        >>> import dpproofs as dp, sympy as sp
        >>> a, b = sp.symbols("a b")
        >>> domain = dp.Domain((dp.positive(a), dp.between(b, 0, a)))
        >>> domain.hollow
        False
        """
        return any(variable.hollow for variable in self.variables)

    def without(self, symbol: sp.Symbol) -> Domain:
        """The domain of the variables other than ``symbol``.

        >>> import dpproofs as dp, sympy as sp
        >>> a, b = sp.symbols("a b")
        >>> domain = dp.Domain((dp.positive(a), dp.between(b, 0, a)))
        >>> [variable.symbol for variable in domain.without(b)]
        [a]
        """
        return Domain(tuple(v for v in self.variables if v.symbol != symbol))

    def to_json(self) -> list[dict[str, Any]]:
        """The domain as it stands in a certificate.

        >>> import dpproofs as dp, sympy as sp
        >>> a, b = sp.symbols("a b")
        >>> domain = dp.Domain((dp.positive(a), dp.between(b, 0, a)))
        >>> len(domain.to_json())
        2
        """
        return [variable.to_json() for variable in self.variables]

    def sample(self, rng: random.Random) -> dict[sp.Symbol, sp.Expr]:
        """One exact point, drawn by ``rng``: inside, near an open end or at a closed end.

        Roots are exact algebraic numbers; every other value is rational.

        Raises
        ------
        BadInput
            When the bounds leave no point.

        Examples
        --------
        >>> import dpproofs as dp, sympy as sp
        >>> a, b = sp.symbols("a b")
        >>> domain = dp.Domain((dp.positive(a), dp.between(b, 0, a)))
        >>> import random
        >>> point = domain.sample(random.Random(0))
        >>> bool(0 < point[b] < point[a])
        True
        """
        point: dict[sp.Symbol, sp.Expr] = {}
        for variable in self.variables:
            if variable.root is not None:
                order, radicand = variable.root
                point[variable.symbol] = radicand.xreplace(point) ** sp.Rational(1, order)
                continue
            lower, upper = variable.lower.xreplace(point), variable.upper.xreplace(point)
            point[variable.symbol] = _between(lower, upper, variable, rng)
        return point


def _between(lower: sp.Expr, upper: sp.Expr, variable: Variable, rng: random.Random) -> sp.Expr:
    """A value in an interval whose ends are numbers."""
    if variable.integer:
        return _integer_between(lower, upper, variable.ends, rng)
    closed = [
        end for end, mark in ((lower, "["), (upper, "]")) if mark in variable.ends and end.is_finite
    ]
    if closed and rng.random() < 0.15:
        return rng.choice(closed)
    if lower.is_Rational and upper.is_Rational and lower >= upper:
        raise BadInput("domain", f"{lower} to {upper}", "an interval with points inside")
    share, odds = _shares(rng.randint(1, 99), rng.random() < 0.25, rng.random() < 0.5)
    if lower.is_infinite and upper.is_infinite:
        return sp.Integer(rng.choice((-1, 1))) * odds
    if upper.is_infinite:
        return lower + odds
    if lower.is_infinite:
        return upper - odds
    return lower + (upper - lower) * share


def _integer_between(lower: sp.Expr, upper: sp.Expr, ends: str, rng: random.Random) -> sp.Expr:
    """An integer in an interval, at most 20 from its finite end."""
    first = sp.ceiling(lower) + int(ends[0] == "(" and bool(lower.is_integer))
    last = sp.floor(upper) - int(ends[1] == ")" and bool(upper.is_integer))
    if first.is_infinite:
        first = sp.Integer(-20) if last.is_infinite else last - 20
    if last.is_infinite:
        last = first + 20
    if first > last:
        raise BadInput("domain", f"{lower} to {upper}", "an interval with an integer in it")
    return sp.Integer(rng.randint(int(first), int(last)))


@cache
def _shares(percent: int, close: bool, far: bool) -> tuple[sp.Rational, sp.Rational]:
    """A rational s in (0, 1), mostly in the middle, within 1e-2 of an end if ``close``, of the
    other one if ``far``; and s / (1 - s).
    """
    share = sp.Rational(percent, 10_000 if close else 100)
    if far:
        share = 1 - share
    return share, share / (1 - share)


def positive(symbol: sp.Symbol) -> Variable:
    """A variable ``symbol`` on (0, oo).

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> dp.positive(sp.Symbol("s")).lower
    0
    """
    return Variable(symbol, sp.Integer(0), sp.oo)


def real(symbol: sp.Symbol) -> Variable:
    """A variable ``symbol`` on the whole line.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> dp.real(sp.Symbol("x")).upper
    oo
    """
    return Variable(symbol, -sp.oo, sp.oo)


def between(
    symbol: sp.Symbol, lower: Any, upper: Any, ends: str = "()", *, hollow: bool = False
) -> Variable:
    """A variable between two bounds, open at both ends unless said otherwise.

    Parameters
    ----------
    symbol
        Its name; what SymPy assumes of it must follow from the bounds.
    lower, upper
        Numbers, or expressions in variables that come before it.
    ends
        ``"()"``, ``"(]"``, ``"[)"`` or ``"[]"``: which bounds belong to the domain.
    hollow
        Whether the bounds may meet, so that there is no value between them.

    Raises
    ------
    BadInput
        When the ends are none of these, or a bound is on the wrong side.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> dp.between(sp.Symbol("g"), 0, 1, "[]").ends
    '[]'
    """
    return Variable(symbol, sp.S(lower), sp.S(upper), ends, hollow=hollow)


def index(symbol: sp.Symbol, lower: Any, upper: Any = sp.oo) -> Variable:
    """An integer variable; a finite end belongs to the domain."""
    low, high = sp.S(lower), sp.S(upper)
    ends = ("(" if low.is_infinite else "[") + (")" if high.is_infinite else "]")
    return Variable(symbol, low, high, ends, integer=True)


def integer(symbol: sp.Symbol, lower: Any, upper: Any = sp.oo) -> Variable:
    """A ``symbol`` for an integer from ``lower`` to ``upper``; finite ends belong to the range.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> dp.integer(sp.Symbol("n", integer=True), 1)
    n in integers [1, oo)
    """
    return index(symbol, lower, upper)


def nth_root(
    symbol: sp.Symbol, order: int, radicand: sp.Expr, lower: sp.Expr, upper: sp.Expr
) -> Variable:
    """A variable that is the positive root of ``radicand``, with bounds to be checked."""
    return Variable(symbol, lower, upper, "()", root=(order, radicand))
