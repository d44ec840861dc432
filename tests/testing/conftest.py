"""A folder for runs of pytest of their own, and a clock on which every machine is as quick."""

import pytest
from planted import moved_by_draws
from testing_folder import Folder


@pytest.fixture
def folder(tmp_path):
    """A folder whose tests see this package."""
    return Folder(tmp_path)


@pytest.fixture
def planted_clock(monkeypatch):
    """A clock that only draws move, so that a check goes as far on every machine."""
    return moved_by_draws(monkeypatch)
