"""That a bet is an e-variable, exactly, and that bets which claim more than that are caught."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.auditing.sampler import bets
from dpproofs.auditing.sampler import track as tracks
from dpproofs.auditing.sampler.bets import (
    BACKWARD,
    BOTH,
    FORWARD,
    KINDS,
    Bets,
    log_factors,
    log_mixture,
    priors,
    propose,
)
from dpproofs.auditing.sampler.grids import EdgeGrid, EvenGrid, LogGrid
from dpproofs.auditing.sampler.learned import CLEAR, best_intervals, learned, sums_before
from dpproofs.auditing.sampler.track import LEADS, Lot, Track, led, log_evidence, pay_out
from dpproofs.auditing.sampler.views import Output

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
    proposed = proposed_of(here, there, 40 * ordered, 1.5)
    assert priors(ordered).shape == (len(KINDS), len(bets.STAKES), proposed.sets.shape[1])
    assert priors(ordered).sum() == pytest.approx(1)


@pytest.mark.parametrize("draws", [1, 20, 500])
def test_outcomes_are_counted_as_one_by_one(draws, rng):
    size, partitions = 30, 2
    lengths = np.array([[1, 5, 2, 1, 1, 3, 6, 1, 4, 4, 2], [3, 0, 0, 9, 1, 1, 1, 1, 8, 4, 2]])
    proposed = Bets(rng.random((2, 8, partitions, 11)) < 0.3, lengths)
    proposed.sets[:, 3] = False
    y, z = rng.integers(0, size, (2, partitions, draws))
    joint = np.zeros((partitions, 11, 11), dtype=np.int64)
    for i, table in enumerate(proposed.table):
        np.add.at(joint[i], (table[y[i]], table[z[i]]), 1)
    outcomes = proposed.patterns(joint)
    for place, i in itertools.product(range(8), range(partitions)):
        first, second = (each[i] for each in proposed.pair(place))
        if place == 3:  # where nothing is bet, there are no outcomes
            assert not outcomes[i, place].any()
            continue
        code = first + 2 * second
        direct = np.bincount(4 * code[y[i]] + code[z[i]], minlength=16)
        assert outcomes[i, place].tolist() == direct.tolist()


def proposed_of(here, there, line, ratio, single=None):
    """The bets on one partition."""
    alone = None if single is None else single[None]
    return propose(here[None], there[None], line, np.array([ratio]), alone)


def pair(proposed, place):
    """S and T of a bet on the first partition."""
    first, second = proposed.pair(place)
    return first[0], second[0]


def learned_of(here, there, line, ratio, single=None):
    """The sets of one partition."""
    alone = None if single is None else single[None]
    return learned(here[None], there[None], line, np.array([ratio]), alone)[:, :, 0]


def best(here, there, ratio):
    """The best intervals for x, of bins each of which is a group."""
    sums, ends = sums_before(np.array([[here], [there]])), np.arange(len(here) + 1)[None]
    several, first = np.zeros((2, 2, 1, len(here)), dtype=bool)
    best_intervals(sums, ends, np.array([[ratio]]), several, first)
    return several[0, 0], first[0, 0]


def test_half_lines_have_the_probabilities_they_are_asked_for():
    counts = np.full(1000, 10)
    proposed = proposed_of(counts, counts, 1000, 1.0)
    for place, level in enumerate(bets.LEVELS[:10]):
        for chosen in pair(proposed, place):
            assert chosen.mean() == pytest.approx(level, abs=0.002)


def test_single_values_belong_to_no_half_line():
    counts = np.full(50, 10)
    proposed = proposed_of(counts, counts, 40, 1.0)
    for place in range(len(bets.LEVELS)):
        first, second = pair(proposed, place)
        assert first[:40].any() or second[:40].any() or 500 * bets.LEVELS[place] < 1
        assert not first[40:].any()
        assert not second[40:].any()


def test_half_lines_lean_to_where_the_draws_are():
    here, there = np.repeat([0, 50], 20), np.repeat([50, 0], 20)
    first, _ = pair(proposed_of(here, there, 40, 1.0), 0)
    assert first[-1]
    assert not first[0]


counts_at_both = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=9)


@given(counts_at_both, st.sampled_from([1.0, 1.5, 20.0, 1e100]))
def test_the_best_interval_is_the_best_and_others_do_not_meet_it(counts, ratio):
    here, there = np.array(counts).T
    several, first = best(here, there, ratio)

    def stands_out(start, end):
        a, b = int(here[start:end].sum()), int(there[start:end].sum())
        return (a - ratio * b) / math.sqrt(a + ratio**2 * b + 1)

    places = list(itertools.combinations(range(len(here) + 1), 2))
    most = max(stands_out(*place) for place in places)
    ends = np.flatnonzero(np.diff([0, *first, 0])).tolist()
    assert not first[~several].any()
    if most <= 0:
        assert ends == []
        assert not several.any()
    else:
        assert len(ends) == 2
        assert stands_out(*ends) == pytest.approx(most)
    apart = [p for p in places if not several[p[0] : p[1]].any()]
    runs = np.count_nonzero(np.diff([0, *several])) == 1  # one interval, or some side by side
    if most > 0 and ends and runs and several.sum() == first.sum():
        assert all(stands_out(*place) <= CLEAR for place in apart)


def test_what_is_beside_the_line_stays_with_the_intervals():
    sums, ends = sums_before(np.array([[[9, 0, 5]], [[0, 9, 0]]])), np.array([[0, 1, 2]])
    several, first = np.zeros((2, 2, 1, 3), dtype=bool)
    several[0, 0, 2] = first[0, 0, 2] = True
    best_intervals(sums, ends, np.array([[1.0]]), several, first)
    for found in (several, first):
        assert found[:, 0].tolist() == [[True, False, True], [False, True, False]]


def test_two_bumps_make_a_set_of_two_intervals():
    there = np.full(40, 100)
    here = there.copy()
    here[5:9] = here[25:28] = 400
    several, first = best(here, there, 1.5)
    assert np.flatnonzero(several).tolist() == [5, 6, 7, 8, 25, 26, 27]
    assert np.flatnonzero(first).tolist() == [5, 6, 7, 8]


def test_single_values_have_their_places_on_the_line(rng):
    draws = rng.geometric(0.3, 4000).astype(float)
    draws[:1000] += rng.random(1000)
    for grid in (LogGrid.fitted(Output(), draws), EdgeGrid(Output(), (1.0, 2.0, 4.5, 7.0))):
        line, outputs = grid.along, {}
        for bin_, y in zip(grid.bins(draws).tolist(), draws.tolist(), strict=True):
            outputs.setdefault(bin_, []).append(y)
        assert sorted(line.order.tolist()) == list(range(grid.size))
        assert line.length == grid.size - 1 == line.order.size - 1
        assert line.order[-1] == grid.size - 1
        assert line.single.sum() == grid.size - 1 - grid.line
        filled = [outputs[i] for i in line.order.tolist() if i in outputs]
        # A single value may lie within the bin before it, and nowhere else.
        middles = [float(np.median(values)) for values in filled]
        assert max(np.diff([0.0, *[min(values) for values in filled]])) > 0
        intervals = [max(v) for i, v in zip(line.order, filled, strict=False) if i < grid.line]
        assert np.all(np.diff(sorted(intervals)) >= 0)
        assert middles == sorted(middles) or isinstance(grid, LogGrid)


def test_half_lines_take_single_values_along():
    """Of integers every value is one of its own: half-lines are made of them all the same."""
    grid = LogGrid(Output(), 0.0, 65000, 65100, points=(-2.0, -1.0, 0.0, 1.0, 2.0))
    track = Track.fresh(grid, 1.0, 1)
    integers = np.repeat(np.arange(-2.0, 2.0), 50)
    np.add.at(track.here, grid.bins(integers), 1)
    np.add.at(track.there, grid.bins(integers + 1), 1)
    first, second = track.bets(1.0).pair(3)  # at the level of 1/4
    low, high = (grid.bins(np.array([y]))[0] for y in (-2.0, 2.0))
    assert first[low]
    assert not first[high]
    assert second[high]
    assert not second[low]
    ((_, table),) = track.bets(1.0).tables()
    assert table[low] != table[high]


def test_learned_sets_find_a_bump_in_the_middle():
    there = np.full(100, 100)
    here = there.copy()
    here[40:45] = 400
    for chosen in learned_of(here, there, 100, 1.5)[0, :3]:
        assert chosen[40:45].mean() > 0.5
        assert not chosen[:30].any()


def test_a_part_of_the_capital_follows_what_has_won_most_before(rng, monkeypatch):
    monkeypatch.setattr("dpproofs.auditing.sampler.track.FOLLOWED", (-math.inf, -math.inf))
    table = log_factors(np.array([1.0, 0.5]), np.array([0.0, 0.1]))
    track = Track.fresh(EvenGrid(Output(), 1.0, 8), 1.0, 2)
    weights, led = np.log(priors(False)), np.zeros(2)
    for _ in range(3):
        outcomes = rng.integers(0, 9, track.outcomes.shape)
        won = table @ track.outcomes.T + weights
        for claim, ahead in enumerate(won.reshape(2, -1).argmax(axis=1)):
            led[claim] += (table[claim] @ outcomes.T).flat[ahead]
        pay_out([track], table, outcomes[None])
    wealth = np.log((priors(False) * np.exp(table @ track.outcomes.T)).sum(axis=(1, 2, 3)))
    assert track.log_lead == pytest.approx(led)
    assert np.exp(log_evidence([track], table)[0]) == pytest.approx(
        (1 - LEADS[0]) * np.exp(wealth) + LEADS[0] * np.exp(led)
    )
    one = log_evidence([track], table, slice(1))
    assert one[0] == pytest.approx(log_evidence([track], table)[0][:1])


@pytest.mark.parametrize("rounds", [1, tracks.MOST_DUE - 1, 2 * tracks.MOST_DUE + 3])
def test_bettors_who_are_paid_later_get_the_same(rounds, rng, monkeypatch):
    monkeypatch.setattr(tracks, "FOLLOWED", (-math.inf, -math.inf))
    table = log_factors(np.array([1.0, 0.0, 0.5, 2.0]), np.array([0.0, 0.0, 0.1, 0.0]))
    grids = [EvenGrid(Output(), 1.0, 8)] * tracks.MANY
    later, once = ([Track.fresh(grid, 1.0, 4) for grid in grids] for _ in range(2))
    for number in range(rounds):
        outcomes = rng.integers(0, 9, (len(grids), *once[0].outcomes.shape)).astype(float)
        some = slice(None) if number % 3 else slice(1, None)  # all tracks, or all but one
        pay_out(later[some], table, outcomes[some], 1)
        pay_out(once[some], table, outcomes[some])
    assert not once[1].due
    assert any(track.due for track in later) == (rounds > 1)
    idle = Track.fresh(grids[0], 1.0, 4)  # of which nothing was paid so far
    for claims in (slice(None), slice(1), [1, 3], [0]):
        for found in (led, log_evidence):
            theirs, ours = (found([idle, *tracks], table, claims) for tracks in (once, later))
            assert ours == pytest.approx(theirs)


def test_what_has_won_little_is_not_followed():
    table = log_factors(np.array([1.0]), np.array([0.0]))
    track = Track.fresh(EvenGrid(Output(), 1.0, 8), 1.0, 1)
    lost = np.zeros(track.outcomes.shape)
    lost[:, 4] = 3  # y in S, y' in none of the sets: S wins, three times
    pay_out([track], table, lost[None])
    assert track.log_lead[0] == 0  # nothing had been won before
    pay_out([track], table, 10 * lost[None])
    assert track.log_lead[0] == 0  # and then too little
    pay_out([track], table, lost[None])
    assert track.log_lead[0] > 0


def test_the_mixture_of_logs_does_not_overflow():
    logs = np.array([[1000.0, 0.0], [-1000.0, -np.inf]])
    assert log_mixture(logs, np.full((2, 2), 0.25)) == pytest.approx(1000 + np.log(0.25))


@pytest.mark.parametrize("alone", [False, True])
def test_empty_bins_that_are_taken_together_change_no_set(alone, rng):
    here, there = (rng.poisson(0.2, 200) for _ in range(2))
    single = np.zeros(198, dtype=bool)
    single[::9] = alone
    sets = learned_of(here, there, 198, 1.5, single)
    proposed = proposed_of(here, there, 198, 1.5, single)
    assert proposed.lengths.sum() == 200
    for rule in range(sets.shape[1]):
        first, second = pair(proposed, len(bets.LEVELS) + rule)
        assert np.array_equal(first, sets[0, rule])
        assert np.array_equal(second, sets[1, rule])


@pytest.mark.parametrize("ordered", [True, False])
def test_partitions_have_the_same_sets_together_as_alone_where_any_gain(ordered, rng):
    grids = (
        [
            LogGrid(Output(), 0.0, 65000, 65100),
            EdgeGrid(Output(), (1.0, 2.0, 4.5)),
            LogGrid(Output(), 0.0, 65000, 65020, points=(-1.0, 0.0, 2.0)),
        ]
        if ordered
        else [EvenGrid(Output(), 1.0, count, rare) for count, rare in ((8, 0), (3, 1), (30, 2))]
    )
    tracks = [Track.fresh(grid, 1.0, 1) for grid in grids]
    for track in tracks:
        track.here += rng.poisson(3, track.grid.size)
        track.there += rng.poisson(1, track.grid.size)
    together = Lot.of(tracks, [1.5, 1.0, 2.0], [0, 1, 2])
    for i, (track, ratio) in enumerate(zip(tracks, [1.5, 1.0, 2.0], strict=True)):
        for place in range(len(track.outcomes)):
            sides, alone = together.bets.pair(place), track.bets(ratio).pair(place)
            counts = (track.here, track.there), (track.there, track.here)
            for side, own, (more, less) in zip(sides, alone, counts, strict=True):
                shown = together.by_bin(side[i], track)
                gain = more[own].sum() - ratio * less[own].sum()
                # An empty bin beside it is as good as a set that does not gain.
                assert np.array_equal(shown, own) or (gain <= 0 and not shown.any())
