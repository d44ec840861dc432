"""Where a density exceeds a multiple of the shifted one: cells, and levels at which they turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import sympy as sp

from dpproofs.deriving.strips import Strip, points, sign_at
from dpproofs.tactics.terms import is_zero

if TYPE_CHECKING:
    from dpproofs.deriving.given import Given
    from dpproofs.kernel.domain import Domain

ZERO, ONE = sp.Integer(0), sp.Integer(1)
TRIES = 24


class NoForm(Exception):
    """What keeps a profile from having a closed form here; the message says which."""


@dataclass(frozen=True)
class Cell:
    """A range of u = abs(x) on one side of the origin, with the density there and beside it. Where
    both are constant, the range is moved to begin at 0.

    Attributes
    ----------
    here, there
        f(x) and f(x + d), in u.
    lower, upper, index
        The range, for every value 0, 1, 2, ... of the index, if there is one.
    side
        1 for x = u, -1 for x = -u.
    """

    here: sp.Expr
    there: sp.Expr
    lower: sp.Expr
    upper: sp.Expr
    index: sp.Symbol | None
    side: int

    def part(self, lower: sp.Expr, upper: sp.Expr, density: sp.Expr) -> Strip:
        """A part of the range, as a strip of some density."""
        return Strip(density, lower, upper, self.index, self.side)


@dataclass(frozen=True)
class Turning:
    """The ratio f(x)/f(x + d) on a cell.

    Attributes
    ----------
    loss
        The ratio, or its logarithm where the density has exponentials; None where f(x + d) = 0.
    low, high
        The least and the largest value on the cell.
    rising
        Whether it grows with u; None where it does not move.
    """

    cell: Cell
    loss: sp.Expr | None
    low: sp.Expr
    high: sp.Expr
    rising: bool | None


@dataclass(frozen=True)
class _Stretch:
    """A density on a stretch of the line."""

    density: sp.Expr
    lower: sp.Expr
    upper: sp.Expr


def cells(family: Given, shift: sp.Expr, side: int = 1) -> list[Cell]:
    """The cells of the line for a shift > 0; with side = -1 those of -X.

    Raises
    ------
    NoForm
        When the order of their ends depends on the parameters.
    """
    if family.integers:
        return list(_integers(family, shift))
    if any(strip.index is not None for strip in family.strips):
        return list(_periodic(family, shift))
    y = sp.Symbol("y_", real=True)
    line = _line(family, y, side)
    inner = [piece.lower for piece in line if not piece.lower.is_infinite]
    ends = _ordered([*inner, *(cut - shift for cut in inner)], family.domain)
    found = []
    for lower, upper in pairwise([-sp.oo, *ends, sp.oo]):
        middle = _between(lower, upper)
        here = _at(line, middle, family.domain)
        there = _at(line, middle + shift, family.domain).xreplace({y: y + shift})
        found.append(_laid(family, y, here, there, lower, upper, side))
    return found


def _laid(
    family: Given, y: sp.Symbol, here: sp.Expr, there: sp.Expr, lower: sp.Expr, upper: sp.Expr,
    side: int,
) -> Cell:  # fmt: skip
    """A cell in u = abs(x)."""
    if not (here.has(y) or there.has(y)) and here != 0:
        return Cell(here, there, ZERO, sp.expand(upper - lower), None, 1)
    ahead = upper is sp.oo or sign_at(upper, family.domain) == 1
    at = {y: family.place if ahead else -family.place}
    ends = (lower, upper) if ahead else (-upper, -lower)
    return Cell(here.xreplace(at), there.xreplace(at), *ends, None, side if ahead else -side)


def _line(family: Given, y: sp.Symbol, side: int) -> list[_Stretch]:
    """The density on the whole line, 0 where there is no piece."""
    found = []
    for strip in family.strips:
        if strip.side in (0, side):
            here = strip.density.xreplace({family.place: y})
            found.append(_Stretch(here, strip.lower, strip.upper))
        if strip.side in (0, -side):
            here = strip.density.xreplace({family.place: -y})
            found.append(_Stretch(here, -strip.upper, -strip.lower))
    at = points(family.domain, tries=1)[0]
    found.sort(key=lambda piece: float(piece.lower.subs(at)))
    line: list[_Stretch] = []
    reached: sp.Expr = -sp.oo
    for piece in [*found, _Stretch(ZERO, sp.oo, sp.oo)]:
        if piece.lower != reached and not is_zero(piece.lower - reached):
            line.append(_Stretch(ZERO, reached, piece.lower))
        same = line and piece.lower is not sp.oo and not piece.density.has(y)
        same = same and is_zero(piece.density - line[-1].density)
        line.append(_Stretch(piece.density, line.pop().lower, piece.upper) if same else piece)
        reached = piece.upper
    return [piece for piece in line if piece.lower is not sp.oo]


def _ordered(values: list[sp.Expr], domain: Domain) -> list[sp.Expr]:
    """Distinct values in the order that they have for all parameters."""
    at = points(domain, tries=1)[0]
    found: list[sp.Expr] = []
    for value in sorted({sp.expand(v) for v in values}, key=lambda v: float(v.subs(at))):
        if found and is_zero(value - found[-1]):
            continue
        if found and not _below(found[-1], value, domain):
            raise NoForm(f"the order of {found[-1]} and {value} depends on the parameters")
        found.append(value)
    return found


def _below(low: sp.Expr, high: sp.Expr, domain: Domain) -> bool:
    """Whether one value is at most another at all points that are looked at."""
    gap = high - low
    return all(sp.N(gap.subs(point), 30) > -1e-20 for point in points(domain, tries=TRIES))


def _between(lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """A place between two ends."""
    if lower is -sp.oo:
        return upper - 1
    return lower + 1 if upper is sp.oo else (lower + upper) / 2


def _at(line: list[_Stretch], place: sp.Expr, domain: Domain) -> sp.Expr:
    """The density of the stretch on which a place lies."""
    at = points(domain, tries=1)[0]
    here = float(place.subs(at))
    for piece in line:
        if float(piece.lower.subs(at)) <= here < float(piece.upper.subs(at)):
            return piece.density
    raise NoForm("a place on no stretch of the line")


def _periodic(family: Given, shift: sp.Expr) -> Iterator[Cell]:
    """The cells of a periodic density for the shift by its period."""
    laid, u = family.layout, family.place
    if laid is None or laid.index is None or not is_zero(laid.period - shift):
        raise NoForm("a periodic density, and a shift other than its period")
    k = laid.index
    for strip in laid.pieces:
        later = {k: k + 1}
        there = strip.density.subs(later).subs(u, u + shift)
        yield Cell(strip.density, there, strip.lower, strip.upper, k, 1)
        before = strip.density.subs(u, u - shift)
        ends = strip.lower.subs(later), strip.upper.subs(later)
        yield Cell(strip.density.subs(later), before, *ends, k, -1)
    start = [
        _Stretch(s.density.subs(k, 0), s.lower.subs(k, 0), s.upper.subs(k, 0)) for s in laid.pieces
    ]
    inner = [end for piece in start for end in (piece.lower, piece.upper)]
    cuts = _ordered([*inner, *(shift - end for end in inner)], family.domain)
    for lower, upper in pairwise(cuts):
        middle = (lower + upper) / 2
        here = _at(start, middle, family.domain)
        there = _at(start, shift - middle, family.domain).subs(u, shift - u)
        yield Cell(here, there, lower, upper, None, -1)


def _integers(family: Given, shift: sp.Expr) -> Iterator[Cell]:
    """The cells of masses that have one form on 0, 1, 2, ..., for a shift by a number."""
    strips, u = family.strips, family.place
    if not shift.is_Integer or shift < 1:
        raise NoForm("noise on the integers, and a shift that is not a number 1, 2, ...")
    if len(strips) != 1 or strips[0].index is not None or strips[0].lower != 0:
        raise NoForm("masses on the integers in several pieces")
    if strips[0].side or strips[0].upper is not sp.oo:
        raise NoForm("masses that are not even, or end")
    mass = strips[0].density
    yield Cell(mass, mass.subs(u, u + shift), ZERO, sp.oo, None, 1)
    for j in range(1, int(shift)):
        at = sp.Integer(j)
        yield Cell(mass.subs(u, j), mass.subs(u, shift - j), at, at + 1, None, -1)
    yield Cell(mass, mass.subs(u, u - shift), shift, sp.oo, None, -1)


def exponential(family: Given) -> bool:
    """Whether losses are compared as logarithms."""
    return any(strip.density.has(sp.exp) for strip in family.strips)


def turning(family: Given, cell: Cell) -> Turning:
    """How the ratio moves on a cell.

    Raises
    ------
    NoForm
        When the ratio is neither constant nor the exponential of a linear function, nor one of two
        linear functions.
    """
    u, domain = family.place, family.around(cell.index)
    if cell.there == 0:
        return Turning(cell, None, sp.oo, sp.oo, None)
    if exponential(family):
        loss = _logarithm(cell.here) - _logarithm(cell.there)
        loss = sp.expand(sp.expand_log(loss, force=True))
        plain = loss.is_polynomial(u) and sp.degree(loss, u) <= 1
    else:
        loss = sp.powsimp(sp.cancel(sp.powsimp(cell.here / cell.there)))
        parts = [part.is_polynomial(u) and sp.degree(part, u) <= 1
                 for part in (cell.here, cell.there)]  # fmt: skip
        plain = not loss.has(u) or all(parts)
    if not plain:
        raise NoForm(f"the ratio of the densities on [{cell.lower}, {cell.upper}) is not simple")
    if not loss.has(u):
        return Turning(cell, loss, loss, loss, None)
    slope = sign_at(sp.diff(loss, u).subs(u, _middle(cell)), domain)
    ends = [sp.factor(sp.limit(loss, u, end, side)) for end, side in
            ((cell.lower, "+"), (cell.upper, "-"))]  # fmt: skip
    if slope not in (1, -1):
        raise NoForm("the ratio of the densities moves either way, as the parameters are")
    low, high = ends if slope == 1 else ends[::-1]
    return Turning(cell, loss, low, high, slope == 1)


def _logarithm(density: sp.Expr) -> sp.Expr:
    return sp.expand_log(sp.log(density), force=True)


def _middle(cell: Cell) -> sp.Expr:
    return cell.lower + 1 if cell.upper is sp.oo else (cell.lower + cell.upper) / 2


def place_of(family: Given, turned: Turning, level: sp.Expr) -> sp.Expr:
    """The u at which the ratio, or its logarithm, is at a level.

    Raises
    ------
    NoForm
        When it is not found.
    """
    gap = (
        turned.loss - level if exponential(family) else turned.cell.here - level * turned.cell.there
    )
    found = sp.solve(sp.numer(sp.together(gap)), family.place)
    if len(found) != 1:
        raise NoForm("the place at which the ratio of the densities is at a level")
    return sp.expand(found[0]) if exponential(family) else sp.factor(found[0])


def levels(turned: list[Turning], least: sp.Expr, domain: Domain) -> list[sp.Expr]:
    """The levels beyond the least one at which a cell turns, in order.

    Raises
    ------
    NoForm
        When their order depends on the parameters.
    """
    found = {sp.expand(end) for t in turned for end in (t.low, t.high) if t.cell.here != 0}
    beyond = [v for v in found if not v.is_infinite and not _below(v, least, domain)]
    return _ordered(beyond, domain)
