"""The staircase over any range: exact masses, its privacy, its draws, and what it refuses."""

import doctest
import math
from fractions import Fraction
from itertools import count
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.abstract_staircase import AbstractStaircase
from dpproofs.mechanisms.selection import ExponentialMechanism

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "abstract.md"
LOG2 = math.log(2)  # a rate at which b = 1/2
GAMMAS = [0, 0.25, 0.5, 1, 1 / 3, 1 / 7]

mechanisms = pytest.mark.parametrize("mechanism", [AbstractStaircase, ExponentialMechanism])


def exact_level(cost, sensitivity, gamma):
    """The number of drops up to a cost, by (25) line by line, in rationals."""
    cost, sensitivity, gamma = map(Fraction, (cost, sensitivity, gamma))
    periods = cost // sensitivity
    return periods + (1 if cost - periods * sensitivity >= gamma * sensitivity else 0)


def exact_pmf(costs, weights, b, sensitivity, gamma):
    """Definition 4 in rationals."""
    masses = [
        Fraction(w) * b ** exact_level(c, sensitivity, gamma)
        for c, w in zip(costs, weights, strict=True)
    ]
    return [mass / sum(masses) for mass in masses]


# -- the distribution ------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", GAMMAS)
def test_small_range_has_the_exact_masses(gamma):
    costs, weights = [0, 0.25, 0.5, 1, 1.25, 3, 7], [1, 2, 0.5, 1, 0, 3, 40]
    found = AbstractStaircase(2 * LOG2, 1, gamma=gamma).over(costs, weights)
    expected = exact_pmf(costs, weights, Fraction(1, 2), 1, gamma)
    assert sum(expected) == 1
    assert found.pmf() == pytest.approx([float(p) for p in expected], rel=1e-14)
    exact_cost = sum(p * Fraction(c) for p, c in zip(expected, costs, strict=True))
    assert found.expected_cost() == pytest.approx(float(exact_cost), rel=1e-14)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(0, 1e6), min_size=1, max_size=20),
    st.floats(1e-3, 1e3),
    st.floats(0, 1),
)
def test_levels_are_exact(costs, sensitivity, gamma):
    levels = AbstractStaircase(1, sensitivity, gamma=gamma).levels(costs)
    assert levels.tolist() == [exact_level(c, sensitivity, gamma) for c in costs]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40), st.floats(1e-3, 1e3), st.floats(0, 1), st.integers(-2, 2))
def test_levels_are_exact_next_to_a_drop(k, sensitivity, gamma, ulps):
    cost = (k + gamma) * sensitivity
    for _ in range(abs(ulps)):
        cost = max(math.nextafter(cost, math.copysign(math.inf, ulps)), 0)
    (level,) = AbstractStaircase(1, sensitivity, gamma=gamma).levels([cost])
    assert level == exact_level(cost, sensitivity, gamma)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_it_is_the_exponential_mechanism_at_multiples_of_the_sensitivity(gamma):
    costs = [0, 3, 6, 30, 3, 9]
    staircase = AbstractStaircase(1.3, 3, gamma=gamma).over(costs)
    assert staircase.pmf() == pytest.approx(ExponentialMechanism(1.3, 3).over(costs).pmf())


def test_between_the_drops_either_mechanism_can_be_the_better_one():
    def ratio(cost):
        """Expected cost of the staircase over that of the exponential mechanism."""
        pair = AbstractStaircase(2, gamma=0.5), ExponentialMechanism(2)
        first, second = (mechanism.over([0, cost]).expected_cost() for mechanism in pair)
        return first / second

    assert ratio(0.49) > 1.1
    assert ratio(0.5) < 0.9
    assert ratio(1) == pytest.approx(1)


@mechanisms
def test_huge_costs_and_rates_neither_underflow_nor_overflow(mechanism):
    far = mechanism(1e100).over([4e15, 4e15 + 1, 4e15])
    assert far.pmf().tolist() == [0.5, 0, 0.5]
    assert far.logpmf()[1] == pytest.approx(-5e99)
    near = mechanism(1e-12).over([0, 1e15])
    assert near.logpmf()[1] - near.logpmf()[0] == pytest.approx(-500, rel=1e-9)
    assert near.logpmf()[1] < -400


def test_default_gamma_is_the_one_of_theorem_4_for_the_rate():
    mechanism = AbstractStaircase(3)
    assert mechanism.rate == 1.5
    assert mechanism.gamma == pytest.approx(dp.Staircase(1.5, cost=1).gamma)
    assert AbstractStaircase(1e10).gamma > 0


