"""Bets on events of features: chosen on past draws, settled on fresh ones, never in debt.

For a set S fixed before the draws y and y' at two neighbours, 1[y in S] - e^eps 1[y' in S] - delta
has mean <= 0 under the claim, whatever the dependence of y and y'. One plus a stake in
[0, 1/(e^eps + delta)] times it is nonnegative with mean <= 1; products over successive pairs and
averages over events keep this, so that evidence >= 1/alpha at any time has probability <= alpha
(Ville's inequality; Shafer and Vovk, *Game-Theoretic Foundations for Probability and Finance*).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.numbers.doubles import Array, Codes
from dpproofs.audit.numbers.features import Feature, Mask, Seen

# Stakes as parts of the largest one that cannot lose more than everything.
STAKES = np.array([0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999])
STANDING, LEADER, LEARNED = 0.5, 0.375, 0.125  # parts of the wealth
BOLD = 0.98  # the stake of standing bets
CAUTION = 1.0  # standard deviations to the safe side
PICKED = 1.0  # draws that a cell picked for its count is taken to owe to luck


@dataclass(frozen=True)
class Bet:
    """That y in a union of cells is more likely than the claim allows, at a stake."""

    mask: Mask
    stake: float
    growth: float  # predicted mean logarithm of the wealth's factor; 0 for no bet


@dataclass(frozen=True)
class Event:
    """A union of cells of a feature that is suspected to be likelier at the input, or at the other.

    Attributes
    ----------
    feature
        A place in a list of features.
    mask
        The cells.
    forward
        Whether it is the input (True) or the neighbour at which the event is the likelier one.
    """

    feature: int
    mask: Mask
    forward: bool


class Book:
    """All bets on one pair of inputs, in both directions, and what they have earned.

    Part of the wealth stands from the first draw on events suspected beforehand, part follows the
    learned bet with the best prospect, and part is spread over all learned bets.
    """

    def __init__(
        self, features: Sequence[Feature], suspected: Sequence[Event], claim: PrivacyClaim
    ) -> None:
        self.features = features
        self.claim = claim
        self.draws = 0
        self._standing = [
            (2 * e.feature + (not e.forward), Bet(e.mask, self._stake(BOLD), 0.0))
            for e in suspected
        ]
        self._stood = np.ones(len(suspected))
        self._counts = [np.zeros((2, feature.size), dtype=np.int64) for feature in features]
        self._wealth = np.ones(2 * len(features))
        self._leader = 1.0
        self.plan()

    @property
    def evidence(self) -> float:
        """An e-value: its mean under the claim is at most 1, at any stopping time."""
        learned = LEADER * self._leader + LEARNED * self._wealth.mean()
        return float(STANDING * (self._stood.mean() if len(self._stood) else 1.0) + learned)

    @property
    def repeats(self) -> int:
        """Draws at the input that equal an earlier one."""
        return next(self.draws - len(f.seen[0]) for f in self.features if isinstance(f, Seen))

    @property
    def growth(self) -> float:
        """The growth of the evidence to expect, per pair of draws."""
        stood = math.log(max([*self._stood, 1.0])) / max(self.draws, 1)
        return max(self.bets[self.best].growth, stood)

    @property
    def witness(self) -> Event:
        """The event that earned most: the best of the standing bets, or the one that leads."""
        if len(self._stood) and self._stood.max() > self._leader:
            index, bet = self._standing[int(np.argmax(self._stood))]
        else:
            index, bet = self.best, self.bets[self.best]
        return Event(index // 2, bet.mask, index % 2 == 0)

    def settle(self, values: Array, neighbours: Array) -> Array:
        """Bet on fresh pairs, learn from them, and return the evidence after each of them."""
        codes = [(f.codes(values), f.codes(neighbours)) for f in self.features]
        paths = self._wealth[:, None] * self._paths(list(enumerate(self.bets)), codes)
        stood = self._stood[:, None] * self._paths(self._standing, codes)
        leader = self._leader * self._paths([(self.best, self.bets[self.best])], codes)[0]
        self._wealth, self._leader = paths[:, -1], float(leader[-1])
        path = LEADER * leader + LEARNED * paths.mean(axis=0)
        path += STANDING * (stood.mean(axis=0) if len(stood) else 1.0)
        self._stood = stood[:, -1]
        self._learn(values, neighbours, codes)
        return np.asarray(path)

    def _learn(
        self, values: Array, neighbours: Array, codes: Sequence[tuple[Codes, Codes]]
    ) -> None:
        self.draws += len(values)
        for counts, pair, feature in zip(self._counts, codes, self.features, strict=True):
            for side in (0, 1):
                counts[side] += np.bincount(pair[side], minlength=feature.size)
            feature.learn(values, neighbours)

    def plan(self) -> None:
        """Choose the next bets on the draws so far."""
        self.bets = [
            _choose(feature, counts[side], counts[1 - side], self.draws, self.claim)
            for feature, counts in zip(self.features, self._counts, strict=True)
            for side in (0, 1)
        ]
        self.best = int(np.argmax([bet.growth for bet in self.bets]))

    def _paths(
        self, bets: Sequence[tuple[int, Bet]], codes: Sequence[tuple[Codes, Codes]]
    ) -> Array:
        """What a unit laid on each bet is after each pair, of shape (bets, pairs)."""
        count = len(codes[0][0])
        paths = np.ones((len(bets), count))
        for path, (index, bet) in zip(paths, bets, strict=True):
            if bet.stake > 0:
                more, less = codes[index // 2][index % 2], codes[index // 2][1 - index % 2]
                gain = bet.mask[more] - self.claim.ratio * bet.mask[less] - self.claim.delta
                path[:] = np.cumprod(1 + bet.stake * gain)
        return paths

    def _stake(self, part: float) -> float:
        return part / (self.claim.ratio + self.claim.delta)


def _choose(feature: Feature, more: Codes, less: Codes, draws: int, claim: PrivacyClaim) -> Bet:
    """The union of cells and the stake that would have grown fastest, with caution."""
    cells = np.flatnonzero(more + less)
    best = Bet(np.zeros(feature.size, dtype=bool), 0.0, 0.0)
    for order, falling in _orders(feature, cells, more, less):
        chosen = np.arange(1, len(order) + 1) * (not feature.ordered)
        hits, misses = np.cumsum(more[order]), np.cumsum(less[order])
        often = np.maximum(hits - CAUTION * np.sqrt(hits) - PICKED * chosen, 0) / (draws + 1)
        seldom = np.minimum((misses + CAUTION * np.sqrt(misses) + 0.5) / (draws + 1), 1)
        rows = np.flatnonzero(often > claim.ratio * seldom + claim.delta)
        if not len(rows):
            continue
        growth = _growth(often[rows, None], seldom[rows, None], claim)
        place, column = np.unravel_index(np.argmax(growth), growth.shape)
        row = int(rows[place])
        if growth[place, column] > best.growth:
            mask = _union(feature, order[: row + 1], falling)
            stake = float(STAKES[column] / (claim.ratio + claim.delta))
            best = Bet(mask, stake, float(growth[place, column]))
    return best


def _orders(feature: Feature, cells: Codes, more: Codes, less: Codes) -> list[tuple[Codes, bool]]:
    """The orders whose beginnings are the events to try, and whether the order is falling."""
    if feature.ordered:  # half-lines that are not everything
        return [(cells[:-1], False), (cells[:0:-1], True)] if len(cells) > 1 else []
    ratio = more[cells] / (less[cells] + 0.5)
    return [(cells[np.argsort(-ratio, kind="stable")], False)] if len(cells) else []


def _union(feature: Feature, cells: Codes, falling: bool) -> Mask:
    """The set of some cells; half-lines take in the cells between, seen or not."""
    mask = np.zeros(feature.size, dtype=bool)
    if not feature.ordered:
        mask[cells] = True
    elif falling:
        mask[cells[-1] :] = True
    else:
        mask[: cells[-1] + 1] = True
    return mask


def _growth(often: Array, seldom: Array, claim: PrivacyClaim) -> Array:
    """The mean logarithm of the factor for hits of these frequencies, taken as independent."""
    stake = STAKES / (claim.ratio + claim.delta)
    outcomes = (
        (often * (1 - seldom), 1 - claim.delta),
        (seldom * (1 - often), -claim.ratio - claim.delta),
        (often * seldom, 1 - claim.ratio - claim.delta),
        ((1 - often) * (1 - seldom), -claim.delta),
    )
    return np.asarray(sum(weight * np.log1p(stake * gain) for weight, gain in outcomes))
