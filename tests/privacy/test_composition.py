import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import dpproofs as dp
from dpproofs import (
    Cactus,
    Gaussian,
    Geometric,
    Laplace,
    Round,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
    compose,
)
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.mills import gaussian_profile
from dpproofs.privacy.composition.above import above, largest_loss
from dpproofs.privacy.composition.below import Outcomes, merged, processed
from dpproofs.privacy.composition.lattice import Lattice, Losses, spread_up
from dpproofs.privacy.composition.questions import DeltaAt
from dpproofs.privacy.composition.sums import Tilted, TiltedSum, convolved, tilted
from dpproofs.privacy.composition.thinning import kept, thinned_down, thinned_up
from dpproofs.replaying.program import replay


def brackets(bounds, value, slack=1e-9):
    return bounds[0] <= value * (1 + slack) and value <= bounds[1] * (1 + slack)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "noise",
    [Laplace(0.7, 2), Gaussian.of_sigma(1.3), Staircase(1, gamma=0.3), TruncatedLaplace(0.5, 0.01),
     UniformWithAtom(0.2, alpha=0.1), Cactus(variance=1, n=6)],
)  # fmt: skip
def test_one_round_is_the_privacy_profile(noise):
    account = compose(noise)
    for epsilon in (0.0, 0.1, 0.55, 1.0, 3.0):
        low, high = account.delta(epsilon)
        exact = float(noise.privacy_profile(epsilon))
        assert low <= exact * (1 + 1e-9) + 1e-20
        assert exact <= high * (1 + 1e-9)
        assert high - exact <= 2e-3 * exact + 1e-6


@pytest.mark.parametrize(("sigma", "count"), [(1.0, 1), (5.0, 37), (40.0, 1000)])
def test_normal_noise_composes_to_normal_noise(sigma, count):
    account = compose(Gaussian.of_sigma(sigma), count)
    for epsilon in (0.0, 0.5, 2.0, 8.0):
        exact = float(gaussian_profile(np.array([epsilon]), math.sqrt(count) / sigma)[0])
        low, high = account.delta(epsilon)
        assert low <= exact <= high
        assert high - low <= 1e-4 * exact


def test_tiny_deltas_keep_their_digits():
    account = compose(Gaussian.of_sigma(5.0), 10)
    exact = float(gaussian_profile(np.array([5.5]), math.sqrt(10) / 5)[0])
    low, high = account.delta(5.5)
    assert exact < 1e-15
    assert (1 - 1e-4) * exact < low <= exact <= high < (1 + 1e-4) * exact


def normal_log_delta(epsilon, mu):
    """log delta of normal noise shifted by mu deviations, by mpmath."""
    with mpmath.workdps(60):
        near, far = (
            mpmath.erfc((epsilon / mpmath.mpf(mu) + side * mpmath.mpf(mu) / 2) / mpmath.sqrt(2))
            for side in (-1, 1)
        )
        return float(mpmath.log(near / 2 - mpmath.exp(epsilon) * far / 2))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("sigma", "count", "delta", "reached"),
    [
        (4.4, 695, 5.7e-10, True),
        (28.0, 9198, 1e-253, True),
        (1.965, 44, 1e-300, True),
        (0.42, 1, 1e-300, False),  # doubles end
    ],
)
def test_epsilon_goes_down_to_the_end_of_doubles(sigma, count, delta, reached):
    found = compose(Gaussian.of_sigma(sigma), count).epsilon(delta)
    mu = math.sqrt(count) / sigma
    assert normal_log_delta(found.lower, mu) >= math.log(delta) - 1e-12
    assert normal_log_delta(found.upper, mu) <= math.log(delta) + 1e-12
    assert found.reached == reached
    assert (found.upper - found.lower <= 1e-4 * found.upper) == reached


