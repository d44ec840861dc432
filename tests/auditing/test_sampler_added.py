"""The bettor on added noise: fair whatever it assumes, quick where its assumptions hold."""

import math

import numpy as np
import pytest

from benchmarks.detection import staircase_with
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.added import REACH, AddedNoise
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.winner import winner
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import About, Pair, Target
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.callables import target_of
from dpproofs.mechanisms import DiscreteStaircase, Staircase, UniformWithAtom


def bettor(claim, *, whole=False):
    return AddedNoise(claim, Ladder.of(claim), whole=whole)


def taught(claim, draw, *, whole=False, count=2000, shift=1.0):
    added = bettor(claim, whole=whole)
    grid = added.grid(0)
    sides = (draw(count) + end for end in (0, shift))
    added.learn(*(np.bincount(grid.bins(d), minlength=grid.size) for d in sides), shift)
    return added


@pytest.mark.parametrize("delta", [0.0, 0.1])
def test_no_bet_gains_on_average_from_noise_that_is_right(rng, delta):
    # Told by draws of noise that leaks, it bets on the most that a claim allows, exactly.
    claim = PrivacyClaim(1.0, delta)
    added = taught(claim, lambda n: rng.laplace(0, 0.4, n))
    plan = added.plan(0.0, 1.0)
    assert plan.stakes[0] > 0
    assert plan.sets.any(axis=1).all()
    for q in (0.01, 0.1, 0.2):  # y in S as often as it may be, and y' in T
        p = math.exp(claim.epsilon) * q + delta
        y, other = np.array([1 - p - q, p, q, 0]), np.array([1 - p - q, q, p, 0])
        mean = np.outer(y, other).reshape(-1) @ (1 + plan.stakes[0] * added._payoff[0])
        assert mean == pytest.approx(1, abs=1e-12)
        assert np.outer(y, y).reshape(-1) @ (1 + plan.stakes[0] * added._payoff[0]) < 1


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1.0, 30.0, 700.0])
def test_no_outcome_takes_the_whole_capital(rng, epsilon):
    added = taught(PrivacyClaim(epsilon, 1e-3), lambda n: rng.uniform(-0.1, 0.1, n))
    plan = added.plan(0.0, 1.0)
    added.settle(plan, np.eye(4, dtype=np.int64)[::-1])
    assert np.isfinite(added.log_wealth).all()
    assert added.log_wealth[0] != 0


def test_what_it_knows_nothing_of_it_does_not_bet_on(rng):
    claim = PrivacyClaim(1.0)
    assert not bettor(claim).plan(0.0, 1.0).stakes.any()
    right = taught(claim, lambda n: rng.laplace(0, 1, n))
    assert right.plan(0.0, 1.0).stakes[0] < 0.02
    assert not right.plan(0.0, 1e-3).stakes.any()  # less than a bin apart: nothing can show


def test_noise_is_learned_at_both_inputs_and_mirrored():
    claim, values = PrivacyClaim(1.0, 0, 4), np.array([3, 3, 3, 7])
    added = bettor(claim, whole=True)
    grid = added.grid(10)
    counts = [np.bincount(grid.bins(values + at), minlength=grid.size) for at in (10, 14)]
    added.learn(*counts, 4)
    assert added.noise[REACH + 3] == 6
    assert added._mirrored()[REACH - 3] == 6
    assert added._mirrored()[REACH - 7] == added.noise[REACH + 7] == 2


def test_bins_hold_what_lies_between_their_ends_and_what_is_no_number_has_its_own():
    grid = bettor(PrivacyClaim(1.0)).grid(0.5)
    draws = np.array([0.5, 0.5 + 1 / 16, 0.49, -1e308, math.inf, math.nan])
    assert grid.bins(draws).tolist() == [512, 513, 511, 0, 1023, 1024]
    chosen = np.zeros(grid.size, dtype=bool)
    chosen[[512, 1023]] = True
    assert grid.witness(chosen).contains(draws).tolist() == [True, False, False, False, True, False]


