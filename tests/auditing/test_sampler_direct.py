"""The bettor on numbers whose inputs are none: quick, fair, and saved with an audit."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.state import load, save
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
