"""A limit on the time that a search may take, in the thread that searches."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from threading import Lock, Timer, get_ident
from typing import TypeVar

Found = TypeVar("Found")

SECONDS = 5.0  # for one search


class OutOfTime(BaseException):
    """Raised where a search happens to be; no ``except Exception`` on the way holds it up."""


def within(seconds: float, search: Callable[[], Found]) -> Found | None:
    """What a search finds, or None when it takes longer, or fails.

    The search is interrupted between two instructions of Python, so that it must not be one long
    call of compiled code. Ctrl-C goes through.
    """
    if seconds <= 0:
        return None
    thread, lock = get_ident(), Lock()
    state = {"over": False, "fired": False}

    def interrupt() -> None:
        with lock:
            if not state["over"]:
                state["fired"] = True
                _raise_in(thread)

    timer = Timer(seconds, interrupt)
    timer.daemon = True
    timer.start()
    try:
        found: Found | None = search()
        _settle(lock, state)
    except OutOfTime:
        return None
    except (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError,
            TypeError, ValueError):  # what SymPy raises when it does not know  # fmt: skip
        found = None
        try:
            _settle(lock, state)
        except OutOfTime:
            return None
    finally:
        timer.cancel()
        state["over"] = True
    return found


def _settle(lock: Lock, state: dict[str, bool]) -> None:
    """End the search; an interruption that is under way arrives here and not later."""
    with lock:
        state["over"] = True
    while state["fired"]:
        time.sleep(0.001)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))
