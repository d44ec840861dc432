"""The least mu of noise on the integers: the farthest corner of the trade-off between errors.

The masses are even and log-concave, so that the best tests of X + d against X are the half-lines
from whole k on, and the trade-off between their errors is linear in between. That of two normal
distributions at distance mu is convex, so that it lies below where it does at the corners: mu is
the supremum over k of z(k) - z(k - d), where z(k) = -Phi^-1(P(X >= k)). The corner k mirrors
d + 1 - k, so that those with 2 k > d are all.

The first corners are computed, and the others bounded. -log(1 - Phi) is convex, so that z(k) - z(j)
with j = k - d is at most m where 1 - Phi falls from p to q p within m, p a bound on P(X >= j) from
above and q one on P(X >= k)/P(X >= j) from below; that quotient falls as j grows. So p at the start
and q at the end of a block of corners bound them all.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate, pairwise
from operator import mul
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas import gaussian_sums
from dpproofs.mechanisms.formulas.bessel import mass, ratios, tail
from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

FAR = 9  # variances, up to which all corners are computed where these are few ...
WIDE = 6  # ... and else standard deviations, but at least so many corners:
FEW = 1 << 12
MOST = 1 << 16  # corners computed, or twice as many where the others are bounded
LENGTH = 1 << 8  # a block is one part in so many of its distance from 0
BITS = 96  # of working precision for blocks, which bound only
AT_ONCE = 16  # blocks, before it is asked whether they are enough
PIECES = 16  # into which the hazards of a block are gathered
TERMS = 8  # of a hazard, before the integral


class Tails(ABC):
    """What is known of P(X >= k) for noise X on the integers."""

    def __init__(self, variance: Fraction):
        self.variance = variance

    @abstractmethod
    def chances(self, count: int) -> list[Ball]:
        """P(X >= 1), ..., P(X >= count), to a relative accuracy."""

    @abstractmethod
    def above(self, j: int) -> Ball:
        """A bound on P(X >= j), for j >= 1."""

    @abstractmethod
    def left(self, j: int, shift: int) -> Ball:
        """A bound from below on P(X >= j + d)/P(X >= j), for j >= 1."""

    @abstractmethod
    def beyond(self, j: int, shift: int) -> Ball:
        """A bound on z(k) - z(k - d) for all k - d >= j; infinite where none is known."""

    def wide(self, shift: int) -> Ball:  # noqa: ARG002  # of noise for which there is a bound
        """Enclose the least mu where the first corners are too many."""
        raise DpproofsError("of noise this wide no least mu is known")


def farthest(tails: Tails, shift: int) -> Ball:
    """The least mu at a shift d >= 1.

    As narrow as the precision where all corners within some variances can be computed, else wider
    by less than one part in a hundred.

    Raises
    ------
    DpproofsError
        When there are too many corners to tell.
    """
    count = math.ceil(FAR * (1 + tails.variance))
    while shift + count <= MOST:
        found = _farthest(tails, count, shift)
        if tails.beyond(count + 1, shift) < found:
            return found
        count += count // 2
    count = max(FEW, WIDE * math.ceil(math.sqrt(tails.variance)))
    if shift + count > 2 * MOST:
        return tails.wide(shift)
    found = _farthest(tails, count, shift)
    return found.union(_bound(tails, count + 1, shift, found))


def _farthest(tails: Tails, count: int, shift: int) -> Ball:
    """The largest z(k) - z(k - d) for k - d <= count."""
    places = [_place(chance) for chance in tails.chances(shift + count)]

    def at(k: int) -> Ball:
        return places[k - 1] if k > 0 else -places[-k]

    return reduce(
        lambda found, corner: found.max(corner),
        (at(k) - at(k - shift) for k in range(shift // 2 + 1, len(places) + 1)),
    )


def _bound(tails: Tails, first: int, shift: int, found: Ball) -> Ball:
    """A bound on all corners, of which the largest with k - d < first is given, block by block."""
    from flint import ctx

    j, bound = first, found
    with ctx.workprec(BITS):
        while not tails.beyond(j, shift) < bound:
            for _ in range(AT_ONCE):
                end = j + max(1, j // LENGTH)
                chance = tails.above(j)
                bound = bound.max(_place(chance * tails.left(end - 1, shift)) - _place(chance))
                j = end
    return bound


def _place(chance: Ball) -> Ball:
    """z, above which a standard normal variable is with this chance."""
    from flint import arb

    return arb(2).sqrt() * (2 * chance).erfcinv()


class DiscreteNormalTails(Tails):
    """Of discrete normal noise, of the given parameter sigma^2.

    Far out, with j = k - d and y = j/sigma, a corner is at most

        (d/sigma)/sqrt(1 - E/y^2) + s/(2 sqrt(y^2 - E - s)),

    where E = 2 log((y + 1/y) w), s = 2 log(1 + r), w is sqrt(2 pi) over the sum Z of all
    e^{-i^2/(2 sigma^2)}, and P(X >= j) is 1 + r times P(X = j), so that r <= q/(1 - q) for
    q = e^{-(2 j + 1)/(2 sigma^2)}. For with M Mills' ratio, z^2/2 - log M(z) is
    y^2/2 + log(Z/sqrt(2 pi)) - log(1 + r) at z = z(j), z/(z^2 + 1) < M(z) < 1/z, and M falls: so
    z(k)^2 - z(j)^2 <= (k^2 - j^2)/sigma^2 + s, and z(j)^2 >= y^2 - E - s once z(j) >= 1 and
    z(j) w >= 1, as z(j) < y then. With E >= 1 and y >= 1 the bound falls as j grows.
    """

    def chances(self, count: int) -> list[Ball]:
        bells = (self._bell(k) for k in reversed(range(1, count)))
        sums = accumulate(bells, initial=gaussian_sums.tail_sum(count, self.variance))
        return [found / self._whole for found in sums][::-1]

    def above(self, j: int) -> Ball:
        return gaussian_sums.tail_sum(j, self.variance) / self._whole

    def left(self, j: int, shift: int) -> Ball:
        return self.above(j + shift) / self.above(j)

    def beyond(self, j: int, shift: int) -> Ball:
        from flint import arb

        root, place = ball(self.variance).sqrt(), _place(self.above(j))
        y, w = j / root, (2 * arb.pi()).sqrt() / self._whole
        e, s = 2 * ((y + 1 / y) * w).log(), -2 * (1 - self._ratio(j)).log()
        if not (y >= 1 and place >= 1 and place * w >= 1 and e >= 1 and e + s < y**2):
            return arb.pos_inf()
        return shift / root / (1 - e / y**2).sqrt() + s / (2 * (y**2 - e - s).sqrt())

    def wide(self, shift: int) -> Ball:
        """Between the corner in the middle and (d + 1)/sigma, but for nearly nothing.

        e^{-x^2/(2 sigma^2)} falls for x > 0, so that by integrals P(X >= k) is between sigma w
        times 1 - Phi(k/sigma) and as much of 1 - Phi((k - 1)/sigma), k >= 1. By Poisson's sum
        sigma w is between 1 - 3 q and 1, q = e^{-2 pi^2 sigma^2}, and Phi's hazard is above 1/2.
        """
        from flint import arb

        less = 12 * (-2 * arb.pi() ** 2 * ball(self.variance)).exp()
        if not less < 1:
            return super().wide(shift)
        k = shift // 2 + 1
        found = _place(self.above(k)) + _place(self.above(shift + 1 - k))
        return found.union((shift + 1) / ball(self.variance).sqrt() + 2 * less)

    @cached_property
    def _whole(self) -> Ball:
        """Z."""
        return gaussian_sums.full_sum(self.variance)

    def _bell(self, k: int) -> Ball:
        return ball(-(k**2) / (2 * self.variance)).exp()

    def _ratio(self, j: int) -> Ball:
        """q."""
        return ball(-(2 * j + 1) / (2 * self.variance)).exp()


class SkellamTails(Tails):
    """Of Skellam noise, of variance mu; P(X = k) is e^{-mu} I_k(mu).

    With t = asinh(j/mu) and c = sqrt(mu^2 + j^2), Cauchy's integral for P(X = j) on the circle of
    radius e^t is at most e^{c - mu - j t} times e^{-c} I_0(c), and Chernoff's bound of P(X >= j) is
    the first factor. The logarithm of P(X = i)/P(X = i + 1) is between asinh((i + 1/2)/mu) and
    asinh((i + 1)/mu) (Amos, 1974, (9) and (11)), and asinh is concave.

    Far out, where u^2 = j t - c + mu is at least 4, P(X >= j) is at most e^{-u^2} < 1 - Phi(u), so
    that z(j) >= u. With q a bound on P(X = j + 1)/P(X = j), the logarithm of P(X >= j) over
    P(X >= j + d) is at most d (asinh((j + d + 1)/mu) - log(1 - q)), and at least u times z(j + d) -
    z(j). The bound falls as j grows once t >= 2: the derivative of the logarithm of asinh is at
    most 1/(2 j) then, and that of u at least so, as u^2 <= j t.
    """

    def chances(self, count: int) -> list[Ball]:
        falls = ratios(0, self.variance, count)[: count - 1]
        masses = list(accumulate(falls, mul, initial=mass(0, self.variance)))[1:]
        start = tail(count - 1, self.variance)
        return list(accumulate(reversed(masses), initial=start))[::-1]

    def above(self, j: int) -> Ball:
        from flint import arb

        mu = ball(self.variance)
        c = (mu**2 + j**2).sqrt()
        most = (-self._rate(j)).exp()
        return most * c.bessel_i(arb(0), scaled=True) / (1 - self._ratio(j))

    def left(self, j: int, shift: int) -> Ball:
        """The product of 1 - h(i) for i = j, ..., j + d - 1, h the hazard, which rises."""
        from flint import arb

        ends = [j + shift * piece // PIECES for piece in range(PIECES + 1)]
        steps = ((e - s, self._hazard(e - 1)) for s, e in pairwise(ends) if e > s)
        return math.prod(((1 - hazard) ** length for length, hazard in steps), start=arb(1))

    def _hazard(self, i: int) -> Ball:
        """A bound on P(X = i)/P(X >= i): 1 over the sum of P(X = i + n)/P(X = i) over n >= 0.

        A term is at least f(n) = e^{-n a - n^2/(2 s)}. Over n >= N these are at least f(N)/2 more
        than the integral of f where f is convex, which it is if w = (a + N/s) sqrt(s) >= 1.
        """
        from flint import arb

        mu = ball(self.variance)
        s = (mu**2 + i**2).sqrt()
        a = (i / mu).asinh() + 1 / (2 * s)
        w = (a + TERMS / s) * s.sqrt()
        if not w >= 1:
            return arb(1)
        f = [(-n * a - n**2 / (2 * s)).exp() for n in range(TERMS + 1)]
        mills = (w**2 / 2).exp() * (w / arb(2).sqrt()).erfc() * (arb.pi() / 2).sqrt()
        return 1 / (sum(f[:-1], arb(0)) + f[-1] * (s.sqrt() * mills + arb(0.5)))

    def beyond(self, j: int, shift: int) -> Ball:
        from flint import arb

        mu, rate = ball(self.variance), self._rate(j)
        if not (rate >= 4 and (j / mu).asinh() >= 2):
            return arb.pos_inf()
        step = ((j + shift + 1) / mu).asinh() - (1 - self._ratio(j)).log()
        return shift * step / rate.sqrt()

    def _rate(self, j: int) -> Ball:
        """u^2: the logarithm of 1 over Chernoff's bound."""
        mu = ball(self.variance)
        return j * (j / mu).asinh() - j**2 / ((mu**2 + j**2).sqrt() + mu)

    def _ratio(self, j: int) -> Ball:
        """q."""
        from flint import arb

        return (-((j + arb(0.5)) / ball(self.variance)).asinh()).exp()
