"""Conversions of claims: never below what is true, and tight where they say so."""

import math

import numpy as np
import pytest
from rooms import ROOT
from scipy.optimize import brentq
from scipy.stats import norm

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Gaussian
from dpproofs.privacy import conversions
from dpproofs.privacy.conversions import (
    delta_of_gdp,
    delta_of_renyi,
    delta_of_zcdp,
    epsilon_of_gdp,
    epsilon_of_renyi,
    epsilon_of_zcdp,
    factor_lost_of_zcdp,
    mu_of_pure,
    renyi_of_pure,
    rho_of_gdp,
    rho_of_pure,
)
from dpproofs.privacy.conversions.deltas import Touching
from dpproofs.privacy.conversions.table import rows


def mean_of_power(p, q, order):
    return p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)


def of_two_outcomes(order, divergence, epsilon):
    """The largest p - e^epsilon q of two outcomes within the divergence, on grids of q."""

    def gain(q):
        def excess(p):
            return mean_of_power(p, q, order) - math.exp((order - 1) * divergence)

        p = 1.0 if excess(1 - 1e-12) <= 0 else brentq(excess, q, 1 - 1e-12)
        return p - math.exp(epsilon) * q

    best = max(np.geomspace(1e-12, 0.9, 600), key=gain)
    return max(map(gain, np.geomspace(best / 1.05, min(0.99, best * 1.05), 300)))


@pytest.mark.parametrize("order", [1.5, 2, 8])
@pytest.mark.parametrize(("divergence", "epsilon"), [(0.3, 0.0), (0.3, 0.5), (1.0, 2.0)])
def test_one_order_is_tight_and_on_the_safe_side(order, divergence, epsilon):
    least = of_two_outcomes(order, divergence, epsilon)
    assert least <= delta_of_renyi(order, divergence, epsilon) <= least * (1 + 2e-4)


def test_whatever_is_tried_is_a_bound():
    least = of_two_outcomes(2, 0.3, 0.5)
    for low in np.linspace(-5, -0.5001, 30):
        assert Touching.at(2.0, 0.5, low).certified(0.3) >= least * (1 - 1e-6)


def test_too_small_a_polynomial_is_made_up_for():
    # The size is what a search in doubles found; a wrong one must not make the bound too small.
    least, good = of_two_outcomes(2, 0.3, 0.5), Touching.at(2.0, 0.5, -0.8)
    wrong = Touching(good.order, good.epsilon, good.low, good.size * 0.9)
    assert wrong.bound(0.3) < least <= wrong.certified(0.3)


@pytest.mark.parametrize("rho", [0.01, 0.5, 3.0])
def test_zcdp_is_between_normal_noise_and_the_bound_of_canonne_and_others(rho):
    noise = Gaussian.of_sigma(1 / math.sqrt(2 * rho))
    for epsilon in (rho, rho + math.sqrt(rho), rho + 5 * math.sqrt(rho)):
        orders = 1 + np.geomspace(1e-2, 1e3, 4000)
        logs = (orders - 1) * (orders * rho - epsilon) + orders * np.log1p(-1 / orders)
        known = math.exp((logs - np.log(orders - 1)).min())
        found = delta_of_zcdp(rho, epsilon)
        assert float(noise.privacy_profile(epsilon)) < found <= known * (1 + 1e-9)


def test_gaussian_dp_is_the_profile_of_normal_noise():
    exact = float(Gaussian.of_sigma(2).privacy_profile(0.7))
    assert delta_of_gdp(0.5, 0.7) == pytest.approx(exact, rel=1e-12)


def test_far_epsilons_have_tiny_deltas():
    assert 0 < delta_of_zcdp(0.5, 40.0) < 1e-300
    assert delta_of_zcdp(0, 1) == delta_of_gdp(0, 1) == 0


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: delta_of_renyi(1, 1, 1), "order"),
        (lambda: delta_of_renyi(2, -1, 1), "divergence"),
        (lambda: delta_of_zcdp(1, -1), "epsilon"),
        (lambda: delta_of_zcdp("1", 1), "rho"),
        (lambda: delta_of_gdp(math.inf, 1), "mu"),
        (lambda: epsilon_of_gdp(1, 0), "delta"),
        (lambda: epsilon_of_zcdp(1, 1), "delta"),
        (lambda: rho_of_pure(-1), "epsilon"),
        (lambda: renyi_of_pure(0.5, 1), "order"),
    ],
)
def test_bad_numbers_are_named(call, name):
    with pytest.raises(BadInput) as refused:
        call()
    assert refused.value.argument == name


@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 3.0, 50.0])
def test_what_pure_privacy_bounds_is_that_of_randomised_response(epsilon):
    p, q = 1 / (1 + math.exp(-epsilon)), 1 / (1 + math.exp(epsilon))
    kullback = (p - q) * epsilon
    assert rho_of_pure(epsilon) == pytest.approx(kullback, rel=1e-12)
    assert rho_of_pure(epsilon) <= epsilon**2 / 2
    assert renyi_of_pure(1, epsilon) == pytest.approx(kullback, rel=1e-12)
    second = math.log(p * math.exp(epsilon) + q * math.exp(-epsilon))
    assert renyi_of_pure(2, epsilon) == pytest.approx(second, rel=1e-9)
    assert mu_of_pure(epsilon) == pytest.approx(-2 * norm.ppf(q), rel=1e-9)
    assert delta_of_gdp(mu_of_pure(epsilon), 0.0) >= (p - q) * (1 - 1e-12)


def test_epsilons_are_where_deltas_are_reached():
    for epsilon, curve in (
        (epsilon_of_gdp(1, 1e-5), lambda e: delta_of_gdp(1, e)),
        (epsilon_of_zcdp(0.5, 1e-5), lambda e: delta_of_zcdp(0.5, e)),
        (epsilon_of_renyi(8, 0.3, 1e-5), lambda e: delta_of_renyi(8, 0.3, e)),
    ):
        assert curve(epsilon) <= 1e-5 < curve(epsilon * (1 - 1e-9))
    assert epsilon_of_gdp(0.1, 0.5) == 0


def test_a_conversion_that_loses_says_how_much():
    assert rho_of_gdp(1) == 0.5
    assert rho_of_gdp(0) == mu_of_pure(0) == 0
    factor = factor_lost_of_zcdp(0.5, 4)
    assert factor == pytest.approx(delta_of_zcdp(0.5, 4) / delta_of_gdp(1, 4))
    assert factor > 1


def test_the_page_has_the_table():
    page = (ROOT / "docs" / "howto" / "which-claim.md").read_text("utf-8")
    assert "\n".join(rows()) in page
    named = {each.call for each in conversions.CONVERSIONS} | {"factor_lost_of_zcdp"}
    functions = {name for name in conversions.__all__ if name[0].islower()}
    assert named == functions
    reference = (ROOT / "docs" / "api" / "privacy.md").read_text("utf-8")
    assert all(f"conversions.{name}\n" in reference for name in functions)
