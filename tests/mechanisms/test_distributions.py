"""What holds for the distribution functions of every mechanism."""

import math
import subprocess
import sys

import mpmath as mp
import numpy as np
import pytest

from dpproofs import mechanisms
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import (
    Gaussian,
    Laplace,
    LightTailedLaplace,
    Staircase,
    TruncatedLaplace,
    Tulap,
    UniformWithAtom,
    all_mechanisms,
)

CASES = [
    Laplace(1),
    Laplace(1e-8, 3),
    Laplace(1e3),
    Gaussian(1, 1e-5),
    Gaussian.of_sigma(0.25, 2),
    Staircase(1),
    Staircase(2, 3, cost=2),
    Staircase(0.3, cost=1.5),
    Staircase(1e-8),
    Staircase(1e-8, cost=2),
    Staircase(1e3),
    Staircase(1, gamma=0),
    Staircase(1, gamma=1),
    Staircase(1e3, gamma=0.5),
    UniformWithAtom(0.1),
    UniformWithAtom(0.9, 2),
    UniformWithAtom(0.8, cost=2),
    UniformWithAtom(0.5, alpha=0.25),
    UniformWithAtom(1 - 1e-9),
    TruncatedLaplace(1, 1e-5, 2),
    TruncatedLaplace(1e-8, 0.1),
    TruncatedLaplace(1e3, 1e-300),
    TruncatedLaplace.from_bounds(3, 0.5),
    LightTailedLaplace(1, 1e-5, 0.1, 2),
    LightTailedLaplace(1e-8, 0.1, 1e-10),
    LightTailedLaplace.from_bounds(3, 0.5, 0.7),
    Tulap(1, 0.01),
    Tulap(1, 0, 2),
    Tulap(0.1, 1e-6, 3),
    Tulap(5, 0.9),
    Tulap(1e-8, 0.1),
    Tulap(1e3, 1e-3),
]
LEVELS = np.array([1e-300, 1e-100, 1e-12, 1e-3, 0.1, 0.25, 0.4, 0.4999])


@pytest.fixture(params=CASES, ids=repr)
def noise(request):
    return request.param


def test_every_mechanism_is_discovered():
    assert list(all_mechanisms()) == [
        "Gaussian",
        "Laplace",
        "LightTailedLaplace",
        "Staircase",
        "TruncatedLaplace",
        "Tulap",
        "UniformWithAtom",
    ]
    assert {type(case) for case in CASES} == set(all_mechanisms().values())
    assert set(dir(mechanisms)) >= {"Laplace", "Mechanism", "Parameter"}
    with pytest.raises(AttributeError, match="Laplac"):
        _ = mechanisms.Laplac


