"""The least cost for vectors, enclosed, and how far other mechanisms are above it."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.vector.optimum import vectors_compared
from dpproofs.render.figures.vector_gain import gains, vector_gain

NORMS = ("l1", "l2", "linf")


def named(epsilon, **asked):
    """The optimum, and the other mechanisms by name."""
    found = dp.vector_optimum(epsilon, **asked)
    return found, {each.name: each for each in vectors_compared(found)}


def cost(epsilon, d, p, gamma):
    """d/(d + p) T_(d+p)/T_d to 60 digits, from the sums."""
    b = mpmath.exp(-mpmath.mpf(epsilon))

    def total(m):
        return mpmath.nsum(lambda k: b**k * (k + gamma) ** m, [1, mpmath.inf]) + gamma**m

    return d * total(d + p) / ((d + p) * total(d))


@pytest.mark.parametrize(("epsilon", "d", "p"), [("0.7", 1, 1), ("4", 3, 2), ("10", 2, 0.5)])
def test_the_least_cost_is_enclosed_at_gamma_and_below_all_others(epsilon, d, p):
    found = dp.vector_optimum(epsilon, dimension=d, cost=p, digits=25)
    with mpmath.workdps(60):
        lower, upper, low, high = (
            mpmath.mpf(end.numerator) / end.denominator
            for pair in (found.least_cost, found.gamma)
            for end in (pair.lower, pair.upper)
        )
        assert upper - lower <= lower / mpmath.mpf(10) ** 25
        assert high - low <= low / mpmath.mpf(10) ** 25
        p, middle = mpmath.mpf(p), (low + high) / 2
        assert lower <= cost(epsilon, d, p, middle) <= upper
        for step in (mpmath.mpf(10) ** -10, mpmath.mpf(10) ** -3):
            assert cost(epsilon, d, p, low * (1 - step)) > upper
            assert cost(epsilon, d, p, min(high * (1 + step), 1)) > upper


@pytest.mark.parametrize(
    ("epsilon", "d", "gain", "digits"),
    [(10, 1, "14.84", 2), (10, 2, "4.354", 3), (5, 2, "1.5065", 4), (5, 50, "1.00000000005", 11)],
)
def test_the_gain_over_the_k_norm_mechanism(epsilon, d, gain, digits):
    _, found = named(epsilon, dimension=d)
    assert abs(Fraction(found["K-norm"].excess) + 1 - Fraction(gain)) < Fraction(
        6, 10 ** (digits + 1)
    )


@pytest.mark.parametrize(("epsilon", "d"), [(10, 2), (1, 1), (1, 6)])
def test_a_gain_is_that_of_the_mechanisms(epsilon, d):
    for p in (0.5, 2):
        _, found = named(epsilon, dimension=d, cost=p, sensitivity=3)
        best = dp.VectorStaircase(epsilon, 3, dimension=d, cost=p).expected_cost(p)
        other = dp.KNorm(epsilon, 3, dimension=d).expected_cost(p)
        wrong = dp.VectorStaircase(epsilon, 3, dimension=d).expected_cost(p)
        assert math.isclose(found["Staircase"].cost, best, rel_tol=1e-14)
        assert math.isclose(found["K-norm"].cost, other, rel_tol=1e-14)
        assert math.isclose(found["K-norm"].excess, other / best - 1, rel_tol=1e-8)
        beside = found["Staircase, gamma for p = 1"].excess
        assert math.isclose(beside, wrong / best - 1, rel_tol=1e-6, abs_tol=1e-14)


def test_an_excess_far_below_a_double_is_told():
    """By Lipschitz's formula, in which what cancels is left out."""
    d, epsilon = 12, mpmath.mpf("1e-3")
    _, found = named("1e-3", dimension=d)
    with mpmath.workdps(60):

        def waves(m, gamma):
            turns = [epsilon / (epsilon + 2j * mpmath.pi * n) for n in range(1, 40)]
            terms = (w ** (m + 1) * mpmath.expjpi(2 * n * gamma) for n, w in enumerate(turns, 1))
            return 2 * sum(term.real for term in terms)

        gamma = mpmath.mpf(dp.VectorStaircase(1e-3, dimension=d).gamma)
        expected = (1 + waves(d, gamma)) / (1 + waves(d + 1, gamma)) - 1
    assert 0 < expected < 1e-48
    assert math.isclose(found["K-norm"].excess, expected, rel_tol=1e-10)


