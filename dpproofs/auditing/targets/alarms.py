"""Alarms: code that takes too long is told so, by an exception that a signal raises in it."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LEAST = 1e-3  # seconds to a signal


def can_tell() -> bool:
    """Whether code can be told of the time by a signal."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGALRM")


@contextmanager
def comes_again(*kinds: type[BaseException]) -> Iterator[None]:
    """Leave out Python's note that an exception was raised in a destructor, where it has no effect:
    for kinds that an alarm raises again.
    """

    def note(what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, kinds):
            before(what)

    before, sys.unraisablehook = sys.unraisablehook, note
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextmanager
def alarm(tell: Callable[[], None], seconds: float, again: float = 0.0) -> Iterator[None]:
    """Have a signal call ``tell`` after so many seconds, and then as often as ``again`` says.

    Whoever set an alarm before keeps it. A signal that comes while the alarm is turned off says
    nothing, and sets no other. One that comes while a context is entered or left comes again: what
    it raised there would leave this alarm on behind the block. What ``tell`` raised is raised
    behind the block, too: code that caught it may have made anything of it.
    """
    on = True
    said: list[BaseException] = []

    def ring(_: int, frame: FrameType | None) -> None:
        if on and frame is not None and frame.f_code.co_filename == contextlib.__file__:
            signal.setitimer(signal.ITIMER_REAL, LEAST, again)
        elif on:
            try:
                tell()
            except BaseException as told:
                said.append(told)
                raise

    before = signal.getsignal(signal.SIGALRM)
    left, repeat = signal.getitimer(signal.ITIMER_REAL)
    start = time.monotonic() if left else 0.0
    try:
        try:
            signal.signal(signal.SIGALRM, ring)
            signal.setitimer(signal.ITIMER_REAL, max(LEAST, seconds), again)
            yield
        finally:
            on = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if left:
                left = max(LEAST, left - (time.monotonic() - start))
                signal.setitimer(signal.ITIMER_REAL, left, repeat)
    except BaseException as error:
        if said and not isinstance(error, (KeyboardInterrupt, type(said[-1]))):
            raise _anew(said[-1]) from error
        raise
    if said:
        raise _anew(said[-1])


def _anew(told: BaseException) -> BaseException:
    """The same, whose history is not that of what it may have led to."""
    return type(told)(*told.args)
