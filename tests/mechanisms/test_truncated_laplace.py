"""The truncated Laplace mechanism and its variant with light tails, against slow oracles."""

import math
from functools import partial
from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Laplace, LightTailedLaplace, TruncatedLaplace
from dpproofs.privacy import numeric_profile, probability
from dpproofs.testing.strategies import noise_sets, shifts

EPSILONS = (1e-8, 1e-3, 0.5, 1.0, 7.0, 1e3)
DELTAS = (1e-300, 1e-20, 1e-5, 0.1, 0.4, 0.5 - 1e-9)
DIGITS = 700  # enough for 1 - e^{-1e-8} and e^{-1000} and 1e-300 together
DRAWS = 200_000

# scale, bound, sensitivity: every order of bound, sensitivity and twice the bound.
BOUNDS = [
    (1, 2, 1),
    (1, 0.6, 1),
    (1, 0.3, 1),
    (0.2, 1, 1.5),
    (5, 1, 0.3),
    (0.5, 0.7, 1),
    (0.05, 3, 1),
    (1e6, 1, 0.3),
    (1, 0.5, 1),
]


def reference_profile(epsilon, length, shift, t):
    """sup over half lines at the full shift, in high precision: no case is simplified.

    In units of the scale; the loss grows with x, so that the crossing is found by bisection over
    the stretches on which it is linear.
    """
    height = 1 / (2 * (1 - (1 - t) * mp.exp(-length)))

    def log_density(x):
        past = max(abs(x) - length, mp.mpf(0))
        if past and not t:
            return -mp.inf
        return -min(abs(x), length) - (past / t if t else 0)

    def tail(x):
        if x < 0:
            return 1 - tail(-x)
        if x >= length:
            return height * t * mp.exp(log_density(x)) if t else mp.mpf(0)
        return height * (mp.exp(-x) - (1 - t) * mp.exp(-length))

    def gain(x):
        return tail(x) - mp.exp(epsilon) * tail(x + shift)

    knots = sorted({-shift / 2, mp.mpf(0), length, length - shift, -length})
    best = max(gain(x) for x in knots)
    for low, high in pairwise(knots):
        middle = [log_density(x) - log_density(x + shift) for x in (low, high)]
        if all(mp.isfinite(v) for v in middle) and middle[0] < epsilon < middle[1]:
            place = low + (high - low) * (epsilon - middle[0]) / (middle[1] - middle[0])
            best = max(best, gain(place))
    return max(best, mp.mpf(0))


def exact_lengths(epsilon, delta):
    return mp.log1p(mp.expm1(mp.mpf(epsilon)) / (2 * mp.mpf(delta)))


@pytest.mark.sweep
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", DELTAS)
def test_profile_cost_and_tail_agree_with_high_precision(epsilon, delta):
    noise = TruncatedLaplace(epsilon, delta, 2)
    with mp.workdps(DIGITS):
        e = mp.mpf(epsilon)
        length, scale = exact_lengths(epsilon, delta), 2 / e
        for share in (0, 0.25, 0.999999, 1, 1.5, 40):
            other = epsilon * share
            exact = reference_profile(mp.mpf(other), length, e, mp.mpf(0))
            assert noise.privacy_profile(other) == pytest.approx(float(exact), rel=2e-13)
        assert noise.bound == pytest.approx(float(scale * length), rel=1e-14)
        for p in (0.5, 1, 2, 3.7):
            q = mp.mpf(p)
            cost = scale**q * mp.gammainc(q + 1, 0, length) / -mp.expm1(-length)
            assert noise.expected_cost(p) == pytest.approx(float(cost), rel=1e-14)
        for at in (1e-9, 0.3, 0.9):
            x = noise.bound * at
            y = mp.mpf(x) / scale
            tail = (mp.exp(-y) - mp.exp(-length)) / (-2 * mp.expm1(-length))
            assert noise.sf(x) == pytest.approx(float(tail), rel=1e-11, abs=1e-300)


def test_delta_is_attained_exactly_and_no_less():
    for epsilon in EPSILONS:
        for delta in DELTAS:
            noise = TruncatedLaplace(epsilon, delta)
            assert noise.privacy_profile([epsilon, math.inf]) == pytest.approx(delta, rel=1e-13)
            assert noise.privacy_profile(0.9 * epsilon) > delta
            assert noise.bound > 1


