"""What the adapters of libraries share: import on use, and arguments that are checked by name."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Collection, Mapping
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument
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


def truth(name: str, value: object) -> bool:
    """An argument that has to be true or false; BadInput otherwise."""
    if not isinstance(value, bool):
        raise BadInput(name, value, "true or false")
    return value


def refused(target: str, claim: PrivacyClaim, arguments: Mapping[str, Any], says: str) -> BadInput:
    """The error for a claim, or for arguments, that the library itself does not accept."""
    asked = ", ".join(f"{key}={value!r}" for key, value in {**vars(claim), **arguments}.items())
    return BadInput("TARGET", target, f"one that its library makes for {asked}; it says: {says}")


def integer(name: str, value: object, target: str = "") -> int:
    """A number that has to be an integer, of any size; BadInput otherwise."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    real = number(name, value)
    if not real.is_integer():
        raise BadInput(name, value, f"an integer for {target}" if target else "an integer")
    return int(real)
