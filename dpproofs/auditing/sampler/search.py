"""A search for inputs at which the noise is another one than where most was drawn.

A fault may show at few inputs only, far from those that are tried from the start. So a few draws
are made at many inputs, more at those with the oddest noise, and so on. What is found is a place to
bet at: none of these draws is bet on, so that nothing has to be corrected for the search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler.inputs import EVERYWHERE, Domain, neighbours
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.target import Draws, Pair

Array = NDArray[np.float64]
Drawn = Callable[[Sequence[float], int], Sequence[Draws]]  # at each input twice so many draws

FARTHEST = 1e6  # input, in units of the sensitivity; the nearest are 1
RATIO = 1.145  # of successive inputs
ROUNDS = (64, 24), (256, 6), (1024, 2)  # pairs of draws at each input, and inputs that are left
WHOLE = 8  # sensitivities beyond which inputs are whole: a sampler may cut off what is behind
BISECTION = 128  # pairs of draws at each input
SEARCHED = 30_000  # pairs at most in all
WAVES = 4  # by which the noise is compared
CLEARLY = 28.0  # oddness: the squares of six normals exceed it once in 10,000 times


class Noise:
    """What the noise is like where most was drawn.

    Parameters
    ----------
    residuals
        Outputs less the input; NaN where a draw failed.
    """

    def __init__(self, residuals: Array) -> None:
        self._sorted = np.sort(residuals[~np.isnan(residuals)])
        shape = self._shape(residuals)
        self._mean = shape.mean(axis=0)
        self._spread = np.maximum(shape.std(axis=0), 1 / math.sqrt(len(shape)))

    def oddness(self, residuals: Array) -> float:
        """About a sum of six squared normals, if the noise is the same; 0 where all failed."""
        if np.isnan(residuals).all():
            return 0.0
        apart = (self._shape(residuals).mean(axis=0) - self._mean) / self._spread
        return float(len(residuals) * apart @ apart)

    def _shape(self, residuals: Array) -> Array:
        """Waves over the places of residuals among the known ones; no noise, and no number."""
        failed = np.isnan(residuals)
        below = np.searchsorted(self._sorted, residuals, "left")
        upto = np.searchsorted(self._sorted, residuals, "right")
        ranks = np.where(failed, 0.5, (below + upto) / (2 * max(1, len(self._sorted))))
        waves = np.cos(math.pi * np.outer(ranks, np.arange(1, WAVES + 1)))
        return np.column_stack([waves, residuals == 0, failed])


def search(
    known: Strand, claim: PrivacyClaim, seed: int, drawn: Drawn, domain: Domain = EVERYWHERE
) -> list[Pair]:
    """Two pairs of inputs at which bets are most promising, by what is known of the noise at one.

    The first is at the oddest input. The second lies across the edge of what is odd, where there is
    no doubt that it is, and at the next oddest input otherwise.
    """
    if known.sample is None:
        return []
    ends = known.pair.input, known.pair.neighbour
    noise = Noise(
        np.concatenate([_residuals(*end) for end in zip(ends, known.sample, strict=True)])
    )
    whole = isinstance(known.pair.input, int)
    reach = math.trunc(claim.sensitivity) if whole else claim.sensitivity
    low, high = domain
    places = _places(reach, seed, whole=whole)
    inputs: Sequence[float] = [x for x in places if low <= x <= high]
    if not inputs:
        return []
    scores: dict[float, float] = {}
    for pairs, kept in ROUNDS:
        scores = _scored(noise, drawn, inputs, pairs)
        inputs = sorted(inputs, key=lambda x: -scores[x])[:kept]
    if scores[inputs[0]] > CLEARLY:
        inputs = [inputs[0], _edge(noise, drawn, inputs[0], reach)]
    outward = ((x, math.copysign(reach, x or inputs[0])) for x in inputs)
    found = _neighbours(outward, reach, whole=whole)
    return [pair for pair in found if low <= pair.neighbour <= high]


def _edge(noise: Noise, drawn: Drawn, odd: float, reach: float) -> float:
    """An ordinary input, or 0, within half of the sensitivity of an odd one on its far side."""
    ordinary = type(odd)(0)
    while abs(odd - ordinary) > max(reach / 2, isinstance(odd, int)):
        total = ordinary + odd
        middle = total // 2 if isinstance(total, int) else total / 2
        if reach >= 1 and abs(odd - ordinary) > 2:  # what a sampler makes whole shows there alone
            middle = type(middle)(round(middle))
        if _scored(noise, drawn, [middle], BISECTION)[middle] > CLEARLY:
            odd = middle
        else:
            ordinary = middle
    return ordinary


def _scored(noise: Noise, drawn: Drawn, inputs: Sequence[float], pairs: int) -> dict[float, float]:
    answers = drawn(inputs, pairs)
    return {x: noise.oddness(_residuals(x, a)) for x, a in zip(inputs, answers, strict=True)}


def _residuals(x: float, draws: Draws) -> Array:
    return draws.astype(np.float64) - float(x)


def _places(reach: float, seed: int, *, whole: bool) -> list[float]:
    """Inputs on both sides of 0, each RATIO times as far out as the one before."""
    step = math.log(RATIO)
    start = float(np.random.default_rng((seed, 0x5CA9)).uniform(0, step))
    sizes = (reach * np.exp(np.arange(start, math.log(FARTHEST), step))).tolist()
    found = [sign * size for size in sizes for sign in (1, -1)]
    if whole:
        return [*dict.fromkeys(map(round, found))]
    return [float(round(x)) if reach >= 1 and abs(x) > WHOLE * reach else x for x in found]


def _neighbours(
    wanted: Iterable[tuple[float, float]], reach: float, *, whole: bool
) -> Iterable[Pair]:
    for x, shift in wanted:
        pair = Pair(x, x + int(shift)) if whole else neighbours(x, shift, reach)
        if pair is not None:
            yield pair
