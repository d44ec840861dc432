"""Strategies draw what they say, reach the corners, and shrink to what can be read."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import dpproofs as dp
from dpproofs.auditing.target import Pair
from dpproofs.testing import strategies


def least(strategy, wanted=lambda _: True):
    """What a failing test would report: the simplest example for which something is true."""
    return find(strategy, wanted, settings=settings(max_examples=1000, derandomize=True))


@pytest.mark.parametrize(
    ("strategy", "corner"),
    [
        (strategies.epsilons(), 0.0),
        (strategies.epsilons(), 1e-300),
        (strategies.epsilons(), 700.0),
        (strategies.deltas(), 0.0),
        (strategies.deltas(), 1e-300),
        (strategies.deltas(), 0.5),
        (strategies.deltas(), 1 - 2.0**-53),
        (strategies.sensitivities(), 1e300),
        (strategies.inputs(), 5e-324),
        (strategies.inputs(), 2.0**53),
        (strategies.inputs(), -1e300),
        (strategies.inputs(integers=True), 2**53 + 1),
    ],
)
def test_corners_are_reached(strategy, corner):
    assert least(strategy, lambda drawn: drawn == corner) == corner


@pytest.mark.parametrize(
    ("strategy", "wanted", "shown"),
    [
        (strategies.epsilons(), None, 1.0),
        (strategies.epsilons(), lambda e: e > 2, 10.0),
        (strategies.epsilons(), lambda e: 0.2 < e < 0.45, 0.201),
        (strategies.epsilons(zero=False), lambda e: e < 1, 0.1),
        (strategies.deltas(), None, 0.0),
        (strategies.deltas(zero=False), None, 1e-6),
        (strategies.sensitivities(), None, 1.0),
        (strategies.inputs(), None, 0.0),
        (strategies.inputs(), lambda x: x < 0, -1.0),
        (strategies.inputs(integers=True), lambda x: x > 10, 11),
        (strategies.neighbouring_numbers(3.0), None, Pair(0.0, 3.0)),
        (strategies.neighbouring_numbers(3, integers=True), None, Pair(0, 3)),
        (strategies.neighbouring_vectors(2, norm="l1"), None, Pair((0,), (2,))),
        (
            strategies.neighbouring_vectors(1, norm="l1"),
            lambda pair: len(pair.input) > 2,
            Pair((0, 0, 0), (1, 0, 0)),
        ),
        (
            strategies.neighbouring_vectors(1, norm="linf", min_size=2),
            None,
            Pair((0, 0), (1, 1)),
        ),
        (strategies.neighbouring_records(), None, Pair([0], [])),
        (
            strategies.neighbouring_records(),
            lambda pair: sum(pair.input) > 4,
            Pair([2, 3], [3]),
        ),
        (strategies.neighbouring_records(relation="replace-one"), None, Pair([0], [1])),
        (strategies.noise_values(2), lambda x: x > Fraction(1, 3), Fraction(1)),
        (strategies.shifts(3), None, Fraction(3)),
    ],
)
def test_counterexamples_can_be_read(strategy, wanted, shown):
    assert least(strategy, wanted or (lambda _: True)) == shown


def test_noise_and_mechanisms_shrink_to_the_simplest_ones():
    uniform = least(strategies.step_noise())
    assert (uniform.places, uniform.levels) == ((0, 1), (1,))
    assert least(strategies.mechanisms()) == dp.Laplace(1, 1)
    assert least(strategies.mechanisms(integers=True)) == dp.Geometric(1)
    heavy = least(strategies.mechanisms(integers=False), lambda noise: noise.expected_cost(1) > 20)
    assert heavy in (dp.Laplace(1, 100.0), dp.Laplace(0.001, 1.0))


@given(st.sampled_from([0.1, 1.0, 1 / 3, 1e6]), st.data())
def test_numbers_are_neighbours_exactly(sensitivity, data):
    pair = data.draw(strategies.neighbouring_numbers(sensitivity))
    assert abs(Fraction(pair.input) - Fraction(pair.neighbour)) <= Fraction(sensitivity)


@given(st.sampled_from(["l1", "l2", "linf"]), st.integers(1, 4), st.data())
def test_vectors_are_neighbours_in_their_norm(norm, sensitivity, data):
    pair = data.draw(strategies.neighbouring_vectors(sensitivity, norm=norm))
    away = np.array(pair.input) - np.array(pair.neighbour)
    assert 0 < np.linalg.norm(away, {"l1": 1, "l2": 2, "linf": np.inf}[norm]) <= sensitivity


@given(strategies.neighbouring_records(), strategies.neighbouring_records(relation="replace-one"))
def test_records_differ_by_one(added, replaced):
    assert abs(len(added.input) - len(added.neighbour)) == 1
    assert len(replaced.input) == len(replaced.neighbour)
    assert sum(a != b for a, b in zip(replaced.input, replaced.neighbour, strict=True)) == 1


@settings(max_examples=30)
@given(strategies.step_noise(), strategies.noise_sets(12), strategies.shifts(3))
def test_delta_of_step_noise_bounds_every_set(noise, noise_set, shift):
    assert noise.cdf(noise.places[-1]) == 1
    excess = noise.probability(noise_set) - 2 * noise.probability(noise_set, -shift)
    assert excess <= noise.delta(2, shift)


@settings(max_examples=25)
@given(strategies.mechanisms())
def test_mechanisms_keep_what_they_say(noise):
    silent = not (hasattr(noise, "epsilon") or hasattr(noise, "delta"))
    epsilon, delta = float(getattr(noise, "epsilon", 0)), float(getattr(noise, "delta", silent))
    assert float(noise.privacy_profile(epsilon)) <= delta * (1 + 1e-9) + 1e-12
    assert math.isfinite(noise.expected_cost(1))


@given(strategies.claims())
def test_claims_are_within_their_domain(claim):
    assert claim.ratio >= 1