def test_mechanisms_load_nothing_slow():
    code = (
        "import sys, dpproofs.mechanisms as m; m.all_mechanisms();"
        "sys.exit(any(n in sys.modules for n in ('sympy', 'mpmath', 'flint', 'scipy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_shapes_are_kept_and_scalars_stay_scalars(noise):
    for function in (noise.pdf, noise.cdf, noise.sf, noise.logpdf):
        assert function(np.zeros((2, 3))).shape == (2, 3)
        assert np.ndim(function(0)) == 0
        assert isinstance(function(0), float)
    assert isinstance(noise.ppf(0.2), float)
    assert isinstance(noise.privacy_profile(0), float)
    assert noise.ppf([[0.1], [0.2]]).shape == (2, 1)
    assert noise.privacy_profile([0, 1]).shape == (2,)


def test_quantiles_invert_both_tails(noise):
    atom = float(noise.atoms()[1].sum())
    levels = LEVELS[(1 - atom) / 2 > LEVELS]
    if isinstance(noise, Staircase) and noise.epsilon == 1e3:
        # Between the levels of two cells that differ by e^-1000 the inverse is ill-conditioned.
        levels = levels[levels > 1e-12]
    x = noise.ppf(levels)
    assert np.all(np.diff(x) >= 0)
    if isinstance(noise, UniformWithAtom | TruncatedLaplace | Tulap):  # which may have an end
        np.testing.assert_allclose(noise.cdf(x), levels, rtol=1e-9, atol=1e-15)
    else:
        np.testing.assert_allclose(noise.cdf(x), levels, rtol=1e-9)
    np.testing.assert_array_equal(noise.sf(-x), noise.cdf(x))
    np.testing.assert_allclose(noise.ppf(1 - levels[3:]), -x[3:], rtol=1e-9, atol=1e-12)


def test_tails_add_up_and_ends_are_exact(noise):
    x = np.array([-np.inf, -7.5, -1.0, -0.2, 0, 0.3, 2.0, np.inf])
    np.testing.assert_allclose(noise.cdf(x) + noise.sf(x), 1, rtol=1e-15)
    assert (noise.cdf(-np.inf), noise.cdf(np.inf)) == (0, 1)
    assert (noise.sf(-np.inf), noise.sf(np.inf)) == (1, 0)
    assert noise.ppf(0.5) == 0
    assert noise.ppf(1) == -noise.ppf(0)
    assert np.isnan(noise.ppf([-0.1, 1.1, np.nan])).all()
    assert np.isnan([noise.cdf(np.nan), noise.pdf(np.nan), noise.sf(np.nan)]).all()
    assert noise.pdf(np.inf) == 0


# With a hundred million cells knots are everywhere.
@pytest.mark.parametrize(
    "noise", [n for n in CASES if not isinstance(n, Staircase) or n.epsilon > 1e-6], ids=repr
)
def test_density_is_the_slope_of_the_distribution(noise):
    x = np.array(noise.ppf([0.01, 0.1, 0.2, 0.3, 0.45]))
    h = np.abs(x) * 1e-6
    for point, step in zip(x, h, strict=True):
        if step == 0 or np.any(np.abs(noise.knots(abs(point) * 1.1) - point) <= 2 * step):
            continue
        slope = (noise.cdf(point + step) - noise.cdf(point - step)) / (2 * step)
        np.testing.assert_allclose(noise.pdf(point), slope, rtol=1e-7)
        np.testing.assert_allclose(noise.logpdf(point), np.log(noise.pdf(point)), rtol=1e-12)


@pytest.mark.parametrize("p", [0.5, 1, 2, 3.3])
@pytest.mark.parametrize(
    "noise",
    [
        Laplace(2),
        Gaussian(1, 0.01),
        Staircase(1, 2, cost=2),
        Staircase(0.08),
        Staircase(1, gamma=0),
        UniformWithAtom(0.9),
        UniformWithAtom(0.2),
        TruncatedLaplace(1, 0.01),
        LightTailedLaplace(1, 0.01, 0.5),
        Tulap(1, 0.01),
        Tulap(0.3, 0.2, 2),
        Tulap(2, 0),
    ],
    ids=repr,
)
def test_cost_is_the_integral_of_the_density(noise, p):
    # E|X|^p = integral over u of |ppf(u)|^p, here by parts over pieces of the density.
    reach = -float(noise.ppf(1e-25))
    knots = np.unique(np.concatenate([noise.knots(reach), np.linspace(0, reach, 400)]))
    knots = knots[knots >= 0]
    nodes, weights = np.polynomial.legendre.leggauss(20)
    # x = t^4 near 0 tames |x|^p there.
    ends = knots**0.25
    half = np.diff(ends)[:, None] / 2
    t = ends[:-1, None] + half * (nodes + 1)
    total = 2 * np.sum(noise.pdf(t**4) * t ** (4 * p) * 4 * t**3 * weights * half)
    assert noise.expected_cost(p) == pytest.approx(total, rel=1e-9)


def test_costs_too_large_for_a_double_are_infinite():
    for noise in (Laplace(1e-8), Gaussian.of_sigma(1e9), Staircase(1e-8), UniformWithAtom(1e-9)):
        assert noise.expected_cost(300) == math.inf


def test_laplace_tail_agrees_with_fifty_digits():
    noise = Laplace(1e-8, 3)
    for x in (1e-3, 1.0, 1e10):
        exact = mp.exp(-mp.mpf(x) * mp.mpf(1e-8) / 3) / 2
        assert noise.sf(x) == pytest.approx(float(exact), rel=1e-13)


def test_staircase_tail_agrees_with_fifty_digits():
    for epsilon, x in [(1.0, 500.3), (1e-8, 1e9 + 0.3), (1e3, 0.5), (40.0, 3.7)]:
        noise = Staircase(epsilon)
        with mp.workdps(500):
            b, g = mp.exp(-mp.mpf(epsilon)), mp.mpf(noise.gamma)
            k, f = mp.floor(x), mp.frac(x)
            D = g + b * (1 - g)
            rest = (max(g - f, 0) + b * min(1 - f, 1 - g)) / D
            exact = b**k * (b + (1 - b) * rest) / 2
        assert noise.sf(x) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize(
    ("make", "argument", "accepted"),
    [
        (lambda: Laplace(0), "epsilon", "(0, inf)"),
        (lambda: Laplace(math.nan), "epsilon", "(0, inf)"),
        (lambda: Laplace(math.inf), "epsilon", "(0, inf)"),
        (lambda: Laplace("1"), "epsilon", "(0, inf)"),
        (lambda: Laplace(True), "epsilon", "(0, inf)"),
        (lambda: Laplace(10**400), "epsilon", "(0, inf)"),
        (lambda: Laplace(-(10**400)), "epsilon", "(0, inf)"),
        (lambda: Laplace(1, -1), "sensitivity", "(0, inf)"),
        (lambda: Gaussian(-1, 0.1), "epsilon", "[0, inf)"),
        (lambda: Gaussian(None, 0.1), "epsilon", "[0, inf)"),
        (lambda: Gaussian(1, 1), "delta", "(0, 1)"),
        (lambda: Gaussian.of_sigma(0), "sigma", "(0, inf)"),
        (lambda: Staircase(1, cost=0), "cost", "(0, inf)"),
        (lambda: Staircase(1, gamma=1.5), "gamma", "[0, 1]"),
        (lambda: Staircase(1, cost=1, gamma=0.5), "gamma", "left out when cost is given"),
        (lambda: UniformWithAtom(0), "delta", "(0, 1)"),
        (lambda: UniformWithAtom(0.5, alpha=0.5), "alpha", "[0, delta = 0.5)"),
        (lambda: UniformWithAtom(0.5, cost=2, alpha=0.1), "alpha", "left out when cost"),
        (lambda: Laplace(1).expected_cost(0), "p", "(0, inf)"),
        (lambda: Laplace(1).expected_cost("2"), "p", "(0, inf)"),
        (lambda: Laplace(1).privacy_profile(-1), "epsilon", "[0, inf]"),
        (lambda: Laplace(1).sample(-1), "size", "an integer >= 0"),
        (lambda: Laplace(1).sample("x"), "size", "an integer >= 0"),
    ],
)
def test_a_bad_parameter_is_named_with_what_would_be_accepted(make, argument, accepted):
    with pytest.raises(BadInput) as caught:
        make()
    assert caught.value.argument == argument
    assert accepted in caught.value.accepted


def test_an_exact_parameter_never_becomes_zero():
    from fractions import Fraction

    assert UniformWithAtom(Fraction(1, 2), alpha=Fraction(1, 10**400)).alpha > 0
    assert Laplace(Fraction(1, 3)).epsilon == 1 / 3