@pytest.mark.parametrize(("epsilon", "count", "level"), [(0.1, 10, 0.9937), (2.0, 300, 310.0)])
def test_noise_of_two_losses_composes_as_randomised_response(epsilon, count, level):
    with mpmath.workdps(50):
        p = mpmath.exp(epsilon) / (1 + mpmath.exp(epsilon))
        exact = mpmath.fsum(
            mpmath.binomial(count, k) * p**k * (1 - p) ** (count - k)
            * max(0, -mpmath.expm1(level - mpmath.mpf(epsilon) * (2 * k - count)))
            for k in range(count + 1)
        )  # fmt: skip
        low, high = account = compose(Geometric(epsilon), count).delta(level)
        assert low <= exact <= high
    assert account.reached
    assert high - low <= 1e-6 * high


def test_sampled_noise_of_two_losses_is_two_losses():
    epsilon, rate, count, level = 1.2, 0.1, 30, 1.5
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    removed = rate * p + (1 - rate) * (1 - p)
    losses = math.log(removed / (1 - p)), math.log((1 - removed) / p)
    exact = math.fsum(
        math.comb(count, k) * removed**k * (1 - removed) ** (count - k)
        * max(0.0, -math.expm1(level - k * losses[0] - (count - k) * losses[1]))
        for k in range(count + 1)
    )  # fmt: skip
    found = compose(Geometric(epsilon), count, sampling="0.1").delta(level)
    assert found.lower <= exact * (1 + 1e-12)
    assert found.reached
    assert found.upper == pytest.approx(exact, rel=1e-6) or found.upper > exact


EVERY = {
    "AbstractStaircase": None,  # picks outcomes by their costs
    "Cactus": dp.Cactus(variance=1, n=6),
    "DiscreteGaussian": dp.DiscreteGaussian(2, 2),
    "DiscreteStaircase": dp.DiscreteStaircase(1, 3),
    "ExponentialMechanism": None,
    "Family": None,  # formulas, and no numbers
    "Gaussian": Gaussian.of_sigma(1.3),
    "Geometric": Geometric(0.5),
    "KNorm": None,  # vectors
    "Laplace": Laplace(0.7, 2),
    "LightTailedLaplace": dp.LightTailedLaplace(1, 0.01, 0.3),
    "MultiGaussian": None,  # a density whose worst shift is searched for
    "OptimalNoise": dp.OptimalNoise(1, "0.1"),
    "QuasiGaussian": None,
    "RandomizedResponse": dp.RandomizedResponse(1, 3),
    "Schroedinger": dp.Schroedinger(variance=1),
    "Skellam": dp.Skellam(3),
    "Staircase": Staircase(1, gamma=0.3),
    "TruncatedGeometric": dp.TruncatedGeometric(1, 0.01),
    "TruncatedLaplace": TruncatedLaplace(0.5, 0.01),
    "Tulap": dp.Tulap(0.5, 0.05),
    "UniformWithAtom": UniformWithAtom(0.2, alpha=0.1),
    "VectorGaussian": None,
    "VectorStaircase": None,
}


def mechanisms():
    """The public classes that have a privacy profile, exact draws, or levels of costs."""
    signs = ("privacy_profile", "sample_exact", "levels")
    kinds = {name: getattr(dp, name) for name in dp.__all__}
    return {
        name
        for name, kind in kinds.items()
        if isinstance(kind, type) and any(hasattr(kind, sign) for sign in signs)
    }


def test_the_list_of_every_mechanism_is_complete():
    assert mechanisms() == set(EVERY)


@pytest.mark.parametrize(
    "noise", [noise for noise in EVERY.values() if noise is not None], ids=repr
)
def test_every_mechanism_composes(noise):
    epsilon = 0.4
    alone = float(noise.privacy_profile(epsilon))
    low, high = compose(noise, gap=0.01).delta(epsilon)
    assert low <= alone * (1 + 1e-9)
    assert alone <= high * (1 + 1e-9)
    twice = compose(noise, 2, gap=0.01).delta(epsilon)
    assert alone <= twice.upper <= 1
    part = compose(noise, 2, sampling=0.3, gap=0.01).delta(epsilon)
    assert part.lower <= part.upper <= twice.upper * (1 + 1e-9)


