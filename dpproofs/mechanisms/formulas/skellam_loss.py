"""The privacy loss of Skellam noise, whose masses are e^{-mu} I_k(mu), at the whole shift d.

With l_k = log I_k/I_{k+1} for whole k, odd about -1/2, the loss at k is L_k, the sum of l_k to
l_{k+d-1}. The steps l_k - l_{k-1} fall with |k|: one minus I_{k-1} I_{k+1}/I_k^2 is the mean of
2 sin^2 under a density proportional to I_{2k}(2 mu cos) on [0, pi/2], by Neumann's integral for a
product (NIST Digital Library of Mathematical Functions, 10.32.15), and I_{2k+2}(z)/I_{2k}(z) grows
with z. So no step of L exceeds c = l_j + l_i with j = floor(d/2), i = ceil(d/2) - 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.bessel import mass, ratios
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import Loss

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

MOST_TERMS = 1 << 14
NARROW, MOST_SUMMED, SMALL_SHIFT = 16, 256, 16  # where sums are fast: mu to the shift, mu, d
ANGLES = [10 ** (place / 80) for place in range(-320, 121)]


@dataclass(frozen=True)
class SkellamLoss(Loss):
    """Of Skellam noise.

    Attributes
    ----------
    mu, shift
        The variance, and d.
    """

    SOURCE: ClassVar = "sums of masses; Houdre, 2002 (zCDP)"
    mu: Fraction
    shift: int

    def log_moment(self, t: Any) -> Any:
        """By a sum over |k| <= n, for a ball t or the power series t + x.

        At k = n and beyond, with y = k + 1/2, a term is less than e^{-asinh(y/mu)} times
        e^{t (d + 1/2)/sqrt(mu^2 + y^2)} of the one before, which falls (Amos, 1974, (11)); to the
        left the loss is negative. A coefficient of x^j is below the sum of the terms of t + 1, as
        L^j/j! <= e^|L|. Where there are too many terms, between bounds (of a ball only).
        """
        from flint import arb, arb_series

        if self._least_terms() > MOST_TERMS and isinstance(t, arb):
            return self._between(t)
        series = isinstance(t, arb_series)
        masses, losses, left_out = self._enough(t[0] + 1 if series else t)
        error = arb(0, left_out.upper())
        start = arb_series([error] * t.prec, t.prec) if series else error
        terms = (p * (t * loss).exp() for p, loss in zip(masses, losses, strict=True))
        return sum(terms, start).log()

    def _enough(self, t: Ball) -> tuple[list[Ball], list[Ball], Ball]:
        """Masses and losses, and a bound of the sum over the others."""
        from flint import arb, ctx

        count = self._least_terms()
        while count < MOST_TERMS:
            masses, losses = _table(self.mu, self.shift, count, ctx.prec)
            left_out = self._beyond(t, count, masses, losses)
            if left_out < arb(2) ** -ctx.prec:
                return masses, losses, left_out
            count += count // 2
        raise DpproofsError("the noise is too wide, or the order too high, for a sum of masses")

    def _least_terms(self) -> int:
        from flint import ctx

        return self.shift + math.ceil(math.sqrt(ctx.prec * 1.4 * self.mu)) + 16

    def _between(self, t: Ball) -> Ball:
        """psi(t) from below and above.

        Below: for a = t + 1 and any number g the Renyi divergence of order a is at least a/t log
        E e^{t g X} - log E e^{a g Y}, X drawn from P and Y from Q (Birrell, Dupuis, Katsoulakis,
        Rey-Bellet & Wang, "Variational representations and neural network estimation of Renyi
        divergences", 2021, Theorem 3), here g = d/mu, and at least that of order 1. Above: as in
        `zcdp`, psi'(0) too.
        """
        mu, d = ball(self.mu), self.shift
        a, g, step = t + 1, d / mu, self._step()
        below = a * t * d * g + mu * (a * _less_1(t * g) - t * _less_1(a * g))
        return below.max(t * self._at_least()).union(mu * (t * _less_1(step) + _less_1(t * step)))

    def _beyond(self, t: Ball, count: int, masses: list[Ball], losses: list[Ball]) -> Ball:
        """What the terms of a t >= 0 left out add up to at most; infinite while they may grow."""
        from flint import arb

        near, mu = count + arb(0.5), ball(self.mu)
        ratio = (
            (-(near / mu).asinh()) + t * (self.shift + arb(0.5)) / (mu**2 + near**2).sqrt()
        ).exp()
        if not ratio < 1:
            return arb.pos_inf()
        right = masses[-1] * (t * losses[-1]).exp() * ratio / (1 - ratio)
        fall = (-((count - self.shift + arb(0.5)) / mu).asinh()).exp()
        if not fall < 1:
            return arb.pos_inf()
        return right + masses[self.shift] * fall / (1 - fall)

    def kullback(self) -> Ball:
        """By a sum, or between bounds: those of `zcdp` at the order 1."""
        if self._least_terms() <= MOST_TERMS:
            found: Ball = super().kullback()
            return found
        return self._at_least().union(ball(self.mu) * _less_1(self._step()))

    def most(self) -> Ball:
        from flint import arb

        return arb.pos_inf()

    def last(self, value: Ball) -> Ball:
        """By the bound above an order; infinite where it never is below the value."""
        from flint import arb

        for angle in ANGLES:
            order, above = self._far(arb(angle))
            if above < value:
                return order
        return arb.pos_inf()

    def zcdp(self) -> Ball | None:
        """None where sums tell: of wide noise, between a variational bound and two others.

        Below: Donsker & Varadhan's formula with a linear function. Above: as steps are at most c,
        psi(t) <= t psi'(0) + mu (cosh(t c) - 1) also for t = -1, by the covariances of Houdre,
        "Remarks on deviation inequalities for functions of infinitely divisible random vectors",
        2002. So up to an order s + 1 rho is at most mu (cosh(s c) - 1)/s^2, if s >= 1.
        """
        from flint import arb

        if self.mu <= min(NARROW * self.shift, MOST_SUMMED) and self.shift <= SMALL_SHIFT:
            return None
        mu, step, below = ball(self.mu), self._step(), self._at_least()
        bounds = []
        for order, above in map(self._far, map(arb, ANGLES)):
            near = mu * _less_1(order * step) / order**2
            bounds.append(near.max(above).upper() if order > 1 else arb.pos_inf())
        if not min(bounds) < 2 * below:
            raise DpproofsError("of Skellam noise so small for its sensitivity no rho is known")
        return below.union(min(bounds))

    def _at_least(self) -> Ball:
        """Donsker & Varadhan's bound of Kullback's divergence."""
        mu, d = ball(self.mu), self.shift
        return d * (d / mu).asinh() - d**2 / ((mu**2 + d**2).sqrt() + mu)

    def _step(self) -> Ball:
        """c."""
        middle = self.shift // 2, (self.shift + 1) // 2 - 1
        return sum(
            ((mass(k, self.mu) / mass(k + 1, self.mu)).log() for k in middle), ball(Fraction(0))
        )

    def _far(self, x: Ball) -> tuple[Ball, Ball]:
        """s = mu x cosh(x)/d, and a bound of psi(t)/t^2 for all t >= s.

        The tangent of asinh at sinh(x) bounds the loss, as l_k <= asinh((k + 1)/mu), but for
        outputs below -mu sinh(x), where it is negative: psi(s) is at most mu (x^2 cosh(x) - x
        sinh(x) + cosh(x) - 1) + x (d + 1)/2 and the probability of these. Divided by s^2 each part
        falls as x grows: the first is a quotient of power series, and the quotients of their
        coefficients, 1/2 and then (2n + 1)/(4^n (n + 1)), fall.
        """
        from flint import arb

        mu, d = ball(self.mu), self.shift
        cosh, sinh = x.cosh(), x.sinh()
        order = mu * x * cosh / d
        if not mu * sinh > d:
            return order, arb.pos_inf()
        left = (-mu * (x * sinh - cosh + 1)).exp()
        above = mu * (x**2 * cosh - x * sinh + cosh - 1) + x * arb(d + 1) / 2 + left
        return order, above / order**2

    def gdp(self) -> Ball:
        from dpproofs.mechanisms.formulas.corners import SkellamTails, farthest

        return farthest(SkellamTails(self.mu), self.shift)


def _less_1(x: Ball) -> Ball:
    """cosh(x) - 1, without cancellation."""
    return 2 * (x / 2).sinh() ** 2


@lru_cache(maxsize=8)
def _table(mu: Fraction, shift: int, count: int, bits: int) -> tuple[list[Ball], list[Ball]]:
    """Masses and losses from -count to count, at a precision of so many bits."""
    del bits  # the working precision; only a key here
    steps = [-ratio.log() for ratio in ratios(0, mu, 2 * (count + shift))]
    sums = list(accumulate(steps, initial=ball(Fraction(0))))
    first, places = mass(0, mu), range(-count, count + 1)
    masses = [first * (-sums[abs(k)]).exp() for k in places]
    return masses, [sums[abs(k + shift)] - sums[abs(k)] for k in places]
