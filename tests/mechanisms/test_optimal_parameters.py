"""Calibration: sigma, gamma and alpha are the best that privacy allows."""

import math
import sys
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from dpproofs.mechanisms import Gaussian, Laplace, Staircase, UniformWithAtom
from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.mechanisms.formulas.staircase_gamma import numeric_gamma

TINY = Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [(17.5, TINY), (1e-6, TINY), (0, TINY), (0, 0.1), (1e-8, 0.5), (1e3, 1e-300), (5, 0.999999)],
)
def test_gaussian_calibration_is_exact_to_fifty_digits(epsilon, delta):
    ball = calibrated_sigma(epsilon, delta, 3)
    assert ball.rel_accuracy_bits() > 50 * np.log2(10)
    with mp.workdps(400):
        mid = ball.mid().str(80, radius=False)
        exact_delta = mp.mpf(Fraction(delta).numerator) / Fraction(delta).denominator

        def profile(sigma):
            r, e = 3 / sigma, mp.mpf(epsilon)
            q = [mp.erfc((e / r + s * r / 2) / mp.sqrt(2)) / 2 for s in (-1, 1)]
            return q[0] - mp.exp(e) * q[1]

        sigma, width = mp.mpf(mid), mp.mpf(10) ** -50
        assert profile(sigma * (1 - width)) > exact_delta > profile(sigma * (1 + width))


def test_gaussian_at_epsilon_zero_is_the_inverse_error_function():
    with mp.workdps(60):
        exact = 1 / (2 * mp.sqrt(2) * mp.erfinv(mp.mpf(1) / 10))
        ball = calibrated_sigma(0, Fraction(1, 10))
        assert abs(mp.mpf(ball.mid().str(60, radius=False)) / exact - 1) < mp.mpf(10) ** -50
    assert Gaussian(0, 0.1).sigma == pytest.approx(float(exact), rel=1e-15)


def test_a_float_delta_is_not_its_decimal():
    assert not calibrated_sigma(1, 1e-12).overlaps(calibrated_sigma(1, TINY))


def test_gaussian_spends_its_delta():
    for epsilon in (0, 1e-6, 1, 17.5, 1e3):
        for delta in (1e-12, 1e-5, 0.3):
            noise = Gaussian(epsilon, delta, 2)
            assert noise.privacy_profile(epsilon) == pytest.approx(delta, rel=1e-9)


@pytest.mark.parametrize("epsilon", [1e-8, 1e-3, 0.05, 0.5, 1, 10, 29.9, 30.1, 200])
@pytest.mark.parametrize("p", [1, 2])
def test_gamma_in_closed_form_is_the_root_found_numerically(epsilon, p):
    assert Staircase(epsilon, cost=p).gamma == pytest.approx(numeric_gamma(epsilon, p), rel=1e-13)


@pytest.mark.parametrize("epsilon", [1e-3, 0.08, 0.5, 3, 12])
@pytest.mark.parametrize("p", [0.25, 0.7, 1, 1.5, 2, 4])
def test_no_other_gamma_is_cheaper(epsilon, p):
    best = Staircase(epsilon, cost=p).expected_cost(p)
    others = [*np.linspace(0, 1, 12), *np.geomspace(1e-6, 0.05, 6)]
    costs = np.array([Staircase(epsilon, gamma=g).expected_cost(p) for g in others])
    assert np.all(costs >= best * (1 - 1e-14))


def test_minimum_costs_are_those_of_theorems_4_and_6():
    for epsilon in (1e-8, 1e-3, 1.0, 20.0):
        with mp.workdps(60):
            e = mp.mpf(epsilon)
            b = mp.exp(-e)
            first = mp.exp(e / 2) / (mp.exp(e) - 1)
            second = (mp.cbrt(b**2 * (1 + b) ** 2 / 4) + b) / (1 - b) ** 2
        assert Staircase(epsilon).expected_cost(1) == pytest.approx(float(first), rel=1e-14)
        cost = Staircase(epsilon, 3, cost=2).expected_cost(2)
        assert cost == pytest.approx(9 * float(second), rel=1e-14)


def test_the_staircase_is_cheaper_than_laplace():
    for epsilon in (1e-3, 0.1, 1, 10, 500):
        for p in (1, 2):
            assert Staircase(epsilon, cost=p).expected_cost(p) < Laplace(epsilon).expected_cost(p)


def test_gamma_is_never_lost_to_underflow():
    for p in (0.1, 1, 2):
        noise = Staircase(1e3 if p < 1 else 3e3, cost=p)
        assert noise.gamma > 0
        assert noise.expected_cost(p) < 1e-20


@pytest.mark.parametrize(
    ("epsilon", "cost", "gamma"),
    [
        (5e-324, 1.5, 0.5),
        (1e-300, 1e300, 0.5),
        (1, 1e300, 1 - 1 / math.expm1(1)),  # 1/epsilon - 1/(e^epsilon - 1)
        (1e5, 1e6, 1e-5),
        (1e308, 1.5, sys.float_info.min),
    ],
)
def test_gamma_at_the_ends_of_doubles(epsilon, cost, gamma):
    noise = Staircase(epsilon, cost=cost)
    assert noise.gamma == pytest.approx(gamma, rel=1e-9)
    assert noise.expected_cost(cost) == (0 if epsilon == 1e308 else math.inf)


@pytest.mark.parametrize("delta", [1e-6, 0.3, 0.5, 0.7, 0.95, 1 - 1e-12])
@pytest.mark.parametrize("p", [1e-20, 0.5, 1, 2, 5])
def test_alpha_is_that_of_theorem_3(delta, p):
    noise = UniformWithAtom(delta, 2, cost=p)
    d = Fraction(delta)
    alpha = max(Fraction(0), (Fraction(p) + 1) * d - Fraction(p))
    assert noise.alpha == pytest.approx(float(alpha), abs=3e-16)
    if p >= 0.5:
        m = mp.mpf
        low = d <= Fraction(p) / (Fraction(p) + 1)
        with mp.workdps(40):
            q, x = m(p), m(d.numerator) / d.denominator
            exact = (1 / x**q / (q + 1)) if low else ((q + 1) / q) ** q * (1 - x)
        assert noise.expected_cost(p) == pytest.approx(float(exact), rel=1e-7)
        others = np.linspace(0, delta * 0.999, 50)
        costs = [UniformWithAtom(delta, 2, alpha=a).expected_cost(p) for a in others]
        assert min(costs) >= noise.expected_cost(p) * (1 - 1e-12)
