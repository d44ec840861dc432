"""Levels of noise with an exponential density and light tails: as its definition integrates."""

from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import pytest

import dpproofs as dp
from dpproofs.mechanisms.formulas import levels
from tests.mechanisms.test_stated import exact, inside

NOISES = {
    "long": (1, 4, 0.5, 1),
    "short": (1, 0.75, 0.25, 1),
    "middle-meets": (1, 0.5, 0.25, 1),  # the bends at L and d - L are one
    "bound-meets": (2, 1, 0.125, 1),  # and those at L and d
    "wide": (4, 9, 0.5, 3),
}
EVERY = pytest.mark.parametrize("name", NOISES)


@pytest.fixture(scope="module", autouse=True)
def precise():
    with mp.workdps(40):
        yield


def made(name):
    scale, bound, bend, sensitivity = NOISES[name]
    return dp.LightTailedLaplace.from_bounds(scale, bound, bend, sensitivity)


def integral(name, value):
    """Of a function of the logarithms of the density and its shift."""
    scale, bound, bend, s = map(exact, NOISES[name])

    def fall(x):
        return min(abs(x), bound) / scale + max(abs(x) - bound, 0) / (bend * scale)

    whole = 2 * scale * (1 - (1 - bend) * mp.exp(-bound / scale))
    far = 130 * scale
    ends = sorted({-far, -bound, mp.mpf(0), bound, s - bound, s, s + bound, far})

    def at(x):
        return value(-fall(x) - mp.log(whole), -fall(x - s) - mp.log(whole))

    return mp.fsum(mp.quad(at, [a, (3 * a + b) / 4, (a + b) / 2, b]) for a, b in pairwise(ends))


@EVERY
@pytest.mark.parametrize("order", [1, 1.5, 3])
def test_divergences_are_integrals(name, order):
    if order == 1:
        value = integral(name, lambda p, q: mp.exp(p) * (p - q))
    else:
        value = mp.log(integral(name, lambda p, q: mp.exp(order * p + (1 - order) * q))) / (
            order - 1
        )
    level = made(name).renyi(order)
    assert exact(level.upper) - exact(level.lower) < mp.mpf(10) ** -28
    assert abs(exact(level.upper) - value) < mp.mpf(10) ** -25


@EVERY
def test_rho_is_above_each_order_and_close_to_the_best(name):
    level = made(name).zcdp()
    orders = [1, *(1 + 2.0**k for k in range(-6, 8))]
    best = max(made(name).renyi(order).upper / Fraction(order) for order in orders)
    assert best <= level.upper * (1 + Fraction(1, 10**25))
    assert level.upper < best * Fraction(101, 100)
    assert level.upper < level.lower * (1 + 1e-4)


@EVERY
def test_mu_is_that_of_the_farthest_half_line(name):
    noise = made(name)
    level, s = noise.gdp(), noise.sensitivity
    from scipy.stats import norm

    steps = [
        norm.isf(noise.sf(x + s)) - norm.isf(noise.sf(x))
        for x in (-s / 2 + k * (noise.bound + 2 * s) / 400 for k in range(401))
        if noise.sf(x + s) > 0
    ]
    assert max(steps) <= float(level.upper) * (1 + 1e-9)
    assert float(level.upper) < max(steps) * (1 + 2e-3)
    assert level.upper < level.lower * (1 + 3e-4)


@EVERY
@pytest.mark.parametrize("epsilon", [0, Fraction(1, 2), 1, Fraction(3, 2), 40])
def test_the_profile_is_enclosed(name, epsilon):
    noise = made(name)
    leaks = noise._leaks(Fraction(epsilon))
    known = noise.privacy_profile(float(epsilon))
    assert leaks.lower * (1 - 1e-9) - 1e-15 <= known <= leaks.upper * (1 + 1e-9) + 1e-15
    assert leaks.upper - leaks.lower <= 1e-9


def test_the_profile_where_the_loss_is_constant_is_narrow():
    noise = dp.LightTailedLaplace(epsilon=1, delta=1e-2, bend=0.5)
    leaks = noise._leaks(Fraction(1))
    assert leaks.lower <= Fraction(noise.delta) <= leaks.upper < noise.delta * (1 + 1e-9)


def test_the_largest_loss_of_its_tails_is_its_pure_level():
    noise = dp.LightTailedLaplace(epsilon=1, delta=1e-2, bend=0.5)
    loss = noise._loss()
    inside(levels.told(loss, loss.most), mp.mpf(2))
    assert noise._leaks(Fraction(2)).upper < 1e-12
    made = dp.LightTailedLaplace.of_rho(0.1, delta=0.01, bend=0.5)
    assert 0.1 * (1 - 1e-3) < made.zcdp().upper <= 0.1
