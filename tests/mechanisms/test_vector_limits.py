"""Where the best first radius tends for every dimension and power, and what is gained there."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import mpmath
import pytest

import dpproofs as dp


def circle(difference: float) -> float:
    """The distance of two points on the circle."""
    return abs((difference + 0.5) % 1 - 0.5)


@cache
def place_of_the_least(d: int) -> float:
    """Where on the circle the Bernoulli polynomial of degree d + 1 is least."""
    return min((float(mpmath.bernpoly(d + 1, k / 4000)), k / 4000) for k in range(4000))[1]


@pytest.mark.sweep
@pytest.mark.parametrize("d", range(1, 13))
@pytest.mark.parametrize("p", [Fraction(1, 2), 1, 3])
def test_as_epsilon_tends_to_0_it_is_where_bernoullis_polynomial_is_least(d, p):
    gamma = dp.VectorStaircase(1e-8, dimension=d, cost=p).gamma
    assert circle(gamma - place_of_the_least(d)) < 1 / 4000 + 2e-4
    off = circle(gamma - (d + 1) / 4)
    assert off < (2e-4 if d % 2 else 2.0 ** (-d - 1) / math.pi + 2e-4)


@pytest.mark.parametrize("d", [1, 2, 3, 4])
@pytest.mark.parametrize("p", [Fraction(1, 2), 1, 2])
def test_the_gain_for_small_epsilon_is_the_least_value(d, p):
    epsilon = Fraction(1, 500)
    optimum = dp.vector_optimum(epsilon, dimension=d, cost=p, digits=50)
    with mpmath.workdps(60):
        exact = mpmath.mpf(p.numerator) / p.denominator
        small = mpmath.mpf(1) / 500
        k_norm = mpmath.gamma(d + exact) / mpmath.gamma(d) / small**exact
        low = optimum.least_cost.lower
        own = mpmath.mpf(low.numerator) / low.denominator
        lowest = min(mpmath.bernpoly(d + 1, mpmath.mpf(k) / 4000) for k in range(4000))
        expected = -lowest / mpmath.factorial(d + 1) * small ** (d + 1)
        assert abs((1 - own / k_norm) / expected - 1) < 0.1


@pytest.mark.parametrize("d", [1, 2, 5, 20])
@pytest.mark.parametrize("p", [Fraction(1, 2), 1, 2, 5])
def test_as_epsilon_tends_to_infinity_two_terms_decide(d, p):
    epsilon = 40 * (d + float(p))  # so that beta = exp(-40)
    noise = dp.VectorStaircase(epsilon, dimension=d, cost=p)
    place = (d / float(p)) ** (1 / (d + float(p))) * math.exp(-40)
    assert noise.gamma == pytest.approx(place, rel=1e-3)
    assert noise.expected_cost(float(p)) == pytest.approx(place ** float(p), rel=1e-3)
