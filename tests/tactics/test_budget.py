"""Limits of time: a search is interrupted, and nothing else."""

import time

import pytest

from dpproofs.tactics import budget
from dpproofs.tactics.budget import OutOfTime, entire, within


def turning(seconds):
    """What takes so many seconds on the clock, between instructions of Python."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_an_interruption_that_comes_late_does_not_arrive_behind_the_search(monkeypatch):
    raise_in, came = budget._raise_in, []

    def twice(thread):
        raise_in(thread)
        if budget.get_ident() != thread:  # a timer's
            time.sleep(0.3)  # a busy machine: the search has ended when the next one is raised
            raise_in(thread)
            came.append(thread)

    monkeypatch.setattr(budget, "_raise_in", twice)
    assert within(0.05, lambda: turning(60)) is None
    turning(0.5)
    assert len(came) == 1


def test_an_interruption_that_comes_before_the_search_begins_is_the_only_one(monkeypatch):
    class Slow(budget.Timer):
        def start(self):
            super().start()
            if budget.get_ident() == main:
                turning(0.3)

    main = budget.get_ident()
    monkeypatch.setattr(budget, "Timer", Slow)
    assert within(1e-9, lambda: turning(60)) is None
    turning(0.3)


def test_an_interruption_that_a_search_does_not_notice_is_over_with_it(monkeypatch):
    """The search ends while it is raised, or something drops it: it arrives nowhere."""
    monkeypatch.setattr(budget, "AGAIN", 60)
    raised = budget.Lock()
    raise_in = budget._raise_in

    def dropped(thread):
        if budget.get_ident() == thread:
            raise_in(thread)
        elif raised.locked():
            raised.release()

    monkeypatch.setattr(budget, "_raise_in", dropped)
    raised.acquire()
    assert within(0.05, lambda: raised.acquire(timeout=60) and 5) == 5
    turning(0.1)


def test_a_search_that_swallows_interruptions_is_interrupted_again():
    def stubborn():
        for _ in range(3):
            try:
                turning(60)
            except OutOfTime:
                continue
        return 5

    assert within(0.05, stubborn) == 5


def test_a_call_that_is_no_search_is_ended():
    with pytest.raises(OutOfTime), budget.spending(-budget.LATE):
        entire(lambda: turning(60))


def test_nothing_is_raised_while_a_thread_starts(monkeypatch):
    """Until it runs a thread has the number of the one that started it, and would be ended."""
    raise_in, seen, main = budget._raise_in, [], budget.get_ident()

    class Watched(budget.Timer):
        def start(self):
            seen.append(budget._STARTING.locked())
            super().start()

    def watched(thread):
        if budget.get_ident() != main:
            seen.append(budget._STARTING.locked())
        raise_in(thread)

    monkeypatch.setattr(budget, "Timer", Watched)
    monkeypatch.setattr(budget, "_raise_in", watched)
    assert within(0.05, lambda: turning(60)) is None
    assert len(seen) >= 3
    assert all(seen)
