"""Calls of a sampler in this process: each has an outcome, also where it fails or hangs."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from dpproofs.audit.outcomes import Failure
from dpproofs.audit.targets.naming import last_line

PATIENCE = 30.0  # seconds without an answer, unless told otherwise
LEAST = 1e-3  # seconds to a signal


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
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
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

    before = signal.signal(signal.SIGALRM, look)
    others = signal.setitimer(
        signal.ITIMER_REAL, max(LEAST, min(patience, _END - time.monotonic()))
    )
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *others)
        signal.signal(signal.SIGALRM, before)
