"""Enclosed privacy profiles against quadrature, sums at high precision, exact rationals."""

import math
from fractions import Fraction
from functools import partial
from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
from flint import arb, ctx
from scipy import stats

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import (
    Gaussian,
    Geometric,
    Laplace,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
)
from dpproofs.mechanisms.formulas import gaussian_sums
from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.privacy import exact_staircase
from dpproofs.privacy.enclosed import families, known_noise
from dpproofs.privacy.enclosed.base import decimals
from dpproofs.privacy.enclosed.claims import at_most, epsilon_bounds, exceeds, keeps, least_epsilon
from dpproofs.privacy.enclosed.density import DensityNoise
from dpproofs.privacy.enclosed.distribution import DistributionNoise
from dpproofs.privacy.enclosed.references import excess_costs, least_factor

EPSILONS = (0, 0.1, 0.9, 3)


def contains(ball, value, digits=22):
    """A narrow ball around a number known to some digits."""
    with ctx.workprec(400), mp.workdps(60):
        text = mp.nstr(value, 50)
        close = abs(ball - arb(text)) <= abs(arb(text)) * arb(10) ** -digits
        return bool(close) and (ball.is_exact() or ball.rel_accuracy_bits() >= 70)


def sum_over_integers(weight, epsilon, d, reach):
    """The divergence of a mass function, term by term."""
    with mp.workdps(60):
        e = mp.exp(mp.mpf(epsilon))
        mass = [mp.mpf(weight(abs(k))) for k in range(2 * reach + d + 1)]
        total = mass[0] + 2 * mp.fsum(mass[1 : reach + 1])
        gains = (mass[abs(k)] - e * mass[abs(k + d)] for k in range(-reach, reach + 1))
        return mp.fsum(gain for gain in gains if gain > 0) / total


def quadrature(density, points, epsilon, d):
    """The divergence of a density that is smooth between the points, by mpmath."""
    with mp.workdps(50):
        e, d = mp.exp(mp.mpf(epsilon)), mp.mpf(d)
        ends = sorted({*map(mp.mpf, points), *(mp.mpf(x) - d for x in points)})
        total = mp.mpf(0)
        for low, high in pairwise(ends):
            middle = (low + high) / 2
            total += mp.quad(
                lambda x: max(density(x) - e * density(x + d), mp.mpf(0)), [low, middle, high]
            )
        return total


def test_every_family_has_one_name():
    assert list(families()) == [
        "bounded_laplace",
        "discrete_gaussian",
        "gaussian",
        "geometric",
        "laplace",
        "staircase",
        "truncated_laplace",
        "uniform",
        "uniform_with_atom",
    ]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("d", [0.5, 2, 9])
def test_laplace_against_quadrature(epsilon, d):
    with mp.workdps(50):
        e, d = mp.mpf(epsilon), mp.mpf(d)
        # P(k) > e^epsilon P(x + d) from (epsilon scale - d)/2 on.
        start, scale = (e * mp.mpf(1.5) - d) / 2, mp.mpf(1.5)

        def density(x):
            return mp.exp(-abs(x) / scale) / (2 * scale)

        def gain(x):
            return density(x) - mp.exp(e) * density(x + d)

        exact = (
            mp.quad(gain, [start, min(start, 0) / 2, 0, 5, 40, mp.inf]) if start < 0 else mp.mpf(0)
        )
    assert contains(known_noise("laplace", {"scale": 1.5}).profile(epsilon, float(d)), exact)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("d", [0.5, 3])
def test_gaussian_against_quadrature(epsilon, d):
    with mp.workdps(50):
        start = mp.mpf(epsilon) * 4 / mp.mpf(d) - mp.mpf(d) / 2

        def gain(x):
            return mp.npdf(x, 0, 2) - mp.exp(mp.mpf(epsilon)) * mp.npdf(x + d, 0, 2)

        exact = mp.quad(gain, [start, start + 1, start + 3, start + 8, start + 20, start + 60])
    assert contains(known_noise("gaussian", {"sigma": 2}).profile(epsilon, d), exact)