@pytest.mark.parametrize(
    "noise",
    [dp.KNorm(1, dimension=2), dp.VectorGaussian(1, 0.1, dimension=2), dp.ExponentialMechanism(1)],
    ids=lambda noise: type(noise).__name__,
)
def test_what_does_not_compose_is_refused(noise):
    with pytest.raises(BadInput, match="mechanism"):
        compose(noise)


@pytest.mark.parametrize(
    "noise",
    [dp.DiscreteGaussian(1.5, 2), dp.Skellam(3), dp.TruncatedGeometric(0.8, 0.01)],
    ids=repr,
)
@pytest.mark.parametrize("rate", [1, 0.25])
def test_integers_compose_as_the_products_of_their_masses(noise, rate):
    size = noise.sensitivity
    places = np.arange(-25, 26 + size)
    without, there = noise.pmf(places), noise.pmf(places - size)
    record = rate * there + (1 - rate) * without
    for epsilon in (0.2, 1.0):
        worst = 0.0
        for one, other in ((record, without), (without, record)):
            pairs = np.outer(one, one) - math.exp(epsilon) * np.outer(other, other)
            worst = max(worst, float(np.maximum(pairs, 0).sum()))
        low, high = compose(noise, 2, sampling=rate).delta(epsilon)
        assert low <= worst * (1 + 1e-9)
        assert worst <= high * (1 + 1e-9)
        assert high - low <= 1e-3 * high


def test_what_no_sum_of_losses_reaches_has_a_delta_of_nothing():
    noise = dp.DiscreteStaircase(0.5, 3, r=3)
    inside, beyond = (compose(noise, 10, sampling=0.1, gap=0.1).delta(e) for e in (0.5, 1))
    assert inside.reached
    assert inside.upper < 2e-5
    assert (beyond.lower, beyond.reached) == (0, False)
    assert beyond.upper < 1e-300


def test_pairs_are_rounds():
    pairs = compose([(Laplace(0.5), 3), (Geometric(0.2), 4)], sampling=0.5)
    rounds = compose([Round(Laplace(0.5), 3, 0.5), Round(Geometric(0.2), 4, 0.5)])
    assert pairs.rounds == rounds.rounds
    found = pairs.epsilon(1e-4)
    assert found.reached
    assert compose(Laplace(0.5), 3, sampling=0.5).epsilon(1e-4)[1] < found.lower


def test_a_gap_that_is_not_reached_is_said():
    noise = Cactus(variance=1, n=6)
    coarse = compose(noise, 10, gap=0.5).delta(1)
    fine = compose(noise, 10, gap=1e-5, seconds=1e-9).delta(1)
    assert coarse.reached
    assert not fine.reached
    assert fine.lower <= coarse.upper
    assert coarse.lower <= fine.upper


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
    one, other = (compose(r) for r in ((first, second), (second, first)))
    assert one.delta(1)[0] <= other.delta(1)[1]
    assert other.delta(1)[0] <= one.delta(1)[1]
    assert compose([first]).delta(1)[1] < one.delta(1)[0]
    sampled = compose([first, Round(Gaussian.of_sigma(3.0), 5, 0.1)])
    assert sampled.delta(1)[1] < one.delta(1)[0]


def test_epsilon_is_the_inverse_of_delta():
    account = compose(Gaussian.of_sigma(4.0), 16)
    low, high = account.epsilon(1e-5)
    assert low < high
    assert account.delta(low - 1e-3)[0] > 1e-5 >= account.delta(high + 1e-3)[1]
    assert account.epsilon(0.9) == (0, 0)
    assert high < account.moments_epsilon(1e-5)
    assert compose(TruncatedLaplace(1, 0.01), 5).epsilon(1e-3) == (math.inf, math.inf)
    assert compose(TruncatedLaplace(1, 0.01), 5).moments_epsilon(1e-3) == math.inf


def test_moments_are_those_of_normal_noise():
    # log E e^(tL) = t (t + 1)/(2 sigma^2) each round
    sigma, count, delta = 3.0, 20, 1e-6
    t = np.exp(np.linspace(-4, 7, 200_001))
    exact = np.min((count * t * (t + 1) / (2 * sigma**2) + math.log(1 / delta)) / t)
    found = compose(Gaussian.of_sigma(sigma), count).moments_epsilon(delta)
    assert exact <= found <= exact * (1 + 1e-3)


