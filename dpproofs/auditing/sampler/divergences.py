"""A bettor on Renyi divergences, for claims that bound these: zCDP, Renyi DP, Gaussian DP.

Such a claim says more than each of its points (epsilon, delta): noise that breaks it clearly may
break no point at any probability that draws could show. For a function r > 0 of the outcome that
is fixed before a pair of draws y at x and y' at x' is seen, with f(r) = r^alpha,

    E[ f'(r(y)) ] - E[ f'(r(y')) r(y') - f(r(y')) ]  <=  e^{(alpha - 1) D_alpha},

since a convex function lies above its tangents; for alpha = 1, f(r) = r log r - r + 1 and the bound
is D_1, Kullback's divergence. Equality holds where r is the ratio of the densities. Here r is
learned from past draws, in groups of neighbouring bins. A stake times what the left side exceeds
the claimed bound by is a fair bet, as in `dpproofs.auditing.sampler.bets`, whose stakes are taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.sampler.bets import STAKE_PRIORS, STAKES, log_mixture
from dpproofs.auditing.sampler.learned import groups, sums_before
from dpproofs.auditing.sampler.tally import Partition
from dpproofs.auditing.sampler.track import Track

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

KINDS = np.array([0.6, 0.2, 0.2])  # shares of bets on both directions, on one, on the other
RAREST = 30.0  # times the bound on its mean that r^alpha is taken for at most
PSEUDO = 1.0  # draws added to those in each group
LARGEST = 600.0  # exponent


@dataclass(frozen=True)
class Tangents:
    """What a round bets on: for each class of outcomes what it pays.

    Attributes
    ----------
    partition
        The classes of the bins.
    payoffs
        By order, kind, class of y and class of y'.
    """

    partition: Partition
    payoffs: Array


class Divergences:
    """The bettor at one pair of inputs.

    Parameters
    ----------
    bounds
        Orders, and what the Renyi divergence is claimed to be at most there.

    Attributes
    ----------
    log_wealth
        By order, kind and stake.
    """

    def __init__(self, bounds: Sequence[tuple[float, float]]) -> None:
        self.bounds = tuple((order, most) for order, most in bounds if (order - 1) * most < LARGEST)
        self.log_wealth = np.zeros((len(self.bounds), len(KINDS), len(STAKES)))

    @property
    def log_e(self) -> float:
        """log of the e-value against the claim."""
        if not self.bounds:
            return 0.0
        shares = np.full(len(self.bounds), 1 / len(self.bounds))
        return float(log_mixture(self.log_wealth, np.multiply.outer(shares, _STAKED)))

    def plan(self, track: Track) -> Tangents:
        """The next bets on the bins of a partition."""
        table, ratio = self.learned(track)
        paid = np.stack([payoffs(ratio, *bound) for bound in self.bounds])
        return Tangents(Partition(track.grid, table, len(ratio)), paid)

    @staticmethod
    def learned(track: Track) -> tuple[NDArray[np.uint16], Array]:
        """The class of each bin, and by class the ratio of the probabilities, from past draws."""
        table, here, there = _seen(track)
        return table, here / there

    def settle(self, bets: Tangents, joint: Counts) -> None:
        """Pay out, where pairs of draws fell into the classes so often."""
        cells = joint.nonzero()
        worst = -bets.payoffs.min(axis=(2, 3))
        stakes = STAKES / np.maximum(worst, 1e-300)[..., None]
        paid = bets.payoffs[:, :, cells[0], cells[1]]
        self.log_wealth += np.log1p(stakes[..., None] * paid[:, :, None, :]) @ joint[cells]


_STAKED = np.outer(KINDS, STAKE_PRIORS)


def tangents(ratio: Array, order: float) -> tuple[Array, Array]:
    """f'(r) and f'(r) r - f(r)."""
    if order == 1:
        return np.log(ratio), ratio - 1
    return order * ratio ** (order - 1), (order - 1) * ratio**order


def clipped(ratio: Array, order: float, most: float) -> Array:
    """The ratio as far as bets are made on it, where the divergence is at most so much."""
    cap = (RAREST * max(1.0, _mean(order, most))) ** (1 / order)
    return np.clip(ratio, 1 / cap, cap)


def _mean(order: float, most: float) -> float:
    """The bound on the mean of f."""
    return most if order == 1 else math.exp((order - 1) * most)


def payoffs(ratio: Array, order: float, most: float) -> Array:
    """What is paid by kind, class of y and class of y'."""
    bound = _mean(order, most)
    (gain, loss), (gain_back, loss_back) = (
        tangents(clipped(r, order, most), order) for r in (ratio, 1 / ratio)
    )
    forward = gain[:, None] - loss - bound
    backward = gain_back - loss_back[:, None] - bound
    return np.stack([forward + backward, forward, backward])


def most_telling(tracks: Sequence[Track]) -> Track:
    """The partition on which past draws at the two inputs differ most, beyond chance."""
    return tracks[0] if len(tracks) == 1 else max(tracks, key=_difference)


def _difference(track: Track) -> float:
    """Jeffreys' divergence between the draws at two inputs, without what chance adds to it."""
    _, here, there = _seen(track)
    p, q = here / here.sum(), there / there.sum()
    return float(np.sum((p - q) * np.log(p / q))) - 2 * (len(p) - 1) / float(here.sum())


def _seen(track: Track) -> tuple[NDArray[np.uint16], Array, Array]:
    """The class of each bin; and by class the past draws at either input, and some more."""
    table, count = _classes(track)
    here, there = (
        np.asarray(np.bincount(table, weights=side, minlength=count) + PSEUDO, dtype=np.float64)
        for side in (track.here, track.there)
    )
    return table, here, there


def _classes(track: Track) -> tuple[NDArray[np.uint16], int]:
    """Groups of bins by their draws: the class of each bin, and how many there are."""
    order, line = track.order, track.grid.along
    sums = sums_before(np.array([track.here, track.there])[:, None, order])
    if line is None:
        edge = groups(sums, track.grid.line if track.grid.ordered else 0)
    else:
        edge = groups(sums, line.length, line.single[None])
    classes = edge[0].cumsum()
    table = np.empty(len(order), dtype=np.uint16)
    table[order] = classes - 1
    return table, int(classes[-1])
