"""An end to calls that hang, where the platform has one."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from dpproofs.auditing.targets.alarms import alarm, can_tell
from dpproofs.kernel.clock import patience


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TimeoutError inside the block when it takes longer.

    It works in the main thread where there is SIGALRM, and stays out of the way when somebody else
    has set that alarm; elsewhere the block takes as long as it takes.
    """
    if not can_tell() or signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        yield
        return

    def ring() -> None:
        raise TimeoutError(f"no answer within {seconds:g} s")

    with alarm(ring, seconds * patience()):
        yield