def test_gaussian_keeps_its_relative_accuracy_at_tiny_delta():
    with mp.workdps(900):
        r, e = mp.mpf(1) / 2, mp.mpf(18.5)
        tails = [mp.erfc((e / r + s * r / 2) / mp.sqrt(2)) / 2 for s in (-1, 1)]
        exact = tails[0] - mp.exp(e) * tails[1]
    assert exact < mp.mpf("1e-290")
    assert contains(known_noise("gaussian", {"sigma": 2}).profile(18.5, 1), exact)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("d", [0.25, 1.5, 3.5, 4])
def test_truncated_laplace_against_quadrature(epsilon, d):
    with mp.workdps(50):
        total = 2 * (1 - mp.exp(-2))

        def density(x):
            return mp.exp(-abs(x)) / total if abs(x) < 2 else mp.mpf(0)

        crossing = (mp.mpf(epsilon) - d) / 2
        exact = quadrature(density, [-2, 0, 2, crossing, crossing + d], epsilon, d)
    noise = known_noise("truncated_laplace", {"scale": 1, "bound": 2})
    assert contains(noise.profile(epsilon, d), exact)


@pytest.mark.parametrize("parameters", [{"half_width": 2}, {"low": -1, "high": 3}])
@pytest.mark.parametrize(("d", "exact"), [(1, 0.25), (4, 1), (5, 1)])
def test_uniform_profile_is_the_uncovered_strip(parameters, d, exact):
    noise = known_noise("uniform", parameters)
    assert noise.profile(0, d) == exact
    assert noise.profile(5, d) == exact
    assert noise.pure_epsilon(d) == arb.pos_inf()


@pytest.mark.parametrize("gamma", [0, Fraction(3, 10), Fraction(1, 2), Fraction(4, 5), 1])
@pytest.mark.parametrize("growth", [1, Fraction(3, 2), Fraction(21, 10), 5])
def test_staircase_beyond_its_own_sensitivity_against_exact_rationals(gamma, growth):
    exact = exact_staircase(Fraction(1, 2), gamma)
    divergences = [exact.divergence(Fraction(k, 10), growth) for k in range(1, 31)]
    noise = known_noise("staircase", {"epsilon": math.log(2), "sensitivity": 1, "gamma": gamma})
    for sensitivity in (Fraction(1, 2), Fraction(1), Fraction(17, 10), Fraction(3)):
        worst = max(divergences[: int(10 * sensitivity)])  # the grid has every bend in it
        found = float(noise.profile(math.log(growth), sensitivity))
        assert found == pytest.approx(float(worst), rel=1e-13)
    with pytest.raises(BadInput, match="at most 40 steps"):
        noise.profile(1, 41)


PAIRS = [
    (Laplace(0.7, 3), "laplace", {"scale": Laplace(0.7, 3).scale}),
    (Gaussian.of_sigma(0.4, 2), "gaussian", {"sigma": 0.4}),
    (
        Staircase(2, 3, gamma=0.2),
        "staircase",
        {"epsilon": 2, "sensitivity": 3, "gamma": 0.2},
    ),
    (
        Staircase(2, gamma=0.9),
        "staircase",
        {"epsilon": 2, "sensitivity": 1, "gamma": 0.9},
    ),
    (
        TruncatedLaplace.from_bounds(2, 5, 3),
        "truncated_laplace",
        {"scale": 2, "bound": 5},
    ),
    (
        UniformWithAtom(0.3, 2, alpha=0.1),
        "uniform_with_atom",
        {"half_width": UniformWithAtom(0.3, 2, alpha=0.1).half_width, "atom": 0.1},
    ),
    (Geometric(0.8), "geometric", {"scale": 1 / 0.8}),
]  # fmt: skip


@pytest.mark.parametrize(("mechanism", "family", "parameters"), PAIRS, ids=repr)
def test_closed_forms_agree_with_the_mechanisms(mechanism, family, parameters):
    noise = known_noise(family, parameters)
    for epsilon in (0, 0.2, 0.69, 1.9):
        ball = noise.profile(epsilon, mechanism.sensitivity)
        assert float(ball) == pytest.approx(float(mechanism.privacy_profile(epsilon)), rel=1e-11)
    for p in (1, 2):
        assert float(noise.cost(p)) == pytest.approx(mechanism.expected_cost(p), rel=1e-12)


