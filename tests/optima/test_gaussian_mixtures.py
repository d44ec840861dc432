"""Mixtures of Gaussians as mechanisms: their laws, their draws, and their worst shifts."""

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import sympy as sp
from flint import ctx
from scipy import stats
from scipy.integrate import quad

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.parameter import declared
from dpproofs.optima.rivals.bells_privacy import Uncovered
from dpproofs.optima.rivals.bells_profile import BITS, Leaked
from dpproofs.optima.rivals.gaussian_mixtures import GaussianMixture

MAKES = {
    "multi": lambda: dp.MultiGaussian(2, 0.01),
    "multi, less private": lambda: dp.MultiGaussian(1, 0.3, 3),
    "quasi": lambda: dp.QuasiGaussian(2, 0.01, 0.5),
    "quasi, tiny delta": lambda: dp.QuasiGaussian(5, 1e-6),
    "quasi of a sigma": lambda: dp.QuasiGaussian.of_sigma(0.4, 1, 2),
}


@cache
def made(name):
    return MAKES[name]()  # which calibrates it


@pytest.fixture
def noise(request):
    return made(request.param)


def density(kind, epsilon, s):
    """The density as the paper has it, in doubles."""
    growth = math.exp(epsilon)
    if kind == "multi":
        weights = {k: growth ** -abs(k) for k in range(-10, 11)}
        total = sum(weights.values())
        return lambda x: sum(w * stats.norm.pdf(x, k, s) for k, w in weights.items()) / total
    total = growth + 2 * stats.norm.cdf(1 / s)
    return lambda x: (growth * stats.norm.pdf(x, 0, s) + stats.norm.pdf(np.abs(x), 1, s)) / total


each_noise = pytest.mark.parametrize("noise", MAKES, indirect=True)


@each_noise
def test_the_density_is_the_papers(noise):
    f = density(noise.kind, noise.epsilon, noise.deviation)
    y = np.linspace(-9, 9, 73)
    found = noise.pdf(y * noise.sensitivity) * noise.sensitivity
    np.testing.assert_allclose(found, f(y), rtol=1e-10)
    np.testing.assert_allclose(np.exp(noise.logpdf(y)), noise.pdf(y), rtol=1e-12)
    assert np.isfinite(noise.logpdf(1e5))


@each_noise
def test_quantiles_invert_both_tails(noise):
    levels = np.array([1e-300, 1e-100, 1e-12, 1e-3, 0.1, 0.25, 0.4, 0.4999])
    x = noise.ppf(levels)
    np.testing.assert_allclose(noise.cdf(x), levels, rtol=1e-10)
    np.testing.assert_array_equal(noise.sf(-x), noise.cdf(x))
    assert (noise.ppf(0.5), noise.ppf(0), noise.ppf(1)) == (0, -math.inf, math.inf)
    step = 1e-6 * noise.sigma
    slope = (noise.cdf(x[3:] + step) - noise.cdf(x[3:] - step)) / (2 * step)
    np.testing.assert_allclose(noise.pdf(x[3:]), slope, rtol=1e-7)


@each_noise
@pytest.mark.parametrize("p", [0.5, 1, 2, 3.3])
def test_costs_are_integrals(noise, p):
    reach = noise.sensitivity * (11 + 12 * noise.deviation)
    whole = 2 * quad(lambda x: noise.pdf(x) * x**p, 0, reach, limit=900, epsrel=1e-11)[0]
    assert noise.expected_cost(p) == pytest.approx(whole, rel=1e-8)
    assert noise.expected_cost(lambda x: abs(x) ** p) == pytest.approx(whole, rel=1e-8)


@each_noise
def test_draws_follow_the_cdf(noise):
    draws = noise.sample(40_000, rng=1)
    assert stats.kstest(draws, noise.cdf).pvalue > 1e-4
    assert stats.kstest(draws * 1.05, noise.cdf).pvalue < 1e-4 or noise.kind == "multi"
    assert stats.kstest(np.abs(draws), noise.cdf).pvalue < 1e-9
    np.testing.assert_array_equal(noise.sample(9, rng=3), noise.sample(9, rng=3))


@each_noise
def test_exact_draws_are_the_noise_rounded_after_it_was_added(noise):
    step = 2.0 ** (math.frexp(float(noise.ppf(0.9)))[1] - 2)
    draws = noise.sample_exact(600, value=0.3 * step, step=step, rng=5)
    places = np.arange(-6, 7) * step
    masses = np.diff(noise.cdf(np.append(places - step / 2, places[-1] + step / 2) - 0.3 * step))
    seen = np.array([np.count_nonzero(draws == place) for place in places])
    frequent = masses * 600 >= 8
    observed = np.append(seen[frequent], 600 - seen[frequent].sum())
    expected = np.append(masses[frequent], 1 - masses[frequent].sum()) * 600
    assert stats.chisquare(observed, expected).pvalue > 1e-4
    with ctx.workprec(96):
        tail = noise._exact_tail()
        for x in (0.0, 0.3, 1.0, 7.0):
            assert float(tail(Fraction(x))) == pytest.approx(float(noise.sf(x)), rel=1e-12)


