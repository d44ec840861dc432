"""Calls of a sampler in this process: each has an outcome, also where it fails or hangs."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from dpproofs.audit.outcomes import Failure
from dpproofs.audit.targets.alarms import LEAST, alarm, can_tell, comes_again
from dpproofs.audit.targets.naming import last_line

PATIENCE = 30.0  # seconds without an answer, unless told otherwise
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
    if math.isinf(_END) or not can_tell():
        yield
        return

    with comes_again(OutOfTime), alarm(_over, _END - time.monotonic(), AGAIN):
        yield


def _over() -> None:
    if not isinstance(sys.exc_info()[1], OutOfTime):  # it is on its way: what ends, may end
        raise OutOfTime


def answers(call: Callable[[], Any], count: int, patience: float) -> list[Any]:
    """What so many calls returned; `Failure` for those that raised, or gave no answer in time.

    Time can be told in the main thread only, and not inside of a library in another language.

    Raises
    ------
    OutOfTime
        When the time of the whole audit is over.
    """
    found: list[Any] = []
    while len(found) < count:
        with suppress(NoAnswer), _watched(found, patience):  # told where there is no call
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
    if not can_tell():
        yield
        return
    last = [0.0, time.monotonic()]  # how many there were, and since when

    def look() -> None:
        now = time.monotonic()
        if now >= _END:
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            _over()
            return
        if len(found) > last[0]:
            last[:] = len(found), now
        wait = last[1] + patience - now
        if wait <= LEAST:
            last[:] = len(found), now + patience
            signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(patience, _END - now)))
            raise NoAnswer
        signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(wait, _END - now)))

    with (
        comes_again(OutOfTime, NoAnswer),
        alarm(look, min(patience, _END - time.monotonic())),
    ):
        yield
