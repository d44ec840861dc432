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
from typing import NamedTuple

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.numbers.doubles import ALL, FINEST, Array, Codes
from dpproofs.auditing.numbers.features import Feature, Mask, Multiples, Sample, Seen

# Stakes as parts of the largest one that cannot lose more than everything.
STAKES = np.array([0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999])
STANDING, LEADER, LEARNED = 0.5, 0.375, 0.125  # parts of the wealth
BOLD = 0.98  # the stake of standing bets
CAUTION = 1.0  # standard deviations to the safe side
HALF = 0.5  # a draw more than there were where the event should be seldom
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


class RunningBet(NamedTuple):
    """A bet that is on, its place among the parts of the wealth, and its direction."""

    place: int
    backward: int
    bet: Bet


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
        sizes = [feature.size for feature in features]
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._cells = np.zeros((2, sum(sizes)), dtype=np.int64)  # counts in the cells of all
        self._counts = np.split(self._cells, self._starts[1:], axis=1)  # views, one a feature
        self._luck = np.repeat([0.0 if f.ordered else PICKED for f in features], sizes)
        learned, stood = 2 * len(features), len(suspected)
        parts = [LEADER], [LEARNED / learned] * learned, [STANDING / max(stood, 1)] * stood
        self._parts = np.concatenate(parts)
        self._wealth = np.ones(len(self._parts))  # of a unit laid on each bet, in this order
        self._idle = 0.0 if stood else STANDING
        self.plan()

    @property
    def evidence(self) -> float:
        """An e-value: its mean under the claim is at most 1, at any stopping time."""
        return float(self._parts @ self._wealth) + self._idle

    @property
    def repeats(self) -> int:
        """Draws at the input that equal an earlier one, among those remembered."""
        return next(f.repeats for f in self.features if isinstance(f, Seen))

    @property
    def granularity(self) -> int:
        """The largest k such that every draw was a multiple of 2^k; ALL for 0 and infinities."""
        place = next(i for i, f in enumerate(self.features) if f == Multiples(0.0))
        drawn = np.flatnonzero(self._counts[place].any(axis=0))
        return int(drawn[0]) + FINEST if len(drawn) else ALL

    @property
    def growth(self) -> float:
        """The growth of the evidence to expect, per pair of draws."""
        stood = math.log(max([*self._stood, 1.0])) / max(self.draws, 1)
        return max(self.bets[self.best].growth, stood)

    @property
    def candidates(self) -> list[Event]:
        """The events that are bet on, those with the most wealth or the best prospects first."""
        order = np.argsort(-self._stood, kind="stable")
        stood = [self._standing[int(i)] for i in order]
        learned = sorted(enumerate(self.bets), key=lambda entry: -entry[1].growth)
        hopeful = [(index, bet) for index, bet in learned if bet.stake > 0]
        chosen = [*stood, *hopeful] or [(self.best, self.bets[self.best])]
        return [Event(index // 2, bet.mask, index % 2 == 0) for index, bet in chosen]

    def settle(self, values: Array, neighbours: Array) -> Array:
        """Bet on fresh pairs, learn from them, and return the evidence after each of them."""
        count = len(values)
        draws = Sample(np.concatenate([values, neighbours]))  # one call a feature for both
        path = np.full(count, self._resting)
        for feature, counts, lines in zip(self.features, self._counts, self._lines, strict=True):
            codes = feature.codes(draws).reshape(2, count)
            for line in lines:
                path += self._run(line, codes)
            for side in (0, 1):
                counts[side] += np.bincount(codes[side], minlength=feature.size)
            feature.learn(values, neighbours)
        self.draws += count
        return path

    def _run(self, line: RunningBet, codes: Codes) -> Array:
        """What one bet adds to the evidence after each pair."""
        bet, more, less = line.bet, codes[line.backward], codes[1 - line.backward]
        gain = bet.mask[more] - self.claim.ratio * bet.mask[less] - self.claim.delta
        path = self._wealth[line.place] * np.cumprod(1 + bet.stake * gain)
        self._wealth[line.place] = path[-1]
        return np.asarray(self._parts[line.place] * path)

    def plan(self) -> None:
        """Choose the next bets on the draws so far."""
        hopeful = self._hopeful()
        self.bets = [
            self._choice(place, side) if hopeful[side, place] else _no_bet(feature)
            for place, feature in enumerate(self.features)
            for side in (0, 1)
        ]
        self.best = int(np.argmax([bet.growth for bet in self.bets]))
        bets = [(self.best, self.bets[self.best]), *enumerate(self.bets), *self._standing]
        self._lines: list[list[RunningBet]] = [[] for _ in self.features]
        self._resting = self._idle
        for place, (index, bet) in enumerate(bets):
            if bet.stake > 0 and self._wealth[place] > 0:
                self._lines[index // 2].append(RunningBet(place, index % 2, bet))
            else:
                self._resting += self._parts[place] * self._wealth[place]

    def _choice(self, place: int, side: int) -> Bet:
        feature, counts = self.features[place], self._counts[place]
        return _choose(feature, counts[side], counts[1 - side], self.draws, self.claim)

    def _hopeful(self) -> Mask:
        """Whether there may be a bet on each feature, of shape (2, features), by direction.

        A necessary condition that is fast to see: the excess of a union's hits over what the claim
        allows is at most the sum of the positive ones of cells, and no more than there are hits.
        """
        excess = self._cells - self.claim.ratio * self._cells[::-1] - self._luck
        most = np.add.reduceat(np.maximum(excess, 0), self._starts, axis=1)
        least = HALF * self.claim.ratio + self.claim.delta * (self.draws + 1)
        return np.asarray(most - CAUTION * np.sqrt(most) > least)

    @property
    def _stood(self) -> Array:
        """The wealth of the standing bets."""
        return self._wealth[len(self._wealth) - len(self._standing) :]

    def _stake(self, part: float) -> float:
        return part / (self.claim.ratio + self.claim.delta)


def _no_bet(feature: Feature) -> Bet:
    return Bet(np.zeros(feature.size, dtype=bool), 0.0, 0.0)


def _choose(feature: Feature, more: Codes, less: Codes, draws: int, claim: PrivacyClaim) -> Bet:
    """The union of cells and the stake that would have grown fastest, with caution."""
    best = _no_bet(feature)
    cells = np.flatnonzero(more + less)
    for order, falling in _orders(feature, cells, more, less):
        chosen = np.arange(1, len(order) + 1) * (not feature.ordered)
        hits, misses = np.cumsum(more[order]), np.cumsum(less[order])
        often = np.maximum(hits - CAUTION * np.sqrt(hits) - PICKED * chosen, 0) / (draws + 1)
        seldom = np.minimum((misses + CAUTION * np.sqrt(misses) + HALF) / (draws + 1), 1)
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
