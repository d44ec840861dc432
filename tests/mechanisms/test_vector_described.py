"""Moments, entropy and pictures of noise for vectors."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput

NOISES = [
    dp.VectorStaircase(1, 2.0, dimension=2, gamma=0.3, norm="l1"),
    dp.KNorm(0.5, 3.0, dimension=3, norm="linf"),
    dp.VectorGaussian(1, 1e-6, 2.0, dimension=4),
]


@pytest.mark.parametrize("noise", NOISES, ids=repr)
def test_moments_and_entropy_are_those_of_draws(noise):
    draws = noise.sample(100_000, rng=0)
    assert noise.mean().tolist() == [0.0] * noise.dimension
    assert noise.var() == pytest.approx(draws.var(axis=0), rel=0.03)
    assert noise.std() == pytest.approx(np.sqrt(noise.var()), rel=1e-15)
    assert noise.entropy() == pytest.approx(-noise.logpdf(draws).mean(), abs=0.02)


def test_entropies_have_their_closed_forms():
    normal = NOISES[2]
    bits = math.log(2 * math.pi * math.e * normal.sigma**2)
    assert normal.entropy() == pytest.approx(normal.dimension / 2 * bits, rel=1e-9)
    d, epsilon, sensitivity = 5, 0.7, 2.0  # f = exp(-epsilon |x|/Delta) (epsilon/Delta)^d/(d! V)
    k_norm = dp.KNorm(epsilon, sensitivity, dimension=d, norm="linf")
    told = d + math.lgamma(d + 1) + d * math.log(2 * sensitivity / epsilon)
    assert k_norm.entropy() == pytest.approx(told, rel=1e-9)


def test_in_one_dimension_they_are_those_of_the_line():
    vector, line = dp.VectorStaircase(1, dimension=1, gamma=0.4), dp.Staircase(1, gamma=0.4)
    assert vector.var()[0] == pytest.approx(line.var(), rel=1e-12)
    assert vector.entropy() == pytest.approx(line.entropy(), rel=1e-9)


def test_a_picture_has_the_density_by_norm_with_its_jumps():
    pytest.importorskip("matplotlib")
    noise = NOISES[0]
    (line,) = noise.plot_density().lines
    norms, density = line.get_data()
    at = np.searchsorted(norms, 0.6)  # the first radius, in units of the query
    assert norms[at] == 0.6
    assert density[at] == pytest.approx(density[at - 1] * math.exp(-1), rel=1e-9)
    points = np.column_stack([norms, np.zeros_like(norms)])
    inside = ~np.isin(norms, noise.radii(50))
    assert density[inside] == pytest.approx(noise.pdf(points[inside]), rel=1e-9)
    assert noise.radial_sf(norms[-1]) < 1e-3


def test_profiles_are_drawn_where_there_is_a_formula():
    pytest.importorskip("matplotlib")
    (line,) = NOISES[2].plot_privacy_profile(most=1.0).lines
    epsilon, delta = line.get_data()
    assert (epsilon[-1], delta[-1]) == (1.0, pytest.approx(1e-6, rel=1e-6))
    with pytest.raises(BadInput, match="most"):
        NOISES[0].plot_privacy_profile(most=-1)
