"""What is seen of a goal at one point: how well numbers agree, or by how much they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import arb

from dpproofs.checkers.numbers import NoValue, ball, balls, digits, mp_context, working_precision
from dpproofs.checkers.numeric import agreed_digits
from dpproofs.kernel.derivation import Statement

BITS = (256, 1024, 4096)  # of the sides of an inequality, until they are narrow enough
GUARD = 25  # digits with which is computed beyond those wanted
SOME = 8  # digits of an estimate below which it says nothing


@dataclass(frozen=True)
class Look:
    """How well a goal fits at one point: to how many digits, or with what relative slack."""

    fits: bool
    digits: int | None = None
    slack: float | None = None


@dataclass(frozen=True)
class Place:
    """Where a goal is looked at: a point of its domain, to how many digits, in which sentence."""

    statement: Statement
    point: Mapping[sp.Symbol, sp.Expr]
    wanted: int

    def context(self, more: int = GUARD) -> Any:
        """Arithmetic with some digits more than are wanted."""
        return mp_context(self.wanted + more)

    def values(self, context: Any) -> dict[sp.Symbol, Any]:
        """The coordinates."""
        return {symbol: digits(value, {}, context) for symbol, value in self.point.items()}


def together(looks: Iterable[Look]) -> Look:
    """The worst of what was seen."""
    looks = tuple(looks)
    return Look(
        all(look.fits for look in looks),
        min((look.digits for look in looks if look.digits is not None), default=None),
        min((look.slack for look in looks if look.slack is not None), default=None),
    )


def same(left: Any, right: Any, wanted: int) -> Look:
    """Two values of one number."""
    agreed = agreed_digits(left, right, wanted)
    return Look(agreed >= wanted, agreed)


def near(estimate: Any, stated: Any, known: int, wanted: int, scale: Any = 0) -> Look:
    """An estimate that seems to be ``known`` to so many digits; half of them must agree.

    Of a number that is stated to be 0 the digits are counted below ``scale``.

    Raises
    ------
    NoValue
        When too few are known.
    """
    if known < SOME:
        raise NoValue("the estimate is too coarse")
    size = max(abs(estimate), abs(stated)) if stated != 0 else scale
    off = abs(estimate - stated)
    context = off.context
    most = min(known, wanted)
    agreed = most if off == 0 else int(context.floor(-context.log10(off / size)))
    return Look(agreed >= most // 2, max(0, min(agreed, most)))


def integrated(found: Any, stated: Any, error: Any, wanted: int) -> Look:
    """What a quadrature found, about how far off it is, and what is stated: where they do not agree
    to all digits wanted, half of those that are known must.
    """
    look = same(found, stated, wanted)
    if look.fits or error == 0 or found == 0:
        return look
    context = found.context
    return near(found, stated, int(context.floor(-context.log10(error / abs(found)))), wanted)


def ordered(low: Any, high: Any, strict: bool, wanted: int) -> Look:
    """An inequality between two numbers."""
    scale = max(abs(low), abs(high))
    return slack(float((high - low) / scale) if scale else 0.0, strict, wanted)


def slack(gap: float, strict: bool, wanted: int) -> Look:
    """An inequality; that its sides are equal to all digits says nothing of a strict one."""
    if abs(gap) < 10.0**-wanted:
        if strict:
            raise NoValue("the sides are too close")
        gap = 0.0
    return Look(gap >= 0, slack=float(f"{gap:.2g}"))


def gap(low: sp.Expr, high: sp.Expr, place: Place) -> float:
    """The difference of the sides of an inequality, relative to the larger one.

    Raises
    ------
    NoValue
        When no enclosure of it is narrow enough.
    """
    for bits in BITS:
        with working_precision(bits):
            first, second = (ball(side, balls(place.point)) for side in (low, high))
            gap, scale = second - first, abs(first).max(abs(second))
            if scale == 0:
                return 0.0
            if gap.is_finite() and gap.rad() < scale * arb(10) ** -place.wanted:
                return float(gap / scale)
    raise NoValue("the enclosures of the sides are too wide")
