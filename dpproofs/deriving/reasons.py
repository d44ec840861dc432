"""An error of a library, told in one line."""

from __future__ import annotations

from dpproofs.kernel.errors import shortened


def reason(problem: Exception) -> str:
    """The kind of an error and what it says."""
    said = " ".join(str(problem).split())
    return shortened(f"{type(problem).__name__}{f' ({said})' if said else ''}")
