"""Noise for vectors: its law, its privacy, its costs and the best first radius."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import kstest, nbinom

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.vector.ball import BALLS
from dpproofs.mechanisms.vector.gamma import _bracket, _by_moments, _by_waves, _signs
from dpproofs.mechanisms.vector.lattice import Lattice, _from_steps, _shares, _steps

NORMS = ("l1", "l2", "linf")
CASES = [
    (3.0, 1, 0.2),
    (1.0, 3, 0.9),
    (0.05, 2, 1.0),
    (10.0, 6, 0.31),
    (0.3, 40, 0.5),
    (20.0, 400, 0.7),
]


def series(epsilon, m, gamma, places=50):
    """sum_k e^{-epsilon k} (k + gamma)^m, term by term."""
    with mpmath.workdps(places + 10):
        b, small = mpmath.exp(-mpmath.mpf(epsilon)), mpmath.mpf(10) ** -(places + 5)
        weight, terms, k = mpmath.mpf(1), mpmath.mpf(0), 0
        while True:
            term = weight * (mpmath.mpf(k) + mpmath.mpf(gamma)) ** m
            terms += term
            if k > m / epsilon and term < terms * small:
                return terms
            weight, k = weight * b, k + 1


# -- the law of the radii -------------------------------------------------------------------------


def masses(epsilon, d, gamma, count):
    with mpmath.workdps(30):
        b = mpmath.exp(-mpmath.mpf(epsilon))
        weights = [b**k * (k + mpmath.mpf(gamma)) ** d for k in range(count)]
        total = mpmath.fsum(weights)
        return np.array([float(weight / total) for weight in weights])


@pytest.mark.parametrize(("epsilon", "d", "gamma"), [*CASES, (50.0, 1000, 0.7)])
def test_the_table_is_the_law(epsilon, d, gamma):
    lattice = Lattice(epsilon, d, gamma)
    exact = masses(epsilon, d, gamma, math.ceil((d + 90) / epsilon) + 400)
    table = lattice.table()[: len(exact)]
    assert np.abs(table - exact[: len(table)]).max() < 1e-12
    assert math.isclose(lattice.log_total, float(mpmath.log(series(epsilon, d, gamma))))
    tail = exact[::-1].cumsum()[::-1]
    places = np.array([0, 1, 2, min(d, 20)])
    assert np.allclose(lattice.sf(places.astype(float)), tail[places], rtol=1e-9, atol=1e-15)
    assert lattice.sf(np.array([1e300])) == 0


@pytest.mark.parametrize(("epsilon", "d", "gamma"), CASES)
def test_the_radii_are_a_sum_of_independent_numbers(monkeypatch, epsilon, d, gamma):
    monkeypatch.setattr("dpproofs.mechanisms.vector.lattice.SHORT", 0)
    count = math.ceil((d + 90) / epsilon) + 90
    lattice, b = Lattice(epsilon, d, gamma), math.exp(-epsilon)
    (shares, _), exact = _shares(lattice), masses(epsilon, d, gamma, count)
    for shape, right in ((d + 1, True), (d, False), (d + 2, False)):
        found = np.convolve(shares, nbinom.pmf(np.arange(count), shape, 1 - b))[:count]
        assert (np.abs(found - exact).max() < 2e-14) == right
    assert math.isclose(lattice.log_total, float(mpmath.log(series(epsilon, d, gamma))))
    tail = exact[::-1].cumsum()[::-1]
    places = np.array([0, 1, 2, min(d, 20)])
    assert np.allclose(lattice.sf(places.astype(float)), tail[places], rtol=1e-9, atol=1e-15)


#: With a table, as a sum, and by rejection; these are the number of dimensions, epsilon and SHORT.
DRAWN = {"table": (5, 1.0, 4096), "sum": (5, 0.004, 0), "rounded": (40, 0.004, 0)}


@pytest.mark.parametrize("how", DRAWN)
def test_draws_of_the_radii_have_their_law(how, monkeypatch):
    d, epsilon, short = DRAWN[how]
    monkeypatch.setattr("dpproofs.mechanisms.vector.lattice.SHORT", short)
    lattice, draws = Lattice(epsilon, d, 0.25), np.empty(40_000)
    lattice.draw(draws, np.random.default_rng(3))
    assert (lattice.table() is None) == (how != "table")
    assert (lattice.unevenness <= 0.25) == (how == "rounded")
    assert np.array_equal(draws, np.floor(draws))
    radii = np.arange(60 * d / epsilon) + 0.25
    logs = d * np.log(radii) - epsilon * radii
    weights = np.exp(logs - logs.max())
    mean, spread = (float(np.average(radii**m, weights=weights)) for m in (1, 2))
    error = math.sqrt((spread - mean**2) / len(draws))
    assert abs(draws.mean() + 0.25 - mean) < 5 * error


@pytest.mark.parametrize(("d", "epsilon", "gamma"), [(8, 5e-4, 0.2), (40, 0.004, 1.0)])
def test_rounded_radii_are_accepted_in_proportion_to_their_law(d, epsilon, gamma):
    """The integral over each cell is b^k (k + gamma)^d, and no chance is above 1."""
    lattice = Lattice(epsilon, d, gamma)
    nodes, weights = np.polynomial.legendre.leggauss(40)
    least = math.exp((math.lgamma(d + 2) - 20 * math.log(10)) / (d + 1)) / epsilon
    for k in np.linspace(math.ceil(least), 3 * d / epsilon, 9).round():
        off = nodes / 2
        r = k + gamma + off
        log = lattice.log_share(r, off)
        assert np.abs(log).max() <= lattice.unevenness
        density = np.exp(log + d * np.log(r / (k + gamma)) - epsilon * off)
        assert math.isclose(weights @ density / 2, 1, rel_tol=1e-12)
    assert lattice.log_share(np.array([0.3]), np.array([0.5]))[0] == -math.inf


def test_a_table_is_searched_by_cells():
    """Every uniform number gives the value that a search of the whole table gives."""
    for epsilon, d in ((0.5, 3), (3.0, 2), (0.01, 20), (40.0, 1)):
        cumulative, first = _steps(Lattice(epsilon, d, 0.3).table())
        rng = np.random.default_rng(8)
        out = np.empty(5000)
        _from_steps(cumulative, first, out, rng)
        uniform = np.random.default_rng(8).random(5000)
        assert np.array_equal(out, np.searchsorted(cumulative, uniform, side="right"))


def test_many_dimensions():
    noise = dp.VectorStaircase(1, dimension=100_000)
    radii = noise.norm.gauge(noise.sample(20, rng=5))
    assert abs(radii.mean() / noise.expected_cost(1) - 1) < 0.01
    for epsilon in (1e-3, 1e-6):  # too many radii for a table
        noise = dp.VectorStaircase(epsilon, dimension=100_000)
        radii = noise.norm.gauge(noise.sample(20, rng=5))
        assert abs(radii.mean() / noise.expected_cost(1) - 1) < 0.01
        assert kstest(radii, noise.radial_cdf).pvalue > 1e-4
    with pytest.raises(BadInput, match=r"or at most 0\.13, in more than 20000 dimensions"):
        dp.VectorStaircase(0.5, dimension=4_000_000, gamma=0.5).sample()


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize(
    "make",
    [
        lambda norm: dp.VectorStaircase(1.5, 2, dimension=3, norm=norm),
        lambda norm: dp.KNorm(1.5, 2, dimension=3, norm=norm),
        lambda _: dp.VectorGaussian(1.5, 0.01, 2, dimension=3),
    ],
)
def test_draws_have_the_radial_law_and_no_direction(make, norm):
    noise = make(norm)
    draws = noise.sample(20_000, rng=8)
    radii = noise.norm.gauge(draws)
    assert kstest(radii, noise.radial_cdf).pvalue > 1e-4
    assert kstest(radii, lambda r: noise.radial_cdf(r / 1.05)).pvalue < 1e-4
    for p in (1, 2):
        powers = radii**p
        error = powers.std() / math.sqrt(len(powers))
        assert abs(powers.mean() - noise.expected_cost(p)) < 5 * error
        each = np.abs(draws) ** p
        error = each.std(axis=0) / math.sqrt(len(each))
        assert np.all(np.abs(each.mean(axis=0) - noise.coordinate_cost(p)) < 5 * error)
    assert np.all(np.abs(np.sign(draws).mean(axis=0)) < 5 / math.sqrt(len(draws)))


@pytest.mark.parametrize("norm", NORMS)
def test_uniform_points_fill_the_ball(norm):
    ball, points = BALLS[norm], np.empty((20_000, 2))
    ball.fill(points, np.random.default_rng(1))
    assert kstest(ball.gauge(points), lambda r: np.clip(r, 0, 1) ** 2).pvalue > 1e-4
    # The share of a square of side 1/2 within, by area.
    inside = np.all((points > 0) & (points < 0.5), axis=1).mean()
    share = 0.25 / math.exp(ball.log_volume(2))
    assert abs(inside - share) < 5 * math.sqrt(share / len(points))


# -- density and privacy --------------------------------------------------------------------------


@pytest.mark.parametrize("norm", NORMS)
def test_the_density_is_that_of_the_radial_law(norm):
    noise = dp.VectorStaircase(1.2, 2, dimension=3, norm=norm)
    drops = 2 * (np.arange(60) + noise.gamma)
    edges, total = np.concatenate([[0], drops]), 0.0
    for low, high in pairwise(edges):
        point = np.array([(low + high) / 2, 0, 0])
        shell = math.exp(noise.norm.log_volume(3)) * (high**3 - low**3)
        total += float(noise.pdf(point)) * shell
        assert math.isclose(total, noise.radial_cdf(high), rel_tol=1e-9)


def _directions(norm, count, rng):
    points = rng.standard_normal((count, 4))
    return points / BALLS[norm].gauge(points)[:, None]


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=25, deadline=None)
@given(
    epsilon=st.floats(0.01, 20),
    gamma=st.floats(0.01, 1),
    seed=st.integers(0, 2**32 - 1),
    grow=st.sampled_from([1.0, 0.999999, 0.5]),
)
def test_no_shift_changes_the_density_by_more_than_epsilon(norm, epsilon, gamma, seed, grow):
    rng = np.random.default_rng(seed)
    noise = dp.VectorStaircase(epsilon, 3, dimension=4, norm=norm, gamma=gamma)
    drops = 3 * (rng.integers(0, 6, 200) + gamma) * rng.choice([1 - 1e-9, 1 + 1e-9], 200)
    points = drops[:, None] * _directions(norm, 200, rng)
    shifts = 3 * grow * (1 - 1e-12) * _directions(norm, 200, rng)
    straight = 3 * grow * (1 - 1e-12) * points / noise.norm.gauge(points)[:, None]
    for moved in (points + shifts, points + straight, points - straight):
        assert np.abs(noise.logpdf(points) - noise.logpdf(moved)).max() <= epsilon * (1 + 1e-12)
    twice = points + 2.1 * straight / grow  # a shift that is too long is seen
    assert np.abs(noise.logpdf(points) - noise.logpdf(twice)).max() > 1.5 * epsilon


@pytest.mark.parametrize("norm", NORMS)
def test_the_profile_is_the_mass_that_loses_a_level(norm):
    noise = dp.VectorStaircase(1.1, 2, dimension=3, norm=norm)
    shift = np.full(3, 2.0) if norm == "linf" else np.array([2.0, 0, 0])
    draws = noise.sample(200_000, rng=2)
    falls = (noise.logpdf(draws) - noise.logpdf(draws + shift) > 0.5).mean()
    assert abs(falls - noise._dropping) < 5 * math.sqrt(0.25 / len(draws))
    profile = noise.privacy_profile([0, 0.5, 1.1, 4])
    assert np.allclose(profile, -np.expm1(np.minimum([-1.1, -0.6, 0, 0], 0)) * noise._dropping)


def test_profiles_of_one_dimension_are_those_of_the_line():
    for gamma in (0.3, 0.5, 0.9):
        line = dp.Staircase(0.7, 2, gamma=gamma)
        for norm in NORMS:
            noise = dp.VectorStaircase(0.7, 2, dimension=1, norm=norm, gamma=gamma)
            assert np.allclose(noise.privacy_profile([0, 0.3]), line.privacy_profile([0, 0.3]))


# -- costs and the best first radius --------------------------------------------------------------


@pytest.mark.parametrize(
    ("epsilon", "d", "gain", "rtol"),
    [(10, 1, 14.84, 1e-3), (10, 2, 4.354, 1e-3), (5, 2, 1.5065, 1e-4), (5, 50, 1 + 5e-11, 1e-12)],
)
def test_gains_over_the_k_norm_mechanism(epsilon, d, gain, rtol):
    best, other = dp.VectorStaircase(epsilon, dimension=d), dp.KNorm(epsilon, dimension=d)
    assert math.isclose(other.expected_cost(1) / best.expected_cost(1), gain, rel_tol=rtol)
    assert math.isclose(other.expected_cost(1), d / epsilon)


@pytest.mark.parametrize(("epsilon", "d", "gamma"), CASES)
@pytest.mark.parametrize("p", [1, 2.5])
def test_costs_are_the_sums_to_thirty_digits(epsilon, d, gamma, p):
    noise = dp.VectorStaircase(epsilon, 3, dimension=d, gamma=gamma)
    with mpmath.workdps(45):
        ratio = series(epsilon, d + p, gamma) / series(epsilon, d, gamma)
        wanted = mpmath.mpf(3) ** p * mpmath.mpf(d) / (d + mpmath.mpf(p)) * ratio
        found = noise.enclosed_cost(p, digits=30)
        assert abs(mpmath.mpf(found.mid().str(40, radius=False)) / wanted - 1) < 1e-30
    assert math.isclose(noise.expected_cost(p), float(wanted), rel_tol=1e-14)


@pytest.mark.parametrize(("epsilon", "d"), [(1e-6, 1000), (50, 1000), (1e-6, 2)])
def test_costs_at_the_ends_of_the_range(epsilon, d):
    noise = dp.VectorStaircase(epsilon, dimension=d)
    assert noise.enclosed_cost(1).rel_accuracy_bits() >= 99
    assert noise.expected_cost(1) <= dp.KNorm(epsilon, dimension=d).expected_cost(1) * (1 + 1e-15)
    assert len(noise.sample(3, rng=0)) == 3


@pytest.mark.parametrize("p", [0.5, 1, 2])
def test_one_dimension_is_the_staircase_of_the_line(p):
    for epsilon in (0.1, 1, 6):
        line, noise = dp.Staircase(epsilon, 3, cost=p), None
        noise = dp.VectorStaircase(epsilon, 3, dimension=1, norm="linf", cost=p)
        assert math.isclose(noise.gamma, line.gamma, rel_tol=1e-14)
        x = np.linspace(-20, 20, 101)
        assert np.allclose(noise.pdf(x[:, None]), line.pdf(x))
        assert np.allclose(noise.radial_sf(np.abs(x)), 2 * line.sf(np.abs(x)))
        assert math.isclose(noise.expected_cost(p), line.expected_cost(p))


@pytest.mark.parametrize(
    ("epsilon", "d", "p"),
    [(0.5, 2, 1), (0.5, 3, 2), (1, 5, 1), (4, 8, 0.5), (2, 30, 1), (0.1, 25, 2), (40, 3, 1)],
)
def test_no_other_first_radius_is_cheaper(epsilon, d, p):
    def cost(gamma):
        return dp.VectorStaircase(epsilon, dimension=d, gamma=gamma).enclosed_cost(p, digits=90)

    best = dp.VectorStaircase(epsilon, dimension=d, cost=p).gamma
    least = cost(best)
    near = [best * (1 + step) for step in (-1e-6, 1e-6) if best * (1 + step) <= 1]
    far = [k / 20 for k in range(1, 21) if abs(k / 20 - best) > 1e-3]
    assert all(cost(gamma) > least for gamma in near + far)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 8, 21])
def test_where_the_first_radius_tends_as_epsilon_does_to_0(d):
    """To a root of Bernoulli's polynomial of degree d: near (d + 1)/4 modulo 1, for odd d there."""
    gamma = dp.VectorStaircase(1e-7, dimension=d).gamma
    slope = d * mpmath.bernpoly(d - 1, gamma)
    assert abs(float(mpmath.bernpoly(d, gamma) / slope)) < 1e-6
    off = (gamma - (d + 1) / 4 + 0.5) % 1 - 0.5
    assert abs(off) < (1e-6 if d % 2 else 0.04)
    assert (abs(off) > 1e-6) == (d in (2, 4, 8))


