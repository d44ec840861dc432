"""What noise made of bells loses, over all shifts: Renyi divergences, zCDP's rho and mu.

In sensitivities, let v be the logarithm of the density f, and c(x) = v(x) + x^2/(2 s^2) but for a
constant: the logarithm of the sum of e^{(m |x| - m^2/2)/s^2} with the weights of the bells m. On
x > 0 it is convex, it is even, and it does not fall there. So it is convex on the line, v'(x + d)
- v'(x) >= -d/s^2 for d > 0, and such noise keeps what normal noise of the deviation s keeps:

- Renyi. With G(d) the integral of f(x)^{t+1} f(x + d)^{-t} and E the mean for the density in
  proportion to the integrand, (t + 1) E v'(x) = t E v'(x + d) by parts. So (log G)' = -t E v'(x +
  d) = -t (t + 1) E(v'(x + d) - v'(x)) <= t (t + 1) d/s^2, and log G <= t (t + 1) d^2/(2 s^2).
- Tests. Let S = -v'(X), h(k) = E max(S - k, 0), and h_0 be the same of a normal variable of the
  deviation 1/s. By parts E S psi(S) <= E psi'(S)/s^2 for a psi that rises, so that h - k h' <=
  h''/s^2, with equality for h_0. Where w = h_0 - h had a least value below 0, w''/s^2 + k w' - w
  would be above 0 and not at most 0; and w vanishes at both ends. So h <= h_0, and the probability
  b of a set of X + d grows with d at most as fast as the worst sets of normal noise: (Phi^-1 b)' <=
  1/s.

Both are attained in the limit, at orders without end and at half-lines far out: with R the last
bell, f is between its own bell and all weights at R, for x > R.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import Loss, NormalLoss
from dpproofs.optima.rivals.bells import MARGIN, TINY, Bells
from dpproofs.optima.rivals.bells_privacy import Uncovered
from dpproofs.optima.rivals.bells_profile import Leaked, log_density

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Array
    from dpproofs.mechanisms.formulas.enclosure import Ball

CELLS, FEWEST, MOST = 256, 16, 1 << 17  # in a deviation, wanted and at least; on the line
FAR = 12  # deviations beyond the last bell
WIDTH, LOOKS = 2.0**-10, 120  # of an enclosure, relative; intervals of shifts that are halved
SHOWN = (2.0**-10, 2.0**-6)  # above what some shift leaks, tried as bounds for all


@dataclass(frozen=True)
class BellsLoss(Loss):
    """The largest divergence over all shifts of noise made of bells.

    Attributes
    ----------
    noise
        Bells of weights whose logarithm c, as above, does not fall for x > 0.
    """

    SOURCE: ClassVar = "log f + x^2/(2 s^2) is convex: optima/rivals/bells_loss.py has the proof"
    noise: Bells

    @cached_property
    def _normal(self) -> NormalLoss:
        return NormalLoss(1 / Fraction(self.noise.deviation))

    def zcdp(self) -> Ball:
        return self._normal.zcdp()

    def gdp(self) -> Ball:
        return self._normal.gdp()

    def most(self) -> Ball:
        return self._normal.most()

    def delta(self, epsilon: Ball) -> Ball:
        """Some shift leaks the lower end; all are shown to stay below the upper one."""
        from flint import arb

        at = float(epsilon.mid())
        before, after = max(math.nextafter(at, -1), 0.0), math.nextafter(at, math.inf)
        least = Leaked(self.noise, after).worst()[0] * (1 - MARGIN)
        most = self._normal.delta(epsilon)
        for share in SHOWN if least > 0 else ():
            bound = Fraction(least * (1 + share))
            if most > ball(bound) and Uncovered(self.noise, Fraction(before), bound).stays_below():
                most = ball(bound)
                break
        return arb(least).min(most).union(most)

    def log_moment(self, t: Any) -> Any:
        """For a ball t: log G with a first bound for shifts between two that were looked at.

        log G(d) + (t + 1) d^2/(2 s^2) is convex in d: but for factors without d, the integrand is
        the exponential of (t + 1) (c(y - d) + y d/s^2), y = x + d. So between shifts a and b log G
        is at most the larger of both and (t + 1) (b - a)^2/(8 s^2).
        """
        order, s = float(t.mid()), self.noise.deviation
        known: dict[float, tuple[float, float]] = {0.0: (0.0, 0.0)}

        def bound(a: float, b: float) -> float:
            for d in (a, b):
                if d not in known:
                    known[d] = self._log_integral(order, d)
            return max(known[a][1], known[b][1]) + (order + 1) * ((b - a) / s) ** 2 / 8

        limit = float((t * (t + 1) * self.zcdp()).upper()) * (1 + MARGIN)
        return _enclosed(bound, known, limit, self._far_out(order))

    def kullback(self) -> Any:
        """As `log_moment`: KL(d) - d^2/(2 s^2) is concave, -c(x + d) being so, and falls."""
        s = self.noise.deviation
        known: dict[float, tuple[float, float]] = {0.0: (0.0, 0.0)}
        rises = {0.0: 0.0}

        def bound(a: float, b: float) -> float:
            for d in (a, b):
                if d not in known:
                    *known[d], rises[d] = self._kullback(d)  # type: ignore[assignment]  # a pair
            return known[a][1] + max(rises[a], 0.0) * (b - a) + ((b - a) / s) ** 2 / 2

        return _enclosed(bound, known, float(self.zcdp().upper()) * (1 + MARGIN), 0.0)

    def _far_out(self, t: float) -> float:
        """Below log G at the shift 1: f from R on as the module has it."""
        from scipy.special import log_ndtr

        s = self.noise.deviation
        own, whole = self.noise.heights[-1], sum(self.noise.heights)
        unit = math.log(s * math.sqrt(2 * math.pi))
        normal = t * (t + 1) / (2 * s * s) + float(log_ndtr(t / s))
        logs = (t + 1) * (math.log(own) + unit), -t * (math.log(whole) + unit)
        size = sum(map(abs, (*logs, normal)))
        return normal + sum(logs) - MARGIN * (1 + size) if own > 0 else 0.0

    def _knots(self, t: float, d: float) -> Array:
        """From far left to far right; kinks are among them. None where too many are needed."""
        s, last = self.noise.deviation, max(self.noise.places)
        left, right = -(last + d + FAR * s), last + t * d + FAR * s
        span = (right - left) / s
        if span * FEWEST > MOST:
            return np.empty(0)
        places = np.linspace(left, right, min(math.ceil(span * CELLS), MOST) + 1)
        return np.unique(np.append(places, [0.0, -d]))

    def _slope(self, x: Array, side: Array) -> Array:
        """c'(x), at a kink that of a side: it rises with x."""
        s, places = self.noise.deviation, np.array(self.noise.places)
        size = np.abs(x)[:, None]
        with np.errstate(divide="ignore"):
            logs = np.log(self.noise.heights) - (size - places) ** 2 / (2 * s * s)
        shares = np.exp(logs - logs.max(axis=1)[:, None])
        mean = (shares @ places) / shares.sum(axis=1) / s**2
        return np.asarray(np.sign(side) * mean)

    def _cells(self, knots: Array, d: float) -> tuple[Array, Array]:
        """c' at both ends of cells, and of cells moved by d; each of shape (2, cells)."""
        middle = (knots[1:] + knots[:-1]) / 2
        here, there = (
            np.array([self._slope(ends + e, middle + e) for ends in (knots[:-1], knots[1:])])
            for e in (0.0, d)
        )
        return here, there

    def _log_integral(self, t: float, d: float) -> tuple[float, float]:
        """Bounds of log G(d): on a cell the exponent is near its chord.

        Where its slope is between l and u it is no farther from its chord than (u - l)/4 lengths.
        Further right its slope is at most (R + t d - x)/s^2; further left the loss is below 0.
        """
        knots, s = self._knots(t, d), self.noise.deviation
        if not knots.size:
            return 0.0, math.inf
        logs = [log_density(self.noise, np.abs(knots + moved)) for moved in (0.0, d)]
        exponent, length = (t + 1) * logs[0] - t * logs[1], np.diff(knots)
        size = float(((t + 1) * np.abs(logs[0]) + t * np.abs(logs[1])).max())
        here, there = self._cells(knots, d)
        rise = (t + 1) * (here[1] - here[0]) + t * (there[1] - there[0]) + length / s**2
        off = rise * length / 4 + _rounding(size)
        a, b = exponent[:-1], exponent[1:]
        least = _log_sum((a + b) / 2 - off + np.log(length))
        most = _log_sum(np.logaddexp(a, b) - math.log(2) + off + np.log(length))
        left, right = self._outside(knots)[0], exponent[-1] + math.log(s / FAR)
        more = np.logaddexp(right, math.log(max(left, TINY)))
        return least, float(np.logaddexp(most, more)) + _rounding(size)

    def _kullback(self, d: float) -> tuple[float, float, float]:
        """Bounds of KL(d), and one of its slope from above.

        On a cell of the mass p let M(x) = c(x) - c(x + d), near its chord as in `_log_integral`.
        The mean of x is off the middle by at most an eighth of a length times what f changes.
        """
        knots, s = self._knots(0.0, d), self.noise.deviation
        length, (here, there) = np.diff(knots), self._cells(knots, d)
        tail = self._beyond(knots)
        mass = np.where(knots[:-1] < 0, np.diff(1 - tail), -np.diff(tail))
        logs = [log_density(self.noise, np.abs(knots + moved)) for moved in (0.0, d)]
        gain = logs[0] - logs[1] + (knots**2 - (knots + d) ** 2) / (2 * s * s)
        steep = np.maximum(np.abs(here[1] - knots[:-1] / s**2), np.abs(here[0] - knots[1:] / s**2))
        change = np.abs(np.diff(gain)) / 4 * np.sinh(steep * length)
        off = (here[1] - here[0] + there[1] - there[0]) * length / 4 + change
        outside, most = sum(self._outside(knots)), max(self.noise.places) / s**2
        found = float(mass @ ((gain[1:] + gain[:-1]) / 2)) + d * d / (2 * s * s)
        error = float(mass @ off) + outside * most * d + MARGIN * most * d
        error += _rounding(float(np.abs(logs).max()))
        rise = d / s**2 - float(mass @ there[0]) + (outside + MARGIN) * (most + d / s**2)
        return found - error, found + error, rise

    def _outside(self, knots: Array) -> tuple[float, float]:
        """P(X < the first) and P(X > the last)."""
        left, right = self._beyond(np.array([-knots[0], knots[-1]])).tolist()
        return left, right

    def _beyond(self, x: Array) -> Array:
        """P(X > x), with relative accuracy for x >= 0."""
        return Leaked(self.noise, 0.0).beyond(x)


