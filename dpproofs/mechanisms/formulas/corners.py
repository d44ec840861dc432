"""The least mu of discrete normal noise: the farthest corner of the trade-off between errors.

The best tests of X + d against X are the half-lines from whole k on, as the ratio of likelihoods
rises, and the trade-off between their errors is linear in between. That of two normal distributions
at distance mu is convex, so that it lies below where it does at the corners: mu is the supremum
over k of z(k) - z(k - d), where z(k) = -Phi^-1(P(X >= k)). The corner k mirrors d + 1 - k.

Far out, with j = k - d and y = j/sigma, a corner is at most

    (d/sigma)/sqrt(1 - E/y^2) + s/(2 sqrt(y^2 - E - s)),  E = 2 log((y + 1/y) w),  s = 2 log(1 + r),

where w is sqrt(2 pi) over the sum Z of all e^{-i^2/(2 sigma^2)}, and P(X >= j) is 1 + r times
P(X = j), so that r <= q/(1 - q) for q = e^{-(2j + 1)/(2 sigma^2)}. For with M Mills' ratio,
z^2/2 - log M(z) is y^2/2 + log(Z/sqrt(2 pi)) - log(1 + r) at z = z(j), z/(z^2 + 1) < M(z) < 1/z,
and M falls: so z(k)^2 - z(j)^2 <= (k^2 - j^2)/sigma^2 + s, and z(j)^2 >= y^2 - E - s once
z(j) >= 1 and z(j) w >= 1, as z(j) < y then. With E >= 1 and y >= 1 the bound falls as j grows.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas import gaussian_sums
from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

FIRST = 9  # variances, up to which corners are looked at: enough for sigma <= 30
MOST = 1 << 16  # corners


def farthest(variance: Fraction, shift: int) -> Ball:
    """The least mu at a shift d >= 1: of the corners up to one, where it is above all others.

    Raises
    ------
    DpproofsError
        When there are more corners than can be looked at, as from a sigma of about 80 on.
    """
    count = math.ceil(FIRST * (1 + variance))
    while shift + count <= MOST:
        places = _places(shift + count, variance)
        found = _farthest(places, shift)
        if _beyond(count + 1, variance, shift, places[count]) < found:
            return found
        count += count // 2
    raise DpproofsError("of discrete normal noise this wide no least mu is known")


def _places(count: int, variance: Fraction) -> list[Ball]:
    """z(1), ..., z(count)."""
    from flint import arb

    bells = (ball(-(k**2) / (2 * variance)).exp() for k in reversed(range(1, count)))
    tails = list(accumulate(bells, initial=gaussian_sums.tail_sum(count, variance)))
    half, root = gaussian_sums.full_sum(variance) / 2, arb(2).sqrt()
    return [root * (tail / half).erfcinv() for tail in reversed(tails)]


def _farthest(places: list[Ball], shift: int) -> Ball:
    """The largest z(k) - z(k - d) of all corners up to the last place."""

    def at(k: int) -> Ball:
        return places[k - 1] if k > 0 else -places[-k]

    return reduce(
        lambda found, corner: found.max(corner),
        (at(k) - at(k - shift) for k in range(shift // 2 + 1, len(places) + 1)),
    )


def _beyond(first: int, variance: Fraction, shift: int, place: Ball) -> Ball:
    """A bound on all corners with k - d >= first, where z is given; infinite where it is none."""
    from flint import arb

    root = ball(variance).sqrt()
    y, w = first / root, (2 * arb.pi()).sqrt() / gaussian_sums.full_sum(variance)
    q = ball(-(2 * first + 1) / (2 * variance)).exp()
    e, s = 2 * ((y + 1 / y) * w).log(), -2 * (1 - q).log()
    if not (y >= 1 and place >= 1 and place * w >= 1 and e >= 1 and e + s < y**2):
        return arb.pos_inf()
    return shift / root / (1 - e / y**2).sqrt() + s / (2 * (y**2 - e - s).sqrt())
