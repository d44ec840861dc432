import math
from fractions import Fraction

import numpy as np
import pytest

from dpproofs import (
    Cactus,
    Gaussian,
    Laplace,
    Round,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
    compose,
)
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.mills import gaussian_profile
from dpproofs.privacy.composition.pairs import Pair, dominating, merge_down, processed, spread_up
from dpproofs.privacy.composition.sums import Sum

ROUGH = 1 << 11


def profile(pair, ratio):
    return float(np.maximum(pair.mass - ratio * pair.other, 0).sum()) + pair.infinite


def brackets(bounds, value, slack=1e-9):
    return bounds[0] <= value * (1 + slack) and value <= bounds[1] * (1 + slack)


@pytest.mark.parametrize(
    "noise",
    [Laplace(0.7, 2), Gaussian.of_sigma(1.3), Staircase(1, gamma=0.3), TruncatedLaplace(0.5, 0.01),
     UniformWithAtom(0.2, alpha=0.1), Cactus(variance=1, n=6)],
)  # fmt: skip
def test_one_round_is_the_privacy_profile(noise):
    account = compose(noise, cells=ROUGH)
    for epsilon in (0.0, 0.1, 0.55, 1.0, 3.0):
        low, high = account.delta(epsilon)
        exact = float(noise.privacy_profile(epsilon))
        assert low <= exact * (1 + 1e-9) + 1e-20
        assert exact <= high * (1 + 1e-9)
        assert high - exact <= 2e-3 * exact + 1e-6


@pytest.mark.parametrize(("sigma", "count"), [(1.0, 1), (5.0, 37), (40.0, 1000)])
def test_normal_noise_composes_to_normal_noise(sigma, count):
    account = compose(Gaussian.of_sigma(sigma), count, cells=1 << 13)
    for epsilon in (0.0, 0.5, 2.0, 8.0):
        exact = float(gaussian_profile(np.array([epsilon]), math.sqrt(count) / sigma)[0])
        low, high = account.delta(epsilon)
        assert low <= exact <= high
        if exact > 1e-12:
            assert high - low <= 0.02 * exact


def test_tiny_deltas_keep_their_digits():
    account = compose(Gaussian.of_sigma(5.0), 10, cells=1 << 13)
    exact = float(gaussian_profile(np.array([5.5]), math.sqrt(10) / 5)[0])
    low, high = account.delta(5.5)
    assert exact < 1e-15
    assert 0.97 * exact < low <= exact <= high < 1.03 * exact


def test_pure_mechanisms_compose_as_randomised_response():
    # The full shift of the staircase with gamma = 1 and Laplace: losses of one round are known.
    epsilon, count = 0.3, 20
    account = compose(Laplace(epsilon), count)
    # Kairouz, Oh & Viswanath: nothing epsilon-private leaks more than randomised response.
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    for level in (0.5, 2.0, 4.0):
        worst = sum(
            math.comb(count, k) * p**k * (1 - p) ** (count - k)
            * max(0.0, -math.expm1(level - epsilon * (2 * k - count)))
            for k in range(count + 1)
        )  # fmt: skip
        low, high = account.delta(level)
        assert high < worst
        assert 0 < high - low <= 1e-3 * high
    assert account.delta(epsilon * count + 1e-6)[1] < 1e-12


def test_sampling_one_round_is_known_in_closed_form():
    sigma, rate = 0.8, 0.05
    account = compose(Gaussian.of_sigma(sigma), sampling=rate)
    for epsilon in (0.01, 0.1, 0.5, 1.5):
        ratio = (math.exp(epsilon) - 1 + rate) / rate
        removed = rate * float(gaussian_profile(np.array([math.log(ratio)]), 1 / sigma)[0])
        # Adding: H(g) = 1 - g + g H'(1/g) for the pair the other way round.
        inverse = (math.exp(-epsilon) - 1 + rate) / rate
        added = 0.0
        if inverse > 0:
            other = -math.log(inverse)
            swapped = (
                1 - inverse + inverse * float(gaussian_profile(np.array([other]), 1 / sigma)[0])
            )
            added = 1 - math.exp(epsilon) + math.exp(epsilon) * rate * swapped
        low, high = account.delta(epsilon)
        exact = max(removed, added)
        assert brackets((low, high), exact)
        assert high - low <= 0.01 * exact


def test_several_mechanisms_compose_in_any_order():
    first, second = Round(Laplace(0.5), 3), Round(Gaussian.of_sigma(3.0), 5)
    one, other = (compose(r, cells=ROUGH) for r in ((first, second), (second, first)))
    assert one.delta(1)[0] <= other.delta(1)[1]
    assert other.delta(1)[0] <= one.delta(1)[1]
    assert compose([first], cells=ROUGH).delta(1)[1] < one.delta(1)[0]
    sampled = compose([first, Round(Gaussian.of_sigma(3.0), 5, 0.1)], cells=ROUGH)
    assert sampled.delta(1)[1] < one.delta(1)[0]


