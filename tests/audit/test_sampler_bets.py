"""That a bet is an e-variable, exactly, and that bets which claim more than that are caught."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.audit.sampler import bets
from dpproofs.audit.sampler.bets import (
    BACKWARD,
    BOTH,
    FORWARD,
    KINDS,
    Bet,
    Classes,
    best_interval,
    log_factors,
    log_mixture,
    priors,
    propose,
)

CODES = range(4)  # in S is bit 1, in T is bit 2


def private(p, q, epsilon, delta):
    """Whether the two laws on codes satisfy the claim on every set, in both directions."""
    sets = [s for n in range(5) for s in itertools.combinations(CODES, n)]
    ratio = np.exp(epsilon)
    mass = [(sum(p[c] for c in s), sum(q[c] for c in s)) for s in sets]
    return all(a <= ratio * b + delta and b <= ratio * a + delta for a, b in mass)


def mixed_into_privacy(p, q, epsilon, delta):
    """Laws on the edge of the claim: q is moved towards p until it holds."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        if private(p, p + middle * (q - p), epsilon, delta):
            low = middle
        else:
            high = middle
    return p + low * (q - p)


laws = st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(lambda w: sum(w) > 0.01)


def expected(p, q, factors, coupling):
    """Mean of the factor for independent draws, or for draws coupled by quantiles."""
    if coupling == "independent":
        joint = np.outer(p, q)
    else:
        order = np.arange(4) if coupling == "monotone" else np.arange(4)[::-1]
        joint = np.zeros((4, 4))
        p_left, q_left = p.copy(), q.copy()
        i = j = 0
        while i < 4 and j < 4:
            moved = min(p_left[i], q_left[order[j]])
            joint[i, order[j]] += moved
            p_left[i] -= moved
            q_left[order[j]] -= moved
            if p_left[i] <= 1e-15:
                i += 1
            else:
                j += 1
    return float(np.sum(joint.reshape(16) * np.exp(factors)))


@settings(max_examples=150, deadline=None)
@given(
    laws,
    laws,
    st.floats(0, 3),
    st.floats(0, 0.5),
    st.sampled_from(["independent", "monotone", "reversed"]),
)
def test_the_mean_of_a_bet_is_at_most_one_under_the_claim_however_draws_depend(
    first, second, epsilon, delta, coupling
):
    p, q = (np.array(w) / sum(w) for w in (first, second))
    q = mixed_into_privacy(p, q, epsilon, delta)
    table = log_factors(np.array([epsilon]), np.array([delta]))[0]
    for kind, stake in itertools.product(KINDS, range(len(bets.STAKES))):
        assert expected(p, q, table[kind, stake], coupling) <= 1 + 1e-9


@pytest.mark.parametrize("kind", [BOTH, FORWARD, BACKWARD])
def test_the_mean_is_above_one_just_beyond_the_claim(kind):
    # S and T have mass e^-1 and 0.1 at x, the other way round at x'.
    p, q = np.array([0.6, 0.3, 0.1, 0.0]), np.array([0.6, 0.1, 0.3, 0.0])
    within = log_factors(np.array([np.log(3)]), np.array([0.0]))[0]
    beyond = log_factors(np.array([np.log(2.9)]), np.array([0.0]))[0]
    assert max(expected(p, q, factors, "independent") for factors in within[kind]) <= 1 + 1e-12
    assert max(expected(p, q, factors, "independent") for factors in beyond[kind]) > 1


def test_no_outcome_loses_everything():
    assert np.isfinite(log_factors(np.array([0.0, 1.0, 30.0]), np.array([0.0, 0.5, 0.9]))).all()


@pytest.mark.parametrize("ordered", [True, False])
def test_priors_are_a_distribution_over_the_bets_proposed(ordered, rng):
    here, there = rng.integers(0, 9, 40), rng.integers(0, 9, 40)
    proposed = propose(here, there, 40, ordered, 1.5)
    assert priors(ordered).shape == (len(KINDS), len(proposed))
    assert priors(ordered).sum() == pytest.approx(1)


def test_outcomes_are_counted_as_one_by_one(rng):
    size, draws = 30, 500
    proposed = [Bet(rng.random(size) < 0.3, rng.random(size) < 0.3) for _ in range(7)]
    y, z = rng.integers(0, size, draws), rng.integers(0, size, draws)
    classes = Classes.of(proposed)
    joint = np.zeros((classes.count, classes.count), dtype=np.int64)
    np.add.at(joint, (classes.table[y], classes.table[z]), 1)
    for bet, outcomes in zip(proposed, classes.patterns(joint), strict=True):
        code = bet.first + 2 * bet.second
        direct = np.bincount(4 * code[y] + code[z], minlength=16)
        assert outcomes.tolist() == direct.tolist()


def test_half_lines_have_the_probabilities_they_are_asked_for():
    counts = np.full(1000, 10)
    proposed = propose(counts, counts, 1000, True, 1.0)
    for level, bet in zip(bets.LEVELS[:10], proposed, strict=False):
        assert bet.first.mean() == pytest.approx(level, abs=0.002)
        assert bet.second.mean() == pytest.approx(level, abs=0.002)


def test_single_values_belong_to_no_half_line():
    counts = np.full(50, 10)
    for bet in propose(counts, counts, 40, True, 1.0)[: len(bets.LEVELS)]:
        assert not bet.first[40:].any()
        assert not bet.second[40:].any()


def test_half_lines_lean_to_where_the_draws_are():
    here, there = np.repeat([0, 50], 20), np.repeat([50, 0], 20)
    bet = propose(here, there, 40, True, 1.0)[0]
    assert bet.first[-1]
    assert not bet.first[0]


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=12))
def test_the_best_interval_is_the_best(gains):
    chosen = best_interval(np.array(gains, dtype=float), len(gains))
    best = max(sum(gains[i:j]) for i in range(len(gains)) for j in range(i, len(gains) + 1))
    assert np.array(gains)[chosen].sum() == best
    assert np.count_nonzero(np.diff(chosen.astype(int))) <= 2


def test_learned_sets_find_a_bump_in_the_middle():
    there = np.full(100, 100)
    here = there.copy()
    here[40:45] = 400
    for chosen in bets.learned(here, there, 100, True, 1.5)[:3]:
        assert chosen[40:45].mean() > 0.5
        assert not chosen[:30].any()


def test_the_mixture_of_logs_does_not_overflow():
    logs = np.array([[1000.0, 0.0], [-1000.0, -np.inf]])
    assert log_mixture(logs, np.full((2, 2), 0.25)) == pytest.approx(1000 + np.log(0.25))