@pytest.mark.sweep
@pytest.mark.no_cover  # many audits; the same lines run in the other tests
def test_steps_that_nobody_announced_are_found_within_three_times_the_need():
    # Medians over seeds; the needs of any set at inputs at full distance: 176 and 146 pairs.
    wrong = Staircase(1, 0.8), DiscreteStaircase(1, 3)
    claims = PrivacyClaim(1.0), PrivacyClaim(1.0, 0, 4)
    for noise, claim, need in zip(wrong, claims, (176, 146), strict=True):
        draw = lambda count, rng, noise=noise: noise.sample(count, rng=rng)  # noqa: E731
        target = AdditiveTarget(About("wrong"), draw, integers=claim.sensitivity == 4)
        counts = []
        for seed in range(7):
            audit = Audit.of(target, claim, seed=seed)
            audit.run(Budget(max_draws=4 * need), Here(target))
            counts.append(audit.process.pairs)
        assert np.median(counts) < 3 * need


def test_most_is_expected_where_it_shows_most(rng):
    claim, shifts = PrivacyClaim(1.0), [1.0, 0.5, -1.0, 0.01]
    flat, _ = staircase_with(0.5, 1, Staircase(1).gamma)
    uneven = taught(claim, lambda n: flat(n, rng), count=20_000)
    assert uneven.best_shift(shifts) == 1
    assert uneven.best_shift([0.5, 1.0]) == uneven.best_shift([-0.5, 1.0]) == 0
    narrow = taught(claim, lambda n: rng.laplace(0, 0.7, n), count=20_000)
    assert narrow.best_shift(shifts) == 0
    assert narrow.best_shift([0.01]) is None  # less than a bin apart
    assert bettor(claim).best_shift(shifts) is None


@pytest.mark.sweep
@pytest.mark.no_cover
def test_draws_go_to_the_inputs_at_which_noise_shows_most():
    # Any set at half the sensitivity needs 200 pairs, and 461 at all of it.
    draw, _ = staircase_with(0.5, 1, Staircase(1).gamma)
    target = AdditiveTarget(About("wrong"), draw)
    counts, halves = [], []
    for seed in range(25):
        audit = Audit.of(target, PrivacyClaim(1.0), seed=seed)
        audit.run(Budget(max_draws=2000), Here(target))
        counts.append(audit.process.pairs)
        at = {abs(s.pair.neighbour - s.pair.input): s.pairs for s in audit.process.strands}
        halves.append(at[0.5])
        report = audit.report(Budget())
        assert report.witness is None or report.witness.delta_low(1.0) > 0
    assert np.median(counts) < 5 * 200  # 5.8 times without
    assert sum(halves) > sum(counts) / 10  # by the starting shares one in 240 would be there


def test_inputs_that_are_refused_cost_what_was_bet_on_them():
    def half_refused(value, size, rng):
        if value == 0.5:
            raise ValueError("not this one")
        return flat(size, rng) + value

    flat, _ = staircase_with(0.5, 1, Staircase(1).gamma)
    target = target_of(half_refused, PrivacyClaim(1.0))
    audit = Audit.of(target, PrivacyClaim(1.0), seed=0)
    audit.run(Budget(max_draws=1000), Here(target))
    (closed,) = [s for s in audit.process.strands if s.closed]
    assert (closed.pair.neighbour, closed.pairs) == (0.5, 20)
    assert audit.error is None


def test_noise_that_depends_on_the_input_costs_a_known_part_of_the_capital_and_is_found():
    class Wider(Target):
        about = About("wider noise at 1")

        def draw(self, value, count, rng):
            return value + rng.laplace(0, 3 if value else 0.9, count)

        def pairs(self, _claim):
            return [Pair(0.0, 1.0)]

    audit = Audit.of(Wider(), PrivacyClaim(1.0), seed=1)
    audit.run(Budget(max_draws=20_000), Here(Wider()))
    assert audit.process.log_e >= math.log(20)


def test_the_set_of_this_bettor_is_the_witness_where_it_has_won_most():
    noise = UniformWithAtom(0.2, alpha=0)
    target = AdditiveTarget(About("uniform"), lambda count, rng: noise.sample(count, rng=rng))
    audit = Audit.of(target, PrivacyClaim(0, 0.1), seed=3)
    budget = Budget(max_draws=3000)
    audit.run(budget, Here(target))
    process = audit.process
    process.added.log_wealth[:] = 50.0
    strand, chosen, _ = winner(process)
    assert strand is process.strands[0]
    ends = {
        end * 16 for low, high in chosen.intervals for end in (low, high) if abs(end) < math.inf
    }
    assert ends
    assert all(end == int(end) for end in ends)
    report = audit.report(budget)
    assert report.verdict == "violation"
    assert report.witness.delta_low(0) > 0.1
