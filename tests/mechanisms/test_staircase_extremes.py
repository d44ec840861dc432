"""The staircase's cdf, quantiles and sampler, from epsilon = 1e-6 to 500 and at gamma = 0 and 1.

The statistical tests share one false-alarm probability, over all cases and seeds; seeds are fixed.
"""

import math

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import binomtest

from dpproofs.mechanisms import Staircase

EPSILONS = (1e-6, 1e-3, 0.1, 1.0, 5.0, 20.0, 50.0, 100.0, 500.0)
GAMMAS = ("zero", "one", "l1", "l2")
DRAWS = 100_000
TESTS_A_CASE = 8  # Kolmogorov, signs, cells, parts, and four tails
ALPHA = 1e-6 / (len(EPSILONS) * len(GAMMAS) * TESTS_A_CASE)  # of each test; 1e-6 for the file


def make(epsilon, gamma):
    if gamma in {"l1", "l2"}:
        return Staircase(epsilon, 2, cost=int(gamma[1]))
    return Staircase(epsilon, 2, gamma={"zero": 0, "one": 1}[gamma])


@pytest.fixture(params=EPSILONS)
def epsilon(request):
    return request.param


@pytest.fixture(params=GAMMAS)
def noise(request, epsilon):
    return make(epsilon, request.param)


def exact_tail(noise, x):
    """P(X > x) for x >= 0, from the density, in mpmath."""
    b, g = mp.exp(-mp.mpf(noise.epsilon)), mp.mpf(noise.gamma)
    y = mp.mpf(x) / mp.mpf(noise.sensitivity)
    k = mp.floor(y)
    inner = (1 - b) / (g + b * (1 - g))  # of a cell with mass 1
    ahead = max(g - (y - k), 0) * inner + min(1 - (y - k), 1 - g) * inner * b
    return b**k * (ahead + b) / 2


def points(noise):
    """Points in both parts of cells near and far, and at the drops."""
    reach = max(1, int(30 / noise.epsilon))
    cells = sorted({0, 1, 2, reach // 7, reach})
    parts = (0.0, noise.gamma / 3, noise.gamma, (1 + noise.gamma) / 2, 0.999)
    return np.array([(k + part) * noise.sensitivity for k in cells for part in parts])


def test_the_tail_agrees_with_mpmath(noise):
    with mp.workdps(60 + int(2 * noise.epsilon)):
        for x in points(noise):
            exact = exact_tail(noise, float(x))
            if exact > 1e-290:
                assert noise.sf(x) == pytest.approx(float(exact), rel=1e-12)
                assert x == 0 or noise.cdf(-x) == noise.sf(x)


def test_quantiles_are_where_the_exact_tail_has_their_mass(noise):
    for level in (1e-250, 1e-40, 1e-9, 0.01, 0.2, 0.4, 0.4999, 0.5 - 1e-12):
        x = -float(noise.ppf(level))
        # A quantile is a rounded number: the mass is right within a few units of its last place.
        slack = 8e-15 * x + 1e-15 * noise.sensitivity * (noise.gamma in {0, 1})
        with mp.workdps(60 + int(2 * noise.epsilon)):
            tails = [exact_tail(noise, end) for end in (max(x - slack, 0), x + slack)]
            rounding = mp.mpf(1e-13)
            assert tails[0] * (1 + rounding) >= level >= tails[1] * (1 - rounding)


def test_the_sampler_has_the_exact_distribution(noise):
    draws = noise.sample(DRAWS, rng=20_000)
    x = np.sort(draws)
    cdf = noise.cdf(x)
    steps = np.arange(DRAWS + 1) / DRAWS
    gap = max(np.max(steps[1:] - cdf), np.max(cdf - steps[:-1]))
    assert gap <= math.sqrt(math.log(2 / ALPHA) / (2 * DRAWS))  # Massart's inequality
    for count, probability in observed(noise, draws):
        assert binomtest(count, DRAWS, probability).pvalue > ALPHA


def observed(noise, draws):
    """Counts of draws with their exact probabilities."""
    size = np.abs(draws) / noise.sensitivity
    b = math.exp(-noise.epsilon)
    yield np.count_nonzero(draws > 0), 0.5
    yield np.count_nonzero(size >= 1), b
    before = noise.gamma / (noise.gamma + b * (1 - noise.gamma))
    yield np.count_nonzero(size - np.floor(size) < noise.gamma), before
    for level in (1e-2, 1e-3):
        cut = float(noise.ppf(level))
        yield np.count_nonzero(draws <= cut), float(noise.cdf(cut))
        yield np.count_nonzero(draws >= -cut), float(noise.cdf(cut))


@pytest.mark.parametrize("gamma", ["zero", "one"])
def test_draws_stay_within_their_cell(gamma):
    # At epsilon = 500 no draw leaves the first cell, and within it the density is flat.
    noise = make(500.0, gamma)
    size = np.abs(noise.sample(DRAWS, rng=3))
    assert size.max() <= 2
    assert abs(size.mean() - 1) < 6 / math.sqrt(3 * DRAWS)


@pytest.mark.parametrize("lowest", [0.0, 1 - 2.0**-53])
def test_the_extremes_of_the_generator_make_no_atom(lowest):
    # Only e^-70 of the mass lies beyond gamma: no double is close enough to 1 to reach it.
    class Extreme:
        def random(self, size):
            return np.full(size, lowest)

        def standard_exponential(self, out):
            out[:] = 0.5

    out = np.empty(1)
    Staircase(70, gamma=0.5)._fill(out, np.empty(1), Extreme())
    assert abs(out[0]) == pytest.approx(0.5)
    assert abs(out[0]) <= 0.5
    assert (out[0] > 0) == (lowest > 0)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0, 50.0])
def test_the_wrong_gamma_is_noticed(epsilon):
    draws = make(epsilon, "one").sample(DRAWS, rng=4)
    assert any(
        binomtest(count, DRAWS, probability).pvalue < ALPHA
        for count, probability in observed(make(epsilon, "l2"), draws)
    )


def test_no_tail_has_too_little_mass():
    # A sampler cut off at some quantile would leave the last level empty.
    noise = Staircase(0.5, cost=2)
    draws = np.abs(noise.sample(4_000_000, rng=5))
    for level in (1e-4, 1e-5, 2e-6):
        cut = -float(noise.ppf(level / 2))
        count = np.count_nonzero(draws >= cut)
        assert binomtest(count, draws.size, level).pvalue > 1e-7
