"""Mixtures of Gaussians at the least deviation for which they are (epsilon, delta)-private.

Source: Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential
Privacy", 2026 (arXiv 2605.28078); the densities as their program selvi-aras/MindTheGap has them.
Which shift is worst is found and shown here: docs/optimum.md, "Mixtures of Gaussians".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.rivals.bells import Bells
from dpproofs.optima.rivals.bells_privacy import Uncovered

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

CENTRES = 10  # on either side of 0, as in the experiments of the paper
BITS = 96
FINE, FEWEST = 32, 8  # points in a deviation, and in a sensitivity, to search with
SHIFTS, NEARBY = 64, 2  # shifts at first; then all within so many sixty-fourths of the worst
LEFT_OUT = 1e-5  # of delta: the mass that is not looked at by the search
EXACT = 2.0**-15  # of the deviation that is searched for
FINEST, WIDEST, TRIES = 12, 5, 6  # bits of it, from it to one about which something is shown


@dataclass(frozen=True)
class Mixed:
    """Two deviations: at the greater one the noise is private, at the smaller one it is not.

    Attributes
    ----------
    lower, upper
        The noise at the two deviations.
    shift
        In sensitivities: at the smaller deviation it uncovers more than delta.
    """

    lower: Bells
    upper: Bells
    shift: float

    def moment(self, p: Fraction) -> Ball:
        """Contains E|X|^p for p = 1 and p = 2 at the least deviation between the two."""
        return self.lower.moment(p).union(self.upper.moment(p))


def multi_gaussian(epsilon: Fraction, deviation: float) -> Bells:
    """Normal noise about the whole numbers from -10 to 10, k with the weight e^(-epsilon |k|)."""
    fall = (-ball(epsilon)).exp()
    return Bells(tuple((fall ** abs(k), k) for k in range(-CENTRES, CENTRES + 1)), deviation)


def quasi_gaussian(epsilon: Fraction, deviation: float) -> Bells:
    """The density e^epsilon phi(x) + phi(|x| - 1) over its integral."""
    return Bells(((ball(epsilon).exp(), 0), (ball(1), 1)), deviation)


KINDS = {"multi": multi_gaussian, "quasi": quasi_gaussian}


@lru_cache(maxsize=64)
def calibrated(kind: str, epsilon: Fraction, delta: Fraction, bits: int = FINEST) -> Mixed | None:
    """The ``kind`` "multi" or "quasi" at its least deviation; None where that is not shown.

    The deviations are some 2^-bits of themselves apart, and a second of work for 12 bits.

    The deviations are exact doubles. What shifts uncover of multi-Gaussian noise falls with its
    deviation, as more normal noise can be added; of quasi-Gaussian noise another least deviation
    might lie further down.
    """
    from flint import ctx

    noise = partial(KINDS[kind], epsilon)
    with ctx.workprec(BITS):
        growth = math.exp(epsilon)
        least = _deviation(noise, growth, float(delta))
        upper = _private(noise, least, (epsilon, delta), range(-bits, TRIES - bits))
        if upper is None:
            return None
        for tries in range(TRIES):
            lower = noise(least * (1 - 2.0 ** (tries - bits)))
            _, shift = _worst(lower, growth, float(delta))
            if Uncovered(lower, epsilon, delta).exceeds(shift):
                return Mixed(lower, upper, shift)
    return None


def least_private(kind: str, epsilon: Fraction, delta: Fraction) -> Bells | None:
    """The noise of some deviation close to the least, shown to be private; None where none is.

    Some 2^-12 above the least one, or more where that is not enough to show it.
    """
    from flint import ctx

    noise = partial(KINDS[kind], epsilon)
    with ctx.workprec(BITS):
        least = _deviation(noise, math.exp(epsilon), float(delta))
        return _private(noise, least, (epsilon, delta), range(-FINEST, 1))


def _private(
    noise: Callable[[float], Bells],
    least: float,
    asked: tuple[Fraction, Fraction],
    exponents: Iterable[int],
) -> Bells | None:
    """Private noise at the first deviation above about the least one for which that is shown."""
    wider = (noise(least * (1 + 2.0**exponent)) for exponent in exponents)
    return next((each for each in wider if Uncovered(each, *asked).stays_below()), None)


def enough_bits(width: Fraction) -> int:
    """The ``bits`` of `calibrated` for a cost beside a bracket of this relative width."""
    found = FINEST if width <= 0 else math.ceil(-math.log2(width))
    return min(max(found, WIDEST), FINEST)


def _deviation(noise: Callable[[float], Bells], growth: float, delta: float) -> float:
    """About the deviation at which the worst shift uncovers delta."""
    low, high = 2.0**-8, 1.0
    while _worst(noise(high), growth, delta)[0] > delta:
        low, high = high, 2 * high
    while high - low > low * EXACT:
        middle = (low + high) / 2
        above = _worst(noise(middle), growth, delta)[0] > delta
        low, high = (middle, high) if above else (low, middle)
    return high


def _worst(noise: Bells, growth: float, delta: float) -> tuple[float, float]:
    """About the most that a shift uncovers, of some delta, and the shift."""
    cells = max(FEWEST, 1 << max(math.ceil(math.log2(FINE / noise.deviation)), 0))
    end = math.ceil(noise.end(delta * LEFT_OUT)) + 1
    places = np.arange(-end * cells, (end + 1) * cells + 1) / cells
    density = noise.within(places, places)[1]

    def lost(shift: int) -> float:
        here, there = density[: density.size - shift], density[shift:]
        return float(np.maximum(here - growth * there, 0).sum()) / cells

    ratio = max(1, cells // SHIFTS)
    best = max(range(0, cells + 1, ratio), key=lost)
    near = range(max(best - NEARBY * ratio, 0), min(best + NEARBY * ratio, cells) + 1)
    best = max(near, key=lost)
    return lost(best), best / cells
