"""How long an audit may go on."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

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
        _between("alpha", self.alpha, 1.0, "a number in (0, 1)")
        at_least("max_draws", self.max_draws, 1)
        _between("seconds", self.seconds, math.inf, "a number > 0")
        if self.power is not None:
            _between("power", self.power, 1.0, "a number in (0, 1)")
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


def at_least(name: str, value: Any, least: int) -> None:
    """Raises BadInput when an argument is no integer, or a smaller one."""
    if not isinstance(value, int | np.integer) or value < least:
        raise BadInput(name, value, f"an integer >= {least}")


def _between(name: str, value: Any, most: float, accepted: str) -> None:
    """Raises BadInput when an argument is no number in (0, most), or is infinite where most is."""
    known = isinstance(value, int | float | np.number)
    if not known or not value > 0 or not (value < most or most == math.inf):
        raise BadInput(name, value, accepted)
