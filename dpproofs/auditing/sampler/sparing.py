"""Others are asked for help only where that pays: starting them and talking to them costs time.

A sampler that makes many draws at a call makes a million of them before another process comes up.
So its first tasks are done here, and later those of rounds that are over sooner than others could
be asked, or of a machine that has no processor to spare; and where others turn out not to be
quicker, they are asked again when twice as much has been done. Samplers that are called for one
draw at a time are slow enough from the start, and are the ones that may end the process that they
run in: theirs are always done elsewhere.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from dpproofs.auditing.sampler.tally import Tally, Task, count
from dpproofs.auditing.target import Target

LATER = 1.0  # seconds of work here, after which others are looked for
ROUNDING = 0.5  # processes that may be at work more than there are processors
ASKING = 0.01  # seconds that a round takes longer because others are asked


class Helpers(Protocol):
    """Workers that have to be started."""

    parallel: int

    @property
    def ready(self) -> bool:
        """Whether all of them would begin at once."""
        ...

    def adopt(self, target: Target) -> None: ...
    def tallies(self, tasks: Sequence[Task]) -> list[Tally]: ...
    def close(self) -> None: ...


def at_once(target: Target) -> bool:
    """Whether a target makes many draws at a call."""
    from dpproofs.auditing.targets.additive import AdditiveTarget

    return isinstance(target, AdditiveTarget) or bool(getattr(target, "sized", False))


def idle() -> bool:
    """Whether this machine has a processor to spare besides the one at work here."""
    try:
        busy = os.getloadavg()[0]
    except OSError:
        return True
    return (os.cpu_count() or 1) - busy > -ROUNDING


class Sparing:
    """Tasks are done here, or by helpers where these are quicker.

    Parameters
    ----------
    start
        Calls the helpers, who may take their time to come.
    parallel
        How many there will be.
    room
        Whether there is any for them.

    Attributes
    ----------
    spent
        Seconds of work that were done here.
    pace
        Seconds a pair takes here, of the last round.
    again
        Seconds of work here after which helpers that were slow are asked again.
    """

    def __init__(
        self,
        target: Target,
        start: Callable[[Target], Helpers],
        parallel: int,
        room: Callable[[], bool] = lambda: True,
    ) -> None:
        self.target, self.start, self.parallel, self.room = target, start, parallel, room
        self.helpers: Helpers | None = None
        self.spent = self.pace = self.again = 0.0

    def adopt(self, target: Target) -> None:
        """Draw from another target from now on."""
        self.target = target
        if self.helpers is not None:
            self.helpers.adopt(target)

    def tallies(self, tasks: Sequence[Task]) -> list[Tally]:
        """The tally of each task, in the order of the tasks."""
        slow = not at_once(self.target)
        if self.helpers is None and (slow or (self.spent > LATER and self.room())):
            self.helpers = self.start(self.target)
        pairs = sum(task.count for task in tasks)
        gain = self.pace * pairs * (1 - 1 / self.parallel)
        if self.helpers is not None and slow:
            return self.helpers.tallies(tasks)
        began = time.perf_counter()
        if self.helpers is not None and self._pays(self.helpers, gain):
            done = self.helpers.tallies(tasks)
            if time.perf_counter() - began > self.pace * pairs:
                self.again = 2 * self.spent
            return done
        done = [count(self.target, task) for task in tasks]
        seconds = time.perf_counter() - began
        self.spent, self.pace = self.spent + seconds, seconds / max(pairs, 1)
        return done

    def _pays(self, helpers: Helpers, gain: float) -> bool:
        return self.spent >= self.again and gain > ASKING and helpers.ready

    def close(self) -> None:
        """Send the helpers home, if they were called."""
        if self.helpers is not None:
            self.helpers.close()
