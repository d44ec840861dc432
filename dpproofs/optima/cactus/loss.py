"""The privacy loss of noise whose density is steps with geometric tails, at its worst shift."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate
from operator import add, mul
from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.mechanisms.formulas import chords
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import Loss, quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.enclosure import Ball


@dataclass(frozen=True)
class StepLoss(Loss):
    """Of step noise: the largest of each divergence over the shifts by 1, ..., n cells.

    A shift between cells mixes, cell by cell, those by the whole cells on either side, and all
    these divergences are convex in both laws.

    Attributes
    ----------
    masses
        Of the cells 0, ..., N, positive; only their ratios matter.
    ratio
        Of each further cell to the one before.
    shifts
        n, the cells in a sensitivity.
    """

    SOURCE: ClassVar = "sums over cells; Alghamdi et al., Cactus Mechanisms, Definition 1"
    masses: tuple[Fraction, ...]
    ratio: Fraction
    shifts: int

    @cached_property
    def _line(self) -> list[Fraction]:
        """What the cells 0, 1, ..., N + n weigh."""
        beyond = accumulate([self.ratio] * self.shifts, mul, initial=self.masses[-1])
        return [*self.masses[:-1], *beyond]

    @cached_property
    def _whole(self) -> Fraction:
        """What all cells weigh."""
        tail = self.masses[-1] / (1 - self.ratio)
        return self.masses[0] + 2 * (sum(self.masses[1:-1], Fraction(0)) + tail)

    @cached_property
    def _cells(self) -> list[Ball]:
        """Probabilities of the cells 0, 1, ..., N + n."""
        return [ball(mass / self._whole) for mass in self._line]

    @cached_property
    def _logs(self) -> list[Ball]:
        return [cell.log() for cell in self._cells]

    def _tails(self, k: int) -> tuple[tuple[Ball, Ball], tuple[Ball, Ball]]:
        """The probability that i and i + k both are in the right tail, or the left; the loss."""
        right = ball(self.masses[-1] / (1 - self.ratio) / self._whole)
        loss = -k * ball(self.ratio).log()
        return (right, loss), (right * ball(self.ratio) ** k, -loss)

    def _between(self, k: int) -> range:
        """All other i."""
        end = len(self.masses) - 1
        return range(1 - end - k, end)

    def _largest(self, value: Callable[[int], Ball]) -> Ball:
        """Over all shifts."""
        return reduce(lambda a, b: a.max(b), map(value, range(1, self.shifts + 1)))

    def log_moment(self, t: Any) -> Any:
        """For a ball t."""
        rise = [((t + 1) * log).exp() for log in self._logs]
        fall = [(-t * log).exp() for log in self._logs]

        def moment(k: int) -> Ball:
            tails: Ball = sum((mass * (t * loss).exp() for mass, loss in self._tails(k)), t * 0)
            return sum((rise[abs(i)] * fall[abs(i + k)] for i in self._between(k)), tails)

        return self._largest(moment).log()

    def kullback(self) -> Ball:
        p, logs = self._cells, self._logs

        def divergence(k: int) -> Ball:
            tails = sum((mass * loss for mass, loss in self._tails(k)), 0 * p[0])
            losses = (p[abs(i)] * (logs[abs(i)] - logs[abs(i + k)]) for i in self._between(k))
            return sum(losses, tails)

        return self._largest(divergence)

    def most(self) -> Ball:
        logs = self._logs

        def highest(k: int) -> Ball:
            losses = (logs[abs(i)] - logs[abs(i + k)] for i in self._between(k))
            return reduce(lambda a, b: a.max(b), losses, self._tails(k)[0][1])

        return self._largest(highest)

    def delta(self, epsilon: Ball) -> Ball:
        p, odds, none = self._cells, epsilon.exp(), 0 * epsilon

        def leak(k: int) -> Ball:
            tails = (mass * (1 - (epsilon - loss).exp()).max(none) for mass, loss in self._tails(k))
            cells = ((p[abs(i)] - odds * p[abs(i + k)]).max(none) for i in self._between(k))
            return sum(cells, sum(tails, none))

        return self._largest(leak)

    def gdp(self) -> Ball:
        """The farthest corner of the trade-off between errors: see `formulas.corners`.

        The best tests are the sets of those outcomes whose quotient of probabilities is largest.
        """
        line, right = self._line, self.masses[-1] / (1 - self.ratio)

        def farthest(k: int) -> Ball:
            fall = self.ratio**k
            pairs = [(line[abs(i)], line[abs(i + k)]) for i in self._between(k)]
            pairs += [(right, right * fall), (right * fall, right)]
            pairs.sort(key=lambda pair: pair[0] / pair[1])
            whole = ball(self._whole)

            def places(side: int) -> list[Ball]:
                sums = accumulate((ball(pair[side]) for pair in pairs[:-1]), add)
                return [quantile(found / whole) for found in sums]

            steps = (q - p for p, q in zip(places(0), places(1), strict=True))
            return reduce(lambda a, b: a.max(b), steps)

        return self._largest(farthest)

    def zcdp(self) -> Ball:
        return chords.zcdp(self)
