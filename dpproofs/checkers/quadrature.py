"""Measures and expectations of defined noise in numbers, by quadrature or from its masses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.checkers.agreement import SOME, Place
from dpproofs.checkers.numbers import NoValue, digits, digits_along
from dpproofs.checkers.numeric import TERMS, quadrature
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.objects import Law, Pieces

PERIODS = 120  # of a density, of which the rest must not count any more


def law_of(noise: sp.Expr, statement: Statement) -> tuple[Law, Pieces] | None:
    """The definition of noise and its density; None for noise that is given."""
    names = {found.name: found for found in statement.definitions}
    law = names.get(str(noise.func))
    density = names.get(law.density) if isinstance(law, Law) else None
    return (law, density) if isinstance(law, Law) and isinstance(density, Pieces) else None


#: A function of which the expectation is wanted; None for 1.
Weight: TypeAlias = Callable[[Any], Any] | None


def total(
    noise: sp.Expr, weight: Weight, place: Place, context: Any, beyond: Any = 0
) -> tuple[Any, Any]:
    """The expectation of an even weight (where abs(x) > beyond, or everywhere), from the density
    by quadrature, or from the masses, and about how far off it is. Without a weight it is the
    measure, for which pieces in which the density is constant need none.

    Raises
    ------
    NoValue
        When the noise is not defined in the sentence, or its periods fall too slowly.
    """
    if (found := law_of(noise, place.statement)) is None:
        raise NoValue("the noise is given, and not defined")
    law, density = found
    own = dict(zip(law.arguments, noise.args, strict=True))
    own |= dict(zip(density.arguments, noise.args, strict=True))
    at = place.values(context)
    lattice = law.on == "integers"
    part = _on_integers if lattice else _on_line
    totals, pieces, off = [context.mpf(0)], _pieces(density, own), context.mpf(0)
    for period in range(1 if density.index is None else PERIODS):
        if density.index is not None:
            at[density.index] = context.mpf(period)
        more, error = part(_parts(pieces, density.variable, at, context, beyond), weight, context)
        totals.append(totals[-1] + more)
        off += 2 * error
        if density.index is None or _settled(totals):
            break
    whole = totals[-1]
    if lattice:
        return whole, off
    if beyond:
        return 2 * whole, off
    atom = digits(law.atom.xreplace(own), at, context) * _at(weight, context.mpf(0))
    return 2 * whole + atom, off


def _settled(totals: list[Any]) -> bool:
    """Whether the last period no longer counts.

    Raises
    ------
    NoValue
        When too many would be needed, as the first ones show.
    """
    if len(totals) < SOME:
        return False
    before, last = totals[-2] - totals[-3], totals[-1] - totals[-2]
    context = last.context
    if abs(last) <= context.eps * abs(totals[-1]):
        return True
    if last >= before or context.log(context.eps) < PERIODS * context.log(last / before):
        raise NoValue("the periods fall too slowly to be added up")
    return False


def tail(noise: sp.Expr, start: Any, place: Place, context: Any) -> Any:
    """The measure of (start, oo) for even noise, where start is not 0."""
    beyond = total(noise, None, place, context, beyond=abs(start))[0] / 2
    return beyond if start > 0 else 1 - beyond


#: Where a piece begins and ends, and its values.
Piece: TypeAlias = tuple[sp.Expr, sp.Expr, sp.Expr]
#: The same at a point, and whether there is only one value.
Part: TypeAlias = tuple[Any, Any, Callable[[Any], Any], bool]


def _pieces(density: Pieces, own: Mapping[sp.Symbol, sp.Expr]) -> list[Piece]:
    """The pieces of a density with its arguments put in."""
    return [
        (*(end.xreplace(own) for end in density.ends(number)), piece.value.xreplace(own))
        for number, piece in enumerate(density.pieces)
    ]


def _parts(
    pieces: list[Piece], x: sp.Symbol, at: Mapping[sp.Symbol, Any], context: Any, beyond: Any
) -> Iterator[Part]:
    """The pieces at a point, and what is beyond a place of that in which it lies."""
    for *ends, value in pieces:
        low, high = (context.inf if end is sp.oo else digits(end, at, context) for end in ends)
        if (low := max(low, beyond)) < high:
            yield low, high, digits_along(value, x, at, context), x not in value.free_symbols


def _at(weight: Weight, place: Any) -> Any:
    return 1 if weight is None else weight(place)


def _weighed(value: Callable[[Any], Any], weight: Weight) -> Callable[[Any], Any]:
    return value if weight is None else lambda x: weight(x) * value(x)


def _on_line(pieces: Iterator[Part], weight: Weight, context: Any) -> tuple[Any, Any]:
    rows = [
        ((high - low) * value(low), 0)
        if weight is None and level and context.isfinite(high)
        else quadrature(_weighed(value, weight), low, high, context)
        for low, high, value, level in pieces
    ]
    return context.fsum(share for share, _ in rows), context.fsum(error for _, error in rows)


def _on_integers(pieces: Iterator[Part], weight: Weight, context: Any) -> tuple[Any, Any]:
    total = context.mpf(0)
    for low, high, value, _ in pieces:
        start, finite = int(context.ceil(low)), context.isfinite(high)
        for k in range(start, int(context.ceil(high)) if finite else start + TERMS):
            term = (1 if k == 0 else 2) * _at(weight, context.mpf(k)) * value(context.mpf(k))
            total += term
            if not finite and 0 < abs(term) <= context.eps * abs(total):
                break
        else:
            if not finite:
                raise NoValue("the masses fall too slowly to be added up")
    return total, 0
