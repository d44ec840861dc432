"""Faults at few inputs, far from those that are tried from the start."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget, audit, audit_sampler
from dpproofs.auditing.sampler.audit import Here
from dpproofs.auditing.sampler.search import SEARCHED, Noise
from dpproofs.auditing.sampler.state import load, save

PURE = PrivacyClaim(1.0)
FAULTS = {
    "half of the noise": lambda noise, _: noise / 2,
    "noise that is moved": lambda noise, _: noise + 3,
    "no noise, at times": lambda noise, rng: np.where(rng.random(len(noise)) < 0.1, 0, noise),
    "NaN, at times": lambda noise, rng: np.where(rng.random(len(noise)) < 0.1, math.nan, noise),
}


def faulty(fault, low=300, high=350):
    """Laplace noise that is another one between two inputs."""

    def draw(value, count, rng):
        noise = rng.laplace(size=count)
        return value + (FAULTS[fault](noise, rng) if low < value < high else noise)

    return draw


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """The search comes after 500 pairs."""
    monkeypatch.setattr(audit, "SEARCH", 500)


@pytest.mark.sweep
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_fault_at_few_inputs_is_found(made, fault, sign):
    low, high = sorted((sign * 300, sign * 350))
    target = made(faulty(fault, low, high))
    report = audit_sampler(target, PURE, max_draws=200_000, seed=1)
    assert report.verdict == "violation"
    ends = report.witness.pair.input, report.witness.pair.neighbour
    assert any(low - 1 < end < high + 1 for end in ends)


def test_it_is_found_among_integers():
    def draw(value: int, rng):
        p = -math.expm1(-2.0 if 300 <= value < 350 else -1.0)
        return value + rng.geometric(p) - rng.geometric(p)

    report = dp.audit(draw, epsilon=1, sensitivity=1, max_draws=100_000)
    assert report.verdict == "violation"
    assert isinstance(report.witness.pair.input, int)
    assert 300 <= report.witness.pair.input < 351


def test_inputs_about_0_may_be_refused():
    def draw(value, rng):
        if abs(value) < 5:
            raise ValueError("too small")
        noise = rng.laplace()
        return value + (noise / 2 if 300 < value < 350 else noise)

    report = dp.audit(draw, epsilon=1, sensitivity=1, max_draws=100_000)
    assert report.verdict == "violation"
    assert 299 < report.witness.pair.input < 351


def test_nothing_is_made_of_the_search(made):
    target = made(lambda value, count, rng: value + rng.laplace(size=count))
    searched = Audit.of(target, PURE, seed=3)
    searched.run(Budget(max_draws=500), Here(target))
    before, strands = searched.process.log_e, len(searched.process.strands)
    searched._search(searched.process.strands[0], Here(target))
    assert searched.process.log_e == pytest.approx(before)
    assert len(searched.process.strands) == strands + 2
    assert 0 < searched.process.scanned <= SEARCHED
    assert not searched.process.spare


def test_a_search_is_not_made_twice(made, tmp_path):
    target, path = made(faulty("half of the noise", 1e7, 1e8)), tmp_path / "state.npz"
    first = Audit.of(target, PURE, seed=3)
    first.run(Budget(max_draws=20_000 + 2 * SEARCHED), Here(target))
    save(first, path)
    resumed = load(path, target, PURE)
    for each in (first, resumed):
        each.run(Budget(max_draws=70_000 + 2 * SEARCHED), Here(target))
    assert resumed.process.scanned == first.process.scanned > 0
    assert resumed.process.history == first.process.history


def test_the_users_own_inputs_are_all_there_is(made):
    target = made(faulty("half of the noise"))
    own = Audit.of(target, PURE, inputs=[0.0])
    own.run(Budget(max_draws=100_000), Here(target))
    assert own.process.scanned == 0


def test_draws_that_repeat_are_noticed_in_a_search(made):
    def draw(value, count, rng):
        if value > 1000 and count == 64:
            rng = np.random.default_rng(7)
        return value + rng.laplace(size=count)

    report = audit_sampler(made(draw), PURE, max_draws=200_000)
    assert report.verdict == "error"
    assert "anew" in report.error


def test_inputs_that_are_refused_are_not_odd():
    noise = Noise(np.random.default_rng(0).laplace(size=1000))
    assert noise.oddness(np.full(64, math.nan)) == 0
    assert noise.oddness(np.random.default_rng(1).laplace(size=64)) < 20
    assert noise.oddness(np.random.default_rng(1).laplace(size=64) / 4) > 20
