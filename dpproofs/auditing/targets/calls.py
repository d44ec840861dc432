"""Calls of a sampler in this process: each has an outcome, also where it fails or hangs."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from dpproofs.auditing.labels import Failure
from dpproofs.auditing.target import TargetError
from dpproofs.auditing.targets.alarms import LEAST, alarm, can_tell, comes_again
from dpproofs.auditing.targets.handed_out import Overwritten, copied
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.overseen import due, not_due
from dpproofs.auditing.texts import without_noise

PATIENCE = 30.0  # seconds without an answer, unless told otherwise
SILENT = "no answer"  # label of an outcome begins so
FULL = 2  # times the memory in use is more than there may be
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


def answers(
    call: Callable[[], Any],
    count: int,
    patience: float,
    keep: Callable[[Any], Any] = copied,
) -> list[Any]:
    """What so many calls returned; `Failure` for those that raised, or gave no answer in time.

    Time can be told in the main thread only, and not inside of a library in another language.
    ``keep`` makes of each answer what is kept of it, before the next call.

    Raises
    ------
    OutOfTime
        When the time of the whole audit is over.
    Overwritten
        When ``keep`` notices that.
    """
    found: list[Any] = []
    while len(found) < count:
        watch = _Watch(found, patience)
        with suppress(NoAnswer), watch.looking():  # told where there is no call
            _answered(call, found, count, watch, keep)
    return found


def _answered(
    call: Callable[[], Any],
    found: list[Any],
    count: int,
    watch: _Watch,
    keep: Callable[[Any], Any],
) -> None:
    """Add what calls returned up to the first failure, and that failure.

    A call that was told that it takes too long may catch that and return something: no answer.
    """
    try:
        while len(found) < count:
            answer = call()
            if watch.late:
                raise NoAnswer
            found.append(keep(answer))
    except (KeyboardInterrupt, OutOfTime, Overwritten):
        raise
    except BaseException as error:  # also SystemExit, and panics in Rust
        if isinstance(error, MemoryError) and memory_is_full():
            raise TargetError("the target used up the memory") from error
        if watch.late:
            found.append(Failure(f"{SILENT} within {watch.patience:g} s"))
        else:
            found.append(Failure(_way(error), last_line(error)))


def _way(error: BaseException) -> str:
    """The label of an exception: its type, and what it says."""
    _, _, says = last_line(error).partition(": ")
    return f"raised {type(error).__qualname__}" + (f": {without_noise(says)}" if says else "")


def memory_is_full() -> bool:
    """Whether this process has most of the memory that it may have, where there is a limit."""
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[0]
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError, ValueError):
        return False
    return 0 < most < FULL * pages * resource.getpagesize()


class _Watch:
    """Raises in calls, from a signal, when their number has not grown for too long.

    Attributes
    ----------
    late
        Whether a call was told so.
    """

    def __init__(self, found: list[Any], patience: float) -> None:
        self.found, self.patience = found, patience
        self.late = False
        self._number, self._since = 0, time.monotonic()  # how many there were, and since when

    @contextmanager
    def looking(self) -> Iterator[None]:
        if not can_tell():
            yield
            return
        self._expect()
        try:
            with (
                comes_again(OutOfTime, NoAnswer),
                alarm(self._look, min(self.patience, _END - time.monotonic())),
            ):
                yield
        finally:
            not_due()

    def _expect(self) -> None:
        """Tell whoever watches this process when there has to be something new."""
        due(max(0.0, min(self.patience, _END + self.patience - time.monotonic())))

    def _look(self) -> None:
        now = time.monotonic()
        if now >= _END:
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            _over()
            return
        if len(self.found) > self._number:
            self._number, self._since = len(self.found), now
            self._expect()
        wait = self._since + self.patience - now
        if wait <= LEAST:
            self.late = True
            self._number, self._since = len(self.found), now + self.patience
            signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(self.patience, _END - now)))
            raise NoAnswer
        signal.setitimer(signal.ITIMER_REAL, max(LEAST, min(wait, _END - now)))
