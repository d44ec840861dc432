import json
import math

import numpy as np
import pytest
from scipy import integrate

from dpproofs import Cactus, Gaussian
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.optima.alias import alias_tables
from dpproofs.optima.cactus.shipped import STORED
from dpproofs.privacy import hockey_stick

DRAWS = 200_000


@pytest.fixture(scope="module")
def noise():
    return Cactus(sensitivity=2, variance=1, n=10, N=40, r=0.8)


def test_the_density_has_mass_one_and_the_variance_it_was_given(noise):
    x = (np.arange(-400, 401)) * 0.2
    assert noise.pdf(x).sum() * 0.2 == pytest.approx(1, rel=1e-12)
    for p in (0.5, 1, 2, 3):
        found, _ = integrate.quad(
            lambda x, p=p: 2 * x**p * noise.pdf(x), 0, 20.1, limit=500, points=noise.knots(20)[100:]
        )
        assert noise.expected_cost(p) == pytest.approx(found, rel=1e-5)
    assert noise.expected_cost(2) == pytest.approx(1, rel=1e-9)


def test_distribution_function_and_quantile_are_inverse_deep_into_the_tails(noise):
    x = np.concatenate([np.linspace(-30, 30, 5001), [500, -500]])
    assert noise.ppf(noise.cdf(x[x < 0])) == pytest.approx(x[x < 0], rel=1e-9)
    assert -noise.ppf(noise.sf(x[x > 0])) == pytest.approx(x[x > 0], rel=1e-9)
    u = np.logspace(-280, -0.31, 400)
    assert noise.cdf(noise.ppf(u)) == pytest.approx(u, rel=1e-9)
    assert noise.cdf(0) == pytest.approx(0.5, rel=1e-15)
    assert (0.5, noise.ppf(0.5), noise.ppf(0), noise.ppf(1)) == (
        0.5,
        0,
        -math.inf,
        math.inf,
    )
    assert (noise.cdf(math.inf), noise.sf(math.inf), noise.pdf(math.inf)) == (1, 0, 0)
    assert np.isnan([noise.cdf(math.nan), noise.pdf(math.nan), noise.ppf(1.5)]).all()
    steps = np.diff(noise.cdf(np.arange(-60, 61) * 0.1))
    assert steps == pytest.approx(noise.pdf((np.arange(-60, 60) + 0.5) * 0.1) * 0.1, rel=1e-9)


def test_draws_follow_the_distribution(noise):
    draws = np.sort(noise.sample(DRAWS, rng=1))
    gap = np.max(np.abs(noise.cdf(draws) - (np.arange(DRAWS) + 0.5) / DRAWS))
    assert gap < 2.2 / math.sqrt(DRAWS)
    for level in (1e-3, 1e-2):
        cut = noise.ppf(level)
        for count in (np.count_nonzero(draws <= cut), np.count_nonzero(draws >= -cut)):
            assert abs(count - DRAWS * level) < 5.5 * math.sqrt(DRAWS * level)


def test_draws_reach_the_tail_beyond_the_explicit_masses():
    noise = Cactus(budget=3, cost=1, n=1, N=2, r=0.9)
    draws = noise.sample(DRAWS, rng=2)
    for x in (2.5, 10.5, 30.5):
        expected = DRAWS * noise.sf(x)
        assert abs(np.count_nonzero(draws > x) - expected) < 5.5 * math.sqrt(expected)
    assert np.mean(np.abs(draws)) == pytest.approx(noise.expected_cost(1), rel=0.02)


@pytest.mark.parametrize("size", [None, 0, 7, (3, 5)])
def test_a_seed_repeats_and_shapes_are_kept(noise, size):
    draws = noise.sample(size, rng=3)
    assert np.shape(draws) == (() if size is None else np.empty(size).shape)
    np.testing.assert_array_equal(draws, noise.sample(size, rng=3))


def test_alias_tables_give_back_the_weights():
    weights = np.random.default_rng(0).random(50) ** 4
    share, other = alias_tables(weights)
    total = share.copy()
    np.add.at(total, other, 1 - share)
    assert total / 50 == pytest.approx(weights / weights.sum(), rel=1e-12)