@pytest.mark.sweep
@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("t", [0, 1e-3, 0.2, 0.7, 0.99])
def test_any_scale_and_bound_agree_with_quadrature_and_with_high_precision(bounds, t):
    scale, bound, size = bounds
    noise = (
        LightTailedLaplace.from_bounds(scale, bound, t, size)
        if t
        else TruncatedLaplace.from_bounds(scale, bound, size)
    )
    epsilon = np.array([0, 0.1, 0.5, 1, 2, 4, 11])
    exact = noise.privacy_profile(epsilon)
    np.testing.assert_allclose(
        numeric_profile(noise, epsilon, shifts=5), exact, rtol=1e-8, atol=1e-13
    )
    with mp.workdps(60):
        unit = partial(lambda value: mp.mpf(value) / mp.mpf(scale))
        for e, value in zip(epsilon, exact, strict=True):
            slow = reference_profile(mp.mpf(float(e)), unit(bound), unit(size), mp.mpf(t))
            assert value == pytest.approx(float(slow), rel=1e-12)


def test_a_profile_is_exact_next_to_its_kink():
    # lambda = 1/0.3 is rounded: sensitivity/lambda is not the double 0.3, and delta is small.
    noise = TruncatedLaplace.from_bounds(1 / 0.3, 100, 1)
    with mp.workdps(60):
        shift = 1 / mp.mpf(1 / 0.3)
        length = 100 * shift
        for e in (0.3, math.nextafter(0.3, 0), math.nextafter(0.3, 1)):
            exact = reference_profile(mp.mpf(e), length, shift, mp.mpf(0))
            assert noise.privacy_profile(e) == pytest.approx(float(exact), rel=1e-12)


def test_profiles_at_infinity_and_when_supports_do_not_meet():
    assert (
        TruncatedLaplace.from_bounds(1, 1, 2).privacy_profile([0, 5, math.inf]).tolist() == [1] * 3
    )
    assert TruncatedLaplace.from_bounds(1, 1, 7).privacy_profile(3) == 1
    assert LightTailedLaplace(1, 0.1, 0.2).privacy_profile([5, math.inf]).tolist() == [0, 0]
    assert LightTailedLaplace(1, 0.1, 0.2).privacy_profile(4.99) > 0
    assert TruncatedLaplace(1, 0.1).privacy_profile(np.zeros((2, 3))).shape == (2, 3)


NOISES = [
    TruncatedLaplace(1, 0.1),
    TruncatedLaplace.from_bounds(1, 0.6, 1),
    TruncatedLaplace.from_bounds(0.2, 1, 1.5),
    LightTailedLaplace(1, 0.1, 0.3),
    LightTailedLaplace.from_bounds(1, 0.6, 0.5, 1),
]


@given(st.sampled_from(NOISES), noise_sets(4), shifts(1), st.floats(0, 4))
@settings(deadline=None)
def test_no_set_and_shift_gains_more_than_the_profile(noise, chosen, share, epsilon):
    intervals, _ = chosen
    d = float(share) * noise.sensitivity
    here = [(float(low), float(high)) for low, high in intervals]
    there = [(low + d, high + d) for low, high in here]
    gain = probability(noise, here) - math.exp(epsilon) * probability(noise, there)
    assert gain <= noise.privacy_profile(epsilon) + 1e-13


def test_a_bound_that_is_too_short_is_not_private_as_claimed():
    right = TruncatedLaplace(1, 0.01)
    short = TruncatedLaplace.from_bounds(1, right.bound - 0.01)
    assert short.privacy_profile(1) > 0.01
    # The misprint of Definition 3, B with 2 for 2 delta, belongs to another bound.
    misprint = math.log1p((math.e - 1) / 2)
    assert TruncatedLaplace.from_bounds(1, misprint).privacy_profile(1) == pytest.approx(1, abs=0.5)


# -- limits and neighbours ------------------------------------------------------------------------


