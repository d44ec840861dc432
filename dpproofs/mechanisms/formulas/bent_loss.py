"""The privacy loss of noise whose density falls exponentially, and faster beyond a bound."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.mechanisms.formulas import chords
from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.formulas.half_lines import HalfLineLoss
from dpproofs.mechanisms.formulas.losses import quantile

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

WIDTH = 2.0**-12  # of the enclosure of mu, relative


@dataclass(frozen=True)
class BentLoss(HalfLineLoss):
    """Of noise with the density e^{-v(|y|)}/(2 N), y in units of the scale.

    v(y) is y up to L and L + (y - L)/t beyond, which is convex. Between -L, 0, L, d - L, d and
    d + L the loss v(|y - d|) - v(|y|) is linear, and before and after them it is d/t and -d/t.

    Attributes
    ----------
    shape
        The scale, L and t, at the working precision.
    """

    SOURCE: ClassVar = "integrals of exponential functions; the density is log-concave"
    shape: Callable[[], tuple[Ball, Ball, Ball]]

    def _pieces(self) -> list[tuple[Ball, Ball, Ball, Ball, Ball]]:
        """Lengths of the pieces, and -v(|y|) - log(2 N) and the loss at their ends."""
        _, bound, bend = self.shape()
        d = self._shift()
        whole = (2 * (1 - (1 - bend) * (-bound).exp())).log()

        def fall(y: Ball) -> Ball:
            return abs(y).max(bound + (abs(y) - bound) / bend)

        ends = [(-fall(y) - whole, fall(y - d) - fall(y)) for y in self._places()]
        return [
            (b - a, *start, *end)
            for (a, b), (start, end) in zip(pairwise(self._places()), pairwise(ends), strict=True)
        ]

    def _shift(self) -> Ball:
        """d."""
        return ball(self.sensitivity) / self.shape()[0]

    def _places(self) -> list[Ball]:
        """Where the density or its shift bends, in order."""
        bound, d = self.shape()[1], self._shift()
        places = [-bound, 0 * d, bound, d - bound, d, d + bound]
        return sorted(places, key=lambda y: float(y.mid()))

    def _blur(self, total: Ball, steepest: Ball, largest: Ball) -> Ball:
        """A sum over the pieces, where two places that are not told apart may be one or exchanged.

        As far as they are apart an integrand is at most so large; a piece that ends there has at
        its end a logarithm that is off by at most the slopes times this.
        """
        from flint import arb

        gaps = [b - a for a, b in pairwise(self._places())]
        gap = max((abs(gap).upper() for gap in gaps if not gap > 0), default=arb(0))
        wider = 8 * gap * steepest
        return total * (1 + arb(0, wider.upper())) + arb(0, (8 * gap * largest).upper())

    def _beyond(self) -> tuple[Ball, Ball, Ball]:
        """The probabilities before and after all pieces, and the loss before."""
        _, bound, bend = self.shape()
        d = self._shift()
        left = bend * (-bound).exp() / (2 * (1 - (1 - bend) * (-bound).exp()))
        return left, left * (-d / bend).exp(), d / bend

    def log_moment(self, t: Any) -> Any:
        """For a ball t: an integral of e^{a + b y} over a piece is its length by a mean value."""
        left, right, loss = self._beyond()
        total = left * (t * loss).exp() + right * (-t * loss).exp()
        for length, p, start, q, end in self._pieces():
            low, high = p + t * start, q + t * end
            total += length * low.exp() * (high - low).hypgeom_1f1(1, 2)
        steepest, largest = (
            (1 + t) / self.shape()[2],
            (t * loss).exp() / -(-self.shape()[1]).expm1(),
        )
        return self._blur(total, steepest, largest).log()

    def kullback(self) -> Ball:
        left, right, loss = self._beyond()
        total = (left - right) * loss
        for length, p, start, q, end in self._pieces():
            mean, moment = (q - p).hypgeom_1f1(1, 2), (q - p).hypgeom_1f1(2, 3) / 2
            total += length * p.exp() * (start * mean + (end - start) * moment)
        steepest = (1 + loss) / self.shape()[2]
        return self._blur(total, steepest, loss * (1 + steepest) / -(-self.shape()[1]).expm1())

    def most(self) -> Ball:
        return self._beyond()[2]

    def zcdp(self) -> Ball:
        return chords.zcdp(self)

    def delta(self, epsilon: Ball) -> Ball:
        return 0 * epsilon if epsilon > self.most() else super().delta(epsilon)

    def gdp(self) -> Ball:
        """The supremum of z(x + s) - z(x) over x >= -s/2, where z is Phi^-1 of P(X < x).

        Beyond the bound the tail is exponential, so that the slope of z is in proportion to Mills'
        ratio at z, which falls; before, z(b + s) - z(a) bounds what is between a and b.
        """
        scale, bound, _ = self.shape()
        s = self.sensitivity
        last = Fraction(rational((scale * bound).upper()))
        best = self._z(s / 2) * 2
        cells = [(-math.inf, -s / 2, last)]
        while -cells[0][0] > float(best.lower()) * (1 + WIDTH):
            _, low, high = heapq.heappop(cells)
            middle = (low + high) / 2
            best = best.max(self._z(middle + s) - self._z(middle))
            for a, b in ((low, middle), (middle, high)):
                above = self._z(b + s) - self._z(a)
                heapq.heappush(cells, (-float(above.upper()), a, b))
        end = self._z(last + s) - self._z(last)
        bounds = (ball(Fraction(math.nextafter(-each[0], math.inf))) for each in cells)
        return best.union(reduce(lambda a, b: a.max(b), bounds, best.max(end)))

    def _z(self, x: Fraction) -> Ball:
        return -quantile(self.tail(x)) if x > 0 else quantile(self.tail(-x))
