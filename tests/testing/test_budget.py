"""The division of the error budget: it never exceeds alpha, and it is what the proof says."""

import time
from fractions import Fraction

import numpy as np
import pytest

from benchmarks.conformance.sessions import DIVISIONS, bounded, samplers, session
from dpproofs.auditing.sampler.confirmation import lower_limit
from dpproofs.testing.budget import Ledger, share_of_worker
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.session import Session, current, derived, enter, leave


@pytest.mark.parametrize("planned", [1, 2, 10, 1000])
def test_levels_sum_to_what_the_proof_says(planned):
    ledger, levels = Ledger(0.05, planned), []
    for k in range(1, 2000):
        levels.append(ledger.next())
        exact = Fraction(planned, (planned + k - 1) * (planned + k))
        assert levels[-1] == pytest.approx(0.05 * float(exact), rel=1e-12)
    assert sum(levels) == pytest.approx(ledger.spent)
    assert sum(levels) < 0.05
    assert min(levels[:planned]) >= 0.05 / (4 * planned)


@pytest.mark.parametrize("workers", [1, 2, 3, 16])
def test_workers_share_the_budget_and_so_do_their_replacements(workers):
    shares = [share_of_worker(number, workers) for number in range(workers + 40)]
    assert min(shares) > 0
    assert sum(map(Fraction, shares)) <= 1 + Fraction(1, 10**14)
    assert sum(shares[:workers]) == pytest.approx(15 / 16)


@pytest.mark.parametrize("name", DIVISIONS)
def test_sessions_with_exact_p_values_fail_as_often_as_promised(name):
    count = 100 if "2,000" in name else 500
    _, failures = bounded(name, 1, count)
    assert lower_limit(failures, count, 1e-4) <= 0.05


def test_a_division_beyond_the_budget_would_be_seen():
    rng = np.random.default_rng(0)
    failures = sum(any(rng.random() <= 0.05 / 2 for _ in range(10)) for _ in range(1000))
    assert lower_limit(failures, 1000, 1e-4) > 0.05


def test_sessions_of_real_checks_on_correct_samplers_pass(monkeypatch):
    # How many draws a check makes depends on how fast they come: with a pace that is given, a clock
    # that stands still and generators that begin afresh, a session is the same on every machine.
    monkeypatch.setattr(Sampler, "_pace", lambda *_: 8e6)
    for clock in ("perf_counter", "monotonic", "process_time"):
        monkeypatch.setattr(time, clock, lambda: 0.0)
    samplers.cache_clear()
    for seed in (1, 2):
        failed, made = session(seed)
        assert failed == []
        assert made > 20


def test_seeds_depend_on_the_place_and_not_on_the_order():
    def places(session):
        found = []
        for test in ("a", "b", "a"):
            session.begin(test)
            session.once("check", True, lambda given: found.append(given.seed))
            session.once("check", True, lambda given: found.append(given.seed))
        return found

    first = places(Session(Ledger(0.05), 7))
    assert len(set(first)) == 6  # also those of the rerun
    again = Session(Ledger(0.05), 7)
    again.begin("b")
    again.once("check", True, lambda given: first.append(given.seed))
    assert first[-1] == first[2]
    assert derived(7, "x") != derived(8, "x")


def test_a_check_without_chance_costs_nothing():
    made = Session(Ledger(0.05), 0)
    made.begin("test")
    assert made.once("exact", False, lambda given: given.level) == 0
    assert made.ledger.made == 0


def test_sessions_nest():
    outer, inner = Session(Ledger(0.05), 0), Session(Ledger(0.05), 1)
    before = current()
    enter(outer)
    enter(inner)
    assert current() is inner
    leave(inner)
    leave(inner)
    assert current() is outer
    leave(outer)
    assert current() is before