@pytest.mark.parametrize("sigma", [0.3, 2, 39.5, 40, 75])
@pytest.mark.parametrize(("epsilon", "d"), [(0, 1), (0.01, 3), (0.6, 1), (0.6, 20), (2, 60)])
def test_discrete_gaussian_against_the_sum(sigma, epsilon, d):
    noise = known_noise("discrete_gaussian", {"sigma": sigma})
    with mp.workdps(60):

        def bell(k):
            return mp.exp(-(mp.mpf(k) ** 2) / (2 * mp.mpf(sigma) ** 2))

        exact = sum_over_integers(bell, epsilon, d, int(18 * sigma) + 70)
    if exact > 1e-40:  # else the sum misses what matters
        assert contains(noise.profile(epsilon, d), exact)


@pytest.mark.parametrize("sigma", [0.2, 3, 45])
def test_moments_of_the_discrete_gaussian(sigma):
    noise = known_noise("discrete_gaussian", {"sigma": sigma})
    with mp.workdps(60):
        weights = [mp.exp(-(mp.mpf(k) ** 2) / (2 * mp.mpf(sigma) ** 2)) for k in range(1, 900)]
        total = 1 + 2 * mp.fsum(weights)
        for p in (1, 2):
            moment = 2 * mp.fsum(mp.mpf(k) ** p * w for k, w in enumerate(weights, 1)) / total
            assert contains(noise.cost(p), moment)


def test_wide_discrete_gaussian_is_close_to_a_gaussian():
    for epsilon, d in ((1e-9, 1), (1, 10**9), (20, 10**10)):
        wide, normal = (
            known_noise(family, {"sigma": 1e9}).profile(epsilon, d)
            for family in ("discrete_gaussian", "gaussian")
        )
        assert float(wide / normal) == pytest.approx(1, rel=1e-7)
        assert wide.rel_accuracy_bits() >= 80


@pytest.mark.parametrize("parameters", [{"scale": 2.5}, {"ratio": 0.625}, {"scale": 1e-3}])
@pytest.mark.parametrize(("epsilon", "d"), [(0, 1), (0, 4), (0.3, 1), (1, 2), (1, 5), (0.4, 1)])
def test_geometric_against_the_sum(parameters, epsilon, d):
    noise = known_noise("geometric", parameters)
    with mp.workdps(60):
        q = (
            mp.mpf(parameters["ratio"])
            if "ratio" in parameters
            else mp.exp(-1 / mp.mpf(parameters["scale"]))
        )
        exact = sum_over_integers(lambda k: q**k, epsilon, d, 400)
        moments = [
            2 * mp.fsum(mp.mpf(k) ** p * q**k for k in range(1, 900)) * (1 - q) / (1 + q)
            for p in (1, 2)
        ]
    assert contains(noise.profile(epsilon, d), exact)
    assert all(contains(noise.cost(p), moment) for p, moment in zip((1, 2), moments, strict=True))


@pytest.mark.parametrize(
    ("family", "parameters"),
    [("geometric", {"scale": 3}), ("discrete_gaussian", {"sigma": 2})],
)
def test_the_whole_sensitivity_is_the_worst_shift_on_the_integers(family, parameters):
    noise = known_noise(family, parameters)
    for epsilon in (0, 0.3, 1.5):
        values = [noise.profile(epsilon, d) for d in range(1, 12)]
        assert all(low <= high for low, high in pairwise(values))


