"""Samplers follow their own cdf: in the bulk, within cells, in the tails and at atoms."""

import math

import numpy as np
import pytest

from dpproofs.mechanisms import Gaussian, Laplace, Staircase, Tulap, UniformWithAtom

DRAWS = 200_000
ALPHA = 1e-6  # chance of a false alarm of each test, over all seeds; the seed is fixed

CASES = [
    Laplace(1),
    Laplace(1e-8, 3),
    Laplace(1e3),
    Gaussian(1, 1e-5),
    Staircase(1),
    Staircase(0.1, 2, cost=2),
    Staircase(5, cost=2),
    Staircase(1e-8),
    Staircase(1e3),
    Staircase(1e3, gamma=0.5),
    Staircase(1e3, gamma=0),
    Staircase(1, gamma=0),
    Staircase(1, gamma=1),
    Staircase(1, gamma=0.8),
    UniformWithAtom(0.1),
    UniformWithAtom(0.9, 2),
    UniformWithAtom(1 - 1e-9),
    Tulap(1, 0.01),
    Tulap(0.1, 0, 2),
    Tulap(5, 0.9),
    Tulap(1e-8, 0.1),
]


def distance(draws, noise):
    """Kolmogorov's distance between the draws off atoms and the cdf conditioned on them."""
    locations, masses = noise.atoms()
    x = np.sort(draws[~np.isin(draws, locations)])
    below = np.where(x > 0, masses.sum(), 0)
    cdf = (noise.cdf(x) - below) / (1 - masses.sum())
    steps = np.arange(x.size + 1) / x.size
    return max(np.max(steps[1:] - cdf), np.max(cdf - steps[:-1])), x.size


def allowed(n):
    """Massart's constant in the Dvoretzky-Kiefer-Wolfowitz inequality."""
    return math.sqrt(math.log(2 / ALPHA) / (2 * n)) if n else math.inf


def binomial_z(count, n, p):
    return (count - n * p) / math.sqrt(n * p * (1 - p))


@pytest.fixture(params=CASES, ids=repr)
def noise(request):
    return request.param


def test_draws_follow_the_cdf(noise):
    draws = noise.sample(DRAWS, rng=1)
    assert np.isfinite(draws).all()
    gap, n = distance(draws, noise) if noise.atoms()[1].sum() < 0.999 else (0, 1)
    assert gap <= allowed(n)
    for x, mass in zip(*noise.atoms(), strict=True):
        # Almost all mass may be in the atom: then the rest is a Poisson count.
        missing = np.count_nonzero(draws != x)
        assert abs(missing - DRAWS * (1 - mass)) <= 6 * math.sqrt(DRAWS * (1 - mass)) + 6


def test_tails_have_their_mass_on_either_side(noise):
    draws = noise.sample(DRAWS, rng=2)
    for level in (1e-3, 1e-2, 0.1):
        cut = float(noise.ppf(level))
        if cut == 0 or noise.cdf(cut) > 1.001 * level:
            continue
        for side in (draws <= cut, draws >= -cut):
            assert abs(binomial_z(np.count_nonzero(side), DRAWS, level)) < 5.5


@pytest.mark.parametrize("gamma", [0.2, 0.5, 0.9])
def test_staircase_fills_each_part_of_each_cell(gamma):
    noise = Staircase(0.7, 2, gamma=gamma)
    draws = noise.sample(DRAWS, rng=3)
    ends = np.sort(np.concatenate([noise.knots(12), np.arange(-12, 13, 2)]))
    counts, _ = np.histogram(draws, ends)
    expected = DRAWS * np.diff(noise.cdf(ends))
    chi2 = np.sum((counts - expected) ** 2 / expected)
    dof = counts.size
    assert abs(chi2 - dof) < 6 * math.sqrt(2 * dof)
    # Within a part the density is flat.
    part = draws[(draws > 0) & (draws < 2 * gamma)] / (2 * gamma)
    assert np.max(np.abs(np.sort(part) - np.linspace(0, 1, part.size))) < allowed(part.size)


def test_staircase_at_tiny_epsilon_lands_in_every_part_of_a_cell():
    noise = Staircase(1e-8, gamma=0.25)
    draws = np.abs(noise.sample(DRAWS, rng=4))
    within = draws - np.floor(draws)
    share = np.count_nonzero(within < 0.25) / DRAWS
    assert share == pytest.approx(0.25, abs=0.006)
    assert np.unique(np.floor(draws)).size > 0.99 * DRAWS


def test_signs_are_fair_and_independent_of_size():
    for noise in (Laplace(1), Staircase(1), Staircase(1e3), UniformWithAtom(0.1)):
        draws = noise.sample(DRAWS, rng=5)
        size = np.abs(draws)
        for chosen in (size > np.median(size), size <= np.median(size)):
            positive = np.count_nonzero(draws[chosen] > 0)
            assert abs(binomial_z(positive, np.count_nonzero(chosen), 0.5)) < 5.5


@pytest.mark.parametrize("shape", [0, 7, (3, 5), (2, 0), (1 << 14) + 1, [2, 2]])
def test_shapes(noise, shape):
    draws = noise.sample(shape, rng=0)
    assert draws.shape == np.empty(shape).shape
    assert draws.dtype == float


def test_one_draw_is_a_float_and_a_seed_repeats(noise):
    assert type(noise.sample(rng=0)) is float
    np.testing.assert_array_equal(noise.sample(40_000, rng=9), noise.sample(40_000, rng=9))
    rng = np.random.default_rng(9)
    state = rng.bit_generator.state
    noise.sample(rng=rng)
    assert rng.bit_generator.state != state


def wrong_scale(noise, draws):
    return draws * 1.05, noise


def half_width(noise, draws):
    return draws / 2, noise


def missing_atom(noise, draws):
    return np.where(draws == 0, 1e-9, draws), noise


def one_sided(noise, draws):
    return np.abs(draws), noise


def wrong_gamma(noise, draws):
    return draws, Staircase(noise.epsilon, noise.sensitivity, gamma=noise.gamma + 0.02)


@pytest.mark.parametrize(
    ("noise", "fault"),
    [
        (Laplace(1), wrong_scale),
        (Laplace(1), one_sided),
        (Gaussian(1, 0.1), wrong_scale),
        (Staircase(1), wrong_scale),
        (Staircase(3), wrong_gamma),
        (UniformWithAtom(0.2), half_width),
        (UniformWithAtom(0.9), half_width),
        (UniformWithAtom(0.9), missing_atom),
    ],
)
def test_a_planted_fault_is_caught(noise, fault):
    draws, claimed = fault(noise, noise.sample(DRAWS, rng=6))
    gap, n = distance(draws, claimed)
    atom = claimed.atoms()[1].sum()
    off_by = abs(np.count_nonzero(draws == 0) / DRAWS - atom)
    assert gap > allowed(n) or off_by > 0.01
