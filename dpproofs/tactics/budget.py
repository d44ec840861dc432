"""Limits on the time that a search may take, and all searches of a call together."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock, Timer, get_ident
from typing import TypeVar

from dpproofs.kernel.clock import busy, patience

Found = TypeVar("Found")

SECONDS = 5.0  # of the processor, for one search
CALL = 20.0  # and for all searches of one call
LATE = 5.0  # more, after which a call is ended that does something else
PATIENCE = 8
SOON = 100  # instructions after which an exception has arrived
AGAIN = 0.05  # seconds after which a search that goes on is interrupted once more


class OutOfTime(BaseException):
    """Raised where a search happens to be; no ``except Exception`` on the way holds it up."""


@dataclass
class Account:
    """What all searches of one call may spend, those of other processes included."""

    seconds: float
    begun: float = field(default_factory=busy)
    elsewhere: float = 0.0

    @property
    def spent(self) -> float:
        """The seconds that are spent."""
        return self.elsewhere + busy() - self.begun

    @property
    def left(self) -> float:
        """The seconds that are not spent."""
        return self.seconds - self.spent


#: Held while a thread starts: until it runs it has the number of the one that started it, and what
#: is to be raised there would end it.
_STARTING = Lock()
_ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)


@contextmanager
def spending(seconds: float) -> Iterator[Account | None]:
    """Let all searches inside spend so many seconds together, or what a call around them has; of a
    call inside another one there is no account.
    """
    if _ACCOUNT.get() is not None:
        yield None
        return
    account = Account(seconds)
    token = _ACCOUNT.set(account)
    try:
        yield account
    finally:
        _ACCOUNT.reset(token)


def left(seconds: float) -> float:
    """Of some seconds for one search those that its call still has."""
    account = _ACCOUNT.get()
    return seconds if account is None else min(seconds, account.left)


def spent(seconds: float) -> None:
    """Count what another process has spent."""
    account = _ACCOUNT.get()
    if account is not None:
        account.elsewhere += seconds / patience()


def within(seconds: float, search: Callable[[], Found]) -> Found | None:
    """What a search finds, or None when it takes longer, or fails.

    The time is that of the processor, so that a busy machine finds the same; on the clock a search
    may take :data:`PATIENCE` times as long. The search is interrupted between two instructions of
    Python, so that it must not be one long call of compiled code. Ctrl-C goes through.
    """
    seconds = left(seconds) * patience()
    if seconds <= 0:
        return None
    begun, clock = time.process_time(), time.monotonic()

    def remaining() -> float:
        if time.monotonic() - clock >= PATIENCE * seconds:
            return 0
        return seconds - (time.process_time() - begun)

    try:
        return _while(remaining, search)
    except OutOfTime:
        return None
    except (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError,
            TypeError, ValueError):  # what SymPy raises when it does not know  # fmt: skip
        return None


def entire(search: Callable[[], Found], seconds: float = CALL) -> Found:
    """What all of a call gives, in a little more than its account, or in some seconds without one.

    Raises
    ------
    OutOfTime
        When it takes longer: then also what is no search is ended.
    """
    account = _ACCOUNT.get() or Account(seconds)
    return _while(lambda: (account.left + LATE) * patience(), search)


def _while(remaining: Callable[[], float], search: Callable[[], Found]) -> Found:
    """What a search gives while seconds of the processor remain.

    Raises
    ------
    OutOfTime
        When none do, wherever the search happens to be.
    """
    thread, lock = get_ident(), Lock()
    timers: list[Timer] = []
    state = {"over": False, "fired": False}

    def interrupt() -> None:
        more = remaining()
        with lock:
            if state["over"]:
                return
            if more > 0:
                wait(max(more, 0.05))
                return
            state["fired"] = True
            wait(AGAIN)  # Python drops an exception that arrives in a finalizer
            with _STARTING:
                _raise_in(thread)

    def wait(for_seconds: float) -> None:
        timer = Timer(for_seconds, interrupt)
        timer.daemon = True
        timers.append(timer)
        with _STARTING:
            timer.start()

    try:
        wait(remaining())  # which may be interrupted, too
        return search()
    finally:
        state["over"] = True
        _end(thread, lock, state)
        for timer in timers:
            timer.cancel()


def _end(thread: int, lock: Lock, state: dict[str, bool]) -> None:
    """Let no interruption arrive behind a search that is over.

    A thread has room for one exception that has not arrived. Another one takes its place, and is
    waited for: to take it back instead would leave the interpreter looking for it after every
    instruction.
    """
    is_clear = False
    while not is_clear:
        try:
            if lock.locked():
                time.sleep(0)  # an exception does not reach who waits in a lock
                continue
            with lock:
                is_clear = not state["fired"]
                if not is_clear:
                    state["fired"] = False
                    _raise_in(thread)
            for _ in range(SOON):
                pass  # it arrives here, unless a finalizer drops it
        except OutOfTime:
            continue


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))
