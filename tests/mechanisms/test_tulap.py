"""Tulap noise: its worst shift, its ends, its moments where there are many cells, and twins."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Staircase, Tulap

CASES = [(1, 0.01), (2, 0.3), (0.3, 1e-3), (5, 0.9), (0.7, 0)]


def uncovered(noise, epsilon, shift):
    """H of a shift in sensitivities, by the ends of the steps of both densities."""
    limit = min(noise.bound, 60 * noise.sensitivity) + 2 * noise.sensitivity
    ends = noise.knots(limit)
    moved = ends - shift * noise.sensitivity
    edges = np.unique(np.concatenate([ends, moved]))
    middle = (edges[1:] + edges[:-1]) / 2
    lost = noise.pdf(middle) - math.exp(epsilon) * noise.pdf(middle + shift * noise.sensitivity)
    return float(np.sum(np.maximum(lost, 0) * np.diff(edges)))


@pytest.mark.parametrize(("epsilon", "delta"), CASES)
def test_no_shift_uncovers_more_than_the_whole_one(epsilon, delta):
    noise = Tulap(epsilon, delta, 2)
    for asked in (0, epsilon / 3, 0.9 * epsilon, epsilon, 2 * epsilon):
        least = float(noise.privacy_profile(asked))
        found = [uncovered(noise, asked, shift) for shift in np.linspace(0.01, 1, 34)]
        assert found[-1] == pytest.approx(least, rel=1e-9, abs=1e-12)
        assert max(found) <= least * (1 + 1e-9) + 1e-12


def test_a_longer_shift_uncovers_more_and_so_does_a_nearer_end():
    noise = Tulap(1, 0.01)
    assert uncovered(noise, 1, 1.02) > 0.0101

    class Cut(Tulap):
        @property
        def _share(self):
            return super()._share - 0.01

    assert uncovered(Cut(1, 0.01), 1, 1) > 0.01 * (1 + 1e-6)
    assert 2 * Cut(1, 0.01).sf(0.5) != pytest.approx(1 - noise._height, rel=1e-6)


def test_without_delta_it_is_a_staircase():
    noise, stairs = Tulap(0.7, 0, 3), Staircase(0.7, 3, gamma=0.5)
    x = np.linspace(-20, 20, 81) + 0.01
    np.testing.assert_allclose(noise.pdf(x), stairs.pdf(x), rtol=1e-13)
    np.testing.assert_allclose(noise.cdf(x), stairs.cdf(x), rtol=1e-13)
    np.testing.assert_allclose(noise.ppf(noise.cdf(x)), stairs.ppf(stairs.cdf(x)), rtol=1e-9)
    np.testing.assert_allclose(
        noise.privacy_profile([0, 0.3, 0.7, 2]), stairs.privacy_profile([0, 0.3, 0.7, 2])
    )
    assert noise.expected_cost(1.5) == stairs.expected_cost(1.5)
    assert noise.entropy() == pytest.approx(stairs.entropy(), rel=1e-13)
    assert noise.support() == (-math.inf, math.inf)


@pytest.mark.parametrize(("epsilon", "delta"), CASES)
def test_the_entropy_is_that_of_the_steps(epsilon, delta):
    noise = Tulap(epsilon, delta, 2)
    ends = noise.knots(min(noise.bound, 200))
    masses = np.diff(noise.cdf(ends))
    steps = -np.log(noise.pdf((ends[1:] + ends[:-1]) / 2))
    assert noise.entropy() == pytest.approx(float(masses @ steps), rel=1e-12)


@pytest.mark.parametrize("p", [0.3, 1, 2, 5.5])
@pytest.mark.parametrize(("epsilon", "delta"), [(1e-3, 1e-9), (1e-5, 1e-5), (1e-4, 0.01)])
def test_many_cells_are_integrated_to_what_they_add_up_to(epsilon, delta, p):
    noise = Tulap(epsilon, delta)
    assert noise._last < 300_000
    near = 4 * noise._last ** (-p - 2) + noise._last**-4
    assert noise._integrated(p) == pytest.approx(noise._added(p), rel=1e-13 + 10 * near)


def test_more_cells_than_can_be_added_up():
    noise = Tulap(1e-9, 1e-9)
    assert noise._last > 1 << 20
    wide = dp.TruncatedLaplace(1e-9, 1e-9)
    for p in (1, 2):
        assert noise.expected_cost(p) == pytest.approx(wide.expected_cost(p), rel=1e-8)
    assert Tulap(1e-9, 1e-9).expected_cost(300) == math.inf


def test_extremes_are_finite():
    assert Tulap(1, 1e-320).bound < 800
    assert Tulap(1e-320, 0.25).bound == pytest.approx(2)
    assert Tulap(700, 1e-300).expected_cost(1) == pytest.approx(0.25)
    with ctx.workprec(200):
        for delta in (Fraction(0), Fraction(1, 7)):
            tail = Tulap(1, float(delta))._exact_tail()
            assert tail(Fraction(0)).contains(arb(0.5)) or tail(Fraction(0)).overlaps(arb(0.5))


def test_at_the_very_end_the_exact_tail_is_open_from_below():
    """Where digits do not tell whether anything is left, the ball holds 0 and what may be left."""
    noise = Tulap(1, 0.01)
    with ctx.workprec(60):
        tail = noise._exact_tail()
        assert tail(Fraction(5)) == 0
        undecided = tail(Fraction(noise.bound))
        assert undecided.contains(arb(0))
        assert not undecided < 0


@pytest.mark.parametrize(
    ("given", "named"),
    [((0, 0.1), "epsilon"), ((1, 1), "delta"), ((1, -0.1), "delta"), ((1, 0.1, 0), "sensitivity")],
)
def test_bad_parameters_are_named(given, named):
    with pytest.raises(BadInput, match=named):
        Tulap(*given)


def test_too_many_steps_are_not_listed():
    with pytest.raises(BadInput, match="limit"):
        Tulap(1e-9, 1e-9).knots(1e6)
    assert Tulap(1, 0.1).knots(0.2).size == 0
