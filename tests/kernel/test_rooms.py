"""Functions that have the name of a room lead to its modules, and to nothing else of it."""

import importlib
import sys
from types import ModuleType

import pytest

import dpproofs as dp


@pytest.mark.parametrize("room", ["audit", "replay"])
def test_a_room_shares_its_modules_with_its_function_and_nothing_else(room, monkeypatch):
    function = getattr(dp, room)
    name = f"dpproofs.{room}"
    module = importlib.import_module(name)
    assert callable(function)
    assert module is sys.modules[name]
    added = ModuleType(f"{name}.added")
    monkeypatch.setattr(module, "added", added, raising=False)
    monkeypatch.setattr(module, "anything", 1, raising=False)
    assert function.added is added
    assert module.anything == 1
    assert not hasattr(function, "anything")
    del function.added