def test_pure_noise_has_delta_zero_exactly_from_its_epsilon_on():
    cases = {
        "laplace": ({"scale": 2}, 3, 1.5),
        "geometric": ({"scale": 2}, 3, 1.5),
        "staircase": ({"epsilon": 0.5, "sensitivity": 1, "gamma": 0.25}, 2.5, 1.5),
    }
    for family, (parameters, d, epsilon) in cases.items():
        noise = known_noise(family, parameters)
        assert noise.pure_epsilon(d) == epsilon
        assert noise.profile(epsilon, d) == 0
        assert 0 < noise.profile(math.nextafter(epsilon, 0), d) < 1e-15
    ratio = known_noise("geometric", {"ratio": 0.5})
    assert 3 * math.log(2) == pytest.approx(float(ratio.pure_epsilon(3)))
    assert ratio.profile(2.08, 3) == 0
    assert ratio.profile(2.07, 3) > 0


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("laplace", {"scale": 0}),
        ("gaussian", {"sigma": 0}),
        ("geometric", {"ratio": 0}),
        ("uniform", {"low": 1, "high": 1}),
        ("truncated_laplace", {"scale": 3, "bound": 0}),
        ("bounded_laplace", {"scale": 0, "lower": 0, "upper": 1}),
        ("staircase", {"epsilon": 1, "sensitivity": 0, "gamma": 0.5}),
    ],
)
def test_no_noise_hides_nothing(family, parameters):
    noise = known_noise(family, parameters)
    assert noise.profile(3, 1) == 1
    assert noise.pure_epsilon(1) == arb.pos_inf()
    assert noise.cost(1) == 0
    assert excess_costs(noise, 1, 0.5, 1) == ()


@pytest.mark.parametrize(
    ("family", "parameters", "argument"),
    [
        ("cauchy", {"scale": 1}, "family"),
        ("laplace", {"sigma": 1}, "parameters"),
        ("laplace", {}, "parameters"),
        ("laplace", {"scale": math.nan}, "scale"),
        ("laplace", {"scale": np.float64(math.inf)}, "scale"),
        ("laplace", {"scale": -1}, "scale"),
        ("gaussian", {"sigma": -1}, "sigma"),
        ("discrete_gaussian", {"sigma": -1}, "sigma"),
        ("geometric", {"ratio": 1}, "ratio"),
        ("geometric", {"scale": -1}, "scale"),
        ("geometric", {"scale": 1, "ratio": 0.5}, "scale"),
        ("geometric", {}, "scale"),
        ("staircase", {"epsilon": 0, "sensitivity": 1, "gamma": 0.5}, "epsilon"),
        ("staircase", {"epsilon": 1, "sensitivity": -1, "gamma": 0.5}, "sensitivity"),
        ("staircase", {"epsilon": 1, "sensitivity": 1, "gamma": 1.5}, "gamma"),
        ("uniform", {"half_width": -1}, "half_width"),
        ("uniform", {"half_width": 1, "low": 0}, "half_width"),
        ("uniform", {"low": 1}, "half_width"),
        ("uniform", {"low": 1, "high": 0}, "high"),
        ("uniform_with_atom", {"half_width": -1, "atom": 0}, "half_width"),
        ("uniform_with_atom", {"half_width": 1, "atom": 1}, "atom"),
        ("truncated_laplace", {"scale": -1, "bound": 1}, "scale"),
        ("truncated_laplace", {"scale": 1, "bound": -1}, "bound"),
        ("bounded_laplace", {"scale": -1, "lower": 0, "upper": 1}, "scale"),
        ("bounded_laplace", {"scale": 1, "lower": 1, "upper": 1}, "upper"),
    ],
)
def test_bad_parameters_are_refused_by_name(family, parameters, argument):
    with pytest.raises(BadInput) as caught:
        known_noise(family, parameters)
    assert caught.value.argument == argument
    assert "np." not in str(caught.value)


def test_bad_claims_are_refused():
    noise, integer = known_noise("gaussian", {"sigma": 1}), known_noise("geometric", {"scale": 1})
    for call, argument in (
        (partial(noise.profile, -1, 1), "epsilon"),
        (partial(noise.profile, 1, 0), "sensitivity"),
        (partial(integer.profile, 1, 0.5), "sensitivity"),
        (partial(integer.pure_epsilon, 0.5), "sensitivity"),
        (partial(noise.cost, 3), "p"),
        (partial(least_epsilon, noise, -0.1, 1), "delta"),
    ):
        with pytest.raises(BadInput) as caught:
            call()
        assert caught.value.argument == argument