@pytest.mark.sweep
def test_the_worst_shift_of_each_round_counts():
    noise = Cactus(variance="0.5", n=12)
    account = compose(noise, 8)
    more = compose(noise, 8, shifts=(1.0, 0.75, 0.65))
    for epsilon in (5.0, 15.0):
        assert account.delta(epsilon)[0] <= more.delta(epsilon)[0] <= account.delta(epsilon)[1]
    # Rounds with shifts of their own: all pairs of two.
    two = compose(noise, 2)
    fine = Lattice(0.0, 0.05)
    one_shift = [
        processed(noise, of_shift(k / 12, 1.0), fine, 1e-12).both_ways()[0] for k in (8, 9, 12)
    ]
    for first in one_shift:
        for second in one_shift:
            loss = np.add.outer(first.loss, second.loss)
            mass = np.multiply.outer(first.mass, second.mass)
            exact = float(np.sum(mass * np.maximum(-np.expm1(5.0 - loss), 0)))
            assert exact <= two.delta(5.0)[1]


# -- the parts -------------------------------------------------------------------------------------


def of_shift(size, rate):
    """Noise that is moved with a probability, and noise that is not."""
    here = ((1 - rate, 0.0), (rate, size)) if rate < 1 else ((1.0, size),)
    return here, ((1.0, 0.0),), 0.0


def of_losses(losses, ratio):
    """The profile at a ratio of what a round's losses say: Q is P e^(-loss)."""
    gain = losses.mass * np.maximum(1 - ratio * np.exp(-losses.loss), 0)
    return float(gain.sum()) + losses.infinite


def of_outcomes(loss, mass, ratio, infinite=0.0):
    return float((mass * np.maximum(1 - ratio * np.exp(-loss), 0)).sum()) + infinite


RATIOS = np.exp(np.linspace(-4, 4, 81))


@pytest.fixture
def scattered():
    rng = np.random.default_rng(5)
    mass = rng.random(60)
    return np.sort(rng.normal(0.2, 0.7, 60)), 0.9 * mass / mass.sum()


@pytest.mark.parametrize("step", [0.01, 0.1, 0.5, 3.0])
@pytest.mark.parametrize("offset", [0.0, 0.003])
def test_splitting_raises_the_profile_and_merging_lowers_it(scattered, step, offset):
    loss, mass = scattered
    lattice = Lattice(offset, step)
    up = spread_up(lattice, loss, mass, 0.02)
    down = merged(Outcomes(loss, mass, 0.02), lattice)
    for ratio in RATIOS:
        exact = of_outcomes(loss, mass, ratio, 0.02)
        assert of_losses(down, ratio) <= exact
        assert exact <= of_losses(up, ratio)
    assert up.lattice == lattice
    assert 0 < offset - down.lattice.offset < 1e-11
    assert math.fsum(up.mass) == pytest.approx(0.9, rel=1e-11)
    assert math.fsum(down.mass) == pytest.approx(0.9, rel=1e-11)


def test_merging_costs_second_order():
    fine = Outcomes(np.linspace(-1, 1, 4001), np.full(4001, 1 / 4001), 0.0)
    exact = of_outcomes(fine.loss, fine.mass, 1.0)
    lost = [exact - of_losses(merged(fine, Lattice(0.0, step)), 1.0) for step in (0.2, 0.1, 0.05)]
    assert lost[0] > 3 * lost[1] > 9 * lost[2] > 0


def test_what_lies_on_the_lattice_is_not_merged():
    step = 0.1
    loss = step * np.arange(-3, 4) + 1e-9 * np.array([1, -1, 0, 1, -1, 0, 1])
    found = merged(Outcomes(loss, np.full(7, 0.1), 0.0), Lattice(0.0, step))
    assert found.mass == pytest.approx(np.full(7, 0.1), rel=1e-11)
    assert np.all(found.loss <= loss)
    assert np.all(found.loss >= loss - 3e-9)


