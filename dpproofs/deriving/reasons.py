"""Errors of libraries: told in one line, and what cannot be read refused."""

from __future__ import annotations

from collections.abc import Callable

from dpproofs.kernel.errors import BadInput, DpproofsError, shortened


def reason(problem: Exception) -> str:
    """The kind of an error and what it says."""
    said = " ".join(str(problem).split())
    return shortened(f"{type(problem).__name__}{f' ({said})' if said else ''}")


def readable(argument: str, name: str, read: Callable[[], None]) -> None:
    """Read what a user gave.

    Raises
    ------
    BadInput
        Where a library ends in an error, by the name of the ``argument``.
    """
    try:
        read()
    except DpproofsError:
        raise
    except Exception as problem:
        accepted = f"something that can be read, and is not: {reason(problem)}"
        raise BadInput(argument, name, accepted) from problem
