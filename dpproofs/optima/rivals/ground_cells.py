"""Divergences of log-concave noise from sums over cells of the line, enclosed.

Told only in which cell an output lies, no divergence is larger: the sums with the cells' masses p
and q are lower ends. The loss is monotone, so that on a cell the ratio of densities r lies between
the ratios a and b of the masses of its neighbours. For a convex function g the mean of g(r), at
the mean m = p/q, is at most g(m) and (b - a)^2/8 times the largest g'', as r varies by at most
(b - a)^2/4: that is for upper ends. What lies beyond all cells is bounded by `ground_loss`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.half_lines import HalfLineLoss
from dpproofs.optima.rivals.ground_state import near_energy
from dpproofs.optima.rivals.ground_tail import LEVEL, Level

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

STRIDE = 0.125  # in which an end is looked for
DEPTH = 12  # -log of what is left out of a sum


@dataclass(frozen=True)
class PowerBudgetLoss(HalfLineLoss):
    """The loss of noise with E|X|^power = budget, and where cells of it may end.

    Attributes
    ----------
    power, budget
        p and C.
    """

    power: Fraction
    budget: Fraction

    @cached_property
    def about(self) -> tuple[float, float]:
        """The energy and the unit, about."""
        p, e = float(self.power), float(near_energy(self.power))
        return e, math.pow(float(self.budget) * (p + 2) / (2 * e), 1 / p)

    def end(self, t: float) -> float:
        """Where cells may end, in units: what is beyond is bounded, and small."""
        p, (e, unit) = float(self.power), self.about
        s, y = float(self.sensitivity) / unit, math.pow(e, 1 / p) + 0.5
        fall = DEPTH + t * s * s * p * (y + s) ** (p / 2 - 1)
        while fall > 0:
            stride = max(STRIDE, y / 64)
            y += stride
            root = math.sqrt(max(y**p - e, 0.0))
            rise = t * s * p * (y + s) ** (p - 1) / math.sqrt((y + s) ** p - e)
            fall -= stride * (2 * root - rise) if rise < 1.4 * root else 0.0
        return y


@dataclass(frozen=True)
class Cells:
    """Masses at an input and at its neighbour, where the loss rises from left to right.

    Attributes
    ----------
    loss, step, ends
        Of which noise, how long cells are, and the numbers of the first and the last end.
    here, there
        Of the cells from left to right; before them what is left of them.
    """

    loss: PowerBudgetLoss
    step: Fraction
    ends: tuple[int, int]
    here: list[Ball]
    there: list[Ball]

    @classmethod
    def of(cls, loss: PowerBudgetLoss, t: float, fine: int) -> Cells:
        """So many in a unit, as far as the order 1 + t needs, at the working precision."""
        s, unit = loss.sensitivity, loss.about[1]
        step = min(Fraction(unit) / fine, s / max(1, round(fine * float(s) / unit)))
        ends = -int(loss.end(0.0) * unit / step), int(loss.end(t) * unit / step) + 2
        known: dict[Fraction, Ball] = {}

        def beyond(x: Fraction) -> Ball:
            if abs(x) not in known:
                known[abs(x)] = loss.tail(abs(x))
            return known[abs(x)] if x >= 0 else 1 - known[abs(x)]

        def masses(moved: Fraction) -> list[Ball]:
            tails = [beyond(k * step + moved) for k in range(ends[0], ends[1] + 1)]
            return [1 - tails[0], *(a - b for a, b in pairwise(tails))]

        return cls(loss, step, ends, masses(Fraction(0)), masses(s))

    def moment(self, t: Ball) -> Ball:
        """E e^{t L} for a ball t > 0."""
        m = self._ratios()
        terms = [p * (t * r.log()).exp() for p, r in zip(self.here, m, strict=True)]
        most = self.here[0] * (t * m[1].log()).exp() + self.here[1] * (t * m[2].log()).exp()
        for i in range(2, len(m) - 1):
            low, high = m[i - 1] / m[i], m[i + 1] / m[i]
            worst = ((t - 1) * low.log()).exp().max(((t - 1) * high.log()).exp())
            most += terms[i] * (1 + (t + 1) * t / 8 * worst * (high - low) ** 2)
        least = sum(terms, 0 * t)
        return least.union(most + self._far(t))

    def kullback(self) -> Ball:
        """E L; beyond the cells L is at most e^L."""
        m = self._ratios()
        terms = [p * r.log() for p, r in zip(self.here, m, strict=True)]
        most = self.here[0] * m[1].log() + self.here[1] * m[2].log()
        for i in range(2, len(m) - 1):
            low, high = m[i - 1] / m[i], m[i + 1] / m[i]
            most += terms[i] + self.here[i] * (high - low) ** 2 / (8 * low)
        return sum(terms, 0 * m[0]).union(most + self._far(ball(1)))

    def _ratios(self) -> list[Ball]:
        return [p / q for p, q in zip(self.here, self.there, strict=True)]

    def _far(self, t: Any) -> Ball:
        """The part of E e^{t L} from Y on, where the last cell begins.

        With Z as in `ground_loss` L(y) is at most 2 s Z(y + s). The slope of log f is at most -2
        q^(1/2), q'/q falls, and that of 2 t s q(y + s)^(1/2) is t s p (y + s)^(p - 1) over it.
        As a share of q^(1/2) this falls; so where it is at most 3/2 of it, f(y) e^{2 t s Z(y + s)}
        falls with a slope of at least q^(1/2)/2. f(Y) is at most the mean over the cell before.
        """
        power, (low, high) = self.loss.power, Level.of(self.loss.power, LEVEL).energy
        p, e = ball(power), ball(low).union(ball(high))
        unit = (ball(self.loss.budget) * (p + 2) / (2 * e)) ** (1 / p)
        s, y = ball(self.loss.sensitivity) / unit, ball((self.ends[1] - 1) * self.step) / unit
        q, later = y**p - e, (y + s) ** p - e
        rise = t * s * p * (y + s) ** (p - 1)
        if not (q > 0 and rise <= ball(Fraction(3, 2)) * (q * later).sqrt()):
            raise ArithmeticError("the cells end too early")
        most = later.sqrt() + p * (y + s) ** (p - 1) / (4 * later)
        density = self.here[-2] / (ball(self.step) / unit)
        found: Ball = 2 * density * (2 * t * s * most).exp() / q.sqrt()
        return found
