"""Clocks that are planted: what is done until the time is over is the same on every machine."""

import sys
import time
from contextlib import nullcontext
from importlib import import_module

ROOMS = ("dpproofs.auditing", "dpproofs.testing")
LATE = (  # imported by others within functions
    "dpproofs.auditing.numbers.search",
    "dpproofs.auditing.parameters.audit",
    "dpproofs.auditing.parameters.search",
    "dpproofs.auditing.sampler.audit",
    "dpproofs.auditing.suite.field",
    "dpproofs.auditing.suite.second_numbers",
    "dpproofs.auditing.suite.work",
    "dpproofs.testing.on_set",
    "dpproofs.testing.privacy",
    "dpproofs.testing.sampler",
    "dpproofs.testing.suite",
)


DRAW, CALL = 1e-6, 2e-5  # seconds of a draw among many, and of a call for one
NEVER = 3600.0  # seconds after which a call is said to hang: not because a machine is slow
START = 1e6  # in whole seconds, so that sums of short times are the same in every run


def moved_by_draws(monkeypatch, call=CALL):
    """A clock that only draws move, so that a check goes as far on every machine.

    ``call`` are the seconds of a call, whatever it is for: with more of them a check makes fewer.
    """
    from dpproofs.auditing.sampler import tally
    from dpproofs.testing import privacy, sampler, trial

    clock, drawn = Clock().plant(monkeypatch), sampler.outcomes

    def timed(target, value, count, rng, **more):
        clock.now += call + count * (DRAW if getattr(target, "sized", True) else CALL)
        return drawn(target, value, count, rng, **more)

    monkeypatch.setattr(sampler, "outcomes", timed)
    monkeypatch.setattr(tally, "in_time", nullcontext)  # alarms ring by the machine's own clock
    for room in (privacy, trial):
        monkeypatch.setattr(room, "PATIENCE", NEVER)
    return clock


class Clock:
    """A clock that goes on by a tick when somebody looks at it, and when it is told to."""

    def __init__(self, tick=0.0):
        self.now, self.tick = START, tick

    def look(self):
        """What time it is."""
        self.now += self.tick
        return self.now

    perf_counter = monotonic = process_time = look

    def plant(self, monkeypatch):
        """Have the rooms that audit and test look at this clock."""
        monkeypatch.setenv("DPPROOFS_PATIENCE", "1")  # this clock waits for nobody
        for name in LATE:
            import_module(name)
        for name, module in [*sys.modules.items()]:
            if name.startswith(ROOMS) and getattr(module, "time", None) is time:
                monkeypatch.setattr(module, "time", self)
        return self
