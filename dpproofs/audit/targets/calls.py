"""Calls of a sampler in this process: each has an outcome, also where it fails or hangs."""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from dpproofs.audit.outcomes import Failure
from dpproofs.audit.targets.naming import last_line

PATIENCE = 30.0  # seconds without an answer, unless told otherwise
LEAST = 1e-3  # seconds to a signal
AGAIN = 1.0  # seconds until the end is told again, if a destructor swallowed it


class OutOfTime(BaseException):
    """The time of the whole audit is over. No `Exception`: a target may catch those."""


class NoAnswer(BaseException):
    """A call took too long."""


_END = math.inf  # when the audit in this process has to end, by time.monotonic


@contextmanager
def until(moment: float) -> Iterator[None]:
    """Have calls raise `OutOfTime` after a moment of time.monotonic."""
    global _END  # noqa: PLW0603 (signals are the process's too)
    before, _END = _END, min(_END, moment)
    try:
        yield
    finally:
        _END = before


def remaining() -> float | None:
    """Seconds until the audit in this process has to end; None for no end."""
    return None if math.isinf(_END) else max(0.0, _END - time.monotonic())


@contextmanager
def in_time() -> Iterator[None]:
    """Raise `OutOfTime` in code that goes on when the audit has to end, as far as `answers` can."""
    if math.isinf(_END) or not _can_tell():
        yield
        return

    def over(*_: Any) -> None:
        if not isinstance(sys.exc_info()[1], OutOfTime):  # it is on its way: what ends, may end
            raise OutOfTime

    with _alarm(over, _END - time.monotonic(), AGAIN):
        yield


def answers(call: Callable[[], Any], count: int, patience: float) -> list[Any]:
    """What so many calls returned; `Failure` for those that raised, or gave no answer in time.

    Time can be told in the main thread only, and not inside of a library in another language.

    Raises
    ------
    OutOfTime
        When the time of the whole audit is over.
    """
    found: list[Any] = []
    with _watched(found, patience):
        while len(found) < count:
            with suppress(NoAnswer):  # told while a failure was being noted: there is no call
                _answered(call, found, count, patience)
    return found


def _answered(call: Callable[[], Any], found: list[Any], count: int, patience: float) -> None:
    """Add what calls returned up to the first failure, and that failure."""
    try:
        while len(found) < count:
            found.append(call())
    except (KeyboardInterrupt, OutOfTime):
        raise
    except NoAnswer:
        found.append(Failure(f"no answer within {patience:g} s"))
    except BaseException as error:  # noqa: BLE001  # also SystemExit, and panics in Rust
        found.append(Failure(f"raised {type(error).__qualname__}", last_line(error)))


@contextmanager
def _watched(found: list[Any], patience: float) -> Iterator[None]:
    """Raise in the calls, from a signal, when their number has not grown for too long."""
    if not _can_tell():
        yield
        return
    last = [0.0, time.monotonic()]  # how many there were, and since when

    def look(*_: Any) -> None:
        now = time.monotonic()
        if now >= _END:
            raise OutOfTime
        if len(found) > last[0]:
            last[:] = len(found), now
        wait = last[1] + patience - now
        if wait <= LEAST:
            last[:] = len(found), now + patience
            signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(patience, _END - now)))
            raise NoAnswer
        signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(wait, _END - now)))

    with _alarm(look, min(patience, _END - time.monotonic())):
        yield


def _can_tell() -> bool:
    """Whether code can be told of the time by a signal."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGALRM")


@contextmanager
def _alarm(tell: Callable[..., None], seconds: float, again: float = 0.0) -> Iterator[None]:
    """Have a signal call ``tell`` after so many seconds; whoever set an alarm before keeps it."""
    before = signal.signal(signal.SIGALRM, tell)
    left, repeat = signal.setitimer(signal.ITIMER_REAL, max(LEAST, seconds), again)
    start = time.monotonic() if left else 0.0
    try:
        yield
    finally:
        while True:
            try:  # the signal may come while it is turned off
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                break
            except (OutOfTime, NoAnswer):
                continue
        if left:
            left = max(LEAST, left - (time.monotonic() - start))
            signal.setitimer(signal.ITIMER_REAL, left, repeat)
