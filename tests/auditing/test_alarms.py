"""Alarms: calls that take too long are told so, and nothing rings behind them."""

import contextlib
import signal
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.audit import Here
from dpproofs.auditing.suite.work import TooSlow, within_seconds
from dpproofs.auditing.target import About, Pair, TargetError
from dpproofs.auditing.targets import calls
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.alarms import LEAST, alarm
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.vector_noise import VectorNoiseTarget
from dpproofs.testing.deadline import deadline
from dpproofs.testing.sampler import sampler_of
from dpproofs.testing.views import Whole


class Rung(Exception):
    pass


def rung_while_a_context_was_entered(reached):
    def tell():
        raise Rung

    entering = SimpleNamespace(f_code=contextlib.AbstractContextManager.__enter__.__code__)
    with alarm(tell, 600.0):
        signal.getsignal(signal.SIGALRM)(signal.SIGALRM, entering)
        reached.append(signal.getitimer(signal.ITIMER_REAL)[0])
        time.sleep(60.0)


def test_an_alarm_that_rings_while_a_context_is_entered_comes_again_inside():
    reached = []  # nothing, where the alarm is raised as it rings
    with pytest.raises(Rung):
        rung_while_a_context_was_entered(reached)
    assert reached
    assert reached[0] <= LEAST
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


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


# -- code that catches what it is told -------------------------------------------------------------


def returned():
    return 0.0


def raised():
    raise ValueError("something else")


def failed():
    raise TargetError("of the target")


def going_on(how):
    """Code that is told the time, catches that, and answers."""
    try:
        while True:
            pass
    except BaseException:  # noqa: BLE001 (as a library may)
        return how()


@pytest.mark.parametrize("how", [returned, raised, failed])
def test_what_comes_after_the_end_was_told_is_no_outcome(how):
    with calls.until(time.monotonic() + 0.02), pytest.raises(calls.OutOfTime), calls.in_time():
        going_on(how)
    with calls.until(time.monotonic() + 0.02), pytest.raises(calls.OutOfTime):
        calls.answers(lambda: going_on(how), 2, 60.0)


@pytest.mark.parametrize("how", [returned, raised, failed])
@pytest.mark.parametrize(("within", "error"), [(deadline, TimeoutError), (within_seconds, TooSlow)])
def test_whoever_caught_an_alarm_is_too_late_all_the_same(within, error, how):
    with pytest.raises(error), within(0.02):
        going_on(how)


@pytest.mark.parametrize("how", [returned, raised, failed])
def test_what_comes_after_patience_has_ended_is_no_answer(how):
    hanging = [True]

    def call():
        return going_on(how) if hanging and hanging.pop() else 1.0

    late, good = calls.answers(call, 2, 0.02)
    assert (late.label, good) == ("no answer within 0.02 s", 1.0)


def test_what_fails_in_time_has_its_own_words():
    with calls.until(time.monotonic() + 60), pytest.raises(TargetError), calls.in_time():
        failed()
    assert calls.answers(raised, 1, 60.0)[0].label == "raised ValueError: something else"


class Hangs:
    """Laplace noise, whose calls hang from some time on; told the end, they do something else."""

    def __init__(self, how):
        self.how, self.hanging = how, False

    def __call__(self, size, rng):
        if self.hanging:
            going_on(self.how)
        return rng.laplace(size=size)


def noise(draw):
    return AdditiveTarget(About("noise"), draw)


def function(draw):
    return target_of(lambda value, size, rng: value + draw(size, rng), PrivacyClaim(1.0))


def rows(draw):
    return VectorNoiseTarget(About("rows"), lambda n, rng: draw((n, 1), rng), 1, "l1")


def asserted(make):
    """What assertions look at."""
    return lambda draw: Whole(sampler_of(make(draw), epsilon=1.0), [Pair(0.0, 1.0)])


def interrupted():
    raise calls.OutOfTime


@pytest.mark.sweep
@pytest.mark.parametrize("how", [interrupted, returned, raised])
@pytest.mark.parametrize(
    "make", [noise, function, rows, asserted(noise), asserted(function)],
    ids=["noise", "function", "rows", "noise in an assertion", "function in an assertion"],
)  # fmt: skip
def test_what_the_end_of_an_audit_interrupts_is_no_evidence(make, how):
    """Neither that a call failed nor what it returned instead: the round counts for nothing."""
    draw = Hangs(how)
    target = make(draw)
    audit = Audit.of(target, PrivacyClaim(1.0), seed=2)
    audit.run(Budget(max_draws=1000), Here(target))
    before = audit.process.pairs, audit.process.log_e
    assert before[0] == 1000
    draw.hanging = True
    audit.run(Budget(seconds=0.05), Here(target))
    assert (audit.process.pairs, audit.process.log_e) == before
    assert audit.error is None
