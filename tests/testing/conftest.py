"""A folder for runs of pytest of their own, and a clock on which every machine is as quick."""

import pytest
from planted import Clock
from testing_folder import Folder

from dpproofs.testing import privacy, sampler, suite

DRAW, CALL = 1e-6, 2e-5  # seconds of a draw among many, and of a call for one
NEVER = 3600.0  # seconds after which a call is said to hang: not because a machine is slow


@pytest.fixture
def folder(tmp_path):
    """A folder whose tests see this package."""
    return Folder(tmp_path)


@pytest.fixture
def planted_clock(monkeypatch):
    """A clock that only draws move, so that a check goes as far on every machine."""
    clock, drawn = Clock().plant(monkeypatch), sampler.outcomes

    def timed(target, value, count, rng, **more):
        clock.now += CALL + count * (DRAW if getattr(target, "sized", True) else CALL)
        return drawn(target, value, count, rng, **more)

    monkeypatch.setattr(sampler, "outcomes", timed)
    for room in (privacy, suite):
        monkeypatch.setattr(room, "PATIENCE", NEVER)
    return clock
