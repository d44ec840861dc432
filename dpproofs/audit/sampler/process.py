"""The e-process: capital that cannot be expected to grow as long as the claim is true.

The capital is shared among pairs of inputs, among partitions of the outputs, among ways to propose
a set and among stakes; a part of it follows what has won most. Each share is a product of
e-variables, so their weighted mean is an e-process, and by Ville's inequality it reaches 1/alpha
with probability alpha at most, whenever one looks. The same draws are bet against a ladder of other
claims, for lower bounds on epsilon and delta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dpproofs.audit.claim import MOST, PrivacyClaim
from dpproofs.audit.outcomes import CODE, Form, failures, label_of, learn
from dpproofs.audit.sampler.atoms import Atoms
from dpproofs.audit.sampler.bets import (
    BACKWARD,
    BOTH,
    Bets,
    Classes,
    log_factors,
    log_mixture,
    log_priors,
    priors,
    propose,
    propose_along,
)
from dpproofs.audit.sampler.features import features
from dpproofs.audit.sampler.grids import Grid, PointGrid
from dpproofs.audit.sampler.tally import BLOCK, SAMPLE, Partition, Tally
from dpproofs.audit.sampler.views import Outcome
from dpproofs.audit.sampler.witness import WitnessSet
from dpproofs.audit.target import Draws, Pair

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

LEADS = 0.35, 0.75  # share of the capital that follows what has won most; where events are rare
# Log of the capital from which on a bet is followed, below which it is luck; on a line, where there
# are more bets and each has less to begin with.
FOLLOWED = -2.0, -3.5
FIRST = 20  # pairs that are looked at before anything is bet
STEEPEST = 1e100  # ratio for which sets are looked for: its square is a double
LEAST_SHARE = 1e-300  # of a pair of inputs that is left out: its log is a number
ADOPT = 1.04  # growth of the draws after which values that come again are looked at
MOST_ADOPTED = 32
REFITS = 16  # a partition is learned anew each time the sample has grown this many times over


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
    """

    grid: Grid
    share: float
    here: Counts
    there: Counts
    outcomes: Array
    log_lead: Array

    @classmethod
    def fresh(cls, grid: Grid, share: float, claims: int) -> Track:
        """A track on which nothing has been bet, and no draws have been seen."""
        none = np.zeros(grid.size, dtype=np.int64)
        outcomes = np.zeros((priors(grid.ordered, grid.rare).shape[-1], 16))
        return cls(grid, share, none, none.copy(), outcomes, np.zeros(claims))

    def bets(self, ratio: float) -> Bets:
        """The next bets."""
        if (line := self.grid.along) is not None:
            return propose_along(self.here, self.there, line, ratio)
        return propose(self.here, self.there, self.grid.line, self.grid.ordered, ratio)

    def classes(self, ratio: float) -> Classes:
        """The next bets, by classes of bins; none as long as all draws are in one bin."""
        if np.count_nonzero(self.here + self.there) > 1:
            return Classes.of(self.bets(ratio))
        none = np.zeros((len(self.outcomes), 1), dtype=np.int8)
        return Classes(np.zeros(self.grid.size, dtype=np.uint16), 1, none)

    def log_wealth(self, table: Array) -> Array:
        """By claim, kind of bet, stake and bet; 0 before the first.

        ``table`` are the `log_factors` of the claims.
        """
        return np.asarray(table @ self.outcomes.T)

    def log_evidence(self, table: Array) -> Array:
        """log of the e-value against each claim; the table may be that of the first claims only."""
        mixed = log_mixture(self.log_wealth(table), priors(self.grid.ordered, self.grid.rare))
        led = self.log_lead[: len(table)]
        lead = LEADS[self.grid.rare]
        return np.logaddexp(math.log(1 - lead) + mixed, math.log(lead) + led)

    def settle(self, table: Array, outcomes: Array) -> None:
        """Pay out a round, in which the outcomes of each bet occurred so often."""
        capital, followed = self.log_wealth(table), FOLLOWED[self.grid.ordered]
        capital += log_priors(self.grid.ordered, self.grid.rare)
        flat, claims = capital.reshape(len(table), -1), np.arange(len(table))
        ahead = flat.argmax(axis=1)
        kind, stake, bet = np.unravel_index(ahead, capital.shape[1:])
        won = np.sum(table[claims, kind, stake] * outcomes[bet], axis=1)
        self.log_lead += np.where(flat[claims, ahead] >= followed, won, 0.0)
        self.outcomes += outcomes