def _rounding(size: float) -> float:
    """What doubles may be off by in a sum whose terms have logarithms of this size."""
    return 2.0**-40 + size * 2.0**-48


def _log_sum(logs: Array) -> float:
    top = float(logs.max())
    return top + math.log(float(np.exp(logs - top).sum()))


def _enclosed(
    bound: Callable[[float, float], float],
    known: dict[float, tuple[float, float]],
    limit: float,
    least: float,
) -> Any:
    """The largest value on [0, 1]: intervals with the largest bound are halved."""
    from flint import arb

    edges = np.linspace(0, 1, 9).tolist()
    cells = [(-bound(a, b), a, b) for a, b in pairwise(edges)]
    heapq.heapify(cells)
    for _ in range(LOOKS):
        best = max(least, *(low for low, _ in known.values()))
        most = min(-cells[0][0], limit)
        if most <= best * (1 + WIDTH) or cells[0][0] == -math.inf:
            break
        _, a, b = heapq.heappop(cells)
        middle = (a + b) / 2
        for ends in ((a, middle), (middle, b)):
            heapq.heappush(cells, (-bound(*ends), *ends))
    best = max(least, 0.0, *(low for low, _ in known.values()))
    most = min(-cells[0][0], limit)
    return arb(min(best, most)).union(arb(most))