def test_epsilon_is_the_inverse_of_delta():
    account = compose(Gaussian.of_sigma(4.0), 16, cells=1 << 13)
    low, high = account.epsilon(1e-5)
    assert low < high
    assert account.delta(low - 1e-6)[0] > 1e-5 >= account.delta(high)[1]
    assert account.epsilon(0.9) == (0, 0)
    assert high < account.moments_epsilon(1e-5)
    assert compose(TruncatedLaplace(1, 0.01), 5, cells=ROUGH).epsilon(1e-3) == (math.inf, math.inf)
    assert compose(TruncatedLaplace(1, 0.01), 5, cells=ROUGH).moments_epsilon(1e-3) == math.inf


def test_moments_are_those_of_normal_noise():
    # log E e^(tL) = t (t + 1)/(2 sigma^2) each round
    sigma, count, delta = 3.0, 20, 1e-6
    t = np.exp(np.linspace(-4, 7, 200_001))
    exact = np.min((count * t * (t + 1) / (2 * sigma**2) + math.log(1 / delta)) / t)
    found = compose(Gaussian.of_sigma(sigma), count).moments_epsilon(delta)
    assert exact <= found <= exact * (1 + 1e-3)


def test_the_worst_shift_of_each_round_counts():
    noise = Cactus(variance="0.5", n=12)
    account = compose(noise, 8, cells=ROUGH)
    more = compose(noise, 8, cells=ROUGH, shifts=(1.0, 0.75, 0.65))
    for epsilon in (5.0, 15.0):
        assert account.delta(epsilon)[0] <= more.delta(epsilon)[0] <= account.delta(epsilon)[1]
    # Rounds with shifts of their own: all pairs of two.
    two = compose(noise, 2, cells=ROUGH)
    one_shift = [processed(noise, k / 12, 500) for k in (8, 9, 12)]
    for first in one_shift:
        for second in one_shift:
            loss = np.add.outer(first.loss, second.loss)
            mass = np.multiply.outer(first.mass, second.mass)
            exact = float(np.sum(mass * np.maximum(-np.expm1(5.0 - loss), 0)))
            assert exact <= two.delta(5.0)[1]


# -- the parts -------------------------------------------------------------------------------------


@pytest.fixture
def scattered():
    rng = np.random.default_rng(5)
    loss = np.sort(rng.normal(0.2, 0.7, 60))
    mass = rng.random(60)
    return Pair(loss, 0.9 * mass / mass.sum(), 0.02, 0.05)


@pytest.mark.parametrize("step", [0.01, 0.1, 0.5, 3.0])
def test_splitting_raises_the_profile_and_merging_lowers_it(scattered, step):
    up, down = spread_up(scattered, step), merge_down(scattered, step)
    for ratio in np.exp(np.linspace(-4, 4, 81)):
        exact = profile(scattered, ratio)
        assert profile(down, ratio) <= exact + 1e-15
        assert exact <= profile(up, ratio) + 1e-15
    for pair in (up, down):
        assert pair.loss / step == pytest.approx(np.rint(pair.loss / step), abs=1e-9)
    assert math.fsum(up.mass) == pytest.approx(math.fsum(scattered.mass), rel=1e-11)
    assert math.fsum(up.other) == pytest.approx(math.fsum(scattered.other), rel=1e-11)
    assert math.fsum(down.mass) == pytest.approx(math.fsum(scattered.mass), rel=1e-11)


def test_merging_costs_second_order():
    fine = Pair(np.linspace(-1, 1, 4001), np.full(4001, 1 / 4001), 0.0, 0.0)
    losses = [
        profile(fine, 1.0) - profile(merge_down(fine, step), 1.0) for step in (0.2, 0.1, 0.05)
    ]
    assert losses[0] > 3 * losses[1] > 9 * losses[2] > 0


def test_processing_is_below_dominating():
    noise = Laplace(0.9, 3)
    below, above = processed(noise, 3.0, 500), dominating(noise, 0.01)
    for epsilon in np.linspace(0, 1, 21):
        exact = float(noise.privacy_profile(epsilon))
        assert profile(below, math.exp(epsilon)) <= exact + 1e-15
        assert exact <= profile(above, math.exp(epsilon)) + 1e-15


