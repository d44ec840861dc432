"""Features: the partitions of the outputs of one pair of inputs on which bets are placed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.forms import IN_TEXT, Form
from dpproofs.auditing.labels import CODE, failures, label_of
from dpproofs.auditing.sampler.added import is_number
from dpproofs.auditing.sampler.grids import (
    RARE,
    TWOFOLD,
    UNITS,
    EdgeGrid,
    EvenGrid,
    Grid,
    LabelGrid,
    LogGrid,
    PointGrid,
)
from dpproofs.auditing.sampler.sets import SHARE, places, views_between
from dpproofs.auditing.sampler.views import (
    FINE,
    Coordinate,
    Duplicates,
    Equal,
    Fraction,
    NegativeZeros,
    Octave,
    Outcome,
    Output,
    Reduction,
    Residue,
    Score,
    Trait,
)
from dpproofs.auditing.sampler.witness import EXACT, labels_of
from dpproofs.auditing.target import Draws
from dpproofs.auditing.traits import TRAITS, traits_of

MOST_LABELS = 64
MOST_COORDINATES = 8
MOST_FAILURES = 8
BESIDE = 0.25  # of the capital, for what is beside the first entries
LEARNED, BEHIND = 3, 0.7  # entries behind them, and the weight of each
MOST_COMPARED = 256  # entries that are a label together
MOST_EQUAL = 1024  # numbers of an input that entries are compared with
FEWEST_ROWS, ENTRIES_LOOKED_AT = 64, 1 << 19
MOST_SCORED = 128  # coordinates that a score weighs
TOGETHER, BANDS = 4, 21  # octaves about an input in a bin, and bins
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
    form: Form | None = None,
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
    form
        That of the outcomes: it says which of the last columns are labels.
    """
    draws = np.concatenate([here, there])
    if draws.dtype.kind in "US":
        return [(LabelGrid(_labels(draws)), 1.0)]
    if draws.ndim == 2:
        return _of_rows(here, there, ends, landmarks, form or Form("vector", draws.shape[1]))
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
    lowest = math.frexp(period)[1] - FINE
    if len(inputs) == 2:
        count = TOGETHER * BANDS
        view = Octave(inputs[0], inputs[1], lowest, count - 1)
        grids.append((EvenGrid(view, 2.0 * count, 2 * BANDS, TWOFOLD), 2.0))
    grids.append((_of_failures(draws), 2.0))
    grids.append((LogGrid(NegativeZeros(), 0.0, *UNITS, points=(0.0,)), 0.25))
    return _shares(grids)


def _of_failures(draws: Draws) -> EvenGrid:
    """The ways to fail that were seen, the most frequent ones only."""
    codes, counts = np.unique(failures(draws), return_counts=True)
    seen = sorted(zip(counts.tolist(), codes.tolist(), strict=True), reverse=True)
    named = [label_of(code) for _, code in seen if code <= CODE][:MOST_FAILURES]
    count = len(named) + 2
    return EvenGrid(Outcome(tuple(named)), float(count), count, RARE)


def _between(
    here: Draws, there: Draws, ends: Sequence[Any], radii: Sequence[float], form: Form
) -> list[tuple[Grid, float]]:
    """Of vectors; sets about the inputs go first where they are vectors as well."""
    grids, known = _of_vectors(here, there, form), places(ends, here.shape[1])
    if known is None:
        return grids
    draws = np.concatenate([here, there])
    about = [
        (LogGrid.fitted(view, draws), SHARE * share) for view, share in views_between(known, radii)
    ]
    return [*about, *((grid, (1 - SHARE) * share) for grid, share in grids)]