def test_least_epsilon_solves_the_profile():
    noise = known_noise("gaussian", {"sigma": 3})
    for delta in (0.1, 1e-5, 1e-200):
        epsilon = least_epsilon(noise, delta, 1)
        assert epsilon.rel_accuracy_bits() > 35
        assert float(noise.profile(float(epsilon.mid()), 1)) == pytest.approx(delta, rel=1e-6)
    assert least_epsilon(noise, 0.5, 1) == 0
    assert least_epsilon(noise, 0, 1) == arb.pos_inf()
    assert least_epsilon(known_noise("uniform", {"half_width": 1}), 0.1, 1) == arb.pos_inf()
    assert least_epsilon(known_noise("laplace", {"scale": 1}), 0, 2) == 2
    wide = known_noise("laplace", {"scale": 1e9})
    assert float(least_epsilon(wide, 1e-15, 1)) == pytest.approx(1e-9 - 2e-15, rel=1e-11)
    assert least_epsilon(known_noise("uniform", {"half_width": 5}), Fraction(1, 10), 1) == 0


def test_slack_forgives_rounding_only():
    rounded = known_noise("laplace", {"scale": math.nextafter(1, 0)})
    assert not keeps(rounded, 1, 0, 1)
    assert keeps(rounded, 1, 0, 1, 1e-12)
    assert not keeps(known_noise("laplace", {"scale": 1 - 1e-11}), 1, 0, 1, 1e-12)
    third = 1 / arb(3)
    assert not at_most(third, Fraction(1, 3))
    assert not exceeds(third, Fraction(1, 3))


def test_cost_is_compared_with_the_exact_calibration():
    sigma = math.sqrt(2 * math.log(1.25e5))
    found = {
        (each.reference, each.power): float(each.ratio)
        for each in excess_costs(known_noise("gaussian", {"sigma": sigma}), 1, 1e-5, 1)
    }
    ratio = sigma / float(calibrated_sigma(1, 1e-5))
    assert found["the same noise, scaled to the claim", 1] == pytest.approx(ratio, rel=1e-8)
    assert found["the same noise, scaled to the claim", 2] == pytest.approx(ratio**2, rel=1e-8)
    trunclap = TruncatedLaplace(1, 1e-5)
    assert found["truncated Laplace", 2] == pytest.approx(sigma**2 / trunclap.expected_cost(2))


def test_references_of_the_corners():
    def largest(family, parameters, *claim):
        return {
            (each.reference, each.power): float(each.ratio)
            for each in excess_costs(known_noise(family, parameters), *claim)
        }

    wrong = largest("staircase", {"epsilon": 4, "sensitivity": 1, "gamma": 0.9}, 4, 0, 1)
    best = Staircase(4)
    assert wrong["optimal staircase", 1] == pytest.approx(
        Staircase(4, gamma=0.9).expected_cost(1) / best.expected_cost(1)
    )
    assert wrong["the same noise, scaled to the claim", 1] == pytest.approx(1)
    geometric = largest("geometric", {"scale": 1}, 1, 0, 1)
    assert geometric["optimal discrete staircase", 1] == pytest.approx(1)
    uniform = largest("uniform", {"half_width": 10}, 0, 0.1, 1)
    assert uniform["optimal uniform with an atom", 1] == pytest.approx(2)
    assert set(largest("geometric", {"scale": 2}, 1, 0.1, 1)) == {
        ("the same noise, scaled to the claim", 1),
        ("the same noise, scaled to the claim", 2),
    }
    assert (
        largest("laplace", {"scale": 2}, 1, 0.7, 1).keys()
        == largest("geometric", {"scale": 2}, 1, 0.1, 1).keys()
    )
    # No unit makes the atom lighter, and none makes this noise break so weak a claim.
    assert largest("uniform_with_atom", {"half_width": 9, "atom": 0.5}, 0, 0.4, 1) == {}