def test_the_profile_is_the_worst_over_all_shifts(noise):
    epsilon = np.array([0.0, 0.3, 1.0, 2.0, 4.0])
    profile, shifts = noise.worst_shift(epsilon)
    for e, delta, shift in zip(epsilon, profile, shifts, strict=True):
        assert hockey_stick(noise, e, shift) == pytest.approx(delta, rel=1e-6, abs=1e-12)
        for other in (0.07, 0.4, 1.0, 1.33, 2.0, -1.9):
            assert hockey_stick(noise, e, other) <= delta * (1 + 1e-6) + 1e-12
    assert noise.privacy_profile(math.inf) == 0
    assert noise.privacy_profile(30) >= 0


def test_the_full_shift_is_not_always_the_worst():
    noise = Cactus(variance="0.25", n=50)
    epsilon = np.linspace(0, 6, 61)
    _, shifts = noise.worst_shift(epsilon)
    assert (shifts < 1).any()
    assert (shifts == 1).any()


def test_a_profile_bounds_random_sets(noise):
    rng = np.random.default_rng(4)
    edges = np.sort(rng.uniform(-6, 6, (200, 2)), axis=1)
    for epsilon in (0.1, 1.0, 3.0):
        delta = noise.privacy_profile(epsilon)
        for shift in (0.2, 1.1, 2.0):
            here = noise.cdf(edges[:, 1]) - noise.cdf(edges[:, 0])
            there = noise.cdf(edges[:, 1] - shift) - noise.cdf(edges[:, 0] - shift)
            assert (here - math.exp(epsilon) * there <= delta + 1e-12).all()


def test_it_leaks_less_than_normal_noise_of_the_same_variance(noise):
    assert noise.divergences().max() < 2**2 / (2 * 1)
    sigma = math.sqrt(noise.expected_cost(2))
    assert Gaussian.of_sigma(sigma, 2).expected_cost(2) == pytest.approx(1)


@pytest.mark.parametrize("certificate", [True, False])
def test_it_ships_as_json(noise, certificate):
    again = Cactus.from_json(noise.to_json(certificate=certificate))
    np.testing.assert_allclose(again.masses, noise.masses, rtol=1e-15)
    assert (again.sensitivity, again.budget, again.cost) == (2, 1, 2)
    assert again.privacy_profile(1) == pytest.approx(noise.privacy_profile(1), rel=1e-12)


@pytest.mark.parametrize("variance", STORED)
def test_the_library_holds_what_it_says(variance):
    noise = Cactus.stored(variance, sensitivity=3)
    assert noise.expected_cost(2) == pytest.approx(9 * float(variance), rel=1e-9)
    assert noise.divergences().max() < 1 / (2 * float(variance))


def test_the_library_names_what_it_has():
    with pytest.raises(BadInput, match=r"one of 0\.05, 0\.1"):
        Cactus.stored("0.3")


def test_json_that_was_changed_is_refused(noise):
    document = json.loads(noise.to_json())
    document["certificate"]["masses"][0] = (
        float.fromhex(document["certificate"]["masses"][0]) * 1.1
    ).hex()
    with pytest.raises(BadInput, match="what to_json writes"):
        Cactus.from_json(json.dumps(document))
    for text in ("", "[]", "{}", '{"certificate": 3}', json.dumps({**document, "budget": "2"})):
        with pytest.raises(BadInput, match="what to_json writes"):
            Cactus.from_json(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "variance = None, but should be a number, unless budget is one"),
        ({"variance": 1, "budget": 1}, "left out when budget is given"),
        ({"variance": 1, "cost": 1}, "left out, and budget given"),
        ({"variance": 1, "m": 3}, "m = 3, but should be left out"),
        ({"variance": -1}, "variance = -1"),
        ({"variance": 1, "sensitivity": 0}, "sensitivity = 0"),
    ],
)
def test_bad_parameters_are_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        Cactus(**arguments)


def test_it_has_no_closed_form(noise):
    with pytest.raises(DpproofsError, match="no closed form"):
        noise.symbolic()
    with pytest.raises(BadInput, match="p = 17"):
        noise.expected_cost(17)