def test_on_a_fine_grid_of_the_line_it_is_additive_staircase_noise():
    places = (np.arange(-4000, 4000) + 0.5) / 100
    cells = AbstractStaircase(1, 1, factor=1, gamma=0.5).over(np.abs(places))
    noise = dp.Staircase(1, 1, gamma=0.5)
    assert cells.pmf() * 100 == pytest.approx(noise.pdf(places), rel=1e-9)
    assert cells.expected_cost() == pytest.approx(noise.expected_cost(1), rel=1e-9)


# -- privacy ---------------------------------------------------------------------------------------

neighbours = st.lists(
    st.tuples(st.floats(0, 20), st.floats(-1, 1), st.integers(0, 5)), min_size=1, max_size=8
).filter(lambda rows: any(weight for *_, weight in rows))


def _neighbours(rows):
    """Two lists of costs that differ by at most 1, without rounding."""
    first = [math.floor(c * 2**20) / 2**20 for c, *_ in rows]
    moves = [math.floor(m * 2**20) / 2**20 for _, m, _ in rows]
    second = [max(c + m, 0.0) for c, m in zip(first, moves, strict=True)]
    return first, second, [weight for *_, weight in rows]


@settings(max_examples=60, deadline=None)
@given(neighbours, st.sampled_from(GAMMAS), st.sampled_from([Fraction(1, 2), Fraction(9, 10)]))
def test_exact_loss_is_below_two_rates(rows, gamma, b):
    first, second, weights = _neighbours(rows)
    pairs = zip(
        exact_pmf(first, weights, b, 1, gamma), exact_pmf(second, weights, b, 1, gamma), strict=True
    )
    drawn = [(p, q) for p, q in pairs if p]
    assert all(p * b**2 < q and q * b**2 < p for p, q in drawn)


@mechanisms
@settings(max_examples=60, deadline=None)
@given(rows=neighbours, epsilon=st.floats(1e-3, 50))
def test_loss_is_at_most_epsilon(mechanism, rows, epsilon):
    first, second, weights = _neighbours(rows)
    built = mechanism(epsilon)
    loss = built.privacy_loss(first, second, weights)
    assert 0 <= loss <= epsilon * (1 + 1e-12) + 1e-14
    drawn = np.array(weights) > 0
    logs = [built.over(costs, weights).logpmf()[drawn] for costs in (first, second)]
    assert loss == pytest.approx(np.max(np.abs(logs[0] - logs[1])), rel=1e-9, abs=1e-12)


@mechanisms
@settings(max_examples=60, deadline=None)
@given(rows=neighbours, epsilon=st.floats(1e-3, 50))
def test_ordered_costs_need_no_second_factor(mechanism, rows, epsilon):
    first, second, weights = _neighbours([(c, abs(move), w) for c, move, w in rows])
    loss = mechanism(epsilon, factor=1).privacy_loss(first, second, weights)
    assert loss <= epsilon * (1 + 1e-12) + 1e-14


@mechanisms
@pytest.mark.parametrize("epsilon", [1e-6, 1, 30])
def test_loss_comes_near_epsilon_and_stays_below(mechanism, epsilon):
    built = mechanism(epsilon)
    b = mpmath.exp(-mpmath.mpf(epsilon) / 2)
    losses = []
    for w in (1.0, 1e-3, 1e-12):
        loss = built.privacy_loss([0, 1], [1, 0], [w, 1])
        exact = mpmath.log((1 + b * w) / (b * (b + w)))
        assert loss == pytest.approx(float(exact), rel=1e-9)
        losses.append(loss)
    assert losses == sorted(losses)
    assert losses[0] == pytest.approx(epsilon / 2)
    if epsilon <= 1:
        assert losses[-1] == pytest.approx(epsilon, rel=1e-9)


def test_counting_measure_comes_as_near_with_copies_of_one_outcome():
    n = 10_000
    first, second = np.r_[0, np.ones(n)], np.r_[1, np.zeros(n)]
    assert 0.999 < AbstractStaircase(1).privacy_loss(first, second) < 1


def test_far_from_the_best_outcome_the_loss_has_no_rounding():
    built = AbstractStaircase(1, gamma=0.5)
    assert built.privacy_loss([0, 4e15], [0, 4e15 + 1]) == pytest.approx(0.5, rel=1e-15)


# -- draws -----------------------------------------------------------------------------------------


def test_draws_follow_the_pmf():
    found = AbstractStaircase(1).over([0, 0.5, 1, 2, 3.5, 9], [1, 3, 2, 0, 5, 40])
    draws = found.sample(200_000, rng=7)
    seen = np.bincount(draws, minlength=6)
    expected = found.pmf() * draws.size
    assert seen[3] == 0
    kept = expected > 0
    statistic = np.sum((seen - expected)[kept] ** 2 / expected[kept])
    assert statistic < 33.4  # chi-squared with 4 degrees of freedom: one false alarm in a million


