"""Time that is spent: of the processor where the work is done here, whatever else a machine does.

The clock on the wall counts as well, by a part: a sampler that sleeps, or waits for others, ends.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from dpproofs.kernel.clock import patience

WAITING = 4.0  # seconds on the wall that count as one of work


@dataclass(frozen=True)
class Stopwatch:
    """Measures since it was made.

    Attributes
    ----------
    waiting
        Seconds on the wall that count as one of work at least; with 1 the wall alone decides.
    """

    waiting: float = 1.0
    wall: float = field(default_factory=lambda: time.perf_counter())  # noqa: PLW0108 (the clock as it is then)
    worked: float = field(default_factory=lambda: time.process_time())  # noqa: PLW0108

    @property
    def elapsed(self) -> float:
        """Seconds so far, on a patient clock."""
        wall = (time.perf_counter() - self.wall) / self.waiting
        seconds = wall if self.waiting == 1 else max(wall, time.process_time() - self.worked)
        return seconds / patience()
