"""The evidence from one partition of the outputs at one pair of inputs, and bets on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.sampler.bets import Bets, log_mixture, log_priors, priors, propose
from dpproofs.auditing.sampler.grids import Grid
from dpproofs.auditing.sampler.ladder import Ladder

Array = NDArray[np.float64]
Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]
Places = NDArray[np.intp]
Claims: TypeAlias = slice | Sequence[int]

LEADS = 0.35, 0.9, 0.9  # of the capital, for what has won most; where events are rare, twofold
LEAST = 1, 1, 4  # draws, by how rare events are, before a bin without others is bet on
# Log of the capital from which on a bet is followed, below which it is luck; on a line, where there
# are more bets and each has less to begin with.
FOLLOWED = -2.7, -3.5
MANY = 8  # tracks of which ...
MOST_DUE = 16  # rounds for which bettors are still to be paid; ...
ROWS = 24  # ... of all partitions that are reckoned at once
ALL = slice(None)  # claims


@dataclass
class Track:
    """The evidence from one partition of the outputs at one pair of inputs.

    Attributes
    ----------
    grid
        The bins.
    share
        The weight of this track at its pair.
    here, there
        Draws so far at the input and at its neighbour, by bin.
    outcomes
        By bet: how often each of its 16 outcomes occurred so far, which is all that its wealth at
        any kind, stake and claim depends on.
    log_lead
        By claim: of a bettor who bets what has won most so far, once it has won enough.
    paid, due
        That bettor has been paid for the first claims, so many. For the others some rounds are due:
        how often each outcome of each bet occurred in them.
    """

    grid: Grid
    share: float
    here: Counts
    there: Counts
    outcomes: Array
    log_lead: Array
    paid: int = 0
    due: list[Array] = field(default_factory=list)
    _apart: bool = field(default=False, init=False, repr=False, compare=False)

    @classmethod
    def fresh(cls, grid: Grid, share: float, claims: int) -> Track:
        """A track on which nothing has been bet, and no draws have been seen."""
        none = np.zeros(grid.size, dtype=np.int64)
        outcomes = np.zeros((priors(grid.ordered, grid.rare).shape[-1], 16))
        return cls(grid, share, none, none.copy(), outcomes, np.zeros(claims))

    @property
    def apart(self) -> bool:
        """Whether draws are in more than one bin, which remains so."""
        if not self._apart:
            self._apart = int(np.count_nonzero(self.here + self.there)) > 1
        return self._apart

    def divide(self, grid: Grid, here: Counts, there: Counts) -> None:
        """Take other bins, with the draws in them."""
        self.grid, self.here, self.there, self._apart = grid, here, there, False

    @property
    def order(self) -> Places:
        """The bins in the order of outputs; what has no place on the line comes last."""
        line = self.grid.along
        return np.arange(self.grid.size) if line is None else line.order

    def leading(self, ladder: Ladder) -> int:
        """The point of the claim under audit that the draws so far break most."""
        if ladder.count == 1:
            return 0
        order = self.order[: self.grid.size - self.grid.ordered]
        if not self.grid.ordered:
            order = np.argsort(self.here / (self.there + 1), kind="stable")
        return ladder.leading(self.here[order], self.there[order])

    def bets(self, ratio: float) -> Lot:
        """The next bets."""
        return Lot.of([self], [ratio], [0])

    @property
    def least(self) -> float:
        """Log of the capital from which on a bet is followed."""
        return FOLLOWED[self.grid.ordered]


@dataclass(frozen=True)
class Lot:
    """Bets on the partitions of some tracks, all of which are ordered, or none.

    Attributes
    ----------
    tracks, places
        And which of its inputs they are.
    bets
        On bins in the order of outputs, and empty ones, so that all have as many.
    """

    tracks: Sequence[Track]
    places: Sequence[int]
    bets: Bets

    @classmethod
    def of(cls, every: Sequence[Track], ratios: Sequence[float], places: Sequence[int]) -> Lot:
        """The next bets on the tracks at some places, for the ratios there."""
        tracks = [every[place] for place in places]
        size, ordered = max(track.grid.size for track in tracks), tracks[0].grid.ordered
        here, there = np.zeros((2, len(tracks), size), dtype=np.int64)
        single = np.zeros((len(tracks), size - 1), dtype=np.bool_)
        for i, track in enumerate(tracks):
            along, own = track.grid.along, track.grid.size
            for found, counts in ((here[i], track.here), (there[i], track.there)):
                found[:own] = counts if along is None else counts[along.order]
                if ordered:  # what is beside the line comes last
                    found[own - 1], found[-1] = 0, counts[-1]
            if along is not None:
                single[i, : own - 1] = along.single
        line, ratio = (size - 1) * ordered, np.array([ratios[place] for place in places])
        least = np.array([LEAST[track.grid.rare] for track in tracks])
        alone = single if single.any() else None
        return cls(tracks, places, propose(here, there, line, ratio, alone, least))

    def tables(self) -> Iterator[tuple[int, NDArray[np.uint16]]]:
        """By place, the run of each bin."""
        for place, track, row in zip(self.places, self.tracks, self.bets.table, strict=True):
            yield place, self.by_bin(row, track)

    def pair(self, place: int) -> tuple[Mask, Mask]:
        """S and T of a bet on the first track, one flag a bin."""
        first, second = (self.by_bin(side[0], self.tracks[0]) for side in self.bets.pair(place))
        return first, second

    @staticmethod
    def by_bin(row: NDArray[Any], track: Track) -> NDArray[Any]:
        """What belongs to the bins of a track, from what belongs to them in order."""
        own = row[: track.grid.size].copy()
        own[-1] = row[-1] if track.grid.ordered else own[-1]
        if (line := track.grid.along) is not None:
            own[line.order] = own.copy()
        return own

    def settle(self, table: Array, first: int, joint: Counts) -> None:
        """Pay out a round, where pairs of draws fell into the runs of each partition so often.

        So many claims, the ``first``, are those under audit.
        """
        pay_out(self.tracks, table, self.bets.patterns(joint), first)


def pay_out(
    tracks: Sequence[Track], table: Array, outcomes: Array, first: int | None = None
) -> None:
    """Pay out a round to ordered tracks, or to others; each outcome of a bet occurred so often.

    Of many tracks bettors who follow are paid at once for so many claims only, the first. Others
    are there for bounds on epsilon and delta, which the weakest mostly tell: they are paid later.
    """
    paid = len(table)
    if first is not None and (len(tracks) >= MANY or any(track.due for track in tracks)):
        paid = first
    past = np.stack([track.outcomes for track in tracks])
    won = followed(table[:paid], past, outcomes, log_shares(tracks), tracks[0].least)
    for track, own, more in zip(tracks, won, outcomes, strict=True):
        track.log_lead[:paid] += own
        track.outcomes += more
        if paid < len(table):
            track.paid = paid
            track.due.append(more)
    if full := [track for track in tracks if len(track.due) >= MOST_DUE]:
        for track, log_lead in zip(full, led(full, table), strict=True):
            track.log_lead, track.due = log_lead, []


def led(tracks: Sequence[Track], table: Array, claims: Claims = ALL) -> Array:
    """`log_lead` of ordered tracks, or of others, at some claims of a table, with what is due."""
    log_lead, places = np.stack([track.log_lead for track in tracks]), np.arange(len(table))[claims]
    late = places[places >= max(track.paid for track in tracks)]
    rows = [(i, back) for i, track in enumerate(tracks) for back in range(len(track.due), 0, -1)]
    if not (rows and late.size):
        return log_lead[:, claims]
    rows.sort(key=lambda row: -row[1])
    past = [track.outcomes - np.sum(track.due, axis=0) for track in tracks]
    for own in (rows[start : start + ROWS] for start in range(0, len(rows), ROWS)):
        now, before = [tracks[i].due[-back] for i, back in own], []
        for (i, _), more in zip(own, now, strict=True):
            before.append(past[i])
            past[i] = past[i] + more
        given = np.stack(before), np.stack(now), log_shares([tracks[i] for i, _ in own])
        for (i, _), more in zip(own, followed(table[late], *given, tracks[0].least), strict=True):
            log_lead[i, late] += more
    return log_lead[:, claims]


def log_shares(tracks: Sequence[Track]) -> Array:
    """The logs of the shares of bets by track; a single row where they are the same for all."""
    kinds = [(track.grid.ordered, track.grid.rare) for track in tracks]
    return np.stack([log_priors(*kind) for kind in (kinds if len({*kinds}) > 1 else kinds[:1])])


def followed(table: Array, past: Array, outcomes: Array, shares: Array, least: float) -> Array:
    """By row and claim, what the bet pays that had won most, where it had won enough.

    By row, bet and outcome, ``past`` is how often it occurred before, and ``outcomes`` how often
    now. Nothing is reckoned for bets that were never made: what follows one of them wins nothing.
    """
    made = (past + outcomes).any(axis=(0, 2))
    if not made.any():
        return np.zeros((len(past), len(table)))
    wealth = log_wealth(table, past[:, made]) + shares[:, None, ..., made]
    flat = wealth.reshape(*wealth.shape[:2], -1)
    ahead = flat.argmax(axis=-1)
    kind, stake, bet = np.unravel_index(ahead, wealth.shape[2:])
    rows, claims = np.arange(len(past))[:, None], np.arange(len(table))
    won = (table[claims, kind, stake] * outcomes[:, made][rows, bet]).sum(axis=-1)
    idle = shares[..., ~made].max(axis=(1, 2, 3), initial=least)
    return np.where(flat[rows, claims, ahead] >= idle[:, None], won, 0.0)


def log_evidence(tracks: Sequence[Track], table: Array, claims: Claims = ALL) -> Array:
    """log of the e-value by track, of one kind, and claim, of some of a table."""
    grid, past = tracks[0].grid, np.stack([track.outcomes for track in tracks])
    mixed = log_mixture(log_wealth(table[claims], past), priors(grid.ordered, grid.rare))
    lead = LEADS[grid.rare]
    return np.logaddexp(math.log(1 - lead) + mixed, math.log(lead) + led(tracks, table, claims))


def alike(tracks: Sequence[Track], kind: Callable[[Track], object]) -> list[list[int]]:
    """The places of the tracks of each kind."""
    kinds = [*map(kind, tracks)]
    return [[i for i, own in enumerate(kinds) if own == one] for one in dict.fromkeys(kinds)]


def log_wealth(table: Array, outcomes: Array) -> Array:
    """By track, claim, kind of bet, stake and bet.

    ``table`` are the `log_factors` of the claims.
    """
    by_outcome = np.ascontiguousarray(outcomes.swapaxes(1, 2))  # as BLAS is quickest with
    flat = table.reshape(-1, table.shape[-1]) @ by_outcome
    return np.asarray(flat.reshape(len(outcomes), *table.shape[:-1], -1))
