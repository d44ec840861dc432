"""The privacy profile of K-norm noise: closed forms, an integral, draws, and enclosures."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.integrate import dblquad

import dpproofs as dp
from dpproofs.kernel.errors import BadInput

NORMS = ("l1", "l2", "linf")
DRAWS = 200_000


def drawn(noise, shift, epsilon):
    """E max(0, 1 - e^(epsilon - loss)) over draws, and its standard error."""
    draws = noise.sample(DRAWS, rng=5)
    loss = noise.logpdf(draws) - noise.logpdf(draws - shift)
    gains = np.maximum(0, -np.expm1(epsilon - loss))
    return gains.mean(), gains.std() / math.sqrt(DRAWS)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("dimension", [2, 5])
def test_the_profile_is_what_the_worst_shift_gains(norm, dimension):
    noise = dp.KNorm(1.4, 2, dimension=dimension, norm=norm)
    axis = 2 * np.eye(dimension)[0]
    worst = np.full(dimension, 2.0) if norm == "linf" else axis
    for epsilon in (0, 0.6):
        mean, error = drawn(noise, worst, epsilon)
        assert abs(mean - noise.privacy_profile(epsilon)) < 5 * error
    rng = np.random.default_rng(3)
    for towards in (axis, rng.normal(size=dimension), 0.5 * worst):
        shift = towards * min(1, 2 / noise.norm.gauge(towards))
        mean, error = drawn(noise, shift, 0.6)
        assert mean < noise.privacy_profile(0.6) + 5 * error


def test_in_one_dimension_it_is_that_of_laplace_noise():
    for norm in NORMS:
        noise = dp.KNorm(0.7, 3, dimension=1, norm=norm)
        wanted = dp.Laplace(0.7, 3).privacy_profile([0, 0.2, 0.7, 2])
        assert np.allclose(noise.privacy_profile([0, 0.2, 0.7, 2]), wanted, rtol=1e-14, atol=0)


@pytest.mark.parametrize(("epsilon", "own"), [(0.0, 1.0), (0.5, 2.0), (3.0, 4.0)])
def test_in_the_plane_it_is_a_double_integral(epsilon, own):
    def gain(r, t):
        loss = own * (math.sqrt(max(r * r - 2 * r * math.cos(t) + 1, 0)) - r)
        return max(0.0, -math.expm1(epsilon - loss)) * own**2 * r * math.exp(-own * r)

    wanted = dblquad(gain, 0, math.pi, 0, 60 / own, epsabs=1e-7)[0] / math.pi
    found = dp.KNorm(own, dimension=2).privacy_profile(epsilon)
    assert math.isclose(found, wanted, rel_tol=1e-4)


@pytest.mark.parametrize(
    ("dimension", "own", "epsilon"), [(2, 1.0, 0.3), (3, 5.0, 0.0), (4, 20.0, 19.8)]
)
def test_the_integral_is_enclosed(dimension, own, epsilon):
    noise = dp.KNorm(own, dimension=dimension)
    ball = noise.enclosed_profile(epsilon, digits=12)
    assert float(ball.rad()) < 1e-12
    assert abs(float(ball.mid()) - noise.privacy_profile(epsilon)) < 1e-12
    assert ball < dp.KNorm(own, dimension=dimension, norm="l1").enclosed_profile(epsilon)


def test_the_closed_form_is_enclosed():
    found = dp.KNorm(1, dimension=9, norm="linf").enclosed_profile(0.25, digits=30)
    wanted = 1 - mpmath.exp(mpmath.mpf("-0.375"))
    assert abs(float(found.mid()) - float(wanted)) < 1e-15
    assert float(found.rad()) < 1e-30
    assert dp.KNorm(1, dimension=2).enclosed_profile(1.5) == 0


@pytest.mark.parametrize("dimension", [2, 30, 3000])
@pytest.mark.parametrize("own", [1e-3, 1, 40])
def test_profiles_fall_and_end_at_the_mechanisms_own(dimension, own):
    grid = own * np.array([0, 0.1, 0.5, 0.9, 0.999, 1, 2])
    found = dp.KNorm(own, dimension=dimension).privacy_profile(grid)
    assert (np.diff(found) <= 1e-13).all()
    assert (found[:4] > 0).all() or dimension == 3000
    assert (found[-2:] == 0).all()
    most = dp.KNorm(own, dimension=dimension, norm="l1").privacy_profile(grid)
    assert (found <= most + 1e-13).all()
    assert dp.KNorm(own, dimension=dimension).privacy_profile(0.1 * own).shape == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: dp.KNorm(1, dimension=2).privacy_profile(-1), "epsilon"),
        (lambda: dp.KNorm(700, dimension=2).privacy_profile(1), "600"),
        (lambda: dp.KNorm(1, dimension=10**8).privacy_profile(0.5), "dimension"),
        (lambda: dp.KNorm(1, dimension=2).enclosed_profile(0.5, digits=0), "digits"),
        (lambda: dp.KNorm(1, dimension=2).enclosed_profile(-0.5), "epsilon"),
        (
            lambda: dp.KNorm(
                1, dimension=2, norm=dp.Ball("own", lambda *_: None, np.max, lambda _: 0.0)
            ).privacy_profile(0),
            "profiles are known",
        ),
    ],
)
def test_bad_input_is_told(make, message):
    with pytest.raises(BadInput, match=message):
        make()
