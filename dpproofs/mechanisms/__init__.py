"""Noise distributions: one file each, found by looking at this folder.

Every public subclass of `Mechanism` defined in a module here is an attribute of this package:
``from dpproofs.mechanisms import Laplace``. Modules are loaded on first use.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import Any, TypeGuard

from dpproofs.mechanisms.base import Mechanism
from dpproofs.mechanisms.parameter import Parameter

__all__ = ["Mechanism", "Parameter", "all_mechanisms"]


@cache
def all_mechanisms() -> dict[str, type[Mechanism]]:
    """Every mechanism of this folder by its name, in alphabetical order."""
    found: dict[str, type[Mechanism]] = {}
    for module_info in pkgutil.iter_modules(__path__):
        if module_info.ispkg:
            continue
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        found |= {
            name: value
            for name, value in vars(module).items()
            if _is_mechanism(value) and value.__module__ == module.__name__
        }
    return dict(sorted(found.items()))


def _is_mechanism(value: object) -> TypeGuard[type[Mechanism]]:
    return inspect.isclass(value) and issubclass(value, Mechanism) and not inspect.isabstract(value)


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and name in all_mechanisms():
        return all_mechanisms()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *all_mechanisms()])
