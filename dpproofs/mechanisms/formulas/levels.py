"""The levels at which noise keeps claims of other kinds: enclosed, and solved for a parameter."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.enclosure import ball, outward, rational

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball
    from dpproofs.mechanisms.formulas.losses import Loss

DIGITS = 32
CELLS = 32  # to a doubling of t, and from 0 to 1
HALVINGS = 12  # of the interval from 0 to 1
NEWTON = 3  # steps from the accuracy of doubles to that of balls
FINEST = 60  # ... and of cells elsewhere
BITS = 192
NEAR, CLOSE = 2.0**-40, 2.0**-36  # of a parameter, and of a level


@dataclass(frozen=True)
class Level:
    """A number at which noise keeps a claim and below which it does not, enclosed.

    Attributes
    ----------
    lower, upper
        Ends of an interval that contains it, exact; infinite where it is.
    source
        Where the formulas are from.
    """

    lower: Fraction | float
    upper: Fraction | float
    source: str

    def __float__(self) -> float:
        """The least double at which the claim is kept for certain."""
        near = float(self.upper)
        return near if near >= self.upper else math.nextafter(near, math.inf)

    def __contains__(self, value: Fraction | float) -> bool:
        return bool(self.lower <= value <= self.upper)

    def __repr__(self) -> str:
        return f"Level({float(self):.12g})"


ENDLESS = Level(math.inf, math.inf, "some outcomes have probability 0 at a neighbour")


def told(loss: Loss, value: Callable[[], Ball]) -> Level:
    """A ball at the working precision, as a level."""
    from flint import ctx

    with ctx.workprec(BITS):
        found = value()
        if found > 0 and not found.is_finite():
            return Level(math.inf, math.inf, loss.SOURCE)
        ends = outward(found, found, DIGITS)
    return Level(ends.lower, ends.upper, loss.SOURCE)


def renyi(loss: Loss, order: Fraction) -> Any:
    """The Renyi divergence of an order > 1; for 1 Kullback's."""
    if order == 1:
        return loss.kullback()
    return loss.log_moment(ball(order - 1)) / ball(order - 1)


def zcdp(loss: Loss) -> Any:
    """The least rho: the supremum of F(t) = psi(t)/(t (t + 1)) over t > 0.

    Either F falls from its limit psi'(0) on, which psi'' <= 2 psi'(0) on [0, 1] shows for t <= 1;
    or it has its maximum inside. psi(t)/t does not fall, so that on [s, t] F is at most
    psi(t)/(t (s + 1)), and the loss says from where on it is below the maximum.
    """
    known = loss.zcdp()
    if known is not None:
        return known
    kullback = renyi(loss, Fraction(1))
    if _flat(loss, kullback) and _below(loss, kullback, Fraction(1), None):
        return kullback
    return _inside(loss)


def _flat(loss: Loss, kullback: Ball) -> bool:
    """Whether psi'' <= 2 psi'(0) is shown on [0, 1]."""
    from flint import arb

    cells = [(Fraction(0), Fraction(1), 0)]
    while cells:
        low, high, depth = cells.pop()
        middle, half = (low + high) / 2, ball((high - low) / 2)
        here = 2 * _series(loss, ball(middle))[2]
        change = 6 * _series(loss, ball(low).union(ball(high)))[3] * half
        if here + arb(0, abs(change).upper()) <= 2 * kullback:
            continue
        if depth == HALVINGS or not here <= 2 * kullback:
            return False
        cells += [(low, middle, depth + 1), (middle, high, depth + 1)]
    return True


def _series(loss: Loss, t: Ball) -> Any:
    """The first four coefficients of psi about a ball."""
    from flint import arb, arb_series

    return loss.log_moment(arb_series([t, arb(1)], 4))