def test_waves_and_moments_have_slopes_of_one_sign():
    from flint import arb, ctx

    with ctx.workprec(700):
        slopes = [way(Fraction(1), 24, Fraction(1)) for way in (_by_waves, _by_moments)]
        for k in range(1, 20):
            first, second = (slope(arb(k) / 20) for slope in slopes)
            assert (first > 0, first < 0) == (second > 0, second < 0)
            assert first > 0 or first < 0


def test_the_bracket_of_gamma_has_slopes_of_both_signs():
    for epsilon, d in ((Fraction(1, 3), 3), (Fraction(30), 2), (Fraction(1, 50), 21)):
        sign = _signs(epsilon, d, Fraction(1))
        low, high = _bracket(sign)
        assert (sign(low), sign(high)) == (-1, 1)
        assert high - low < low / 2**50


@pytest.mark.parametrize(("epsilon", "d"), [(1.0, 1), (1.0, 2), (0.5, 3)])
def test_a_linear_program_over_radial_densities_finds_no_better_noise(epsilon, d):
    """Densities need not fall with the norm there: b f(x) <= f(y) wherever cells are neighbours."""
    n, periods, b = 8, 14, math.exp(-epsilon)
    edges = np.arange(n * periods + 1) / n
    volume, cost = np.diff(edges**d), np.diff(edges ** (d + 1)) * d / (d + 1)
    beyond = np.arange(200)[:, None] + edges[-n - 1 : -1][None] + 1  # the last period, repeated
    later = ((beyond + 1 / n) ** d - beyond**d) * b ** np.arange(1, 201)[:, None]
    dear = ((beyond + 1 / n) ** (d + 1) - beyond ** (d + 1)) * d / (d + 1)
    volume[-n:] += later.sum(axis=0)
    cost[-n:] += (dear * b ** np.arange(1, 201)[:, None]).sum(axis=0)
    rows = []
    for i in range(len(volume)):
        for j in range(max(i - n, 0), min(i + n, len(volume) - 1) + 1):
            if i != j:
                row = np.zeros(len(volume))
                row[i], row[j] = b, -1
                rows.append(row)
    found = linprog(cost, np.array(rows), np.zeros(len(rows)), volume[None], [1], method="highs")
    on_grid = [
        dp.VectorStaircase(epsilon, dimension=d, gamma=k / n).expected_cost(1)
        for k in range(1, n + 1)
    ]
    assert math.isclose(found.fun, min(on_grid), rel_tol=1e-7)


