"""A line that tells a person, on a terminal or in a notebook, what takes so long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

EVERY = 1.0  # seconds before the line, and between two


@contextmanager
def told(words: Callable[[], str]) -> Iterator[None]:
    """Show these words on standard error, anew each second, where somebody looks at it."""
    stream = sys.stderr
    if not _watched(stream):
        yield
        return
    over = Event()
    teller = Thread(target=_tell, args=(words, over, stream), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _watched(stream: TextIO | None) -> bool:
    """Whether it is a terminal or a notebook, in which no other line is kept up to date."""
    room = type(stream).__module__.split(".", maxsplit=1)[0]
    return room == "ipykernel" or (stream is not None and room != "rich" and stream.isatty())


def _tell(words: Callable[[], str], over: Event, stream: TextIO) -> None:
    width = 0
    while not over.wait(EVERY):
        line = words()
        width = max(width, len(line))
        stream.write(f"\r{line:<{width}}")
        stream.flush()
    if width:
        stream.write(f"\r{'':<{width}}\r")
        stream.flush()
