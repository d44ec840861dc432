"""Files in which results are kept between runs; what is read in them is never believed."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from dpproofs.kernel.drafts import write_whole

PLACE = "DPPROOFS_CACHE"  # a directory of one's own; nothing is kept on disk when it is empty


def kept_file(room: str, question: str) -> Path | None:
    """The file of a question in a ``room`` below the directory that the environment variable
    ``DPPROOFS_CACHE`` names, or else where the user's caches are; None where nothing is kept.
    """
    place = os.environ.get(PLACE)
    if place == "":
        return None
    if place is None:
        try:
            above = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
        except RuntimeError:  # nobody's home
            return None
    name = hashlib.sha256(question.encode()).hexdigest()
    directory = above / "dpproofs" if place is None else Path(place)
    return directory / room / f"{name}.json"


def keep(file: Path, content: str) -> None:
    """Write a file of ASCII text; when it cannot be written, nothing is kept."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content.encode("ascii"))
