"""What an audit that found nothing would have found: how much too little noise, how rare a leak.

Both figures are for faults that the draws there were would have shown with probability .95. They
follow from what was done: the pairs that were bet on, the level, and the part of the capital that
the sets in play had. A bet whose capital grows by g a pair, in the mean of logarithms, has after n
pairs about x = g n, give or take sqrt(2 x), less what it cost to learn the set and the stake; that
cost, and how much wider than that the spread is, are measured (`benchmarks.power`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import PowerRecord
from dpproofs.auditing.record.sampler import CHOICE, NO_NUMBERS
from dpproofs.auditing.sampler.bets import STAKES
from dpproofs.auditing.sampler.grids import Grid
from dpproofs.auditing.sampler.process import ADDED, CURVE, LOOK, EProcess
from dpproofs.auditing.sampler.strand import DIRECT, Strand
from dpproofs.auditing.sampler.views import Coordinate, Output

Array = NDArray[np.float64]

LAPLACE, NORMAL = "Laplace", "normal"
SPREAD = 2.6  # square roots of a log capital by which it may fall short, once in twenty times
LEARNING = 8.0  # log of what it costs to find the half-lines and the stake
NOTICING = 16.7  # ... and a rare event that is like no other
FEWER = 1.645  # standard deviations by which rare events are fewer, once in twenty times
STEPS = 30  # of bisections
STAKED = np.geomspace(1e-4, 0.95, 60)  # parts of the largest stake
THRESHOLDS = np.linspace(-1.0, 4.5, 56)  # ends of half-lines, in scales of the noise
CLEARLY = 4.0  # standard errors by which two medians differ
DIGITS = 3
ROUNDING = 1e-6
FEW = 2  # values of a response

NO_SHIFT = "the outcomes at the inputs tried do not clearly differ: no noise is known to be needed"
SEVERAL = "the inputs differ in several places: what noise that needs depends on their norm"
NO_NOISE = "the claim allows no noise at all to be enough"
TOO_FEW = "so few draws would not surely show even the absence of noise"


def power_of(process: EProcess, alpha: float, wanted: float | None = None) -> PowerRecord:
    """What the evidence collected so far would have shown at a level, and what was wanted."""
    strand = _most_drawn(process)
    if not strand.tracks:
        return PowerRecord(None, None, why=TOO_FEW, wanted=wanted)
    sight = Sight.of(process, strand, alpha)
    leak = _least_leak(process, strand, alpha)
    if sight.why:
        return PowerRecord(None, leak, why=sight.why, wanted=wanted)
    scale = sight.scale()
    why = "" if scale is not None else TOO_FEW
    return PowerRecord(scale, leak, sight.noise, why, wanted)


def pairs_left(process: EProcess, alpha: float, wanted: float) -> float:
    """How many more pairs of draws would show such a share of the noise; inf where that is open."""
    strand = _most_drawn(process)
    if not strand.tracks:
        return math.inf
    sight = Sight.of(process, strand, alpha)
    return math.inf if sight.why else sight.pairs_for(wanted + ROUNDING) - sight.pairs


def _most_drawn(process: EProcess) -> Strand:
    return max(process.strands, key=lambda each: each.pairs)


@dataclass(frozen=True)
class Sight:
    """How well noise that is too small can be seen.

    Attributes
    ----------
    claim, alpha
        What is put to the test, and at which level.
    noise
        The kind of noise.
    pairs
        That were bet on it.
    cost
        Log of what learning costs, and of the part of the capital that bets on it.
    reach
        How far apart the inputs were, in sensitivities.
    why
        Why nothing can be said; "" where something can.
    """

    claim: PrivacyClaim
    alpha: float
    noise: str = LAPLACE
    pairs: int = 0
    cost: float = LEARNING
    reach: float = 1.0
    why: str = ""

    @classmethod
    def of(cls, process: EProcess, strand: Strand, alpha: float) -> Sight:
        """What is seen at the inputs where most was drawn."""
        sight = cls(process.claim, alpha, cost=LEARNING - math.log(_part_of_point(process)))
        if strand.sample is None or any(s.dtype.kind not in "iuf" for s in strand.sample):
            return replace(sight, why=NO_NUMBERS)
        if len(np.unique(np.concatenate(strand.sample))) <= FEW:
            return replace(sight, why=CHOICE)
        if process.claim.epsilon == process.claim.delta == 0:
            return replace(sight, why=NO_NOISE)
        if strand.numeric and process.added is not None:
            return sight._of_added_noise(process, strand)
        return sight._of_outcomes(strand)

    def _of_added_noise(self, process: EProcess, strand: Strand) -> Sight:
        """Inputs and outputs are numbers: whoever bets on added noise bets at all of them."""
        apart = [abs(float(s.pair.neighbour) - float(s.pair.input))
                 for s in process.strands if s.noise is not None]  # fmt: skip
        reach = min(1.0, max(apart) / self.claim.sensitivity)
        here, there = strand.sample or (np.zeros(0), np.zeros(0))
        noise = _kind(self.claim, here.astype(float), there.astype(float))
        return replace(self, noise=noise, pairs=process.pairs - process.scanned, reach=reach)

    def _of_outcomes(self, strand: Strand) -> Sight:
        """Inputs of any kind: one number of the outcome differs, by what is taken for the most."""
        here, there = (side.reshape(len(side), -1).astype(float) for side in strand.sample or ())
        apart = _apart(here, there)
        place = int(np.argmax(apart))
        if not apart[place] > CLEARLY:
            return replace(self, why=NO_SHIFT)
        if strand.between_vectors and np.count_nonzero(_differing(strand)) > 1:
            return replace(self, why=SEVERAL)
        shares = [t.share for t in strand.tracks if _looks_at(t.grid, place)]
        if not shares:
            return replace(self, why=NO_SHIFT)
        part = max(shares) if strand.direct is None else DIRECT
        cost = self.cost - math.log(strand.share * part)
        kind = _kind(self.claim, here[:, place], there[:, place])
        return replace(self, noise=kind, pairs=strand.bet_on, cost=cost)

    @property
    def needed(self) -> float:
        """Log of the capital that a bet has to win in the mean, to win enough nearly always."""
        return _in_the_mean(self.cost - math.log(self.alpha))

    def scale(self) -> float | None:
        """The largest share of the noise that is needed, for which this is enough; None for 0."""
        found = _edge(lambda share: self.pairs_for(share) <= self.pairs, 1e-3, 1.0)
        return None if found is None else _rounded(found, math.floor)

    def pairs_for(self, share: float) -> float:
        """The pairs of draws that show such a share of the noise that is needed."""
        if not share < self.reach:
            return math.inf
        growth = _growth(self.claim, self.noise, share / self.reach)
        return LOOK + self.needed / growth if growth > 0 else math.inf


def _in_the_mean(needed: float) -> float:
    """x with x - SPREAD sqrt(x) = needed."""
    return ((SPREAD + math.sqrt(SPREAD**2 + 4 * needed)) / 2) ** 2


def _least_leak(process: EProcess, strand: Strand, alpha: float) -> float | None:
    """The least probability, at one input, of outcomes that its neighbour never has."""
    part = strand.share * min(track.share for track in strand.tracks) * _part_of_point(process)
    part *= 1.0 if strand.direct is None else 1 - DIRECT
    part *= 1.0 if process.added is None else 1 - ADDED
    return least_leak(process.claim, alpha, strand.bet_on, part)


def _part_of_point(process: EProcess) -> float:
    """Of the capital, what bets on sets against one point of the claim."""
    return (1 - CURVE if process.divergences else 1.0) / len(process.claim.points)


def least_leak(claim: PrivacyClaim, alpha: float, pairs: int, part: float = 0.02) -> float | None:
    """The least probability of a leak that shows, of which ``part`` of the capital knows.

    Returns
    -------
    A number in (delta, 1], rounded up; None when not even outputs that always give the input away
    would have been noticed: then so few draws decide nothing.
    """
    known = [_leak_at(point, alpha, pairs, part) for point in claim.points]
    return min((leak for leak in known if leak is not None), default=None)


def _leak_at(claim: PrivacyClaim, alpha: float, pairs: int, part: float) -> float | None:
    """The same against one point of a claim."""
    needed, draws = NOTICING - math.log(part) - math.log(alpha), pairs - LOOK
    stakes = STAKES / (claim.ratio + claim.delta)
    won, lost = np.log1p(stakes * (1 - claim.delta)), np.log1p(-stakes * claim.delta)

    def hidden(probability: float) -> bool:
        expected = draws * probability
        events = expected - FEWER * math.sqrt(max(0.0, expected * (1 - probability)))
        return bool(np.max(events * won + (draws - events) * lost) < needed)

    if draws <= 0 or hidden(1.0):
        return None
    low = _edge(hidden, max(claim.delta, 1e-15), 1.0, ratio=True)
    return min(1.0, _rounded(1e-15 if low is None else low, math.ceil))


def _edge(
    holds: Callable[[float], bool], low: float, high: float, ratio: bool = False
) -> float | None:
    """Where what holds at a low number holds no more; None where it does not hold there."""
    if not holds(low):
        return None
    for _ in range(STEPS):
        middle = math.sqrt(low * high) if ratio else (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high if ratio else low


def _rounded(number: float, way: Callable[[float], int]) -> float:
    unit = 10.0 ** (math.floor(math.log10(number)) + 1 - DIGITS)
    return float(f"{way(number / unit) * unit:.{DIGITS}g}")


@lru_cache(maxsize=4096)
def _growth(claim: PrivacyClaim, noise: str, share: float) -> float:
    """How fast the best bet on two half-lines grows at a pair, where noise is such a share."""
    if noise == LAPLACE:
        loss = (claim.epsilon - 2 * math.log1p(-claim.delta)) / share
        far = np.maximum(THRESHOLDS, 0.0)
        p, q = np.exp(-far) / 2, np.exp(-far - loss) / 2
    else:
        shift = 1 / (_needed_sigma(claim) * share)
        p, q = special.ndtr(-THRESHOLDS), special.ndtr(-THRESHOLDS - shift)
    return max(_best(p, q, point) for point in claim.points)


def _best(p: Array, q: Array, claim: PrivacyClaim) -> float:
    """The growth of the best stake on the best two sets that do not meet, 0 where all lose.

    The input has probability p of the first and q of the second, its neighbour the other way round.
    """
    ratio, delta = claim.ratio, claim.delta
    better = (p > ratio * q + delta) & (p + q <= 1)
    if not better.any():
        return 0.0
    value, weight = np.array([1.0, -ratio, 0.0]), np.stack([p, q, 1 - p - q])[:, better]
    payoff = value[:, None] + value - 2 * delta
    grown = np.log1p(STAKED[:, None, None] / (2 * (ratio + delta)) * payoff)
    return float(np.max(np.einsum("sij,ik,jk->sk", grown, weight, weight, optimize=True)))


@lru_cache(maxsize=256)
def _needed_sigma(claim: PrivacyClaim) -> float:
    """The standard deviation that normal noise needs for a sensitivity of 1.

    Of Balle and Wang, "Improving the Gaussian mechanism for differential privacy", 2018, Theorem 8;
    of a claim of another kind the one that it takes.
    """
    if claim.stated is not None and claim.stated.sigma is not None:
        return claim.stated.sigma

    def lacks(log_sigma: float) -> bool:
        sigma = math.exp(log_sigma)
        half, loss = 0.5 / sigma, claim.epsilon * sigma
        beyond = math.exp(claim.epsilon + float(special.log_ndtr(-half - loss)))
        return float(special.ndtr(half - loss)) - beyond > claim.delta

    found = _edge(lacks, -20.0, 40.0)
    return math.exp(40.0 if found is None else found)


def _kind(claim: PrivacyClaim, here: Array, there: Array) -> str:
    """The kind of noise that the outcomes look like; without a delta only one can be private."""
    if claim.stated is not None and claim.stated.sigma is not None:
        return NORMAL
    if claim.delta == 0:
        return LAPLACE
    both = np.concatenate([side - np.median(side) for side in (here, there)])
    both = both[np.abs(both) < 1e100]
    mean, square = float(np.mean(np.abs(both))), float(np.mean(both**2))
    # The likelihoods of both, at the best scale of each.
    return NORMAL if 2 * math.pi * math.e * square < (2 * math.e * mean) ** 2 else LAPLACE


def _apart(here: Array, there: Array) -> Array:
    """By place: how far the medians at the two inputs are apart, in their standard errors."""
    with np.errstate(invalid="ignore"):
        apart = np.abs(np.median(here, axis=0) - np.median(there, axis=0))
        quartiles = [np.quantile(side, [0.25, 0.75], axis=0) for side in (here, there)]
        spread = sum(high - low for low, high in quartiles) / 2
        error = np.where(spread > 0, spread / math.sqrt(len(here)), np.inf)
        return np.nan_to_num(apart / error, nan=0.0)


def _differing(strand: Strand) -> Array:
    here, there = (
        np.asarray(end, dtype=float) for end in (strand.pair.input, strand.pair.neighbour)
    )
    return np.asarray(here - there)


def _looks_at(grid: Grid, place: int) -> bool:
    """Whether a partition is of the number at a place, on a line."""
    view = getattr(grid, "view", None)
    there = isinstance(view, Coordinate) and view.index == place
    return grid.ordered and (isinstance(view, Output) or there)