def _of_rows(
    here: Draws, there: Draws, ends: Sequence[Any], radii: Sequence[float], form: Form
) -> list[tuple[Grid, float]]:
    """Of rows: what they have in front, entries behind it, equality to an input, and labels."""
    labels = traits_of(form)
    width = here.shape[1] - labels
    plain = width - form.later
    front = _between(here[:, :plain], there[:, :plain], ends, radii, form)
    beside = [
        *_behind(here[:, :width], there[:, :width], form),
        *_of_equality(ends, width, form),
        *_of_labels(here, there, labels),
    ]
    share = BESIDE if beside else 0.0
    return [
        *((g, (1 - share) * s) for g, s in front),
        *((g, share * s) for g, s in _shares(beside)),
    ]


def _behind(here: Draws, there: Draws, form: Form) -> list[tuple[Grid, float]]:
    """Entries that are not among the first ones: those that have told most so far."""
    width, draws = here.shape[1], np.concatenate([here, there])
    if width <= MOST_COORDINATES:
        return []
    scores = _all_apart(here, there)
    scores[:MOST_COORDINATES] = -1.0
    best = np.argsort(-scores, kind="stable")[:LEARNED]
    named = [Coordinate(int(i), form.said(int(i))) for i in best]
    return [(LogGrid.fitted(view, draws), BEHIND) for view in named]


