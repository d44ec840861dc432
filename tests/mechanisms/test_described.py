import math
import sys

import numpy as np
import pytest
import scipy.stats

import dpproofs as dp
from dpproofs.mechanisms import IntegerMechanism
from dpproofs.mechanisms.formulas import expectation

NOISES = [
    dp.Laplace(0.7, 2),
    dp.Gaussian(1, 1e-3),
    dp.Staircase(0.1, 2, gamma=0.5),
    dp.Staircase(3, gamma=0),
    dp.TruncatedLaplace(1, 0.05),
    dp.LightTailedLaplace(1, 1e-3, bend=0.5),
    dp.UniformWithAtom(0.8, 2),
    dp.Tulap(0.5, 0.05, 2),
    dp.Geometric(1),
    dp.DiscreteStaircase(0.3, 4),
    dp.DiscreteGaussian(1.5),
    dp.Skellam(3),
    dp.TruncatedGeometric(1, 1e-3),
    dp.OptimalNoise(1, "0.1"),
]
each_noise = pytest.mark.parametrize("noise", NOISES, ids=repr)


@each_noise
def test_the_expected_value_of_a_function_agrees_with_the_formulas(noise):
    assert noise.expected_cost(lambda x: abs(x) ** 3) == pytest.approx(
        noise.expected_cost(3), rel=1e-9
    )
    assert noise.expected_cost(lambda _: 1) == pytest.approx(1, rel=1e-9)
    assert noise.expected_cost(lambda x: x) == 0


@each_noise
@pytest.mark.parametrize("place", [0.3141, 2.5])
def test_no_jump_of_a_cost_is_overlooked(noise, place):
    found = noise.expected_cost(lambda x: abs(x) > place)
    assert found == pytest.approx(2 * float(noise.sf(place)), rel=1e-9, abs=1e-12)


def test_a_jump_beside_the_end_of_a_piece_is_found_where_gauss_has_no_node(monkeypatch):
    noise = dp.Staircase(0.01)  # a drop at 2 + gamma, just before the jump
    late = 2 + noise.gamma + 1e-3
    exact = 2 * float(noise.sf(late))
    assert noise.expected_cost(lambda x: abs(x) > late) == pytest.approx(exact, rel=1e-9)
    gauss = np.polynomial.legendre.leggauss(10)
    monkeypatch.setattr(expectation, "lobatto_rule", lambda: gauss)
    assert noise.expected_cost(lambda x: abs(x) > late) != pytest.approx(exact, rel=1e-7)


def test_a_function_may_take_one_number_at_a_time():
    noise = dp.Laplace(1)
    assert noise.expected_cost(lambda x: max(abs(x) - 1, 0)) == pytest.approx(math.exp(-1))


@pytest.mark.parametrize(
    "cost",
    [
        lambda x: np.exp(1.5 * np.abs(x)),
        lambda x: math.exp(abs(x)) / (1 + x * x),
        lambda x: math.exp(x * x),
        lambda x: np.exp(0.999 * np.abs(x)),
    ],
)
def test_an_infinite_expected_cost_is_no_number(cost):
    with pytest.raises(dp.DpproofsError, match="infinite, or its tails fall too slowly"):
        dp.Laplace(1).expected_cost(cost)


def test_a_cost_that_outruns_the_doubles_but_not_the_noise_is_summed():
    noise = dp.Gaussian.of_sigma(1)
    exact = 2 * math.exp(12.5) * float(dp.Gaussian.of_sigma(1).cdf(5))
    assert noise.expected_cost(lambda x: np.exp(5 * np.abs(x))) == pytest.approx(exact)


def test_what_varies_without_end_does_not_converge(monkeypatch):
    monkeypatch.setattr(expectation, "MOST_PIECES", 5000)
    with pytest.raises(dp.DpproofsError, match="did not converge"):
        dp.Laplace(1).expected_cost(lambda x: np.cos(1e9 * x))
    with pytest.raises(dp.DpproofsError, match="too wide to be summed"):
        dp.Geometric(1e-6).entropy()


def test_costs_of_many_exponents_have_their_shape():
    noise = dp.Geometric(1)
    found = noise.expected_cost(np.array([[1, 2.5], [3, 4]]))
    assert found.shape == (2, 2)
    assert found[0, 1] == noise.expected_cost(2.5)
    assert noise.expected_cost((1,)).tolist() == [noise.expected_cost(1)]
    assert noise.expected_cost([]).shape == (0,)


@pytest.mark.parametrize("wrong", [0, "1", None, True, [1, -1], [[1], [2, 3]], lambda _: "a"])
def test_what_is_no_cost_is_refused(wrong):
    with pytest.raises(dp.BadInput, match=r"^p = "):
        dp.Laplace(1).expected_cost(wrong)


@each_noise
def test_the_upper_quantile_is_the_least_place_with_so_little_beyond(noise):
    levels = np.array([0, 1e-30, 0.01, 0.3, 0.5, 0.7, 0.99, 1])
    found = noise.isf(levels)
    step = 1 if isinstance(noise, IntegerMechanism) else 1e-6
    inside = np.isfinite(found)
    assert np.all(noise.sf(found) <= levels * (1 + 1e-9) + 1e-12)
    assert np.all(noise.sf(found - step)[inside & (levels < 1)] >= levels[inside & (levels < 1)])
    assert np.isnan(noise.isf(1.5))


