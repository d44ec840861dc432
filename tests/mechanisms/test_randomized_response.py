"""Randomised response: its probabilities, what it leaks, and its answers."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import chi2

import dpproofs as dp
from dpproofs.auditing import audit

CASES = [(1, 2), (0.1, 3), (30, 5), (1e-4, 10), (2, 2**40)]
each_response = pytest.mark.parametrize(("epsilon", "categories"), CASES)


def probabilities(epsilon, categories):
    """Of the truth, and of one other answer."""
    odds = mp.exp(mp.mpf(epsilon))
    return odds / (odds + categories - 1), 1 / (odds + categories - 1)


def encloses(found, value):
    exact = Fraction(*mp.libmp.to_rational(value._mpf_))
    slack = abs(exact) / 10**40
    return found.lower - slack <= exact <= found.upper + slack


@each_response
def test_probabilities_and_profiles(epsilon, categories):
    response = dp.RandomizedResponse(epsilon, categories)
    known = response.enclosed()
    with mp.workdps(50):
        truth, lie = probabilities(epsilon, categories)
        assert encloses(known.pmf(1, value=1), truth)
        assert encloses(known.pmf(0, value=1), lie)
        assert encloses(known.expected_cost(), 1 - truth)
        for share in (0, 0.25, 1, 2):
            level = epsilon * share
            delta = max(truth - mp.exp(mp.mpf(level)) * lie, mp.mpf(0))
            assert encloses(known.privacy_profile(level), delta)
            assert response.privacy_profile(level) == pytest.approx(float(delta), rel=1e-12)
        assert response.pmf([1, 0], value=1) == pytest.approx([float(truth), float(lie)], rel=1e-13)
        assert response.expected_cost() == pytest.approx(float(1 - truth), rel=1e-12)


def test_the_distribution_function_adds_the_masses():
    response = dp.RandomizedResponse(0.7, 5)
    for value in range(5):
        sums = np.cumsum(response.pmf(np.arange(5), value=value))
        assert response.cdf(np.arange(5), value=value) == pytest.approx(sums)
        assert response.cdf([-1, 2.5, 9], value=value) == pytest.approx([0, sums[2], 1])
    assert response.pmf([-1, 5, 0.5]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("epsilon", "categories"), [(1, 2), (0.5, 7), (3, 4)])
def test_answers_have_their_probabilities(epsilon, categories, exact):
    response = dp.RandomizedResponse(epsilon, categories)
    draw = response.sample_exact if exact else response.sample
    answers = draw(1, size=40_000, rng=3)
    counts = np.bincount(answers, minlength=categories)
    expected = answers.size * response.pmf(np.arange(categories), value=1)
    assert chi2.sf(np.sum((counts - expected) ** 2 / expected), categories - 1) > 1e-6
    wrong = answers.size * response.pmf(np.arange(categories), value=0)
    assert chi2.sf(np.sum((counts - wrong) ** 2 / wrong), categories - 1) < 1e-6


def test_shapes_and_seeds():
    response = dp.RandomizedResponse(1, 3)
    for draw in (response.sample, response.sample_exact):
        assert type(draw(2, rng=0)) is int
        assert draw([0, 1, 2], rng=0).shape == (3,)
        assert draw([0, 1, 2], size=(4, 3), rng=0).shape == (4, 3)
        np.testing.assert_array_equal(draw(1, 50, rng=5), draw(1, 50, rng=5))
    wide = dp.RandomizedResponse(1e-6, 2**53).sample_exact(0, 1000, rng=1)
    assert 2**51 < wide.mean() < 3 * 2**51


def test_an_audit_passes_it_and_finds_too_many_truths():
    response = dp.RandomizedResponse(1, 3)
    claim = {"epsilon": 1, "pairs": [(0, 1)], "max_draws": 60_000, "seed": 1}
    assert audit(response.sample, **claim).verdict != "violation"
    assert audit(dp.RandomizedResponse(1.5, 3).sample, **claim).verdict == "violation"


def test_two_outcomes_compose_as_their_binomial():
    response, count = dp.RandomizedResponse(0.5, 4), 6
    truth, lie = response.pmf([0, 1]).tolist()
    rest = 1 - truth - lie
    for epsilon in (0, 0.4, 1.2):
        delta = math.fsum(
            math.comb(count, i) * math.comb(count - i, j) * truth**i * lie**j
            * rest ** (count - i - j) * max(-math.expm1(epsilon - 0.5 * (i - j)), 0)
            for i in range(count + 1) for j in range(count - i + 1)
        )  # fmt: skip
        low, high = dp.compose(response, count).delta(epsilon)
        assert low <= delta * (1 + 1e-9)
        assert delta <= high * (1 + 1e-9)
        assert high - low <= 1e-4 * high


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: dp.RandomizedResponse(0), "epsilon"),
        (lambda: dp.RandomizedResponse(1, 1), "categories"),
        (lambda: dp.RandomizedResponse(1, 2**54), "categories"),
        (lambda: dp.RandomizedResponse(1).pmf(0, value=2), "value"),
        (lambda: dp.RandomizedResponse(1).sample(2), "value"),
        (lambda: dp.RandomizedResponse(1).sample(["a"]), "value"),
        (lambda: dp.RandomizedResponse(1).sample(0.5), "value"),
        (lambda: dp.RandomizedResponse(1).sample([0, 1], size=3), "size"),
        (lambda: dp.RandomizedResponse(1).sample_exact(0, size=-1), "size"),
        (lambda: dp.RandomizedResponse(1).enclosed(0), "digits"),
        (lambda: dp.RandomizedResponse(1).privacy_profile(-1), "epsilon"),
    ],
)
def test_bad_input_is_named(make, named):
    with pytest.raises(dp.BadInput) as caught:
        make()
    assert caught.value.argument == named