def _all_apart(here: Draws, there: Draws) -> NDArray[np.float64]:
    """How far each column's draws at two inputs are apart: in the whole, or at a repeated value.

    So many draws are looked at as take no longer than a moment.
    """
    rows = max(FEWEST_ROWS, ENTRIES_LOOKED_AT // here.shape[1])
    sides = [np.nan_to_num(np.asarray(side[:rows], dtype=float)) for side in (here, there)]
    both = np.concatenate(sides)
    order = both.argsort(axis=0, kind="stable")
    ordered = np.take_along_axis(both, order, axis=0)
    excess = np.where(order < len(sides[0]), 1, -1).cumsum(axis=0)
    last = np.ones(both.shape, dtype=bool)  # of draws of one value
    last[:-1] = ordered[1:] != ordered[:-1]
    places = np.arange(1, len(both) + 1)[:, None]
    before = np.zeros(both.shape, dtype=np.intp)  # draws of smaller values
    before[1:] = np.maximum.accumulate(np.where(last, places, 0), axis=0)[:-1]
    padded = np.concatenate([np.zeros((1, both.shape[1]), dtype=excess.dtype), excess])
    own, total = excess - np.take_along_axis(padded, before, axis=0), places - before
    single = np.where(last & (total > 1), np.abs(own) / np.sqrt(total), 0.0).max(axis=0)
    whole = np.where(last, np.abs(excess), 0).max(axis=0) / math.sqrt(len(both))
    return np.asarray(np.maximum(single, 2 * whole))


def _of_equality(ends: Sequence[Any], width: int, form: Form) -> list[tuple[Grid, float]]:
    """Whether entries are equal to an input's, and to each other, and the signs of zeros."""
    if width < 2:
        return []
    here, there = ({*_numbers_of(end)} for end in ends) if len(ends) == 2 else (set(), set())
    alone = [tuple(sorted(a - b)[:MOST_EQUAL]) for a, b in ((here, there), (there, here))]
    found: list[tuple[Grid, float]] = []
    if any(alone):
        equal = Equal(alone[0], alone[1], width)
        found.append((LogGrid(equal, 0.0, *UNITS, points=(-1.0, 0.0, 1.0)), 1.0))
    if form.kind in {"vector", "list"}:
        found.append((LogGrid(Duplicates(width), 0.0, *UNITS, points=(0.0,)), 0.5))
    if form.kind == "vector":
        found.append((LogGrid(NegativeZeros(width), 0.0, *UNITS, points=(0.0,)), 0.5))
    return found


def _numbers_of(end: Any) -> list[float]:
    """The numbers in an input."""
    if isinstance(end, np.ndarray) and end.dtype.kind in "iuf":
        end = end.ravel().tolist()
    entries = end if isinstance(end, list | tuple) else [end]
    return [float(x) for x in entries if is_number(x) and abs(x) < EXACT]


def _of_labels(here: Draws, there: Draws, count: int) -> list[tuple[Grid, float]]:
    found: list[tuple[Grid, float]] = []
    draws, width = np.concatenate([here, there]), here.shape[1]
    for i, name in enumerate(TRAITS[:count]):
        column = draws[:, width - count + i]
        values, counts = np.unique(column[np.isfinite(column)], return_counts=True)
        if len(values) > MOST_LABELS:
            values, counts = values[counts > 1], counts[counts > 1]
        kept = np.argsort(-counts, kind="stable")[:MOST_LABELS]
        trait = Trait(width - count + i, name, (*map(int, values[kept]),))
        size = len(trait.codes) + 1
        found.append((EvenGrid(trait, float(size), size), 1.0))
    return found


def _noisy(draws: Draws, form: Form) -> tuple[int, ...]:
    """The columns that hold numbers; () for all of a vector of which nothing is missing.

    Of lists and texts these are entries with fractions, or else those that vary: others are
    lengths, words, and what stands for entries that there are none of.
    """
    there_is = np.isfinite(draws)
    if form.kind not in {"list", "text"} and there_is.all():
        return ()
    values = np.where(there_is, draws, 0.0).astype(float)
    columns = np.arange(draws.shape[1])
    ours = there_is.any(axis=0) & ((columns > 0) | (form.kind not in {"list", "text"}))
    ours &= (columns <= IN_TEXT) | (form.kind != "text")
    fractions = ours & (values % 1 != 0).any(axis=0)
    varying = ours & (draws != draws[0]).any(axis=0)
    found = next((each for each in (fractions, varying) if each.any()), ours)
    return (*map(int, np.flatnonzero(found)),)


def _of_vectors(here: Draws, there: Draws, form: Form) -> list[tuple[Grid, float]]:
    draws = np.concatenate([here, there])
    width = draws.shape[1]
    views = [Coordinate(i) for i in range(min(width, MOST_COORDINATES))]
    names = ("sum", "max", "min", "argmax") if width > 1 else ()
    reductions = [Reduction(name, width, _noisy(draws, form)) for name in names]
    grids: list[tuple[Grid, float]] = [(LogGrid.fitted(view, draws), 1.0) for view in views]
    grids += [(LogGrid.fitted(view, draws), 0.5) for view in reductions]
    grids.append((_of_failures(draws), 0.25))
    grids.append((LogGrid.fitted(_score(here, there), draws), len(grids) / 2))
    if width <= MOST_COMPARED:
        grids.append((LabelGrid(_labels(draws), width), len(grids) / 2))
    return _shares(grids)


def _score(here: Draws, there: Draws) -> Score:
    """The direction that separates first draws best, by ridge-regularised least squares.

    Of very many coordinates those are looked at that differ most one by one.
    """
    width = here.shape[1]
    places = np.arange(width)
    if width > MOST_SCORED:
        apart = _all_apart(here, there)
        places = np.sort(np.argsort(-apart, kind="stable")[:MOST_SCORED])
    whole = np.concatenate([here, there]).astype(float)
    whole = np.where(np.isfinite(whole), whole, 0.0)
    draws = whole[:, places]
    centre = np.median(draws, axis=0)
    spread = np.median(np.abs(draws - centre), axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    kept = len(places)
    ends = (*centre.tolist(),), (*scale.tolist(),)
    chosen = (*map(int, places),)
    columns = Score(*ends, (0.0,) * (2 * kept), chosen).features(whole)
    columns -= columns.mean(axis=0)
    side = np.repeat([1.0, -1.0], [len(here), len(there)])
    ridge = np.eye(2 * kept) * len(draws) / 8
    weights = np.linalg.solve(columns.T @ columns + ridge, columns.T @ side)
    return Score(*ends, tuple(weights.tolist()), chosen)


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
