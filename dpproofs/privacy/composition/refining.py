"""From a question to a bracket: resolutions are tried until it is as narrow as was asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dpproofs.kernel.clock import wall
from dpproofs.privacy.composition.lattice import Losses
from dpproofs.privacy.composition.numbers import below
from dpproofs.privacy.composition.questions import LEAST, SHARE, Question
from dpproofs.privacy.composition.rounds import Round
from dpproofs.privacy.composition.sides import Side
from dpproofs.privacy.composition.sums import Part, log_sum, tilted
from dpproofs.privacy.composition.tilts import Saddle, Sketch

COARSEST = 0.05  # of the steps between losses
MOST_LOSSES = 1 << 21  # of one round
TURNS = 8  # resolutions that are tried
FIRST = 0.6  # of the width wanted: what the first resolution is chosen for
LIKELY = 1e-25  # of what is not known yet: outcomes that are left out at first
STEEPEST = 16.0
TILTS = 4  # that are tried where an answer is not where it was expected
STUCK = 0.3  # a width that falls with a lower power of the step does not fall to what is wanted


class Answer(NamedTuple):
    """Bounds, whether they are as close as was asked for, and the last step between losses."""

    lower: float
    upper: float
    reached: bool
    step: float


@dataclass(frozen=True)
class Work:
    """Rounds and what is wanted of them; one-round losses are kept from question to question."""

    rounds: tuple[Round, ...]
    gap: float
    seconds: float
    shifts: tuple[float, ...]

    def answered(self, question: Question) -> Answer:
        """The bounds, and whether they are as close as was asked for."""
        start = wall()
        sides, saddles = self.located(question)
        step = self._first_step(question, max(saddles.values(), key=question.size))
        step = max(step / 8, min(step, *(side.narrow for side in sides)))
        directions = list(self.directions)
        patience = 2 if all(side.round.way.is_tight for side in sides) else 1
        best, old, order, ratio, stuck = (0.0, math.inf), math.inf, 2.0, 1.0, 0
        for _ in range(TURNS):
            step, limited = fitting(sides, step)
            began = wall()
            found = [
                self._bounds(question, sides, each, saddles[each], step) for each in directions
            ]
            lower, upper = (max(bounds) for bounds in zip(*found, strict=True))
            best = max(best[0], lower), min(best[1], upper)
            width, wanted = best[1] - best[0], question.width(best[1], self.gap)
            if best[0] == math.inf or width <= wanted < math.inf:
                return Answer(*best, True, step)
            spent = wall() - began
            order = _order(old, width, ratio) if old < math.inf else order
            left = self.seconds - (wall() - start)
            stuck = stuck + 1 if order < STUCK else 0
            ratio = max(1 / 16, min(0.7, 0.8 * (wanted / width) ** (1 / max(order, STUCK))))
            if limited or stuck == patience or spent / ratio > left:
                break
            old, step = width, step * ratio
            # A direction that is nowhere the worse one is not looked at again.
            directions = [
                each for each, (_, high) in zip(directions, found, strict=True) if high > best[0]
            ]
        return Answer(*best, False, step)

    def sketches(self, sides: tuple[Side, ...], direction: int) -> list[Sketch]:
        """What the tilt is found with."""
        return [(*side.sketch(direction), side.round.count) for side in sides]

    def sides(self, negligible: float) -> tuple[Side, ...]:
        """The rounds, up to outcomes of a probability."""
        least = max(negligible / sum(each.count for each in self.rounds), LEAST)
        return _sides(self.rounds, least)

    @property
    def directions(self) -> tuple[int, ...]:
        """With sampling, adding a record and removing one differ; 0 is what an input has more."""
        ways = [each.way for each in self.rounds if not each.way.is_all]
        sampled = {direction for way in ways for direction in way.directions}
        return tuple(sorted(sampled)) or (0,)

    # -- the parts ---------------------------------------------------------------------------------

    def located(self, question: Question) -> tuple[tuple[Side, ...], dict[int, Saddle]]:
        """The rounds, up to what does not matter to the answer, and where it lies."""
        negligible = LIKELY
        while True:
            sides = self.sides(negligible)
            saddles = {
                direction: question.saddle(self.sketches(sides, direction))
                for direction in self.directions
            }
            log = max(question.log_delta(saddle) for saddle in saddles.values())
            needed = math.exp(max(log, math.log(LEAST))) * self.gap * SHARE
            if negligible <= needed or negligible <= LEAST:
                return sides, saddles
            negligible = max(needed / 100, LEAST)

    def _first_step(self, question: Question, saddle: Saddle) -> float:
        """Rounding to a lattice adds about step^2/4 to the variance of a round, all in all."""
        if question.log_delta(saddle) < math.log(LEAST):
            return COARSEST
        rounds = sum(each.count for each in self.rounds)
        steep = max(saddle.tilt, 0.05) * (saddle.tilt + 1)
        share = FIRST * question.share(saddle, self.gap)
        return min(COARSEST, math.sqrt(8 * max(share, 1e-12) / (rounds * steep)))

    def _bounds(
        self,
        question: Question,
        sides: tuple[Side, ...],
        direction: int,
        saddle: Saddle,
        step: float,
    ) -> tuple[float, float]:
        parts = [(losses_above(side, step)[direction], side.round.count) for side in sides]
        upper = self.bound(question, parts, saddle, upwards=True)
        lower = max(
            self.bound(question, parts, saddle, upwards=False)
            for parts in self._below(sides, step, direction)
        )
        return lower, upper

    def _below(self, sides: tuple[Side, ...], step: float, direction: int) -> Iterator[list[Part]]:
        for shift in self.shifts:
            yield [(losses_below(side, step, shift)[direction], side.round.count) for side in sides]

    def bound(
        self, question: Question, parts: list[Part], saddle: Saddle, *, upwards: bool
    ) -> float:
        best = math.inf if upwards else 0.0
        # A tilt beyond which nothing but the largest loss of a lattice counts is no better.
        tilt = min(saddle.tilt, STEEPEST / parts[0][0].lattice.step)
        for _ in range(TILTS):
            total = tilted(parts, tilt)
            if total is None:
                break
            answer = question.answer(total, saddle, self.gap, upwards=upwards)
            best = min(best, answer) if upwards else max(best, answer)
            if question.is_near(best, saddle):
                break
            tilt /= 8
        return best


@lru_cache(maxsize=8)
def _sides(rounds: tuple[Round, ...], negligible: float) -> tuple[Side, ...]:
    return tuple(Side(each, negligible) for each in rounds)


@lru_cache(maxsize=4)
def losses_above(side: Side, step: float) -> tuple[Losses, Losses]:
    return side.above(step)


@lru_cache(maxsize=4)
def losses_below(side: Side, step: float, shift: float) -> tuple[Losses, Losses]:
    return side.below(step, shift)


def fitting(sides: tuple[Side, ...], step: float) -> tuple[float, bool]:
    """A step near one that is wanted, on which losses of much probability lie; and whether it is
    the least there is memory for.
    """
    least = max(side.span for side in sides) / MOST_LOSSES
    limited = step <= least
    step = max(step, least)
    known = next((side for side in sides if side.lattice is not None), None)
    if known is None or known.lattice is None:
        return step, limited
    if len(sides) == 1 and known.exact:
        return known.lattice.step, True
    return known.lattice.step / max(1, math.ceil(known.lattice.step / step - 1e-9)), limited


def _order(old: float, new: float, ratio: float) -> float:
    """The power of the step with which the width falls, between 0 and 2."""
    return max(0.0, min(2.0, math.log(old / max(new, 1e-300)) / -math.log(ratio)))


def least_moment(work: Work, delta: Fraction) -> float:
    """The least (sum of log E e^(t L) + log(1/delta))/t over t > 0, in the worse direction."""
    from scipy.optimize import minimize_scalar

    wanted = below(delta)
    sides = work.sides(wanted * SHARE)
    infinite = sum(side.round.count * side.infinite for side in sides)
    if infinite >= wanted:
        return math.inf
    worst = 0.0
    for direction in work.directions:
        sketches = work.sketches(sides, direction)

        def value(log_order: float, sketches: list[Sketch] = sketches) -> float:
            order = math.exp(log_order)
            moments = sum(count * log_sum(loss, mass, order) for loss, mass, count in sketches)
            return float((moments - math.log(wanted - infinite)) / order)

        start = min((k / 4 for k in range(-16, 29)), key=value)
        found = minimize_scalar(value, bounds=(start - 0.3, start + 0.3), method="bounded")
        worst = max(worst, float(found.fun))
    return worst