def test_a_family_that_never_breaks_a_claim_has_no_least_factor():
    narrow = known_noise("laplace", {"scale": 1})
    assert least_factor(narrow, Fraction(10**70), Fraction(0), Fraction(1)) is None
    low, high = least_factor(narrow, Fraction(2), Fraction(0), Fraction(1))
    assert low < Fraction(1, 2) <= high * (1 + Fraction(1, 10**11))


def test_density_by_quadrature_is_graded_computed():
    noise = DensityNoise.of(lambda x: np.exp(-np.abs(x) / 2) / 4, 400, (0.0,))
    exact = known_noise("laplace", {"scale": 2})
    assert noise.GRADE == "computed"
    for epsilon, d in ((0, 1), (0.2, 1), (0.5, 3)):
        assert noise.profile(epsilon, d).overlaps(exact.profile(epsilon, d))
    for p in (1, 2):
        assert noise.cost(p).overlaps(exact.cost(p))
        assert noise.scaled(Fraction(3)).cost(p).overlaps(exact.scaled(Fraction(3)).cost(p))
    assert noise.scaled(Fraction(3)).profile(0.1, 3).overlaps(exact.profile(0.1, 1))
    with pytest.raises(BadInput, match="reach"):
        DensityNoise.of(np.exp, 0)


def test_a_distribution_function_is_enough_and_graded_computed():
    noise = DistributionNoise.of(stats.laplace(scale=2).cdf, 50)
    exact = known_noise("laplace", {"scale": 2})
    assert noise.GRADE == "computed"
    for epsilon, d in ((0, 1), (0.2, 1), (0.5, 3)):
        ratio = float(noise.profile(epsilon, d) / exact.profile(epsilon, d))
        assert ratio == pytest.approx(1, abs=1e-4)
    for p in (1, 2):
        assert float(noise.cost(p)) == pytest.approx(float(exact.cost(p)), rel=1e-4)
    scaled = noise.scaled(Fraction(3)).profile(0.1, 3)
    assert float(scaled) == pytest.approx(float(exact.profile(0.1, 1)), rel=1e-4)
    with pytest.raises(BadInput, match="reach"):
        DistributionNoise.of(stats.norm.cdf, 0)


def test_atoms_at_ends_of_cells_count():
    def cdf(x):
        return np.where(x >= 0, 0.5, 0) + np.clip((x + 2) / 8, 0, 0.5)

    # Half the mass at 0, half uniform on [-2, 2]: with shift 1 and epsilon 0 the atom and 1/8 show.
    assert float(DistributionNoise.of(cdf, 4).profile(0, 1)) == pytest.approx(0.5 + 0.125)


def test_decimals_round_outwards():
    low, high = decimals(1 / arb(3), 5)
    assert (low, high) == ("0.33333", "0.33334")
    assert decimals(arb(2) ** -10, 9) == ("0.0009765625", "0.0009765625")
    assert decimals(arb.pos_inf()) == ("inf", "inf")


def test_a_half_line_that_starts_next_to_an_integer_is_told_at_a_higher_precision():
    noise = known_noise("geometric", {"ratio": 0.5})
    with mp.workdps(80):
        bound = Fraction(int(mp.floor(mp.log(4) * 2**220)), 2**220)
    below, above = (noise.profile(e, 4) for e in (bound, bound + Fraction(1, 2**219)))
    assert below.rel_accuracy_bits() >= 80 <= above.rel_accuracy_bits()
    assert float(below) == pytest.approx(float(above), rel=1e-15)
    assert noise.profile(bound, 2) < 1e-60
    assert noise.profile(bound + Fraction(1, 2**219), 2) == 0


def test_euler_and_maclaurin_end_where_more_terms_do_not_help():
    with ctx.workprec(1 << 12):
        assert gaussian_sums._length(1600, 40.0, 0) < 4 << 12
    with ctx.workprec(1 << 15):
        assert gaussian_sums._length(1600, 40.0, 0) == 4 << 15


