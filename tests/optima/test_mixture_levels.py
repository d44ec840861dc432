"""Levels of mixtures of Gaussians: as definitions integrate, over all shifts."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.optima.rivals import bells_loss

NOISES = {
    "multi": dp.MultiGaussian.of_sigma(0.6, 1),
    "narrow": dp.MultiGaussian.of_sigma(0.287, 2),
    "quasi": dp.QuasiGaussian.of_sigma(0.989, 2),
    "kinked": dp.QuasiGaussian.of_sigma(0.4, 0.5),
}
EVERY = pytest.mark.parametrize("name", NOISES)


def bells(noise):
    """Weights and places by the definition, in sensitivities."""
    growth = math.exp(noise.epsilon)
    if isinstance(noise, dp.MultiGaussian):
        return [(growth ** -abs(k), k) for k in range(-10, 11)]
    return [(growth, 0), (1.0, 1)]


def log_density(noise, x):
    s = noise.deviation
    logs = [math.log(c) - ((np.abs(x) - k) / s) ** 2 / 2 for c, k in bells(noise)]
    whole = sum(c * (1 + math.erf(k / s / math.sqrt(2))) for c, k in bells(noise))
    return np.logaddexp.reduce(logs) - math.log(whole * s * math.sqrt(2 * math.pi))


def divergence(noise, order, shift):
    """By the trapezium rule: some nine digits."""
    x = np.linspace(-13, 13 + order * shift + 9 * noise.deviation, 400_001)
    p, q = log_density(noise, x), log_density(noise, x + shift)
    if order == 1:
        return np.trapezoid(np.exp(p) * (p - q), x)
    return math.log(np.trapezoid(np.exp(order * p - (order - 1) * q), x)) / (order - 1)


@EVERY
@pytest.mark.parametrize("order", [1, 1.5, 6])
def test_no_shift_has_a_larger_divergence_and_one_has_as_much(name, order):
    noise = NOISES[name]
    level = noise.renyi(order)
    shifts = [divergence(noise, order, d) for d in (0.3, 0.5, 0.7, 0.85, 1)]
    assert max(shifts) <= level.upper < max(shifts) * 1.02
    assert level.lower <= level.upper <= level.lower * (1 + 1.2e-3)
    assert level.lower <= max(shifts) * 1.02
    assert level.upper <= Fraction(order) / (2 * Fraction(noise.deviation) ** 2) * (1 + 1e-9)


@EVERY
@pytest.mark.parametrize("shift", [0.25, 0.6, 1.0])
def test_integrals_for_one_shift_are_within_their_bounds(name, shift):
    noise = NOISES[name]
    loss = noise._loss()
    for t in (0.1, 2.0):
        low, high = loss._log_integral(t, shift)
        found = t * divergence(noise, 1 + t, shift)
        assert low <= found <= high
        assert high - low < 1e-4 * (1 + found)
    low, high, rise = loss._kullback(shift)
    assert low <= divergence(noise, 1, shift) <= high < low * (1 + 1e-3)
    slope = (divergence(noise, 1, shift + 1e-4) - divergence(noise, 1, shift - 1e-4)) / 2e-4
    assert slope <= rise < slope + 0.01 * (1 + abs(slope))


@EVERY
@pytest.mark.parametrize("t", [0.5, 4.0])
def test_between_two_shifts_integrals_are_bounded_by_theirs(name, t):
    """What lets a few shifts speak for all."""
    noise, width = NOISES[name], 0.25
    s = noise.deviation
    found = [t * divergence(noise, 1 + t, width * k / 2) for k in range(9)]
    for a, middle, b in zip(found[::2], found[1::2], found[2::2], strict=False):
        assert middle <= (a + b) / 2 + (t + 1) * (width / s) ** 2 / 8 + 1e-9
    kullback = [divergence(noise, 1, width * k / 2) for k in range(9)]
    for a, middle, b in zip(kullback[::2], kullback[1::2], kullback[2::2], strict=False):
        assert middle >= (a + b) / 2 - (width / s) ** 2 / 8 - 1e-9


@EVERY
def test_rho_and_mu_are_those_of_its_bells_and_attained_far_out(name):
    noise = NOISES[name]
    s = Fraction(noise.deviation)
    assert noise.zcdp().lower <= 1 / (2 * s**2) <= noise.zcdp().upper
    assert noise.gdp().lower <= 1 / s <= noise.gdp().upper
    at = [float(noise.renyi(a).lower / a / noise.zcdp().upper) for a in (4, 40, 400)]
    assert sorted(at) == at
    assert at[-1] > 0.95
    with mp.workdps(30):

        def place(x):
            """Phi^-1 of P(X < x)."""
            width = mp.mpf(noise.deviation) * mp.sqrt(2)
            whole = 2 * mp.fsum(c * mp.erfc(-k / width) for c, k in bells(noise))
            tail = mp.log(mp.fsum(c * mp.erfc((x - k) / width) for c, k in bells(noise)) / whole)
            return mp.findroot(
                lambda z: mp.log(mp.erfc(z / mp.sqrt(2)) / 2) - tail, mp.sqrt(-2 * tail)
            )

        steps = [float(place(x + 1) - place(x)) for x in (1, 5, 12, 40, 200)]
    assert max(steps) <= noise.gdp().upper
    assert steps[-1] > 0.98 * noise.gdp().lower


@EVERY
def test_the_profile_is_enclosed_and_at_most_that_of_normal_noise(name):
    noise = NOISES[name]
    normal = dp.Gaussian.of_sigma(noise.deviation)
    for epsilon in (0, 0.5, 3):
        leaks = noise._leaks(Fraction(epsilon))
        assert leaks.lower <= noise.privacy_profile(epsilon) * (1 + 1e-9)
        assert noise.privacy_profile(epsilon) <= leaks.upper * (1 + 1e-9)
        assert leaks.upper <= leaks.lower * (1 + 0.02)
        assert leaks.upper <= normal.privacy_profile(epsilon) * (1 + 1e-9)


def test_where_nothing_is_shown_the_profile_is_that_of_normal_noise(monkeypatch):
    monkeypatch.setattr(bells_loss.Uncovered, "stays_below", lambda _: False)
    noise = NOISES["kinked"]
    leaks = noise._leaks(Fraction(1))
    normal = dp.Gaussian.of_sigma(noise.deviation).privacy_profile(1)
    assert leaks.upper == pytest.approx(normal, rel=1e-9)
    assert leaks.lower == pytest.approx(noise.privacy_profile(1), rel=1e-8)


def test_an_order_with_too_many_places_is_bounded_by_bells_alone():
    noise = NOISES["narrow"]
    level = noise.renyi(1e5)
    most = 1e5 / (2 * noise.deviation**2)
    assert most * (1 - 1e-4) < level.lower <= most * (1 + 1e-9)
    assert level.upper == pytest.approx(most, rel=1e-8)


@pytest.mark.parametrize("kind", [dp.MultiGaussian, dp.QuasiGaussian])
def test_mixtures_are_made_for_each_claim(kind):
    made = kind.of_rho(0.3, 2, epsilon=1)
    assert 0.3 * (1 - 1e-10) < made.zcdp().upper <= 0.3
    assert (made.epsilon, made.sensitivity, made.delta) == (1, 2, None)
    assert kind.of_rho(0.5, epsilon=1).sigma == 1
    assert 0.7 * (1 - 1e-10) < kind.of_mu(0.7, epsilon=1).gdp().upper <= 0.7
    assert kind.of(1, 0.1) == kind(epsilon=1, delta=0.1)
    for wrong in ({}, {"epsilon": -1}, {"epsilon": 1, "width": 2}):
        with pytest.raises(BadInput):
            kind.of_rho(0.3, **wrong)
    with pytest.raises(BadInput):
        kind.of_rho(0.3, -1, epsilon=1)
    with pytest.raises(DpproofsError, match="outside its domain"):
        kind.of_mu(1e4, epsilon=1)


def test_renyi_bounds_at_wide_deviations_are_honest():
    noise = dp.MultiGaussian.of_sigma(2.0**19, 1)
    level = noise.renyi(2)
    assert -1e-8 * level.upper <= level.lower <= level.upper
    assert math.isclose(level.upper, noise.deviation**-2, rel_tol=1e-6)