@pytest.mark.parametrize(
    "noise", [Laplace(0.9, 3), Gaussian.of_sigma(0.7), Staircase(1, gamma=0.3)]
)
@pytest.mark.parametrize("rate", [1.0, 0.3])
@pytest.mark.parametrize("offset", [0.0, 0.01])
def test_a_round_lies_between_its_bounds(noise, rate, offset):
    lattice, top = Lattice(offset, 0.005), largest_loss(noise, 1e-12)
    cells = processed(noise, of_shift(noise.sensitivity, rate), lattice, 1e-12)
    uppers, lowers = above(noise, lattice, rate, top), cells.both_ways()
    for direction in (0, 1):
        upper, lower = uppers[direction], merged(lowers[direction], lattice)
        for epsilon in (0.02, 0.11, 0.3, 0.8):
            exact = sampled_profile(noise, rate, direction, epsilon)
            high, low = (of_losses(each, math.exp(epsilon)) for each in (upper, lower))
            assert low <= exact <= high
            assert high - low <= 0.05 * exact + 1e-3


def sampled_profile(noise, rate, direction, epsilon):
    """delta when a record that takes part with a probability is removed (0), or added (1)."""

    def profile_of(ratio):
        if ratio < 1:
            return 1 - ratio + ratio * float(noise.privacy_profile(-math.log(ratio)))
        return float(noise.privacy_profile(math.log(ratio)))

    if direction == 0:
        return rate * profile_of((math.exp(epsilon) - 1 + rate) / rate)
    inverse = (math.exp(-epsilon) - 1 + rate) / rate
    if inverse <= 0:
        return 0.0
    swapped = 1 - inverse + inverse * profile_of(1 / inverse)
    return max(0.0, 1 - math.exp(epsilon) + math.exp(epsilon) * rate * swapped)


@pytest.mark.parametrize("tilt", [0.0, 0.7, 30.0])
@pytest.mark.parametrize("counts", [(5, 0), (3, 2)])
def test_sums_are_convolutions(tilt, counts):
    rng = np.random.default_rng(6)
    lattices = Lattice(0.013, 0.5), Lattice(-0.1, 0.5)
    rounds = []
    for lattice, count in zip(lattices, counts, strict=True):
        mass = rng.random(9)
        rounds += [(Losses(lattice, -4, 0.9 * mass / mass.sum(), 0.1), count)] * (count > 0)
    loss, mass = np.zeros(1), np.ones(1)
    for losses, count in rounds:
        for _ in range(count):
            loss = np.add.outer(loss, losses.loss).ravel()
            mass = np.multiply.outer(mass, losses.mass).ravel()
            loss, index = np.unique(loss.round(9), return_inverse=True)
            mass = np.bincount(index, mass)
    total = tilted(rounds, tilt)
    for epsilon in (-1.0, 0.0, 0.21, 2.3, 7.7):
        exact = of_outcomes(loss, mass, math.exp(epsilon), 1 - 0.9**5)
        assert total.log_delta(epsilon, upwards=False) <= math.log(exact)
        assert math.log(exact) <= total.log_delta(epsilon, upwards=True)
    if tilt < 1:
        near = [total.log_delta(0.21, upwards=upwards) for upwards in (False, True)]
        assert near[1] - near[0] < 1e-8


def test_a_sum_on_a_window_keeps_account_of_what_lies_outside():
    # 400 rounds of two outcomes: 401 sums, of which a window holds nearly all.
    p, step, count = 0.3, 0.25, 400
    losses = Losses(Lattice(0.0, step), -1, np.array([1 - p, 0.0, p]), 0.0)
    for tilt, epsilon in ((0.0, 0.0), (1.0, 10.0), (4.0, 60.0)):
        total = tilted([(losses, count)], tilt)
        assert total.sums.size < 2 * count
        exact = fsum_of(
            Fraction(math.comb(count, k)) * Fraction(p) ** k * (1 - Fraction(p)) ** (count - k)
            * Fraction(max(0.0, -math.expm1(epsilon - step * (2 * k - count))))
            for k in range(count + 1)
        )  # fmt: skip
        low, high = (total.log_delta(epsilon, upwards=upwards) for upwards in (False, True))
        assert low <= exact <= high
    assert exact < -200


