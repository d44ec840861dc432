"""A bettor that takes the output for the input plus noise, which is the same at every input.

It learns the noise from the draws at both inputs of every pair, and takes it for even, so that it
knows four times as much about a set as the draws at one input tell. It makes one bet a round, whose
set and stake are those that it expects to gain most, less what a set gains that was chosen among
many. Where its assumptions are wrong it wins nothing; its bets are fair all the same, for sets and
stakes are fixed before the draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import MOST, PrivacyClaim
from dpproofs.auditing.sampler.grids import Grid, ShiftGrid
from dpproofs.auditing.sampler.ladder import STEEPEST, Ladder
from dpproofs.auditing.sampler.learned import learned_of_line
from dpproofs.auditing.sampler.tally import Partition

Array = NDArray[np.float64]
Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]

FINENESS = 16  # bins to the sensitivity
REACH = 512  # bins on either side of the input
# By rule of `learned_of_line` the squared standard deviations that the best of so many sets gains
# by chance, from MANY draws on: fewer are pooled into fewer groups, and what is lost in a few
# rounds is little.
CHANCES = 16.0, 6.0
MANY = 400
APART = 64  # integers at most, that are told apart each
CLEARLY = 1.1  # times what is expected at the first shift
LARGEST = 0.95  # of the stake that cannot lose everything


@dataclass(frozen=True)
class Plan:
    """A bet on the draws of a round.

    Attributes
    ----------
    grid
        Sorts the outputs.
    sets
        The sets S and T, one flag a bin.
    stakes
        By claim.
    """

    grid: Grid
    sets: Mask
    stakes: Array

    @property
    def partition(self) -> Partition:
        """The bins in four classes: in neither set, in S, in T, in both."""
        first, second = self.sets.astype(np.uint16)
        return Partition(self.grid, first + 2 * second, 4)


class Bettor:
    """A capital that makes one bet a round, on two sets, with the stake that promises most.

    Parameters
    ----------
    ladder
        The claims that are bet against.

    Attributes
    ----------
    log_wealth
        By claim.
    """

    def __init__(self, ladder: Ladder) -> None:
        self.ladder, self.delta = ladder, ladder.delta
        self.ratio = np.exp(np.minimum(ladder.epsilon, MOST))
        self.log_wealth = np.zeros(len(ladder.epsilon))
        k, j = np.divmod(np.arange(16), 4)
        ratio = self.ratio[:, None]
        lost = 2 * self.delta[:, None]
        self._payoff = (k & 1) - ratio * (j & 1) + (j >> 1) - ratio * (k >> 1) - lost

    def settle(self, plan: Plan, joint: Counts) -> None:
        """Pay out, where pairs of draws fell into the classes of the plan so often."""
        with np.errstate(invalid="ignore"):
            factors = np.log1p(plan.stakes[:, None] * self._payoff)
        self.log_wealth += factors @ joint.reshape(-1).astype(float)

    def _expected(
        self, here: Counts, there: Counts, sets: Mask, luck: Array, leading: int
    ) -> tuple[Array, Array]:
        """For some pairs of sets, by claim the stake; and what it wins against one of the ladder.

        ``luck`` are the squared standard deviations that such sets gain by chance.
        """
        total = max(int(here.sum()), 1)
        p, q = (sets @ counts / total for counts in (here, there))
        more, less = (p[:, :1] + q[:, 1:]), (q[:, :1] + p[:, 1:])
        ratio = np.minimum(self.ratio, STEEPEST)
        gain = more - ratio * less - 2 * self.delta
        spread = more + ratio**2 * less + gain**2 / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            sure = np.clip(1 - luck[:, None] / total * spread / gain**2, 0, 1)
            kelly = np.where((gain > 0) & (spread > 0), sure * gain / spread, 0.0)
        found = np.minimum(kelly, LARGEST / (2 * (self.ratio + self.delta)))
        return found, (found * gain - found**2 * spread / 2)[:, leading]


class AddedNoise(Bettor):
    """The bettor's capital, and what it knows of the noise.

    Parameters
    ----------
    claim
        Under audit.
    ladder
        The claims that are bet against.
    whole
        Whether outputs are integers.

    Attributes
    ----------
    noise
        Draws of it, by bin.
    """

    def __init__(self, claim: PrivacyClaim, ladder: Ladder, *, whole: bool) -> None:
        super().__init__(ladder)
        most = max(1, int(min(claim.sensitivity, FINENESS))) if whole else FINENESS
        self.unit = claim.sensitivity / most
        self.whole = whole
        self.noise: Counts = np.zeros(2 * REACH, dtype=np.int64)

    @property
    def seen(self) -> int:
        """Draws of the noise so far."""
        return int(self.noise.sum())

    def grid(self, start: float) -> ShiftGrid:
        """Bins about an input."""
        return ShiftGrid(start, self.unit, REACH)

    def plan(self, start: float, end: float) -> Plan:
        """The next bet at an input and its neighbour."""
        _, stakes, sets = self._bet(self._bins(end - start))
        beside = np.zeros((2, 1), dtype=np.bool_)  # what is no number is in neither set
        return Plan(self.grid(start), np.concatenate([sets, beside], axis=1), stakes)

    def best_shift(self, shifts: Sequence[float]) -> int | None:
        """Where a bet is expected to win most: the first of such shifts, as noise is even.

        The first shift of all stays the best one as long as no other promises CLEARLY more; None
        where no bet promises anything.
        """
        places = {abs(self._bins(shift)): i for i, shift in reversed([*enumerate(shifts)])}
        promised = {i: self._bet(place)[0] for place, i in places.items() if place}
        if not any(gain > 0 for gain in promised.values()):
            return None
        best = max(promised, key=lambda i: promised[i])
        return best if promised[best] > CLEARLY * promised.get(0, 0.0) else 0

    def _bet(self, places: int) -> tuple[float, Array, Mask]:
        """What the next bet at inputs so many bins apart is expected to win, stakes and sets."""
        known = self.noise + self._mirrored()
        here, there = known, _moved(known, places)
        leading = self.ladder.leading(here, there)
        sets = self._learned(here, there, leading)
        many = math.sqrt(min(1, int(known.sum()) / MANY))
        stakes, gains = self._expected(here, there, sets, np.array(CHANCES) * many, leading)
        best = int(gains.argmax())
        return float(gains[best]), stakes[best], sets[best]

    def learn(self, here: Counts, there: Counts, shift: float) -> None:
        """Look at draws at an input and at the neighbour, by the bins about the input."""
        self.noise += here[:-1] + _moved(there[:-1], -self._bins(shift))

    def _learned(self, here: Counts, there: Counts, leading: int) -> Mask:
        """By rule: two sets, among the bins that have been seen to be used."""
        found = np.zeros((len(CHANCES), 2, len(here)), dtype=np.bool_)
        used = np.flatnonzero(here + there)
        if used.size:
            seen = slice(used[0], used[-1] + 1)
            length = len(here[seen])
            apart = self.whole and self.unit == 1 and length <= APART
            single = np.ones(length, dtype=np.bool_) if apart else None
            ratio = min(float(self.ratio[leading]), STEEPEST)
            found[..., seen] = learned_of_line(here[seen], there[seen], ratio, single)
        return found

    def _bins(self, shift: float) -> int:
        return round(max(-REACH, min(shift / self.unit, REACH)))

    def _mirrored(self) -> Counts:
        turned = self.noise[::-1]
        return _moved(turned, 1) if self.whole else turned


def _moved(counts: Counts, places: int) -> Counts:
    """Counts some places further on; those that leave the range are left out."""
    found = np.zeros_like(counts)
    size = len(counts) - abs(places)
    if size > 0:
        start, end = max(0, places), max(0, -places)
        found[start : start + size] = counts[end : end + size]
    return found


def is_number(value: object) -> bool:
    """Whether noise can be added to an input."""
    return isinstance(value, int | float) and math.isfinite(value)
