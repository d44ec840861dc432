"""Noise that solves a program keeps its promise on random sets: its exact law and its draws."""

from fractions import Fraction
from functools import cache

import pytest
from exact_laws import excess, kept, law_of, precise
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from promises import set_and_shift

import dpproofs as dp
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.testing import assert_private_on

EXACT, DRAWN = 20, 8  # examples for each noise
LEVELS = ("0", "0.3", "1", "2.5")
ROUNDING = 1e-12  # of profiles, which are floats
OPTIMAL = {
    "atom": (0, "0.6", 2, 1),
    "amplitude": (1, "0.05", 1, 1),
    "power": ("0.5", "0.1", "0.5", 2),
}


@cache
def optimal(name):
    epsilon, delta, sensitivity, cost = OPTIMAL[name]
    return dp.OptimalNoise(epsilon, delta, sensitivity, cost, gap="1e-2")


@cache
def cactus():
    return dp.Cactus.stored("0.25", 2)


def keeps(exact, outcomes, shift, epsilon, delta):
    """Whether step noise with rational masses keeps a promise on a set and at a shift."""
    intervals, points = outcomes
    moved = [(low - shift, high - shift) for low, high in intervals], [x - shift for x in points]
    with precise():
        p, q = ball(exact.mass(intervals, points)), ball(exact.mass(*moved))
        return kept(excess(p, q, epsilon, delta))


@pytest.mark.parametrize("name", OPTIMAL)
def test_the_masses_of_optimal_noise_keep_the_promise(name):
    noise, bracket = optimal(name).exact(), optimal(name).bracket

    @settings(max_examples=EXACT)
    @given(set_and_shift(optimal(name)))
    def kept_everywhere(drawn):
        assert keeps(noise, *drawn, bracket.epsilon, bracket.delta)

    kept_everywhere()


def test_less_than_what_optimal_noise_spends_is_seen():
    noise, bracket = optimal("power").exact(), optimal("power").bracket
    beyond = [(Fraction(0), 10 * bracket.sensitivity)], [Fraction(0)]
    assert keeps(noise, beyond, bracket.sensitivity, bracket.epsilon, bracket.delta)
    assert not keeps(noise, beyond, bracket.sensitivity, bracket.epsilon, bracket.delta * 49 / 50)


def over_profile(noise, outcomes, shift, epsilon):
    """By how much noise leaks more on a set, at a shift, than the profile of the cactus says."""
    intervals, points = outcomes
    moved = [(low - shift, high - shift) for low, high in intervals], [x - shift for x in points]
    with precise():
        law, most = law_of(noise), Fraction(float(cactus().privacy_profile(float(epsilon))))
        return excess(law.mass(intervals, points), law.mass(*moved), Fraction(epsilon), most)


@settings(max_examples=EXACT)
@given(set_and_shift(cactus()), st.sampled_from(LEVELS))
def test_the_law_of_a_cactus_keeps_its_profile(drawn, epsilon):
    assert over_profile(cactus(), *drawn, epsilon) < arb(ROUNDING)


def test_a_cactus_for_half_the_sensitivity_does_not_keep_the_profile():
    outcomes = [(Fraction(-1), Fraction(20))], []
    narrow = dp.Cactus.stored("0.25", 1)
    assert over_profile(cactus(), outcomes, Fraction(-2), "0.3") < arb(ROUNDING)
    assert over_profile(narrow, outcomes, Fraction(-2), "0.3") > 0.1


@pytest.mark.no_cover  # samplers and audits on a set have tests of their own
@pytest.mark.dpproofs(checks=DRAWN)
@pytest.mark.parametrize(
    "make",
    [*(lambda name=name: optimal(name) for name in OPTIMAL), cactus, lambda: dp.Schroedinger(1, 1)],
    ids=[*OPTIMAL, "cactus", "ground state"],
)
def test_draws_of_solved_noise_keep_the_promise(make):
    noise = make()

    @settings(max_examples=DRAWN)
    @given(set_and_shift(noise), st.sampled_from(LEVELS))
    def kept_everywhere(drawn, level):
        outcomes, shift = drawn
        epsilon = getattr(noise, "epsilon", float(level))
        delta = getattr(noise, "delta", float(noise.privacy_profile(epsilon)))
        assert_private_on(noise, outcomes, (0.0, float(shift)), epsilon=epsilon, delta=delta)

    kept_everywhere()
