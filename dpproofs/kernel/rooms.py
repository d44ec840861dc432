"""A public function that has the name of a room, and leads to the modules of that room."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def lead(room: str, function: Callable[..., Any]) -> None:
    """Let a function have the submodules of a room as attributes, now and when they are imported.

    ``dpproofs.audit`` is a function, and Python looks up ``import dpproofs.audit.targets as t`` in
    it.

    Parameters
    ----------
    room
        The dotted name of a package that is being imported.
    function
        What the package above calls by the last part of that name.
    """

    class Room(ModuleType):
        def __setattr__(self, name: str, value: object) -> None:
            if isinstance(value, ModuleType):
                setattr(function, name, value)
            super().__setattr__(name, value)

    module = sys.modules[room]
    for name, value in list(vars(module).items()):
        if isinstance(value, ModuleType) and value.__name__ == f"{room}.{name}":
            setattr(function, name, value)
    module.__class__ = Room
