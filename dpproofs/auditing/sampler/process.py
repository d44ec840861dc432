"""The e-process: capital that cannot be expected to grow as long as the claim is true.

A part of the capital is that of a bettor who takes the output for the input plus noise. The rest is
shared among pairs of inputs, among partitions of the outputs, among ways to propose a set and among
stakes; a part of it follows what has won most. Each share is a product of
e-variables, so their weighted mean is an e-process, and by Ville's inequality it reaches 1/alpha
with probability alpha at most, whenever one looks. The same draws are bet against a ladder of other
claims, for lower bounds on epsilon and delta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.labels import learn
from dpproofs.auditing.sampler.added import AddedNoise, Plan, is_number
from dpproofs.auditing.sampler.bets import (
    log_factors,
    log_mixture,
)
from dpproofs.auditing.sampler.direct import Direct, Weights
from dpproofs.auditing.sampler.divergences import Divergences, Tangents, most_telling
from dpproofs.auditing.sampler.features import features
from dpproofs.auditing.sampler.grids import PointGrid
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import BLOCK, Partition, Tally
from dpproofs.auditing.sampler.track import ALL, Claims, Lot, Track, alike
from dpproofs.auditing.target import Draws, Pair

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

FIRST = 4  # pairs of numbers that are looked at before anything is bet, when noise is known
LOOK = 20  # ... of other things, which show less of themselves, or where there is no answer
ADDED = 0.65  # of the capital, for bets on noise that is added to numbers
CURVE = 0.5  # of the capital, for bets on Renyi divergences, where the claim bounds these
SAYS = 3.0  # log of the weight of that bettor, to its capital, in where draws are made, at first
SOON = 200  # pairs after which it has half of it
LEAST_SHARE = 1e-300  # of a pair of inputs that is left out: its log is a number
ADOPT = 1.04  # growth of the draws after which values that come again are looked at
MOST_ADOPTED = 32
UNLIKE = 0.9  # of outcomes came once: what is left shows nothing
AGAIN = 1.25  # growth of the draws of noise after which it is asked anew where it shows most
REFITS = 16  # a partition is learned anew each time the sample has grown this many times over


@dataclass(frozen=True)
class Round:
    """What a round bets on, fixed before its draws are made.

    Attributes
    ----------
    tracks
        Whose draws are counted.
    lots
        The bets on those that have draws in more than one bin: nothing is bet on others.
    plan
        The bet on added noise; None where outputs or inputs are no numbers.
    tangents
        Those on Renyi divergences; None where the claim bounds none.
    direct
        The bet on numbers at inputs that are none; None elsewhere.
    """

    tracks: tuple[Track, ...]
    lots: tuple[Lot, ...]
    plan: Plan | None
    tangents: Tangents | None = None
    direct: Weights | None = None

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """What is to be counted."""
        bets = {p: (t, lot.bets.runs) for lot in self.lots for p, t in lot.tables()}
        none = [(np.zeros(track.grid.size, dtype=np.uint16), 1) for track in self.tracks]
        found = [
            Partition(track.grid, *bets.get(i, none[i]), BLOCK if i else None)
            for i, track in enumerate(self.tracks)
        ]
        others = self.tangents, self.plan, self.direct
        return (*found, *(bet.partition for bet in others if bet is not None))


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
    spare
        The weight that is kept for pairs of inputs which a search finds.

    Attributes
    ----------
    scanned
        Pairs drawn in that search, which are bet on by nobody.
    """

    def __init__(
        self,
        claim: PrivacyClaim,
        pairs: Sequence[Pair],
        shares: Sequence[float],
        landmarks: Sequence[float] = (),
        part: tuple[float, float] = (1.0, 0.0),
        spare: float = 0.0,
    ) -> None:
        self.claim = claim
        self.part = part
        self.spare, self.scanned = spare, 0
        self.landmarks = tuple(landmarks)
        self.ladder = Ladder.of(claim)
        self.divergences = () if claim.stated is None else claim.stated.divergences
        self.strands = [Strand(p, w) for p, w in zip(pairs, shares, strict=True)]
        self.history: list[tuple[int, float]] = []
        self.added: AddedNoise | None = None
        self.favourite: int | None = None  # where that bettor expects to win most, and ...
        self.looked = 0  # ... the draws of noise that it knew when it last looked
        self._shares = np.array([strand.share for strand in self.strands])
        self.table = log_factors(self.ladder.epsilon, self.ladder.delta)

    @property
    def pairs(self) -> int:
        """Pairs drawn so far, those that were only looked at included."""
        return sum(strand.pairs for strand in self.strands) + self.scanned

    @property
    def usual_form(self) -> Form | None:
        """That of the first inputs, where outcomes are labels or texts there: it is so everywhere.

        At others fewer outcomes are looked at before it is told.
        """
        form = self.strands[0].form
        return form if form is not None and form.kind in {"label", "text"} else None

    @property
    def unlike(self) -> bool:
        """Whether outcomes are labels of which hardly any came twice: then none was bet on."""
        labelled = [s for s in self.strands if s.form == Form("label") and s.tracks]
        pairs = sum(strand.pairs for strand in labelled)
        others = sum(int(s.tracks[0].here[-1] + s.tracks[0].there[-1]) for s in labelled)
        alone = len(labelled) == sum(bool(s.tracks) for s in self.strands)
        return alone and others > 2 * UNLIKE * pairs

    def log_evidence(self, claims: Claims = ALL) -> Array:
        """log of the e-value against each claim of the ladder, or some of them."""
        logs = [strand.log_evidence(self.table, claims) for strand in self.strands]
        added = None if self.added is None else self.added.log_wealth[claims]
        return self._with_kept(self._on_sets(np.stack(logs, axis=-1), added))

    def bounds(self, alpha: float) -> tuple[float, float]:
        """What epsilon and delta are at least, each at level alpha.

        As mostly the weakest claims tell all, others are looked at only when these are refuted,
        where bettors are still to be paid for them.
        """
        ladder, logs = self.ladder, np.full(len(self.table), -math.inf)
        owing = any(track.due for strand in self.strands for track in strand.tracks)
        left, step = [[*ladder.epsilons], [*ladder.deltas]], 1 if owing else len(logs)
        claims = [*zip(ladder.epsilon.tolist(), ladder.delta.tolist(), strict=True)]
        while asked := [place for side in left for place in side[:step]]:
            logs[asked] = self.log_evidence([claims.index(claims[place]) for place in asked])
            refuted = logs >= -math.log(alpha)
            left = [side[step:] if refuted[side[:step]].all() else [] for side in left]
            step *= 8
        epsilon = ladder.bound(ladder.epsilons, ladder.epsilon, logs, alpha)
        return epsilon, ladder.bound(ladder.deltas, ladder.delta, logs, alpha)

    @property
    def log_e(self) -> float:
        """log of the e-value against the claim under audit."""
        added = None if self.added is None else self.ladder.against(self.added.log_wealth)
        logs = self._on_sets(np.array([strand.log_e for strand in self.strands]), added)
        if self.divergences:
            logs = np.logaddexp(math.log(1 - CURVE) + logs, math.log(CURVE) + self.log_e_of_curve)
        return float(self._with_kept(logs))

    @property
    def log_e_of_curve(self) -> float:
        """log of the e-value of the bets on Renyi divergences alone."""
        logs = [0.0 if s.divergences is None else s.divergences.log_e for s in self.strands]
        return float(np.logaddexp(log_mixture(np.array(logs), self._shares), _log(self.spare)))

    def leading_of_curve(self) -> Strand | None:
        """Where the bets on Renyi divergences won most; None where they won nothing."""
        won = [s for s in self.strands if s.divergences is not None and s.divergences.log_e > 0]
        return max(won, key=lambda s: s.divergences.log_e + math.log(s.share), default=None)  # type: ignore[union-attr]  # as above

    def _on_sets(self, each: Array, added: Array | None) -> Array:
        """Of the bets at all inputs, with those on added noise against the same claims."""
        logs = log_mixture(each, self._shares)
        if self.spare:
            logs = np.logaddexp(logs, math.log(self.spare))
        if added is None:
            return logs
        return np.logaddexp(math.log(1 - ADDED) + logs, math.log(ADDED) + added)

    def _with_kept(self, logs: Array) -> Array:
        """With what is kept for another start."""
        bet, kept = self.part
        logs = logs + math.log(bet)
        return np.asarray(np.logaddexp(logs, math.log(kept)) if kept else logs)

    def weigh(self, strand: Strand) -> None:
        """Bring the e-value of a strand up to date."""
        logs = strand.log_evidence(self.table, slice(self.ladder.count))
        strand.log_e = float(self.ladder.against(logs))

    def next_strand(self) -> Strand:
        """Whose turn it is: a quarter of the draws go by the starting shares, most by evidence.

        The bettor on added noise has a say as well, by its capital: where it expects to win most.
        Inputs that seem to be refused are tried again at once.
        """
        if len(self.strands) == 1:
            return self.strands[0]
        for strand in self.strands:
            if strand.pairs and not (strand.tracks or strand.closed):
                return strand
        logs = np.array([s.log_e + math.log(s.share) for s in self.strands])
        if self.divergences:
            curve = [0.0 if s.divergences is None else s.divergences.log_e for s in self.strands]
            logs = np.logaddexp(logs, np.array(curve) + np.log(self._shares))
        self._look_for_favourite()
        favourite = self.favourite
        if self.added is not None and favourite is not None:
            says = SAYS - math.log1p(self.pairs / SOON)
            says += float(self.ladder.against(self.added.log_wealth))
            logs[favourite] = np.logaddexp(logs[favourite], says)
        posterior = np.exp(logs - logs.max())
        posterior /= posterior.sum()
        due = [
            math.inf if strand.closed else (strand.pairs + FIRST) / (strand.share + 3 * weight)
            for strand, weight in zip(self.strands, posterior.tolist(), strict=True)
        ]
        return self.strands[int(np.argmin(due))]

    def _look_for_favourite(self) -> None:
        """The inputs at which the bettor on added noise expects to win most, now and then."""
        if self.added is None or self.added.seen < AGAIN * self.looked:
            return
        self.looked = self.added.seen
        ours = [
            i
            for i, s in enumerate(self.strands)
            if not s.closed and is_number(s.pair.input) and is_number(s.pair.neighbour)
        ]
        pairs = [self.strands[i].pair for i in ours]
        best = self.added.best_shift([pair.neighbour - pair.input for pair in pairs])
        self.favourite = None if best is None else ours[best]

    def point(self, pairs: Sequence[Pair]) -> None:
        """Bet at more pairs of inputs, with the weight that was kept for them."""
        if pairs:
            self.strands += [Strand(pair, self.spare / len(pairs)) for pair in pairs]
            self._shares = np.array([strand.share for strand in self.strands])
            self.spare = 0.0

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

    def prepare(self, strand: Strand) -> Round:
        """What the next round bets on, fixed before its draws are made."""
        plan = direct = None
        if strand.direct is not None:
            direct = strand.direct.plan(strand.tracks[0])
        elif self.added is not None and strand.may_have_noise:
            plan = self.added.plan(strand.pair.input, strand.pair.neighbour)
        tracks = (*strand.tracks,)
        if self.ladder.count == 1:
            ratios = [float(self.ladder.ratios[0])] * len(tracks)
        else:
            ratios = [self.ratio_on(track) for track in tracks]
        places = alike(tracks, lambda track: (track.apart, track.grid.ordered))
        lots = (*(Lot.of(tracks, ratios, own) for own in places if tracks[own[0]].apart),)
        curve = None
        if strand.divergences is not None and strand.tracks:
            curve = strand.divergences.plan(most_telling(strand.tracks))
        return Round(tracks, lots, plan, curve, direct)

    def ratio_on(self, track: Track) -> float:
        """The ratio for which sets of a partition are learned."""
        return float(self.ladder.ratios[track.leading(self.ladder)])

    def settle(self, strand: Strand, bets: Round, count: int, tallies: Sequence[Tally]) -> None:
        """Pay out the bets of a round, and learn from its draws."""
        joint = [sum(counts) for counts in zip(*(tally.joint for tally in tallies), strict=True)]
        for lot in bets.lots:
            lot.settle(self.table, self.ladder.count, np.stack([joint[i] for i in lot.places]))
        for i, track in enumerate(strand.tracks):
            for tally in tallies:
                track.here += tally.here[i]
                track.there += tally.there[i]
        if strand.divergences is not None and bets.tangents is not None:
            strand.divergences.settle(bets.tangents, joint[len(bets.tracks)])
        if strand.direct is not None and bets.direct is not None:
            strand.direct.settle(bets.direct, joint[-1])
        elif bets.plan is not None:
            self.settle_added(bets.plan, tallies)
            self.learn_noise(
                strand,
                *(
                    np.sum([counts[-1] for counts in each], axis=0)
                    for each in ([t.here for t in tallies], [t.there for t in tallies])
                ),
            )
        strand.pairs += count
        for tally in tallies:
            strand.form, strand.mixed = tally.form, strand.mixed or tally.mixed
            learn(tally.labels)
            strand.remember(tally.sample)
            if tally.sample[0].ndim == 1 and tally.sample[0].dtype.kind in "iuf":
                strand.atoms.learn(*tally.sample)
        self._fit(strand)
        self._adopt(strand)
        self.weigh(strand)
        self.history.append((self.pairs, self.log_e))

    def settle_added(self, plan: Plan, tallies: Sequence[Tally]) -> None:
        """Pay out the bet on added noise, whatever becomes of the inputs."""
        if self.added is not None:
            self.added.settle(plan, np.sum([tally.joint[-1] for tally in tallies], axis=0))

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
        given = [float(end) for end in ends if is_number(end)]
        fitted = features(
            here, there, base, self.claim.sensitivity, marks, given, ends, strand.form
        )
        claims = len(self.ladder.epsilon)
        tracks = []
        for i, (grid, share) in enumerate(fitted):
            track = Track.fresh(grid, share, claims)
            if strand.tracks:
                track.outcomes = strand.tracks[i].outcomes
                track.log_lead, track.paid = strand.tracks[i].log_lead, strand.tracks[i].paid
                track.due = strand.tracks[i].due
            track.here += np.bincount(grid.bins(here), minlength=grid.size)
            track.there += np.bincount(grid.bins(there), minlength=grid.size)
            tracks.append(track)
        if strand.noise is None and strand.numeric:
            self._look_at_noise(strand, here, there)
        strand.tracks, strand.fitted, strand.adopted = tracks, size, 0
        if strand.divergences is None and self.divergences:
            strand.divergences = Divergences(self.divergences)
        if strand.direct is None and not strand.noise and _on_a_line(strand):
            strand.direct = Direct(self.ladder)

    def _look_at_noise(self, strand: Strand, here: Draws, there: Draws) -> None:
        """Learn noise from first draws, which are not bet on; the very first say of what kind."""
        if self.added is None:
            if any(s.tracks for s in self.strands):
                return
            whole = here.dtype.kind in "iu" and there.dtype.kind in "iu"
            self.added = AddedNoise(self.claim, self.ladder, whole=whole)
        grid = self.added.grid(strand.pair.input)
        counts = (np.bincount(grid.bins(draws), minlength=grid.size) for draws in (here, there))
        self.learn_noise(strand, *counts)

    def learn_noise(self, strand: Strand, here: Counts, there: Counts) -> None:
        """Learn from draws of noise at a strand, by the bins of its bettor."""
        if self.added is not None:
            pair = strand.pair
            self.added.learn(here, there, pair.neighbour - pair.input)
            strand.noise = (
                (here, there)
                if strand.noise is None
                else (strand.noise[0] + here, strand.noise[1] + there)
            )

    def _adopt(self, strand: Strand) -> None:
        """Make bins of values that come again and stand out, now and then."""
        if strand.pairs < ADOPT * strand.adopted or not len(strand.atoms.values):
            return
        strand.adopted = strand.pairs
        atoms = strand.atoms
        for track in strand.tracks:
            if not (isinstance(track.grid, PointGrid) and track.grid.learns):
                continue
            place = track.leading(self.ladder)
            ratio, delta = float(self.ladder.ratios[place]), float(self.ladder.delta[place])
            found = atoms.standing_out(ratio, delta, strand.pairs, MOST_ADOPTED)
            values = np.sort(found).tolist()
            seen = np.array([atoms.counts(value) for value in values], dtype=np.int64)
            seen = np.concatenate([seen.reshape(-1, 2), [[0, 0]]])
            seen[-1] = strand.pairs - seen.sum(axis=0)
            track.divide(PointGrid((*values,)), *seen.T.copy())


def _log(share: float) -> float:
    return math.log(share) if share else -math.inf


def _on_a_line(strand: Strand) -> bool:
    """Whether outcomes are numbers, and inputs are none."""
    first = strand.sample and strand.sample[0]
    numbers = isinstance(first, np.ndarray) and first.ndim == 1 and first.dtype.kind in "iuf"
    return numbers and not is_number(strand.pair.input)
