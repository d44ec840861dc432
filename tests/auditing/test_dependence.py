"""Draws that depend on each other are no evidence; independent ones are left alone."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget, dependence
from dpproofs.auditing.sampler.bets import BOTH
from dpproofs.auditing.sampler.conclusion import Conclusion
from dpproofs.auditing.sampler.confirmation import Witness
from dpproofs.auditing.sampler.dependence import dependent, length_of_calls
from dpproofs.auditing.sampler.grids import PointGrid
from dpproofs.auditing.sampler.winner import winner
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.singly import Singly


def _after_each_other(noise, memory):
    """Exponential smoothing in ranks: each draw is like the one before."""
    kept = noise.copy()
    for place in range(1, len(kept)):
        kept[place] = memory * kept[place - 1] + (1 - memory**2) ** 0.5 * noise[place]
    return kept


MADE = {
    "each like the last": lambda rng, n: _after_each_other(rng.normal(size=n), 0.9),
    "some like the last": lambda rng, n: _after_each_other(rng.normal(size=n), 0.3),
    "in order": lambda rng, n: np.sort(rng.normal(size=n)),
    "twice": lambda rng, n: np.repeat(rng.normal(size=n // 2), 2),
    "with their opposites": lambda rng, n: np.outer([1, -1], rng.normal(size=n // 2)).ravel(),
    "about one place": lambda rng, n: rng.normal(size=n) + rng.normal(scale=0.5),
    "of one size": lambda rng, n: rng.normal(size=n) * (1 + rng.integers(2)),
    "vectors": lambda rng, n: np.c_[rng.normal(size=n), np.sort(rng.normal(size=n))],
    "labels": lambda rng, n: np.repeat(rng.choice(["a", "b", "c"], n // 4), 4),
}
FREE = {
    "numbers": lambda rng, n: rng.normal(size=n),
    "few values": lambda rng, n: rng.integers(2, size=n),
    "rare values": lambda rng, n: (rng.random(n) < 0.01) * 1.0,
    "a constant": lambda _, n: np.ones(n),
    "failures": lambda rng, n: np.where(rng.random(n) < 0.1, np.nan, 0.0),
    "vectors": lambda rng, n: rng.laplace(size=(n, 12)),
    "labels": lambda rng, n: rng.choice(["a", "b", "c"], n),
}


@pytest.mark.parametrize("name", MADE)
def test_dependence_within_and_between_calls_is_found(name, rng):
    assert dependent([MADE[name](rng, 32) for _ in range(256)])


@pytest.mark.sweep
@pytest.mark.parametrize("name", FREE)
def test_independent_draws_are_left_alone(name, rng):
    for _ in range(10):
        assert not dependent([FREE[name](rng, 16) for _ in range(64)])
        assert not dependent([FREE[name](rng, 200)])


def test_the_level_is_kept(rng, monkeypatch):
    monkeypatch.setattr(dependence, "LEVEL", 0.3)
    looks = [dependent([rng.normal(size=8) for _ in range(32)]) for _ in range(100)]
    assert 0 < sum(looks) <= 40  # 30 expected at most: more than 40 one time in a hundred


def test_the_set_that_evidence_rests_on_is_looked_at(rng):
    far = WitnessSet(intervals=((3.0, np.inf),))
    calls = [rng.normal(size=64) for _ in range(128)]
    for call in calls:
        if rng.random() < 0.2:  # the tail comes all at once
            call[:12] = 3 + rng.random(12)
    rng.shuffle(calls)
    assert dependent(calls, far)


@pytest.mark.parametrize(("pairs", "length"), [(1, 8), (100_000, 391), (10**9, 1024)])
def test_calls_are_as_long_as_those_that_were_bet_on(pairs, length):
    assert length_of_calls(pairs) == length


def correlated(value, size, rng):
    bits = np.cumsum(rng.random(size) < 0.1) % 2  # the sign seldom turns
    start = int(rng.integers(2))
    return value + np.where((bits + start) % 2, 1.0, -1.0) * rng.exponential(size=size)


@pytest.mark.parametrize("seed", range(3))
def test_exact_noise_that_is_correlated_along_a_call_is_an_error(seed):
    report = dp.audit(correlated, epsilon=1, seed=seed, max_draws=20_000)
    assert report.verdict == "error"
    assert "draws are not independent; `batch=False` asks for one draw a call" in report.error
    assert report.witness is None


@pytest.mark.parametrize("seed", range(2))
def test_one_draw_a_call_is_audited(seed):
    report = dp.audit(correlated, epsilon=1, seed=seed, max_draws=2_000, batch=False)
    assert report.verdict == "no violation found"


def test_one_draw_a_call_finds_as_much():
    def little(value, size, rng):
        return value + rng.laplace(scale=0.5, size=size)

    assert dp.audit(little, epsilon=1, batch=False).verdict == "violation"


def test_a_target_called_singly_is_the_same_otherwise(rng):
    claim = PrivacyClaim(1.0)
    inner = target_of(dp.Laplace(epsilon=1, sensitivity=1), claim)
    target = Singly(inner)
    assert target.about == inner.about
    assert target.seeded
    assert not target.anywhere
    assert target.pairs(claim) is inner.pairs(claim)
    assert target.landmarks() == inner.landmarks()
    assert target.computed() == inner.computed()
    assert target.documented(0.0) is inner.documented(0.0)
    assert target.available() is None
    assert target.draw(0.0, 3, rng).shape == (3,)
    assert target.outcomes(0.0, 3, rng).shape == (3,)
    target.close()


def test_what_does_not_come_again_is_withdrawn(monkeypatch):
    target = target_of(lambda value, rng: value + 0.4 * rng.laplace(), PrivacyClaim(1.0))
    audit, budget = Audit.of(target, PrivacyClaim(1.0)), Budget()

    audit.run(budget, Here(target))
    never = Witness(Pair(0.0, 1.0), WitnessSet(), 2_000, 10, 10, 0.0, 1.0, 0.975)
    monkeypatch.setattr(Conclusion, "_witness", lambda _: never)
    report = audit.report(budget)
    assert report.verdict == "undecided"
    assert report.witness is None
    assert "did not come again" in report.error


def too_little(value, size, rng):
    return value + 0.4 * rng.laplace(size=size)


def test_a_set_that_does_not_come_again_is_learned_anew(monkeypatch):
    claim = PrivacyClaim(1.0)
    target = target_of(too_little, claim)
    audit, budget = Audit.of(target, claim, pairs=[Pair(0, 1)]), Budget()
    audit.run(budget, Here(target))
    bad = audit.process.strands[0], WitnessSet(intervals=((50.0, math.inf),)), False
    monkeypatch.setattr("dpproofs.auditing.sampler.conclusion.winner", lambda _: bad)
    report = audit.report(budget)
    assert report.verdict == "violation"
    assert report.witness.shows(claim)
    assert report.witness.confidence > 1 - budget.alpha / 32


def test_a_partition_whose_sets_show_nothing_gives_way_to_another(monkeypatch):
    claim = PrivacyClaim(1.0)
    target = target_of(lambda value, size, rng: too_little(len(value), size, rng), claim)
    audit = Audit.of(target, claim, pairs=[Pair(["a"], ["a", "b"])])
    audit.run(Budget(max_draws=300), Here(target))

    def won(_, strand, track):
        assert strand is audit.process.strands[0]
        return float(isinstance(track.grid, PointGrid)), BOTH, 0

    monkeypatch.setattr("dpproofs.auditing.sampler.winner._won", won)
    _, chosen, _ = winner(audit.process)
    assert chosen.intervals


def test_as_few_pairs_as_can_tell_do(rng):
    """Of 32 pairs, one half is of each sign: one in 3e8 such tables is as unlikely."""
    signs = rng.permutation(np.repeat([1.0, -1.0], 16))
    draws = np.repeat(signs, 2) * (1 + rng.random(64))
    assert dependent([draws])
    assert not dependent([rng.permutation(draws)])
