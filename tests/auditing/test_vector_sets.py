"""Random sets in R^d: what they are, and that noise for the wrong norm is found by them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import dpproofs as dp
from benchmarks.vectors import CASES, pairs_needed
from dpproofs.auditing import neighbours
from dpproofs.auditing.sampler.features import features
from dpproofs.auditing.sampler.sets import (
    Along,
    Corner,
    Distance,
    Nearer,
    Steps,
    places,
    views_between,
)
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.target import Pair, TargetError
from dpproofs.auditing.targets import find
from dpproofs.auditing.targets.callables import target_of
from dpproofs.kernel.errors import BadInput

HERE, THERE = (1.0, -2.0, 0.0), (2.0, -2.0, 1.0)
POINTS = np.array([[1.0, -2.0, 0.0], [2.0, -2.0, 1.0], [4.0, 2.0, 0.5], [math.nan, 0.0, math.inf]])


@pytest.mark.parametrize(("norm", "order"), [("l1", 1), ("l2", 2), ("linf", math.inf)])
def test_distances_and_their_differences(norm, order):
    near, far = (np.linalg.norm(POINTS[:3] - place, order, axis=1) for place in (HERE, THERE))
    assert np.allclose(Distance(norm, HERE)(POINTS)[:3], near)
    assert Distance(norm, HERE)(POINTS)[3] == math.inf
    assert np.allclose(Nearer(norm, HERE, THERE)(POINTS)[:3], far - near, atol=1e-4)
    assert Nearer(norm, HERE, THERE)(POINTS)[3] == 0
    radii = (0.5, 1.5, 4.5)
    levels = [(distance[:, None] > radii).sum(axis=1) for distance in (near, far)]
    assert Steps(norm, HERE, THERE, radii)(POINTS)[:3].tolist() == (levels[1] - levels[0]).tolist()


def test_half_spaces_and_products():
    assert Along((1.0, 0.0, 2.0))(POINTS).tolist() == [1, 4, 5, 0]
    # Where neither the first coordinate is below 1 nor the third above 0.
    assert Corner(HERE, (1.0, 0.0, -1.0))(POINTS[:3]).tolist() == [0, -1, -0.5]


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (Nearer("l2", (0.0, 0.0), (1.0, 0.5)), "|y - (1, 0.5)|_2 - |y - (0, 0)|_2"),
        (Distance("linf", (0.0,) * 9), "|y - (0, 0, ..., 0)|_inf"),
        (Steps("l1", (0.0,), (1.0,), (0.5,)), "steps(|y - (1)|_1) - steps(|y - (0)|_1)"),
        (Along((1.0, -2.5)), "(1, -2.5).y"),
        (Corner((0.0, 1.0, 2.0), (1.0, 0.0, -1.0)), "min((y[0] - 0), -(y[2] - 2))"),
    ],
)
def test_a_set_is_written_with_its_places(view, text):
    assert str(view) == text


def test_shares_add_up_and_the_direction_of_the_shift_is_there():
    for radii in ((), (0.5, 1.5)):
        found = views_between([HERE, THERE], radii)
        assert math.isclose(sum(share for _, share in found), 1)
        assert Along((1.0, 0.0, 1.0)) in [view for view, _ in found]
        assert any(isinstance(view, Steps) for view, _ in found) == bool(radii)
        assert all(str(view) for view, _ in found)
    rng = np.random.default_rng(0)
    here, there = rng.normal(size=(2, 50, 3))
    grids = features(here, there, 0.0, 1.0, ends=(HERE, THERE))
    assert math.isclose(sum(share for _, share in grids), 1)
    without = features(here, there, 0.0, 1.0, ends=({"a": 1}, {"a": 2}))
    assert len(without) < len(grids)


@pytest.mark.parametrize(
    "pair", [(1.0, 2.0), ([1, 2], [1, 3]), ("ab", "abc"), (HERE, HERE), (HERE, (1, 2, "x"))]
)
def test_inputs_that_are_no_vectors_of_that_length_have_no_places(pair):
    assert places(pair, 3) is None


def test_where_differences_tie_the_last_bits_do_not_show():
    """Far from both, one coordinate decides: then the difference in linf is 1 up to rounding."""
    noise = np.random.default_rng(1).uniform(-5, 5, (4000, 3))
    noise[:, 0] = 20 + np.abs(noise[:, 0])
    view = Nearer("linf", (0.0,) * 3, (1.0,) * 3)
    assert np.unique(view(noise)).tolist() == np.unique(view(noise + 1.0)).tolist() == [-1.0]


def test_a_mechanism_for_vectors_is_a_target_with_neighbours_in_its_norm():
    noise = dp.VectorStaircase(1, 2, dimension=3, norm="linf")
    target = target_of(noise, dp.PrivacyClaim(1, 0, 2))
    assert (target.dimension, target.norm, target.seeded) == (3, "linf", True)
    first = target.pairs(dp.PrivacyClaim(1, 0, 2))[0]
    assert np.abs(np.subtract(first.neighbour, first.input)).max() <= 2
    assert np.allclose(target.landmarks()[:2], 2 * (np.arange(2) + noise.gamma))
    draws = target.draw((1.0, 2.0, 3.0), 5, np.random.default_rng(3))
    noise_alone = noise.sample(5, rng=np.random.default_rng(3))
    assert np.array_equal(draws, noise_alone + np.array([1, 2, 3]))
    for value in (1.0, (1.0, 2.0), (1.0, 2.0, math.nan), "abc"):
        with pytest.raises(TargetError, match="no vector of 3 finite numbers"):
            target.draw(value, 1, np.random.default_rng(3))


def test_one_coordinate_is_a_vector_too():
    noise = dp.KNorm(1, dimension=1)
    report = dp.audit(noise, epsilon=0.5, max_draws=3000)
    assert report.verdict == "violation"


def test_by_name():
    claim = dp.PrivacyClaim(1.5, 0, 1)
    target = find("dpproofs:KNorm", claim, {"dimension": 4, "norm": "l1"})
    assert (target.dimension, target.norm) == (4, "l1")
    with pytest.raises(BadInput, match="one of l1, l2, linf"):
        find("dpproofs:KNorm", claim, {"dimension": 4, "norm": "l7"})


def test_pairs_have_weights():
    pairs = neighbours.vectors([[0.0] * 4], 1.0, "l2")
    assert math.isclose(sum(pair.weight for pair in pairs), 1)
    assert pairs[0].weight == max(pair.weight for pair in pairs)
    assert Pair(1, 2, 0.5) == Pair(1, 2)


QUICK = ("K-norm of l1, d = 4, claimed for linf", "staircase of l2, d = 3, claimed for linf")


@pytest.mark.sweep
@pytest.mark.no_cover  # many audits; the sets about two inputs have tests of their own
@pytest.mark.parametrize("name", QUICK)
def test_noise_for_the_wrong_norm_is_found_within_four_times_the_need(name):
    needed = pairs_needed(CASES[name], count=100_000)
    reports = [CASES[name].audited(seed, most=int(8 * needed)) for seed in range(3)]
    drawn = [each.pairs if each.verdict == "violation" else math.inf for each in reports]
    assert sorted(drawn)[1] < 4 * needed


@pytest.mark.sweep
@pytest.mark.no_cover
def test_noise_for_the_right_norm_is_not():
    """Each of the audits may raise a false alarm with probability 0.05."""
    right = (
        dp.KNorm(1, dimension=3, norm="l1"),
        dp.VectorStaircase(1, dimension=2, norm="l2"),
        dp.KNorm(1, dimension=3, norm="linf"),
    )
    audits = [
        dp.audit(noise, epsilon=1, max_draws=500, seed=seed) for noise in right for seed in range(2)
    ]
    assert sum(report.verdict != "no violation found" for report in audits) <= 1


@pytest.mark.parametrize(
    ("here", "there", "vectors"),
    [
        ((0.0, 1.0), (0.0, 2.0), True),
        (np.zeros(2), [0, 1], True),
        ([1, 0, 1], [1, 0], False),
        (["a", 1], ["b", 1], False),
        (np.array(0.0), np.array(1.0), False),
        (np.zeros(2), np.array(1.0), False),
        (0.0, 1.0, False),
        ("ab", "ac", False),
        (None, {"a": 1}, False),
    ],
)
def test_vectors_of_one_length_are_known_before_anything_is_drawn(here, there, vectors):
    assert Strand(Pair(here, there), 1.0).between_vectors is vectors