@pytest.mark.parametrize("upwards", [True, False])
def test_sums_are_convolutions(upwards):
    rng = np.random.default_rng(6)
    mass = rng.random(9)
    mass *= 0.9 / mass.sum()
    pair = Pair(0.5 * np.arange(-4, 5), mass, 0.1, 0.0)
    losses, weights, infinite = Sum.of(pair, 0.5, upwards=upwards).times(5).arrays()
    exact = mass
    for _ in range(4):
        exact = np.convolve(exact, mass)
    assert weights == pytest.approx(exact, rel=1e-12)
    assert losses == pytest.approx(0.5 * np.arange(-20, 21))
    assert infinite == pytest.approx(1 - 0.9**5 if not upwards else 0.5, rel=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compose(Laplace(1), 0), "count = 0, but should be an integer in"),
        (lambda: compose(Laplace(1), 1.5), "count = 1.5"),
        (lambda: compose(Laplace(1), sampling=0), "sampling = 0, but should be a number in"),
        (lambda: compose(Laplace(1), sampling=math.nan), "sampling = nan"),
        (lambda: compose(Laplace(1), sampling="half"), "sampling = 'half'"),
        (lambda: compose(Laplace(1), sampling="3/2"), "sampling = 1.5"),
        (lambda: compose(Laplace(1)).delta(math.inf), "epsilon = inf"),
        (lambda: compose(Laplace(1), cells=3), "cells = 3"),
        (lambda: compose(Laplace(1), shifts=()), "shifts"),
        (lambda: compose(Laplace(1), shifts=(1.5,)), "shifts"),
        (lambda: compose([]), "a mechanism, or a sequence of rounds"),
        (lambda: compose(None, 3), "a mechanism, or a sequence of rounds"),
        (lambda: compose([3]), "a mechanism, or a sequence of rounds"),
        (lambda: Round(3), "mechanism = 3, but should be a mechanism for real queries"),
        (lambda: compose(Laplace(1)).delta(-1), "epsilon = -1"),
        (lambda: compose(Laplace(1)).epsilon(0), "delta = 0"),
        (lambda: compose(Laplace(1)).moments_epsilon(1), "delta = 1"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(BadInput, match=message):
        call()


# -- numbers that are given ------------------------------------------------------------------------


def test_numbers_are_taken_as_exactly_what_they_are():
    tenth = Round(Laplace(1), sampling="0.1")
    assert (
        tenth.sampling
        == Fraction(1, 10)
        < Fraction(0.1)
        == Round(Laplace(1), sampling=0.1).sampling
    )
    low, high = tenth.rates
    assert Fraction(low) < tenth.sampling < Fraction(high) == Fraction(0.1)
    assert math.nextafter(low, 1) == high
    assert Round(Laplace(1), sampling=0.25).rates == (0.25, 0.25)
    assert Round(Laplace(1), sampling=Fraction(1, 10**400)).rates == (0.0, math.ulp(0.0))
    assert Round(Laplace(1), sampling=1 - Fraction(1, 10**30)).rates == (1 - 2**-53, 1.0)


def test_between_two_doubles_the_bounds_are_those_of_the_right_neighbour():
    account = compose(Laplace(1), 2, cells=ROUGH)
    below, above = math.nextafter(0.3, 0), 0.3
    between = (Fraction(below) + Fraction(above)) / 2
    assert account.delta(between) == (account.delta(above)[0], account.delta(below)[1])
    assert account.delta("3/10") == account.delta(Fraction(3, 10))
    lower, upper = account.epsilon("1e-3")
    assert account.delta(upper)[1] <= Fraction("1e-3") < account.delta(math.nextafter(lower, 0))[0]


@pytest.mark.parametrize("rate", [Fraction(1, 10**400), 1 - Fraction(1, 10**30)])
def test_rates_next_to_none_and_to_one_bracket(rate):
    account = compose(Laplace(1), 2, sampling=rate, cells=ROUGH)
    whole = compose(Laplace(1), 2, cells=ROUGH)
    low, high = account.delta(0.5)
    assert 0 <= low <= high <= whole.delta(0.5)[1] * (1 + 1e-9)
    if rate > Fraction(1, 2):
        assert low == pytest.approx(whole.delta(0.5)[0], rel=1e-2)


# -- beside dp-accounting --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noise", "theirs", "count", "rate"),
    [
        (Gaussian.of_sigma(2.0), ("gaussian", 2.0), 30, 1.0),
        (Laplace(0.2), ("laplace", 5.0), 40, 1.0),
        (Gaussian.of_sigma(0.9), ("gaussian", 0.9), 200, 0.02),
        (Laplace(0.5), ("laplace", 2.0), 100, 0.05),
    ],
)
def test_dp_accounting_agrees(noise, theirs, count, rate):
    pld = pytest.importorskip(
        "dp_accounting.pld.privacy_loss_distribution", reason="install dp-accounting to compare"
    )
    name, parameter = theirs
    single = getattr(pld, f"from_{name}_mechanism")(
        parameter, value_discretization_interval=1e-4, sampling_prob=rate
    )
    other = single.self_compose(count)
    account = compose(noise, count, sampling=rate)
    for delta in (1e-3, 1e-6):
        low, high = account.epsilon(delta)
        # Theirs is an upper bound too, so it is not below our lower one.
        assert low <= other.get_epsilon_for_delta(delta)
        assert high == pytest.approx(other.get_epsilon_for_delta(delta), rel=2e-3)
