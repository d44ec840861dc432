"""How long an audit may go on."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from dpproofs.auditing.stopwatch import Stopwatch
from dpproofs.kernel.clock import patience
from dpproofs.kernel.errors import BadInput

ENOUGH = 8  # pairs for a confirmation, at least, and for a first look: these draws are known again
MOST = 1 << 24  # pairs in a round, at most


@dataclass
class Budget:
    """How long an audit may go on.

    Attributes
    ----------
    alpha
        Stop when the e-value reaches 1/alpha ...
    max_draws
        ... or this many pairs have been drawn ...
    seconds
        ... or this much time has passed.
    to_the_end
        Go on with the evidence complete, for sharper bounds on epsilon and delta.
    waiting
        Seconds on the wall that count as one; others are those of the processor (`Stopwatch`).
    power
        Stop when noise of this share of what is needed would have shown; if it never would, "no
        violation found" is not said.
    """

    alpha: float = 0.05
    max_draws: int = 1_000_000
    seconds: float = math.inf
    to_the_end: bool = False
    waiting: float = 1.0
    power: float | None = None
    watch: Stopwatch = field(init=False)

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise BadInput("alpha", self.alpha, "a number in (0, 1)")
        if self.max_draws < 1:
            raise BadInput("max_draws", self.max_draws, "an integer >= 1")
        if not self.seconds > 0:
            raise BadInput("seconds", self.seconds, "a number > 0")
        if self.power is not None and not 0 < self.power < 1:
            raise BadInput("power", self.power, "a number in (0, 1)")
        self.start()

    def start(self) -> None:
        """Begin now."""
        self.watch = Stopwatch(self.waiting)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.watch.elapsed

    @property
    def end(self) -> float:
        """When it is over at the latest, by time.monotonic."""
        left = self.seconds - self.elapsed
        return time.monotonic() + self.waiting * patience() * left
