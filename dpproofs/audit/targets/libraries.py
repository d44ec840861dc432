"""What the adapters of libraries share: import on use, and arguments that are checked by name."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Collection, Mapping
from typing import Any

from dpproofs.audit.target import Argument
from dpproofs.kernel.errors import BadInput


def load(module: str, extra: str) -> Any:
    """A module of a library that an extra of this package installs.

    Raises
    ------
    BadInput
        When it is not installed, with the command that installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        accepted = f"installed: pip install 'dpproofs[{extra}]'"
        raise BadInput("library", extra, accepted) from missing


def version(distribution: str) -> str:
    """Of an installed distribution; empty when it has no metadata."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def refuse_others(
    target: str, arguments: Mapping[str, Argument], accepted: Collection[str]
) -> None:
    """Raises BadInput for the first argument that the target does not take."""
    for name, value in arguments.items():
        if name not in accepted:
            takes = ", ".join(sorted(accepted)) or "none"
            raise BadInput(name, value, f"left out: the arguments of {target} are {takes}")


def number(name: str, value: object) -> float:
    """An argument that has to be a number; BadInput otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(name, value, "a number")
    return float(value)


def integer(name: str, value: object, target: str) -> int:
    """A number that has to be an integer, of any size; BadInput otherwise."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    real = number(name, value)
    if not real.is_integer():
        raise BadInput(name, value, f"an integer, which is what {target} is for")
    return int(real)