def _below(loss: Loss, value: Ball, low: Fraction, hole: tuple[Fraction, Fraction] | None) -> bool:
    """Whether F is shown to be below a value from a point on, but for a hole."""
    last = Fraction(rational(loss.last(value).upper()))
    cells = []
    while low < last:
        high = low * (1 + Fraction(1, CELLS)) if low else Fraction(1, CELLS)
        cells.append((low, high, 0))
        low = high
    while cells:
        low, high, depth = cells.pop()
        if hole is not None and hole[0] <= low and high <= hole[1]:
            continue
        if renyi(loss, high + 1) / ball(low + 1) < value:
            continue
        if depth == FINEST:
            return False
        middle = (low + high) / 2
        cells += [(low, middle, depth + 1), (middle, high, depth + 1)]
    return True


def _inside(loss: Loss) -> Any:
    """The maximum of F inside: about a zero of its slope it is concave, and below elsewhere."""
    from flint import arb, arb_series

    def at(t: Ball) -> Any:
        series = arb_series([t, arb(1)], 3)
        return loss.log_moment(series) / (series * (series + 1))

    place = Fraction(_highest(lambda t: float(at(arb(t))[0])))
    for _ in range(NEWTON):
        series = at(ball(place))
        place -= rational((series[1] / (2 * series[2])).mid())
    for part in (4, 16, 64, 256, 1024):
        low, high = place * (1 - Fraction(1, part)), place * (1 + Fraction(1, part))
        whole = at(ball(low).union(ball(high)))
        if not (whole[2] < 0 and at(ball(low))[1] > 0 > at(ball(high))[1]):
            continue
        best = at(ball(place))
        if _below(loss, best[0], Fraction(0), (low, high)):
            # Concave: nowhere more than the tangent at the place within the reach of its slope.
            more = abs(best[1] * ball(high - low))
            return best[0].union(best[0] + more)
    raise DpproofsError("the maximum over orders is not isolated")


def _highest(function: Callable[[float], float]) -> float:
    """Where a function of t > 0 with one peak is highest, by ternary search of log t."""
    low, high = -12.0, 12.0
    for _ in range(160):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if function(math.exp(left)) < function(math.exp(right)):
            low = left
        else:
            high = right
    return math.exp((low + high) / 2)


def largest(level: Callable[[float], Fraction | float], most: float, start: float) -> float:
    """The largest double found at which a level that rises is at most so much: it, or the level, is
    the largest to one part in 2^40, or in 2^36.

    Between a double that keeps the bound and one that does not, logarithms are taken for linear;
    an end that stays counts for half as much (the Illinois method).

    Raises
    ------
    ArithmeticError
        When none keeps the bound.
    """
    low, above = start, None
    for _ in range(200):
        below = level(low)
        if below <= most:
            break
        low, above = low / 2, below
    else:
        raise ArithmeticError("no parameter is small enough")
    high = 2 * low
    above = level(high) if above is None else above
    while above <= most:
        low, below, high = high, above, 2 * high
        above = level(high)
    under, over = _excess(below, most), _excess(above, most)
    moved = 0  # which end moved last
    while high - low > low * NEAR and _excess(below, most) < -CLOSE:
        middle = _between(low, high, under, over)
        found = level(middle)
        if found <= most:
            low, below, under = middle, found, _excess(found, most)
            over /= 2 if moved < 0 else 1
            moved = -1
        else:
            high, over = middle, _excess(found, most)
            under /= 2 if moved > 0 else 1
            moved = 1
    return low


def _excess(level: Fraction | float, most: float) -> float:
    """The logarithm of a level over a bound; infinite where it has none."""
    if level == math.inf or level <= 0:
        return math.inf if level > 0 else -math.inf
    return math.log(level) - math.log(most)


def _between(low: float, high: float, under: float, over: float) -> float:
    """Where the excess is 0 if it is linear, but inside; the middle where it is infinite."""
    middle = (low + high) / 2
    if math.isfinite(under) and math.isfinite(over) and over > under:
        near = low * math.exp(math.log(high / low) * under / (under - over))
        step = low * 2.0**-42
        middle = min(max(near, low + step), high - step)
    return middle if low < middle < high else (low + high) / 2
