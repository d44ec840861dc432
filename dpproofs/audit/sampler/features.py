"""Features: the partitions of the outputs of one pair of inputs on which bets are placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpproofs.audit.outcomes import CODE, failures, label_of
from dpproofs.audit.sampler.grids import EdgeGrid, EvenGrid, Grid, LabelGrid, LogGrid, PointGrid
from dpproofs.audit.sampler.sets import SHARE, places, views_between
from dpproofs.audit.sampler.views import (
    Coordinate,
    Fraction,
    Outcome,
    Output,
    Reduction,
    Residue,
    Score,
)
from dpproofs.audit.sampler.witness import labels_of
from dpproofs.audit.target import Draws

MOST_LABELS = 64
MOST_COORDINATES = 8
MOST_FAILURES = 8
TEETH = 64  # bins of a fractional part
MODULUS = 60  # residues modulo 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 and 60 are unions of these


def features(
    here: Draws,
    there: Draws,
    origin: float,
    period: float,
    landmarks: Sequence[float] = (),
    inputs: Sequence[float] = (),
    ends: Sequence[Any] = (),
) -> list[tuple[Grid, float]]:
    """Partitions to bet on, with the share of the evidence each starts with.

    Parameters
    ----------
    here, there
        First draws at the input and at its neighbour, which are not bet on.
    origin, period
        The input and the sensitivity, for fractional parts.
    landmarks
        Values of the output at which the distributions may have steps, edges or atoms; of vectors,
        distances from an input.
    inputs
        The two inputs, where they are numbers: a sampler may let them out as they are.
    ends
        The two inputs, whatever they are.
    """
    draws = np.concatenate([here, there])
    if draws.dtype.kind in "US":
        return [(LabelGrid(_labels(draws)), 1.0)]
    if draws.ndim == 2:
        return _between(here, there, ends, landmarks)
    grids: list[tuple[Grid, float]] = [(LogGrid.fitted(Output(), draws), 5.0)]
    if landmarks:
        grids.append((EdgeGrid(Output(), tuple(sorted(set(landmarks)))), 3.0))
    if draws.dtype.kind in "iu":
        grids.append((EvenGrid(Residue(MODULUS), MODULUS, MODULUS), 0.75))
    else:
        grids.append((EvenGrid(Fraction(origin, period), 1.0, TEETH), 0.75))
    grids.append((PointGrid(()), 4.5))
    if inputs:
        grids.append((PointGrid((*sorted(set(inputs)),), learns=False), 1.5))
    grids.append((_of_failures(draws), 2.0))
    return _shares(grids)


def _of_failures(draws: Draws) -> EvenGrid:
    """The ways to fail that were seen, the most frequent ones only."""
    codes, counts = np.unique(failures(draws), return_counts=True)
    seen = sorted(zip(counts.tolist(), codes.tolist(), strict=True), reverse=True)
    named = [label_of(code) for _, code in seen if code <= CODE][:MOST_FAILURES]
    count = len(named) + 2
    return EvenGrid(Outcome(tuple(named)), float(count), count, rare=True)


def _between(
    here: Draws, there: Draws, ends: Sequence[Any], radii: Sequence[float]
) -> list[tuple[Grid, float]]:
    """Of vectors; sets about the inputs go first where they are vectors as well."""
    grids, known = _of_vectors(here, there), places(ends, here.shape[1])
    if known is None:
        return grids
    draws = np.concatenate([here, there])
    about = [
        (LogGrid.fitted(view, draws), SHARE * share) for view, share in views_between(known, radii)
    ]
    return [*about, *((grid, (1 - SHARE) * share) for grid, share in grids)]


def _of_vectors(here: Draws, there: Draws) -> list[tuple[Grid, float]]:
    draws = np.concatenate([here, there])
    width = draws.shape[1]
    views = [Coordinate(i) for i in range(min(width, MOST_COORDINATES))]
    reductions = [Reduction(name) for name in ("sum", "max", "min", "argmax")] if width > 1 else []
    grids: list[tuple[Grid, float]] = [(LogGrid.fitted(view, draws), 1.0) for view in views]
    grids += [(LogGrid.fitted(view, draws), 0.5) for view in reductions]
    grids.append((_of_failures(draws), 0.25))
    grids.append((LogGrid.fitted(_score(here, there), draws), len(grids) / 2))
    grids.append((LabelGrid(_labels(draws)), len(grids) / 2))
    return _shares(grids)


def _score(here: Draws, there: Draws) -> Score:
    """The direction that separates first draws best, by ridge-regularised least squares."""
    draws = np.concatenate([here, there]).astype(float)
    draws = np.where(np.isfinite(draws), draws, 0.0)
    centre = np.median(draws, axis=0)
    spread = np.median(np.abs(draws - centre), axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    width = draws.shape[1]
    score = Score(tuple(centre.tolist()), tuple(scale.tolist()), (0.0,) * (2 * width))
    columns = score.features(draws)
    columns -= columns.mean(axis=0)
    side = np.repeat([1.0, -1.0], [len(here), len(there)])
    ridge = np.eye(2 * width) * len(draws) / 8
    weights = np.linalg.solve(columns.T @ columns + ridge, columns.T @ side)
    return Score(score.centre, score.scale, tuple(weights.tolist()))


def _labels(draws: Draws) -> tuple[str, ...]:
    """The most frequent outputs, in alphabetical order; those seen once only if few are seen."""
    values, counts = np.unique(labels_of(draws), return_counts=True)
    if len(values) > MOST_LABELS:
        values, counts = values[counts > 1], counts[counts > 1]
    kept = np.argsort(-counts, kind="stable")[:MOST_LABELS]
    return tuple(sorted(values[kept].tolist()))


def _shares(grids: list[tuple[Grid, float]]) -> list[tuple[Grid, float]]:
    total = sum(share for _, share in grids)
    return [(grid, share / total) for grid, share in grids]
