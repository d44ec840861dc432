"""The example of private learning: what a record can change, and that it learns."""

import json

import numpy as np
import pytest

pytest.importorskip("sklearn")

import cactus_learning as learning

from dpproofs import Cactus
from dpproofs.mechanisms import Gaussian


@pytest.fixture(scope="module")
def data():
    return learning.Digits.split()


def test_a_record_changes_one_entry_by_at_most_one(data):
    train, _ = data
    weights = np.random.default_rng(1).normal(size=(train.pictures.shape[1], learning.CLASSES))
    for record in range(20):
        alone = learning.Digits(train.pictures[[record]], train.shown[[record]])
        cast = learning.votes(weights, alone, np.random.default_rng(record))
        assert np.count_nonzero(cast) <= 1
        assert np.abs(cast).max() <= 1


def test_votes_of_a_round_add_up(data):
    train, _ = data
    weights = np.zeros((train.pictures.shape[1], learning.CLASSES))
    part = learning.Digits(train.pictures[:30], train.shown[:30])
    cast = learning.votes(weights, part, np.random.default_rng(0))
    assert 0 < np.abs(cast).sum() <= 30


def test_the_mean_vote_is_the_clipped_gradient(data):
    train, _ = data
    weights = np.zeros((train.pictures.shape[1], learning.CLASSES))
    one = learning.Digits(train.pictures[[0]], train.shown[[0]])
    many = learning.Digits(np.repeat(one.pictures, 40_000, 0), np.repeat(one.shown, 40_000))
    mean = learning.votes(weights, many, np.random.default_rng(2)) / 40_000
    slope = np.full(learning.CLASSES, 0.1)
    slope[one.shown[0]] -= 1
    gradient = np.outer(one.pictures[0], slope)
    size = np.abs(gradient).sum()
    wanted = gradient / size * min(size / learning.CLIP, 1)
    assert np.abs(mean - wanted).max() < 5 * np.sqrt(np.abs(wanted).max() / 40_000)


def test_it_learns_under_little_noise_and_not_under_much(data):
    little, much = (
        learning.accuracy(Gaussian.of_sigma(sigma), 800, np.random.default_rng(0), data)
        for sigma in (1e-6, 50.0)
    )
    assert little > 0.4
    assert much < 0.3


def test_stored_numbers_are_at_one_privacy():
    rows = json.loads((learning.ASSETS / f"{learning.NAME}.json").read_text("utf-8"))
    for row in rows:
        assert row["normal_epsilon"] <= row["epsilon"]
        assert len(row["cactus"]) == len(row["normal"]) >= 5


@pytest.mark.parametrize(("dimension", "stated"), [(1, 2.97), (2, 5.94), (4, 11.44), (650, 33.8)])
def test_noise_for_each_coordinate_alone_leaks_more_than_for_one(dimension, stated):
    noise = Cactus.stored("0.1")
    whole, share = divmod(noise.grid.n / np.sqrt(dimension), 1)
    near = np.concatenate([[0.0], noise.divergences(), [0.0]])[int(whole) :][:2]
    assert dimension * (near @ [1 - share, share]) == pytest.approx(stated, rel=2e-3)
