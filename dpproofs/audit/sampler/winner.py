"""The set that won most: what is measured anew on fresh draws, and shown."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dpproofs.audit.outcomes import CODE, failures, label_of
from dpproofs.audit.sampler.added import AddedNoise
from dpproofs.audit.sampler.bets import BACKWARD, BOTH, log_priors
from dpproofs.audit.sampler.process import ADDED, EProcess
from dpproofs.audit.sampler.strand import Strand, Track
from dpproofs.audit.sampler.views import Coordinate, Outcome
from dpproofs.audit.sampler.witness import WitnessSet

Counts = NDArray[np.int64]
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
    if added is not None and (looked := _where_noise_won(process)) is not None:
        alone = float(added.log_wealth[0]) + math.log(ADDED / (1 - ADDED))
        if alone > most + AHEAD:
            return _of_added(process, looked, added)
    first, second = track.bets(process.ratio).pair(place)
    swap = kind == BACKWARD
    if kind == BOTH:
        here, there = track.here, track.there
        swap = _gain(process, there, here, second) > _gain(process, here, there, first)
    return strand, _named(track.grid.witness(second if swap else first), strand), swap


def _won(process: EProcess, strand: Strand, track: Track) -> tuple[float, int, int]:
    """log of what the best bet of a track won, its kind and its place."""
    priors = log_priors(track.grid.ordered, track.grid.rare)
    won = track.log_wealth(process.table[:1])[0] + priors
    kind, _, place = map(int, np.unravel_index(int(np.argmax(won)), won.shape))
    return float(won.max()) + math.log(strand.share * track.share), kind, place


def _where_noise_won(process: EProcess) -> Strand | None:
    """Where the bettor on added noise expects to win most, or else where most was drawn."""
    looked = {i: s for i, s in enumerate(process.strands) if s.tracks and s.noise is not None}
    if process.favourite in looked:
        return looked[process.favourite]
    return max(looked.values(), key=lambda strand: strand.pairs, default=None)


def _of_added(process: EProcess, strand: Strand, added: AddedNoise) -> Winner:
    plan = added.plan(strand.pair.input, strand.pair.neighbour)
    here, there = strand.noise or (np.zeros(0, dtype=np.int64),) * 2
    first, second = plan.sets
    swap = _gain(process, there, here, second) > _gain(process, here, there, first)
    return strand, _named(plan.grid.witness(second if swap else first), strand), swap


def _gain(process: EProcess, here: Counts, there: Counts, chosen: NDArray[np.bool_]) -> float:
    a, b = float(here[chosen].sum()), float(there[chosen].sum())
    gain = a - process.ratio * b - process.claim.delta * float(here.sum())
    return gain / math.sqrt(a + process.ratio**2 * b + 1)


def _named(chosen: WitnessSet, strand: Strand) -> WitnessSet:
    """The set in words: of failures the names of those that were seen, of columns what they are."""
    if isinstance(chosen.view, Coordinate) and strand.form is not None:
        column = strand.form.said(chosen.view.index)
        return replace(chosen, view=replace(chosen.view, column=column))
    if chosen.view != Outcome() or strand.sample is None:
        return chosen
    codes = np.unique(np.concatenate([failures(draws) for draws in strand.sample]))
    return replace(chosen, view=Outcome(tuple(label_of(code) for code in codes[codes <= CODE])))
