"""The cost of the staircase for vectors falls once and rises once on the circle: each identity."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import dpproofs as dp
from dpproofs.mechanisms.vector.gamma import _bracket, _signs

POINTS = [
    (epsilon, d, p) for epsilon, p in (("0.3", "1"), ("2", "0.4"), ("7", "2.5")) for d in (1, 2, 5)
]
GAMMAS = [mpmath.mpf(k) / 16 for k in (1, 5, 9, 15)]


@pytest.fixture(autouse=True)
def _fifty_digits():
    with mpmath.workdps(45):
        yield


class Circle:
    """N, D, h and W at one epsilon, d and p, from the sums."""

    def __init__(self, epsilon, d, p):
        self.b, self.d, self.p = mpmath.exp(-mpmath.mpf(epsilon)), d, mpmath.mpf(p)
        self.sum = cache(self.sum)

    def sum(self, m, gamma):
        """T_m, where 0^0 is 1."""
        if m == 0:
            return 1 / (1 - self.b)
        return mpmath.nsum(lambda k: self.b**k * (k + gamma) ** m, [1, mpmath.inf]) + gamma**m

    def numerator(self, gamma):
        return self.d * self.sum(self.d + self.p, gamma)

    def denominator(self, gamma):
        return (self.d + self.p) * self.sum(self.d, gamma)

    def quotient(self, gamma):
        return self.sum(self.d - 1 + self.p, gamma) / self.sum(self.d - 1, gamma)

    def cost(self, gamma):
        return self.numerator(gamma) / self.denominator(gamma)

    def weight(self, gamma):
        return self.denominator(gamma) * self.quotient(gamma) - self.numerator(gamma)


def slope(function, gamma):
    """The derivative by central differences, to about 20 digits."""
    step = mpmath.mpf(10) ** -12
    outer, inner = (function(gamma + w) - function(gamma - w) for w in (2 * step, step))
    return (8 * inner - outer) / (12 * step)


def close(left, right, places=20):
    return abs(left - right) <= abs(right) * mpmath.mpf(10) ** -places


@pytest.mark.parametrize(("epsilon", "d", "p"), POINTS)
def test_the_slopes_are_those_of_the_proof(epsilon, d, p):
    c = Circle(epsilon, d, p)
    for gamma in GAMMAS[1:3]:
        below = c.sum(d - 1, gamma)
        assert close(slope(lambda g: c.sum(d, g), gamma), d * below)
        assert close(slope(c.numerator, gamma), d * (d + c.p) * below * c.quotient(gamma))
        change = d * (d + c.p) * below * c.weight(gamma) / c.denominator(gamma) ** 2
        assert close(slope(c.cost, gamma), change, 15)
        rise = slope(c.quotient, gamma)
        assert close(slope(c.weight, gamma), c.denominator(gamma) * rise, 15)
        # With D' in the place of D it is false.
        assert not close(slope(c.weight, gamma), d * (d + c.p) * below * rise, 3)


def test_the_slopes_follow_by_algebra():
    gamma = sp.Symbol("gamma")
    denominator, quotient = (sp.Function(name)(gamma) for name in ("D", "h"))
    numerator = sp.Function("N")(gamma)
    ratio = {numerator.diff(gamma): denominator.diff(gamma) * quotient}
    weight = denominator * quotient - numerator
    cost = (numerator / denominator).diff(gamma).subs(ratio)
    assert sp.cancel(cost - denominator.diff(gamma) * weight / denominator**2) == 0
    assert sp.expand(weight.diff(gamma).subs(ratio) - denominator * quotient.diff(gamma)) == 0


@pytest.mark.parametrize(("epsilon", "d", "p"), POINTS)
def test_both_ends_are_one_point(epsilon, d, p):
    c, zero, one = Circle(epsilon, d, p), mpmath.mpf(0), mpmath.mpf(1)
    for m in (d, d + c.p):
        assert close(c.sum(m, zero), c.b * c.sum(m, one), 40)
    assert close(c.cost(zero), c.cost(one), 40)
    if d > 1:
        assert close(c.quotient(zero), c.quotient(one), 40)
        assert close(c.weight(zero), c.b * c.weight(one), 35)
    else:  # where h only increases
        assert close(c.quotient(zero), c.b * c.quotient(one), 40)
        assert not close(c.weight(zero), c.b * c.weight(one), 1)


@pytest.mark.parametrize(("epsilon", "d", "p"), POINTS)
def test_the_quotient_is_the_cost_in_one_dimension_less(epsilon, d, p):
    c = Circle(epsilon, d, p)
    for gamma in GAMMAS:
        if d == 1:
            assert close(c.quotient(gamma), (1 - c.b) * c.sum(c.p, gamma), 40)
            continue
        below = Circle(epsilon, d - 1, p).cost(gamma)
        assert close(c.quotient(gamma), (d - 1 + c.p) / (d - 1) * below, 40)
    if d == 1:
        assert all(c.quotient(x) < c.quotient(x + mpmath.mpf(1) / 16) for x in GAMMAS)


def turns(signs):
    """How often the sign changes around the circle."""
    return sum(a != b for a, b in zip(signs, signs[1:] + signs[:1], strict=True))


@settings(max_examples=12, deadline=None)
@given(
    epsilon=st.fractions(Fraction(1, 20), 30),
    d=st.integers(1, 40),
    p=st.fractions(Fraction(1, 8), 6, max_denominator=8),
)
def test_it_falls_once_and_rises_once(epsilon, d, p):
    sign = _signs(epsilon, d, p)
    signs = [sign(Fraction(2 * k + 1, 80)) for k in range(40)]
    assert turns(signs) <= 2
    low, high = _bracket(sign)
    assert (sign(low), sign(high)) == (-1, 1)


@pytest.mark.parametrize(("epsilon", "p"), [(Fraction(1, 5), 1), (3, 2), (9, Fraction(1, 2))])
def test_the_minimum_lies_where_the_cost_in_one_dimension_less_rises(epsilon, p):
    signs = [_signs(Fraction(epsilon), d, Fraction(p)) for d in range(1, 12)]
    for below, here in pairwise(signs):
        assert below(_bracket(here)[0]) == 1
        assert here(_bracket(below)[0]) == -1


@pytest.mark.parametrize(
    ("epsilon", "d", "p", "width"),
    [(1200, 1000, 1, 0.00912), (180, 50, 1, None), (3000, 900, 2, None), (8000, 20, 1, None)],
)
def test_a_short_falling_arc_is_found(epsilon, d, p, width):
    gamma = dp.VectorStaircase(epsilon, dimension=d, cost=p).gamma
    if width is None:
        expected = (math.log(d / p) - epsilon) / (d + p)  # as epsilon grows
        assert abs(math.log(gamma) - expected) < 0.05
        return
    sign = _signs(Fraction(epsilon), d, Fraction(p))
    assert sign(Fraction(gamma) - Fraction(width) * 99 / 100) == -1
    assert sign(Fraction(gamma) - Fraction(width) * 101 / 100) == 1
    assert sign(Fraction(gamma) * (1 + Fraction(1, 2**40))) == 1