@pytest.mark.parametrize("norm", NORMS)
def test_laplace_noise_in_every_coordinate(norm):
    d, p = 4, 2
    _, found = named(1.5, dimension=d, norm=norm, cost=p)
    reach = {"l1": 1, "l2": math.sqrt(d), "linf": d}[norm]
    draws = np.random.default_rng(4).laplace(scale=reach / 1.5, size=(200_000, d))
    order = {"l1": 1, "l2": 2, "linf": np.inf}[norm]
    powers = np.linalg.norm(draws, order, axis=1) ** p
    error = powers.std() / math.sqrt(len(powers))
    assert abs(found["Laplace in every coordinate"].cost - powers.mean()) < 5 * error
    assert found["Laplace in every coordinate"].excess >= found["K-norm"].excess


def test_in_l2_its_cost_is_given_for_squares_only():
    assert "Laplace in every coordinate" not in named(1, dimension=3, norm="l2")[1]
    assert "Laplace in every coordinate" not in named(1, dimension=1, norm="l1")[1]
    largest = named(1, dimension=60, norm="linf", cost=1)[1]["Laplace in every coordinate"].cost
    assert math.isclose(largest, 60 * sum(1 / j for j in range(1, 61)), rel_tol=1e-14)


def test_one_dimension_is_the_line():
    for p in ("1", "2", "0.5"):
        line = dp.staircase_optimum("0.4", cost=p, sensitivity=2, digits=20)
        found = dp.vector_optimum("0.4", dimension=1, cost=p, sensitivity=2, digits=20)
        for ours, theirs in ((found.gamma, line.gamma), (found.least_cost, line.least_cost)):
            assert max(ours.lower, theirs.lower) <= min(ours.upper, theirs.upper)


@pytest.mark.parametrize(
    ("epsilon", "d", "p"), [("1e-6", 1000, 1), ("50", 1000, "1/2"), ("1e-6", 3, 1), ("900", 1, 3)]
)
def test_thirty_digits_at_the_ends_of_the_range(epsilon, d, p):
    found = dp.vector_optimum(epsilon, dimension=d, cost=p, digits=30)
    for pair in (found.gamma, found.least_cost):
        assert 0 < pair.lower < pair.upper <= pair.lower * (1 + Fraction(1, 10**30))


def test_many_digits_are_those_of_few():
    many = dp.vector_optimum(1, dimension=3, digits=300)
    few = dp.vector_optimum(1, dimension=3, digits=20)
    for ours, theirs in ((many.gamma, few.gamma), (many.least_cost, few.least_cost)):
        assert theirs.lower <= ours.lower < ours.upper <= theirs.upper
        assert ours.upper - ours.lower <= ours.lower / 10**300


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"epsilon": 0, "dimension": 2}, "epsilon"),
        ({"epsilon": 1, "dimension": 0}, "dimension = 0, but should be an integer from 1 to 1000"),
        ({"epsilon": 1, "dimension": 2.5}, "dimension"),
        ({"epsilon": 1, "dimension": 2, "norm": "l3"}, "one of l1, l2, linf"),
        ({"epsilon": 1, "dimension": 2, "cost": 0}, "cost"),
        ({"epsilon": 1, "dimension": 2, "sensitivity": 0}, "sensitivity"),
        ({"epsilon": 1, "dimension": 2, "digits": 0}, "digits"),
    ],
)
def test_bad_input_is_told(asked, message):
    with pytest.raises(BadInput, match=message):
        dp.vector_optimum(**asked)


def test_the_gain_is_drawn():
    found = gains(np.array([5.0, 10.0]), np.array([1, 2]), 1)
    assert np.allclose(found, [[2.4201, 14.8406], [1.5065, 4.3538]], atol=1e-4)
    assert "E||X||^2" in vector_gain(5, 2, 2).caption
