"""Certified values of a formula at points, and how far it agrees there with what it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import sympy as sp

from dpproofs.deriving.balls import NoEnclosure, ball, exact, precision, rational
from dpproofs.deriving.reasons import reason
from dpproofs.deriving.strips import points
from dpproofs.kernel.clock import busy
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import exactly
from dpproofs.tactics.budget import SECONDS

COMPARED = 20  # digits to which a formula is compared with its definition
POINTS = 3  # of the domain, at which they are compared
TRIES = 16  # points that are drawn for it
PATIENCE = 2 * SECONDS  # of the processor, for one comparison
CLOSE = 12  # digits to which a formula that no checker decides has to agree with its definition


class Measured(Protocol):
    """A number as a function of parameters, as a definition says it."""

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it."""
        ...

    def __hash__(self) -> int: ...


def at_point(domain: Domain, parameters: Mapping[str, Any]) -> dict[sp.Symbol, Fraction]:
    """Exact values of all parameters of a domain.

    Raises
    ------
    BadInput
        As :meth:`Derived.enclosure`.
    """
    known = {variable.symbol.name: variable for variable in domain}
    for name in parameters:
        if name not in known:
            raise BadInput("parameters", name, f"one of {sorted(known)}")
    found: dict[sp.Symbol, Fraction] = {}
    for name, variable in known.items():
        if name not in parameters:
            raise BadInput("parameters", sorted(parameters), f"a value for {name} as well")
        given = parameters[name]
        if isinstance(given, sp.Rational):
            given = Fraction(int(given.p), int(given.q))
        value = exactly(name, given, "-1e4000", "1e4000")
        _inside(variable, value, found)
        found[variable.symbol] = value
    return found


def _inside(variable: Variable, value: Fraction, at: Mapping[sp.Symbol, Fraction]) -> None:
    accepted = f"in {variable.ends[0]}{variable.lower}, {variable.upper}{variable.ends[1]}"
    if variable.integer and value.denominator != 1:
        raise BadInput(variable.symbol.name, value, f"an integer {accepted}")
    with precision(256):
        here = {symbol: exact(known) for symbol, known in at.items()}
        for end, side, closed in (
            (variable.lower, 1, variable.ends[0] == "["),
            (variable.upper, -1, variable.ends[1] == "]"),
        ):
            if end.is_infinite:
                continue
            gap = side * (exact(value) - ball(end, here)).real
            if not (gap > 0 or (closed and gap >= 0)):
                raise BadInput(variable.symbol.name, str(value), accepted)


def formula_enclosure(
    value: sp.Expr, values: Mapping[sp.Symbol, Fraction], digits: int
) -> tuple[Fraction, Fraction]:
    """A formula in ball arithmetic, as narrow as asked for.

    Raises
    ------
    NoEnclosure
        When it has no value there.
    """
    bits = round(3.5 * digits) + 64
    for _ in range(6):
        with precision(bits):
            at = {symbol: exact(known) for symbol, known in values.items()}
            try:
                whole = ball(value, at)
            except (ArithmeticError, SystemError, TypeError, ValueError) as problem:
                raise NoEnclosure(reason(problem)) from problem
            if not whole.imag.contains(0):
                raise NoEnclosure(f"{value} is no real number there")
            found = whole.real
            good = found.is_finite()
            if good and found.rad() * 10**digits <= found.abs_upper():
                return rational(found.lower()), rational(found.upper())
        bits *= 2
    if not good:
        raise NoEnclosure(f"{value} has no value there")
    return rational(found.lower()), rational(found.upper())


def case_of(value: sp.Expr, values: Mapping[sp.Symbol, Fraction]) -> sp.Expr:
    """The case of a formula in cases that holds at a point; all of it where comparing two rational
    numbers does not decide.
    """
    at = {symbol: sp.Rational(q.numerator, q.denominator) for symbol, q in values.items()}
    for inside, condition in value.args if isinstance(value, sp.Piecewise) else ():
        sides = [side.subs(at) for side in condition.args]
        if not all(getattr(side, "is_Rational", False) for side in sides):
            return value
        if condition is sp.true or condition.func(*sides) is sp.true:
            return inside
    return value


def exact_points(domain: Domain, count: int) -> list[dict[sp.Symbol, Fraction]]:
    """Rational points of a domain, each once."""
    found = {
        tuple((symbol, Fraction(int(v.p), int(v.q))) for symbol, v in point.items()): None
        for point in points(domain, tries=count)
        if all(v.is_Rational for v in point.values())
    }
    return [dict(point) for point in found]


@lru_cache(maxsize=256)
def agreement(value: sp.Expr, definition: Measured, domain: Domain) -> int | None:
    """To how many digits a formula and what it stands for agree at three points, both enclosed;
    None when they could not be compared at that many (or at all points that there are). Less than
    ``CLOSE`` where one is shown to be another number than the other.
    """
    least, compared = COMPARED, 0
    until = busy() + PATIENCE
    places = exact_points(domain, TRIES)
    for point in places:
        if compared == POINTS or busy() > until:
            break
        digits = _compared(value, definition, point)
        if digits is not None:
            least, compared = min(least, digits), compared + 1
            if digits < CLOSE:
                return digits
    return least if places and compared >= min(POINTS, len(places)) else None


def _compared(value: sp.Expr, definition: Measured, point: dict[sp.Symbol, Fraction]) -> int | None:
    """To how many digits they agree at one point; None when nothing was narrow enough."""
    try:
        below, above = formula_enclosure(value, point, COMPARED)
        low, high = definition.enclose(point, COMPARED, SECONDS / 2)
    except NoEnclosure:
        return None
    size = max(abs(low), abs(high))
    if above < low or high < below:
        gap = max(low - above, below - high)
        return min(CLOSE - 1, _digits(size / gap))
    gap = max(high - low, above - below)
    if gap * 10**CLOSE > size:
        return None
    return COMPARED if gap == 0 else _digits(size / gap)


def _digits(ratio: Fraction) -> int:
    """The decimal digits that a ratio of size to error says."""
    found = len(str(int(ratio))) - 1 if ratio >= 1 else 0
    return min(COMPARED, found)