@each_noise
def test_the_symbols_say_what_the_numbers_say(noise):
    family = noise.symbolic()
    values = {v.symbol: sp.Float(getattr(noise, v.symbol.name), 30) for v in family.domain}
    (piece,) = family.pieces
    for x in (0.0, 0.4, 2.5):
        at = float(family.expand(piece.density).subs(values).subs(family.x, x))
        assert at == pytest.approx(float(noise.pdf(x)), rel=1e-11)
    for symbol, latex in family.latex:
        assert declared(type(noise))[symbol.name].latex == latex


@pytest.mark.sweep
@each_noise
@pytest.mark.parametrize("times", [0, 0.6, 1])
def test_the_worst_shift_is_found_and_no_other_is_worse(noise, times):
    epsilon = times * noise.epsilon
    most, where = noise.worst_shift(epsilon)
    assert noise.privacy_profile(epsilon) == most
    s = noise.sensitivity
    x = np.linspace(-25, 25, 50_001)
    here = density(noise.kind, noise.epsilon, noise.deviation)
    for shift in [*np.linspace(0.1, 1, 10), where / s]:
        lost = np.maximum(here(x) - math.exp(epsilon) * here(x + shift), 0).sum() * (x[1] - x[0])
        assert lost <= most * (1 + 1e-5)
    assert lost == pytest.approx(most, rel=1e-5)


def test_what_is_found_is_shown_to_be_uncovered():
    noise = made("quasi")
    epsilon = Fraction(noise.epsilon) * Fraction(3, 4)
    most, where = noise.worst_shift(float(epsilon))
    with ctx.workprec(96):
        asked = Uncovered(noise._now, epsilon, Fraction(float(most)) * Fraction(99, 100))
        assert asked.exceeds(float(where) / noise.sensitivity)


@pytest.mark.parametrize("noise", [*MAKES][:-1], indirect=True)
def test_it_keeps_its_promise_and_hardly_more(noise):
    assert 0.97 * noise.delta < noise.privacy_profile(noise.epsilon) <= noise.delta
    narrower = type(noise).of_sigma(0.97 * noise.sigma, noise.epsilon, noise.sensitivity)
    assert narrower.delta is None
    assert narrower.privacy_profile(noise.epsilon) > noise.delta


def test_shapes_and_ends_of_the_profile():
    noise = made("multi")
    most, where = noise.worst_shift([[0.5], [math.inf]])
    assert most.shape == where.shape == (2, 1)
    assert (most[1, 0], where[1, 0]) == (0, 1)
    assert noise.privacy_profile([]).shape == (0,)
    assert 0 < made("quasi, tiny delta").privacy_profile(20) < 1e-50
    with pytest.raises(BadInput, match="epsilon"):
        noise.privacy_profile(-1)


def test_the_set_that_gains_may_hold_0_or_begin_far_left():
    """A shift of less than 0 turns the line over: the set reaches to the left end."""
    noise = made("multi")
    leaked = Leaked(noise._bells, 1.0)
    with ctx.workprec(BITS):
        right, left = float(leaked.of(0.75)), float(leaked.of(-0.75))
    assert left == pytest.approx(right, rel=1e-9)


def test_noise_whose_worst_shift_is_searched_for_is_not_composed():
    with pytest.raises(BadInput, match="whose worst shift is known"):
        dp.compose(made("quasi"), 3)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: dp.MultiGaussian(0, 0.1), "epsilon"),
        (lambda: dp.MultiGaussian(21, 0.1), "epsilon"),
        (lambda: dp.QuasiGaussian(1, 0), "delta"),
        (lambda: dp.QuasiGaussian(1, 0.1, -1), "sensitivity"),
        (lambda: dp.QuasiGaussian.of_sigma(1e9, 1), "deviation"),
        (lambda: dp.QuasiGaussian.of_sigma("x", 1), "sigma"),
    ],
)
def test_bad_parameters_are_named(make, named):
    with pytest.raises(BadInput, match=named):
        make()


def test_where_no_deviation_is_shown_to_be_private_it_is_said():
    with pytest.raises(DpproofsError, match="no deviation was shown"):
        dp.MultiGaussian(16, 1e-9)
    assert GaussianMixture.__abstractmethods__
