"""Closed forms of privacy profiles against quadrature, high precision and random sets."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Gaussian, Laplace, Staircase, UniformWithAtom
from dpproofs.privacy import hockey_stick, numeric_profile, privacy_loss, probability
from dpproofs.testing.strategies import noise_sets, shifts

CASES = [
    Laplace(1, 2),
    Laplace(8),
    Gaussian(1, 1e-5),
    Gaussian.of_sigma(0.3),
    Gaussian.of_sigma(30, 2),
    Staircase(1, 2),
    Staircase(4, cost=2),
    Staircase(1, gamma=0.8),
    Staircase(1, gamma=0),
    UniformWithAtom(0.9),
    UniformWithAtom(0.3, 3),
]


@pytest.mark.parametrize("noise", CASES, ids=repr)
def test_closed_form_is_the_supremum_over_shifts(noise):
    epsilon = np.array([0, 0.3, 0.999, 1.7])
    exact, numeric = noise.privacy_profile(epsilon), numeric_profile(noise, epsilon, shifts=3)
    # The absolute part: a drop that rounding puts on the wrong side of a shifted one.
    np.testing.assert_allclose(numeric, exact, rtol=1e-8, atol=1e-18)


@pytest.mark.parametrize("sigma", [0.02, 0.3, 1, 5, 1e3, 1e8])
def test_gaussian_profile_is_accurate_even_when_tiny(sigma):
    noise = Gaussian.of_sigma(sigma)
    r = mp.mpf(1) / mp.mpf(sigma)
    for z in (-40, -1, 0, 0.5, 3, 12, 25, 37):
        epsilon = float(r * (z + r / 2))
        if epsilon < 0:
            epsilon = 0.0
        with mp.workdps(400):
            e = mp.mpf(epsilon)
            q = [mp.erfc((e / r + s * r / 2) / mp.sqrt(2)) / 2 for s in (-1, 1)]
            exact = q[0] - mp.exp(e) * q[1]
        assert noise.privacy_profile(epsilon) == pytest.approx(float(exact), rel=2e-12)
    assert noise.privacy_profile(math.inf) == 0


def test_profiles_of_pure_mechanisms_vanish_from_their_epsilon_on():
    for noise in (Laplace(2), Staircase(2), Staircase(2, gamma=0.9)):
        assert np.all(noise.privacy_profile([2, 3, math.inf]) == 0)
        close = noise.privacy_profile(np.nextafter(2, 0))
        assert 0 < close < 1e-15
    for epsilon in (1e-8, 1e3):
        for noise in (Laplace(epsilon), Staircase(epsilon), Staircase(epsilon, gamma=0.5)):
            assert noise.privacy_profile(0) == pytest.approx(math.tanh(epsilon / 2), rel=0.51)
            assert noise.privacy_profile(epsilon) == 0


@given(st.sampled_from(CASES), noise_sets(6), shifts(1), st.floats(0, 2))
def test_every_mechanism_is_private_on_every_set_and_shift(noise, chosen, share, epsilon):
    intervals, points = chosen
    d = float(share) * noise.sensitivity
    here = [(float(low), float(high)) for low, high in intervals]
    there = [(low + d, high + d) for low, high in here]
    at, moved = [float(x) for x in points], [float(x) + d for x in points]
    left = probability(noise, here, at)
    right = math.exp(epsilon) * probability(noise, there, moved)
    assert left <= right + noise.privacy_profile(epsilon) + 1e-14


class HalfScale(Laplace):
    """Claims the privacy of Laplace noise of twice its scale."""

    @property
    def scale(self):
        return self.sensitivity / self.epsilon / 2


class NarrowUniform(UniformWithAtom):
    """Claims the privacy of noise of twice its width."""

    @property
    def half_width(self):
        return super().half_width / 2

    @property
    def _height(self):
        return 2 * super()._height


@pytest.mark.parametrize("noise", [HalfScale(1), NarrowUniform(0.3), NarrowUniform(0.9)], ids=repr)
def test_planted_faults_are_caught(noise):
    epsilon = getattr(noise, "epsilon", 0)
    assert numeric_profile(noise, epsilon, shifts=1) > 1.05 * noise.privacy_profile(epsilon)


def test_privacy_loss_is_the_log_ratio():
    x = np.array([-3.0, 0, 0.5, 200])
    np.testing.assert_allclose(privacy_loss(Laplace(2), x, 1), [-2, 2, 2, 2], rtol=1e-12)
    np.testing.assert_allclose(privacy_loss(Gaussian.of_sigma(2), x, 1), (2 * x + 1) / 8)
    uniform = UniformWithAtom(0.5)
    np.testing.assert_array_equal(
        privacy_loss(uniform, [0.9, -1.5, 0, 5], 1), [math.inf, -math.inf, 0, math.nan]
    )


def test_probability_keeps_accuracy_in_both_tails():
    noise = Gaussian.of_sigma(1)
    right, left = probability(noise, [(20, 21)]), probability(noise, [(-21, -20)])
    assert right == pytest.approx(left, rel=1e-12)
    assert right == pytest.approx(2.753624e-89, rel=1e-6)
    atom = UniformWithAtom(0.5, alpha=0.25)
    assert probability(atom, [], [0, 1]) == 0.25
    assert probability(atom, [(-9, 0), (0, 9)]) == pytest.approx(0.75)
    assert probability(atom, [(-9, 9)]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: hockey_stick(Laplace(1), -1, 1), "epsilon"),
        (lambda: hockey_stick(Laplace(1), 1, math.inf), "shift"),
        (lambda: hockey_stick(Staircase(1e-8), 0, 1), "limit"),
        (lambda: numeric_profile(Laplace(1), 1, shifts=0), "shifts"),
    ],
)
def test_bad_input_is_named(call, argument):
    with pytest.raises(BadInput) as caught:
        call()
    assert caught.value.argument == argument