def test_too_hard_a_ball_is_an_error_and_not_a_guess():
    noise = known_noise("laplace", {"scale": 1})
    with pytest.raises(ArithmeticError, match="bits"):
        noise._accurate(lambda: arb(0, 1))


# -- outputs in an interval, which depend on the input ---------------------------------------------

INTERVALS = [  # scale, lower, upper, sensitivity
    (1.5, 0.0, 4.0, 1.0),
    (0.25, -1.0, 3.0, 0.5),
    (2.0, -2.0, 1.0, 2.75),
    (3.0, 0.0, 1.0, 1.0),
    (1.0, 0.0, 2.0, 7.0),
    (0.125, 5.0, 9.0, 3.0),
]


def in_an_interval(scale, low, high, x):
    """The density at x, and where it is not smooth; normalised by its distribution function."""
    scale, low, high, x = map(mp.mpf, (scale, low, high, x))
    stays = 1 - (mp.exp((low - x) / scale) + mp.exp((x - high) / scale)) / 2
    return lambda y: mp.exp(-abs(y - x) / scale) / (2 * scale * stays)


def excess_in_an_interval(scale, low, high, x, other, epsilon):
    """The divergence from x to another input, piece by piece between signs, by mpmath."""
    f, g = (in_an_interval(scale, low, high, place) for place in (x, other))

    def gain(y):
        return f(y) - mp.exp(mp.mpf(epsilon)) * g(y)

    kinks = sorted({mp.mpf(place) for place in (low, high, x, other)})
    ends = set(kinks)
    for left, right in pairwise(kinks):
        below, above = (left, right) if gain(left) < gain(right) else (right, left)
        for _ in range(150 if gain(below) < 0 < gain(above) else 0):
            middle = (below + above) / 2
            below, above = (below, middle) if gain(middle) > 0 else (middle, above)
        ends.add(above)
    pieces = pairwise(sorted(ends))
    return mp.fsum(mp.quad(gain, [a, b]) for a, b in pieces if gain((a + b) / 2) > 0)


def bounded(scale, low, high):
    return known_noise("bounded_laplace", {"scale": scale, "lower": low, "upper": high})


@pytest.mark.parametrize(("scale", "low", "high", "size"), INTERVALS)
@pytest.mark.parametrize("share", [0, 0.3, 0.7, 0.95])
def test_outputs_in_an_interval_against_quadrature(scale, low, high, size, share):
    noise = bounded(scale, low, high)
    epsilon = share * float(noise.pure_epsilon(size))
    neighbour = min(low + size, high)
    with mp.workdps(45):
        ways = [
            excess_in_an_interval(scale, low, high, *pair, epsilon)
            for pair in ((low, neighbour), (neighbour, low))
        ]
        assert contains(noise.bounds(epsilon, size)[0], max(ways))
        assert not contains(noise.bounds(epsilon, size)[0], max(ways) * (1 + mp.mpf("1e-18")))
        most = 1 - mp.exp(
            epsilon - mp.mpf(str(noise.pure_epsilon(size).mid().str(40, radius=False)))
        )
        assert contains(noise.bounds(epsilon, size)[1], most)


@pytest.mark.parametrize(("scale", "low", "high", "size"), INTERVALS)
def test_no_inputs_in_an_interval_lose_more_than_the_end_and_its_neighbour(scale, low, high, size):
    noise, rng = bounded(scale, low, high), np.random.default_rng(5)
    epsilon = noise.pure_epsilon(size)
    largest, neighbour = 0, min(low + size, high)
    with mp.workdps(30):
        for x in (low, *rng.uniform(low, high, 40)):
            shift = neighbour - low if x == low else rng.uniform(-size, size)
            other = min(max(x + shift, low), high)
            f, g = (in_an_interval(scale, low, high, place) for place in (x, other))
            for y in (low, x, other, high, rng.uniform(low, high)):
                largest = max(largest, mp.log(f(y) / g(y)))
        assert float(largest) == pytest.approx(float(epsilon), rel=1e-14)
    # A sign or the share of the ends left out, and it is another number.
    a, w = (neighbour - low) / scale, (high - low) / scale
    ends = (1 - math.exp(-w)) / 2, 1 - (math.exp(-a) + math.exp(a - w)) / 2
    assert a + math.log(ends[1] / ends[0]) == pytest.approx(float(epsilon), rel=1e-12)
    if size < high - low:
        for wrong in (a, a - math.log(ends[1] / ends[0])):
            assert wrong != pytest.approx(float(epsilon), rel=1e-6)


