"""Noise distributions: one file each, found by looking at this folder.

Every public subclass of `Mechanism` (real noise), `IntegerMechanism` or `SelectionMechanism` that a
module here defines is an attribute of this package: ``from dpproofs.mechanisms import Laplace``.
Modules are loaded on first use.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import Any

from dpproofs.mechanisms.base import Mechanism, Noise
from dpproofs.mechanisms.integer import IntegerMechanism
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.selection import SelectionMechanism

__all__ = [
    "IntegerMechanism",
    "Mechanism",
    "Parameter",
    "SelectionMechanism",
    "all_mechanisms",
    "integer_mechanisms",
    "selection_mechanisms",
]


def all_mechanisms() -> dict[str, type[Mechanism]]:
    """Every mechanism of this folder for real queries by its name, in alphabetical order."""
    return {name: value for name, value in _kinds().items() if issubclass(value, Mechanism)}


def integer_mechanisms() -> dict[str, type[IntegerMechanism]]:
    """Every mechanism of this folder for integer queries by its name, in alphabetical order."""
    kinds = _kinds().items()
    return {name: value for name, value in kinds if issubclass(value, IntegerMechanism)}


def selection_mechanisms() -> dict[str, type[SelectionMechanism]]:
    """Every mechanism of this folder that picks an outcome by its name, in alphabetical order."""
    kinds = _kinds().items()
    return {name: value for name, value in kinds if issubclass(value, SelectionMechanism)}


@cache
def _kinds() -> dict[str, type[Noise] | type[SelectionMechanism]]:
    found: dict[str, type[Noise] | type[SelectionMechanism]] = {}
    for module_info in pkgutil.iter_modules(__path__):
        if module_info.ispkg:
            continue
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        found |= {
            name: value
            for name, value in vars(module).items()
            if inspect.isclass(value)
            and issubclass(value, Noise | SelectionMechanism)
            and value.__module__ == module.__name__
            and not inspect.isabstract(value)
        }
    return dict(sorted(found.items()))


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and name in _kinds():
        return _kinds()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_kinds()])
