"""That a bet is an e-variable, exactly, and that bets which claim more than that are caught."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.audit.sampler import bets, process
from dpproofs.audit.sampler.bets import (
    BACKWARD,
    BOTH,
    FORWARD,
    KINDS,
    Bets,
    Classes,
    best_interval,
    log_factors,
    log_mixture,
    priors,
    propose,
)
from dpproofs.audit.sampler.grids import EvenGrid
from dpproofs.audit.sampler.process import LEADS, Track
from dpproofs.audit.sampler.views import Output

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
    assert priors(ordered).shape == (len(KINDS), len(bets.STAKES), proposed.sets.shape[1])
    assert priors(ordered).sum() == pytest.approx(1)


def test_outcomes_are_counted_as_one_by_one(rng):
    size, draws = 30, 500
    proposed = Bets(rng.random((2, 8, 11)) < 0.3, np.array([1, 5, 2, 1, 1, 3, 6, 1, 4, 4, 2]))
    y, z = rng.integers(0, size, draws), rng.integers(0, size, draws)
    classes = Classes.of(proposed)
    joint = np.zeros((classes.count, classes.count), dtype=np.int64)
    np.add.at(joint, (classes.table[y], classes.table[z]), 1)
    for place, outcomes in enumerate(classes.patterns(joint)):
        first, second = proposed.pair(place)
        code = first + 2 * second
        direct = np.bincount(4 * code[y] + code[z], minlength=16)
        assert outcomes.tolist() == direct.tolist()


def test_half_lines_have_the_probabilities_they_are_asked_for():
    counts = np.full(1000, 10)
    proposed = propose(counts, counts, 1000, True, 1.0)
    for place, level in enumerate(bets.LEVELS[:10]):
        for chosen in proposed.pair(place):
            assert chosen.mean() == pytest.approx(level, abs=0.002)


def test_single_values_belong_to_no_half_line():
    counts = np.full(50, 10)
    proposed = propose(counts, counts, 40, True, 1.0)
    for place in range(len(bets.LEVELS)):
        first, second = proposed.pair(place)
        assert first[:40].any() or second[:40].any() or 500 * bets.LEVELS[place] < 1
        assert not first[40:].any()
        assert not second[40:].any()


def test_half_lines_lean_to_where_the_draws_are():
    here, there = np.repeat([0, 50], 20), np.repeat([50, 0], 20)
    first, _ = propose(here, there, 40, True, 1.0).pair(0)
    assert first[-1]
    assert not first[0]


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=12))
def test_the_best_interval_is_the_best(gains):
    both = np.array([gains, gains[::-1]])
    for row, chosen in zip(both, best_interval(both.astype(float), len(gains)), strict=True):
        best = max(row[i:j].sum() for i in range(len(row)) for j in range(i, len(row) + 1))
        assert row[chosen].sum() == best
        assert np.count_nonzero(np.diff(chosen.astype(int))) <= 2


def test_learned_sets_find_a_bump_in_the_middle():
    there = np.full(100, 100)
    here = there.copy()
    here[40:45] = 400
    for chosen in bets.learned(here, there, 100, 1.5)[0, :3]:
        assert chosen[40:45].mean() > 0.5
        assert not chosen[:30].any()


def test_a_part_of_the_capital_follows_what_has_won_most_before(rng, monkeypatch):
    monkeypatch.setattr(process, "FOLLOWED", -math.inf)
    table = log_factors(np.array([1.0, 0.5]), np.array([0.0, 0.1]))
    track = Track.fresh(EvenGrid(Output(), 1.0, 8), 1.0, 2)
    weights, led = np.log(priors(False)), np.zeros(2)
    for _ in range(3):
        outcomes = rng.integers(0, 9, track.outcomes.shape)
        won = table @ track.outcomes.T + weights
        for claim, ahead in enumerate(won.reshape(2, -1).argmax(axis=1)):
            led[claim] += (table[claim] @ outcomes.T).flat[ahead]
        track.settle(table, outcomes)
    wealth = np.log((priors(False) * np.exp(table @ track.outcomes.T)).sum(axis=(1, 2, 3)))
    assert track.log_lead == pytest.approx(led)
    assert np.exp(track.log_evidence(table)) == pytest.approx(
        (1 - LEADS[0]) * np.exp(wealth) + LEADS[0] * np.exp(led)
    )
    assert track.log_evidence(table[:1]) == pytest.approx(track.log_evidence(table)[:1])


def test_what_has_won_little_is_not_followed():
    table = log_factors(np.array([1.0]), np.array([0.0]))
    track = Track.fresh(EvenGrid(Output(), 1.0, 8), 1.0, 1)
    lost = np.zeros(track.outcomes.shape)
    lost[:, 4] = 3  # y in S, y' in none of the sets: S wins, three times
    track.settle(table, lost)
    assert track.log_lead[0] == 0  # nothing had been won before
    track.settle(table, 10 * lost)
    assert track.log_lead[0] == 0  # and then too little
    track.settle(table, lost)
    assert track.log_lead[0] > 0


def test_the_mixture_of_logs_does_not_overflow():
    logs = np.array([[1000.0, 0.0], [-1000.0, -np.inf]])
    assert log_mixture(logs, np.full((2, 2), 0.25)) == pytest.approx(1000 + np.log(0.25))
