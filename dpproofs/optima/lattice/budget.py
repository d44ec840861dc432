"""How long a search for a bracket may take: what it has found by then is what it returns."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from contextvars import ContextVar

_ends: ContextVar[float] = ContextVar("ends", default=math.inf)


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Programs are given up that many seconds from now; None for no limit but that outside."""
    end = math.inf if seconds is None else time.monotonic() + seconds
    token = _ends.set(min(end, _ends.get()))
    try:
        yield
    finally:
        _ends.reset(token)


def left() -> float:
    """Seconds that are left; at least 0, infinite without a limit."""
    return max(_ends.get() - time.monotonic(), 0.0)