# -- input ----------------------------------------------------------------------------------------


def test_a_ball_of_ones_own():
    def fill(out, rng):
        out[:] = rng.uniform(-1, 1, out.shape)

    cube = dp.Ball("cube", fill, lambda x: np.abs(x).max(axis=-1), lambda d: d * math.log(2))
    own = dp.VectorStaircase(1, dimension=3, norm=cube)
    known = dp.VectorStaircase(1, dimension=3, norm="linf")
    assert own.expected_cost(2) == known.expected_cost(2)
    assert repr(own).endswith("norm='cube')")
    with pytest.raises(BadInput, match="log_moment"):
        own.coordinate_cost(2)
    with pytest.raises(BadInput, match="keeps"):
        own.privacy_profile(0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: dp.VectorStaircase(1, dimension=0), "dimension"),
        (lambda: dp.VectorStaircase(1, dimension=2.5), "dimension"),
        (lambda: dp.VectorStaircase(1, dimension=2, norm="l3"), "l1, l2, linf"),
        (lambda: dp.VectorStaircase(1, dimension=2, gamma=0), "gamma"),
        (lambda: dp.VectorStaircase(1, dimension=2, gamma=0.5, cost=1), "left out"),
        (lambda: dp.VectorStaircase(0, dimension=2), "epsilon"),
        (lambda: dp.KNorm(1, -1, dimension=2), "sensitivity"),
        (lambda: dp.VectorGaussian(1, 0, dimension=2), "delta"),
        (lambda: dp.KNorm(1, dimension=2).pdf([1, 2, 3]), "last axis has 2"),
        (lambda: dp.KNorm(1, dimension=2).sample(-1), "size"),
        (lambda: dp.KNorm(1, dimension=2).expected_cost([1, 0]), "p = 0"),
        (lambda: dp.KNorm(1, dimension=2).expected_cost(lambda _: "far"), "p = <function"),
        (lambda: dp.KNorm(1, dimension=2).expected_cost(0), "p = 0"),
        (lambda: dp.VectorStaircase(1, dimension=2).enclosed_cost(1, digits=0), "digits"),
        (lambda: dp.VectorStaircase(1e-9, dimension=2).privacy_profile(0), "privacy profile"),
        (lambda: dp.VectorStaircase(1, dimension=2).privacy_profile(-1), "epsilon"),
    ],
)
def test_bad_input_is_told(make, message):
    with pytest.raises(BadInput, match=message):
        make()