@dataclass
class Strand:
    """The evidence from one pair of inputs.

    Attributes
    ----------
    form
        That of the outcomes, from the first ones on.
    closed
        Whether nothing is drawn there: the target refuses these inputs.
    atoms
        Values that come again, where outputs are numbers.
    adopted
        Pairs when values that come again were last made bins of their own.
    log_e
        log of the e-value against the claim under audit.
    """

    pair: Pair
    share: float
    pairs: int = 0
    fitted: int = 0
    sample: tuple[Draws, Draws] | None = None
    form: Form | None = None
    closed: bool = False
    tracks: list[Track] = field(default_factory=list)
    atoms: Atoms = field(default_factory=Atoms)
    adopted: int = 0
    log_e: float = 0.0

    def log_evidence(self, table: Array) -> Array:
        """log of the e-value against each claim of a table."""
        if not self.tracks:
            return np.zeros(len(table))
        logs = np.stack([track.log_evidence(table) for track in self.tracks], axis=-1)
        return log_mixture(logs, np.array([track.share for track in self.tracks]))


@dataclass(frozen=True)
class Ladder:
    """The claims that draws are bet against; the first is the one under audit.

    Attributes
    ----------
    epsilon, delta
        By claim.
    epsilons, deltas
        Places of the claims that bound epsilon at the claimed delta and delta at the claimed
        epsilon, weakest first.
    """

    epsilon: Array
    delta: Array
    epsilons: tuple[int, ...]
    deltas: tuple[int, ...]

    @classmethod
    def of(cls, claim: PrivacyClaim) -> Ladder:
        """A ladder around a claim."""
        steps = [0.0, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 4, 8]
        epsilons = sorted({min(MOST, (claim.epsilon or 0.01) * step) for step in steps})
        parts = [0.0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9]
        near = [claim.delta * step for step in (0.1, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 4)]
        deltas = sorted({delta for delta in [*parts, *near] if delta < 1})
        epsilon = [claim.epsilon, *epsilons, *[claim.epsilon] * len(deltas)]
        delta = [claim.delta, *[claim.delta] * len(epsilons), *deltas]
        places = np.arange(1, len(epsilon)).tolist()
        cut = len(epsilons)
        return cls(np.array(epsilon), np.array(delta), (*places[:cut],), (*places[cut:],))

    def bound(self, places: Sequence[int], values: Array, logs: Array, alpha: float) -> float:
        """The largest value that is refuted at level alpha together with all weaker ones.

        The first true claim of a ladder is refuted with probability alpha at most, and nothing
        beyond it without it. 0 when not even the weakest is refuted.
        """
        best = 0.0
        for place in places:
            if logs[place] < -math.log(alpha):
                break
            best = float(values[place])
        return best