def test_draws_have_the_shape_and_the_names_asked_for():
    found = AbstractStaircase(1).over([0, 1, 2], outcomes=["a", "b", "c"])
    assert found.sample(rng=1) in {"a", "b", "c"}
    draws = found.sample((2, 3), rng=1)
    assert draws.shape == (2, 3)
    assert found.sample((2, 3), rng=1).tolist() == draws.tolist()
    pairs = AbstractStaircase(50).over([0, 1], outcomes=[(1, 2), (3, 4)])
    assert pairs.sample(rng=2) == (1, 2)
    assert pairs.sample(2, rng=2).tolist() == [(1, 2), (1, 2)]
    mixed = AbstractStaircase(50).over([0, 1], outcomes=[1, "one"])
    assert mixed.sample(rng=2) == 1


def test_an_outcome_of_weight_zero_at_the_end_is_never_drawn():
    found = AbstractStaircase(1).over([5, 0], [1, 0])
    assert set(found.sample(1000, rng=3).tolist()) == {0}
    assert found.logpmf()[1] == -math.inf


# -- a countable range -----------------------------------------------------------------------------


def _integers(q):
    return (q + (n // 2 if n % 2 == 0 else -(n // 2) - 1) for n in count())


@pytest.mark.parametrize("gamma", [0, 0.3, 1])
def test_integers_have_the_masses_of_the_whole_series(gamma):
    mechanism = AbstractStaircase(2, gamma=gamma)
    found = mechanism.over_countable(_integers(5), lambda r: abs(r - 5), mechanism.bounded_tail(2))
    b = math.exp(-1)  # costs are multiples of the sensitivity: the geometric distribution
    expected = (1 - b) / (1 + b) * b ** np.abs(found.outcomes[:20] - 5)
    assert found.pmf()[:20] == pytest.approx(expected, rel=1e-14)
    assert found.epsilon == 2
    assert found.delta == pytest.approx(2**-60 * (1 + math.e**2))


@settings(max_examples=60, deadline=None)
@given(st.floats(0.05, 20), st.floats(0.1, 5), st.floats(0, 1), st.floats(1e-12, 1e-2))
def test_what_is_left_out_is_as_rare_as_asked(epsilon, sensitivity, gamma, missing):
    mechanism = AbstractStaircase(epsilon, sensitivity, gamma=gamma)
    per_period = math.ceil(sensitivity)
    tail = mechanism.bounded_tail(per_period)
    cut = mechanism.over_countable(count(), float, tail, missing=missing)
    most = cut.costs.size + math.ceil(50 * sensitivity / mechanism.rate)
    longer = mechanism.over(np.arange(most))
    assert longer.pmf()[cut.costs.size :].sum() <= missing
    assert longer.pmf()[: cut.costs.size] == pytest.approx(cut.pmf(), rel=2 * missing + 1e-12)


@mechanisms
@settings(max_examples=60, deadline=None)
@given(c=st.floats(0, 30), per_period=st.integers(1, 5))
def test_bounded_tail_is_a_bound(mechanism, c, per_period):
    built = mechanism(1.7, 2)
    places = np.repeat(c + 2 * np.arange(200), per_period)
    total = np.sum(np.exp(-built.rate * built.levels(places)))
    assert total <= math.exp(built.bounded_tail(per_period)(c)) * (1 + 1e-12)


def test_base_measure_of_a_countable_range_counts():
    mechanism = AbstractStaircase(2 * LOG2, gamma=0)
    found = mechanism.over_countable(
        count(), float, mechanism.bounded_tail(3), weight=lambda n: 0 if n == 1 else 3
    )
    # 3 (1/2)^(n + 1) for n = 0, 2, 3, ...: the total is 3/2 + 3/4.
    assert found.pmf()[:4] == pytest.approx([2 / 3, 0, 1 / 6, 1 / 12])


def test_a_range_that_ends_costs_no_delta():
    mechanism = AbstractStaircase(1)
    found = mechanism.over_countable(range(3), float, mechanism.bounded_tail(1))
    assert found.delta == 0
    assert found.pmf() == pytest.approx(mechanism.over([0, 1, 2]).pmf())


def test_delta_is_at_most_one():
    mechanism = AbstractStaircase(2000)
    assert mechanism.over_countable(count(), float, mechanism.bounded_tail(1)).delta == 1


# -- what is refused -------------------------------------------------------------------------------


@mechanisms
@pytest.mark.parametrize(
    "costs",
    [[], [0, math.nan], [math.inf], [-1, 0], [[0, 1]], 0, ["a"], [None], [2.0**52], [0, 1j]],
)
def test_bad_costs_are_refused(mechanism, costs):
    with pytest.raises(BadInput, match=r"costs = .*\[0, 2\*\*52 sensitivities\)"):
        mechanism(1).over(costs)


@pytest.mark.parametrize(
    "weights", [[1], [1, -1], [0, 0], [1, math.nan], [1, math.inf], ["a", 1], [[1, 1]]]
)
def test_bad_weights_are_refused(weights):
    with pytest.raises(BadInput, match=r"weights = .*2 finite numbers >= 0, not all 0"):
        AbstractStaircase(1).over([0, 1], weights)


@pytest.mark.parametrize(
    ("argument", "changes"),
    [
        ("epsilon", {"epsilon": 0}),
        ("epsilon", {"epsilon": math.nan}),
        ("epsilon", {"epsilon": 1e101}),
        ("sensitivity", {"sensitivity": 0}),
        ("sensitivity", {"sensitivity": math.inf}),
        ("gamma", {"gamma": 1.5}),
        ("gamma", {"gamma": "half"}),
        ("factor", {"factor": 3}),
        ("factor", {"factor": 0.5}),
    ],
)
def test_bad_parameters_are_refused(argument, changes):
    with pytest.raises(BadInput) as caught:
        AbstractStaircase(**({"epsilon": 1} | changes))
    assert caught.value.argument == argument


def test_names_must_be_as_many_as_costs():
    with pytest.raises(BadInput, match="2 names"):
        AbstractStaircase(1).over([0, 1], outcomes="abc")


@pytest.mark.parametrize("size", [-1, 1.5, "many"])
def test_bad_sizes_are_refused(size):
    with pytest.raises(BadInput, match="size = "):
        AbstractStaircase(1).over([0, 1]).sample(size)


def test_costs_that_are_no_neighbours_are_refused():
    mechanism = AbstractStaircase(1, 0.1)
    assert mechanism.privacy_loss([0.2], [0.3]) == 0  # 0.3 - 0.2 < 0.1 in doubles
    with pytest.raises(BadInput, match=r"second = .*within 0.1"):
        mechanism.privacy_loss([0.2, 0], [3 * 0.1, 0])
    with pytest.raises(BadInput, match=r"second = .*2 costs, as many as in first"):
        mechanism.privacy_loss([0, 0], [0])


def test_an_infinite_normaliser_is_refused():
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput, match=r"log_tail = inf, .*within 1000 outcomes"):
        mechanism.over_countable(count(), lambda _: 0, lambda _: math.inf, limit=1000)
    # A bound that cannot be right for costs that are all 0 does not end the list either.
    with pytest.raises(BadInput, match="log_tail = "):
        mechanism.over_countable(count(), lambda _: 0, mechanism.bounded_tail(2), limit=1000)


@pytest.mark.parametrize("bound", [math.nan, None, "small"])
def test_bad_bounds_are_refused(bound):
    with pytest.raises(BadInput, match=r"log_tail = .*a function that returns numbers"):
        AbstractStaircase(1).over_countable(count(), float, lambda _: bound)


@pytest.mark.parametrize("missing", [0, 1, -1, math.nan, "little"])
def test_bad_missing_is_refused(missing):
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput, match="missing = "):
        mechanism.over_countable(count(), float, mechanism.bounded_tail(1), missing=missing)


