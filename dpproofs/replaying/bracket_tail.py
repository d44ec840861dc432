"""What the upper end of a bracket has beyond the cells that it lists: ever less, without a list.

Beyond the masses p(0), ..., p(L - 1) come ``periods`` further times n cells, or cells without end,
with p(j) = ratio p(j - n). The masses do not rise, so that a shift by at most n cells uncovers
nothing where n cells further on there is still e^-epsilon times as much, but for the end: the last
n cells. With x^p <= x^q a^(p - q) for x >= a, q the next whole number, what the cells cost is a
polynomial in the period, whose sums against powers of the ratio are finite ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx

from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.reader import need

HALF = Fraction(1, 2)
PRECISE = 4096  # bits: the sums are differences of sums without end


@dataclass(frozen=True)
class Tail:
    """The cells after a list of masses; ``periods`` is None where there is no end.

    Attributes
    ----------
    block
        The last n masses of the list: what is repeated.
    start
        L, the first cell that is not in the list.
    ratio, periods
        By which each period falls, and how many there are.
    """

    block: Sequence[int]
    start: int
    ratio: Fraction
    periods: int | None

    @classmethod
    def of(cls, masses: Sequence[int], n: int, ratio: Fraction, periods: int | None) -> Tail:
        """The tail of these masses, which do not rise, nor do those of the tail."""
        need(len(masses) >= max(n, 2), "masses: too few for a tail")
        need(0 < ratio < 1, "ratio: not in (0, 1)")
        falls = all(a >= b for a, b in pairwise(masses))
        need(falls and masses[-1] >= ratio * masses[-n], "masses: they rise, beside a tail")
        return cls(masses[-n:], len(masses), ratio, periods)

    def total(self) -> arb:
        """Its mass on both sides."""
        with ctx.workprec(PRECISE):
            return 2 * sum(self.block) * self._sums(0)[0]

    def end(self) -> arb:
        """The last n cells on one side."""
        with ctx.workprec(PRECISE):
            return sum(self.block) * self._last()

    def cost(self, p: Fraction) -> arb:
        """No less than the integral of |x|^p over it, on both sides; x counts cells."""
        with ctx.workprec(PRECISE):
            degree, n = math.ceil(p) + 1, len(self.block)
            sums = enumerate(self._sums(degree))
            terms = [each * (math.comb(degree, i) * n**i) for i, each in sums]

            def reached(x: Fraction) -> arb:
                """The sum of ratio^m (x + m n)^degree."""
                return sum((term * ball(x ** (degree - i)) for i, term in enumerate(terms)), arb(0))

            spent = arb(0)
            for cell, mass in enumerate(self.block, self.start - n):
                more = reached(cell + HALF) - reached(cell - HALF)
                spent += 2 * mass * more / degree
            nearest = ball(self.start - HALF)
            return spent * nearest ** ball(p + 1 - degree)

    def _last(self) -> arb:
        """ratio^periods; where it is next to nothing, all from 0 to a small number."""
        if self.periods is None:
            return arb(0)
        value, least = ball(self.ratio) ** self.periods, arb(2) ** (-4 * PRECISE)
        return value if value > least else arb(0).union(least)

    def _sums(self, most: int) -> list[arb]:
        """The sums of m^i ratio^m over m = 1, ..., periods, for i = 0, ..., most."""
        odds = ball(self.ratio / (1 - self.ratio))
        endless: list[arb] = []
        for i in range(most + 1):
            before = sum((math.comb(i, j) * endless[j] for j in range(i)), arb(0))
            endless.append(odds * (1 + before))
        if self.periods is None:
            return endless
        last, beyond = self._last(), self.periods
        return [
            endless[i]
            - last * sum((math.comb(i, j) * beyond ** (i - j) * endless[j] for j in range(i + 1)),
                         arb(0))
            for i in range(most + 1)
        ]  # fmt: skip
