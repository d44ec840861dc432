"""Levels of noise for vectors: as one dimension has them, as areas say, and never too small."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.vector.ball import BALLS, Ball
from tests.mechanisms.test_stated import divergence, inside, phi_inverse


@pytest.fixture(scope="module", autouse=True)
def precise():
    with mp.workdps(45):
        yield


def test_normal_noise_for_vectors_keeps_what_it_does_in_one_dimension():
    noise, one = dp.VectorGaussian.of_sigma(3, 2, dimension=5), dp.Gaussian.of_sigma(3, 2)
    assert noise.zcdp() == one.zcdp()
    assert noise.gdp() == one.gdp()
    assert noise.renyi(7.5) == one.renyi(7.5)
    assert noise.privacy_profile(1) == one.privacy_profile(1)
    assert (noise.epsilon, noise.delta, noise.sigma) == (None, None, 3)
    assert noise.sample_exact(rng=0).shape == (5,)
    assert dp.VectorGaussian.of_rho(0.5, 2, dimension=3).sigma == 2
    assert dp.VectorGaussian.of_mu(0.5, dimension=3).sigma == 2
    made = dp.VectorGaussian.of(1, 1e-5, dimension=2)
    assert 1e-5 * (1 - 1e-9) < made.privacy_profile(1) <= 1e-5
    for wrong in ({}, {"dimension": 0}, {"dimension": 2, "width": 1}):
        with pytest.raises(BadInput):
            dp.VectorGaussian.of_rho(0.5, **wrong)


def test_k_norm_noise_in_l1_and_linf_keeps_what_laplace_noise_does():
    laplace = dp.Laplace(1.5)
    for noise in (dp.KNorm(1.5, dimension=3, norm=n) for n in ("l1", "linf")):
        assert noise.zcdp() == laplace.zcdp()
        assert noise.gdp() == laplace.gdp()
        assert noise.renyi(3) == laplace.renyi(3)
    made = dp.KNorm.of_rho(0.5, 2, dimension=3, norm="l1")
    assert made.zcdp().upper <= 0.5
    assert (made.epsilon, made.sensitivity) == (dp.Laplace.of_rho(0.5).epsilon, 2)
    assert dp.KNorm.of(1, dimension=3).epsilon == 1
    made = dp.KNorm.of(1, 1e-3, dimension=2)
    assert 1e-3 * (1 - 1e-9) < made.privacy_profile(1) <= 1e-3


@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_k_norm_noise_in_l2_is_between_its_bounds(epsilon):
    """By a sum over the plane; the profile by its own formula."""
    noise = dp.KNorm(epsilon, dimension=2)
    x = (np.arange(-4000, 4000) + 0.5) * (12 / epsilon / 4000 + 1 / 4000)
    y = x[4000:][:, None]
    near, far = np.hypot(x, y), np.hypot(x - 1, y)
    p, loss = np.exp(-epsilon * near), epsilon * (far - near)
    p /= p.sum()
    for order in (1, 2, 8):
        level = noise.renyi(order)
        mean = (p * loss).sum() if order == 1 else np.log((p * np.exp((order - 1) * loss)).sum())
        assert level.lower < mean / max(order - 1, 1) < level.upper
    assert level.lower < level.upper < 2.5 * level.lower
    v = (p * np.maximum(1 - np.exp(-loss), 0)).sum()
    assert noise.gdp().lower == pytest.approx(2 * float(phi_inverse((1 + v) / 2)), rel=1e-3)
    laplace = dp.Laplace(epsilon)
    assert laplace.gdp().upper <= noise.gdp().upper < laplace.gdp().upper * (1 + 1e-8)
    assert noise.zcdp().lower < laplace.zcdp().upper <= noise.zcdp().upper
    assert noise.zcdp().upper < laplace.zcdp().upper * (1 + 1e-8)
    leaks = noise._leaks(Fraction(epsilon) / 4)
    assert leaks.lower <= noise.privacy_profile(epsilon / 4) + 1e-13
    assert noise.privacy_profile(epsilon / 4) <= leaks.upper + 1e-13
    assert leaks.upper - leaks.lower < 1e-14
    assert noise._leaks(Fraction(epsilon) * 2).upper == 0
    near = noise._leaks(Fraction(epsilon) * (1 - Fraction(1, 1 << 20)))
    assert near.lower <= 0 < near.upper < 1e-5


def kept(norm, d, s):
    """The share of a ball that lies in the ball moved by s, at its least."""
    if norm == "l2":  # two discs
        return (2 * mp.acos(s / 2) - s / 2 * mp.sqrt(4 - s * s)) / mp.pi if s < 2 else mp.mpf(0)
    return max(1 - s / 2, mp.mpf(0)) ** d


@pytest.mark.parametrize("norm", BALLS)
@pytest.mark.parametrize("gamma", [0.25, 0.5, 0.875])
def test_staircases_for_vectors_keep_what_their_shells_do(norm, gamma):
    noise = dp.VectorStaircase(1.5, dimension=2, norm=norm, gamma=gamma)
    b = mp.exp(mp.mpf(-1.5))
    weights = [(b**k * (k + mp.mpf(gamma)) ** 2, k + mp.mpf(gamma)) for k in range(140)]
    whole = mp.fsum(w for w, _ in weights)
    drops = mp.fsum(w * (1 - kept(norm, 2, 1 / r)) for w, r in weights) / whole / (1 - b)
    pairs = [(drops, drops * b), (drops * b, drops), (1 - drops - drops * b,) * 2]
    for order in (1, 2, 7.5):
        inside(noise.renyi(order), divergence(pairs, order))
    inside(noise.gdp(), phi_inverse(drops) - phi_inverse(drops * b))
    inside(noise._leaks(Fraction(1, 2)), drops * (1 - mp.exp(mp.mpf(-1))))
    assert noise.zcdp().upper >= noise.renyi(1).upper


def test_staircases_for_vectors_are_those_of_one_dimension_there_and_are_made():
    flat, one = dp.VectorStaircase(1.5, dimension=1, gamma=0.3), dp.Staircase(1.5, gamma=0.3)
    assert math.isclose(flat.zcdp().upper, one.zcdp().upper, rel_tol=1e-15)
    made = dp.VectorStaircase.of_mu(0.5, dimension=3, norm="l1", gamma=0.5)
    assert 0.5 * (1 - 1e-9) < made.gdp().upper <= 0.5
    l1 = BALLS["l1"]
    own = Ball("own", l1.fill, l1.gauge, l1.log_volume, kept=l1.kept)
    with pytest.raises(DpproofsError, match="own"):
        dp.VectorStaircase(1, dimension=2, norm=own).zcdp()
    with pytest.raises(BadInput, match="l1, l2 or linf"):
        dp.KNorm(1, dimension=2, norm=own).zcdp()
