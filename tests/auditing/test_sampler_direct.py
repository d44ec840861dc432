"""The bettor on numbers whose inputs are none: quick, fair, and saved with an audit."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.direct import LEVELS, Direct
from dpproofs.auditing.sampler.grids import LogGrid
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.lean import lean
from dpproofs.auditing.sampler.state import load, save
from dpproofs.auditing.sampler.track import Track
from dpproofs.auditing.sampler.views import Output
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair

RECORDS = [Pair((0.0,), (0.0, 1.0))]


def mean_with_its_count(value, count, rng):
    """NonDPLaplace1 of arXiv 2509.07055: the scale of the noise tells the count."""
    return sum(value) / len(value) + rng.laplace(scale=200 / len(value), size=count)


def test_a_scale_that_tells_is_found_within_three_times_the_need(made):
    """46 pairs are needed with the best set and stake, by the growth of such a bet."""
    found = []
    for seed in range(6):
        target, budget = made(mean_with_its_count, RECORDS), Budget(max_draws=400)
        audit = Audit.of(target, PrivacyClaim(0.01), seed=seed)
        audit.run(budget, Here(target))
        found.append(audit.process.pairs)
    assert np.median(found) < 3 * 46


@pytest.mark.no_cover  # many audits; the same lines run in the other tests
def test_noise_that_is_just_enough_wins_nothing(made):
    """In the mean its capital does not grow."""
    wealth = []
    for seed in range(40):

        def private(value, count, rng):
            return len(value) + rng.laplace(size=count)

        target, budget = made(private, RECORDS), Budget(max_draws=150, to_the_end=True)
        audit = Audit.of(target, PrivacyClaim(1.0), seed=seed)
        audit.run(budget, Here(target))
        wealth.append(math.exp(audit.process.strands[0].direct.log_wealth[0]))
    assert np.mean(wealth) < 1.3


def test_numbers_from_numbers_are_left_to_whoever_knows_noise(made):
    audit = Audit.of(made(lambda v, n, rng: v + rng.laplace(size=n)), PrivacyClaim(1.0))
    audit.run(Budget(max_draws=60), Here(audit.target))
    assert all(strand.direct is None for strand in audit.process.strands)
    assert audit.process.added is not None


def test_what_it_won_is_saved(made, tmp_path):
    target = made(mean_with_its_count, RECORDS)
    audit = Audit.of(target, PrivacyClaim(0.01), seed=1)
    audit.run(Budget(max_draws=60), Here(target))
    save(audit, tmp_path / "state.npz")
    again = load(tmp_path / "state.npz", target, PrivacyClaim(0.01))
    (before,), (after,) = audit.process.strands, again.process.strands
    assert before.direct.log_wealth.any()
    assert np.array_equal(before.direct.log_wealth, after.direct.log_wealth)
    assert again.process.log_e == pytest.approx(audit.process.log_e)


def test_a_claim_with_a_delta_is_bet_against_as_well():
    def count(value, rng):
        return len(value) + rng.laplace(scale=0.25)

    report = dp.audit(count, epsilon=1, delta=0.1, pairs=[([1], [])], max_draws=400)
    assert report.verdict == "violation"


def sum_by_a_noisy_count(value, count, rng):
    """NonDPLaplace2 of arXiv 2509.07055: half of the outcomes are far out, and tell nothing."""
    noisy = np.maximum(1e-12, len(value) + rng.laplace(scale=200, size=count))
    return sum(value) / len(value) + rng.laplace(size=count) * 200 / noisy


def test_a_shift_beside_many_outcomes_that_tell_nothing_is_found(made):
    """117 pairs are needed with the best bet."""
    found = []
    for seed in range(8):
        target, budget = made(sum_by_a_noisy_count, RECORDS), Budget(max_draws=2_000)
        audit = Audit.of(target, PrivacyClaim(0.01), seed=seed)
        audit.run(budget, Here(target))
        found.append(audit.process.pairs)
    assert np.mean(found) < 3 * 117


def planned(here, there, claim):
    """The bettor and its bet after so many draws of each of ten numbers."""
    values = np.arange(10.0)
    grid = LogGrid.fitted(Output(), np.repeat(values, 3))
    ladder = Ladder.of(claim)
    track = Track.fresh(grid, 1.0, len(ladder.epsilon))
    bins = grid.bins(values)
    track.here[bins], track.there[bins] = here, there
    bettor = Direct(ladder)
    return bettor, bettor.plan(track), bins


def test_weights_are_fair_at_the_edge_of_the_claim():
    """Where one input has every outcome of a side e^epsilon times as often as the other."""
    here, there = np.repeat([40, 5], 5), np.repeat([5, 40], 5)
    bettor, plan, bins = planned(here, there, PrivacyClaim(1.0))
    weights = plan.levels[plan.table[bins]]
    assert (weights[:5] > 0).all()
    assert (weights[5:] < 0).all()
    assert plan.stakes[0] > 0
    ratio = np.e
    p = np.repeat([ratio, 1.0], 5) / (5 * (ratio + 1))
    joint = np.zeros((len(plan.levels), len(plan.levels)))
    np.add.at(joint, np.ix_(plan.table[bins], plan.table[bins]), np.outer(p, p[::-1]))
    own, other = bettor._paid(plan.levels, bettor.ratio)
    payoff = own[0][:, None] + other[0] - bettor.lost[0]
    assert np.sum(joint * payoff) == pytest.approx(0, abs=1e-12)
    assert 1 + plan.stakes[0] * payoff.min() > 0
    bettor.settle(plan, 1000 * joint)
    assert bettor.log_wealth[0] < 0


def test_a_difference_that_the_claim_allows_has_no_weight():
    here, there = np.repeat([11, 10], 5), np.repeat([10, 11], 5)
    _, plan, bins = planned(here, there, PrivacyClaim(1.0))
    assert (plan.table[bins] == LEVELS).all()
    assert plan.stakes[0] == 0


@pytest.mark.parametrize("sign", [1, -1])
def test_leans_are_learned_of_shifts_and_of_scales(sign):
    here = np.repeat([100, 100, 300, 100, 300, 100, 100], 20)[::sign]
    shift = np.repeat([100, 100, 300, 300, 100, 100, 100], 20)[::sign]
    found = lean(here, shift)
    assert found[60:80].mean() == pytest.approx(-0.5, abs=0.2)
    assert found[::sign][90:95].mean() * found[::sign][65:70].mean() < 0
    wide, narrow = (np.repeat(side, [30, 60, 30]) for side in ([150, 100, 150], [50, 200, 50]))
    leans = np.repeat([0.5, -1 / 3, 0.5], [30, 60, 30])
    assert np.abs(lean(wide, narrow) - leans).mean() < 0.15


def test_no_difference_leans_nowhere():
    same = np.full(50, 20)
    assert np.abs(lean(same, same)).max() < 1e-12
    assert np.abs(lean(np.zeros(5, dtype=int), np.zeros(5, dtype=int))).max() < 1e-12
