"""Staircase noise, at any sensitivity and not only at its own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.staircase_cost import unit_cost
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball

MOST_STEPS = 40  # shifts of up to this many steps; the work grows with their square


@dataclass(frozen=True)
class StaircaseNoise(KnownNoise):
    """The density of Geng & Viswanath, equations (25), (26).

    It is a b^l, b = e^{-epsilon}, where l counts the drops (k + gamma) step, k = 0, 1, ..., up to
    |x|, and a = (1 - b)/(2 step (gamma + b (1 - gamma))).
    """

    FAMILY: ClassVar = "staircase"
    LENGTHS: ClassVar = ("step",)
    epsilon: Fraction
    step: Fraction
    gamma: Fraction

    @classmethod
    def of(cls, epsilon: Fraction, sensitivity: Fraction, gamma: Fraction) -> Self:
        require("epsilon", epsilon, "a number in (0, inf)", when=epsilon > 0)
        require("sensitivity", sensitivity, "a number in [0, inf)", when=sensitivity >= 0)
        require("gamma", gamma, "a number in [0, 1]", when=0 <= gamma <= 1)
        return cls(epsilon, sensitivity, gamma)

    def pure_loss(self, shift: Fraction) -> Ball:
        """epsilon times the number of drops that a shift can cross."""
        return ball(self.epsilon * math.ceil(shift / self.step))

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """The largest divergence of all shifts up to this one.

        For one shift it is a sum over cells on which both densities are constant. Cells keep their
        order and change their lengths linearly with the shift, until a drop meets a shifted one:
        at j steps or j + 2 gamma. The largest value is at one of these shifts or at the last.
        """
        from flint import arb

        largest = shift / self.step
        if largest > MOST_STEPS:
            raise BadInput(
                "sensitivity", float(shift), f"at most {MOST_STEPS} steps of {float(self.step)!r}"
            )
        bends = (turn + j for j in range(MOST_STEPS) for turn in (Fraction(0), 2 * self.gamma))
        shifts = {largest, *(d for d in bends if 0 < d < largest)}
        worst = arb(0)
        for d in sorted(shifts):
            worst = worst.max(self._at_shift(epsilon, d))
        return worst

    def moment(self, p: int) -> Ball:
        """Geng & Viswanath, equation (312)."""
        return ball(self.step**p) * unit_cost(self.epsilon, self.gamma, Fraction(p))

    # Below, lengths are in steps.

    def _at_shift(self, epsilon: Fraction, d: Fraction) -> Ball:
        """The integral of the positive part of f(x) - e^epsilon f(x + d), over x > -d.

        Before -d the shift leads towards the centre, and to no smaller density. From 0 on the
        gains of a step are b times those of the step before.
        """
        from flint import arb

        b = (-ball(self.epsilon)).exp()
        growth = ball(epsilon).exp()
        rest = -(-ball(self.epsilon)).expm1()
        density = rest / (2 * (ball(self.gamma) + b * ball(1 - self.gamma)))

        def gain(start: Fraction, end: Fraction) -> Ball:
            total = arb(0)
            for (here, there), length in self._cells(start, end, d).items():
                if self.epsilon * (there - here) > epsilon:
                    total += ball(length) * (b**here - growth * b**there)
            return total

        crossing, outside = gain(-d, Fraction(0)), gain(Fraction(0), Fraction(1))
        return density * (crossing + outside / rest)

    def _cells(self, start: Fraction, end: Fraction, d: Fraction) -> Counter[tuple[int, int]]:
        """Total lengths of cells by the levels of x and of x + d."""
        reach = max(abs(start), abs(end), abs(end + d))
        drops = list(_both_signs(self.gamma + k for k in range(math.ceil(reach) + 1)))
        edges = {start, end, *drops, *(drop - d for drop in drops)}
        lengths: Counter[tuple[int, int]] = Counter()
        for low, high in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
            middle = (low + high) / 2
            # Lengths are fractions: a counter adds whatever it is given.
            lengths[self._level(middle), self._level(middle + d)] += high - low  # type: ignore[assignment]
        return lengths

    def _level(self, x: Fraction) -> int:
        """How many drops lie between 0 and x."""
        return max(0, math.floor(abs(x) - self.gamma) + 1)


def _both_signs(values: Iterable[Fraction]) -> Iterator[Fraction]:
    for value in values:
        yield value
        yield -value
