"""Alarms: calls that take too long are told so, and nothing rings behind them."""

import signal
import time
from contextlib import contextmanager

import pytest

from dpproofs.audit.suite.work import within_seconds
from dpproofs.audit.targets import calls
from dpproofs.testing.deadline import deadline


def passed_through(context):
    with context:
        pass


@contextmanager
def in_an_audit():
    with calls.until(time.monotonic() + 60), calls.in_time():
        yield


@pytest.mark.parametrize(
    "within",
    [
        lambda: calls.answers(lambda: 1, 3, 60.0),
        lambda: passed_through(deadline(60.0)),
        lambda: passed_through(within_seconds(60.0)),
        lambda: passed_through(in_an_audit()),
    ],
    ids=["answers", "deadline", "within seconds", "in time"],
)
@pytest.mark.parametrize("left", [0, 600])
def test_an_alarm_that_rings_while_it_is_turned_off_leaves_nothing_behind(
    monkeypatch, within, left
):
    real, late = signal.setitimer, []

    def setitimer(which, seconds, interval=0.0):
        found = real(which, seconds, interval)
        if seconds == 0 and not late:  # it was on its way
            late.append(True)
            signal.raise_signal(signal.SIGALRM)
        return found

    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    monkeypatch.setattr(signal, "setitimer", setitimer)
    real(signal.ITIMER_REAL, left)
    try:
        within()
        assert late or left
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
        assert bool(signal.getitimer(signal.ITIMER_REAL)[0]) == bool(left)
    finally:
        real(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("end", [0.05, 60])
def test_a_destructor_may_swallow_an_alarm_which_comes_again(monkeypatch, capsys, end):
    class Dying:
        def __del__(self):
            time.sleep(0.2)

    def sampler():
        Dying()
        while True:
            pass

    monkeypatch.setattr(calls, "AGAIN", 0.3)
    with calls.until(time.monotonic() + end):
        if end < 1:
            with pytest.raises(calls.OutOfTime):
                calls.answers(sampler, 1, 60.0)
        else:
            (answer,) = calls.answers(sampler, 1, 0.1)
            assert answer.label == "no answer within 0.1 s"
    assert capsys.readouterr().err == ""


def test_the_end_is_told_once_while_it_ends_something():
    ended = []

    def end_slowly():
        try:
            while True:
                pass
        finally:
            signal.raise_signal(signal.SIGALRM)
            ended.append(True)

    with (
        pytest.raises(calls.OutOfTime),
        calls.until(time.monotonic() + 0.01),
        calls.in_time(),
    ):
        end_slowly()
    assert ended
