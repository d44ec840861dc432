import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpproofs.auditing.sampler.features import features
from dpproofs.auditing.sampler.grids import (
    EdgeGrid,
    EvenGrid,
    LabelGrid,
    LogGrid,
    bins_of,
    repeated,
)
from dpproofs.auditing.sampler.sets import views_between
from dpproofs.auditing.sampler.views import Coordinate, Fraction, Output, Reduction, Residue
from dpproofs.auditing.sampler.witness import WitnessSet, merged

SAMPLES = {
    "laplace": lambda rng: rng.laplace(size=4000),
    "far away": lambda rng: 1e12 + rng.normal(size=4000),
    "wide": lambda rng: rng.standard_cauchy(size=4000) * 1e6,
    "integers": lambda rng: rng.geometric(0.2, size=4000) - rng.geometric(0.2, size=4000),
    "one value": lambda _: np.full(4000, 3.5),
    "an atom": lambda rng: np.where(rng.random(4000) < 0.5, 0.25, rng.uniform(-1, 1, 4000)),
    "infinities": lambda rng: np.where(rng.random(4000) < 0.1, np.inf, rng.normal(size=4000)),
}


def grids_for(draws):
    yield LogGrid.fitted(Output(), draws[:64])
    yield EdgeGrid(Output(), (-1.0, 0.0, 0.25, 2.0))
    yield EvenGrid(Fraction(0.0, 1.0), 1.0, 64)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_witness_set_contains_what_its_bins_contain(name, rng):
    draws = SAMPLES[name](rng)
    for grid in grids_for(draws):
        bins = grid.bins(draws)
        assert bins.min() >= 0
        assert bins.max() < grid.size
        chosen = rng.random(grid.size) < 0.5
        # All of them, but for draws that the distance from the centre rounds onto an edge.
        assert (grid.witness(chosen).contains(draws) == chosen[bins]).mean() > 0.99


def test_bins_are_in_the_order_of_the_line(rng):
    draws = np.sort(rng.laplace(size=1000) * 10)
    grid = LogGrid.fitted(Output(), draws[::20])
    assert (np.diff(grid.bins(draws)) >= 0).all()


def test_values_seen_often_are_bins_of_their_own(rng):
    draws = SAMPLES["an atom"](rng)
    assert repeated(np.sort(draws)) == (0.25,)
    grid = LogGrid.fitted(Output(), draws)
    assert (grid.bins(draws) == grid.line).sum() == (draws == 0.25).sum()


def test_bins_by_several_grids_are_those_by_each(rng):
    draws = rng.normal(size=(200, 4)).round(1)
    for value in (math.nan, math.inf, -math.inf, -0.0):
        draws[rng.random(draws.shape) < 0.1] = value
    draws[rng.random(200) < 0.1] = math.nan
    ends = (0.0,) * 4, (1.0, 0.0, 0.0, 0.5)
    grids = [LogGrid.fitted(view, draws) for view, _ in views_between(ends, (0.5, 1.0))]
    grids += [LogGrid.fitted(Coordinate(i), draws) for i in range(4)]
    grids.insert(3, LabelGrid(("(0.0, 0.0, 0.0, 0.0)",), 4))
    assert any(grid.points for grid in grids if isinstance(grid, LogGrid))
    for some in (grids, grids[:2]):
        for grid, bins in zip(some, bins_of(some, draws), strict=True):
            assert bins.tolist() == grid.bins(draws).tolist()


def test_categories_have_a_bin_each_and_one_for_all_others():
    grid = LabelGrid(("no", "yes"))
    draws = np.array(["yes", "no", "maybe"])
    assert grid.bins(draws).tolist() == [1, 0, 2]
    assert str(grid.witness(np.array([True, False, False]))) == "y in {no}"
    assert str(grid.witness(np.array([True, False, True]))) == "y not in {yes}"
    assert grid.witness(np.array([True, False, True])).contains(draws).tolist() == [0, 1, 1]
    assert LabelGrid(()).bins(draws).tolist() == [0, 0, 0]