@pytest.mark.parametrize("per_period", [0, -1, math.inf, math.nan, "two"])
def test_bad_mass_of_a_stretch_is_refused(per_period):
    with pytest.raises(BadInput, match="per_period = "):
        AbstractStaircase(1).bounded_tail(per_period)


@pytest.mark.parametrize("cost", [None, math.nan, -1, "dear"])
def test_bad_costs_of_a_countable_range_are_refused(cost):
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput, match="costs = "):
        mechanism.over_countable(count(), lambda _: cost, mechanism.bounded_tail(1))


def test_an_empty_range_is_refused():
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput):
        mechanism.over_countable([], float, mechanism.bounded_tail(1))


def test_costs_out_of_order_are_refused():
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput, match="order of nondecreasing cost"):
        mechanism.over_countable([1, 0], float, mechanism.bounded_tail(1))
    late = (n if n < 100 else 0 for n in count())  # in a later batch
    with pytest.raises(BadInput, match="order of nondecreasing cost"):
        mechanism.over_countable(late, float, mechanism.bounded_tail(1))


@pytest.mark.parametrize("weight", [0, -1])
def test_a_countable_range_needs_mass(weight):
    mechanism = AbstractStaircase(1)
    with pytest.raises(BadInput, match="weights = "):
        mechanism.over_countable(
            range(3), float, mechanism.bounded_tail(1), weight=lambda _: weight
        )


def test_the_guide_says_what_the_code_does():
    result = doctest.testfile(str(GUIDE), module_relative=False)
    assert result.attempted >= 20
    assert result.failed == 0