class EProcess:
    """The evidence against a claim, over all pairs of inputs.

    Parameters
    ----------
    claim
        What is put to the test.
    pairs, shares
        Pairs of inputs and the weight of each, summing to 1.
    landmarks
        Places relative to an input where the noise may have steps, edges or atoms.
    part
        Of the capital: how much is bet here, and how much is kept for another start.
    """

    def __init__(
        self,
        claim: PrivacyClaim,
        pairs: Sequence[Pair],
        shares: Sequence[float],
        landmarks: Sequence[float] = (),
        part: tuple[float, float] = (1.0, 0.0),
    ) -> None:
        self.claim = claim
        self.part = part
        self.landmarks = tuple(landmarks)
        self.ladder = Ladder.of(claim)
        self._ratio = min(claim.ratio, STEEPEST)
        self.strands = [Strand(p, w) for p, w in zip(pairs, shares, strict=True)]
        self.history: list[tuple[int, float]] = []
        self._shares = np.array([strand.share for strand in self.strands])
        self._table = log_factors(self.ladder.epsilon, self.ladder.delta)

    @property
    def pairs(self) -> int:
        """Pairs drawn so far, those that were only looked at included."""
        return sum(strand.pairs for strand in self.strands)

    def log_evidence(self) -> Array:
        """log of the e-value against each claim of the ladder."""
        logs = [strand.log_evidence(self._table) for strand in self.strands]
        return self._with_reserve(log_mixture(np.stack(logs, axis=-1), self._shares))

    @property
    def log_e(self) -> float:
        """log of the e-value against the claim under audit."""
        logs = np.array([strand.log_e for strand in self.strands])
        return float(self._with_reserve(log_mixture(logs, self._shares)))

    def _with_reserve(self, logs: Array) -> Array:
        bet, kept = self.part
        logs = logs + math.log(bet)
        return np.asarray(np.logaddexp(logs, math.log(kept)) if kept else logs)

    def weigh(self, strand: Strand) -> None:
        """Bring the e-value of a strand up to date."""
        strand.log_e = float(strand.log_evidence(self._table[:1])[0])

    def next_strand(self) -> Strand:
        """Whose turn it is: a quarter of the draws go by the starting shares, most by evidence."""
        logs = np.array([s.log_e + math.log(s.share) for s in self.strands])
        posterior = np.exp(logs - logs.max())
        posterior /= posterior.sum()
        due = [
            math.inf if strand.closed else (strand.pairs + FIRST) / (strand.share + 3 * weight)
            for strand, weight in zip(self.strands, posterior.tolist(), strict=True)
        ]
        return self.strands[int(np.argmin(due))]

    def close(self, strand: Strand) -> None:
        """Draw no more at inputs that are refused; whoever has not bet yet takes the share over.

        Nothing was bet there, and the wealth of both is 1 to a share, so that none is made of it.
        """
        strand.closed = True
        heirs = [s for s in self.strands if not s.closed and not s.tracks]
        if heirs and not strand.tracks:
            heir = max(heirs, key=lambda s: s.share)
            heir.share, strand.share = heir.share + strand.share, LEAST_SHARE
            self._shares = np.array([s.share for s in self.strands])

    def prepare(self, strand: Strand) -> tuple[list[Classes], tuple[Partition, ...]]:
        """What the next round bets on, fixed before its draws are made."""
        classes = [track.classes(self._ratio) for track in strand.tracks]
        return classes, tuple(
            Partition(track.grid, c.table, c.count, None if i == 0 else BLOCK)
            for i, (track, c) in enumerate(zip(strand.tracks, classes, strict=True))
        )

    def settle(
        self, strand: Strand, classes: Sequence[Classes], count: int, tallies: Sequence[Tally]
    ) -> None:
        """Pay out the bets of a round, and learn from its draws."""
        for i, (track, partition) in enumerate(zip(strand.tracks, classes, strict=True)):
            joint = np.sum([tally.joint[i] for tally in tallies], axis=0)
            track.settle(self._table, partition.patterns(joint))
            for tally in tallies:
                track.here += tally.here[i]
                track.there += tally.there[i]
        strand.pairs += count
        for tally in tallies:
            strand.form = tally.form
            learn(tally.labels)
            _remember(strand, tally.sample)
            if tally.sample[0].ndim == 1 and tally.sample[0].dtype.kind in "iuf":
                strand.atoms.learn(*tally.sample)
        self._fit(strand)
        self._adopt(strand)
        self.weigh(strand)
        self.history.append((self.pairs, self.log_e))

    def _fit(self, strand: Strand) -> None:
        """Learn partitions from the sample, now and whenever it has grown much."""
        if strand.sample is None:
            return
        size = len(strand.sample[0])
        if strand.tracks and size < REFITS * strand.fitted:
            return
        here, there = strand.sample
        origin, ends = strand.pair.input, (strand.pair.input, strand.pair.neighbour)
        numeric = isinstance(origin, int | float)
        marks = [x + mark for x in ends for mark in self.landmarks] if numeric else self.landmarks
        base = float(origin) if numeric else 0.0
        given = [float(end) for end in ends if isinstance(end, int | float)]
        fitted = features(here, there, base, self.claim.sensitivity, marks, given, ends)
        claims = len(self.ladder.epsilon)
        tracks = []
        for i, (grid, share) in enumerate(fitted):
            track = Track.fresh(grid, share, claims)
            if strand.tracks:
                track.outcomes = strand.tracks[i].outcomes
                track.log_lead = strand.tracks[i].log_lead
            track.here += np.bincount(grid.bins(here), minlength=grid.size)
            track.there += np.bincount(grid.bins(there), minlength=grid.size)
            tracks.append(track)
        strand.tracks, strand.fitted, strand.adopted = tracks, size, 0

    def _adopt(self, strand: Strand) -> None:
        """Make bins of values that come again and stand out, now and then."""
        if strand.pairs < ADOPT * strand.adopted or not len(strand.atoms.values):
            return
        strand.adopted = strand.pairs
        atoms = strand.atoms
        for track in strand.tracks:
            if not (isinstance(track.grid, PointGrid) and track.grid.learns):
                continue
            found = atoms.standing_out(self._ratio, self.claim.delta, strand.pairs, MOST_ADOPTED)
            values = np.sort(found).tolist()
            seen = np.array([atoms.counts(value) for value in values], dtype=np.int64)
            seen = np.concatenate([seen.reshape(-1, 2), [[0, 0]]])
            seen[-1] = strand.pairs - seen.sum(axis=0)
            track.grid = PointGrid((*values,))
            track.here, track.there = seen.T.copy()

    def best(self) -> tuple[Strand, WitnessSet, bool] | None:
        """The pair of inputs and the set that won most, and whether they are to be swapped.

        None as long as nothing has been bet.
        """
        scored = []
        for strand in self.strands:
            for track in strand.tracks:
                won = track.log_wealth(self._table[:1])[0] + log_priors(
                    track.grid.ordered, track.grid.rare
                )
                kind, _, place = map(int, np.unravel_index(int(np.argmax(won)), won.shape))
                score = float(won.max()) + math.log(strand.share * track.share)
                scored.append((score, strand, track, kind, place))
        if not scored:
            return None
        _, strand, track, best_kind, place = max(scored, key=lambda entry: entry[0])
        first, second = track.bets(self._ratio).pair(place)
        swap = best_kind == BACKWARD
        if best_kind == BOTH:
            swap = self._gain(track.there, track.here, second) > self._gain(
                track.here, track.there, first
            )
        return strand, _named(track.grid.witness(second if swap else first), strand), swap

    def _gain(self, here: Counts, there: Counts, chosen: NDArray[np.bool_]) -> float:
        a, b = float(here[chosen].sum()), float(there[chosen].sum())
        gain = a - self._ratio * b - self.claim.delta * float(here.sum())
        return gain / math.sqrt(a + self._ratio**2 * b + 1)


def _named(chosen: WitnessSet, strand: Strand) -> WitnessSet:
    """The set of all failures, told by the names of those that were seen."""
    if chosen.view != Outcome() or strand.sample is None:
        return chosen
    codes = np.unique(np.concatenate([failures(draws) for draws in strand.sample]))
    return replace(chosen, view=Outcome(tuple(label_of(code) for code in codes[codes <= CODE])))


def _remember(strand: Strand, sample: tuple[Draws, Draws]) -> None:
    """Keep the first draws of a strand, up to a fixed number."""
    if strand.sample is None:
        strand.sample = sample
    elif len(strand.sample[0]) < SAMPLE:
        here, there = (
            np.concatenate([old, new])[:SAMPLE]
            for old, new in zip(strand.sample, sample, strict=True)
        )
        strand.sample = here, there
