"""A density that is seen to be negative somewhere, or to have another mass than 1, is refused.

Both are looked for at points of the domain, and refuted by enclosures; that they hold everywhere is
shown by the steps of each claim.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import sympy as sp
from flint import acb, arb

from dpproofs.deriving.balls import NoEnclosure, along, ball, exact, precision
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.given import Given
from dpproofs.deriving.line import integer
from dpproofs.deriving.strips import Density, Strip
from dpproofs.deriving.values import exact_points
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput

POINTS = 3  # of the domain, at which is looked
LOOKS = 600  # stretches of one piece on which the sign is looked for
INTEGERS = 100  # places of one piece, on the integers
PERIODS = 3
DIGITS = 25
SECONDS = 0.25  # of the processor, for one mass
OUT = range(-12, 24)  # powers of 2 between which a piece without end is looked at

Point = Mapping[sp.Symbol, Fraction]


def refuse_improper(family: Given) -> None:
    """Refuse what is no probability.

    Raises
    ------
    BadInput
        With the place and the value of a density that is negative, or with the mass.
    """
    found = _refusal(family.laid, _own(family.laid, family.domain))
    if found is not None:
        raise BadInput("pieces", family.name, found)


def _own(density: Density, domain: Domain) -> Domain:
    """The parameters of which a density speaks, and those that bound them, without ends."""
    needed: set[sp.Symbol] = set()
    for strip in density.strips:
        for part in (strip.density, strip.lower, strip.upper):
            needed |= part.free_symbols
    for atom in density.points:
        needed |= atom.place.free_symbols | atom.mass.free_symbols
    kept: list[Variable] = []
    for variable in reversed(domain.variables):
        if variable.symbol not in needed:
            continue
        kept.insert(0, variable)
        root = set() if variable.root is None else variable.root[1].free_symbols
        needed |= variable.lower.free_symbols | variable.upper.free_symbols | root
    return Domain(tuple(kept))


@lru_cache(maxsize=512)
def _refusal(density: Density, domain: Domain) -> str | None:
    """What the density would have to be, if it is seen not to be that."""
    if density.given:
        return None
    for point in exact_points(domain, POINTS):
        found = _negative(density, point) or _another_mass(density, point)
        if found is not None:
            return found
    return None


def _told(point: Point) -> str:
    return "".join(f", {symbol} = {value}" for symbol, value in point.items())


def _negative(density: Density, point: Point) -> str | None:
    """Where the density is negative at a point of the domain."""
    with precision(100):
        at = {symbol: exact(value) for symbol, value in point.items()}
        try:
            for atom in density.points:
                if (mass := ball(atom.mass, at).real) < 0:
                    return f"without an atom of mass {float(mass):.6g}{_told(point)}"
            for strip in density.strips:
                for k in range(PERIODS if strip.index is not None else 1):
                    here = at if strip.index is None else {**at, strip.index: acb(k)}
                    place = _negative_place(density, strip, here)
                    if place is not None:
                        side = -1 if strip.side < 0 else 1
                        where = f"{density.place} = {float(side * place[0]):.6g}{_told(point)}"
                        return f"nowhere negative, and at {where} it is {float(place[1]):.6g}"
        except NoEnclosure:
            return None
    return None


def _negative_place(
    density: Density, strip: Strip, at: Mapping[sp.Symbol, acb]
) -> tuple[arb, arb] | None:
    """A place of a strip where its density is negative, with its value."""
    inner = along(strip.density, density.place, at)
    if density.integers:
        for n in _integers(strip, at):
            if (value := inner(acb(n), False).real) < 0:
                return arb(n), value
        return None
    waiting = deque(_stretches(strip, at))
    for _ in range(LOOKS):
        if not waiting:
            return None
        low, high = waiting.popleft()
        middle = arb(((low + high) / 2).mid())
        if (value := _value(inner, middle)) < 0:
            return middle, value
        if not _value(inner, low.union(high)) >= 0:
            waiting += [(low, middle), (middle, high)]
    return None


def _value(inner: Callable[[acb, bool], acb], place: arb) -> arb:
    """The density at a place or on a stretch; a number that is none where it is not enclosed."""
    try:
        return inner(acb(place), False).real
    except (NoEnclosure, ZeroDivisionError):
        return arb("nan")


def _integers(strip: Strip, at: Mapping[sp.Symbol, acb]) -> range:
    first = integer(ball(strip.lower, at).real)
    if strip.upper is sp.oo:
        return range(first, first + INTEGERS)
    return range(first, min(first + INTEGERS, integer(ball(strip.upper, at).real)))


def _stretches(strip: Strip, at: Mapping[sp.Symbol, acb]) -> Iterator[tuple[arb, arb]]:
    """Stretches of a strip, longer ones further out where it has no end."""
    low = arb(ball(strip.lower, at).real.upper())
    if strip.upper is not sp.oo:
        yield low, arb(ball(strip.upper, at).real.lower())
        return
    ends = [low, *(low + arb(2) ** n for n in OUT)]
    yield from pairwise(ends)


def _another_mass(density: Density, point: Point) -> str | None:
    """The total mass at a point of the domain, where it is another one than 1."""
    try:
        low, high = Definition(density, sp.Integer(1)).enclose(point, DIGITS, SECONDS)
    except NoEnclosure:
        return None
    if low <= 1 <= high:
        return None
    mass = f"{float(low):.12g}"
    if mass == "1":
        mass = f"1 {'-' if low < 1 else '+'} {abs(float(low - 1)):.3g}"
    return f"of total mass 1, and not {mass}{_told(point).replace(',', ' for', 1)}"