@pytest.mark.parametrize("tails", [(0.5, 0.0), (0.0, 0.5), (0.25, 0.25)])
def test_what_lies_outside_counts_against_both_bounds(tails):
    # A window of two sums, one of probability 1/2; the rest may be anywhere outside.
    total = TiltedSum(np.array([3.0, 4.0]), np.array([0.5, 0.0]), 0.0, tails, 0.0, 0.0, 0.0, 0.0)
    for epsilon, known in ((1.0, -0.5 * math.expm1(-2)), (3.5, 0.0)):
        # On the left it may lie just below 3, on the right infinitely far.
        left = -math.expm1(min(epsilon - 3, 0.0))
        upper = math.exp(total.log_delta(epsilon, upwards=True))
        assert upper >= known + tails[0] * left + tails[1]
        # What wraps around may be part of what is seen.
        lower = math.exp(total.log_delta(epsilon, upwards=False))
        assert lower <= max(0.0, known - 0.5)


def test_the_error_of_a_weight_counts_against_both_bounds():
    sums, weight, error = np.array([1.0, 2.0]), np.array([0.5, 0.2]), 0.1
    total = TiltedSum(sums, weight, error, (0.0, 0.0), 0.0, 0.0, 0.0, 0.0)
    lower, upper = (
        float(np.sum((weight + side * error) * -np.expm1(0.5 - sums))) for side in (-1, 1)
    )
    assert math.exp(total.log_delta(0.5, upwards=False)) <= lower
    assert upper <= math.exp(total.log_delta(0.5, upwards=True))


def test_weights_that_vanish_count_as_outside():
    losses = Losses(Lattice(0.0, 1.0), 0, np.array([0.5, 0.5]), 0.0)
    assert tilted([(losses, 3)], 1.0).tails == (0.0, 0.0)
    left, right = tilted([(losses, 3)], 1e3).tails
    assert left > 0
    assert right > 0


def fsum_of(terms):
    total = sum(terms, Fraction(0))
    return math.log(total.numerator) - math.log(total.denominator)


@pytest.mark.parametrize("points", [64, 4096])
def test_the_error_of_transforms_is_what_it_is_said_to_be(points):
    """Against ball arithmetic: powers of a generating polynomial modulo x^points - 1."""
    from flint import fmpz_poly

    rng = np.random.default_rng(7)
    weight = rng.random(40) ** 8
    weight /= weight.sum()
    each = Tilted(np.arange(40), weight, 1000, 0.0, 0.0)
    found, error = convolved([each], points)
    scale = 1 << 90
    exact = fmpz_poly([int(Fraction(w) * scale) for w in weight.tolist()]) ** 3
    values = np.zeros(points)
    for place, value in enumerate(exact.coeffs()):
        values[place % points] += int(value) / scale**3
    cubed, small = convolved([Tilted(np.arange(40), weight, 3, 0.0, 0.0)], points)
    assert 0 < np.abs(cubed - values).max() <= small < 1e-13
    assert found.sum() == pytest.approx(1, abs=error * points)
    assert small < error < 1e-10


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
        (lambda: compose(Laplace(1), gap=0), "gap = 0"),
        (lambda: compose(Laplace(1), seconds=0), "seconds = 0"),
        (lambda: compose([(Laplace(1), 2, 3)]), "pairs"),
        (lambda: compose(Laplace(1), shifts=()), "shifts"),
        (lambda: compose(Laplace(1), shifts=(1.5,)), "shifts"),
        (lambda: compose([]), "a mechanism, or a sequence of rounds"),
        (lambda: compose(None, 3), "a mechanism, or a sequence of rounds"),
        (lambda: compose([3]), "a mechanism, or a sequence of rounds"),
        (lambda: Round(3), "mechanism = 3, but should be a mechanism for real or integer"),
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
    account = compose(Laplace(1), 2)
    below, above = math.nextafter(0.3, 0), 0.3
    between = (Fraction(below) + Fraction(above)) / 2
    low, high = account.delta(between)
    assert low <= account.delta(below)[1]
    assert high >= account.delta(above)[0]
    assert account.delta("3/10") == account.delta(Fraction(3, 10))
    lower, upper = account.epsilon("1e-3")
    assert account.delta(upper)[0] <= Fraction("1e-3") <= account.delta(lower)[1]
    question = DeltaAt(between)
    total = tilted(
        [(Losses(Lattice(0.0, 0.1), 0, np.array([0.2, 0.3, 0.2, 0.1, 0.2]), 0.0), 1)], 0.0
    )
    for upwards, end in ((True, below), (False, above)):
        asked = DeltaAt(Fraction(end))
        assert question.answer(total, None, 1e-4, upwards=upwards) == asked.answer(
            total, None, 1e-4, upwards=upwards
        )


