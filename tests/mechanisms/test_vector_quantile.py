"""The law of the norm of noise for vectors, and its inverse."""

from functools import cache

import mpmath
import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.vector.lattice import Lattice

NOISES = [
    dp.VectorStaircase(1, 2.0, dimension=2, gamma=0.3, norm="l1"),
    dp.VectorStaircase(0.01, dimension=1, gamma=1.0),
    dp.VectorStaircase(12, dimension=6, gamma=0.4, norm="linf"),
    dp.VectorStaircase(0.5, dimension=300, gamma=0.7),
    dp.VectorStaircase(1e-6, dimension=3, gamma=0.7),
    dp.VectorStaircase(1e-3, 5.0, dimension=150, gamma=0.7),
    dp.VectorStaircase(1e-6, dimension=100_000, gamma=0.2),
    dp.KNorm(0.5, 3.0, dimension=3, norm="linf"),
    dp.KNorm(2.0, dimension=1000),
    dp.VectorGaussian(1, 1e-6, 2.0, dimension=4),
]
SHARES = np.array([1e-300, 1e-20, 1e-6, 0.1, 0.3, 0.5, 0.5 + 1e-9, 0.8, 0.999, 1 - 1e-9])
ROUNDED = 2.0**-52


@pytest.mark.parametrize("noise", NOISES, ids=repr)
def test_the_quantile_inverts_the_law_to_the_last_digits(noise):
    radii = noise.radial_ppf(SHARES)
    assert np.all(np.diff(radii) > 0)
    low = SHARES <= 0.5
    found = np.where(low, noise.radial_cdf(radii), noise.radial_sf(radii))
    told = np.where(low, SHARES, 1 - SHARES)
    # How far the probability moves when the radius does in its last digits is allowed for.
    near = radii * (1 + 4 * ROUNDED)
    moved = np.where(low, noise.radial_cdf(near), noise.radial_sf(near)) - found
    assert np.all(np.abs(found - told) <= 1e-12 * told + np.abs(moved))
    away = noise.radial_cdf(radii * (1 + 1e-6 / noise.dimension**0.5))
    assert np.all(np.abs(away - SHARES)[3:8] > 1e-9)


@pytest.mark.parametrize("noise", NOISES, ids=repr)
def test_the_ends_and_the_shape(noise):
    assert noise.radial_ppf([0, 1]).tolist() == [0.0, np.inf]
    assert noise.radial_cdf([0, np.inf, -1]).tolist() == [0.0, 1.0, 0.0]
    assert noise.radial_sf([0, np.inf, -1]).tolist() == [1.0, 0.0, 1.0]
    assert noise.radial_ppf([[0.2, 0.4], [0.6, 0.8]]).shape == (2, 2)
    assert np.ndim(noise.radial_ppf(0.25)) == 0


@pytest.mark.parametrize("bad", [-1e-300, 1.1, np.nan, [0.5, 2], "half", None])
def test_what_is_no_probability_is_refused_in_a_line(bad):
    with pytest.raises(BadInput, match=r"^u = .*numbers in \[0, 1\]$") as told:
        NOISES[0].radial_ppf(bad)
    assert "\n" not in str(told.value)


def test_quantiles_in_closed_form():
    """In one dimension; of normal noise in two; within the first radius of a staircase."""
    line = dp.KNorm(0.5, dimension=1)
    u = np.array([1e-9, 0.3, 0.99])
    assert line.radial_ppf(u) == pytest.approx(-np.log1p(-u) / 0.5, rel=1e-14)
    plane = dp.VectorGaussian(1, 1e-6, dimension=2)
    assert plane.radial_ppf(u) == pytest.approx(plane.sigma * np.sqrt(-2 * np.log1p(-u)), rel=1e-14)
    stairs, whole = dp.VectorStaircase(3, 2.0, dimension=3, gamma=0.6), 2 * 0.6
    most = stairs.radial_cdf(whole)
    shares = most * np.array([1e-12, 0.1, 0.9])
    expected = whole * np.cbrt([1e-12, 0.1, 0.9])
    assert stairs.radial_ppf(shares) == pytest.approx(expected, rel=1e-14)
    assert stairs.radial_ppf(most) == pytest.approx(whole, rel=1e-14)


def test_quantiles_of_draws_are_uniform_numbers():
    noise = dp.VectorStaircase(2, 3.0, dimension=4, norm="l1")
    radii = noise.norm.gauge(noise.sample(20_000, rng=4))
    for u in (0.1, 0.5, 0.9):
        below = np.mean(radii <= noise.radial_ppf(u))
        assert abs(below - u) < 5 * (u * (1 - u) / len(radii)) ** 0.5


@cache
def terms(epsilon, d, gamma):
    """b^k (k + gamma)^d as far as they matter, to 40 digits."""
    with mpmath.workdps(40):
        b = mpmath.exp(-mpmath.mpf(epsilon))
        return [b**j * (j + mpmath.mpf(gamma)) ** d for j in range(int(6 * (d + 9) / epsilon))]


@pytest.mark.parametrize("how", ["table", "sum", "integral"])
def test_every_way_to_the_law_of_k_gives_its_digits(how, monkeypatch):
    place = "dpproofs.mechanisms.vector.lattice."
    if how != "table":
        monkeypatch.setattr(place + "SHORT", 0)
        monkeypatch.setattr(place + "LONG", 0)
    if how == "integral":
        monkeypatch.setattr(place + "MOST", 39)
    epsilon, d, gamma = 0.04, 40, 0.35
    lattice = Lattice(epsilon, d, gamma)
    assert (lattice.table() is None) == (how != "table")
    with mpmath.workdps(40):
        exact = terms(epsilon, d, gamma)
        total = mpmath.fsum(exact)
        assert lattice.log_total == pytest.approx(float(mpmath.log(total)), rel=1e-13)
        for k in (700, 1000, 1300):
            below, mass = mpmath.fsum(exact[:k]) / total, float(exact[k] / total)
            at = np.array([float(k)])
            assert lattice.below(at)[0] == pytest.approx(float(below), rel=1e-11)
            assert lattice.sf(at)[0] == pytest.approx(float(1 - below), rel=1e-11)
            assert lattice.mass(at)[0] == pytest.approx(mass, rel=1e-12)
            assert lattice.below(at + 1)[0] != pytest.approx(float(below), rel=1e-5)