OF_NORM = [
    dp.KNorm(1, 2, dimension=3, norm="l1"),
    dp.KNorm(0.01, dimension=10_000),
    dp.VectorGaussian(1, 1e-5, dimension=30),
    dp.VectorStaircase(1, 2, dimension=1),
    dp.VectorStaircase(5, 0.3, dimension=4, norm="linf"),
    dp.VectorStaircase(40, dimension=1000),
    dp.VectorStaircase(0.05, dimension=20),
]


@pytest.mark.parametrize("noise", OF_NORM, ids=repr)
def test_costs_of_functions_of_the_norm(noise):
    powers = [0.5, 1, 2, 3]
    costs = noise.expected_cost(np.array([powers]))
    assert costs.shape == (1, 4)
    assert costs[0].tolist() == [noise.expected_cost(p) for p in powers]
    for p, cost in zip(powers, costs[0], strict=True):
        assert math.isclose(noise.expected_cost(lambda r, p=p: r**p), cost, rel_tol=1e-10)
    far = costs[0, 1] + 2 * math.sqrt(costs[0, 2] - costs[0, 1] ** 2)
    assert math.isclose(noise.expected_cost(lambda r: r > far), noise.radial_sf(far), rel_tol=1e-9)


def test_a_cost_of_the_norm_in_one_dimension_is_that_of_the_line():
    vector, line = dp.VectorStaircase(1, dimension=1), dp.Staircase(1, cost=1)
    for cost in (math.cosh, lambda x: math.log1p(abs(x)), lambda x: abs(x) > 2.5):
        half = (lambda x, cost=cost: cost(x / 2)) if cost is math.cosh else cost
        assert math.isclose(vector.expected_cost(half), line.expected_cost(half), rel_tol=1e-9)