@pytest.mark.parametrize("rate", [Fraction(1, 10**400), 1 - Fraction(1, 10**30)])
def test_rates_next_to_none_and_to_one_bracket(rate):
    account = compose(Laplace(1), 2, sampling=rate)
    whole = compose(Laplace(1), 2)
    low, high = account.delta(0.5)
    assert 0 <= low <= high <= whole.delta(0.5)[1] * (1 + 1e-9)
    if rate > Fraction(1, 2):
        assert low == pytest.approx(whole.delta(0.5)[0], rel=2e-4)


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


def test_a_certificate_is_of_one_number_and_of_noise_with_a_closed_form():
    account = compose(Gaussian.of_sigma(2), 3)
    for wrong in ({}, {"epsilon": 1, "delta": 1e-5}):
        with pytest.raises(BadInput, match="one number, for epsilon or for delta"):
            account.certificate(**wrong)
    with pytest.raises(BadInput, match="a number in \\(0, 1\\)"):
        account.certificate(delta=1)
    with pytest.raises(BadInput, match="a number in \\[0, inf\\)"):
        account.certificate(epsilon=-1)
    with pytest.raises(BadInput, match="for a certificate, one of Gaussian, Laplace, Geometric"):
        compose(Staircase(1), 3).certificate(epsilon=1)


@pytest.mark.parametrize(
    ("noise", "count", "sampling", "asked", "said"),
    [
        (Gaussian.of_sigma(0.5), 12, 1, {"epsilon": 30}, "lies in ["),
        (Gaussian.of_sigma(0.1), 100, 1, {"epsilon": 0}, "is at least 0.99"),
        (Gaussian.of_sigma(1), 1, 1, {"delta": 0.9}, "is at most 0"),
        (Gaussian.of_sigma(1), 3, 0.5, {"delta": 1e-100}, "lies in [35.8"),
        (Geometric(0.5), 3, 1, {"epsilon": 1.5}, "is at most "),
        (Laplace(0.5), 1, 1, {"epsilon": 3}, "is at most "),
    ],
)
def test_certificates_reach_the_ends(noise, count, sampling, asked, said):
    """A delta near 1, one that is next to nothing, and ends that say nothing."""
    account = compose(noise, count, sampling=sampling, gap=0.05)
    report = replay(account.certificate(**asked))
    assert report.accepted, report.reason
    assert f" {said}" in report.says


def test_a_certificate_of_losses_that_are_mostly_alone_is_as_close_as_the_bracket():
    """Laplace noise has nearly all of its probability at two losses."""
    found = compose(Laplace(0.1), 100).certificate(delta=1e-5)
    lower, upper = (float(Fraction(found[end]["bound"])) for end in ("lower", "upper"))
    assert 0 < upper - lower < 1e-4 * upper


def test_places_that_are_kept_take_in_losses_between_them():
    """Every second place has next to no mass: it does not keep its neighbours away."""
    mass = np.where(np.arange(101) % 2, 1e-12, 0.01)
    losses = Losses(Lattice(0.0, 0.1), -51, mass, 0.0)
    places = kept(losses, 1.0)
    assert np.diff(places).max() <= 4
    for thinned in (thinned_up(losses, places), thinned_down(losses, places)):
        assert thinned.mass.sum() == pytest.approx(mass.sum(), rel=1e-9)
        assert np.count_nonzero(thinned.mass) <= places.size
