"""The symbolic description of a mechanism: what a derivation starts from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable
from dpproofs.mechanisms.parameter import Parameter


@dataclass(frozen=True)
class Piece:
    """The density on lower <= x < upper, for every value of ``index`` (an integer >= 0), if any.

    For noise on the integers it is the probability of each integer x in that range.
    """

    density: sp.Expr
    lower: sp.Expr
    upper: sp.Expr
    index: sp.Symbol | None = None


@dataclass(frozen=True)
class Description:
    """A family of noise distributions, symmetric about 0.

    Attributes
    ----------
    name
        Name of the mechanism.
    domain
        The parameters, in an order in which bounds speak of earlier ones only.
    latex
        Pairs of a parameter and its LaTeX.
    x
        The variable of the densities; an integer for noise on the integers.
    pieces
        The density for x >= 0; it is even.
    atoms
        Pairs of a location and a mass.
    definitions
        Pairs of an abbreviation used in the above and what it stands for.
    """

    name: str
    domain: Domain
    latex: tuple[tuple[sp.Symbol, str], ...]
    x: sp.Symbol
    pieces: tuple[Piece, ...]
    atoms: tuple[tuple[sp.Expr, sp.Expr], ...] = ()
    definitions: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()

    def expand(self, expression: sp.Expr) -> sp.Expr:
        """An expression with every abbreviation replaced by what it stands for."""
        for short, meaning in reversed(self.definitions):
            expression = expression.subs(short, meaning)
        return expression


def describe(
    name: str,
    parameters: Mapping[str, Parameter],
    *,
    pieces: Sequence[Piece],
    atoms: Sequence[tuple[sp.Expr, sp.Expr]] = (),
    definitions: Sequence[tuple[sp.Symbol, sp.Expr]] = (),
    integers: bool = False,
) -> Description:
    """Put a description together; domain and letters come from the declared parameters."""
    return Description(
        name=name,
        domain=Domain(tuple(_variable(name, p) for name, p in parameters.items())),
        latex=tuple((symbol(name), p.latex) for name, p in parameters.items()),
        x=sp.Symbol("x", integer=True) if integers else sp.Symbol("x", real=True),
        pieces=tuple(pieces),
        atoms=tuple(atoms),
        definitions=tuple(definitions),
    )


def symbol(name: str) -> sp.Symbol:
    """The symbol of a parameter: every parameter of a density is nonnegative."""
    return sp.Symbol(name, nonnegative=True)


def _variable(name: str, parameter: Parameter) -> Variable:
    ends = (_end(parameter.lower), _end(parameter.upper))
    return Variable(symbol(name), *ends, parameter.ends, integer=parameter.integer)


def _end(end: float | str) -> sp.Expr:
    if isinstance(end, str):
        return symbol(end)
    return sp.oo if end == float("inf") else sp.Rational(end)