def test_the_upper_quantile_of_integers_where_it_is_an_equality():
    noise = dp.Geometric(1)
    places = np.arange(1, 20.0)
    assert np.array_equal(noise.isf(noise.sf(places)), places)


@each_noise
def test_logarithms_of_probabilities_are_accurate_on_both_sides(noise):
    x = np.array([-3.0, -0.5, 0.5, 3.0])
    assert np.exp(noise.logcdf(x)) == pytest.approx(noise.cdf(x))
    assert np.exp(noise.logsf(x)) == pytest.approx(noise.sf(x))
    assert np.array_equal(noise.logcdf([-math.inf, math.inf]), [-math.inf, 0])


def test_a_probability_near_1_has_an_accurate_logarithm():
    assert float(dp.Laplace(1).logcdf(60)) == pytest.approx(-math.exp(-60) / 2)
    assert float(dp.Laplace(1).logsf(700)) == pytest.approx(-700 - math.log(2))


def test_moments_of_odd_order_vanish():
    noise = dp.Laplace(1)
    assert [noise.moment(k) for k in range(5)] == [1, 0, 2, 0, 24]
    assert noise.median() == noise.mean() == 0
    for wrong in (-1, 1.5, "2", math.inf):
        with pytest.raises(dp.BadInput, match="order"):
            noise.moment(wrong)


def test_the_entropy_of_noise_with_an_atom_is_minus_infinity():
    assert dp.UniformWithAtom(0.8).entropy() == -math.inf
    assert dp.UniformWithAtom(0.1, 3).entropy() == pytest.approx(math.log(30))


def test_the_entropy_of_integers_is_that_of_their_masses():
    noise = dp.DiscreteStaircase(0.5, 3)
    n = np.arange(-300, 301)
    assert noise.entropy() == pytest.approx(-float(noise.pmf(n) @ noise.logpmf(n)))


@each_noise
def test_names_of_scipy_mean_what_they_mean_there(noise):
    assert np.array_equal(noise.rvs(5, random_state=3), noise.sample(5, rng=3))
    assert noise.expect() == 0
    assert noise.expect(np.square) == pytest.approx(noise.var(), rel=1e-9)
    assert noise.stats() == (0, noise.var())
    kurtosis = noise.expected_cost(4) / noise.var() ** 2 - 3
    assert noise.stats("mvsk") == pytest.approx((0, noise.var(), 0, kurtosis))
    low, high = noise.interval([0.5, 0.9])
    assert np.array_equal(low, -high)
    assert np.all(noise.sf(high) <= [0.25 + 1e-9, 0.05 + 1e-9])


def test_stats_agree_with_scipy():
    theirs = scipy.stats.skellam(1.5, 1.5)
    noise = dp.Skellam(3)
    assert noise.stats("mvsk") == pytest.approx([float(x) for x in theirs.stats("mvsk")])
    assert noise.interval(0.9) == theirs.interval(0.9)
    assert noise.pmf([-2, 0, 5]) == pytest.approx(theirs.pmf([-2, 0, 5]))
    with pytest.raises(dp.BadInput, match="moments"):
        noise.stats("mx")


# -- pictures -----------------------------------------------------------------------------------


@each_noise
def test_a_picture_shows_the_distribution_and_all_its_jumps(noise):
    pytest.importorskip("matplotlib")
    axes = noise.plot_density()
    if isinstance(noise, IntegerMechanism):
        shown = {segment[0][0]: segment[1][1] for segment in axes.collections[0].get_segments()}
        assert shown[2] == pytest.approx(float(noise.pmf(2)))
    else:
        x, y = axes.lines[0].get_data()
        assert np.array_equal(y, noise.pdf(x))
        assert set(noise.knots(x[-1])) <= set(x)


def test_an_atom_is_shown_on_a_scale_of_its_own():
    pytest.importorskip("matplotlib")
    axes = dp.UniformWithAtom(0.8).plot_density()
    assert [beside.get_ylabel() for beside in axes.figure.axes] == [
        "density",
        "probability of the atom",
    ]


def test_profiles_are_drawn_on_axes_that_are_given():
    pytest.importorskip("matplotlib")
    noise = dp.Laplace(1)
    axes = noise.plot_privacy_profile(most=3)
    assert dp.Gaussian(1, 1e-3).plot_privacy_profile(axes) is axes
    assert [line.get_label() for line in axes.lines] == ["Laplace", "Gaussian"]
    epsilon, delta = axes.lines[0].get_data()
    assert epsilon[-1] == 3
    assert np.isnan(delta[epsilon > 1]).all()
    assert np.array_equal(delta[epsilon < 1], noise.privacy_profile(epsilon[epsilon < 1]))
    for wrong in (0, "far", math.inf):
        with pytest.raises(dp.BadInput, match="most"):
            noise.plot_privacy_profile(most=wrong)


def test_without_matplotlib_a_picture_is_one_clear_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(dp.BadInput, match=r"pip install 'dpproofs\[figures\]'"):
        dp.Laplace(1).plot_density()