def test_limits_are_laplace_and_uniform_noise():
    x = np.array([-3, -0.2, 0.4, 1.0])
    nearly = TruncatedLaplace(1, 1e-300)
    np.testing.assert_allclose(nearly.cdf(x), Laplace(1).cdf(x), rtol=1e-15)
    np.testing.assert_allclose(nearly.pdf(x), Laplace(1).pdf(x), rtol=1e-15)
    flat = TruncatedLaplace(1e-300, 0.1)
    assert flat.bound == pytest.approx(5)
    np.testing.assert_allclose(flat.pdf(x), 0.1, rtol=1e-15)
    np.testing.assert_allclose(flat.cdf(x), 0.5 + x / 10, rtol=1e-15)
    assert flat.expected_cost(1) == pytest.approx(2.5)
    assert flat.expected_cost(2) == pytest.approx(25 / 3)
    assert flat.privacy_profile([0, 1]) == pytest.approx(0.1)


def test_light_tails_keep_the_density_and_the_privacy():
    cut = TruncatedLaplace(1, 0.01, 2)
    for t in (1e-12, 1e-3, 0.3, 0.9):
        tailed = LightTailedLaplace(1, 0.01, t, 2)
        inside = np.linspace(0, tailed.bound, 7)[:-1]
        np.testing.assert_allclose(tailed.pdf(inside), cut.pdf(inside), rtol=1e-14)
        assert tailed.bound == pytest.approx(cut.bound + 2 * math.log1p(-t), rel=1e-14)
        assert tailed.privacy_profile(1) == pytest.approx(0.01, rel=1e-12)
        assert tailed.tail_mass == pytest.approx(2 * tailed.sf(tailed.bound), rel=1e-12)
        assert np.all(tailed.pdf(np.array([10.0, 1.5]) * cut.bound) >= 0)
        # The excess of the amplitude: lambda (q - 1 + e^{-q})/u with q = -log(1 - t).
        u = math.expm1(1) / 0.02
        with mp.workdps(40):
            q = -mp.log1p(-mp.mpf(t))
            excess = float(2 * (q - 1 + mp.exp(-q)) / u)
        assert tailed.expected_cost(1) - cut.expected_cost(1) == pytest.approx(excess, abs=1e-15)
        e = np.array([0, 0.5, 1])
        assert np.all(tailed.privacy_profile(e) <= cut.privacy_profile(e) * (1 + 1e-12))


@pytest.mark.sweep
@pytest.mark.no_cover
def test_light_tails_agree_with_high_precision():
    for epsilon, delta, share in [
        (1e-8, 1e-5, 0.5),
        (1, 1e-300, 0.99),
        (7, 0.4, 1),
        (1e3, 0.1, 0.7),
    ]:
        t = share * -math.expm1(TruncatedLaplace(epsilon, delta).bound * -epsilon + epsilon)
        noise = LightTailedLaplace(epsilon, delta, t)
        with mp.workdps(DIGITS):
            e, q, bend = mp.mpf(epsilon), mp.mpf(1.7), mp.mpf(t)
            length = exact_lengths(epsilon, delta) + mp.log1p(-bend)
            total = 1 - (1 - bend) * mp.exp(-length)
            steep = length / bend
            tails = mp.exp(-length) * bend ** (q + 1) * mp.exp(steep) * mp.gammainc(q + 1, steep)
            cost = e**-q * (mp.gammainc(q + 1, 0, length) + tails) / total
            assert noise.expected_cost(1.7) == pytest.approx(float(cost), rel=1e-13)
            for other in (0, epsilon / 3, 2 * epsilon):
                exact = reference_profile(mp.mpf(other), length, e, bend)
                assert noise.privacy_profile(other) == pytest.approx(float(exact), rel=1e-12)


# -- samples --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "noise",
    [
        TruncatedLaplace(1, 1e-5),
        TruncatedLaplace(1e-8, 1e-3, 3),
        TruncatedLaplace(1e3, 0.4),
        TruncatedLaplace(1, 1e-300),
        TruncatedLaplace.from_bounds(1, 1),
        TruncatedLaplace.from_bounds(1, 1e-150),
        LightTailedLaplace(1, 0.4, 0.13),
        LightTailedLaplace.from_bounds(1, 0.5, 0.9),
        LightTailedLaplace.from_bounds(1e-3, 2e-3, 0.01),
    ],
    ids=repr,
)
def test_draws_follow_the_cdf_and_stay_in_the_support(noise):
    draws = noise.sample(DRAWS, rng=7)
    u = np.sort(noise.cdf(draws))
    steps = np.arange(DRAWS + 1) / DRAWS
    assert max(np.max(steps[1:] - u), np.max(u - steps[:-1])) < 0.0063  # chance 1e-6
    size = np.abs(draws)
    if isinstance(noise, TruncatedLaplace):
        assert size.max() <= noise.bound
    assert abs(np.count_nonzero(draws < 0) - DRAWS / 2) < 5.5 * math.sqrt(DRAWS) / 2
    for level in (1e-3, 1e-2, 0.1):
        count = np.count_nonzero(size >= -noise.ppf(level))
        assert abs(count - 2 * level * DRAWS) < 5.5 * math.sqrt(2 * level * DRAWS)