@pytest.mark.parametrize(("scale", "low", "high", "size"), INTERVALS)
def test_no_inputs_in_an_interval_show_more_than_the_upper_bound(scale, low, high, size):
    noise, rng = bounded(scale, low, high), np.random.default_rng(6)
    epsilon = 0.5 * float(noise.pure_epsilon(size))
    least, most = noise.bounds(epsilon, size)
    around = noise.profile(epsilon, size)
    assert around.contains(least)
    assert around.contains(most)
    with mp.workdps(20):
        for x in rng.uniform(low, high, 6):
            other = min(max(x + rng.uniform(-size, size), low), high)
            shown = excess_in_an_interval(scale, low, high, x, other, epsilon)
            assert shown <= float(most)


def test_a_wide_interval_gives_the_loss_of_a_half_line_and_narrow_ones_keep_their_accuracy():
    half_line = math.log(2 * math.e - 1)  # one side of Laplace noise, doubled at the end
    assert float(bounded(1, 0, 1e6).pure_epsilon(1)) == pytest.approx(half_line, rel=1e-14)
    wide = bounded(1e12, -1, 1)
    assert float(wide.pure_epsilon(1)) == pytest.approx(1.5e-12, rel=1e-9)
    assert wide.bounds(1e-12, 1)[0].rel_accuracy_bits() >= 80
    assert bounded(2, 0, 3).pure_epsilon(3) == 1.5  # no end is left: C is the same at both
    assert bounded(2, 0, 3).bounds(1.5, 3) == (0, 0)
    assert bounded(2, 0, 3).scaled(Fraction(2)) == bounded(4, 0, 6)


def test_bounds_on_a_profile_are_compared_each_on_its_side():
    noise = bounded(1.5, 0, 4)
    least, most = (float(end) for end in noise.bounds(0.2, 1))
    assert least < most / 2
    assert keeps(noise, 0.2, most * (1 + 1e-12), 1)
    assert not keeps(noise, 0.2, most * (1 - 1e-12), 1)
    low, high = epsilon_bounds(noise, least, 1)
    assert float(low) == pytest.approx(0.2, rel=1e-10)
    assert float(noise.bounds(float(high), 1)[1]) == pytest.approx(least, rel=1e-9)
    around = least_epsilon(noise, least, 1)
    assert around.contains(low)
    assert around.contains(high)
    assert excess_costs(noise, 5, 0.1, 1) == ()
    with pytest.raises(BadInput, match="depend on the input"):
        noise.cost(1)


def test_where_the_precision_does_not_tell_a_loss_from_epsilon_it_is_raised():
    noise = bounded(1.5, 0, 4)
    with ctx.workprec(300):
        exact = noise.pure_loss(Fraction(1)).mid()
        man, exponent = exact.man_exp()
        close = Fraction(int(man)) * Fraction(2) ** int(exponent)
    below, above = close - Fraction(1, 2**200), close + Fraction(1, 2**200)
    assert 0 < noise.bounds(below, 1)[1] < 1e-59
    assert 0 < noise.bounds(below, 1)[0] < 1e-118
    assert noise.bounds(above, 1) == (0, 0)


def test_a_wrong_sign_of_the_gain_of_an_end_disagrees_with_quadrature(monkeypatch):
    right = bounded(1.5, 0, 4)
    gain = type(right)._gain
    with mp.workdps(45):
        exact = excess_in_an_interval(1.5, 0, 4, 0, 1, 0.2)
        assert contains(right.bounds(0.2, 1)[0], exact)
        monkeypatch.setattr(type(right), "_gain", lambda self, shift: -gain(self, shift))
        assert not contains(right.bounds(0.2, 1)[0], exact)
