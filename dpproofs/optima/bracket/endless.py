"""Upper ends whose cells are not all listed: staircases that go on for very long, or without end.

A staircase has a middle and then, on as many cells as the sensitivity has, e^epsilon times less,
and so on. It keeps every delta where it has no end; with an end it keeps what its last n cells
hold. Some periods are listed, the others are known by their ratio: their mass and cost are finite
sums. Source: docs/optimum.md, "Beyond the cells of a list".
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.staircase_optimum import staircase_optimum
from dpproofs.optima.bracket.exact_ends import NotProved, Upper
from dpproofs.optima.lattice.costs import Power, Threshold

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

GROWTH = 96  # bits of e^epsilon after the point, as replay has them
PRECISE = 4096  # of sums that are differences of sums without end
MASS_BITS, MOST_BITS = 128, 2_600  # of the last cell listed beside the ratio; of the first
FINE, FINEST = 600, 2_000  # cells in a sensitivity
CLOSE = 1e-3  # of the middle: how far its end may be from the best place
FAR = 40  # e^-FAR of the mass lies beyond the periods that are listed, when they are for accuracy
MOST_LISTED = 20_000  # cells
LEAST_EPSILON = Fraction(1, 10**20)  # below, the ratio cannot be told from 1
THRESHOLD_FINE = 32  # cells in a sensitivity, for a threshold


def endless_upper(epsilon: Fraction, delta: Fraction, costs: Power | Threshold) -> Upper:
    """The cheapest of some staircases; without an end for delta = 0.

    Raises
    ------
    NotProved
        When epsilon is too small, or a threshold so large that too many cells would be listed.
    """
    if epsilon < LEAST_EPSILON:
        raise NotProved("the staircase falls too slowly")
    shapes = _shapes(epsilon, costs) if isinstance(costs, Power) else _beyond(costs)
    found = [_Staircase.of(epsilon, n, middle, costs).upper(delta) for n, middle in shapes]
    return min(found, key=lambda each: each.bound * costs.unit(Fraction(1, each.n))[1])


def _shapes(epsilon: Fraction, costs: Power) -> list[tuple[int, int]]:
    """Cells in a sensitivity, and how many lie in the middle to the right of cell 0's left end."""
    best = staircase_optimum(epsilon, costs.exponent).gamma.middle

    def shape(n: int) -> tuple[int, int]:
        return n, max(round(best * n + 0.5), 1)

    def missed(shape: tuple[int, int]) -> float:
        return abs((shape[1] - 0.5) / shape[0] - best)

    tried = [shape(n) for n in range(1, FINEST + 1)]
    close = next((each for each in tried[:FINE] if missed(each) <= CLOSE * best), None)
    return [close or min(tried, key=missed)]


def _beyond(costs: Threshold) -> list[tuple[int, int]]:
    """Middles of all lengths, on a lattice that has the threshold if a coarse one does."""
    n = min(costs.place.denominator, THRESHOLD_FINE)
    return [(n, middle) for middle in range(1, n + 1)]


@dataclass(frozen=True)
class _Staircase:
    """Masses, and by how much they fall from period to period beyond them.

    Attributes
    ----------
    masses
        Those that are listed.
    ratio
        Not below e^-epsilon.
    n, costs
        Cells in a sensitivity, and what they cost.
    """

    masses: list[int]
    ratio: Fraction
    n: int
    costs: Power | Threshold

    @classmethod
    def of(cls, epsilon: Fraction, n: int, middle: int, costs: Power | Threshold) -> _Staircase:
        periods = _listed(epsilon, n, middle, costs)
        fall = float(epsilon) / math.log(2)
        bits = MASS_BITS + math.ceil(fall * (periods + 1) + max(-math.log2(epsilon), 0))
        if bits > MOST_BITS:
            raise NotProved("the masses have too many digits")
        growth = _growth(epsilon)
        level = 1 << bits
        masses = [level] * middle
        for _ in range(periods):
            level = -(-(level << GROWTH) // growth)
            masses += [level] * n
        return cls(masses, Fraction(-(-(1 << bits + GROWTH) // growth), 1 << bits), n, costs)

    def upper(self, delta: Fraction) -> Upper:
        """Its cost, with the end that delta allows."""
        from flint import ctx

        alone = self.masses[0] if self.costs.centred else 0
        total, block = 2 * sum(self.masses) - alone, self.n * self.masses[-1]
        with ctx.workprec(PRECISE):
            periods = self._periods(delta, total, block)
            beyond = 2 * block * self._sums(0, periods)[0]
            listed = self.costs.highest(self.n, len(self.masses))
            spent = 2 * sum(m * c for m, c in zip(self.masses, listed, strict=True))
            spent -= alone * listed[0]
            cost = (ball(spent) + self._spent_beyond(periods)) / (total + beyond)
            bound = rational(cost.upper())
        return Upper(bound, total, 0, self.masses, self.n, ratio=self.ratio, periods=periods)

    def _periods(self, delta: Fraction, total: int, block: int) -> int | None:
        """The fewest that end with so much as delta allows."""
        if not delta:
            return None
        odds = 2 * self.ratio / (1 - self.ratio)
        left = (total + block * odds) * delta / (block + block * odds * delta)
        if left >= 1:
            return 0
        count = rational((ball(left).log() / ball(self.ratio).log()).upper())
        return math.ceil(count)

    def _spent_beyond(self, periods: int | None) -> Ball:
        """No less than what all periods cost that are not listed."""
        from flint import arb

        if isinstance(self.costs, Threshold):
            return 2 * self.n * self.masses[-1] * self._sums(0, periods)[0]
        degree = math.ceil(self.costs.exponent) + 1
        start, n = len(self.masses) - Fraction(1, 2), self.n
        spent = arb(0)
        for i, each in enumerate(self._sums(degree, periods)):
            here, before = start ** (degree - i), (start - n) ** (degree - i)
            spent += each * ball((here - before) * (math.comb(degree, i) * n**i))
        times = ball(start) ** ball(self.costs.exponent + 1 - degree)
        return 2 * self.masses[-1] * spent / degree * times

    def _sums(self, most: int, periods: int | None) -> list[Ball]:
        """The sums of m^i ratio^m over m = 1, ..., periods, for i = 0, ..., most."""
        from flint import arb

        endless: list[Ball] = []
        for i in range(most + 1):
            rest = sum((math.comb(i, j) * endless[j] for j in range(i)), arb(0))
            endless.append(ball(self.ratio / (1 - self.ratio)) * (1 + rest))
        if periods is None:
            return endless
        left = ball(self.ratio) ** periods
        return [
            each - left * sum(
                (math.comb(i, j) * periods ** (i - j) * endless[j] for j in range(i + 1)), arb(0)
            )
            for i, each in enumerate(endless)
        ]  # fmt: skip


def _listed(epsilon: Fraction, n: int, middle: int, costs: Power | Threshold) -> int:
    """How many periods are listed: one where the cost is a polynomial."""
    if isinstance(costs, Threshold):
        periods = max(math.ceil((costs.place * n - middle) / n), 1)
        if periods * n > MOST_LISTED:
            raise NotProved("the threshold lies beyond too many cells")
        return periods
    if costs.exponent.denominator == 1:
        return 1
    return max(min(math.ceil(FAR / epsilon), MOST_LISTED // n), 2)


def _growth(epsilon: Fraction) -> int:
    """An integer that is not above e^epsilon 2^GROWTH."""
    from flint import ctx

    with ctx.workprec(4 * GROWTH):  # as in replay: for large epsilon it is not the nearest integer
        return math.floor(rational((ball(epsilon).exp() * (1 << GROWTH)).lower()))