def test_a_planted_fault_in_the_sampler_is_caught():
    noise, wrong = TruncatedLaplace.from_bounds(1, 2), TruncatedLaplace.from_bounds(1, 2.2)
    u = np.sort(noise.cdf(wrong.sample(DRAWS, rng=7)))
    assert np.max(np.abs(u - np.arange(DRAWS) / DRAWS)) > 0.0063


# -- parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: TruncatedLaplace(0, 0.1), "epsilon"),
        (lambda: TruncatedLaplace(1, 0.5), "delta"),
        (lambda: TruncatedLaplace(1, 0), "delta"),
        (lambda: TruncatedLaplace(1, 0.1, -1), "sensitivity"),
        (lambda: TruncatedLaplace(1, 1e-300, 1e307), "bound"),
        (lambda: TruncatedLaplace.from_bounds(0, 1), "scale"),
        (lambda: TruncatedLaplace.from_bounds(1, math.inf), "bound"),
        (lambda: TruncatedLaplace.from_bounds(1e-150, 1e100), "bound"),
        (lambda: TruncatedLaplace(1, 0.1).privacy_profile(-1), "epsilon"),
        (lambda: TruncatedLaplace(1, 0.1).expected_cost(0), "p"),
        (lambda: LightTailedLaplace(1, 0.1, 0), "bend"),
        (lambda: LightTailedLaplace(1, 0.1, 1), "bend"),
        (lambda: LightTailedLaplace(1, 0.4, 0.9), "bend"),
        (lambda: LightTailedLaplace.from_bounds(1, 1, 2), "bend"),
    ],
)
def test_a_bad_parameter_is_named(make, argument):
    with pytest.raises(BadInput) as caught:
        make()
    assert caught.value.argument == argument


def test_equality_and_what_is_known():
    noise = TruncatedLaplace(1, 0.1)
    assert noise == TruncatedLaplace(epsilon=1, delta=0.1, sensitivity=1)
    assert hash(noise) == hash(TruncatedLaplace(1, 0.1))
    other = TruncatedLaplace.from_bounds(noise.scale, noise.bound)
    assert (other.epsilon, other.delta) == (None, None)
    assert other.privacy_profile(1) == pytest.approx(0.1, rel=1e-14)
    assert noise.knots(1).tolist() == [0]
    assert noise.knots(10).tolist() == [-noise.bound, 0, noise.bound]
    assert noise.logpdf(noise.bound * 2) == -math.inf
    assert TruncatedLaplace(5e-5, 5e-324).bound == pytest.approx(
        2e4 * (math.log(5e-5) + 743.747), rel=1e-3
    )


def test_costs_of_any_bounds_and_of_huge_powers():
    for scale, bound in [(1, 2), (1e8, 1), (0.01, 3)]:
        noise = TruncatedLaplace.from_bounds(scale, bound)
        with mp.workdps(60):
            unit, length = mp.mpf(scale), mp.mpf(bound) / mp.mpf(scale)
            cost = unit**3 * mp.gammainc(4, 0, length) / -mp.expm1(-length)
        assert noise.expected_cost(3) == pytest.approx(float(cost), rel=1e-14)
    assert TruncatedLaplace(1, 0.1).expected_cost(1e300) == math.inf
    assert LightTailedLaplace(1, 0.1, 1e-5).expected_cost(1e12) == math.inf
    assert TruncatedLaplace.from_bounds(1, 0.5).expected_cost(1e300) == 0
    steep = TruncatedLaplace.from_bounds(1, 1)
    # Mass near the end counts alone: B e^{-1}/(p + 1).
    assert steep.expected_cost(1e15) == pytest.approx(1e-15 / math.expm1(1), rel=1e-14)
