"""The set that won most: what is measured anew on fresh draws, and shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.labels import CODE, failures, label_of
from dpproofs.auditing.sampler.added import AddedNoise
from dpproofs.auditing.sampler.bets import BACKWARD, BOTH, log_priors
from dpproofs.auditing.sampler.process import ADDED, EProcess
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import Partition, Tally
from dpproofs.auditing.sampler.track import Track, log_wealth
from dpproofs.auditing.sampler.views import Coordinate, Outcome
from dpproofs.auditing.sampler.witness import WitnessSet

Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]
Winner = tuple[Strand, WitnessSet, bool]

AHEAD = 3.0  # log of the capital by which a set of added noise has to lead: others are simpler


def winner(process: EProcess) -> Winner | None:
    """The pair of inputs and the set that won most, and whether the inputs are to be swapped.

    None as long as nothing has been bet.
    """
    scored = [
        (*_won(process, strand, track), strand, track)
        for strand in process.strands
        for track in strand.tracks
    ]
    if not scored:
        return None
    most, kind, place, strand, track = max(scored, key=lambda entry: entry[0])
    added = process.added
    if added is not None:
        alone = float(process.ladder.against(added.log_wealth)) + math.log(ADDED / (1 - ADDED))
        if alone > most + AHEAD and (found := _of_added(process, added)) is not None:
            return found
    bets = track.bets(process.ratio_on(track))
    gains = _gains(process, track.here, track.there, bets.pair(place))
    swap = kind == BACKWARD or (kind == BOTH and gains[1] > gains[0])
    if gains[swap] <= 0:  # sets are learned anew each round, and this one shows nothing any more
        others = [
            _gains(process, track.here, track.there, bets.pair(other))
            for other in range(len(track.outcomes))
        ]
        place = max(range(len(others)), key=lambda other: max(others[other]))
        if max(others[place]) <= 0:
            return clearest(process, strand)
        swap = others[place][1] > others[place][0]
    return strand, _named(track.grid.witness(bets.pair(place)[swap]), strand), swap


def clearest(process: EProcess, strand: Strand) -> Winner:
    """The set that shows most by past draws at a pair of inputs, whatever was won on it."""
    shown = [
        (*max((gain, bool(side)) for side, gain in enumerate(gains)), track, sets)
        for track in strand.tracks
        for bets in [track.bets(process.ratio_on(track))]
        for place in range(len(track.outcomes))
        for sets in [bets.pair(place)]
        for gains in [_gains(process, track.here, track.there, sets)]
    ]
    _, swap, track, sets = max(shown, key=lambda each: each[0])
    return strand, _named(track.grid.witness(sets[swap]), strand), swap


def learn_more(process: EProcess, strand: Strand, tallied: Callable[..., Tally]) -> None:
    """Learn the sets of a strand from more draws, which are bet on by nobody.

    ``tallied`` makes these draws and counts them in partitions.
    """
    grids = [track.grid for track in strand.tracks]
    if strand.noise is not None and process.added is not None:
        grids.append(process.added.grid(strand.pair.input))
    tally = tallied([Partition(g, np.zeros(g.size, dtype=np.uint16), 1) for g in grids])
    for track, here, there in zip(strand.tracks, tally.here, tally.there, strict=False):
        track.here += here
        track.there += there
    if len(grids) > len(strand.tracks):
        process.learn_noise(strand, tally.here[-1], tally.there[-1])


def _won(process: EProcess, strand: Strand, track: Track) -> tuple[float, int, int]:
    """log of what the best bet of a track won, its kind and its place."""
    priors = log_priors(track.grid.ordered, track.grid.rare)
    won = log_wealth(process.table[: process.ladder.count], track.outcomes[None])[0] + priors
    _, kind, _, place = map(int, np.unravel_index(int(np.argmax(won)), won.shape))
    return float(won.max()) + math.log(strand.share * track.share), kind, place


def _of_added(process: EProcess, added: AddedNoise) -> Winner | None:
    """The set of the bettor on added noise at the inputs at which it shows most of all."""
    shown: list[tuple[float, Strand, WitnessSet, bool]] = []
    for strand in process.strands:
        if not strand.tracks or strand.noise is None:
            continue
        plan = added.plan(strand.pair.input, strand.pair.neighbour)
        gains = _gains(process, *strand.noise, (plan.sets[0], plan.sets[1]))
        swap = gains[1] > gains[0]
        shown.append((max(gains), strand, plan.grid.witness(plan.sets[int(swap)]), swap))
    if not shown:
        return None
    _, strand, chosen, swap = max(shown, key=lambda entry: entry[0])
    return strand, _named(chosen, strand), swap


def _gains(
    process: EProcess, here: Counts, there: Counts, sets: tuple[Mask, Mask]
) -> tuple[float, float]:
    """By how much the draws at the input are more in S than claimed, in deviations, and T's."""
    first, second = sets
    return _gain(process, here, there, first), _gain(process, there, here, second)


def _gain(process: EProcess, here: Counts, there: Counts, chosen: Mask) -> float:
    a, b = float(here[chosen].sum()), float(there[chosen].sum())
    ratio, delta = process.ladder.ratios, process.ladder.delta[: process.ladder.count]
    gain = a - ratio * b - delta * float(here.sum())
    return float(np.max(gain / np.sqrt(a + ratio**2 * b + 1)))


def _named(chosen: WitnessSet, strand: Strand) -> WitnessSet:
    """The set in words: of failures the names of those that were seen, of columns what they are."""
    if isinstance(chosen.view, Coordinate) and chosen.view.column:
        return chosen
    if isinstance(chosen.view, Coordinate) and strand.form is not None:
        column = strand.form.said(chosen.view.index)
        return replace(chosen, view=replace(chosen.view, column=column))
    if chosen.view != Outcome() or strand.sample is None:
        return chosen
    codes = np.unique(np.concatenate([failures(draws) for draws in strand.sample]))
    return replace(chosen, view=Outcome(tuple(label_of(code) for code in codes[codes <= CODE])))