def test_vectors_are_labelled_by_their_coordinates():
    grid = LabelGrid(("(0, 1)",))
    assert grid.bins(np.array([[0, 1], [1, 1]])).tolist() == [0, 1]


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 3)), max_size=8))
def test_merging_joins_neighbours_only(steps):
    intervals, start = [], 0.0
    for gap, length in steps:
        start += gap
        intervals.append((start, start + length))
        start += length
    joined = merged(intervals)
    assert all(low[1] < high[0] for low, high in itertools.pairwise(joined))
    assert sum(b - a for a, b in joined) == sum(b - a for a, b in intervals)


@pytest.mark.parametrize(
    ("witness", "kind", "text"),
    [
        (WitnessSet(intervals=((-np.inf, 1.5),)), "half-line", "y < 1.5"),
        (WitnessSet(intervals=((1.5, np.inf),)), "half-line", "y >= 1.5"),
        (WitnessSet(intervals=((0.0, 1.5),)), "interval", "0.0 <= y < 1.5"),
        (WitnessSet(intervals=((-np.inf, np.inf),)), "half-line", "any y"),
        (WitnessSet(points=(0.0,)), "points", "y in {0.0}"),
        (
            WitnessSet(intervals=((0.0, 2.0),), without=(1.0,)),
            "interval",
            "0.0 <= y < 2.0, but not",
        ),
        (WitnessSet(Coordinate(2), intervals=((0.0, 2.0), (3.0, 4.0))), "union", "y[2] < 2.0 or"),
        (WitnessSet(Reduction("max"), intervals=((0.0, 2.0),)), "interval", "max(y)"),
        (WitnessSet(Residue(60), intervals=((0.0, 2.0),)), "interval", "y mod 60"),
        (WitnessSet(Fraction(0, 1), intervals=((0.0, 0.5),)), "interval", "frac((y - 0)/1)"),
        (WitnessSet(), "points", "nothing"),
    ],
)
def test_a_set_can_be_read_by_people_and_programs(witness, kind, text):
    assert text in str(witness)
    document = witness.to_json()
    assert document["kind"] == kind
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_views_of_vectors(rng):
    draws = rng.normal(size=(50, 3))
    assert np.array_equal(Coordinate(1)(draws), draws[:, 1])
    assert np.array_equal(Reduction("argmax")(draws), draws.argmax(axis=1))
    assert Fraction(0.5, 2.0)(np.array([1.5, -0.5, np.inf])).tolist() == [0.5, 0.5, 0.0]
    assert Residue(60)(np.array([-1, 61])).tolist() == [59, 1]


@pytest.mark.parametrize(
    "draws",
    [
        np.random.default_rng(1).normal(size=60),
        np.random.default_rng(1).integers(0, 9, size=60),
        np.random.default_rng(1).normal(size=(60, 1)),
        np.random.default_rng(1).normal(size=(60, 12)),
        np.zeros((60, 3)),
        np.array(["a", "b"] * 30),
        np.array([str(k) for k in range(200)]),
    ],
    ids=["floats", "integers", "thin", "wide", "constant", "labels", "many labels"],
)
def test_every_kind_of_draw_has_partitions_whose_shares_add_up(draws):
    found = features(draws[:30], draws[30:], 0.0, 1.0, landmarks=(0.0, 1.0, 1.0))
    assert sum(share for _, share in found) == pytest.approx(1)
    for grid, _ in found:
        assert grid.bins(draws).max() < grid.size
        assert grid.bins(draws).min() >= 0


def test_a_score_separates_vectors_that_differ_in_a_direction(rng):
    here = rng.normal(size=(300, 4))
    there = rng.normal((0, 3, 0, -3), size=(300, 4))
    (grid,) = (
        grid for grid, _ in features(here, there, 0.0, 1.0)
        if str(getattr(grid, "view", "")) == "score(y)"
    )  # fmt: skip
    assert grid.view(here).mean() > grid.view(there).mean() + 1