def test_heavy_costs_are_followed_far_into_the_tail():
    noise = dp.KNorm(1, dimension=2)
    assert math.isclose(noise.expected_cost(lambda r: np.exp(r / 2)), 4, rel_tol=1e-10)
    with pytest.raises(DpproofsError, match="infinite"):
        noise.expected_cost(np.exp)


@pytest.mark.parametrize(
    ("noise", "message"),
    [
        (dp.KNorm(1, dimension=10**13), "hardly varies"),
        (dp.KNorm(1e-300, dimension=2), "no moments"),
        (dp.VectorStaircase(1e-4, dimension=3), "jumps: more than 100000"),
    ],
    ids=("many dimensions", "wide", "many steps"),
)
def test_what_quadrature_cannot_do_is_told(noise, message):
    with pytest.raises(DpproofsError, match=message):
        noise.expected_cost(lambda r: r)


def test_shapes_and_seeds():
    noise = dp.VectorStaircase(2, 5, dimension=4)
    assert noise.sample(rng=1).shape == (4,)
    assert noise.sample((2, 3), rng=1).shape == (2, 3, 4)
    assert np.array_equal(noise.sample(7, rng=1), noise.sample(7, rng=1))
    assert noise.radial_cdf(math.inf) == 1
    assert noise.radial_sf([-1, 0, math.inf]).tolist() == [1, 1, 0]
    assert math.isclose(dp.KNorm(1, dimension=50).expected_cost(1), 50, rel_tol=1e-15)
    assert math.isinf(dp.KNorm(1e-300, dimension=3).expected_cost(2))
    assert math.isinf(dp.VectorGaussian(1, 0.1, 1e200, dimension=3).expected_cost(2))
    assert dp.VectorStaircase(1e5, dimension=2).gamma > 0


def test_the_table_of_the_page_is_what_comes_out():
    page = (Path(__file__).parents[2] / "docs" / "vectors.md").read_text("utf-8")
    table = next(part for part in page.split("\n\n") if part.startswith("| ε |"))
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()]
    (_, *dimensions), _, *body = rows
    assert len(body) == 6
    for epsilon, *gains in body:
        for column, printed in zip(dimensions, gains, strict=True):
            d = int(column.removeprefix("d = "))
            best = dp.VectorStaircase(float(epsilon), dimension=d).expected_cost(1)
            gain = dp.KNorm(float(epsilon), dimension=d).expected_cost(1) / best
            whole, _, small = printed.partition(" + ")
            wanted = float(small) if small else float(whole) - 1
            assert math.isclose(gain - 1, wanted, rel_tol=0.06, abs_tol=1e-14), (epsilon, d)
